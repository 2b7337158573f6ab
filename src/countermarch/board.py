"""Board: what is printed on a map, as flat arrays indexed by hex.

A map is a folder: `map.toml` describes the grid and the vocabulary of every layer, `hexes.csv`
has a line a hex, `sides.csv` a line a hexside that is not plain. Sides are flat arrays indexed
[hex * 6 + direction]; they read the same from both hexes, except a directed layer (a fort),
which is set only in the hexes that it protects.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, get_args

from countermarch import shelf
from countermarch.hexgrid import Heading, HexGrid, UnknownHex
from countermarch.texts import Text, say
from countermarch.values import Values

Row = tuple[str, dict[str, str]]  # where it stands (for messages), column -> value

HEADINGS: tuple[str, ...] = get_args(Heading)
UPRIGHT = ("up", "down")
LISTS = ("directed", "crossings", "side_texts", "flags")  # of [layers], where there are any
TABLES = ("hexes.csv", "sides.csv")
STATUSES = ("rulebook", "published", "reconstructed")


class BoardError(shelf.FileError):
    """A map that cannot be read; says the file, the line, the value and what is allowed."""


@dataclass(frozen=True)
class Layer:
    """One thing said of every hex or hexside; code 0, the first name, is the plain case."""

    names: tuple[str, ...]
    codes: array[int]

    def name(self, slot: int) -> str:
        return self.names[self.codes[slot]]

    def code(self, name: str) -> int:
        return self.names.index(name)


@dataclass(frozen=True)
class Place:
    hex: int
    name: str
    kind: str


@dataclass(frozen=True)
class Source:
    """Where a value of the map comes from; `where` is a hex, a side "a/b", or "*" for the rest."""

    layer: str
    where: str
    status: str
    reference: str


@dataclass(frozen=True)
class Board:
    key: str
    folder: Traversable
    description: Mapping[str, Any]
    grid: HexGrid
    hex_layers: Mapping[str, Layer]
    side_layers: Mapping[str, Layer]
    names: tuple[str, ...]
    flags: Mapping[str, tuple[int, ...]]
    side_texts: Mapping[str, Mapping[tuple[int, int], str]]
    sources: tuple[Source, ...]

    @property
    def n(self) -> int:
        return self.grid.n

    @property
    def title(self) -> str:
        return str(self.description["title"])

    def hex_layer(self, name: str) -> Layer:
        return self.hex_layers[name]

    def side_layer(self, name: str) -> Layer:
        return self.side_layers[name]

    def terrain(self, i: int) -> str:
        return self.hex_layers["terrain"].name(i)

    def settlement(self, i: int) -> str:
        return self.hex_layers["settlement"].name(i)

    def name(self, i: int) -> str:
        return self.names[i]

    @property
    def places(self) -> tuple[Place, ...]:
        """Cities, towns and villages in number order."""
        settled = (i for i in range(self.n) if self.settlement(i))
        return tuple(Place(i, self.names[i], self.settlement(i)) for i in settled)

    def flagged(self, flag: str) -> tuple[int, ...]:
        return self.flags.get(flag, ())

    def has(self, i: int, flag: str) -> bool:
        return i in self.flags.get(flag, ())

    def slot(self, a: int, b: int) -> int:
        """Where the side of two adjacent hexes stands in a side layer, seen from the first."""
        direction = self.grid.direction(a, b)
        if direction is None:
            raise BoardError(_apart(self.grid, a, b))
        return 6 * a + direction

    def side(self, layer: str, a: int, b: int) -> str:
        return self.side_layers[layer].name(self.slot(a, b))

    def side_text(self, column: str, a: int, b: int) -> str:
        return self.side_texts.get(column, {}).get((min(a, b), max(a, b)), "")

    def bridged(self, i: int, direction: int) -> bool:
        """A river side counts as bridged where a line crosses it or a bridge is built."""
        crossings = self.description["layers"]["crossings"]
        return any(self.side_layers[name].codes[6 * i + direction] for name in crossings)


def load_board(name: str, overlay: Values | None = None) -> Board:
    """The map of that name; an overlay may hold rows and columns to change."""
    folder = next((folder for folder in _folders(name) if folder.joinpath("map.toml").is_file()), None)
    if folder is None:
        raise BoardError(_no_map(name))
    return read_board(name, folder, overlay)


def _no_map(name: str) -> str:
    package = shelf.packages().get(name)
    known = f"there are {', '.join(map_names())}"
    return f"no map {name!r}: {f'{package} has no data/map.toml' if package else known}"


def _folders(name: str) -> Iterator[Traversable]:
    """Where a map may lie: among those that games share, or with the data of the game it is named after."""
    yield files("countermarch.maps").joinpath(name)
    if name in shelf.games():
        yield shelf.data_of(name)


def map_names() -> list[str]:
    known = {*(folder.name for folder in files("countermarch.maps").iterdir()), *shelf.games()}
    return sorted(name for name in known if any(f.joinpath("map.toml").is_file() for f in _folders(name)))


def read_board(key: str, folder: Traversable, overlay: Values | None = None) -> Board:
    reader = _Reader(_described(shelf.read_toml(folder.joinpath("map.toml"))))
    reader.read(*(_rows(folder.joinpath(name)) for name in TABLES))
    if overlay is not None:
        reader.read(*map(overlay.rows, TABLES))
    return reader.board(key, folder)


def _rows(file: Traversable) -> Sequence[Row]:
    return shelf.csv_rows(file.name, file.read_text(encoding="utf-8")) if file.is_file() else ()


def _sources(file: Traversable) -> tuple[Source, ...]:
    return tuple(_source(place, row) for place, row in _rows(file))


def _source(place: str, row: Mapping[str, str]) -> Source:
    if row["status"] not in STATUSES:
        raise BoardError(_not_allowed(place, "status", row["status"], STATUSES))
    return Source(row["layer"], row["where"], row["status"], row["reference"])


def _not_allowed(place: str, column: str, value: str, allowed: tuple[str, ...]) -> Text:
    words = [word or say("engine.value.empty") for word in allowed]
    return say("engine.value.known", place=place, column=column, word=value, words=words)


def _apart(grid: HexGrid, a: int, b: int) -> str:
    return f"hexes {grid.number(a)} and {grid.number(b)} are not adjacent"


def _described(said: dict[str, Any]) -> dict[str, Any]:
    """A map as `map.toml` says it, with what it need not say."""
    for name in ("title", "grid", "layers"):
        if name not in said:
            raise BoardError(f"map.toml: {name if name == 'title' else f'[{name}]'} is missing")
    layers = {**{key: [] for key in LISTS}, "hex": {}, "side": {}, **said["layers"]}
    if "terrain" not in layers["hex"]:
        raise BoardError("map.toml: [layers.hex] terrain is missing")
    layers["hex"] = {**layers["hex"], "settlement": layers["hex"].get("settlement", [""])}
    return {**said, "layers": layers}


def _grid(said: Mapping[str, Any]) -> HexGrid:
    for key in ("lines", "positions", "shifted", "across", "along"):
        if key not in said:
            raise BoardError(f"map.toml: [grid] {key} is missing")
    for key, allowed in (("shifted", ("even", "odd")), ("across", HEADINGS), ("along", HEADINGS)):
        if said[key] not in allowed:
            raise BoardError(_not_allowed("map.toml", f"[grid] {key}", said[key], allowed))
    if (said["across"] in UPRIGHT) == (said["along"] in UPRIGHT):
        raise BoardError(f"map.toml: [grid] across {said['across']!r} and along {said['along']!r} run the same way")
    return HexGrid(
        lines=_ends(said, "lines"),
        positions=_ends(said, "positions"),
        shifted=said["shifted"],
        across=said["across"],
        along=said["along"],
        separator=said.get("separator", ""),
    )


def _ends(said: Mapping[str, Any], key: str) -> tuple[int, int]:
    match said[key]:
        case [int() as first, int() as last] if first <= last:
            return first, last
    raise BoardError(f"map.toml: [grid] {key} must be the first and the last number, not {said[key]}")


class _Reader:
    """Fills the layers row by row; later files change what earlier ones set."""

    def __init__(self, description: dict[str, Any]) -> None:
        layers = description["layers"]
        self.description = description
        self.grid = _grid(description["grid"])
        self.words = {name: tuple(words) for kind in ("hex", "side") for name, words in layers[kind].items()}
        self.hexes = {name: array("b", bytes(self.grid.n)) for name in layers["hex"]}
        self.sides = {name: array("b", bytes(6 * self.grid.n)) for name in layers["side"]}
        self.directed = {f"{name}_protects": name for name in layers["directed"]}
        self.names = [""] * self.grid.n
        self.flags: list[tuple[str, ...]] = [()] * self.grid.n
        self.texts: dict[str, dict[tuple[int, int], str]] = {name: {} for name in layers["side_texts"]}

    def read(self, hexes: Sequence[Row], sides: Sequence[Row]) -> None:
        self.told: set[tuple[int, ...]] = set()  # the hexes and sides of these tables
        for place, row in hexes:
            self._hex_row(place, dict(row))
        for place, row in sides:
            self._side_row(place, dict(row))

    def _once(self, place: str, *hexes: int) -> None:
        if hexes in self.told:
            numbers = " and ".join(self.grid.number(i) for i in hexes)
            raise BoardError(f"{place}: {numbers} {'is' if len(hexes) == 1 else 'are'} there twice")
        self.told.add(hexes)

    def board(self, key: str, folder: Traversable) -> Board:
        return Board(
            key=key,
            folder=folder,
            description=self.description,
            grid=self.grid,
            hex_layers={name: Layer(self.words[name], codes) for name, codes in self.hexes.items()},
            side_layers={name: Layer(self.words[name], codes) for name, codes in self.sides.items()},
            names=tuple(self.names),
            flags={flag: self._flagged(flag) for flag in self._flag_words},
            side_texts=self.texts,
            sources=_sources(folder.joinpath("sources.csv")),
        )

    @property
    def _flag_words(self) -> tuple[str, ...]:
        return tuple(self.description["layers"]["flags"])

    def _flagged(self, flag: str) -> tuple[int, ...]:
        return tuple(i for i, flags in enumerate(self.flags) if flag in flags)

    # Hexes

    def _hex_row(self, place: str, row: dict[str, str]) -> None:
        i = self._hex(place, "hex", row)
        self._once(place, i)
        for column, value in row.items():
            self._set_hex(place, i, column, value)

    def _set_hex(self, place: str, i: int, column: str, value: str) -> None:
        if column in self.hexes:
            self.hexes[column][i] = self._code(place, column, value)
        elif column == "name":
            self.names[i] = value
        elif column == "flags":
            self.flags[i] = self._check_flags(place, value)
        else:
            raise BoardError(_not_allowed(place, "column", column, ("hex", *self.hexes, "name", "flags")))

    def _check_flags(self, place: str, value: str) -> tuple[str, ...]:
        for flag in value.split():
            if flag not in self._flag_words:
                raise BoardError(_not_allowed(place, "flag", flag, self._flag_words))
        return tuple(value.split())

    # Sides

    def _side_row(self, place: str, row: dict[str, str]) -> None:
        a, b = self._hex(place, "hex_a", row), self._hex(place, "hex_b", row)
        if self.grid.direction(a, b) is None:
            raise BoardError(f"{place}: {_apart(self.grid, a, b)}")
        self._once(place, min(a, b), max(a, b))
        for column, value in row.items():
            if column not in self.directed:
                self._set_side(place, a, b, column, value, row)

    def _set_side(self, place: str, a: int, b: int, column: str, value: str, row: Mapping[str, str]) -> None:
        if column in self.directed.values():
            self._set_directed(place, a, b, column, value=value, protects=row.get(f"{column}_protects", ""))
        elif column in self.sides:
            code = self._code(place, column, value)
            self.sides[column][self._slot(a, b)] = code
            self.sides[column][self._slot(b, a)] = code
        elif column in self.texts:
            self.texts[column][min(a, b), max(a, b)] = value
        else:
            allowed = ("hex_a", "hex_b", *self.sides, *self.directed, *self.texts)
            raise BoardError(_not_allowed(place, "column", column, allowed))

    def _set_directed(self, place: str, a: int, b: int, column: str, value: str, protects: str) -> None:
        code = self._code(place, column, value)
        codes = self.sides[column]
        codes[self._slot(a, b)] = codes[self._slot(b, a)] = 0
        if code:
            numbers = {self.grid.number(a): (a, b), self.grid.number(b): (b, a)}
            for protected in protects.split() or [""]:
                if protected not in numbers:
                    raise BoardError(_not_allowed(place, f"{column}_protects", protects, tuple(numbers)))
                codes[self._slot(*numbers[protected])] = code

    # Values

    def _slot(self, a: int, b: int) -> int:
        direction = self.grid.direction(a, b)
        assert direction is not None  # checked once for the row
        return 6 * a + direction

    def _hex(self, place: str, column: str, row: dict[str, str]) -> int:
        """Taken out of its row."""
        if column not in row:
            raise BoardError(f"{place}: there is no column {column!r}")
        try:
            return self.grid.index(row.pop(column))
        except UnknownHex as error:
            raise BoardError(f"{place}: {column}: {error}") from None

    def _code(self, place: str, column: str, value: str) -> int:
        """An empty cell is the plain case."""
        if value and value not in self.words[column]:
            raise BoardError(_not_allowed(place, column, value, self.words[column]))
        return self.words[column].index(value) if value else 0
