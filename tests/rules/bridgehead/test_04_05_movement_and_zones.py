"""4.0 Movement, 5.0 zones of control."""

from __future__ import annotations

import pytest

import countermarch as cm
from tests.rules.bridgehead.table import cited, rule, table, texts, where, why

FAR_OFF = {"I-94": "0101"}  # somebody to play against


@pytest.mark.rule("bridgehead 4.1")
def test_units_move_one_after_the_other_and_each_once() -> None:
    match = table("soviet_movement", {"408R": "1005", "411R": "1007", **FAR_OFF})
    match.play("move 408R")
    assert rule(match, "move 411R") == "bridgehead 4.1"
    events = match.play("to 0905")
    assert cited(events, "moved") == ["bridgehead 4.1"] and where(match, "408R") == "0905"
    assert rule(match, "move 408R") == "bridgehead 4.1"
    match.play("move 411R")
    assert rule(match, "to 0401 via 1006") == "bridgehead 4.1"  # not next to each other
    assert rule(match, "to 1007") == "bridgehead 4.1"


@pytest.mark.rule("bridgehead 4.2")
def test_ground_costs_what_the_chart_says() -> None:
    match = table("soviet_movement", {"408R": "0705", "66T": "0805", **FAR_OFF})
    steps = {id: match.path(id, hex) for id, hex in (("408R", "0706"), ("66T", "0706"))}
    assert {id: [step.cost for step in path] for id, path in steps.items()} == {"408R": [3], "66T": [6]}
    assert [str(part.citation) for part in steps["408R"][0].parts] == ["bridgehead 4.2"]
    assert match.reach("408R")["0804"] == 2 and match.reach("66T")["0804"] == 2


@pytest.mark.rule("bridgehead 4.2")
def test_nobody_spends_more_than_his_allowance() -> None:
    match = table("soviet_movement", {"408R": "1006", **FAR_OFF})
    assert max(match.reach("408R").values()) <= 6
    assert why(match, "408R", "0706") == "bridgehead 4.2"
    match.play("move 408R")
    assert rule(match, "to 0906 via 1007-0907") == "bridgehead 4.2"
    assert "to 0906 via 1005" not in texts(match)
    match.play("to 0906 via 1005")  # another path than the cheapest, and within six points
    assert where(match, "408R") == "0906"


@pytest.mark.rule("bridgehead 4.3")
def test_a_road_costs_a_point_a_hex_and_the_bridge_is_part_of_it() -> None:
    match = table("german_movement", {"STG": "0704", "408R": "1108"})
    path = match.path("STG", "0305")
    assert [(step.hex, step.cost) for step in path] == [("0604", 1), ("0504", 1), ("0404", 1), ("0305", 1)]
    assert {str(part.citation) for step in path for part in step.parts} == {"bridgehead 4.3"}


@pytest.mark.rule("bridgehead 4.4")
def test_foot_crosses_the_river_in_boats_and_vehicles_do_not() -> None:
    match = table("german_movement", {"I-94": "0603", "STG": "0704", "408R": "1108"}, bridge="blown")
    (step,) = match.path("I-94", "0503")
    assert [(part.value, str(part.citation)) for part in step.parts] == [(2, "bridgehead 4.2"), (4, "bridgehead 4.4")]
    blown = table("german_movement", {"STG": "0604", "408R": "1108"}, bridge="blown")
    assert why(blown, "STG", "0504") == "bridgehead 4.4" and why(blown, "STG", "0405") == "bridgehead 4.2"


@pytest.mark.rule("bridgehead 4.4")
def test_marsh_is_closed_to_vehicles() -> None:
    match = table("soviet_movement", {"66T": "0703", "408R": "0801", **FAR_OFF})
    assert why(match, "66T", "0702") == "bridgehead 4.4" and "0702" in match.reach("408R")


@pytest.mark.rule("bridgehead 5.1")
def test_zones_reach_around_but_not_over_the_river() -> None:
    match = table("soviet_movement", {"I-94": "0504", "408R": "1108"})
    assert set(match.zones("german")) == {"0503", "0505", "0403", "0404"}
    safe = table("soviet_movement", {"I-94": "0504", "408R": "1108"}, bridge="safe")
    assert safe.zones("german") == match.zones("german")


@pytest.mark.rule("bridgehead 5.2")
def test_an_enemy_zone_stops_whoever_enters_it() -> None:
    match = table("soviet_movement", {"408R": "0904", "I-94": "0704"})
    assert "0803" in match.reach("408R") and "0702" not in match.reach("408R")
    assert why(match, "408R", "0702") == "bridgehead 5.2"
    match.play("move 408R")
    assert rule(match, "to 0802 via 0803") == "bridgehead 5.2"


@pytest.mark.rule("bridgehead 5.2")
def test_a_wall_of_zones_is_named_though_two_rules_make_it() -> None:
    match = table("soviet_movement", {"71T": "1104", "I-94": "0904", "AL": "0906", "II-94": "0802"})
    assert why(match, "71T", "0804") == "bridgehead 5.2"


@pytest.mark.rule("bridgehead 5.3")
def test_nobody_goes_from_one_enemy_zone_straight_into_another() -> None:
    match = table("soviet_movement", {"408R": "0904", "I-94": "0803", "II-94": "0805"})
    assert "0804" not in match.reach("408R") and "1004" in match.reach("408R")
    assert why(match, "408R", "0804") == "bridgehead 5.3"
    match.play("move 408R")
    assert rule(match, "to 0804") == "bridgehead 5.3"
    away = table("soviet_movement", {"408R": "0904", "I-94": "0804"})
    assert away.reach("408R")["0905"] == 4  # out of the zone and in again


@pytest.mark.rule("bridgehead 4.1", "bridgehead 4.2")
def test_questions_about_who_may_not_move_are_answered_by_the_rule() -> None:
    match = table("soviet_movement", {"408R": "1005", "I-94": "0603"})
    assert why(match, "I-94", "0503") == "bridgehead 3.1" and match.reach("I-94") == {}
    assert match.reach("I-94", freely=True)["0503"] == 5
    with pytest.raises(cm.GameError, match=r"bridgehead 4\.2"):
        match.path("408R", "0101")
    with pytest.raises(cm.GameError, match="is not on the map"):
        match.why_not("66T", "1005")


@pytest.mark.rule("bridgehead 5.3")
def test_who_is_hemmed_in_by_zones_is_not_asked_to_move() -> None:
    alone = table("soviet_movement", {"408R": "0804", "I-94": "0803"})
    assert "move 408R" in texts(alone) and "0805" in alone.reach("408R")
    held = table("soviet_movement", {"408R": "0101", "I-94": "0201", "411R": "1108"})
    assert "move 408R" not in texts(held) and rule(held, "move 408R") == "bridgehead 4.1"
    near = table("soviet_movement", {"408R": "0101", "I-94": "0202", "411R": "1108"})
    assert "move 408R" in texts(near) and set(near.reach("408R")) == {"0102", "0201"}
