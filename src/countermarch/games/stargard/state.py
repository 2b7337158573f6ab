"""What Stargard keeps in mind beyond the family's state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from countermarch.games.chitpull.state import ChitPullState
from countermarch.state import Column, Ints, Number, Packed


class StargardState(ChitPullState):
    reich = Number()  # the turn in which Defend the Reich happened
    reich_points = Number()  # what was left behind then
    corridor = Number()  # in how many End Phases in a row Arnswalde has been in touch
    evacuated = Number()  # 1 once Arnswalde has been cleared
    kuestrin = Number()  # German points on the road to Küstrin
    declined = Number()  # 1 once Tettau has been put off
    thaw = Number()

    highest: ClassVar[Mapping[str, int]] = {
        **{**ChitPullState.highest, **dict.fromkeys(("evacuated", "declined", "thaw"), 1)},
        "kuestrin": 10,  # two points for each of five places
        "reich_points": 19,  # one for each unit that is to leave
    }
    marks: ClassVar[tuple[str, ...]] = (*ChitPullState.marks, "pinned")
    lists: ClassVar[tuple[str, ...]] = ("taken", "spent")
    grounds: ClassVar[tuple[str, ...]] = (*ChitPullState.grounds, "soviet_ground")
    columns: ClassVar[Mapping[str, Column]] = {
        **ChitPullState.columns,
        "pinned": Column("unit"),
        "soviet_ground": Column("hex", packed=True),  # the Soviets hold it, the Germans all the rest
        "tracks": Column("sides_hex", derived=True),  # what a side holds, or held, that keeps enemy trains out
        "taken": Column("objective"),  # the turn in which the Soviets first took each victory hex
        "spent": Column("event"),  # events that have left the pool
    }

    pinned: Ints
    soviet_ground: Packed
    tracks: Packed
    taken: Ints
    spent: Ints
