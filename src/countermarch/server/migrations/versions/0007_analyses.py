"""What was found out about a match when it was over."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "analyses",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("analyses")
