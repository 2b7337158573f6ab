"""The random event table of the first edition (0.7b), where it differs from the second."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from countermarch.games.chitpull import barrage, events
from countermarch.games.chitpull.command import left
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN
from countermarch.games.koenigsberg45 import refugees

FROM_THE_DIE = -1


@dataclass(slots=True)
class HastyBarrage(barrage.Barrage):
    """RET.4: one from the die."""

    modified_by: ClassVar[str] = "RET.4"

    def modifier(self, play: ChitPullPlay) -> int:
        return FROM_THE_DIE


def german_barrage(play: ChitPullPlay, rule: str) -> None:
    """RET.4: one attack on a hex next to any German unit, with one from the die."""
    play.tell("german_barrage", rule)
    play.push(HastyBarrage(GERMAN, "", attacks=1))


def standstill(play: ChitPullPlay, rule: str) -> None:
    """RET.10: a front activates no more HQs this turn."""
    front = "2BF" if play.roll() <= events.LOW else "3BF"
    play.state.lost[play.edition.groups.index(front)] += left(play, front)
    play.tell("standstill", rule, front=front)


EVENTS: dict[str, Callable[[Any, str], None]] = {
    "2": events.german_reinforcements,
    "3": events.free_move,
    "4": german_barrage,
    "5": refugees.appear_by_event,
    "6": events.bad_weather,
    "7": events.nothing,
    "8": events.bad_weather,
    "9": refugees.appear_by_event,
    "10": standstill,
    "11": events.soviet_barrage,
    "12": events.early_arrival,
}
