"""What every worker looks for every few seconds is found without reading all matches."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

LOOKED_FOR = {"matches_adjudged": "adjudged IS NOT NULL", "matches_timed": "pace IS NOT NULL AND to_act IS NOT NULL"}


def upgrade() -> None:
    for name, those in LOOKED_FOR.items():
        op.create_index(name, "matches", ["id"], sqlite_where=sa.text(those), postgresql_where=sa.text(those))


def downgrade() -> None:
    for name in LOOKED_FOR:
        op.drop_index(name, "matches")
