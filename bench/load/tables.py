"""Two people apart at a table: made, joined by its link, dice shared, then played as a browser plays it."""

from __future__ import annotations

import asyncio
import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from time import perf_counter
from typing import Any

import orjson

from bench.load.wire import Answer, Line, LineLost, Proxy

PATIENCE = 30.0  # seconds until an answer, or what the other seat is told, counts as lost
ERRORS = (LineLost, TimeoutError, OSError)
Moment = dict[str, Any]


@dataclass(slots=True)
class Tally:
    """What came of a load."""

    seconds: list[float] = field(default_factory=list)  # from the click until the other seat's line tells it
    answered: list[float] = field(default_factory=list)  # until the click is answered
    errors: dict[str, int] = field(default_factory=dict)
    over: int = 0  # games that ended

    def err(self, what: str) -> None:
        self.errors[what] = self.errors.get(what, 0) + 1


class NotServed(Exception):
    """The server said something else than what was asked for."""


def addresses() -> Iterator[str]:
    """One for every person, as a proxy would name them."""
    return (f"10.{n >> 16 & 255}.{n >> 8 & 255}.{n & 255}" for n in range(1, 1 << 24))


class Person:
    """One seat: a cookie, a live line, and the table as it was last told."""

    def __init__(self, proxy: Proxy, address: str, patched: bool) -> None:
        self.proxy, self.address = proxy, address
        self._patched = patched  # whether the server tells how the table has changed, or has it looked at anew
        self.cookie, self.id, self.seat = "", "", ""
        self.share = secrets.token_hex(32)
        self.moment: Moment = {}
        self.heard = -1  # the latest serial the line told
        self.line: Line | None = None
        self._awaited: tuple[int, asyncio.Future[float]] | None = None

    @property
    def promise(self) -> str:
        return sha256(f"countermarch share {self.share}".encode()).hexdigest()

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        asking = self.proxy.ask(method, f"/api{path}", self.address, self.cookie, body)
        return await asyncio.wait_for(asking, PATIENCE)

    async def get(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.ask(method, path, body)
        if answer.status >= 400:
            raise NotServed(f"{method} {path.split('/')[-1].split('?')[0]} {answer.status}: {answer.text[:200]!r}")
        self._remember(answer)
        return answer.json()

    def _remember(self, answer: Answer) -> None:
        """The cookie one is known by, in the letters it was given in."""
        given = answer.header(b"set-cookie")
        if given:
            self.cookie = given.split(b";")[0].decode()

    async def sit(self, id: str, seat: str) -> None:
        self.id, self.seat = id, seat
        path = f"/api/matches/{id}/live?seat={seat}&lang=en&patch=true"
        self.line = await self.proxy.listen(path, self.address, self.cookie, self.hear)

    async def look(self) -> None:
        self.moment = await self.get("GET", f"/matches/{self.id}/view?seat={self.seat}&whole=true")

    async def give(self) -> None:
        await self.get("POST", f"/matches/{self.id}/share", {"seat": self.seat, "share": self.share})

    # the live line

    def hear(self, message: bytes) -> None:
        told = orjson.loads(message)
        if told["type"] != "changed":
            return
        self.heard = told["serial"]
        self._take(told)
        if self._awaited is not None and self.heard >= self._awaited[0]:
            heard = self._awaited[1]
            self._awaited = None
            if not heard.done():
                heard.set_result(perf_counter())

    def awaiting(self, serial: int) -> asyncio.Future[float]:
        """When the line tells of this moment."""
        heard: asyncio.Future[float] = asyncio.get_running_loop().create_future()
        if self.heard >= serial:
            heard.set_result(perf_counter())
        else:
            self._awaited = serial, heard
        return heard

    def _take(self, told: Any) -> None:
        """How the table has changed, if it is known here what it was before; of it all, what a player chooses from."""
        table = told.get("table")
        if table is not None and self.moment and table["base"] == self.moment["serial"]:
            self.moment = {"serial": table["serial"], "legal": table["legal"]}

    async def act(self, action: str) -> None:
        body = {"seat": self.seat, "action": action, "serial": self.moment["serial"], "whole": True}
        if self._patched:
            self._take(await self.get("POST", f"/matches/{self.id}/actions", {**body, "patch": True}))
        else:
            self.moment = await self.get("POST", f"/matches/{self.id}/actions", body)

    async def catch_up(self, serial: int) -> None:
        """Who could not follow looks at the table."""
        if self.moment["serial"] < serial:
            await self.look()


@dataclass(frozen=True, slots=True)
class Offered:
    """What the server has, as it says itself."""

    game: str
    sides: tuple[str, ...]
    patched: bool

    @classmethod
    async def by(cls, proxy: Proxy, game: str) -> Offered:
        games = (await proxy.ask("GET", "/api/games", "10.0.0.0")).json()
        described = (await proxy.ask("GET", "/openapi.json", "10.0.0.0")).json()
        asked = described["components"]["schemas"]["ActionAsked"]["properties"]
        sides = next(found["sides"] for found in games if found["key"] == game)
        return cls(game, tuple(sides), "patch" in asked)


class Table:
    def __init__(self, proxy: Proxy, offered: Offered, seed: int, homes: Iterator[str]) -> None:
        self.offered, self.chance = offered, random.Random(seed)
        self.people = Person(proxy, next(homes), offered.patched), Person(proxy, next(homes), offered.patched)
        self.over = False

    @property
    def id(self) -> str:
        return self.people[0].id

    async def open(self) -> None:
        (maker, friend), sides = self.people, self.offered.sides
        asked = {"game": self.offered.game, "seats": {sides[0]: "me", sides[1]: "link"}, "promise": maker.promise}
        made = await maker.get("POST", "/matches", asked)
        link = made["links"][sides[1]]
        await friend.get("POST", link, {"name": "Ada", "promise": friend.promise})
        await maker.sit(made["id"], sides[0])
        await friend.sit(made["id"], sides[1])
        await maker.give()
        await friend.give()
        await maker.look()
        await friend.look()

    def close(self) -> None:
        for person in self.people:
            if person.line is not None:
                person.line.close()

    @property
    def acting(self) -> tuple[Person, Person]:
        """Who is asked, and the other."""
        one, other = self.people
        return (one, other) if one.moment.get("legal") else (other, one)

    async def play(self, tally: Tally, think: float, until: float) -> None:
        """Think, act, and see that the other is told, until the time is up."""
        clock = asyncio.get_running_loop().time
        if think:
            await asyncio.sleep(self.chance.uniform(0, think))
        while not self.over and clock() < until:
            try:
                await self._step(tally)
            except NotServed as refused:
                tally.err(str(refused))
                await self._ask_again(tally)
            except ERRORS as error:
                tally.err(f"{type(error).__name__}: {error}")
                await self._ask_again(tally)
            if think:  # nobody goes on when the time is up, and so nobody is waited for
                await asyncio.sleep(min(self.chance.uniform(think / 2, think * 1.5), max(0.0, until - clock())))

    async def _step(self, tally: Tally) -> None:
        mover, other = self.acting
        legal = mover.moment.get("legal")
        if not legal:
            self.over = True
            tally.over += 1
            return
        serial = mover.moment["serial"] + 1
        told = other.awaiting(serial)
        began = perf_counter()
        await mover.act(self.chance.choice(legal["actions"])["text"])
        tally.answered.append(perf_counter() - began)
        tally.seconds.append(await asyncio.wait_for(told, PATIENCE) - began)
        for person in self.people:
            await person.catch_up(serial)

    async def _ask_again(self, tally: Tally) -> None:
        """As a browser does that was cut off."""
        await asyncio.sleep(1)
        for person in self.people:
            try:
                if person.line is None or person.line.lost:
                    await person.sit(person.id, person.seat)
                await person.look()
            except (NotServed, *ERRORS) as error:
                tally.err(f"again: {type(error).__name__}")
