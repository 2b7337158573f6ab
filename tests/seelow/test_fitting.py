"""Room is found if there is any."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from countermarch.games.seelow.fitting import Wish, fits

units = st.lists(st.tuples(st.integers(0, 2), st.lists(st.integers(0, 3), min_size=1, max_size=3)), max_size=5)


def by_trying_everything(wishes: list[Wish], free: dict[int, int]) -> bool:
    for places in product(*(hexes for _, hexes in wishes)):
        load = dict.fromkeys(free, 0)
        for (points, _), h in zip(wishes, places, strict=True):
            load[h] = load.get(h, 0) + points
        if all(load[h] <= free.get(h, 0) for h in load):
            return True
    return False


@given(units, st.lists(st.integers(0, 3), min_size=4, max_size=4))
def test_as_by_trying_everything(wishes: list[Wish], room: list[int]) -> None:
    free = dict(enumerate(room))
    assert fits(wishes, free) == by_trying_everything(wishes, free)
    assert free == dict(enumerate(room))  # nothing was put anywhere


def test_the_large_find_their_place_before_the_small() -> None:
    assert fits([(1, [0, 1]), (2, [0])], {0: 2, 1: 1})
    assert not fits([(1, [0]), (2, [0])], {0: 2})
    assert fits([], {}) and fits([(0, [9])], {})
