"""6.1, 6.3 Replacements."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import replacements
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.replacements import Replacements
from countermarch.games.vistula.rrw import RRW, STEPS
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, steps, texts, where

NATION = {"german": 0, "soviet": 1, "polish": 2}


def spending(t: Table, points: int, nation: str = "german") -> Replacements:
    return Replacements(GERMAN if nation == "german" else ALLIED, NATION[nation], points, ())


@pytest.mark.rule("vistula 6.3#2")
def test_a_point_gives_back_a_step() -> None:
    t = Table()
    t.put("HQ-9A", "1907")
    t.put("25Pz", "1908", steps=1)
    t.put("19Pz", "1909")
    match = t.push(spending(t, 1))
    assert texts(match) == ["done", "refit 25Pz"]
    assert str(refused(match, "refit 19Pz").citation) == "vistula 6.3#2"
    events = match.play("refit 25Pz")
    assert steps(match, "25Pz") == 2
    assert str(happened(events, "refitted")[0].citation) == "vistula 6.3#2"
    assert match.to_act is None


@pytest.mark.rule("vistula 6.3#2")
def test_an_eliminated_unit_comes_back_for_a_point_a_step() -> None:
    t = Table()
    t.box("5Pz", "eliminated")
    t.play.state.steps[t.unit("5Pz")] = 0
    match = t.push(spending(t, 2))
    assert {"rebuild 5Pz 1 0832", "rebuild 5Pz 2 0832"} <= set(texts(match))
    match.play("rebuild 5Pz 2 0832")
    assert (where(match, "5Pz"), steps(match, "5Pz")) == ("0832", 2)
    assert match.to_act is None


@pytest.mark.rule("vistula 6.3#3")
def test_a_reduced_unit_needs_a_line_of_any_length_to_an_hq() -> None:
    t = Table(turn=5)
    t.put("HQ-9A", "1907")
    t.put("25Pz", "1930", steps=1)  # far away, but joined
    t.put("19Pz", "0305", steps=1)
    for number, id in (("0205", "9TK"), ("0304", "10TK"), ("0405", "11TK"), ("0306", "25TK")):
        t.put(id, number)
    match = t.push(spending(t, 2))
    assert texts(match) == ["done", "refit 25Pz"]
    assert str(refused(match, "refit 19Pz").citation) == "vistula 6.3#3"


@pytest.mark.rule("vistula 6.3#4")
def test_a_rebuilt_unit_appears_on_or_next_to_a_source() -> None:
    t = Table()
    t.box("5Pz", "eliminated")
    t.hold(ALLIED, "0210", "0415", "0220", "0321", "0329", "0330")
    match = t.push(spending(t, 1))
    hexes = {text.split()[-1] for text in texts(match) if text != "done"}
    assert hexes == {"0832", "0831", "0833", "0731", "0732", "0931", "0932"}
    assert str(refused(match, "rebuild 5Pz 1 1529").citation) == "vistula 6.3#4"
    for id in ("1ID", "69ID", "56ID", "286ID"):
        t.put(id, "0832")
    assert str(refused(t.match(), "rebuild 5Pz 1 0832").citation) == "vistula 4#1"


@pytest.mark.rule("vistula 6.3#4")
def test_not_next_to_a_source_in_an_enemy_zone() -> None:
    t = Table()
    t.box("5Pz", "eliminated")
    t.put("1ID", "0832")
    t.put("9TK", "0830")
    match = t.push(spending(t, 1))
    hexes = {text.split()[-1] for text in texts(match) if text != "done"}
    assert "0832" in hexes
    assert "0831" not in hexes
    assert str(refused(match, "rebuild 5Pz 1 0831").citation) == "vistula 6.3#4"


@pytest.mark.rule("vistula 6.4#3", "vistula 10.2#4")
def test_a_unit_may_be_rebuilt_with_or_next_to_an_hq_supplied_by_rail() -> None:
    t = Table()
    t.put("HQ-9A", "1907")
    t.box("5Pz", "eliminated")
    match = t.push(spending(t, 1))
    hexes = {text.split()[-1] for text in texts(match) if text != "done"}
    assert {"1907", "1906", "1908", "1807", "1808", "2007", "2008"} <= hexes
    match.play("rebuild 5Pz 1 1908")
    assert where(match, "5Pz") == "1908"


@pytest.mark.rule("vistula 6.3#4", "vistula 10.2#4")
def test_a_rebuilt_unit_appears_only_where_its_side_holds_the_hex() -> None:
    t = Table()
    t.put("HQ-9A", "1907")
    t.box("5Pz", "eliminated")
    t.hold(ALLIED, "1908", "0831")  # passed through, and empty again
    match = t.push(spending(t, 1))
    hexes = {text.split()[-1] for text in texts(match) if text != "done"}
    assert {"1907", "1906", "0832", "0833"} <= hexes and not {"1908", "0831"} & hexes
    for number in ("1908", "0831"):
        assert str(refused(match, f"rebuild 5Pz 1 {number}").citation) == "vistula 6.3#4"
    t.hold(ALLIED, "1907")  # an HQ holds nothing by itself
    assert "rebuild 5Pz 1 1907" not in texts(t.match())


@pytest.mark.rule("vistula 10.2#5")
def test_a_partly_supplied_hq_rebuilds_nobody_and_passes_on_one_point() -> None:
    t = Table(turn=5)
    t.put("HQ-1B", "1604")
    t.put("113RC", "1605", steps=1)
    t.put("72RC", "1603", steps=1)
    t.box("45RC", "eliminated")
    match = t.push(spending(t, 5, "soviet"))
    assert str(refused(match, "rebuild 45RC 1 1604").citation) == "vistula 10.2#5"
    match.play("refit 113RC")
    refusal = refused(match, "refit 72RC")
    assert str(refusal.citation) == "vistula 10.2#5"
    assert "HQ-1B" in str(refusal.reason)


@pytest.mark.rule("vistula 10.2#5", "vistula 6.3#7")
def test_a_partly_supplied_hq_has_one_point_for_all_nations_together() -> None:
    t = Table(turn=5)
    t.put("HQ-1B", "1604")
    t.put("113RC", "1605", steps=1)
    t.put("1AWP", "1605", steps=1)
    replacements.begin(t.play, ALLIED)
    match = t.match()
    assert texts(match) == ["done", "refit 113RC"]
    match.play("refit 113RC")
    assert match.to_act is None and steps(match, "1AWP") == 1  # the Polish point comes to nothing
    t = Table(turn=5)
    t.put("HQ-1B", "1604")
    t.put("113RC", "1605", steps=1)
    t.put("1AWP", "1605", steps=1)
    replacements.begin(t.play, ALLIED)
    match = t.match()
    match.play("done")
    match.play("refit 1AWP")
    assert steps(match, "1AWP") == 2


@pytest.mark.rule("vistula 10.2#3")
def test_a_fully_supplied_hq_passes_on_any_number_of_points() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1305")
    ids = ("113RC", "72RC", "45RC", "128RC")
    for id in ids:
        t.put(id, "1306", steps=1)
    match = t.push(spending(t, 4, "soviet"))
    for id in ids:
        match.play(f"refit {id}")
    assert [steps(match, id) for id in ids] == [2] * 4


@pytest.mark.rule("vistula 10.2#6")
def test_an_hq_without_a_line_receives_no_replacements() -> None:
    t = Table(turn=5)
    t.put("HQ-1B", "2025")
    t.put("113RC", "2025", steps=1)
    for number, id in (("2024", "5Pz"), ("2026", "16Pz"), ("1925", "17Pz"), ("2125", "24Pz")):
        t.put(id, number)
    match = t.push(Replacements(ALLIED, 1, 1, ()))
    assert match.to_act is None
    assert steps(match, "113RC") == 1


@pytest.mark.rule("vistula 6.3#5")
def test_a_rebuilt_unit_may_move_strategically_in_the_same_turn() -> None:
    t = Table()
    t.box("113RC", "eliminated")
    match = t.push(MovementPhase(ALLIED), spending(t, 1, "soviet"))
    match.play("rebuild 113RC 1 1401")
    assert max(match.reach(["113RC"]).values()) == 8
    assert max(match.reach(["113RC"], mode="strategic").values()) == 16


@pytest.mark.rule("vistula 6.3#6")
def test_points_left_over_are_lost() -> None:
    t = Table(turn=2)
    t.put("HQ-9A", "1907")
    t.put("25Pz", "1908", steps=1)
    replacements.begin(t.play, GERMAN)
    match = t.match()
    match.play("done")
    assert match.to_act is None
    t.play.state.turn = 3
    replacements.begin(t.play, GERMAN)
    frame = t.play.top
    assert isinstance(frame, Replacements)
    assert frame.points == t.tables.turns[2].replacements[0]  # nothing carried over


@pytest.mark.rule("vistula 6.3#7")
def test_points_of_a_nation_are_for_its_own_units() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1305")
    t.put("113RC", "1306", steps=1)
    t.put("1AWP", "1306", steps=1)
    match = t.push(spending(t, 1, "polish"))
    assert texts(match) == ["done", "refit 1AWP"]
    assert str(refused(match, "refit 113RC").citation) == "vistula 6.3#7"
    match.play("refit 1AWP")
    assert (steps(match, "1AWP"), steps(match, "113RC")) == (2, 1)


@pytest.mark.rule("vistula 6.3#2")
def test_hqs_columns_and_aircraft_are_never_replaced() -> None:
    t = Table()
    t.put("25Pz", "0832", steps=1)
    t.put("HQ-9A", "0832")
    t.box("HQ-2A", "eliminated")
    match = t.push(spending(t, 1))
    assert str(refused(match, "rebuild HQ-2A 1 0832").citation) == "vistula 6.3#2"


@pytest.mark.rule("vistula 6.1#1", "vistula 6.1#2", "vistula 10.4#4")
def test_columns_replacements_reinforcements_withdrawals_in_this_order() -> None:
    """Aircraft belong to no HQ: when all is done nothing is left to transfer, whichever HQs are lost."""
    assert [step.__module__.rpartition(".")[2] for step in STEPS] == [
        *("columns", "replacements", "reinforcements", "withdrawals"),
    ]
    t = Table(turn=2)
    for id in t.tables.ids:
        if "-LC" in id:
            t.box(id, "pool")
        elif "-Air" in id:
            t.box(id, "ready")
    t.put("HQ-1B", "1604")
    t.put("HQ-2A", "1110")
    t.box("HQ-1U", "eliminated")
    match = t.push(RRW(0))
    assert match.to_act == "allied"  # Allies first
    match.play("place A-LC1 1604")
    assert match.to_act == "german"
    match.play("place G-LC1 1110")
    match.play("place G-LC2 1110")
    assert match.to_act is None
    assert {where(match, f"A-Air{k}") for k in range(1, 9)} == {"ready"}
