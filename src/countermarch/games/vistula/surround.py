"""Attacks from all round a hex."""

from __future__ import annotations

from collections.abc import Sequence


def surrounded(sides: Sequence[bool]) -> bool:
    """Whether no three sides in a row are free: an opposite pair or every other side is enough."""
    count = len(sides)
    return any(sides) and all(any(sides[(at + k) % count] for k in range(3)) for at in range(count))
