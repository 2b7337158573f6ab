"""One side of a match as an environment of Gymnasium: a bot plays the other."""

from __future__ import annotations

from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from countermarch.bots import bot, check_bot
from countermarch.envs.drawing import Easel
from countermarch.envs.observing import Observation
from countermarch.envs.sitting import MODES, SEEDS, Sitting, Snapshot
from countermarch.match import Match
from countermarch.notation import Action


class Moment(NamedTuple):
    sitting: Snapshot
    side: str
    seed: int


class CountermarchDuel(gymnasium.Env[Observation, int]):
    """A match against a bot of any level. With no side named, each match is played from either one by lot."""

    def __init__(self, sitting: Sitting, opponent: str = "captain", side: str | None = None) -> None:
        check_bot(opponent, sitting.game.key)
        self._sides = sitting.game.info.sides
        if side is not None and side not in self._sides:
            raise ValueError(
                f"there is no side {side!r} in {sitting.game.key}; its sides are: {', '.join(self._sides)}"
            )
        self.sitting, self.opponent, self._only = sitting, opponent, side
        self.observer, self.coding = sitting.observer, sitting.coding
        self.side = side or self._sides[0]
        self.render_mode = sitting.terms.render_mode
        self.metadata = {"render_modes": list(MODES), "render_fps": 4}
        self.observation_space = self.observer.space
        self.action_space = spaces.Discrete(self.coding.n)
        self._easel = Easel(sitting.game.rules)
        self._seat_opponent(0)

    def _seat_opponent(self, seed: int) -> None:
        self._seed = seed
        self._enemy = bot(self.opponent, seed)

    @property
    def match(self) -> Match:
        """The match as it stands, for questions; what is played here is played by `step`."""
        return self.sitting.match

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """A new match, as far as the first decision of our side."""
        super().reset(seed=seed)
        self.sitting.begin(int(self.np_random.integers(SEEDS)))
        self.side = self._only or self._sides[self.sitting.draw() % len(self._sides)]
        self._seat_opponent(self.sitting.draw())
        self._await_answer()
        return self.sitting.observe(self.side), self._info()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        paid = self.sitting.play(int(action))
        reward = 0.0 if paid is None else paid[self.side]
        if not self.sitting.broken_off:
            reward += self._await_answer()
        over, broken_off = self.sitting.over, self.sitting.broken_off
        return self.sitting.observe(self.side), reward, over, broken_off, self._info()

    def _await_answer(self) -> float:
        """The bot plays until our side is asked again; what that brings us."""
        earned, sitting = 0.0, self.sitting
        while not sitting.over and sitting.match.to_act != self.side:
            paid = sitting.answer(self._enemy.choose(sitting.match))
            earned += 0.0 if paid is None else paid[self.side]
        return earned

    def _info(self) -> dict[str, Any]:
        return {"side": self.side, **self.sitting.info()}

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be done now, under the name that masked learners ask for."""
        return self.coding.mask(self.match.legal().choices).astype(bool)

    # ids

    def encode(self, action: Action | str) -> int:
        """The id of a legal action, or of its text."""
        return self.sitting.encode(action)

    def decode(self, id: int) -> Action:
        """The action an id stands for here."""
        return self.sitting.decode(id)

    # moments

    def snapshot(self) -> Moment:
        """This moment, to come back to as often as one likes."""
        return Moment(self.sitting.snapshot(), self.side, self._seed)

    def restore(self, moment: Moment) -> None:
        """The opponent sits down anew, without what he had in mind."""
        self.sitting.restore(moment.sitting)
        self.side = moment.side
        self._seat_opponent(moment.seed)

    def clone(self) -> CountermarchDuel:
        """Another environment at the same moment, free to go another way."""
        twin = CountermarchDuel(self.sitting.clone(), self.opponent, self._only)
        twin.side = self.side
        twin._seat_opponent(self._seed)
        twin._np_random, twin._np_random_seed = self._np_random, self._np_random_seed
        return twin

    def __getstate__(self) -> dict[str, Any]:
        kept = ("sitting", "opponent", "_only", "side", "_seed", "_np_random", "_np_random_seed")
        return {name: getattr(self, name) for name in kept}

    def __setstate__(self, state: dict[str, Any]) -> None:
        CountermarchDuel.__init__(self, state["sitting"], state["opponent"], state["_only"])
        self.__dict__.update(state)
        self._seat_opponent(self._seed)

    # looking

    def render(self) -> str | NDArray[np.uint8] | None:
        """The map as our side sees it."""
        return self._easel.draw(self.match, self.render_mode, None if self.sitting.over else self.side)
