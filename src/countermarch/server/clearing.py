"""A match is removed, with all that is going on for it."""

from __future__ import annotations

import asyncio

from countermarch.server.advising import Advisers
from countermarch.server.duplicates import Duplicates
from countermarch.server.live import Live
from countermarch.server.memory import Memory
from countermarch.server.staff import Staff
from countermarch.server.store import Store
from countermarch.server.turns import PLAYING


class Clearing:
    def __init__(self, store: Store, memory: Memory, pairs: Duplicates, staff: Staff, advisers: Advisers) -> None:
        self._store, self._memory, self._pairs, self._staff, self._advisers = store, memory, pairs, staff, advisers

    async def remove(self, live: Live) -> None:
        """With the other game of a duplicate match."""
        twin = await self._pairs.twin(live)
        if twin is not None:
            await self._remove(twin)
        await self._remove(live)

    async def _remove(self, live: Live) -> None:
        live.gone = True
        await asyncio.to_thread(self._store.remove, live.id)
        self._memory.lives.pop(live.id, None)
        self._memory.removed(live.id)
        self._memory.board.post("removed", id=live.id)
        self._staff.stop(live.id, *PLAYING)
        self._advisers.stop_advice(live.id)
        self._advisers.stop_study(live.id)
        for watcher in live.watchers:
            watcher.tell({"type": "removed"})
