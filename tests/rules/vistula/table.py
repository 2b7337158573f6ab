"""The table of Vistula-Oder-Berlin."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from countermarch.flow import Event
from countermarch.games import vistula
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.rules import VistulaRules
from countermarch.games.vistula.state import REMOVED, SUPPLY
from countermarch.games.vistula.tables import Tables
from countermarch.match import Game, Match
from countermarch.values import read_values
from tests.rules.table import CounterTable, happened, of_unit, refused, steps, texts, where

GERMAN, ALLIED = 0, 1
load = cache(vistula.load)
SIDES = ("german", "allied")


class Table(CounterTable[VistulaPlay]):
    """All land is held as the red line has it."""

    rules: VistulaRules
    tables: Tables

    def __init__(
        self,
        turn: int = 3,
        seed: int = 1,
        scenario: str = "deutschland_kaputt",
        data: Path | None = None,
        **options: str,
    ) -> None:
        super().__init__(Game(load(read_values("vistula", data))), scenario, turn, seed, options, REMOVED)
        for h in range(self.tables.n):
            if self.tables.land[h]:
                self.play.set_control(h, 1 + (h in self.play.places.allied))

    def put(self, id: str, number: str, steps: int | None = None, supply: str = "supplied") -> int:
        """Lay a unit down; its hex is its side's from now on if it is a combat unit."""
        u = self.unit(id)
        if self.tables.is_combat[u]:
            self.play.set_control(self.hex(number), 1 + self.tables.side[u])
        self.set_down(id, number, steps)
        self.play.state.supply[u] = SUPPLY.index(supply)
        return u

    def hold(self, side: int, *numbers: str) -> None:
        for number in numbers:
            self.play.set_control(self.hex(number), 1 + side)

    def events(self, key: str) -> list[Event]:
        """What has happened so far of that kind, without a decision."""
        return happened(self.play.events, key)


def supply(match: Match, id: str) -> str:
    return SUPPLY[of_unit(match, "supply", id)]


__all__ = [
    "ALLIED",
    "GERMAN",
    "SIDES",
    "Table",
    "happened",
    "load",
    "refused",
    "steps",
    "supply",
    "texts",
    "where",
]
