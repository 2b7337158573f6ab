"""Small maps and positions for the kernel tests."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from countermarch.kernels import TAKES_HEXES, Buffer, Ints, Reach, Terrain

STEPS = (
    ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)),
    ((0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)),
)


def grid(columns: int, rows: int) -> list[int]:
    """Neighbours on a map of staggered columns."""

    def at(column: int, row: int) -> int:
        return column * rows + row if 0 <= column < columns and 0 <= row < rows else -1

    return [at(c + dc, r + dr) for c in range(columns) for r in range(rows) for dc, dr in STEPS[c % 2]]


def row(length: int) -> list[int]:
    """Neighbours in a single row: direction 0 goes on, direction 3 goes back."""
    return [n for h in range(length) for n in (h + 1 if h + 1 < length else -1, -1, -1, h - 1, -1, -1)]


@dataclass
class Position:
    """A map, what stands on it, and one unit about to move; the seven maps lie behind a few foreign ints."""

    nbr: Sequence[int]
    cost: Sequence[int]
    stop: Sequence[int] = ()
    zone: Mapping[int, int] = field(default_factory=dict)
    enemy: Mapping[int, int] = field(default_factory=dict)
    lone: Mapping[int, int] = field(default_factory=dict)
    own: Mapping[int, int] = field(default_factory=dict)
    hold: Mapping[int, int] = field(default_factory=dict)
    held: Sequence[int] = ()
    kept: Sequence[int] = ()
    crowd: Mapping[int, int] = field(default_factory=dict)
    crowd_in: int = 0
    shun: Mapping[int, int] = field(default_factory=dict)
    start: int = 0
    allowance: int = 8
    limit: int = 2
    zone_in: int = 0
    zone_out: int = 0
    flags: int = 0

    @property
    def size(self) -> int:
        return len(self.nbr) // 6

    def terrain(self) -> Terrain:
        return Terrain(self.nbr, self.cost, self.stop or [0] * len(self.nbr), self.held or None, self.kept or None)

    def price(self, side: int) -> int:
        """What a side costs where its hexes are held as they are; -1 where it is closed."""
        here = max(self.hold.get(side // 6, 0), bool(self.flags & TAKES_HEXES))
        level = min(here, self.hold.get(self.nbr[side], 0))
        return (self.cost, self.held or self.cost, self.kept or self.held or self.cost)[level][side]

    def buffer(self) -> Buffer:
        ints = array("i", [7, 7, 7])
        for layer in (self.zone, self.enemy, self.lone, self.own, self.hold, self.crowd, self.shun):
            ints.extend(layer.get(h, 0) for h in range(self.size))
        return Ints(ints)

    def arguments(self) -> tuple[Any, ...]:
        *offsets, held, crowd, shun = (3 + i * self.size for i in range(7))
        move = (self.start, self.allowance, self.limit, self.zone_in, self.zone_out, self.flags)
        return (self.terrain(), self.buffer(), *offsets, *move, held, crowd, self.crowd_in, shun)

    def reach(self, kernels: ModuleType) -> Reach:
        arguments = self.arguments()
        answer: Reach = kernels.reach(*arguments)
        assert kernels.can_move(*arguments) == bool(answer.hexes)
        return answer

    def ends(self, kernels: ModuleType) -> dict[int, int]:
        answer = self.reach(kernels)
        return dict(zip(answer.hexes, answer.costs, strict=True))
