"""A game understood afterwards: how the chances ran, what the dice did to them, and what was chosen.

The match is played once more. Every die and draw is set against all it could have shown (`Match.outcomes`): the
difference is **luck**, exactly as far as positions are judged rightly. Every plan a side carried out is set against
the captain's in a few imagined worlds; those that look worst are then set against the best the general finds with
what the side knew: the difference is **choice**. Both are parts of a chance to win, from the side's point of view.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import islice
from typing import Any

from countermarch.bots.general import MARCHES, VALUE, General
from countermarch.bots.hindsight import carried_out, leads, mean_and_error
from countermarch.bots.plans import Plan
from countermarch.bots.value import judge_of
from countermarch.games.base import GameError
from countermarch.match import Match
from countermarch.notation import DONE
from countermarch.texts import Text, say

ROLLOUTS = 48  # for each plan that is looked at closely
CLOSELY = 24  # plans that are
FRESH = 1000  # the first world in which what was found is tried again
GLANCE = 2  # worlds in which every plan is set against the captain's
MOST_MOMENTS = 10
MATTERS = 0.005  # of a chance to win
PARTS = (0.2, 0.4, 0.4)  # of the whole: playing it again, a glance at every plan, a close look at some
CHOICE, LUCK = "choice", "luck"


@dataclass(frozen=True, slots=True)
class Swing:
    """A moment that mattered, after so many actions: whose chance it changed, by how much, and by what."""

    index: int
    turn: int
    side: str
    by: str  # luck or choice
    stood: float  # the chance before; before a die, what was to be expected
    change: float
    played: tuple[str, ...]
    better: tuple[str, ...] = ()  # the plan that would have been, if it was a choice
    told: tuple[Text, ...] = field(default=(), compare=False)  # what happened


@dataclass(frozen=True, slots=True)
class Course:
    """A turn: the first side's chance at its end, and what moved it."""

    turn: int
    index: int  # after how many actions it ended
    chance: float
    luck: float  # of the first side
    choice: Mapping[str, float]  # of each


@dataclass(slots=True)
class Analysis:
    """The first side's chance after each action, and what moved it."""

    sides: tuple[str, ...]
    curve: list[tuple[int, int, float]] = field(default_factory=list)  # action, turn, chance
    swings: list[Swing] = field(default_factory=list)
    fell: dict[int, float] = field(default_factory=dict)  # by turn, all luck of the first side
    plans: int = 0  # there were
    closely: int = 0  # of these were looked at closely

    def luck(self, side: str) -> float:
        """What chance did to a side: what one gains by it, the other loses."""
        whole = sum(self.fell.values())
        return whole if side == self.sides[0] else -whole

    def choice(self, side: str, turn: int | None = None) -> float:
        """What its own plans cost it against the best that were found, in all or in a turn."""
        own = (one for one in self.swings if one.by == CHOICE and one.side == side and turn in (None, one.turn))
        return sum(swing.change for swing in own)

    @property
    def moments(self) -> list[Swing]:
        """Those that mattered most, in their order."""
        ranked = sorted(self.swings, key=lambda swing: -abs(swing.change))
        return sorted(ranked[:MOST_MOMENTS], key=lambda swing: swing.index)

    @property
    def turns(self) -> list[Course]:
        ends = {turn: (index, chance) for index, turn, chance in self.curve}
        return [
            Course(
                turn, index, chance, self.fell.get(turn, 0.0), {side: self.choice(side, turn) for side in self.sides}
            )
            for turn, (index, chance) in ends.items()
        ]

    def to_json(self) -> dict[str, Any]:
        return {
            "sides": list(self.sides),
            "luck": {side: round(self.luck(side), 4) for side in self.sides},
            "choice": {side: round(self.choice(side), 4) for side in self.sides},
            "plans": self.plans,
            "closely": self.closely,
            "turns": [_rounded(asdict(course)) for course in self.turns],
            "moments": [_plain(swing) for swing in self.moments],
            "swings": [_plain(swing) for swing in self.swings],
            "curve": self.curve,
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Analysis:
        """As it was kept; what happened is told by the match."""
        swings = [
            Swing(**{**one, "played": tuple(one["played"]), "better": tuple(one["better"]), "told": ()})
            for one in kept["swings"]
        ]
        return cls(
            sides=tuple(kept["sides"]),
            curve=[(index, turn, chance) for index, turn, chance in kept["curve"]],
            swings=swings,
            fell={one["turn"]: one["luck"] for one in kept["turns"]},
            plans=kept["plans"],
            closely=kept["closely"],
        )


def _plain(swing: Swing) -> dict[str, Any]:
    told = [text.to_json() for text in swing.told]
    return {**{name: _rounded(getattr(swing, name)) for name in Swing.__slots__}, "told": told}


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _rounded(part) for key, part in value.items()}
    return round(value, 4) if isinstance(value, float) else value


@dataclass(slots=True)
class Carried:
    """What a side did in one go, and the table before it."""

    index: int
    side: str
    plan: Plan
    table: Match
    stood: float  # the side's chance then
    fell: float = 0.0  # the luck it had until it planned again
    doubt: float = 0.0  # how much may have been amiss


class Analyst:
    """Goes through a match that is over, or that people `closed` before; it may be stopped and keeps what it has."""

    def __init__(self, match: Match, rollouts: int = ROLLOUTS, seed: int = 1, closed: bool = False) -> None:
        info = match.game.info
        self.match = match
        self.judge = judge_of(match)
        if not self.judge.fitted:
            raise GameError(say("engine.error.no_value", game=info.key, scenario=match.scenario))
        if match.to_act is not None and not closed:
            raise GameError(say("engine.error.unfinished"))
        self.found = Analysis(info.sides[:2])
        self._general = General(seed, rollouts=rollouts, marches=MARCHES)  # of hundreds of plans
        self._rollouts = rollouts
        self._carried: list[Carried] = []

    def run(self, stopped: Callable[[], bool] = lambda: False) -> Iterator[float]:
        """The part that is done, again and again."""
        self._general.stopped = stopped
        begun = 0.0
        for part, steps in zip(PARTS, (self._replay, self._glance, self._look), strict=True):
            for done in steps():
                if stopped():
                    return
                yield begun + part * done
            begun += part
        yield 1.0

    # playing it again

    def _replay(self) -> Iterator[float]:
        table, record = self.match.beginning(), list(self.match.record)
        planned = index = 0  # up to where actions belong to a plan; how many were played
        for at, entry in enumerate(record):
            side = table.to_act
            if side is not None and side in self.found.sides and at >= planned and not table.paused:
                plan = carried_out(table, record[at:], side)
                planned = at + len(plan.texts)
                if plan.orders and len(table.legal()) > 1:
                    self._carried.append(Carried(index, side, plan, table.copy(), self.judge.chance(table, side)))
            self._play(table, entry, index)
            index += not entry.startswith("!")
            yield (at + 1) / len(record)
        self.found.plans = len(self._carried)

    def _play(self, table: Match, entry: str, index: int) -> None:
        """One action; if it met chance, what it might have met."""
        if entry.startswith("!"):
            table.repeat(entry)
            return
        side, turn, told = table.to_act, table.turn, len(table.log)
        expected, rolled = self._expected(table, entry), len(table.rolls)
        table.repeat(entry)
        now = self.judge.chance(table, self.found.sides[0])
        self.found.curve.append((index + 1, turn, round(now, 4)))
        if expected is not None and len(table.rolls) > rolled:
            events = tuple(event.text for event in table.log[told:])
            self._fell(index, turn, side, expected, now, played=entry, told=events)

    def _fell(
        self, index: int, turn: int, side: str | None, expected: float, now: float, played: str, told: tuple[Text, ...]
    ) -> None:
        """Luck is told of the side whose die it was."""
        first = self.found.sides[0]
        change = now - expected
        self.found.fell[turn] = self.found.fell.get(turn, 0.0) + change
        for side_of in self.found.sides:
            last = next((one for one in reversed(self._carried) if one.side == side_of), None)
            if last is not None:
                last.fell += change if side_of == first else -change
        if abs(change) >= MATTERS and side is not None:
            whose = side if side in self.found.sides else first
            stood, gained = (expected, change) if whose == first else (1 - expected, -change)
            self.found.swings.append(Swing(index, turn, whose, LUCK, stood, gained, (played,), told=told))

    def _expected(self, table: Match, entry: str) -> float | None:
        """The chance of the first side over all results of the next die; None if there is none."""
        outcomes = table.outcomes(entry)
        if len(outcomes) == 1:
            return None
        first = self.found.sides[0]
        return sum(outcome.chance * self.judge.chance(outcome.match, first) for outcome in outcomes)

    # a glance at every plan

    def _glance(self) -> Iterator[float]:
        for number, one in enumerate(self._carried, 1):
            one.doubt = self._unexplained(number - 1) + max(self._captains_lead(one), 0.0)
            yield number / len(self._carried)

    def _unexplained(self, number: int) -> float:
        """What the side's chance fell by until it planned again, beyond bad luck."""
        one = self._carried[number]
        later = (other.stood for other in self._carried[number + 1 :] if other.side == one.side)
        end = next(later, None)
        if end is None:
            end = self.judge.chance(self.match, one.side)
        return max(one.stood + one.fell - end, 0.0)

    def _captains_lead(self, one: Carried) -> float:
        """How much better the captain's plan does in a few worlds."""
        world = one.table.imagine(one.side, self._general.seed)
        captains = Plan.of(self._general.captain(world).plan(world, one.side))
        if captains == one.plan:
            return 0.0
        found = leads(self._general, one.table, one.side, captains, one.plan, what=VALUE)
        return sum(islice(found, GLANCE)) / GLANCE

    # a close look at those that matter

    def _look(self) -> Iterator[float]:
        doubtful = sorted(self._carried, key=lambda one: -one.doubt)[:CLOSELY]
        for number, one in enumerate(doubtful, 1):
            self._choice(one)
            yield number / len(doubtful)

    def _choice(self, one: Carried) -> None:
        """What was done against the best that could be found with what the side knew."""
        self.found.closely += 1
        compared = self._general.compare(one.table, one.side, one.plan, self._rollouts)
        if compared is None:
            return
        better, gain = compared
        world = one.table.imagine(one.side, self._general.seed)
        said = tuple(better.carry_out(world, one.side))
        if gain < MATTERS or _doings(said) == _doings(one.plan.texts):
            return
        gain = self._surely(one, better)
        if gain >= MATTERS:
            turn, stood = one.table.turn, one.stood
            self.found.swings.append(Swing(one.index, turn, one.side, CHOICE, stood, -gain, one.plan.texts, said))

    def _surely(self, one: Carried, better: Plan) -> float:
        """In worlds it was not chosen by: the best of many was a little lucky in its own."""
        fresh = leads(self._general, one.table, one.side, better, one.plan, first=FRESH)
        gain, error = mean_and_error(list(islice(fresh, max(self._rollouts // 4, 2))))
        return gain if gain > error else 0.0


def _doings(said: tuple[str, ...]) -> set[tuple[str, ...]]:
    """What a plan has done, in whatever order."""
    return {order for order in Plan.of(said).orders if order[0] != DONE}
