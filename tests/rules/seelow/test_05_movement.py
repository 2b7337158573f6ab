"""5.0 Movement."""

from __future__ import annotations

from typing import Any

import pytest

import countermarch as cm
from countermarch.games.seelow.state import EXITED, EXITED_WEST, MOVE_MODE, RESERVE
from countermarch.games.seelow.ways import allowance, path_cost
from countermarch.match import Match
from countermarch.rulebook import Refusal
from tests.rules.seelow.table import GERMAN, SOVIET, Table, cited, ends, happened, rule, texts, where


def alone(id: str, number: str, side: int = SOVIET, turn: int = 2, disrupted: bool = False) -> Match:
    """One unit, chosen to move."""
    table = Table(turn=turn)
    table.put(id, number, disrupted=disrupted)
    match = table.move(side)
    match.play(f"move {id}")
    return match


def cost(match: Match, id: str, number: str) -> tuple[float, list[str]]:
    """The price of a single step next door, and the rules of its parts."""
    play: Any = match._play
    walked = path_cost(play, play.tables.index[id], [play.tables.board.grid.index(number)])
    assert not isinstance(walked, Refusal), walked
    return walked[0].cost, [str(part.citation) for part in walked[0].parts]


@pytest.mark.rule("seelow 5.0", "seelow 5.17", "seelow 5.26")
def test_units_move_as_they_like_one_after_the_other_each_once() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2404")
    match = table.move(SOVIET)
    assert texts(match) == ["move 295-1038", "move 295-1040", "done"]
    match.play("move 295-1040")
    assert "move 295-1038" not in texts(match)  # the one begun is finished first
    events = match.play("to 2402")
    assert where(match, "295-1040") == "2402" and cited(events, "moved") == ["seelow 5.0"]
    assert rule(match, "move 295-1040") == "seelow 5.26"
    match.play("done")  # and nobody is compelled
    assert where(match, "295-1038") == "2203"


@pytest.mark.rule("seelow 5.11")
def test_foot_and_motorised_pay_by_the_chart() -> None:
    foot, wheels = alone("295-1038", "1703"), alone("11T-12", "1703")
    assert [cost(foot, "295-1038", n)[0] for n in ("1702", "1704")] == [1, 2]
    assert [cost(wheels, "11T-12", n)[0] for n in ("1702", "1704")] == [2, 4]
    assert cost(foot, "295-1038", "1704") == (2, ["seelow 5.11"])
    assert len(foot.path("295-1038", "1701")) == 2


@pytest.mark.rule("seelow 5.12#1")
def test_a_stream_costs_foot_two_more() -> None:
    match = alone("295-1038", "1708")
    assert cost(match, "295-1038", "1808") == (1, ["seelow 5.13"])  # along the track
    match = alone("295-1038", "1707")
    assert cost(match, "295-1038", "1807") == (3, ["seelow 5.11", "seelow 5.12#1"])


@pytest.mark.rule("seelow 5.12#2")
def test_a_stream_takes_all_a_motorised_unit_has() -> None:
    match = alone("11T-12", "1707")
    assert cost(match, "11T-12", "1807") == (8, ["seelow 5.12#2"])
    assert rule(match, "to 1807 via 1706") == "seelow 5.12#2"  # only as its first and only step
    match = alone("11T-12", "1810", turn=8)  # four points, and no bridge near
    assert match.reach("11T-12")["1909"] == match.reach("11T-12")["1910"] == 4
    assert "1908" not in match.reach("11T-12") and rule(match, "to 1908 via 1909") == "seelow 5.16"
    match.play("to 1910")
    assert where(match, "11T-12") == "1910"


@pytest.mark.rule("seelow 5.12#2")
def test_the_whole_allowance_pays_for_woods_beyond_the_stream_and_for_leaving_a_zone() -> None:
    table = Table(turn=1)  # dawn: four points
    table.put("11T-12", "1605")
    table.put("9FJ-I25", "1404")  # controls 1504 and 1505, not 1605
    match = table.move(SOVIET)
    match.play("move 11T-12")
    assert match.reach("11T-12")["1704"] == 4
    table = Table()
    table.put("11T-12", "1707")
    table.put("9FJ-I25", "1607")
    match = table.move(SOVIET)
    match.play("move 11T-12")
    assert cost(match, "11T-12", "1807") == (8, ["seelow 5.12#2"])


@pytest.mark.rule("seelow 5.12#3")
def test_a_disrupted_motorised_unit_crosses_only_along_a_line() -> None:
    match = alone("11T-12", "1707", disrupted=True)
    assert "1807" not in match.reach("11T-12")
    assert rule(match, "to 1807") == "seelow 5.12#3"
    match = alone("11T-12", "1706", disrupted=True)
    assert match.reach("11T-12")["1806"] == 2  # by the railroad
    match = alone("295-1038", "1810", disrupted=True)
    assert rule(match, "to 1909") == "seelow 5.16"  # foot could, but has two points


@pytest.mark.rule("seelow 5.13")
def test_lines_help_only_along_the_sides_they_cross() -> None:
    match = alone("11T-12", "1709")
    assert cost(match, "11T-12", "1809") == (1, ["seelow 5.13"])
    assert match.reach("11T-12")["1609"] == 1
    match = alone("11T-12", "1610")
    assert cost(match, "11T-12", "1509")[0] == 4  # a town with roads, but not from here: two and a level


@pytest.mark.rule("seelow 5.14")
def test_climbing_costs_unless_along_a_line_and_going_down_is_free() -> None:
    foot, wheels = alone("295-1038", "1711"), alone("11T-12", "1711")
    assert cost(foot, "295-1038", "1612") == (3, ["seelow 5.11", "seelow 5.14"])  # two levels up
    assert cost(wheels, "11T-12", "1612") == (6, ["seelow 5.11", "seelow 5.14"])
    assert cost(foot, "295-1038", "1611") == (1, ["seelow 5.13"])  # one level, by the railroad
    down = alone("295-1038", "1612")
    assert cost(down, "295-1038", "1711") == (1, ["seelow 5.11"])


@pytest.mark.rule("seelow 5.15")
def test_example_of_5_15_a_lower_hexside_between_hexes_of_one_level() -> None:
    foot, wheels = alone("295-1038", "2516"), alone("11T-12", "2516")
    assert cost(foot, "295-1038", "2417") == (2, ["seelow 5.11", "seelow 5.15"])
    assert cost(wheels, "11T-12", "2417") == (4, ["seelow 5.11", "seelow 5.15"])


@pytest.mark.rule("seelow 5.16")
def test_what_cannot_be_paid_cannot_be_entered() -> None:
    match = alone("295-1038", "1810", turn=7)  # at night two points
    assert rule(match, "to 1909") == "seelow 5.16"
    assert rule(match, "to 1807") == "seelow 5.16"


@pytest.mark.rule("seelow 5.18#1")
def test_entering_a_zone_ends_the_move_whatever_is_left() -> None:
    table = Table()
    table.put("295-1038", "2204")
    table.put("9FJ-I25", "2004")
    match = table.move(SOVIET)
    assert "2104" in ends(match, "295-1038")
    match.play("move 295-1038")
    assert rule(match, "to 2105 via 2104") == "seelow 5.18#1"
    match.play("to 2104")
    assert "move 295-1038" not in texts(match)


@pytest.mark.rule("seelow 5.18#2", "seelow 8.34", "seelow 7.67")
def test_guns_and_the_disrupted_never_enter_a_zone() -> None:
    table = Table()
    table.put("KAG-32", "2204", mode=MOVE_MODE)
    table.put("295-1038", "2404", disrupted=True)
    table.put("9FJ-I25", "2004")
    table.put("9FJ-II25", "2603")
    match = table.move(SOVIET)
    assert "2104" not in ends(match, "KAG-32") and "2503" not in ends(match, "295-1038")
    gun, shaken = match.copy(), match.copy()
    gun.play("move KAG-32")
    assert rule(gun, "to 2104") == "seelow 8.34"
    shaken.play("move 295-1038")
    assert rule(shaken, "to 2503") == "seelow 7.67"


@pytest.mark.rule("seelow 5.19", "seelow 8.31#1")
def test_guns_in_fire_mode_do_not_move() -> None:
    table = Table()
    table.put("KAG-32", "2204")
    table.put("295-1038", "2404")
    match = table.move(SOVIET)
    assert texts(match) == ["move 295-1038", "done"]
    assert rule(match, "move KAG-32") == "seelow 5.19"


@pytest.mark.rule("seelow 5.21")
def test_an_enemy_hex_is_closed() -> None:
    table = Table()
    table.put("295-1038", "2103")
    table.put("9FJ-I25", "2004", disrupted=True)
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert rule(match, "to 2004") == "seelow 5.21"


@pytest.mark.rule("seelow 5.22#1")
def test_leaving_a_zone_costs_two() -> None:
    table = Table()
    table.put("295-1038", "2104")
    table.put("9FJ-I25", "2004")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert cost(match, "295-1038", "2204") == (3, ["seelow 5.11", "seelow 5.22#1"])


@pytest.mark.rule("seelow 5.22#2")
def test_no_step_from_zone_to_zone() -> None:
    def chosen(turn: int) -> Match:
        table = Table(turn=turn)
        table.put("295-1038", "2104")
        table.put("9FJ-I25", "2004")
        match = table.move(SOVIET)
        match.play("move 295-1038")
        return match

    assert rule(chosen(8), "to 2005") == rule(chosen(8), "to 2103") == "seelow 5.22#2"
    match = chosen(2)
    assert match.reach("295-1038")["2103"] == 4  # round about through 2204
    assert [step.hex for step in match.path("295-1038", "2103")] == ["2204", "2103"]


@pytest.mark.rule("seelow 5.23", "seelow 7.61")
def test_the_disrupted_move_half_as_far_fractions_down() -> None:
    table = Table()
    assert allowance(table.play, table.put("295-1038", "2203", disrupted=True)) == 2
    assert allowance(table.play, table.put("11T-12", "2404", disrupted=True)) == 4
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert max(match.reach("295-1038").values()) == 2


@pytest.mark.rule("seelow 5.24")
def test_points_are_not_saved() -> None:
    table = Table()
    table.put("295-1038", "2203")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    match.play("to 2202")
    assert texts(match) == []  # four points are left, and nothing to do with them
    table.play.clear_marks()
    again = table.move(SOVIET)
    assert max(again.reach("295-1038", freely=True).values()) == 5


@pytest.mark.rule("seelow 5.27")
def test_units_leave_the_map_as_into_more_of_the_same() -> None:
    table = Table()
    table.put("295-1038", "2203")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert "leave 2201" in texts(match) and "leave 2203" not in texts(match)
    assert rule(match, "leave 2204") == "seelow 5.27"
    events = match.play("leave 2201")  # two points to the edge, one over it
    assert where(match, "295-1038") == "exited" and cited(events, "left") == ["seelow 5.27"]
    assert table.play.soviets_lost() == 0


@pytest.mark.rule("seelow 5.27")
def test_a_road_off_the_map_is_a_road_and_the_western_edge_is_remembered() -> None:
    table = Table()
    table.put("MUN-Pz-1", "1004")
    table.put("20-8Pz-2", "1003")
    match = table.move(GERMAN)
    road, field = match.copy(), match.copy()
    road.play("move MUN-Pz-1")
    road.play("leave 1004")
    assert where(road, "MUN-Pz-1") == "exited_west"
    field.play("move 20-8Pz-2")
    field.play("leave 1001")
    assert where(field, "20-8Pz-2") == "exited_west" and EXITED_WEST != EXITED
    play = table.play
    assert play.ground.edge_charge("motorised", table.hex("1004")).cost == 1
    assert play.ground.edge_charge("motorised", table.hex("1003")).cost == 2


@pytest.mark.rule("seelow 5.27")
def test_leaving_from_a_zone_pays_for_it_and_a_zone_entered_stops() -> None:
    table = Table()
    table.put("295-1038", "2201")
    table.put("9FJ-I25", "2202")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert "leave 2201" in texts(match)
    table = Table(turn=1)  # three points: one to leave the map and two for the zone
    table.put("295-1038", "2201")
    table.put("9FJ-I25", "2202")
    assert "leave 2201" in _leaving(table)
    table = Table(turn=7)  # two are too few
    table.put("295-1038", "2201")
    table.put("9FJ-I25", "2202")
    assert "leave 2201" not in _leaving(table)
    near = Table()
    near.put("295-1038", "2203")
    near.put("9FJ-I25", "2401")  # controls 2301
    match = near.move(SOVIET)
    match.play("move 295-1038")
    assert "to 2301" in texts(match) and rule(match, "leave 2301") == "seelow 5.18#1"
    assert "leave 2201" in texts(match)


def _leaving(table: Table) -> list[str]:
    match = table.move(SOVIET)
    if not texts(match):
        return []
    match.play("move 295-1038")
    return texts(match)


@pytest.mark.rule("seelow 5.28#1", "seelow 10.21")
def test_at_dusk_and_dawn_half_an_allowance_fractions_up() -> None:
    for turn in (1, 6, 8):
        table = Table(turn=turn)
        assert allowance(table.play, table.put("295-1038", "2203")) == 3
        assert allowance(table.play, table.put("11T-12", "2404")) == 4
    table = Table(turn=6)
    shaken = table.put("295-1038", "2203", disrupted=True)
    assert allowance(table.play, shaken) == 1  # five, two, one
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert max(match.reach("295-1038").values()) == 1


@pytest.mark.rule("seelow 5.28#2", "seelow 10.22")
def test_at_night_a_quarter_fractions_up() -> None:
    table = Table(turn=7)
    assert allowance(table.play, table.put("295-1038", "2203")) == 2
    assert allowance(table.play, table.put("85HT", "2404")) == 2
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert max(match.reach("295-1038").values()) == 2


@pytest.mark.rule("seelow 5.28#3", "seelow 10.23")
def test_zones_are_entered_at_dusk_but_not_at_night() -> None:
    def found(turn: int) -> set[str]:
        table = Table(turn=turn)
        table.put("295-1038", "2204")
        table.put("9FJ-I25", "2004")
        return ends(table.move(SOVIET), "295-1038")

    assert "2104" in found(6) and "2104" in found(1)
    assert "2104" not in found(7)
    table = Table(turn=7)
    table.put("295-1038", "2204")
    table.put("9FJ-I25", "2004")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert rule(match, "to 2104") == "seelow 10.23"


@pytest.mark.rule("seelow 5.28#4", "seelow 8.36", "seelow 10.21", "seelow 10.22")
def test_guns_do_not_move_in_the_dark() -> None:
    for turn, said in ((6, "seelow 8.36"), (7, "seelow 5.28#4"), (8, "seelow 8.36")):
        table = Table(turn=turn)
        table.put("KAG-32", "2204", mode=MOVE_MODE)
        table.put("295-1038", "2404")
        match = table.move(SOVIET)
        assert "move KAG-32" not in texts(match)
        assert rule(match, "move KAG-32") == said
    table = Table(turn=2)
    table.put("KAG-32", "2204", mode=MOVE_MODE)
    assert "2202" in ends(table.move(SOVIET), "KAG-32")


@pytest.mark.rule("seelow 5.29", "seelow 12.31")
def test_germans_stand_still_in_the_first_turn_of_seelow_only() -> None:
    table = Table(turn=1)
    table.put("9FJ-I25", "2004")
    assert texts(table.move(GERMAN)) == []
    table = Table(turn=1)
    table.put("9FJ-I25", "2004")
    table.put("295-1038", "2103")
    match = table.phase("movement_2")
    assert "attack 2103" in texts(match)  # they attack as ever
    assert happened(match.log, "phase_movement")
    table = Table("kuestrin", turn=1)
    table.put("20-I76", "2004")
    assert ends(table.move(GERMAN), "20-I76")


@pytest.mark.rule("seelow 11.0#2")
def test_rows_beyond_the_eighth_are_closed_in_the_first_scenario() -> None:
    table = Table("kuestrin")
    table.put("20-I76", "2008")
    match = table.move(GERMAN)
    match.play("move 20-I76")
    assert not any(number.endswith(("09", "10")) for number in match.reach("20-I76"))
    assert rule(match, "to 2009") == "seelow 11.0#2"
    assert "leave 2008" not in texts(match)  # the row below is no edge of the map


@pytest.mark.rule("seelow 5.22#2", "seelow 4.28")
def test_who_stands_in_a_zone_with_zones_all_around_cannot_move() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2803")
    for id, hex in (("9FJ-I25", "2103"), ("9FJ-II25", "2201"), ("9FJ-I26", "2301"), ("9FJ-II26", "2404")):
        table.put(id, hex)
    match = table.move(SOVIET)
    assert texts(match) == ["move 295-1040", "done"] and rule(match, "move 295-1038") == "seelow 5.16"
    table.box("9FJ-II26", EXITED)  # 2303 is open
    assert texts(table.move(SOVIET)) == ["move 295-1038", "move 295-1040", "done"]


@pytest.mark.rule("seelow 5.11")
def test_the_way_of_a_unit_is_shown_whoever_is_to_move_and_counts_what_it_has_spent() -> None:
    table = Table(turn=4)
    table.box("20-8Pz-1", RESERVE)
    table.put("295-1038", "2203")
    match = table.move(GERMAN)
    assert [step.cost for step in match.path("295-1038", "2205")] == [1, 1]
    match.play("enter 20-8Pz-1 1004")  # a road: one of its eight points
    far = max(match.reach("20-8Pz-1").values())
    assert far == 7 and sum(step.cost for step in match.path("20-8Pz-1", "1005")) <= 7
    with pytest.raises(cm.GameError):
        match.path("20-8Pz-1", "2005")


@pytest.mark.rule("seelow 5.13", "seelow 5.27")
def test_of_several_lines_the_cheapest_is_used_over_the_edge_too() -> None:
    wheels, foot = alone("11T-12", "1206"), alone("295-1038", "1206")
    assert cost(wheels, "11T-12", "1306") == (1, ["seelow 5.13"])  # by the road, not the railroad
    assert cost(foot, "295-1038", "1306") == (1, ["seelow 5.13"])
    ground, at = Table().play.ground, Table().hex
    charge = ground.edge_charge("motorised", at("2717"))
    assert (charge.key, charge.cost, charge.rule) == ("road", 1, "5.13")  # road and railroad
    charge = ground.edge_charge("motorised", at("1009"))
    assert (charge.key, charge.cost, charge.rule) == ("forest", 4, "5.11")


@pytest.mark.rule("seelow 5.14", "seelow 5.15")
def test_two_levels_up_cost_twice_and_the_lower_hexside_counts_both_ways() -> None:
    assert cost(alone("295-1038", "1711"), "295-1038", "1612") == (3, ["seelow 5.11", "seelow 5.14"])
    assert cost(alone("11T-12", "1711"), "11T-12", "1612") == (6, ["seelow 5.11", "seelow 5.14"])
    assert cost(alone("295-1038", "2516"), "295-1038", "2417") == (2, ["seelow 5.11", "seelow 5.15"])
    assert cost(alone("295-1038", "2417"), "295-1038", "2516") == (2, ["seelow 5.11", "seelow 5.15"])


@pytest.mark.rule("seelow 9.12", "seelow 5.27")
def test_who_came_on_into_a_zone_neither_goes_on_nor_leaves() -> None:
    table = Table(turn=4)
    table.box("20-8Pz-1", RESERVE)
    table.put("295-1038", "1106")
    table.put("9FJ-I25", "1801")
    match = table.move(GERMAN)
    match.play("enter 20-8Pz-1 1006")
    assert where(match, "20-8Pz-1") == "1006" and texts(match) == ["move 9FJ-I25", "done"]
    match = table.move(GERMAN)
    table.box("20-8Pz-3", RESERVE)
    match = table.move(GERMAN)
    match.play("enter 20-8Pz-3 1012")
    assert "leave 1012" in texts(match) and "done" in texts(match)  # free to turn back, or to stay
