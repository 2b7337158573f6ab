"""The games, by key. A game is loaded when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from warnings import warn

from countermarch import shelf
from countermarch.games.base import Rules
from countermarch.texts import SaidError, say


class UnknownGame(SaidError):
    """There is no game of this key; the message names those there are."""


@cache
def rules(key: str, data: Path | None = None) -> Rules:
    """The rules of a game, with the values of a data folder laid over ours."""
    package = shelf.packages().get(key)
    if package is None:
        raise UnknownGame(say("engine.error.no_game", game=key, games=shelf.games()))
    if key in shelf.OURS:
        found: Rules = import_module(package).load(data)
        return found
    return _strangers(key, package, data)


def _strangers(key: str, package: str, data: Path | None) -> Rules:
    """A game of another package, which may be of another version or not be what it is announced as."""
    try:
        found = import_module(package).load(data)
    except (ImportError, AttributeError, TypeError) as error:
        raise UnknownGame(say("engine.error.broken_game", game=key, package=package, why=str(error))) from error
    if not isinstance(found, Rules) or found.info.key != key:
        raise UnknownGame(say("engine.error.other_game", game=key, package=package))
    return found


@cache
def offered() -> tuple[Rules, ...]:
    """Every game that can be played, ours first; one of another package that does not load is told of and left out."""
    found: list[Rules] = []
    for key in shelf.games():
        try:
            found.append(rules(key))
        except UnknownGame as error:
            warn(str(error), stacklevel=2)
    return tuple(found)
