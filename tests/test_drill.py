"""Drill: captains evolve on the same dice, and the doctrine's data keep what was gained."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countermarch.bots.doctrine import doctrine, style_of, weights_of
from countermarch.bots.lieutenant import Doctrine
from countermarch.cli import app
from countermarch.lab import drill

TRIAL = drill.Trial("bridgehead", ("altbrueck",), "soviet")
DATA = """# What is held.

[soviet]  # an older command
fear = 0.3
town = 2.0

[style.bold]
fear = 0.5
"""


def test_a_style_may_say_itself_what_it_bends() -> None:
    own = doctrine(Doctrine, "bridgehead", "soviet")
    bent = doctrine(Doctrine, "bridgehead", "soviet", style_of({"fear": 2.0, "town": 0.5}))
    assert (bent.fear, bent.town) == (2 * own.fear, own.town / 2)
    assert weights_of(bent).keys() == weights_of(own).keys()


def test_the_same_seed_evolves_the_same_captains() -> None:
    once, again = (list(drill.drilled(TRIAL, generations=2, games=1, seed=5)) for _ in range(2))
    assert once == again
    assert [one.number for one in once] == [0, 1]
    assert once[1].factors.keys() == TRIAL.weights.keys()
    assert any(factor != 1 for factor in once[1].factors.values())


def test_better_results_take_the_first_places_and_points_settle_the_rest() -> None:
    on_two_dice = [[(1.0, 3.0), (1.0, 9.0), (0.0, 20.0)], [(0.0, 1.0), (0.0, 1.0), (0.5, -4.0)]]
    assert drill._ranks(on_two_dice) == [1.75, 1.25, 1.5]


def test_a_captain_is_not_better_than_itself() -> None:
    assert drill.gained(TRIAL, {"fear": 1.0}, range(2)) == 0.5


def test_weights_that_hardly_moved_stay_as_they_were() -> None:
    fear = TRIAL.weights["fear"]
    assert drill.changed(TRIAL, {"fear": 2.0, "town": 1.01}) == {"fear": pytest.approx(2 * fear, rel=0.01)}


def test_what_was_gained_is_written_into_the_sides_table(tmp_path: Path) -> None:
    file = tmp_path / "bridgehead.toml"
    file.write_text(DATA, encoding="utf-8")
    drill.write(file, "soviet", {**drill.held(file, "soviet"), "fear": 0.6}, "a command")
    drill.write(file, "german", {**drill.held(file, "german"), "town": 1.5}, "another")
    drill.write(file, "general.german", {"town": 1.8}, "a third")
    text = file.read_text(encoding="utf-8")
    held = tomllib.loads(text)
    assert held == {
        "soviet": {"fear": 0.6, "town": 2.0},
        "german": {"town": 1.5},
        "general": {"german": {"town": 1.8}},
        "style": {"bold": {"fear": 0.5}},
    }
    assert "[soviet]  # a command\n" in text and "older" not in text


def test_the_command_tells_what_was_gained_and_keeps_nothing_that_was_not(tmp_path: Path) -> None:
    file = tmp_path / "bridgehead.toml"
    file.write_text(DATA, encoding="utf-8")
    few = ["--generations", "1", "--games", "1", "--check", "2", "--out", str(file)]
    done = CliRunner().invoke(app, ["lab", "drill", "bridgehead", "soviet", *few])
    assert done.exit_code == 0, done.output
    gained = re.search(r"better than before on (\d+)%", done.output)
    assert gained, done.output
    assert (file.read_text(encoding="utf-8") != DATA) == (int(gained[1]) > 50)


def test_an_unknown_side_is_named_with_those_there_are() -> None:
    done = CliRunner().invoke(app, ["lab", "drill", "bridgehead", "martian"])
    assert done.exit_code != 0
    assert "german, soviet" in done.output
