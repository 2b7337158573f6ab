"""6.2, 8.14 The fire table, which antitank fire and barrages share."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import NamedTuple

from countermarch.games.base import Part, Preview
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.reckoning import Shift
from countermarch.games.seelow.results import Effect

NOTHING = Effect("-")
DARK = 2  # 6.43, 8.14#3, 10.24


class Salvo(NamedTuple):
    """Fire as it stands: its strength, its column (None: too weak to be read at all), what the die is changed by."""

    strength: int
    column: int | None
    modifier: int

    def effect(self, play: SeelowPlay, die: int) -> Effect:
        return NOTHING if self.column is None else play.tables.fire.result(self.column, die + self.modifier)


def salvo(play: SeelowPlay, strength: int, modifiers: Iterable[Shift]) -> Salvo:
    """6.2#3: the column whose band holds the strength."""
    column = bisect_right(play.tables.bands, strength) - 1
    return Salvo(strength, column if column >= 0 else None, sum(m.columns for m in modifiers))


def preview(play: SeelowPlay, fired: Salvo, parts: Iterable[Part]) -> Preview:
    if fired.column is None:
        return Preview.sure(fired.strength, tuple(parts), NOTHING)
    table, strength = play.tables.fire, fired.strength
    return Preview.read(table, fired.column, fired.modifier, attack=strength, defence=0, parts=tuple(parts))


def die_parts(play: SeelowPlay, modifiers: Iterable[Shift]) -> list[Part]:
    return [play.modified(m.key, m.columns, m.rule) for m in modifiers]


def signed(modifier: int) -> str:
    return f"{modifier:+d}" if modifier else ""
