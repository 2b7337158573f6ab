"""The loops of the compiled kernels, in the Python that numba compiles: into a library, or when first called."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numba import njit
from numba.extending import register_jitable

from countermarch.kernels import workspace
from countermarch.kernels.data import (
    BARRED,
    KIND_BITS,
    KINDS,
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    ONE_HEX_AT_LEAST,
    OVERRUN,
    PASS_NEEDS_ROOM,
    PRICE_BITS,
    SIDES,
    TAKES_HEXES,
    ZONE_STOPS,
)
from countermarch.kernels.sightlines import (
    BEYOND,
    CELLS,
    CREST,
    HEAD,
    LEVELS,
    MARK,
    MARKS,
    RAY,
    RAYS,
    SEEN,
    SHADOW,
    SIZE,
    TOPS,
)
from countermarch.kernels.workspace import BEST, FREE, HEADER, HEX, LAST, RECORD, VIA, WRONG

if TYPE_CHECKING:
    from countermarch.kernels.data import IntArray

CLOSED = -1
nth = np.uint64  # as an index: numba then does not ask each time whether it counts from the end, a third of the work
KERNELS: dict[str, tuple[str, Callable[..., Any]]] = {}  # by name: the signature and the loop

records_at = register_jitable(workspace.records_at)
entries_at = register_jitable(workspace.entries_at)
queues_at = register_jitable(workspace.queues_at)

_MOVE = "int64(int32[::1], int64, int32[::1], int32[::1]" + 14 * ", int64" + ")"


def kernel(signature: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A loop that Python calls, with the one signature it is compiled for."""

    def note(function: Callable[..., Any]) -> Callable[..., Any]:
        KERNELS[function.__name__] = signature, function
        return function

    return note


def compiled(name: str) -> Callable[..., Any]:
    """Compile a loop now, or load it from numba's cache if there is anywhere to keep one."""
    signature, function = KERNELS[name]
    try:
        made: Callable[..., Any] = njit(signature, cache=True)(function)
    except (RuntimeError, OSError):  # neither the package nor the user's cache folder can be written
        made = njit(signature)(function)
    return made


@njit
def _push(work: IntArray, entry: int, queue: int, slot: int) -> None:
    """Append a slot to a queue, as the entry at a given place."""
    work[nth(entry)] = slot
    work[nth(entry + 1)] = -1
    if work[nth(queue)] < 0:
        work[nth(queue)] = entry
    else:
        work[nth(work[nth(queue + 1)] + 1)] = entry
    work[nth(queue + 1)] = entry


@njit
def _toll(
    state: IntArray, zone: int, enemy: int, lone: int, own: int, limit: int, zone_in: int, flags: int,
    crowd: int, crowd_in: int, hex: int,
) -> int:  # fmt: skip
    """What entering costs beyond the terrain."""
    if state[nth(enemy + hex)] > 0 or (state[nth(lone + hex)] > 0 and not flags & OVERRUN):
        return CLOSED
    if flags & PASS_NEEDS_ROOM and state[nth(own + hex)] >= limit:
        return CLOSED
    toll = crowd_in * state[nth(crowd + hex)] if crowd >= 0 else 0
    if state[nth(zone + hex)] <= 0:
        return toll
    return CLOSED if flags & NOT_INTO_ZONE else toll + zone_in


@njit
def _price(state: IntArray, held: int, hex: int, to: int, code: int, flags: int) -> int:
    """The price of a side at the level at which both its hexes are held."""
    level = 0
    if held >= 0:
        level = min(max(state[nth(held + hex)], 1 if flags & TAKES_HEXES else 0), state[nth(held + to)])
    return code >> (1 + PRICE_BITS * level) & BARRED


@njit
def _is_end(state: IntArray, own: int, limit: int, shun: int, hex: int) -> bool:
    return state[nth(own + hex)] < limit and (shun < 0 or state[nth(shun + hex)] <= 0)


@njit
def _touch(work: IntArray, record: int, hex: int, cost: int) -> None:
    work[nth(record + HEX)] = hex
    work[nth(record + BEST)] = work[nth(record + FREE)] = cost
    work[nth(record + LAST)] = work[nth(record + VIA)] = 0


@njit
def _enter(work: IntArray, record: int, total: int, halt: bool, came_from: int) -> bool:
    """Note a way into a slot; whether it is a better one to go on from."""
    if total < work[nth(record + BEST)]:
        work[nth(record + BEST)] = total
        work[nth(record + LAST)] = came_from
    if halt or total >= work[nth(record + FREE)]:
        return False
    work[nth(record + FREE)] = total
    work[nth(record + VIA)] = came_from
    return True


@njit
def _search(
    sides: IntArray, cheapest: int, state: IntArray, work: IntArray, zone: int, enemy: int, lone: int,
    own: int, start: int, allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held: int,
    crowd: int, crowd_in: int, shun: int, eager: bool,
) -> tuple[int, bool]:  # fmt: skip
    """The reference's search: how many slots it touched, and if eager whether it found an end."""
    size = (sides.size - KINDS) // SIDES
    records, pushed, queues = records_at(size), entries_at(size), queues_at(size)
    _touch(work, records, start, 0)
    work[nth(HEADER + start)] = 0
    touched = 1
    if flags & NOT_FROM_ZONE and state[nth(zone + start)] > 0:
        return touched, False
    for queue in range(queues, queues + 2 * (allowance + 1), 2):
        work[nth(queue)] = -1
    if allowance >= 0:
        _push(work, pushed, queues, 0)
    last = max(allowance + 1 - cheapest, 1 if flags & ONE_HEX_AT_LEAST and allowance >= 0 else 0)
    for spent in range(last):  # from there on the unit can go no further
        entry = work[nth(queues + 2 * spent)]
        while entry >= 0:
            came_from = work[nth(entry)]
            record = records + RECORD * came_from
            hex = work[nth(record + HEX)]
            if work[nth(record + FREE)] != spent:  # overtaken by a cheaper one
                entry = work[nth(entry + 1)]
                continue
            zoned = state[nth(zone + hex)] > 0
            leaving = spent + zone_out if zoned else spent
            barred = zoned and flags & NOT_ZONE_TO_ZONE
            least = came_from == 0 and flags & ONE_HEX_AT_LEAST
            for direction in range(SIDES):
                side = sides[nth(KINDS + SIDES * hex + direction)]
                if side < 0:
                    continue
                to, code = side >> KIND_BITS, sides[nth(side & (KINDS - 1))]
                price = _price(state, held, hex, to, code, flags)
                total = leaving + price
                slot = work[nth(HEADER + to)]
                # Most sides lead back to where the unit could be as cheaply: no need to look further.
                if (total > allowance and not least) or (
                    slot >= 0 and total >= work[nth(records + RECORD * slot + FREE)]
                ):
                    continue
                toll = _toll(state, zone, enemy, lone, own, limit, zone_in, flags, crowd, crowd_in, to)
                total += toll
                if toll == CLOSED or price == BARRED or (barred and state[nth(zone + to)] > 0):
                    continue
                halt = code & 1 or (flags & ZONE_STOPS and state[nth(zone + to)] > 0)
                if total > allowance:
                    if not least:
                        continue
                    total, halt = allowance, True
                if slot < 0:
                    if eager and _is_end(state, own, limit, shun, to):
                        return touched, True
                    slot = work[nth(HEADER + to)] = touched
                    _touch(work, records + RECORD * slot, to, allowance + 1)
                    touched += 1
                if _enter(work, records + RECORD * slot, total, halt, came_from):
                    pushed += 2
                    _push(work, pushed, queues + 2 * total, slot)
            entry = work[nth(entry + 1)]
    return touched, False


@njit
def _gather(work: IntArray, size: int, state: IntArray, own: int, limit: int, shun: int, touched: int) -> int:
    """Write the results: the ends in order of their hexes, and the trail; the number of ends."""
    records = records_at(size)
    ends, costs, trail = HEADER + size, HEADER + 2 * size, HEADER + 3 * size
    found = 0
    low, high = _span(work, records, touched)
    for hex in range(low, high + 1):
        slot = work[nth(HEADER + hex)]
        if slot > 0 and _is_end(state, own, limit, shun, hex):
            work[nth(ends + found)] = hex
            work[nth(costs + found)] = work[nth(records + RECORD * slot + BEST)]
            work[nth(trail + found)] = work[nth(records + RECORD * slot + LAST)]
            found += 1
    for slot in range(touched):
        work[nth(trail + found + slot)] = work[nth(records + RECORD * slot + HEX)]
        work[nth(trail + found + touched + slot)] = work[nth(records + RECORD * slot + VIA)]
    work[0] = found + 2 * touched
    return found


@njit
def _span(work: IntArray, records: int, touched: int) -> tuple[int, int]:
    """The lowest and the highest hex touched."""
    low = high = work[nth(records + HEX)]
    for record in range(records, records + RECORD * touched, RECORD):
        low = min(low, work[nth(record + HEX)])
        high = max(high, work[nth(record + HEX)])
    return low, high


@njit
def _forget(work: IntArray, records: int, touched: int) -> None:
    for record in range(records, records + RECORD * touched, RECORD):
        work[nth(HEADER + work[nth(record + HEX)])] = -1


@njit
def _wrong(size: int, room: int, maps: tuple[int, ...], start: int, zone_in: int, zone_out: int, last: int) -> bool:
    outside = min(maps) < 0 or max(max(maps), last) + size > room
    return outside or start < 0 or start >= size or zone_in < 0 or zone_out < 0


@kernel(_MOVE)
def reach(
    sides: IntArray, cheapest: int, state: IntArray, work: IntArray, zone: int, enemy: int, lone: int,
    own: int, start: int, allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held: int,
    crowd: int, crowd_in: int, shun: int,
) -> int:  # fmt: skip
    size = (sides.size - KINDS) // SIDES
    if _wrong(size, state.size, (zone, enemy, lone, own), start, zone_in, zone_out, max(held, crowd, shun)):
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
        crowd,
        crowd_in,
        shun,
        False,
    )
    found: int = _gather(work, size, state, own, limit, shun, touched)
    _forget(work, records_at(size), touched)
    return found


@kernel(_MOVE)
def can_move(
    sides: IntArray, cheapest: int, state: IntArray, work: IntArray, zone: int, enemy: int, lone: int,
    own: int, start: int, allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held: int,
    crowd: int, crowd_in: int, shun: int,
) -> int:  # fmt: skip
    size = (sides.size - KINDS) // SIDES
    if _wrong(size, state.size, (zone, enemy, lone, own), start, zone_in, zone_out, max(held, crowd, shun)):
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
        crowd,
        crowd_in,
        shun,
        True,
    )
    _forget(work, records_at(size), touched)
    return int(found)


@kernel("int64(int32[::1], int32[::1], int64, int32[::1], int32[::1], int64)")
def flood(nbr: IntArray, state: IntArray, closed: int, seeds: IntArray, work: IntArray, limit: int) -> int:
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
        if state[nth(closed + hex)] == 0 and distances[nth(hex)] < 0:
            distances[nth(hex)] = 0
            reached[nth(count)] = hex
            count += 1
    return int(_spread(nbr, state, closed, distances, reached, count, limit))


@kernel("int64(int32[::1], int32[::1], int64, int32[::1], int32[::1], int64)")
def flood_on(nbr: IntArray, state: IntArray, closed: int, earlier: IntArray, work: IntArray, limit: int) -> int:
    size = nbr.size // SIDES
    if closed < 0 or closed + size > state.size or earlier.size != size:
        return WRONG
    distances = work[HEADER + size : HEADER + 2 * size]
    reached = work[HEADER + 2 * size : HEADER + 3 * size]
    count = 0
    for hex in range(size):
        distances[nth(hex)] = -1
        if earlier[nth(hex)] >= 0 and state[nth(closed + hex)] == 0:
            distances[nth(hex)] = 0
            reached[nth(count)] = hex
            count += 1
    return int(_spread(nbr, state, closed, distances, reached, count, limit))


@njit
def _spread(
    nbr: IntArray, state: IntArray, closed: int, distances: IntArray, reached: IntArray, count: int, limit: int
) -> int:
    """Go on from the hexes reached, step by step; the number reached in the end."""
    at = 0
    while at < count:
        hex = reached[nth(at)]
        at += 1
        steps = distances[nth(hex)] + 1
        if 0 <= limit < steps:
            break
        for side in range(SIDES * hex, SIDES * hex + SIDES):
            to = nbr[nth(side)]
            if to >= 0 and distances[nth(to)] < 0 and state[nth(closed + to)] == 0:
                distances[nth(to)] = steps
                reached[nth(count)] = to
                count += 1
    return count


@kernel("int64(int32[::1], int32[::1], int32[::1], int32[::1], int64)")
def field(prices: IntArray, tolls: IntArray, costs: IntArray, work: IntArray, far: int) -> int:
    """Lower the costs in place, by a queue for each cost; how many hexes were queued."""
    size = prices.size // (2 * SIDES)
    if tolls.size != size or costs.size != size:
        return WRONG
    entries, queues = entries_at(size), queues_at(size)
    for queue in range(queues, queues + 2 * far, 2):
        work[nth(queue)] = -1
    pushed = 0
    for hex in range(size):
        if costs[nth(hex)] < 0 or costs[nth(hex)] > far or tolls[nth(hex)] < 0:
            return WRONG
        if costs[nth(hex)] < far:
            _push(work, entries + 2 * pushed, queues + 2 * costs[nth(hex)], hex)
            pushed += 1
    at = left = 0
    while left < pushed:
        entry = work[nth(queues + 2 * at)]
        while entry >= 0:
            hex = work[nth(entry)]
            left += 1
            if costs[nth(hex)] == at:
                for side in range(SIDES * hex, SIDES * hex + SIDES):
                    to = prices[nth(side)]
                    through = at + tolls[nth(hex)] + prices[nth(SIDES * size + side)]
                    # A side is crossed in one sense at most, so that there are never more entries than it has room for.
                    if to >= 0 and through < costs[nth(to)]:
                        costs[nth(to)] = through
                        _push(work, entries + 2 * pushed, queues + 2 * through, to)
                        pushed += 1
            entry = work[nth(entry + 1)]
        at += 1
    return pushed


@njit
def _hides(
    ground: IntArray, hex: int, near: int, far: int, part: int, whole: int, flags: int
) -> bool:  # fmt: skip
    level, top = ground[nth(ground[nth(LEVELS)] + hex)], ground[nth(ground[nth(TOPS)] + hex)]
    if top > max(near, far):
        return True
    if near == far or top <= min(near, far):
        return False
    if top == max(near, far):
        return bool(top > level or flags & CREST)
    return bool(flags & SHADOW and (top - near) * whole > (far - near) * part)


@kernel("int64(int32[::1], int32[::1], int64, int64, int64, int64)")
def sight(ground: IntArray, work: IntArray, spotter: int, reach: int, gain: int, flags: int) -> int:
    """Write the blockers where reach writes its ends, and the hexes beside them where it writes costs."""
    size, cells, levels, rays, marks = (
        ground[nth(SIZE)],
        ground[nth(CELLS)],
        ground[nth(LEVELS)],
        ground[nth(RAYS)],
        ground[nth(MARKS)],
    )
    blocker = work[HEADER + size : HEADER + 2 * size]
    beside = work[HEADER + 2 * size : HEADER + 3 * size]
    blocker[:] = BEYOND
    beside[:] = -1
    blocker[nth(spotter)] = SEEN
    here, near = ground[nth(HEAD + spotter)], ground[nth(levels + spotter)]
    for ray in range(rays, marks, RAY):
        target = ground[nth(cells + here + ground[nth(ray)])]
        if target < 0:
            continue
        far = ground[nth(levels + target)]
        if ground[nth(ray + 1)] > reach + gain * max(0, near - far):
            continue
        blocker[nth(target)] = SEEN
        first = marks + MARK * ground[nth(ray + 2)]
        for mark in range(first, first + MARK * ground[nth(ray + 3)], MARK):
            hex = ground[nth(cells + here + ground[nth(mark)])]
            other = ground[nth(cells + here + ground[nth(mark + 1)])] if ground[nth(mark + 1)] else hex
            if hex < 0 or other < 0:
                continue
            part, whole = ground[nth(mark + 2)], ground[nth(mark + 3)]
            if not _hides(ground, hex, near, far, part, whole, flags):
                continue
            if _hides(ground, other, near, far, part, whole, flags):
                blocker[nth(target)] = hex
                beside[nth(target)] = other if ground[nth(mark + 1)] else -1
                break
    return int(size)


@kernel("int64(int32[::1], int32[::1], int64, int64, int64, int64, int64)")
def closed(state: IntArray, answer: IntArray, zone: int, foe: int, foe_hq: int, own: int, own_hq: int) -> int:
    size = answer.size
    maps = (zone, foe, foe_hq, own, own_hq)
    if min(maps) < 0 or max(maps) + size > state.size:
        return WRONG
    for h in range(size):
        held = state[nth(foe + h)] > 0 or state[nth(foe_hq + h)] > 0
        shut = state[nth(zone + h)] > 0 and state[nth(own + h)] <= 0 and state[nth(own_hq + h)] <= 0
        answer[nth(h)] = held or shut
    return size
