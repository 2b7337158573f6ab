"""8.4 to 8.6 What follows combat: German advance, Front Breakthrough, exploitation."""

from __future__ import annotations

import pytest

from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.pursuit import Breakthrough
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, steps, texts, where

# 8.4


def german_attack(die: int, *others: tuple[str, str]) -> tuple[Table, Match]:
    """Three panzer divisions and infantry (32) against a corps with defence 6: 5:1."""
    t = Table()
    for id in ("5Pz", "16Pz", "24Pz", "286ID"):
        t.put(id, "1612")
    t.put("94RC", "1611")
    for id, number in others:
        t.put(id, number)
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 1611")
    for id in ("5Pz", "16Pz", "24Pz", "286ID"):
        match.play(f"with {id}")
    t.play.state.chance.dice = [die]
    match.play("resolve")
    return t, match


@pytest.mark.rule("vistula 8.4", "vistula 3.2#2")
def test_german_attackers_may_enter_an_emptied_hex_all_or_some_whatever_zones_lie_there() -> None:
    _, match = german_attack(6, ("113RC", "1610"))
    assert set(texts(match)) == {"advance 5Pz", "advance 16Pz", "advance 24Pz", "advance 286ID", "done"}
    events = match.play("advance 5Pz")
    assert str(happened(events, "advanced")[0].citation) == "vistula 8.4"
    match.play("advance 286ID")
    match.play("done")
    assert [where(match, id) for id in ("5Pz", "286ID", "16Pz", "24Pz")] == ["1611", "1611", "1612", "1612"]


@pytest.mark.rule("vistula 8.4")
def test_nobody_has_to_advance_and_nobody_can_while_the_enemy_holds() -> None:
    _, match = german_attack(6)
    match.play("done")
    assert where(match, "5Pz") == "1612"
    t = Table()
    t.put("5Pz", "1612")
    t.put("113RC", "1611")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 1611")
    t.play.state.chance.dice = [1]
    match.play("resolve")
    assert not any(text.startswith("advance") for text in texts(match))


# 8.5


def breakthrough(*others: tuple[str, str]) -> tuple[Table, Match]:
    """Example of 8.5: two mechanised corps and a tank corps in 0402 against two divisions of three steps in 0502.

    The die gives 1/6: three points are left over.
    """
    t = Table()
    for id in ("8GMK", "6GMK", "12GTK"):
        t.put(id, "0402")
    t.put("1ID", "0502", steps=1)
    t.put("69ID", "0502")
    for id, number in others:
        t.put(id, number)
    t.play.state.supply[t.unit("1ID")] = t.play.state.supply[t.unit("69ID")] = 1  # defence 1 and 2
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0502")
    for id in ("8GMK", "6GMK", "12GTK"):
        match.play(f"with {id}")
    t.play.state.chance.dice = [5]
    events = match.play("resolve")
    assert happened(events, "attack")[0].params["result"] == "1/6"
    return t, match


@pytest.mark.rule("vistula 8.5#1", "vistula 8.5#3")
def test_example_8_5_three_surplus_losses_are_three_movement_points() -> None:
    _, match = breakthrough()
    events = match.play("lose 12GTK")
    assert [where(match, id) for id in ("1ID", "69ID")] == ["eliminated"] * 2
    [event] = happened(events, "breakthrough")
    assert (event.params["points"], str(event.citation)) == (3, "vistula 8.5#1")
    match.play("advance 8GMK")
    match.play("to 0503")
    match.play("advance 6GMK")
    assert "to 0404" in texts(match)  # 0502, 0503 or 0403, 0404: three points
    match.play("to 0404")
    match.play("advance 12GTK")
    match.play("done")
    assert [where(match, id) for id in ("8GMK", "6GMK", "12GTK")] == ["0503", "0404", "0502"]
    assert steps(match, "12GTK") == 1


@pytest.mark.rule("vistula 8.5#3")
def test_a_breakthrough_may_take_any_way_it_can_pay_for() -> None:
    t, match = breakthrough()
    match.play("lose 12GTK")
    match.play("advance 8GMK")
    assert match.reach(["8GMK"])["0404"] == 2
    assert [step.hex for step in match.path(["8GMK"], "0404")][-1] == "0404"
    assert str(match.why_not(["8GMK"], "0406")).endswith("(vistula 8.5#3)")
    assert str(refused(match, "to 0404 via 0604").citation) == "vistula 7.1#1"
    assert str(refused(match, "to 0405 via 0503-0404").citation) == "vistula 8.5#3"
    other = "0403" if match.path(["8GMK"], "0404")[0].hex == "0503" else "0503"
    match.play(f"to 0404 via {other}")
    assert where(match, "8GMK") == "0404" and t.play.controls(ALLIED, t.hex(other))


@pytest.mark.rule("vistula 8.5#2")
def test_infantry_of_the_attack_does_not_break_through() -> None:
    t = Table()
    t.put("12GTK", "0402")
    t.put("11GTK", "0402")
    t.put("8GRC", "0402")
    t.put("286ID", "0502")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0502")
    for id in ("12GTK", "11GTK", "8GRC"):
        match.play(f"with {id}")
    t.play.state.chance.dice = [6]
    match.play("resolve")
    assert set(texts(match)) == {"advance 11GTK", "advance 12GTK", "done"}
    assert str(refused(match, "advance 8GRC").citation) == "vistula 8.5#2"


@pytest.mark.rule("vistula 8.5#1")
def test_without_a_surplus_nobody_enters_unless_so_agreed() -> None:
    for option, advances in (("off", False), ("on", True)):
        t = Table(allied_advance=option)
        t.put("12GTK", "0402")
        t.put("1ID", "0502")
        match = t.push(CombatPhase(ALLIED))
        match.play("attack 0502")
        t.play.state.chance.dice = [4]  # 15 to 5, 3:1: 1/2, exactly the steps there
        events = match.play("resolve")
        assert happened(events, "attack")[0].params["result"] == "1/2"
        assert where(match, "1ID") == "eliminated"
        assert any(text.startswith("advance") for text in texts(match)) is advances
        assert not happened(events, "breakthrough")


@pytest.mark.rule("vistula 8.5#1", "vistula 10.4#1")
@pytest.mark.parametrize(("option", "on_foot"), [("off", False), ("on", True)])
def test_infantry_enters_a_hex_emptied_of_an_hq_only_if_so_agreed(option: str, on_foot: bool) -> None:
    t = Table(allied_advance=option)
    t.put("12GTK", "0402")
    t.put("8GRC", "0402")
    t.put("HQ-9A", "0502")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0502")
    match.play("with 12GTK")
    match.play("with 8GRC")
    match.play("resolve")
    assert where(match, "HQ-9A") == "eliminated" and texts(match) == ["advance 12GTK", "done"]
    match.play("advance 12GTK")
    assert ("advance 8GRC" in texts(match)) is on_foot
    if on_foot:
        match.play("advance 8GRC")
        assert where(match, "8GRC") == "0502"


@pytest.mark.rule("vistula 8.5#3")
def test_a_breakthrough_goes_only_where_ordinary_movement_could() -> None:
    _, match = breakthrough(("5Pz", "0503"), ("7ID", "0603"))
    match.play("lose 12GTK")
    match.play("advance 8GMK")
    refusal = refused(match, "to 0503")
    assert (str(refusal.citation), refusal.reason.key) == ("vistula 8.5#3", "vistula.refusal.enemy")
    assert "to 0404" in texts(match)
    assert str(refused(match, "to 0406").citation) == "vistula 8.5#3"


@pytest.mark.rule("vistula 8.5#4", "vistula 3.2#2")
def test_zones_do_not_stop_a_breakthrough() -> None:
    t, match = breakthrough(("5Pz", "0503"))
    match.play("lose 12GTK")
    match.play("advance 8GMK")
    assert t.play.in_enemy_zone(ALLIED, t.hex("0502"))
    assert t.play.in_enemy_zone(ALLIED, t.hex("0403"))
    assert {"to 0403", "to 0404"} <= set(texts(match))
    events = match.play("to 0404")
    assert str(happened(events, "broke_through")[0].citation) == "vistula 8.5#3"
    assert t.play.controls(ALLIED, t.hex("0403"))  # hexes passed are taken


# 8.6


@pytest.mark.rule("vistula 8.6#1", "vistula 8.6#2", "vistula 8.6#3", "vistula 8.6#4")
def test_example_8_6_a_tank_corps_at_0301_has_six_points_and_must_pass_0502() -> None:
    t, match = breakthrough(("9TK", "0301"), ("5Pz", "0604"))
    match.play("lose 12GTK")
    match.play("done")  # no breakthrough movement
    assert texts(match) == ["exploit 9TK", "done"]
    match.play("exploit 9TK")
    hexes = {action.hexes[0] for action in match.legal()}
    grid = t.tables.board.grid
    gap = t.hex("0502")
    assert "0502" in hexes
    assert grid.distance(t.hex("0301"), gap) == 2
    assert max(grid.distance(gap, t.hex(n)) for n in hexes) == 4  # six points in all
    assert all(grid.distance(gap, t.hex(n)) <= 4 for n in hexes)
    assert {"0603", "0504"} <= hexes  # past the zone of 0604
    assert str(refused(match, "to 0107").citation) == "vistula 8.6#4"
    events = match.play("to 0504")
    assert (where(match, "9TK"), str(happened(events, "exploited")[0].citation)) == ("0504", "vistula 8.6#4")


@pytest.mark.rule("vistula 8.6#4")
def test_exploitation_may_take_any_way_through_the_gap() -> None:
    t, match = breakthrough(("31TK", "0301"))
    match.play("lose 12GTK")
    match.play("done")
    match.play("exploit 31TK")
    reach = match.reach(["31TK"])
    assert max(reach.values()) <= 6 and "0502" in reach
    assert str(refused(match, "to 0403 via 0302").citation) == "vistula 8.6#4"  # not by 0502
    match.play("to 0503 via 0402-0403-0502")  # a hex more than it needs
    assert where(match, "31TK") == "0503" and t.play.controls(ALLIED, t.hex("0403"))


@pytest.mark.rule("vistula 8.6#3")
def test_half_of_five_is_three() -> None:
    t, match = breakthrough(("1GKK", "0301"))
    t.play.state.supply[t.unit("1GKK")] = 1  # ten points, halved to five
    match.play("lose 12GTK")
    match.play("done")
    match.play("exploit 1GKK")
    gap = t.hex("0502")
    assert max(t.tables.board.grid.distance(gap, t.hex(a.hexes[0])) for a in match.legal()) == 1


@pytest.mark.rule("vistula 8.6#1")
def test_not_who_has_fought_stands_next_to_germans_or_goes_on_foot() -> None:
    t, match = breakthrough(("9TK", "0301"), ("25TK", "0302"), ("7ID", "0303"), ("94RC", "0301"), ("29TK", "0401"))
    t.play.state.fought[t.unit("29TK")] = 1
    match.play("lose 12GTK")
    match.play("done")
    assert texts(match) == ["exploit 9TK", "done"]
    for id in ("25TK", "94RC", "29TK", "12GTK"):
        assert str(refused(match, f"exploit {id}").citation) == "vistula 8.6#1"


@pytest.mark.rule("vistula 8.6#1")
@pytest.mark.parametrize("id", ["HQ-9A", "G-LC1"])
def test_nor_who_stands_next_to_an_hq_or_a_column(id: str) -> None:
    _, match = breakthrough(("9TK", "0301"), ("29TK", "0401"), (id, "0202"))
    match.play("lose 12GTK")
    match.play("done")
    assert texts(match) == ["exploit 29TK", "done"]
    assert str(refused(match, "exploit 9TK").citation) == "vistula 8.6#1"


@pytest.mark.rule("vistula 8.6#2")
def test_exploitation_comes_after_the_breakthrough_of_the_same_attack() -> None:
    _, match = breakthrough(("9TK", "0301"))
    match.play("lose 12GTK")
    assert not any(text.startswith("exploit") for text in texts(match))
    match.play("advance 8GMK")
    match.play("done")
    match.play("done")
    assert texts(match) == ["exploit 9TK", "done"]
    match.play("exploit 9TK")
    match.play("to 0502")
    assert not any(text.startswith("exploit") for text in texts(match))  # once a turn


@pytest.mark.rule("vistula 8.6#1")
def test_without_a_breakthrough_nobody_exploits() -> None:
    t = Table()
    t.put("12GTK", "0402")
    t.put("9TK", "0301")
    t.put("1ID", "0502")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0502")
    t.play.state.chance.dice = [4]
    match.play("resolve")
    assert where(match, "1ID") == "eliminated"
    assert not any(text.startswith("exploit") for text in texts(match))


@pytest.mark.rule("vistula 8.4", "vistula 8.5#3", "vistula 8.11#3")
def test_nobody_follows_onto_the_open_lake() -> None:
    """0705 is water from turn 3 on; who was left there may be attacked, and his hex stays empty."""
    t = Table()
    t.put("KW", "0705")
    for id in ("12GTK", "11GTK", "9GTK"):
        t.put(id, "0704")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0705")
    for id in ("12GTK", "11GTK", "9GTK"):
        match.play(f"with {id}")
    match.next_dice(6)
    events = match.play("resolve")
    assert where(match, "KW") == "eliminated" and not happened(events, "breakthrough")
    assert not any(text.startswith(("advance", "exploit")) for text in texts(match))


@pytest.mark.rule("vistula 8.4", "vistula 4#1")
def test_four_germans_advance_and_the_fifth_stays() -> None:
    t = Table()
    for id, number in (("5Pz", "1612"), ("16Pz", "1612"), ("24Pz", "1612"), ("17Pz", "1711"), ("7Pz", "1711")):
        t.put(id, number)
    t.put("94RC", "1611")
    match = t.push(CombatPhase(GERMAN))
    match.play("attack 1611")
    for id in ("5Pz", "16Pz", "24Pz", "17Pz", "7Pz"):
        match.play(f"with {id}")
    match.next_dice(6)
    match.play("resolve")
    assert str(refused(match, "advance 94RC").citation) == "vistula 8.4"
    match.play("advance 5Pz")
    assert str(refused(match, "advance 5Pz").citation) == "vistula 8.4"
    for id in ("16Pz", "24Pz", "17Pz"):
        match.play(f"advance {id}")
    assert not any(text.startswith("advance") for text in texts(match))
    assert where(match, "7Pz") == "1711"


def five_break_through(die: int) -> tuple[Table, Match]:
    """Five tank corps from two hexes against one step in 0502."""
    t = Table()
    ids = ("12GTK", "11GTK", "9GTK", "8GMK", "6GMK")
    for id in ids:
        t.put(id, "0402" if id in ids[:3] else "0501")
    t.put("KW", "0502")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 0502")
    for id in ids:
        match.play(f"with {id}")
    match.next_dice(die)
    match.play("resolve")
    return t, match


@pytest.mark.rule("vistula 8.5#3", "vistula 4#1", "vistula 4#2")
def test_a_fifth_unit_passes_the_full_hex_and_must_go_on() -> None:
    _, match = five_break_through(6)  # 0/6: five points
    for id in ("12GTK", "11GTK", "9GTK", "8GMK"):
        match.play(f"advance {id}")
        match.play("done")
    match.play("advance 6GMK")
    assert "done" not in texts(match)  # no room to stay
    assert str(refused(match, "done").citation) == "vistula 2#1"
    match.play("to 0503")
    assert where(match, "6GMK") == "0503"


@pytest.mark.rule("vistula 8.5#3", "vistula 4#1")
def test_a_unit_whose_points_end_in_the_full_hex_does_not_set_out() -> None:
    t = Table()
    units = tuple(t.put(id, "0402") for id in ("12GTK", "11GTK"))
    for id in ("94RC", "65RC", "20RC", "36RC"):
        t.put(id, "0502")
    match = t.push(CombatPhase(ALLIED), Breakthrough(ALLIED, t.hex("0502"), units, 1))
    assert not any(text.startswith("advance") for text in texts(match))
    match = t.push(Breakthrough(ALLIED, t.hex("0502"), units, 2))
    assert "advance 12GTK" in texts(match)  # a point is left to go on


@pytest.mark.rule("vistula 8.5#3", "vistula 4#1")
def test_a_breakthrough_does_not_end_in_a_full_hex() -> None:
    t, match = breakthrough()
    match.play("lose 12GTK")
    for id in ("94RC", "65RC", "20RC", "36RC"):
        t.put(id, "0403")
    match.play("advance 8GMK")
    assert "to 0403" not in texts(match)
    assert str(refused(match, "to 0403").citation) == "vistula 4#1"
    assert str(refused(match, "to 0403 via 0503").citation) == "vistula 4#1"


@pytest.mark.rule("vistula 8.5#3")
@pytest.mark.parametrize(("points", "left"), [(1, 0), (2, 1), (4, 3)])
def test_the_first_hex_is_paid_for_out_of_the_surplus(points: int, left: int) -> None:
    t = Table()
    match = t.push(Breakthrough(ALLIED, t.hex("0502"), (t.put("12GTK", "0402"),), points))
    match.play("advance 12GTK")
    reach = match.reach("12GTK") if match.to_act else {}
    assert max(reach.values(), default=0) == left


@pytest.mark.rule("vistula 8.5#3")
def test_one_point_is_enough_for_the_attacked_hex_whatever_it_costs() -> None:
    """0417 is wood: two points for tanks."""
    t = Table()
    match = t.push(CombatPhase(ALLIED), Breakthrough(ALLIED, t.hex("0417"), (t.put("12GTK", "0418"),), 1))
    match.play("advance 12GTK")
    assert where(match, "12GTK") == "0417"


@pytest.mark.rule("vistula 8.5#2")
def test_each_breaks_through_once() -> None:
    _, match = breakthrough()
    match.play("lose 12GTK")
    match.play("advance 8GMK")
    match.play("done")
    assert str(refused(match, "advance 8GMK").citation) == "vistula 8.5#2"


@pytest.mark.rule("vistula 8.6#3")
def test_half_the_points_must_reach_the_gap() -> None:
    t, match = breakthrough(("31TK", "0301"), ("9TK", "1302"))
    match.play("lose 12GTK")
    match.play("done")
    assert texts(match) == ["exploit 31TK", "done"]
    assert str(refused(match, "exploit 9TK").citation) == "vistula 8.6#3"
    match.play("done")
    assert not any(text.startswith("exploit") for text in texts(match))
    assert t.play.state.exploited[t.unit("31TK")] == 0


@pytest.mark.rule("vistula 8.6#4", "vistula 4#1")
def test_a_full_gap_is_passed_but_not_an_end() -> None:
    t, match = breakthrough(("31TK", "0301"))
    match.play("lose 12GTK")
    for id in ("94RC", "65RC", "20RC", "36RC"):
        t.put(id, "0502")
    match.play("done")
    match.play("exploit 31TK")
    assert "to 0502" not in texts(match) and "to 0503" in texts(match)
    assert str(refused(match, "to 0502").citation) == "vistula 4#1"


@pytest.mark.rule("vistula 8.6#4")
def test_exploitation_does_not_lead_back_to_where_it_began() -> None:
    _, match = breakthrough(("31TK", "0401"))
    match.play("lose 12GTK")
    match.play("done")
    match.play("exploit 31TK")
    assert "to 0401" not in texts(match)


@pytest.mark.rule("vistula 8.6#1")
def test_who_has_exploited_may_still_attack_but_not_exploit_again() -> None:
    t, match = breakthrough(("31TK", "0301"), ("5Pz", "0504"))
    match.play("lose 12GTK")
    match.play("done")
    match.play("exploit 31TK")
    match.play("to 0503")
    assert t.play.state.exploited[t.unit("31TK")] == 1
    assert "attack 0504" in texts(match)


@pytest.mark.rule("vistula 8.6#1")
def test_germans_never_exploit() -> None:
    _, match = german_attack(6)
    match.play("done")
    assert not any(text.startswith("exploit") for text in texts(match))


@pytest.mark.rule("vistula 8.5#3", "vistula 4#1")
def test_the_last_place_in_the_hex_may_be_taken_without_points_to_go_on() -> None:
    t = Table()
    units = tuple(t.put(id, "0402") for id in ("12GTK", "11GTK"))
    for id in ("94RC", "65RC", "20RC"):
        t.put(id, "0502")
    match = t.push(CombatPhase(ALLIED), Breakthrough(ALLIED, t.hex("0502"), units, 1))
    match.play("advance 12GTK")
    assert where(match, "12GTK") == "0502"
    assert not any(text.startswith("advance") for text in texts(match))
