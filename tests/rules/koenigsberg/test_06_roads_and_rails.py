"""6.4 Strategic movement, by road; 6.5 rail movement."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.state import ISOLATED
from countermarch.texts import say
from tests.rules.koenigsberg.moves import cites, moving
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, refused, texts, where

# 6.4


@pytest.mark.rule("koenigsberg 6.4")
def test_strategic_movement_costs_half_a_point_a_hex() -> None:
    _, match = moving("31A-71", "0739")  # five points: ten hexes of road
    reach = match.reach("31A-71", "strategic")
    assert reach["0838"] == 0.5 and reach["0333"] == 5 and "0332" not in reach
    match.play("move 31A-71 strategic")
    assert str(match.path("31A-71", "0838", "strategic")[0].parts[0].citation) == "koenigsberg 6.4"
    assert cites(match, "to 0332") == "koenigsberg 6.1.1"
    match.play("to 0333")
    assert where(match, "31A-71") == "0333"


@pytest.mark.rule("koenigsberg 6.4")
def test_strategic_movement_starts_and_stays_on_the_road() -> None:
    _, match = moving("5A-72", "0638")
    assert cites(match, "move 5A-72 strategic") == "koenigsberg 6.4"
    _, match = moving("5A-72", "0639")
    match.play("move 5A-72 strategic")
    assert cites(match, "to 0638") == "koenigsberg 6.4"
    assert cites(match, "to 0838 via 0739-0738") == "koenigsberg 6.4"


@pytest.mark.rule("koenigsberg 6.4.1(1)")
def test_strategic_movement_neither_starts_in_nor_enters_a_zone() -> None:
    _, match = moving("5A-72", "0739", ("26K-1", "0738"))
    assert "move 5A-72 strategic" not in texts(match)
    assert cites(match, "move 5A-72 strategic") == "koenigsberg 6.4.1(1)"
    _, match = moving("5A-72", "0540", ("26K-1", "0837"))  # its zone covers 0838 and 0938
    reach = match.reach("5A-72", "strategic")
    assert "0739" in reach and "0838" not in reach and "1037" not in reach
    match.play("move 5A-72 strategic")
    assert cites(match, "to 0838") == "koenigsberg 6.4.1(1)"
    assert cites(match, "to 1137") == "koenigsberg 6.4.1(1)"
    assert cites(match, "to 0938 via 0639-0739-0838") == "koenigsberg 6.4.1(1)"


@pytest.mark.rule("koenigsberg 6.4.1(1)")
def test_whose_only_road_leads_into_a_zone_does_not_move_by_road() -> None:
    """The road of 0619 ends there; its next hex is 0519."""
    _, match = moving("9K-561", "0619", ("5A-72", "0418"))
    assert texts(match) == ["move 9K-561", "done"]
    assert match.reach("9K-561", "strategic") == {}
    _, match = moving("9K-561", "0619")
    assert "move 9K-561 strategic" in texts(match)


@pytest.mark.rule("koenigsberg 6.4.1(2)")
def test_railways_do_not_serve_strategic_movement() -> None:
    _, match = moving("5A-72", "1137")  # road to 1037 and 1236, railway to 1138
    assert "1138" not in match.reach("5A-72", "strategic")
    match.play("move 5A-72 strategic")
    assert cites(match, "to 1138") == "koenigsberg 6.4.1(2)"
    assert cites(match, "to 1236 via 1138-1137") == "koenigsberg 6.4.1(2)"


@pytest.mark.rule("koenigsberg 6.4.1(3)")
def test_strategic_movement_may_not_pass_a_full_hex() -> None:
    _, match = moving("5A-72", "0739", ("28A-20", "0838"), ("28A-128", "0838"))
    reach = match.reach("5A-72", "strategic")
    assert "0639" in reach and "0938" not in reach
    match.play("move 5A-72 strategic")
    assert cites(match, "to 0938") == "koenigsberg 6.4.1(3)"
    assert cites(match, "to 0938 via 0838") == "koenigsberg 6.4.1(3)"


@pytest.mark.rule("koenigsberg 6.4.1(3)")
def test_an_hq_may_not_pass_another_hq_but_passes_two_combat_units() -> None:
    _, match = moving("5A-HQ", "0739", ("28A-HQ", "0838"))
    assert "0938" not in match.reach("5A-HQ", "strategic")
    _, match = moving("5A-HQ", "0739", ("28A-20", "0838"), ("28A-128", "0838"))
    assert match.reach("5A-HQ", "strategic")["0938"] == 1


@pytest.mark.rule("koenigsberg 6.4.1(1)")
def test_a_named_strategic_path_does_not_enter_a_zone() -> None:
    """2830, 2930 and 2931 are joined by roads, each with each."""
    _, match = moving("26K-1", "2830", ("5A-72", "2929"))  # next to 2930 alone of the three
    match.play("move 26K-1 strategic")
    assert "to 2931" in texts(match) and "to 2930" not in texts(match)
    assert cites(match, "to 2931 via 2930") == "koenigsberg 6.4.1(1)"
    match.play("to 2931")
    assert where(match, "26K-1") == "2931"


@pytest.mark.rule("koenigsberg 6.4.1(3)")
def test_a_named_strategic_path_does_not_pass_a_full_hex() -> None:
    _, match = moving("26K-1", "2830", ("9K-56", "2930"), ("9K-561", "2930"))
    match.play("move 26K-1 strategic")
    assert cites(match, "to 2931 via 2930") == "koenigsberg 6.4.1(3)"
    _, match = moving("26K-1", "2830", ("9K-56", "2930"), ("9K-HQ", "2930"))
    match.play("move 26K-1 strategic")
    match.play("to 2931 via 2930")
    assert where(match, "26K-1") == "2931"


@pytest.mark.rule("koenigsberg 6.3")
def test_strategic_movement_overruns_too() -> None:
    _, match = moving("5A-72", "0739", ("26K-HQ", "0838"))
    match.play("move 5A-72 strategic")
    match.play("to 0938")
    assert where(match, "26K-HQ") == "removed"


# 6.5


@pytest.mark.rule("koenigsberg 6.5")
def test_rail_movement_is_unlimited() -> None:
    _, match = moving("9K-561", "1836")  # four points
    match.play("move 9K-561 rail")
    assert set(match.reach("9K-561", "rail").values()) == {0.0}
    match.play("to 0131")
    assert where(match, "9K-561") == "0131"


@pytest.mark.rule("koenigsberg 6.5")
def test_rail_movement_starts_on_a_railway_outside_zones_and_stays_on_it() -> None:
    _, match = moving("9K-561", "1934")
    assert cites(match, "move 9K-561 rail") == "koenigsberg 6.5"
    _, match = moving("9K-561", "1138", ("5A-72", "1038"))
    assert cites(match, "move 9K-561 rail") == "koenigsberg 6.5"
    _, match = moving("9K-561", "1836")
    match.play("move 9K-561 rail")
    assert cites(match, "to 1937") == "koenigsberg 6.5"  # a road goes there, no railway
    assert cites(match, "to 1936 via 1937") == "koenigsberg 6.5"  # no other way of moving in between


@pytest.mark.rule("koenigsberg 6.5")
def test_rail_movement_stops_where_it_enters_a_zone() -> None:
    """The line 0434-0433-0333-0332-0231-0131 ends at the edge of the map."""
    _, match = moving("9K-561", "0434", ("5A-72", "0232"))  # a zone over 0333, 0332 and 0231
    match.play("move 9K-561 rail")
    assert "to 0333" in texts(match)
    assert {"to 0332", "to 0231", "to 0131"}.isdisjoint(texts(match))
    assert cites(match, "to 0332") == "koenigsberg 6.5"
    assert cites(match, "to 0332 via 0433-0333") == "koenigsberg 6.5"
    match.play("to 0333")
    assert where(match, "9K-561") == "0333"


@pytest.mark.rule("koenigsberg 6.5")
@pytest.mark.parametrize("blocker", ["26K-HQ", "Gar-Lotzen", "VS-1"])
def test_units_without_a_zone_block_the_line_and_are_not_overrun(blocker: str) -> None:
    table = Table()
    table.put("5A-72", "0434")
    table.put(blocker, "0231")
    match = table.move(SOVIET, "5A-72")
    match.play("move 5A-72 rail")
    assert "to 0332" in texts(match) and {"to 0231", "to 0131"}.isdisjoint(texts(match))
    assert cites(match, "to 0231") == "koenigsberg 6.5"
    assert cites(match, "to 0131") == "koenigsberg 6.5"
    match.play("to 0332")
    assert where(match, blocker) == "0231"


@pytest.mark.rule("koenigsberg 6.5")
def test_units_that_cannot_move_do_not_travel_either() -> None:
    table = Table()
    table.put("Gar-Elbing", "1836")
    table.put("9K-561", "1835")
    match = table.move(GERMAN, "Gar-Elbing", "9K-561")
    assert cites(match, "move Gar-Elbing rail") == "koenigsberg 6.1.1"


@pytest.mark.rule("koenigsberg 6.5")
def test_trains_pass_full_hexes_but_do_not_stop_there() -> None:
    table = Table()
    table.put("9K-561", "1836")
    for id in ("9K-56", "9K-548"):
        table.put(id, "1737")
    match = table.move(GERMAN, "9K-561")
    match.play("move 9K-561 rail")
    assert "to 1737" not in texts(match) and "to 1637" in texts(match)
    assert cites(match, "to 1737") == "koenigsberg 7.0"


@pytest.mark.rule("koenigsberg 6.5", "koenigsberg 7.0")
def test_who_is_hemmed_in_may_still_leave_by_train_through_friends() -> None:
    """Germans without zones stand around 0434; the one way out, 0433, is full."""
    table = Table()
    table.play.state.slowed = 1  # RET.5: with the isolation it leaves one point
    walls = {"VS-1": "0435", "VS-2": "0335", "VS-3": "0334", "VS-4": "0534", "Gar-Elbing": "0535"}
    for id, number in {**walls, "5A-45": "0433", "5A-65": "0433", "28A-20": "0230"}.items():
        table.put(id, number)
    table.put("2GA-60", "0434", supply=ISOLATED)
    match = table.move(SOVIET, "2GA-60", "28A-20")
    assert [text for text in texts(match) if "2GA-60" in text] == ["move 2GA-60 rail"]
    assert match.reach("2GA-60") == {} and "0333" in match.reach("2GA-60", "rail")


@pytest.mark.rule("koenigsberg 6.5")
def test_a_named_path_by_rail_meets_neither_enemies_nor_passes_a_zone() -> None:
    """3118, 3018, 2919, 3019, 3120 and 3119 are a ring of railways."""
    round_about = "to 3120 via 3018-2919-3019"
    _, match = moving("5A-72", "3118", ("VS-1", "3018"))
    match.play("move 5A-72 rail")
    assert "to 3120" in texts(match) and cites(match, round_about) == "koenigsberg 6.5"
    assert refused(match, round_about).reason.key == "chitpull.refusal.track_lost"
    _, match = moving("5A-72", "3118", ("26K-HQ", "2919"))
    match.play("move 5A-72 rail")
    assert cites(match, round_about) == "koenigsberg 6.5"
    _, match = moving("5A-72", "3118", ("26K-1", "2818"))  # its zone covers 2919
    match.play("move 5A-72 rail")
    assert cites(match, round_about) == "koenigsberg 6.5"
    _, match = moving("5A-72", "3118")
    match.play("move 5A-72 rail")
    match.play(round_about)
    assert where(match, "5A-72") == "3120"


@pytest.mark.rule("koenigsberg 6.5", "koenigsberg 5.1")
def test_a_train_pays_nothing_for_the_zone_it_ends_in() -> None:
    _, match = moving("5A-72", "3118", ("26K-1", "2818"))  # its zone covers 2919
    assert match.reach("5A-72", "rail")["2919"] == 0


@pytest.mark.rule("koenigsberg 6.5")
def test_where_no_railway_leads_there_is_no_way_by_rail() -> None:
    _, match = moving("9K-548", "1836")
    refusal = match.why_not("9K-548", "0637", "rail")
    assert refusal is not None and str(refusal.citation) == "koenigsberg 6.5" and "no_way" in refusal.text.key


@pytest.mark.rule("koenigsberg 6.4", "koenigsberg 6.5")
@pytest.mark.parametrize(("mode", "start", "end"), [("strategic", "0639", "0638"), ("rail", "1836", "0637")])
def test_a_refusal_off_the_line_says_which_mode_keeps_to_it(mode: str, start: str, end: str) -> None:
    _, match = moving("26K-1", start)
    refusal = match.why_not("26K-1", end, mode)
    assert refusal is not None and refusal.text.params["mode"] == say(f"chitpull.mode.{mode}")
