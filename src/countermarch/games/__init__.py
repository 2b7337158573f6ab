"""The games, by key. A game is loaded when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from countermarch.games.base import Rules
from countermarch.texts import SaidError, say

KEYS = ("koenigsberg", "koenigsberg45", "stargard", "seelow", "vistula")


class UnknownGame(SaidError):
    pass


@cache
def rules(key: str, data: Path | None = None) -> Rules:
    """The rules of a game, with the values of a data folder laid over ours."""
    if key not in KEYS:
        raise UnknownGame(say("engine.error.no_game", game=key, games=KEYS))
    found: Rules = import_module(f"countermarch.games.{key}").load(data)
    return found
