"""How a position stands for a side: its chance to win and the points to expect, from what a player would name.

The features are differences between the sides, seen from the first: what is held and what of it is threatened, steps
and strength on the map, how near the front is to what is fought for; each beside itself times the part of the game
that is over, since the same lead means more at the end. Weights are fitted from many games (`countermarch lab value`)
and lie in `bots/data/value/`; a game without them is judged by what every player would say (`PLAIN`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import log, log1p
from typing import Any

import numpy as np

from countermarch.bots.ground import Ground
from countermarch.games.base import Result, Rules, Standing
from countermarch.match import Match
from countermarch.values import TUNED, tuned

NEAR, NEXT = 3, 1  # hexes: over which an attacker threatens a place, a defender covers it
MARGIN = 0.2  # what points count beside winning: so much for as many as games commonly differ by
SPREAD = 10.0  # as many, where nothing was fitted
BASE = ("bias", "over")
SEEN = ("verdict", "points", "worth", "threat", "strength", "steps", "units", "front", "reach", "stronghold")
NAMES = (*BASE, *SEEN, *(f"{name}*over" for name in SEEN))
PLAIN = {"worth": 1.5, "threat": 1.0, "strength": 1.5, "verdict*over": 1.5, "worth*over": 3.0, "threat*over": 1.0}
NO_DRAW = {"bias": -30.0}
SET_UP = ("setup", "deployment")  # phases before the first turn
Features = np.ndarray[Any, np.dtype[np.float64]]


def features(match: Match) -> Features:
    """What is seen of a position, from the first side; on an imagined table, so that nobody sees too much."""
    seen = np.array(_Survey(match).seen())
    over = _over(match)
    return np.concatenate(((1.0, over), seen, seen * over))


def _over(match: Match) -> float:
    """The part of the game that is over."""
    turns = next(s.turns for s in match.game.info.scenarios if s.key == match.scenario)
    return min((match.turn - 1) / max(turns, 1), 1.0)


class _Survey:
    """One look at the table."""

    def __init__(self, match: Match) -> None:
        self.sides = match.game.info.sides
        self.ground = ground_of(match.game.rules)
        self.standing: Standing | None = match.standing()
        units = units_of(match.game.rules)
        pieces: tuple[list[tuple[int, int, int]], list[tuple[int, int, int]]] = ([], [])
        self.steps = [0, 0]
        for id, (hex, steps) in match.muster().items():
            unit = units[id]
            if hex is not None and steps and unit.side in self.sides[:2]:
                side, face = self.sides.index(unit.side), unit.faces[steps]
                pieces[side].append((self.ground.index[hex], face.attack, face.defence))
                self.steps[side] += steps
        self.pieces = [np.array(found, dtype=np.int64).reshape(-1, 3).T for found in pieces]  # hex, attack, defence

    def seen(self) -> list[float]:
        return [*self._judged(), self._threat(), *self._forces(), *self._front(), self._strongholds()]

    def _judged(self) -> tuple[float, float, float]:
        """The verdict if it were over, the points, and what is held."""
        standing = self.standing
        if standing is None:
            return 0.0, 0.0, 0.0
        winner = next((level.winner for level in standing.levels if level.now), None)
        points = float(standing.total or 0) * (1 if standing.counts == self.sides[0] else -1)
        held = [(o.worth or 1) * self._sign(o.holder) for o in standing.objectives]
        return self._sign(winner), points / 10, sum(held) / max(sum(map(abs, held)), 1)

    def _sign(self, side: str | None) -> float:
        return 0.0 if side is None else 1.0 if side == self.sides[0] else -1.0

    def _threat(self) -> float:
        """Objectives near which the other side is stronger than who holds them covers."""
        standing = self.standing
        if standing is None or not standing.objectives:
            return 0.0
        total = 0.0
        for objective in standing.objectives:
            if objective.hex is not None and objective.holder in self.sides:
                holder = self.sides.index(objective.holder)
                total -= self._sign(objective.holder) * (objective.worth or 1) * self._pressed(objective.hex, holder)
        return total / len(standing.objectives)

    def _pressed(self, hex: str, holder: int) -> float:
        """From 0, nobody near, to 1, only the enemy."""
        away = self.ground.spread(self.ground.index[hex])
        (at, strength, _), (held, _, defence) = self.pieces[1 - holder], self.pieces[holder]
        attack, cover = int(strength[away[at] <= NEAR].sum()), int(defence[away[held] <= NEXT].sum())
        return attack / (attack + 2 * cover) if attack else 0.0

    def _forces(self) -> tuple[float, float, float]:
        strength = [int(attack.sum() + defence.sum()) for _, attack, defence in self.pieces]
        return _ratio(strength), _ratio(self.steps), _ratio([len(at) for at, _, _ in self.pieces])

    def _front(self) -> tuple[float, float]:
        """How far each side's strength is on average from what the other holds, and how near its nearest is."""
        standing = self.standing
        goals: tuple[list[int], list[int]] = ([], [])
        for objective in standing.objectives if standing else ():
            if objective.hex is not None and objective.holder in self.sides:
                goals[1 - self.sides.index(objective.holder)].append(self.ground.index[objective.hex])
        means, nearest = [], []
        for (at, _, _), sought in zip(self.pieces, goals, strict=True):
            ways = np.min([self.ground.spread(h)[at] for h in sought], axis=0) if sought else at[:0]
            means.append(int(ways.sum()) / len(ways) / 10 if len(ways) else 0.0)
            nearest.append(int(ways.min()) / 10 if len(ways) else 0.0)
        return means[1] - means[0], nearest[1] - nearest[0]

    def _strongholds(self) -> float:
        """How strongly each side holds the places whose fall decides the game."""
        held = 0.0
        for objective in self.standing.objectives if self.standing else ():
            if objective.decides and objective.hex is not None and objective.holder in self.sides:
                at, _, defence = self.pieces[self.sides.index(objective.holder)]
                garrison = int(defence[at == self.ground.index[objective.hex]].sum())
                held += self._sign(objective.holder) * log1p(garrison)
        return held


def _ratio(pair: list[int]) -> float:
    return log((pair[0] + 1) / (pair[1] + 1))


@cache
def ground_of(rules: Rules) -> Ground:
    return Ground(rules.board)


@cache
def units_of(rules: Rules) -> Mapping[str, Any]:
    return {unit.id: unit for unit in rules.pieces}


@dataclass(frozen=True, slots=True)
class Worth:
    """What a side may expect: to win, to draw, and how many points the first side's."""

    win: float
    draw: float
    points: float

    @property
    def score(self) -> float:
        return self.win + self.draw / 2


class Judge:
    """Judges positions of one scenario, as it was fitted; where nothing was, by what every player would say."""

    def __init__(self, sides: tuple[str, ...], fitted: Mapping[str, Any] | None) -> None:
        self.sides = sides
        self.fitted = fitted is not None
        weights = fitted or {"win": PLAIN, "draw": NO_DRAW, "points": {}}
        self._win, self._draw, self._points = (_row(weights[part]) for part in ("win", "draw", "points"))
        self._per_point = MARGIN / float(weights.get("spread", SPREAD))

    def worth(self, match: Match, side: str) -> Worth:
        """What a side may expect; the points only where something was fitted."""
        seen = features(match)
        first, second, even = np.exp(self._win @ seen), 1.0, np.exp(self._draw @ seen)
        total = float(first + second + even)
        chances = float(first) / total, second / total
        mine = chances[self.sides.index(side)]
        return Worth(mine, float(even) / total, float(self._points @ seen))

    def chance(self, match: Match, side: str) -> float:
        """From 0, lost, to 1, won; a draw is one half."""
        return self.worth(match, side).score if match.result is None else won_by(match.result, side)

    def value(self, match: Match, side: str) -> float:
        """What is worth striving for: the chance to win, and points, which tell a near miss from a rout."""
        return self.stand(match, side)[0]

    def stand(self, match: Match, side: str) -> tuple[float, float]:
        """What is worth striving for, and the chance to win alone."""
        if match.result is not None:
            won = won_by(match.result, side)
            return won + self._per_point * margin(match, side), won
        worth = self.worth(match, side)
        points = worth.points if side == self.sides[0] else -worth.points
        return worth.score + self._per_point * points, worth.score


def under_way(match: Match) -> bool:
    """Whether a position can be judged: half an army that is still set up looks like one that is lost."""
    return match.phase not in SET_UP


def _row(weights: Mapping[str, float]) -> Features:
    return np.array([weights.get(name, 0.0) for name in NAMES])


def won_by(result: Result, side: str) -> float:
    return 0.5 if result.winner is None else float(result.winner == side)


def margin(match: Match, side: str) -> float:
    """The points as a side counts them; where none are counted, what it holds."""
    standing = match.standing()
    if standing is None:
        return 0.0
    if standing.total is None:
        return sum((o.worth or 1) * (1.0 if o.holder == side else -1.0) for o in standing.objectives if o.holder)
    total = standing.total if match.result is None else _points_of(match.result, standing)
    return float(total if standing.counts == side else -total)


def _points_of(result: Result, standing: Standing) -> int:
    """Who won before its time, whatever the points, is as good as who holds everything at the end."""
    at_once = any(level.key == result.level and level.turn is None for level in standing.levels)
    if not at_once:
        return standing.total or 0
    return sum(o.worth or 1 for o in standing.objectives) if result.winner == standing.counts else 0


def judge_of(match: Match) -> Judge:
    """Whoever judges the positions of a match, by the values it is played with."""
    game = match.game
    by_tuned = game.rules.values is not None and game.rules.values == tuned(game.key)
    return judge_for(game.key, match.scenario, game.info.sides, by_tuned)


@cache
def judge_for(game: str, scenario: str, sides: tuple[str, ...], by_tuned: bool = False) -> Judge:
    """As it was fitted on games by tuned values, where that was done; else on those of the first reconstruction."""
    folder = files("countermarch.bots") / "data" / "value"
    named = [folder / f"{game}.{scenario}{ending}.json" for ending in ("." + TUNED, "")[not by_tuned :]]
    file = next((one for one in named if one.is_file()), None)
    return Judge(sides, None if file is None else json.loads(file.read_text(encoding="utf-8")))
