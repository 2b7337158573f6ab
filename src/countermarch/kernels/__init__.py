"""The hot loops on flat arrays: reach, can_move, flood, sight.

Hexes are numbered from 0; side d (0 to 5) of hex h is entry h * 6 + d of a side array. Costs are ints,
in half movement points.

What never changes in play is bundled once: a `Terrain` for each mobility class, a `Net` for each kind of
flood, a `Ground` for lines of sight. What changes lies in one buffer of ints: an object with `.ints`, an
array('i'), and `.np`, a numpy int32 view of the same memory which only the compiled kernels read. The maps in
it are named by the offset of their hex 0.

The compiled kernels are loaded at the first call. Without numba, or with COUNTERMARCH_KERNELS=reference
in the environment, the reference kernels give the same answers, order and paths included. This module
imports neither numpy nor numba.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterable
from functools import cache
from types import ModuleType

from countermarch.kernels.data import (
    IMPASSABLE,
    NO_ZONE,
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    ONE_HEX_AT_LEAST,
    OVERRUN,
    PASS_NEEDS_ROOM,
    SIDES,
    ZONE_STOPS,
    Buffer,
    Ints,
    Net,
    Reach,
    Terrain,
    view,
)
from countermarch.kernels.sightlines import BEYOND, CREST, SEEN, SHADOW, Ground, Sight

__all__ = [
    "BEYOND",
    "CREST",
    "IMPASSABLE",
    "NOT_FROM_ZONE",
    "NOT_INTO_ZONE",
    "NOT_ZONE_TO_ZONE",
    "NO_ZONE",
    "ONE_HEX_AT_LEAST",
    "OVERRUN",
    "PASS_NEEDS_ROOM",
    "SEEN",
    "SHADOW",
    "SIDES",
    "ZONE_STOPS",
    "Buffer",
    "Ground",
    "Ints",
    "Net",
    "Reach",
    "Sight",
    "Terrain",
    "can_move",
    "flood",
    "in_use",
    "reach",
    "sight",
    "view",
]


def reach(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
    crowd_at: int = -1, crowd_in: int = 0,
) -> Reach:  # fmt: skip
    """The hexes where a unit may end its move, with the cheapest costs and paths.

    zone: enemy zones, `zone_in` more to enter and `zone_out` more to leave. enemy: combat units, never
    entered. lone: headquarters, entered only with OVERRUN. own: friendly units; a hex with `limit` of
    them is no end. The start is never an end. A hex entered over a stopping side, or into a zone with
    ZONE_STOPS, is not left again, unless it can also be entered freely; so is the dear first step that
    ONE_HEX_AT_LEAST opens. held: how firmly each hex is held (0, 1, 2), the lower of both hexes of a side
    choosing its price; without that map nothing is held. crowd: what is in the way, `crowd_in` more to
    enter for each. Of equal ways the one found first
    holds: hexes are left in order of cost, then as they were queued, by ascending direction.
    """
    answer: Reach = _chosen().reach(
        terrain,
        buffer,
        zone_at,
        enemy_at,
        lone_at,
        own_at,
        start,
        allowance,
        limit,
        zone_in,
        zone_out,
        flags,
        held_at,
        crowd_at,
        crowd_in,
    )
    return answer


def can_move(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
    crowd_at: int = -1, crowd_in: int = 0,
) -> bool:  # fmt: skip
    """Whether reach would find any end; stops at the first."""
    answer: bool = _chosen().can_move(
        terrain,
        buffer,
        zone_at,
        enemy_at,
        lone_at,
        own_at,
        start,
        allowance,
        limit,
        zone_in,
        zone_out,
        flags,
        held_at,
        crowd_at,
        crowd_in,
    )
    return answer


def flood(net: Net, buffer: Buffer, closed_at: int, seeds: Iterable[int], limit: int) -> array[int]:
    """Steps from the nearest seed to every hex, -1 where none reaches within `limit` (-1: any distance).

    Hexes whose entry in the closed map is not 0 are neither entered nor used as seeds.
    """
    distances: array[int] = _chosen().flood(net, buffer, closed_at, seeds, limit)
    return distances


def sight(ground: Ground, spotter: int, reach: int, gain: int, flags: int) -> Sight:
    """What can be seen from a hex: up to `reach` hexes, and `gain` more for each level a target lies lower.

    A hex between is an obstacle if its top is higher than both ends; between ends of different levels also if it
    is cover as high as the upper one, or bare ground as high (CREST), or stands between the two levels above the
    line of sight (SHADOW). A line that runs between two hexes is blocked only by both, never at the map's edge.
    """
    answer: Sight = _chosen().sight(ground, spotter, reach, gain, flags)
    return answer


def in_use() -> str:
    """The kernels that answer: "compiled" or "reference"."""
    return _chosen().__name__.rpartition(".")[2]


@cache
def _chosen() -> ModuleType:
    from countermarch.kernels import reference

    wish = os.environ.get("COUNTERMARCH_KERNELS", "")
    if wish not in ("", "reference"):
        raise ValueError(f"COUNTERMARCH_KERNELS is {wish!r}: set it to 'reference', or not at all")
    return reference if wish else _compiled_or(reference)


def _compiled_or(fallback: ModuleType) -> ModuleType:
    try:
        from countermarch.kernels import compiled
    except ImportError:
        return fallback
    return compiled
