"""Values of one's own, by game and name."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "values",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("values")
