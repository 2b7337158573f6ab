"""How copies of matches stood that people still play."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "copies",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("origin", sa.String, nullable=False, index=True),
        sa.Column("game", sa.String, nullable=False, index=True),
        sa.Column("moved", sa.Integer, nullable=False),
        sa.Column("stood", sa.JSON, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("copies")
