"""11 Objectives, the Western Allies, the fall of the bunker; 13.1 and 13.3 what it takes to win."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import victory
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.turn import GameTurn
from countermarch.match import Match
from tests.rules.vistula.table import ALLIED, GERMAN, Table, where

WESTERN = ("2825", "2232", "2529", "2327", "0633")  # Prague, Leipzig, Chemnitz, Dresden, Rostock


def points(t: Table, wanted: int) -> None:
    """Give the Allies objectives worth so many points, and the Germans the rest."""
    values = sorted(t.play.places.points.items(), key=lambda item: -item[1])
    for h, value in values:
        mine = value <= wanted and h != t.play.places.berlin
        wanted -= value if mine else 0
        t.play.set_control(h, 1 + (ALLIED if mine else GERMAN))
    assert wanted == 0


def finished(t: Table) -> Match:
    """The end of the turn."""
    return t.push(GameTurn(7))


@pytest.mark.rule("vistula 13.1#3", "vistula 11.1#2", "vistula 2#5")
@pytest.mark.parametrize(
    ("held", "level"), [(7, "allied"), (9, "allied"), (6, "draw"), (5, "draw"), (4, "german"), (0, "german")]
)
def test_red_storm_is_won_with_seven_points_and_drawn_with_five(held: int, level: str) -> None:
    t = Table(turn=5, scenario="red_storm")
    points(t, held)
    match = finished(t)
    assert match.result is not None
    assert (match.result.level, match.result.points["allied"]) == (level, held)
    assert match.result.points["german"] == sum(t.play.places.points.values()) - held
    assert match.result.winner == (None if level == "draw" else level)
    assert str(t.events("game_over")[0].citation) == "vistula 11.1#2"


@pytest.mark.rule("vistula 13.3#3", "vistula 11.1#2", "vistula 11.3#2")
@pytest.mark.parametrize(("held", "level"), [(14, "allied"), (13, "draw"), (12, "german")])
def test_the_campaign_ends_after_may_and_is_won_with_fourteen_points(held: int, level: str) -> None:
    t = Table(turn=9)
    points(t, held)
    match = finished(t)
    assert match.to_act is None
    assert match.result is not None
    assert match.result.level == level


@pytest.mark.rule("vistula 2#5")
def test_before_the_last_turn_the_marker_moves_on() -> None:
    t = Table(turn=4, scenario="red_storm")
    t.put("HQ-1B", "1604")
    t.put("113RC", "1604")
    match = finished(t)
    assert match.result is None
    assert t.play.state.turn == 5
    assert str(t.events("turn")[0].citation) == "vistula 2#5"


@pytest.mark.rule("vistula 11.2#1", "vistula 11.2#2", "vistula 11.2#3", "vistula 11.2#4")
def test_example_11_2_in_april_prague_falls_on_a_one_with_its_garrison() -> None:
    t = Table(turn=6)
    t.put("5Pz", "2825")
    t.put("HQ-17A", "2825")
    t.put("16Pz", "2826")
    t.play.state.chance.dice = [1, 2, 2, 2, 2]
    victory.western_allies(t.play)
    prague = t.hex("2825")
    assert (t.play.state.shut[prague], t.play.controls(GERMAN, prague), t.play.controls(ALLIED, prague)) == (1, 0, 0)
    match = t.match()
    assert (where(match, "5Pz"), where(match, "HQ-17A"), where(match, "16Pz")) == ("eliminated", "eliminated", "2826")
    assert [str(event.citation) for event in t.events("western_roll")] == ["vistula 11.2#1"] * 5
    assert [str(event.citation) for event in t.events("eliminated")] == ["vistula 11.2#4"] * 2
    assert [t.play.state.shut[t.hex(n)] for n in WESTERN] == [1, 0, 0, 0, 0]


@pytest.mark.rule("vistula 11.2#2")
@pytest.mark.parametrize(("turn", "dice", "fallen"), [(6, 1, 1), (6, 2, 0), (7, 2, 1), (7, 3, 0), (8, 3, 1), (8, 4, 0)])
def test_a_city_falls_more_easily_from_turn_to_turn(turn: int, dice: int, fallen: int) -> None:
    t = Table(turn=turn)
    t.play.state.chance.dice = [dice] * 5
    victory.western_allies(t.play)
    assert [t.play.state.shut[t.hex(n)] for n in WESTERN] == [fallen] * 5


@pytest.mark.rule("vistula 11.2#2")
def test_in_the_second_half_of_may_all_fall_without_a_die() -> None:
    t = Table(turn=9)
    victory.western_allies(t.play)
    assert [t.play.state.shut[t.hex(n)] for n in WESTERN] == [1] * 5
    assert not t.play.rolls
    assert [str(event.citation) for event in t.events("western_city")] == ["vistula 11.2#2"] * 5


@pytest.mark.rule("vistula 11.2#1")
def test_nobody_rolls_before_april_nor_for_a_city_already_taken() -> None:
    t = Table(turn=5)
    victory.western_allies(t.play)
    assert t.events("western_roll") == []
    t.play.state.turn = 6
    t.hold(ALLIED, "2825", "2232", "2529", "2327")
    t.play.state.chance.dice = [6]
    victory.western_allies(t.play)
    assert [event.params["hex"] for event in t.events("western_roll")] == ["0633"]


@pytest.mark.rule("vistula 11.2#3")
def test_a_city_of_the_western_allies_is_closed_and_counts_for_nobody() -> None:
    t = Table(turn=9)
    t.put("9TK", "2326")
    victory.western_allies(t.play)
    match = t.push(MovementPhase(ALLIED))
    assert "2327" not in match.reach(["9TK"])
    refusal = match.why_not(["9TK"], "2327")
    assert refusal is not None
    assert str(refusal.citation) == "vistula 11.2#3"
    western = sum(t.play.places.points[t.hex(n)] for n in WESTERN)
    total = sum(t.play.places.points.values())
    assert victory.points(t.play) <= total - western
    held = sum(value for h, value in t.play.places.points.items() if t.play.controls(GERMAN, h))
    assert victory.points(t.play) + held == total - western


@pytest.mark.rule("vistula 11.3#1")
def test_example_11_3_berlin_taken_first_the_western_rolls_then_the_bunker() -> None:
    t = Table(turn=8)
    t.hold(ALLIED, "1529")
    t.play.state.chance.dice = [6, 6, 6, 6, 6, 4]
    match = t.push(GameTurn(0))
    assert match.to_act is None
    assert match.result is not None
    assert len(t.events("western_roll")) == 5
    rolled = [event.key.rpartition(".")[2] for event in t.play.events]
    assert rolled.index("bunker_roll") > max(k for k, key in enumerate(rolled) if key == "western_roll")
    assert str(t.events("game_over")[0].citation) == "vistula 11.3#1"


@pytest.mark.rule("vistula 11.3#1")
@pytest.mark.parametrize("die", [5, 6])
def test_on_five_and_six_the_war_goes_on(die: int) -> None:
    t = Table(turn=5)
    t.hold(ALLIED, "1529")
    t.put("HQ-1B", "1604")
    t.put("113RC", "1604")
    t.box("A-LC1", "pool")
    t.play.state.chance.dice = [die]
    match = t.push(GameTurn(0))
    assert match.result is None
    assert str(t.events("bunker_roll")[0].citation) == "vistula 11.3#1"


@pytest.mark.rule("vistula 11.3#1")
def test_there_is_no_roll_while_berlin_is_german() -> None:
    t = Table(turn=5)
    assert not victory.fall_of_the_bunker(t.play)
    assert t.events("bunker_roll") == []
