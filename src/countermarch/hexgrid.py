"""Hex grids: printed numbers, neighbours, distance, straight lines, places on the plane.

Every map is a stack of *lines* (the columns of a flat-top grid, the rows of a point-up one)
of *positions*; the printed number names the line first. Every second line is shifted half a
hex along. Plane coordinates are those of the map as seen: x to the right, y downwards, one
unit from a hex to its neighbour. Directions 0..5 run clockwise from straight up, or from
upper right where no neighbour lies straight up.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from math import atan2, sqrt, tau
from typing import Literal

Point = tuple[float, float]
Heading = Literal["up", "down", "left", "right"]

_VECTORS: dict[str, Point] = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
_STEPS = ((0, 2), (1, 1), (1, -1), (0, -2), (-1, -1), (-1, 1))  # (lines, half positions)
_LINE_GAP = sqrt(3) / 2
_NUDGES = ((1e-6, 2e-6), (-1e-6, -2e-6))


class UnknownHex(ValueError):
    """A number that no hex of the map bears."""


@dataclass(frozen=True)
class HexGrid:
    """`lines` and `positions` are the first and last printed; `across` is where the line
    numbers grow to on the printed map, `along` where the positions do."""

    lines: tuple[int, int]
    positions: tuple[int, int]
    shifted: Literal["even", "odd"]
    across: Heading
    along: Heading
    separator: str = ""

    @cached_property
    def n(self) -> int:
        return (self.lines[1] - self.lines[0] + 1) * self._length

    @cached_property
    def _length(self) -> int:
        return self.positions[1] - self.positions[0] + 1

    @cached_property
    def numbers(self) -> list[str]:
        lines = range(self.lines[0], self.lines[1] + 1)
        places = range(self.positions[0], self.positions[1] + 1)
        return [f"{a:02}{self.separator}{b:02}" for a in lines for b in places]

    def number(self, i: int) -> str:
        return self.numbers[i]

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {number: i for i, number in enumerate(self.numbers)}

    def index(self, number: str) -> int:
        try:
            return self._indices[number]
        except KeyError:
            raise UnknownHex(
                f"no hex {number!r} on this map: numbers run from {self.numbers[0]} to"
                f" {self.numbers[-1]}, the last two digits from {self.positions[0]:02} to"
                f" {self.positions[1]:02}"
            ) from None

    # Doubled coordinates (line, half positions along it) make the stagger vanish.

    @cached_property
    def _odd_shift(self) -> bool:
        return self.shifted == "odd"

    def _shift(self, line: int) -> int:
        return int((line % 2 == 1) == self._odd_shift)

    @property
    def coordinates(self) -> list[tuple[int, int]]:
        """Hex by hex its doubled coordinates."""
        return self._doubled

    @cached_property
    def _doubled(self) -> list[tuple[int, int]]:
        return [self._double(*divmod(i, self._length)) for i in range(self.n)]

    def _double(self, line: int, position: int) -> tuple[int, int]:
        a, b = line + self.lines[0], position + self.positions[0]
        return a, 2 * b + self._shift(a)

    def _at(self, a: int, half: int) -> int:
        """The hex at doubled coordinates, -1 off the map."""
        b = (half - self._shift(a)) // 2
        on_map = self.lines[0] <= a <= self.lines[1] and self.positions[0] <= b <= self.positions[1]
        return (a - self.lines[0]) * self._length + b - self.positions[0] if on_map else -1

    # Neighbours

    def _plane(self, a: float, half: float) -> Point:
        (ax, ay), (bx, by) = _VECTORS[self.across], _VECTORS[self.along]
        return a * _LINE_GAP * ax + half / 2 * bx, a * _LINE_GAP * ay + half / 2 * by

    def _bearing(self, step: tuple[int, int]) -> float:
        x, y = self._plane(*step)
        return round(atan2(x, -y) % tau, 9)

    @cached_property
    def _steps(self) -> list[tuple[int, int]]:
        return sorted(_STEPS, key=self._bearing)

    @cached_property
    def neighbours(self) -> array[int]:
        """Flat, [hex * 6 + direction], -1 off the map."""
        return array("i", [self._at(a + da, h + dh) for a, h in self._doubled for da, dh in self._steps])

    def neighbour(self, i: int, direction: int) -> int:
        return self.neighbours[6 * i + direction]

    def around(self, i: int) -> list[int]:
        """The neighbours that are on the map, clockwise."""
        return [j for j in self.neighbours[6 * i : 6 * i + 6] if j >= 0]

    def direction(self, a: int, b: int) -> int | None:
        """The direction from a hex to its neighbour, None if they do not touch."""
        ring = self.neighbours[6 * a : 6 * a + 6]
        return ring.index(b) if b in ring and b >= 0 else None

    @staticmethod
    def opposite(direction: int) -> int:
        return (direction + 3) % 6

    # Distances and lines

    def distance(self, a: int, b: int) -> int:
        (line_a, half_a), (line_b, half_b) = self._doubled[a], self._doubled[b]
        lines, halves = abs(line_a - line_b), abs(half_a - half_b)
        return lines + max(0, halves - lines) // 2

    @cached_property
    def _discs(self) -> dict[tuple[int, int], tuple[int, ...]]:
        return {}

    def within(self, i: int, radius: int) -> tuple[int, ...]:
        """All hexes at most so far away, the hex itself included, in number order."""
        found = self._discs.get((i, radius))
        if found is None:
            found = self._discs[i, radius] = tuple(self._disc(i, radius))
        return found

    @cached_property
    def _rings(self) -> dict[tuple[int, int], tuple[int, ...]]:
        return {}

    def ring(self, i: int, radius: int) -> tuple[int, ...]:
        """The hexes exactly so far away, in number order."""
        found = self._rings.get((i, radius))
        if found is None:
            disc = self.within(i, radius)
            found = self._rings[i, radius] = tuple(j for j in disc if self.distance(i, j) == radius)
        return found

    def _disc(self, i: int, radius: int) -> list[int]:
        a, h = self._doubled[i]
        found = []
        for da in range(-radius, radius + 1):
            reach = 2 * radius - abs(da)
            found += [self._at(a + da, h + dh) for dh in range(-reach, reach + 1, 2)]
        return [j for j in found if j >= 0]

    def line(self, a: int, b: int) -> list[int]:
        """The straight line from centre to centre, both ends included. Where it runs along a
        hexside the same one of the two hexes is taken in both senses, if it is on the map."""
        steps = self.distance(a, b)
        return [self._on_line(a, b, k, steps) for k in range(steps + 1)] if steps else [a]

    def _on_line(self, a: int, b: int, k: int, steps: int) -> int:
        (la, ha), (lb, hb) = self._doubled[a], self._doubled[b]
        line, half = la + (lb - la) * k / steps, ha + (hb - ha) * k / steps
        candidates = (self._nearest(line + dl, half + dh) for dl, dh in _NUDGES)
        return next(j for j in candidates if j >= 0)

    def _nearest(self, line: float, half: float) -> int:
        odd = 0 if self._odd_shift else 1
        q, r = line, (half - line - odd) / 2
        s = -q - r
        rq, rr, rs = round(q), round(r), round(s)
        dq, dr, ds = abs(rq - q), abs(rr - r), abs(rs - s)
        if dq > dr and dq > ds:
            rq = -rr - rs
        elif dr > ds:
            rr = -rq - rs
        return self._at(rq, 2 * rr + rq + odd)

    # The plane

    @cached_property
    def _centres(self) -> list[Point]:
        points = [self._plane(a, h) for a, h in self._doubled]
        left, top = min(x for x, _ in points), min(y for _, y in points)
        return [(x - left, y - top) for x, y in points]

    def centre(self, i: int) -> Point:
        """Where the hex lies; the leftmost and topmost centres have x and y 0."""
        return self._centres[i]

    @cached_property
    def _corner_offsets(self) -> list[Point]:
        vectors = [self._plane(*step) for step in self._steps]
        pairs = zip(vectors[-1:] + vectors[:-1], vectors, strict=True)
        return [((x1 + x2) / 3, (y1 + y2) / 3) for (x1, y1), (x2, y2) in pairs]

    def corners(self, i: int) -> list[Point]:
        """Six corners clockwise; the side in direction d runs from corner d to corner d + 1."""
        x, y = self._centres[i]
        return [(x + dx, y + dy) for dx, dy in self._corner_offsets]
