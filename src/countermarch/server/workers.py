"""Several workers at one address: started, started anew when they die, ended together.

They are made by forking a process that has imported everything already, so that a successor is there at once. The one
that starts them has no thread, no database and no connection of its own; it holds the listener and the doors, so that
whoever comes while a worker dies waits in line for the next.
"""

from __future__ import annotations

import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing import connection, get_context
from multiprocessing.context import ForkProcess
from time import monotonic

from countermarch.server.handing import Doors, announce_death, pair
from countermarch.server.ownerstore import Peer

FORK = get_context("fork")
OFTEN = 0.25  # seconds between looks at what one was asked
SHORT = 5.0  # seconds: who lives no longer than that is started anew only after a while
PAUSES = (0.0, 0.5, 1.0, 2.0, 5.0)
LONGEST = 30.0  # seconds until a worker that was asked to end is ended
READY = 10.0  # seconds from the start of a worker until the next one is replaced
log = logging.getLogger("countermarch.workers")


@dataclass(frozen=True, slots=True)
class Post:
    """What a worker is given: who it is, its doors if there are others in the house, and where others reach it."""

    peer: Peer
    doors: Doors | None
    inner: socket.socket


def post_at(inner: str, house: str, slot: int, doors: Doors | None = None, id: str | None = None) -> Post:
    """Where other workers reach it is for the system to say, on an address of this host."""
    family = socket.AF_INET6 if ":" in inner else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.bind((inner, 0))
    except OSError as error:
        raise ValueError(f"cannot listen on {inner}: {error.strerror}; choose another --inner") from None
    listener.listen(128)
    host = f"[{inner}]" if ":" in inner else inner
    address = f"{host}:{listener.getsockname()[1]}"
    return Post(Peer(id or f"{house}-{slot}-{secrets.token_hex(4)}", house, slot, address), doors, listener)


def fresh_house() -> str:
    return f"{socket.gethostname()}-{secrets.token_hex(4)}"


class Foreman:
    def __init__(self, count: int, inner: str, work: Callable[[Post], None]) -> None:
        self._count, self._inner, self._work = count, inner, work
        self._house = fresh_house()
        self._doors = [pair() for _ in range(count)]
        self._running: dict[int, ForkProcess] = {}
        self._ids: dict[int, str] = {}
        self._began: dict[int, float] = {}
        self._failed = dict.fromkeys(range(count), 0)  # how often one after the other it died soon
        self._due = dict.fromkeys(range(count), 0.0)  # when it may be started
        self._ends = False
        self._renews: list[int] = []

    def run(self) -> None:
        """Until it is asked to end."""
        self._heed()
        while not self._ends:
            self._start_due()
            self._renew()
            sentinels = [worker.sentinel for worker in self._running.values()]
            connection.wait(sentinels, OFTEN)
            self._look()
        self._end()

    def _heed(self) -> None:
        for asked in (signal.SIGTERM, signal.SIGINT):
            signal.signal(asked, lambda *_: setattr(self, "_ends", True))
        signal.signal(signal.SIGHUP, lambda *_: self._renews.extend(range(self._count)))

    def _start_due(self) -> None:
        for slot in range(self._count):
            if slot not in self._running and monotonic() >= self._due[slot]:
                self._start(slot)

    def _start(self, slot: int) -> None:
        self._ids[slot], self._began[slot] = f"{self._house}-{slot}-{secrets.token_hex(4)}", monotonic()
        worker = FORK.Process(target=self._enter, args=(slot, self._ids[slot]), name=f"countermarch-{slot}")
        worker.start()
        self._running[slot] = worker

    def _enter(self, slot: int, id: str) -> None:
        """In the worker."""
        for asked in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            signal.signal(asked, signal.SIG_IGN if asked == signal.SIGHUP else signal.SIG_DFL)
        doors = Doors([outside for outside, _ in self._doors], self._doors[slot][1])
        try:
            self._work(post_at(self._inner, self._house, slot, doors, id))
        except ValueError as error:  # which says what to do; the next one tries again
            log.error("worker %d cannot start: %s", slot, error)
            sys.exit(1)

    def _look(self) -> None:
        for slot, worker in list(self._running.items()):
            if not worker.is_alive():
                worker.join()
                del self._running[slot]
                self._mourn(slot, worker.exitcode)

    def _mourn(self, slot: int, code: int | None) -> None:
        """Its matches are the others' to take, at once."""
        announce_death([outside for outside, _ in self._doors], slot, self._ids[slot])
        soon = code != 0 and monotonic() - self._began[slot] < SHORT
        self._failed[slot] = self._failed[slot] + 1 if soon else 0
        self._due[slot] = monotonic() + PAUSES[min(self._failed[slot], len(PAUSES) - 1)]
        if code != 0 and not self._ends:
            log.warning("worker %d has died (%s); another one takes its place", slot, code)

    def _renew(self) -> None:
        """One after the other, so that somebody is always there."""
        settled = all(monotonic() - self._began.get(slot, 0.0) > READY for slot in self._running)
        if self._renews and settled and len(self._running) == self._count:
            slot = self._renews.pop(0)
            self._began[slot] = monotonic()  # the next one's turn comes when its successor has been there for a while
            self._running[slot].terminate()

    def _end(self) -> None:
        until = monotonic() + LONGEST
        for worker in self._running.values():
            worker.terminate()
        for worker in self._running.values():
            worker.join(max(0.0, until - monotonic()))
            if worker.is_alive():
                worker.kill()
                worker.join()


def check_workers(count: int, shared: bool) -> None:
    if count > 1 and not shared:
        raise ValueError("SQLite is for one process; for --workers name a PostgreSQL: --database postgresql://...")
    if count > 1 and not hasattr(os, "fork"):
        raise ValueError("this system has no fork, which --workers takes; run one worker")
