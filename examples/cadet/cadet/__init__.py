"""A cadet: a small network that has learned Bridgehead in ten minutes, sitting at the table as any other bot.

It weighs every legal action by itself: what is done by whom and where, what lies there and around, and how the game
stands. It needs no more than numpy to play; `python -m cadet.train` teaches it anew with PyTorch.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from countermarch.envs.observing import Observer
from countermarch.match import Game, Match
from countermarch.notation import Action, Choice

Floats = NDArray[np.float32]
PARTS = ("observation", "units", "vector")
WEIGHTS = "weights.npz"
NOWHERE = -1


class Eyes:
    """What the network sees of each thing that may be done."""

    def __init__(self, game: Game, scenario: str) -> None:
        self.observer = Observer(game, scenario, PARTS)
        grid, self._grammar = game.rules.board.grid, game.rules.grammar
        self._around = np.array(grid.neighbours).reshape(
            -1, 6
        )  # off the map: the hex behind the last, where nothing is
        self._verbs, self._units = len(self._grammar.verbs), len(self._grammar.names["unit"])
        self._slots = [[str(slot) for slot in verb.slots] for verb in self._grammar.verbs]
        self.inputs = self.look_at(self.observer.observe(game.start(scenario, 0), game.info.sides[0]), [(0,)]).shape[1]

    def look(self, match: Match) -> Floats:
        """A row for each legal action of the side to act."""
        return self.look_at(self.observer.observe(match, str(match.to_act)), match.legal().choices)

    def look_at(self, seen: dict[str, NDArray[Any]], choices: Sequence[Choice]) -> Floats:
        planes = seen["observation"].reshape(len(self.observer.planes), -1)
        planes = np.concatenate((planes, np.zeros((len(planes), 1), planes.dtype)), axis=1)
        rows = dict(zip(self.observer.counter_columns, seen["units"].T, strict=True))
        moved, asked = _first(rows["committed"]), _first(planes[self.observer.planes.index("asked")])
        units, hexes = zip(*(self._meant(choice, moved, rows["hex"]) for choice in choices), strict=True)
        here = np.concatenate((planes, planes[:, self._around].sum(2)[:, [*range(self.observer.hexes), NOWHERE]]))
        here[len(planes) :, NOWHERE] = 0
        table = np.concatenate((seen["vector"], rows["steps"], rows["hex"] >= 0, planes[:, asked], self._force(planes)))
        whom, where = _one_hot(units, self._units), _one_hot(hexes, self.observer.hexes)
        verbs = _one_hot([choice[0] for choice in choices], self._verbs)
        beside = np.broadcast_to(table, (len(choices), len(table)))
        return _squeezed(np.concatenate((verbs, whom, where, here[:, list(hexes)].T, beside), axis=1))

    def _meant(self, choice: Choice, moved: int, where: NDArray[np.int16]) -> tuple[int, int]:
        """By whom and where: what the words say, else who is moving, and where he stands."""
        slots = self._slots[choice[0]]
        unit = choice[1 + slots.index("unit")] if "unit" in slots else moved
        if "hex" in slots:
            return unit, choice[1 + slots.index("hex")]
        return unit, choice[-1] if "path" in slots else int(where[unit]) if unit != NOWHERE else NOWHERE

    def _force(self, planes: NDArray[np.int16]) -> NDArray[np.int16]:
        """How strong those are together who take part in what is going on."""
        own = [at for at, name in enumerate(self.observer.planes) if name.startswith("own ")]
        return planes[own] @ planes[self.observer.planes.index("committed")]


def _first(marks: NDArray[np.int16]) -> int:
    found = np.flatnonzero(marks)
    return int(found[0]) if len(found) else NOWHERE


def _one_hot(values: Sequence[int], size: int) -> NDArray[np.int16]:
    found = np.zeros((len(values), size + 1), np.int16)
    found[np.arange(len(values)), list(values)] = 1  # nobody and nowhere are the last
    return found


def _squeezed(numbers: NDArray[Any]) -> Floats:
    """Large numbers count for less the larger they are."""
    found = numbers.astype(np.float32)
    return np.sign(found) * np.log1p(np.abs(found))


@cache
def weights() -> dict[str, Floats]:
    with files("cadet").joinpath(WEIGHTS).open("rb") as file, np.load(file) as kept:
        return {name: kept[name].astype(np.float32) for name in kept.files}


class Cadet:
    """Does what the network likes best."""

    games = ("bridgehead",)

    def __init__(self, seed: int = 0) -> None:
        self._eyes: Eyes | None = None

    def choose(self, match: Match) -> Action:
        legal = match.legal()
        if len(legal) == 1:
            chosen: Action = legal[0]
            return chosen
        if self._eyes is None:
            self._eyes = Eyes(match.game, match.scenario)
        chosen = legal[int(_liking(self._eyes.look(match)).argmax())]
        return chosen


def _liking(seen: Floats) -> Floats:
    net = weights()
    first = np.maximum(seen @ net["0.weight"].T + net["0.bias"], 0)
    second = np.maximum(first @ net["2.weight"].T + net["2.bias"], 0)
    return (second @ net["4.weight"].T + net["4.bias"])[:, 0]
