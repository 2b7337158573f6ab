"""2. The sequence of play."""

from __future__ import annotations

import pytest

from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.turn import GameTurn, first_turn
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


def phases(match: Match) -> list[tuple[str, str]]:
    """What has been announced so far, with the rule."""
    return [(e.key.rpartition("phase_")[2], str(e.citation)) for e in match.log if ".phase_" in e.key]


def whole_turn(turn: int) -> Match:
    t = Table(turn=turn)
    t.put("3GTK", "0402")
    t.put("1ID", "0502")
    match = t.push(GameTurn(0))
    while match.to_act and match._play.state.turn == turn:
        choices = texts(match)
        match.play("done" if "done" in choices else "assign auto" if "assign auto" in choices else choices[0])
    return match


@pytest.mark.rule("vistula 2#1", "vistula 2#2", "vistula 2#3", "vistula 2#4")
def test_rrw_then_the_allies_then_the_germans_then_the_supply_check() -> None:
    seen = phases(whole_turn(3))
    assert seen[:7] == [
        ("events", "vistula 2#1"),
        ("rrw", "vistula 2#1"),
        ("allied_movement", "vistula 2#2"),
        ("allied_combat", "vistula 2#2"),
        ("german_movement", "vistula 2#3"),
        ("german_combat", "vistula 2#3"),
        ("end", "vistula 2#4"),
    ]


@pytest.mark.rule("vistula 2#2")
def test_only_the_side_whose_segment_it_is_moves() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("1ID", "0504")
    match = t.push(GameTurn(3))
    assert match.to_act == "allied" and match.view("german")["phase"] == "allied_movement"
    assert str(refused(match, "move 1ID").citation) == "vistula 2#2"


@pytest.mark.rule("vistula 2#3")
def test_the_german_segment_is_the_germans_own() -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("1ID", "0504")
    match = t.push(GameTurn(5))
    assert match.to_act == "german"
    assert str(refused(match, "move 3GTK").citation) == "vistula 2#3"


@pytest.mark.rule("vistula 2#1")
def test_the_first_turn_begins_with_allied_movement() -> None:
    t = Table()
    t.put("3GTK", "0402")
    first_turn(t.play)
    match = t.match()
    assert match.to_act == "allied" and phases(match)[0][0] == "allied_movement"
    assert [u for u in t.tables.air[GERMAN] if match._play.state.hex[u] >= 0] == []


@pytest.mark.rule("vistula 2#4")
def test_the_end_of_the_turn_checks_supply_before_the_marker_moves_on() -> None:
    match = whole_turn(3)
    keys = [event.key for event in match.log]
    assert keys.index("vistula.event.phase_end") < keys.index("vistula.event.turn")
    assert str(happened(match.log, "turn")[0].citation) == "vistula 2#5"


@pytest.mark.rule("vistula 12.6#1", "vistula 12.5#1")
def test_the_thaw_and_the_fuehrer_are_asked_before_the_reinforcements() -> None:
    t = Table(turn=4, thaw="on", fuehrer_orders="on")
    t.put("3GTK", "0402")
    t.play.state.chance.dice = [6]
    match = t.push(GameTurn(0))
    keys = [event.key.rpartition(".")[2] for event in match.log]
    assert [key for key in keys if key in ("phase_events", "thaw", "order", "phase_rrw")] == [
        *("phase_events", "thaw", "order", "phase_rrw"),
    ]
    assert (t.play.state.thaw, t.play.state.order, t.play.state.duty) == (4, 4, 1)


@pytest.mark.rule("vistula 2#4", "vistula 5.7#1")
def test_a_turn_ends_with_the_check_and_begins_with_its_date() -> None:
    t = Table(turn=3)
    t.put("3GTK", "0402")
    t.put("16Pz", "2010")
    match = t.push(GameTurn(5))
    match.play("done")
    while t.play.state.turn == 3:
        match.play("done")
    assert [event.params["unit"] for event in happened(match.log, "out_of_supply")] == ["16Pz"]
    (turn,) = happened(match.log, "turn")
    assert (turn.params["turn"], str(turn.params["dates"])) == (4, "March I 1945")


@pytest.mark.rule("vistula 2#5", "vistula 8.1#2")
def test_what_lasts_a_turn_lapses_with_it() -> None:
    t = Table(turn=3)
    u = t.put("3GTK", "0402")
    state = t.play.state
    state.attacked[u] = state.fought[u] = state.exploited[u] = state.moved[u] = 1
    match = t.push(GameTurn(7))
    assert state.turn == 4 and match.to_act == "allied"
    assert (state.attacked[u], state.fought[u], state.exploited[u], state.moved[u]) == (0, 0, 0, 0)


@pytest.mark.rule("vistula 12.2")
def test_on_the_first_turn_aircraft_fly_as_the_weather_lets_them() -> None:
    t = Table(turn_1_air="on")
    t.put("3GTK", "0402")
    first_turn(t.play)
    match = t.match()
    assert [where(match, f"A-Air{k}") for k in range(1, 9)] == ["ready"] * 4 + ["used"] * 4
    assert (where(match, "G-Air1"), where(match, "G-Air2")) == ("ready", "used")


@pytest.mark.rule("vistula 2#2", "vistula 2#3")
@pytest.mark.parametrize(("side", "rule"), [(GERMAN, "2#3"), (ALLIED, "2#2")])
def test_the_combat_phase_is_no_movement_phase(side: int, rule: str) -> None:
    t = Table()
    t.put("3GTK", "0402")
    t.put("5Pz", "0502")
    match = t.push(CombatPhase(side))
    assert str(refused(match, f"move {'5Pz' if side == GERMAN else '3GTK'}").citation) == f"vistula {rule}"


@pytest.mark.rule("vistula 2#5", "vistula 11.2#1")
def test_the_next_turn_begins_with_what_the_dice_decide() -> None:
    t = Table(turn=5)
    t.put("3GTK", "0402")
    t.play.state.chance.dice = [6, 6, 6, 6, 6]
    match = t.push(GameTurn(7))
    assert t.play.state.turn == 6 and len(happened(match.log, "western_roll")) == 5
