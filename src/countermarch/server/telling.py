"""Who looks at a table is told what has happened there."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from countermarch.server.company import line
from countermarch.server.encoding import encoded
from countermarch.server.live import Live, Watcher
from countermarch.server.talk_models import Again, MessageOut

Before = tuple[int, Mapping[str, Any]]  # what a side saw, at which serial
Describe = Callable[[Live, Watcher, int, Before | None], dict[str, Any]]
Whom = tuple[str, str, bool]  # seat, language, and whether the table is told with it
Said = dict[Whom, str]  # once for all who hear the same


class Teller:
    def __init__(self, describe: Describe) -> None:
        self._describe = describe

    def tell(self, live: Live, since: int) -> None:
        """Of something else than an action: who wants to see the table has to look at it."""
        said: Said = {}
        for watcher in live.watchers:
            if whom(watcher) not in said:
                said[whom(watcher)] = self.words(live, watcher, since)
            watcher.tell(said[whom(watcher)])

    def words(self, live: Live, watcher: Watcher, since: int, before: Before | None = None) -> str:
        return encoded(self._describe(live, watcher, since, before)).decode()


def whom(watcher: Watcher) -> Whom:
    return watcher.seat, watcher.language, watcher.patched


def tell_people(live: Live, message: MessageOut | None = None) -> None:
    for watcher in live.watchers:
        tell_person(live, watcher, message)


def tell_person(live: Live, watcher: Watcher, message: MessageOut | None = None) -> None:
    told = line(live, watcher.seat, message)
    if told is not None:
        watcher.tell(told)


def tell_again(live: Live) -> None:
    """Somebody asks for a rematch: who still looks at the match that is over learns of it."""
    for watcher in live.watchers:
        watcher.tell(Again(id=next(reversed(live.again.values()))).model_dump())
