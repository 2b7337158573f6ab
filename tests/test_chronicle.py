"""The story of a match: points by turn, losses, luck, marks and turning points, against hand-made cases."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

import countermarch as cm
from countermarch.chronicle import Chronicle, chronicle_of
from countermarch.shelf import OURS
from tests.rules.bridgehead.table import table, texts

SIXTH = 1 / 6
WEST = {"II-94": "0102", "AL": "0103", "VS": "0504", "STG": "0106", "FJ": "0107", "PI": "0105"}
EAST = {"415R": "1103", "9GR": "1104", "66T": "1105", "71T": "1106", "MC": "1107"}
FIGHT = {**WEST, **EAST, "408R": "0904", "411R": "0905", "I-94": "0804"}  # 8 to 4 in the open: 2-1


def attacked(die: int, weak: tuple[str, ...] = ()) -> cm.Match:
    """Two regiments attack a battalion at 2-1, and the Soviets are done with the phase."""
    match = table("soviet_combat", FIGHT, turn=2, bridge="blown", weak=weak)
    for action in ("attack 0804", "with 408R", "with 411R"):
        match.play(action)
    match.next_dice(die)
    match.play("resolve")
    while match.to_act == "soviet" and "done" in texts(match):
        match.play("done")
    return match


@cache
def wandered(game: str, seed: int = 3) -> cm.Match:
    """A match by chance, to its end."""
    match, pick = cm.load(game).start(seed=seed), Random(seed)
    while match.to_act is not None:
        legal = match.legal()
        match.play(legal[pick.randrange(len(legal))])
    return match


@cache
def story(game: str) -> Chronicle:
    return chronicle_of(wandered(game))


# dice


def test_a_die_has_its_luck_and_what_it_was_cast_for() -> None:
    """2-1: A1, A1/D1, Dr, Dr, D1r, D1r. A five is better than four sixths and as good as two."""
    (roll,) = chronicle_of(attacked(5)).rolls
    assert (roll.side, roll.kind, roll.hex, roll.column, roll.die, roll.result) == (
        "soviet", "attack", "0804", "2-1", 5, "D1r"
    )  # fmt: skip
    assert roll.luck.value == pytest.approx(4 * SIXTH + SIXTH - 0.5)
    assert roll.luck.expected == pytest.approx((2 * SIXTH, 3 * SIXTH)) and roll.luck.rolled == (0, 1)


def test_the_dice_cast_against_a_side_are_its_luck_too() -> None:
    told = chronicle_of(attacked(1))
    assert told.luck("soviet") == pytest.approx(SIXTH / 2 - 0.5) == -told.luck("german")
    assert told.fortune("german").dice == 0
    own = told.fortune("soviet")
    assert (own.dice, own.rolled) == (1, (1, 0)) and own.expected == pytest.approx((2 * SIXTH, 3 * SIXTH))


def test_the_log_tells_of_the_die_where_the_chronicle_says() -> None:
    match = attacked(5)
    (roll,) = chronicle_of(match).rolls
    assert match.log[roll.event].params["die"] == 5


def test_dice_without_a_scale_are_only_counted() -> None:
    match, told = wandered("koenigsberg"), story("koenigsberg")
    dice = sum("die" in event.params or "dice" in event.params for event in match.log)
    assert told.uncounted > 0 and told.uncounted + len(told.rolls) == dice


# losses


def test_steps_lost_are_counted_by_side_and_turn() -> None:
    told = chronicle_of(attacked(5))
    assert [(loss.side, loss.unit, loss.steps, loss.gone, loss.turn) for loss in told.losses] == [
        ("german", "I-94", 1, False, 2)
    ]
    assert (told.lost("german"), told.lost("soviet"), told.lost("german", 2), told.lost("german", 3)) == (1, 0, 1, 0)


def test_a_unit_that_loses_its_last_step_is_marked() -> None:
    match = attacked(5, weak=("I-94",))
    told = chronicle_of(match)
    assert [(loss.unit, loss.gone) for loss in told.losses] == [("I-94", True)]
    (mark,) = (mark for mark in told.marks if mark.kind == "unit")
    assert (mark.unit, mark.side, mark.hex) == ("I-94", "german", "0804") and mark.event is not None
    assert "I-94" in str(match.log[mark.event])


@pytest.mark.parametrize("game", OURS)
def test_whoever_the_log_says_lost_a_step_has_lost_one(game: str) -> None:
    match = wandered(game)
    lost = {event.params["unit"] for event in match.log if event.key.endswith(".step_lost")}
    assert lost and lost <= {loss.unit for loss in story(game).losses}


# points


def test_points_are_told_when_they_change() -> None:
    """A regiment that is across goes into the town: two points."""
    units = {**FIGHT, "408R": "0405", "I-94": "0101", "VS": "0107", "FJ": "0108"}
    match = table("soviet_movement", units, turn=2, bridge="blown")
    start = match.standing()
    assert start is not None
    match.play("move 408R")
    match.play("to 0504")
    told = chronicle_of(match)
    assert [(score.index, score.total) for score in told.scores] == [(0, start.total), (2, (start.total or 0) + 2)]
    (mark,) = told.marks
    assert (mark.kind, mark.side, mark.hex, mark.index, mark.turn) == ("objective", "soviet", "0504", 2, 2)


@pytest.mark.parametrize("game", OURS)
def test_the_last_score_is_that_of_the_result(game: str) -> None:
    match, told = wandered(game), story(game)
    assert match.result is not None and told.result == match.result
    last = told.scores[-1]
    if last.total is not None:
        assert told.standing is not None and last.total == told.standing.total
        assert last.total in match.result.points.values()
    assert told.actions == len(match.actions)
    assert [begun.turn for begun in told.turns] == list(range(told.turns[0].turn, match.turn + 1))


# turning points


def test_a_turning_point_is_where_points_or_losses_swing() -> None:
    match = attacked(5, weak=("I-94",))
    (moment,) = chronicle_of(match).turning_points()
    assert moment.hex == "0804" and moment.losses == {"soviet": 0, "german": 1}
    assert [mark.unit for mark in moment.marks if mark.kind == "unit"] == ["I-94"]


@pytest.mark.parametrize("game", OURS)
def test_turning_points_are_few_of_different_turns_and_in_order(game: str) -> None:
    told = story(game)
    moments = told.turning_points()
    assert 1 <= len(moments) <= 4 and all(0 < moment.index <= told.actions for moment in moments)
    turns = [moment.turn for moment in moments]
    assert turns == sorted(set(turns)) and [m.index for m in moments] == sorted(m.index for m in moments)


# secrets


def test_what_was_hidden_from_somebody_is_known_to_have_been() -> None:
    assert not story("koenigsberg45").open
    assert all(story(game).open for game in ("bridgehead", "vistula"))


def test_a_chronicle_changes_nothing_of_the_match() -> None:
    match = wandered("bridgehead")
    before = json.loads(match.save())
    told = chronicle_of(match)
    assert isinstance(told, Chronicle) and json.loads(match.save()) == before and not match.weighs
