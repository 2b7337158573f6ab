"""4. Stacking."""

from __future__ import annotations

import pytest

from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.rules.vistula.fights import announce, asked, decline, fight
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, steps, texts, where

FOUR = ("94RC", "65RC", "20RC", "36RC")


@pytest.mark.rule("vistula 4#1")
def test_four_units_to_a_hex_and_no_more() -> None:
    t = Table()
    for id in FOUR:
        t.put(id, "0302")
    t.put("60RC", "0301")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 60RC")
    refusal = refused(match, "to 0302")
    assert str(refusal.citation) == "vistula 4#1" and "0302" in str(refusal.reason)


@pytest.mark.rule("vistula 4#1")
def test_columns_take_no_room_but_hqs_do() -> None:
    t = Table()
    for id in (*FOUR[:3], "HQ-3B", "A-LC1", "A-LC2"):
        t.put(id, "0302")
    t.put("60RC", "0301")
    t.put("A-LC3", "0301")
    match = t.push(MovementPhase(ALLIED))
    assert "0302" not in match.reach("60RC") and match.reach("A-LC3")["0302"] == 1


@pytest.mark.rule("vistula 4#2")
def test_a_full_hex_may_be_passed() -> None:
    t = Table()
    for id in FOUR:
        t.put(id, "0202")
    t.put("60RC", "0201")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 60RC")
    assert "to 0202" not in texts(match)
    match.play("to 0203 via 0202")
    assert where(match, "60RC") == "0203"


@pytest.mark.rule("vistula 4#3")
def test_poles_and_soviets_share_a_hex() -> None:
    t = Table()
    t.put("1AWP", "0302")
    t.put("94RC", "0301")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 94RC")
    match.play("to 0302")
    assert where(match, "94RC") == where(match, "1AWP") == "0302"


def overstacked() -> Match:
    """Five Germans in 0502, which the Allies attack from 0402."""
    t = Table()
    for id in ("1ID", "69ID", "56ID", "349VG", "286ID"):
        t.put(id, "0502")
    t.put("23ID", "0403")
    for id in ("3GTK", "8GRC"):
        t.put(id, "0402")
    return fight(t, ALLIED)


@pytest.mark.rule("vistula 4.2#2")
def test_an_excess_unit_loses_a_step_and_falls_back_towards_home() -> None:
    match = overstacked()
    announce(match, "0502", "3GTK", "8GRC")
    assert (match.to_act, asked(match)) == ("german", "excess")
    events = match.play("excess 1ID")
    assert steps(match, "1ID") == 1
    assert str(happened(events, "step_lost")[0].citation) == "vistula 4.2#2"
    assert texts(match) == ["retreat 0503", "retreat 0403"]  # west, and north-west to a friend in the zone
    assert str(refused(match, "retreat 0603").citation) == "vistula 4.2#2"
    match.play("retreat 0503")
    assert where(match, "1ID") == "0503"


@pytest.mark.rule("vistula 4.2#2")
def test_an_excess_unit_of_one_step_is_gone() -> None:
    match = overstacked()
    announce(match, "0502", "3GTK", "8GRC")
    match.play("excess 286ID")
    assert where(match, "286ID") == "eliminated"


@pytest.mark.rule("vistula 4.2#1")
def test_excess_units_do_not_defend() -> None:
    match = overstacked()
    assert match.preview("0502", ["3GTK", "8GRC"]).defence == 5 * 4  # without the weakest, as its owner would have it
    announce(match, "0502", "3GTK", "8GRC")
    match.play("excess 286ID")
    match.next_dice(1)
    decline(match)
    (event,) = happened(match.log, "attack")
    assert event.params["odds"] == "1:1"  # 22 to 20, not to 24


@pytest.mark.rule("vistula 4.2#1")
def test_units_above_the_limit_do_not_attack() -> None:
    t = Table()
    for id in (*FOUR, "60RC"):
        t.put(id, "0402")
    t.put("1ID", "0502")
    match = fight(t, ALLIED)
    match.play("attack 0502")
    for id in FOUR:
        match.play(f"with {id}")
    assert str(refused(match, "with 60RC").citation) == "vistula 4.2#1"
    assert str(match.preview("0502", (*FOUR, "60RC")).refusal).endswith("(vistula 4.2#1)")


@pytest.mark.rule("vistula 4.2#1")
def test_nor_do_they_attack_after_the_others() -> None:
    t = Table()
    for id in (*FOUR, "60RC"):
        t.put(id, "0402")
    t.put("1ID", "0502")
    t.put("3GTK", "1402")
    t.put("KW", "1403")
    for id in FOUR:
        t.play.state.attacked[t.unit(id)] = 1
    match = fight(t, ALLIED)
    assert texts(match) == ["attack 1403", "done"]
    match.play("attack 1403")
    assert str(refused(match, "with 60RC").citation) == "vistula 4.2#1"


@pytest.mark.rule("vistula 4.2#2")
def test_allies_fall_back_east_or_south() -> None:
    t = Table()
    for id in (*FOUR, "113RC"):
        t.put(id, "0402")
    t.put("60RC", "0501")
    t.put("5Pz", "0502")
    match = fight(t, GERMAN)
    announce(match, "0402", "5Pz")
    match.play("excess 113RC")
    assert texts(match) == ["retreat 0401", "retreat 0501"]
    assert str(refused(match, "retreat 0302").citation) == "vistula 4.2#2"


@pytest.mark.rule("vistula 4.2#2")
def test_an_excess_unit_without_a_hex_to_fall_back_to_is_eliminated() -> None:
    """West and north of 0502: enemies, their zones, and a full hex."""
    t = Table()
    for id in ("1ID", "69ID", "56ID", "349VG", "286ID"):
        t.put(id, "0502")
    t.put("9TK", "0503")
    t.put("11TK", "0404")  # its zone lies over 0403
    t.put("3GTK", "0402")
    match = fight(t, ALLIED)
    announce(match, "0502", "3GTK")
    events = match.play("excess 1ID")
    assert where(match, "1ID") == "eliminated"
    assert [str(event.citation) for event in happened(events, "eliminated")] == ["vistula 4.2#2"]


@pytest.mark.rule("vistula 4.2#2")
def test_nobody_falls_back_into_a_full_hex_nor_onto_open_water() -> None:
    t = Table(turn=3)
    for id in ("1ID", "69ID", "56ID", "349VG", "286ID"):
        t.put(id, "0704")
    for id in ("23ID", "7ID", "72ID", "50ID"):
        t.put(id, "0604")
    t.put("3GTK", "0703")
    match = fight(t, ALLIED)
    announce(match, "0704", "3GTK")
    match.play("excess 1ID")
    # west 0705 is a lake, north-west 0605 is free, north-east 0604 is full
    assert where(match, "1ID") == "0605"


@pytest.mark.rule("vistula 4.2#1", "vistula 4.2#2")
def test_an_hq_may_be_the_one_too_many_and_loses_no_step() -> None:
    t = Table()
    for id in ("1ID", "69ID", "56ID", "349VG", "HQ-9A", "G-LC1"):
        t.put(id, "0502")
    t.put("3GTK", "0402")
    match = fight(t, ALLIED)
    announce(match, "0502", "3GTK")
    assert "excess G-LC1" not in texts(match)  # columns take no room
    events = match.play("excess HQ-9A")
    assert str(happened(events, "excess")[0].citation) == "vistula 4.2#1" and not happened(events, "step_lost")
    assert where(match, "HQ-9A") == "0503"


@pytest.mark.rule("vistula 4.2#1")
def test_six_in_a_hex_are_two_too_many() -> None:
    t = Table()
    for id in ("1ID", "69ID", "56ID", "349VG", "286ID", "549VG"):
        t.put(id, "0502")
    t.put("3GTK", "0402")
    match = fight(t, ALLIED)
    announce(match, "0502", "3GTK")
    match.play("excess 286ID")
    assert asked(match) == "excess"
    match.next_dice(1)
    match.play("excess 549VG")
    assert asked(match) != "excess"


@pytest.mark.rule("vistula 4.2#2")
def test_allies_do_not_fall_back_among_germans_without_a_zone() -> None:
    t = Table()
    for id in (*FOUR, "113RC"):
        t.put(id, "0402")
    t.put("60RC", "0501")
    t.put("HQ-9A", "0401")
    t.put("5Pz", "0502")
    match = fight(t, GERMAN)
    announce(match, "0402", "5Pz")
    match.play("excess 113RC")
    assert where(match, "113RC") == "0501"
