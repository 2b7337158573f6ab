"""12.5 Orders of the Führer: an offensive the Germans must make."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.vistula.play import VistulaPlay

FIRST_TURN = 4
ORDERED = 5  # on this die or higher
STEPS, ARMOUR = 8, 4


def roll(play: VistulaPlay) -> None:
    """12.5#1: from turn 4 on, until it has happened once."""
    state = play.state
    if play.options["fuehrer_orders"] == "off" or state.turn < FIRST_TURN or state.order:
        return
    die = play.roll("order")
    if die >= ORDERED:
        state.order, state.duty = state.turn, 1
    play.tell("order" if die >= ORDERED else "no_order", "12.5#1", die=die)


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


def fulfil(play: VistulaPlay, units: Sequence[int]) -> None:
    if play.state.duty and enough(play, units):
        play.state.duty = 0
        play.tell("duty_done", "12.5#3", units=play.ids(units))
