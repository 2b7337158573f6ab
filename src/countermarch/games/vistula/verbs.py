"""What a player can say in Vistula-Oder-Berlin."""

from __future__ import annotations

from countermarch.notation import Slot

MODES = ("regular", "strategic")
REGULAR, STRATEGIC = range(2)
SUPPORT = ("none", "air", "naval", "both")  # 9.2: what a side announces

VERBS: dict[str, tuple[Slot, ...]] = {
    "done": (),
    "place": ("unit", "hex"),
    "fill": (),  # the rest of the set-up as proposed
    "move": ("units",),
    "strategic": ("units",),
    "to": ("hex", "via"),
    "assault": ("hex",),  # a mobile attack
    "leave": ("unit",),  # a unit drops off a stack that goes on
    "attack": ("hex",),
    "with": ("unit",),
    "resolve": (),
    "column": ("unit",),  # a logistical column shifts the odds
    "fire": ("unit", "unit"),  # artillery, and the column it fires off
    "announce": (SUPPORT,),
    "markers": ("number",),
    "stand": (),
    "withdraw": ("hex",),
    "follow": ("unit",),  # 12.3: into the hex left by a defence in depth
    "lose": ("unit",),
    "excess": ("unit",),
    "retreat": ("hex",),
    "advance": ("unit",),
    "exploit": ("unit",),
    "interdict": ("hex", "number"),
    "pass": (),
    "refit": ("unit",),
    "rebuild": ("unit", "number", "hex"),
    "assign": (("auto", "each"),),
    "slot": ("unit", "unit"),  # a unit, and the HQ that supplies it
    "remove": ("unit",),
    "reduce": ("unit",),  # it begins with a step less
}
(
    DONE,
    PLACE,
    FILL,
    MOVE,
    STRATEGICALLY,
    TO,
    ASSAULT,
    LEAVE,
    ATTACK,
    WITH,
    RESOLVE,
    COLUMN,
    FIRE,
    ANNOUNCE,
    MARKERS,
    STAND,
    WITHDRAW,
    FOLLOW,
    LOSE,
    EXCESS,
    RETREAT,
    ADVANCE,
    EXPLOIT,
    INTERDICT,
    PASS,
    REFIT_STEP,
    REBUILD,
    ASSIGN,
    SLOT,
    REMOVE,
    REDUCE,
) = range(len(VERBS))
MOVES = {MOVE: REGULAR, STRATEGICALLY: STRATEGIC}
