"""2.21 What is printed on a counter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from countermarch import pieces
from countermarch.charts import Row
from countermarch.games.seelow.state import SIDES
from countermarch.games.tables import faces, printed

FOOT, MOTORISED = "foot", "motorised"
SIZES = ("company", "battalion", "regiment", "brigade")


@dataclass(frozen=True, slots=True)
class Face(pieces.Face):
    """2.21: combat strength (for attack and defence alike), antitank fire value, morale rating, movement."""

    antitank: int
    morale: int

    @property
    def values(self) -> tuple[int, ...]:
        return self.attack, self.antitank, self.morale, self.move


@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(pieces.Unit):
    """`armour` is the number in the red circle, `range` that in the yellow one; None without the circle."""

    armour: int | None
    range: int | None
    moving: Face | None  # the other side of an artillery counter

    @property
    def extras(self) -> Mapping[str, object]:
        circles = {"armour": self.armour, "fire_range": self.range}
        moving = {} if self.moving is None else {"moving": list(self.moving.values)}
        return {name: value for name, value in circles.items() if value is not None} | moving


def read_counter(at: int, row: Row, fronts: Mapping[str, str]) -> Counter:
    steps = row.whole("steps", 1, 2)
    row.one_of("size", SIZES)
    gun = row.text("range") != ""
    return Counter(
        **printed(at, row, SIDES, (FOOT, MOTORISED), steps=steps),
        front=fronts.get(row.text("formation"), ""),
        faces=faces(row, steps, _face, Face(0, defence=0, move=0, antitank=0, morale=0)),
        zone=row.text("kind") != "leader",
        armour=_circle(row, "armour", 9),
        range=_circle(row, "range", 20),
        moving=_moving(row, _face(row, "").morale) if gun else None,
    )


def _circle(row: Row, column: str, most: int) -> int | None:
    return row.whole(column, 0, most) if row.text(column) else None


def _face(row: Row, suffix: str) -> Face:
    combat, antitank, morale, move = (row.whole(c + suffix, 0, 30) for c in ("combat", "antitank", "morale", "move"))
    return Face(combat, combat, move, antitank, morale=morale)


def _moving(row: Row, morale: int) -> Face:
    """8.37: strength in brackets, allowance, and the antitank value only Flak keeps (8.31#2)."""
    combat, antitank, move = (row.whole(f"{c}_moving", 0, 30) for c in ("combat", "antitank", "move"))
    return Face(combat, combat, move, antitank, morale=morale)
