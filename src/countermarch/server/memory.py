"""Matches in memory: found there or loaded from what is kept, forgotten again when nobody is at them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from countermarch.server import clocks, rulings
from countermarch.server.bulletin import Board, Nobody
from countermarch.server.chapters import Chapters, KeptMatch
from countermarch.server.entries import stored_save
from countermarch.server.errands import Errands
from countermarch.server.live import Live, at_table, check_all
from countermarch.server.mailstore import MailStore
from countermarch.server.obeying import Orders
from countermarch.server.owners import Alone, Owners
from countermarch.server.people import Asker
from countermarch.server.problems import problem
from countermarch.server.rulestore import RuleStore, Stood
from countermarch.server.store import Entry, NotOurs, Record, Store

KEPT = 24  # matches in memory
At = Callable[[str], AbstractAsyncContextManager[Live]]  # a match, to oneself
log = logging.getLogger("countermarch.server")


class Memory:
    """Some matches are in memory, the others in the store."""

    def __init__(self, store: Store, mail: MailStore, rules: RuleStore, errands: Errands) -> None:
        self.owners: Owners = Alone()  # whose each match is, and whom else to tell: see `neighbours`
        self.board: Board = Nobody()
        self.lives: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.now: Callable[[], float] = clocks.steady
        self.begun = clocks.BEGUN  # since when rules are those of today
        self.started = self.now()  # or since when what others had may come to us; clocks of what is opened know it
        self._store, self._mail, self._rules, self._errands = store, mail, rules, errands
        self._chapters = Chapters(store.engine, store.fence)
        self._room = KEPT
        self._pairs: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # by the first game of a duplicate

    # finding

    async def find(self, id: str) -> Live:
        await self.owners.have(id)
        live = self.lives.pop(id, None) or await self._loaded(id)
        if not live.gone:
            self.lives.pop(id, None)
            self.lives[id] = live  # the latest stands last
        if len(self.lives) > self._room:  # many more than when it was last looked: most may have to stay
            self._clear_away()
        return live

    async def _loaded(self, id: str) -> Live:
        """Once, however many ask for it; nobody waits for another match."""
        loading = self.loading.get(id)
        if loading is None:
            loading = self.loading[id] = asyncio.create_task(asyncio.to_thread(self._load, id))
            loading.add_done_callback(lambda _: self.loading.pop(id, None))
        loaded = await asyncio.shield(loading)
        if loaded.twin is not None:  # what happens in one game concerns the other
            loaded.lock = self._pairs.setdefault(min(id, loaded.twin), loaded.lock)
        return self.lives.get(id, loaded)

    def _load(self, id: str) -> Live:
        live = rulings.opened(self.kept(id), self._store.entries(id), self._rules, self._build)
        if live.chapter_due:
            self.turn_page(live)
        live.names = self._store.names({chair.holder for chair in live.chairs.values() if chair.holder})
        live.orders = {side: Orders(**document) for side, document in self._mail.orders(id).items()}
        live.now, live.said = lambda: self.now(), self._store.message_count(id)
        if live.clock is not None:
            clocks.after_a_pause(live.clock, self.started if live.stranded is None else self.begun)
        return live

    def _build(self, record: Record, entries: Sequence[Entry]) -> Live:
        return Live(record, entries, KeptMatch(record.id, self._store, self._chapters))

    def turn_page(self, live: Live) -> None:
        """Keep the position, so that nobody has to replay what led there; without it, it is replayed."""
        try:
            page = live.page()
            self._chapters.keep(live.id, page)
            live.turn_page(page)
        except (SQLAlchemyError, NotOurs) as error:
            log.warning("match %s: a chapter could not be kept: %s", live.id, error)

    # forgetting

    def make_room(self) -> None:
        """Somebody has left a table."""
        if len(self.lives) > KEPT:
            self._clear_away()

    def _clear_away(self) -> None:
        for id in list(self.lives)[:-KEPT]:
            live = self.lives[id]
            if not (live.watchers or live.lock.locked() or (live.task and not live.task.done())):
                del self.lives[id]
                self._errands.run(self.put_away([live]))
        self._room = max(KEPT, len(self.lives) + KEPT // 4)

    async def put_away(self, lives: Sequence[Live]) -> None:
        """How they stand is kept, for the day on which the rules have changed."""
        changed = [live for live in lives if live.stranded is None and live.serial != live.noted and not live.gone]
        stood = [Stood(live.id, live.serial, live.match.position()) for live in changed]
        if stood:
            await asyncio.to_thread(self._rules.keep, stood)

    def forget(self, live: Live) -> None:
        live.gone = True
        self.lives.pop(live.id, None)
        for watcher in live.watchers:
            watcher.tell({"type": "closed"})

    async def forget_all(self) -> None:
        """What is in memory comes from a database that is gone; whoever listens has to ask again."""
        for live in list(self.lives.values()):
            async with live.lock:
                self.forget(live)

    def lose(self, ids: Collection[str]) -> None:
        """Others have them by now."""
        for id in ids:
            if (live := self.lives.get(id)) is not None:
                self.forget(live)

    def bereft(self) -> None:
        """Another worker is gone: nobody could act at its tables for a moment, and who sat there has to come here."""
        self.started = self.now()

    def been_away(self) -> None:
        """Nobody could act at any table."""
        self.started = self.now()
        for live in self.lives.values():
            live.back = self.started

    def removed(self, id: str) -> None:
        """Nobody is asked to it any more."""
        for other in self.lives.values():
            other.again = {how: again for how, again in other.again.items() if again != id}

    # what is known of a match, in memory or not

    def busy(self, id: str) -> bool:
        """Whether somebody is at it just now, or a bot."""
        live = self.lives.get(id)
        thinks = live is not None and live.task is not None and not live.task.done()
        return thinks or id in self.loading or (live is not None and live.lock.locked())

    def attended(self, id: str, side: str) -> bool:
        live = self.lives.get(id)
        return live is not None and live.attended(side)

    async def goes_on(self, id: str) -> bool:
        live = self.lives.get(id)
        return not live.over if live is not None else await asyncio.to_thread(self._store.goes_on, id)

    def kept(self, id: str) -> Record:
        record = self._store.find(id)
        if record is None:
            raise problem(404, "match", id=id)
        return record

    # what cannot be opened any more

    async def discard(self, id: str, asker: Asker) -> None:
        """It is for whoever sat there."""
        if not at_table(self.kept(id), asker):
            raise problem(403, "stranger")
        await asyncio.to_thread(self._store.remove, id)

    async def stored_save(self, id: str, asker: Asker) -> str:
        record = self.kept(id)
        check_all(record, asker)
        return stored_save(record, await asyncio.to_thread(self._store.entries, id))
