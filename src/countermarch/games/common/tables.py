"""Counters and charts of a game as its data says them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from countermarch.board import Board
from countermarch.charts import CombatTable, Row, read_combat_table, read_table
from countermarch.pieces import Face, Formation, Unit
from countermarch.rulebook import Citation

NOTHING = Face(0, 0, 0)


class Tables:
    """Board, counters and charts, and where each counter begins."""

    sides: ClassVar[Sequence[str]]

    def __init__(self, board: Board, package: str, data: Path | None) -> None:
        self.board, self.package, self.data = board, package, data
        self.n = board.n
        self.numbers = board.grid.numbers
        self.citations: dict[str, Citation] = {}
        rows = self.table("formations.csv")
        names = ("key", "name", "side", "front", "colour")
        self.formations = {row.text("key"): Formation(*(row.text(name) for name in names)) for row in rows}
        rows = self.table("units.csv")
        self.units = [self.counter(at, row) for at, row in enumerate(rows)]
        self.starts = [board.grid.index(row.text("hex")) for row in rows]
        self.ids = [unit.id for unit in self.units]
        self.index = {unit.id: unit.index for unit in self.units}
        self.side = [self.sides.index(unit.side) for unit in self.units]
        self.zone_to = self.zones()
        self.of_side = tuple(tuple(unit.index for unit in self.units if unit.side == side) for side in self.sides)

    def table(self, name: str) -> list[Row]:
        return read_table(self.package, name, self.data)

    def zones(self) -> Sequence[Sequence[int]]:
        """Hex by hex, where a unit exerts a zone of control; nowhere unless a game says so."""
        return [()] * self.n

    def odds(self, name: str) -> CombatTable:
        """A combat table whose columns follow the die."""
        rows = self.table(name)
        return read_combat_table(rows, [column for column in rows[0].values if column != "die"])

    def counter(self, at: int, row: Row) -> Unit:
        """A row of units.csv; the values of a counter turned over end in `_reduced`."""
        steps = row.whole("steps", 1, 2)
        faces = [_face(row, suffix) for suffix in ("", "_reduced")[:steps]]
        return Unit(
            index=at,
            id=row.text("id"),
            side=row.one_of("side", self.sides),
            front=self.formations[row.text("formation")].front,
            formation=row.text("formation"),
            printed=row.text("printed"),
            name=row.text("name"),
            kind=row.text("kind"),
            size=row.text("size"),
            mobility=row.text("mobility"),
            steps=steps,
            faces=(NOTHING, *reversed(faces)),
        )


def _face(row: Row, suffix: str) -> Face:
    attack, defence = (row.whole(name + suffix, 0, 30) for name in ("attack", "defence"))
    return Face(attack, defence, row.whole("move", 0, 30))
