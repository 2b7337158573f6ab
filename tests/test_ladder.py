"""Pairs of games with the seats exchanged, and what they tell."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from countermarch.cli import app
from countermarch.lab import ladder
from countermarch.lab.ladder import Pair

RUN = CliRunner()
LADDER = ["lab", "ladder", "bridgehead", "--levels", "random,recruit"]


def pair(results: tuple[float, float], margins: tuple[float, float] = (0, 0), seed: int = 1) -> Pair:
    return Pair("bridgehead", None, ("a", "b"), seed, results, margins, ("x", "y"))


def test_a_pair_goes_to_the_better_sum_of_results_then_of_margins() -> None:
    assert pair((1, 1)).score == 1.0 and pair((0, 0.5)).score == 0.0
    assert pair((1, 0), (5, -6)).score == 0.0 and pair((0, 1), (-2, 3)).score == 1.0
    assert pair((1, 0), (4, -4)).score == 0.5


def test_both_games_of_a_pair_have_the_same_dice_and_a_bot_against_itself_is_even() -> None:
    found = ladder.play_pair("bridgehead", None, ("captain", "captain"), 5)
    assert found.fingerprints[0] == found.fingerprints[1]
    assert found.results[0] == 1 - found.results[1] and found.margins[0] == -found.margins[1] and found.score == 0.5


def test_shares_have_intervals_and_are_elo() -> None:
    low, high = ladder.wilson(0.75, 40)
    assert low == pytest.approx(0.598, abs=0.002) and high == pytest.approx(0.858, abs=0.002)
    assert ladder.wilson(1.0, 10)[1] == 1.0 and ladder.wilson(0.0, 10)[0] == 0.0
    assert ladder.elo(0.5) == 0 and ladder.elo(0.76) == pytest.approx(200, abs=1) == -ladder.elo(0.24)
    assert ladder.elo(1.0) < 1300


def test_a_series_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    assert RUN.invoke(app, [*LADDER, "--pairs", "2", "--out", str(rows)]).exit_code == 0
    first = rows.read_text()
    rows.write_text(first + first.splitlines()[0][:40])  # stopped in the middle of a line
    assert len(ladder.read_rows(rows)) == 2
    rows.write_text(first)
    said = RUN.invoke(app, [*LADDER, "--pairs", "3", "--out", str(rows)])
    assert rows.read_text().startswith(first) and [row.seed for row in ladder.read_rows(rows)] == [1, 2, 3]
    assert "recruit over random" in " ".join(said.stdout.split()) or "recruit" in said.stdout


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (["lab", "ladder", "chess"], "no game"),
        ([*LADDER[:3], "--levels", "captain"], "needs two bots"),
        ([*LADDER[:3], "--levels", "captain,napoleon"], "no bot 'napoleon'"),
        ([*LADDER, "--scenario", "moon"], "no scenario"),
    ],
)
def test_wrong_words_are_told_in_one_line(wrong: list[str], said: str) -> None:
    answer = RUN.invoke(app, wrong)
    assert answer.exit_code == 2 and said in answer.stderr and "Traceback" not in answer.stderr


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    rows = tmp_path / "letter.txt"
    rows.write_text("Dear all,\nI have won.\n")
    answer = RUN.invoke(app, [*LADDER, "--out", str(rows)])
    assert answer.exit_code == 2 and "line 1: this is no row of a ladder" in " ".join(answer.stderr.split())
    assert rows.read_text().startswith("Dear all")
