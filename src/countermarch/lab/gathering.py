"""What the rows of an experiment say together; read part by part, so that a million of them need no more room."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from countermarch.lab.folder import Folder
from countermarch.lab.fronts import Fronts

LUCKY = 0.5  # luck in one bar
MOST_FRONTS = 20_000  # games whose fronts are drawn; more show the same picture

Spread = Counter[int]  # how often each value


@dataclass(slots=True)
class Gathered:
    sides: tuple[str, ...]
    fronts: Fronts
    games: int = 0
    winners: Counter[str | None] = field(default_factory=Counter)
    levels: Counter[tuple[str, str | None]] = field(default_factory=Counter)
    lengths: Spread = field(default_factory=Counter)
    decisions: int = 0
    seconds: float = 0.0
    totals: dict[int, Spread] = field(default_factory=lambda: defaultdict(Counter))
    lost: dict[tuple[str, int], Spread] = field(default_factory=lambda: defaultdict(Counter))
    luck: Counter[tuple[float, str | None]] = field(default_factory=Counter)
    luckier: int = 0  # games won by the side that had the luck
    decided: int = 0
    rules: Counter[str] = field(default_factory=Counter)
    told: Counter[str] = field(default_factory=Counter)  # games in which a rule fired

    def add(self, row: dict[str, Any]) -> None:
        self.games += 1
        winner = row["winner"]
        self.winners[winner] += 1
        self.levels[row["level"], winner] += 1
        self.lengths[row["length"]] += 1
        self.decisions += row["decisions"]
        self.seconds += row["seconds"]
        self._add_luck(row["luck"], winner)
        self._add_turns(row["turns"])
        for rule, often in row["rules"]:
            self.rules[rule] += often
            self.told[rule] += 1

    def _add_luck(self, luck: dict[str, float], winner: str | None) -> None:
        first = luck[self.sides[0]]
        self.luck[round(first / LUCKY) * LUCKY, winner] += 1
        if winner is not None and first:
            self.decided += 1
            self.luckier += luck[winner] > 0

    def _add_turns(self, turns: Sequence[dict[str, Any]]) -> None:
        lost = dict.fromkeys(self.sides, 0)
        for turn in turns:
            if turn["total"] is not None:
                self.totals[turn["turn"]][turn["total"]] += 1
            for side in self.sides:
                lost[side] += turn["losses"][side] or 0
                self.lost[side, turn["turn"]][lost[side]] += 1
            if self.games <= MOST_FRONTS:
                self.fronts.add(turn["turn"], turn["stood"])


def gather(folder: Folder) -> Gathered:
    from countermarch.match import load

    experiment = folder.experiment
    game = load(experiment.game, experiment.values)
    found = Gathered(game.info.sides, Fronts(game.rules.board, game.info.sides))
    for rows in folder.batches():
        for row in rows:
            found.add(row)
    return found


def quantiles(spread: Spread, at: Iterable[float]) -> list[int]:
    """The values that so much of all lies at or below."""
    every = sorted(spread.items())
    number = sum(spread.values())
    return [_quantile(every, share * number) for share in at]


def _quantile(every: Sequence[tuple[int, int]], below: float) -> int:
    seen = 0
    for value, often in every:
        seen += often
        if seen >= below:
            return value
    return every[-1][0]
