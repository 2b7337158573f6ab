"""The kernels in plain Python: what the compiled ones must equal, and what runs where numba is missing."""

from __future__ import annotations

from array import array
from collections.abc import Iterable

from countermarch.kernels.data import (
    BARRED,
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    ONE_HEX_AT_LEAST,
    OVERRUN,
    PASS_NEEDS_ROOM,
    TAKES_HEXES,
    ZONE_STOPS,
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
)
from countermarch.kernels.sightlines import BEYOND, CREST, SEEN, SHADOW, Heights, Sight, check_sight

CLOSED = -1


class _Search:
    """Cheapest ways from one hex, by a queue for each cost, first come first served.

    A hex may be entered two ways: freely, and then the unit may go on, or having to stop. So each
    touched hex (a slot, numbered as found) has its best cost and the slot it is entered from (`last`),
    and its best free cost with the slot before (`via`).
    """

    def __init__(
        self, terrain: Terrain, buffer: Buffer, maps: tuple[int, int, int, int], start: int, allowance: int,
        limit: int, zone_in: int, zone_out: int, flags: int, held: int, crowd: int, crowd_in: int, shun: int,
    ) -> None:  # fmt: skip
        check_move(terrain, buffer, maps, start, zone_in, zone_out, held, crowd, shun)
        self.zone, self.enemy, self.lone, self.own = (buffer.ints[at : at + terrain.size] for at in maps)
        self.terrain, self.cheapest = terrain, terrain.cheapest
        self.held = buffer.ints[held : held + terrain.size] if held >= 0 else None
        self.crowd = buffer.ints[crowd : crowd + terrain.size] if crowd >= 0 else None
        self.crowd_in = crowd_in
        self.shun = buffer.ints[shun : shun + terrain.size] if shun >= 0 else None
        self.start, self.allowance, self.limit = start, allowance, limit
        self.zone_in, self.zone_out, self.flags = zone_in, zone_out, flags
        self.tolls: dict[int, int] = {}
        self.slots: dict[int, int] = {start: 0}
        self.best, self.last, self.free, self.via = [0], [0], [0], [0]
        self.queues: list[list[int]] = [[] for _ in range(allowance + 1)]

    def run(self, eager: bool) -> bool:
        """Search it all, or if eager until the first end is found; whether one was found then."""
        if self.allowance < 0 or (self.flags & NOT_FROM_ZONE and self.zone[self.start] > 0):
            return False
        self.queues[0].append(self.start)
        # Later queues hold hexes from which the unit can go no further.
        for spent in range(max(self.allowance + 1 - self.cheapest, bool(self.flags & ONE_HEX_AT_LEAST))):
            for hex in self.queues[spent]:
                if self.free[self.slots[hex]] == spent and self._leave(hex, spent, eager):
                    return True
        return False

    def _leave(self, hex: int, spent: int, eager: bool) -> bool:
        came_from = self.slots[hex]
        zoned = self.zone[hex] > 0
        spent += self.zone_out if zoned else 0
        barred = zoned and self.flags & NOT_ZONE_TO_ZONE
        for to, price, halt in self._ways(hex):
            toll = self._toll(to)
            total = spent + price + toll
            if toll == CLOSED or (barred and self.zone[to] > 0):
                continue
            if total > self.allowance:
                if came_from or not self.flags & ONE_HEX_AT_LEAST:
                    continue
                total, halt = self.allowance, True
            if eager and to not in self.slots and self._is_end(to):
                return True
            self._enter(to, total, halt, came_from)
        return False

    def _is_end(self, hex: int) -> bool:
        return self.own[hex] < self.limit and not (self.shun and self.shun[hex] > 0)

    def _ways(self, hex: int) -> list[tuple[int, int, bool]]:
        """The ways out of a hex, each at the price of the level at which both hexes are held."""
        held = self.held
        if held is None:
            return self.terrain.exits[hex]
        here = max(held[hex], 1 if self.flags & TAKES_HEXES else 0)
        ways = ((to, prices[min(here, held[to])], halt) for to, prices, halt in self.terrain.ways[hex])
        return [way for way in ways if way[1] != BARRED]

    def _toll(self, hex: int) -> int:
        toll = self.tolls.get(hex)
        if toll is None:
            toll = self.tolls[hex] = self._work_out_toll(hex)
        return toll

    def _work_out_toll(self, hex: int) -> int:
        """What entering costs beyond the terrain."""
        if self.enemy[hex] > 0 or (self.lone[hex] > 0 and not self.flags & OVERRUN):
            return CLOSED
        if self.flags & PASS_NEEDS_ROOM and self.own[hex] >= self.limit:
            return CLOSED
        toll = self.crowd_in * self.crowd[hex] if self.crowd else 0
        if self.zone[hex] <= 0:
            return toll
        return CLOSED if self.flags & NOT_INTO_ZONE else toll + self.zone_in

    def _enter(self, hex: int, total: int, halt: bool, came_from: int) -> None:
        slot = self._slot(hex)
        if total < self.best[slot]:
            self.best[slot] = total
            self.last[slot] = came_from
        if halt or total >= self.free[slot] or (self.flags & ZONE_STOPS and self.zone[hex] > 0):
            return
        self.free[slot] = total
        self.via[slot] = came_from
        self.queues[total].append(hex)

    def _slot(self, hex: int) -> int:
        slot = self.slots.setdefault(hex, len(self.best))
        if slot == len(self.best):
            never = self.allowance + 1
            for column, value in ((self.best, never), (self.last, 0), (self.free, never), (self.via, 0)):
                column.append(value)
        return slot

    def result(self) -> Reach:
        hexes = sorted(h for h in self.slots if h != self.start and self._is_end(h))
        ends = [self.slots[h] for h in hexes]
        trail = array("i", [*(self.last[slot] for slot in ends), *self.slots, *self.via])
        return Reach(array("i", hexes), array("i", [self.best[slot] for slot in ends]), trail)


def reach(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
    crowd_at: int = -1, crowd_in: int = 0, shun_at: int = -1,
) -> Reach:  # fmt: skip
    """The hexes where a unit may end its move, with the cheapest costs and paths.

    zone: enemy zones, `zone_in` more to enter and `zone_out` more to leave. enemy: combat units, never
    entered. lone: headquarters, entered only with OVERRUN. own: friendly units; a hex with `limit` of
    them is no end. The start is never an end. A hex entered over a stopping side, or into a zone with
    ZONE_STOPS, is not left again, unless it can also be entered freely; so is the dear first step that
    ONE_HEX_AT_LEAST opens. held: how firmly each hex is held (0, 1, 2), the lower of both hexes of a side
    choosing its price; without that map nothing is held. crowd: what is in the way, `crowd_in` more to
    enter for each. shun: hexes that may be passed but are no end. Of equal ways the one found first
    holds: hexes are left in order of cost, then as they were queued, by ascending direction.
    """
    maps = zone_at, enemy_at, lone_at, own_at
    search = _Search(
        terrain, buffer, maps, start, allowance, limit, zone_in, zone_out, flags, held_at, crowd_at, crowd_in, shun_at
    )
    search.run(eager=False)
    return search.result()


def can_move(
    terrain: Terrain, buffer: Buffer, zone_at: int, enemy_at: int, lone_at: int, own_at: int, start: int,
    allowance: int, limit: int, zone_in: int, zone_out: int, flags: int, held_at: int = -1,
    crowd_at: int = -1, crowd_in: int = 0, shun_at: int = -1,
) -> bool:  # fmt: skip
    """Whether reach would find any end; stops at the first."""
    maps = zone_at, enemy_at, lone_at, own_at
    search = _Search(
        terrain, buffer, maps, start, allowance, limit, zone_in, zone_out, flags, held_at, crowd_at, crowd_in, shun_at
    )
    return search.run(eager=True)


def flood(net: Net, buffer: Buffer, closed_at: int, seeds: Iterable[int], limit: int) -> array[int]:
    """Steps from the nearest seed to every hex, -1 where none reaches within `limit` (-1: any distance).

    Hexes whose entry in the closed map is not 0 are neither entered nor used as seeds.
    """
    check_maps(buffer, (closed_at,), net.size)
    distances = array("i", [-1]) * net.size
    closed = buffer.ints[closed_at : closed_at + net.size]
    edge = _open_seeds(closed, seeds, distances)
    steps = 0
    while edge and steps != limit:
        steps += 1
        edge = _spread(net, closed, edge, distances, steps)
    return distances


def closed(buffer: Buffer, size: int, zone_at: int, enemies: tuple[int, int], friends: tuple[int, int]) -> Ints:
    """The hexes shut to supply and the like: 1 where enemies are, and in enemy zones without a friend, else 0.

    Both sides are given as two maps, of units and of headquarters.
    """
    check_maps(buffer, (zone_at, *enemies, *friends), size)
    zone, foe, foe_hq, own, own_hq = (buffer.ints[at : at + size] for at in (zone_at, *enemies, *friends))
    rows = zip(zone, foe, foe_hq, own, own_hq, strict=True)
    return Ints(array("i", [int(f > 0 or g > 0 or (z > 0 and o <= 0 and p <= 0)) for z, f, g, o, p in rows]))


def flood_on(net: Net, buffer: Buffer, closed_at: int, earlier: array[int], limit: int) -> array[int]:
    """A flood from every hex that an earlier one came to."""
    check_flooded(net, earlier)
    return flood(net, buffer, closed_at, [h for h, steps in enumerate(earlier) if steps >= 0], limit)


def _open_seeds(closed: array[int], seeds: Iterable[int], distances: array[int]) -> list[int]:
    chosen = []
    for hex in seeds:
        check_hex(hex, len(closed))
        if not closed[hex]:
            distances[hex] = 0
            chosen.append(hex)
    return chosen


def _spread(net: Net, closed: array[int], edge: list[int], distances: array[int], steps: int) -> list[int]:
    found = []
    for hex in edge:
        for to in net.exits[hex]:
            if distances[to] < 0 and not closed[to]:
                distances[to] = steps
                found.append(to)
    return found


def field(prices: Prices, costs: array[int], tolls: array[int], far: int) -> array[int]:
    """The cost of the way from every hex to the best source.

    costs: what it costs to be in each hex at the end of the way, `far` where it does not end; nothing is dearer.
    tolls: what entering a hex costs beside the price of the step, whatever is paid at a source included.
    """
    check_field(prices, costs, tolls, far)
    found = costs[:]
    rings: dict[int, list[int]] = {}  # hexes by the cost they were reached at
    for hex, cost in enumerate(costs):
        if cost < far:
            rings.setdefault(cost, []).append(hex)
    at = 0
    while rings:
        for hex in rings.pop(at, ()):
            if found[hex] == at:
                for to, price in prices.entries[hex]:
                    through = at + tolls[hex] + price
                    if through < found[to]:
                        found[to] = through
                        rings.setdefault(through, []).append(to)
        at += 1
    return found


def sight(ground: Heights, spotter: int, reach: int, gain: int, flags: int) -> Sight:
    """What can be seen from a hex: up to `reach` hexes, and `gain` more for each level a target lies lower.

    A hex between is an obstacle if its top is higher than both ends; between ends of different levels also if it
    is cover as high as the upper one, or bare ground as high (CREST), or stands between the two levels above the
    line of sight (SHADOW). A line that runs between two hexes is blocked only by both, never at the map's edge.
    """
    check_sight(ground, spotter, reach, gain)
    answer = Sight(array("i", [BEYOND]) * ground.size, array("i", [-1]) * ground.size)
    answer.blocker[spotter] = SEEN
    here, high = ground.at[spotter], ground.levels[spotter]
    for step, distance, marks in ground.rays:
        target = ground.cells[here + step]
        if target >= 0 and distance <= reach + gain * max(0, high - ground.levels[target]):
            answer.blocker[target], answer.beside[target] = _obstacle(ground, spotter, target, marks, flags)
    return answer


def _obstacle(
    ground: Heights, spotter: int, target: int, marks: list[tuple[int, int, int, int]], flags: int
) -> tuple[int, int]:  # fmt: skip
    """The nearest hex that hides the target, with the one beside it; two hide it only together."""
    here, ends = ground.at[spotter], (ground.levels[spotter], ground.levels[target])
    for step, aside, part, whole in marks:
        hex = ground.cells[here + step]
        beside = ground.cells[here + aside] if aside else hex
        if hex < 0 or beside < 0:
            continue
        if all(_hides(ground, it, *ends, part, whole, flags) for it in (hex, beside)):
            return hex, beside if aside else -1
    return SEEN, -1


def _hides(ground: Heights, hex: int, near: int, far: int, part: int, whole: int, flags: int) -> bool:
    """Whether what stands in a hex, part/whole of the way along, hides levels near and far from each other."""
    level, top = ground.levels[hex], ground.tops[hex]
    if top > max(near, far):
        return True
    if near == far or top <= min(near, far):
        return False
    if top == max(near, far):
        return top > level or bool(flags & CREST)
    return bool(flags & SHADOW) and (top - near) * whole > (far - near) * part
