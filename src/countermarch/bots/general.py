"""A general: many plans of his captains, each played on upon imagined tables, and the one that stands best afterwards.

Rollouts as Tesauro and Galperin used them, over whole plans: the same imagined worlds and dice for every plan, quick
captains on both sides through the enemy's answer and the own next march, then the position is judged.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from countermarch.bots.command import Command
from countermarch.bots.doctrine import OWN_MIND
from countermarch.bots.plans import Plan, varied
from countermarch.bots.thinker import offers
from countermarch.bots.value import Judge, judge_of
from countermarch.match import Match

SECONDS = 3.0  # of one core, for an activation or a side's turn
MARCHES = 2  # that are still played after ours: the enemy's answer and our next
LAST_TURNS = 2  # played to the end
FIRST_LOOK = 3  # worlds in which every plan is tried before any is dropped
STYLES = ("cautious", "bold", "historical")
PERTURBED = 5  # captains who see things a little differently
WIDTH = 6  # plans kept beside the captain's while more are bred
MOST_ANSWERS = 12  # a question with more is left to the captain
CONSIDERED = 0.35  # of the time goes into thinking of plans
BRED = 0.5  # of what is left then, while more are bred
BEYOND = 1.0  # standard errors a plan must be better by than the captain's
MARCH = "move"
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
        self._purse: tuple[object, float] = (None, 0.0)  # for which activation, and what is left
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
        if len(plans) == 1:
            return plans[0].carry_out(world, side)
        return Search(self, match, side, plans).best(until).plan.carry_out(world, side)

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
        """What a plan may cost of what is left for the activation; on the clock of `spent`."""
        asked = match.decision
        unit = match.turn, side, str(asked.actor if asked else None)
        if self._purse[0] != unit:
            self._purse = unit, self._most
        share = SHARE.get(verb, OTHERWISE) * self._purse[1]
        self._purse = unit, self._purse[1] - share
        return share

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
    """Plans tried in the same worlds; the worse are dropped, the better bred from, until the time is out."""

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
        """The plan that is better than the captain's own beyond chance, if there is one.

        New plans are bred for a part of the time; in the rest those that are left are told apart.
        """
        self._until = until
        bred_until = self._general.spent() + BRED * (until - self._general.spent())
        worlds = FIRST_LOOK
        self._look_at(self._pool, worlds)
        while self._time:
            self._keep_the_better()
            if self._general.spent() < bred_until:
                self._breed()
            worlds += 1
            self._look_at(self._pool, worlds)
        return self._chosen()

    @property
    def _time(self) -> bool:
        return self._general.spent() < self._until and not self._general.stopped()

    def _look_at(self, pool: list[Tried], worlds: int) -> None:
        """World by world, so that whenever the time is out every plan was tried in nearly as many."""
        for number in range(worlds):
            for tried in pool:
                if len(tried.stood) <= number and (self._time or number == 0):
                    world = self._world(number)
                    tried.stood.append(self._general.rollout(world, self._side, tried.plan, self._judge))

    def _world(self, number: int) -> Match:
        if number == len(self._worlds):
            self._worlds.append(self._match.imagine(self._side, self._general.seed + number + 1))
        return self._worlds[number]

    def _keep_the_better(self) -> None:
        """The better half, and the captain's plan, which all are measured by."""
        ranked = sorted(self._pool, key=lambda tried: -tried.over(self.own)[0])
        kept = ranked[: max(len(ranked) // 2, 2)]
        self._pool = [self.own, *(tried for tried in kept if tried is not self.own)]

    def _breed(self) -> None:
        """Changes of the best plan fill up what was dropped."""
        best = max(self._pool, key=lambda tried: tried.over(self.own)[0]).plan
        others = [tried.plan for tried in self._pool]
        for _ in range(WIDTH - len(self._pool)):
            child = varied(best, [*others, *self.tried], self._rng)
            if child is not None and child not in self.tried:
                self.tried[child] = Tried(child)
                self._pool.append(self.tried[child])

    def _chosen(self) -> Tried:
        best = max(self._pool, key=lambda tried: tried.over(self.own)[0])
        gain, _ = best.over(self.own)
        return best if gain > BEYOND * self._spread() / sqrt(len(best.stood)) else self.own

    def _spread(self) -> float:
        """By how much a plan differs from the captain's own from world to world; of one plan few worlds tell little."""
        errors = [
            (tried.over(self.own)[1] ** 2 * len(tried.stood), len(tried.stood) - 1) for tried in self.tried.values()
        ]
        worlds = sum(more for _, more in errors if more > 0)
        return sqrt(sum(square * more for square, more in errors if more > 0) / worlds) if worlds else 0.0
