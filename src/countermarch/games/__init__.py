"""The games, by key. A game is loaded when it is asked for."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib import import_module
from warnings import warn

from countermarch import shelf
from countermarch.games.base import Rules
from countermarch.rulebook import rules_of
from countermarch.texts import LANGUAGES, SaidError, own_texts, say
from countermarch.values import Values


class UnknownGame(SaidError):
    """There is no game of this key; the message names those there are."""


KEPT = 64  # rules, those with values of others among them


@lru_cache(KEPT)
def rules(key: str, data: Values | None = None) -> Rules:
    """The rules of a game, with one's own values laid over ours."""
    package = shelf.packages().get(key)
    if package is None:
        raise UnknownGame(say("engine.error.no_game", game=key, games=shelf.games()))
    if key not in shelf.OURS:
        return _strangers(key, package, data)
    return _ours(package) if data is None else _overlaid(package, data)


def _ours(package: str, data: Values | None = None) -> Rules:
    found: Rules = import_module(package).load(data)
    return found


def _overlaid(package: str, data: Values) -> Rules:
    """Values that contradict each other are found where a table is put to use, so anything may be wrong with it."""
    try:
        return _ours(package, data)
    except shelf.FileError:
        raise
    except (LookupError, TypeError, ValueError, ArithmeticError, AttributeError) as error:
        why = f"{type(error).__name__}: {error}"
        raise shelf.DataError(f"the values {data.name!r} do not go together: {why}") from error


def _strangers(key: str, package: str, data: Values | None) -> Rules:
    """A game of another package, which may be of another version or not be what it is announced as."""
    try:
        found = import_module(package).load(data)
        for language in LANGUAGES:  # read when they are needed, but an author wants to know now
            own_texts(key, language)
            rules_of(key, language)
    except Exception as error:  # whatever is wrong with it, the other games can be played
        raise UnknownGame(say("engine.error.broken_game", game=key, package=package, why=_why(error))) from error
    if not isinstance(found, Rules) or found.info.key != key:
        raise UnknownGame(say("engine.error.other_game", game=key, package=package))
    return found


def _why(error: Exception) -> str:
    told = isinstance(error, SaidError | shelf.FileError | ImportError | AttributeError)
    return str(error) if told else f"{type(error).__name__}: {error}"


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
