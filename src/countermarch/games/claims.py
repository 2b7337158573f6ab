"""What many procedures claim of the counters they are about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from countermarch.flow import Procedure


def own(play: Any, side: int, units: Sequence[int]) -> bool:
    side_of = play.tables.side
    return all(side_of[u] == side for u in units)


def present(play: Any, units: Sequence[int]) -> bool:
    return all(play.state.hex[u] >= 0 for u in units)


def alive(play: Any, units: Sequence[int]) -> list[int]:
    return [u for u in units if play.state.hex[u] >= 0]


def together(play: Any, units: Sequence[int]) -> bool:
    """Those who are left stand in one hex."""
    return len({play.state.hex[u] for u in alive(play, units)}) <= 1


def next_door(play: Any, path: Sequence[int]) -> bool:
    """Each hex is next to the one before."""
    around = play.tables.board.grid.around
    return all(b in around(a) for a, b in pairwise(path))


def beneath(play: Any, frame: Procedure, *through: type[Any]) -> Any:
    """What it lies on, if such as only lie between are not counted."""
    at = next(at for at, other in enumerate(play.state.frames) if other is frame) - 1
    while at >= 0 and isinstance(play.state.frames[at], through):
        at -= 1
    return play.state.frames[at] if at >= 0 else None


def asked(play: Any, frame: Procedure) -> bool:
    """Whether it is at work itself, with nothing on it but that a side is asked to go on."""
    return play.at_work is frame
