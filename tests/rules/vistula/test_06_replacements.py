"""6.1, 6.3 Replacements."""

from __future__ import annotations

from itertools import pairwise

import pytest

from countermarch.games.vistula import aviation, replacements
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.replacements import Replacements
from countermarch.games.vistula.rrw import RRW
from countermarch.games.vistula.turn import GameTurn
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


@pytest.mark.rule("vistula 6.1#1")
def test_columns_replacements_reinforcements_withdrawals_in_this_order() -> None:
    """Turn 5 has something to ask of everybody; in each step the Allies come first."""
    t = Table(turn=5)
    for id in t.tables.ids:
        if "-LC" in id:
            t.box(id, "pool")
    t.put("HQ-2B", "1305")
    t.put("HQ-2A", "1110")
    t.put("113RC", "1305", steps=1)
    t.put("1AWP", "1305", steps=1)
    t.put("1ID", "1110", steps=1)
    t.box("11RC", "reserve")
    t.put("9TK", "1626")
    t.box("169ID", "reserve")  # its entry hex, 1529, is free; 606ID has to choose
    t.box("606ID", "reserve")
    t.put("10TK", "0926")
    t.box("8Pz", "eliminated")
    t.put("16Pz", "1112")
    t.put("17Pz", "1112")
    match = t.push(RRW(0))
    asked: list[tuple[str, str]] = []
    while match.to_act is not None and match.decision is not None:
        asked.append((match.to_act, match.decision.prompt.key.rpartition(".")[2]))
        match.play("done" if "done" in texts(match) else texts(match)[0])
    assert [asked[0], *(b for a, b in pairwise(asked) if a != b)] == [
        *(("allied", "columns"), ("german", "columns")),
        *(("allied", "replacements"), ("german", "replacements")),
        *(("allied", "arrivals"), ("german", "arrivals")),
        ("german", "withdrawal"),
    ]


@pytest.mark.rule("vistula 6.1#2")
def test_aircraft_serve_every_front_anew_each_turn() -> None:
    """They belong to a side, not to an HQ: spent in the north, all eight strike by the other HQ in the next turn."""
    t = Table(turn=4)
    for id in t.tables.ids:
        if "-Air" in id:
            t.box(id, "used")
        elif "-LC" in id:
            t.box(id, "removed")
    for id, number in (("HQ-3B", "0202"), ("HQ-1U", "2403"), ("9TK", "2404"), ("1ID", "2405")):
        t.put(id, number)
    match = t.push(GameTurn(2))
    while "attack 2405" not in texts(match):
        match.play("done")
    match.play("attack 2405")
    match.play("resolve")
    assert (match.to_act, texts(match)) == ("allied", ["announce none", "announce air"])
    match.play("announce air")
    match.play("announce none")
    assert texts(match) == [f"markers {number}" for number in range(1, 9)]


@pytest.mark.rule("vistula 10.4#4")
def test_aircraft_outlive_the_headquarters() -> None:
    """The only Soviet HQ is overrun: its side's markers serve in that turn, and next turn all of them again."""
    t = Table(turn=3)
    aviation.refresh(t.play)
    for id, number in (("HQ-1U", "2408"), ("5Pz", "2407"), ("9TK", "2404"), ("1ID", "2405")):
        t.put(id, number)
    match = t.push(GameTurn(5))
    match.play("done")
    match.play("attack 2408")
    match.play("resolve")
    match.play("done")
    assert where(match, "HQ-1U") == "eliminated"
    match.play("attack 2404")
    match.play("resolve")
    match.play("announce none")
    assert (match.to_act, texts(match)) == ("allied", ["announce none", "announce air"])
    match.play("announce air")
    match.next_dice(1)  # 1:2, 3/0
    match.play("markers 8")
    while match.to_act != "allied" or "done" not in texts(match):
        match.play("done" if "done" in texts(match) else texts(match)[0])
    assert (t.play.state.turn, [where(match, f"A-Air{k}") for k in range(1, 9)]) == (4, ["ready"] * 8)


@pytest.mark.rule("vistula 6.3#2")
def test_a_rebuilt_unit_has_no_more_steps_than_points_or_its_counter_allow() -> None:
    t = Table()
    t.hold(ALLIED, "0210", "0415", "0220", "0321", "0329", "0330")
    for id in ("5Pz", "286ID"):  # two steps, and one
        t.play.state.steps[t.box(id, "eliminated")] = 0
    match = t.push(spending(t, 3))
    assert {tuple(text.split()[1:3]) for text in texts(match) if text != "done"} == {
        *(("5Pz", "1"), ("5Pz", "2"), ("286ID", "1")),
    }
    for text in ("rebuild 5Pz 3 0832", "rebuild 286ID 2 0832", "rebuild 5Pz 0 0832"):
        assert str(refused(match, text).citation) == "vistula 6.3#2"
    match.play("rebuild 5Pz 2 0832")
    assert match.decision is not None and match.decision.prompt.params["points"] == 1
    refusal = refused(match, "rebuild 5Pz 1 0832")
    assert (str(refusal.citation), refusal.reason.key) == ("vistula 6.3#2", "vistula.refusal.not_eliminated")
    assert str(happened(match.log, "rebuilt")[0].citation) == "vistula 6.3#4"


@pytest.mark.rule("vistula 6.3#2", "vistula 6.3#7")
def test_who_is_no_unit_of_the_nation_gets_nothing() -> None:
    t = Table()
    t.put("HQ-2B", "1305")
    t.put("113RC", "1306", steps=1)
    t.put("1AWP", "1306", steps=1)
    t.put("A-LC1", "1306")
    t.put("25Pz", "0832", steps=1)
    match = t.push(spending(t, 1, "soviet"))
    for id, rule in (("1AWP", "6.3#7"), ("A-LC1", "6.3#2"), ("HQ-2B", "6.3#2"), ("25Pz", "6.3#2")):
        assert str(refused(match, f"refit {id}").citation) == f"vistula {rule}"


@pytest.mark.rule("vistula 6.3#2")
def test_points_are_spent_one_by_one_until_none_is_left() -> None:
    t = Table()
    t.put("HQ-2B", "1305")
    for id in ("113RC", "72RC", "45RC"):
        t.put(id, "1306", steps=1)
    match = t.push(spending(t, 2, "soviet"))
    match.play("refit 113RC")
    assert match.decision is not None and match.decision.prompt.params["points"] == 1
    match.play("refit 72RC")
    assert match.to_act is None and [steps(match, id) for id in ("113RC", "72RC", "45RC")] == [2, 2, 1]


@pytest.mark.rule("vistula 6.3#4", "vistula 5.2#1")
def test_german_units_are_rebuilt_at_the_ports_of_their_sea_lanes_too() -> None:
    t = Table()
    t.hold(ALLIED, "0210", "0415", "0329", "0330")
    t.box("5Pz", "eliminated")
    match = t.push(spending(t, 1))
    hexes = {text.split()[-1] for text in texts(match) if text != "done"}
    assert {"0220", "0321"} <= hexes and not {"0329", "0330", "0219", "0121"} & hexes
    match.play("rebuild 5Pz 1 0220")
    assert (where(match, "5Pz"), steps(match, "5Pz")) == ("0220", 1)


@pytest.mark.rule("vistula 6.3#4", "vistula 8.10#1")
def test_a_rebuilt_unit_sends_enemy_ships_away() -> None:
    t = Table()
    t.put("KM", "0416")
    t.hold(ALLIED, "0416")
    replacements.rebuild(t.play, t.box("113RC", "eliminated"), 1, t.hex("0416"))
    assert where(t.match(), "KM") == "pool"


@pytest.mark.rule("vistula 6.3#4", "vistula 5.5#1")
def test_a_unit_lost_out_of_supply_comes_back_supplied() -> None:
    t = Table()
    u = t.put("5Pz", "0832", supply="out_of_supply")
    t.play.state.hq[u] = t.unit("HQ-9A")
    t.play.eliminate(u, "8.2#2")
    entry = next(e for e in t.match().position()["units"] if e["id"] == "5Pz")
    assert (entry["supply"], entry["hq"], entry["steps"], entry["where"]) == ("supplied", None, 0, "eliminated")
    t.play.state.supply[u] = 1  # by hand
    t.push(spending(t, 1)).play("rebuild 5Pz 1 0832")
    assert t.play.state.supply[u] == 0
