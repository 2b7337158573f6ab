"""The clocks at the tables: begun when all sit, stopped while people are away, looked at when somebody's time is up."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy.exc import SQLAlchemyError

from countermarch.server import clocks
from countermarch.server.entries import Closed
from countermarch.server.errands import Errands
from countermarch.server.live import Live, Watcher
from countermarch.server.memory import At, Memory
from countermarch.server.playing import Playing, other_side
from countermarch.server.problems import REFUSED, Problem
from countermarch.server.store import NotOurs, Store
from countermarch.server.telling import tell_people, tell_person

AGAIN = 1.0  # seconds until a database that is away is asked again
OFTEN = 60.0  # seconds between looks at what nobody may have in memory
LONGEST_WAIT = 86_400.0  # seconds until a clock is looked at again
log = logging.getLogger("countermarch.server")


class Timekeeper:
    def __init__(self, store: Store, memory: Memory, playing: Playing, errands: Errands, at: At) -> None:
        self._store, self._memory, self._playing, self._errands, self._at = store, memory, playing, errands, at
        self._closed = set[str]()  # matches that cannot be opened

    async def mind(self, live: Live) -> None:
        """It begins when all sit; whoever has no time left has lost, if that was agreed."""
        now = self._memory.now
        if live.apart and live.clock is None and not (live.over or live.waiting or live.shares_due):
            live.clock = clocks.begin(live, now())
            await self._playing.keep_beside(live)
        if live.clock is not None and clocks.after_a_pause(live.clock, live.back):
            tell_people(live)
        if clocks.set_right(live, self._memory.begun, now()):
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
            live.alarm = self._look_in(min(left, LONGEST_WAIT) + 0.05, live.id)

    def _look_in(self, seconds: float, id: str) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(seconds, lambda: self._errands.run(self._look(id)))

    async def _look(self, id: str) -> None:
        """Whoever else has the match by now looks himself."""
        try:
            if await self._memory.owners.may(id):
                async with self._at(id):
                    pass
        except SQLAlchemyError as error:
            log.error("match %s: its clock could not be looked at: the database failed: %s", id, error)
            self._look_in(AGAIN, id)
        except (Problem, NotOurs):
            return  # it is gone
        except REFUSED:
            self._closed.add(id)

    async def watch(self) -> None:
        """As long as the server runs: who had a match in memory may have ended before its time was up."""
        while True:
            await asyncio.sleep(OFTEN)
            try:
                await self.look_at_all()
            except SQLAlchemyError as error:
                log.error("clocks could not be looked at: the database failed: %s", error)
            except Exception:
                log.exception("clocks could not be looked at")

    async def look_at_all(self) -> None:
        kept = await asyncio.to_thread(self._store.clocks)
        up = [id for id, clock in kept if clocks.is_up(clocks.Clock(**clock), self._memory.now())]
        for id in up:
            if id not in self._closed:
                await self._look(id)

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

    def leaves(self, live: Live, watcher: Watcher, sent_away: bool = False) -> None:
        """Who is sent away, because the server ends, comes back without a hand: that ends no adjournment."""
        live.watchers.discard(watcher)
        if not live.watchers:
            self._memory.make_room()
        if live.clock is None or watcher.seat in live.present or watcher.seat not in live.people or live.gone:
            return
        live.clock.seen[watcher.seat] = self._memory.now()
        live.clock.parted = live.clock.parted if sent_away else live.clock.adjourned
        tell_people(live)
        self._errands.run(self._look_and_keep(live.id))

    async def _look_and_keep(self, id: str) -> None:
        async with self._at(id) as live:
            await self._playing.keep_beside(live)
