"""12.6 Thaw: once in the game mud slows everybody down."""

from __future__ import annotations

from countermarch.games.vistula.play import VistulaPlay

LIMITS = {2: 3, 3: 5, 4: 6}  # turn and highest die; on turn 4 it is certain
CERTAIN = 4


def roll(play: VistulaPlay) -> None:
    """12.6#1: on turn 2, 3, or at last 4."""
    state = play.state
    if not due(play):
        return
    die = play.roll("thaw") if by_chance(play) else 0
    if die <= LIMITS[state.turn]:
        state.thaw = state.turn
    play.tell("thaw" if state.thaw else "no_thaw", "12.6#1", die=die)


def due(play: VistulaPlay) -> bool:
    return play.options["thaw"] != "off" and not play.state.thaw and play.state.turn in LIMITS


def by_chance(play: VistulaPlay) -> bool:
    """12.6#1: whether a die decides if it thaws."""
    return due(play) and play.state.turn != CERTAIN


def thawing(play: VistulaPlay) -> bool:
    """12.6#2, 12.6#3: its effects last one turn."""
    return play.state.thaw == play.state.turn
