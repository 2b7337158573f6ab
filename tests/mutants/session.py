"""A run over a sample: workers, who does what next, and what is heard meanwhile."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path

from tests.mutants.population import Mutant
from tests.mutants.results import NOTICED, SURVIVED, UNREACHED
from tests.mutants.trace import Line
from tests.mutants.workers import COLD, GREEN, Cold, Loaded, Place, serve

SLOWER = 3  # a mutant may compute so many times longer than the tests do, which were slowed down by the trace
STARTING = 10  # seconds to import everything and collect the tests, at most
Hear = Callable[[Mutant, str], None]


class TestsAreRed(Exception):
    """Nothing can be said about tests that fail without any change."""


@dataclass(slots=True)
class _Slot:
    """A job: one mutant at a time, in a fork of one of its servers."""

    cold: Connection
    fresh: Connection
    warm: Connection
    mutant: Mutant | None = None


class Session:
    def __init__(self, place: Place, mutants: Sequence[Mutant], jobs: int, patience: float, log: Path) -> None:
        self.place, self.patience = place, patience
        self.children: list[int] = []
        self.early: set[Line] = set()
        self.kept: set[Line] = set()
        self.tests: dict[Line, set[int]] = {}
        self.seconds: list[float] = []
        cold, fresh, warm = ([Pipe() for _ in range(jobs)] for _ in range(3))
        self.slots = [_Slot(c[0], f[0], w[0]) for c, f, w in zip(cold, fresh, warm, strict=True)]
        self.heard, report = Pipe(duplex=False)
        for _, theirs in cold:
            self.fork(partial(serve, theirs, Cold(place).run), log)
        loaded = Loaded(
            place,
            {line for mutant in mutants for line in self.lines(mutant)},
            [f[1] for f in fresh],
            [w[1] for w in warm],
            report,
        )
        self.fork(loaded.main, log)
        for connection in (*(pipe[1] for pipe in (*cold, *fresh, *warm)), report):
            connection.close()

    def fork(self, run: Callable[[], None], log: Path) -> None:
        child = os.fork()
        if child:
            os.setpgid(child, child)  # here, too: it may be killed before it comes to say so itself
            self.children.append(child)
            return
        try:
            os.setpgid(0, 0)  # Ctrl-C is for the one who counts
            out = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            for number in (1, 2):
                os.dup2(out, number)
            run()
        finally:
            os._exit(0)

    def ready(self) -> None:
        """Waits until the tests are green, warm and cold."""
        for slot in self.slots[:1]:
            slot.cold.send((None, 60 * STARTING))
        try:
            report = self.heard.recv()
        except EOFError:
            raise TestsAreRed("the tests could not be run") from None
        if isinstance(report, list):
            raise TestsAreRed(", ".join(report))
        self.early, self.kept, self.tests, self.seconds = report
        if self.slots[0].cold.recv() != GREEN:
            raise TestsAreRed("they fail when run from the beginning")

    def close(self) -> None:
        for child in self.children:
            try:
                os.killpg(child, signal.SIGKILL)
            except ProcessLookupError:
                continue
        for child in self.children:
            os.waitpid(child, 0)

    # who does what

    def run(self, mutants: Sequence[Mutant], hear: Hear) -> None:
        waiting = list(reversed(mutants))
        for slot in self.slots:
            self.next(slot, waiting, hear)
        while busy := [slot for slot in self.slots if slot.mutant]:
            heard = wait([line for slot in busy for line in (slot.cold, slot.fresh, slot.warm)])
            for slot in busy:
                for line in (slot.cold, slot.fresh, slot.warm):
                    if line in heard:
                        self.answered(slot, line.recv(), hear)
                if slot.mutant is None:
                    self.next(slot, waiting, hear)

    def next(self, slot: _Slot, waiting: list[Mutant], hear: Hear) -> None:
        while waiting and slot.mutant is None:
            slot.mutant = mutant = waiting.pop()
            lines = self.lines(mutant)
            tests = {test for line in lines for test in self.tests.get(line, ())}
            if not (mutant.change.function and self.early.isdisjoint(lines)):
                self.send_cold(slot)
            elif not self.kept.isdisjoint(lines):
                self.send(slot.fresh, mutant, range(len(self.seconds)))
            elif tests:
                self.send(slot.warm, mutant, tests)
            else:
                slot.mutant = None
                hear(mutant, UNREACHED)

    def lines(self, mutant: Mutant) -> list[Line]:
        first, last = mutant.change.span
        return [(str(self.place.path(mutant)), number) for number in range(first, last + 1)]

    def send(self, line: Connection, mutant: Mutant, tests: Iterable[int]) -> None:
        """The quickest tests first."""
        ordered = sorted(tests, key=self.seconds.__getitem__)
        line.send((mutant, ordered, self.patience + SLOWER * sum(self.seconds[test] for test in ordered)))

    def send_cold(self, slot: _Slot) -> None:
        slot.cold.send((slot.mutant, STARTING + self.patience + SLOWER * sum(self.seconds)))

    def answered(self, slot: _Slot, code: int, hear: Hear) -> None:
        assert slot.mutant is not None
        if code == COLD:
            self.send_cold(slot)
            return
        mutant, slot.mutant = slot.mutant, None
        hear(mutant, SURVIVED if code == GREEN else NOTICED)
