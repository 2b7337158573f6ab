"""Under the map: title, legend, scale bar, north arrow, credits."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, degrees
from typing import Any

from countermarch.atlas import levels, lines, places, terrain
from countermarch.atlas.outlines import Outlines
from countermarch.atlas.svg import MARGIN, SANS, SERIF, UNIT, WAYS, Sheet, group, polygon, polyline, tag, text
from countermarch.board import Board
from countermarch.hexgrid import Point

HEIGHT = 330.0
_TITLE_WIDTH, _ROW, _ROWS = 640.0, 46.0, 5
_COLUMN = 190.0  # the least an entry needs
_LETTER, _LETTERS = 74, 1.5  # of the title: the largest, and how high for its width
_INK = "#26221a"
_GROUND = {"forest": terrain.FOREST, "rough": terrain.HILLS["rough"][0], "mountain": terrain.HILLS["mountain"][0]}
_GROUND |= {"marsh": terrain.MARSH, "sea": terrain.WATER}
_WORDS = {
    "minor": "minor river",
    "major": "major river",
    "rail": "railway",
    "autobahn": "Autobahn",
    "festung": "Festung",
    "defensive": "defensive line",
    "big_city": "big city",
}


def draw_legend(sheet: Sheet, outlines: Outlines | None, title: str) -> str:
    top = 2 * MARGIN + sheet.height - 8
    return group(
        [
            tag(
                "path",
                d=f"M{MARGIN},{top}H{MARGIN + sheet.width}",
                stroke=_INK,
                stroke_width=1.2,
                opacity=0.6,
            ),
            *_heading(sheet, outlines, title, top),
            *_entries(sheet, top + 40),
        ]
    )


def _heading(sheet: Sheet, outlines: Outlines | None, title: str, top: float) -> Iterator[str]:
    name, _, line = title.partition(": ")
    room = max(sheet.width - _COLUMN, _COLUMN)
    yield text(
        name,
        (MARGIN, top + 82),
        font_family=SERIF,
        font_size=min(_LETTER, round(_LETTERS * room / len(name))),
        font_weight=600,
        fill=_INK,
        letter_spacing=2,
    )
    yield text(line, (MARGIN + 4, top + 126), font_family=SERIF, font_size=34, font_style="italic", fill=_INK)
    credit = sheet.board.description.get("credits", "")
    yield text(credit, (MARGIN + 4, top + 262), font_family=SANS, font_size=13, fill=_INK, opacity=0.75)
    if outlines:
        yield _scale(outlines.hex_km, (MARGIN + 4, top + 190))
        yield _north(outlines.north, (MARGIN + 530, top + 178))


def _scale(hex_km: float, at: Point) -> str:
    """A bar of four lengths: of 10 kilometres, or of 5 or 1 where hexes are small."""
    x, y = at
    km = 10 if hex_km > 5 else 5 if hex_km > 2 else 1
    length = km / hex_km * UNIT
    blocks = [
        tag(
            "rect",
            x=x + k * length,
            y=y,
            width=length,
            height=9,
            fill=_INK if k % 2 == 0 else "#f7f2e1",
            stroke=_INK,
        )
        for k in range(4)
    ]
    figures = [text(str(km * k), (x + k * length, y - 7), text_anchor="middle") for k in range(5)]
    unit = text("km", (x + 4 * length + 26, y - 7), text_anchor="middle")
    return group([*blocks, *figures, unit], font_family=SANS, font_size=15, fill=_INK)


def _north(north: Point, at: Point) -> str:
    angle = degrees(atan2(north[0], -north[1]))
    arrow = tag("path", d="M0,-52L13,26L0,14Z", fill=_INK) + tag(
        "path", d="M0,-52L-13,26L0,14Z", fill="#f7f2e1", stroke=_INK, stroke_width=1.2
    )
    letter = text("N", (0, -60), font_family=SERIF, font_size=30, font_weight=600, text_anchor="middle", fill=_INK)
    return group([arrow, letter], transform=f"translate({at[0]:.1f},{at[1]:.1f}) rotate({angle:.1f})")


# Entries: a sample of each thing with its name


def _entries(sheet: Sheet, top: float) -> Iterator[str]:
    samples = list(_samples(sheet.board))
    columns = max(1, min(-(-len(samples) // _ROWS), int((sheet.width - _TITLE_WIDTH) / _COLUMN)))
    rows = max(_ROWS, -(-len(samples) // columns))
    width, height = max(sheet.width - _TITLE_WIDTH, _COLUMN) / columns, min(_ROW, (HEIGHT - 50) / rows)
    left = MARGIN + sheet.width - width * columns
    for k, (drawn, words) in enumerate(samples):
        x, y = left + k // rows * width, top + k % rows * height
        shifted = group([drawn], transform=f"translate({x:.1f},{y:.1f})")
        yield shifted + text(words, (x + 76, y + 7), font_family=SERIF, font_size=22, fill=_INK)


def _samples(board: Board) -> Iterator[tuple[str, str]]:
    """Only what the map knows, each drawn around (30, 0) in a space of 60 by 40 pixels."""
    hexes, sides = board.hex_layers, board.side_layers
    drawing = board.description.get("drawing", {})
    yield from (
        (places.icon(word, (30, 0)), _WORDS.get(word, word)) for word in reversed(hexes["settlement"].names[1:])
    )
    if "objective" in drawing:
        yield places.objective(_small_hex(), (30, 0)), drawing.get("objective_legend", drawing["objective"])
    words = {**_WORDS, **drawing.get("words", {})}
    if "level" in hexes:
        yield from ((_height(shade), f"level {level}") for level, shade in levels.SHADES.items())
    grounds = (*(word for word in _GROUND if word in hexes["terrain"].names), *terrain.others(board))
    yield from ((_ground(word), words.get(word, word)) for word in grounds)
    rivers = sides["river"].names if "river" in sides else ()
    yield from ((_river(word), words.get(word, word)) for word in lines.RIVERS if word in rivers)
    yield from ((_way(way), _WORDS.get(way, way)) for way in WAYS if way in sides)
    if "bridge" in sides:
        yield _river("major") + _bridge(), words.get("bridge", "army bridge")
    if "fort" in sides:
        yield from (_fort(word) for word in lines.FORTS)
    if "frontier" in drawing:
        yield tag("path", d="M2,0H60", **terrain.FRONTIER), drawing["frontier_legend"]
    yield from (_mark(spec) for spec in drawing.get("marks", ()))


def _small_hex() -> list[Point]:
    return [(30 + x, y) for x, y in ((-10, -18), (10, -18), (20, 0), (10, 18), (-10, 18), (-20, 0))]


def _ground(word: str) -> str:
    patch = tag(
        "path", d=polygon(_small_hex()), fill=_GROUND.get(word, terrain.OTHER), stroke=terrain.GRID, stroke_width=0.8
    )
    points = [(20.0, -2.0), (32.0, -7.0), (40.0, 3.0), (27.0, 9.0)]
    if word == "forest":
        return patch + tag("path", d="".join(map(terrain.tree, points)), fill=terrain.TREES)
    if word in terrain.HILLS:
        peaks = "".join(map(terrain.peak, points))
        return patch + tag("path", d=peaks, stroke=terrain.HILLS[word][1], stroke_width=1.4, fill="none")
    if word == "marsh":
        return patch + tag("path", d="".join(map(terrain.reed, points)), stroke=terrain.REEDS, stroke_width=1.3)
    return patch


def _height(shade: str) -> str:
    patch = tag("path", d=polygon(_small_hex()), fill=shade)
    foot = "".join(levels.strokes((20, 18), (40, 18), (0, 7)))
    return patch + tag("path", d=foot, stroke=levels.SLOPE, stroke_width=1.3)


def _river(word: str) -> str:
    colour, width = lines.RIVERS[word]
    return tag(
        "path",
        d="M2,6Q16,-10 30,0T58,-6",
        stroke=colour,
        stroke_width=width,
        fill="none",
        stroke_linecap="round",
    )


def _way(way: str) -> str:
    return "".join(tag("path", d="M0,0H60", fill="none", **stroke) for stroke in lines.STROKES[way])


def _bridge() -> str:
    path = polyline([(27, -12), (27, 12)]) + polyline([(35, -12), (35, 12)])
    under = tag("path", d=path, stroke="#f4eedb", stroke_width=5)
    return under + tag("path", d=path, stroke="#33312c", stroke_width=2)


def _fort(word: str) -> tuple[str, str]:
    drawn = tag("path", d="M2,0H60", stroke=lines.FORTS[word], **lines.DOTS)
    return drawn, _WORDS[word]


def _mark(spec: Mapping[str, Any]) -> tuple[str, str]:
    drawn = group([places.mark(spec["colours"], spec["text"][0], (30, 0))], font_family=SANS)
    return drawn, spec.get("legend", spec["flags"][0])
