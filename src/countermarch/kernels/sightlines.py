"""Straight lines between hex centres, exactly, and the ground they run over.

A hex is known by its doubled coordinates: its line, and half positions along it. In the plane X = 3 * line,
Y = half positions a hexagon is |dy| <= 1, |dx + dy| <= 2, |dx - dy| <= 2 around its centre: an affine image
keeps lines straight, so whole numbers suffice. What a line meets depends only on how far its ends lie apart,
and is worked out once for every such displacement.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import product

from countermarch.kernels.data import Ints

Offset = tuple[int, int]  # lines, half positions

CREST = 1  # bare ground as high as the upper end hides what lies below it
SHADOW = 2  # what stands between the levels of both ends hides the ground close behind it

SEEN, BEYOND = -1, -2
HEAD = 6  # size, and where the parts of a ground begin
SIZE, CELLS, LEVELS, TOPS, RAYS, MARKS = range(HEAD)
RAY = 4  # cell offset, distance, first mark, how many marks
MARK = 4  # cell offset, cell offset beside it or 0, where on the line as a fraction


@dataclass(frozen=True, slots=True)
class Crossing:
    """A hex that a line runs through, or two that it runs between, and how far along their middle lies."""

    at: Offset
    beside: Offset | None
    where: Fraction


@cache
def crossings(end: Offset) -> tuple[Crossing, ...]:
    """What the line from the origin to a displacement meets between its ends; points of contact do not count."""
    between: dict[Fraction, list[Offset]] = defaultdict(list)
    found = []
    for at in _near(end):
        middle, along = _stretch(at, end)
        if middle is not None and along:
            between[middle].append(at)
        elif middle is not None:
            found.append(Crossing(at, None, middle))
    found += [Crossing(first, second, middle) for middle, (first, second) in between.items()]
    return tuple(sorted(found, key=lambda crossing: crossing.where))


def _near(end: Offset) -> list[Offset]:
    """The hexes that a line can touch: no farther aside than a hexagon reaches, measured across the line."""
    da, dh = end
    aside = max(2 * abs(dh), abs(dh) + 3 * abs(da))
    lines, halves = range(min(0, da), max(0, da) + 1), range(min(0, dh) - 1, max(0, dh) + 2)
    near = [(a, h) for a, h in product(lines, halves) if (a + h) % 2 == 0 and 3 * abs(a * dh - h * da) <= aside]
    return [at for at in near if at not in ((0, 0), end)]


def _stretch(at: Offset, end: Offset) -> tuple[Fraction | None, bool]:
    """The middle of the part of a line that lies in a hex, and whether it runs along the hex's side."""
    (a, h), (da, dh) = at, end
    scale, along = 1, False
    slabs = ((-h, dh, 1), (-3 * a - h, 3 * da + dh, 2), (h - 3 * a, 3 * da - dh, 2))
    for _, slope, _ in slabs:
        scale *= abs(slope) or 1
    low, high = 0, scale
    for start, slope, width in slabs:
        if slope:
            bounds = (-width - start) * scale // slope, (width - start) * scale // slope
            low, high = max(low, min(bounds)), min(high, max(bounds))
        elif abs(start) > width:
            return None, False
        else:
            along = along or abs(start) == width
    return (Fraction(low + high, 2 * scale) if high > low else None), along


class Heights(Ints):
    """Heights for lines of sight up to `radius` hexes long.

    `coordinates` are doubled, one pair a hex; `levels` the ground, `tops` what stands on it included. Hexes lie
    in cells with a margin of nothing around them, so that a displacement is one step from cell to cell.
    """

    def __init__(
        self, coordinates: Sequence[Offset], levels: Sequence[int], tops: Sequence[int], radius: int
    ) -> None:  # fmt: skip
        self.size, self.radius = len(coordinates), radius
        self.levels, self.tops = list(levels), list(tops)
        self.spread = max(levels) - min(levels)
        left, top = min(a for a, _ in coordinates), min(h for _, h in coordinates)
        height = max(h for _, h in coordinates) - top + 1
        self._width = height + 4 * radius
        self.at = [(a - left + radius) * self._width + h - top + 2 * radius for a, h in coordinates]
        self.cells = [-1] * (max(self.at) + 1 + (radius + 1) * self._width)
        for hex, cell in enumerate(self.at):
            self.cells[cell] = hex
        self.rays = self._rays()
        super().__init__(self._flat())

    def _rays(self) -> list[tuple[int, int, list[tuple[int, int, int, int]]]]:
        """Each displacement: its step, its distance, and the marks along its line."""
        found = [(self._step(end), _distance(end), self._marks(end)) for end in _disc(self.radius)]
        return sorted(found, key=lambda ray: (ray[1], ray[0]))

    def _marks(self, end: Offset) -> list[tuple[int, int, int, int]]:
        return [
            (self._step(c.at), self._step(c.beside) if c.beside else 0, c.where.numerator, c.where.denominator)
            for c in crossings(end)
        ]

    def _step(self, offset: Offset) -> int:
        return offset[0] * self._width + offset[1]

    def _flat(self) -> array[int]:
        """Everything in one array for the compiled kernel: a head of offsets, then part after part."""
        rays, marks = array("i"), array("i")
        for step, distance, met in self.rays:
            rays.extend((step, distance, len(marks) // MARK, len(met)))
            for mark in met:
                marks.extend(mark)
        parts = [self.at, self.cells, self.levels, self.tops, rays, marks]
        starts = [HEAD]
        for part in parts:
            starts.append(starts[-1] + len(part))
        flat = array("i", [self.size, *starts[1:6]])
        for part in parts:
            flat.extend(part)
        return flat


def _disc(radius: int) -> list[Offset]:
    box = product(range(-radius, radius + 1), range(-2 * radius, 2 * radius + 1))
    return [(a, h) for a, h in box if (a + h) % 2 == 0 and 0 < _distance((a, h)) <= radius]


def _distance(end: Offset) -> int:
    lines, halves = abs(end[0]), abs(end[1])
    return lines + max(0, halves - lines) // 2


@dataclass
class Sight:
    """Hex by hex: `blocker` is SEEN, BEYOND (out of range), or the nearest hex that hides it; `beside` is the
    other one where the line runs between two, else -1."""

    blocker: array[int]
    beside: array[int]

    @cached_property
    def hexes(self) -> list[int]:
        """The hexes seen, ascending."""
        return [hex for hex, blocker in enumerate(self.blocker) if blocker == SEEN]


def check_sight(ground: Heights, spotter: int, reach: int, gain: int) -> None:
    if not 0 <= spotter < ground.size:
        raise IndexError(f"hex {spotter} is not on the map: its {ground.size} hexes are numbered from 0")
    if reach < 0 or gain < 0:
        raise ValueError(f"reach {reach} and gain {gain} must not be negative")
    if reach + gain * ground.spread > ground.radius:
        farthest = reach + gain * ground.spread
        raise ValueError(f"lines of {farthest} hexes over ground laid out for {ground.radius}: give it a larger radius")
