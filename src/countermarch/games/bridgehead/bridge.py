"""7.0 The mined bridge."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from countermarch.games.bridgehead.tables import BLOWN, GERMAN, MINED, SAFE, SOVIET
from countermarch.games.common import verbs
from countermarch.games.common.movement import Asked
from countermarch.notation import Choice

if TYPE_CHECKING:
    from countermarch.games.bridgehead.play import BridgeheadPlay

VERBS = {**verbs.VERBS, "blow": (), "wait": ()}
BLOW, WAIT = range(len(verbs.VERBS), len(VERBS))
FIRES = 3  # 7.3: the charges go off with this die or less


def arrived(play: BridgeheadPlay, u: int) -> None:
    """7.2, 7.4: Soviets at the eastern end of the mined bridge may have it blown; at the western they cut the wires."""
    h, tables = play.state.hex[u], play.tables
    if play.state.bridge != MINED or tables.side[u] != SOVIET:
        return
    if h == tables.west_end:
        settle(play, SAFE, "7.4")
    elif h == tables.east_end and at_plunger(play):
        play.push(Plunger(GERMAN))


def at_plunger(play: BridgeheadPlay) -> bool:
    """7.2: a German unit at the western end or next to it, on the same bank."""
    west = play.tables.west_end
    near = (west, *play.tables.board.grid.around(west))
    return any(play.owner(h) == GERMAN and play.tables.is_west[h] for h in near)


def settle(play: BridgeheadPlay, bridge: int, rule: str) -> None:
    """7.4, 7.5: for good; the ways over the river are others now."""
    play.state.bridge = bridge
    play.forget()
    play.tell("blown" if bridge == BLOWN else "safe", rule)


@dataclass(slots=True)
class Plunger(Asked):
    """7.2, 7.3: the German player tries to blow the bridge, or waits for those who are still to cross it."""

    side: int
    said, told = "plunger", ("plunger", "fuse")

    def choices(self, play: BridgeheadPlay) -> list[Choice]:
        return [(BLOW,), (WAIT,)]

    def take(self, play: BridgeheadPlay, choice: Choice) -> None:
        play.pop()
        if choice[0] == WAIT:
            return
        die = play.roll("bridge")
        play.tell("fires" if die <= FIRES else "fails", "7.3", die=die)
        if die <= FIRES:
            settle(play, BLOWN, "7.5")
