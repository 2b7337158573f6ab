"""Which values matter: each knob is turned to its ends, and the games are played again on the same dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import Any

from countermarch.games import rules
from countermarch.games.bounds import Knob
from countermarch.lab.ladder import SURE
from countermarch.lab.trials import Book, Outcome, Told, outcomes, trials, unheard


@dataclass(frozen=True, slots=True)
class Effect:
    """What turning a knob so far does to the first side's result, game by game on the same dice, with its interval."""

    knob: str
    title: str
    turned: float
    result: float  # from -1 to 1: the mean difference
    low: float
    high: float
    points: float  # by how many more the side leads

    @property
    def sure(self) -> bool:
        return self.low > 0 or self.high < 0

    def to_json(self) -> dict[str, Any]:
        return {**asdict(self), "sure": self.sure}


def effects(
    game: str,
    scenario: str,
    bots: Sequence[str],
    knobs: Sequence[Knob],
    seeds: range,
    book: Book,
    pool: Executor | None = None,
    told: Told = unheard,
) -> list[Effect]:
    """The strongest first; of what is as strong the surer."""
    base = outcomes(book, trials(game, scenario, bots, {}, seeds), pool, told)
    found = []
    for knob, end in ends(knobs):
        other = outcomes(book, trials(game, scenario, bots, {knob.key: end}, seeds), pool, told)
        found.append(_effect(knob, end, base, other, rules(game).info.sides[0]))
    return sorted(found, key=lambda one: (-abs(one.result), one.high - one.low))


def ends(knobs: Sequence[Knob]) -> Iterator[tuple[Knob, float]]:
    return ((knob, end) for knob in knobs for end in (knob.low, knob.high) if end)


def _effect(knob: Knob, end: float, base: Sequence[Outcome], other: Sequence[Outcome], side: str) -> Effect:
    changes = [new.score - old.score for old, new in zip(base, other, strict=True)]
    points = [_lead(new, side) - _lead(old, side) for old, new in zip(base, other, strict=True)]
    mean = fmean(changes)
    half = SURE * stdev(changes) / sqrt(len(changes)) if len(changes) > 1 else 1.0
    return Effect(knob.key, knob.title, end, mean, mean - half, mean + half, points=fmean(points))


def _lead(outcome: Outcome, side: str) -> int:
    return sum(points if one == side else -points for one, points in outcome.points.items())
