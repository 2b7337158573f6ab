"""A small sample of the fuzz; `make fuzz` plays a million decisions."""

from __future__ import annotations

import pytest

import countermarch as cm
from tests.fuzz import GAME, Board, fuzz, fuzz_jobs, show
from tests.illegal import mirrored
from tests.tally import Tally
from tests.trial import Trial, options_of

GAMES_A_SEED = 6


@pytest.mark.parametrize("seed", (1, 100, 200, 300))
def test_random_games_hold(seed: int) -> None:
    tally = fuzz(range(seed, seed + GAMES_A_SEED), 5000)
    assert not tally.report, tally.report
    assert not tally.unsaid, f"texts missing or wrong: {', '.join(tally.unsaid)}"
    assert tally.decisions > 1000 and tally.refused() > tally.decisions / 15


@pytest.mark.parametrize(
    ("game", "decisions"), [("koenigsberg45", 4000), ("stargard", 4000), ("seelow", 4000), ("vistula", 800)]
)
@pytest.mark.parametrize("seed", (1, 100))
def test_random_games_of_the_others_hold(game: str, decisions: int, seed: int) -> None:
    tally = fuzz(range(seed, seed + GAMES_A_SEED), decisions, game)
    assert not tally.report, tally.report
    assert not tally.unsaid, f"texts missing or wrong: {', '.join(tally.unsaid)}"
    assert tally.decisions > 500 and tally.refused() > tally.decisions / 15


def test_every_value_of_every_option_is_played() -> None:
    game = cm.load(GAME)
    played = {pair for seed in range(80) for pair in options_of(game, seed).items()}
    assert played == {(info.key, value) for info in game.info.options for value in info.values}


def test_a_violation_is_reported_so_that_it_can_be_repeated() -> None:
    trial = Trial(cm.load(GAME), 7, Tally())
    trial.run(5)
    report = trial.report(AssertionError("two kings"))
    assert "two kings" in report and "--seed 7 --games 1" in report
    assert str(trial.match.actions[-1]) in report


def test_every_costly_check_is_made_in_a_long_game() -> None:
    trial = Trial(cm.load("vistula"), 3, Tally())
    trial.checks = [(10, check) for _, check in trial.checks]
    trial.due = [(0, at) for at in range(len(trial.checks))]
    trial.run(60)
    assert {check.__name__.removeprefix("check_") for _, check in trial.checks} <= set(trial.tally.did)
    assert trial.tally.refused() > 5


def test_the_lines_tell_how_far_it_is_and_what_never_fired(capsys: pytest.CaptureFixture[str]) -> None:
    tally = fuzz_jobs(1, 300, 2, "seelow")
    assert tally.decisions >= 300 and tally.games >= 2
    show(tally, "seelow")
    told = capsys.readouterr().out
    assert f"seelow: {tally.decisions} decisions in {tally.games} games" in told
    assert f"{tally.refused()} illegal actions refused" in told
    assert "rules that never fired (" in told and "no violation" in told


def test_progress_is_read_from_what_the_jobs_have_noted() -> None:
    Board.hang_up([0] * 7)
    one, other = Tally(games=2, decisions=70), Tally(games=1, decisions=30)
    one.did["illegal action"] = 9
    assert Board.note(0, one) and Board.note(1, other)
    assert "100 decisions in 3 games, 10 s, 10 a second, 9 illegal actions refused" in Board.read(10).line()
    other.report = "found something"
    assert not Board.note(1, other) and not Board.note(0, one)


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
    same_numbers = cm.Action(legal.choice, foreign)
    assert same_numbers not in match.legal()
    with pytest.raises((cm.IllegalAction, cm.NotationError)):
        match.play(same_numbers)
    match.play(same_words)
    assert match.actions == (legal,)
