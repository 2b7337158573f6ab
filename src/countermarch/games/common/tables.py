"""Counters and charts of a small game as its data says them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from countermarch.board import Board
from countermarch.charts import CombatTable, Row, read_outcome, unlike
from countermarch.games.tables import CounterTables, faces, printed, printed_face
from countermarch.pieces import Face, Unit
from countermarch.values import Values

GONE = Face(0, 0, 0)
MOST = 9999  # points


class Tables(CounterTables):
    """Board and counters, where each of them begins, and the levels of victory by points; a game adds its charts."""

    mobilities: ClassVar[Sequence[str]]
    charts = ()
    combat = CombatTable((), ())  # a race has no table of results

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None) -> None:
        super().__init__(board, packages, data)
        rows = unlike(self.table("units.csv"), "id")
        steps = [row.whole("steps", 1, 2) for row in rows]
        self.units = [
            Unit(
                **printed(at, row, self.sides, self.mobilities, steps=steps[at]),
                front=self.formations[row.one_of("formation", tuple(self.formations))].front,
                faces=faces(row, steps[at], printed_face, GONE),
            )
            for at, row in enumerate(rows)
        ]
        self.index_units()
        self.starts = [self.hex_in(row, row.text("hex")) for row in rows]
        self.zone_to = self.zones()
        self.levels = [_level(row, self.sides) for row in self.table("levels.csv")]

    def zones(self) -> Sequence[Sequence[int]]:
        """Hex by hex, where a unit exerts a zone of control; nowhere unless a game says so."""
        return [()] * self.n

    def odds(self, name: str) -> CombatTable:
        return self.results(name, read_outcome)


def _level(row: Row, sides: Sequence[str]) -> tuple[str, str | None, int]:
    """Its name, who has won (nobody, if it is left empty), and from how many points on."""
    return row.text("level"), row.one_of("winner", ("", *sides)) or None, row.whole("from", -MOST, MOST)
