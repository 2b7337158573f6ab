"""12.2, 12.4, 12.6 The optional rules but for defence in depth and the orders of the Führer."""

from __future__ import annotations

from pathlib import Path

import pytest

from countermarch.games.vistula import aviation, thaw, ways
from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, steps, texts, where

# 12.2


@pytest.mark.rule("vistula 12.2")
@pytest.mark.parametrize(("option", "turn", "expected"), [("on", 1, (1, 4)), ("off", 1, (2, 8)), ("on", 2, (2, 8))])
def test_in_the_weather_of_turn_1_half_of_the_aircraft_stay_down(
    option: str, turn: int, expected: tuple[int, int]
) -> None:
    t = Table(turn=turn, turn_1_air=option)
    aviation.refresh(t.play)
    assert tuple(len(aviation.ready(t.play, side)) for side in (GERMAN, ALLIED)) == expected
    assert [str(event.citation) for event in t.events("grounded")] == ["vistula 12.2"] * (2 if expected[0] == 1 else 0)


# 12.4


def struck(dice: int, crowd: int, markers: int, turn: int = 3) -> tuple[Table, Match]:
    t = Table(turn=turn, interdiction="on", thaw="on")
    aviation.refresh(t.play)
    ids = ("9TK", "11TK", "113RC", "72RC")[:crowd]
    for id in ids:
        t.put(id, "1604")
    t.put("54RC", "1401")
    t.put("1ID", "1420")
    match = t.push(MovementPhase(ALLIED))
    match.play("pass")
    match.play("move 54RC")
    match.play("to 1402")
    assert match.to_act == "german"
    match.next_dice(dice)
    match.play(f"interdict 1604 {markers}")
    return t, match


def steps_due(t: Table, match: Match, crowd: int) -> int:
    """Let the owner lose what he must."""
    before = 2 * crowd
    while match.to_act == "allied" and texts(match)[0].startswith("lose"):
        match.play(match.legal()[0])
    ids = ("9TK", "11TK", "113RC", "72RC")[:crowd]
    return before - sum(steps(match, id) for id in ids)


@pytest.mark.rule("vistula 12.4#1", "vistula 12.4#3")
@pytest.mark.parametrize(
    ("markers", "die", "lost"), [(1, 4, 0), (1, 5, 1), (1, 6, 2), (2, 2, 0), (2, 3, 1), (2, 5, 1), (2, 6, 2)]
)
def test_example_12_4_the_interdiction_table(markers: int, die: int, lost: int) -> None:
    t, match = struck(die, 2, markers)
    assert len(aviation.ready(t.play, GERMAN)) == 2 - markers
    assert steps_due(t, match, 2) == lost


@pytest.mark.rule("vistula 12.4#3")
def test_the_soviet_player_chooses_who_loses_the_steps() -> None:
    _, match = struck(5, 2, 1)
    assert (match.to_act, texts(match)) == ("allied", ["lose 11TK", "lose 9TK"])
    assert match.decision is not None and "Air strike" in str(match.decision.prompt)
    assert "vistula 12.4#3" in map(str, match.decision.citations)
    [lost] = happened(match.play("lose 11TK"), "step_lost_to_aircraft")
    assert str(lost.citation) == "vistula 12.4#3" and str(lost.text) == "11TK loses a step to the air strike"
    assert steps(match, "11TK") == 1


@pytest.mark.rule("vistula 12.4#4")
def test_example_12_4_two_markers_and_a_two_against_four_units_count_as_a_three() -> None:
    t, match = struck(2, 4, 2)
    assert steps_due(t, match, 4) == 1


@pytest.mark.rule("vistula 12.4#4", "vistula 12.6#3")
def test_in_the_thaw_the_die_counts_one_more() -> None:
    t = Table(turn=3, interdiction="on", thaw="on")
    aviation.refresh(t.play)
    t.play.state.thaw = 3
    t.put("9TK", "1604")
    t.put("54RC", "1401")
    t.put("1ID", "1420")
    match = t.push(MovementPhase(ALLIED))
    match.next_dice(4)
    events = match.play("interdict 1604 1")
    [event] = happened(events, "interdicted")
    assert (event.params["die"], event.params["read"], event.params["steps"]) == (4, 5, 1)
    assert str(event.citation) == "vistula 12.4#1"
    assert steps(match, "9TK") == 1


@pytest.mark.rule("vistula 12.4#1")
def test_the_germans_may_let_a_move_pass_or_the_whole_phase() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    for id, number in (("9TK", "1604"), ("54RC", "1401"), ("90RC", "1401"), ("103RC", "1401")):
        t.put(id, number)
    match = t.push(MovementPhase(ALLIED))
    match.play("pass")
    match.play("move 54RC")
    match.play("to 1402")
    assert str(refused(match, "interdict 1420 1").citation) == "vistula 12.4#1"
    match.play("pass")
    match.play("move 90RC")
    match.play("to 1402")
    assert match.to_act == "german"
    match.play("done")
    match.play("move 103RC")
    match.play("to 1402")
    assert match.to_act == "allied"


@pytest.mark.rule("vistula 12.4#1")
def test_the_germans_may_strike_before_the_first_move_and_with_each_marker_apart() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("9TK", "1604")
    t.put("54RC", "1401")
    match = t.push(MovementPhase(ALLIED))
    assert match.to_act == "german"
    match.next_dice(5, 5)
    match.play("interdict 1604 1")
    assert steps(match, "9TK") == 1
    assert match.to_act == "german" and "interdict 1401 2" not in texts(match)  # the other marker, at once
    assert refused(match, "interdict 1401 2").reason.params["left"] == 1
    match.play("interdict 1401 1")
    assert steps(match, "54RC") == 1
    assert match.to_act == "allied"  # no aircraft left: nobody is asked again
    match.play("move 54RC")
    match.play("to 1402")
    assert match.to_act == "allied"


@pytest.mark.rule("vistula 12.4#1")
def test_the_germans_may_strike_when_no_ally_moves() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("9TK", "1604")
    t.put("1ID", "1420")
    t.play.state.moved[t.unit("9TK")] = 1  # nobody can move at all
    match = t.push(MovementPhase(GERMAN), MovementPhase(ALLIED))
    assert match.to_act == "german" and "interdict 1604 2" in texts(match)
    match.play("pass")
    assert match.to_act == "german" and "move 1ID" in texts(match)  # the next phase, where nobody interdicts


@pytest.mark.rule("vistula 12.4#1")
def test_without_the_option_nobody_is_asked() -> None:
    t = Table(turn=3)
    aviation.refresh(t.play)
    t.put("54RC", "1401")
    t.put("9TK", "1604")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 54RC")
    match.play("to 1402")
    assert match.to_act == "allied"


# 12.6


@pytest.mark.rule("vistula 12.6#1")
@pytest.mark.parametrize(("turn", "die", "thaws"), [(2, 3, True), (2, 4, False), (3, 5, True), (3, 6, False)])
def test_the_thaw_comes_on_turn_2_or_3_by_the_die(turn: int, die: int, thaws: bool) -> None:
    t = Table(turn=turn, thaw="on")
    t.play.state.chance.dice = [die]
    thaw.roll(t.play)
    assert t.play.state.thaw == (turn if thaws else 0)
    assert str(t.events("thaw" if thaws else "no_thaw")[0].citation) == "vistula 12.6#1"


@pytest.mark.rule("vistula 12.6#1")
def test_on_turn_4_it_comes_at_last_and_only_once() -> None:
    t = Table(turn=4, thaw="on")
    thaw.roll(t.play)
    assert (t.play.state.thaw, t.play.state.chance.deeds) == (4, {})
    assert t.events("thaw")[0].params["die"] == 0
    t = Table(turn=3, thaw="on")
    t.play.state.thaw = 2
    t.play.state.chance.dice = [1]
    thaw.roll(t.play)
    assert t.play.state.thaw == 2
    assert not thaw.thawing(t.play)


@pytest.mark.rule("vistula 12.6#1")
def test_without_the_option_there_is_no_thaw() -> None:
    t = Table(turn=4)
    thaw.roll(t.play)
    assert t.play.state.thaw == 0


@pytest.mark.rule("vistula 12.6#2")
def test_example_12_6_a_movement_of_five_becomes_three() -> None:
    t = Table(turn=3, thaw="on")
    t.play.state.thaw = 3
    t.put("1GKK", "1604", supply="out_of_supply")  # ten, halved to five
    t.put("113RC", "1604")
    t.put("HQ-1B", "1604")
    assert [ways.allowance(t.play, t.unit(id)) for id in ("1GKK", "113RC", "HQ-1B")] == [3, 4, 1]
    match = t.push(MovementPhase(ALLIED))
    assert max(match.reach(["113RC"]).values()) == 4
    assert max(match.reach(["113RC"], mode="strategic").values()) == 8


# 12.4, its table and targets


@pytest.mark.rule("vistula 12.4#1")
def test_strikes_are_offered_on_hexes_with_allied_combat_units_only() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("9TK", "1604")
    t.put("HQ-1B", "1605")
    t.put("1ID", "1420")
    match = t.push(MovementPhase(ALLIED))
    assert texts(match) == ["interdict 1604 1", "interdict 1604 2", "pass", "done"]
    refusal = refused(match, "interdict 1604 3")
    assert (str(refusal.citation), refusal.reason.params["left"]) == ("vistula 12.4#1", 2)
    for number in ("1605", "1420"):
        assert refused(match, f"interdict {number} 1").reason.key == "vistula.refusal.nothing_to_strike"


@pytest.mark.rule("vistula 12.4#4")
@pytest.mark.parametrize(("others", "thawing", "die", "read"), [(0, 0, 6, 6), (3, 0, 3, 4), (3, 3, 3, 5), (3, 3, 6, 6)])
def test_a_full_hex_and_the_thaw_add_one_each_up_to_six(others: int, thawing: int, die: int, read: int) -> None:
    """An HQ counts for the four."""
    t = Table(turn=3, interdiction="on", thaw="on")
    aviation.refresh(t.play)
    t.play.state.thaw = thawing
    for id in ("9TK", "HQ-1B", "11TK", "113RC")[: others + 1]:
        t.put(id, "1604")
    match = t.push(MovementPhase(ALLIED))
    match.next_dice(die)
    [event] = happened(match.play("interdict 1604 1"), "interdicted")
    assert event.params["read"] == read


@pytest.mark.rule("vistula 12.4#3", "vistula 10.4#1")
def test_an_hq_outlives_the_units_struck_beside_it() -> None:
    t = Table(turn=3, interdiction="on")
    aviation.refresh(t.play)
    t.put("152UR", "1604")
    t.put("HQ-1B", "1604")
    t.put("9TK", "1402")
    match = t.push(MovementPhase(ALLIED))
    match.next_dice(6)
    match.play("interdict 1604 1")
    assert (where(match, "152UR"), where(match, "HQ-1B")) == ("eliminated", "1604")


@pytest.mark.rule("vistula 12.4#3", "vistula 7.1#1")
def test_a_unit_struck_moves_as_its_other_side_says(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,move_reduced\n113RC,4\n", encoding="utf-8")
    t = Table(turn=3, data=tmp_path, interdiction="on")
    aviation.refresh(t.play)
    t.put("113RC", "1604")
    t.put("94RC", "1402")
    match = t.push(MovementPhase(ALLIED))
    match.play("pass")
    assert max(match.reach("113RC").values()) == 8
    match.play("move 94RC")
    match.play("to 1401")
    match.next_dice(5)
    match.play("interdict 1604 1")
    match.play("pass")
    assert max(match.reach("113RC").values()) == 4
