"""What must be true of a chit-pull game after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from countermarch.games.chitpull.command import COMMAND_KINDS
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves, Entry
from countermarch.games.chitpull.retreat import Flight, Retreat
from countermarch.games.chitpull.state import CUP, ELIMINATED
from tests.census import Census, Remembered

OVERSTACKING = (Entry, ArrivalMoves, Retreat, Flight)  # 7.1: while these are on the stack
COMBAT, HQS, REFUGEES = (0, 1), (2, 3), 4  # rows of the census, the first two by side
MOST_COMBAT, MOST_HQS = 2, 1  # 7.0
Counts = tuple[int, tuple[int, ...], tuple[int, ...]]


class Watch:
    """Looks at what each action changed; `faults` names each thing that is wrong."""

    def __init__(self, play: ChitPullPlay) -> None:
        tables, state = play.tables, play.state
        units, hexes = range(len(tables.units)), range(tables.n)
        self.census = Census(state, 5, tables.n, [self._shares(play, u) for u in units])
        self.marks = Remembered(state, "hex", "steps")
        self.cup = Remembered(state, "chit", "order")
        self.commands = [
            (chit.index, tables.hq_of[chit.formation], chit.id)
            for chit in tables.chits
            if chit.kind in COMMAND_KINDS and chit.formation
        ]
        self.hqs = {hq for _, hq, _ in self.commands}
        self.before, self.drawn = counts(play), state.drawn
        self.full: dict[int, str] = {}  # by hex: why it may be so only for the moment
        self.early = [*self._units(play, units), *self._hexes(play, hexes), *self._chits(play)]
        self.over = set(self.full) if play.edition.overstacking_punished else set()  # so before anybody moved

    def _shares(self, play: ChitPullPlay, u: int) -> list[tuple[int, int]]:
        tables, side = play.tables, play.tables.side[u]
        if tables.units[u].kind == "refugee":
            return [(REFUGEES, 1)]
        return [(COMBAT[side], int(tables.is_combat[u])), (HQS[side], int(tables.is_hq[u]))]

    def faults(self, play: ChitPullPlay) -> list[str]:
        found, self.early = self.early, []
        state = play.state
        changed = self.marks.changed(state)
        if changed:
            found += self._units(play, changed)
            found += self._hexes(play, self.census.follow(state, changed))
        if self.full and not may_overstack(play):
            self.over &= self.full.keys()
            found += [f"{why} in {play.hex_name(h)}" for h, why in self.full.items() if h not in self.over]
        if self.cup.changed(state) or state.drawn != self.drawn or not self.hqs.isdisjoint(changed):
            self.drawn = state.drawn
            found += self._chits(play)
        now = counts(play)
        if now != self.before:
            found += self._limits(play, self.before, now)
            self.before = now
        return found

    def _units(self, play: ChitPullPlay, units: Iterable[int]) -> Iterator[str]:
        state, tables = play.state, play.tables
        for u in units:
            h, steps, unit = state.hex[u], state.steps[u], tables.units[u]
            if not 0 <= steps <= unit.steps or (h >= 0 and tables.is_combat[u] and not steps):
                yield f"steps out of range: {steps} of {unit.id}"
            if h == ELIMINATED and steps:
                yield f"steps out of range: {unit.id} is eliminated and has {steps}"
            if h >= 0 and not tables.land[h]:
                yield f"in water or out of play: {unit.id}"
            if h >= 0 and unit.kind in ("air", "naval"):
                yield f"an air or naval unit on the map: {unit.id}"

    def _hexes(self, play: ChitPullPlay, hexes: Iterable[int]) -> Iterator[str]:
        germans, soviets, german_hqs, soviet_hqs, refugees = self.census.rows
        for h in hexes:
            if (germans[h] or german_hqs[h]) and (soviets[h] or soviet_hqs[h]):
                yield f"both sides in {play.hex_name(h)}"
            if refugees[h] > 1:
                yield f"refugees share {play.hex_name(h)} with others"
            if hides_a_zone(play, h):
                yield f"a narrower zone lies on a wider one in {play.hex_name(h)}"
            self.full.pop(h, None)
            if max(germans[h], soviets[h]) > MOST_COMBAT or max(german_hqs[h], soviet_hqs[h]) > MOST_HQS:
                self.full[h] = "more than two combat units or one HQ"
            elif refugees[h] and (germans[h] or soviets[h]):
                self.full[h] = "refugees with combat units"

    def _limits(self, play: ChitPullPlay, before: Counts, after: Counts) -> Iterator[str]:
        """2.3: no activation is used beyond what was left when it was used."""
        turn, used_before, lost_before = before
        now, used, lost = after
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
        for chit, hq, id in self.commands:
            if state.chit[chit] == CUP and state.hex[hq] < 0:
                yield f"the chit {id} is in the cup, its HQ not on the map"


def counts(play: ChitPullPlay) -> Counts:
    return play.state.turn, tuple(play.state.used), tuple(play.state.lost)


def hides_a_zone(play: ChitPullPlay, h: int) -> bool:
    """2.1.3: whether a counter lies under one with less of a zone."""
    wide = [play.tables.breadth[u][play.state.steps[u]] for u in play.stack(h)]
    return wide != sorted(wide, reverse=True)


def may_overstack(play: ChitPullPlay) -> bool:
    return any(isinstance(frame, OVERSTACKING) for frame in play.state.frames)
