"""Fits values that no rulebook gives: knobs are turned until games end as wanted, and as little as will do.

CMA-ES asks for settings of a few knobs, and captains play each of a generation on the same dice; the next generation
has other dice. What games miss and what turning costs are added. In the end the middle of the last generation is tried
on dice nothing was fitted to, beside the values as they were.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from countermarch.games import rules
from countermarch.games.bounds import Bounds, Knob, Settings, bounds_of
from countermarch.lab import targets
from countermarch.lab.targets import Summary
from countermarch.lab.trials import Book, Told, outcomes, trials, unheard

STEP, NEAR = 0.4, 0.25  # how far the first generation differs, of a knob's way; if somebody has guessed
GRAIN = 20  # a knob is turned by so many parts of its way
LEAST = 0.1  # a knob turned less of its way is left as it was
MOST_KNOBS = 8
PLAN, GAMES = "tuning.json", "games.jsonl"


@dataclass(frozen=True, slots=True)
class Plan:
    """All that decides what comes out of it."""

    game: str
    scenarios: tuple[str, ...]
    knobs: tuple[str, ...]
    targets: tuple[str, ...]
    bots: tuple[str, ...]
    games: int  # that each setting plays of each scenario
    budget: int  # of games in all
    check: int  # games of each scenario before and after, on other dice
    seed: int
    start: tuple[tuple[str, float], ...] = ()  # where the search begins: a designer's guess

    @property
    def bounds(self) -> Bounds:
        return bounds_of(self.game)

    @property
    def turned(self) -> list[Knob]:
        return [self.bounds.knob(key) for key in self.knobs]

    @property
    def population(self) -> int:
        return 4 + int(3 * np.log(len(self.knobs)))

    @property
    def generations(self) -> int:
        return self.budget // (self.population * self.games * len(self.scenarios))

    @property
    def total(self) -> int:
        """Games that are played at most."""
        return self.generations * self.population * self.games * len(self.scenarios) + 2 * self.fresh

    @property
    def fresh(self) -> int:
        return self.check * len(self.scenarios)

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "rules": rules(self.game).info.version}


@dataclass(frozen=True, slots=True)
class Fit:
    """What a setting came to: what it missed in all, and each scenario."""

    settings: Settings
    missed: float
    found: Mapping[str, Summary]


def check_plan(plan: Plan) -> None:
    if not 0 < len(plan.knobs) <= MOST_KNOBS:
        raise ValueError(f"{len(plan.knobs)} knobs at a time; name one to {MOST_KNOBS} with --knobs")
    _ = plan.turned
    strange = [key for key, _ in plan.start if key not in plan.knobs]
    if strange:
        raise ValueError(f"--start speaks of {strange[0]!r}, which is none of the knobs that are turned")
    if plan.generations < 1:
        least = plan.population * plan.games * len(plan.scenarios)
        raise ValueError(f"a budget of {plan.budget} games is not enough for one generation; it takes {least}")


def open_folder(folder: Path, plan: Plan) -> Book:
    """A tuning goes on where it was; one of other arguments is not mixed with it."""
    folder.mkdir(parents=True, exist_ok=True)
    file, wanted = folder / PLAN, json.dumps(plan.to_json(), indent=1) + "\n"
    if not file.exists():
        if any(folder.iterdir()):
            raise ValueError(f"{folder} is not empty and holds no tuning; name another with --out")
        file.write_text(wanted, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != wanted:
        raise ValueError(
            f"{folder} holds a tuning with other arguments; name another with --out, or the same arguments"
        )
    return Book(folder / GAMES)


def evaluate(
    plan: Plan, book: Book, settings: Settings, seeds: range, pool: Executor | None = None, told: Told = unheard
) -> Fit:
    """How a setting of the knobs does in every scenario, on these dice."""
    sides, found, missed = rules(plan.game).info.sides, {}, 0.0
    for scenario in plan.scenarios:
        todo = trials(plan.game, scenario, plan.bots, settings, seeds)
        found[scenario] = targets.summary(sides, outcomes(book, todo, pool, told))
        missed += targets.missed(found[scenario], plan.bounds.course(scenario), plan.targets)
    return Fit(settings, missed + targets.price(plan.turned, settings), found)


Heard = Callable[[int, float], None]


def fitted(
    plan: Plan, book: Book, pool: Executor | None = None, told: Told = unheard, heard: Heard | None = None
) -> Settings:
    """The settings in the middle of the last generation; the same plan gives the same ones, stopped or not."""
    knobs, search = plan.turned, _search(plan)
    for number in range(plan.generations):
        asked = [search.ask() for _ in range(search.population_size)]
        dice = range(plan.seed + number * plan.games, plan.seed + (number + 1) * plan.games)
        fits = [evaluate(plan, book, _settings(knobs, one), dice, pool, told) for one in asked]
        search.tell([(one, fit.missed) for one, fit in zip(asked, fits, strict=True)])
        if heard is not None:
            heard(number, min(fit.missed for fit in fits))
    return _settings(knobs, search.mean, LEAST)


def _search(plan: Plan) -> Any:
    """Between the ends of the knobs, from where they are or from a guess; a single one beside one that does nothing."""
    from cmaes import CMA

    guess = dict(plan.start)
    begun = [knob.way(guess.get(knob.key, 0.0)) for knob in plan.turned]
    ends = [(-1.0 if knob.low else 0.0, 1.0 if knob.high else 0.0) for knob in plan.turned]
    idle = len(begun) == 1
    middle, wide = np.array(begun + [0.0] * idle), np.array(ends + [(-1.0, 1.0)] * idle)
    step = NEAR if guess else STEP
    return CMA(middle, step, bounds=wide, seed=plan.seed, population_size=plan.population)


def _settings(knobs: Sequence[Knob], asked: Sequence[float], least: float = 0.0) -> dict[str, float]:
    """What turns between -1 and 1 come to, in whole parts of a knob's way."""
    parts = (round(float(at) * GRAIN) / GRAIN for at in asked)
    found = {knob.key: knob.place(part) for knob, part in zip(knobs, parts, strict=False) if abs(part) > least}
    return {key: round(value, 3) for key, value in found.items()}


def fresh_dice(plan: Plan) -> range:
    """Nothing was fitted to these."""
    first = plan.seed + plan.generations * plan.games
    return range(first, first + plan.check)
