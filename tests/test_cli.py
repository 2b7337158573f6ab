"""The command line: what it prints, its JSON, and errors in one line."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import countermarch as cm
from countermarch.cli import app


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


def said(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return str(result.stdout)


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    match, pick = cm.load("koenigsberg").start(seed=1), Random(3)
    for _ in range(60):
        match.play(match.legal()[pick.randrange(len(match.legal()))])
    file: Path = tmp_path_factory.mktemp("saves") / "match.json"
    file.write_text(match.save(), encoding="utf-8")
    return file


def test_games_are_listed_with_their_scenarios_and_options() -> None:
    text = said("games")
    assert "koenigsberg" in text and "fog_of_war = off | on" in text
    assert "scenario kuestrin: " in text and "scenario deutschland_kaputt: " in text


def test_games_as_json() -> None:
    learnt, game, *_ = json.loads(said("games", "--json"))
    assert learnt["key"] == "bridgehead"  # the one to learn on comes first
    assert game["key"] == "koenigsberg" and game["sides"] == ["german", "soviet"]
    assert game["scenarios"][0]["turns"] == 10
    assert game["options"][0] == {
        "key": "fog_of_war",
        "values": ["off", "on"],
        "default": "off",
        "rule": "koenigsberg 2.1.3",
    }


def test_show_draws_the_map(tmp_path: Path, saved: Path) -> None:
    start, later = tmp_path / "start.svg", tmp_path / "later.svg"
    said("show", "koenigsberg", "--svg", str(start))
    said("show", "koenigsberg", "--svg", str(later), "--save", str(saved))
    assert start.read_text(encoding="utf-8").startswith("<svg") and later.read_text(encoding="utf-8").startswith("<svg")
    assert start.read_bytes() != later.read_bytes()


def test_show_draws_a_free_set_up_as_it_is_proposed(tmp_path: Path) -> None:
    drawn = {}
    for scenario in ("kuestrin", "seelow"):
        said("show", "seelow", "--scenario", scenario, "--svg", str(tmp_path / "map.svg"))
        drawn[scenario] = (tmp_path / "map.svg").read_text(encoding="utf-8")
    assert "Zhukov" in drawn["seelow"] and "Zhukov" not in drawn["kuestrin"]


def test_show_prints_where_values_come_from() -> None:
    assert "reconstructed" in said("show", "koenigsberg", "--sources")
    rows = json.loads(said("show", "koenigsberg", "--sources", "--json"))
    assert {"what", "of", "source"} == set(rows[0])
    assert {row["what"].split("/")[0] for row in rows} >= {"units", "chits", "combat", "terrain", "map"}
    assert any("rulebook" in row["source"] for row in rows)


def test_rules_are_printed_in_both_languages() -> None:
    english, spanish = said("rules", "koenigsberg", "6.2.3"), said("rules", "koenigsberg", "6.2.3", "--language", "es")
    assert english.startswith("6.2.3") and spanish.startswith("6.2.3") and english != spanish


def test_rules_as_json() -> None:
    one = json.loads(said("rules", "koenigsberg", "9.5.3", "--json"))
    assert [rule["id"] for rule in one] == ["9.5.3"] and one[0]["title"] and one[0]["gist"]
    assert len(json.loads(said("rules", "koenigsberg", "--json"))) > 100


def test_sim_reports_as_json_whatever_the_jobs() -> None:
    words = ("sim", "koenigsberg", "--games", "2", "--bots", "random,random", "--seed", "5", "--json")
    alone, together = json.loads(said(*words)), json.loads(said(*words, "--jobs", "2"))
    assert alone == together and alone["summary"]["games"] == 2
    assert [game["seed"] for game in alone["games"]] == [5, 6]


def test_captains_are_measured_in_random_games_time() -> None:
    figures = json.loads(said("bench", "bridgehead", "--bots", "--games", "1", "--json"))
    assert figures["games"] == 1 and set(figures["seconds_per_game"]) == {"random", "captain", "quick captain"}
    assert figures["random_games"].keys() == figures["targets"].keys() == {"captain", "quick captain"}
    assert all(ratio > 1 for ratio in figures["random_games"].values())
    assert "quick captain" in said("bench", "bridgehead", "--bots", "--games", "1")


def test_a_generals_plans_are_timed_at_each_setting() -> None:
    figures = json.loads(said("bench", "bridgehead", "--plan", "0.05", "--plan", "0.1", "--json"))
    times = figures["plans"]
    assert list(times) == ["captain", "general:0.05", "general:0.1"]
    assert all(0 < one["median_s"] <= one["p95_s"] for one in times.values())
    assert times["captain"]["median_s"] < times["general:0.1"]["median_s"]


def test_a_game_without_a_captain_is_not_measured_with_one() -> None:
    assert run("bench", "nowhere", "--bots").exit_code != 0


def test_sim_prints_a_summary() -> None:
    text = said("sim", "koenigsberg", "--option", "fog_of_war=on")
    assert "games: 1" in text and "levels:" in text


def test_sim_plays_with_laid_over_values(tmp_path: Path) -> None:
    rows = "".join(f"{turn},0,0,0\n" for turn in range(1, 11))
    (tmp_path / "turns.csv").write_text("turn,limit_german,limit_2BF,limit_3BF\n" + rows, encoding="utf-8")
    words = ("sim", "koenigsberg", "--json")
    plain, laid = (json.loads(said(*w)) for w in (words, (*words, "--data", str(tmp_path))))
    assert laid["summary"]["decisions"] < plain["summary"]["decisions"]


def test_replay_prints_what_happened(saved: Path) -> None:
    english, spanish = said("replay", str(saved)), said("replay", str(saved), "--language", "es")
    assert "Turn 1" in english and "[3.0]" in english and english != spanish


def test_replay_as_json(saved: Path) -> None:
    report = json.loads(said("replay", str(saved), "--json"))
    assert report["game"] == "koenigsberg" and len(report["actions"]) == 60 and report["result"] is None
    assert report["fingerprint"] == cm.resume(saved.read_text(encoding="utf-8")).fingerprint()
    assert {"key", "params", "citation"} == set(report["log"][0])


WRONG = [
    (("show", "chess", "--svg", "x.svg"), "no game 'chess'; the games are: bridgehead"),
    (("show", "koenigsberg"), "say what to show: --svg FILE"),
    (("show", "koenigsberg", "--svg", "/nowhere/at/all/x.svg"), "/nowhere/at/all/x.svg"),
    (("show", "koenigsberg", "--sources", "--data", "/nowhere/[red]at/all"), "no folder or file /nowhere/[red]at/all"),
    (("show", "koenigsberg", "--svg", "x.svg", "--save", "/nowhere/at/all"), "/nowhere/at/all"),
    (("rules", "chess"), "no game 'chess'"),
    (("rules", "koenigsberg", "99.9"), "no rule '99.9'; `countermarch rules koenigsberg` lists them"),
    (("rules", "koenigsberg", "[bold]"), "no rule '[bold]'"),
    (("rules", "koenigsberg", "--language", "de"), "no language 'de'; choose one of: en, es"),
    (("sim", "chess"), "no game 'chess'"),
    (("sim", "koenigsberg", "--bots", "random"), "name 2 bots, one for each of german, soviet"),
    (("sim", "koenigsberg", "--bots", "random,napoleon"), "no bot 'napoleon'; the bots are: random"),
    (("sim", "koenigsberg", "--option", "fog"), "write an option as key=value, not 'fog'"),
    (("sim", "koenigsberg", "--option", "weather=on"), "no option 'weather'; its options are: fog_of_war"),
    (("sim", "koenigsberg", "--option", "fog_of_war=thick"), "cannot be 'thick'; choose one of: off, on"),
    (("sim", "koenigsberg", "--scenario", "kursk"), "no scenario 'kursk'; choose one of: campaign"),
    (("sim", "koenigsberg", "--svg", "x.svg"), "add --watch"),
    (("sim", "koenigsberg", "--watch", "--json"), "leave out --json"),
    (("sim", "koenigsberg", "--watch", "--games", "2"), "leave out --json and --games"),
    (("sim", "koenigsberg", "--watch", "--svg", "/nowhere/at/all/x.svg"), "there is no folder /nowhere/at/all"),
    (("play", "--data", "/nowhere/at/all"), "/nowhere/at/all has values for no game; it needs a sub-folder"),
    (("serve", "--data", "/nowhere/at/all"), "/nowhere/at/all has values for no game"),
    (("replay", "/nowhere/at/all.json"), "/nowhere/at/all.json"),
]


@pytest.mark.parametrize(("words", "message"), WRONG)
def test_an_error_is_one_line_with_exit_code_two(words: tuple[str, ...], message: str) -> None:
    expect_one_line(run(*words), message)


def expect_one_line(result: Any, message: str) -> None:
    assert result.exit_code == 2 and result.stdout == ""
    lines = result.stderr.strip().splitlines()
    assert len(lines) == 1 and lines[0].startswith("countermarch: ") and message in lines[0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no save", "it is not JSON"),
        ("{}", "not a Countermarch save"),
        ('{"countermarch": 1}', "lacks game, version, actions, fingerprint"),
    ],
)
def test_a_file_that_is_no_save_is_told_in_one_line(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "save.json"
    file.write_text(text, encoding="utf-8")
    expect_one_line(run("replay", str(file)), message)


def test_a_file_that_is_no_text_is_told_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "save.json"
    file.write_bytes(b"\xff\xfe\x00\x80")
    expect_one_line(run("replay", str(file)), "save.json is not a save: it is not text")


def test_a_save_of_another_game_is_not_shown(tmp_path: Path, saved: Path) -> None:
    words = ("show", "seelow", "--svg", str(tmp_path / "x.svg"), "--save", str(saved))
    expect_one_line(run(*words), "is a match of koenigsberg; show that game, not seelow")
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize("words", ["rules koenigsberg", "rules koenigsberg --json", "show koenigsberg --sources"])
def test_a_reader_that_leaves_hears_no_error(words: str) -> None:
    command = [sys.executable, "-m", "countermarch.cli", *words.split()]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b"" and process.wait() == 1


def test_a_tampered_save_is_told_in_one_line(tmp_path: Path, saved: Path) -> None:
    file = tmp_path / "save.json"
    content = json.loads(saved.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**content, "fingerprint": "0"}), encoding="utf-8")
    expect_one_line(run("replay", str(file)), "another position than it says")


def test_a_wrong_value_of_a_data_folder_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "units.csv").write_text("id,attack\n5A-72,strong\n", encoding="utf-8")
    expect_one_line(
        run("show", "koenigsberg", "--sources", "--data", str(tmp_path)), "units.csv, line 2: attack 'strong'"
    )


@pytest.mark.parametrize("words", [("sim", "koenigsberg", "--games", "0"), ("sim",), ("fly",), ("replay",)])
def test_wrong_usage_ends_with_code_two(words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2 and "Traceback" not in result.output


def test_the_installed_command_runs_without_a_traceback() -> None:
    words = [sys.executable, "-m", "countermarch.cli", "rules", "chess"]
    result = subprocess.run(words, capture_output=True, text=True, check=False)
    assert result.returncode == 2 and result.stdout == ""
    assert result.stderr.startswith("countermarch: there is no game 'chess'; the games are: bridgehead")
