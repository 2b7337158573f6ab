"""What a player can say in every game of these; a game adds its own verbs behind them."""

from __future__ import annotations

from countermarch.notation import Slot

VERBS: dict[str, tuple[Slot, ...]] = {
    "done": (),
    "move": ("unit",),
    "to": ("hex", "via"),
    "attack": ("hex",),
    "with": ("unit",),
    "resolve": (),
    "lose": ("unit",),  # a step
    "retreat": ("unit", "path"),
    "advance": ("unit",),
}
DONE, MOVE, TO, ATTACK, WITH, RESOLVE, LOSE, RETREAT, ADVANCE = range(len(VERBS))
