"""What a general should hold otherwise than his captains: learned from games between captains of different minds.

Every weight of both captains differs a little, each in its own way, in every game; which way did good is told by all
games at once, so that each of them says something of every weight. Few weights matter: a slope counts by what it is
steeper than chance makes it, as strictly as tells most of games kept back. Dice nobody learned from show at last how
far to go along them, if at all.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np

from countermarch import match as face
from countermarch.bots.command import CAPTAINS
from countermarch.bots.doctrine import OWN_MIND, doctrine, weights_of
from countermarch.lab.drill import Trial, changed, gains, played

POINTS = 0.15  # what points count beside the result, for as many as games commonly differ by
CHANCE = (0.5, 1.0, 1.5, 2.0, 2.5, 3.0)  # standard errors of a slope that are held to be nothing
PARTS = 10  # of the games, each kept back once

Numbers = np.ndarray[Any, np.dtype[np.float64]]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game between two captains of their own minds, and how it ended for the first side: the result, the points."""

    game: str
    scenario: str
    seed: int
    result: float
    points: float


def minds(seed: int) -> tuple[str, str]:
    """Who leads the two sides of a lesson."""
    return f"{OWN_MIND}{2 * seed}", f"{OWN_MIND}{2 * seed + 1}"


def lesson(game: str, scenario: str, seed: int) -> Lesson:
    sides = face.load(game).info.sides
    result, points = played(game, scenario, seed, dict(zip(sides, minds(seed), strict=False)), sides[0])
    return Lesson(game, scenario, seed, result, points)


def lessons(game: str, scenario: str, seeds: Sequence[int], jobs: int = 1) -> Iterator[Lesson]:
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(lesson, game, scenario), seeds)


def read(file: Path) -> list[Lesson]:
    """What was played before."""
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    try:
        return [Lesson(**json.loads(line)) for line in lines]
    except (ValueError, TypeError):
        raise ValueError(f"{file} holds other things than lessons; name another file") from None


def write(file: Path, row: Lesson) -> None:
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(row)) + "\n")


@dataclass(frozen=True, slots=True)
class Slopes:
    """By side, what a weight does for it when it is larger; and how well that told games kept back."""

    by_side: Mapping[str, Mapping[str, float]]
    told: float  # correlation

    def factors(self, side: str, far: float) -> dict[str, float]:
        """So far up the slopes of a side, as the length of the way in logarithms."""
        slopes = self.by_side[side]
        length = float(np.linalg.norm(list(slopes.values()))) or 1.0
        return {name: exp(far * slope / length) for name, slope in slopes.items()}


def slopes(game: str, rows: Sequence[Lesson]) -> Slopes:
    """From lessons of a game, and of others whose captains weigh the same things for the same sides."""
    sides = face.load(game).info.sides[:2]
    for other in {row.game for row in rows} - {game}:
        if CAPTAINS[other].holds is not CAPTAINS[game].holds or face.load(other).info.sides[:2] != sides:
            raise ValueError(f"captains of {other} weigh other things: its lessons teach those of {game} nothing")
    ways = np.array([_ways(row, sides) for row in rows])
    ends = _ends(rows)
    chance = max(CHANCE, key=lambda by: _told(ways, ends, by))
    found = np.split(_steeper(ways, ends, chance), 2)
    names = Trial(game, (), sides[0]).weights
    by_side = {
        side: dict(zip(names, (sign * half).tolist(), strict=True))
        for side, sign, half in zip(sides, (1, -1), found, strict=True)
    }
    return Slopes(by_side, _told(ways, ends, chance))


def _ways(row: Lesson, sides: Sequence[str]) -> list[float]:
    return [by for side, mind in zip(sides, minds(row.seed), strict=True) for by in _way(row.game, side, mind)]


def _way(game: str, side: str, mind: str) -> list[float]:
    """By how much a mind differs from its captain in each weight, in logarithms."""
    usual, own = (weights_of(doctrine(CAPTAINS[game].holds, game, side, style)) for style in ("", mind))
    return [log(own[name] / usual[name]) if usual[name] else 0.0 for name in usual]


def _ends(rows: Sequence[Lesson]) -> Numbers:
    """How games ended for the first side, less what is usual in their scenario."""
    ends = np.zeros(len(rows))
    for kind in {(row.game, row.scenario) for row in rows}:
        at = [number for number, row in enumerate(rows) if (row.game, row.scenario) == kind]
        points = np.array([rows[number].points for number in at])
        ended = np.array([rows[number].result for number in at]) + POINTS * points / (points.std() or 1.0)
        ends[at] = ended - ended.mean()
    return ends


def _steeper(ways: Numbers, ends: Numbers, chance: float) -> Numbers:
    """The slope along each weight, less so many standard errors."""
    squares = np.maximum((ways**2).sum(axis=0), 1e-9)
    slopes, errors = ways.T @ ends / squares, ends.std() / np.sqrt(squares)
    return np.asarray(np.sign(slopes) * np.maximum(np.abs(slopes) - chance * errors, 0.0))


def _told(ways: Numbers, ends: Numbers, chance: float) -> float:
    """How games kept back ended, against what the others said of them."""
    said = np.zeros(len(ends))
    for part in range(PARTS):
        back = np.arange(len(ends)) % PARTS == part
        said[back] = ways[back] @ _steeper(ways[~back], ends[~back], chance)
    return float(np.corrcoef(said, ends)[0, 1]) if said.std() else 0.0


WAYS = (1.0, 2.0, 3.0)  # how far up the slopes is tried


@dataclass(frozen=True, slots=True)
class Lore:
    """What a side's general should hold, how far that is, and on what share of other dice he does better by it."""

    side: str
    weights: Mapping[str, float]
    far: float
    gained: float


def lore(trial: Trial, found: Slopes, dice: range, jobs: int = 1) -> Lore:
    """The way that does most good on other dice."""
    shares = gains(trial, [found.factors(trial.side, far) for far in WAYS], dice, jobs)
    gained, far = max(zip(shares, WAYS, strict=True))
    return Lore(trial.side, changed(trial, found.factors(trial.side, far)), far, gained)
