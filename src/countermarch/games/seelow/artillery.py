"""8.0 Artillery: barrages and modes."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import FIRE_MODE, MOVE_MODE
from countermarch.games.seelow.verbs import DONE, SET_MODE
from countermarch.notation import Option


@dataclass(slots=True)
class BarragePhase(SideProcedure):
    """8.32: guns that do not fire may go over to Move Mode."""

    side: int
    kind = "hex"
    asks = "seelow.prompt.barrage"
    cites = ("8.14#1", "8.32")

    def options(self, play: SeelowPlay) -> list[Option]:
        found: list[Option] = [(SET_MODE, u, MOVE_MODE) for u in guns(play, self.side, FIRE_MODE)]
        return [*found, (DONE,)] if found else []

    def take(self, play: SeelowPlay, option: Option) -> None:
        if option[0] == DONE:
            play.pop()
        else:
            play.set_mode(option[1], MOVE_MODE, "8.32")


def guns(play: SeelowPlay, side: int, mode: int) -> list[int]:
    """Artillery on the map in a mode that has not fired in this phase."""
    state, is_gun = play.state, play.tables.is_gun
    mine = [u for u in play.tables.of_side[side] if is_gun[u] and state.hex[u] >= 0]
    return [u for u in mine if state.mode[u] == mode and not state.acted[u]]


@dataclass(slots=True)
class ReadyGuns(SideProcedure):
    """8.35, 10.28: in the rally phase of the night turn guns go back to Fire Mode, as many as their owner likes."""

    side: int
    kind = "units"
    asks = "seelow.prompt.ready_guns"
    cites = ("8.35", "10.28")

    def options(self, play: SeelowPlay) -> list[Option]:
        found: list[Option] = [(SET_MODE, u, FIRE_MODE) for u in guns(play, self.side, MOVE_MODE)]
        return [*found, (DONE,)] if found else []

    def take(self, play: SeelowPlay, option: Option) -> None:
        if option[0] == DONE:
            play.pop()
        else:
            play.set_mode(option[1], FIRE_MODE, "8.35")
