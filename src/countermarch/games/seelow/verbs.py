"""What a player can say in Seelow & Küstrin."""

from __future__ import annotations

from countermarch.notation import Slot

MODE = ("", "move")  # artillery is in Fire Mode unless it is said otherwise

VERBS: dict[str, tuple[Slot, ...]] = {
    "done": (),
    "place": ("unit", "hex", MODE),  # set up
    "propose": (),  # set up the rest as the data proposes
    "mode": ("unit", ("fire", "move")),
    "move": ("unit",),
    "enter": ("unit", "hex"),  # a reinforcement comes on
    "to": ("hex", "via"),
    "leave": ("hex",),  # off the map, from there
    "barrage": ("hex",),
    "engage": ("hex",),  # antitank fire at the armour of a hex
    "fire": ("unit", "unit"),  # one unit at another
    "attack": ("hex",),
    "with": ("unit",),
    "resolve": (),
    "lose": ("unit",),  # a step
    "stand": ("unit",),  # this one loses a step, and nobody retreats (7.44)
    "yield": (),  # retreat instead
    "retreat": ("unit", "path"),
    "flee": ("unit", "via"),  # retreat off the map
    "advance": ("unit",),
}
(
    DONE,
    PLACE,
    PROPOSE,
    SET_MODE,
    MOVE,
    ENTER,
    TO,
    LEAVE,
    BARRAGE,
    ENGAGE,
    FIRE,
    ATTACK,
    WITH,
    RESOLVE,
    LOSE,
    STAND,
    YIELD,
    RETREAT,
    FLEE,
    ADVANCE,
) = range(len(VERBS))
