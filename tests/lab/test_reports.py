"""The report: one file without a network, both languages, and numbers that are those of the rows."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch.cli import app
from countermarch.lab.folder import kept
from countermarch.lab.fronts import Fronts
from countermarch.lab.gathering import quantiles
from countermarch.lab.history import history_of
from countermarch.rulebook import rules_of
from countermarch.texts import LANGUAGES

RUN = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    there = tmp_path_factory.mktemp("lab") / "balance"
    done = RUN.invoke(app, ["lab", "balance", "bridgehead", "--games", "12", "--out", str(there)])
    assert done.exit_code == 0, done.stderr
    return there


@pytest.fixture(scope="module")
def page(folder: Path) -> str:
    (file,) = folder.glob("*.html")
    return file.read_text(encoding="utf-8")


def told(page: str) -> Any:
    found = re.search(r'<script type="application/json" id="report">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def test_the_report_asks_for_nothing_from_elsewhere(page: str) -> None:
    body = page.replace(page[page.index("<script>") : page.rindex("<script>")], "")  # the bundle names its home
    assert not re.search(r'(?:src|href)\s*=\s*["\']?(?:https?:)?//', body) and "@import" not in body
    assert "<link" not in body and "<img" not in body


def test_the_report_says_what_the_rows_say(folder: Path, page: str) -> None:
    rows, data = kept(folder).table().to_pylist(), told(page)["data"]
    assert sum(level["games"] for level in data["levels"]) == len(rows) == 12
    last = max(turn["turn"] for turn in data["points"])
    totals = sorted(row["points"]["soviet"] for row in rows)
    assert next(turn for turn in data["points"] if turn["turn"] == last)["middle"] == totals[5]
    assert sum(pile["games"] for pile in data["luck"]) == 12 and sum(bar["games"] for bar in data["length"]) == 12
    silent = set(re.findall(r"<tr><td>([^<]+)</td>", page))
    fired = {rule for row in rows for rule, _ in row["rules"]}
    assert silent and not silent & fired
    assert silent | fired >= {rule.id for rule in rules_of("bridgehead").values() if rule.kind == "enforce"}


def test_both_languages_are_in_it_and_say_the_same_things(page: str) -> None:
    data = told(page)
    assert set(data["specs"]) == set(data["words"]) == set(LANGUAGES)
    assert data["specs"]["en"].keys() == data["specs"]["es"].keys()
    assert data["words"]["es"]["turn"] == "Turno" and '<span lang="es">Por dónde pasó el frente</span>' in page


def test_the_report_is_written_anew_in_the_language_asked_for(folder: Path) -> None:
    assert RUN.invoke(app, ["lab", "report", str(folder), "--lang", "es"]).exit_code == 0
    assert '<html lang="es">' in (folder / "report.html").read_text(encoding="utf-8")
    wrong = RUN.invoke(app, ["lab", "report", str(folder), "--lang", "de"])
    assert wrong.exit_code == 2 and "no language 'de'" in wrong.stderr
    nowhere = RUN.invoke(app, ["lab", "report", str(folder / "nowhere")])
    assert nowhere.exit_code == 2 and "there is no experiment here" in nowhere.stderr


def test_what_was_agreed_on_is_told_in_words_and_only_a_battle_that_was_fought_has_dots(tmp_path: Path) -> None:
    bid = ["--option", "bid=soviet_2", "--bots", "random,random"]
    done = RUN.invoke(app, ["lab", "balance", "bridgehead", "--games", "2", *bid, "--out", str(tmp_path)])
    assert done.exit_code == 0, done.stderr
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "Handicap: points one side is given when the game is judged: 2 points for the Soviet side" in page
    assert "2 puntos para el bando soviético" in page and "--option bid=soviet_2" in page
    assert "Dots are places" not in page and re.search(r'<span lang="es">\d,\d</span>', page)


def test_the_map_shows_only_hexes_somebody_held_and_shares_are_hundredths(page: str) -> None:
    drawn = told(page)["map"]
    for turn in drawn["turns"]:
        for shares in (turn["first"], turn["second"], turn["front"]):
            assert len(shares) == len(drawn["hexes"]) == len(drawn["names"]) and all(0 <= s <= 100 for s in shares)
        assert all(one + other <= 100 for one, other in zip(turn["first"], turn["second"], strict=True))


def test_the_front_runs_where_the_sides_meet() -> None:
    board = cm.load("bridgehead").rules.board
    fronts = Fronts(board, ("german", "soviet"))
    fronts.add(1, {"german": ["0304"], "soviet": ["0604"]})
    held, front = fronts.held[1], fronts.front[1]
    near = [board.grid.index(hex) for hex in ("0304", "0604", "0404", "0504")]
    assert held[0][near].tolist() == [1, 0, 1, 0] and held[1][near].tolist() == [0, 1, 0, 1]
    assert front[near].tolist() == [0, 0, 1, 1]
    fronts.add(1, {"german": [], "soviet": ["0604"]})
    assert fronts.games[1] == 2 and front[near].tolist() == [0, 0, 1, 1] and held[1][near[2]] == 1


def test_quantiles_of_what_was_counted() -> None:
    assert quantiles(Counter({1: 5, 2: 4, 9: 1}), (0.1, 0.5, 0.9, 1.0)) == [1, 1, 2, 9]


@pytest.mark.parametrize("info", cm.games(), ids=lambda info: info.key)
def test_history_names_places_sides_levels_and_sources_there_are(info: cm.GameInfo) -> None:
    game = cm.load(info.key)
    places = {place.name for place in game.rules.board.places}
    for scenario in info.scenarios:
        told = history_of(info.key, scenario.key)
        if told is None:
            assert info.key == "bridgehead"
            continue
        standing = game.start(scenario.key, seed=1).standing()
        assert standing is not None
        assert told.level in {level.key for level in standing.levels}
        assert set(told.why) == set(told.doubt) == set(LANGUAGES)
        for taken in told.taken:
            assert taken.place in places and taken.side in info.sides and taken.source in told.sources
        for toll in told.tolls:
            assert toll.side in info.sides and toll.source in told.sources and set(toll.operation) == set(LANGUAGES)


def test_history_is_counted_in_points_as_the_game_counts_them() -> None:
    told, game = history_of("koenigsberg", "campaign"), cm.load("koenigsberg")
    standing = game.start(seed=1).standing()
    assert told is not None and standing is not None
    names = {game.rules.board.grid.number(place.hex): place.name for place in game.rules.board.places}
    assert told.points(standing, names, [0, 4, 5, 10]) == {0: 14, 4: 13, 5: 10, 10: 6}
