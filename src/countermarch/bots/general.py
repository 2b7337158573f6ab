"""A general: many plans of his captains, each played on upon imagined tables, and the one that stands best afterwards.

Rollouts as Tesauro and Galperin used them, over whole plans: the same imagined worlds and dice for every plan, quick
captains on both sides through the enemy's answer and the own next march, then the position is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from countermarch.bots.command import Command
from countermarch.bots.doctrine import OWN_MIND
from countermarch.bots.edits import MARCH, Editor
from countermarch.bots.plans import Plan
from countermarch.bots.thinker import offers
from countermarch.bots.value import Judge, judge_of
from countermarch.match import Match

SECONDS = 3.0  # of one core, for an activation, or a phase where there are none
MARCHES = 2  # that are still played after ours: the enemy's answer and our next
LAST_TURNS = 2  # played to the end
FIRST_LOOK = 3  # worlds in which every plan is tried before any is dropped
STYLES = ("cautious", "bold", "historical")
PERTURBED = 5  # captains who see things a little differently
LEFT = 2  # plans, the captain's among them, when no more are dropped
CLIMBING = 6  # worlds in which a changed plan must be better than the one it was made of
FRUITLESS = 60  # ideas after which a plan is held to be as good as it gets
MOST_ANSWERS = 12  # a question with more is left to the captain
CONSIDERED = 0.35  # of the time goes into thinking of plans
DROPPED, CLIMBED = 0.3, 0.7  # of what is left then, until which the worse are dropped, and the best is changed
BEYOND = 1.0  # standard errors a plan must be better by than the captain's
SHARE = {MARCH: 0.6, "attack": 0.4}  # of the time that is left, for a plan that begins so
OTHERWISE = 0.15


Stand = tuple[float, float]  # how a side stands: what is worth striving for, and the chance to win alone


@dataclass(slots=True)
class Tried:
    """A plan and how the side stood after it, world by world."""

    plan: Plan
    stood: list[Stand] = field(default_factory=list)

    def over(self, other: Tried, what: int = 0) -> tuple[float, float]:
        """How much better than another in the worlds both were tried in, and the standard error of that."""
        gains = [mine[what] - theirs[what] for mine, theirs in zip(self.stood, other.stood, strict=False)]
        mean = sum(gains) / len(gains)
        spread = sum((gain - mean) ** 2 for gain in gains) / max(len(gains) - 1, 1)
        return mean, sqrt(spread / len(gains))


VALUE, CHANCE = 0, 1  # of a stand
NOTHING = Plan((("done",),))


@dataclass(frozen=True, slots=True)
class Advice:
    """A plan as it is said, how many were tried, and how much better the chance to win is by it than by others.

    Beside the end of what is asked, and beside the captain's plan; None where that could not be said.
    """

    said: tuple[str, ...]
    plans: int = 1
    over_nothing: float | None = None
    over_captain: float | None = None


class General(Command):
    """Thinks for so many seconds of one core, or so many rollouts: then the same seed gives the same choice."""

    def __init__(self, seed: int = 0, seconds: float = SECONDS, rollouts: int | None = None) -> None:
        super().__init__(seed)
        self._most = seconds if rollouts is None else float(rollouts)
        self._counts = rollouts is not None
        self._rolled = 0
        self._purse: tuple[object, float] = (None, 0.0)  # for which activation or phase, and what is left
        self.stopped: Callable[[], bool] = lambda: False  # asked all the time

    def notes(self) -> Any:
        """What is left of the time for an activation, too."""
        return super().notes(), self._purse

    def recall(self, notes: Any, match: Match | None) -> None:
        plan, self._purse = notes
        super().recall(plan, match)

    def think(self, match: Match, side: str) -> list[str]:
        """The best plan found in the time."""
        world = match.imagine(side, self.seed)
        verb = _verb_of(world)
        until = self.spent() + self._share(match, side, verb)
        plans = self._proposals(world, side, verb, until)
        best = plans[0] if len(plans) == 1 else Search(self, match, side, plans).best(until).plan
        self._give_back(until - self.spent())
        return best.carry_out(world, side)

    def advise(self, match: Match, side: str) -> Advice:
        """The best plan found in all the time there is, and how it compares with doing nothing more."""
        if match.paused:
            return Advice((str(match.legal()[0]),))
        world = match.imagine(side, self.seed)
        until = self.spent() + self._most
        plans = dict.fromkeys(self._proposals(world, side, _verb_of(world), until))
        if "done" in world.legal().verbs:
            plans[NOTHING] = None
        if len(plans) == 1:
            return Advice(tuple(next(iter(plans)).carry_out(world, side)))
        search = Search(self, match, side, list(plans))
        best = search.best(until)
        said = tuple(best.plan.carry_out(world, side))
        gains = _surely(best, search.tried.get(NOTHING)), _surely(best, search.own)
        return Advice(said, len(search.tried), *gains)

    def compare(self, match: Match, side: str, plan: Plan, rollouts: int) -> tuple[Plan, float] | None:
        """The best plan beside one that was carried out, and how much better it is; None if there was no choice."""
        world = match.imagine(side, self.seed)
        until = self.spent() + rollouts
        plans = dict.fromkeys([plan, *self._proposals(world, side, _verb_of(world), until)])
        if len(plans) == 1:
            return None
        search = Search(self, match, side, list(plans))
        best = search.best(until)
        return best.plan, _surely(best, search.own) or 0.0

    # what to consider

    def _proposals(self, world: Match, side: str, verb: str, until: float) -> list[Plan]:
        """The captain's own plan first, then what others would do, as many as a part of the time allows."""
        found = [Plan.of(self.captain(world).plan(world.copy(), side))]
        if verb == MARCH:
            enough = self.spent() + CONSIDERED * (until - self.spent())
            for style in (*STYLES, *(f"{OWN_MIND}{number}" for number in range(PERTURBED))):
                if self.spent() > enough or self.stopped():
                    break
                found.append(Plan.of(self.captain(world, style).plan(world.copy(), side)))
        elif len(world.legal()) <= MOST_ANSWERS:
            found += [Plan(((str(action),),)) for action in world.legal()]
        return list(dict.fromkeys(found))

    # time

    def _share(self, match: Match, side: str, verb: str) -> float:
        """What a plan may cost of what is left for the activation, or the phase; on the clock of `spent`."""
        asked = match.decision
        unit = match.turn, match.phase, side, str(asked.actor if asked else None)
        if self._purse[0] != unit:
            self._purse = unit, self._most
        share = SHARE.get(verb, OTHERWISE) * self._purse[1]
        self._purse = unit, self._purse[1] - share
        return share

    def _give_back(self, unspent: float) -> None:
        """What a plan did not need is there for the next."""
        unit, left = self._purse
        self._purse = unit, left + max(unspent, 0.0)

    def spent(self) -> float:
        return float(self._rolled) if self._counts else process_time()

    # one world played on

    def rollout(self, world: Match, side: str, plan: Plan, judge: Judge) -> Stand:
        """How the side stands after a plan, the enemy's answer and its own next march."""
        self._rolled += 1
        table = world.copy()
        plan.carry_out(table, side)
        quick = self.captain(table, quick=True)
        scenario = next(s for s in table.game.info.scenarios if s.key == table.scenario)
        most = MARCHES if scenario.turns - table.turn >= LAST_TURNS else 10**6
        marches = 0
        while (actor := table.to_act) is not None:
            marches += offers(table, MARCH)
            if marches > most:
                break
            quick.play_on(table, actor)
        return judge.value(table, side), judge.chance(table, side)


def _surely(best: Tried, other: Tried | None) -> float | None:
    """How much better the chance is at least: the best of many is a little lucky. One world says nothing."""
    if other is None or len(other.stood) < 2:
        return None
    gain, error = best.over(other, CHANCE)
    return max(gain - error, 0.0)


def _verb_of(world: Match) -> str:
    """What is begun here: a march, an attack, or the first thing that is offered."""
    verbs = [action.verb for action in world.legal()]
    return next((verb for verb in SHARE if verb in verbs), verbs[0])


class Search:
    """Plans tried in the same worlds: the worse are dropped, the best is changed a little and proved in others."""

    def __init__(self, general: General, match: Match, side: str, plans: list[Plan]) -> None:
        self._general = general
        self._match, self._side = match, side
        self._judge = judge_of(match.game.key, match.scenario, match.game.info.sides)
        self._worlds: list[Match] = []
        self._rng = Random(general.seed)
        self.own = Tried(plans[0])  # what the others are measured by
        self._pool = [self.own, *map(Tried, plans[1:])]
        self.tried = {one.plan: one for one in self._pool}  # all there ever were

    def best(self, until: float) -> Tried:
        """The plan that is better than the captain's own beyond chance, if there is one."""
        self._until = until
        began = self._general.spent()
        self._look_at(self._pool, FIRST_LOOK)
        self._pool = [tried for tried in self._pool if len(tried.stood) >= FIRST_LOOK]
        if self.own not in self._pool:
            return self.own
        self._drop_the_worse(began + DROPPED * (until - began))
        self._climb(began + CLIMBED * (until - began))
        self._tell_apart()
        return self._chosen()

    @property
    def _time(self) -> bool:
        return self._general.spent() < self._until and not self._general.stopped()

    def _look_at(self, pool: Sequence[Tried], worlds: int) -> None:
        """World by world, so that whenever the time is out every plan was tried in nearly as many."""
        for number in range(worlds):
            for tried in pool:
                if len(tried.stood) <= number and self._time:
                    self._try(tried, number)

    def _try(self, tried: Tried, number: int) -> None:
        world = self._world(number)
        tried.stood.append(self._general.rollout(world, self._side, tried.plan, self._judge))

    def _world(self, number: int) -> Match:
        if number == len(self._worlds):
            self._worlds.append(self._match.imagine(self._side, self._general.seed + number + 1))
        return self._worlds[number]

    def _drop_the_worse(self, until: float) -> None:
        """Half of them after each two worlds more, but never the captain's, which all are measured by."""
        worlds = FIRST_LOOK
        while len(self._pool) > LEFT and self._time and self._general.spent() < until:
            kept = sorted(self._pool, key=self._gain, reverse=True)[: max(len(self._pool) // 2, LEFT - 1)]
            self._pool = [self.own, *(tried for tried in kept if tried is not self.own)]
            worlds += 2
            self._look_at(self._pool, worlds)

    def _gain(self, tried: Tried) -> float:
        return tried.over(self.own)[0]

    def _climb(self, until: float) -> None:
        """A change that makes the best plan better in the first worlds is kept, and changed in turn."""
        best = max(self._pool, key=self._gain)
        self._look_at((self.own, best), CLIMBING)
        editor = Editor(self._world(0), self._side, self._rng)
        tries = 0
        while self._time and self._general.spent() < until and tries < FRUITLESS:
            tries += 1
            plan = editor.varied(best.plan, list(self.tried))
            if plan is None or plan in self.tried:
                continue
            child = self.tried[plan] = Tried(plan)
            if self._beats(child, best):
                best, tries = child, 0
        if best not in self._pool:
            self._pool = [*self._pool[:LEFT], best]

    def _beats(self, child: Tried, parent: Tried) -> bool:
        """Small changes meet nearly the same luck: what does no good in two worlds is given up."""
        for number in range(len(parent.stood)):
            self._try(child, number)
            if (number and child.over(parent)[0] <= 0) or not self._time:
                return False
        gain, error = child.over(parent)
        return gain > BEYOND * error

    def _tell_apart(self) -> None:
        """What is left is tried in more worlds, none of which it was chosen by."""
        worlds = len(self._worlds)
        while self._time and len(self._pool) > 1:
            worlds += 1
            self._look_at(self._pool, worlds)

    def _chosen(self) -> Tried:
        best = max(self._pool, key=self._gain)
        gain, error = best.over(self.own)
        if len(best.stood) < CLIMBING:
            error = self._spread() / sqrt(len(best.stood))
        return best if gain > BEYOND * error else self.own

    def _spread(self) -> float:
        """By how much a plan differs from the captain's own from world to world: of one plan few worlds tell little."""
        errors = [
            (tried.over(self.own)[1] ** 2 * len(tried.stood), len(tried.stood) - 1)
            for tried in self.tried.values()
            if len(tried.stood) > 1
        ]
        worlds = sum(more for _, more in errors)
        return sqrt(sum(square * more for square, more in errors) / worlds) if worlds else 0.0
