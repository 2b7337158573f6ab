"""Every scenario as a game of OpenSpiel, known as `countermarch(game=seelow,scenario=kuestrin)` once this is imported.

Chance is explicit: before each die or draw the game stands at a chance node with all its results, however many an
action meets. Needs `pip install open_spiel`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from countermarch import match as face
from countermarch.envs.observing import Observer
from countermarch.envs.scoring import won
from countermarch.match import Match, Outcome
from countermarch.notation import Action

PARTS = ("observation", "vector")
LONGEST = 5_000  # decisions and dice to a turn; no game comes near it
DRAWN = 256  # things among which one is drawn
DICE = 0  # key of the dice, none of which falls
TYPE = pyspiel.GameType(
    short_name="countermarch",
    long_name="Countermarch: hex-and-counter wargames",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,  # some are under fog of war
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "bridgehead", "scenario": ""},
)


class SpielGame(pyspiel.Game):
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        asked = params or {}
        self.game = face.load(str(asked.get("game", "bridgehead")))
        self.scenario = self.begin(str(asked.get("scenario", ""))).scenario
        self.observer = Observer(self.game, self.scenario, PARTS)
        turns = next(known.turns for known in self.game.info.scenarios if known.key == self.scenario)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.observer.coding.n,
            max_chance_outcomes=DRAWN,
            num_players=len(self.game.info.sides),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST * turns,
        )
        super().__init__(TYPE, info, asked)

    def begin(self, scenario: str) -> Match:
        return self.game.start(scenario or None, DICE, pauses=False)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self.observer)


class Standing:
    """A match, and the action whose dice are falling just now; OpenSpiel copies it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.action: Action | None = None
        self.fallen: tuple[int, ...] = ()
        self.open: tuple[Outcome, ...] = ()
        self.record: list[str | int] = []

    def __reduce__(self) -> tuple[Any, ...]:
        """Elsewhere it is played again."""
        return _again, (self.match.game.key, self.match.scenario, self.record)

    def __deepcopy__(self, memo: dict[int, Any]) -> Standing:
        twin = Standing(self.match.copy())
        twin.action, twin.fallen, twin.open = self.action, self.fallen, self.open
        twin.record = self.record[:]
        return twin

    def play(self, action: Action) -> None:
        self.action = action
        self.record.append(str(action))
        self._look()

    def fall(self, value: int) -> None:
        self.fallen = (*self.fallen, value)
        self.record.append(value)
        self._look()

    def _look(self) -> None:
        """Stand before the next die of the action, or behind the last."""
        assert self.action is not None
        found = self.match.outcomes(self.action, self.fallen)
        if found[0].roll is None:
            self.match, self.action, self.fallen, found = found[0].match, None, (), ()
        self.open = found


def _again(game: str, scenario: str, record: list[str | int]) -> Standing:
    loaded = face.load(game)
    standing = Standing(loaded.start(scenario, DICE, pauses=False))
    for entry in record:
        if isinstance(entry, int):
            standing.fall(entry)
        else:
            standing.play(loaded.parse(entry))
    return standing


class SpielState(pyspiel.State):
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._standing = Standing(game.begin(game.scenario))

    @property
    def match(self) -> Match:
        return self._standing.match

    def current_player(self) -> int:
        if self._standing.open:
            return int(pyspiel.PlayerId.CHANCE)
        side = self.match.to_act
        return int(pyspiel.PlayerId.TERMINAL) if side is None else self._sides.index(side)

    @property
    def _sides(self) -> tuple[str, ...]:
        return self.match.game.info.sides

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(int(id) for id in self.get_game().observer.coding.ids(self.match.legal().choices))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(at, outcome.chance) for at, outcome in enumerate(self._standing.open)]

    def _apply_action(self, id: int) -> None:
        if self._standing.open:
            self._standing.fall(1 + id)
        else:
            self._standing.play(self._meant(id))

    def _meant(self, id: int) -> Action:
        choice = self.get_game().observer.coding.decode(id, self.match.legal().choices)
        return Action(choice or (), self.match.game.rules.grammar)

    def _action_to_string(self, player: int, id: int) -> str:
        return f"{1 + id} is drawn" if player == pyspiel.PlayerId.CHANCE else str(self._meant(id))

    def is_terminal(self) -> bool:
        return self.match.to_act is None

    def returns(self) -> list[float]:
        return list(won(self.match).values()) if self.is_terminal() else [0.0] * len(self._sides)

    def __str__(self) -> str:
        side = self.match.to_act
        asked = "" if self.match.decision is None else f"{side}: {self.match.decision.prompt}"
        return f"turn {self.match.turn}  {asked}  {' '.join(map(str, self._standing.fallen))}"


class SpielObserver:
    """What a side may know, as one row of numbers."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        shape = (len(observer.planes), *observer.shape)
        planes = len(observer.planes) * observer.hexes
        self.tensor = np.zeros(planes + len(observer.vector), np.float32)
        self.dict = {"observation": self.tensor[:planes].reshape(shape), "vector": self.tensor[planes:]}

    def set_from(self, state: SpielState, player: int) -> None:
        side = state.match.game.info.sides[player]
        for part, seen in self._observer.observe(state.match, side).items():
            self.dict[part][...] = seen

    def string_from(self, state: SpielState, player: int) -> str:
        return state.match.fingerprint(state.match.game.info.sides[player])


pyspiel.register_game(TYPE, SpielGame)
