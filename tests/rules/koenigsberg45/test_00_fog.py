"""0.1e Fog of war: the order of a stack, so that what is hidden adds no zone."""

from __future__ import annotations

from itertools import permutations

import pytest

from countermarch.games.chitpull.state import REMOVED
from tests.rules.koenigsberg45.both import table

LEG, MECH, GARRISON, LEVY, HEADQUARTERS = "26K-1", "Ind-5", "Gar-Elbing", "VS-1", "26K-HQ"


@pytest.mark.rule("koenigsberg45 0.1e")
@pytest.mark.parametrize("coming", list(permutations((LEG, MECH, GARRISON, LEVY, HEADQUARTERS)))[::11])
def test_the_widest_zone_is_all_that_is_seen_of_a_stack(coming: tuple[str, ...]) -> None:
    found = table(fog_of_war="on")
    for id in coming:
        found.put(id, "0626")
    seen = []
    for _ in coming:
        view = found.match().view("soviet")
        seen += [unit["id"] for unit in view["units"] if unit["hex"] == "0626"]
        found.box(seen[-1], REMOVED)
    assert seen == [LEG, MECH, GARRISON, LEVY, HEADQUARTERS]


@pytest.mark.rule("koenigsberg45 0.1e")
def test_refugees_lie_beside_a_stack_and_hide_nothing() -> None:
    found = table(fog_of_war="on")
    for id in (MECH, LEG):
        found.put(id, "0626")
    found.put(found.tables.ids[found.tables.of_kind["refugee"][0]], "0626")
    view = found.match().view("soviet")
    assert view["hidden"] == {"0626": 1} and LEG in {unit["id"] for unit in view["units"]}
