"""Retreats set up on their own, as a combat would order them."""

from __future__ import annotations

from countermarch.games.chitpull.losses import at_stake
from countermarch.games.chitpull.retreat import Retreat
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places, cited, lay
from tests.rules.koenigsberg.table import GERMAN, Table

HEMMING = {"39A-5G": "0538", "39A-94": "0636"}


def back(units: Places, others: Places, hexes: int, side: int = GERMAN, defending: bool = True) -> Match:
    """The units, all in one hex, must retreat so far in a combat."""
    table = Table()
    lay(table, {**units, **others})
    return driven(table, units, hexes, side, defending)


def driven(table: Table, units: Places, hexes: int, side: int = GERMAN, defending: bool = True) -> Match:
    start = table.hex(next(iter(units.values())))
    group = tuple(table.unit(id) for id in units)
    return table.push(at_stake(table.play, [start]), Retreat(side, start, group, hexes, defending, False))


def told(match: Match, key: str) -> list[str]:
    return cited(match._play.events, key)


def hemmed(others: Places, units: Places | None = None, hexes: int = 1) -> Match:
    """Germans in 0637 whose only way out of the zones is 0738."""
    return back(units or {"9K-561": "0637"}, {**HEMMING, **others}, hexes)
