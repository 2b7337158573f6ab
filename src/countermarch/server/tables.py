"""All matches of a server, and who sees to them: each part has its module, and they are put together here."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError

from countermarch.server.accountstore import AccountStore
from countermarch.server.advising import Advisers
from countermarch.server.bans import Bans
from countermarch.server.calls import Caller, Settings
from countermarch.server.clearing import Clearing
from countermarch.server.copies import CopyStore
from countermarch.server.credentials import Tries
from countermarch.server.drawings import Drawings
from countermarch.server.duplicates import Duplicates
from countermarch.server.errands import Errands
from countermarch.server.house_values import HouseValues
from countermarch.server.letters import Letters
from countermarch.server.limits import Limits
from countermarch.server.live import Live
from countermarch.server.mailstore import MailStore
from countermarch.server.memory import Memory
from countermarch.server.metrics import Figures, Meters
from countermarch.server.people import Register
from countermarch.server.persons import Persons
from countermarch.server.players import Players
from countermarch.server.playing import Playing
from countermarch.server.posting import Mailer
from countermarch.server.rulestore import RuleStore
from countermarch.server.seating import Seating
from countermarch.server.shares import Shares
from countermarch.server.staff import Staff
from countermarch.server.store import NotOurs, Store
from countermarch.server.tallies import Tallies
from countermarch.server.telling import Describe, Teller
from countermarch.server.timing import Timekeeper
from countermarch.server.turns import PLAYING, Kind
from countermarch.server.valuestore import ValueStore
from countermarch.values import Values

log = logging.getLogger("countermarch.server")


class Keeper:
    """Keeps all matches of the server: one change at a time each, bots moved along."""

    def __init__(
        self,
        store: Store,
        describe: Describe,
        guarded: bool = False,
        house: Mapping[str, Values] | None = None,
        secure: bool = False,
        calls: Settings | None = None,
        proxies: Collection[str] = (),
        bots: int | None = None,
    ) -> None:
        self.store = store
        self.guarded = guarded
        self.secure = secure  # whether cookies go over encrypted lines only
        self.meters = Meters()
        self.meters.watch(store.engine)
        self.meters.look_at(self.figures)
        self.limits = Limits(guarded, proxies)
        self.drawings = Drawings(self.limits)
        self.letters = Letters(self.limits, lambda: self.mailer)
        self._open_stores()
        self.house = HouseValues(self.values, house or {})
        self.register = Register(store)
        self.caller = Caller(self.mail, calls or Settings(), Tallies(store.engine))
        self.caller.sent = self.meters.notices
        self._errands = Errands()
        self.memory = Memory(store, self.mail, self.rules, self._errands)
        self.caller.attended = self.memory.attended
        self.teller = Teller(describe)
        self._staff = Staff(bots)
        self._see_to_tables()

    def _open_stores(self) -> None:
        engine, fence = self.store.engine, self.store.fence
        self.mail, self.rules = MailStore(engine, fence), RuleStore(engine, fence)
        self.accounts, self.bans, self.tries = AccountStore(engine), Bans(engine), Tries(engine)
        self.copies, self.values = CopyStore(engine), ValueStore(engine)

    def _see_to_tables(self) -> None:
        store, memory, teller, staff, at = self.store, self.memory, self.teller, self._staff, self.at
        self._pairs = pairs = Duplicates(memory, store)
        self.playing = Playing(store, memory, pairs, teller, self.caller, self.meters, staff)
        self.playing.stir = self._stir
        self.times = Timekeeper(store, memory, self.playing, self._errands, at)
        self.shares = Shares(store, pairs, teller, self.caller, at)
        self.seating = Seating(store, self.copies, self.limits, memory, pairs, self.shares, teller, at)
        self.players = Players(staff, self.playing, memory, teller, self.limits)
        self.advisers = Advisers(store, staff, self.limits, memory)
        self.clearing = Clearing(store, memory, pairs, staff, self.advisers)
        self.persons = Persons(
            store, self.accounts, self.register, memory, self.playing, self.clearing, self.caller, at
        )

    @property
    def mailer(self) -> Mailer | None:
        """Who takes letters, if the server was told."""
        return self.caller.settings.mailer

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[Live]:
        """The match, to oneself; bots go on when one leaves."""
        async with self._to_oneself(id) as live:
            live.looked = time.monotonic()
            await self._pairs.look_across(live)
            if live.origin is not None and not await self.memory.goes_on(live.origin):
                live.origin = None
            if live.shares_due:
                await self.shares.wait(live)
            await self.times.mind(live)
            try:
                yield live
            finally:
                live.put_away()
            self._stir(live)

    @asynccontextmanager
    async def _to_oneself(self, id: str) -> AsyncIterator[Live]:
        """While one waited for it, it may have been dropped, removed or taken over, or nobody could act at all."""
        while True:
            live = await self.memory.find(id)
            async with live.lock:
                if await self._is_ours(live):
                    yield live
                    return

    async def _is_ours(self, live: Live) -> bool:
        """What has become another worker's while it was loaded is not to be found here again when it comes back."""
        try:
            await self.memory.owners.have(live.id)
        except NotOurs:
            self.memory.forget(live)
            raise
        return not live.gone

    def _stir(self, live: Live) -> None:
        self.times.wind(live)
        self.players.stir(live)

    def figures(self) -> Figures:
        """What there is just now, for the counters."""
        memory, staff = self.memory, self._staff
        kinds = {"bots": PLAYING, "advice": (Kind.ADVICE,), "analysis": (Kind.ANALYSIS,)}
        lives = list(memory.lives.values())
        return {
            "tables": {"memory": len(lives), "loading": len(memory.loading)},
            "lines": {"live": sum(len(live.watchers) for live in lives)},
            "queue": {"notices": self.caller.waiting} | {of: staff.waiting(*kind) for of, kind in kinds.items()},
            "thinking": {of: staff.busy(*kind) for of, kind in kinds.items()},
            "processes": {"bots": staff.processes},
        }

    async def forget_all(self) -> None:
        """What is in memory comes from a database that is gone."""
        await self.memory.forget_all()
        self.register.forget_all()
        self.caller.listened()

    async def close(self) -> None:
        lives = list(self.memory.lives.values())
        playing = [live.task for live in lives if live.task is not None]
        others = *self.advisers.studies.values(), *self.shares.awaited.values(), *self._errands.tasks
        for task in (*playing, *others):
            task.cancel()
        await self.caller.close()
        self.letters.close()
        self._staff.close()
        await asyncio.gather(*playing, *others, return_exceptions=True)
        try:
            await self.memory.put_away(list(self.memory.lives.values()))
            await self.memory.owners.leave()
        except (SQLAlchemyError, NotOurs) as error:  # what was acknowledged is on disk; others notice that we are gone
            log.error("how the matches stand could not be kept: %s", error)
        self.playing.close()
        self.store.close()
