"""0.1e Fog of war: the order of a stack, so that what is hidden adds no zone."""

from __future__ import annotations

from itertools import permutations

import pytest

from countermarch.games.chitpull.state import REMOVED, RESERVE
from countermarch.games.koenigsberg45.play import RefugeePlay
from countermarch.games.koenigsberg45.refugees import appear_by_event
from tests.rules.koenigsberg.table import texts
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


def places(*germans: tuple[str, str]) -> set[str]:
    """Where the Soviets may lay refugees by an event."""
    found = table(fog_of_war="on")
    for id, number in germans:
        found.put(id, number)
    for id in ("Refugees-1", "Refugees-2"):
        found.box(id, RESERVE)
    play = found.play
    assert isinstance(play, RefugeePlay)
    appear_by_event(play, "RET.9")
    return {text.split()[2] for text in texts(found.match())}


@pytest.mark.rule("koenigsberg45 0.1e", "koenigsberg45 RET.9")
def test_refugees_of_an_event_keep_off_every_stack_that_may_hide_an_hq() -> None:
    """Else the hexes that are open would tell the Soviets where the HQs are."""
    here = places(("26K-HQ", "2831"), (LEG, "2831"), ("26K-69", "2629"), ("26K-349", "2629"))
    there = places(("26K-69", "2831"), (LEG, "2831"), ("26K-HQ", "2629"), ("26K-349", "2629"))
    neither = places(("26K-69", "2831"), (LEG, "2831"), ("26K-549", "2629"), ("26K-349", "2629"))
    assert here == there and here < neither
