"""Both games of a duplicate match: how the other stands, and what happens in one that concerns it."""

from __future__ import annotations

import asyncio

from countermarch.server import twins
from countermarch.server.live import Live
from countermarch.server.memory import Memory
from countermarch.server.store import Standing, Store


class Duplicates:
    def __init__(self, memory: Memory, store: Store) -> None:
        self._memory, self._store = memory, store

    async def twin(self, live: Live) -> Live | None:
        """The other game; both have one lock, so that it is ours, too."""
        if live.twin is None or live.other is None:
            return None
        twin = await self._memory.find(live.twin)
        twin.other, live.other = live.standing, twin.standing
        return twin

    async def look_across(self, live: Live) -> None:
        """How the other game stands, and the score of both when both are over."""
        if live.twin is None:
            return
        twin = self._memory.lives.get(live.twin)
        kept = None if twin is not None else await asyncio.to_thread(self._store.find, live.twin)
        live.other = twin.standing if twin is not None else None if kept is None else kept.standing
        if live.pair is None and live.other is not None and live.revealed:
            twin = await self.twin(live)
            live.pair = None if twin is None else await asyncio.to_thread(twins.score, live, twin)

    async def go_across(self, live: Live, before: Standing | None) -> Live | None:
        """Something was done: who watches the other game is told; it is returned if it goes on where it rested."""
        twin = await self.twin(live)
        if twin is None or before is None or (live.standing.turn, live.over) == (before.turn, before.to_act is None):
            return None
        if live.revealed:
            live.pair = await asyncio.to_thread(twins.score, live, twin)
            twin.pair = await asyncio.to_thread(twins.score, twin, live)
        for watcher in twin.watchers:
            told = twins.line(twin, watcher.seat, watcher.language)
            if told is not None:
                watcher.tell(told)
        return None if twin.rests or twin.over else twin
