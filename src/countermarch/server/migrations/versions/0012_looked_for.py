"""What every worker looks for every few seconds is found without reading all matches."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"

LOOKED_FOR = {"matches_adjudged": "adjudged IS NOT NULL", "matches_timed": "pace IS NOT NULL AND to_act IS NOT NULL"}


def upgrade() -> None:
    for name, those in LOOKED_FOR.items():
        where = sa.text(those)
        op.create_index(name, "matches", ["id"], if_not_exists=True, sqlite_where=where, postgresql_where=where)


def downgrade() -> None:
    for name in LOOKED_FOR:
        op.drop_index(name, "matches")
