"""The compiled kernels: from the library built beside them, or compiled by numba when this module is imported."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from countermarch.kernels import library
from countermarch.kernels.data import (
    Buffer,
    Ints,
    Net,
    Prices,
    Reach,
    Terrain,
    check_field,
    check_flooded,
    check_hex,
    check_maps,
    check_move,
    view,
)
from countermarch.kernels.sightlines import Heights, Sight, check_sight
from countermarch.kernels.workspace import WRONG, Workspaces

if TYPE_CHECKING:
    from countermarch.kernels.data import IntArray

_loops = library.load()
_workspaces = Workspaces()


def reach(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
    crowd_at: int = -1, crowd_in: int = 0, shun_at: int = -1,
) -> Reach:  # fmt: skip
    work = _workspaces.of(terrain.size, allowance)
    found = _loops.reach(
        terrain.np, terrain.cheapest, buffer.np, work.np, zone_at, enemy_at, lone_at, own_at, start,
        allowance, limit, zone_in, zone_out, flags, held_at, crowd_at, crowd_in, shun_at,
    )  # fmt: skip
    if found == WRONG:
        maps = zone_at, enemy_at, lone_at, own_at
        check_move(terrain, buffer, maps, start, zone_in, zone_out, held_at, crowd_at, shun_at)
    ints, ends, costs, trail = work.ints, work.ends, work.costs, work.trail
    return Reach(ints[ends : ends + found], ints[costs : costs + found], ints[trail : trail + ints[0]])


def can_move(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
    crowd_at: int = -1, crowd_in: int = 0, shun_at: int = -1,
) -> bool:  # fmt: skip
    work = _workspaces.of(terrain.size, allowance)
    found = _loops.can_move(
        terrain.np, terrain.cheapest, buffer.np, work.np, zone_at, enemy_at, lone_at, own_at, start,
        allowance, limit, zone_in, zone_out, flags, held_at, crowd_at, crowd_in, shun_at,
    )  # fmt: skip
    if found == WRONG:
        maps = zone_at, enemy_at, lone_at, own_at
        check_move(terrain, buffer, maps, start, zone_in, zone_out, held_at, crowd_at, shun_at)
    return bool(found)


def flood(net: Net, buffer: Buffer, closed_at: int, seeds: Iterable[int], limit: int) -> array[int]:
    work = _workspaces.of(net.size, 0)
    chosen = seeds if isinstance(seeds, np.ndarray) else np.fromiter(seeds, np.int32)
    if _loops.flood(net.np, buffer.np, closed_at, chosen, work.np, limit) == WRONG:
        _check_flood(net, buffer, closed_at, chosen)
    return work.ints[work.ends : work.ends + net.size]


def closed(buffer: Buffer, size: int, zone_at: int, enemies: tuple[int, int], friends: tuple[int, int]) -> Ints:
    answer = Ints(array("i", bytes(4 * size)))
    if _loops.closed(buffer.np, answer.np, zone_at, *enemies, *friends) == WRONG:
        check_maps(buffer, (zone_at, *enemies, *friends), size)
    return answer


def flood_on(net: Net, buffer: Buffer, closed_at: int, earlier: array[int], limit: int) -> array[int]:
    work = _workspaces.of(net.size, 0)
    if _loops.flood_on(net.np, buffer.np, closed_at, view(earlier), work.np, limit) == WRONG:
        check_maps(buffer, (closed_at,), net.size)
        check_flooded(net, earlier)
    return work.ints[work.ends : work.ends + net.size]


def field(prices: Prices, costs: array[int], tolls: array[int], far: int) -> array[int]:
    work, found = _workspaces.of(prices.size, far), costs[:]
    if _loops.field(prices.np, view(tolls), view(found), work.np, far) == WRONG:
        check_field(prices, costs, tolls, far)
    return found


def _check_flood(net: Net, buffer: Buffer, closed_at: int, seeds: IntArray) -> None:
    check_maps(buffer, (closed_at,), net.size)
    for hex in seeds:
        check_hex(int(hex), net.size)


def sight(ground: Heights, spotter: int, reach: int, gain: int, flags: int) -> Sight:
    check_sight(ground, spotter, reach, gain)
    work = _workspaces.of(ground.size, 0)
    _loops.sight(ground.np, work.np, spotter, reach, gain, flags)
    ints, at, beside = work.ints, work.ends, work.costs
    return Sight(ints[at : at + ground.size], ints[beside : beside + ground.size])
