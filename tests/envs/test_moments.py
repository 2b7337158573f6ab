"""Moments are kept, come back to, copied and sent elsewhere."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np

from countermarch.envs import CountermarchEnv, duel, env
from tests.envs.scenarios import every_scenario, wander


def played_on(table: CountermarchEnv, seed: int, decisions: int = 15) -> list[Any]:
    """All that is told while it goes on."""
    random, told = Random(seed).random, []
    for _ in range(decisions):
        if table.sitting.over:
            break
        table.step(table.pick(random))
        seen = {part: array.tobytes() for part, array in table.observe(table.agent_selection).items()}
        told.append((table.agent_selection, dict(table.rewards), dict(table.terminations), seen))
    return [*told, table.match.fingerprint()]


@every_scenario
def test_a_copy_and_a_restored_moment_go_on_as_the_match_would(game: str, scenario: str) -> None:
    *_, table = wander(env(game, scenario), 2, 40)
    moment, twin, sent = table.snapshot(), table.clone(), pickle.loads(pickle.dumps(table))
    first = played_on(table, 9)
    assert played_on(twin, 9) == first
    assert played_on(sent, 9) == first
    for _ in range(2):
        table.restore(moment)
        assert played_on(table, 9) == first


def test_later_matches_are_the_same_too() -> None:
    *_, table = wander(env("bridgehead"), 2, 10)
    twin, sent = table.clone(), pickle.loads(pickle.dumps(table))
    found = []
    for each in (table, twin, sent):
        each.reset()
        found.append(each.match.fingerprint())
    assert found[0] == found[1] == found[2]


def test_a_duel_is_kept_and_restored() -> None:
    fight = duel("bridgehead", opponent="recruit", side="soviet")
    fight.reset(seed=4)
    moment = fight.snapshot()
    ends = []
    for each in (fight.clone(), pickle.loads(pickle.dumps(fight)), fight, fight):
        if each is fight:
            each.restore(moment)
        random, over = Random(1), False
        while not over:
            _, reward, over, _, info = each.step(int(random.choice(np.flatnonzero(each.action_masks()))))
        ends.append((reward, info, each.match.fingerprint()))
    assert ends[0] == ends[1] == ends[2] == ends[3]
