"""One hand writes for all tables: what several have done meanwhile is committed at once, and flushed to disk once."""

from __future__ import annotations

import asyncio

from countermarch.server.store import Append, Store


class Writer:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[Append, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def append(self, row: Append) -> None:
        """Committed when this returns."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await done

    async def _write(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            error = await self._commit([row for row, _ in batch])
            if error is not None and len(batch) > 1:  # one of them is to blame, the others are not
                for row, done in batch:
                    _tell(done, await self._commit([row]))
            else:
                for _, done in batch:
                    _tell(done, error)

    async def _commit(self, rows: list[Append]) -> Exception | None:
        try:
            await asyncio.to_thread(self._store.append_all, rows)
        except Exception as error:
            return error
        return None


def _tell(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
