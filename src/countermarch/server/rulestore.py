"""How matches stood when they were put away, and what they were before they went on by other rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from zlib import compress, decompress

from sqlalchemy import ForeignKey, delete, func, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Mapped, Session, mapped_column

from countermarch.server.schema import Base, StoredEntry, StoredMatch
from countermarch.server.store import APPEND, Entry, Fence, Standing, _columns, _values, now

STALE = ("positions", "analyses", "chapters")  # of a match that does not begin as it did


class StoredPosition(Base):
    __tablename__ = "positions"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    serial: Mapped[int]
    save: Mapped[bytes]


class StoredArchive(Base):
    __tablename__ = "archives"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True)
    save: Mapped[str]
    created: Mapped[str]


@dataclass(frozen=True, slots=True)
class Stood:
    """A position as a document, after so many rows."""

    id: str
    serial: int
    position: Mapping[str, Any]


class RuleStore:
    def __init__(self, engine: Engine, fence: Fence | None = None) -> None:
        self._engine, self._fence = engine, fence or Fence()

    # how matches stood

    def keep(self, stood: Iterable[Stood]) -> None:
        with Session(self._engine) as session, session.begin():
            there = set(session.scalars(select(StoredMatch.id).where(StoredMatch.id.in_([one.id for one in stood]))))
            for one in stood:
                if one.id in there:
                    packed = compress(json.dumps(one.position).encode())
                    session.merge(StoredPosition(match_id=one.id, serial=one.serial, save=packed))

    def stood(self, id: str) -> Stood | None:
        with Session(self._engine) as session:
            found = session.get(StoredPosition, id)
            return None if found is None else Stood(id, found.serial, json.loads(decompress(found.save)))

    def rows(self, id: str) -> tuple[int, int]:
        """How many rows a match must have by the number of the last, and after how many its position was kept."""
        last = select(func.max(StoredEntry.index)).where(StoredEntry.match_id == id)
        kept = select(StoredPosition.serial).where(StoredPosition.match_id == id)
        with Session(self._engine) as session:
            highest, serial = session.scalar(last), session.scalar(kept)
            return 0 if highest is None else highest + 1, serial or 0

    # going on by other rules

    def pin(self, id: str, header: str) -> None:
        """By the rules of today, by which nothing in it is otherwise."""
        with Session(self._engine) as session, session.begin():
            self._fence.check(session, id)
            session.execute(update(StoredMatch).where(StoredMatch.id == id).values(header=header, stranded=None))

    def strand(self, id: str, document: dict[str, Any]) -> None:
        with Session(self._engine) as session, session.begin():
            self._fence.check(session, id)
            session.execute(update(StoredMatch).where(StoredMatch.id == id).values(stranded=document))

    def renew(self, id: str, header: str, entries: Sequence[Entry], standing: Standing, before: str) -> None:
        """It begins anew from where it stands; what it was before is kept as a save."""
        with Session(self._engine) as session, session.begin():
            self._fence.check(session, id)
            number = session.scalar(select(func.count()).where(StoredArchive.match_id == id)) or 0
            session.add(StoredArchive(match_id=id, index=number, save=before, created=now()))
            for table in Base.metadata.sorted_tables:
                if table.name in STALE:
                    session.execute(delete(table).where(table.c.match_id == id))
            session.execute(delete(StoredEntry).where(StoredEntry.match_id == id))
            if entries:
                session.execute(APPEND, [_values(id, at, entry) for at, entry in enumerate(entries)])
            changes = {**_columns(standing), "header": header, "stranded": None, "offer": None, "updated": now()}
            session.execute(update(StoredMatch).where(StoredMatch.id == id).values(changes))

    def archives(self, id: str) -> list[str]:
        """Saves of what a match was before it went on by other rules, the oldest first."""
        rows = select(StoredArchive.save).where(StoredArchive.match_id == id).order_by(StoredArchive.index)
        with Session(self._engine) as session:
            return list(session.scalars(rows))
