"""What was found out about a match when it was over; values belong to who wrote them; where a match comes from."""

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
    op.rename_table("values", "values_before")
    op.create_table(
        "values",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("owner", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
    )
    op.execute("INSERT INTO \"values\" SELECT game, '', name, document FROM values_before")
    op.drop_table("values_before")
    op.add_column("matches", sa.Column("origin", sa.String))


def downgrade() -> None:
    op.drop_column("matches", "origin")
    op.rename_table("values", "values_now")
    op.create_table(
        "values",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
    )
    op.execute("INSERT INTO \"values\" SELECT game, name, document FROM values_now WHERE owner = ''")
    op.drop_table("values_now")
    op.drop_table("analyses")
