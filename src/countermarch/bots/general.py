"""A general: many plans of his captains, each played on upon imagined tables, and the one that stands best afterwards.

Rollouts as Tesauro and Galperin used them, over whole plans: the same imagined worlds and dice for every plan, quick
captains on both sides through the enemy's answer and the own next march, or to the end, then the position is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from time import process_time
from typing import Any

from countermarch.bots.command import Command
from countermarch.bots.doctrine import OWN_MIND, general_of, generals, said_of
from countermarch.bots.edits import MARCH, Editor
from countermarch.bots.plans import GOES_ON, Plan
from countermarch.bots.thinker import Thinker, offers
from countermarch.bots.value import Judge, judge_of
from countermarch.match import Match
from countermarch.notation import Action

SECONDS = 3.0  # of one core, for an activation, or a phase where there are none
MARCHES = 2  # that are still played after ours: the enemy's answer and our next; the data of a game may say more
LAST_TURNS = 2  # played to the end
TO_THE_END = 10**6
FIRST_LOOK = 3  # worlds in which every plan is tried before any is dropped, if there is time for that
LEAST_WORLDS = 2  # in which a plan must have been tried to be chosen
CAPTAINS = ""  # the captain's own style, who may be of another mind than the general
STYLES = ("cautious", "bold", "historical")
PERTURBED = 5  # captains who see things a little differently
LEFT = 2  # plans, the captain's among them, when no more are dropped
CLIMBING = 6  # worlds in which a changed plan must be better than the one it was made of
PROOF = 4  # worlds it was not chosen by, in which the best plan has to be better
FRUITLESS = 60  # ideas after which a plan is held to be as good as it gets
MOST_ANSWERS = 12  # a question with more is left to the captain
CONSIDERED = 0.35  # of the time goes into thinking of plans
DROPPED, CLIMBED = 0.3, 0.5  # of what is left then, until which the worse are dropped, and the best is changed
LATEST = 0.1  # how much the latest rollout tells of what the next will take
CHEAPER = 0.8  # they are thought to be each time there is a new purse: the end comes nearer
BEYOND = 1.0  # standard errors a plan must be better by than the captain's
HOPELESS = 0.5  # and by which it may be worse before it is no longer proved
SHARE = {MARCH: 0.6, "attack": 0.4}  # of the time that is left, for a plan that begins so
OTHERWISE = 0.15  # of an activation's or a phase's
MOST_OF_IT = 0.8  # of the time that is left goes into a march where phases share it


Stand = tuple[float, float]  # how a side stands: what is worth striving for, and the chance to win alone


@dataclass(slots=True)
class Tried:
    """A plan and how the side stood after it, world by world."""

    plan: Plan
    stood: list[Stand] = field(default_factory=list)

    def over(self, other: Tried, what: int = 0, since: int = 0) -> tuple[float, float]:
        """How much better than another in the worlds both were tried in, and the standard error of that."""
        both = list(zip(self.stood, other.stood, strict=False))[since:]
        gains = [mine[what] - theirs[what] for mine, theirs in both]
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
    """Thinks for so many seconds of one core, or so many rollouts: then the same seed gives the same choice.

    A plan is played on for so many marches, or as many as the data of the game say.
    """

    def __init__(
        self, seed: int = 0, seconds: float = SECONDS, rollouts: int | None = None, marches: int | None = None
    ) -> None:
        super().__init__(seed)
        self._marches = marches
        self._most = seconds if rollouts is None else float(rollouts)
        self._counts = rollouts is not None
        self._rolled = 0
        self._price = 0.0  # of a rollout, as far as is known
        self._purse: tuple[object, float] = (None, 0.0)  # for which activation, phase or turn, and what is left
        self.stopped: Callable[[], bool] = lambda: False  # asked all the time

    def captain(self, match: Match, style: str | None = None, quick: bool | None = None) -> Thinker:
        """Who thinks as the general does, if no other style is named."""
        return super().captain(match, general_of(match.scenario) if style is None else style, quick)

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
        tell = len(plans) > 1 and self.affords(LEAST_WORLDS * len(plans), until)
        best = Search(self, match, side, plans).best(until).plan if tell else plans[0]
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
        """The general's own plan first, then what others would do, as many as a part of the time allows."""
        found = [Plan.of(self.captain(world).plan(world.copy(), side))]
        if verb == MARCH:
            enough = self.spent() + CONSIDERED * (until - self.spent())
            for style in _others(world, side):
                some_more = self.spent() <= enough and self.affords(LEAST_WORLDS * (len(found) + 1), until)
                if not some_more or self.stopped():
                    break
                found.append(Plan.of(self.captain(world, style).plan(world.copy(), side)))
        elif len(world.legal()) <= MOST_ANSWERS:
            found += [self._answer(world, side, action) for action in world.legal()]
        return list(dict.fromkeys(found))

    def _answer(self, world: Match, side: str, action: Action) -> Plan:
        """An answer, and what the captain makes of it: an attack that is begun is put together."""
        table, said = world.copy(), [str(action)]
        table.play(action)
        while self._goes_on(table, side) and len(table.rolls) == len(world.rolls):
            text = self.captain(table).plan(table.copy(), side)[0]
            if text.partition(" ")[0] not in GOES_ON:
                break
            said.append(text)
            table.play(text)
        return Plan.of(said)

    @staticmethod
    def _goes_on(table: Match, side: str) -> bool:
        return table.to_act == side and not table.legal().verbs.isdisjoint(GOES_ON)

    # time

    def _share(self, match: Match, side: str, verb: str) -> float:
        """What a plan may cost of what is left for the activation, the phase or the turn; on the clock of `spent`."""
        unit, phases = unit_of(match, side), phases_of(match.game.key)
        if self._purse[0] != unit:
            self._purse = unit, self._most * (phases or 1)
            self._price *= CHEAPER
        left = self._purse[1]
        if verb not in SHARE:
            share = OTHERWISE * min(left, self._most)
        else:
            share = (MOST_OF_IT if phases and verb == MARCH else SHARE[verb]) * left
        self._purse = unit, left - share
        return share

    def _give_back(self, unspent: float) -> None:
        """What a plan did not need is there for the next."""
        unit, left = self._purse
        self._purse = unit, left + max(unspent, 0.0)

    def spent(self) -> float:
        return float(self._rolled) if self._counts else process_time()

    def affords(self, rollouts: int, until: float) -> bool:
        """Whether so many more can be had until then, by what they took so far."""
        return (1.0 if self._counts else self._price) * rollouts <= until - self.spent()

    # one world played on

    def rollout(self, world: Match, side: str, plan: Plan, judge: Judge) -> Stand:
        """How the side stands after a plan and what quick captains make of the marches that follow."""
        began = self.spent()
        self._rolled += 1
        table = world.copy()
        plan.carry_out(table, side)
        self._play_on(table, side)
        self._price += LATEST * (self.spent() - began - self._price) if self._price else self.spent() - began
        return judge.stand(table, side)

    def _play_on(self, table: Match, side: str) -> None:
        """By quick captains, of whom one's own thinks as the general does."""
        mine, theirs = (self.captain(table, style, quick=True) for style in (None, CAPTAINS))
        scenario = next(s for s in table.game.info.scenarios if s.key == table.scenario)
        usual = marches_of(table.game.key) if self._marches is None else self._marches
        most = usual if scenario.turns - table.turn >= LAST_TURNS else TO_THE_END
        marches = 0
        while (actor := table.to_act) is not None:
            marches += offers(table, MARCH)
            if marches > most:
                break
            (mine if actor == side else theirs).play_on(table, actor)


def _others(world: Match, side: str) -> Iterator[str]:
    """The styles beside the general's own; the captain's, too, where it is another."""
    if generals(world.game.key, world.scenario, side):
        yield CAPTAINS
    yield from STYLES
    yield from (f"{OWN_MIND}{number}" for number in range(PERTURBED))


def unit_of(match: Match, side: str) -> tuple[object, ...]:
    """What the time is for: an activation, a phase, or a turn whose phases share it."""
    asked = match.decision
    apart = () if phases_of(match.game.key) else (match.phase, str(asked.actor if asked else None))
    return match.turn, side, *apart


def marches_of(game: str) -> int:
    """How many marches a plan is played on for."""
    return int(said_of(game).get("general", {}).get("marches", MARCHES))


def phases_of(game: str) -> int:
    """In how many phases of a turn a side is asked, where they share the time and nobody is activated; else none."""
    return int(said_of(game).get("general", {}).get("phases", 0))


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
        self._judge = judge_of(match)
        self._worlds: list[Match] = []
        self._rng = Random(general.seed)
        self.own = Tried(plans[0])  # what the others are measured by
        self._pool = [self.own, *map(Tried, plans[1:])]
        self.tried = {one.plan: one for one in self._pool}  # all there ever were

    def best(self, until: float) -> Tried:
        """The plan that is better than the captain's own beyond chance, if there is one."""
        self._until = until
        began, part = self._general.spent(), until - self._general.spent()
        ample = self._general.affords(FIRST_LOOK * len(self._pool), until)
        look, more = (FIRST_LOOK, 2) if ample else (1, 1)
        self._look_at(self._pool, look)
        self._pool = [tried for tried in self._pool if len(tried.stood) >= look]
        if self.own not in self._pool:
            return self.own
        self._drop_the_worse(look, more, began + DROPPED * part if ample else until)
        if ample:
            self._climb(began + CLIMBED * part)
        known = len(self._worlds)
        self._tell_apart()
        return self._proved(known) if ample else self._chosen()

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

    def _drop_the_worse(self, worlds: int, more: int, until: float) -> None:
        """Half of them after every few worlds more, but never the captain's, which all are measured by."""
        while len(self._pool) > LEFT and self._time and self._general.spent() < until:
            kept = sorted(self._pool, key=self._gain, reverse=True)[: max(len(self._pool) // 2, LEFT - 1)]
            self._pool = [self.own, *(tried for tried in kept if tried is not self.own)]
            worlds += more
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
        """What is left is tried in more worlds, none of which it was chosen by, until more would tell nothing new."""
        known = worlds = len(self._worlds)
        while self._time and len(self._pool) > 1:
            worlds += 1
            self._look_at(self._pool, worlds)
            if worlds >= known + PROOF:
                self._pool = [tried for tried in self._pool if tried is self.own or not self._settled(tried, known)]

    def _settled(self, tried: Tried, known: int) -> bool:
        """Whether it is no better than our own, as far as those worlds can tell."""
        gain, error = tried.over(self.own, since=known)
        return gain <= -HOPELESS * error

    def _proved(self, known: int) -> Tried:
        """The best of many was lucky in the worlds it was chosen by; only those that came after count."""
        best = max(self._pool, key=self._gain)
        if min(len(best.stood), len(self.own.stood)) < known + PROOF:
            return self.own
        gain, error = best.over(self.own, since=known)
        return best if gain > BEYOND * error else self.own

    def _chosen(self) -> Tried:
        best = max(self._pool, key=self._gain)
        gain, error = best.over(self.own)
        if min(len(best.stood), len(self.own.stood)) < LEAST_WORLDS:
            return self.own
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
