"""Copies of matches that people still play: known again however they are written, so that nobody is advised on one.

A save is text that anybody can change: its order, what may be left out, what does not matter. What makes a copy is that
the counters stand as they stood. They need not all do so: few may differ, by how far the match had come.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Mapped, Session, mapped_column

from countermarch.match import Match
from countermarch.server.schema import Base, StoredMatch

KEPT = 20  # copies of one match, the latest
LEAST = 3  # counters that have moved: before that, many matches stand alike
ALIKE = 4  # a copy is nearer to the match than that is to its beginning, so many times
Muster = Mapping[str, Any]  # hex and steps of each counter


class StoredCopy(Base):
    __tablename__ = "copies"

    id: Mapped[int] = mapped_column(primary_key=True)
    origin: Mapped[str]  # the match of people, which may be deleted before this is
    game: Mapped[str]
    moved: Mapped[int]
    stood: Mapped[dict[str, Any]]


def mustered(match: Match) -> dict[str, Any]:
    return {id: [hex, steps] for id, (hex, steps) in match.muster().items()}


def apart(one: Muster, other: Muster) -> int:
    """How many counters stand otherwise."""
    return sum(one.get(id) != other.get(id) for id in one.keys() | other.keys())


def from_beginning(match: Match) -> int:
    return apart(mustered(match), mustered(match.game.start(match.scenario, 0, match.position().get("options", {}))))


class CopyStore:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, origin: str, copy: Match) -> None:
        """It outlives the table it stood on, which its owner may delete; what people have ended is forgotten."""
        moved = from_beginning(copy)
        if moved < LEAST:
            return
        row = StoredCopy(origin=origin, game=copy.game.key, moved=moved, stood=mustered(copy))
        latest = select(StoredCopy.id).where(StoredCopy.origin == origin).order_by(StoredCopy.id.desc())
        with Session(self._engine) as session, session.begin():
            session.execute(delete(StoredCopy).where(StoredCopy.origin.not_in(_going_on())))
            session.add(row)
            session.flush()
            old = session.scalars(latest.offset(KEPT)).all()
            session.execute(delete(StoredCopy).where(StoredCopy.id.in_(old)))

    def origin_of(self, matches: Iterable[Match]) -> str | None:
        """The match of people one of these stands like a copy of."""
        stood = [(match.game.key, mustered(match)) for match in matches]
        games = {game for game, _ in stood}
        rows = select(StoredCopy).where(StoredCopy.game.in_(games), StoredCopy.origin.in_(_going_on()))
        with Session(self._engine) as session:
            for row in session.scalars(rows):
                if any(apart(one, row.stood) * ALIKE <= row.moved for _, one in stood):
                    return row.origin
        return None


def _going_on() -> Any:
    return select(StoredMatch.id).where(StoredMatch.to_act.is_not(None))
