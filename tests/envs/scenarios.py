"""Every scenario of every game, and random play of one by ids."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import countermarch as cm
from countermarch.envs import CountermarchEnv

ALL = [pytest.param(game.key, scenario.key) for game in cm.games() for scenario in game.scenarios]
every_scenario = pytest.mark.parametrize(("game", "scenario"), ALL)


def wander(env: CountermarchEnv, seed: int, decisions: int) -> Iterator[CountermarchEnv]:
    """The environment before each of some decisions at random, and after the last."""
    random = Random(seed).random
    env.reset(seed=seed)
    for _ in range(decisions):
        yield env
        env.step(env.pick(random))
        if env.sitting.over:
            break
    yield env
