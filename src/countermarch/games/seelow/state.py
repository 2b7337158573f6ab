"""The state of a game of Seelow & Küstrin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from countermarch.games.counters import NONE, CounterState
from countermarch.state import Column, Ints, Number, Packed

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
SCENARIOS = ("kuestrin", "seelow")
KUESTRIN, SEELOW = 0, 1
FIRST_PLAYER = (GERMAN, SOVIET)  # 11.0#1, 12.0: by scenario

# where a unit is when it is not on the map; the code of a place is -1 - its index
PLACES = (
    "eliminated",
    "undeployed",  # to be set up before the first turn
    "reserve",  # arrives at a map edge (9.1)
    "exited",  # left the map, neither lost nor coming back (5.27, 7.54)
    "exited_west",  # the same, over the western edge (11.42)
    "unused",  # a counter of the other scenario
)
ELIMINATED, UNDEPLOYED, RESERVE, EXITED, EXITED_WEST, UNUSED = range(-1, -1 - len(PLACES), -1)

# the steps of a game turn, after the deployment that precedes the first (3.1)
PHASES = (
    "deployment",
    *("barrage_1", "movement_1", "reaction_1", "fire_1", "combat_1"),
    *("barrage_2", "movement_2", "reaction_2", "fire_2", "combat_2"),
    *("rally", "renewal"),
)

FIRE_MODE, MOVE_MODE = 0, 1
NEVER = -1  # no side has moved through a hex
GUN_MODES = ("fire", "move")


class SeelowState(CounterState):
    over = Number()  # 1 + index of the level of victory once the game has ended
    phase = Number()  # index into PHASES
    scenario = Number()

    columns: ClassVar[Mapping[str, Column]] = {
        "hex": Column("unit"),
        "steps": Column("unit"),
        "disrupted": Column("unit"),
        "mode": Column("unit"),  # of artillery
        # marks of the present phase
        "acted": Column("unit"),  # has moved, fired or attacked
        "struck": Column("unit"),  # has been fired on or attacked
        "fled": Column("unit"),  # has retreated into a hex a friend held (7.56)
        "below": Column("unit", fill=NONE),
        "top": Column("hex", fill=NONE),
        "passed": Column("hex", fill=NEVER),  # who moved through it last (12.46)
        "barraged": Column("hex"),  # in the present phase (8.18)
        "number": Column("sides_hex", derived=True),  # counters of a side in a hex
        "load": Column("sides_hex", derived=True),  # what they count for stacking
        "zone": Column("sides_hex", derived=True),  # units that exert a zone of control into it
    }

    steps: Ints
    disrupted: Ints
    mode: Ints
    acted: Ints
    struck: Ints
    fled: Ints
    passed: Ints
    barraged: Ints
    number: Packed
    load: Packed
