"""1.6 Fog of war: the order of a stack, so that what is hidden adds no zone."""

from __future__ import annotations

from itertools import permutations

import pytest

from tests.rules.stargard.table import Pomerania

STACK = "16.24"
ORDER = ("69/28SS", "Pz/FB", "Gar-Pyritz", "VS1", "39Pz-HQ")  # foot, tracks, no zone


@pytest.mark.rule("stargard-design 1.6")
@pytest.mark.parametrize("coming", list(permutations(ORDER))[::11])
def test_the_widest_zone_lies_on_top_in_whatever_order_they_come(coming: tuple[str, ...]) -> None:
    table = Pomerania(fog_of_war="on")
    for id in coming:
        table.put(id, STACK)
    assert list(table.play.ids(table.play.stack(table.hex(STACK)))) == list(ORDER)
    assert [unit["id"] for unit in table.match().view("soviet")["units"] if unit["hex"] == STACK] == [ORDER[0]]


@pytest.mark.rule("stargard-design 1.6")
def test_legs_go_wherever_tracks_do_so_a_leg_unit_hides_every_zone_below() -> None:
    ways = [Pomerania().tables.ways_to[mobility] for mobility in ("mech", "foot")]
    assert all(set(tracks) <= set(legs) for tracks, legs in zip(*ways, strict=True))
