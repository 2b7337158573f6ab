"""Fitting values: trials kept in a book, targets, the search, what it tells; and which values matter."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch.cli import app
from countermarch.games.bounds import Mark, bounds_of
from countermarch.lab import sensitivity, targets, trials, tuning
from countermarch.lab.trials import Book, Outcome, Trial

TINY = ("--budget", "14", "--games", "2", "--check", "3", "--seed", "5", "--bots", "random,random")
KNOBS = ("--knobs", "soviet_wins_from,german_defence,soviet_attack")


def run(*args: str) -> str:
    done = CliRunner().invoke(app, ["lab", *args])
    assert done.exit_code == 0, done.output
    return done.output


def refused(*args: str) -> str:
    done = CliRunner().invoke(app, ["lab", *args])
    assert done.exit_code == 2
    assert "Traceback" not in done.output
    return " ".join(done.output.split())


def outcome(winner: str | None, level: str = "", seed: int = 1, **marks: bool) -> Outcome:
    score = 0.5 if winner is None else float(winner == "german")
    return Outcome(seed, winner, level, score, {"soviet": 8}, marks, "")


# trials


def test_a_trial_is_played_once_and_read_back_from_its_book(tmp_path: Path) -> None:
    todo = trials.trials("bridgehead", "altbrueck", ("random", "random"), {"german_defence": 1}, range(3))
    file = tmp_path / "games.jsonl"
    found = trials.outcomes(Book(file), todo)
    again: list[int] = []
    assert trials.outcomes(Book(file), todo, told=again.append) == found
    assert again == [3]  # all at once: none was played
    assert len(file.read_text(encoding="utf-8").splitlines()) == 3


def test_a_row_that_was_cut_off_is_played_again(tmp_path: Path) -> None:
    todo = trials.trials("bridgehead", "altbrueck", ("random", "random"), {}, range(2))
    file = tmp_path / "games.jsonl"
    found = trials.outcomes(Book(file), todo)
    file.write_text(file.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    assert trials.outcomes(Book(file), todo) == found
    assert Book(file).found.keys() == {trial.key for trial in todo}


def test_a_file_that_is_no_book_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text('{"other": 1}\n', encoding="utf-8")
    with pytest.raises(ValueError, match="line 1: this is no row of a trial; name another folder"):
        Book(file)


def test_settings_change_the_game_that_is_played() -> None:
    def fingerprints(settings: dict[str, float]) -> list[str]:
        todo = trials.trials("bridgehead", "altbrueck", ("random", "random"), settings, range(4))
        return [one.fingerprint for one in trials.outcomes(Book(), todo)]

    assert fingerprints({}) == fingerprints({"german_defence": 0})
    assert fingerprints({}) != fingerprints({"german_defence": 1})


def test_jobs_do_not_change_what_is_played() -> None:
    todo = trials.trials("bridgehead", "altbrueck", ("random", "random"), {"german_defence": 1}, range(3))
    with trials.workers(2) as pool:
        assert trials.outcomes(Book(), todo, pool) == trials.outcomes(Book(), todo)


def test_marks_of_history_are_looked_for() -> None:
    watch = trials.Watch()
    watch.points = {6: {"soviet": 3}, 7: {"soviet": 6}}
    watch.stands = {1: frozenset(), 2: frozenset({("allied", "1426")})}
    match = cm.load("bridgehead").start(seed=1)
    quiet = Mark("quiet", "", 0, 1, side="soviet", turns=(7,), points=5)
    assert not watch.saw(quiet, match)
    watch.points[7] = {"soviet": 5}
    assert watch.saw(quiet, match)
    oder = {turns: Mark("oder", "", 0, 1, side="allied", hexes=("1426",), turns=turns) for turns in ((1, 2), (3,))}
    assert watch.saw(oder[1, 2], match)
    assert not watch.saw(oder[(3,)], match)
    assert not watch.saw(Mark("told", "", 0, 1, event="no.such.event"), match)


def test_a_captains_game_of_stargard_tells_of_arnswalde_and_the_quiet_fortnight() -> None:
    found = trials.play(Trial("stargard", "campaign", ("random", "random"), (), seed=3))
    assert set(found.marks) == {"arnswalde", "quiet"}


# targets


def test_a_fair_scenario_with_the_historical_median_misses_nothing() -> None:
    course = bounds_of("seelow").course("kuestrin")
    games = [outcome("soviet", "soviet_victory")] * 54 + [outcome(None, "draw")] * 20
    found = targets.summary(("german", "soviet"), games + [outcome("german", "german_victory")] * 26)
    assert found.wins == {"german": 0.26, "soviet": 0.54}
    assert targets.missed(found, course, targets.TARGETS) == 0
    assert targets.reached(found, course) == []


def test_what_is_lopsided_drawn_or_unhistorical_is_missed_each_by_its_target() -> None:
    course = bounds_of("seelow").course("kuestrin")
    sides = ("german", "soviet")
    german = targets.summary(sides, [outcome("german", "german_victory")] * 10)
    assert targets.missed(german, course, ["fair"]) > 10
    assert targets.missed(german, course, ["history"]) > 10
    assert targets.reached(german, course) == [
        "german wins 100%",
        "the median is german_victory, not soviet_victory",
    ]
    drawn = targets.summary(sides, [outcome(None, "draw")] * 5 + [outcome("soviet", "soviet_victory")] * 5)
    assert targets.reached(drawn, course) == ["50% are drawn"]


def test_a_mark_out_of_its_share_is_missed() -> None:
    course = bounds_of("stargard").course("campaign")
    games = [outcome("soviet", "soviet_minor", arnswalde=True, quiet=True)] * 10
    found = targets.summary(("german", "soviet"), games)
    assert targets.missed(found, course, ["history"]) == pytest.approx(((1 - 0.66) / targets.UNIT) ** 2)


def test_a_knob_costs_by_the_square_of_its_way() -> None:
    knobs = [bounds_of("seelow").knob("april_guns")]
    assert targets.price(knobs, {}) == 0
    assert targets.price(knobs, {"april_guns": 5}) == pytest.approx(targets.PRICE)
    assert targets.price(knobs, {"april_guns": -1.5}) == pytest.approx(targets.PRICE / 4)


def test_an_unknown_target_names_those_there_are() -> None:
    with pytest.raises(ValueError, match="there is no target 'beauty'; there are history, fair"):
        targets.check_targets("fair,beauty")


# the search


def test_tuning_writes_an_overlay_a_report_and_words(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    run("tune", "bridgehead", "--out", str(folder), *TINY, *KNOBS)
    overlay = json.loads((folder / "tuned.json").read_text(encoding="utf-8"))
    assert (overlay["name"], overlay["game"]) == ("tuned", "bridgehead")
    cm.load("bridgehead", folder / "tuned.json").start(seed=1)
    report = (folder / "report.md").read_text(encoding="utf-8")
    assert "| soviet wins |" in report and "countermarch lab tune bridgehead" in report
    assert "what was moved" in (folder / "changes.md").read_text(encoding="utf-8")
    figures = json.loads((folder / "report.json").read_text(encoding="utf-8"))
    assert figures["before"]["scenarios"]["altbrueck"]["games"] == 3


def test_tuning_that_was_stopped_comes_to_the_same_and_plays_nothing_twice(tmp_path: Path) -> None:
    whole, stopped = tmp_path / "whole", tmp_path / "stopped"
    run("tune", "bridgehead", "--out", str(whole), *TINY, *KNOBS)
    run("tune", "bridgehead", "--out", str(stopped), *TINY, *KNOBS)
    games = stopped / "games.jsonl"
    lines = games.read_text(encoding="utf-8").splitlines(keepends=True)
    games.write_text("".join(lines[:9]) + lines[9][:30], encoding="utf-8")
    for file in ("tuned.json", "report.md"):
        (stopped / file).unlink()
    run("tune", "bridgehead", "--out", str(stopped), *TINY, *KNOBS)
    for file in ("tuned.json", "report.md", "games.jsonl"):
        assert (stopped / file).read_text(encoding="utf-8") == (whole / file).read_text(encoding="utf-8")


def test_a_folder_of_another_tuning_or_of_something_else_is_left_alone(tmp_path: Path) -> None:
    folder, other = tmp_path / "out", tmp_path / "other"
    run("tune", "bridgehead", "--out", str(folder), *TINY, *KNOBS)
    said = refused("tune", "bridgehead", "--out", str(folder), *TINY, *KNOBS, "--target", "fair")
    assert "holds a tuning with other arguments" in said
    other.mkdir()
    (other / "letter.txt").write_text("dear", encoding="utf-8")
    assert "is not empty and holds no tuning" in refused("tune", "bridgehead", "--out", str(other), *TINY, *KNOBS)
    assert [file.name for file in other.iterdir()] == ["letter.txt"]


def test_a_search_may_begin_from_a_guess(tmp_path: Path) -> None:
    guessed, plain = tmp_path / "guessed", tmp_path / "plain"
    run("tune", "bridgehead", "--out", str(plain), *TINY, *KNOBS)
    run("tune", "bridgehead", "--out", str(guessed), *TINY, *KNOBS, "--start", "german_defence=1")
    assert "--start german_defence=1" in (guessed / "report.md").read_text(encoding="utf-8")
    assert (guessed / "games.jsonl").read_bytes() != (plain / "games.jsonl").read_bytes()


def test_one_knob_can_be_tuned_alone(tmp_path: Path) -> None:
    one = ("--knobs", "german_defence", "--budget", "8")
    run("tune", "bridgehead", "--out", str(tmp_path / "one"), *TINY[2:], *one)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("tune", "chess"), "chess"),
        (("tune", "bridgehead", "--scenario", "mars"), "mars"),
        (("tune", "bridgehead", "--target", "beauty"), "there is no target 'beauty'"),
        (("tune", "bridgehead", "--knobs", "luck"), "there is no knob 'luck'"),
        (("tune", "bridgehead", "--start", "luck=1"), "'luck', which is none of the knobs"),
        (("tune", "bridgehead", "--start", "german_defence"), "write --start as knob=turns"),
        (("tune", "bridgehead", "--bots", "captain"), "has 2 sides"),
        (("tune", "bridgehead", "--bots", "captain,napoleon"), "napoleon"),
        (("tune", "bridgehead", "--budget", "3"), "not enough for one generation"),
        (
            (
                "tune",
                "seelow",
            ),
            "name one to 8 with --knobs",
        ),
    ],
)
def test_wrong_arguments_are_told_and_nothing_is_written(args: tuple[str, ...], said: str, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    assert said in refused(*args, "--out", str(folder))
    assert not folder.exists()


# what matters


def test_sensitivity_ranks_knobs_by_what_they_do(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    args = ("sensitivity", "bridgehead", "--games", "6", "--bots", "random,random", "--out", str(rows), "--json")
    found = json.loads(run(*args))
    assert [abs(one["result"]) for one in found] == sorted((abs(one["result"]) for one in found), reverse=True)
    assert all(one["low"] <= one["result"] <= one["high"] for one in found)
    assert {one["knob"] for one in found} == {knob.key for knob in bounds_of("bridgehead").knobs}
    played = rows.read_text(encoding="utf-8")
    assert json.loads(run(*args)) == found
    assert rows.read_text(encoding="utf-8") == played


def test_a_higher_threshold_helps_the_germans_on_the_same_dice() -> None:
    knob = bounds_of("bridgehead").knob("soviet_wins_from")
    bots = ("recruit", "recruit")
    by = {
        one.turned: one.result
        for one in sensitivity.effects("bridgehead", "altbrueck", bots, [knob], range(12), Book())
    }
    assert by[2] >= 0 >= by[-1]
    assert by[2] > by[-1]


def test_every_bound_can_be_ranked_by_itself() -> None:
    said = run("sensitivity", "bridgehead", "--each", "--games", "2", "--bots", "random,random")
    assert "levels: from" in said


def test_the_plan_says_how_many_games_it_takes() -> None:
    knobs = ("german_defence", "soviet_attack")
    plan = tuning.Plan("bridgehead", ("altbrueck",), knobs, ("fair",), ("random",) * 2, 3, 40, 5, seed=1)
    assert (plan.population, plan.generations, plan.total) == (6, 2, 46)
    assert tuning.fresh_dice(plan) == range(7, 12)
