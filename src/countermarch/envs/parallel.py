"""The same match for learners that want every side to act at once: who is not asked has nothing but to wait."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from countermarch.envs.drawing import Easel
from countermarch.envs.observing import Observation
from countermarch.envs.sitting import MODES, Sitting

Each = dict[str, Any]


class CountermarchParallel(ParallelEnv[str, Observation, int]):
    """A cycle is one decision, of the side that is asked; what the others say in it is not heard."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting
        name = f"{sitting.game.key}_{sitting.match.scenario}"
        self.metadata = {"render_modes": list(MODES), "name": name, "render_fps": 4}
        self.render_mode = sitting.terms.render_mode
        self.possible_agents = list(sitting.game.info.sides)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, sitting.observer.space)
        self.action_spaces = {side: spaces.Discrete(sitting.coding.n) for side in self.possible_agents}
        self._easel = Easel(sitting.game.rules)

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Each | None = None) -> tuple[Each, Each]:
        self.sitting.begin(seed)
        self.agents = self.possible_agents[:]
        return self._observed(), {side: {} for side in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Each, Each, Each, Each, Each]:
        sitting, sides = self.sitting, self.agents
        paid = sitting.play(actions[str(sitting.match.to_act)])
        rewards = paid or dict.fromkeys(sides, 0.0)
        over, broken_off = sitting.over, sitting.broken_off
        infos = {side: sitting.info() for side in sides}
        if over or broken_off:
            self.agents = []
        return self._observed(), rewards, dict.fromkeys(sides, over), dict.fromkeys(sides, broken_off), infos

    def _observed(self) -> Each:
        return {side: self.sitting.observe(side) for side in self.possible_agents}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The map as the side to act sees it."""
        return self._easel.draw(self.sitting.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""
