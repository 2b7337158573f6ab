"""11.2 Replacements."""

import pytest

from countermarch.games.chitpull.replacements import Replacements
from countermarch.games.chitpull.state import ELIMINATED, ISOLATED, OUT_OF_SUPPLY, VOLKSSTURM_BOX
from countermarch.match import Match
from tests.rules.koenigsberg.chits import asked
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, steps, texts, where


def dead(table: Table, *ids: str) -> None:
    for id in ids:
        table.play.state.steps[table.box(id, ELIMINATED)] = 0


def spend(table: Table, side: int, points: int) -> Match:
    return table.push(Replacements(side, points, ()))


def no(match: Match, text: str) -> str:
    return str(refused(match, text).citation)


@pytest.mark.rule("koenigsberg 11.2")
def test_the_turn_track_gives_the_points_and_the_germans_spend_first() -> None:
    table = Table(turn=4)
    table.put("9K-548", "1841", steps=1)
    table.put("39A-94", "1043", steps=1)
    match = table.phase("replacement")
    assert match.to_act == "german"
    assert asked(match).params["points"] == 2
    match.play("done")
    assert match.to_act == "soviet"


@pytest.mark.rule("koenigsberg 11.2")
def test_points_are_not_saved() -> None:
    table = Table(turn=8)
    table.put("9K-548", "1841", steps=1)
    match = table.phase("replacement")
    match.play("done")
    assert (table.play.state.turn, asked(match).params["points"]) == (9, 1)


@pytest.mark.rule("koenigsberg 11.2")
def test_a_lost_step_comes_back_even_in_an_enemy_zone() -> None:
    table = Table()
    table.put("9K-56", "1342", steps=1)
    table.put("39A-94", "1343")
    match = spend(table, GERMAN, 1)
    assert table.play.in_enemy_zone(GERMAN, table.hex("1342"))
    match.play("refit 9K-56")
    assert (steps(match, "9K-56"), where(match, "9K-56")) == (2, "1342")


@pytest.mark.rule("koenigsberg 11.2")
def test_a_refitted_unit_gets_no_move() -> None:
    table = Table()
    table.put("9K-56", "1342", steps=1)
    table.put("9K-561", "1542", steps=1)
    match = spend(table, GERMAN, 2)
    match.play("refit 9K-56")
    assert texts(match) == ["refit 9K-561", "done"]


@pytest.mark.rule("koenigsberg 11.2")
def test_one_step_and_immobile_units_and_hqs_get_none() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("9K-56", "1342", steps=1)
    table.put("Gar-Thorn", "3203", steps=1)
    table.box("VS-1", VOLKSSTURM_BOX)
    dead(table, "Ind-505", "Gar-Elbing")
    match = spend(table, GERMAN, 4)
    assert texts(match) == ["refit 9K-56", "done"]
    assert no(match, "rebuild Ind-505 1 1939") == "koenigsberg 11.2"
    assert no(match, "refit Gar-Thorn") == "koenigsberg 11.2"
    assert no(match, "rebuild Gar-Elbing 1 1939") == "koenigsberg 11.2"
    assert no(match, "rebuild VS-1 1 1939") == "koenigsberg 11.2"
    assert no(match, "refit 9K-HQ") == "koenigsberg 11.1.3"


@pytest.mark.rule("koenigsberg 11.2")
def test_other_things_that_cannot_be_replaced() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("9K-56", "1342", steps=1)
    table.put("9K-561", "1542")
    table.put("39A-94", "1043", steps=1)
    match = spend(table, GERMAN, 4)
    assert no(match, "refit 9K-561") == "koenigsberg 11.2"
    assert no(match, "refit 39A-94") == "koenigsberg 11.2"
    assert no(match, "rebuild 9K-561 1 1939") == "koenigsberg 11.2"
    assert no(match, "refit 9K-548") == "koenigsberg 11.2"
    assert no(match, "rebuild 9K-56 3 1939") == "koenigsberg 11.2"


@pytest.mark.rule("koenigsberg 11.2.1")
@pytest.mark.parametrize("id", ["39A-94", "3BF-1"])
def test_a_soviet_step_costs_one_mechanised_or_not(id: str) -> None:
    table = Table()
    table.put(id, "1043", steps=1)
    table.put("5A-45", "1140", steps=1)
    match = spend(table, SOVIET, 2)
    events = match.play(f"refit {id}")
    assert steps(match, id) == 2
    assert str(happened(events, "refitted")[0].citation) == "koenigsberg 11.2.1"
    assert asked(match).params["points"] == 1


@pytest.mark.rule("koenigsberg 11.2.1")
@pytest.mark.parametrize(("has", "left"), [(1, 1), (2, 0)])
def test_a_soviet_unit_comes_back_in_part_or_in_full(has: int, left: int) -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    table.put("5A-45", "1140", steps=1)
    dead(table, "39A-94")
    match = spend(table, SOVIET, 2)
    match.play(f"rebuild 39A-94 {has} 1043")
    match.play("done")
    assert (steps(match, "39A-94"), where(match, "39A-94")) == (has, "1043")
    assert (match.to_act is not None) == bool(left)


@pytest.mark.rule("koenigsberg 11.2.1")
def test_a_full_return_needs_two_points() -> None:
    table = Table()
    table.put("39A-HQ", "1043")
    dead(table, "39A-94")
    match = spend(table, SOVIET, 1)
    assert texts(match) == ["rebuild 39A-94 1 1043", "done"]
    assert no(match, "rebuild 39A-94 2 1043") == "koenigsberg 11.2.1"


@pytest.mark.rule("koenigsberg 11.2.2")
@pytest.mark.parametrize(("id", "cost"), [("9K-56", 1), ("Ind-5", 2)])
def test_a_german_mechanised_step_costs_two(id: str, cost: int) -> None:
    table = Table()
    table.put(id, "1739", steps=1)
    table.put("9K-561", "1542", steps=1)
    match = spend(table, GERMAN, 3)
    match.play(f"refit {id}")
    assert steps(match, id) == 2
    assert asked(match).params["points"] == 3 - cost


@pytest.mark.rule("koenigsberg 11.2.2")
def test_one_point_is_too_little_for_panzers() -> None:
    table = Table()
    table.put("Ind-5", "1739", steps=1)
    table.put("9K-HQ", "1939")
    table.put("9K-561", "1542", steps=1)
    dead(table, "Ind-7")
    match = spend(table, GERMAN, 1)
    assert texts(match) == ["refit 9K-561", "done"]
    assert no(match, "refit Ind-5") == "koenigsberg 11.2.2"
    assert no(match, "rebuild Ind-7 1 1939") == "koenigsberg 11.2.2"


@pytest.mark.rule("koenigsberg 11.2.2")
def test_a_german_unit_comes_back_reduced_and_waits_a_turn_for_the_rest() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("9K-561", "1542", steps=1)
    dead(table, "9K-548")
    match = spend(table, GERMAN, 3)
    assert no(match, "rebuild 9K-548 2 1939") == "koenigsberg 11.2.2"
    match.play("rebuild 9K-548 1 1939")
    match.play("done")
    assert steps(match, "9K-548") == 1
    assert texts(match) == ["refit 9K-561", "done"]
    assert no(match, "refit 9K-548") == "koenigsberg 11.2.2"


@pytest.mark.rule("koenigsberg 11.2.3")
def test_units_are_rebuilt_with_their_own_hq() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("26K-HQ", "1838")
    dead(table, "9K-548")
    match = spend(table, GERMAN, 1)
    assert texts(match) == ["rebuild 9K-548 1 1939", "done"]
    assert no(match, "rebuild 9K-548 1 1838") == "koenigsberg 11.2.3"


@pytest.mark.rule("koenigsberg 11.2.3")
def test_independents_are_rebuilt_with_any_hq_of_their_front() -> None:
    table = Table()
    for hq, hex in (("39A-HQ", "1043"), ("5A-HQ", "1039"), ("70A-HQ", "0506")):
        table.put(hq, hex)
    dead(table, "3BF-1")
    match = spend(table, SOVIET, 1)
    assert texts(match) == ["rebuild 3BF-1 1 1039", "rebuild 3BF-1 1 1043", "done"]
    assert no(match, "rebuild 3BF-1 1 0506") == "koenigsberg 11.2.3"


@pytest.mark.rule("koenigsberg 11.2.3")
def test_without_an_hq_nothing_is_rebuilt() -> None:
    table = Table()
    table.put("26K-HQ", "1838")
    dead(table, "9K-548")
    assert spend(table, GERMAN, 1).to_act is None


@pytest.mark.rule("koenigsberg 11.2.3", "koenigsberg 4.2.2")
def test_a_dual_unit_is_rebuilt_with_any_german_hq_whether_its_own_is_there_or_lost() -> None:
    table = Table()
    table.put("26K-HQ", "1838")
    table.put("HG-HQ", "1833")
    dead(table, "HG-1HG", "HG-2HG", "GD-PzG")  # the HQ of GD is lost; 2HG is of its corps alone
    match = spend(table, GERMAN, 2)
    assert texts(match) == [
        "rebuild HG-1HG 1 1833",
        "rebuild HG-1HG 1 1838",
        "rebuild HG-2HG 1 1833",
        "rebuild GD-PzG 1 1833",
        "rebuild GD-PzG 1 1838",
        "done",
    ]
    events = match.play("rebuild HG-1HG 1 1838")
    assert str(happened(events, "rebuilt")[0].citation) == "koenigsberg 11.2.3" and where(match, "HG-1HG") == "1838"


@pytest.mark.rule("koenigsberg 13.1", "koenigsberg 11.2.3")
def test_a_unit_rebuilt_in_an_objective_takes_it() -> None:
    table = Table()
    table.put("9K-HQ", "1836")
    table.put("39A-HQ", "2327")
    table.play.state.control[table.hex("1836")] = SOVIET
    dead(table, "9K-548", "39A-94")
    match = spend(table, GERMAN, 1)
    events = match.play("rebuild 9K-548 1 1836")
    assert str(happened(events, "retaken")[0].citation) == "koenigsberg 13.1"
    match = spend(table, SOVIET, 1)
    events = match.play("rebuild 39A-94 1 2327")
    assert happened(events, "taken") and match.position()["control"]["2327"] == "soviet"


@pytest.mark.rule("koenigsberg 11.2.3")
def test_a_rebuilt_unit_moves_at_once_from_an_enemy_zone_or_a_full_hex() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("9K-551", "1939")
    table.put("9K-286", "1939")
    table.put("43A-90", "1941")
    dead(table, "9K-548")
    match = spend(table, GERMAN, 1)
    match.play("rebuild 9K-548 1 1939")
    assert {"move 9K-548", "move 9K-548 rail"} <= set(texts(match))
    assert no(match, "done") == "koenigsberg 11.2.3"
    assert no(match, "move 9K-551") == "koenigsberg 11.2.3"
    match.play("move 9K-548")
    match.play("to 1938")
    assert where(match, "9K-548") == "1938"


@pytest.mark.rule("koenigsberg 11.2.3")
def test_an_enemy_zone_does_not_matter() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    table.put("43A-90", "1940")
    dead(table, "9K-548")
    match = spend(table, GERMAN, 1)
    assert table.play.in_enemy_zone(GERMAN, table.hex("1939"))
    match.play("rebuild 9K-548 1 1939")
    assert where(match, "9K-548") == "1939"


@pytest.mark.rule("koenigsberg 11.2.3")
def test_nothing_is_rebuilt_where_it_could_neither_stay_nor_leave() -> None:
    table = Table()
    table.put("9K-HQ", "3329")
    table.put("9K-551", "3329")
    table.put("9K-286", "3329")
    table.put("Ind-23", "3330")
    table.put("Ind-10", "3330")
    table.put("43A-90", "3331")
    table.put("9K-56", "2925", steps=1)
    dead(table, "9K-548")
    match = spend(table, GERMAN, 1)
    assert texts(match) == ["refit 9K-56", "done"]
    assert no(match, "rebuild 9K-548 1 3329") == "koenigsberg 11.2.3"
    assert where(match, "9K-548") == "eliminated"


@pytest.mark.rule("koenigsberg 11.2.4")
@pytest.mark.parametrize("supply", [OUT_OF_SUPPLY, ISOLATED])
def test_units_without_supply_get_none(supply: int) -> None:
    table = Table()
    table.put("9K-56", "1342", steps=1, supply=supply)
    table.put("9K-561", "1542", steps=1)
    match = spend(table, GERMAN, 2)
    assert texts(match) == ["refit 9K-561", "done"]
    assert no(match, "refit 9K-56") == "koenigsberg 11.2.4"


@pytest.mark.rule("koenigsberg 11.2.4")
@pytest.mark.parametrize("supply", [OUT_OF_SUPPLY, ISOLATED])
def test_an_hq_without_supply_rebuilds_nothing(supply: int) -> None:
    table = Table()
    table.put("9K-HQ", "1939", supply=supply)
    table.put("26K-HQ", "1838")
    dead(table, "9K-548", "Ind-23")
    match = spend(table, GERMAN, 2)
    assert texts(match) == ["rebuild Ind-23 1 1838", "done"]
    assert no(match, "rebuild 9K-548 1 1939") == "koenigsberg 11.2.4"


@pytest.mark.rule("koenigsberg 11.2.3", "koenigsberg 7.0")
def test_a_unit_is_rebuilt_where_there_is_room_though_it_cannot_leave() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    ring = zip(("5A-72", "5A-65", "5A-45", "39A-94", "39A-113", "39A-5G"), ring_of(table, "1939"), strict=True)
    for id, number in ring:
        table.put(id, number)
    dead(table, "9K-548")
    match = spend(table, GERMAN, 1)
    assert "rebuild 9K-548 1 1939" in texts(match)
    match.play("rebuild 9K-548 1 1939")
    assert where(match, "9K-548") == "1939"


def ring_of(table: Table, number: str) -> list[str]:
    return [table.tables.numbers[h] for h in table.tables.board.grid.around(table.hex(number))]


@pytest.mark.rule("koenigsberg 11.2.3")
def test_looking_for_room_leaves_the_dead_dead() -> None:
    table = Table()
    for id in ("9K-HQ", "9K-551", "9K-286"):
        table.put(id, "1939")
    dead(table, "9K-548")
    match = spend(table, GERMAN, 1)
    assert "rebuild 9K-548 1 1939" in texts(match)
    assert (where(match, "9K-548"), steps(match, "9K-548")) == ("eliminated", 0)


@pytest.mark.rule("koenigsberg 11.2.3")
def test_a_rebuilt_unit_does_not_appear_where_its_hq_is_not() -> None:
    table = Table()
    table.put("9K-HQ", "1939")
    dead(table, "9K-548")
    refusal = refused(spend(table, GERMAN, 1), "rebuild 9K-548 1 1940")
    assert str(refusal.citation) == "koenigsberg 11.2.3" and "not_with_hq" in refusal.reason.key
