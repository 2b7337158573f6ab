"""The cost of the way from every hex: compiled equals reference, and both equal brute force."""

from __future__ import annotations

from array import array
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from countermarch.kernels import Prices, reference
from tests.kernels.maps import grid, row

FAR = 1000


def field(kernels: ModuleType, costs: list[int], tolls: list[int]) -> list[int]:
    """Over a row of six in which every step costs three."""
    found: array[int] = kernels.field(Prices(row(6), [3] * 36), array("i", costs), array("i", tolls), FAR)
    return found.tolist()


def test_the_way_to_the_best_of_two_sources(kernels: ModuleType) -> None:
    assert field(kernels, [0, FAR, FAR, FAR, FAR, 4], [0] * 6) == [0, 3, 6, 9, 7, 4]
    assert field(kernels, [0, FAR, FAR, FAR, FAR, 40], [0] * 6) == [0, 3, 6, 9, 12, 15]


def test_a_toll_is_paid_for_each_hex_entered_on_the_way(kernels: ModuleType) -> None:
    assert field(kernels, [0, *[FAR] * 5], [1, 10, 0, 0, 0, 99]) == [0, 4, 17, 20, 23, 26]


def test_nothing_is_dearer_than_far(kernels: ModuleType) -> None:
    assert field(kernels, [FAR] * 6, [0] * 6) == [FAR] * 6
    assert field(kernels, [0, *[FAR] * 5], [0, FAR, 0, 0, 0, 0]) == [0, 3, FAR, FAR, FAR, FAR]


def test_the_costs_given_stay_as_they_are(kernels: ModuleType) -> None:
    costs = array("i", [0, FAR])
    kernels.field(Prices(row(2), [3] * 12), costs, array("i", [0, 0]), FAR)
    assert costs.tolist() == [0, FAR]


@pytest.mark.parametrize(
    ("costs", "tolls"), [([0], [0, 0]), ([0, 0], [0]), ([-1, 0], [0, 0]), ([0, FAR + 1], [0, 0]), ([0, 0], [0, -1])]
)
def test_costs_and_tolls_that_do_not_fit(kernels: ModuleType, costs: list[int], tolls: list[int]) -> None:
    with pytest.raises(ValueError, match="costs"):
        kernels.field(Prices(row(2), [3] * 12), array("i", costs), array("i", tolls), FAR)


def test_a_step_never_pays() -> None:
    with pytest.raises(ValueError, match="-1"):
        Prices(row(2), [-1] * 12)


@settings(max_examples=150, deadline=None)
@given(st.integers(1, 8), st.integers(1, 8), st.randoms(use_true_random=False, note_method_calls=False), st.data())
def test_fields_are_equal(columns: int, rows: int, chance: object, data: st.DataObject) -> None:
    pytest.importorskip("numba")
    from countermarch.kernels import compiled

    size, pick = columns * rows, chance.choice  # type: ignore[attr-defined]
    far = data.draw(st.sampled_from([20, FAR]))
    prices = Prices(grid(columns, rows), [pick((0, 1, 2, 3, 9)) for _ in range(6 * size)])
    costs = array("i", [pick((0, 5, far, far, far)) for _ in range(size)])
    tolls = array("i", [pick((0, 0, 4, far)) for _ in range(size)])
    plain = reference.field(prices, costs, tolls, far)
    assert plain == compiled.field(prices, costs, tolls, far)
    assert plain.tolist() == brute_field(prices, costs.tolist(), tolls.tolist())


def brute_field(prices: Prices, costs: list[int], tolls: list[int]) -> list[int]:
    changed = True
    while changed:
        changed = False
        for hex, ways in enumerate(prices.entries):
            for to, price in ways:
                if costs[hex] + tolls[hex] + price < costs[to]:
                    costs[to] = costs[hex] + tolls[hex] + price
                    changed = True
    return costs
