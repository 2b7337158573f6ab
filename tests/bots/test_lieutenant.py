"""The captain of Bridgehead plays by the rules, the same way twice, and beats chance on either side."""

from __future__ import annotations

import pytest

import countermarch as cm
from countermarch.bots import Bot, bot
from countermarch.bots.arena import Pairing, play_game
from countermarch.bots.lieutenant import Doctrine, Lieutenant
from countermarch.charts import read_outcome
from tests.rules.bridgehead.table import table, where

SIDES = ("german", "soviet")


@pytest.mark.parametrize("side", SIDES)
def test_every_choice_is_legal_and_leaves_the_match_alone(side: str) -> None:
    match = cm.load("bridgehead").start(seed=5)
    seats: dict[str, Bot] = {each: bot("captain" if each == side else "random", 7) for each in SIDES}
    while match.to_act is not None:
        before = match.fingerprint()
        action = seats[match.to_act].choose(match)
        assert action in match.legal() and match.fingerprint() == before
        match.play(action)
    assert match.result is not None


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (play_game(Pairing("bridgehead", None, ("captain", "captain"), 4)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("side", SIDES)
def test_it_beats_chance(side: str) -> None:
    bots = tuple("captain" if each == side else "random" for each in SIDES)
    won = [play_game(Pairing("bridgehead", None, bots, seed)).winner == side for seed in range(100, 110)]
    assert sum(won) >= 9


def test_results_are_worth_what_they_do() -> None:
    order = [Doctrine().gain(read_outcome(code)) for code in ("A2", "A1", "-", "A1/D1", "Dr", "D1r", "D2")]
    assert order == sorted(order) and order[2] == 0


def test_it_attacks_where_it_pays_and_leaves_the_rest() -> None:
    good = table("soviet_combat", {"66T": "0904", "71T": "0905", "I-94": "0804"})
    assert str(Lieutenant(1).choose(good)) == "attack 0804"
    poor = table("soviet_combat", {"MC": "0904", "I-94": "0804"})
    assert str(Lieutenant(1).choose(poor)) == "done"


def test_it_blows_the_bridge_unless_the_rearguard_is_still_to_come() -> None:
    alone = {"66T": "0704", "VS": "0504"}
    crowd = {**alone, "I-94": "0801", "II-94": "0802", "AL": "0803"}
    for units, answer in ((alone, "blow"), (crowd, "wait")):
        match = table("soviet_movement", units)
        match.play("move 66T")
        match.play("to 0604")
        match.play("go-on")
        assert str(Lieutenant(1).choose(match)) == answer


def test_who_can_cross_crosses() -> None:
    match = table("soviet_movement", {"408R": "0603", "FJ": "0108"}, turn=6, bridge="blown")
    captain = Lieutenant(1)
    while match.to_act == "soviet" and match.position()["phase"] == "soviet_movement":
        match.play(captain.choose(match))
    assert where(match, "408R") in ("0503", "0504")
