"""Games understood afterwards: luck told from choice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch.bots import arena
from countermarch.bots.analysis import Analysis, Analyst, Swing
from countermarch.bots.value import judge_of
from countermarch.cli import app
from countermarch.games.base import GameError


def finished(bots: tuple[str, str], seed: int) -> cm.Match:
    pairing = arena.Pairing("bridgehead", None, bots, seed)
    match = arena.begin(pairing)
    arena.finish(match, pairing)
    return match


@pytest.fixture(scope="module")
def looked_at() -> tuple[cm.Match, Analysis]:
    match = finished(("random", "captain"), 3)
    analyst = Analyst(match, rollouts=6)
    parts = list(analyst.run())
    assert parts == sorted(parts) and parts[-1] == 1.0
    return match, analyst.found


def test_the_curve_has_a_point_for_each_action_and_ends_with_the_result(looked_at: tuple[cm.Match, Analysis]) -> None:
    match, found = looked_at
    assert [index for index, _, _ in found.curve] == list(range(1, len(match.record) + 1))
    assert match.result is not None
    assert (found.curve[-1][2] > 0.5) == (match.result.winner == found.sides[0])


def test_luck_is_what_came_less_all_that_could_have_come(looked_at: tuple[cm.Match, Analysis]) -> None:
    match, found = looked_at
    swing = next(swing for swing in found.swings if swing.by == "luck")
    table = match.beginning()
    for entry in match.record[: swing.index]:
        table.repeat(entry)
    judge = judge_of("bridgehead", "altbrueck", match.game.info.sides)
    mean = sum(o.chance * judge.chance(o.match, swing.side) for o in table.outcomes(swing.played[0]))
    table.repeat(match.record[swing.index])
    assert swing.change == pytest.approx(judge.chance(table, swing.side) - mean) and swing.told


def test_what_one_side_gains_by_luck_the_other_loses(looked_at: tuple[cm.Match, Analysis]) -> None:
    _, found = looked_at
    assert found.luck("german") == pytest.approx(-found.luck("soviet")) != 0


def test_who_plays_at_random_chooses_worse_than_a_captain(looked_at: tuple[cm.Match, Analysis]) -> None:
    _, found = looked_at
    assert found.choice("german") < found.choice("soviet") <= 0 and found.plans > 10


def test_ten_moments_are_told_in_their_order() -> None:
    swings = [Swing(at, 1, "german", "luck", 0.01 * ((7 * at) % 23), ("resolve",)) for at in range(23)]
    found = Analysis(("german", "soviet"), swings=swings)
    assert len(found.moments) == 10 and min(swing.change for swing in found.moments) == pytest.approx(0.13)
    assert [swing.index for swing in found.moments] == sorted(swing.index for swing in found.moments)


def test_it_can_be_stopped_and_keeps_what_it_has() -> None:
    analyst = Analyst(finished(("captain", "captain"), 5), rollouts=2)
    parts = 0
    for _ in analyst.run(lambda: len(analyst.found.curve) >= 5):
        parts += 1
    assert parts == len(analyst.found.curve) == 5


def test_a_game_nobody_fitted_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("countermarch.bots.analysis.judge_of", lambda *_: judge_of("alamo", "x", ("german", "soviet")))
    with pytest.raises(GameError, match="lab value bridgehead"):
        Analyst(cm.load("bridgehead").start(seed=1))


def test_the_command_tells_it_in_words_and_as_json(tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    save.write_text(finished(("captain", "recruit"), 6).save(), encoding="utf-8")
    run = CliRunner()
    words = run.invoke(app, ["analyse", str(save), "--rollouts", "2"])
    assert words.exit_code == 0 and "luck" in words.stdout and "choices" in words.stdout
    document = json.loads(run.invoke(app, ["analyse", str(save), "--rollouts", "2", "--json"]).stdout)
    assert set(document["luck"]) == {"german", "soviet"} and document["curve"]
    wrong = run.invoke(app, ["analyse", str(tmp_path / "none.json")])
    assert wrong.exit_code == 2 and "none.json" in wrong.stderr
