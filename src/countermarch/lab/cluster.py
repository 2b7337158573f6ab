"""A Ray cluster as a runner: the same tasks, on as many machines as it has."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from socket import create_connection
from typing import Any, TypeVar

from countermarch.lab.extras import needed
from countermarch.lab.runners import TRIES, TaskFailed

T = TypeVar("T")
R = TypeVar("R")

LOCAL = "local"  # starts a cluster on this machine
PATIENCE = 10.0  # seconds for a machine to answer
AHEAD = 2  # tasks a processor has, so that none waits for the next


class Cluster:
    """By its address (`ray://head:10001`, `head:6379`, `auto`), or `local`."""

    def __init__(self, address: str) -> None:
        self.ray = needed("ray", "a cluster needs", "cluster")
        self.address = address
        self._knock()

    def _knock(self) -> None:
        """Whether anybody is there at all: Ray itself waits for minutes."""
        host, _, port = self.address.removeprefix("ray://").rpartition(":")
        if not port.isdecimal():
            return
        try:
            create_connection((host, int(port)), PATIENCE).close()
        except OSError as error:
            raise self._nobody(error) from None

    def _nobody(self, error: Exception) -> ValueError:
        said = str(error).partition("\n")[0].rstrip(".")
        if self.address == LOCAL:
            return ValueError(
                f"Ray did not start here: {said}; try again when the machine is less busy, or take --jobs"
            )
        return ValueError(f"there is no Ray cluster at {self.address}: {said}; --ray local starts one")

    def each(self, work: Callable[[T], R], todo: Iterable[T]) -> Iterator[R]:
        ours = self._connect()
        try:
            yield from self._results(work, iter(todo))
        finally:
            if ours:
                self.ray.shutdown()

    def _connect(self) -> bool:
        """Whether the connection is ours to close."""
        if self.ray.is_initialized():
            return False
        own: dict[str, Any] = {"include_dashboard": False} if self.address == LOCAL else {}
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # what is played here is told to nobody
        try:
            self.ray.init(self.address, log_to_driver=False, logging_level="ERROR", **own)
        except Exception as error:  # of any kind: what does not start in time is no class of Ray's
            self.ray.shutdown()
            raise self._nobody(error) from None
        return True

    def _results(self, work: Callable[[T], R], todo: Iterator[T]) -> Iterator[R]:
        """A task is given anew if its worker or its machine dies; what comes of it comes once."""
        task = self.ray.remote(max_retries=TRIES, scheduling_strategy="SPREAD")(work)
        under_way = {task.remote(each): each for each in islice(todo, self._room())}
        try:
            while under_way:
                done, _ = self.ray.wait(list(under_way))
                under_way.pop(done[0])
                yield self._got(done[0])
                under_way |= {task.remote(each): each for each in islice(todo, self._room() - len(under_way))}
        finally:
            for left in under_way:
                with suppress(Exception):  # it may be done, or its machine gone
                    self.ray.cancel(left, force=True)

    def _room(self) -> int:
        """Machines may come and go."""
        return max(int(AHEAD * self.ray.cluster_resources().get("CPU", 1)), AHEAD)

    def _got(self, done: Any) -> Any:
        try:
            return self.ray.get(done)
        except self.ray.exceptions.RayError as error:
            raise TaskFailed(str(error)) from None
