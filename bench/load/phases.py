"""What is done to a server: tables are made, played with and without time to think, beside others that sleep."""

from __future__ import annotations

import asyncio
import gc
import resource
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from statistics import quantiles
from typing import Protocol

from bench.load.processes import Started
from bench.load.tables import Tally

OPENING = 8  # tables that are made at a time
SETTLING = 2.0  # seconds before memory is looked at


class Playable(Protocol):
    over: bool

    async def open(self) -> None: ...
    async def play(self, tally: Tally, think: float, until: float) -> None: ...
    def close(self) -> None: ...


@dataclass(slots=True)
class Row:
    """One phase as it is reported."""

    server: str
    phase: str
    tables: int
    seconds: float
    actions: int
    rate: float
    p50: float  # milliseconds from the click until the other seat's line tells it
    p99: float
    answered: float  # milliseconds until the click is answered, p50
    errors: dict[str, int]
    processor: dict[str, float]  # of a core, by who used it
    server_ms: float  # of processor an action
    database_ms: float
    memory: float | None = None  # megabytes a table


@dataclass(slots=True)
class Phase:
    """A load and what came of it, in one piece or in several, with something else between them."""

    name: str
    tables: Sequence[Playable]
    think: float
    tally: Tally = field(default_factory=Tally)
    took: float = 0.0
    used: Counter[str] = field(default_factory=Counter)  # seconds of processor, by who used them


@dataclass(slots=True)
class Bench:
    """A server under load, and what else has a share in the processor."""

    name: str
    server: Started
    database: Started | None
    rows: list[Row] = field(default_factory=list)

    def used(self) -> Mapping[str, float]:
        database = 0.0 if self.database is None else self.database.seconds
        own = resource.getrusage(resource.RUSAGE_SELF)
        return {"server": self.server.seconds, "database": database, "clients": own.ru_utime + own.ru_stime}

    async def seat(self, tables: Sequence[Playable]) -> float:
        """All tables made; megabytes of the server a table."""
        before = self.server.megabytes
        await _some_at_a_time([table.open for table in tables])
        await asyncio.sleep(SETTLING)
        return (self.server.megabytes - before) / len(tables)

    async def play(self, name: str, tables: Sequence[Playable], think: float, seconds: float) -> Row:
        phase = Phase(name, tables, think)
        await self.go_on(phase, seconds)
        return self.reported(phase)

    async def go_on(self, phase: Phase, seconds: float) -> None:
        with _no_sweeping():
            before, began = self.used(), time.monotonic()
            until = asyncio.get_running_loop().time() + seconds
            await asyncio.gather(*(table.play(phase.tally, phase.think, until) for table in phase.tables))
            phase.took += time.monotonic() - began
            phase.used.update({who: now - before[who] for who, now in self.used().items()})

    def reported(self, phase: Phase) -> Row:
        self.rows.append(_row(self.name, phase))
        return self.rows[-1]


@contextmanager
def _no_sweeping() -> Iterator[None]:
    """What two thousand clients know takes a tenth of a second to look through, which would count as the server's."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def _some_at_a_time(openings: Sequence[Callable[[], Awaitable[None]]]) -> None:
    room = asyncio.Semaphore(OPENING)

    async def one(opening: Callable[[], Awaitable[None]]) -> None:
        async with room:
            await opening()

    await asyncio.gather(*(one(opening) for opening in openings))


def _row(server: str, phase: Phase) -> Row:
    tally, took = phase.tally, phase.took
    count = max(1, len(tally.seconds))
    p50, p99 = _parts(tally.seconds)
    return Row(
        server,
        phase.name,
        len(phase.tables),
        round(took, 1),
        len(tally.seconds),
        round(len(tally.seconds) / took, 1),
        p50,
        p99,
        _parts(tally.answered)[0],
        tally.errors,
        {who: round(seconds / took, 3) for who, seconds in phase.used.items()},
        round(1000 * phase.used["server"] / count, 2),
        round(1000 * phase.used["database"] / count, 2),
    )


def _parts(seconds: Sequence[float]) -> tuple[float, float]:
    """The median, and what one of a hundred exceeds, in milliseconds."""
    if len(seconds) < 2:
        return 0.0, 0.0
    parts = quantiles(seconds, n=100)
    return round(1000 * parts[49], 1), round(1000 * parts[98], 1)
