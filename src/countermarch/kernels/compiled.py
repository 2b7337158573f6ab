"""The kernels compiled by numba. Importing this module compiles them, or loads them from the cache."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from countermarch.kernels.data import (
    BARRED,
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    ONE_HEX_AT_LEAST,
    OVERRUN,
    PASS_NEEDS_ROOM,
    PRICE_BITS,
    SIDES,
    ZONE_STOPS,
    Buffer,
    Ints,
    Net,
    Reach,
    Terrain,
    check_hex,
    check_maps,
    check_move,
)

if TYPE_CHECKING:
    from countermarch.kernels.data import IntArray

CLOSED = -1
WRONG = -1  # a kernel's answer to arguments that would take it outside its arrays
HEADER = 1
RECORD = 5  # of a slot: its hex, best cost, slot it is entered from, free cost, slot before when free
HEX, BEST, LAST, FREE, VIA = range(RECORD)


def kernel(signature: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Compile for one signature, into numba's cache if there is anywhere to keep it."""

    def compile(function: Callable[..., Any]) -> Callable[..., Any]:
        try:
            return njit(signature, cache=True)(function)  # type: ignore[no-any-return]
        except (RuntimeError, OSError):  # neither the package nor the user's cache folder can be written
            return njit(signature)(function)  # type: ignore[no-any-return]

    return compile


class _Workspaces(local):
    """One workspace for each size of map, and for each thread; results are copied out of it."""

    def __init__(self) -> None:
        self.by_size: dict[int, _Workspace] = {}

    def of(self, size: int, allowance: int) -> _Workspace:
        work = self.by_size.get(size)
        if work is None or work.allowance < allowance:
            work = self.by_size[size] = _Workspace(size, max(allowance, 63))
        return work


class _Workspace(Ints):
    """Scratch arrays in one buffer: slices and tuples of arrays would cost the kernels more than offsets do.

    The header is the length of the trail; then come the slot of each hex (-1 between calls), the results
    (ends, costs, trail), and what `_search` needs: a record for each slot, the entries of the queues, and
    the first and last entry of each queue.
    """

    def __init__(self, size: int, allowance: int) -> None:
        self.allowance = allowance
        self.ends = HEADER + size
        self.costs = self.ends + size
        self.trail = self.costs + size
        super().__init__(array("i", [-1]) * (_queues_at(size) + 2 * (allowance + 1)))


_workspaces = _Workspaces()


@register_jitable
def _records_at(size: int) -> int:
    return HEADER + 6 * size


@register_jitable
def _entries_at(size: int) -> int:
    return HEADER + (6 + RECORD) * size


@register_jitable
def _queues_at(size: int) -> int:
    return HEADER + (6 + RECORD) * size + 2 * (SIDES * size + 1)


@njit
def _push(work: IntArray, entry: int, queue: int, slot: int) -> None:
    """Append a slot to a queue, as the entry at a given place."""
    work[entry] = slot
    work[entry + 1] = -1
    if work[queue] < 0:
        work[queue] = entry
    else:
        work[work[queue + 1] + 1] = entry
    work[queue + 1] = entry


@njit
def _toll(
    state: IntArray, zone: int, enemy: int, lone: int, own: int, limit: int, zone_in: int, flags: int,
    hex: int,
) -> int:  # fmt: skip
    """What entering costs beyond the terrain."""
    if state[enemy + hex] > 0 or (state[lone + hex] > 0 and not flags & OVERRUN):
        return CLOSED
    if flags & PASS_NEEDS_ROOM and state[own + hex] >= limit:
        return CLOSED
    if state[zone + hex] <= 0:
        return 0
    return CLOSED if flags & NOT_INTO_ZONE else zone_in


@njit
def _price(state: IntArray, held: int, hex: int, to: int, code: int) -> int:
    """The price of a side at the level at which both its hexes are held."""
    level = min(state[held + hex], state[held + to]) if held >= 0 else 0
    return code >> (1 + PRICE_BITS * level) & BARRED


@njit
def _touch(work: IntArray, record: int, hex: int, cost: int) -> None:
    work[record + HEX] = hex
    work[record + BEST] = work[record + FREE] = cost
    work[record + LAST] = work[record + VIA] = 0


@njit
def _enter(work: IntArray, record: int, total: int, halt: bool, came_from: int) -> bool:
    """Note a way into a slot; whether it is a better one to go on from."""
    if total < work[record + BEST]:
        work[record + BEST] = total
        work[record + LAST] = came_from
    if halt or total >= work[record + FREE]:
        return False
    work[record + FREE] = total
    work[record + VIA] = came_from
    return True


@njit
def _search(
    sides: IntArray, cheapest: int, state: IntArray, work: IntArray, zone: int, enemy: int, lone: int,
    own: int, start: int, allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held: int,
    eager: bool,
) -> tuple[int, bool]:  # fmt: skip
    """The reference's search: how many slots it touched, and if eager whether it found an end."""
    size = sides.size // (2 * SIDES)
    records, pushed, queues = _records_at(size), _entries_at(size), _queues_at(size)
    _touch(work, records, start, 0)
    work[HEADER + start] = 0
    touched = 1
    if flags & NOT_FROM_ZONE and state[zone + start] > 0:
        return touched, False
    for queue in range(queues, queues + 2 * (allowance + 1), 2):
        work[queue] = -1
    if allowance >= 0:
        _push(work, pushed, queues, 0)
    last = max(allowance + 1 - cheapest, 1 if flags & ONE_HEX_AT_LEAST and allowance >= 0 else 0)
    for spent in range(last):  # from there on the unit can go no further
        entry = work[queues + 2 * spent]
        while entry >= 0:
            came_from = work[entry]
            record = records + RECORD * came_from
            hex = work[record + HEX]
            if work[record + FREE] != spent:  # overtaken by a cheaper one
                entry = work[entry + 1]
                continue
            zoned = state[zone + hex] > 0
            leaving = spent + zone_out if zoned else spent
            barred = zoned and flags & NOT_ZONE_TO_ZONE
            least = came_from == 0 and flags & ONE_HEX_AT_LEAST
            for direction in range(SIDES):
                side = 2 * (SIDES * hex + direction)
                to = sides[side]
                if to < 0:
                    continue
                price = _price(state, held, hex, to, sides[side + 1])
                total = leaving + price
                slot = work[HEADER + to]
                # Most sides lead back to where the unit could be as cheaply: no need to look further.
                if (total > allowance and not least) or (slot >= 0 and total >= work[records + RECORD * slot + FREE]):
                    continue
                toll = _toll(state, zone, enemy, lone, own, limit, zone_in, flags, to)
                total += toll
                if toll == CLOSED or price == BARRED or (barred and state[zone + to] > 0):
                    continue
                halt = sides[side + 1] & 1 or (flags & ZONE_STOPS and state[zone + to] > 0)
                if total > allowance:
                    if not least:
                        continue
                    total, halt = allowance, True
                if slot < 0:
                    if eager and state[own + to] < limit:
                        return touched, True
                    slot = work[HEADER + to] = touched
                    _touch(work, records + RECORD * slot, to, allowance + 1)
                    touched += 1
                if _enter(work, records + RECORD * slot, total, halt, came_from):
                    pushed += 2
                    _push(work, pushed, queues + 2 * total, slot)
            entry = work[entry + 1]
    return touched, False


@njit
def _gather(work: IntArray, size: int, state: IntArray, own: int, limit: int, touched: int) -> int:
    """Write the results: the ends in order of their hexes, and the trail; the number of ends."""
    records = _records_at(size)
    ends, costs, trail = HEADER + size, HEADER + 2 * size, HEADER + 3 * size
    found = 0
    low, high = _span(work, records, touched)
    for hex in range(low, high + 1):
        slot = work[HEADER + hex]
        if slot > 0 and state[own + hex] < limit:
            work[ends + found] = hex
            work[costs + found] = work[records + RECORD * slot + BEST]
            work[trail + found] = work[records + RECORD * slot + LAST]
            found += 1
    for slot in range(touched):
        work[trail + found + slot] = work[records + RECORD * slot + HEX]
        work[trail + found + touched + slot] = work[records + RECORD * slot + VIA]
    work[0] = found + 2 * touched
    return found


@njit
def _span(work: IntArray, records: int, touched: int) -> tuple[int, int]:
    """The lowest and the highest hex touched."""
    low = high = work[records + HEX]
    for record in range(records, records + RECORD * touched, RECORD):
        low = min(low, work[record + HEX])
        high = max(high, work[record + HEX])
    return low, high


@njit
def _forget(work: IntArray, records: int, touched: int) -> None:
    for record in range(records, records + RECORD * touched, RECORD):
        work[HEADER + work[record + HEX]] = -1


@njit
def _wrong(size: int, room: int, maps: tuple[int, ...], start: int, zone_in: int, zone_out: int, held: int) -> bool:
    outside = min(maps) < 0 or max(max(maps), held) + size > room
    return outside or start < 0 or start >= size or zone_in < 0 or zone_out < 0


@kernel("int64(int32[::1], int64, int32[::1], int32[::1]" + 11 * ", int64" + ")")
def _reach(
    sides: IntArray, cheapest: int, state: IntArray, work: IntArray, zone: int, enemy: int, lone: int,
    own: int, start: int, allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held: int,
) -> int:  # fmt: skip
    size = sides.size // (2 * SIDES)
    if _wrong(size, state.size, (zone, enemy, lone, own), start, zone_in, zone_out, held):
        return WRONG
    touched, _ = _search(
        sides,
        cheapest,
        state,
        work,
        zone,
        enemy,
        lone,
        own,
        start,
        allowance,
        limit,
        zone_in,
        zone_out,
        flags,
        held,
        False,
    )
    found: int = _gather(work, size, state, own, limit, touched)
    _forget(work, _records_at(size), touched)
    return found


@kernel("int64(int32[::1], int64, int32[::1], int32[::1]" + 11 * ", int64" + ")")
def _can_move(
    sides: IntArray, cheapest: int, state: IntArray, work: IntArray, zone: int, enemy: int, lone: int,
    own: int, start: int, allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held: int,
) -> int:  # fmt: skip
    size = sides.size // (2 * SIDES)
    if _wrong(size, state.size, (zone, enemy, lone, own), start, zone_in, zone_out, held):
        return WRONG
    touched, found = _search(
        sides,
        cheapest,
        state,
        work,
        zone,
        enemy,
        lone,
        own,
        start,
        allowance,
        limit,
        zone_in,
        zone_out,
        flags,
        held,
        True,
    )
    _forget(work, _records_at(size), touched)
    return int(found)


@kernel("int64(int32[::1], int32[::1], int64, int32[::1], int32[::1], int64)")
def _flood(nbr: IntArray, state: IntArray, closed: int, seeds: IntArray, work: IntArray, limit: int) -> int:
    """Write the distances where reach writes its ends, and the hexes as reached behind them; their number."""
    size = nbr.size // SIDES
    if closed < 0 or closed + size > state.size:
        return WRONG
    distances = work[HEADER + size : HEADER + 2 * size]
    reached = work[HEADER + 2 * size : HEADER + 3 * size]
    distances[:] = -1
    count = 0
    for hex in seeds:
        if hex < 0 or hex >= size:
            return WRONG
        if state[closed + hex] == 0 and distances[hex] < 0:
            distances[hex] = 0
            reached[count] = hex
            count += 1
    at = 0
    while at < count:
        hex = reached[at]
        at += 1
        steps = distances[hex] + 1
        if 0 <= limit < steps:
            break
        for side in range(SIDES * hex, SIDES * hex + SIDES):
            to = nbr[side]
            if to >= 0 and distances[to] < 0 and state[closed + to] == 0:
                distances[to] = steps
                reached[count] = to
                count += 1
    return count


def reach(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
) -> Reach:  # fmt: skip
    work = _workspaces.of(terrain.size, allowance)
    found = _reach(
        terrain.np, terrain.cheapest, buffer.np, work.np, zone_at, enemy_at, lone_at, own_at, start,
        allowance, limit, zone_in, zone_out, flags, held_at,
    )  # fmt: skip
    if found == WRONG:
        check_move(terrain, buffer, (zone_at, enemy_at, lone_at, own_at), start, zone_in, zone_out, held_at)
    ints, ends, costs, trail = work.ints, work.ends, work.costs, work.trail
    hexes, prices = ints[ends : ends + found].tolist(), ints[costs : costs + found].tolist()
    return Reach(hexes, prices, ints[trail : trail + ints[0]])


def can_move(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
) -> bool:  # fmt: skip
    work = _workspaces.of(terrain.size, allowance)
    found = _can_move(
        terrain.np, terrain.cheapest, buffer.np, work.np, zone_at, enemy_at, lone_at, own_at, start,
        allowance, limit, zone_in, zone_out, flags, held_at,
    )  # fmt: skip
    if found == WRONG:
        check_move(terrain, buffer, (zone_at, enemy_at, lone_at, own_at), start, zone_in, zone_out, held_at)
    return bool(found)


def flood(net: Net, buffer: Buffer, closed_at: int, seeds: Iterable[int], limit: int) -> array[int]:
    work = _workspaces.of(net.size, 0)
    chosen = np.fromiter(seeds, np.int32)
    if _flood(net.np, buffer.np, closed_at, chosen, work.np, limit) == WRONG:
        _check_flood(net, buffer, closed_at, chosen)
    return work.ints[work.ends : work.ends + net.size]


def _check_flood(net: Net, buffer: Buffer, closed_at: int, seeds: IntArray) -> None:
    check_maps(buffer, (closed_at,), net.size)
    for hex in seeds:
        check_hex(int(hex), net.size)
