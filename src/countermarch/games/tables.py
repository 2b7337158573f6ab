"""What games of counters on hexes read from their data: units and formations, charts, and where each value is from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from countermarch.board import Board
from countermarch.charts import DataError, R, ResultTable, Row, read_result_table, read_shared_table, unlike
from countermarch.pieces import SIZES, Face, Formation, Unit
from countermarch.rulebook import Citation
from countermarch.texts import say
from countermarch.values import Values

HALF = 2  # costs are kept in half movement points
NOT_COLUMNS = ("die", "source")
FORMATION = ("key", "name", "side", "front", "colour")


class CounterTables:
    """Board, counters and formations; a game adds its charts and what its rules want to know at once."""

    sides: ClassVar[tuple[str, ...]]
    charts: ClassVar[Sequence[str]]  # those whose rows say where they are from
    units: Sequence[Unit]

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None) -> None:
        self.board = board
        self.packages = packages  # where the tables lie, the game's own first
        self.data = data
        self.n = board.n
        self.nbr = board.grid.neighbours
        self.numbers = board.grid.numbers
        self.citations: dict[str, Citation] = {}
        self.formations = {row.text("key"): self._formation(row) for row in unlike(self.table("formations.csv"), "key")}

    def _formation(self, row: Row) -> Formation:
        row.one_of("side", self.sides)
        return Formation(*(row.text(c) for c in FORMATION))

    def table(self, name: str) -> list[Row]:
        return read_shared_table(self.packages, name, self.data)

    def rows_for(self, name: str, words: Iterable[str]) -> dict[str, Row]:
        """A table by its first column, which has a row for each of these words."""
        rows = self.table(name)
        key = next((column for row in rows for column in row.values), "")
        found = {row.text(key): row for row in unlike(rows, key)}
        for word in words:
            if word not in found:
                raise DataError(f"{name}, line {len(rows) + 2}: a row for {key} {word!r} is missing")
        return found

    def results(self, name: str, read: Callable[[str, str], R]) -> ResultTable[R]:
        rows = self.table(name)
        columns = [c for c in rows[0].values if c not in NOT_COLUMNS]
        return read_result_table(rows, columns, read, name=name.removesuffix(".csv"))

    def hex_in(self, row: Row, number: str) -> int:
        if number not in self.numbers:
            raise DataError(say("engine.value.hex", place=row.place, word=number))
        return self.board.grid.index(number)

    def index_units(self) -> None:
        """The counters as flat lists; whoever belongs to no side has the number after the last."""
        units = self.units
        self.ids = [u.id for u in units]
        self.index = {u.id: u.index for u in units}
        self.side = [self.sides.index(u.side) if u.side else len(self.sides) for u in units]
        self.attack = [tuple(f.attack for f in u.faces) for u in units]
        self.defence = [tuple(f.defence for f in u.faces) for u in units]
        self.allowance = [tuple(f.move for f in u.faces) for u in units]
        self.of_side = tuple(tuple(u.index for u in units if u.side == side) for side in self.sides)
        self.of_kind = {kind: tuple(u.index for u in units if u.kind == kind) for kind in {u.kind for u in units}}

    def sources(self) -> Iterator[tuple[str, str, str]]:
        """Every value's origin, of the counters, the charts and the map."""
        for unit in self.units:
            yield from ((f"units/{unit.id}/{what}", unit.name, source) for what, source in unit.sources if source)
        for name in self.charts:
            yield from _sources_of(name, self.table(f"{name}.csv"))
        for origin in self.board.sources:
            yield f"map/{origin.layer}/{origin.where}", origin.status, origin.reference


def _sources_of(name: str, rows: Sequence[Row]) -> Iterator[tuple[str, str, str]]:
    """A row goes by its first column, and by its number where others are called the same."""
    keys = [next(iter(row.values.values())) for row in rows]
    often = Counter(keys)
    for number, (key, row) in enumerate(zip(keys, rows, strict=True), 1):
        called = f"{key}-{number}" if often[key] > 1 else key
        for column, value in row.values.items():
            if column.startswith("source") and column != "source_hex":
                yield f"{name}/{called}/{column.removeprefix('source').lstrip('_')}".rstrip("/"), key, value


def half_points(row: Row, column: str, barred: dict[str, int]) -> int:
    """A price in half points; some words bar the way."""
    word = row.text(column)
    if word in barred:
        return barred[word]
    half = row.points(column) * HALF
    if half.denominator != 1:
        raise DataError(f"{row.place}: {column} {Fraction(half, HALF)} must be in whole or half points")
    return int(half)


def printed_face(row: Row, suffix: str) -> Face:
    return Face(*(row.whole(c + suffix, 0, 30, default=0) for c in ("attack", "defence", "move")))


def faces(row: Row, steps: int, face: Callable[[Row, str], Face], gone: Face) -> tuple[Face, ...]:
    """By steps left; a counter without steps has one face."""
    if steps < 2:
        return (gone, face(row, "")) if steps else (face(row, ""),)
    return gone, face(row, "_reduced"), face(row, "")


def printed(at: int, row: Row, sides: Sequence[str], mobilities: Sequence[str], steps: int) -> dict[str, Any]:
    """What is read of every counter alike."""
    return {
        **{c: row.text(c) for c in ("id", "formation", "printed", "name", "kind")},
        "size": row.one_of("size", SIZES),
        "index": at,
        "side": row.one_of("side", sides),
        "mobility": row.one_of("mobility", mobilities),
        "steps": steps,
        "sources": tuple((c.removeprefix("source_"), v) for c, v in row.values.items() if c.startswith("source_")),
    }
