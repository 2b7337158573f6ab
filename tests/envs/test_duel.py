"""The Gymnasium environment: one side against a bot."""

from __future__ import annotations

from functools import partial

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from countermarch.bots import UnknownBot
from countermarch.envs import duel
from tests.envs.scenarios import every_scenario

pytestmark = pytest.mark.filterwarnings("ignore")


@every_scenario
def test_gymnasium_finds_nothing_wrong(game: str, scenario: str) -> None:
    check_env(duel(game, scenario, opponent="random"), skip_render_check=True)


@pytest.mark.parametrize("opponent", ["random", "recruit", "captain", "general:0.05"])
def test_every_level_can_be_played_against_to_the_end(opponent: str) -> None:
    fight = duel("bridgehead", opponent=opponent, side="german")
    _, info = fight.reset(seed=2)
    random, over, earned = np.random.default_rng(1), False, 0.0
    assert info == {"side": "german"}
    while not over:
        assert fight.match.to_act == "german"
        _, reward, over, broken_off, info = fight.step(int(random.choice(np.flatnonzero(fight.action_masks()))))
        earned += reward
        assert not broken_off
    assert earned == (0.0 if info["winner"] is None else 1.0 if info["winner"] == "german" else -1.0)


def test_without_a_side_both_are_played() -> None:
    fight = duel("bridgehead", opponent="random")
    assert {fight.reset(seed=seed)[1]["side"] for seed in range(12)} == {"german", "soviet"}


def test_a_forfeit_ends_it() -> None:
    fight = duel("bridgehead", opponent="random", side="soviet")
    fight.reset(seed=1)
    _, reward, over, _, info = fight.step(fight.coding.n - 1)
    assert (reward, over, info["forfeited"]) == (-1.0, True, "soviet")


def test_it_is_broken_off_after_so_many_decisions_of_our_side() -> None:
    fight = duel("bridgehead", opponent="random", side="soviet", max_cycles=3)
    fight.reset(seed=1)
    ends = [fight.step(int(np.flatnonzero(fight.action_masks())[0]))[2:4] for _ in range(3)]
    assert ends == [(False, False), (False, False), (False, True)]


def test_it_is_made_by_name_and_side_by_side_with_others() -> None:
    made = gymnasium.make("countermarch/Duel-v0", game="bridgehead", opponent="random")
    assert made.reset(seed=1)[1]["side"] in ("german", "soviet")
    many = gymnasium.vector.SyncVectorEnv([partial(duel, "bridgehead", opponent="random")] * 3)
    seen, _ = many.reset(seed=1)
    assert seen["action_mask"].shape[0] == 3 and seen["observation"].shape[:2] == (
        3,
        len(made.unwrapped.observer.planes),
    )


def test_wrong_opponents_and_sides_are_refused() -> None:
    with pytest.raises(UnknownBot, match="emperor"):
        duel("bridgehead", opponent="emperor")
    with pytest.raises(ValueError, match="its sides are: "):
        duel("bridgehead", side="allied")
