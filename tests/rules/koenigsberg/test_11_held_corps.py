"""11.5 The German 6th and 55th Corps wait until they are released."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.activation import clear_activation
from countermarch.match import Match
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened, refused, texts, where

CORPS = ("6K-HQ", "55K-HQ")


def corps() -> Table:
    """6th Corps with one unit at the edge of its range, five hexes, and an independent one beside it."""
    table = Table()
    for id, hex in (("6K-HQ", "0626"), ("6K-558", "0631"), ("Ind-23", "0630"), ("55K-HQ", "0722")):
        table.put(id, hex)
    return table


def free(table: Table) -> list[str]:
    return [id for id in CORPS if table.play.state.released[table.unit(id)]]


def attack(table: Table, target: str) -> Match:
    """Two strong armies beside a hex fall upon it."""
    h = table.hex(target)
    near = [to for to in table.tables.step_to[h] if not table.play.number_in(GERMAN, to)]
    table.put("11GA-16G", table.tables.numbers[near[0]])
    table.put("11GA-36G", table.tables.numbers[near[0]])
    match = table.fight(SOVIET, "11GA-16G", "11GA-36G")
    match.next_dice(3)
    match.play(f"attack {target}")
    for id in ("11GA-16G", "11GA-36G"):
        if f"with {id}" in texts(match):
            match.play(f"with {id}")
    if "resolve" in texts(match):
        match.play("resolve")
    return match


@pytest.mark.rule("koenigsberg 11.5")
def test_the_hq_may_be_activated_but_not_moved() -> None:
    table = corps()
    match = table.activate("6K-HQ")
    assert not any(action.units == ("6K-HQ",) for action in match.legal())
    refusal = refused(match, "move 6K-HQ")
    assert str(refusal.citation) == "koenigsberg 11.5"


@pytest.mark.rule("koenigsberg 11.5")
def test_its_units_stay_within_its_range() -> None:
    table = corps()
    match = table.activate("6K-HQ")
    match.play("move 6K-558")
    assert "to 0630" in texts(match) and "to 0632" not in texts(match)
    refusal = refused(match, "to 0632")
    assert str(refusal.citation) == "koenigsberg 11.5"
    match.play("to 0629")
    assert where(match, "6K-558") == "0629"


@pytest.mark.rule("koenigsberg 11.5", "koenigsberg 6.1.2")
def test_a_unit_that_cannot_come_back_into_its_range_does_not_move() -> None:
    table = Table()
    for id, hex in (("6K-HQ", "0626"), ("6K-131", "0627"), ("6K-558", "0638")):
        table.put(id, hex)
    match = table.move(GERMAN, "6K-131", "6K-558")
    assert "move 6K-131" in texts(match) and "move 6K-558" not in texts(match)
    assert match.reach("6K-558", freely=True) == {}
    assert str(refused(match, "move 6K-558").citation) == "koenigsberg 6.1.2"


@pytest.mark.rule("koenigsberg 11.5", "koenigsberg 6.1")
def test_a_unit_driven_out_of_its_range_comes_back_into_it() -> None:
    table = Table()
    for id, hex in (("6K-HQ", "0626"), ("6K-131", "0627"), ("6K-558", "0633")):
        table.put(id, hex)
    match = table.move(GERMAN, "6K-131", "6K-558")
    assert "move 6K-558" in texts(match) and set(match.reach("6K-558")) == {"0531", "0631", "0731"}


@pytest.mark.rule("koenigsberg 11.5")
def test_independents_it_activates_move_freely() -> None:
    table = corps()
    match = table.activate("6K-HQ")
    match.play("move Ind-23")
    match.play("to 0633")
    assert where(match, "Ind-23") == "0633"


@pytest.mark.rule("koenigsberg 11.5")
def test_two_soviet_points_release_both_one_does_not() -> None:
    table = corps()
    table.put("3BF-1", "1837")
    match = table.move(SOVIET, "3BF-1")
    match.play("move 3BF-1")
    match.play("to 1836")
    assert table.play.soviet_points() == 1 and free(table) == []

    clear_activation(table.play)
    table.put("48A-29", "1810")
    match = table.move(SOVIET, "48A-29")
    match.play("move 48A-29")
    events = match.play("to 1811")
    assert free(table) == list(CORPS)
    assert {str(event.citation) for event in happened(events, "released")} == {"koenigsberg 11.5"}


@pytest.mark.rule("koenigsberg 11.5")
def test_released_the_corps_moves_and_stays_free_though_the_points_are_lost_again() -> None:
    table = corps()
    first, second = sorted(table.play.places.objectives)[:2]
    for h in (first, second):
        table.play.state.control[h] = SOVIET
    table.play.check_release()
    table.play.state.control[first] = GERMAN
    match = table.activate("6K-HQ")
    match.play("move 6K-HQ")
    match.play("to 0627")
    match.play("move 6K-558")
    match.play("to 0632")  # six hexes from where the HQ stood
    assert where(match, "6K-HQ") == "0627" and where(match, "6K-558") == "0632"


@pytest.mark.rule("koenigsberg 11.5")
def test_a_corps_is_released_once() -> None:
    table = corps()
    first, second, third = sorted(table.play.places.objectives)[:3]
    for h in (first, second):
        table.play.state.control[h] = SOVIET
    table.play.check_release()
    assert len(happened(table.play.events, "released")) == 2
    table.play.state.control[third] = SOVIET
    table.play.check_release()
    assert len(happened(table.play.events, "released")) == 2


@pytest.mark.rule("koenigsberg 11.5")
@pytest.mark.parametrize(("reading", "freed"), [("each", ["6K-HQ"]), ("both", list(CORPS))])
def test_option_release_when_an_hqs_hex_is_attacked(reading: str, freed: list[str]) -> None:
    table = Table(release=reading)
    for id, hex in (("6K-HQ", "0626"), ("6K-131", "0626"), ("55K-HQ", "0722")):
        table.put(id, hex)
    match = attack(table, "0626")
    assert happened(match.log, "released") and free(table) == freed


@pytest.mark.rule("koenigsberg 11.5")
def test_an_attack_on_its_units_elsewhere_frees_nobody() -> None:
    table = corps()
    attack(table, "0631")
    assert free(table) == []


@pytest.mark.rule("koenigsberg 11.5")
def test_a_barrage_counts_as_an_attack() -> None:
    table = corps()
    table.put("6K-131", "0626")
    table.play.state.chance.dice.append(6)
    barrage.shell(table.play, table.hex("0626"), change=0)
    assert free(table) == ["6K-HQ"]


@pytest.mark.rule("koenigsberg 11.5")
def test_both_are_free_from_the_beginning_of_turn_six() -> None:
    table = Table(turn=5)
    for id, hex in (("6K-HQ", "0626"), ("6K-558", "0631"), ("55K-HQ", "0722"), ("55K-203", "0721")):
        table.put(id, hex)
    assert free(table) == []
    match = table.phase("end")
    keys = [event.key.rpartition(".")[2] for event in match.log]
    assert keys.count("released") == 2
    assert keys.index("released") < keys.index("turn") < keys.index("phase_air")  # before turn 6 is played
    assert free(table) == list(CORPS)
