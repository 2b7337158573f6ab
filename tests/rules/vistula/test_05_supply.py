"""5.1 to 5.7 Lines of communication and the supply check."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import supply
from countermarch.games.vistula.supply import SupplyCheck, lines, status_now, trace
from countermarch.match import Match
from tests.rules.vistula import table
from tests.rules.vistula.table import ALLIED, GERMAN, Table, refused, texts, where


def status(t: Table, id: str) -> str:
    u = t.unit(id)
    return ("supplied", "out_of_supply", "over_extended")[status_now(t.play, t.tables.side[u])[u]]


def checked(t: Table) -> Match:
    return t.push(SupplyCheck(0))


# lines


@pytest.mark.rule("vistula 5.1#1", "vistula 5.5#1", "vistula 5.7#1")
def test_who_cannot_trace_a_line_is_marked_at_the_end_of_the_turn() -> None:
    t = Table()
    t.put("5Pz", "0209")
    t.put("16Pz", "2010")
    match = checked(t)
    assert table.supply(match, "5Pz") == "supplied"
    assert table.supply(match, "16Pz") == "out_of_supply"
    [event] = t.events("out_of_supply")
    assert str(event.citation) == "vistula 5.5#1"


@pytest.mark.rule("vistula 5.7#2")
def test_the_marker_goes_when_a_line_is_open_again() -> None:
    t = Table()
    t.put("5Pz", "0209", supply="out_of_supply")
    match = checked(t)
    assert table.supply(match, "5Pz") == "supplied"
    assert str(t.events("in_supply")[0].citation) == "vistula 5.7#2"


@pytest.mark.rule("vistula 5.5#6")
def test_nobody_is_eliminated_for_being_out_of_supply() -> None:
    t = Table()
    t.put("16Pz", "2010", supply="out_of_supply")
    match = checked(t)
    assert (where(match, "16Pz"), table.supply(match, "16Pz")) == ("2010", "out_of_supply")


@pytest.mark.rule("vistula 5.1#2")
def test_a_line_goes_around_enemy_units_and_their_zones() -> None:
    t = Table(turn=5)
    t.put("HQ-9A", "1907")
    t.put("25Pz", "1911")
    assert trace(t.play, t.unit("25Pz")) == [t.hex(n) for n in ("1911", "1910", "1909", "1908", "1907")]
    t.put("9TK", "1909")
    path = trace(t.play, t.unit("25Pz"))
    assert path is not None
    zone = {t.hex(n) for n in ("1909", "1908", "1910")}
    assert not zone & set(path[1:])


@pytest.mark.rule("vistula 3.3", "vistula 5.1#3")
def test_a_friendly_unit_opens_a_hex_in_an_enemy_zone() -> None:
    """A wall of zones from the coast past 0808; a German in 0407 and one in 0408 make a door."""
    t = Table()
    for number, id in zip(("0307", "0507", "0707", "0107"), ("9TK", "10TK", "11TK", "25TK"), strict=True):
        t.put(id, number)
    around = lines(t.play, GERMAN).by_loc[t.hex("0404")]
    t.put("549VG", "0407")
    assert lines(t.play, GERMAN).by_loc[t.hex("0404")] == around  # one hex of the zones is still shut
    t.put("349VG", "0408")
    assert lines(t.play, GERMAN).by_loc[t.hex("0404")] < around
    assert lines(t.play, GERMAN).closed.ints[t.hex("0508")] == 1


@pytest.mark.rule("vistula 5.2#1")
@pytest.mark.parametrize(("number", "expected"), [("0823", "supplied"), ("0821", "out_of_supply")])
def test_a_german_line_is_at_most_ten_hexes(number: str, expected: str) -> None:
    t = Table()
    t.hold(ALLIED, "0210", "0415", "0220", "0321", "0329", "0330")  # leaves 0832
    t.put("5Pz", number)
    assert status(t, "5Pz") == expected


@pytest.mark.rule("vistula 5.2#1")
def test_a_german_hq_is_as_good_as_a_source_and_the_sea_lanes_lead_to_theirs() -> None:
    t = Table()
    t.hold(ALLIED, "0210", "0415", "0329", "0330")
    t.put("5Pz", "0321")
    assert trace(t.play, t.unit("5Pz")) == [t.hex("0321"), t.hex("0121")]
    t.hold(ALLIED, "0321", "0220")
    t.put("HQ-2A", "0821")
    assert status(t, "5Pz") == "supplied"  # by the HQ, which has a line to 0832
    t.put("KW", "0715")
    t.play.lift(t.unit("HQ-2A"), -3)
    assert status(t, "5Pz") == "out_of_supply"


@pytest.mark.rule("vistula 5.2#2")
def test_any_number_of_germans_may_use_one_hq() -> None:
    t = Table()
    t.put("HQ-9A", "1907")
    ids = [u.id for u in t.tables.units if u.side == "german" and u.kind in ("infantry", "volksgrenadier")][:24]
    for k, id in enumerate(ids):
        t.put(id, ("1906", "1908", "1909", "1910", "1911", "1912")[k // 4])
    assert all(status(t, id) == "supplied" for id in ids)


@pytest.mark.rule("vistula 5.2#3")
def test_koenigsberg_and_danzig_are_sources_while_they_are_german() -> None:
    t = Table()
    t.put("5Pz", "0207")
    t.put("7Pz", "0613")
    assert (status(t, "5Pz"), status(t, "7Pz")) == ("supplied", "supplied")
    assert t.hex("0210") in lines(t.play, GERMAN).sources
    t.hold(ALLIED, "0210")
    assert t.hex("0210") not in lines(t.play, GERMAN).sources
    t.put("9TK", "0416")
    assert t.hex("0415") not in lines(t.play, GERMAN).sources  # in an enemy zone, nobody there


@pytest.mark.rule("vistula E5.3#1")
def test_an_allied_line_is_at_most_eight_hexes_to_a_source_or_hq() -> None:
    t = Table()
    t.put("113RC", "1409")
    t.put("94RC", "1410")
    assert (status(t, "113RC"), status(t, "94RC")) == ("supplied", "out_of_supply")
    t.put("HQ-2B", "1405")
    assert status(t, "94RC") == "supplied"


@pytest.mark.rule("vistula E5.3#1")
@pytest.mark.parametrize(("source", "near", "far"), [("2307", "2315", "2316"), ("2314", "2322", "2323")])
def test_2307_and_2314_are_sources_once_they_are_taken(source: str, near: str, far: str) -> None:
    """Behind the German line at first; no other source is within eight hexes of these units."""
    t = Table()
    t.put("113RC", near)
    t.put("94RC", far)
    assert (status(t, "113RC"), t.hex(source) in lines(t.play, ALLIED).sources) == ("out_of_supply", False)
    t.put("9TK", source)  # a combat unit takes it
    assert (status(t, "113RC"), status(t, "94RC")) == ("supplied", "out_of_supply")  # eight hexes, and nine
    path = trace(t.play, t.unit("113RC"))
    assert path is not None and (path[-1], len(path)) == (t.hex(source), 9)
    t.play.lift(t.unit("9TK"), -3)
    assert status(t, "113RC") == "supplied"  # held without anybody in it
    t.hold(GERMAN, source)
    assert status(t, "113RC") == "out_of_supply"


@pytest.mark.rule("vistula E5.3#1")
def test_a_source_works_only_while_it_is_free_of_the_enemy() -> None:
    t = Table()
    source = t.hex("1401")
    assert source in lines(t.play, ALLIED).sources
    t.put("5Pz", "1402")  # 1401 lies in its zone
    assert source not in lines(t.play, ALLIED).sources
    t.put("152UR", "1401")
    assert source in lines(t.play, ALLIED).sources


@pytest.mark.rule("vistula 5.4", "vistula 1.3")
def test_poles_trace_and_take_slots_as_soviets_do() -> None:
    t = Table()
    t.put("HQ-1B", "1604")
    t.put("1AWP", "1611")
    t.put("2AWP", "1613")
    assert (status(t, "1AWP"), status(t, "2AWP")) == ("supplied", "over_extended")
    assert t.unit("1AWP") in supply.needs(t.play, ALLIED).wishes


# slots


def crowd(t: Table, number: int) -> list[str]:
    """So many Allied rifle corps west of the reach of any source, near 1613."""
    ids = [u.id for u in t.tables.units if u.side == "allied" and u.kind == "infantry"][:number]
    hexes = [t.play.hex_name(h) for h in t.tables.board.grid.within(t.hex("1613"), 3)]
    for k, id in enumerate(ids):
        t.put(id, hexes[k // 4])
    return ids


@pytest.mark.rule("vistula E5.3#2", "vistula 10.2#3")
def test_a_fully_supplied_hq_supplies_eighteen() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1510")  # on the railway by Warsaw to 0901
    assert lines(t.play, ALLIED).hqs[t.unit("HQ-2B")] == supply.FULLY
    ids = crowd(t, 21)
    match = checked(t)
    assert texts(match) == ["assign auto", "assign each"]
    match.play("assign auto")
    assert [table.supply(match, id) for id in ids].count("supplied") == 18


@pytest.mark.rule("vistula 10.2#5")
def test_a_partly_supplied_hq_supplies_ten_by_unit_order() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    assert lines(t.play, ALLIED).hqs[t.unit("HQ-2B")] == supply.PARTLY
    ids = crowd(t, 12)
    match = checked(t)
    match.play("assign auto")
    assert [table.supply(match, id) for id in ids] == ["supplied"] * 10 + ["out_of_supply"] * 2


@pytest.mark.rule("vistula 5.6", "vistula 10.2#5")
def test_slots_go_to_near_units_before_over_extended_ones() -> None:
    """Of eleven units for ten slots the first is too far off: it is the one left without."""
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    ids = crowd(t, 11)
    t.play.shift(t.unit(ids[0]), t.hex("1621"))
    match = checked(t)
    match.play("assign auto")
    assert [table.supply(match, id) for id in ids] == ["out_of_supply"] + ["supplied"] * 10


@pytest.mark.rule("vistula E5.3#2", "vistula 10.2#5")
def test_slots_may_be_given_unit_by_unit() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    ids = crowd(t, 12)
    match = checked(t)
    match.play("assign each")
    for id in ids[2:]:
        match.play(f"slot {id} HQ-2B")
    assert [table.supply(match, id) for id in ids] == ["out_of_supply"] * 2 + ["supplied"] * 10
    # the last slot was taken: nothing was left to choose, and the check went on


@pytest.mark.rule("vistula 10.2#5")
def test_a_full_hq_takes_nobody_more() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    t.put("HQ-1B", "1711")
    ids = crowd(t, 22)
    match = checked(t)
    match.play("assign each")
    for id in ids[:10]:
        match.play(f"slot {id} HQ-2B")
    refusal = refused(match, f"slot {ids[10]} HQ-2B")
    assert str(refusal.citation) == "vistula 10.2#5"
    assert "10" in str(refusal.reason)
    match.play("assign auto")
    assert [table.supply(match, id) for id in ids].count("supplied") == 20


@pytest.mark.rule("vistula 10.2#6")
def test_an_hq_without_a_line_supplies_nobody() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    t.put("HQ-1B", "2025")
    for number, id in (("2024", "5Pz"), ("2026", "16Pz")):
        t.put(id, number)
    for number in ("1925", "2125"):
        t.put({"1925": "17Pz", "2125": "24Pz"}[number], number)
    assert lines(t.play, ALLIED).hqs[t.unit("HQ-1B")] == supply.UNSUPPLIED
    ids = crowd(t, 12)
    match = checked(t)
    match.play("assign each")
    assert str(refused(match, f"slot {ids[0]} HQ-1B").citation) == "vistula 10.2#6"


@pytest.mark.rule("vistula 8.3#5")
def test_an_artillery_corps_takes_a_slot() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    t.put("5R", "1711")
    crowd(t, 10)
    match = checked(t)
    assert texts(match) == ["assign auto", "assign each"]  # eleven for ten slots
    match.play("assign each")
    match.play("slot 5R HQ-2B")
    match.play("assign auto")
    assert table.supply(match, "5R") == "supplied"


@pytest.mark.rule("vistula 5.6")
def test_a_line_to_an_hq_of_more_than_eight_hexes_is_over_extended() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    t.put("9TK", "1619")
    t.put("11TK", "1620")
    match = checked(t)
    assert (table.supply(match, "9TK"), table.supply(match, "11TK")) == ("supplied", "over_extended")
    [event] = t.events("over_extended")
    assert str(event.citation) == "vistula 5.6"


@pytest.mark.rule("vistula 5.7#1", "vistula 10.2#5")
def test_where_slots_suffice_nobody_is_asked_though_some_are_far_or_cut_off() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")  # ten slots
    t.put("11TK", "1620")
    t.put("9TK", "2025")
    for number, id in (("2024", "5Pz"), ("2026", "16Pz"), ("1925", "17Pz"), ("2125", "24Pz")):
        t.put(id, number)
    crowd(t, 9)
    match = checked(t)
    assert match.to_act is None
    assert (table.supply(match, "11TK"), table.supply(match, "9TK")) == ("over_extended", "out_of_supply")


@pytest.mark.rule("vistula 5.7#1", "vistula 10.2#5")
def test_one_unit_in_range_too_many_and_the_owner_is_asked() -> None:
    """The one too many is over-extended at best; it could still have a slot of a near one."""
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    t.put("11TK", "1620")
    crowd(t, 10)
    assert texts(checked(t)) == ["assign auto", "assign each"]


@pytest.mark.rule("vistula 10.2#5", "vistula 5.6")
def test_a_slot_too_few_near_by_is_asked_about_even_if_a_far_hq_has_room() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    t.put("HQ-1B", "1604")
    ids = crowd(t, 11)
    for id in ids:
        t.play.shift(t.unit(id), t.hex("1619"))
    assert texts(checked(t)) == ["assign auto", "assign each"]  # eleven within eight of 1611, none of 1604


@pytest.mark.rule("vistula 5.6")
def test_a_german_line_is_never_over_extended() -> None:
    t = Table(turn=5)
    t.hold(ALLIED, "0210", "0415", "0220", "0321")
    t.put("HQ-9A", "1907")
    t.put("16Pz", "1918")
    assert status(t, "16Pz") == "out_of_supply"


@pytest.mark.rule("vistula 10.4#3")
def test_units_of_a_lost_hq_that_reach_no_other_are_out_of_supply() -> None:
    t = Table(turn=5)
    t.put("HQ-9A", "1907")
    t.put("25Pz", "1910")
    assert status(t, "25Pz") == "supplied"
    t.play.eliminate(t.unit("HQ-9A"), "10.4#1")
    match = checked(t)
    assert table.supply(match, "25Pz") == "out_of_supply"
    t.play.state.supply[t.unit("25Pz")] = 0
    t.put("HQ-4PzA", "2009")
    assert status(t, "25Pz") == "supplied"


@pytest.mark.rule("vistula 10.2#5", "vistula E5.3#1")
def test_a_slot_is_given_once_to_who_needs_it_and_has_a_line() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1611")
    t.put("9TK", "1404")  # has a source of its own
    t.put("11TK", "2025")  # cut off
    for number, id in (("2024", "5Pz"), ("2026", "16Pz"), ("1925", "17Pz"), ("2125", "24Pz")):
        t.put(id, number)
    ids = crowd(t, 12)
    match = checked(t)
    match.play("assign each")
    match.play(f"slot {ids[0]} HQ-2B")
    offered = {text.split()[1] for text in texts(match) if text.startswith("slot")}
    assert offered == set(ids[1:])
    for text, rule in (
        ("slot 9TK HQ-2B", "E5.3#1"),
        ("slot 11TK HQ-2B", "5.1#2"),
        (f"slot {ids[0]} HQ-2B", "2#1"),
        (f"slot {ids[1]} HQ-3B", "2#1"),
        ("slot 5Pz HQ-2B", "2#1"),
    ):
        assert str(refused(match, text).citation) == f"vistula {rule}"


@pytest.mark.rule("vistula 10.2#3", "vistula 10.2#5")
def test_a_full_hq_is_told_with_its_slots() -> None:
    t = Table(turn=5)
    t.put("HQ-2B", "1510")  # by rail
    t.put("HQ-1B", "1711")
    ids = crowd(t, 30)
    match = checked(t)
    match.play("assign each")
    for id in ids[:18]:
        match.play(f"slot {id} HQ-2B")
    refusal = refused(match, f"slot {ids[18]} HQ-2B")
    assert (str(refusal.citation), refusal.reason.params["slots"]) == ("vistula 10.2#3", 18)


@pytest.mark.rule("vistula 5.1#2", "vistula 3.3")
def test_a_line_may_not_cross_enemies_though_friends_of_the_kind_that_take_no_room_stand_there() -> None:
    """A column does not open a hex in an enemy zone; a unit or an HQ does."""
    t = Table()
    t.put("5Pz", "0404")
    t.put("G-LC1", "0406")
    t.put("9TK", "0407")
    closed = lines(t.play, GERMAN).closed.ints
    assert (closed[t.hex("0406")], closed[t.hex("0407")], closed[t.hex("0404")]) == (1, 1, 0)
    t.put("HQ-9A", "0406")
    assert lines(t.play, GERMAN).closed.ints[t.hex("0406")] == 0


@pytest.mark.rule("vistula 5.7#1", "vistula 5.7#2")
def test_only_changes_are_told_and_germans_are_checked_too() -> None:
    t = Table()
    t.put("5Pz", "0209")
    t.put("16Pz", "2010", supply="out_of_supply")
    t.put("113RC", "1404", supply="over_extended")
    checked(t)
    assert not t.events("out_of_supply")
    assert [event.params["unit"] for event in t.events("in_supply")] == ["113RC"]


@pytest.mark.rule("vistula 10.2#1", "vistula 8.11#3")
def test_no_line_leads_over_the_open_lake() -> None:
    for turn, step in ((2, True), (3, False)):
        t = Table(turn=turn)
        exits = lines(t.play, GERMAN).net.exits
        assert (t.hex("0705") in exits[t.hex("0706")], t.hex("0706") in exits[t.hex("0705")]) == (step, step)
