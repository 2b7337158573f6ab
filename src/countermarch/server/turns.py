"""Whose turn it is to be thought for: several at a time, each house in its turn and in it each asker."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """What is thought for: people wait for the first two."""

    BOTS = "bots"
    ADVICE = "advice"
    ANALYSIS = "analysis"
    AMONG = "among"  # bots that play each other, where people wait for theirs

    @property
    def yields(self) -> bool:
        """To whatever else the machine has to do."""
        return self in (Kind.ANALYSIS, Kind.AMONG)

    @property
    def long(self) -> bool:
        """Whether one thought may take many times as long as a bot's move."""
        return self in (Kind.ADVICE, Kind.ANALYSIS)


PLAYING = Kind.BOTS, Kind.AMONG


@dataclass(frozen=True, slots=True, eq=False)
class Waiting:
    whose: str
    home: str
    kind: Kind
    turn: asyncio.Future[None]


class Queue:
    """Who waits, in the order in which they are served."""

    def __init__(self, places: int) -> None:
        self._served: deque[str] = deque(maxlen=places)  # the houses whose turn it is, or was last
        self._waiting: dict[str, dict[str, deque[Waiting]]] = {}  # by house and asker, the next one first

    def add(self, one: Waiting) -> None:
        self._waiting.setdefault(one.home, {}).setdefault(one.whose, deque()).append(one)

    def of(self, kind: Kind | None = None) -> int:
        houses = list(self._waiting.values())
        return sum(kind in (None, one.kind) for house in houses for own in list(house.values()) for one in list(own))

    def before(self, home: str) -> int:
        """How many come first: one of every other house, all of one's own."""
        own = sum(map(len, self._waiting.get(home, {}).values()))
        return own + sum(1 for other in self._waiting if other != home)

    def serve(self, home: str) -> None:
        self._served.append(home)

    def take(self, admits: Callable[[Kind], bool]) -> Waiting | None:
        """The next who may begin; he who has had his turn goes behind the others."""
        for home in [home for home in self._served if home in self._waiting]:
            self._waiting[home] = self._waiting.pop(home)
        everyone = (one for house in self._waiting.values() for own in house.values() for one in own)
        found = next((one for one in everyone if not one.turn.done() and admits(one.kind)), None)
        if found is not None:
            self.drop(found)
            self._go_behind(found)
            self.serve(found.home)
        return found

    def _go_behind(self, served: Waiting) -> None:
        house = self._waiting.pop(served.home, None)
        if house is not None:
            own = house.pop(served.whose, None)
            self._waiting[served.home] = house | ({} if own is None else {served.whose: own})

    def drop(self, one: Waiting) -> None:
        house = self._waiting[one.home]
        house[one.whose].remove(one)
        if not house[one.whose]:
            del house[one.whose]
        if not house:
            del self._waiting[one.home]


class Turns:
    """So many at a time, each house in its turn and in it each asker, however many wait behind him.

    Long thoughts leave a place for the short ones. What yields is begun while places are free that nobody waits for,
    at least one at a time, and takes none of them from people.
    """

    def __init__(self, places: int = 1) -> None:
        self.places = places
        self.busy: Counter[Kind] = Counter()
        self._queues = {yields: Queue(places) for yields in (False, True)}

    @asynccontextmanager
    async def of(self, whose: str, home: str | None = None, kind: Kind = Kind.BOTS) -> AsyncIterator[None]:
        """Who has no house stands for himself."""
        home = home or whose
        if self._admits(kind):
            self._queues[kind.yields].serve(home)
            self.busy[kind] += 1
        else:
            await self._wait(whose, home, kind)
        try:
            yield
        finally:
            self._leave(kind)

    def waiting(self, kind: Kind | None = None) -> int:
        return sum(queue.of(kind) for queue in self._queues.values())

    def before(self, home: str) -> int:
        """How many come first for whom somebody waits."""
        return self._queues[False].before(home)

    def _admits(self, kind: Kind) -> bool:
        if kind.long and self.busy[kind] >= max(1, self.places - 1):
            return False
        waited_for = self.busy[Kind.BOTS] + self.busy[Kind.ADVICE]
        if not kind.yields:
            return waited_for < self.places
        yielding = self.busy[Kind.ANALYSIS] + self.busy[Kind.AMONG]
        return not yielding or waited_for + yielding < self.places

    async def _wait(self, whose: str, home: str, kind: Kind) -> None:
        one = Waiting(whose, home, kind, asyncio.get_running_loop().create_future())
        self._queues[kind.yields].add(one)
        try:
            await one.turn
        except asyncio.CancelledError:
            if one.turn.cancelled():
                self._queues[kind.yields].drop(one)
            else:
                self._leave(kind)
            raise

    def _leave(self, kind: Kind) -> None:
        """Whoever may begin now does."""
        self.busy[kind] -= 1
        for queue in self._queues.values():
            while (one := queue.take(self._admits)) is not None:
                self.busy[one.kind] += 1
                one.turn.set_result(None)
