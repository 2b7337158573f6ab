"""What must be true of a small game after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from countermarch.games.common.play import ELIMINATED, TablePlay
from tests.census import PHASE, Census, Once, Remembered

ONCE = {("moved", "unit"): PHASE, ("attack", "units"): PHASE, ("attack", "hex"): PHASE}


class Watch:
    """Looks at what each action changed; `faults` names each thing that is wrong."""

    def __init__(self, play: TablePlay[Any]) -> None:
        tables, state = play.tables, play.state
        self.census = Census(state, len(play.sides), tables.n, [[(side, 1)] for side in tables.side])
        self.marks = Remembered(state, "hex", "steps")
        self.once = Once(play.book, ONCE, play.phases[state.phase])
        units = range(len(tables.units))
        self.early = [*self._hexes(play, range(tables.n)), *self._units(play, units)]

    def faults(self, play: TablePlay[Any]) -> list[str]:
        found, self.early = self.early, []
        changed = self.marks.changed(play.state)
        found += self._hexes(play, self.census.follow(play.state, changed))
        found += self._units(play, changed)
        if not 1 <= play.state.turn <= play.last_turn:
            found.append(f"turn {play.state.turn}")
        return [*found, *self.once.faults(play.events)]

    def _hexes(self, play: TablePlay[Any], hexes: Iterable[int]) -> Iterator[str]:
        for h in hexes:
            held = [row[h] for row in self.census.rows if row[h]]
            if len(held) > 1:
                yield f"both sides in {play.hex_name(h)}"
            if sum(held) > play.limit:
                yield f"too many units in {play.hex_name(h)}"

    def _units(self, play: TablePlay[Any], units: Iterable[int]) -> Iterator[str]:
        for u in units:
            h, steps, unit = play.state.hex[u], play.state.steps[u], play.tables.units[u]
            if not 0 <= steps <= unit.steps or (steps == 0) != (h == ELIMINATED):
                yield f"{unit.id} has {steps} steps"
