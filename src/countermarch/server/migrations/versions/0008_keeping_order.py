"""Who may not come any more; which matches are of rules that have changed, and what they were before they went on."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "bans",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("whom", sa.String, primary_key=True),
        sa.Column("reason", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.add_column("matches", sa.Column("stranded", sa.JSON))
    op.create_table(
        "archives",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("index", sa.Integer, primary_key=True),
        sa.Column("save", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_table(
        "positions",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("serial", sa.Integer, nullable=False),
        sa.Column("save", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("positions")
    op.drop_table("archives")
    op.drop_column("matches", "stranded")
    op.drop_table("bans")
