"""Games go as they always went, with both kernels; renew with `python -m tests.golden GAME` when a rule changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden.games import GAMES, SEEDS, difference, golden

SHORT = 60  # decisions of a game that takes a quarter of an hour
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("game", "seed"), GAMES)
def test_a_game_goes_as_it_went(game: str, seed: int) -> None:
    assert difference(game, seed) is None


@pytest.mark.parametrize("game", SEEDS)
def test_the_games_are_long_enough_to_mean_something(game: str) -> None:
    ends = [marks[-1] for marks in golden(game).values()]
    assert len(ends) == len(SEEDS[game]) and all(end["level"] for end in ends)
    assert min(end["decisions"] for end in ends) > (SHORT if game == "bridgehead" else 300)


@pytest.mark.parametrize("game", SEEDS)
def test_the_reference_kernels_play_the_same_game(game: str) -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "tests.golden", game, "--check", "3"],
        env={**os.environ, "COUNTERMARCH_KERNELS": "reference"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
