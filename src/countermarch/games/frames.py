"""Procedures a document says are under way: what their fields hold, what they lie on, and what must be true of them.

A game says so in a table of shapes. Whatever in a flow contradicts it is refused with its name, so that no
procedure goes to work on counters that are elsewhere, or in the middle of something that never began.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import NoneType
from typing import Any

from countermarch.flow import NOBODY, GoOn, Procedure
from countermarch.games.base import PositionError
from countermarch.games.kinds import Kind, a_hex, a_side, a_unit, some_hexes, some_units, unit_pairs
from countermarch.texts import say

Claims = Iterator[tuple[str, object]]  # a field and whether it is as it must be, or `ON` and whether it may lie there
Holds = Callable[[Any, Any, Any], Claims]  # play, the procedure, what it lies on
ON = ""
BOTTOM = (NoneType,)


# what must be true of a procedure


def nothing(play: Any, frame: Any, below: Any) -> Claims:
    yield from ()


@dataclass(frozen=True)
class Shape:
    """What a procedure may lie on, what must be true of it there, and fields that hold something of their own.

    An edition's kind of a procedure stands in the place of the family's, or `beside` it.
    """

    on: tuple[type[Any], ...]
    holds: Holds = nothing
    fields: Mapping[str, Kind] = field(default_factory=dict)
    beside: bool = False


Shapes = Mapping[type[Procedure], Shape]


def going_on(play: Any, frame: GoOn, below: Procedure | None) -> Claims:
    """Asked of a side before chance, before the other side decides, or before the end."""
    yield ON, play.top is frame
    yield "side", below is None or below.by_chance(play) or below.actor(play) not in (frame.side, NOBODY)


ENGINE: Shapes = {GoOn: Shape((Procedure, NoneType), going_on, {"side": a_side})}  # in every game


def check_flow(play: Any, shapes: Shapes, kinds: Mapping[str, Kind], homes: Sequence[str]) -> None:
    """Every procedure, from the bottom up; `homes` are the packages of the game, its own last."""
    below: Procedure | None = None
    for frame in play.state.frames:
        shape = shape_of(frame, shapes, homes)
        held = {one.name: shape.fields.get(one.name) or kinds[one.name] for one in fields(frame)}
        for name, kind in held.items():
            _hold(play, frame, name, kind)
        if not isinstance(below, shape.on):
            raise PositionError(_misplaced(frame, below))
        for name, holds in shape.holds(play, frame, below):
            if not holds and name == ON:
                raise PositionError(_misplaced(frame, below))
            if not holds:
                raise PositionError(_contradiction(play, frame, name, held[name]))
        below = frame


def shape_of(frame: Procedure, shapes: Shapes, homes: Sequence[str]) -> Shape:
    """By its class or the one it is a kind of; one in whose place the game has its own is not the game's."""
    if type(frame) in ENGINE:
        return ENGINE[type(frame)]
    found = next((shapes[cls] for cls in type(frame).__mro__ if cls in shapes), None)
    if found is None or _home(type(frame)) not in homes or replaced(type(frame), shapes, homes[-1]):
        raise PositionError(say("engine.position.procedure", procedure=frame.full_name))
    return found


def replaced(cls: type[Procedure], shapes: Shapes, home: str) -> bool:
    """A family's procedure in whose place the edition has one of its own."""
    kinds = (other for other in Procedure.registry.values() if _home(other) == home and issubclass(other, cls))
    return _home(cls) != home and any(not (other in shapes and shapes[other].beside) for other in kinds)


def _home(cls: type[Procedure]) -> str:
    return cls.full_name.partition(".")[0]


def _hold(play: Any, frame: Procedure, name: str, kind: Kind) -> None:
    value = getattr(frame, name)
    if not kind(play, value):
        raise PositionError(say("engine.position.field", procedure=frame.full_name, field=name, value=str(value)))


def _misplaced(frame: Procedure, below: Procedure | None) -> Any:
    under = say("engine.position.nothing") if below is None else below.full_name
    return say("engine.position.misplaced", procedure=frame.full_name, below=under)


def _contradiction(play: Any, frame: Procedure, name: str, kind: Kind) -> Any:
    value = _named(play, getattr(frame, name), kind)
    return say("engine.position.contradiction", procedure=frame.full_name, field=name, value=value)


def _named(play: Any, value: Any, kind: Kind) -> object:
    """Counters by their ids, hexes by their numbers."""
    if kind in (a_unit, a_hex):
        return (play.tables.ids if kind is a_unit else play.tables.numbers)[value]
    if kind in (some_units, some_hexes):
        return [_named(play, item, a_unit if kind is some_units else a_hex) for item in value] or "-"
    if kind is unit_pairs:
        return ", ".join(" ".join(play.tables.ids[u] for u in row) for row in value)
    return str(value)
