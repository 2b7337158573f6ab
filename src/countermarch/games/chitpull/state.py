"""The state of a chit-pull game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from countermarch.games.counters import NONE as NONE
from countermarch.games.counters import CounterState
from countermarch.state import Column, Ints, Number, Packed

GERMAN, SOVIET, NOBODY = 0, 1, 2
SIDES = ("german", "soviet")

# where a unit is when it is not on the map; the code of a place is -1 - its index
PLACES = (
    "eliminated",  # may be rebuilt where the rules allow it
    "reserve",  # arrives by the turn track, an event or a trigger
    "removed",  # out of the game for good
    "volkssturm_box",
    "gd_box",
    "ready",
    "refit",
    "grounded",
    "haff",
    "unused",  # an optional counter nobody chose
)
ELIMINATED, RESERVE, REMOVED, VOLKSSTURM_BOX, GD_BOX, READY, REFIT, GROUNDED, HAFF, UNUSED = range(
    -1, -1 - len(PLACES), -1
)

SUPPLIED, OUT_OF_SUPPLY, ISOLATED = range(3)
SUPPLY = ("supplied", "out_of_supply", "isolated")

# a chit: not yet in the game, in the cup, drawn and used, drawn beyond the limit, gone for good
LATER, CUP, USED, VOID, GONE = range(5)

# a unit in the present activation: not activated, of the HQ's formation, an independent in range,
# an independent named, an independent moved by army group anywhere on the map, a unit that leaves the map
IDLE, OWN, IN_RANGE, NAMED, LENT, WITHDRAWING = range(6)


class ChitPullState(CounterState):
    over = Number()  # 1 + index of the victory level once the game has ended
    phase = Number()  # index into the edition's phases
    no_gas = Number()
    slow_next = Number()  # the next HQ activated is slowed by refugees
    slowed = Number()  # the present activation is
    quota = Number()  # independents the present activation may still name
    lendable = Number()  # independents army group may still move in it
    gd_away = Number()
    hipper_used = Number()
    mikosch = Number()  # 1 once a Soviet unit has come near Königsberg
    drawn = Number()  # chits drawn this turn

    highest: ClassVar[Mapping[str, int]] = dict.fromkeys(
        ("no_gas", "slow_next", "slowed", "gd_away", "hipper_used", "mikosch"), 1
    )
    marks: ClassVar[tuple[str, ...]] = ("active", "moved", "fought", "released")  # what a position says of a unit
    lists: ClassVar[tuple[str, ...]] = ()  # columns a position writes as they are
    grounds: ClassVar[tuple[str, ...]] = ("crossed",)  # columns a position writes as the hexes marked in them

    columns: ClassVar[Mapping[str, Column]] = {
        "hex": Column("unit"),
        "steps": Column("unit"),
        "supply": Column("unit"),
        "below": Column("unit", fill=NONE),
        "active": Column("unit"),
        "moved": Column("unit"),
        "fought": Column("unit"),
        "released": Column("unit"),  # HQs held back that are free now
        "top": Column("hex", fill=NONE),
        "crossed": Column("hex", packed=True),  # a Soviet unit has entered it
        "control": Column("hex", packed=True),  # of objectives and disputed sources: who took it last
        "chit": Column("chit"),
        "order": Column("chit"),  # the how-manieth it was drawn this turn
        "used": Column("group"),
        "lost": Column("group"),
        "combat": Column("sides_hex", derived=True),
        "hqs": Column("sides_hex", derived=True),
        "zone": Column("sides_hex", derived=True),
    }

    steps: Ints
    supply: Ints
    active: Ints
    moved: Ints
    fought: Ints
    released: Ints
    crossed: Packed
    control: Packed
    chit: Ints
    order: Ints
    used: Ints
    lost: Ints
    combat: Packed
    hqs: Packed
