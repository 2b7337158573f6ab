"""What the objectives of a game weigh: some count more than others, and some decide it at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from countermarch.games.base import Rules
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.stargard.tables import StargardTables
from countermarch.games.stargard.victory import (
    ARNSWALDE,
    GARRISON,
    KUESTRIN_POINTS,
    KUESTRIN_ROAD,
    KUESTRIN_TURN,
    LAST_TURN_OUT,
    SAVED,
)


@cache
def weights(rules: Rules, turn: int, decides: float) -> Mapping[int, float]:
    """By hex, where it is not one: the points of a marker beside the usual ones, and sudden death."""
    if not isinstance(rules, ChitPullRules):
        return {}
    found = dict.fromkeys(rules.tables.places.sudden_death, decides)
    if isinstance(rules.tables, StargardTables):
        points = {marker.hex: marker.worth(turn) for marker in rules.tables.markers}
        usual = sum(points.values()) / len(points)
        found = {h: max(worth / usual, found.get(h, 0.0)) for h, worth in points.items()}
    return found


@cache
def called(rules: Rules, turn: int, since: int) -> frozenset[int]:
    """Who may be called away any day, from a turn on."""
    tables = rules.tables if isinstance(rules, ChitPullRules) else None
    return tables.leavers if isinstance(tables, StargardTables) and turn >= since else frozenset()


class Errand(NamedTuple):
    """A place to go to, what it counts beside the usual objectives, and who is besieged there."""

    hex: int
    worth: float
    besieged: int | None = None  # a unit


@cache
def errands(rules: Rules, side: str, turn: int, road: bool) -> tuple[Errand, ...]:
    """What the Germans of Stargard go out for in February: the garrison of Arnswalde and the road to Küstrin."""
    tables = rules.tables if isinstance(rules, ChitPullRules) else None
    if not isinstance(tables, StargardTables) or side != "german":
        return ()
    usual = sum(marker.worth(turn) for marker in tables.markers) / len(tables.markers)
    towns = [Errand(tables.named[name], KUESTRIN_POINTS / usual) for name in KUESTRIN_ROAD]
    arnswalde = Errand(tables.board.grid.index(ARNSWALDE), SAVED / usual, tables.index[GARRISON])
    in_time = road and turn <= KUESTRIN_TURN
    return (*([arnswalde] if turn < LAST_TURN_OUT else ()), *(towns if in_time else ()))
