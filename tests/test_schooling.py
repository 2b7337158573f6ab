"""School: what games between captains of different minds teach a general, and how it comes into his data."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from countermarch.bots.doctrine import doctrine
from countermarch.bots.lieutenant import Doctrine
from countermarch.bots.weights import ChitDoctrine
from countermarch.cli import app
from countermarch.lab import drill, schooling
from countermarch.lab.schooling import Lesson

DATA = """# What is held.

[general]
marches = 4

[style.bold]
fear = 0.5
"""


def a_lesson(seed: int) -> Lesson:
    """The first side wins who fears less than his captain, whatever the other does."""
    german, _ = schooling.minds(seed)
    usual, own = (doctrine(Doctrine, "bridgehead", "german", style) for style in ("", german))
    return Lesson("bridgehead", "altbrueck", seed, float(own.fear < usual.fear), 0.0)


def test_what_decides_games_is_found_among_all_the_weights() -> None:
    found = schooling.slopes("bridgehead", [a_lesson(seed) for seed in range(300)])
    german, soviet = found.by_side["german"], found.by_side["soviet"]
    assert min(german, key=lambda name: german[name]) == "fear" and found.told > 0.5
    assert max(map(abs, soviet.values())) < abs(german["fear"]) / 2


def of_armies(game: str, seed: int) -> Lesson:
    """The Germans win who fear less, in either game; in the second they win more, and by more points."""
    german, _ = schooling.minds(seed)
    usual, own = (doctrine(ChitDoctrine, game, "german", style) for style in ("", german))
    won = float(own.exposed < usual.exposed)
    return Lesson(game, "campaign", seed, won if game == "koenigsberg" else 1.0, 40 * won)


def test_sister_games_teach_together_each_by_what_is_usual_in_it() -> None:
    heard = [of_armies(game, seed) for game in ("koenigsberg", "koenigsberg45") for seed in range(60)]
    german = schooling.slopes("koenigsberg", heard).by_side["german"]
    assert min(german, key=lambda name: german[name]) == "exposed"
    assert sum(abs(slope) > abs(german["exposed"]) / 2 for slope in german.values()) == 1


def test_lessons_of_a_game_whose_captains_weigh_other_things_are_refused() -> None:
    with pytest.raises(ValueError, match="captains of koenigsberg weigh other things"):
        schooling.slopes("bridgehead", [a_lesson(1), of_armies("koenigsberg", 1)])


def test_the_way_up_the_slopes_is_as_long_as_asked() -> None:
    slopes = schooling.Slopes({"german": {"fear": -3.0, "town": 4.0}}, 0.3)
    assert slopes.factors("german", 0.5) == pytest.approx({"fear": 2.718281828**-0.3, "town": 2.718281828**0.4})
    assert schooling.Slopes({"german": {"fear": 0.0}}, 0.0).factors("german", 2.0) == {"fear": 1.0}


def test_the_same_dice_teach_the_same() -> None:
    once, again = (list(schooling.lessons("bridgehead", "altbrueck", range(3, 5))) for _ in range(2))
    assert once == again and [row.seed for row in once] == [3, 4]


def test_several_captains_are_tried_on_the_same_dice_beside_the_usual_one() -> None:
    trial = drill.Trial("bridgehead", ("altbrueck",), "soviet")
    shares = drill.gains(trial, [{"fear": 1.0}, {"fear": 1.0}], range(2))
    assert shares == [0.5, 0.5]


def test_the_command_goes_on_from_its_rows_and_writes_what_was_gained(tmp_path: Path) -> None:
    rows, data = tmp_path / "rows.jsonl", tmp_path / "bridgehead.toml"
    data.write_text(DATA, encoding="utf-8")
    few = ["--games", "20", "--check", "2", "--seed", "900", "--rows", str(rows), "--out", str(data)]
    first = CliRunner().invoke(app, ["lab", "school", "bridgehead", *few])
    assert first.exit_code == 0, first.output
    played = rows.read_text(encoding="utf-8")
    assert len(played.splitlines()) == 20
    again = CliRunner().invoke(app, ["lab", "school", "bridgehead", *few])
    assert rows.read_text(encoding="utf-8") == played and again.output == first.output
    gained = {side: int(share) >= 60 for side, share in re.findall(r"(\w+): better on (\d+)%", first.output)}
    held = tomllib.loads(data.read_text(encoding="utf-8"))["general"]
    learned = held.get("altbrueck", {})
    assert held["marches"] == 4 and {side: side in learned for side in gained} == gained


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    rows = tmp_path / "ladder.jsonl"
    rows.write_text('{"game": "bridgehead", "bots": []}\n', encoding="utf-8")
    done = CliRunner().invoke(app, ["lab", "school", "bridgehead", "--rows", str(rows)])
    assert done.exit_code != 0 and "holds other things than lessons" in done.output
    assert rows.read_text(encoding="utf-8").count("\n") == 1
