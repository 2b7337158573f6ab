"""Somebody at several tables: goes by another name or account, listens no more, is forgotten."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

from countermarch.saves import SaveError
from countermarch.server.accountstore import SOMEBODY, AccountStore
from countermarch.server.bans import Bans
from countermarch.server.calls import Caller
from countermarch.server.clearing import Clearing
from countermarch.server.live import Live
from countermarch.server.memory import At, Memory
from countermarch.server.people import Register
from countermarch.server.playing import Playing
from countermarch.server.problems import Problem
from countermarch.server.store import Store

EVERY_ONE = 2**31  # of somebody's matches
log = logging.getLogger("countermarch.server")


class Persons:
    def __init__(
        self,
        store: Store,
        accounts: AccountStore,
        register: Register,
        memory: Memory,
        playing: Playing,
        clearing: Clearing,
        caller: Caller,
        at: At,
    ) -> None:
        self._store, self._accounts, self._register, self._memory = store, accounts, register, memory
        self._playing, self._clearing, self._caller, self._at = playing, clearing, caller, at

    def rename(self, person: str, name: str) -> None:
        self._store.rename(person, name)
        self.renamed(person, name)
        self._memory.board.post("renamed", person=person, name=name)

    def renamed(self, person: str, name: str) -> None:
        for live in list(self._memory.lives.values()):
            if person in live.names:
                live.names[person] = name

    async def becomes(self, old: str, new: str) -> None:
        """Somebody has logged in: what he played before is his account's."""
        await asyncio.to_thread(self._accounts.move, old, new)
        self._register.forget(old)
        await self.became(old, new)
        self._memory.board.post("became", old=old, new=new)

    async def became(self, old: str, new: str) -> None:
        self._caller.listened(new)
        names = await asyncio.to_thread(self._store.names, [new])
        loaded = await asyncio.gather(*self._memory.loading.values(), return_exceptions=True)
        for live in (*self._memory.lives.values(), *(one for one in loaded if isinstance(one, Live))):
            live.becomes(old, new)
            live.names |= names

    async def forget(self, person: str) -> None:
        """Tables nobody else sits at go; at the others somebody sits."""
        for record, _ in await asyncio.to_thread(self._store.all, person, False, 0, EVERY_ONE):
            if not {chair.holder for chair in record.chairs.values()} - {person, None}:
                await self._clear(record.id)
            elif record.standing.to_act is not None:
                await self._leave_for_good(record.id, person)
        await asyncio.to_thread(self._accounts.forget, person)
        self._register.forget(person)
        self.hang_up(person)
        self.rename(person, SOMEBODY)

    async def _leave_for_good(self, id: str, person: str) -> None:
        """Nobody waits for who does not come again."""
        with suppress(SaveError, Problem):
            async with self._at(id) as live:
                if live.clock is not None:
                    live.clock.gone += live.of(person)
                    await self._playing.keep_beside(live)

    async def _clear(self, id: str) -> None:
        try:
            async with self._at(id) as live:
                await self._clearing.remove(live)
        except SaveError:
            await asyncio.to_thread(self._store.remove, id)
        except Problem:
            log.info("match %s: it was cleared away with its other game", id)

    def hang_up(self, person: str) -> None:
        """Whoever listens for somebody has to ask again."""
        self.hung_up(person)
        self._memory.board.post("hung_up", person=person)

    def hung_up(self, person: str) -> None:
        for live in self._memory.lives.values():
            for watcher in live.watchers:
                if live.person_at(watcher.seat) == person:
                    watcher.tell({"type": "closed"})

    def shut_out(self, bans: Bans) -> None:
        """Who listens from where nobody may come from any more."""
        for live in self._memory.lives.values():
            for watcher in live.watchers:
                if watcher.asker is not None and bans.of(watcher.asker) is not None:
                    watcher.tell({"type": "closed"})
