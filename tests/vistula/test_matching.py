"""Assigning units to slots, and fitting counters into hexes."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

from countermarch.games.vistula.matching import assign, fit, still_open


def test_as_many_as_possible_are_served() -> None:
    """The first unit takes either slot, the second only one: both are served."""
    assert assign([{0: 0, 1: 0}, {0: 0}], {0: 1, 1: 1}) == [1, 0]


def test_of_equals_the_earlier_are_served() -> None:
    assert assign([{0: 0}, {0: 0}, {0: 0}], {0: 2}) == [0, 0, None]


def test_the_lower_price_is_preferred_but_not_to_leaving_somebody_out() -> None:
    assert assign([{0: 0, 1: 1}, {0: 0, 1: 1}], {0: 1, 1: 1}) == [0, 1]
    assert assign([{0: 0, 1: 1}, {0: 1}], {0: 1, 1: 1}) == [1, 0]


def test_whoever_is_served_cheaply_comes_before_whoever_is_not() -> None:
    """One slot: the second unit has it for nothing, the first would pay."""
    assert assign([{0: 1}, {0: 0}], {0: 1}) == [None, 0]


def test_a_slot_that_is_not_there_is_no_wish() -> None:
    assert assign([{7: 0}], {0: 1}) == [None]


def brute(wishes: list[dict[int, int]], room: dict[int, int]) -> tuple[int, int]:
    """The most units served, and the lowest price for that many."""
    best = (0, 0)
    for picks in product(*([None, *wish] for wish in wishes)):
        used = Counter(p for p in picks if p is not None)
        if all(used[s] <= room[s] for s in used):
            cost = sum(wish[p] for wish, p in zip(wishes, picks, strict=True) if p is not None)
            best = max(best, (sum(used.values()), -cost))
    return best


def test_the_number_served_is_the_greatest_there_is_and_the_price_the_lowest() -> None:
    dice = random.Random(1)
    for _ in range(300):
        room = {s: dice.randint(0, 2) for s in range(3)}
        wishes = [{s: dice.randint(0, 1) for s in range(3) if dice.random() < 0.6} for _ in range(5)]
        given = assign(wishes, room)
        used = Counter(s for s in given if s is not None)
        assert all(used[s] <= room[s] for s in used)
        price = sum(wish[s] for wish, s in zip(wishes, given, strict=True) if s is not None)
        assert (sum(used.values()), -price) == brute(wishes, room)


def test_counters_are_moved_aside_for_others() -> None:
    allowed = {"line": [1], "reserve": [1, 2]}
    assert fit({"reserve": 1, "line": 1}, allowed, {1: 1, 2: 1}) == {"reserve": {1: 0, 2: 1}, "line": {1: 1}}
    assert fit({"reserve": 2, "line": 1}, allowed, {1: 1, 2: 1}) is None


def test_a_place_is_open_only_if_the_rest_still_fits() -> None:
    dice = random.Random(2)
    for _ in range(80):
        room = {h: dice.randint(0, 2) for h in range(5)}
        allowed = {g: [h for h in range(5) if dice.random() < 0.5] for g in "abc"}
        demand = {g: dice.randint(1, 2) for g in "abc"}
        flow = fit(demand, allowed, room)
        if flow is None:
            continue
        found = still_open(flow, allowed, room)
        for g in demand:
            left = {**demand, g: demand[g] - 1}
            open_now = {h for h in allowed[g] if room[h] and fit(left, allowed, {**room, h: room[h] - 1}) is not None}
            assert found[g] == open_now
