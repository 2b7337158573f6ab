"""How much one person or one address may ask of a server that is open to others; at home nobody counts."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from contextvars import copy_context
from functools import lru_cache, partial
from ipaddress import ip_address
from math import ceil
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from starlette.requests import HTTPConnection

from countermarch.server.problems import problem

if TYPE_CHECKING:
    from countermarch.server.people import Asker

P = ParamSpec("P")
T = TypeVar("T")
HOUR = 3600.0
# by what is asked: how much at once, and how much an hour
RATES: dict[str, tuple[float, float]] = {
    "matches": (100, 120),
    "bytes": (60e6, 60e6),  # of saves brought in or checked
    "people": (100, 100),  # cookies given out
    "accounts": (10, 10),
    "names": (60, 120),
    "links": (40, 120),  # tried, and leading nowhere
    "values": (60, 60),  # sets written
    "actions": (3000, 36_000),
    "letters": (5, 10),  # to one address, whoever asks for them
    "maps": (60, 240),  # drawn anew
}
KNOWN = 50_000  # askers that are remembered
ENTRIES = 20_000  # of a save that is brought in
SECONDS = 20.0  # a save may take to be played again
LISTED = 10  # open tables of one person at a time
LINES = 200  # live lines of one match
OWN_LINES = 40  # live lines of one address or person
PATIENT = 30  # seconds a bot may think about an activation
PLANS = 200  # plans a hint may be looked for in
AT_ONCE = 2  # long works of the engine, at most one of each asker


class Limits:
    def __init__(self, guarded: bool, proxies: Collection[str] = (), now: Callable[[], float] = monotonic) -> None:
        self.guarded = guarded
        self._proxies = frozenset(_plain(proxy) for proxy in proxies)
        self._now = now
        self._left: dict[tuple[str, str], tuple[float, float]] = {}  # what is left, and when that was so
        self._counting = Lock()
        self._lines: dict[str, int] = {}
        self._room = asyncio.Semaphore(AT_ONCE)
        self._hands = ThreadPoolExecutor(AT_ONCE, "long work")  # so that what is short finds a free thread
        self._works: dict[str, asyncio.Lock] = {}
        self._homes: dict[str, str] = {}  # the latest address of each person

    # who asks

    def address(self, connection: HTTPConnection) -> str:
        """The first hop; what a proxy of ours forwards is believed, from the end, up to the first that is none."""
        found = _plain(connection.client.host if connection.client else "")
        told = connection.headers.get("x-forwarded-for", "")
        for hop in reversed([one.strip() for one in told.split(",") if one.strip()]):
            if found not in self._proxies:
                break
            found = _plain(hop)
        return _house(found)

    def comes_from(self, person: str, address: str) -> None:
        if not self.guarded:
            return
        with self._counting:
            self._homes.pop(person, None)
            self._homes[person] = address
            while len(self._homes) > KNOWN:
                del self._homes[next(iter(self._homes))]

    def home(self, person: str | None) -> str | None:
        """Where somebody asks from: people are easily made, addresses are not. At home nobody counts."""
        return None if person is None else self._homes.get(person)

    # how often

    def spend(self, kind: str, asker: Asker, amount: float = 1) -> None:
        """Refused if the asker or his address has had enough of this for now."""
        if not self.guarded:
            return
        with self._counting:
            for who in _names(asker):
                self._check(kind, who, amount)
            for who in _names(asker):
                self._left[kind, who] = self._has(kind, who) - amount, self._now()
            self._forget()

    def takes(self, kind: str, whom: str) -> bool:
        """Whether there is one left for somebody who did not ask himself; at home, too."""
        with self._counting:
            left = self._has(kind, whom)
            if left >= 1:
                self._left[kind, whom] = left - 1, self._now()
            self._forget()
            return left >= 1

    def check(self, kind: str, asker: Asker) -> None:
        """Whether there is any left."""
        with self._counting:
            for who in _names(asker) if self.guarded else ():
                self._check(kind, who, 1)

    def _check(self, kind: str, who: str, amount: float) -> None:
        burst, hourly = RATES[kind]
        lacking = min(amount, burst) - self._has(kind, who)
        if lacking > 0:
            raise problem(429, "too_often", seconds=ceil(lacking / hourly * HOUR))

    def _has(self, kind: str, who: str) -> float:
        burst, hourly = RATES[kind]
        left, then = self._left.pop((kind, who), (burst, self._now()))
        self._left[kind, who] = left, then  # the latest stand last
        return min(burst, left + (self._now() - then) * hourly / HOUR)

    def _forget(self) -> None:
        while len(self._left) > KNOWN:
            del self._left[next(iter(self._left))]

    # live lines

    @asynccontextmanager
    async def line(self, asker: Asker, there: int) -> AsyncIterator[None]:
        """A live line, where `there` are at the match already."""
        names = _names(asker) if self.guarded else []
        if self.guarded and (there >= LINES or any(self._lines.get(who, 0) >= OWN_LINES for who in names)):
            raise problem(429, "lines")
        for who in names:
            self._lines[who] = self._lines.get(who, 0) + 1
        try:
            yield
        finally:
            for who in names:
                self._lines[who] -= 1
                if not self._lines[who]:
                    del self._lines[who]

    # how long

    async def work(self, asker: Asker, what: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Long work of the engine beside the event loop: one at a time of each address, a few at a time of all."""
        who = asker.address or asker.person or ""
        own = self._works.setdefault(who, asyncio.Lock())
        try:
            async with own, self._room:
                done = partial(copy_context().run, what, *args, **kwargs)
                return await asyncio.get_running_loop().run_in_executor(self._hands, done)
        finally:
            if not own.locked():
                self._works.pop(who, None)


def _names(asker: Asker) -> list[str]:
    found = [f"at {asker.address}"] if asker.address else []
    return [*found, f"person {asker.person}"] if asker.person else found


@lru_cache(KNOWN)
def _plain(address: str) -> str:
    """Without a port, brackets or the name of a line; an address of four parts in one of six is one of four."""
    told = address.strip()
    if told.startswith("["):
        told = told[1:].partition("]")[0]
    elif told.count(":") == 1:
        told = told.partition(":")[0]
    try:
        found = ip_address(told.partition("%")[0])
    except ValueError:
        return address[:100]
    return str(getattr(found, "ipv4_mapped", None) or found)


@lru_cache(KNOWN)
def _house(address: str) -> str:
    """Whoever has one address of six parts has the whole street of them."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return address if found.version == 4 else ":".join(found.exploded.split(":")[:4])
