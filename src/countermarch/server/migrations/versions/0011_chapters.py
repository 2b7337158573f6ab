"""Positions in the midst of matches, so that nobody has to replay them from the beginning."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "chapters",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("serial", sa.Integer, primary_key=True),
        sa.Column("past", sa.Integer, nullable=False),
        sa.Column("played", sa.Integer, nullable=False),
        sa.Column("page", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("chapters")
