"""How far what is reconstructed may move, and why; and knobs, each of which moves a group of values within bounds.

`data/bounds.toml` of a game has rules by table, column and what else a row says; the first that speaks of a cell holds.
A cell that no rule lets move is fixed, and the rule says why. `history` says how it really went, scenario by scenario.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from math import floor
from typing import Any

from countermarch.board import TABLES
from countermarch.charts import read_shared_table, shared_file
from countermarch.games import rules as rules_of_game
from countermarch.games.base import Rules
from countermarch.games.provenance import NOT_VALUES, reconstructed
from countermarch.shelf import DataError, read_toml
from countermarch.values import Values, of_document

FILE = "bounds.toml"
EVERY = "*"  # a rule of all columns
WHOLE = re.compile(r"-?\d+")
FURTHER = 999


@dataclass(frozen=True, slots=True)
class Cell:
    """A value of ours: its table, the row that holds it by its first column, and what else the row says."""

    table: str
    key: tuple[str, str]
    column: str
    ours: str
    row: Mapping[str, str]

    @property
    def number(self) -> int | None:
        return int(self.ours) if WHOLE.fullmatch(self.ours) else None


@dataclass(frozen=True, slots=True)
class Group:
    """Cells of a table, by column and by what their rows say."""

    table: str
    columns: tuple[str, ...]
    where: tuple[tuple[str, tuple[str, ...]], ...] = ()

    def holds(self, cell: Cell) -> bool:
        named = self.table == cell.table and (EVERY in self.columns or cell.column in self.columns)
        return named and all(cell.row.get(column) in words for column, words in self.where)


@dataclass(frozen=True, slots=True)
class Bound:
    """How far below and above ours a group of values may go, within `least` and `most`, and why."""

    group: Group
    reason: str
    below: int = 0
    above: int = 0
    least: int = 0
    most: int = FURTHER

    @property
    def fixed(self) -> bool:
        return not self.below and not self.above

    def held(self, ours: int, wanted: int) -> int:
        low, high = max(ours - self.below, self.least), min(ours + self.above, self.most)
        return min(max(wanted, min(low, ours)), max(high, ours))


@dataclass(frozen=True, slots=True)
class Move:
    """What one turn of a knob adds to a group."""

    group: Group
    by: float


@dataclass(frozen=True, slots=True)
class Knob:
    """A few words, how far it turns either way, what it moves, and what history says to it."""

    key: str
    title: str
    low: float
    high: float
    moves: tuple[Move, ...]
    reason: str

    def place(self, at: float) -> float:
        """Of a turn between -1 and 1, what it comes to."""
        return at * (self.high if at > 0 else -self.low)

    def way(self, turned: float) -> float:
        """The turn between -1 and 1 that comes to this."""
        end = self.high if turned > 0 else -self.low
        return turned / end if end else 0.0


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that happened in history, to be looked for in games, and in which share of them it belongs.

    An event that is told; or points of a side after a turn, at most so many; or that a side stands in a hex for the
    first time when one of these turns ends.
    """

    key: str
    text: str
    least: float
    most: float
    event: str = ""
    side: str = ""
    points: int = 0
    hexes: tuple[str, ...] = ()
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class History:
    """How a scenario really ended: its levels from the first side's worst to its best, the real one, and the source."""

    scenario: str
    ladder: tuple[str, ...]
    level: str
    source: str
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class Bounds:
    bounds: tuple[Bound, ...]
    knobs: tuple[Knob, ...]
    history: tuple[History, ...]

    def of(self, cell: Cell) -> Bound | None:
        return next((bound for bound in self.bounds if bound.group.holds(cell)), None)

    def knob(self, key: str) -> Knob:
        found = next((knob for knob in (*self.knobs, *self.singles) if knob.key == key), None)
        if found is None:
            raise ValueError(f"there is no knob {key!r}; there are {', '.join(knob.key for knob in self.knobs)}")
        return found

    @property
    def singles(self) -> list[Knob]:
        """Every rule of bounds as a knob of its own, for who wants to know of the values themselves."""
        return [_single(bound, number) for number, bound in enumerate(self.bounds, 1) if not bound.fixed]

    def course(self, scenario: str) -> History:
        return next(one for one in self.history if one.scenario == scenario)


def _single(bound: Bound, number: int) -> Knob:
    group = bound.group
    where = " ".join("/".join(words) for _, words in group.where)
    title = f"{group.table.removesuffix('.csv')}: {', '.join(group.columns)} {where}".strip()
    return Knob(f"bound-{number}", title, -bound.below, bound.above, (Move(group, 1),), bound.reason)


# reading them


@cache
def bounds_of(game: str) -> Bounds:
    try:
        file = shared_file(rules_of_game(game).packages, FILE)
    except DataError:
        raise DataError(f"{game} has no {FILE} in its data: nobody has said how far its values may move") from None
    try:
        return _bounds(read_toml(file))
    except (KeyError, TypeError) as error:
        raise DataError(f"{file.name} of {game}: {error}") from None


def _bounds(found: Mapping[str, Any]) -> Bounds:
    bounds = (_bound(table, one) for one in found["bounds"] for table in _words(one["table"]))
    return Bounds(tuple(bounds), tuple(map(_knob, found["knobs"])), tuple(map(_history, found["history"])))


def _words(value: str | list[str]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(value)


def _group(found: Mapping[str, Any], table: str | None = None) -> Group:
    where = tuple((column, _words(words)) for column, words in found.get("where", {}).items())
    return Group(table or found["table"], _words(found["columns"]), where)


def _bound(table: str, found: Mapping[str, Any]) -> Bound:
    rest = {name: value for name, value in found.items() if name not in ("table", "columns", "where")}
    return Bound(_group(found, table), **rest)


def _knob(found: Mapping[str, Any]) -> Knob:
    moves = tuple(Move(_group(one), one.get("by", 1)) for one in found["moves"])
    return Knob(found["key"], found["title"], found["low"], found["high"], moves, found["reason"])


def _history(found: Mapping[str, Any]) -> History:
    marks = tuple(_mark(one) for one in found.get("marks", ()))
    return History(found["scenario"], tuple(found["ladder"]), found["level"], found["source"], marks)


def _mark(found: Mapping[str, Any]) -> Mark:
    rest = {**found, "hexes": tuple(found.get("hexes", ())), "turns": tuple(found.get("turns", ()))}
    return Mark(**rest)


# what may move


def cells(rules: Rules) -> Iterator[Cell]:
    """Every value that is not a rulebook's; in a game of our own all of its tables."""
    guesses = reconstructed(rules)
    yield from _of_our_own(rules) if not guesses else _guessed(rules, guesses)


def _guessed(rules: Rules, guesses: Sequence[Any]) -> Iterator[Cell]:
    rows = {table: _rows(rules, table) for table in {guess.table for guess in guesses} - set(TABLES)}
    for guess in guesses:
        name = "/".join(guess.key.values())
        row = rows.get(guess.table, {}).get(name, guess.cells)
        for column, ours in guess.cells.items():
            yield Cell(guess.table, (next(iter(guess.key)), name), column, ours, row)


def _of_our_own(rules: Rules) -> Iterator[Cell]:
    folder = files(rules.packages[0]).joinpath("data")
    for table in sorted(file.name for file in folder.iterdir() if file.name.endswith(".csv")):
        if table in TABLES:
            continue
        for name, row in _rows(rules, table).items():
            first, *columns = row
            yield from (Cell(table, (first, name), c, row[c], row) for c in columns if c not in NOT_VALUES)


def _rows(rules: Rules, table: str) -> dict[str, Mapping[str, str]]:
    return {next(iter(row.values.values())): row.values for row in read_shared_table(rules.packages, table)}


@cache
def _movable(rules: Rules) -> tuple[tuple[Cell, Bound], ...]:
    bounds = bounds_of(rules.info.key)
    found = ((cell, bounds.of(cell)) for cell in cells(rules) if cell.number is not None)
    return tuple((cell, bound) for cell, bound in found if bound is not None and not bound.fixed)


# turning knobs

Settings = Mapping[str, float]


def turned(rules: Rules, settings: Settings, name: str) -> Values:
    """The values when knobs are turned so far: what is not a whole turn moves that share of the rows."""
    knobs = bounds_of(rules.info.key)
    wanted = [(knobs.knob(key), turns) for key, turns in settings.items() if turns]
    return laid(rules, wanted, name)


def laid(rules: Rules, wanted: Sequence[tuple[Knob, float]], name: str) -> Values:
    changes: dict[tuple[str, tuple[str, str], str], int] = {}
    for knob, turns in wanted:
        for move in knob.moves:
            _move(rules, move, turns, changes)
    tables: dict[str, dict[tuple[str, str], dict[str, str]]] = {}
    for cell, bound in _movable(rules):
        change = changes.get((cell.table, cell.key, cell.column), 0)
        ours = cell.number
        assert ours is not None
        if (value := bound.held(ours, ours + change)) != ours:
            tables.setdefault(cell.table, {}).setdefault(cell.key, {})[cell.column] = str(value)
    rows = {t: [{key[0]: key[1], **cells} for key, cells in found.items()] for t, found in tables.items()}
    return of_document({"name": name, "game": rules.info.key, "tables": rows})


def _move(rules: Rules, move: Move, turns: float, changes: dict[tuple[str, tuple[str, str], str], int]) -> None:
    found = [cell for cell, _ in _movable(rules) if move.group.holds(cell)]
    place = {key: at for at, key in enumerate(dict.fromkeys(cell.key for cell in found), 1)}
    for cell in found:
        at = (cell.table, cell.key, cell.column)
        changes[at] = changes.get(at, 0) + floor(turns * move.by + _spread(place[cell.key]))


def _spread(number: int) -> float:
    """Numbers from nought to one, each far from those before, so that a share of the rows is spread among all."""
    part, found = 0.5, 0.0
    while number:
        number, bit = divmod(number, 2)
        found += bit * part
        part /= 2
    return found
