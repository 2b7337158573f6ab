"""A guided first turn: data beside a game's tables. The table points, sees whether it was done, forbids nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, TypeVar

from countermarch.shelf import FileError, data_of, read_toml
from countermarch.texts import LANGUAGES

FILE = "lesson.toml"
PARTS = ("prompt", "end", "undo", "panel", "odds", "layers", "log", "turn", "menu", "board")  # of the table, by name
Said = Mapping[str, str]  # by language
Patterns = tuple[str, ...]  # of actions, as they are written; "*" stands for anything
Made = TypeVar("Made")


@dataclass(frozen=True, slots=True)
class Point:
    """What is lit: units and hexes on the map, parts of the table."""

    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Until:
    """What ends a step; where several things are named, any of them. Nothing named: reading it."""

    picked: Patterns = ()  # a unit is in the hand
    played: Patterns = ()  # an action
    offered: Patterns = ()  # an action may be played now
    stands: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # a unit in one of these hexes
    joins: tuple[str, ...] = ()  # all of them take part in the attack being put together
    turn: int = 0  # it is this turn, and the learner's decision
    read: bool = False  # the outcome of an attack was read
    undone: bool = False  # something was taken back

    @property
    def by_reading(self) -> bool:
        return self == Until()


@dataclass(frozen=True, slots=True)
class Step:
    """`do` are the actions it is done by; when none of them may be played any more, the lesson goes on."""

    key: str
    say: Said
    point: Point = Point()
    until: Until = Until()
    do: Patterns = ()
    wrong: Said = field(default_factory=dict)  # what is said when something else was done
    sometimes: bool = False  # only if the dice bring it; else it is passed over


@dataclass(frozen=True, slots=True)
class Lesson:
    game: str
    title: Said
    about: Said
    minutes: int
    scenario: str
    side: str  # the learner's
    bot: str  # who plays the others
    seed: int
    steps: tuple[Step, ...]
    options: Mapping[str, str] = field(default_factory=dict)
    start: tuple[str, ...] = ()  # actions that lead to where it begins


def matches(pattern: str, text: str) -> bool:
    return fnmatchcase(text, pattern)


def in_language(said: Said, language: str) -> str:
    return said.get(language) or said.get(LANGUAGES[0], "")


@cache
def lesson(game: str) -> Lesson | None:
    """None if the game brings none."""
    file = data_of(game) / FILE
    if not file.is_file():
        return None
    told = read_toml(file)
    steps = tuple(_step(step) for step in told.pop("step", ()))
    return _made(Lesson, told | {"game": game, "steps": steps}, f"{game}: {FILE}")


def _step(told: dict[str, Any]) -> Step:
    where = f"{FILE}, step {told.get('key', '?')}"
    point = _made(Point, told.pop("point", {}), f"{where}: point")
    until = _made(Until, told.pop("until", {}), f"{where}: until")
    return _made(Step, told | {"point": point, "until": until}, where)


def _made(shape: type[Made], told: Mapping[str, Any], where: str) -> Made:
    known = {one.name for one in fields(shape)}  # type: ignore[arg-type]
    if strange := set(told) - known:
        raise FileError(f"{where}: nobody knows {', '.join(sorted(strange))}; there are {', '.join(sorted(known))}")
    try:
        return shape(**{key: _plain(value) for key, value in told.items()})
    except TypeError as error:
        raise FileError(f"{where}: {error}") from None


def _plain(value: Any) -> Any:
    """Lists do not change once they are read."""
    if isinstance(value, list):
        return tuple(value)
    return {key: _plain(one) for key, one in value.items()} if isinstance(value, dict) else value
