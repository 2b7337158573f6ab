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


def _recruit(seed: int) -> Bot:
    from countermarch.bots.recruit import Recruit

    return Recruit(seed)


def _captain(seed: int) -> Bot:
    from countermarch.bots.command import Command

    return Command(seed)


def _general(seed: int, seconds: float | None = None) -> Bot:
    from countermarch.bots.general import SECONDS, General

    return General(seed, SECONDS if seconds is None else seconds)


RANDOM, RECRUIT, CAPTAIN, GENERAL = "random", "recruit", "captain", "general"
LEVELS = (RECRUIT, CAPTAIN, GENERAL)  # opponents, the weakest first; chance is for trials
BOTS: dict[str, Callable[[int], Bot]] = {RANDOM: RandomBot, RECRUIT: _recruit, CAPTAIN: _captain, GENERAL: _general}
PATIENT = ("general:10", "general:30")  # who may take his time
LEAST, MOST = 0.05, 600.0  # seconds a general may be given


class UnknownBot(SaidError):
    pass


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; `general:1` thinks for one second about an activation."""
    kind, timed, seconds = str(name).partition(":")
    if kind not in BOTS or (timed and kind != GENERAL):
        raise UnknownBot(say("engine.error.no_bot", name=name, bots=tuple(BOTS)))
    return _general(seed, _seconds(name, seconds)) if timed else BOTS[kind](seed)


def _seconds(name: str, seconds: str) -> float:
    try:
        given = float(seconds)
    except ValueError:
        given = 0.0
    if not LEAST <= given <= MOST:
        raise UnknownBot(say("engine.error.no_time", name=name, least=LEAST, most=MOST))
    return given


def bots_of(game: str) -> tuple[str, ...]:
    """Who plays a game: chance plays every one, the others those a captain knows."""
    from countermarch.bots.command import CAPTAINS

    return tuple(BOTS) if game in CAPTAINS else (RANDOM,)


def opponents(game: str) -> tuple[str, ...]:
    """Whom a person may sit down against, the weakest first; only who has no other has chance."""
    return (RECRUIT, CAPTAIN, GENERAL, *PATIENT) if GENERAL in bots_of(game) else bots_of(game)


def check_bot(name: str, game: str) -> None:
    """Before the first move: whether there is such a bot, and whether it plays this game."""
    bot(name)
    if str(name).partition(":")[0] not in bots_of(game):
        raise UnknownBot(say("engine.error.no_captain", game=game, bots=bots_of(game)))
