"""Who gets which place where places are few: units to the slots of headquarters, counters to hexes of a set-up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import TypeVar

Group = TypeVar("Group", bound=Hashable)
Flow = Mapping[Group, Counter[int]]


def assign(wishes: Sequence[Mapping[int, int]], room: Mapping[int, int]) -> list[int | None]:
    """As many units as possible to slots, at the lowest total price; of equals the earlier units are served.

    `wishes[u]` gives the price of each slot that unit u may take, `room` how many each slot holds. Whoever can be
    served most cheaply comes first: then nobody who is served has to give way, and prices to come only rise.
    """
    given: list[int | None] = [None] * len(wishes)
    holders: dict[int, list[int]] = {slot: [] for slot in room}
    waiting, limit = list(range(len(wishes))), 0
    while waiting:
        waiting = [u for u in waiting if not _serve(u, limit, wishes, room, holders, given)]
        prices = [_cheapest(u, wishes, room, holders)[0] for u in waiting]
        waiting = [u for u, price in zip(waiting, prices, strict=True) if price is not None]
        limit = min((price for price in prices if price is not None), default=0)
    return given


def _serve(
    u: int,
    limit: int,
    wishes: Sequence[Mapping[int, int]],
    room: Mapping[int, int],
    holders: Mapping[int, list[int]],
    given: list[int | None],
) -> bool:
    """Find a slot for one unit more, if that costs no more than the limit."""
    price, moves = _cheapest(u, wishes, room, holders)
    if price is None or price > limit:
        return False
    for unit, slot in moves:
        old = given[unit]
        if old is not None:
            holders[old].remove(unit)
        holders[slot].append(unit)
        given[unit] = slot
    return True


def _cheapest(
    u: int, wishes: Sequence[Mapping[int, int]], room: Mapping[int, int], holders: Mapping[int, list[int]]
) -> tuple[int | None, list[tuple[int, int]]]:
    """The lowest price of serving one unit more, and the moves (unit, new slot) for it; None if there is no room."""
    price = {slot: cost for slot, cost in wishes[u].items() if slot in room}
    came = dict.fromkeys(price, u)  # who would move into the slot
    left: dict[int, int] = {}  # the slot it would leave
    for _ in range(len(room)):
        known = dict(price)
        for slot in known:
            for unit in holders[slot]:
                for other, cost in wishes[unit].items():
                    new = price[slot] + cost - wishes[unit][slot]
                    if other in room and new < price.get(other, new + 1):
                        price[other], came[other], left[other] = new, unit, slot
        if price == known:
            break
    free = [slot for slot in price if len(holders[slot]) < room[slot]]
    if not free:
        return None, []
    best = min(free, key=price.__getitem__)
    return price[best], _moves(best, came, left)


def _moves(slot: int, came: Mapping[int, int], left: Mapping[int, int]) -> list[tuple[int, int]]:
    moves = [(came[slot], slot)]
    while slot in left:
        slot = left[slot]
        moves.append((came[slot], slot))
    return moves


def fit(
    demand: Mapping[Group, int], allowed: Mapping[Group, Sequence[int]], room: Mapping[int, int]
) -> dict[Group, Counter[int]] | None:
    """How many of each group go where, each in a hex allowed to it and none over-full; None if they cannot."""
    flow: dict[Group, Counter[int]] = {group: Counter() for group in demand}
    load: Counter[int] = Counter()
    for group, count in demand.items():
        for h in allowed[group]:
            if not count:
                break
            taken = min(count, room[h] - load.get(h, 0))
            if taken > 0:
                flow[group][h] = taken
                load[h] += taken
                count -= taken
        if not all(_squeeze(group, flow, allowed, room, load) for _ in range(count)):
            return None
    return flow


def _squeeze(
    group: Group,
    flow: dict[Group, Counter[int]],
    allowed: Mapping[Group, Sequence[int]],
    room: Mapping[int, int],
    load: Counter[int],
) -> bool:
    """Find a place for one more, moving others aside where they may go elsewhere."""
    came: dict[int, tuple[Group, int]] = dict.fromkeys(allowed[group], (group, -1))
    waiting = list(came)
    for h in waiting:
        if load[h] < room[h]:
            load[h] += 1
            _shift(h, came, flow)
            return True
        for other in flow:
            fresh = [to for to in allowed[other] if to not in came] if flow[other][h] else []
            came.update(dict.fromkeys(fresh, (other, h)))
            waiting += fresh
    return False


def _shift(h: int, came: Mapping[int, tuple[Group, int]], flow: dict[Group, Counter[int]]) -> None:
    while h >= 0:
        group, before = came[h]
        flow[group][h] += 1
        if before >= 0:
            flow[group][before] -= 1
        h = before


def still_open(
    flow: Flow[Group], allowed: Mapping[Group, Sequence[int]], room: Mapping[int, int]
) -> dict[Group, set[int]]:
    """For each group the hexes where one of it may go now, so that all the others still find room."""
    load: dict[int, int] = defaultdict(int)
    hosts: dict[int, list[Group]] = defaultdict(list)
    for group, places in flow.items():
        for h, count in places.items():
            if count:
                load[h] += count
                hosts[h].append(group)
    spare = {h for h, most in room.items() if load.get(h, 0) < most}
    return {group: _still_open(group, spare, hosts, allowed) for group in flow}


def _still_open(
    group: Group, spare: set[int], hosts: Mapping[int, list[Group]], allowed: Mapping[Group, Sequence[int]]
) -> set[int]:
    yielding = spare.union([h for h, groups in hosts.items() if group in groups])
    if yielding.issuperset(allowed[group]):
        return set(allowed[group])
    while grown := [h for h in hosts if h not in yielding and _can_leave(hosts[h], allowed, yielding)]:
        yielding.update(grown)
    return yielding.intersection(allowed[group])


def _can_leave(groups: Iterable[Group], allowed: Mapping[Group, Sequence[int]], yielding: set[int]) -> bool:
    return any(not yielding.isdisjoint(allowed[group]) for group in groups)
