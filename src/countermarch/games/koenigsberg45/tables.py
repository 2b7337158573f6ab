"""7.4a, 4.2d The great lakes are frozen: they carry men, and no vehicles."""

from __future__ import annotations

from functools import cached_property

from countermarch.games.chitpull.tables import MECH, TRIGGER, Charge, Tables

ICE = "ice"  # its row of the terrain chart


class WinterTables(Tables):
    charts = (*Tables.charts, "refugees", "ice")

    def _survey(self) -> None:
        index = self.board.grid.index
        rows = [(index(row.text("hex")), row.text("beyond")) for row in self.table("ice.csv")]
        self.lakes = frozenset(h for h, beyond in rows if not beyond)
        narrows = [(h, index(beyond)) for h, beyond in rows if beyond]
        self.narrows = frozenset(self.slot(a, b) for pair in narrows for a, b in (pair, pair[::-1]))
        super()._survey()

    @cached_property
    def called(self) -> tuple[int, ...]:
        """15.1b: who comes as soon as Soviets are near Königsberg."""
        return tuple(u for u, arrival in enumerate(self.arrivals) if arrival.when == TRIGGER)

    @cached_property
    def musters(self) -> tuple[int, ...]:
        """15.1b: Pillau, then Königsberg."""
        return *(self.places.entries[self.arrivals[u].entry] for u in self.called), self.places.city

    def _is_land(self, h: int) -> bool:
        return h in self.lakes or super()._is_land(h)

    def _is_wet(self, s: int) -> bool:
        return s not in self.narrows and super()._is_wet(s)

    def _is_frozen(self, s: int) -> bool:
        """A side covered by ice, or one between a lake and its shore."""
        return s in self.narrows or not self.lakes.isdisjoint((s // 6, self.nbr[s]))

    def _is_open(self, s: int, mobility: str) -> bool:
        return not (mobility == MECH and self.ice[s]) and super()._is_open(s, mobility)

    def terrain_of(self, h: int) -> str:
        return ICE if h in self.lakes else super().terrain_of(h)

    def charges(self, mobility: str, s: int) -> list[Charge]:
        """7.4a: over the ice and onto it at the price of the chart; from it the shore costs what it is."""
        if s in self.narrows or self.nbr[s] in self.lakes:
            return [Charge(ICE, self.prices[ICE][mobility], "9.3.1")]
        return super().charges(mobility, s)

    def carries(self, u: int, h: int) -> bool:
        return super().carries(u, h) and not (self.is_mech[u] and h in self.lakes)
