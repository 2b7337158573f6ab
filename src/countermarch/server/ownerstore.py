"""Which workers live, and whose each match is, as rows of a database they share; by PostgreSQL's clock."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import Connection, Engine

LEASE = 4.0  # seconds a worker is believed to live after it last said so
LONG_GONE = "1 hour"
LIVES = "until > clock_timestamp()"
UNTIL = f"clock_timestamp() + interval '{LEASE} seconds'"


@dataclass(frozen=True, slots=True)
class Peer:
    """A worker: those of one house were started together, each at a place of its own that its successor takes."""

    id: str
    house: str
    slot: int
    address: str  # where other workers reach it


class OwnerStore:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def join(self, worker: Peer) -> None:
        row = {"id": worker.id, "house": worker.house, "slot": worker.slot, "address": worker.address}
        with self._engine.begin() as connection:
            _run(connection, f"DELETE FROM workers WHERE until < clock_timestamp() - interval '{LONG_GONE}'")
            before = "DELETE FROM workers WHERE house = :house AND slot = :slot AND id <> :id"
            _run(connection, before, **{name: row[name] for name in ("house", "slot", "id")})
            _run(
                connection,
                f"INSERT INTO workers (id, house, slot, address, until) VALUES (:id, :house, :slot, :address, {UNTIL})"
                f" ON CONFLICT (id) DO UPDATE SET until = {UNTIL}",
                **row,
            )

    def beat(self, id: str) -> list[Peer] | None:
        """It lives; who else does. None if it was taken for dead."""
        with self._engine.begin() as connection:
            if not _run(connection, f"UPDATE workers SET until = {UNTIL} WHERE id = :id RETURNING id", id=id):
                return None
            living = f"SELECT id, house, slot, address FROM workers WHERE {LIVES}"
            return [Peer(*row) for row in _run(connection, living)]

    def bury(self, id: str) -> None:
        """It is gone: whatever it had is free."""
        with self._engine.begin() as connection:
            _run(connection, "DELETE FROM workers WHERE id = :id", id=id)

    # matches

    def take(
        self, match: str, worker: str, mourn: Callable[[Collection[str]], None] = lambda gone: None
    ) -> tuple[str | None, list[str]]:
        """Whose the match is now, with what goes along: the worker's, unless another one that lives has it.

        Both games of a duplicate match are one worker's. What is not there is nobody's. If it was somebody's who is
        gone, that is told beforehand.
        """
        with self._engine.begin() as connection:
            twins = _run(connection, "SELECT twin FROM matches WHERE id = :id", id=match)
            if not twins:
                return None, []
            both = sorted({match, *(twin for (twin,) in twins if twin)})
            locked = "SELECT owner FROM matches WHERE id = ANY(:ids) ORDER BY id FOR NO KEY UPDATE"
            owners = {owner for (owner,) in _run(connection, locked, ids=both)}
            if owners == {worker}:
                return worker, both
            others = [one for one in owners - {worker} if one is not None]
            living = _run(connection, f"SELECT id FROM workers WHERE id = ANY(:ids) AND {LIVES}", ids=others)
            if living:
                return str(living[0][0]), both
            mourn(others)
            _run(connection, "UPDATE matches SET owner = :worker WHERE id = ANY(:ids)", worker=worker, ids=both)
            return worker, both

    def release(self, matches: Collection[str], worker: str) -> None:
        """Whoever is asked next may have them."""
        free = "UPDATE matches SET owner = NULL WHERE id = ANY(:ids) AND owner = :worker"
        with self._engine.begin() as connection:
            _run(connection, free, ids=list(matches), worker=worker)

    def owned(self, worker: str) -> set[str]:
        with self._engine.begin() as connection:
            return {id for (id,) in _run(connection, "SELECT id FROM matches WHERE owner = :worker", worker=worker)}

    # what only one does

    def take_up(self, duty: str, worker: str) -> bool:
        """Whether it is the worker's: it had it, or who had it is gone."""
        with self._engine.begin() as connection:
            _run(
                connection,
                "INSERT INTO duties (name, worker) VALUES (:name, :worker) ON CONFLICT (name) DO UPDATE"
                " SET worker = :worker WHERE NOT EXISTS"
                f" (SELECT 1 FROM workers WHERE workers.id = duties.worker AND workers.{LIVES})",
                name=duty,
                worker=worker,
            )
            return _run(connection, "SELECT worker FROM duties WHERE name = :name", name=duty) == [(worker,)]


def _run(connection: Connection, statement: str, **params: Any) -> list[tuple[Any, ...]]:
    found = connection.execute(text(statement), params)
    return [tuple(row) for row in found] if found.returns_rows else []
