"""A small sample of the fuzz; `make fuzz` plays a million decisions."""

from __future__ import annotations

import pytest

import countermarch as cm
from tests.fuzz import GAME, Tally, Trial, fuzz, options_of
from tests.illegal import mirrored

GAMES_A_SEED = 3


@pytest.mark.parametrize("seed", (1, 100, 200, 300))
def test_random_games_hold(seed: int) -> None:
    tally = fuzz(range(seed, seed + GAMES_A_SEED), 2500)
    assert not tally.report, tally.report
    assert not tally.unsaid, f"texts missing or wrong: {', '.join(tally.unsaid)}"
    assert tally.decisions > 500 and tally.did["illegal action"] > 100


@pytest.mark.parametrize(
    ("game", "decisions"), [("koenigsberg45", 2000), ("stargard", 2000), ("seelow", 1500), ("vistula", 300)]
)
@pytest.mark.parametrize("seed", (1, 100))
def test_random_games_of_the_others_hold(game: str, decisions: int, seed: int) -> None:
    tally = fuzz(range(seed, seed + GAMES_A_SEED), decisions, game)
    assert not tally.report, tally.report
    assert not tally.unsaid, f"texts missing or wrong: {', '.join(tally.unsaid)}"
    assert tally.decisions > 200 and tally.did["illegal action"] > 50


def test_every_value_of_every_option_is_played() -> None:
    game = cm.load(GAME)
    played = {pair for seed in range(40) for pair in options_of(game, seed).items()}
    assert played == {(info.key, value) for info in game.info.options for value in info.values}


def test_a_violation_is_reported_so_that_it_can_be_repeated() -> None:
    trial = Trial(cm.load(GAME), 7, Tally())
    trial.run(5)
    report = trial.report(AssertionError("two kings"))
    assert "two kings" in report and "--seed 7 --games 1" in report
    assert str(trial.match.actions[-1]) in report


def test_the_same_seed_plays_the_same_game() -> None:
    trials = [Trial(cm.load(GAME), 3, Tally()) for _ in range(2)]
    for trial in trials:
        trial.run(150)
    assert trials[0].match.fingerprint() == trials[1].match.fingerprint()
    assert trials[0].tally.cited == trials[1].tally.cited


def test_an_action_of_another_game_is_taken_by_its_words() -> None:
    match = cm.load(GAME).start(seed=1)
    legal = match.legal()[0]
    foreign = mirrored(legal.grammar)
    same_words = cm.Action(foreign.read(str(legal)), foreign)
    same_numbers = cm.Action(legal.option, foreign)
    assert same_numbers not in match.legal()
    with pytest.raises((cm.IllegalAction, cm.NotationError)):
        match.play(same_numbers)
    match.play(same_words)
    assert match.actions == (legal,)
