"""The random event table of the first edition (0.7b), where it differs from the second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from countermarch.games.chitpull import barrage, events
from countermarch.games.chitpull.activation import forfeit, left
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.koenigsberg45 import refugees


def standstill(play: ChitPullPlay, rule: str) -> None:
    """RET.10: a front activates no more HQs this turn."""
    front = "2BF" if play.roll(f"event {rule}") <= events.LOW else "3BF"
    forfeit(play, front, left(play, front))
    play.tell("standstill", rule, front=front)


EVENTS: dict[str, Callable[[Any, str], None]] = {
    "2": events.german_reinforcements,
    "3": events.free_move,
    "4": barrage.hasty,
    "5": refugees.appear_by_event,
    "6": events.bad_weather,
    "7": events.nothing,
    "8": events.bad_weather,
    "9": refugees.appear_by_event,
    "10": standstill,
    "11": events.soviet_barrage,
    "12": events.early_arrival,
}
