"""Every scenario of every game as an environment of PettingZoo: the sides are asked as at the table, one at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from countermarch.envs.drawing import Easel
from countermarch.envs.observing import Observation
from countermarch.envs.sitting import MODES, Sitting, Snapshot
from countermarch.match import Match
from countermarch.notation import Action

Moment = tuple[Snapshot, dict[str, Any]]
KEPT = ("agents", "agent_selection", "rewards", "_cumulative_rewards", "terminations", "truncations", "infos")


class CountermarchEnv(AECEnv[str, Observation, int]):
    """A match; agents are its sides. Ids of actions mean what `coding` says; only `observe` makes observations."""

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self.observer, self.coding = sitting.observer, sitting.coding
        self.render_mode = sitting.terms.render_mode
        name = f"{sitting.game.key}_{sitting.match.scenario}"
        self.metadata = {"render_modes": list(MODES), "name": name, "is_parallelizable": False, "render_fps": 4}
        self.possible_agents = list(sitting.game.info.sides)
        self.agents: list[str] = []
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.observer.space)
        self.action_spaces = {side: spaces.Discrete(self.coding.n) for side in self.possible_agents}
        self._easel = Easel(sitting.game.rules)

    @property
    def match(self) -> Match:
        """The match as it stands, for questions; what is played here is played by `step`."""
        return self.sitting.match

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match. What is agreed on stands since the environment was made: options change nothing."""
        self.sitting.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {side: {} for side in self.agents}
        self.agent_selection = str(self.match.to_act)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked, and None is no action; take an id whose action_mask is 1")
        paid = self.sitting.play(action)
        self._cumulative_rewards[agent] = 0.0
        for side in self.agents:
            self.rewards[side] = 0.0
        if paid is not None:
            self.rewards.update(paid)
            self._accumulate_rewards()
        self._go_on()

    def _go_on(self) -> None:
        sitting = self.sitting
        if sitting.over or sitting.broken_off:
            ends = self.terminations if sitting.over else self.truncations
            ends.update(dict.fromkeys(self.agents, True))
            self.infos = {side: sitting.info() for side in self.agents}
            self._deads_step_first()
        else:
            self.agent_selection = sitting.match.to_act or ""

    def observe(self, agent: str) -> Observation:
        return self.sitting.observe(agent)

    # ids

    def encode(self, action: Action | str) -> int:
        """The id of a legal action, or of its text."""
        return self.sitting.encode(action)

    def decode(self, id: int) -> Action:
        """The action an id stands for here."""
        return self.sitting.decode(id)

    def pick(self, random: Callable[[], float]) -> int:
        """The id of a legal action by chance, without a mask."""
        return self.sitting.pick(random)

    # moments

    def snapshot(self) -> Moment:
        """This moment, to come back to as often as one likes."""
        return self.sitting.snapshot(), self._kept()

    def _kept(self) -> dict[str, Any]:
        return {name: _copied(getattr(self, name)) for name in KEPT if hasattr(self, name)}

    def restore(self, moment: Moment) -> None:
        self.sitting.restore(moment[0])
        self.__dict__.update({name: _copied(value) for name, value in moment[1].items()})

    def clone(self) -> CountermarchEnv:
        """Another environment at the same moment, free to go another way."""
        twin = CountermarchEnv(self.sitting.clone())
        twin.__dict__.update(self._kept())
        return twin

    def __getstate__(self) -> dict[str, Any]:
        return {"sitting": self.sitting, "kept": self._kept()}

    def __setstate__(self, state: dict[str, Any]) -> None:
        CountermarchEnv.__init__(self, state["sitting"])
        self.__dict__.update(state["kept"])

    # looking

    def render(self) -> str | NDArray[np.uint8] | None:
        """The map as the side to act sees it."""
        return self._easel.draw(self.match, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, (dict, list)) else value
