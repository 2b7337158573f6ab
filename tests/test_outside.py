"""A game of another package, installed beside ours, is played without a line changed here: tests/outside is one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

from countermarch.server.run import free_port
from countermarch.shelf import OURS
from tests.browser.played import expect_played

ROOT = Path(__file__).parents[1]
PIP = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Surroundings in which the package is built and installed, in a folder of its own on the path."""
    target = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, *PIP, "--target", str(target), str(ROOT / "tests" / "outside")], check=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(target), str(ROOT / "src"))), "COLUMNS": "200"}


def run(installed: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *words], env=installed, cwd=ROOT, capture_output=True, text=True)


def said(installed: dict[str, str], *words: str) -> str:
    done = run(installed, *words)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_command_line_lists_it_behind_ours_and_tells_its_rules(installed: dict[str, str]) -> None:
    listed = json.loads(said(installed, "countermarch.cli", "games", "--json"))
    assert [game["key"] for game in listed] == [*OURS, "race"]
    assert "Every hex costs a point" in said(installed, "countermarch.cli", "rules", "race")


def test_its_map_is_drawn(installed: dict[str, str], tmp_path: Path) -> None:
    said(installed, "countermarch.cli", "show", "race", "--svg", str(tmp_path / "race.svg"))
    drawn = (tmp_path / "race.svg").read_text("utf-8")
    assert "The meadow" in drawn and 'fill="orange"' in drawn


def test_bots_play_it_by_chance_and_no_captain_knows_it(installed: dict[str, str]) -> None:
    report = json.loads(said(installed, "countermarch.cli", "sim", "race", "--games", "6", "--json"))
    assert len(report["games"]) == 6 and all(game["winner"] in ("hare", "tortoise") for game in report["games"])
    refused = run(installed, "countermarch.cli", "sim", "race", "--bots", "captain,random")
    assert refused.returncode == 2 and "no captain knows race; its bots are: random" in refused.stderr


def test_the_tests_it_brings_with_it_are_passed(installed: dict[str, str]) -> None:
    assert "3 passed" in said(installed, "pytest", "-q", "-p", "no:cacheprovider", "tests/outside/test_race.py")


def test_the_fuzz_finds_nothing_in_it(installed: dict[str, str]) -> None:
    told = said(installed, "tests.fuzz", "--game", "race", "--games", "12", "--decisions", "200")
    assert "no violation" in told and "text missing" not in told


def test_it_is_measured(installed: dict[str, str]) -> None:
    figures = json.loads(said(installed, "countermarch.cli", "bench", "race", "--seconds", "0.2", "--json"))
    assert figures["random_play"]["decisions_per_second"] > 100 and figures["reach_us"] > 0


def test_it_is_an_environment(installed: dict[str, str]) -> None:
    code = """
from random import Random
from countermarch.envs import duel, env
from pettingzoo.test import api_test
api_test(env("race"), num_cycles=50)
fight, random, over = duel("race", opponent="random", side="hare"), Random(1), False
fight.reset(seed=1)
while not over:
    over = fight.step(random.choice(fight.action_masks().nonzero()[0]))[2]
print(fight.match.result.winner)
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], env=installed, capture_output=True, text=True)
    assert done.stdout.split()[-1] in ("hare", "tortoise"), done.stderr


def test_its_saves_are_resumed_and_refused_where_it_is_not_installed(installed: dict[str, str], tmp_path: Path) -> None:
    code = "import countermarch as cm; m = cm.load('race').start(seed=1); m.play('move H'); m.play('to 0302')"
    save = tmp_path / "race.json"
    written = subprocess.run(
        [sys.executable, "-c", f"{code}; print(m.save())"], env=installed, capture_output=True, text=True, check=True
    )
    save.write_text(written.stdout, encoding="utf-8")
    assert "H runs from 0101 to 0302" in said(installed, "countermarch.cli", "replay", str(save))
    bare = {**installed, "PYTHONPATH": str(ROOT / "src")}
    refused = run(bare, "countermarch.cli", "replay", str(save))
    assert refused.returncode == 2 and "there is no game 'race'" in refused.stderr


# the table


@pytest.fixture(scope="module")
def server(installed: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder, port = tmp_path_factory.mktemp("table"), free_port()
    words = ["serve", "--port", str(port), "--database", f"sqlite:///{folder}/matches.sqlite"]
    with (folder / "log").open("w") as log:
        serving = subprocess.Popen([sys.executable, "-m", "countermarch.cli", *words], env=installed, stderr=log)
    try:
        await_answer(serving, f"http://127.0.0.1:{port}/api/games", folder / "log")
        yield f"http://127.0.0.1:{port}"
    finally:
        serving.terminate()
        serving.wait(20)


def await_answer(serving: subprocess.Popen[bytes], address: str, log: Path) -> None:
    for _ in range(600):
        if serving.poll() is not None:
            break
        try:
            urlopen(address, timeout=60).close()
            return
        except (TimeoutError, URLError, ConnectionError):
            time.sleep(0.1)
    pytest.fail(f"the server did not start: {log.read_text()}")


def ask(server: str, path: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    request = Request(f"{server}/api{path}", data, {"content-type": "application/json"})
    with urlopen(request, timeout=60) as answer:
        return json.loads(answer.read())


def test_the_server_offers_it_and_plays_it(server: str) -> None:
    game = next(game for game in ask(server, "/games?lang=es") if game["key"] == "race")
    assert game["bots"] == ["random"] and game["side_titles"] == {"hare": "Hare", "tortoise": "Tortoise"}
    board = ask(server, "/games/race/board")
    assert len(board["grid"]["hexes"]) == 21 and [rule["id"] for rule in board["rules"]] == ["1", "2", "3"]
    match = ask(server, "/matches", {"game": "race", "seats": {"tortoise": "bot:random"}, "seed": 1})["id"]
    assert ask(server, f"/matches/{match}/briefing?seat=hare") is None, "it has none, and nobody is told"
    view = ask(server, f"/matches/{match}/view?seat=hare")
    assert view["decision"]["prompt"] == "Choose a unit to move, or end the phase"
    ask(server, f"/matches/{match}/actions", {"seat": "hare", "action": "move H"})
    view = ask(server, f"/matches/{match}/view?seat=hare")
    assert "to 0302" in [action["text"] for action in view["legal"]["actions"]]


def test_it_is_played_in_the_browser(server: str) -> None:
    """One move, picked and pressed on the page; `make test` brings the browser."""
    chromium = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not Path(chromium).exists():
        pytest.fail(f"there is no {chromium}: run `make test` as root, or name another one in CHROMIUM")
    surroundings = {**os.environ, "COUNTERMARCH_SERVER": server, "CHROMIUM": chromium}
    expect_played("outside", surroundings)
