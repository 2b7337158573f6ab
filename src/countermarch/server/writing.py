"""One hand at a time writes for all tables: what several have done meanwhile is committed at once, and flushed once."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

from countermarch.server.store import Append, Store


@dataclass(slots=True, eq=False)
class Waiting:
    """A row that is to be written, and what came of it."""

    row: Append
    done: bool = False
    error: Exception | None = None


class Writer:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Waiting] = []
        self._queueing, self._writing = Lock(), Lock()

    def append(self, row: Append) -> None:
        """Committed when this returns. Whoever comes to write first writes for all who wait."""
        mine = Waiting(row)
        with self._queueing:
            self._waiting.append(mine)
        with self._writing:
            if not mine.done:
                self._write(self._taken())
        if mine.error is not None:
            raise mine.error

    def _taken(self) -> list[Waiting]:
        with self._queueing:
            batch, self._waiting = self._waiting, []
        return batch

    def _write(self, batch: list[Waiting]) -> None:
        error = self._commit([one.row for one in batch])
        alone = error is not None and len(batch) > 1  # one of them is to blame, the others are not
        for one in batch:
            one.error, one.done = self._commit([one.row]) if alone else error, True

    def _commit(self, rows: list[Append]) -> Exception | None:
        try:
            self._store.append_all(rows)
        except Exception as error:
            return error
        return None
