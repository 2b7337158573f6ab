"""The map as pixels and as letters."""

from __future__ import annotations

import numpy as np
import pytest

from countermarch.envs import duel, env
from tests.envs.scenarios import every_scenario, wander


@every_scenario
def test_every_counter_on_top_is_in_the_letters(game: str, scenario: str) -> None:
    *_, table = wander(env(game, scenario, render_mode="ansi"), 1, 30)
    drawn = table.render()
    assert isinstance(drawn, str)
    view = table.match.view(table.agent_selection)
    assert drawn.count("\x1b[48;2;") == len({unit["hex"] for unit in view["units"] if unit["hex"]})
    assert drawn.startswith(table.match.game.info.title) and f"turn {table.match.turn}" in drawn


def test_pixels_change_where_a_counter_moves_and_nowhere_else() -> None:
    table = env("bridgehead", render_mode="rgb_array")
    table.reset(seed=1)
    before = table.render()
    table.step(table.encode(next(action for action in table.match.legal() if action.verb == "move")))
    table.step(int(np.flatnonzero(table.observe(table.agent_selection)["action_mask"])[0]))
    after = table.render()
    assert isinstance(before, np.ndarray) and isinstance(after, np.ndarray)
    assert before.shape == after.shape and before.dtype == np.uint8
    changed = (before != after).any(axis=2).mean()
    assert 0 < changed < 0.1


def test_nothing_is_drawn_that_was_not_asked_for() -> None:
    fight = duel("bridgehead", opponent="random")
    fight.reset(seed=1)
    with pytest.raises(ValueError, match="render_mode"):
        fight.render()
