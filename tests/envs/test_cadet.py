"""The example of examples/cadet: what was learned sits down at the table, without what it was learned with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIP = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    target = tmp_path_factory.mktemp("site")
    subprocess.run([sys.executable, *PIP, "--target", str(target), str(ROOT / "examples" / "cadet")], check=True)
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(target), str(ROOT / "src")))}


def test_it_plays_whole_games_and_wins_some(installed: dict[str, str]) -> None:
    words = ("sim", "bridgehead", "--bots", "cadet,random", "--games", "6", "--swap", "--json")
    played = subprocess.run(
        [sys.executable, "-m", "countermarch.cli", *words], env=installed, capture_output=True, text=True
    )
    assert played.returncode == 0, played.stderr
    assert json.loads(played.stdout)["summary"]["wins_by_bot"]["cadet"] >= 4


def test_it_chooses_the_same_at_a_table_that_pauses_and_needs_no_torch(installed: dict[str, str]) -> None:
    code = """
import sys; sys.modules["torch"] = None
import countermarch as cm
from countermarch.bots import bot
match, cadet = cm.load("bridgehead").start(seed=1), bot("cadet", 1)
for _ in range(40):
    if match.to_act is not None:
        action = cadet.choose(match)
        assert action == bot("cadet", 2).choose(match) and action in match.legal()
        match.play(action)
print(match.turn)
"""
    done = subprocess.run([sys.executable, "-c", code], env=installed, capture_output=True, text=True)
    assert done.stdout.strip().isdecimal(), done.stderr
