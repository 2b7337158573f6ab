"""Tables read from data: odds, turn tracks and the like, each row with its source."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Generic, NamedTuple, Protocol, TypeVar

from countermarch.shelf import DataError as DataError
from countermarch.shelf import csv_rows
from countermarch.texts import Text, say
from countermarch.values import Values


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a data file that knows where it stands."""

    place: str
    values: Mapping[str, str]

    def text(self, column: str) -> str:
        try:
            return self.values[column]
        except KeyError:
            raise DataError(f"{self.place}: there is no column {column!r}") from None

    def whole(self, column: str, low: int = 0, high: int = 99, default: int | None = None) -> int:
        word = self.text(column)
        if word == "" and default is not None:
            return default
        if not re.fullmatch(r"-?[0-9]{1,6}", word) or not low <= int(word) <= high:
            raise DataError(self._wrong("whole", column, low=low, high=high))
        return int(word)

    def points(self, column: str) -> Fraction:
        word = self.text(column)
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,4})?", word):
            raise DataError(self._wrong("points", column))
        return Fraction(word)

    def one_of(self, column: str, allowed: Sequence[str]) -> str:
        word = self.text(column)
        if word not in allowed:
            words = [word or say("engine.value.empty") for word in allowed]
            raise DataError(self._wrong("one_of", column, words=words))
        return word

    def _wrong(self, what: str, column: str, **params: object) -> Text:
        return say(f"engine.value.{what}", place=self.place, column=column, word=self.text(column), **params)


def no_result(place: str, code: str, such: str) -> Text:
    """What is written in a table of results and is none."""
    return say("engine.value.result", place=place, word=code, such=such)


def read_table(package: str, name: str, overlay: Values | None = None, key: str | None = None) -> list[Row]:
    """The rows of a data file; an overlay replaces values of rows with the same key."""
    return _with_overlay(_rows(name, _resource(package, name).read_text(encoding="utf-8")), name, overlay, key)


def read_shared_table(packages: Sequence[str], name: str, overlay: Values | None = None) -> list[Row]:
    """A table that games share: of the first package that has it, with the first one's `changes` laid over.

    A row the table does not have is the game's own, and comes last.
    """
    owner = _owner(packages, name)
    changes = _resource(packages[0], "changes", name)
    rows = read_table(owner, name)
    if changes.is_file():
        key = next(iter(rows[0].values))
        over = _rows(f"changes/{name}", changes.read_text(encoding="utf-8"))
        known = {row.text(key) for row in rows}
        own = [row for row in over if row.text(key) not in known]
        rows = _laid_over(rows, [row for row in over if row not in own], key) + own
    return _with_overlay(rows, name, overlay)


def shared_file(packages: Sequence[str], name: str) -> Traversable:
    """A file of the first package that has it."""
    return _resource(_owner(packages, name), name)


def _owner(packages: Sequence[str], name: str) -> str:
    owner = next((package for package in packages if _resource(package, name).is_file()), None)
    if owner is None:
        raise DataError(f"there is no {name} in the data of {packages[0]}")
    return owner


def unlike(rows: Sequence[Row], column: str) -> Sequence[Row]:
    """Rows that are told apart by a column."""
    seen: set[str] = set()
    for row in rows:
        if row.text(column) in seen:
            raise DataError(f"{row.place}: {column} {row.text(column)!r} is there twice")
        seen.add(row.text(column))
    return rows


def _resource(package: str, *path: str) -> Traversable:
    return files(package).joinpath("data", *path)


def _with_overlay(rows: list[Row], name: str, overlay: Values | None, key: str | None = None) -> list[Row]:
    mine = [Row(place, values) for place, values in overlay.rows(name)] if overlay else []
    return _laid_over(rows, mine, key or next(iter(rows[0].values))) if mine else rows


def check_overlay(packages: Sequence[str], overlay: Values | None, others: Sequence[str] = ()) -> None:
    """A table of a name we do not have would be laid over nothing, and nobody would notice."""
    known = {file.name for package in packages for file in files(package).joinpath("data").iterdir()} | set(others)
    for table, _ in overlay.tables if overlay else ():
        if table not in known:
            tables = ", ".join(sorted(name for name in known if name.endswith(".csv")))
            raise DataError(f"{table}: there is no table of this name to lay it over; tables are: {tables}")


def _rows(name: str, text: str) -> list[Row]:
    return [Row(place, values) for place, values in csv_rows(name, text)]


def _laid_over(rows: list[Row], over: list[Row], key: str) -> list[Row]:
    known = {row.text(key): at for at, row in enumerate(rows)}
    often = Counter(row.text(key) for row in rows)
    for new in over:
        at = known.get(new.text(key))
        if often[new.text(key)] > 1:
            raise DataError(f"{new.place}: {key} {new.text(key)!r} is in our table more than once")
        if at is None:
            raise DataError(f"{new.place}: {key} {new.text(key)!r} is not in our table; an overlay only changes rows")
        for column in new.values:
            if column not in rows[at].values:
                raise DataError(f"{new.place}: column {column!r} is not in our table")
        rows[at] = Row(new.place, {**rows[at].values, **new.values})
    return rows


@dataclass(frozen=True, slots=True)
class Stakes:
    """What lies in an attack: the steps of both sides in it, and what of a result the defender's place cancels."""

    attacker: int
    defender: int
    spared: tuple[int, int] = (0, 0)  # steps and hexes


class Toll(NamedTuple):
    """What a result takes of either side in steps, and what else tells it from others that take as many.

    `ground` is in hexes the defender must give up, less the attacker's: good for the attacker, like the former's steps.
    """

    attacker: int
    defender: int
    ground: float

    @property
    def worth(self) -> tuple[int, float]:
        """How good it is for the attacker; steps come first."""
        return self.defender - self.attacker, self.ground


@dataclass(frozen=True, slots=True)
class Outcome:
    """A combat result: steps and hexes for either side; starred ones fall due only if the defender held.

    Where a side chooses, it retreats its hexes or loses as many steps instead; a pin stops everybody.
    """

    code: str
    attacker_steps: int = 0
    attacker_hexes: int = 0
    starred: bool = False
    defender_steps: int = 0
    defender_hexes: int = 0
    attacker_chooses: bool = False
    defender_chooses: bool = False
    pins: bool = False

    def toll(self, stakes: Stakes) -> Toll:
        """What it takes: nobody loses more than is there; what may be chosen or may not fall due weighs less."""
        hexes = max(self.defender_hexes - stakes.spared[1], 0)
        due = not self.starred or not hexes
        attacker = min(self.attacker_steps, stakes.attacker) if due else 0
        defender = min(max(self.defender_steps - stakes.spared[0], 0), stakes.defender)
        easier = CHOSEN * (self.attacker_chooses - self.defender_chooses) - (0 if due else UNCERTAIN)
        driven = GONE if 0 < stakes.defender == defender else hexes + easier
        return Toll(attacker, defender, driven - (GONE if 0 < stakes.attacker == attacker else self.attacker_hexes))


CHOSEN, UNCERTAIN = 0.25, 0.5  # hexes
GONE = 9  # worse than any retreat: nobody is left to go
_PART = re.compile(r"([AD])([0-9]*)(?:(r)([0-9]*)|R(o?)([0-9]+))?(\*?)")
_NOTHING = (0, 0, False, False)


def read_outcome(code: str, place: str = "") -> Outcome:
    """'A1*/Dr', 'D1r2', 'DRo1', 'P', '-': A or D, steps lost, r and hexes (one if not said), o for or, a star."""
    if code == "P":
        return Outcome(code, pins=True)
    found: dict[str, tuple[int, int, bool, bool]] = {}
    for part in () if code == "-" else code.split("/"):
        match = _PART.fullmatch(part)
        if match is None or match[1] in found or not (match[2] or match[3] or match[6]):
            raise DataError(no_result(place, code, "A1, A1*/Dr, D1r2, DRo1, P, -"))
        hexes = int(match[4] or 1) if match[3] else int(match[6] or 0)
        found[match[1]] = (int(match[2] or 0), hexes, bool(match[7]), bool(match[5]))
    a, d = found.get("A", _NOTHING), found.get("D", _NOTHING)
    return Outcome(
        code, a[0], a[1], a[2], defender_steps=d[0], defender_hexes=d[1], attacker_chooses=a[3], defender_chooses=d[3]
    )


class Printed(Protocol):
    @property
    def code(self) -> str: ...


R = TypeVar("R", bound=Printed)
DIE = 6


class Face(NamedTuple):
    """A face of the die as it is read: the row of the table, by the die printed there, and the result."""

    row: int
    result: str


def chances_of(faces: Sequence[Face]) -> dict[str, float]:
    chances: dict[str, float] = {}
    for _, code in faces:
        chances[code] = chances.get(code, 0.0) + 1 / len(faces)
    return chances


@dataclass(frozen=True)
class ResultTable(Generic[R]):
    """Columns from the worst to the best, a row for each die; the first row may be of a die below one."""

    columns: tuple[str, ...]
    rows: tuple[tuple[R, ...], ...]
    first: int = 1
    name: str = ""  # of the chart a player looks it up in

    def row(self, die: int) -> int:
        """The row a die is read in: a modified die below the first or above the last is read there."""
        return min(max(die, self.first), self.first + len(self.rows) - 1)

    def result(self, column: int, die: int) -> R:
        return self.rows[self.row(die) - self.first][column]

    def faces(self, column: int, modifier: int = 0) -> tuple[Face, ...]:
        """What each face of the die comes to in a column."""
        dice = range(1 + modifier, DIE + modifier + 1)
        return tuple(Face(self.row(die), self.result(column, die).code) for die in dice)

    def chances(self, column: int, modifier: int = 0) -> dict[str, float]:
        """The printed results of a column and their probabilities."""
        return chances_of(self.faces(column, modifier))

    @cached_property
    def spreads(self) -> tuple[tuple[tuple[R, float], ...], ...]:
        """Column by column every result and its chance."""
        columns = range(len(self.columns))
        return tuple(tuple((self.by_code[code], p) for code, p in self.chances(at).items()) for at in columns)

    @cached_property
    def by_code(self) -> dict[str, R]:
        return {result.code: result for row in self.rows for result in row}

    def meant_by(self, codes: Iterable[str]) -> dict[str, R]:
        """Printed results, taken apart."""
        return {code: self.by_code[code] for code in codes}


CombatTable = ResultTable[Outcome]


def read_result_table(
    rows: Sequence[Row], columns: Sequence[str], read: Callable[[str, str], R], name: str = ""
) -> ResultTable[R]:
    cells = tuple(tuple(read(row.text(c), row.place) for c in columns) for row in rows)
    return ResultTable(tuple(columns), cells, _first_die(rows), name)


def befalling_defender(table: CombatTable) -> CombatTable:
    """The same table for those who strike from afar: of each result only what befalls the defender."""
    return replace(table, rows=tuple(tuple(map(_defenders_part, row)) for row in table.rows))


def _defenders_part(outcome: Outcome) -> Outcome:
    part = next((part for part in outcome.code.split("/") if part.startswith("D")), "-")
    return outcome if outcome.pins else read_outcome(part)


def _first_die(rows: Sequence[Row]) -> int:
    """Rows follow each other die by die."""
    dice = [int(row.values.get("die") or n) for n, row in enumerate(rows, 1)]
    if dice != list(range(dice[0], dice[0] + len(dice))):
        raise DataError(f"{rows[0].place}: the dice of a table must follow each other, not {dice}")
    return dice[0]
