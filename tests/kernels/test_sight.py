"""Lines of sight: compiled equals reference, both equal a slow reading by fractions, and each meaning on its own."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermarch.kernels import BEYOND, CREST, SEEN, SHADOW, Heights, reference

BOTH = CREST | SHADOW
Point = tuple[Fraction, Fraction]


def plain(columns: int, rows: int) -> list[tuple[int, int]]:
    return [(c, 2 * r + c % 2) for c in range(columns) for r in range(rows)]


def strip(levels: list[int], cover: tuple[int, ...] = ()) -> Heights:
    """A single column of hexes."""
    tops = [level + (hex in cover) for hex, level in enumerate(levels)]
    return Heights([(0, 2 * h) for h in range(len(levels))], levels, tops, 12)


def seen(kernels: ModuleType, ground: Heights, spotter: int, flags: int = BOTH, reach: int = 3) -> list[int]:
    hexes: list[int] = kernels.sight(ground, spotter, reach, 1, flags).hexes
    return hexes


def test_range_grows_with_the_height_looked_down_from(kernels: ModuleType) -> None:
    flat = strip([1] * 8)
    assert seen(kernels, flat, 0) == [0, 1, 2, 3]
    assert seen(kernels, strip([2] + [1] * 7), 0) == [0, 1, 2, 3, 4]
    assert seen(kernels, strip([3] + [1] * 7), 0) == [0, 1, 2, 3, 4, 5]
    assert 0 not in seen(kernels, strip([3] + [1] * 7), 4)  # upwards only three
    answer = kernels.sight(flat, 0, 2, 0, BOTH)
    assert list(answer.blocker) == [SEEN, SEEN, SEEN] + [BEYOND] * 5


def test_higher_ground_and_cover_hide_on_the_same_level(kernels: ModuleType) -> None:
    for flags in (0, CREST, SHADOW, BOTH):
        assert seen(kernels, strip([1, 1, 2, 1]), 0, flags) == [0, 1, 2]
        assert seen(kernels, strip([1, 1, 1, 1], cover=(1,)), 0, flags) == [0, 1]
        assert seen(kernels, strip([2, 1, 2, 1], cover=(1,)), 0, flags) == [0, 1, 2]


def test_cover_as_high_as_the_upper_end_hides(kernels: ModuleType) -> None:
    for flags in (0, BOTH):
        assert 3 not in seen(kernels, strip([2, 1, 1, 1], cover=(1,)), 0, flags)
        assert kernels.sight(strip([2, 1, 1, 1], cover=(2,)), 0, 3, 1, flags).blocker[3] == 2


def test_a_bare_crest_hides_only_by_its_flag(kernels: ModuleType) -> None:
    ground = strip([3, 3, 1, 1])
    assert seen(kernels, ground, 0, SHADOW) == [0, 1, 2, 3]
    assert seen(kernels, ground, 0, CREST) == [0, 1]
    assert kernels.sight(ground, 0, 3, 1, CREST).blocker[2] == 1


def test_the_shadow_falls_behind_what_is_nearer_to_the_lower_end(kernels: ModuleType) -> None:
    ground = strip([3, 1, 2, 1, 1, 1])
    assert seen(kernels, ground, 0, CREST) == [0, 1, 2, 3, 4, 5]
    assert seen(kernels, ground, 0, SHADOW) == [0, 1, 2, 4, 5]  # 2 is half way to 4, and does not hide it


def test_between_two_hexes_both_must_hide_and_the_edge_never_does(kernels: ModuleType) -> None:
    """From (0, 0) to (2, 0), two columns on, the line runs between the two hexes of column 1."""
    hexes = [(0, 0), (1, -1), (1, 1), (2, 0)]
    for tops, beside in (([1, 2, 2, 1], 2), ([1, 2, 1, 1], None), ([1, 1, 2, 1], None)):
        answer = kernels.sight(Heights(hexes, [1] * 4, tops, 3), 0, 3, 1, BOTH)
        assert (answer.blocker[3], answer.beside[3]) == ((SEEN, -1) if beside is None else (1, beside))
    edge = Heights([(0, 0), (1, 1), (2, 0)], [1] * 3, [1, 2, 1], 3)
    assert kernels.sight(edge, 0, 3, 1, BOTH).blocker[2] == SEEN


def test_a_corner_touched_hides_nothing(kernels: ModuleType) -> None:
    """The line from (0, 0) to (2, 4) leaves (1, 1) and enters (1, 3): it only touches their neighbours."""
    hexes = plain(3, 4)
    tops = [2 if hex in ((0, 2), (2, 2)) else 1 for hex in hexes]
    answer = kernels.sight(Heights(hexes, [1] * 12, tops, 4), 0, 3, 1, BOTH)
    assert answer.blocker[hexes.index((2, 4))] == SEEN


@pytest.mark.parametrize(
    ("change", "error", "text"),
    [
        ((12, 3, 1), IndexError, "hex 12 is not on the map: its 12 hexes"),
        ((-1, 3, 1), IndexError, "hex -1 is not on the map"),
        ((0, -1, 1), ValueError, "must not be negative"),
        ((0, 3, -1), ValueError, "must not be negative"),
        ((0, 5, 0), ValueError, "lines of 5 hexes over ground laid out for 4"),
    ],
)
def test_wrong_arguments(kernels: ModuleType, change: tuple[int, int, int], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        kernels.sight(Heights(plain(3, 4), [1] * 12, [1] * 12, 4), *change, BOTH)


@st.composite
def grounds(draw: st.DrawFn) -> tuple[Heights, list[tuple[int, int]]]:
    columns, rows = draw(st.integers(1, 8)), draw(st.integers(1, 8))
    chance = draw(st.randoms(use_true_random=False, note_method_calls=False))
    hexes = plain(columns, rows)
    steep = draw(st.sampled_from([(1,), (1, 1, 1, 2), (1, 2, 3)]))
    levels = [chance.choice(steep) for _ in hexes]
    thick = draw(st.sampled_from([0.0, 0.1, 0.4]))
    tops = [level + (chance.random() < thick) for level in levels]
    return Heights(hexes, levels, tops, 9), hexes


@settings(max_examples=150, deadline=None)
@given(grounds(), st.integers(0, 63), st.integers(0, 6), st.integers(0, 1), st.integers(0, 3))
def test_compiled_equals_reference(
    made: tuple[Heights, list[tuple[int, int]]], spotter: int, reach: int, gain: int, flags: int
) -> None:
    pytest.importorskip("numba")
    from countermarch.kernels import compiled

    ground, hexes = made
    spotter %= len(hexes)
    assert reference.sight(ground, spotter, reach, gain, flags) == compiled.sight(ground, spotter, reach, gain, flags)


@settings(max_examples=60, deadline=None)
@given(grounds(), st.integers(0, 63), st.integers(0, 3))
def test_equals_a_slow_reading(made: tuple[Heights, list[tuple[int, int]]], spotter: int, flags: int) -> None:
    ground, hexes = made
    spotter %= len(hexes)
    blocker = reference.sight(ground, spotter, 5, 0, flags).blocker
    for target in range(len(hexes)):
        if blocker[target] != BEYOND:
            assert (blocker[target] == SEEN) == slow_sight(ground, hexes, spotter, target, flags)


@settings(max_examples=80, deadline=None)
@given(grounds(), st.integers(0, 3))
def test_who_sees_is_seen(made: tuple[Heights, list[tuple[int, int]]], flags: int) -> None:
    """On equal levels always, and on others too as far as the range of both allows."""
    ground, hexes = made
    sights = [reference.sight(ground, hex, 4, 0, flags).blocker for hex in range(len(hexes))]
    for a in range(len(hexes)):
        for b in range(a):
            assert (sights[a][b] == SEEN) == (sights[b][a] == SEEN)


# The slow reading: every hex of the map cut by the line as a polygon


def slow_sight(ground: Heights, hexes: list[tuple[int, int]], spotter: int, target: int, flags: int) -> bool:
    near, far = ground.levels[spotter], ground.levels[target]
    single, pairs = True, dict[Fraction, list[bool]]()
    for hex, at in enumerate(hexes):
        cut = None if hex in (spotter, target) else cut_by(at, hexes[spotter], hexes[target])
        if cut is None:
            continue
        middle, along = cut
        hides = slowly_hides(ground.levels[hex], ground.tops[hex], near, far, middle, flags)
        if along:
            pairs.setdefault(middle, []).append(hides)
        elif hides:
            single = False
    return single and not any(len(both) == 2 and all(both) for both in pairs.values())


def cut_by(at: tuple[int, int], start: tuple[int, int], end: tuple[int, int]) -> tuple[Fraction, bool] | None:
    """Where the line from start to end lies inside the hexagon: the middle of it, and whether on its border."""
    (x, y), (x0, y0), (x1, y1) = ((3 * a, h) for a, h in (at, start, end))
    corners = [(x + dx, y + dy) for dx, dy in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))]
    inside, border = [Fraction(0), Fraction(1)], False
    for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True):
        first = (bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax)
        last = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
        if first == last == 0:
            border = True
        elif first == last:
            if first < 0:
                return None
        else:
            crossing = Fraction(first, first - last)
            inside[first > last] = (min if first > last else max)(inside[first > last], crossing)
    return ((inside[0] + inside[1]) / 2, border) if inside[0] < inside[1] else None


def slowly_hides(level: int, top: int, near: int, far: int, middle: Fraction, flags: int) -> bool:
    upper, lower = max(near, far), min(near, far)
    if upper == lower:
        return top > upper
    if top == upper and top == level:
        return bool(flags & CREST)
    if lower < top < upper:
        return bool(flags & SHADOW) and top > near + (far - near) * middle
    return top >= upper
