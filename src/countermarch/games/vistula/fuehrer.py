"""12.5 Orders of the Führer: an offensive the Germans must make."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import GERMAN

FIRST_TURN = 4
ORDERED = 5  # on this die or higher
STEPS, ARMOUR = 8, 4


def roll(play: VistulaPlay) -> None:
    """12.5#1: from turn 4 on, until it has happened once."""
    state = play.state
    if not due(play):
        return
    die = play.roll("order")
    if die >= ORDERED:
        state.order, state.duty = state.turn, 1
    play.tell("order" if die >= ORDERED else "no_order", "12.5#1", die=die)


def due(play: VistulaPlay) -> bool:
    """12.5#1: whether a die is rolled for an order."""
    state = play.state
    return play.options["fuehrer_orders"] != "off" and state.turn >= FIRST_TURN and not state.order


def enough(play: VistulaPlay, units: Sequence[int]) -> bool:
    """12.5#3: eight steps, four of them armoured or mechanised."""
    steps = play.state.steps
    armour = sum(steps[u] for u in units if play.tables.is_armoured[u])
    return armour >= ARMOUR and sum(steps[u] for u in units) >= STEPS


def lapse(play: VistulaPlay, groups: Sequence[Sequence[int]]) -> None:
    """12.5#3: what cannot be done when the combat phase begins need not be."""
    if play.state.duty and not any(enough(play, units) for units in groups):
        play.state.duty = 0
        play.tell("duty_lapses", "12.5#3")


def fulfils(play: VistulaPlay, side: int, units: Sequence[int]) -> bool:
    """12.5#3: whether an attack in the combat phase would be the one ordered."""
    return side == GERMAN and play.state.duty > 0 and enough(play, units)


def fulfil(play: VistulaPlay, units: Sequence[int]) -> None:
    play.state.duty = 0
    play.tell("duty_done", "12.5#3", units=play.ids(units))


def recall(play: VistulaPlay) -> None:
    """12.5#2: what the offensive has not used of its columns is gone when the German combat phase ends."""
    for u in play.tables.columns[GERMAN]:
        if play.state.ordered[u]:
            play.tell("column_recalled", "12.5#2", unit=play.id(u))
            play.remove_column(u)
