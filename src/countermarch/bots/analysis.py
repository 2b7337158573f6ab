"""A game understood afterwards: how the chances ran, what the dice did to them, and what was chosen.

The match is played once more. Every die and draw is set against all it could have shown (`Match.outcomes`): the
difference is **luck**, exactly as far as positions are judged rightly. Every plan a side carried out is set against
the best its general finds with what the side knew then: the difference is **choice**. Both are parts of a chance to
win, from the side's own point of view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from countermarch.bots.general import General
from countermarch.bots.plans import Plan
from countermarch.bots.value import judge_of
from countermarch.games.base import GameError
from countermarch.match import Match
from countermarch.texts import Text, say

ROLLOUTS = 24  # for each plan that is looked at
MOST_MOMENTS = 10
MATTERS = 0.005  # of a chance to win


@dataclass(frozen=True, slots=True)
class Swing:
    """A moment that mattered, counted in actions played: whose chance it changed, by how much, and by what."""

    index: int
    turn: int
    side: str
    by: str  # luck or choice
    change: float
    played: tuple[str, ...]
    better: tuple[str, ...] = ()  # the plan that would have been, if it was a choice
    told: tuple[Text, ...] = ()  # what happened


@dataclass(slots=True)
class Analysis:
    """The first side's chance after each action, and what moved it; sums by side."""

    sides: tuple[str, ...]
    curve: list[tuple[int, int, float]] = field(default_factory=list)  # action, turn, chance
    swings: list[Swing] = field(default_factory=list)
    plans: int = 0  # that were looked at

    def luck(self, side: str) -> float:
        """What chance did to a side: what one gains by it, the other loses."""
        lucky = [swing for swing in self.swings if swing.by == "luck"]
        return sum(swing.change if swing.side == side else -swing.change for swing in lucky)

    def choice(self, side: str) -> float:
        """What its own plans cost it against the best that were found."""
        return sum(swing.change for swing in self.swings if swing.by == "choice" and swing.side == side)

    @property
    def moments(self) -> list[Swing]:
        """Those that mattered most, in their order."""
        ranked = sorted(self.swings, key=lambda swing: -abs(swing.change))
        return sorted(ranked[:MOST_MOMENTS], key=lambda swing: swing.index)

    def to_json(self) -> dict[str, object]:
        return {
            "sides": self.sides,
            "curve": self.curve,
            "luck": {side: round(self.luck(side), 4) for side in self.sides},
            "choice": {side: round(self.choice(side), 4) for side in self.sides},
            "plans": self.plans,
            "moments": [_plain(swing) for swing in self.moments],
        }


def _plain(swing: Swing) -> dict[str, object]:
    return {
        "index": swing.index,
        "turn": swing.turn,
        "side": swing.side,
        "by": swing.by,
        "change": round(swing.change, 4),
        "played": swing.played,
        "better": swing.better,
        "told": [text.to_json() for text in swing.told],
    }


class Analyst:
    """Goes through a match action by action; it may be stopped at any time and keeps what it has."""

    def __init__(self, match: Match, rollouts: int = ROLLOUTS, seed: int = 1) -> None:
        info = match.game.info
        self.match = match
        self.judge = judge_of(info.key, match.scenario, info.sides)
        if not self.judge.fitted:
            raise GameError(say("engine.error.no_value", game=info.key, scenario=match.scenario))
        self.found = Analysis(info.sides[:2])
        self._general = General(seed, rollouts=rollouts)
        self._rollouts = rollouts

    def run(self, stopped: Callable[[], bool] = lambda: False) -> Iterator[float]:
        """The part that is done, again and again."""
        table, record = self.match.beginning(), list(self.match.record)
        planned = 0  # up to where the actions were looked at as one plan
        for index, entry in enumerate(record):
            if stopped():
                return
            side = table.to_act
            if side is not None and index >= planned and not table.paused:
                plan = _carried_out(table, record[index:], side)
                planned = index + len(plan.texts)
                self._choice(table, side, index, plan)
            self._play(table, entry, index)
            yield (index + 1) / len(record)

    def _play(self, table: Match, entry: str, index: int) -> None:
        """One action; if it met chance, what it might have met."""
        side, rolled, told = table.to_act, len(table.rolls), len(table.log)
        expected = None if entry.startswith("!") else self._expected(table, entry)
        table.repeat(entry)
        first = self.found.sides[0]
        now = self.judge.chance(table, first)
        self.found.curve.append((index + 1, table.turn, round(now, 4)))
        if expected is not None and side is not None and len(table.rolls) > rolled:
            change = (now - expected) * (1 if side == first else -1)
            if abs(change) >= MATTERS:
                events = tuple(event.text for event in table.log[told:])
                self.found.swings.append(Swing(index, table.turn, side, "luck", change, (entry,), told=events))

    def _expected(self, table: Match, entry: str) -> float | None:
        """The chance of the first side over all results of the next die; None if there is none."""
        outcomes = table.outcomes(entry)
        if len(outcomes) == 1:
            return None
        first = self.found.sides[0]
        return sum(outcome.chance * self.judge.chance(outcome.match, first) for outcome in outcomes)

    def _choice(self, table: Match, side: str, index: int, plan: Plan) -> None:
        """What was done against the best that could be found with what the side knew."""
        compared = self._general.compare(table, side, plan, self._rollouts)
        if compared is None:
            return
        self.found.plans += 1
        better, gain = compared
        if gain >= MATTERS:
            self.found.swings.append(Swing(index, table.turn, side, "choice", -gain, plan.texts, better.texts))


def _carried_out(table: Match, record: list[str], side: str) -> Plan:
    """What a side did until chance, the other side or a new question came between."""
    twin, said = table.copy(), []
    for entry in record:
        if entry.startswith("!") or twin.to_act != side or twin.paused:
            break
        rolled = len(twin.rolls)
        twin.repeat(entry)
        said.append(entry)
        if len(twin.rolls) > rolled:
            break
    return Plan.of(said)
