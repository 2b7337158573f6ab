"""Several pictures of one map on one page: the ground is drawn once, each picture shows a part of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot

from countermarch.atlas import outlines
from countermarch.atlas.counters import Counter, definitions, draw_counters
from countermarch.atlas.draw import draw_map
from countermarch.atlas.svg import MARGIN, UNIT, Sheet, pair, tag
from countermarch.board import Board
from countermarch.hexgrid import Point

GROUND = "ground"  # the id every picture refers to
RATIO = 1.6
LEAST = 6.0  # hexes side by side
AROUND = 1.6  # hexes beyond what is shown
HEAD = 22.0  # pixels of an arrow's head
WHITE = {"stroke": "#fffdf6", "fill": "none", "stroke_linecap": "round"}


@dataclass(frozen=True, slots=True)
class Arrow:
    start: str
    end: str
    colour: str
    dashed: bool = False


class Excerpts:
    """A board to cut pictures from."""

    def __init__(self, board: Board) -> None:
        self.board = board
        shapes = outlines.load(board.folder)
        self.sheet = Sheet(board, shapes.anchors if shapes else ())

    def ground(self, counters: Iterable[Counter]) -> str:
        """What all pictures are cut from, with the symbols of all their counters; it takes no room itself."""
        drawn = draw_map(self.board, legend=False).replace("<svg", f'<svg id="{GROUND}"', 1)
        symbols = tag("svg", tag("defs", definitions(counters)), width=0, height=0)
        return (
            f'<div aria-hidden="true" style="position:absolute;width:0;height:0;overflow:hidden">{symbols}{drawn}</div>'
        )

    def picture(
        self,
        counters: Sequence[Counter],
        hexes: Sequence[str],
        arrows: Sequence[Arrow],
        rings: Sequence[str],
        title: str,
    ) -> str:
        """The surroundings of some hexes."""
        left, top, wide, high = self._frame(hexes)
        near = [counter for counter in counters if self._within(counter.hex, left, top, wide, high)]
        parts = [
            tag("title", title),
            tag("use", href=f"#{GROUND}"),
            draw_counters(self.sheet, near),
            *(self._arrow(arrow) for arrow in arrows),
            *(self._ring(hex) for hex in rings),
        ]
        return tag("svg", "".join(parts), viewBox=f"{left:.0f} {top:.0f} {wide:.0f} {high:.0f}", role="img")

    def _at(self, hex: str) -> Point:
        return self.sheet.centre(self.board.grid.index(hex))

    def _frame(self, hexes: Sequence[str]) -> tuple[float, float, float, float]:
        """All of them with some map around, and no more than there is of it."""
        xs, ys = zip(*map(self._at, hexes), strict=True)
        wide = max(max(xs) - min(xs) + 2 * AROUND * UNIT, (max(ys) - min(ys) + 2 * AROUND * UNIT) * RATIO, LEAST * UNIT)
        wide = min(wide, self.sheet.width + 2 * MARGIN)
        high = min(wide / RATIO, self.sheet.height + 2 * MARGIN)
        left = _kept((min(xs) + max(xs) - wide) / 2, self.sheet.width + 2 * MARGIN - wide)
        return left, _kept((min(ys) + max(ys) - high) / 2, self.sheet.height + 2 * MARGIN - high), wide, high

    def _within(self, hex: int, left: float, top: float, wide: float, high: float) -> bool:
        x, y = self.sheet.centre(hex)
        return left - UNIT < x < left + wide + UNIT and top - UNIT < y < top + high + UNIT

    def _arrow(self, arrow: Arrow) -> str:
        (x, y), (to_x, to_y) = self._at(arrow.start), self._at(arrow.end)
        length = hypot(to_x - x, to_y - y) or 1.0
        dx, dy = (to_x - x) / length, (to_y - y) / length
        neck = to_x - dx * HEAD, to_y - dy * HEAD
        shaft = f"M{pair((x, y))}L{pair(neck)}"
        wings = [(neck[0] - dy * HEAD / 2, neck[1] + dx * HEAD / 2), (neck[0] + dy * HEAD / 2, neck[1] - dx * HEAD / 2)]
        head = f"M{pair((to_x, to_y))}L{pair(wings[0])}L{pair(wings[1])}Z"
        return (
            tag("path", d=shaft, **WHITE, stroke_width=11)
            + tag(
                "path", d=shaft, fill="none", stroke=arrow.colour, stroke_width=6,
                stroke_dasharray="10 9" if arrow.dashed else None,
            )
            + tag("path", d=head, fill=arrow.colour, stroke="#fffdf6", stroke_width=2)
        )  # fmt: skip

    def _ring(self, hex: str) -> str:
        x, y = self._at(hex)
        around = {"cx": x, "cy": y, "r": UNIT * 0.46}
        return tag("circle", **around, **WHITE, stroke_width=8) + tag(
            "circle", **around, fill="none", stroke="#b02a10", stroke_width=4.5
        )


def _kept(at: float, most: float) -> float:
    return min(max(at, 0.0), max(most, 0.0))
