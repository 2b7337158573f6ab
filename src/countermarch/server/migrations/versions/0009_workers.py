"""Several processes on one database: which live, whose each match is, who does what only one may; tries are counted."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "workers",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("house", sa.String, nullable=False),  # those that were started together
        sa.Column("slot", sa.Integer, nullable=False),
        sa.Column("address", sa.String, nullable=False),  # where others reach it
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),  # it lives, unless it says so again
    )
    op.create_table(
        "duties",
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("worker", sa.String, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("what", sa.String, primary_key=True),  # a hash
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("since", sa.Float, nullable=False),
    )
    op.add_column("matches", sa.Column("owner", sa.String))


def downgrade() -> None:
    op.drop_column("matches", "owner")
    for table in ("tries", "duties", "workers"):
        op.drop_table(table)
