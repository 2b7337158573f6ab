"""What a player can say here beyond the family's verbs."""

from __future__ import annotations

from countermarch.games.chitpull.verbs import VERBS
from countermarch.notation import Slot

OWN_VERBS: dict[str, tuple[Slot, ...]] = {
    "pay": (),  # make way through refugees
    "drive": (),  # drive through them
    "flee": ("unit", "hex"),  # move refugees along the road
}
PAY, DRIVE, FLEE = range(len(VERBS), len(VERBS) + len(OWN_VERBS))
