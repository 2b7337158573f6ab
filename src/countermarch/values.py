"""Values laid over our tables: one's own, from a folder of CSV files, an exported file, a document; and tuned ones."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from countermarch.shelf import DataError, csv_rows, data_of, packages

Cells = tuple[tuple[str, str], ...]  # column and value; the first names the row
LONGEST = 60  # letters of a name
SHOWN = 40  # letters of a value that was not ours to choose
TUNED = "tuned"  # how the set is called that the lab fitted, of each game that has one


@dataclass(frozen=True)
class Values:
    """Whose values they are called, for which game, and the rows of each table; alike if they say the same."""

    name: str
    game: str
    tables: tuple[tuple[str, tuple[Cells, ...]], ...]
    places: Mapping[str, Sequence[str]] = field(compare=False, repr=False)  # of the rows, for messages

    def rows(self, table: str) -> list[tuple[str, dict[str, str]]]:
        """The rows laid over a table, each with the place where it stands."""
        cells = dict(self.tables).get(table, ())
        return [(place, dict(row)) for place, row in zip(self.places.get(table, ()), cells, strict=True)]

    def document(self) -> dict[str, Any]:
        """As JSON, for files and saves."""
        tables = {table: [dict(row) for row in rows] for table, rows in self.tables}
        return {"name": self.name, "game": self.game, "tables": tables}


Data = str | Path | Mapping[str, Any] | Values


def read_values(game: str, data: Data | None) -> Values | None:
    """Values for a game, wherever they come from; None if nothing is changed."""
    if data is None:
        return None
    values = data if isinstance(data, Values) else _read(game, data)
    if values.game != game:
        raise DataError(f"the values {values.name!r} are for {_short(values.game)}, not for {game}")
    return values if values.tables else None


@cache
def tuned(game: str) -> Values | None:
    """What the lab fitted of the values that no rulebook gives; None if nothing needed it."""
    file = data_of(game) / f"{TUNED}.json" if game in packages() else None
    return of_document(json.loads(_text_of(file))) if file is not None and file.is_file() else None


def _read(game: str, data: str | Path | Mapping[str, Any]) -> Values:
    if isinstance(data, Mapping):
        return of_document(data)
    path = Path(data)
    if str(data) == TUNED and not path.exists():
        return tuned(game) or Values(TUNED, game, (), {})
    if path.is_dir():
        return of_folder(game, path)
    if not path.is_file():
        raise DataError(f"there is no folder or file {path} with values to lay over ours")
    try:
        return of_document(json.loads(_text_of(path)))
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError(f"{path}: the file is not JSON: {error}") from None


def of_folder(game: str, folder: Path) -> Values:
    """A file for each table, as `units.csv`, with a column that names the row and those to change."""
    read = {file.name: csv_rows(str(file), _text_of(file)) for file in sorted(folder.glob("*.csv"))}
    rows = {table: [row for _, row in found] for table, found in read.items()}
    places = {table: [place for place, _ in found] for table, found in read.items()}
    return _values(folder.absolute().name[:LONGEST], game, rows, places)


def of_document(document: object) -> Values:
    """What `Values.document` wrote, or somebody by hand."""
    match document:
        case {"name": str() as name, "game": str() as game, "tables": Mapping() as tables, **others} if not others:
            pass
        case _:
            raise DataError("values are an object with the texts name and game and the object tables, nothing else")
    if not 0 < len(name.strip()) <= LONGEST or "/" in name or not name.isprintable():
        raise DataError(f"name: values need a name of at most {LONGEST} letters, without strokes")
    rows = {_table(table): _rows(table, found) for table, found in tables.items()}
    places = {table: [_place(table, n, row) for n, row in enumerate(found, 1)] for table, found in rows.items()}
    return _values(name.strip(), game, rows, places)


def _values(
    name: str, game: str, rows: Mapping[str, Sequence[Mapping[str, str]]], places: Mapping[str, Sequence[str]]
) -> Values:
    tables = ((table, tuple(tuple(row.items()) for row in found)) for table, found in sorted(rows.items()) if found)
    return Values(name, game, tuple(tables), places)


def _table(table: object) -> str:
    if not isinstance(table, str) or not table.endswith(".csv"):
        raise DataError(f"tables: {_short(table)} is not the name of a table, such as units.csv")
    return table


def _rows(table: str, found: object) -> list[dict[str, str]]:
    if not isinstance(found, list):
        raise DataError(f"{_short(table)}: must be a list of rows")
    for number, row in enumerate(found, 1):
        if not isinstance(row, dict) or not row:
            raise DataError(f"{_short(table)}, row {number}: must be an object of columns and values")
        for column, value in row.items():
            if not isinstance(column, str) or not isinstance(value, str):
                raise DataError(f"{_short(table)}, row {number}: {column} {_short(value)} must be a text")
    return found


def _place(table: str, number: int, row: Mapping[str, str]) -> str:
    return f"{_short(table)}, row {number} ({_short(next(iter(row.values())))})"


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _text_of(file: Path) -> str:
    """Spreadsheets like to write a mark before the first letter."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise DataError(f"{file}: the file is not UTF-8 text; save it as CSV in UTF-8") from None
