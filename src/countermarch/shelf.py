"""Which games there are: ours, and those that other packages announce as entry points of `countermarch.games`."""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

GROUP = "countermarch.games"
OURS = ("bridgehead", "koenigsberg", "koenigsberg45", "stargard", "seelow", "vistula")  # in the order they are offered


class FileError(ValueError):
    """A file of a game is missing or wrong; the message names it, and what is wrong in it.

    What it says may be a text, to be told in any language; as a string it is English.
    """

    def __init__(self, said: object) -> None:
        self.said = said
        super().__init__(str(said))


class DataError(FileError):
    """A value in a data file is wrong; the message names file, line, value and what is allowed."""


@cache
def packages() -> Mapping[str, str]:
    """The package of each game: ours, then the others by key. Nobody's game takes the place of one of ours."""
    from importlib.metadata import entry_points  # slow, and only needed once somebody asks

    ours = {key: f"{GROUP}.{key}" for key in OURS}
    announced = {point.name: point.value for point in entry_points(group=GROUP)}
    return ours | {key: announced[key] for key in sorted(announced) if key not in ours}


def games() -> tuple[str, ...]:
    return tuple(packages())


def data_of(game: str) -> Path:
    """The folder of a game's data; the package itself is not imported for it."""
    package = packages()[game]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"{game} is announced as {package!r}, which is no package", name=package)
    return Path(spec.submodule_search_locations[0]) / "data"


def read_toml(file: Traversable) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:  # not TOML, or not UTF-8
        raise FileError(f"{file.name}: {error}") from None


def csv_rows(name: str, text: str) -> list[tuple[str, dict[str, str]]]:
    """The rows of a table, each with the place where it stands."""
    rows = [(f"{name}, line {n}", row) for n, row in enumerate(csv.DictReader(text.splitlines()), 2)]
    for place, row in rows:
        if None in row or None in row.values():
            raise DataError(f"{place}: the row does not have as many values as the heading")
    return rows
