"""What is kept for people who are away: their standing orders, where they are told, and the server's own secrets."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ForeignKey, delete, func, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from countermarch.server.schema import Base, StoredMatch
from countermarch.server.store import Fence


class StoredOrders(Base):
    __tablename__ = "orders"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    side: Mapped[str] = mapped_column(primary_key=True)
    document: Mapped[dict[str, Any]]


class StoredChannel(Base):
    __tablename__ = "channels"

    id: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    kind: Mapped[str]
    document: Mapped[dict[str, Any]]


class StoredCall(Base):
    __tablename__ = "calls"

    channel: Mapped[str] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    side: Mapped[str] = mapped_column(primary_key=True)
    document: Mapped[dict[str, Any]]
    due: Mapped[float]  # when, in seconds


class StoredSecret(Base):
    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(primary_key=True)
    value: Mapped[str]


@dataclass(frozen=True, slots=True)
class Channel:
    """A way to reach somebody: which kind, and all that is known of it."""

    id: str
    person: str
    kind: str
    document: dict[str, Any]


class MailStore:
    def __init__(self, engine: Engine, fence: Fence | None = None) -> None:
        self._engine, self._fence = engine, fence or Fence()

    # standing orders

    def orders(self, match: str) -> dict[str, dict[str, Any]]:
        """By side."""
        with Session(self._engine) as session:
            rows = session.scalars(select(StoredOrders).where(StoredOrders.match_id == match))
            return {row.side: row.document for row in rows}

    def keep_orders(self, match: str, side: str, document: dict[str, Any]) -> None:
        with Session(self._engine) as session, session.begin():
            self._fence.check(session, match)
            session.merge(StoredOrders(match_id=match, side=side, document=document))

    # channels

    def channels(self, person: str) -> list[Channel]:
        row = StoredChannel
        columns = (row.id, row.person, row.kind, row.document)
        with self._engine.connect() as connection:
            found = connection.execute(select(*columns).where(row.person == person).order_by(row.id))
            return [Channel(*one) for one in found]

    def channel(self, id: str) -> Channel | None:
        with Session(self._engine) as session:
            found = session.get(StoredChannel, id)
            return None if found is None else _channel(found)

    def add_channel(self, channel: Channel) -> None:
        with Session(self._engine) as session, session.begin():
            session.add(
                StoredChannel(id=channel.id, person=channel.person, kind=channel.kind, document=channel.document)
            )

    def change_channel(self, id: str, document: dict[str, Any]) -> None:
        with Session(self._engine) as session, session.begin():
            session.execute(update(StoredChannel).where(StoredChannel.id == id).values(document=document))

    def put_off(self, person: str) -> None:
        """Nothing is told anywhere until he says so again, and that an address is his once more."""
        with Session(self._engine) as session, session.begin():
            for row in session.scalars(select(StoredChannel).where(StoredChannel.person == person)):
                confirmed = row.document["confirmed"] and row.kind != "email"
                row.document = {**row.document, "on": False, "confirmed": confirmed}

    def remove_channel(self, id: str) -> None:
        with Session(self._engine) as session, session.begin():
            session.execute(delete(StoredChannel).where(StoredChannel.id == id))

    def to_act(self, match: str) -> str | None:
        """Whose turn it is; nobody's in a match that is over or gone."""
        with Session(self._engine) as session:
            return session.scalar(select(StoredMatch.to_act).where(StoredMatch.id == match))

    # what is still to be told

    def keep_call(self, channel: str, match: str, side: str, document: dict[str, Any], due: float) -> None:
        """The latest of each seat; nothing if the channel or the match is gone by now."""
        with suppress(IntegrityError), Session(self._engine) as session, session.begin():
            session.merge(StoredCall(channel=channel, match_id=match, side=side, document=document, due=due))

    def drop_calls(self, channel: str, told: Iterable[tuple[str, str]]) -> None:
        with Session(self._engine) as session, session.begin():
            for match, side in told:
                one = (StoredCall.channel == channel, StoredCall.match_id == match, StoredCall.side == side)
                session.execute(delete(StoredCall).where(*one))

    def calls(self) -> list[tuple[Channel, dict[str, Any], float]]:
        """All, with the channel each is for and when it is due."""
        with Session(self._engine) as session:
            rows = session.execute(
                select(StoredCall, StoredChannel).join(StoredChannel, StoredChannel.id == StoredCall.channel)
            ).all()
            return [(_channel(channel), dict(call.document), call.due) for call, channel in rows]

    # sandboxes

    def sandboxes(self, of: str, maker: str) -> list[str]:
        """Those somebody has of a match."""
        mine = (StoredMatch.sandbox == of, StoredMatch.maker == maker)
        with Session(self._engine) as session:
            return list(session.scalars(select(StoredMatch.id).where(*mine)))

    def old_sandboxes(self, age: timedelta) -> list[str]:
        before = (datetime.now(UTC) - age).isoformat(timespec="milliseconds")
        old = (StoredMatch.sandbox.is_not(None), StoredMatch.created < before)
        with Session(self._engine) as session:
            return list(session.scalars(select(StoredMatch.id).where(*old)))

    def number_of_sandboxes(self, maker: str) -> int:
        mine = (StoredMatch.sandbox.is_not(None), StoredMatch.maker == maker)
        with Session(self._engine) as session:
            return int(session.scalar(select(func.count()).where(*mine)) or 0)

    # the server's own

    def secret(self, name: str) -> str | None:
        with Session(self._engine) as session:
            found = session.get(StoredSecret, name)
            return None if found is None else found.value

    def keep_secret(self, name: str, value: str) -> str:
        """Whoever keeps it first decides what it is."""
        try:
            with Session(self._engine) as session, session.begin():
                session.add(StoredSecret(name=name, value=value))
        except IntegrityError:
            return self.secret(name) or value
        return value

    def signing_key(self) -> bytes:
        """What links that need no login are signed with; made when first asked for."""
        return bytes.fromhex(self.secret("links") or self.keep_secret("links", secrets.token_hex(32)))


def _channel(row: StoredChannel) -> Channel:
    return Channel(row.id, row.person, row.kind, dict(row.document))
