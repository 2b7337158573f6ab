"""9.0 Reinforcements."""

from __future__ import annotations

import pytest

from countermarch.games.seelow.state import RESERVE
from tests.rules.seelow.table import GERMAN, SOVIET, Table, cited, rule, texts, the_game, where

DIVISION = ("416-1368", "416-1373", "416-1374")


def waiting(*units: str, turn: int) -> Table:
    table = Table(turn=turn)
    for id in units:
        table.box(id, RESERVE)
    return table


@pytest.mark.rule("seelow 9.11", "seelow 12.22")
def test_a_unit_comes_on_at_its_stretch_in_its_turn_and_pays_for_the_hex() -> None:
    table = waiting("169-1230", "20-8Pz-1", turn=3)
    match = table.move(GERMAN)
    assert [text for text in texts(match) if text.startswith("enter")] == [
        f"enter 169-1230 {number}" for number in ("2117", "2217", "2317", "2417")
    ]
    assert rule(match, "enter 169-1230 2017") == "seelow 9.11"
    assert rule(match, "enter 20-8Pz-1 1004") == "seelow 9.11"  # its turn is the fourth
    assert match.reach("169-1230")["2217"] == 1  # by the road
    events = match.play("enter 169-1230 2217")
    assert cited(events, "arrived") == ["seelow 9.11"]
    assert max(match.reach("169-1230").values()) <= 7  # one of eight points is spent
    assert "done" in texts(match)
    match.play("to 2216")
    assert where(match, "169-1230") == "2216"


@pytest.mark.rule("seelow 9.12")
def test_not_on_the_enemy_but_into_his_zone_where_it_stops() -> None:
    table = waiting("169-1230", turn=3)
    table.put("47-137", "2317")
    match = table.move(GERMAN)
    assert rule(match, "enter 169-1230 2317") == "seelow 9.12"
    match.play("enter 169-1230 2217")
    assert where(match, "169-1230") == "2217" and texts(match) == []  # in the zone: nothing more to do


@pytest.mark.rule("seelow 9.13")
def test_one_after_the_other_through_one_hex_if_there_is_room() -> None:
    table = waiting(*DIVISION, turn=8)
    match = table.move(SOVIET)
    match.play("enter 416-1368 2201")
    match.play("done")
    assert rule(match, "enter 416-1373 2201") == "seelow 9.13"
    table = waiting(*DIVISION, turn=8)
    match = table.move(SOVIET)
    match.play("enter 416-1368 2201")
    match.play("to 2202")
    match.play("enter 416-1373 2201")
    assert where(match, "416-1373") == "2201"


@pytest.mark.rule("seelow 9.14")
def test_arrival_may_wait_for_a_later_turn() -> None:
    table = waiting(*DIVISION, turn=7)
    match = table.move(SOVIET)
    match.play("done")
    assert where(match, "416-1368") == "reserve"
    later = waiting(*DIVISION, turn=11).move(SOVIET)
    assert "enter 416-1368 2001" in texts(later) and "enter 416-1368 2501" not in texts(later)


@pytest.mark.rule("seelow 12.21")
def test_the_division_comes_at_night_with_a_quarter_and_not_into_zones() -> None:
    table = waiting(*DIVISION, "396SU", turn=7)
    table.put("9FJ-I25", "2202")
    match = table.move(SOVIET)
    assert rule(match, "enter 416-1368 2201") == "seelow 10.23"
    assert rule(match, "enter 396SU 2601") == "seelow 9.11"
    match.play("enter 416-1368 2001")
    assert max(match.reach("416-1368").values()) <= 1  # two points, one spent


@pytest.mark.rule("seelow 11.21")
def test_nobody_is_reinforced_at_kuestrin() -> None:
    match = the_game().start("kuestrin", seed=1)
    assert not any(unit["where"] == "reserve" for unit in match.position()["units"])
    other = the_game().start("seelow", seed=1)
    reserve = [unit["id"] for unit in other.position()["units"] if unit["where"] == "reserve"]
    assert reserve == [*DIVISION, "396SU", "169-1230", "20-8Pz-1", "20-8Pz-3", "9FJ-PzJg"]
