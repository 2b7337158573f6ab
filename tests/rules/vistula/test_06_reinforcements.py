"""6.4 Reinforcements, 6.5 withdrawals, 10.4 HQs that return."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import reinforcements, withdrawals
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


def due(t: Table, side: int, *ids: str) -> Match:
    for id in ids:
        t.box(id, "reserve")
    reinforcements.arrive(t.play, side)
    return t.match()


@pytest.mark.rule("vistula 6.4#1", "vistula 6.4#2")
def test_example_6_4_a_unit_marked_2h_enters_on_turn_2_at_2119() -> None:
    t = Table(turn=2)
    arrival = t.tables.arrivals[t.unit("269ID")]
    assert (arrival.turn, arrival.entry) == (2, "H")
    match = due(t, GERMAN, "269ID")
    assert where(match, "269ID") == "2119"
    [event] = t.events("arrives")
    assert str(event.citation) == "vistula 6.4#2"


@pytest.mark.rule("vistula 6.4#1")
def test_nobody_enters_before_his_turn() -> None:
    t = Table(turn=2)
    match = due(t, GERMAN, "20Pz")  # turn 3
    assert where(match, "20Pz") == "reserve"


@pytest.mark.rule("vistula 6.4#1")
def test_allied_units_enter_at_any_friendly_source() -> None:
    t = Table(turn=2)
    match = due(t, ALLIED, "54RC", "90RC")
    assert set(texts(match)) == {f"place {id} {hex}" for id in ("54RC", "90RC") for hex in ("0901", "1401", "2301")}
    assert str(refused(match, "place 54RC 1604").citation) == "vistula 6.4#1"
    events = match.play("place 54RC 1401")
    assert str(happened(events, "arrives")[0].citation) == "vistula 6.4#1"
    match.play("place 90RC 0901")
    assert (where(match, "54RC"), where(match, "90RC")) == ("1401", "0901")


@pytest.mark.rule("vistula 6.4#1", "vistula 6.4#2")
def test_if_the_entry_hex_is_held_by_the_enemy_the_nearest_source_serves_or_the_unit_waits() -> None:
    t = Table(turn=2)
    t.put("9TK", "2119")
    match = due(t, GERMAN, "269ID")
    entry, grid = t.hex("2119"), t.tables.board.grid
    nearest = min(grid.distance(entry, h) for h in reinforcements.source_hexes(t.play, GERMAN))
    *places, last = match.legal()
    assert str(last) == "done"
    assert all(grid.distance(entry, t.hex(place.hexes[0])) == nearest for place in places)
    assert str(refused(match, "place 269ID 1529").citation) == "vistula 6.4#2"
    match.play("done")
    assert where(match, "269ID") == "reserve"
    t.play.lift(t.unit("9TK"), -3)
    t.hold(GERMAN, "2119")
    t.play.state.turn = 3
    reinforcements.arrive(t.play, GERMAN)
    assert where(t.match(), "269ID") == "2119"


@pytest.mark.rule("vistula 6.4#1")
def test_only_who_cannot_come_where_he_should_may_wait() -> None:
    t = Table(turn=2)
    t.put("9TK", "2119")
    match = due(t, GERMAN, "269ID", "21Pz")
    refusal = refused(match, "done")
    assert str(refusal.citation) == "vistula 6.4#1" and "21Pz" in str(refusal.reason)
    match.play("place 21Pz 1626")
    events = match.play("done")
    assert (where(match, "21Pz"), where(match, "269ID")) == ("1626", "reserve")
    assert [event.params["unit"] for event in happened(events, "held_up")] == ["269ID"]


@pytest.mark.rule("vistula 6.4#1", "vistula 4#1")
def test_five_for_one_hex_the_owner_says_who_comes_first() -> None:
    t = Table(turn=2)
    five = ("21Pz", "25PzG", "KmK", "433ID", "463ID")
    match = due(t, GERMAN, *five)
    assert texts(match)[0] == "place 21Pz 1626"
    for id in five[1:]:
        match.play(f"place {id} 1626")
    assert "done" in texts(match)
    assert str(refused(match, "place 21Pz 1626").citation) == "vistula 4#1"
    match.play("done")
    assert where(match, "21Pz") == "reserve"
    assert [where(match, id) for id in five[1:]] == ["1626"] * 4


@pytest.mark.rule("vistula 6.4#2")
def test_fortress_troops_come_to_their_fortress_or_wait() -> None:
    t = Table(turn=2)
    t.put("9TK", "1518")
    match = due(t, GERMAN, "Posen")
    assert where(match, "Posen") == "reserve"
    assert str(t.events("held_up")[0].citation) == "vistula 6.4#1"


# HQs


@pytest.mark.rule("vistula 10.4#2")
def test_example_10_4_an_hq_lost_on_turn_2_returns_on_turn_5() -> None:
    t = Table(turn=2)
    t.put("HQ-1B", "1604")
    t.play.eliminate(t.unit("HQ-1B"), "10.4#1")
    for turn in (3, 4):
        t.play.state.turn = turn
        reinforcements.arrive(t.play, ALLIED)
        assert where(t.match(), "HQ-1B") == "eliminated"
    t.play.state.turn = 5
    reinforcements.arrive(t.play, ALLIED)
    match = t.match()
    assert texts(match) == ["place HQ-1B 0901", "place HQ-1B 1401", "place HQ-1B 2301"]
    events = match.play("place HQ-1B 1401")
    assert where(match, "HQ-1B") == "1401"
    assert str(happened(events, "arrives")[0].citation) == "vistula 10.4#2"


# withdrawals


def leaving(t: Table, turn: int = 8) -> Match:
    t.play.state.turn = turn
    withdrawals.begin(t.play, GERMAN if turn in (5, 8) else ALLIED)
    return t.match()


@pytest.mark.rule("vistula 6.5#1")
def test_the_named_unit_leaves_if_it_has_a_line_of_any_length_to_a_source() -> None:
    t = Table()
    t.put("168ID", "2306")
    t.put("72ID", "2306")
    match = leaving(t)
    assert (where(match, "168ID"), where(match, "72ID")) == ("removed", "2306")
    assert str(t.events("withdrawn")[0].citation) == "vistula 6.5#1"


@pytest.mark.rule("vistula 6.5#1", "vistula 6.5#2", "vistula 6.5#3")
def test_example_6_5_another_infantry_unit_goes_for_a_dead_168th() -> None:
    """Infantry, Jäger and Volksgrenadier, full or reduced, with any factors; a panzer division is refused."""
    t = Table()
    t.box("168ID", "eliminated")
    t.put("72ID", "2306", steps=1)
    t.put("28J", "1907")
    t.put("286ID", "1908")
    t.put("16Pz", "1909")
    match = leaving(t)
    assert texts(match) == ["remove 286ID", "remove 28J", "remove 72ID"]
    assert str(refused(match, "remove 16Pz").citation) == "vistula 6.5#3"
    match.play("remove 72ID")
    assert where(match, "72ID") == "removed"


@pytest.mark.rule("vistula 6.5#1")
def test_the_named_unit_stays_if_it_is_cut_off_and_another_leaves() -> None:
    t = Table()
    t.put("168ID", "2025")
    t.put("72ID", "0832")
    for number, id in (("2024", "9TK"), ("2026", "10TK"), ("1925", "11TK"), ("2125", "25TK")):
        t.put(id, number)
    match = leaving(t)  # there is only one to choose
    assert (where(match, "168ID"), where(match, "72ID")) == ("2025", "removed")
    assert str(t.events("withdrawn")[0].citation) == "vistula 6.5#1"


@pytest.mark.rule("vistula 6.5#1")
def test_a_substitute_needs_a_line_to_a_source_as_well() -> None:
    t = Table()
    t.box("168ID", "eliminated")
    t.put("72ID", "2025")  # cut off
    t.put("28J", "1907")
    t.put("286ID", "1908")
    ring = (("2024", "9TK"), ("2026", "10TK"), ("1925", "11TK"), ("2125", "25TK"))
    for number, id in ring:
        t.put(id, number)
    match = leaving(t)
    assert texts(match) == ["remove 286ID", "remove 28J"]
    refusal = refused(match, "remove 72ID")
    assert str(refusal.citation) == "vistula 6.5#1" and "line" in str(refusal.reason)
    t = Table()
    t.box("168ID", "eliminated")
    t.put("72ID", "2025")
    for number, id in ring:
        t.put(id, number)
    match = leaving(t)
    assert where(match, "72ID") == "2025"
    assert str(t.events("withdrawal_waived")[0].citation) == "vistula 6.5#1"


@pytest.mark.rule("vistula 6.5#1")
def test_with_nobody_of_its_type_the_withdrawal_is_waived() -> None:
    t = Table()
    t.box("168ID", "eliminated")
    t.put("16Pz", "1909")
    match = leaving(t)
    assert where(match, "16Pz") == "1909"
    assert str(t.events("withdrawal_waived")[0].citation) == "vistula 6.5#1"


@pytest.mark.rule("vistula 6.5#1", "vistula 6.4#1")
def test_a_corps_transferred_on_turn_6_is_back_on_turn_7() -> None:
    t = Table()
    t.put("128RC", "0303", steps=1)
    match = leaving(t, 6)
    assert where(match, "128RC") == "removed"
    t.play.state.turn = 7
    reinforcements.arrive(t.play, ALLIED)
    match = t.match()
    match.play("place 128RC 2301")
    assert where(match, "128RC") == "2301"
    assert t.play.state.steps[t.unit("128RC")] == 1


@pytest.mark.rule("vistula 6.4#1", "vistula 4#1")
def test_who_has_a_hex_to_himself_does_not_settle_who_comes_first_elsewhere() -> None:
    """Five for 1626, one for 2119: the owner is asked."""
    t = Table(turn=2)
    match = due(t, GERMAN, "21Pz", "25PzG", "KmK", "433ID", "463ID", "269ID")
    assert match.to_act == "german" and {"place 21Pz 1626", "place 269ID 2119"} <= set(texts(match))


@pytest.mark.rule("vistula 6.4#1")
def test_those_who_all_find_room_enter_unasked() -> None:
    t = Table(turn=2)
    match = due(t, GERMAN, "21Pz", "25PzG", "KmK", "433ID", "269ID")
    assert match.to_act is None
    assert [where(match, id) for id in ("21Pz", "433ID", "269ID")] == ["1626", "1626", "2119"]


@pytest.mark.rule("vistula 10.4#2", "vistula 5.2#1")
def test_a_german_hq_returns_at_a_source_or_through_a_port_of_its_sea_lane() -> None:
    t = Table(turn=5)
    t.put("HQ-9A", "1907")
    t.play.state.turn = 2
    t.play.eliminate(t.unit("HQ-9A"), "10.4#1")
    t.play.state.turn = 5
    t.hold(ALLIED, "0321", "0415")
    t.put("9TK", "0431")  # its zone lies over 0330
    reinforcements.arrive(t.play, GERMAN)
    match = t.match()
    assert texts(match) == [f"place HQ-9A {number}" for number in ("0210", "0220", "0329", "0832")]
    assert str(refused(match, "place HQ-9A 0330").citation) == "vistula 6.4#1"
    match.play("place HQ-9A 0329")
    assert (where(match, "HQ-9A"), t.play.state.due[t.unit("HQ-9A")]) == ("0329", 0)


@pytest.mark.rule("vistula 6.4#1")
def test_a_source_in_enemy_hands_lets_nobody_in() -> None:
    t = Table(turn=2)
    t.hold(GERMAN, "1401")
    t.put("5Pz", "2302")
    match = due(t, ALLIED, "54RC", "90RC")
    assert (where(match, "54RC"), where(match, "90RC")) == ("0901", "0901")


@pytest.mark.rule("vistula 6.4#1", "vistula 4#1")
def test_a_full_source_lets_nobody_in() -> None:
    t = Table(turn=2)
    for id in ("94RC", "65RC", "20RC", "36RC"):
        t.put(id, "0901")
    match = due(t, ALLIED, "54RC", "90RC")
    assert {text.split()[2] for text in texts(match)} == {"1401", "2301"}
    assert str(refused(match, "place 54RC 0901").citation) == "vistula 4#1"


@pytest.mark.rule("vistula 6.4#1")
def test_a_unit_that_enters_is_whole_and_supplied_and_takes_its_hex() -> None:
    t = Table(turn=2)
    t.play.state.steps[t.unit("54RC")] = 0
    t.play.state.supply[t.unit("54RC")] = 1
    match = due(t, ALLIED, "54RC", "90RC")
    match.play("place 54RC 1401")
    entry = next(u for u in match.position()["units"] if u["id"] == "54RC")
    assert (entry["hex"], entry["steps"], entry["supply"]) == ("1401", t.tables.units[t.unit("54RC")].steps, "supplied")


@pytest.mark.rule("vistula 6.5#1", "vistula 6.5#3")
def test_who_is_named_instead_must_be_on_the_map_and_of_the_side() -> None:
    t = Table()
    t.box("168ID", "eliminated")
    t.box("1ID", "eliminated")
    t.put("72ID", "2306")
    t.put("28J", "1907")
    t.put("94RC", "1604")
    match = leaving(t)
    refusal = refused(match, "remove 1ID")
    assert (str(refusal.citation), refusal.reason.key) == ("vistula 6.5#1", "vistula.refusal.not_on_map")
    assert refused(match, "remove 94RC").citation is not None
    match.play("remove 28J")
    entry = next(u for u in match.position()["units"] if u["id"] == "28J")
    assert (entry["where"], entry["due"], entry["hq"]) == ("removed", 0, None)


@pytest.mark.rule("vistula 6.5#1")
def test_a_unit_still_to_come_is_withdrawn_before_it_comes() -> None:
    t = Table()
    t.box("168ID", "reserve")
    t.put("72ID", "2306")
    match = leaving(t)
    assert (where(match, "168ID"), where(match, "72ID")) == ("removed", "2306")


@pytest.mark.rule("vistula 6.5#1")
def test_several_are_withdrawn_one_after_the_other() -> None:
    t = Table()
    t.box("8Pz", "eliminated")
    t.box("Hol", "eliminated")
    for id in ("16Pz", "17Pz", "72ID", "1ID"):
        t.put(id, "2306")
    match = leaving(t, 5)
    assert {text.split()[1] for text in texts(match)} == {"16Pz", "17Pz"}
    match.play("remove 16Pz")  # and for the other the only one left
    assert [where(match, id) for id in ("16Pz", "17Pz", "72ID", "1ID")] == ["removed", "removed", "2306", "2306"]


@pytest.mark.rule("vistula 6.4#1")
def test_only_who_is_due_is_placed() -> None:
    t = Table(turn=2)
    t.box("40GRC", "reserve")  # of turn 3
    match = due(t, ALLIED, "54RC", "90RC")
    assert str(refused(match, "place 40GRC 1401").citation) == "vistula 2#1"
    assert str(refused(match, "done").citation) == "vistula 6.4#1"


@pytest.mark.rule("vistula 6.4#1", "vistula 8.10#1")
def test_a_unit_that_enters_on_a_coast_sends_enemy_ships_away() -> None:
    t = Table(turn=2)
    t.put("KM", "0415")
    reinforcements.enter(t.play, t.box("54RC", "reserve"), t.hex("0415"))
    assert where(t.match(), "KM") == "pool"


@pytest.mark.rule("vistula 6.5#1")
def test_all_who_are_named_leave() -> None:
    t = Table()
    for id in ("8Pz", "Hol", "16Pz"):
        t.put(id, "2306")
    match = leaving(t, 5)
    assert [where(match, id) for id in ("8Pz", "Hol", "16Pz")] == ["removed", "removed", "2306"]
