"""A run over a sample: workers, who does what next, and what is heard meanwhile."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path

from tests.mutants.population import Mutant
from tests.mutants.results import NOTICED, SURVIVED, UNREACHED
from tests.mutants.trace import Line
from tests.mutants.workers import COLD, GREEN, Cold, Place, Warm, serve

SLOWER = 5  # a mutant may compute so many times longer than the tests do
STARTING = 10  # seconds to import everything and collect the tests, at most
Hear = Callable[[Mutant, str], None]


class TestsAreRed(Exception):
    """Nothing can be said about tests that fail without any change."""


@dataclass(slots=True)
class _Slot:
    """A job: one mutant at a time, in a fork of its warm or of its cold server."""

    warm: Connection
    cold: Connection
    mutant: Mutant | None = None


class Session:
    def __init__(self, place: Place, files: Sequence[Path], jobs: int, patience: float, log: Path) -> None:
        self.place, self.patience = place, patience
        self.children: list[int] = []
        self.always: set[Line] = set()
        self.tests: dict[Line, set[int]] = {}
        self.seconds: list[float] = []
        warm, cold = ([Pipe() for _ in range(jobs)] for _ in range(2))
        self.slots = [_Slot(w[0], c[0]) for w, c in zip(warm, cold, strict=True)]
        self.heard, report = Pipe(duplex=False)
        for _, theirs in cold:
            self.fork(partial(serve, theirs, Cold(place).run), log)
        names = [str(path) for path in files]
        self.fork(lambda: Warm(place, names, [theirs for _, theirs in warm], report).main(), log)
        for connection in (*(theirs for _, theirs in (*warm, *cold)), report):
            connection.close()

    def fork(self, run: Callable[[], None], log: Path) -> None:
        child = os.fork()
        if child:
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
        self.always, self.tests, self.seconds = report
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
            heard = wait([line for slot in busy for line in (slot.warm, slot.cold)])
            for slot in busy:
                for line in (slot.warm, slot.cold):
                    if line in heard:
                        self.answered(slot, line is slot.warm, line.recv(), hear)
                if slot.mutant is None:
                    self.next(slot, waiting, hear)

    def next(self, slot: _Slot, waiting: list[Mutant], hear: Hear) -> None:
        while waiting and slot.mutant is None:
            mutant = waiting.pop()
            lines = [(str(self.place.path(mutant)), n) for n in range(mutant.change.span[0], mutant.change.span[1] + 1)]
            tests = sorted({at for line in lines for at in self.tests.get(line, ())}, key=self.seconds.__getitem__)
            if not mutant.change.function or not self.always.isdisjoint(lines):
                slot.mutant = mutant
                self.send_cold(slot)
            elif tests:
                slot.mutant = mutant
                patience = self.patience + SLOWER * sum(self.seconds[at] for at in tests)
                slot.warm.send((mutant, tests, patience))
            else:
                hear(mutant, UNREACHED)

    def send_cold(self, slot: _Slot) -> None:
        slot.cold.send((slot.mutant, STARTING + self.patience + SLOWER * sum(self.seconds)))

    def answered(self, slot: _Slot, warm: bool, code: int, hear: Hear) -> None:
        """A survivor of the warm server must survive every test from the beginning, too."""
        assert slot.mutant is not None
        if warm and code in (COLD, GREEN):
            self.send_cold(slot)
            return
        mutant, slot.mutant = slot.mutant, None
        hear(mutant, SURVIVED if code == GREEN else NOTICED)
