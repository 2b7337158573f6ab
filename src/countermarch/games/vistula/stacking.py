"""4.2 The penalty of a hex that holds too many units when it is attacked."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED
from countermarch.games.vistula.verbs import EXCESS, RETREAT
from countermarch.notation import Choice
from countermarch.rulebook import Refusal

HOMEWARD = ((0, 4, 5), (1, 2, 3))  # 4.2: Germans west or north, Allies east or south


def punish(play: VistulaPlay, side: int, h: int) -> None:
    """4.2: units above the limit do not fight; each loses a step and falls back."""
    if play.room(side, h) < 0:
        play.push(Excess(side, h))


def refuges(play: VistulaPlay, side: int, h: int, directions: tuple[int, ...], units: int = 1) -> list[int]:
    """Hexes next door without enemies, with room, and outside enemy zones unless friends stand there."""
    tables = play.tables
    slots = [6 * h + d for d in directions if tables.dry[6 * h + d]]
    return [tables.nbr[s] for s in slots if shelters(play, side, tables.nbr[s], units)]


def shelters(play: VistulaPlay, side: int, h: int, units: int) -> bool:
    tables = play.tables
    closed = play.state.shut[h] or play.here(1 - side, h) or (tables.lake[h] and not play.frozen())
    threatened = play.in_enemy_zone(side, h) and not play.here(side, h)
    return not closed and not threatened and play.room(side, h) >= units


@dataclass(slots=True)
class Excess(SideProcedure):
    """4.2: the owner names the units above the limit, one by one."""

    side: int
    hex: int
    kind = "unit"
    asks = "vistula.prompt.excess"
    cites = ("4.2#1", "4.2#2")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if play.room(self.side, self.hex) >= 0:
            return []
        return [(EXCESS, u) for u in play.stack(self.hex) if play.tables.stacks[u]]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        u = choice[1]
        play.tell("excess", "4.2#1", unit=play.id(u), hex=play.hex_name(self.hex))
        if play.tables.is_combat[u]:
            play.lose_step(u, "4.2#2")
        if play.on_map(u):
            play.push(FallBack(self.side, u))


@dataclass(slots=True)
class FallBack(SideProcedure):
    """4.2: one hex towards home, or the unit is eliminated."""

    side: int
    unit: int
    kind = "hex"
    asks = "vistula.prompt.fall_back"
    cites = ("4.2#2",)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        return [(RETREAT, h) for h in refuges(play, self.side, play.state.hex[self.unit], HOMEWARD[self.side])]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        play.pop()
        play.bring(self.unit, [choice[1]])
        play.tell("fell_back", "4.2#2", unit=play.id(self.unit), hex=play.hex_name(choice[1]))

    def proceed(self, play: VistulaPlay) -> None:
        play.pop()
        play.eliminate(self.unit, "4.2#2")

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != RETREAT:
            return None
        key = "not_homeward_allied" if self.side == ALLIED else "not_homeward_german"
        return play.no("4.2#2", key, hex=play.hex_name(choice[1]))
