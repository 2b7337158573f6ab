"""What the objectives of a game weigh: some count more than others, and some decide it at once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from countermarch.games.base import Rules
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.stargard.tables import StargardTables


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
