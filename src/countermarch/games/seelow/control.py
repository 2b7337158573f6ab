"""12.46 Who controls a hex."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.seelow.lines import rear
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import GERMAN, NEVER, SEELOW, SOVIET


def travel(play: SeelowPlay, u: int, path: Sequence[int]) -> None:
    side, passed = play.tables.side[u], play.state.passed
    for h in path:
        if passed[h] != side:
            enter(play, u, h)


def enter(play: SeelowPlay, u: int, h: int) -> None:
    """12.46: a unit moves into a hex, and who does so last controls it."""
    side, state = play.tables.side[u], play.state
    if state.passed[h] != side and play.counts(u):
        occupy(play, u, h)
        state.passed[h] = side


def occupy(play: SeelowPlay, u: int, h: int) -> None:
    """7.73, 12.46: an advance is no movement; who comes so controls the hex while he stands there."""
    if play.counts(u) and h in objectives(play) and holder(play, h) != play.tables.side[u]:
        play.tell("taken", "12.46", unit=play.id(u), hex=play.hex_name(h))


def objectives(play: SeelowPlay) -> frozenset[int]:
    """12.42, 12.44: the hexes fought for; at Küstrin there are none."""
    return play.tables.objectives if play.state.scenario == SEELOW else frozenset()


def occupant(play: SeelowPlay, h: int) -> int:
    """12.46: the side whose units stand in a hex."""
    return next((play.tables.side[u] for u in play.stack(h) if play.counts(u)), NEVER)


def holder(play: SeelowPlay, h: int) -> int:
    return holders(play, (h,))[h]


def holders(play: SeelowPlay, hexes: Sequence[int]) -> dict[int, int]:
    """12.46: who occupies each hex; else who moved through it last; else behind whose line it lies."""
    known = {h: _remembered(play, h) for h in hexes}
    if NEVER not in known.values():
        return known
    soviet, german = rear(play, SOVIET), rear(play, GERMAN)  # behind both lines or neither it stays German
    behind = {h: SOVIET if soviet[h] >= 0 > german[h] else GERMAN for h in hexes}
    return {h: behind[h] if side == NEVER else side for h, side in known.items()}


def _remembered(play: SeelowPlay, h: int) -> int:
    there = occupant(play, h)
    return play.state.passed[h] if there == NEVER else there
