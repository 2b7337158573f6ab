"""The real coast, lakes and rivers in the plane of a board, for drawing."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Any

from countermarch.atlas.georeference import Georeference
from countermarch.atlas.svg import WAYS
from countermarch.board import Board
from countermarch.hexgrid import Point

Ring = list[Point]
_MARGIN = 1.5  # hexes beyond the outermost centres
_TOLERANCE = 0.025  # how far a simplified line may leave the true one, in hexes
_SMALLEST_LAKE, _SMALLEST_ISLAND = 0.03, 0.004  # square hexes
_INNER, _FINE = 0.47, 12  # how far from the middle of its hex a way may run, in hexes; steps in which land is sought
_BANK = 0.08  # hexes a way keeps from the water where it can


class OutlineError(ValueError):
    """Geographic data that cannot be used."""


@dataclass(frozen=True)
class Outlines:
    north: Point
    hex_km: float
    sea: list[Ring]
    lakes: list[Ring]
    rivers: list[Ring]
    labels: list[tuple[str, str, float, float]]  # kind, name, x, y
    anchors: list[tuple[str, float, float]]  # hex, x, y: where roads and railways run if its middle is wet


def load(folder: Traversable) -> Outlines | None:
    """The outlines that belong to the map of a folder, None if it has none."""
    file = folder.joinpath("outlines.json")
    return Outlines(**json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else None


def trace(board: Board, folder: Path) -> str:
    """The outlines of a board as JSON, one feature a line."""
    earth, box = Georeference(board), _box(board)
    water = _beyond(_features(folder / "water.geojson"))
    found = [_rings(f, earth, box) for f in water if f["properties"]["kind"] == "lake"]
    sea = [ring for f in water if f["properties"]["kind"] == "sea" for ring in _rings(f, earth, box)]
    lakes = [ring for rings in found for ring in rings if abs(_area(ring)) >= _SMALLEST_LAKE]
    return _json(
        north=[round(earth.north.real, 4), round(earth.north.imag, 4)],
        hex_km=round(earth.hex_km, 2),
        sea=sea,
        lakes=lakes,
        rivers=list(_rivers(folder / "rivers.geojson", earth, box)),
        labels=_labels(board, earth),
        anchors=anchors(board, [*sea, *lakes]),
    )


def _json(**parts: Any) -> str:
    def block(value: Any) -> str:
        if isinstance(value, list) and value and isinstance(value[0], list):
            return "[\n" + ",\n".join(json.dumps(v, ensure_ascii=False) for v in value) + "\n]"
        return json.dumps(value)

    return "{\n" + ",\n".join(f'"{key}": {block(value)}' for key, value in parts.items()) + "\n}\n"


def _features(file: Path) -> list[dict[str, Any]]:
    if not file.is_file():
        raise OutlineError(f"no file {file}: the folder must hold water.geojson and rivers.geojson")
    features: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))["features"]
    return features


def _beyond(features: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The sea goes on where the data were cut off: points on their edge are moved outwards."""
    points = [p for f in features for ring in f["geometry"]["coordinates"] for p in ring]
    limits = [(min(axis), max(axis)) for axis in zip(*points, strict=True)]

    def moved(value: float, limit: tuple[float, float]) -> float:
        return value - (value == limit[0]) + (value == limit[1])

    for feature in features:
        if feature["properties"]["kind"] == "sea":
            rings = feature["geometry"]["coordinates"]
            feature["geometry"]["coordinates"] = [
                [[moved(v, limit) for v, limit in zip(p, limits, strict=True)] for p in ring] for ring in rings
            ]
    return features


def _labels(board: Board, earth: Georeference) -> list[list[Any]]:
    file = board.folder.joinpath("sources", "waters.csv")
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines())) if file.is_file() else []
    places = _plane(earth, [(float(row["lon"]), float(row["lat"])) for row in rows])
    return [[row["kind"], row["name"], *place] for row, place in zip(rows, places, strict=True)]


def _rings(feature: dict[str, Any], earth: Georeference, box: Box) -> list[Ring]:
    rings = (_clip_ring(_plane(earth, ring), box) for ring in feature["geometry"]["coordinates"])
    return [_rounded(_simplify_ring(ring)) for ring in rings if abs(_area(ring)) >= _SMALLEST_ISLAND]


def _rivers(file: Path, earth: Georeference, box: Box) -> Iterator[Ring]:
    for feature in _features(file):
        for piece in _clip_line(_plane(earth, feature["geometry"]["coordinates"]), box):
            yield _rounded(_simplify(piece))


def _plane(earth: Georeference, points: list[tuple[float, float]]) -> Ring:
    return _rounded([(z.real, z.imag) for z in earth.plane(points)]) if points else []


def _rounded(points: Ring) -> Ring:
    return [(round(float(x), 3), round(float(y), 3)) for x, y in points]


# Clipping to the map


@dataclass(frozen=True)
class Box:
    left: float
    top: float
    right: float
    bottom: float

    def holds(self, point: Point) -> bool:
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom


def _box(board: Board) -> Box:
    xs, ys = zip(*(board.grid.centre(i) for i in range(board.n)), strict=True)
    return Box(min(xs) - _MARGIN, min(ys) - _MARGIN, max(xs) + _MARGIN, max(ys) + _MARGIN)


def _clip_ring(ring: Ring, box: Box) -> Ring:
    """The part of a polygon inside the box, cut edge by edge."""
    for axis, limit, sign in ((0, box.left, 1), (0, box.right, -1), (1, box.top, 1), (1, box.bottom, -1)):
        ring = _cut(ring, axis, limit, sign)
    return ring


def _cut(ring: Ring, axis: int, limit: float, sign: int) -> Ring:
    kept: Ring = []
    for p, q in zip(ring[-1:] + ring[:-1], ring, strict=True):
        before, after = sign * (p[axis] - limit) >= 0, sign * (q[axis] - limit) >= 0
        if before != after:
            kept.append(_crossing(p, q, axis, limit))
        if after:
            kept.append(q)
    return kept


def _crossing(p: Point, q: Point, axis: int, limit: float) -> Point:
    t = (limit - p[axis]) / (q[axis] - p[axis])
    return p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])


def _clip_line(line: Ring, box: Box) -> Iterator[Ring]:
    """The runs of a line that are inside; the ends may overshoot the box by one point."""
    run: Ring = []
    for p, q in pairwise(line):
        if box.holds(p) or box.holds(q):
            run = [*run, q] if run else [p, q]
        elif run:
            yield run
            run = []
    if run:
        yield run


# Simplifying


def _area(ring: Ring) -> float:
    return sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(ring, ring[1:] + ring[:1], strict=True)) / 2


def _simplify_ring(ring: Ring) -> Ring:
    """A ring has no ends to hold on to: it is halved at the point farthest from its first."""
    far = max(range(len(ring)), key=lambda k: hypot(ring[k][0] - ring[0][0], ring[k][1] - ring[0][1]))
    return _simplify(ring[: far + 1])[:-1] + _simplify([*ring[far:], ring[0]])[:-1]


def _simplify(line: Ring) -> Ring:
    """Drop the points that lie within the tolerance of the line without them."""
    if len(line) < 3:
        return line
    distances = [_distance(p, line[0], line[-1]) for p in line[1:-1]]
    worst = max(distances)
    if worst <= _TOLERANCE:
        return [line[0], line[-1]]
    k = distances.index(worst) + 1
    return _simplify(line[: k + 1])[:-1] + _simplify(line[k:])


def _distance(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = dx * dx + dy * dy
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / length if length else 0
    t = min(1, max(0, t))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


# Where ways keep their feet dry


def anchors(board: Board, shores: list[Ring]) -> list[list[Any]]:
    """Points on land for the roads and railways of hexes whose middle the real water covers."""
    return [
        [board.grid.number(i), *dry]
        for i in range(board.n)
        if _has_way(board, i) and not board.settlement(i) and is_wet(board.grid.centre(i), shores)
        if (dry := _dry_point(board, i, shores))
    ]


def _has_way(board: Board, i: int) -> bool:
    return any(any(board.side_layers[way].codes[6 * i : 6 * i + 6]) for way in WAYS if way in board.side_layers)


def is_wet(point: Point, shores: list[Ring]) -> bool:
    """Whether a point lies in the water; an island is a ring in a ring."""
    return sum(_holds(ring, point) for ring in shores) % 2 == 1


def _holds(ring: Ring, point: Point) -> bool:
    x, y = point
    above = [(p, q) for p, q in zip(ring[-1:] + ring[:-1], ring, strict=True) if (p[1] > y) != (q[1] > y)]
    return sum(x < _crossing(p, q, 1, y)[0] for p, q in above) % 2 == 1


def _dry_point(board: Board, i: int, shores: list[Ring]) -> Point | None:
    """The middle of the land nearest to the middle of the hex: land all around it counts more than a short way."""
    x, y = board.grid.centre(i)
    steps = [k / _FINE for k in range(-_FINE, _FINE + 1)]
    inner = [(x + dx * _INNER, y + dy * _INNER) for dx in steps for dy in steps if hypot(dx, dy) <= 1]
    dry = [p for p in inner if not is_wet(p, shores)]
    if not dry:
        return None
    best = min(dry, key=lambda p: hypot(p[0] - x, p[1] - y) + _BANK * _wetness(p, shores))
    return round(best[0], 3), round(best[1], 3)


def _wetness(point: Point, shores: list[Ring]) -> float:
    """How much of the ground close by is water."""
    around = [(point[0] + dx, point[1] + dy) for dx in (-_BANK, 0, _BANK) for dy in (-_BANK, 0, _BANK)]
    return sum(is_wet(p, shores) for p in around)
