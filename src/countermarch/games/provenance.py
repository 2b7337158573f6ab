"""Which values of a game are reconstructed, cell by cell, and by which row they are laid over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from countermarch.board import TABLES, Board
from countermarch.charts import read_shared_table
from countermarch.games.base import Rules
from countermarch.shelf import csv_rows, data_of

GUESSED = "reconstructed"
# columns that a source speaks of and does not name
SAID_OF = {
    "identity": ("name", "printed"),
    "values": ("attack", "defence", "move", "combat", "antitank", "morale", "support", "range", "command_range"),
    "setup": ("hex", "reduced", "placement"),
    "arrival": ("arrives", "entry", "withdraws", "returns"),
}
NOT_VALUES = ("rule", "note", "where")
SEA = "source_hex"  # a column of a table, not where its values are from


@dataclass(frozen=True, slots=True)
class Guess:
    """A row of a table with its reconstructed cells; `key` are the cells that name it."""

    table: str
    key: Mapping[str, str]
    cells: Mapping[str, str]
    sources: Mapping[str, str]  # by column
    name: str = ""
    fixed: bool = False  # other rows are called the same: nothing can be laid over it


@cache
def is_reconstructed(game: str) -> bool:
    """Whether a game has reconstructed values at all, at a glance: a source in its tables says so."""
    return any(GUESSED in file.read_text(encoding="utf-8") for file in data_of(game).glob("*.csv"))


def reconstructed(rules: Rules) -> list[Guess]:
    """Every row with a reconstructed value, as ours is; tables by name, then the map."""
    folders = [files(package).joinpath("data") for package in rules.packages]
    names = {file.name for folder in folders for file in folder.iterdir() if file.name.endswith(".csv")}
    tables = sorted(names - {*TABLES, "sources.csv"})
    return [guess for name in tables for guess in _of_table(rules.packages, name)] + list(_of_map(rules.board))


def _of_table(packages: Sequence[str], name: str) -> Iterator[Guess]:
    rows = [row.values for row in read_shared_table(packages, name)]
    first = next(iter(rows[0]))
    often = Counter(row[first] for row in rows)
    for row in rows:
        sources = _sources(row, first)
        if sources:
            cells = {column: row[column] for column in sources}
            twice = often[row[first]] > 1
            yield Guess(name, {first: row[first]}, cells, sources, name=row.get("name", ""), fixed=twice)


def _sources(row: Mapping[str, str], first: str) -> dict[str, str]:
    """The reconstructed columns of a row, each with its source."""
    told = {column: text for column, text in row.items() if column.startswith("source") and column != SEA}
    columns = [column for column in row if column not in (first, *told, *NOT_VALUES)]
    guessed = ((source.removeprefix("source").lstrip("_"), text) for source, text in told.items() if GUESSED in text)
    return {column: text for of, text in guessed for column in columns if _speaks_of(of, column)}


def _speaks_of(source: str, column: str) -> bool:
    """A table's only source speaks of the whole row."""
    words = column.split("_")
    said = SAID_OF.get(source, ())
    return not source or source in words or column in said or (words[0] in said and words[-1] in ("reduced", "moving"))


def _of_map(board: Board) -> Iterator[Guess]:
    """The map says of each layer where it is from, hex by hex, and of the rest."""
    told = {(source.layer, source.where): source for source in board.sources}
    for table in TABLES:
        file = board.folder.joinpath(table)
        for _, row in csv_rows(table, file.read_text(encoding="utf-8")) if file.is_file() else ():
            key: dict[str, str] = {column: row.pop(column) for column in ("hex", "hex_a", "hex_b") if column in row}
            at = "/".join(key.values())
            found = {column: told.get((column, at)) or told.get((column, "*")) for column in row}
            sources = {c: source.reference for c, source in found.items() if source and source.status == GUESSED}
            if sources:
                yield Guess(table, key, {c: row[c] for c in sources}, sources, name=row.get("name", ""))
