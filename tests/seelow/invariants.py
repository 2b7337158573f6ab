"""What must be true of Seelow & Küstrin after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from countermarch.games.seelow.play import GERMAN_LIMIT, SOVIET_LIMIT, SeelowPlay
from countermarch.games.seelow.state import ELIMINATED, PHASES, RESERVE, SIDES, UNDEPLOYED, UNUSED
from tests.census import PHASE, Census, Once, Remembered

LIMITS = (GERMAN_LIMIT, SOVIET_LIMIT)
PASSING = ("Onward",)  # 4.11, 7.55: while somebody goes on, a hex may be over-full
ONCE = {
    ("moved", "unit"): PHASE,  # 5.1
    ("fire", "units"): PHASE,  # 6.11
    ("fire", "target"): PHASE,  # 6.14
    ("attack", "units"): PHASE,  # 7.11
    ("barrage", "units"): PHASE,  # 8.1
    ("barrage", "hex"): PHASE,  # 8.18
}


class Watch:
    """Looks at what each action changed; `faults` names each thing that is wrong."""

    def __init__(self, play: SeelowPlay) -> None:
        tables, state = play.tables, play.state
        groups = tables.setups[state.scenario]
        self.used = {u for group in groups for u in group.units}
        self.late = {u for group in groups for u in group.units if group.turn}
        units = range(len(tables.units))
        shares = [[(tables.side[u], 1), (2 + tables.side[u], tables.points[u])] for u in units]
        self.census = Census(state, 4, tables.n, shares)
        self.marks = Remembered(state, "hex", "steps", "disrupted", "mode", "fled")
        self.once = Once("seelow", ONCE, PHASES[state.phase].rstrip("_12"))
        self.deployed = False
        self.full = {h for h in range(tables.n) if self._overfull(h)}
        self.early = [*self._hexes(play, range(tables.n)), *self._units(play, units)]

    def faults(self, play: SeelowPlay) -> list[str]:
        found, self.early = self.early, []
        changed = self.marks.changed(play.state)
        if changed:
            found += self._hexes(play, self.census.follow(play.state, changed))
            found += self._units(play, changed)
        if self.full and not any(type(frame).__name__ in PASSING for frame in play.state.frames):
            found.append(f"too many units in {', '.join(map(play.hex_name, sorted(self.full)))}")
        if play.state.phase and not self.deployed:
            self.deployed = True
            found += [f"{play.id(u)} was never deployed" for u, h in enumerate(play.state.hex) if h == UNDEPLOYED]
        return [*found, *self.once.faults(play.events)]

    def _overfull(self, h: int) -> bool:
        """4.12, 4.13."""
        return any(self.census.rows[2 + side][h] > LIMITS[side] for side in range(len(SIDES)))

    def _hexes(self, play: SeelowPlay, hexes: Iterable[int]) -> Iterator[str]:
        germans, soviets, *_ = self.census.rows
        for h in hexes:
            (self.full.add if self._overfull(h) else self.full.discard)(h)
            if germans[h] and soviets[h]:
                yield f"both sides in {play.hex_name(h)}"
            if not play.ground.in_play[h] and (germans[h] or soviets[h]):
                yield f"a unit in {play.hex_name(h)}, which is out of play"

    def _units(self, play: SeelowPlay, units: Iterable[int]) -> Iterator[str]:
        state, tables = play.state, play.tables
        for u in units:
            h, steps, unit = state.hex[u], state.steps[u], tables.units[u]
            if (h == UNUSED) != (u not in self.used):
                yield f"{unit.id} does not belong to this scenario, or ought to"
            if not 0 <= steps <= unit.steps or (steps == 0) != (h == ELIMINATED):
                yield f"{unit.id} has {steps} steps"
            if h == RESERVE and u not in self.late:
                yield f"{unit.id} waits as a reinforcement"
            if h == UNDEPLOYED and state.phase:
                yield f"{unit.id} was never deployed"
            if state.mode[u] and not tables.is_gun[u]:
                yield f"{unit.id} has a mode and is no gun"
            if h < 0 and (state.disrupted[u] or state.fled[u]):
                yield f"{unit.id} is marked off the map"
