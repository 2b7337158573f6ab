"""6.0 Reinforcements by rail or on foot: who comes when, where a train may bring him, and why not elsewhere."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.reinforcements import arrive
from countermarch.games.chitpull.state import OUT_OF_SUPPLY, RESERVE
from countermarch.match import Match
from tests.rules.koenigsberg.chits import chit
from tests.rules.koenigsberg.fights import Places
from tests.rules.koenigsberg.table import GERMAN, texts, where
from tests.rules.koenigsberg45.both import laid, no, rules

CORPS = ("28K-HQ", "28K-58", "28K-95")  # at D, 3145, on turn 8


def coming(others: Places, *ids: str) -> Match:
    found = laid(others, turn=8)
    for id in ids or CORPS:
        found.play.state.supply[found.box(id, RESERVE)] = OUT_OF_SUPPLY
    arrive(found.play, GERMAN)
    return found.match()


def hexes(match: Match) -> set[str]:
    return {action.hexes[-1] for action in match.legal() if action.verb == "place"}


@pytest.mark.rule("koenigsberg45 6.0", "koenigsberg45 6.0e")
def test_they_come_one_after_the_other_each_where_its_owner_likes() -> None:
    match = coming({})
    assert match.decision is not None
    cited = [f"koenigsberg45 {rule}" for rule in ("6.0", "6.0c", "3.2", "6.0e")]
    assert [str(rule) for rule in match.decision.citations] == cited
    assert no(match, "place 28K-58 3145") == "koenigsberg45 1.0"  # the HQ is asked for first
    assert rules(match.play("place 28K-HQ 3145"), "enters") == ["koenigsberg45 6.0"]
    match.play("place 28K-58 2931")
    match.play("place 28K-95 3145")
    assert [where(match, id) for id in CORPS] == ["3145", "2931", "3145"]
    assert chit(match, "28K") == "cup"
    movers = {text.split()[1] for text in texts(match) if text.startswith("move")}
    assert movers == {"28K-HQ", "28K-95"}  # the train was the whole move of the other
    states = {unit["id"]: unit["supply"] for unit in match.position()["units"]}
    assert {states[id] for id in CORPS} == {"supplied"}


@pytest.mark.rule("koenigsberg45 6.0e")
def test_a_train_goes_as_far_as_the_line_is_open() -> None:
    assert {"3145", "2931", "0112"} <= hexes(coming({}))  # across the whole map
    match = coming({"39A-94": "2932"})  # Pillau lies beyond, at the end of the line
    assert {"3145", "0112"} <= hexes(match) and "3329" in hexes(coming({})) - hexes(match)
    assert no(match, "place 28K-HQ 3329") == "koenigsberg45 6.0e"


@pytest.mark.rule("koenigsberg45 6.0e", "koenigsberg45 5.0")
def test_three_hexes_from_every_enemy_and_with_room() -> None:
    enemy, near, far = "2636", 2, 3
    match = coming({"39A-HQ": enemy})  # HQs count too
    grid = laid({}).tables.board.grid
    offered = {number: grid.distance(grid.index(number), grid.index(enemy)) for number in hexes(match)}
    assert min(offered.values()) == far
    tables = laid({}).tables
    around = grid.within(grid.index(enemy), near)
    close = [grid.numbers[h] for h in around if tables.on_rail[h] and grid.distance(h, grid.index(enemy)) == near]
    assert close and {no(match, f"place 28K-HQ {number}") for number in close} == {"koenigsberg45 6.0e"}
    full = {"9K-561": "2931", "9K-548": "2931"}
    match = coming(full, "28K-58")
    assert "2931" not in hexes(match) and no(match, "place 28K-58 2931") == "koenigsberg45 5.0"
    assert "2931" in hexes(coming(full, "28K-HQ"))


@pytest.mark.rule("koenigsberg45 6.0c", "koenigsberg45 3.2")
def test_the_edge_opens_while_the_entry_hex_is_blocked() -> None:
    open_gate = coming({})
    assert "2945" not in hexes(open_gate) and no(open_gate, "place 28K-HQ 2945") == "koenigsberg45 6.0c"
    match = coming({"39A-94": "3144"})
    assert "2945" in hexes(match) and no(match, "place 28K-HQ 3145") == "koenigsberg45 3.2"
    assert no(match, "place 28K-HQ 2944") == "koenigsberg45 6.0c"  # neither edge nor railway
    match.play("place 28K-HQ 2945")
    assert where(match, "28K-HQ") == "2945"


@pytest.mark.rule("koenigsberg45 6.0c")
def test_the_edge_is_ten_hexes_long_and_one_hex_deep() -> None:
    match = coming({"39A-94": "3144"}, "28K-58")
    on_rail = laid({}).tables.on_rail
    index = laid({}).tables.board.grid.index
    afoot = {number for number in hexes(match) if not on_rail[index(number)]}
    assert afoot == {"2945", "2645", "2545", "2445", "2345", "2245"}  # trains come to the others on it
