"""13.0 How the game is won, and the turn marker (2.2.1)."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.activation import clear_activation
from countermarch.games.chitpull.state import ISOLATED, OUT_OF_SUPPLY
from countermarch.games.chitpull.victory import objectives
from countermarch.match import Match
from countermarch.texts import say
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, happened

OBJECTIVES = {
    "1836", "1329", "2932", "2220", "1902", "3203", "3507", "3409", "3413", "2327", "3420", "1811", "3225", "2233",
}  # fmt: skip


def go(table: Table, id: str, text: str) -> Match:
    clear_activation(table.play)
    match = table.move(table.tables.side[table.unit(id)], id)
    match.play(f"move {id}")
    match.play(text)
    return match


@pytest.mark.rule("koenigsberg 13.2.2", "koenigsberg 13.1")
def test_fourteen_objectives_german_at_the_beginning() -> None:
    table = Table()
    assert {table.tables.numbers[h] for h in table.play.places.objectives} == OBJECTIVES
    assert objectives(table.play)["german"] == 14


@pytest.mark.rule("koenigsberg 13.1")
def test_a_soviet_combat_unit_takes_an_objective_by_entering() -> None:
    table = Table()
    table.put("5A-72", "1837")
    match = go(table, "5A-72", "to 1836")
    assert str(happened(match.log, "taken")[0].citation) == "koenigsberg 13.1"
    assert objectives(table.play)["german"] == 13 and match.position()["control"]["1836"] == "soviet"


@pytest.mark.rule("koenigsberg 13.1")
def test_passing_through_is_enough() -> None:
    table = Table()
    table.put("5A-2G", "1837")
    go(table, "5A-2G", "to 1736 via 1836")
    assert objectives(table.play)["german"] == 13


@pytest.mark.rule("koenigsberg 13.1")
def test_an_hq_takes_nothing() -> None:
    table = Table()
    table.put("5A-HQ", "1837")
    go(table, "5A-HQ", "to 1836")
    assert objectives(table.play)["german"] == 14


@pytest.mark.rule("koenigsberg 13.1")
@pytest.mark.parametrize(("recapture", "held"), [("on", 14), ("off", 13)])
def test_option_recapture(recapture: str, held: int) -> None:
    table = Table(recapture=recapture)
    table.play.state.control[table.hex("1836")] = SOVIET
    table.put("9K-56", "1837")
    go(table, "9K-56", "to 1836")
    assert objectives(table.play)["german"] == held


@pytest.mark.rule("koenigsberg 13.1")
def test_a_german_hq_wins_nothing_back() -> None:
    table = Table()
    table.play.state.control[table.hex("1836")] = SOVIET
    table.put("9K-HQ", "1837")
    go(table, "9K-HQ", "to 1836")
    assert objectives(table.play)["german"] == 13


@pytest.mark.rule("koenigsberg 13.2.1")
@pytest.mark.parametrize(
    ("held", "level", "winner"),
    [
        (14, "german_overwhelming", "german"),
        (13, "german_overwhelming", "german"),
        (12, "german_major", "german"),
        (10, "german_major", "german"),
        (9, "german_minor", "german"),
        (8, "german_minor", "german"),
        (7, "soviet_historical", "soviet"),
        (6, "soviet_major", "soviet"),
        (4, "soviet_major", "soviet"),
        (3, "soviet_overwhelming", "soviet"),
        (1, "soviet_overwhelming", "soviet"),
        (0, "soviet_overwhelming", "soviet"),
    ],
)
def test_the_level_by_what_the_germans_hold_after_the_last_turn(held: int, level: str, winner: str) -> None:
    table = Table(turn=10)
    for h in sorted(table.play.places.objectives)[held:]:
        table.play.state.control[h] = SOVIET
    match = table.phase("end")
    assert match.to_act is None and match.result is not None
    assert (match.result.level, match.result.winner) == (level, winner)
    assert match.result.points == {"german": held, "soviet": 14 - held}
    assert str(happened(match.log, "game_over")[0].citation) == "koenigsberg 13.2.1"


@pytest.mark.rule("koenigsberg 13.2")
@pytest.mark.parametrize("city", ["2932", "3420"])
@pytest.mark.parametrize("turn", [2, 10])
def test_a_supplied_soviet_unit_in_one_of_the_two_cities_ends_the_game(city: str, turn: int) -> None:
    table = Table(turn=turn)
    table.put("5A-72", city)
    match = table.phase("end")
    assert match.to_act is None and match.result is not None
    assert (match.result.winner, match.result.level) == ("soviet", "sudden_death")
    assert str(happened(match.log, "sudden_death")[0].citation) == "koenigsberg 13.2"
    assert table.play.state.turn == turn


@pytest.mark.rule("koenigsberg 13.2")
@pytest.mark.parametrize("status", [OUT_OF_SUPPLY, ISOLATED])
def test_without_supply_no_sudden_death(status: int) -> None:
    table = Table(turn=10)
    table.put("5A-72", "2932", supply=status)
    match = table.phase("end")
    assert match.result is not None and match.result.level == "german_overwhelming"


@pytest.mark.rule("koenigsberg 13.2")
def test_neither_an_hq_alone_nor_another_city_will_do() -> None:
    table = Table(turn=10)
    table.put("5A-HQ", "2932")
    table.put("5A-72", "1836")
    table.put("26K-1", "3420")  # nor a German
    match = table.phase("end")
    assert match.result is not None and match.result.level == "german_overwhelming"


@pytest.mark.rule("koenigsberg 13.2", "koenigsberg 10.1.2")
def test_supply_is_that_of_this_turns_supply_phase() -> None:
    """Elbing reached by a unit that was isolated, and is supplied when the turn ends."""
    table = Table(turn=4)
    table.put("5A-72", "3420", supply=ISOLATED)
    match = table.phase("supply")
    assert match.result is not None and match.result.level == "sudden_death"


@pytest.mark.rule("koenigsberg 2.2.1")
def test_the_marker_advances_at_the_end_of_a_turn() -> None:
    table = Table(turn=9)
    match = table.phase("end")  # with nobody on the map turn 10 passes by itself
    begun = happened(match.log, "turn")
    assert [event.params["turn"] for event in begun] == [10]
    assert str(begun[0].citation) == "koenigsberg 2.2.1"
    assert match.position()["turn"] == 10 and match.to_act is None


@pytest.mark.rule("koenigsberg 2.2.1", "koenigsberg 2.5")
def test_what_lasts_a_turn_ends_with_it() -> None:
    table = Table(turn=9)
    state = table.play.state
    state.no_gas = state.slow_next = state.hipper_used = 1
    state.used[GERMAN] = 3
    table.phase("end")
    assert not any((state.no_gas, state.slow_next, state.hipper_used, *state.used))


@pytest.mark.rule("koenigsberg 13.2.1")
def test_a_game_that_goes_on_has_no_result() -> None:
    table = Table(turn=10)
    table.put("26K-1", "0637")
    assert table.move(GERMAN, "26K-1").result is None


@pytest.mark.rule("koenigsberg 13.2.1")
@pytest.mark.parametrize(
    ("taken", "level"), [(1, "german_overwhelming"), (6, "german_minor"), (7, "soviet_historical")]
)
def test_the_level_the_points_would_be_worth_now_is_shown(taken: int, level: str) -> None:
    table = Table(turn=3)
    table.put("26K-1", "0637")
    for h in sorted(table.play.places.objectives)[:taken]:
        table.play.state.control[h] = SOVIET
    told = [value for _, value in table.move(GERMAN, "26K-1").summary()]
    points = len(table.play.places.objectives) - taken
    assert say(f"chitpull.level.{level}", points=points) in told
