"""8.7 to 8.12 Lines, cities, concentric attacks, ice, and the first two turns."""

from __future__ import annotations

import pytest

from countermarch.games.base import Preview
from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.movement import MovementPhase
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened


def attack(t: Table, target: str, *units: tuple[str, str]) -> Preview:
    """What an attack by these units from these hexes would come to."""
    for id, number in units:
        t.put(id, number)
    side = t.tables.side[t.unit(units[0][0])]
    return t.push(CombatPhase(side)).preview(target, [id for id, _ in units])


def shift(preview: Preview, key: str) -> tuple[float, str] | None:
    found = [(part.value, str(part.citation)) for part in preview.parts if part.text.key == f"vistula.part.{key}"]
    return found[0] if found else None


# 8.7


@pytest.mark.rule("vistula 8.7#1")
def test_a_fortified_line_is_a_column_for_german_defenders() -> None:
    t = Table()
    t.put("1ID", "0405")
    found = attack(t, "0405", ("9TK", "0304"))
    assert shift(found, "shift_fort") == (-1, "vistula 8.7#1")


@pytest.mark.rule("vistula 8.7#1")
def test_it_is_added_to_the_ground_and_helps_germans_only() -> None:
    t = Table()
    t.put("1ID", "0820")  # in the Pommernstellung, in a wood
    found = attack(t, "0820", ("9TK", "0819"))
    assert shift(found, "shift_fort") == (-1, "vistula 8.7#1")
    assert shift(found, "shift_forest") == (-1, "vistula 8.2#1")
    t = Table()
    t.put("113RC", "0405")
    assert shift(attack(t, "0405", ("5Pz", "0304")), "shift_fort") is None


@pytest.mark.rule("vistula 8.7#2")
def test_example_8_7_more_factors_over_the_open_side_and_the_line_is_turned() -> None:
    """10 from 0304 over the line, 12 from 0505; opposite sides add a column by 8.9."""
    t = Table()
    t.put("286ID", "0405")
    found = attack(t, "0405", ("94RC", "0304"), ("65RC", "0304"), ("9TK", "0505"))
    assert [t.tables.attack[t.unit(id)][1] for id in ("94RC", "65RC")] == [5, 5]
    assert shift(found, "shift_fort") is None
    assert shift(found, "concentric") == (1, "vistula 8.9#1")


@pytest.mark.rule("vistula 8.7#2")
@pytest.mark.parametrize("other", ["9TK", "94RC"])
def test_example_8_7_with_as_many_or_more_over_the_line_it_counts(other: str) -> None:
    t = Table()
    t.put("286ID", "0405")
    found = attack(t, "0405", ("11TK", "0304"), (other, "0505"))
    assert shift(found, "shift_fort") == (-1, "vistula 8.7#1")


# 8.8


@pytest.mark.rule("vistula 8.8#1")
@pytest.mark.parametrize(("city", "number"), [("0210", "0209"), ("2825", "2826"), ("1529", "1528")])
def test_a_big_city_is_two_columns(city: str, number: str) -> None:
    t = Table()
    t.put("1ID", city)
    assert shift(attack(t, city, ("9TK", number)), "shift_big_city") == (-2, "vistula 8.8#1")


@pytest.mark.rule("vistula 8.8#2")
@pytest.mark.parametrize(("ids", "die", "code", "lost"), [(4, 4, "1/5", 3), (3, 4, "1/3", 2), (4, 6, "0/6", 3)])
def test_example_8_8_losses_in_a_big_city_are_halved_fractions_up(ids: int, die: int, code: str, lost: int) -> None:
    """3 and 5 steps become 2 and 3."""
    t = Table(odds_limit="after_shifts")
    t.put("286ID", "1529")
    attackers = ("94RC", "12GTK", "11GTK", "9GTK")[:ids]
    for id in attackers:
        t.put(id, "1528")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1529")
    for id in attackers:
        match.play(f"with {id}")
    t.play.state.chance.dice = [die]
    events = match.play("resolve")
    [event], [halved] = happened(events, "attack"), happened(events, "city_losses")
    assert event.params["result"] == code
    assert (halved.params["steps"], str(halved.citation)) == (lost, "vistula 8.8#2")


# 8.9


@pytest.mark.rule("vistula 8.9#1")
@pytest.mark.parametrize(
    ("hexes", "bonus"),
    [(("0606", "0407"), True), (("0407", "0607", "0505"), True), (("0407", "0607"), False), (("0407",), False)],
)
def test_examples_8_9_opposite_sides_or_every_other_side(hexes: tuple[str, ...], bonus: bool) -> None:
    t = Table()
    t.put("1ID", "0506")
    ids = ("9TK", "11TK", "25TK")
    found = attack(t, "0506", *zip(ids, hexes, strict=False))
    assert shift(found, "concentric") == ((1, "vistula 8.9#1") if bonus else None)


@pytest.mark.rule("vistula 8.9#1")
def test_germans_gain_it_too() -> None:
    t = Table()
    t.put("113RC", "0506")
    assert shift(attack(t, "0506", ("5Pz", "0606"), ("7Pz", "0407")), "concentric") == (1, "vistula 8.9#1")


@pytest.mark.rule("vistula 8.9#2")
def test_not_against_a_big_city() -> None:
    t = Table()
    t.put("1ID", "1529")
    found = attack(t, "1529", ("9TK", "1528"), ("11TK", "1530"))
    assert shift(found, "concentric") is None
    t.put("69ID", "1626")  # Frankfurt is an ordinary city
    found = attack(t, "1626", ("25TK", "1625"), ("29TK", "1627"))
    assert shift(found, "concentric") == (1, "vistula 8.9#1")


# 8.11


@pytest.mark.rule("vistula 8.11#1")
@pytest.mark.parametrize(("turn", "cost"), [(1, 1), (2, 1), (3, 2)])
def test_on_the_first_two_turns_a_river_costs_nothing(turn: int, cost: int) -> None:
    t = Table(turn=turn)
    t.put("5Pz", "1314")
    match = t.push(MovementPhase(GERMAN))
    assert match.reach(["5Pz"])["1214"] == cost


@pytest.mark.rule("vistula 8.11#2")
@pytest.mark.parametrize(("turn", "expected"), [(1, None), (2, None), (3, (-1, "vistula 8.2#1"))])
def test_on_the_first_two_turns_a_river_does_not_help_the_defender(turn: int, expected: tuple[int, str] | None) -> None:
    t = Table(turn=turn)
    t.put("1ID", "1214")
    assert shift(attack(t, "1214", ("9TK", "1314")), "shift_river") == expected


@pytest.mark.rule("vistula 8.11#3")
def test_the_lake_0705_is_clear_ground_while_it_is_frozen() -> None:
    t = Table(turn=2)
    t.put("113RC", "0704")
    assert t.push(MovementPhase(ALLIED)).reach(["113RC"])["0705"] == 1
    t = Table(turn=3)
    t.put("113RC", "0704")
    match = t.push(MovementPhase(ALLIED))
    assert "0705" not in match.reach(["113RC"])
    refusal = match.why_not(["113RC"], "0705")
    assert refusal is not None
    assert str(refusal.citation) == "vistula 7.1#1"
    t = Table(turn=1)
    t.put("1ID", "0705")
    found = attack(t, "0705", ("9TK", "0704"))
    assert found.column == "4:1"  # 12 to 5, two columns more on turn 1, nothing for the lake


# 8.12


@pytest.mark.rule("vistula 8.12#1")
def test_on_turn_1_allied_attacks_shift_two_columns_more() -> None:
    t = Table(turn=1)
    t.put("1ID", "1612")
    found = attack(t, "1612", ("9TK", "1611"))
    assert (shift(found, "first_turns"), found.column) == ((2, "vistula 8.12#1"), "4:1")


@pytest.mark.rule("vistula 8.12#2")
def test_on_turn_2_one_column_more_and_then_no_more() -> None:
    for turn, expected, column in ((2, (1, "vistula 8.12#2"), "3:1"), (3, None, "2:1")):
        t = Table(turn=turn)
        t.put("1ID", "1612")
        found = attack(t, "1612", ("9TK", "1611"))
        assert (shift(found, "first_turns"), found.column) == (expected, column)


@pytest.mark.rule("vistula 8.12#1", "vistula 1.3")
def test_poles_have_it_too_and_germans_never() -> None:
    t = Table(turn=1)
    t.put("1ID", "1612")
    assert shift(attack(t, "1612", ("1AWP", "1611")), "first_turns") == (2, "vistula 8.12#1")
    t = Table(turn=1)
    t.put("94RC", "1611")
    assert shift(attack(t, "1611", ("5Pz", "1612")), "first_turns") is None
