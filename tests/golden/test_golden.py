"""Games go as they have always gone, with both kernels; renew with `python -m tests.golden` when a rule changes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.golden.games import SEEDS, difference, golden

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_game_goes_as_it_went(seed: int) -> None:
    assert difference(seed) is None


def test_the_games_are_long_enough_to_mean_something() -> None:
    ends = [marks[-1] for marks in golden().values()]
    assert len(ends) == len(SEEDS) and all(end["decisions"] > 300 and end["level"] for end in ends)


def test_the_reference_kernels_play_the_same_game() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "tests.golden", "--check", "3"],
        env={**os.environ, "COUNTERMARCH_KERNELS": "reference"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
