"""Players without a chair: a bot looks at a match and names an action."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from countermarch.bots.random import RandomBot
from countermarch.match import Match
from countermarch.notation import Action
from countermarch.texts import SaidError, say


class Bot(Protocol):
    def choose(self, match: Match) -> Action:
        """The action of the side to act; the match is not changed."""


def _captain(seed: int) -> Bot:
    from countermarch.bots.command import Command

    return Command(seed)


CAPTAIN = "captain"
BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, CAPTAIN: _captain}


class UnknownBot(SaidError):
    pass


def bot(name: str, seed: int = 0) -> Bot:
    if name not in BOTS:
        raise UnknownBot(say("engine.error.no_bot", name=name, bots=tuple(BOTS)))
    return BOTS[name](seed)


def bots_of(game: str) -> tuple[str, ...]:
    """Who plays a game: chance plays every one, the captain those he knows."""
    from countermarch.bots.command import CAPTAINS

    return tuple(name for name in BOTS if name != CAPTAIN or game in CAPTAINS)


def check_bot(name: str, game: str) -> None:
    """Before the first move: whether there is such a bot, and whether it plays this game."""
    bot(name)
    if name not in bots_of(game):
        raise UnknownBot(say("engine.error.no_captain", game=game, bots=bots_of(game)))
