"""Players without a chair: a bot looks at a match and names an action.

Ours, and those that other packages announce as entry points of `countermarch.bots`: each a callable that makes a bot of
a seed, with `games` beside it if it does not play every game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from typing import Any, Protocol, runtime_checkable

from countermarch.bots.random import RandomBot
from countermarch.match import Match
from countermarch.notation import Action
from countermarch.texts import SaidError, say


class Bot(Protocol):
    def choose(self, match: Match) -> Action:
        """The action of the side to act; the match is not changed."""


@runtime_checkable
class NoteTaker(Protocol):
    """A bot that another of its kind may stand in for, in another process: by what it has noted, as plain data."""

    def notes(self) -> Any:
        """What is still to be known at the next question."""

    def recall(self, notes: Any, match: Match | None) -> None:
        """Go on from another's notes; about this match, unless something was taken back there since."""


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
GROUP = "countermarch.bots"
TIMED = ("general:1", "general:10", "general:30")  # who thinks for less or more than usual
LEAST, MOST = 0.05, 600.0  # seconds a general may be given


class UnknownBot(SaidError):
    pass


def bot(name: str, seed: int = 0) -> Bot:
    """A bot by its name; `general:1` thinks for one second about an activation."""
    kind, timed, seconds = str(name).partition(":")
    if not timed and kind in announced():
        made: Bot = _brought(kind)(seed)
        return made
    if kind not in BOTS or (timed and kind != GENERAL):
        raise UnknownBot(say("engine.error.no_bot", name=name, bots=(*BOTS, *announced())))
    return _general(seed, _seconds(name, seconds)) if timed else BOTS[kind](seed)


@cache
def announced() -> Mapping[str, Any]:
    """Bots of other packages by name; nobody's bot takes the place of one of ours."""
    from importlib.metadata import entry_points  # slow, and only needed once somebody asks

    points = {point.name: point for point in entry_points(group=GROUP)}
    return {name: points[name] for name in sorted(points) if name not in BOTS and not set(name) & set(":, ")}


@cache
def _brought(name: str) -> Any:
    """What a package makes its bot with."""
    try:
        return announced()[name].load()
    except Exception as error:
        raise UnknownBot(say("engine.error.bot_broken", name=name, why=str(error))) from error


def _brought_for(game: str) -> tuple[str, ...]:
    """The bots of other packages that play a game; one that cannot be loaded plays none."""
    found = []
    for name in announced():
        try:
            games: Collection[str] | None = getattr(_brought(name), "games", None)
        except UnknownBot:
            continue
        if games is None or game in games:
            found.append(name)
    return tuple(found)


def _seconds(name: str, seconds: str) -> float:
    try:
        given = float(seconds)
    except ValueError:
        given = 0.0
    if not LEAST <= given <= MOST:
        raise UnknownBot(say("engine.error.no_time", name=name, least=LEAST, most=MOST))
    return given


def bots_of(game: str) -> tuple[str, ...]:
    """Who plays a game: chance plays every one, our others those a captain knows, and those of other packages."""
    from countermarch.bots.command import CAPTAINS

    return (*(BOTS if game in CAPTAINS else (RANDOM,)), *_brought_for(game))


def opponents(game: str) -> tuple[str, ...]:
    """Whom a person may sit down against, the weakest first; only who has no other has chance."""
    known = bots_of(game)
    return (*LEVELS, *TIMED, *(name for name in known if name not in BOTS)) if GENERAL in known else known


def check_bot(name: str, game: str) -> None:
    """Before the first move: whether there is such a bot, and whether it plays this game."""
    bot(name)
    kind = str(name).partition(":")[0]
    if kind in announced() and kind not in bots_of(game):
        raise UnknownBot(say("engine.error.not_its_game", name=kind, game=game, bots=bots_of(game)))
    if kind not in bots_of(game):
        raise UnknownBot(say("engine.error.no_captain", game=game, bots=bots_of(game)))
