"""The hot loops on flat arrays; `reference` says what each of them answers.

Hexes are numbered from 0; side d (0 to 5) of hex h is entry h * 6 + d of a side array. Costs are ints,
in half movement points.

What never changes in play is bundled once: a `Terrain` for each mobility class, a `Net` for each kind of
flood, a `Heights` for lines of sight. What changes lies in one buffer of ints: an object with `.ints`, an
array('i'), and `.np`, a numpy int32 view of the same memory which only the compiled kernels read. The maps in
it are named by the offset of their hex 0.

The compiled kernels are loaded at the first call. Without numba, or with COUNTERMARCH_KERNELS=reference
in the environment, the reference kernels give the same answers, order and paths included. This module
imports neither numpy nor numba.
"""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType
from typing import TYPE_CHECKING, Any

from countermarch.kernels.data import (
    IMPASSABLE,
    NO_ZONE,
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    NOWHERE,
    ONE_HEX_AT_LEAST,
    OVERRUN,
    PASS_NEEDS_ROOM,
    SIDES,
    TAKES_HEXES,
    ZONE_STOPS,
    Buffer,
    Ints,
    March,
    Net,
    Prices,
    Reach,
    Terrain,
    view,
)
from countermarch.kernels.sightlines import BEYOND, CREST, SEEN, SHADOW, Heights, Sight

if TYPE_CHECKING:
    from countermarch.kernels.reference import can_move, closed, field, flood, flood_on, reach, sight

KERNELS = ("reach", "can_move", "flood", "flood_on", "closed", "field", "sight")

__all__ = [
    "BEYOND",
    "CREST",
    "IMPASSABLE",
    "NOT_FROM_ZONE",
    "NOT_INTO_ZONE",
    "NOT_ZONE_TO_ZONE",
    "NOWHERE",
    "NO_ZONE",
    "ONE_HEX_AT_LEAST",
    "OVERRUN",
    "PASS_NEEDS_ROOM",
    "SEEN",
    "SHADOW",
    "SIDES",
    "TAKES_HEXES",
    "ZONE_STOPS",
    "Buffer",
    "Heights",
    "Ints",
    "March",
    "Net",
    "Prices",
    "Reach",
    "Sight",
    "Terrain",
    "can_move",
    "closed",
    "field",
    "flood",
    "flood_on",
    "in_use",
    "reach",
    "sight",
    "view",
]


def __getattr__(name: str) -> Any:
    """The kernels themselves, once asked for, stand in this module: a wrapper would cost as much as a small search."""
    if name not in KERNELS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = globals()[name] = getattr(_chosen(), name)
    return found


def in_use() -> str:
    """The kernels that answer: "compiled" or "reference"."""
    return _chosen().__name__.rpartition(".")[2]


@cache
def _chosen() -> ModuleType:
    from countermarch.kernels import reference

    wish = os.environ.get("COUNTERMARCH_KERNELS", "")
    if wish not in ("", "reference"):
        raise ValueError(f"COUNTERMARCH_KERNELS is {wish!r}: set it to 'reference', or not at all")
    return reference if wish else _compiled_or(reference)


def _compiled_or(fallback: ModuleType) -> ModuleType:
    try:
        from countermarch.kernels import compiled
    except ImportError:
        return fallback
    return compiled
