"""How a defender of Vistula-Oder-Berlin holds his cities: with the strongest, an HQ, columns, and to the last step."""

from __future__ import annotations

from countermarch.bots.campaign import CampaignSituation
from countermarch.bots.garrisons import Garrisons
from countermarch.bots.marshal import Marshal, reach_of
from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.bots.test_marshal import moved, start
from tests.rules.vistula.fights import announce, fight
from tests.rules.vistula.table import ALLIED, GERMAN, Table, where

PANZERS = ("5Pz", "24Pz", "7Pz", "16Pz")
WEAK = ("549VG", "548VG", "561VG", "547VG")
TANKS = ("12GTK", "11GTK", "9GTK")


def seen(match: Match, side: str) -> CampaignSituation:
    return CampaignSituation(match, side, Marshal(1).ground(match))


def besieged(*garrison: str, hq: str = "", tanks: str = "0207", turn: int = 5) -> Table:
    """Königsberg with the enemy a march away."""
    t = Table(turn=turn)
    for id in garrison:
        t.put(id, "0210")
    if hq:
        t.put("HQ-3PzA", hq)
    for id in TANKS:
        t.put(id, tanks)
    return t


def test_a_garrison_does_not_leave_its_city_to_escort_an_hq() -> None:
    match = moved(besieged("1ID", "69ID", "56ID", hq="0210"), GERMAN)
    assert {where(match, id) for id in ("1ID", "69ID", "56ID")} == {"0210"}


def test_armour_in_a_city_makes_no_mobile_attack() -> None:
    t = besieged(*PANZERS[:3])
    t.put("113RC", "0209", steps=1)
    match = moved(t, GERMAN)
    assert {where(match, id) for id in PANZERS[:3]} == {"0210"}


def test_the_strongest_hold_the_city_and_the_weak_make_room() -> None:
    t = besieged(*WEAK)
    for id in PANZERS:
        t.put(id, "0212")
    match = moved(t, GERMAN)
    assert {where(match, id) for id in PANZERS} == {"0210"}
    assert "0210" not in {where(match, id) for id in WEAK}


def test_an_hq_goes_into_a_city_that_is_a_source_even_if_somebody_must_leave() -> None:
    match = moved(besieged(*PANZERS, hq="0211"), GERMAN)
    assert where(match, "HQ-3PzA") == "0210"
    assert sum(where(match, id) == "0210" for id in PANZERS) == 3


def test_a_city_behind_a_line_is_farther_from_the_enemy_than_one_with_an_open_way() -> None:
    t = besieged("1ID", tanks="0204")
    open_way = seen(t.push(MovementPhase(GERMAN)), "german").coming[t.hex("0210")]
    t = besieged("1ID", tanks="0204")
    for id, number in zip(WEAK, ("0107", "0207", "0307", "0407"), strict=True):
        t.put(id, number)
    assert seen(t.push(MovementPhase(GERMAN)), "german").coming[t.hex("0210")] > open_way


def test_a_city_the_enemy_cannot_reach_before_the_end_needs_nobody() -> None:
    t = besieged("1ID", turn=9)
    t.put("163ID", "0633")
    match = t.push(MovementPhase(GERMAN))
    look = seen(match, "german")
    plan = Garrisons(look, {id: reach_of(match, look, id) for id in look.own})
    plan.plan()
    assert look.turns_left == 1 and plan.inside[t.hex("0633")] == [] and plan.inside[t.hex("0210")] == ["1ID"]


def test_who_defends_a_city_counts_his_own_steps_there_and_spends_a_column_for_them() -> None:
    t = Table(turn=5)
    t.put("1ID", "0415")
    t.put("69ID", "0415")
    t.put("G-LC1", "0415")
    for id, number in (("12GTK", "0515"), ("11GTK", "0515"), ("9GTK", "0515"), ("8GMK", "0515")):
        t.put(id, number)
    match = fight(t, ALLIED)
    announce(match, "0415", "12GTK", "11GTK", "9GTK", "8GMK")
    while match.to_act == "allied":
        match.play("done" if "done" in map(str, match.legal()) else "announce none")
    look = seen(match, "german")
    assert look.standing(t.hex("0415")) == 4 and t.hex("0415") in look.at_stake
    assert str(Marshal(1).choose(match)) == "column G-LC1"


def test_a_besieged_garrison_keeps_its_steps_and_a_field_army_attacks() -> None:
    for city, attacks in (("0210", False), ("0809", True)):
        t = Table(turn=5)
        beside = "0211" if city == "0210" else "0810"
        for id in PANZERS[:3]:
            t.put(id, city)
        t.put("113RC", beside, steps=1)
        assert str(Marshal(1).choose(fight(t, GERMAN))).startswith("attack") is attacks


def test_a_defenders_column_stands_with_a_besieged_garrison() -> None:
    t = besieged("1ID", "69ID")
    t.put("G-LC1", "0212")
    assert where(moved(t, GERMAN), "G-LC1") == "0210"


def test_new_troops_are_wanted_where_the_garrison_is_thin() -> None:
    t = besieged(*PANZERS)
    t.put("227ID", "0415")
    for id in ("29TK", "10TK"):
        t.put(id, "0610")
    look = seen(t.push(MovementPhase(GERMAN)), "german")
    assert look.wanting[t.hex("0415")] < look.wanting[t.hex("0210")]


def test_a_unit_that_has_taken_a_city_by_a_breakthrough_stays_in_it() -> None:
    t = Table(turn=5)
    for id in TANKS:
        t.put(id, "1517")
    t.put("549VG", "1518")
    t.put("19Pz", "1522")
    match = fight(t, ALLIED)
    match.next_dice(6)
    announce(match, "1518", *TANKS)
    marshals = {side: Marshal(1) for side in ("german", "allied")}
    while match.to_act is not None:
        match.play(marshals[match.to_act].choose(match))
    assert any(where(match, id) == "1518" for id in TANKS)


def test_the_ships_go_where_a_city_on_the_coast_is_besieged() -> None:
    t = Table(turn=5)
    t.put("1ID", "0415")
    for id in TANKS:
        t.put(id, "0518")
    match = moved(t, GERMAN)
    grid = t.tables.board.grid
    assert grid.distance(t.hex(where(match, "KM")), t.hex("0415")) <= 1


def test_the_germans_set_up_a_line_of_stacks_with_every_hex_of_it_in_their_zones() -> None:
    match, marshal = start(3), Marshal(1)
    while match.to_act == "german":
        match.play(marshal.choose(match))
    grid = match.game.rules.board.grid
    line = [grid.index(number) for number in ("0104", "0204", "0303", "0403", "0502")]
    units = [unit for unit in match.view("german")["units"] if unit["hex"] is not None and unit["side"] == "german"]
    stacks = [sum(unit["hex"] == grid.number(h) for unit in units) for h in line]
    assert sum(stacks) == 11 and 0 in stacks and max(stacks) >= 3
    assert all(stacks[at] or any(stacks[max(at - 1, 0) : at + 2]) for at in range(len(line)))
    assert sum(unit["hex"] == "1506" for unit in units) >= 3
