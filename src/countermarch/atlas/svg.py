"""Small helpers to write SVG, and the sheet that turns plane coordinates into pixels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise
from math import hypot

from countermarch.board import Board
from countermarch.hexgrid import Point

SERIF = "'EB Garamond','EBGaramond','Palatino Linotype',Georgia,serif"
SANS = "Carlito,Lato,'Source Sans 3',Calibri,sans-serif"

UNIT = 80.0  # pixels from a hex to its neighbour
MARGIN = 78.0
WAYS = ("road", "autobahn", "track", "rail")  # in the order in which they lie side by side


class Sheet:
    """The page: the map in its frame, a margin around it."""

    def __init__(self, board: Board, anchors: Iterable[tuple[str, float, float]] = ()) -> None:
        """Roads and railways run through the middle of a hex, or through its anchor if it has one."""
        self.board = board
        self._anchors = {board.grid.index(number): (x, y) for number, x, y in anchors}
        corners = [point for i in range(board.n) for point in board.grid.corners(i)]
        self._left, self._top = min(x for x, _ in corners), min(y for _, y in corners)
        self.width = (max(x for x, _ in corners) - self._left) * UNIT
        self.height = (max(y for _, y in corners) - self._top) * UNIT

    def xy(self, point: Point) -> Point:
        return (point[0] - self._left) * UNIT + MARGIN, (point[1] - self._top) * UNIT + MARGIN

    def centre(self, i: int) -> Point:
        return self.xy(self.board.grid.centre(i))

    def way(self, i: int) -> Point:
        """Where roads and railways run through a hex."""
        return self.xy(self._anchors.get(i) or self.board.grid.centre(i))

    def outward(self, i: int) -> Point:
        """From a hex at the map edge straight out of the map; (0, 0) from any other."""
        x, y = self.centre(i)
        corners, dx, dy = self.corners(i), 0.0, 0.0
        for d in range(6):
            if self.board.grid.neighbour(i, d) < 0:
                mx, my = middle(corners[d], corners[(d + 1) % 6])
                dx, dy = dx + mx - x, dy + my - y
        if abs(dx) < 1 and abs(dy) < 1:
            return 0.0, 0.0
        return (dx / abs(dx), 0.0) if abs(dx) > abs(dy) else (0.0, dy / abs(dy))

    def corners(self, i: int) -> list[Point]:
        return [self.xy(point) for point in self.board.grid.corners(i)]


def tag(name: str, content: str | None = None, /, **attributes: object) -> str:
    """An element; an underscore in an attribute's name stands for a hyphen, None leaves it out."""
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{number(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{written}/>" if content is None else f"<{name}{written}>{content}</{name}>"


def number(value: object) -> str:
    """Pixels to a tenth are fine enough and keep the file small."""
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else escape(str(value))


def group(parts: Iterable[str], **attributes: object) -> str:
    return tag("g", "\n".join(parts), **attributes)


def text(content: str, at: Point, **attributes: object) -> str:
    return tag("text", escape(content), x=round(at[0], 1), y=round(at[1], 1), **attributes)


def pair(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"


def polygon(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(pair, points)) + "Z"


def polyline(points: Sequence[Point]) -> str:
    return "M" + "L".join(map(pair, points))


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def curve(points: Sequence[Point]) -> str:
    """A line through the middles of its legs, rounded at every joint."""
    if len(points) < 3:
        return polyline(points)
    bends = [f"Q{pair(p)} {pair(middle(p, q))}" for p, q in pairwise(points[1:])]
    return f"M{pair(points[0])}L{pair(middle(points[0], points[1]))}{''.join(bends)}L{pair(points[-1])}"


def blob(points: Sequence[Point], reach: float = 24) -> str:
    """A closed outline, each corner rounded over at most so many pixels."""
    behind, ahead = [points[-1], *points[:-1]], [*points[1:], points[0]]
    bends = [
        f"{pair(_towards(p, o, reach))}Q{pair(p)} {pair(_towards(p, q, reach))}"
        for o, p, q in zip(behind, points, ahead, strict=True)
    ]
    return f"M{'L'.join(bends)}Z"


def _towards(a: Point, b: Point, reach: float) -> Point:
    """From a towards b, at most half the way."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    t = min(0.5, reach / length) if length else 0
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
