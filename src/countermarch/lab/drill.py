"""Drills captains: tunes what a captain holds things to be worth: its weights evolve by games on the same dice.

A generation of captains, each with weights of its own, plays a side on the same dice against captains of several
styles; on each dice they are ranked by result, then by points, and the next generation is drawn about the better ones
(CMA-ES on the weights' logarithms). Dice nobody was tuned on show at last whether anything was gained.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import product
from math import exp
from pathlib import Path

import numpy as np

from countermarch import match as face
from countermarch.bots.arena import seat_seed
from countermarch.bots.command import CAPTAINS, Command
from countermarch.bots.doctrine import doctrine, style_of, weights_of
from countermarch.bots.value import margin, won_by

STEP = 0.3  # how far the first generation differs, in logarithms
AGAINST = ("", "bold", "", "cautious")  # the other side's styles, one after the other
FAR = 1.6  # no weight goes farther from where it was, in logarithms
NOTICED = 0.03  # a weight that moved less is left as it was

Ending = tuple[float, float]  # the result, then the points


@dataclass(frozen=True, slots=True)
class Trial:
    """What is tuned: a side of a game, in which scenarios."""

    game: str
    scenarios: tuple[str, ...]
    side: str

    def play(self, style: str, seed: int) -> Ending:
        """How a game ends for the side, led in this style; the dice, the scenario and the enemy follow the seed."""
        scenario = self.scenarios[seed % len(self.scenarios)]
        enemy = AGAINST[seed // len(self.scenarios) % len(AGAINST)]
        leads = {s: style if s == self.side else enemy for s in face.load(self.game).info.sides}
        return played(self.game, scenario, seed, leads, self.side)

    @property
    def weights(self) -> dict[str, float]:
        return weights_of(doctrine(CAPTAINS[self.game].holds, self.game, self.side))


def played(game: str, scenario: str, seed: int, leads: Mapping[str, str], side: str) -> Ending:
    """How a game between captains of these styles ends for a side."""
    match = face.load(game).start(scenario, seed, pauses=False)
    captains = {s: Command(seat_seed(seed, s), style) for s, style in leads.items()}
    while (actor := match.to_act) is not None:
        captains[actor].play_on(match, actor)
    assert match.result is not None
    return won_by(match.result, side), margin(match, side)


@dataclass(frozen=True, slots=True)
class Generation:
    number: int
    factors: Mapping[str, float]  # on the weights as they are: where the better ones are
    step: float


def drilled(trial: Trial, generations: int, games: int, seed: int, jobs: int = 1) -> Iterator[Generation]:
    """Generation by generation; the same seed gives the same ones."""
    from cmaes import SepCMA

    names = list(trial.weights)
    bounds = np.array([[-FAR, FAR]] * len(names))
    search = SepCMA(np.zeros(len(names)), STEP, bounds=bounds, seed=seed)
    with ProcessPoolExecutor(jobs) as pool:
        for number in range(generations):
            asked = [search.ask() for _ in range(search.population_size)]
            dice = range(seed + number * games, seed + (number + 1) * games)
            ranks = _ranks(_endings(pool, trial, [_style(names, one) for one in asked], dice))
            search.tell(list(zip(asked, ranks, strict=True)))
            yield Generation(number, _factors(names, search.mean), float(np.std([one - search.mean for one in asked])))


def _factors(names: Sequence[str], logs: np.ndarray[tuple[int], np.dtype[np.float64]]) -> dict[str, float]:
    return {name: exp(log) for name, log in zip(names, logs, strict=True)}


def _style(names: Sequence[str], logs: np.ndarray[tuple[int], np.dtype[np.float64]]) -> str:
    return style_of(_factors(names, logs))


def _endings(pool: Executor, trial: Trial, styles: Sequence[str], dice: range) -> list[list[Ending]]:
    """For each dice how it ended for each style."""
    asked = [(style, seed) for seed, style in product(dice, styles)]
    ended = list(pool.map(trial.play, *zip(*asked, strict=True)))
    return [ended[at : at + len(styles)] for at in range(0, len(ended), len(styles))]


def _ranks(endings: Sequence[Sequence[Ending]]) -> list[float]:
    """The mean place of each style over all dice, the best first; who ended alike share a place."""
    places = [[_place(one, ended) for one in ended] for ended in endings]
    return [sum(column) / len(column) for column in zip(*places, strict=True)]


def _place(one: Ending, ended: Sequence[Ending]) -> float:
    return sum(1.0 if other > one else 0.5 if other == one else 0.0 for other in ended)


def gained(trial: Trial, factors: Mapping[str, float], dice: range, jobs: int = 1) -> float:
    """On how many dice the side does better than before, from 0 to 1; what ends alike counts half."""
    return gains(trial, [factors], dice, jobs)[0]


def gains(trial: Trial, several: Sequence[Mapping[str, float]], dice: range, jobs: int = 1) -> list[float]:
    """The same of several captains, on the same dice."""
    styles = ["", *map(style_of, several)]
    with ProcessPoolExecutor(jobs) as pool:
        endings = _endings(pool, trial, styles, dice)
    return [sum(_place(row[0], (row[at],)) for row in endings) / len(endings) for at in range(1, len(styles))]


def changed(trial: Trial, factors: Mapping[str, float]) -> dict[str, float]:
    """The weights that moved, as they are now."""
    moved = {name: factor for name, factor in factors.items() if abs(factor - 1) > NOTICED}
    return {name: float(f"{trial.weights[name] * factor:.3g}") for name, factor in moved.items()}


def write(file: Path, table: str, weights: Mapping[str, float], said: str) -> None:
    """Weights into a table of a doctrine's data, with what made them."""
    text = file.read_text(encoding="utf-8")
    lines = f"[{table}]  # {said}\n" + "".join(f"{name} = {value!r}\n" for name, value in weights.items())
    old = re.search(rf"^\[{re.escape(table)}\].*?(?=^\[|\Z)", text, re.MULTILINE | re.DOTALL)
    at, to = old.span() if old else (_first_table(text),) * 2
    file.write_text(f"{text[:at]}{lines}\n{text[to:]}", encoding="utf-8")


def held(file: Path, side: str) -> dict[str, float]:
    """What the data say of a side so far."""
    found: dict[str, float] = tomllib.loads(file.read_text(encoding="utf-8")).get(side, {})
    return found


def _first_table(text: str) -> int:
    found = re.search(r"^\[", text, re.MULTILINE)
    return found.start() if found else len(text)
