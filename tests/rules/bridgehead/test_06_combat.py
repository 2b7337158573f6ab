"""6.0 Combat."""

from __future__ import annotations

from typing import Any

import pytest

from countermarch.flow import Event
from countermarch.match import Match
from tests.rules.bridgehead.table import asked, cited, rule, table, texts, unit, where

OPEN = {"408R": "0904", "411R": "0905", "I-94": "0804"}  # two against one in the open: 8 to 4


def fight(match: Match, hex: str, die: int, *units: str) -> list[Event]:
    match.play(f"attack {hex}")
    for id in units:
        if f"with {id}" in texts(match):  # the only one takes part at once
            match.play(f"with {id}")
    match.next_dice(die)
    return match.play("resolve")


def column(match: Match, hex: str, *units: str) -> str | None:
    found = match.preview(hex, units)
    assert found.refusal is None and sum(found.results.values()) == pytest.approx(1)
    return found.column


def no(match: Match, hex: str, *units: str) -> str:
    refusal = match.preview(hex, units).refusal
    assert refusal is not None
    return str(refusal.citation)


@pytest.mark.rule("bridgehead 6.1")
def test_units_attack_next_door_where_they_could_go() -> None:
    match = table("soviet_combat", {"408R": "0904", "66T": "0603", "411R": "0606", "I-94": "0804", "PI": "0503"})
    assert [text for text in texts(match) if "attack" in text] == ["attack 0804"]
    assert rule(match, "attack 0101") == "bridgehead 6.1"
    assert rule(match, "attack 0503") == "bridgehead 6.1"  # tanks do not swim
    match.play("attack 0804")
    assert rule(match, "with 411R") == "bridgehead 6.1"
    assert no(match, "0503", "66T") == "bridgehead 6.1" and no(match, "0804", "411R") == "bridgehead 6.1"
    boats = table("soviet_combat", {"408R": "0603", "PI": "0503"})
    assert "attack 0503" in texts(boats)


@pytest.mark.rule("bridgehead 6.1")
def test_nobody_is_attacked_over_ground_that_takes_more_than_an_allowance() -> None:
    match = table("soviet_combat", {"408R": "0704", "PI": "0605"})
    assert texts(match)[0] != "attack 0605" and no(match, "0605", "408R") == "bridgehead 6.1"


@pytest.mark.rule("bridgehead 6.2")
def test_nobody_attacks_or_is_attacked_twice() -> None:
    match = table("soviet_combat", {**OPEN, "415R": "0805", "II-94": "0803"})
    fight(match, "0803", 4, "408R")  # 1-1: nothing
    assert rule(match, "attack 0803") == "bridgehead 6.2"
    match.play("attack 0804")
    assert rule(match, "with 408R") == "bridgehead 6.2"
    match.play("with 411R")
    assert rule(match, "with 411R") == "bridgehead 6.2"
    assert no(match, "0803", "408R") == "bridgehead 6.2" and no(match, "0804") == "bridgehead 6.2"


@pytest.mark.rule("bridgehead 6.3")
@pytest.mark.parametrize(
    ("units", "weak", "odds"),
    [
        (("408R", "411R"), (), "2-1"),
        (("408R",), (), "1-1"),
        (("MC",), (), "1-2"),
        (("408R",), ("I-94",), "2-1"),
        (("66T", "71T", "9GR"), ("I-94",), "5-1"),
        (("MC",), ("408R",), "1-2"),
        (("9GR", "66T"), (), "2-1"),
    ],
)
def test_odds_favour_the_defender_and_stay_on_the_table(
    units: tuple[str, ...], weak: tuple[str, ...], odds: str
) -> None:
    hexes = ("0904", "0905", "0805", "0704")
    match = table("soviet_combat", {**dict(zip(units, hexes, strict=False)), "I-94": "0804"}, weak=weak)
    assert column(match, "0804", *units) == odds
    assert {str(p.citation) for p in match.preview("0804", units).parts} == {"bridgehead 6.3"}


@pytest.mark.rule("bridgehead 6.4")
def test_ground_and_river_shift_the_column() -> None:
    village = table("soviet_combat", {"408R": "0902", "411R": "0801", "I-94": "0802"})
    assert column(village, "0802", "408R", "411R") == "1-1"
    forest = table("soviet_combat", {"408R": "0806", "411R": "0805", "I-94": "0706"})
    assert column(forest, "0706", "408R", "411R") == "1-1"
    marsh = table("soviet_combat", {"408R": "0801", "411R": "0703", "I-94": "0702"})
    assert column(marsh, "0702", "408R", "411R") == "2-1"
    river = table("soviet_combat", {"408R": "0603", "411R": "0602", "I-94": "0503"})
    assert column(river, "0503", "408R") == "1-2" and column(river, "0503", "408R", "411R") == "2-1"
    parts = {str(part.text): part.value for part in river.preview("0503", ["408R"]).parts}
    assert parts == {"408R attacks": 4, "I-94 defends": 4, "over the river": -1}
    assert [part.of for part in river.preview("0503", ["408R"]).parts] == ["", "", "columns"]


@pytest.mark.rule("bridgehead 6.4")
def test_over_the_bridge_into_the_town_is_two_columns() -> None:
    match = table("soviet_combat", {"9GR": "0604", "66T": "0603", "VS": "0504"}, bridge="safe")
    assert column(match, "0504", "9GR") == "1-2"  # 5 to 2, and two to the left


@pytest.mark.rule("bridgehead 6.5")
@pytest.mark.parametrize(("die", "attacker", "defender"), [(1, 3, 2), (2, 3, 1), (3, 4, 2), (5, 4, 1)])
def test_the_die_decides_what_each_side_loses(die: int, attacker: int, defender: int) -> None:
    match = table("soviet_combat", OPEN)
    events = fight(match, "0804", die, "408R", "411R")
    assert cited(events, "attack") == ["bridgehead 6.5"]
    if die <= 2:
        assert asked(match) == ("unit", ["2.2", "6.5"])
        assert rule(match, "lose I-94") == "bridgehead 6.5"
        match.play("lose 408R")
    assert sum(unit(match, id)["steps"] for id in ("408R", "411R")) == attacker
    assert unit(match, "I-94")["steps"] == defender


@pytest.mark.rule("bridgehead 6.5")
def test_both_lose_steps_of_units_in_the_attack_alone() -> None:
    match = table("soviet_combat", {**OPEN, "415R": "1108"})
    fight(match, "0804", 1, "408R", "411R")
    assert texts(match) == ["lose 408R", "lose 411R"] and rule(match, "lose 415R") == "bridgehead 6.5"


def flight(units: dict[str, str], die: int, *attackers: str, **more: Any) -> Match:
    match = table("soviet_combat", units, **more)
    fight(match, "0804", die, *attackers)
    return match


@pytest.mark.rule("bridgehead 6.6")
def test_a_retreat_leads_away_past_units_and_zones() -> None:
    match = flight(OPEN, 3, "408R", "411R")
    assert match.to_act == "german" and asked(match) == ("path", ["6.6", "6.7"])
    assert sorted(texts(match)) == ["retreat I-94 0704", "retreat I-94 0705"]
    assert rule(match, "retreat I-94 0805") == "bridgehead 6.6"  # in a zone
    assert rule(match, "retreat I-94 0904") == "bridgehead 6.6"
    assert rule(match, "retreat 408R 0803") == "bridgehead 6.5"
    events = match.play("retreat I-94 0705")
    assert cited(events, "retreats") == ["bridgehead 6.6"] and where(match, "I-94") == "0705"


@pytest.mark.rule("bridgehead 6.6")
def test_friends_are_in_the_way_and_two_hexes_are_two() -> None:
    match = flight({**OPEN, "66T": "0803", "AL": "0704"}, 6, "408R", "411R", "66T")  # 3-1: D1r2
    assert sorted(texts(match)) == [f"retreat I-94 0705-{hex}" for hex in ("0604", "0605", "0706")]
    assert unit(match, "I-94")["steps"] == 1


@pytest.mark.rule("bridgehead 6.7")
def test_who_cannot_retreat_loses_a_step_and_stays() -> None:
    match = flight({**OPEN, "415R": "0704"}, 3, "408R", "411R")
    assert where(match, "I-94") == "0804" and unit(match, "I-94")["steps"] == 1
    assert cited(match.log, "step_lost") == ["bridgehead 6.7"]


@pytest.mark.rule("bridgehead 6.8")
def test_one_attacker_may_advance_at_once_or_never() -> None:
    match = flight(OPEN, 3, "408R", "411R")
    match.play("retreat I-94 0705")
    assert asked(match) == ("units", ["6.8"])
    assert texts(match) == ["advance 408R", "advance 411R", "done"]
    assert rule(match, "attack 0705") == "bridgehead 6.8" and rule(match, "advance I-94") == "bridgehead 6.5"
    events = match.play("advance 408R")
    assert cited(events, "advanced") == ["bridgehead 6.8"] and where(match, "408R") == "0804"
    assert match.position()["phase"] != "soviet_combat" or asked(match)[0] == "hex"


@pytest.mark.rule("bridgehead 6.8")
def test_nobody_advances_into_a_hex_that_is_held() -> None:
    match = flight({**OPEN, "415R": "0704"}, 3, "408R", "411R")
    assert not cited(match.log, "advanced") and where(match, "408R") == "0904"


@pytest.mark.rule("bridgehead 6.1", "bridgehead 6.3")
def test_targets_are_told_with_their_best_odds() -> None:
    match = table("soviet_combat", OPEN)
    assert {hex: found.column for hex, found in match.targets().items()} == {"0804": "2-1"}
    assert table("soviet_movement", OPEN).targets() == {}


@pytest.mark.rule("bridgehead 6.1", "bridgehead 3.1")
def test_a_hex_without_an_enemy_is_no_target_and_the_enemy_does_not_join() -> None:
    match = table("soviet_combat", OPEN)
    assert rule(match, "attack 0904") == "bridgehead 6.1" and rule(match, "attack 0803") == "bridgehead 6.1"
    match.play("attack 0804")
    assert rule(match, "with I-94") == "bridgehead 3.1"
    assert no(match, "0804", "408R", "I-94") == "bridgehead 6.2"
