"""What people who play apart need: pace, offers, shares in the dice, open tables, talk, notes, orders, messages."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def columns() -> tuple[sa.Column[Any], ...]:
    return (
        sa.Column("pace", sa.JSON),  # how much time each has, and what happens at its end
        sa.Column("clock", sa.JSON),  # how much is left, and since when it runs
        sa.Column("offer", sa.JSON),  # a draw, a takeback, an adjournment that waits for an answer
        sa.Column("shares", sa.JSON),  # what each contributed to the key of the dice
        sa.Column("listed", sa.Boolean, nullable=False, server_default=sa.false()),  # an open table
        sa.Column("watched", sa.JSON),  # whether and how others may look on
        sa.Column("adjudged", sa.String),  # the organiser's word, until the server has heard it
        sa.Column("twin", sa.String),  # the other match of a duplicate
        sa.Column("sandbox", sa.String),  # the match of which it is a private copy, to try things on
    )


def upgrade() -> None:
    for column in columns():
        op.add_column("matches", column)
    op.add_column("actions", sa.Column("ordered", sa.String))  # the standing order by which it was played
    op.create_table(
        "messages",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("index", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.String, nullable=False),
        sa.Column("person", sa.String, sa.ForeignKey("people.id")),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("created", sa.String, nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id")),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "orders",
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String, primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
    )
    op.create_table(
        "channels",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("document", sa.JSON, nullable=False),
    )
    op.create_table(
        "calls",  # what a channel is still to be told
        sa.Column("channel", sa.String, sa.ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match_id", sa.String, sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("side", sa.String, primary_key=True),
        sa.Column("document", sa.JSON, nullable=False),
        sa.Column("due", sa.Float, nullable=False),  # when, in seconds
    )
    op.create_table(
        "secrets",  # the server's own: what it signs links and pushes with
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    op.create_table(
        "accounts",
        sa.Column("person", sa.String, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("email", sa.String, nullable=False, unique=True),
        sa.Column("password", sa.String, nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("code", sa.String),  # the hash of what a letter told
    )


def downgrade() -> None:
    op.drop_column("actions", "ordered")
    for table in ("accounts", "secrets", "calls", "channels", "orders", "notes", "messages"):
        op.drop_table(table)
    for column in columns():
        op.drop_column("matches", column.name)
