"""What positions are worth: fitted from games, and true on games that were kept back."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch.bots.random import RandomBot
from countermarch.bots.value import MARGIN, NAMES, SEEN, Features, Judge, features, judge_for, judge_of, margin
from countermarch.cli import app
from countermarch.games.chitpull.turn import GameTurn
from countermarch.lab import valuing
from tests.rules.koenigsberg.table import Table
from tests.rules.stargard.table import Pomerania

SIDES = ("german", "soviet")


def seen(game: int, lead: float, result: float) -> valuing.Seen:
    row = np.zeros(len(NAMES))
    row[0], row[NAMES.index("strength")] = 1.0, lead
    return valuing.Seen(row, 1 + game % 3, game, result, 10 * lead)


def test_what_decides_games_is_found_and_promised_as_often_as_it_comes() -> None:
    """Whoever leads by one wins three games of four."""
    rows = [
        seen(n, lead, float((n // 2) % 4 < 3 if lead > 0 else (n // 2) % 4 == 3))
        for n in range(400)
        for lead in (-1, 1)
    ]
    fitted = valuing.fit(rows)
    assert fitted["win"]["strength"] > 0.5 and abs(fitted["win"]["steps"]) < 1e-6
    assert fitted["trust"]["brier"] < 0.20 < fitted["trust"]["always_the_mean"]
    assert all(abs(one["promised"] - one["came"]) < 0.1 for one in fitted["trust"]["reliability"])


def test_games_that_all_end_alike_tell_nothing() -> None:
    with pytest.raises(ValueError, match="end alike"):
        valuing.fit([seen(n, 1.0, 1.0) for n in range(40)])


def test_a_judge_gives_both_sides_what_is_left_of_one() -> None:
    weights = dict.fromkeys(NAMES, 0.1)
    judge = Judge(SIDES, {"win": weights, "draw": dict.fromkeys(NAMES, -0.2), "points": weights})
    match = cm.load("bridgehead").start(seed=1)
    german, soviet = (judge.worth(match, side) for side in SIDES)
    assert german.win + soviet.win + german.draw == pytest.approx(1.0) and german.draw == soviet.draw > 0
    assert judge.value(match, "german") + judge.value(match, "soviet") == pytest.approx(1.0)


def test_a_sudden_death_is_worse_than_any_defeat_by_points() -> None:
    """However much the Germans still hold: here nearly everything."""
    east, pomerania = Table(turn=2), Pomerania(turn=5)
    east.put("5A-72", "2932")
    pomerania.put("12G", "07.16")
    for match, worst in ((east.phase("end"), 3), (pomerania.push(GameTurn(10)), -40)):
        assert match.result is not None and match.result.level == "sudden_death"
        assert -margin(match, "soviet") == margin(match, "german") <= worst


def test_the_end_is_judged_by_who_won_and_then_by_points() -> None:
    match, chance = cm.load("bridgehead").start(seed=2, pauses=False), RandomBot(2)
    while match.to_act is not None:
        match.play(chance.choose(match))
    assert match.result is not None and match.result.winner is not None
    winner = match.result.winner
    loser = next(side for side in SIDES if side != winner)
    judge = Judge(SIDES, None)
    assert not judge.fitted and judge.value(match, winner) > 0.7 > 0.3 > judge.value(match, loser)
    assert margin(match, "german") == -margin(match, "soviet")


@pytest.mark.parametrize("game", [info.key for info in cm.games()])
def test_features_are_numbers_that_change_sides_with_what_is_lost(game: str) -> None:
    match, chance = cm.load(game).start(seed=3, pauses=False), RandomBot(3)
    rows: list[Features] = []
    while match.to_act is not None and len(rows) < 30:
        for _ in range(20):
            if match.to_act is not None:
                match.play(chance.choose(match))
        rows.append(features(match))
    assert all(len(row) == len(NAMES) and np.isfinite(row).all() for row in rows)
    moved = {name for at, name in enumerate(NAMES) if len({round(row[at], 6) for row in rows}) > 1}
    assert {"strength", "steps"} <= moved and len(moved & set(SEEN)) >= 4, moved


def test_the_command_writes_weights_a_judge_can_read(tmp_path: Path) -> None:
    said = CliRunner().invoke(
        app, ["lab", "value", "bridgehead", "--games", "12", "--seed", "5", "--out", str(tmp_path)]
    )
    assert said.exit_code == 0, said.stderr
    document = json.loads((tmp_path / "bridgehead.altbrueck.json").read_text())
    assert document["made"]["command"] == "countermarch lab value bridgehead --scenario altbrueck --games 12 --seed 5"
    assert Judge(SIDES, document).fitted


def test_what_ships_says_how_it_was_made_and_is_truer_than_the_mean() -> None:
    folder = Path(valuing.__file__).parent.parent / "bots" / "data" / "value"
    files = sorted(folder.glob("*.json"))
    assert files
    for file in files:
        game, scenario, *by_tuned, _ = file.name.split(".")
        document = json.loads(file.read_text(encoding="utf-8"))
        command = document["made"]["command"]
        assert command.startswith(f"countermarch lab value {game} --scenario {scenario}")
        assert command.endswith(" --tuned") == bool(by_tuned)
        assert document["trust"]["brier"] < document["trust"]["always_the_mean"]
        assert judge_for(game, scenario, SIDES).fitted


def test_a_match_is_judged_by_games_of_its_own_values() -> None:
    """Whoever has the tuned values before him is not told the chances of the first reconstruction."""
    weights = [judge_of(cm.load("seelow", data).start("seelow", seed=1)) for data in (None, "tuned", own_values())]
    assert weights[0] is not weights[1] and weights[0] is weights[2]
    first, tuned = (cm.load("seelow", data).start("seelow", seed=1, pauses=False) for data in (None, "tuned"))
    assert judge_of(first).chance(first, "german") > 0.9 > 0.7 > judge_of(tuned).chance(tuned, "german")
    assert judge_of(cm.resume(cm.load("seelow", "tuned").start("seelow", seed=1).save())) is weights[1]


def own_values() -> dict[str, object]:
    return {"name": "mine", "game": "seelow", "tables": {"units.csv": [{"id": "295-1038", "combat": "2"}]}}


def test_the_drawing_in_the_docs_shows_what_ships(tmp_path: Path) -> None:
    """Draw it anew with `countermarch lab calibration --out docs/images/calibration.svg`."""
    drawn = tmp_path / "drawn.svg"
    assert CliRunner().invoke(app, ["lab", "calibration", "--out", str(drawn)]).exit_code == 0
    kept = Path(__file__).parents[1] / "docs" / "images" / "calibration.svg"
    assert kept.read_text(encoding="utf-8") == drawn.read_text(encoding="utf-8")


def test_points_tell_a_near_miss_from_a_rout() -> None:
    judge = Judge(SIDES, {"spread": 4.0, "win": {}, "draw": {"bias": -30.0}, "points": {"bias": 8.0}})
    match = cm.load("bridgehead").start(seed=1)
    assert judge.chance(match, SIDES[0]) == judge.chance(match, SIDES[1]) == pytest.approx(0.5)
    assert judge.value(match, SIDES[0]) == pytest.approx(0.5 + 2 * MARGIN)
    assert judge.value(match, SIDES[1]) == pytest.approx(0.5 - 2 * MARGIN)


def test_where_no_points_are_counted_the_margin_is_what_is_held() -> None:
    match = cm.load("seelow").start("seelow", seed=1)
    standing = match.standing()
    assert standing is not None and standing.total is None
    held = sum((o.worth or 1) * {"german": 1, "soviet": -1}.get(o.holder or "", 0) for o in standing.objectives)
    assert margin(match, "german") == held == -margin(match, "soviet") != 0
