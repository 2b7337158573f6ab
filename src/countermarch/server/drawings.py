"""Maps as pictures: each moment is drawn once, however many ask for it, and whoever asks for many waits for himself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from countermarch.server.limits import Limits
from countermarch.server.people import Asker

KEPT = 24  # the latest, of about a megabyte each
Moment = tuple[str | int | bool | None, ...]


class Drawings:
    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._drawn: dict[Moment, asyncio.Task[bytes]] = {}

    def found(self, moment: Moment) -> Awaitable[bytes] | None:
        """What is drawn, or being drawn; whoever goes away stops nobody else's."""
        known = self._drawn.pop(moment, None)
        if known is None:
            return None
        self._drawn[moment] = known  # the latest stands last
        return asyncio.shield(known)

    def begin(self, moment: Moment, asker: Asker, draw: Callable[[], str]) -> Awaitable[bytes]:
        self._limits.spend("maps", asker)
        self._drawn[moment] = begun = asyncio.create_task(self._limits.work(asker, lambda: draw().encode()))
        begun.add_done_callback(lambda done: self._drop_failed(moment, done))
        while len(self._drawn) > KEPT:
            del self._drawn[next(iter(self._drawn))]
        return asyncio.shield(begun)

    def _drop_failed(self, moment: Moment, done: asyncio.Task[bytes]) -> None:
        if done.cancelled() or done.exception() is not None:
            self._drawn.pop(moment, None)
