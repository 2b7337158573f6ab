"""What must be true of Seelow & Küstrin after every action, whatever was played."""

from __future__ import annotations

from collections.abc import Iterator

from countermarch.games.seelow.document import PASSING
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import ELIMINATED, RESERVE, UNDEPLOYED, UNUSED


class Watch:
    """Looks at one play after every action; `faults` names each thing that is wrong."""

    def __init__(self, play: SeelowPlay) -> None:
        groups = play.tables.setups[play.state.scenario]
        self.used = {u for group in groups for u in group.units}
        self.late = {u for group in groups for u in group.units if group.turn}

    def faults(self, play: SeelowPlay) -> list[str]:
        return [*self._hexes(play), *self._units(play)]

    def _hexes(self, play: SeelowPlay) -> Iterator[str]:
        passing = any(type(frame).__name__ in PASSING for frame in play.state.stack)
        for h in {h for h in play.state.hex if h >= 0}:
            sides = [side for side in (0, 1) if play.number_in(side, h)]
            if len(sides) > 1:
                yield f"both sides in {play.hex_name(h)}"
            if not passing and any(play.overfull(side, h) for side in sides):
                yield f"too many units in {play.hex_name(h)}"
            if not play.ground.in_play[h]:
                yield f"a unit in {play.hex_name(h)}, which is out of play"

    def _units(self, play: SeelowPlay) -> Iterator[str]:
        state = play.state
        for u, unit in enumerate(play.tables.units):
            h, steps = state.hex[u], state.steps[u]
            if (h == UNUSED) != (u not in self.used):
                yield f"{unit.id} does not belong to this scenario, or ought to"
            if not 0 <= steps <= unit.steps or (steps == 0) != (h == ELIMINATED):
                yield f"{unit.id} has {steps} steps"
            if h == RESERVE and u not in self.late:
                yield f"{unit.id} waits as a reinforcement"
            if h == UNDEPLOYED and state.phase:
                yield f"{unit.id} was never deployed"
            if state.mode[u] and not play.tables.is_gun[u]:
                yield f"{unit.id} has a mode and is no gun"
            if h < 0 and (state.disrupted[u] or state.fled[u]):
                yield f"{unit.id} is marked off the map"
