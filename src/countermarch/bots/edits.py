"""Small changes of a plan: an order left out, exchanged, put off, a unit sent elsewhere, or one more that marches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from countermarch.bots.plans import Order, Plan, may_say
from countermarch.bots.value import ground_of
from countermarch.match import Match
from countermarch.notation import Action

MARCH = "move"
JOINS = ("with", "air")  # verbs by which an attack is made stronger, and which it can do without
AROUND = 8  # ends that are looked at when a unit is sent elsewhere: the nearest to where it was to go
DONE: Order = ("done",)

Change = Callable[[Plan, int], Plan | None]


class Editor:
    """Changes plans for one question; the table is read and never changed."""

    def __init__(self, world: Match, side: str, rng: Random) -> None:
        self._world, self._side, self._rng = world, side, rng
        self._ends: dict[str, list[Action]] = {}
        self._distance = ground_of(world.game.rules).distance
        self._index = ground_of(world.game.rules).index

    def varied(self, plan: Plan, others: Sequence[Plan]) -> Plan | None:
        """A plan a little changed; None if nothing came of the idea."""
        at = self._somewhere(plan)
        if at is None:
            return None

        def exchanged(plan: Plan, at: int) -> Plan | None:
            found = _others_for(plan.orders[at], others)
            return plan.instead(at, self._rng.choice(found)) if found else None

        changes: tuple[Change, ...] = (_without, _later, exchanged, exchanged, self._thinner, self._elsewhere)
        return self._rng.choice((*changes, self._elsewhere, self._also))(plan, at)

    def _somewhere(self, plan: Plan) -> int | None:
        free = [at for at, order in enumerate(plan.orders) if order != DONE]
        return self._rng.choice(free) if free else None

    def _thinner(self, plan: Plan, at: int) -> Plan | None:
        """An attack with one fewer."""
        order = plan.orders[at]
        joins = [n for n, text in enumerate(order) if text.partition(" ")[0] in JOINS]
        if len(joins) < 2:
            return None
        n = self._rng.choice(joins)
        return plan.instead(at, order[:n] + order[n + 1 :])

    def _elsewhere(self, plan: Plan, at: int) -> Plan | None:
        """A unit that marches to another hex near where it was to go."""
        order = plan.orders[at]
        if len(order) != 2:
            return None
        meant = next((end for end in self._ends_of(order[0]) if str(end) == order[1]), None)
        end = self._near(order[0], meant.hexes[-1], order[1]) if meant is not None and meant.hexes else None
        return None if end is None else plan.instead(at, (order[0], end))

    def _also(self, plan: Plan, at: int) -> Plan | None:
        """One who was to stay marches, too."""
        sent = {unit for order in plan.orders for unit in self._world.game.parse(order[0]).units}
        idle = [a for a in self._world.legal() if a.verb == MARCH and sent.isdisjoint(a.units)]
        if not idle:
            return None
        setting_out = self._rng.choice(idle)
        stands = self._world.muster()[setting_out.units[0]][0]
        end = None if stands is None else self._near(str(setting_out), stands, "")
        last = len(plan.orders) - (plan.orders[-1] == DONE)
        return None if end is None else plan.before(last, (str(setting_out), end))

    def _near(self, setting_out: str, hex: str, but: str) -> str | None:
        to = self._index[hex]
        ends = [end for end in self._ends_of(setting_out) if end.hexes and str(end) != but]
        nearest = sorted(ends, key=lambda end: (self._distance(self._index[end.hexes[-1]], to), self._rng.random()))
        return str(self._rng.choice(nearest[:AROUND])) if nearest else None

    def _ends_of(self, setting_out: str) -> list[Action]:
        """Where a unit that sets out may go, as things stand before anybody else does."""
        if setting_out not in self._ends:
            self._ends[setting_out] = self._found(setting_out)
        return self._ends[setting_out]

    def _found(self, setting_out: str) -> list[Action]:
        if not may_say(self._world, self._side, setting_out):
            return []
        table = self._world.copy()
        table.play(setting_out)
        return list(table.legal()) if table.to_act == self._side else []


def _without(plan: Plan, at: int) -> Plan | None:
    return plan.without(at) if len(plan.orders) > 1 else None


def _later(plan: Plan, at: int) -> Plan | None:
    return plan.later(at) if at + 1 < len(plan.orders) and plan.orders[at + 1] != DONE else None


def _others_for(order: Order, others: Sequence[Plan]) -> list[Order]:
    """What other plans say to the same unit or of the same target."""
    found = {other: None for plan in others for other in plan.orders if other[0] == order[0] and other != order}
    return list(found)
