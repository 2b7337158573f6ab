"""Odds and routes, as plain numbers."""

from __future__ import annotations

import pytest

from countermarch.hexgrid import HexGrid
from countermarch.mechanics import odds
from countermarch.mechanics.retreat import best, routes


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (5, 5, 1),
        (9, 5, 1),
        (10, 5, 2),
        (4, 5, 0),
        (3, 6, 0),
        (3, 7, -1),
        (1, 9, -7),
        (40, 3, 13),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, column: int) -> None:
    assert odds.column(attack, defence) == column


def test_columns_are_numbered_without_a_gap() -> None:
    assert [odds.column(a, d) for a, d in ((1, 4), (1, 3), (1, 2), (1, 1), (2, 1))] == [-2, -1, 0, 1, 2]


@pytest.mark.parametrize(("attack", "defence"), [(0, 3), (3, 0), (-1, 2)])
def test_odds_need_two_strengths(attack: int, defence: int) -> None:
    with pytest.raises(ValueError, match="two strengths above zero"):
        odds.column(attack, defence)


GRID = HexGrid((1, 9), (1, 9), "even", "right", "up")
STEPS = [tuple(GRID.around(h)) for h in range(GRID.n)]


def test_each_hex_of_a_route_is_farther_away() -> None:
    start = GRID.index("0505")
    found = routes(STEPS, GRID.distance, start, start, 2, lambda h: True)
    assert len(found) == 18  # two ways on from a corner of the first ring, three straight or beside
    assert all([GRID.distance(start, h) for h in route] == [1, 2] for route in found)


def test_the_longest_routes_count_when_none_is_long_enough() -> None:
    start = GRID.index("0505")
    ring = set(GRID.within(start, 1))
    assert {len(r) for r in routes(STEPS, GRID.distance, start, start, 2, ring.__contains__)} == {1}
    assert routes(STEPS, GRID.distance, start, start, 2, lambda h: False) == []


def test_a_route_may_begin_where_an_earlier_one_ended() -> None:
    start, at = GRID.index("0505"), GRID.index("0506")
    found = routes(STEPS, GRID.distance, start, at, 1, lambda h: True)
    assert {GRID.number(h) for (h,) in found} == {"0406", "0507", "0606"}


def test_the_best_share_the_lowest_rank() -> None:
    assert best(["aa", "b", "c"], lambda word: (len(word),)) == ["b", "c"]
    assert best([], lambda word: (0,)) == []
