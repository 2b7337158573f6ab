"""Compiled equals reference in everything, and both equal brute force, on random maps."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermarch.kernels import (
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    ONE_HEX_AT_LEAST,
    OVERRUN,
    PASS_NEEDS_ROOM,
    ZONE_STOPS,
    Ints,
    Net,
    reference,
)
from tests.kernels.maps import Position, grid, row

State = tuple[int, bool]


@st.composite
def positions(draw: st.DrawFn, longest: int = 9) -> Position:
    """Seeded at random rather than drawn int by int, so that maps of some size stay quick to make."""
    columns, rows = draw(st.integers(1, longest)), draw(st.integers(1, longest))
    chance = draw(st.randoms(use_true_random=False, note_method_calls=False))
    nbr = grid(columns, rows)
    costs = draw(st.sampled_from([(-1, 0, 1, 3, 6), (-1, 0), (0, 1), (2, 2, 2, 4), (-1, 1, 2)]))
    crowd = draw(st.sampled_from([0.0, 0.1, 0.4]))

    def layer(values: tuple[int, ...]) -> dict[int, int]:
        return {h: chance.choice(values) for h in range(columns * rows) if chance.random() < crowd}

    def sides() -> list[int]:
        return [chance.choice(costs) for _ in nbr]

    return Position(
        nbr, sides(), [chance.random() < crowd / 2 for _ in nbr],
        layer((1, 2)), layer((1,)), layer((1,)), layer((1, 2, 3)),
        {h: chance.randrange(3) for h in range(len(nbr) // 6)},
        draw(st.sampled_from([(), sides()])), draw(st.sampled_from([(), sides()])),
        layer((1, 2)), draw(st.integers(0, 5)), layer((1,)),
        start=chance.randrange(columns * rows), allowance=draw(st.integers(-1, 80)),
        limit=draw(st.integers(0, 3)), zone_in=draw(st.integers(0, 3)), zone_out=draw(st.integers(0, 3)),
        flags=draw(st.integers(0, 255)),
    )  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(positions())
def test_compiled_equals_reference(position: Position) -> None:
    pytest.importorskip("numba")
    from countermarch.kernels import compiled

    plain, quick = position.reach(reference), position.reach(compiled)
    assert plain == quick
    assert all(type(n) is int for n in quick.hexes)
    assert [plain.path(h) for h in plain.hexes] == [quick.path(h) for h in quick.hexes]


@settings(max_examples=150, deadline=None)
@given(positions(longest=5))
def test_costs_equal_brute_force_and_paths_cost_what_they_say(position: Position) -> None:
    answer = position.reach(reference)
    assert dict(zip(answer.hexes, answer.costs, strict=True)) == brute_force(position)
    for hex, cost in zip(answer.hexes, answer.costs, strict=True):
        assert path_cost(position, answer.path(hex)) == cost


@settings(max_examples=150, deadline=None)
@given(positions(), st.lists(st.integers(0, 80)), st.integers(-1, 12))
def test_floods_are_equal(position: Position, seeds: list[int], limit: int) -> None:
    pytest.importorskip("numba")
    from countermarch.kernels import compiled

    net = Net(position.nbr, [c >= 0 for c in position.cost])
    closed = Ints(array("i", [position.enemy.get(h, 0) for h in range(position.size)]))
    seeds = [seed % position.size for seed in seeds]
    plain = reference.flood(net, closed, 0, seeds, limit)
    assert plain == compiled.flood(net, closed, 0, seeds, limit)
    assert plain.tolist() == brute_flood(net, closed.ints, seeds, limit)


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 60), st.data())
def test_closed_maps_are_equal(size: int, data: st.DataObject) -> None:
    pytest.importorskip("numba")
    from countermarch.kernels import compiled

    rows = [data.draw(st.lists(st.integers(0, 2), min_size=size, max_size=size)) for _ in range(5)]
    state = Ints(array("i", [9, *(n for row in rows for n in row)]))
    zone, *others = range(1, 5 * size + 1, size)
    enemies, friends = (others[0], others[1]), (others[2], others[3])
    plain = reference.closed(state, size, zone, enemies, friends)
    assert plain.ints == compiled.closed(state, size, zone, enemies, friends).ints
    for h in range(size):
        in_zone, foe, foe_hq, own, own_hq = (row[h] for row in rows)
        assert plain.ints[h] == bool(foe or foe_hq or (in_zone and not own and not own_hq))


@given(st.lists(st.integers(-1, 9), min_size=6, max_size=6), st.lists(st.booleans(), min_size=6, max_size=6))
def test_floods_on_floods_are_equal(distances: list[int], closed: list[bool]) -> None:
    pytest.importorskip("numba")
    from countermarch.kernels import compiled

    net, state = Net(row(6), [1] * 36), Ints(array("i", closed))
    plain = reference.flood_on(net, state, 0, array("i", distances), 2)
    assert plain == compiled.flood_on(net, state, 0, array("i", distances), 2)
    assert plain == reference.flood(net, state, 0, [h for h, d in enumerate(distances) if d >= 0], 2)


def brute_force(p: Position) -> dict[int, int]:
    """Relax every side until nothing changes, over (hex, must stop)."""
    costs: dict[State, int] = {(p.start, False): 0} if p.allowance >= 0 and may_start(p) else {}
    changed = True
    while changed:
        changed = False
        for (hex, stopped), spent in list(costs.items()):
            for state, step in [] if stopped else entries(p, hex, spent):
                if spent + step < min(costs.get(state, p.allowance + 1), p.allowance + 1):
                    costs[state] = spent + step
                    changed = True
    ends = {h for h, _ in costs if h != p.start and p.own.get(h, 0) < p.limit and not p.shun.get(h)}
    return {h: min(c for (hex, _), c in costs.items() if hex == h) for h in sorted(ends)}


def may_start(p: Position) -> bool:
    return not (p.flags & NOT_FROM_ZONE and p.zone.get(p.start, 0))


def entries(p: Position, hex: int, spent: int) -> list[tuple[State, int]]:
    """Every single step a unit in a hex may take, as the state it leads to and its cost."""
    steps = [entry for side in range(6 * hex, 6 * hex + 6) if (entry := entry_over(p, hex, side))]
    if hex != p.start or spent or not p.flags & ONE_HEX_AT_LEAST:
        return steps
    return [(state, cost) if cost <= p.allowance else ((state[0], True), p.allowance) for state, cost in steps]


def entry_over(p: Position, hex: int, side: int) -> tuple[State, int] | None:
    to = p.nbr[side]
    if to < 0 or p.price(side) < 0 or not may_enter(p, to):
        return None
    zone = bool(p.zone.get(to, 0))
    if zone and p.zone.get(hex, 0) and p.flags & NOT_ZONE_TO_ZONE:
        return None
    step = p.price(side) + zone * p.zone_in + bool(p.zone.get(hex, 0)) * p.zone_out + p.crowd.get(to, 0) * p.crowd_in
    return (to, bool(p.stop[side]) or bool(zone and p.flags & ZONE_STOPS)), step


def may_enter(p: Position, hex: int) -> bool:
    headquarters_bar = p.lone.get(hex, 0) and not p.flags & OVERRUN
    zone_bars = p.zone.get(hex, 0) and p.flags & NOT_INTO_ZONE
    no_room = p.own.get(hex, 0) >= p.limit and p.flags & PASS_NEEDS_ROOM
    return not (p.enemy.get(hex, 0) or headquarters_bar or zone_bars or no_room)


def path_cost(p: Position, path: list[int]) -> int:
    """The least a unit can pay along exactly these hexes, going on only where it need not stop."""
    at, spent = p.start, 0
    for to in path[:-1]:
        spent += min(step for (hex, stopped), step in entries(p, at, spent) if hex == to and not stopped)
        at = to
    return spent + min(step for (hex, _), step in entries(p, at, spent) if hex == path[-1])


def brute_flood(net: Net, closed: array[int], seeds: list[int], limit: int) -> list[int]:
    reached = {h: 0 for h in seeds if not closed[h]}
    for steps in range(1, (limit if limit >= 0 else net.size) + 1):
        for hex in [h for h, s in reached.items() if s == steps - 1]:
            reached.update({to: steps for to in net.exits[hex] if to not in reached and not closed[to]})
    return [reached.get(h, -1) for h in range(net.size)]
