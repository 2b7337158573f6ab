"""Who does the work: this process, several of this machine, or a Ray cluster. What they do is the same.

A runner takes tasks and gives back what came of each, in the order in which they are done. A worker that dies is
replaced, and what it had been given is given to another.
"""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain, islice
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from traceback import format_exc
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2  # tasks a worker has, so that it never waits for the next
TRIES = 3  # workers that may die of one task
SPAWN = get_context("spawn")  # a worker inherits nothing, so that no lock outlives who took it


class TaskFailed(RuntimeError):
    """A task that ended in an error, or of which workers died."""


class Runner(Protocol):
    def each(self, work: Callable[[T], R], todo: Iterable[T]) -> Iterator[R]:
        """What comes of every task, as they are done; closing the iterator stops the rest."""


def runner(jobs: int = 1, ray: str | None = None) -> Runner:
    if ray is not None:
        from countermarch.lab.cluster import Cluster

        return Cluster(ray)
    return Processes(jobs) if jobs > 1 else Here()


class Here:
    """One after the other, in this process."""

    def each(self, work: Callable[[T], R], todo: Iterable[T]) -> Iterator[R]:
        yield from map(work, todo)


@dataclass(eq=False, slots=True)
class _Worker:
    process: BaseProcess
    line: Connection
    has: deque[Any] = field(default_factory=deque)


class Processes:
    """Several processes of this machine; a task goes to whoever is free."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def each(self, work: Callable[[T], R], todo: Iterable[T]) -> Iterator[R]:
        crew: _Crew[T, R] = _Crew(work, iter(todo))
        try:
            yield from crew.results(self.jobs)
        finally:
            crew.dismiss()


class _Crew(Generic[T, R]):
    def __init__(self, work: Callable[[T], R], todo: Iterator[T]) -> None:
        self.work, self.todo = work, todo
        self.again: deque[T] = deque()  # what a dead worker had been given
        self.deaths: dict[int, int] = {}  # of workers, by the task they were at
        self.workers: list[_Worker] = []

    def results(self, jobs: int) -> Iterator[R]:
        for _ in range(jobs):
            self._hire()
        while busy := [worker for worker in self.workers if worker.has]:
            heard = wait([worker.line for worker in busy])
            for worker in busy:
                if worker.line in heard:
                    yield from self._hear(worker)

    def _hire(self) -> None:
        ours, theirs = SPAWN.Pipe()
        process = SPAWN.Process(target=_serve, args=(self.work, theirs), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self.workers.append(worker)
        self._supply(worker)

    def _supply(self, worker: _Worker) -> None:
        for task in islice(chain(self._left(), self.todo), AHEAD - len(worker.has)):
            worker.has.append(task)
            with suppress(OSError):  # it has died; its line says so
                worker.line.send(task)

    def _left(self) -> Iterator[T]:
        while self.again:
            yield self.again.popleft()

    def _hear(self, worker: _Worker) -> Iterator[R]:
        try:
            done, found = worker.line.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        if not done:
            raise TaskFailed(found)
        worker.has.popleft()
        self._supply(worker)
        yield found

    def _bury(self, worker: _Worker) -> None:
        """Its tasks go to another; the one it was at may be what kills."""
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join()
        at = worker.has[0]
        self.deaths[id(at)] = self.deaths.get(id(at), 0) + 1
        if self.deaths[id(at)] == TRIES:
            raise TaskFailed(f"{TRIES} workers died at {at} (the last with {worker.process.exitcode})")
        self.again.extend(worker.has)
        self._hire()

    def dismiss(self) -> None:
        for worker in self.workers:
            worker.process.terminate()
            worker.line.close()
        for worker in self.workers:
            worker.process.join()


def _serve(work: Callable[[Any], Any], line: Connection) -> None:
    """A worker's life: it ends with whoever hired it, since nobody else holds the other end of the line."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(EOFError, OSError):
        while True:
            task = line.recv()
            try:
                answer = (True, work(task))
            except Exception:
                answer = (False, format_exc())
            line.send(answer)
