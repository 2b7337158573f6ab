"""What is done at a table: carried out, committed, told; what standing orders say to it, and what it does elsewhere."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any, TypeVar, cast

from sqlalchemy.exc import SQLAlchemyError

from countermarch.games.base import side_of
from countermarch.server import clocks
from countermarch.server.calls import Caller
from countermarch.server.duplicates import Duplicates
from countermarch.server.entries import Closed
from countermarch.server.live import Live, Watcher
from countermarch.server.memory import Memory
from countermarch.server.metrics import Meters
from countermarch.server.obeying import Answer, answer
from countermarch.server.problems import REFUSED, problem
from countermarch.server.staff import Staff
from countermarch.server.store import UNDO, Append, Entry, Store
from countermarch.server.telling import Said, Teller, whom
from countermarch.server.turns import PLAYING
from countermarch.server.writing import Writer

log = logging.getLogger("countermarch.server")
HANDS = 4  # actions that are carried out at a time, one hand at the disk for all; more would contend for the core
T = TypeVar("T")


class Playing:
    def __init__(
        self,
        store: Store,
        memory: Memory,
        pairs: Duplicates,
        teller: Teller,
        caller: Caller,
        meters: Meters,
        staff: Staff,
    ) -> None:
        self.stir: Callable[[Live], None] = lambda _: None  # clocks and bots of a table that goes on
        self._store, self._memory, self._pairs, self._teller = store, memory, pairs, teller
        self._caller, self._meters, self._staff = caller, meters, staff
        self._writer = Writer(store)
        self._hands = ThreadPoolExecutor(HANDS, "hands")  # so that nobody else keeps an action from a thread

    def close(self) -> None:
        self._hands.shutdown()

    async def play(self, live: Live, seat: str, text: str, asks: Watcher | None = None) -> str | None:
        """Play an action and commit it, and what standing orders say to it.

        What the one who asks would be told on a line, unless more has happened.
        """
        serial, before, known = live.serial, live.standing if live.twin else None, live.asked
        said = await self._commit(live, lambda: live.play(seat, text), asks)
        await self._obey(live)
        self._caller.due(live, known)
        await self._wake(await self._pairs.go_across(live, before))
        return None if asks is None or live.serial > serial + 1 else said[whom(asks)]

    async def undo(self, live: Live, seat: str) -> None:
        before = live.standing if live.twin else None
        await self._commit(live, lambda: live.undo(seat))
        await self._wake(await self._pairs.go_across(live, before))

    async def go_back(self, live: Live, seat: str, index: int) -> None:
        """To before an action, by agreement; both games of a duplicate match get the same other dice."""
        self._staff.stop(live.id, *PLAYING)
        before, twin = live.standing, await self._pairs.twin(live)
        await self._commit(live, lambda: live.go_back(seat, index))
        if twin is not None and not twin.over:
            await self._commit(twin, lambda: twin.go_back(seat, twin.played, live.lot))
        await self._wake(await self._pairs.go_across(live, before))

    async def close_match(self, live: Live, closed: Closed, knows: str | None = None) -> None:
        """People end it: nobody acts any more. The side that did so need not be called."""
        before = live.standing
        await self._commit(live, lambda: live.close(closed))
        self._staff.stop(live.id, *PLAYING)
        self._caller.due(live, [seat for seat in live.people if side_of(seat) == knows])
        await self._wake(await self._pairs.go_across(live, before))

    async def obey(self, live: Live) -> None:
        """Standing orders answer at once what they are for; the other game of a duplicate match may go on then."""
        before = live.standing if live.twin else None
        await self._obey(live)
        await self._wake(await self._pairs.go_across(live, before))

    async def _obey(self, live: Live) -> None:
        while live.orders and (said := await asyncio.to_thread(ordered, live)) is not None:
            await self._commit(live, partial(live.play, live.asked[0], said.action, said.order))

    async def _wake(self, live: Live | None) -> None:
        """The other game goes on where it rested for this one."""
        if live is not None:
            clocks.go_on(live, self._memory.now())
            await self.keep_beside(live)
            self._caller.due(live)
            self.stir(live)
            await self.obey(live)

    async def keep_beside(self, live: Live) -> None:
        """What is in memory and not on disk must not be seen, as in `_commit`."""
        try:
            await asyncio.to_thread(self._store.change, live.id, **_beside(live))
        except BaseException as error:
            self._drop(live, error)
            raise

    def _drop(self, live: Live, error: BaseException) -> None:
        """Nobody's time runs out because the database failed."""
        self._memory.forget(live)
        if isinstance(error, SQLAlchemyError):
            self._memory.been_away()

    async def _commit(self, live: Live, change: Callable[[], Entry], asks: Watcher | None = None) -> Said:
        """What is in memory and not on disk must not be seen: if the commit fails, memory is dropped.

        Whoever watches is told, and so is who asks, who need not watch.
        """
        if live.closed is not None:
            raise problem(409, "closed")
        if live.stranded is not None:
            raise problem(409, "stranded")
        try:
            entry, said = await self._carried_out(live, change, asks)
            self._meters.note(live.match.game.key, entry, live.seats)
        except REFUSED:
            raise
        except BaseException as error:
            self._drop(live, error)
            raise
        for watcher in live.watchers:
            watcher.tell(said[whom(watcher)])
        if live.chapter_due:
            await asyncio.to_thread(self._memory.turn_page, live)
        return said

    async def _carried_out(self, live: Live, change: Callable[[], Entry], asks: Watcher | None) -> tuple[Entry, Said]:
        """Beside the event loop, which hears of it once, when it is on disk."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[tuple[Entry, Said]] = loop.create_future()

        def work() -> None:
            try:
                entry, said = self._carry_out(live, change, asks)
                row = Append(live.id, live.serial - 1, entry, live.standing, **_beside(live))
            except BaseException as error:
                tell(None, error)
            else:
                self._writer.append(row, partial(tell, (entry, said)))

        def tell(found: tuple[Entry, Said] | None, error: BaseException | None) -> None:
            with suppress(RuntimeError):  # nobody waits any more
                loop.call_soon_threadsafe(_settle, done, found, error)

        self._hands.submit(copy_context().run, work)
        return await done

    def _carry_out(self, live: Live, change: Callable[[], Entry], asks: Watcher | None) -> tuple[Entry, Said]:
        """All that takes the engine's time."""
        hearing = {whom(one): one for one in (*live.watchers, *([] if asks is None else [asks]))}
        serial, sides = live.serial, {side_of(one.seat) for one in hearing.values() if one.patched}
        seen = {side: live.seen(side) for side in sides}
        entry = change()
        clocks.count(live, entry, self._memory.now())
        if live.offer is not None and not live.offer.stands_after(entry):
            live.decline(live.offer)
        since = len(live.log) if entry.kind == UNDO else live.past[-1].log_before
        words = self._teller.words
        said = {
            of: words(live, one, since, (serial, seen[side_of(one.seat)]) if one.patched else None)
            for of, one in hearing.items()
        }
        return entry, said


def _settle(done: asyncio.Future[T], found: T | None, error: BaseException | None) -> None:
    if done.done():
        return
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(cast(T, found))


def _beside(live: Live) -> dict[str, dict[str, Any] | None]:
    return {
        "clock": None if live.clock is None else live.clock.document(),
        "offer": None if live.offer is None else live.offer.document(),
    }


def other_side(live: Live, side: str) -> str | None:
    """Who wins if this side does not play on; nobody among several."""
    others = [other for other in live.match.game.info.sides if other != side]
    return others[0] if len(others) == 1 else None


def ordered(live: Live) -> Answer | None:
    """What the standing orders of who is asked say now; to go on, if that is all that is left of what they said.

    What those who share a side may both answer is left to them.
    """
    if not live.orders or live.rests or len(asked := live.asked) != 1:
        return None
    (seat,) = asked
    orders = live.orders.get(seat)
    if orders is None or not orders.on or (orders.away and live.attended(seat)):
        return None
    if live.match.paused:
        last = live.past[-1].entry
        return Answer(last.ordered, str(live.match.legal()[0])) if last.ordered else None
    try:
        return answer(live.match, side_of(seat), orders)
    except Exception:
        log.exception("match %s: the standing orders of %s came to nothing", live.id, seat)
        return None
