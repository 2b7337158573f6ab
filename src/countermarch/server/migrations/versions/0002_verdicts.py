"""Who won a match that is over, for the list."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("matches", sa.Column("verdict", sa.JSON))


def downgrade() -> None:
    op.drop_column("matches", "verdict")
