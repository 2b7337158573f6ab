"""Fits what positions are worth from many games between captains of different minds.

Each game is played by two captains with doctrines of their own, so that good and bad play is seen on both sides; a
position is taken whenever a side sets out. Half of the games are kept back to see whether what was fitted on the
others tells the truth: how often a side really won that was given such a chance.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from countermarch import match as face
from countermarch.bots.arena import seat_seed
from countermarch.bots.command import Command
from countermarch.bots.doctrine import OWN_MIND, styles_of
from countermarch.bots.value import BASE, NAMES, Features, features, margin

MINDS = 40  # captains to choose from, beside those of a style
BINS = 10
NEVER = -30.0  # the weight of what did not happen once
DRAWN = 1  # of the ends: lost, drawn, won
STRENGTHS = (0.0001, 0.001, 0.01, 0.1)  # of the wish for small weights; what is best on games kept back is taken


@dataclass(frozen=True, slots=True)
class Seen:
    """A position of a game: what was seen, when, and how the game ended for the first side (1, 0, one half)."""

    features: Features
    turn: int
    game: int
    result: float
    points: float


def harvest(
    game: str, scenario: str, games: int, seed: int, jobs: int = 1, data: str | None = None
) -> Iterator[list[Seen]]:
    """Positions, game by game; the same seeds give the same ones."""
    play = partial(_played, game, scenario, data)
    seeds = range(seed, seed + games)
    if jobs == 1:
        yield from map(play, seeds)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, seeds)


def _played(game: str, scenario: str, data: str | None, seed: int) -> list[Seen]:
    match = face.load(game, data).start(scenario, seed, pauses=False)
    rng = Random(seed)
    minds = ["", *styles_of(game), *(f"{OWN_MIND}{number}" for number in range(MINDS))]
    sides = match.game.info.sides
    captains = {side: Command(seat_seed(seed, side), rng.choice(minds), rng.random() < 0.5) for side in sides}
    found: list[tuple[Features, int]] = []
    while (side := match.to_act) is not None:
        if any(action.verb == "move" for action in match.legal()):
            found.append((features(match), match.turn))
        captains[side].play_on(match, side)
    result = match.result
    assert result is not None
    won = 0.5 if result.winner is None else float(result.winner == sides[0])
    points = margin(match, sides[0])
    return [Seen(seen, turn, seed, won, points) for seen, turn in found]


def fit(seen: Sequence[Seen]) -> dict[str, Any]:
    """Weights by name, and how true they are on games they were not fitted on."""
    learned = [one for one in seen if one.game % 2]
    kept = [one for one in seen if not one.game % 2]
    if len({one.result for one in learned}) < 2 or len(kept) < BINS:
        raise ValueError(f"{len({one.game for one in seen})} games that end alike tell nothing; play more of them")
    strength = min(STRENGTHS, key=lambda strength: brier(_weights(learned, strength), kept))
    return {
        "strength": strength,
        "spread": round(float(np.std([one.points for one in seen])) or 1.0, 3),
        "trust": trust(_weights(learned, strength), kept),
        **_named(_weights(seen, strength)),
    }


Weights = dict[str, Features]


def _weights(seen: Sequence[Seen], strength: float) -> Weights:
    """Weights by which no lead is bad: free ones set one lead off against another, and a search finds such nonsense."""
    from sklearn.preprocessing import StandardScaler

    rows = np.array([one.features for one in seen])
    scaler = StandardScaler().fit(rows[:, 1:])
    scaled = np.column_stack((np.ones(len(rows)), scaler.transform(rows[:, 1:])))
    ends = np.array([round(2 * one.result) for one in seen])
    points = np.array([one.points for one in seen])
    win, draw = np.split(_fitted(partial(_surprise, scaled, ends), 2 * scaled.shape[1], strength), 2)
    if DRAWN not in ends:
        draw = np.concatenate(([NEVER], np.zeros(scaled.shape[1] - 1)))
    return {
        "win": _plain(win, scaler),
        "draw": _plain(draw, scaler),
        "points": _plain(_fitted(partial(_miss, scaled, points), scaled.shape[1], strength), scaler),
    }


Slope = tuple[float, Features]  # how wrong weights are, and where it gets worse


def _fitted(wrong: Callable[[Features], Slope], width: int, strength: float) -> Features:
    """The weights least wrong, none of a lead below nought, the small ones preferred."""
    from scipy.optimize import minimize

    free = np.array([name in BASE for name in NAMES] * (width // len(NAMES)))
    bias = np.array([name == BASE[0] for name in NAMES] * (width // len(NAMES)))

    def priced(weights: Features) -> Slope:
        loss, slope = wrong(weights)
        held = np.where(bias, 0.0, weights)
        return loss + strength * float(held @ held), slope + 2 * strength * held

    bounds = [(None if any_sign else 0.0, None) for any_sign in free]
    found = minimize(priced, np.zeros(width), jac=True, method="L-BFGS-B", bounds=bounds, options={"maxiter": 500})
    weights: Features = found.x
    return weights


def _surprise(rows: Features, ends: Features, weights: Features) -> Slope:
    """How little the ends that came were expected (the mean of their logarithms)."""
    win, draw = np.split(weights, 2)
    levels = np.column_stack((np.zeros(len(rows)), rows @ draw, rows @ win))
    chances = np.exp(levels - levels.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    came = np.eye(3)[ends]
    over = (chances - came) / len(rows)
    loss = -float(np.log(np.maximum((chances * came).sum(axis=1), 1e-12)).mean())
    return loss, np.concatenate((rows.T @ over[:, 2], rows.T @ over[:, 1]))


def _miss(rows: Features, points: Features, weights: Features) -> Slope:
    """By how much points are missed, in what they commonly differ by."""
    scale = float(points.var()) or 1.0
    off = rows @ weights - points
    return float(off @ off) / len(rows) / scale, 2 * (rows.T @ off) / len(rows) / scale


def _plain(row: Features, scaler: Any) -> Features:
    """Weights for features as they are seen, not as they were scaled."""
    slopes = row[1:] / scaler.scale_
    return np.concatenate(([row[0] - float(slopes @ scaler.mean_)], slopes))


def _named(weights: Weights) -> dict[str, dict[str, float]]:
    return {part: dict(zip(NAMES, (round(float(w), 5) for w in row), strict=True)) for part, row in weights.items()}


def _chances(weights: Weights, seen: Sequence[Seen]) -> Features:
    """The score each position promises the first side."""
    rows = np.array([one.features for one in seen])
    won, even = np.exp(np.clip(rows @ weights["win"], -40, 40)), np.exp(np.clip(rows @ weights["draw"], -40, 40))
    chances: Features = (won + even / 2) / (won + even + 1)
    return chances


def brier(weights: Weights, seen: Sequence[Seen]) -> float:
    """The mean square of what was promised less what came."""
    came = np.array([one.result for one in seen])
    return float(np.mean((_chances(weights, seen) - came) ** 2))


def trust(weights: Weights, kept: Sequence[Seen]) -> dict[str, Any]:
    """How true the promises are on games kept back: by turn beside the trivial predictors, and bin by bin."""
    promised = _chances(weights, kept)
    came = np.array([one.result for one in kept])
    turns = np.array([one.turn for one in kept])
    base = float(came.mean())
    by_turn = {
        int(turn): {
            "positions": int((at := turns == turn).sum()),
            "brier": round(float(np.mean((promised[at] - came[at]) ** 2)), 4),
            "always_the_mean": round(float(np.mean((base - came[at]) ** 2)), 4),
            "always_even": round(float(np.mean((0.5 - came[at]) ** 2)), 4),
        }
        for turn in sorted(set(turns.tolist()))
    }
    return {
        "games": len({one.game for one in kept}),
        "brier": round(brier(weights, kept), 4),
        "always_the_mean": round(float(np.mean((base - came) ** 2)), 4),
        "by_turn": by_turn,
        "reliability": _reliability(promised, came),
    }


def _reliability(promised: Features, came: Features) -> list[dict[str, float]]:
    """In each tenth of the promises: how many, what was promised, what came."""
    places = np.minimum((promised * BINS).astype(int), BINS - 1)
    return [
        {
            "positions": int((at := places == place).sum()),
            "promised": round(float(promised[at].mean()), 3),
            "came": round(float(came[at].mean()), 3),
        }
        for place in range(BINS)
        if (places == place).any()
    ]


def write(file: Path, fitted: dict[str, Any], made: dict[str, Any]) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    document = {"made": {**made, "date": date.today().isoformat()}, **fitted}
    file.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
