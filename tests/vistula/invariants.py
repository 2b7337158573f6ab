"""What must be true of Vistula-Oder-Berlin after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from countermarch.games.vistula.play import STACK, VistulaPlay
from countermarch.games.vistula.state import ALLIED, ELIMINATED, GERMAN, NATIONS, PHASES, PLACES, TRAY, WESTERN

PASSING = ("Breakthrough", "Onward", "Advance", "FallBack", "Excess")  # a full hex is passed through while these go on
AIR_ONLY = ("ready", "used")


class Watch:
    """Looks at one play after every action; `faults` names each thing that is wrong."""

    def __init__(self, play: VistulaPlay) -> None:
        self.over = self._crowded(play)  # 4.2: a strewn position may begin so

    def faults(self, play: VistulaPlay) -> list[str]:
        return [*self._hexes(play), *self._units(play), *self._slots(play)]

    def _crowded(self, play: VistulaPlay) -> set[int]:
        n, load = play.tables.n, play.state.load
        return {at % n for at in range(2 * n) if load[at] > STACK}

    def _hexes(self, play: VistulaPlay) -> Iterator[str]:
        state, tables = play.state, play.tables
        passing = any(type(frame).__name__ in PASSING for frame in state.stack)
        self.over &= self._crowded(play)
        if not passing and self._crowded(play) - self.over:
            yield "more than four units in a hex"
        for h in range(tables.n):
            if play.here(GERMAN, h) and play.here(ALLIED, h):
                yield f"both sides in {play.hex_name(h)}"
            if state.top[h] >= 0 and (not tables.land[h] or state.shut[h]):
                yield f"a counter in {play.hex_name(h)}, sea or closed"
            if state.shut[h] != (state.control[h] == WESTERN):
                yield f"{play.hex_name(h)} is closed and not Western, or the other way round"

    def _units(self, play: VistulaPlay) -> Iterator[str]:
        state = play.state
        for u, unit in enumerate(play.tables.units):
            h, steps = state.hex[u], state.steps[u]
            if not 0 <= steps <= unit.steps or (h >= 0 and unit.steps and not steps):
                yield f"{unit.id} has {steps} steps"
            if h == ELIMINATED and steps:
                yield f"{unit.id} is eliminated and has steps"
            if h < 0 and (PLACES[-1 - h] in AIR_ONLY) and unit.kind != "air":
                yield f"{unit.id} lies in a box for aircraft"
            if h == TRAY and PHASES[state.phase] != "setup":
                yield f"{unit.id} was never set up"

    def _slots(self, play: VistulaPlay) -> Iterator[str]:
        """10.2: no HQ supplies more than it can, and replacements stay with their nation."""
        drawing = [hq for u, hq in enumerate(play.state.hq) if hq >= 0 and play.tables.side[u] == ALLIED]
        for hq in set(drawing):
            if drawing.count(hq) > 18:
                yield f"{play.id(hq)} supplies {drawing.count(hq)}"
        if any(nation >= len(NATIONS) for nation in play.tables.nation):
            yield "an unknown nation"
