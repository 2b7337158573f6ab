"""People, known again by a cookie, and the seats they hold; the tokens of before become links, kept as hashes."""

import json
from hashlib import sha256

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "people",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("cookie", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String, primary_key=True),
        sa.Column("holder", sa.String, sa.ForeignKey("people.id"), nullable=True),
        sa.Column("link", sa.String, nullable=True, unique=True),
    )
    op.create_index("seats_of_a_person", "seats", ["holder"])
    op.add_column("matches", sa.Column("maker", sa.String, nullable=True))
    _move_tokens()
    op.drop_column("matches", "tokens")


def _move_tokens() -> None:
    connection = op.get_bind()
    rows = connection.execute(sa.text("SELECT id, tokens FROM matches")).all()
    for id, tokens in rows:
        for side, token in _read(tokens).items():
            seat = {"id": id, "side": side, "link": sha256(token.encode()).hexdigest()}
            connection.execute(sa.text("INSERT INTO seats (match_id, side, link) VALUES (:id, :side, :link)"), seat)


def _read(tokens: str | dict[str, str]) -> dict[str, str]:
    """Some drivers have read them already."""
    found: dict[str, str] = json.loads(tokens) if isinstance(tokens, str) else tokens
    return found


def downgrade() -> None:
    op.add_column("matches", sa.Column("tokens", sa.JSON, nullable=False, server_default="{}"))
    op.drop_column("matches", "maker")
    for table in ("seats", "sessions", "people"):
        op.drop_table(table)
