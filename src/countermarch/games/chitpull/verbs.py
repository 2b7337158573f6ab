"""What a player can say in a chit-pull game."""

from __future__ import annotations

from countermarch.notation import Slot

MODES = ("regular", "strategic", "rail")
REGULAR, STRATEGIC, RAIL = range(3)
_MODE = ("", "strategic", "rail")
STRIKES = ("normal", "full")

VERBS: dict[str, tuple[Slot, ...]] = {
    "done": (),
    "activate": ("unit",),  # choose the HQ a front chit, army group or an event activates
    "move": ("unit", _MODE),
    "lend": ("unit", _MODE),  # army group moves an independent unit, wherever it is
    "to": ("hex", "via"),
    "attack": ("hex",),
    "with": ("unit",),
    "announce": (),  # under fog of war: who attacks is settled, and the stack is shown
    "air": ("unit", STRIKES),
    "resolve": (),
    "barrage": ("hex",),
    "lose": ("unit",),
    "together": (),
    "apart": ("units",),  # this unit, and the HQ if it goes along, retreats on its own; or this stack first
    "retreat": ("path",),
    "advance": ("unit", "path"),
    "place": ("unit", "hex"),
    "refit": ("unit",),  # a replacement gives back a lost step
    "rebuild": ("unit", "number", "hex"),  # an eliminated unit comes back with so many steps
    "remove": ("unit",),
}
(
    DONE,
    ACTIVATE,
    MOVE,
    LEND,
    TO,
    ATTACK,
    WITH,
    ANNOUNCE,
    AIR,
    RESOLVE,
    BARRAGE,
    LOSE,
    TOGETHER,
    APART,
    RETREAT,
    ADVANCE,
    PLACE,
    REFIT_STEP,
    REBUILD,
    REMOVE,
) = range(len(VERBS))
