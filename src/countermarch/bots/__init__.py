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


BOTS: dict[str, Callable[[int], Bot]] = {"random": RandomBot, "captain": _captain}


class UnknownBot(SaidError):
    pass


def bot(name: str, seed: int = 0) -> Bot:
    if name not in BOTS:
        raise UnknownBot(say("engine.error.no_bot", name=name, bots=tuple(BOTS)))
    return BOTS[name](seed)
