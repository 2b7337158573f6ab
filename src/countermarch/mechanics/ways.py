"""Why a move does not get there: the one rule without which it would."""

from __future__ import annotations

from collections.abc import Iterable

from countermarch import kernels
from countermarch.kernels import March

Limit = tuple[int, str, str]  # flags of a march, the rule they stand for, the key of its refusal


def barring(march: March, hex: int, limits: Iterable[Limit]) -> tuple[str, str] | None:
    """The first limit that, lifted alone, lets a march end in a hex: its rule and what to say of it."""
    for flags, rule, key in limits:
        if hex in kernels.reach(*march._replace(flags=march.flags & ~flags)):
            return rule, key
    return None
