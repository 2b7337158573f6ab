"""Games understood afterwards: luck told from choice."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch.bots import arena
from countermarch.bots.analysis import Analysis, Analyst, Swing
from countermarch.bots.plans import Plan
from countermarch.bots.value import judge_for, judge_of
from countermarch.cli import app
from countermarch.games.base import GameError
from countermarch.server.page import page


def finished(bots: tuple[str, str], seed: int) -> cm.Match:
    pairing = arena.Pairing("bridgehead", None, bots, seed)
    match = arena.begin(pairing)
    arena.finish(match, pairing)
    return match


@pytest.fixture(scope="module")
def looked_at() -> tuple[cm.Match, Analysis]:
    match = finished(("random", "captain"), 3)
    analyst = Analyst(match, rollouts=12)
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
    judge = judge_of(match)
    mean = sum(o.chance * judge.chance(o.match, swing.side) for o in table.outcomes(swing.played[0]))
    table.repeat(match.record[swing.index])
    assert swing.stood == pytest.approx(mean) and swing.told
    assert swing.change == pytest.approx(judge.chance(table, swing.side) - mean)


def test_luck_and_choices_of_the_turns_are_those_of_the_whole(looked_at: tuple[cm.Match, Analysis]) -> None:
    _, found = looked_at
    assert [course.turn for course in found.turns] == list(range(1, 7)) and found.turns[-1].index == len(found.curve)
    assert sum(course.luck for course in found.turns) == pytest.approx(found.luck("german"))
    for side in found.sides:
        assert sum(course.choice[side] for course in found.turns) == pytest.approx(found.choice(side))


def test_an_analysis_is_kept_as_json_and_read_again(looked_at: tuple[cm.Match, Analysis]) -> None:
    _, found = looked_at
    again = Analysis.from_json(json.loads(json.dumps(found.to_json())))
    assert again.curve == found.curve and (again.plans, again.closely) == (found.plans, found.closely)
    for side in found.sides:
        assert again.luck(side) == pytest.approx(found.luck(side), abs=1e-3)
        assert again.choice(side) == pytest.approx(found.choice(side), abs=1e-3)
    assert [(s.index, s.by, s.better) for s in again.moments] == [(s.index, s.by, s.better) for s in found.moments]


def test_a_better_plan_can_be_carried_out_where_it_was_missed(looked_at: tuple[cm.Match, Analysis]) -> None:
    match, found = looked_at
    missed = [swing for swing in found.moments if swing.by == "choice"]
    assert missed
    for swing in missed:
        table = match.beginning()
        for entry in match.record[: swing.index]:
            table.repeat(entry)
        assert swing.played == match.record[swing.index :][: len(swing.played)]
        world = table.imagine(swing.side, 1)
        assert swing.better and tuple(Plan.of(swing.better).carry_out(world, swing.side)) == swing.better


def test_only_the_doubtful_plans_of_a_long_match_are_looked_at_closely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("countermarch.bots.analysis.CLOSELY", 2)
    analyst = Analyst(finished(("random", "captain"), 3), rollouts=2)
    assert list(analyst.run())[-1] == 1.0
    assert analyst.found.plans > 10 and analyst.found.closely == 2


def test_what_one_side_gains_by_luck_the_other_loses(looked_at: tuple[cm.Match, Analysis]) -> None:
    _, found = looked_at
    assert found.luck("german") == pytest.approx(-found.luck("soviet")) != 0


def test_who_plays_at_random_chooses_worse_than_a_captain(looked_at: tuple[cm.Match, Analysis]) -> None:
    _, found = looked_at
    assert found.choice("german") < found.choice("soviet") <= 0 and found.plans > 10


def test_ten_moments_are_told_in_their_order() -> None:
    swings = [Swing(at, 1, "german", "luck", 0.5, 0.01 * ((7 * at) % 23), ("resolve",)) for at in range(23)]
    found = Analysis(("german", "soviet"), swings=swings)
    assert len(found.moments) == 10 and min(swing.change for swing in found.moments) == pytest.approx(0.13)
    assert [swing.index for swing in found.moments] == sorted(swing.index for swing in found.moments)


def test_it_can_be_stopped_and_keeps_what_it_has() -> None:
    analyst = Analyst(finished(("captain", "captain"), 5), rollouts=2)
    parts = list(analyst.run(lambda: len(analyst.found.curve) >= 5))
    assert parts[-1] < 1 and len(analyst.found.curve) == 5


def test_a_game_nobody_fitted_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("countermarch.bots.analysis.judge_of", lambda _: judge_for("alamo", "x", ("german", "soviet")))
    with pytest.raises(GameError, match="lab value bridgehead"):
        Analyst(cm.load("bridgehead").start(seed=1))


def test_a_match_that_goes_on_is_not_analysed() -> None:
    match = cm.load("bridgehead").start(seed=1)
    with pytest.raises(GameError, match="when it is over"):
        Analyst(match)
    match.play(match.legal()[0])
    analyst = Analyst(match, rollouts=2, closed=True)
    assert list(analyst.run())[-1] == 1.0 and len(analyst.found.curve) == 1, "unless people have closed it"


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


@pytest.mark.parametrize("language", ["en", "es"])
def test_a_page_needs_nothing_else(looked_at: tuple[cm.Match, Analysis], language: str) -> None:
    written = page(*looked_at, language)
    assert not re.findall(r'(?:src|href)="(?!#)|url\((?!#)|@import', written), "it asks for something outside"
    assert f'lang="{language}"' in written and ("Suerte y decisión" in written) == (language == "es")
    told = written.count('<section class="moment">')
    assert told == len(looked_at[1].moments)
    assert told - 2 <= written.count('<use href="#ground"/>') <= told, "a bridge that blows up names no hex"
    curve = re.search(r"<svg viewBox.*?</svg>", written, re.DOTALL)
    assert curve and len(ElementTree.fromstring(curve.group()).findall("rect")) == told + 1, "a sign for each moment"


def test_the_command_writes_a_page(tmp_path: Path) -> None:
    save, out = tmp_path / "game.json", tmp_path / "game.html"
    save.write_text(finished(("captain", "recruit"), 6).save(), encoding="utf-8")
    asked = ["analyse", str(save), "--rollouts", "2", "--html", str(out), "--language", "es"]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0 and not done.stdout and "Suerte y decisión" in out.read_text(encoding="utf-8")


def test_what_cannot_be_analysed_is_told_in_a_line_and_nothing_is_written(tmp_path: Path) -> None:
    out, going, bad = tmp_path / "out.html", tmp_path / "going.json", tmp_path / "bad.json"
    going.write_text(cm.load("bridgehead").start(seed=1).save(), encoding="utf-8")
    bad.write_text("{", encoding="utf-8")
    for file, said in ((going, "when it is over"), (bad, "bad"), (tmp_path, "directory")):
        done = CliRunner().invoke(app, ["analyse", str(file), "--html", str(out)])
        assert done.exit_code == 2 and "Traceback" not in done.stderr and not out.exists()
        assert said in done.stderr.lower() or said == "bad", done.stderr
    nowhere = CliRunner().invoke(app, ["analyse", str(going), "--html", str(tmp_path / "no" / "out.html")])
    assert nowhere.exit_code == 2 and "no folder" in nowhere.stderr
