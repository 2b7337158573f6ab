"""One hand at a time writes for all tables: what several have done meanwhile is committed at once, and flushed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

from countermarch.server.store import Append, Store

Told = Callable[[Exception | None], None]  # what came of it


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    """A row that is to be written, and who is told when it is."""

    row: Append
    told: Told


class Writer:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Waiting] = []
        self._queueing, self._writes = Lock(), False

    def append(self, row: Append, told: Told) -> None:
        """Committed when it is told so. Who finds nobody writing writes for all who come meanwhile; nobody else waits.

        Whoever is told is so by the hand that writes, and must not keep it.
        """
        with self._queueing:
            self._waiting.append(Waiting(row, told))
            if self._writes:
                return
            self._writes = True
        while batch := self._taken():
            self._write(batch)

    def _taken(self) -> list[Waiting]:
        with self._queueing:
            batch, self._waiting = self._waiting, []
            self._writes = bool(batch)
        return batch

    def _write(self, batch: list[Waiting]) -> None:
        error = self._commit([one.row for one in batch])
        alone = error is not None and len(batch) > 1  # one of them is to blame, the others are not
        for one in batch:
            one.told(self._commit([one.row]) if alone else error)

    def _commit(self, rows: list[Append]) -> Exception | None:
        try:
            self._store.append_all(rows)
        except Exception as error:
            return error
        return None
