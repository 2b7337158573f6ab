"""11.4 Admiral Hipper."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.state import HAFF, RESERVE
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, attack, lay
from tests.rules.koenigsberg.table import Table, happened, refused, steps, texts, where

# the Haff has 3130, 3228, 3229 among its hexes; 3129 lies on the shore, 3029 beside it


def afloat(target: str, start: str, hq: str = "3030", turn: int = 8, afloat: bool = True) -> Match:
    """9th Corps has been activated and has moved; one of its divisions may attack."""
    return fire({"9K-56": start, "39A-113": target, "9K-HQ": hq}, Table(turn=turn), HAFF if afloat else RESERVE)


def fire(units: Places, table: Table | None = None, ship: int = HAFF) -> Match:
    table = table or Table(turn=8)
    lay(table, units)
    table.box("Hipper", ship)
    match = table.activate("9K-HQ")
    match.play("done")
    return match


@pytest.mark.rule("koenigsberg 11.4(1)", "koenigsberg 11.4(3)")
def test_hipper_adds_its_strength_to_a_combat() -> None:
    match = afloat("3129", "3029")
    match.play("attack 3129")
    assert "with Hipper" in texts(match)
    match.play("with Hipper")
    match.next_dice(6)
    events = match.play("resolve")
    assert happened(events, "attack")[0].params["odds"] == "1-1"  # 3 and 6 to 6
    preview = afloat("3129", "3029").preview("3129", ["9K-56", "Hipper"])
    assert preview.attack == 9


@pytest.mark.rule("koenigsberg 11.4(3)", "koenigsberg 9.2.3")
def test_the_ship_does_not_attack_for_units_without_attack_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(turn=8)
    values = list(table.tables.attack)
    values[table.unit("9K-56")] = (0, 0, 0)
    monkeypatch.setattr(table.tables, "attack", values)
    match = fire({"9K-56": "3029", "9K-561": "2828", "39A-113": "3129", "39A-28G": "2827", "9K-HQ": "3030"}, table)
    assert texts(match) == ["attack 2827", "done"]
    assert str(refused(match, "attack 3129").citation) == "koenigsberg 9.2.3"


@pytest.mark.rule("koenigsberg 11.4(1)")
def test_before_its_arrival_it_does_not_fire() -> None:
    match = afloat("3129", "3029", turn=7, afloat=False)
    match.play("attack 3129")
    assert str(refused(match, "with Hipper").citation) == "koenigsberg 11.4(1)"


@pytest.mark.rule("koenigsberg 11.4(2)")
def test_targets_lie_at_most_two_hexes_from_the_haff() -> None:
    near = afloat("2929", "2829")  # two hexes from 3130
    near.play("attack 2929")
    assert "with Hipper" in texts(near)
    far = afloat("2928", "2828", hq="3029")
    far.play("attack 2928")
    assert str(refused(far, "with Hipper").citation) == "koenigsberg 11.4(2)"


@pytest.mark.rule("koenigsberg 11.4(3)")
def test_the_activated_hq_must_have_the_haff_in_range() -> None:
    reaches = afloat("3129", "3029", hq="2530")  # range six: five hexes to the shore, the Haff is the sixth
    reaches.play("attack 3129")
    assert "with Hipper" in texts(reaches)
    match = afloat("3129", "3029", hq="2430")
    match.play("attack 3129")
    assert str(refused(match, "with Hipper").citation) == "koenigsberg 11.4(3)"
    table = Table(turn=8)
    lay(table, {"26K-1": "3029", "39A-113": "3129", "9K-HQ": "3030", "26K-HQ": "2430"})
    table.box("Hipper", HAFF)
    match = table.activate("26K-HQ")  # 9th Corps' HQ is near but not activated
    match.play("done")
    match.play("attack 3129")
    assert str(refused(match, "with Hipper").citation) == "koenigsberg 11.4(3)"


@pytest.mark.rule("koenigsberg 11.4(3)", "koenigsberg 4.2.4")
def test_the_range_to_the_haff_counts_from_where_the_hq_was_activated() -> None:
    def moved(start: str, end: str) -> Match:
        table = Table(turn=8)
        lay(table, {"9K-56": "3029", "39A-113": "3129", "9K-HQ": start})
        table.box("Hipper", HAFF)
        match = table.activate("9K-HQ")
        for text in ("move 9K-HQ", f"to {end}", "done", "attack 3129"):
            match.play(text)
        return match

    nearer = moved("2430", "2530")
    assert str(refused(nearer, "with Hipper").citation) == "koenigsberg 11.4(3)"
    away = moved("2530", "2430")
    assert "with Hipper" in texts(away)
    away.play("with Hipper")
    away.next_dice(6)
    assert happened(away.play("resolve"), "attack")[0].params["odds"] == "1-1"


@pytest.mark.rule("koenigsberg 11.4(3)", "koenigsberg 4.2.4")
def test_a_position_keeps_whether_the_hq_had_the_haff_in_range() -> None:
    table = Table(turn=8).found("command", CommandPhase())
    match = fire({"9K-56": "3029", "39A-113": "3129", "9K-HQ": "2530"}, table)
    doc = match.position()
    at = next(entry for entry in doc["units"] if entry["id"] == "9K-HQ")
    at["hex"] = "2430"
    edited = match.game.from_position(doc)
    edited.play("attack 3129")
    assert "with Hipper" in texts(edited)


@pytest.mark.rule("koenigsberg 11.4(3)")
def test_once_a_turn_only() -> None:
    table = Table(turn=8)
    table.put("39A-94", "3128", steps=1)
    match = fire({"9K-56": "3029", "9K-561": "3028", "39A-113": "3129", "9K-HQ": "3030"}, table)
    attack(match, "3129", 3, ["9K-56"], "with Hipper")  # A1
    match.play("attack 3128")
    assert texts(match) == ["resolve"]
    assert str(refused(match, "with Hipper").citation) == "koenigsberg 11.4(3)"


@pytest.mark.rule("koenigsberg 11.4(3)")
def test_an_attack_that_only_the_guns_make_possible_is_offered_and_the_guns_do_not_fire_alone() -> None:
    table = Table(turn=8)
    table.put("9K-56", "3029", steps=1)  # 1 to 6
    match = fire({"39A-113": "3129", "9K-HQ": "3030"}, table)
    match.play("attack 3129")
    assert texts(match) == ["with Hipper"]
    match.play("with Hipper")
    assert texts(match) == ["resolve"]
    assert fire({"39A-113": "3129", "9K-HQ": "3030"}).to_act is None


@pytest.mark.rule("koenigsberg 11.4(3)", "koenigsberg 9.2.3")
def test_the_guns_do_not_stand_in_for_a_unit_with_an_attack_strength(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(turn=8)
    values = list(table.tables.attack)
    values[table.unit("9K-56")] = (0, 0, 0)
    monkeypatch.setattr(table.tables, "attack", values)
    match = fire({"9K-56": "3029", "9K-561": "3029", "39A-113": "3129", "9K-HQ": "3030"}, table)
    for text in ("attack 3129", "with 9K-56", "with Hipper"):
        match.play(text)
    assert texts(match) == ["with 9K-561"]


@pytest.mark.rule("koenigsberg 11.4(4)")
def test_it_neither_loses_nor_retreats() -> None:
    match = afloat("3129", "3029")
    attack(match, "3129", 1, ["9K-56"], "with Hipper")  # A1r: of the two only the ground unit suffers
    while match.to_act:
        match.play(texts(match)[0])
    assert where(match, "Hipper") == "haff" and where(match, "9K-56") != "3029" and steps(match, "9K-56") == 1


@pytest.mark.rule("koenigsberg 11.4(3)", "koenigsberg 2.1.3")
def test_whether_a_hidden_hq_calls_the_ship_is_not_told() -> None:
    units = {"9K-HQ": "3030", "9K-561": "3030", "9K-56": "3029", "39A-113": "3129"}
    match = fire(units, Table(turn=8, fog_of_war="on"))
    assert "9K-HQ" in match.hidden("soviet")
    assert match.targets(side="german")["3129"].attack == 9
    assert match.targets(side="soviet")["3129"].attack == 3
