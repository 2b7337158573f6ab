"""How a match of people begins: all sit, all give their shares in the dice, and the dice are drawn."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress

from countermarch.server.calls import Caller
from countermarch.server.duplicates import Duplicates
from countermarch.server.entries import standing
from countermarch.server.live import Live
from countermarch.server.memory import At
from countermarch.server.problems import Problem, problem
from countermarch.server.store import Store
from countermarch.server.telling import Teller


class Shares:
    def __init__(self, store: Store, pairs: Duplicates, teller: Teller, caller: Caller, at: At) -> None:
        self._store, self._pairs, self._teller, self._caller, self._at = store, pairs, teller, caller, at
        self.awaited: dict[str, asyncio.Task[None]] = {}  # by match

    async def begin(self, live: Live) -> None:
        """All sit: whoever promised a share in the dice gives it now, and the match begins."""
        if live.fair is not None:
            live.fair.all_sit()
        await self.keep(live)
        if live.shares_due:
            await self.wait(live)
        else:
            await self._draw_dice(live)

    async def keep(self, live: Live) -> None:
        if live.fair is not None:
            await asyncio.to_thread(self._store.keep_shares, live.id, live.fair.document())

    async def _draw_dice(self, live: Live) -> None:
        """With dice that nobody could know before."""
        key = None if live.fair is None else live.fair.settle(live.match.game.info.sides)
        fresh = live.match.anew(key=key)
        shares = None if live.fair is None else live.fair.document()
        twin = await self._pairs.twin(live)
        begun = [live] if twin is None else [live, twin]
        headers = {one.id: (fresh.save(), standing(fresh, one.seats)) for one in begun}
        await asyncio.to_thread(self._store.begin, headers, shares)
        for one in begun:
            one.fair = live.fair
            one.open(fresh.save())
        self._caller.due(live)
        if twin is not None:
            self._teller.tell(twin, 0)

    async def come(self, live: Live, side: str, promised: str | None) -> list[str]:
        """Somebody sits down to a rematch; whose shares are waited for then."""
        if live.fair is not None and live.fair.come(side, promised):
            await self.keep(live)
            if not live.waiting:
                await self.begin(live)
            self._teller.tell(live, 0)
        return live.shares_due

    async def promise_anew(self, live: Live, own: Sequence[str], promised: str | None) -> None:
        """Somebody asks once more for a rematch that waits: his browser knows the latest share alone."""
        if live.fair is not None:
            live.fair.promise_anew(own, promised)
            await self.keep(live)

    async def give(self, live: Live, side: str, share: str) -> list[str]:
        """Whose shares are still waited for."""
        if live.fair is None:
            raise problem(409, "share_not_due", seat=side)
        live.fair.give(side, share)
        await self.keep(live)
        if not live.fair.settled and not live.shares_due:
            await self._draw_dice(live)
            self._teller.tell(live, 0)
        return live.shares_due

    async def wait(self, live: Live) -> None:
        """The match begins without those who are late."""
        assert live.fair is not None
        if live.fair.left <= 0:
            await self._draw_dice(live)
            self._teller.tell(live, 0)
        elif live.id not in self.awaited:
            self.awaited[live.id] = asyncio.create_task(self._come_back(live.id, live.fair.left))

    async def _come_back(self, id: str, seconds: float) -> None:
        await asyncio.sleep(seconds)
        del self.awaited[id]
        with suppress(Problem):
            async with self._at(id):
                pass
