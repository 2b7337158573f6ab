"""What must be true of a chit-pull game after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy

from countermarch.games.chitpull.command import COMMAND_KINDS
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import CUP, ELIMINATED

OVERSTACKING = ("Entry", "Arrival", "Retreat", "Flight")  # 7.1: while these are on the stack
Counts = tuple[int, tuple[int, ...], tuple[int, ...]]


class Watch:
    """Looks at one play after every action; `faults` names each thing that is wrong."""

    def __init__(self, play: ChitPullPlay) -> None:
        tables = play.tables
        self.land = numpy.array(tables.land)
        self.side = numpy.array(tables.side)
        self.is_hq = numpy.array(tables.is_hq)
        self.is_combat = numpy.array(tables.is_combat)
        self.is_refugee = numpy.array([unit.kind == "refugee" for unit in tables.units])
        self.most_steps = numpy.array([unit.steps for unit in tables.units])
        self.before = counts(play)

    def faults(self, play: ChitPullPlay) -> list[str]:
        return [*self._board(play), *self._limits(play), *self._chits(play)]

    def _board(self, play: ChitPullPlay) -> Iterator[str]:
        n = play.tables.n
        where = numpy.array(play.state.hex)
        on_map = where >= 0
        yield from self._places(play, where, on_map)
        yield from self._steps(play, where, on_map)
        combat = [self._count(where, on_map & self.is_combat & (self.side == s), n) for s in (0, 1)]
        hqs = [self._count(where, on_map & self.is_hq & (self.side == s), n) for s in (0, 1)]
        if ((combat[0] + hqs[0]) * (combat[1] + hqs[1])).any():
            yield "both sides in one hex"
        if (max(c.max() for c in combat) > 2 or max(h.max() for h in hqs) > 1) and not may_overstack(play):
            yield "more than two combat units or one HQ in a hex"
        refugees = self._count(where, on_map & self.is_refugee, n)
        if refugees.max() > 1 or ((refugees * (combat[0] + combat[1])).any() and not may_overstack(play)):
            yield "refugees share a hex with others or with combat units"

    def _count(self, where: Any, chosen: Any, n: int) -> Any:
        return numpy.bincount(where[chosen], minlength=n)

    def _places(self, play: ChitPullPlay, where: Any, on_map: Any) -> Iterator[str]:
        if not self.land[where[on_map]].all():
            wet = [int(u) for u in numpy.flatnonzero(on_map) if not self.land[where[u]]]
            yield f"in water or out of play: {play.ids(wet)}"
        if (on_map & ~(self.is_combat | self.is_hq | self.is_refugee)).any():
            yield "an air or naval unit on the map"

    def _steps(self, play: ChitPullPlay, where: Any, on_map: Any) -> Iterator[str]:
        steps = numpy.array(play.state.steps)
        wrong = (steps < 0) | (steps > self.most_steps) | (on_map & self.is_combat & (steps < 1))
        wrong |= (where == ELIMINATED) & (steps != 0)
        if wrong.any():
            yield f"steps out of range: {play.ids(numpy.flatnonzero(wrong))}"

    def _limits(self, play: ChitPullPlay) -> Iterator[str]:
        """2.3: no activation is used beyond what was left when it was used."""
        turn, used_before, lost_before = self.before
        self.before = now, used, lost = counts(play)
        if now != turn:
            used_before = lost_before = (0,) * len(play.edition.groups)
        limits = play.tables.turns[now - 1].limits
        for at, group in enumerate(play.edition.groups):
            earlier = min(lost_before[at], lost[at])
            if used[at] > used_before[at] and used[at] > max(limits[at] - earlier, 0):
                yield f"{group} uses activation {used[at]} of {limits[at]} with {earlier} lost"

    def _chits(self, play: ChitPullPlay) -> Iterator[str]:
        state = play.state
        order = [at for at in state.order if at]
        if len(set(order)) != len(order) or (order and max(order) > state.drawn):
            yield f"chits drawn in the order {sorted(order)} of {state.drawn}"
        for chit in play.tables.chits:
            own = chit.kind in COMMAND_KINDS and chit.formation
            if own and state.chit[chit.index] == CUP and not play.on_map(play.tables.hq_of[own]):
                yield f"the chit {chit.id} is in the cup, its HQ not on the map"


def counts(play: ChitPullPlay) -> Counts:
    return play.state.turn, tuple(play.state.used), tuple(play.state.lost)


def may_overstack(play: ChitPullPlay) -> bool:
    return any(type(frame).__name__.startswith(OVERSTACKING) for frame in play.state.stack)
