"""11.43, 12.46 Lines: which hexes are joined to an edge of the map, past the enemy."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import GERMAN, NEVER
from countermarch.kernels import Ints, flood
from countermarch.mechanics.lines import ANY_LENGTH, follow


def line_hexes(play: SeelowPlay) -> frozenset[int]:
    """11.43: hexes with a German line of communication to the western edge."""
    return frozenset([h for h, steps in enumerate(_communications(play)) if steps >= 0])


def line_from(play: SeelowPlay, h: int) -> list[int] | None:
    """11.43: a shortest German line from a hex to the western edge, both ends included."""
    far = _communications(play)
    return None if far[h] < 0 else follow(play.ground.step_to, far, h)


def rear(play: SeelowPlay, side: int) -> Sequence[int]:
    """12.46: steps from what lies behind a side's line to its own edge, not past where the enemy moved last; or -1."""
    edge = play.ground.west if side == GERMAN else play.ground.east
    return _steps_to(play, side, edge, play.state.passed)


def _communications(play: SeelowPlay) -> Sequence[int]:
    return _steps_to(play, GERMAN, play.ground.west, [NEVER] * play.tables.n)


def _steps_to(play: SeelowPlay, side: int, edge: Sequence[bool], passed: Sequence[int]) -> Sequence[int]:
    """How far each hex is from an edge of the map; -1 where no line leads."""
    seeds = [h for h in range(play.tables.n) if edge[h] and play.ground.in_play[h]]
    return flood(play.ground.net, Ints(_closed(play, side, passed)), closed_at=0, seeds=seeds, limit=ANY_LENGTH)


def _closed(play: SeelowPlay, side: int, passed: Sequence[int]) -> array[int]:
    """11.43: where the enemy stands, controls or moved last, unless a friend is there; and what is out of play."""
    n, enemy = play.tables.n, 1 - side
    zones = play.state.zone[enemy * n : enemy * n + n]
    rows = zip(play.ground.in_play, _standing(play, side), _standing(play, enemy), zones, passed, strict=True)
    return array(
        "i", [not (here and (ours or not (theirs or zone or last == enemy))) for here, ours, theirs, zone, last in rows]
    )


def _standing(play: SeelowPlay, side: int) -> list[int]:
    """How many units of a side count in each hex."""
    found = play.state.number[side * play.tables.n : (side + 1) * play.tables.n].tolist()
    for u in play.tables.leaders[side]:
        if play.on_map(u) and not play.counts(u):
            found[play.state.hex[u]] -= 1
    return found
