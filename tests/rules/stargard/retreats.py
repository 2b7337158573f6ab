"""Retreats set up on the plain ground around 16.24."""

from __future__ import annotations

from countermarch.games.chitpull.retreat import Retreat
from countermarch.match import Match
from tests.rules.stargard.table import Pomerania


def retreat(table: Pomerania, side: int, start: str, hexes: int, *units: str) -> Match:
    """These units of a defending stack must go so many hexes."""
    group = tuple(table.unit(id) for id in units)
    return table.push(Retreat(side, table.hex(start), group, hexes, True, False))


def in_a_pocket(table: Pomerania, *gaps: str) -> None:
    """Soviet divisions all around 16.24, but for these hexes."""
    ring = [h for h in ("16.23", "15.24", "15.25", "16.25", "17.25", "17.24") if h not in gaps]
    table.lay(dict(zip(("12G", "75G", "23G", "52G", "397", "356"), ring, strict=False)))
