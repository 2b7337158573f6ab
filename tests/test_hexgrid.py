from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from countermarch.hexgrid import HexGrid, UnknownHex

KOENIGSBERG = HexGrid((1, 36), (1, 45), "even", across="left", along="up")
VISTULA = HexGrid((1, 29), (1, 33), "odd", across="down", along="left")
SEELOW = HexGrid((10, 36), (1, 17), "odd", across="right", along="down")
STARGARD = HexGrid((1, 38), (1, 27), "even", across="right", along="up", separator=".")
GRIDS = [KOENIGSBERG, VISTULA, SEELOW, STARGARD]

any_grid = pytest.mark.parametrize("grid", GRIDS, ids=["koenigsberg", "vistula", "seelow", "stargard"])
grids = st.sampled_from(GRIDS)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[HexGrid, int, int]:
    grid = draw(grids)
    hexes = st.integers(0, grid.n - 1)
    return grid, draw(hexes), draw(hexes)


def around(grid: HexGrid, number: str) -> set[str]:
    return {grid.number(j) for j in grid.around(grid.index(number))}


@pytest.mark.parametrize(
    ("grid", "number", "expected"),
    [
        (KOENIGSBERG, "2932", {"2933", "2931", "2831", "2832", "3031", "3032"}),
        (KOENIGSBERG, "2831", {"2832", "2830", "2731", "2732", "2931", "2932"}),
        (VISTULA, "0210", {"0209", "0211", "0109", "0110", "0309", "0310"}),
        (VISTULA, "0309", {"0308", "0310", "0209", "0210", "0409", "0410"}),
        (SEELOW, "1509", {"1508", "1510", "1409", "1410", "1609", "1610"}),
        (SEELOW, "1409", {"1408", "1410", "1308", "1309", "1508", "1509"}),
        (STARGARD, "08.06", {"08.07", "08.05", "07.06", "07.07", "09.06", "09.07"}),
        (STARGARD, "07.16", {"07.17", "07.15", "06.15", "06.16", "08.15", "08.16"}),
        (KOENIGSBERG, "0101", {"0102", "0201"}),
    ],
)
def test_even_and_odd_lines_have_their_own_neighbours(grid: HexGrid, number: str, expected: set[str]) -> None:
    assert around(grid, number) == expected


def test_sizes_and_number_order() -> None:
    assert [grid.n for grid in GRIDS] == [1620, 957, 459, 1026]
    for grid in GRIDS:
        assert grid.numbers == sorted(grid.numbers)
        assert [grid.index(number) for number in grid.numbers] == list(range(grid.n))


@pytest.mark.parametrize("wrong", ["0001", "3701", "0146", "", "ABCD", "101"])
def test_an_unknown_number_is_refused_with_the_range(wrong: str) -> None:
    with pytest.raises(UnknownHex, match=r"numbers run from 0101 to 3645"):
        KOENIGSBERG.index(wrong)


@any_grid
def test_directions_are_mutual_and_run_clockwise(grid: HexGrid) -> None:
    for i in range(grid.n):
        for d in range(6):
            j = grid.neighbour(i, d)
            if j >= 0:
                assert grid.neighbour(j, grid.opposite(d)) == i
                assert grid.direction(i, j) == d
    middle = next(i for i in range(grid.n) if len(grid.around(i)) == 6)
    (x, y), ring = grid.centre(middle), [grid.centre(j) for j in grid.around(middle)]
    vectors = [(rx - x, ry - y) for rx, ry in ring]
    for (x1, y1), (x2, y2) in pairwise(vectors):
        assert x1 * y2 - y1 * x2 > 0  # a clockwise turn where y points down


def test_the_koenigsberg_map_as_seen() -> None:
    grid = KOENIGSBERG
    here = grid.index("1020")
    assert grid.number(grid.neighbour(here, 0)) == "1021"  # row + 1 is up
    x, y = grid.centre(here)
    assert grid.centre(grid.index("1120"))[0] < x  # columns run to the left
    assert grid.centre(grid.index("1021"))[1] == pytest.approx(y - 1)


@any_grid
def test_a_side_runs_between_its_two_corners(grid: HexGrid) -> None:
    for i in range(0, grid.n, 7):
        corners = grid.corners(i)
        for d in range(6):
            j = grid.neighbour(i, d)
            if j < 0:
                continue
            (x1, y1), (x2, y2) = corners[d], corners[(d + 1) % 6]
            (ax, ay), (bx, by) = grid.centre(i), grid.centre(j)
            assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


@given(pairs())
def test_distance_is_a_metric_and_matches_the_plane(case: tuple[HexGrid, int, int]) -> None:
    grid, a, b = case
    steps = grid.distance(a, b)
    assert steps == grid.distance(b, a)
    assert (steps == 0) == (a == b)
    length = dist(grid.centre(a), grid.centre(b))
    assert length - 1e-9 <= steps <= length * 2 / 3**0.5 + 1e-9
    assert all(abs(grid.distance(j, b) - steps) <= 1 for j in grid.around(a))


@given(pairs())
def test_a_line_goes_step_by_step_and_is_the_same_backwards(case: tuple[HexGrid, int, int]) -> None:
    grid, a, b = case
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.direction(i, j) is not None for i, j in pairwise(line))
    assert line == grid.line(b, a)[::-1]


@given(pairs(), st.integers(0, 6))
def test_within_holds_exactly_the_hexes_in_reach(case: tuple[HexGrid, int, int], radius: int) -> None:
    grid, a, _ = case
    assert grid.within(a, radius) == tuple(j for j in range(grid.n) if grid.distance(a, j) <= radius)


def test_direction_of_hexes_apart_is_none() -> None:
    assert KOENIGSBERG.direction(KOENIGSBERG.index("0101"), KOENIGSBERG.index("0103")) is None
