"""What a field of a procedure may hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Kind = Callable[[Any, Any], bool]  # whether a value is one that a field may hold in this play


def a_side(play: Any, value: Any) -> bool:
    return bool(0 <= value < len(play.sides))


def a_unit(play: Any, value: Any) -> bool:
    return bool(0 <= value < len(play.tables.ids))


def a_hex(play: Any, value: Any) -> bool:
    return bool(0 <= value < len(play.tables.numbers))


def anything(play: Any, value: Any) -> bool:
    return True


def flag(play: Any, value: Any) -> bool:
    return value in (0, 1)


def up_to(most: int) -> Kind:
    return lambda play, value: 0 <= value <= most


def or_none(kind: Kind) -> Kind:
    return lambda play, value: value == -1 or kind(play, value)


def each(kind: Kind) -> Kind:
    return lambda play, value: all(isinstance(item, int) and kind(play, item) for item in value)


def distinct(kind: Kind) -> Kind:
    every = each(kind)
    return lambda play, value: every(play, value) and len(set(value)) == len(value)


def rows(*kinds: Kind) -> Kind:
    """Tuples of this shape."""
    return lambda play, value: all(
        isinstance(row, tuple)
        and len(row) == len(kinds)
        and all(isinstance(item, int) and kind(play, item) for kind, item in zip(kinds, row, strict=True))
        for row in value
    )


def groups(play: Any, value: Any) -> bool:
    """Rows of units."""
    return all(isinstance(row, tuple) and row and some_units(play, row) for row in value)


def pair(kind: Kind) -> Kind:
    """One for each side."""
    every = each(kind)
    return lambda play, value: len(value) == 2 and every(play, value)


some_units, some_hexes, unit_pairs = distinct(a_unit), distinct(a_hex), rows(a_unit, a_unit)
