"""The clocks at the tables: begun when all sit, stopped while people are away, looked at when somebody's time is up."""

from __future__ import annotations

import asyncio

from countermarch.server import clocks
from countermarch.server.entries import Closed
from countermarch.server.errands import Errands
from countermarch.server.live import Live, Watcher
from countermarch.server.memory import At, Memory
from countermarch.server.playing import Playing, other_side
from countermarch.server.telling import tell_people, tell_person

LONGEST_WAIT = 86_400.0  # seconds until a clock is looked at again


class Timekeeper:
    def __init__(self, memory: Memory, playing: Playing, errands: Errands, at: At) -> None:
        self._memory, self._playing, self._errands, self._at = memory, playing, errands, at

    async def mind(self, live: Live) -> None:
        """It begins when all sit; whoever has no time left has lost, if that was agreed."""
        now = self._memory.now
        if live.apart and live.clock is None and not (live.over or live.waiting or live.shares_due):
            live.clock = clocks.begin(live, now())
            await self._playing.keep_beside(live)
        left, pace, side = clocks.time_left(live, now()), live.pace, live.to_act
        if left == 0.0 and side is not None and pace is not None and pace.at_zero == "loses":
            await self._playing.close_match(live, Closed("time", other_side(live, side), side))

    def wind(self, live: Live) -> None:
        """Look again when somebody's time is up."""
        left = clocks.time_left(live, self._memory.now())
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if left is not None and live.pace is not None and live.pace.at_zero == "loses":
            soon = min(left, LONGEST_WAIT) + 0.05
            live.alarm = asyncio.get_running_loop().call_later(soon, lambda: self._errands.run(self._look(live.id)))

    async def _look(self, id: str) -> None:
        async with self._at(id):
            pass

    async def comes(self, live: Live, watcher: Watcher) -> None:
        """Somebody sits down before the table; who was adjourned plays on when all are back."""
        before = live.present
        live.watchers.add(watcher)
        clock = live.clock
        if clock is not None and clock.parted and live.all_here:
            clocks.resume(live, self._memory.now())
            await self._playing.keep_beside(live)
        for other in live.watchers if live.present != before else [watcher]:
            tell_person(live, other)

    def leaves(self, live: Live, watcher: Watcher) -> None:
        live.watchers.discard(watcher)
        if not live.watchers:
            self._memory.make_room()
        if live.clock is None or watcher.seat in live.present or watcher.seat not in live.people or live.gone:
            return
        live.clock.seen[watcher.seat] = self._memory.now()
        live.clock.parted = live.clock.adjourned
        tell_people(live)
        self._errands.run(self._look_and_keep(live.id))

    async def _look_and_keep(self, id: str) -> None:
        async with self._at(id) as live:
            await self._playing.keep_beside(live)
