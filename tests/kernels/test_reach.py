"""Each meaning of reach on a map made for it."""

from dataclasses import replace
from types import ModuleType

import pytest

from countermarch.kernels import (
    IMPASSABLE,
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    ONE_HEX_AT_LEAST,
    OVERRUN,
    PASS_NEEDS_ROOM,
    TAKES_HEXES,
    ZONE_STOPS,
    Terrain,
)
from tests.kernels.maps import Position, grid, row


def plain(length: int = 6, **changes: object) -> Position:
    """A row of hexes at two half-points each."""
    nbr = row(length)
    return replace(Position(nbr, [2] * len(nbr)), **changes)  # type: ignore[arg-type]


def with_sides(values: dict[tuple[int, int], int], default: int, length: int = 6) -> list[int]:
    return [values.get(divmod(side, 6), default) for side in range(6 * length)]


def test_costs_grow_to_the_allowance_and_the_start_is_no_end(kernels: ModuleType) -> None:
    assert plain(start=2, allowance=5).ends(kernels) == {0: 4, 1: 2, 3: 2, 4: 4}


def test_nothing_within_no_allowance(kernels: ModuleType) -> None:
    assert plain(allowance=1).ends(kernels) == {}
    assert plain(allowance=-1).ends(kernels) == {}


def test_impassable_side(kernels: ModuleType) -> None:
    assert plain(cost=with_sides({(2, 0): IMPASSABLE}, 2)).ends(kernels) == {1: 2, 2: 4}


def test_zero_is_a_cost_and_floods_the_map(kernels: ModuleType) -> None:
    position = plain(60, cost=[0] * 360, allowance=0)
    assert position.ends(kernels) == dict.fromkeys(range(1, 60), 0)
    assert position.reach(kernels).path(59) == list(range(1, 60))


def test_large_allowance(kernels: ModuleType) -> None:
    assert plain(200, allowance=398).ends(kernels)[199] == 398


def test_zones_cost_on_entering_and_on_leaving(kernels: ModuleType) -> None:
    position = plain(zone={1: 1, 2: 3}, zone_in=3, zone_out=1, allowance=14)
    assert position.ends(kernels) == {1: 5, 2: 5 + 2 + 1 + 3, 3: 11 + 2 + 1}


def test_leaving_a_zone_at_the_start_costs(kernels: ModuleType) -> None:
    assert plain(zone={0: 1}, zone_out=2, allowance=6).ends(kernels) == {1: 4, 2: 6}


def test_enemy_units_are_never_entered(kernels: ModuleType) -> None:
    for flags in (0, OVERRUN):
        assert plain(enemy={2: 1}, lone={2: 1}, flags=flags).ends(kernels) == {1: 2}


def test_lone_headquarters_are_entered_only_by_overrun(kernels: ModuleType) -> None:
    assert plain(lone={2: 1}).ends(kernels) == {1: 2}
    assert plain(lone={2: 1}, flags=OVERRUN).ends(kernels) == {1: 2, 2: 4, 3: 6, 4: 8}


def test_full_hexes_are_passed_but_are_no_ends(kernels: ModuleType) -> None:
    assert plain(own={1: 2, 2: 1, 3: 5}).ends(kernels) == {2: 4, 4: 8}


def test_passing_may_need_room(kernels: ModuleType) -> None:
    assert plain(own={0: 2, 2: 2}, flags=PASS_NEEDS_ROOM).ends(kernels) == {1: 2}


def test_cannot_move_when_all_within_reach_is_full(kernels: ModuleType) -> None:
    assert plain(own={1: 2, 2: 2}, allowance=4).ends(kernels) == {}


def test_stopping_side(kernels: ModuleType) -> None:
    assert plain(stop=with_sides({(1, 0): 1}, 0)).ends(kernels) == {1: 2, 2: 4}


def test_zone_stops(kernels: ModuleType) -> None:
    assert plain(zone={2: 1}, flags=ZONE_STOPS).ends(kernels) == {1: 2, 2: 4}


def test_a_unit_starting_in_a_zone_is_not_stopped_by_it(kernels: ModuleType) -> None:
    assert plain(zone={0: 1}, flags=ZONE_STOPS, allowance=2).ends(kernels) == {1: 2}


def test_neither_from_nor_into_a_zone(kernels: ModuleType) -> None:
    assert plain(zone={2: 1}, flags=NOT_INTO_ZONE).ends(kernels) == {1: 2}
    assert plain(zone={0: 1}, flags=NOT_FROM_ZONE).ends(kernels) == {}
    assert plain(zone={0: 1}, flags=NOT_INTO_ZONE).ends(kernels) == plain().ends(kernels)
    assert plain(zone={2: 1}, flags=NOT_FROM_ZONE).ends(kernels) == plain().ends(kernels)


def test_not_from_zone_to_zone_but_out_of_one_and_into_the_next(kernels: ModuleType) -> None:
    assert plain(zone={0: 1, 1: 1}, flags=NOT_ZONE_TO_ZONE).ends(kernels) == {}
    assert plain(zone={0: 1, 2: 1}, flags=NOT_ZONE_TO_ZONE | ZONE_STOPS).ends(kernels) == {1: 2, 2: 4}


def test_one_hex_at_least_takes_the_whole_allowance(kernels: ModuleType) -> None:
    assert plain(allowance=1).ends(kernels) == {}
    assert plain(allowance=1, flags=ONE_HEX_AT_LEAST).ends(kernels) == {1: 1}
    assert plain(allowance=3, flags=ONE_HEX_AT_LEAST).ends(kernels) == {1: 2}
    assert plain(cost=with_sides({(0, 0): IMPASSABLE}, 2), allowance=1, flags=ONE_HEX_AT_LEAST).ends(kernels) == {}


def test_prices_by_who_holds_both_hexes(kernels: ModuleType) -> None:
    """The side from 1 to 2 is dear, cheaper where both hexes are held, free where they have been for long."""
    dear, cheap, free = (with_sides({(1, 0): price}, 2) for price in (6, 3, 0))
    holds: list[tuple[dict[int, int], int]] = [({}, 6), ({1: 2}, 6), ({1: 1, 2: 2}, 3), ({1: 2, 2: 2}, 0)]
    for hold, price in holds:
        assert plain(cost=dear, held=cheap, kept=free, hold=hold).ends(kernels)[2] == 2 + price


def test_who_takes_hexes_holds_the_one_it_leaves(kernels: ModuleType) -> None:
    dear, cheap, free = (with_sides({(1, 0): price}, 2) for price in (6, 3, 0))
    holds: list[tuple[dict[int, int], int]] = [({}, 6), ({1: 2}, 6), ({2: 2}, 3), ({1: 1, 2: 2}, 3), ({1: 2, 2: 2}, 0)]
    for hold, price in holds:
        assert plain(cost=dear, held=cheap, kept=free, hold=hold, flags=TAKES_HEXES).ends(kernels)[2] == 2 + price


def test_a_side_open_only_where_held(kernels: ModuleType) -> None:
    closed, open_side = with_sides({(0, 0): IMPASSABLE}, 2), with_sides({}, 2)
    assert plain(cost=closed, held=open_side, flags=ONE_HEX_AT_LEAST).ends(kernels) == {}
    assert plain(cost=closed, held=open_side, hold={0: 1, 1: 1}, allowance=2).ends(kernels) == {1: 2}


def test_first_steps_for_the_whole_allowance(kernels: ModuleType) -> None:
    answer = plain(start=2, allowance=4, cost=with_sides({(2, 3): IMPASSABLE}, 2)).reach(kernels)
    joined = answer.with_first_steps([1, 3], 4)
    assert (joined.hexes.tolist(), joined.costs.tolist()) == ([1, 3, 4], [4, 2, 4])
    assert [joined.path(h) for h in joined.hexes] == [[1], [3], [3, 4]]
    assert answer.with_first_steps([3], 4) is answer
    stuck = plain(start=2, allowance=1).reach(kernels).with_first_steps([1], 1)
    assert (stuck.hexes.tolist(), stuck.costs.tolist(), stuck.path(1)) == ([1], [1], [1])


def test_cheap_entry_that_stops_beside_a_dear_one_that_does_not(kernels: ModuleType) -> None:
    """From 0 to 1 by a side that stops for 1, or through 2 freely for 3; behind 1 lies 3."""
    nbr = [1, 2, -1, -1, -1, -1, 3, -1, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1] + [-1] * 6
    cost = [1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0] + [0] * 6
    answer = Position(nbr, cost, [1] + [0] * 23).reach(kernels)
    assert (answer.hexes.tolist(), answer.costs.tolist()) == ([1, 2, 3], [1, 1, 4])
    assert [answer.path(h) for h in answer.hexes] == [[1], [2], [2, 1, 3]]


def test_of_equal_paths_the_first_found_holds(kernels: ModuleType) -> None:
    nbr = grid(5, 5)
    answer = Position(nbr, [2] * len(nbr), start=12, allowance=4).reach(kernels)
    assert list(answer.hexes) == sorted(answer.hexes)
    assert [answer.path(h) for h in (2, 3, 10, 22)] == [[7, 2], [7, 3], [11, 10], [16, 22]]


def test_results_outlive_the_next_call(kernels: ModuleType) -> None:
    first = plain(start=0).reach(kernels)
    kept = first.hexes[:], first.costs[:], [first.path(h) for h in first.hexes]
    plain(start=5, own={4: 1}).reach(kernels)
    assert kept == (first.hexes, first.costs, [first.path(h) for h in first.hexes])


def test_path_to_a_hex_that_is_no_end(kernels: ModuleType) -> None:
    with pytest.raises(KeyError, match="cannot end in hex 1"):
        plain(own={1: 2}).reach(kernels).path(1)


@pytest.mark.parametrize("name", ["reach", "can_move"])
@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        ({"start": 6}, IndexError, "hex 6 is not on the map: its 6 hexes"),
        ({"start": -1}, IndexError, "hex -1 is not on the map"),
        ({"zone_in": -1}, ValueError, "must not be negative"),
        ({"zone_out": -2}, ValueError, "must not be negative"),
    ],
)
def test_wrong_arguments(
    kernels: ModuleType, name: str, change: dict[str, int], error: type[Exception], text: str
) -> None:
    with pytest.raises(error, match=text):
        getattr(kernels, name)(*plain(**change).arguments())


@pytest.mark.parametrize("offset", [-1, 40, 2**33])
@pytest.mark.parametrize("argument", [2, 3, 4, 5])
def test_map_outside_the_buffer(kernels: ModuleType, offset: int, argument: int) -> None:
    arguments = list(plain().arguments())
    arguments[argument] = offset
    with pytest.raises(IndexError, match=f"no map of 6 hexes at offset {offset} in a buffer of 45 ints"):
        kernels.reach(*arguments)


def test_terrain_names_what_does_not_fit() -> None:
    with pytest.raises(ValueError, match="six entries a hex"):
        Terrain([-1] * 6, [2] * 6, [0] * 5)
    with pytest.raises(ValueError, match="hex 0 has neighbour 9 at side 2, off the map"):
        Terrain([-1, -1, 9, -1, -1, -1], [2] * 6, [0] * 6)


def test_a_crowd_costs_on_entering_for_each_in_it(kernels: ModuleType) -> None:
    position = plain(crowd={2: 1, 3: 2}, crowd_in=4, allowance=20)
    assert position.ends(kernels) == {1: 2, 2: 2 + 2 + 4, 3: 8 + 2 + 8, 4: 18 + 2}


def test_without_its_price_a_crowd_is_no_hindrance(kernels: ModuleType) -> None:
    assert plain(crowd={2: 1}, allowance=6).ends(kernels) == {1: 2, 2: 4, 3: 6}


def test_a_hex_to_shun_may_be_passed_but_is_no_end(kernels: ModuleType) -> None:
    assert plain(shun={1: 1, 3: 2}, allowance=6).ends(kernels) == {2: 4}


def test_a_terrain_tells_so_many_kinds_of_side_apart() -> None:
    nbr = grid(10, 10)
    terrain = Terrain(nbr, [side % 200 for side in range(600)], [0] * 600)
    assert terrain.exits[9] == [(8, 54, False), (18, 55, False), (19, 56, False)]
    with pytest.raises(ValueError, match="kinds of side; a terrain may have 256"):
        Terrain(nbr, [side % 500 for side in range(600)], [0] * 600)
