"""The drawn map: a board, and counters on it, as one SVG document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from countermarch.atlas import labels, levels, lines, outlines, places, terrain
from countermarch.atlas.counters import Counter, boxes, definitions, draw_counters
from countermarch.atlas.legend import HEIGHT, draw_legend
from countermarch.atlas.svg import MARGIN, Sheet, group, tag
from countermarch.board import Board

__all__ = ["Counter", "draw_counters_alone", "draw_map"]

PAPER = "#ece3cb"
KEPT = 8  # boards


@dataclass(frozen=True)
class Page:
    """A board without names and counters, which is the same in every position."""

    sheet: Sheet
    shapes: outlines.Outlines | None
    drawn: str


_PAGES: list[Page] = []  # the latest first


def draw_map(board: Board, counters: Sequence[Counter] = (), *, title: str | None = None, legend: bool = True) -> str:
    """Counters of one hex are stacked in the order given, the last on top."""
    page = _page(board)
    sheet, shapes = page.sheet, page.shapes
    parts = [
        tag("defs", _clip(sheet) + definitions(counters)),
        page.drawn,
        labels.draw_names(labels.names(sheet, shapes, boxes(sheet, counters))),
        draw_counters(sheet, counters),
    ]
    if legend:
        parts.append(draw_legend(sheet, shapes, title or board.title))
    return _document(sheet, parts, legend, title or board.title)


def draw_counters_alone(board: Board, counters: Sequence[Counter]) -> str:
    """Counters on nothing, to be laid over the same map without them."""
    sheet = Sheet(board)
    return _document(sheet, [tag("defs", definitions(counters)), draw_counters(sheet, counters)], False, board.title)


def _page(board: Board) -> Page:
    found = next((page for page in _PAGES if page.sheet.board is board), None)
    if found is None:
        found = _printed(board)
        _PAGES.insert(0, found)
        del _PAGES[KEPT:]
    return found


def _printed(board: Board) -> Page:
    shapes = outlines.load(board.folder)
    sheet = Sheet(board, shapes.anchors if shapes else ())
    drawn = [
        tag("rect", width="100%", height="100%", fill=PAPER),
        group(_ground(sheet, shapes), clip_path="url(#map)"),
        _border(sheet),
        places.marks(sheet),
    ]
    return Page(sheet, shapes, "\n".join(drawn))


def _ground(sheet: Sheet, shapes: outlines.Outlines | None) -> list[str]:
    drawing = sheet.board.description.get("drawing", {})
    return [
        levels.heights(sheet),
        terrain.fields(sheet),
        terrain.other_ground(sheet),
        terrain.marshes(sheet),
        terrain.hills(sheet),
        terrain.woods(sheet),
        terrain.water(sheet, shapes),
        terrain.out_of_play(sheet, drawing.get("out_of_play")),
        terrain.grid(sheet),
        levels.slopes(sheet),
        lines.rivers(sheet),
        places.objectives(sheet, drawing.get("objective")),
        lines.ways(sheet),
        lines.bridges(sheet),
        lines.forts(sheet),
        terrain.frontier(sheet, drawing.get("frontier")),
        places.draw_places(sheet),
    ]


def _clip(sheet: Sheet) -> str:
    return tag("clipPath", tag("rect", **_frame(sheet)), id="map")


def _frame(sheet: Sheet) -> dict[str, float]:
    return {"x": MARGIN, "y": MARGIN, "width": sheet.width, "height": sheet.height}


def _border(sheet: Sheet) -> str:
    inner = tag("rect", **_frame(sheet), fill="none", stroke="#26221a", stroke_width=1.6)
    x, y = MARGIN - 5, MARGIN - 5
    outer = tag(
        "rect",
        x=x,
        y=y,
        width=sheet.width + 10,
        height=sheet.height + 10,
        fill="none",
        stroke="#26221a",
        stroke_width=0.8,
    )
    return inner + outer


def _document(sheet: Sheet, parts: list[str], legend: bool, title: str) -> str:
    width, height = sheet.width + 2 * MARGIN, sheet.height + 2 * MARGIN + (HEIGHT if legend else 0)
    return tag(
        "svg",
        "\n".join([tag("title", escape(title)), *parts]),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width:.0f} {height:.0f}",
        width=round(width),
        height=round(height),
    )
