"""Whose a match is. One process alone has all; of several on one database one at a time has it.

A worker says every second that it lives. Whoever is asked for a match nobody living has takes it, by changing the
match's row; whoever writes to a match does so by the same row (`Store.worker`), so that one who was thought dead and
was only slow writes nothing any more. Where a match is not yet anybody's, all agree by its name where it belongs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from hashlib import blake2b
from time import monotonic
from typing import Protocol

from sqlalchemy.exc import SQLAlchemyError

from countermarch.server.ownerstore import LEASE, OwnerStore, Peer
from countermarch.server.store import NotOurs

BEAT = 1.0  # seconds
KNOWN = 50_000  # matches of others that are remembered
SETTLED = 5.0  # seconds until a worker that has come is given what belongs to it
MOVED = 20  # matches that go where they belong, at most, in one beat
ASKING = 3.0  # seconds until one who is asked for a match must have given it
NAMED = 10  # letters by which a match is placed: both games of a duplicate match begin with them
log = logging.getLogger("countermarch.workers")


class Elsewhere(NotOurs):
    """Another worker has the match, and lives."""

    def __init__(self, id: str, peer: Peer | None) -> None:
        super().__init__(id)
        self.peer = peer


class Unheard(Elsewhere):
    """Who has the match was asked, and died or stood still before it answered: it may have been done."""


class Owners(Protocol):
    async def have(self, id: str) -> None:
        """The match is ours when this returns, whoever had it."""

    async def may(self, id: str) -> bool:
        """Whether it is ours, or nobody's, and so ours now."""

    def at_home(self, id: str) -> bool:
        """Whether a new match belongs here."""

    async def give_up(self, ids: Collection[str]) -> None:
        """Those nobody is at just now may be others'."""

    async def leave(self) -> None: ...


class Alone:
    """The only process there is."""

    async def have(self, id: str) -> None:
        return

    async def may(self, id: str) -> bool:
        return True

    def at_home(self, id: str) -> bool:
        return True

    async def give_up(self, ids: Collection[str]) -> None:
        return

    async def leave(self) -> None:
        return


class Among:
    """One of several."""

    def __init__(self, me: Peer, store: OwnerStore) -> None:
        self.me = me
        self._store = store
        self.peers: dict[str, Peer] = {me.id: me}
        self._came: dict[str, float] = {}  # when each was first heard of
        self._held: dict[str, list[str]] = {}  # with the other game of a duplicate match
        self._sure = float("-inf")  # until when nobody else can have taken what is ours
        self._elsewhere: dict[str, str] = {}  # by match the worker that had it when last asked for
        self._beating, self._moving = asyncio.Lock(), asyncio.Lock()
        self.lose: Callable[[Collection[str]], None] = lambda ids: None
        self.busy: Callable[[str], bool] = lambda id: False  # whether somebody is at it just now
        self.been_away: Callable[[], None] = lambda: None  # nobody could act here for a while
        self.bereft: Callable[[], None] = lambda: None  # another one is gone, and what it had may come to us
        self.ask_for: Callable[[str], Awaitable[None]] = self._nobody_to_ask

    async def _nobody_to_ask(self, id: str) -> None:
        return

    # being there

    async def join(self) -> None:
        await asyncio.to_thread(self._store.join, self.me)
        await self.beat()

    async def leave(self) -> None:
        await asyncio.to_thread(self._store.bury, self.me.id)

    async def beat(self) -> None:
        """Say that we live; who was too late may have lost what he had."""
        async with self._beating:
            now, late = monotonic(), monotonic() >= self._sure
            try:
                found = await asyncio.to_thread(self._store.beat, self.me.id)
            except SQLAlchemyError:
                self.been_away()
                raise
            if late:
                self.been_away()
            if found is None:
                await asyncio.to_thread(self._store.join, self.me)
                found, late = [self.me], True
            if late and self._held:
                await self._look_what_is_left()
            self._sure = now + LEASE
            self._know({peer.id: peer for peer in found} | {self.me.id: self.me})

    async def _look_what_is_left(self) -> None:
        left = await asyncio.to_thread(self._store.owned, self.me.id)
        lost = [id for id in self._held if id not in left]
        self._held = {id: both for id, both in self._held.items() if id in left}
        if lost:
            log.warning("%d matches were taken over by others meanwhile", len(lost))
            self.lose(lost)

    def _know(self, peers: dict[str, Peer]) -> None:
        self._mourn([id for id in self.peers if id not in peers])
        now = monotonic()
        self._came = {id: self._came.get(id, now) for id in peers}
        self.peers = peers

    def _mourn(self, gone: Collection[str]) -> None:
        """Whoever of these was thought to live."""
        if any(id in self.peers for id in gone):
            self.bereft()

    async def bury(self, id: str) -> None:
        """Who started it says that it is dead."""
        self._know({one: peer for one, peer in self.peers.items() if one != id})
        await asyncio.to_thread(self._store.bury, id)

    async def go_on(self, each: Callable[[], Awaitable[None]]) -> None:
        """As long as the worker runs."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
                await self._send_home()
                await each()
            except SQLAlchemyError as error:
                log.error("the database failed: %s", error)
            except Exception:
                log.exception("the workers could not be looked after")

    # whose it is

    def holds(self, id: str) -> bool:
        return id in self._held and monotonic() < self._sure

    def whither(self, id: str) -> Peer | None:
        """Who has a match, or is to have it, as far as is known; None if we do."""
        if self.holds(id):
            return None
        peer = self.peers.get(self._elsewhere.get(id, "")) or self.home(id)
        return None if peer.id == self.me.id else peer

    def home(self, id: str) -> Peer:
        """Where a match nobody has belongs: the same worker of a house for all who ask, as long as it lives."""
        own = [peer for peer in self.peers.values() if peer.house == self.me.house]
        return max(own, key=lambda peer: blake2b(f"{peer.slot} {id[:NAMED]}".encode(), digest_size=8).digest())

    def at_home(self, id: str) -> bool:
        return self.home(id).id == self.me.id

    async def hold(self, id: str) -> None:
        """It is ours when this returns; `Elsewhere` if another one has it."""
        if self.holds(id):
            return
        if monotonic() >= self._sure:
            await self.beat()
        async with self._moving:
            if id in self._held:
                return
            owner, both = await asyncio.to_thread(self._store.take, id, self.me.id, self._mourn)
            if owner == self.me.id:
                self._held |= dict.fromkeys(both, both)
                self._elsewhere.pop(id, None)
                return
        if owner is not None:  # there may be none, which is not ours to say
            if owner not in self.peers:  # it has just come
                await self.beat()
            self._remember(id, owner)
            raise Elsewhere(id, self.peers.get(owner))

    def doubt(self, id: str) -> None:
        """Who had it does not answer."""
        self._elsewhere.pop(id, None)

    def _remember(self, id: str, owner: str) -> None:
        self._elsewhere[id] = owner
        while len(self._elsewhere) > KNOWN:
            del self._elsewhere[next(iter(self._elsewhere))]

    async def may(self, id: str) -> bool:
        try:
            await self.hold(id)
        except Elsewhere:
            return False
        return True

    async def have(self, id: str) -> None:
        until = monotonic() + ASKING
        while True:
            try:
                return await self.hold(id)
            except Elsewhere:
                if monotonic() > until:
                    raise
                await self.ask_for(id)
            await asyncio.sleep(0.05)

    # giving away

    async def give_up(self, ids: Collection[str]) -> None:
        async with self._moving:
            pairs = [self._held[id] for id in ids if id in self._held]
            free = {id for both in pairs if not any(map(self.busy, both)) for id in both}
            for id in free:
                self._held.pop(id, None)
            self.lose(free)
            if free:
                await asyncio.to_thread(self._store.release, free, self.me.id)

    async def _send_home(self) -> None:
        """What was taken over from a worker that has a successor now, and what was begun at the wrong place."""
        settled = {id for id, came in self._came.items() if monotonic() - came > SETTLED}
        away = [id for id in self._held if (home := self.home(id).id) != self.me.id and home in settled]
        if away:
            await self.give_up(away[:MOVED])

    async def take_up(self, duty: str) -> bool:
        return await asyncio.to_thread(self._store.take_up, duty, self.me.id)
