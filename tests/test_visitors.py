"""A bot of another package, installed beside ours, sits down wherever ours do: tests/visitors brings one."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from countermarch.server.run import free_port
from tests.test_outside import PIP, ask, await_answer

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    target = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, *PIP, "--target", str(target), str(ROOT / "tests" / "visitors")], check=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(target), str(ROOT / "src"))), "COLUMNS": "200"}


def run(installed: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "countermarch.cli", *words]
    return subprocess.run(command, env=installed, cwd=ROOT, capture_output=True, text=True)


def test_it_plays_in_the_arena_and_in_the_lab(installed: dict[str, str], tmp_path: Path) -> None:
    played = run(installed, "sim", "bridgehead", "--bots", "scout,recruit", "--games", "2", "--json")
    assert played.returncode == 0, played.stderr
    assert {game["bots"]["german"] for game in json.loads(played.stdout)["games"]} <= {"scout", "recruit"}
    climbed = run(installed, "lab", "ladder", "bridgehead", "--levels", "random,scout", "--pairs", "1")
    assert climbed.returncode == 0 and "scout" in climbed.stdout + climbed.stderr, climbed.stderr


def test_it_is_an_opponent_in_a_duel(installed: dict[str, str]) -> None:
    code = "from countermarch.envs import duel; print(duel('bridgehead', opponent='scout').reset(seed=1)[1])"
    done = subprocess.run([sys.executable, "-c", code], env=installed, capture_output=True, text=True)
    assert "'side'" in done.stdout, done.stderr


def test_it_plays_its_own_games_only_and_a_broken_one_is_named(installed: dict[str, str]) -> None:
    other = run(installed, "sim", "seelow", "--bots", "scout,random")
    assert other.returncode == 2 and "scout does not play seelow; its bots are: random" in other.stderr
    broken = run(installed, "sim", "bridgehead", "--bots", "ghost,random")
    assert broken.returncode == 2 and "does not load it" in broken.stderr and "Traceback" not in broken.stderr
    unknown = run(installed, "sim", "bridgehead", "--bots", "napoleon,random")
    assert "the bots are: random, recruit, captain, general, ghost, scout" in unknown.stderr


def test_nobodys_bot_takes_the_place_of_one_of_ours(installed: dict[str, str]) -> None:
    code = "from countermarch.bots import bot; print(type(bot('captain')).__name__)"
    done = subprocess.run([sys.executable, "-c", code], env=installed, capture_output=True, text=True)
    assert done.stdout.strip() == "Command"


def test_the_table_offers_it_and_it_plays_there(installed: dict[str, str], tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    words = ["serve", "--port", str(port), "--database", f"sqlite:///{tmp_path}/matches.sqlite"]
    with log.open("w") as written:
        serving = subprocess.Popen([sys.executable, "-m", "countermarch.cli", *words], env=installed, stderr=written)
    try:
        server = f"http://127.0.0.1:{port}"
        await_answer(serving, f"{server}/api/games", log)
        offered = {game["key"]: game["bots"] for game in ask(server, "/games")}
        assert offered["bridgehead"][-1] == "scout" and "scout" not in offered["seelow"]
        match = ask(server, "/matches", {"game": "bridgehead", "seats": {"soviet": "bot:scout"}, "seed": 1})["id"]
        for _ in range(600):
            time.sleep(0.1)
            view = ask(server, f"/matches/{match}/view?seat=german")
            if view["decision"] is not None and view["decision"]["side"] == "german":
                return
        pytest.fail(log.read_text())
    finally:
        serving.terminate()
        serving.wait(20)
