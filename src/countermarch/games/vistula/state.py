"""The state of Vistula-Oder-Berlin."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from countermarch.games.counters import NONE, CounterState
from countermarch.state import Column, Ints, Number, Packed

GERMAN, ALLIED = 0, 1
SIDES = ("german", "allied")
NATIONS = ("german", "soviet", "polish")
WESTERN = 3  # in the column `control`, beside 0 for nobody and 1 + side

# where a unit is when it is not on the map; the code of a place is -1 - its index
PLACES = (
    "eliminated",  # may be rebuilt; an HQ comes back (10.4)
    "reserve",  # arrives by the turn track
    "removed",  # out of the game for good, or away until it returns
    "tray",  # still to be set up
    "pool",  # columns nobody has, and the Kriegsmarine before it is placed
    "ready",  # air markers
    "used",
)
ELIMINATED, RESERVE, REMOVED, TRAY, POOL, READY, USED = range(-1, -1 - len(PLACES), -1)

SUPPLIED, OUT_OF_SUPPLY, OVER_EXTENDED = range(3)
SUPPLY = ("supplied", "out_of_supply", "over_extended")

SCENARIOS = ("red_storm", "deutschland_kaputt")
PHASES = (
    "setup",
    "events",
    "rrw",
    "allied_movement",
    "allied_combat",
    "german_movement",
    "german_combat",
    "end",
)


class VistulaState(CounterState):
    phase = Number()  # index into PHASES
    over = Number()  # 1 + index of the victory level once the game has ended
    scenario = Number()  # index into SCENARIOS
    thaw = Number()  # 12.6: the turn of the thaw
    order = Number()  # 12.5: the turn of the Führer's order
    duty = Number()  # 12.5: 1 while his offensive is still owed
    shelled = Number()  # 8.10: the Kriegsmarine has fired in this combat phase

    columns: ClassVar[Mapping[str, Column]] = {
        "hex": Column("unit"),
        "steps": Column("unit"),
        "below": Column("unit", fill=NONE),
        "supply": Column("unit"),
        "hq": Column("unit", fill=NONE),  # the HQ whose slot an Allied unit uses
        "moved": Column("unit"),  # in this movement phase
        "attacked": Column("unit"),  # this turn (8.1), in a combat phase or by a mobile attack
        "fought": Column("unit"),  # attacked or was attacked this turn (8.6)
        "exploited": Column("unit"),  # this turn
        "fired": Column("unit"),  # artillery, in this segment
        "ordered": Column("unit"),  # 12.5: a column that came for the Führer's offensive
        "due": Column("unit"),  # the turn in which an HQ or a withdrawn unit comes back
        "top": Column("hex", fill=NONE),
        "control": Column("hex", packed=True),
        "taken": Column("hex", packed=True),  # control changed in this movement phase
        "shut": Column("hex", packed=True),  # 11.2: occupied by the Western Allies
        "here": Column("sides_hex", derived=True),  # counters on the ground
        "load": Column("sides_hex", derived=True),  # those that count for stacking (4)
        "combat": Column("sides_hex", derived=True),
        "zone": Column("sides_hex", derived=True),
        "near": Column("sides_hex", derived=True),  # counters on the ground next door, whether or not they exert a zone
        "hold": Column("sides_hex", derived=True),  # 0 not held, 1 taken in this phase, 2 held before it
    }

    supply: Ints
    steps: Ints
    hq: Ints
    moved: Ints
    attacked: Ints
    fought: Ints
    exploited: Ints
    fired: Ints
    ordered: Ints
    due: Ints
    control: Packed
    taken: Packed
    shut: Packed
    here: Packed
    load: Packed
    combat: Packed
    near: Packed
    hold: Packed
