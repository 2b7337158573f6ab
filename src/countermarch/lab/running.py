"""Runs an experiment into its folder: plays the games that are not there yet and writes their rows as they come."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from time import monotonic
from types import FrameType
from typing import Any

from countermarch.lab.experiment import Experiment
from countermarch.lab.folder import Folder
from countermarch.lab.games import Row, assignments, play_row
from countermarch.lab.runners import Runner

AT_ONCE = 256  # rows that are written together,
WAITING = 2.0  # unless the first of them has waited so many seconds


def rows_of(experiment: Experiment, runner: Runner, seeds: Iterable[int] | None = None) -> Iterator[Row]:
    """The games of an experiment, kept nowhere, in the order in which they are done."""
    yield from runner.each(play_row, assignments(experiment, experiment.seeds if seeds is None else seeds))


def run(folder: Folder, experiment: Experiment, runner: Runner, told: Callable[[int], None]) -> None:
    """Play what is missing; `told` hears how many games more are safe in the folder."""
    writer = _Writer(folder, told)
    with _stopped_alike():
        try:
            for row in rows_of(experiment, runner, folder.missing(experiment)):
                writer.take(row)
        finally:
            writer.write()
    folder.tidy()


class _Writer:
    def __init__(self, folder: Folder, told: Callable[[int], None]) -> None:
        self.folder, self.told = folder, told
        self.rows: list[Row] = []
        self.since = monotonic()

    def take(self, row: Row) -> None:
        self.rows.append(row)
        if len(self.rows) >= AT_ONCE or monotonic() - self.since >= WAITING:
            self.write()

    def write(self) -> None:
        """What was interrupted is written again under the same name, so nothing is doubled."""
        rows = [row for row in self.rows if row["seed"] not in self.folder.done]
        self.folder.add(rows)
        self.rows.clear()
        self.since = monotonic()
        self.told(len(rows))


@contextmanager
def _stopped_alike() -> Iterator[None]:
    """A polite kill is a Ctrl-C."""

    def stop(number: int, frame: FrameType | None) -> Any:
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGTERM, stop)
    except ValueError:  # not in the main thread
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
