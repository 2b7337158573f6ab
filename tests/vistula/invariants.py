"""What must be true of Vistula-Oder-Berlin after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from countermarch.games.vistula.play import STACK, VistulaPlay
from countermarch.games.vistula.state import ALLIED, ELIMINATED, NATIONS, PHASES, PLACES, SIDES, TRAY, WESTERN
from countermarch.games.vistula.supply import SLOTS
from tests.census import PHASE, TURN, Census, Once, Remembered

PASSING = ("Breakthrough", "Onward", "Advance", "FallBack", "Excess")  # a full hex is passed through while these go on
AIR_ONLY = ("ready", "used")
ONCE = {
    ("moved", "units"): PHASE,  # 7.1
    ("attack", "units"): TURN,  # 8.1
    ("exploited", "unit"): TURN,  # 8.6
    ("gun_fires", "unit"): PHASE,  # 8.3
    ("column_used", "unit"): TURN,  # 5.8.1
}
MOBILE = ("german_movement",)  # 7.3: a stack that clears a hex goes on, and may attack again


class Watch:
    """Looks at what each action changed; `faults` names each thing that is wrong."""

    def __init__(self, play: VistulaPlay) -> None:
        tables, state = play.tables, play.state
        units = range(len(tables.units))
        self.census = Census(state, 5, tables.n, [self._shares(play, u) for u in units])
        self.marks = Remembered(state, "hex", "steps")
        self.ground = Remembered(state, "control", "shut")
        self.slots = Remembered(state, "hq")
        self.once = Once("vistula", ONCE, PHASES[state.phase], MOBILE)
        self.set_up = False
        self.bears = play.frozen()  # the lake, when the last action was taken
        self.crowded = {h for h in range(tables.n) if self._crowded(h)}
        self.over = self.crowded.copy()  # 4.2: a strewn position may begin so
        self.early = [*self._hexes(play, range(tables.n)), *self._units(play, units), *self._slots(play)]

    def _shares(self, play: VistulaPlay, u: int) -> list[tuple[int, int]]:
        """Rows 0 and 1: what stands on the ground, by side; 2 and 3: what counts for stacking; 4: any counter."""
        side, tables = play.tables.side[u], play.tables
        return [(side, int(tables.on_ground[u])), (2 + side, int(tables.stacks[u])), (4, 1)]

    def faults(self, play: VistulaPlay) -> list[str]:
        found, self.early = self.early, []
        state = play.state
        changed = self.marks.changed(state)
        if changed:
            found += self._drowned(play, changed)
            found += self._hexes(play, self.census.follow(state, changed))
            found += self._units(play, changed)
        self.bears = play.frozen()
        found += self._hexes(play, self.ground.changed(state))
        if self.slots.changed(state):
            found += self._slots(play)
        if self.crowded - self.over and not any(type(frame).__name__ in PASSING for frame in state.frames):
            found.append(f"more than four units in {', '.join(map(play.hex_name, sorted(self.crowded - self.over)))}")
        return [*found, *self._left(play), *self.once.faults(play.events)]

    def _crowded(self, h: int) -> bool:
        """4."""
        return any(self.census.rows[2 + side][h] > STACK for side in range(len(SIDES)))

    def _drowned(self, play: VistulaPlay, changed: Iterable[int]) -> Iterator[str]:
        """8.11: the lake bears nobody who comes when it has thawed."""
        for u in changed:
            h = play.state.hex[u]
            if h >= 0 and h != self.census.where[u] and play.tables.lake[h] and not self.bears:
                yield f"{play.id(u)} comes to the open lake at {play.hex_name(h)}"

    def _hexes(self, play: VistulaPlay, hexes: Iterable[int]) -> Iterator[str]:
        state, tables = play.state, play.tables
        germans, allies, _, _, counters = self.census.rows
        for h in hexes:
            (self.crowded.add if self._crowded(h) else self.crowded.discard)(h)
            self.over &= self.crowded
            if germans[h] and allies[h]:
                yield f"both sides in {play.hex_name(h)}"
            if counters[h] and (not tables.land[h] or state.shut[h]):
                yield f"a counter in {play.hex_name(h)}, sea or closed"
            if state.shut[h] != (state.control[h] == WESTERN):
                yield f"{play.hex_name(h)} is closed and not Western, or the other way round"

    def _units(self, play: VistulaPlay, units: Iterable[int]) -> Iterator[str]:
        state = play.state
        for u in units:
            h, steps, unit = state.hex[u], state.steps[u], play.tables.units[u]
            if not 0 <= steps <= unit.steps or (h >= 0 and unit.steps and not steps):
                yield f"{unit.id} has {steps} steps"
            if h == ELIMINATED and steps:
                yield f"{unit.id} is eliminated and has steps"
            if h < 0 and (PLACES[-1 - h] in AIR_ONLY) and unit.kind != "air":
                yield f"{unit.id} lies in a box for aircraft"
            if h == TRAY and PHASES[state.phase] != "setup":
                yield f"{unit.id} was never set up"

    def _left(self, play: VistulaPlay) -> Iterator[str]:
        """13: when the set-up is over, nobody is left in the tray."""
        if not self.set_up and PHASES[play.state.phase] != "setup":
            self.set_up = True
            yield from (f"{play.id(u)} was never set up" for u, h in enumerate(play.state.hex) if h == TRAY)

    def _slots(self, play: VistulaPlay) -> Iterator[str]:
        """10.2: no HQ supplies more than it can, and replacements stay with their nation."""
        drawing = [hq for u, hq in enumerate(play.state.hq) if hq >= 0 and play.tables.side[u] == ALLIED]
        for hq in set(drawing):
            if drawing.count(hq) > max(SLOTS):
                yield f"{play.id(hq)} supplies {drawing.count(hq)}"
        if any(nation >= len(NATIONS) for nation in play.tables.nation):
            yield "an unknown nation"
