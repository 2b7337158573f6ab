"""What a question names: a unit by its id, a hex by its number, a way of moving by its word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from countermarch.board import Board
from countermarch.games.base import GameError
from countermarch.notation import hint
from countermarch.rulebook import Refusal
from countermarch.texts import say


class Named(Protocol):
    """Tables that know their units and hexes by name."""

    @property
    def board(self) -> Board: ...
    @property
    def ids(self) -> Sequence[str]: ...
    @property
    def index(self) -> Mapping[str, int]: ...


class Asked(Protocol):
    @property
    def tables(self) -> Named: ...


def many(units: object) -> tuple[str, ...]:
    """The units of a question, named alone or in a list."""
    named = (units,) if isinstance(units, str) else tuple(units) if isinstance(units, Iterable) else ()
    if not isinstance(units, Iterable) or not all(isinstance(id, str) for id in named):
        raise GameError(say("engine.error.units", units=units))
    return named


def alone(named: Sequence[str]) -> str:
    """What a question about one unit is about."""
    if len(named) != 1:
        raise GameError(say("engine.error.one_unit", units=tuple(named)))
    return named[0]


def supporters(support: object) -> dict[str, str]:
    """What supports an attack, by unit."""
    given = {} if support is None else support
    if not isinstance(given, Mapping) or not all(isinstance(word, str) for pair in given.items() for word in pair):
        raise GameError(say("engine.error.support", support=support))
    return dict(given)


def unit_of(play: Asked, id: str) -> int:
    try:
        return play.tables.index[id]
    except (KeyError, TypeError):
        raise GameError(say("engine.notation.no_unit", word=id, hint=hint(str(id), play.tables.ids))) from None


def no_way(units: Sequence[str], hex: str, refusal: Refusal) -> GameError:
    """A way was asked for where there is none."""
    who = units[0] if len(units) == 1 else tuple(units)
    return GameError(say("engine.error.no_way", unit=who, hex=hex, why=refusal.text, rule=refusal.citation))


def hex_of(play: Asked, number: str) -> int:
    grid = play.tables.board.grid
    try:
        return grid.index(number)
    except (ValueError, TypeError, AttributeError):
        raise GameError(say("engine.error.hex", hex=number, such=grid.numbers[0])) from None


def mode_of(mode: str, modes: Sequence[str]) -> int:
    if mode not in modes:
        raise GameError(say("engine.error.mode", mode=mode, modes=tuple(modes)))
    return modes.index(mode)
