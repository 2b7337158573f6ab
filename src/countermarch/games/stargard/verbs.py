"""What a player can say in Stargard beyond the family's verbs."""

from __future__ import annotations

from countermarch.games.chitpull.verbs import VERBS as FAMILY
from countermarch.notation import Slot

VERBS: dict[str, tuple[Slot, ...]] = {
    "retire": (),  # 8.1.3: a retreat rather than a step
    "stand": (),  # 8.1.3: a step rather than a retreat
    "name": ("chit",),  # 12.10: a chit acted on before the first draw
    "evacuate": (),  # 12.6
    "decline": (),  # 7.1: Tettau comes a turn later
    "withdraw": ("unit", ("", "strategic", "rail")),  # 19.1.3: a unit that must leave moves
}
RETIRE, STAND, NAME, EVACUATE, DECLINE, WITHDRAW = range(len(FAMILY), len(FAMILY) + len(VERBS))
