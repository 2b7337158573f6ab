"""Cities, towns and villages, and the marks of special hexes."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from countermarch.atlas.svg import MARGIN, SANS, Sheet, group, tag, text
from countermarch.hexgrid import Point

BRICK, RED, DARK, CREAM = "#c4604a", "#b5231c", "#5e1f14", "#f7f2e1"
ROOFS = "#8f4a35"
RADIUS = 12.0


def icon(kind: str, at: Point) -> str:
    x, y = at
    if kind == "village":
        return tag("circle", cx=x, cy=y, r=4.2, fill=CREAM, stroke=DARK, stroke_width=1.5)
    half = {"town": 6.5, "city": 10.5, "big_city": 13.5}[kind]
    block = tag(
        "rect",
        x=x - half,
        y=y - half,
        width=2 * half,
        height=2 * half,
        rx=1.5,
        fill=RED if kind == "big_city" else BRICK,
        stroke=DARK,
        stroke_width=1.4,
    )
    return block if kind == "town" else block + _streets(x, y, half)


def _streets(x: float, y: float, half: float) -> str:
    a, b = half / 3, half - 0.7
    path = "".join(f"M{x - b:.1f},{y + k:.1f}h{2 * b:.1f}M{x + k:.1f},{y - b:.1f}v{2 * b:.1f}" for k in (-a, a))
    return tag("path", d=path, stroke="#f0c9b4", stroke_width=1.1, opacity=0.8)


def draw_places(sheet: Sheet) -> str:
    said = sheet.board.description.get("drawing", {}).get("hex", {}).get("settlement", {})
    roofs = "".join(
        _houses(said.get(place.kind, {}).get("houses", 0), sheet.centre(place.hex), place.hex)
        for place in sheet.board.places
    )
    icons = (icon(place.kind, sheet.centre(place.hex)) for place in sheet.board.places)
    return group([tag("path", d=roofs, fill=ROOFS, opacity=0.85), *icons])


def _houses(many: int, at: Point, seed: int) -> str:
    """The roofs of a place on a map fine enough to show them, in rows along its street."""
    (x, y), dice = at, random.Random(seed)
    slope, drawn = dice.uniform(-0.45, 0.45), []
    for k in range(many):
        along = (k // 2 - (many - 2) / 4) * 7 + dice.uniform(-1.5, 1.5)
        aside = (1 if k % 2 else -1) * dice.uniform(6, 9)
        drawn.append(f"M{x + along - aside * slope - 2:.1f},{y + along * slope + aside - 1.5:.1f}h5v3.6h-5z")
    return "".join(drawn)


def objectives(sheet: Sheet, flag: str | None) -> str:
    """A red ring around the place, wide enough to be seen beside a counter."""
    hexes = sheet.board.flagged(flag) if flag else ()
    return group(objective(sheet.corners(i), sheet.centre(i)) for i in hexes)


def objective(corners: list[Point], centre: Point) -> str:
    x, y = centre
    inner = " ".join(f"{x + (px - x) * 0.84:.1f},{y + (py - y) * 0.84:.1f}" for px, py in corners)
    return tag(
        "polygon",
        points=inner,
        fill="#a51919",
        fill_opacity=0.07,
        stroke="#a51919",
        stroke_width=2.4,
        stroke_opacity=0.75,
        stroke_linejoin="round",
    )


# Marks


def stations(sheet: Sheet) -> Iterator[tuple[Mapping[str, Any], str, Point]]:
    """Every mark of the map: its description, its letter, where it stands."""
    standing: Counter[int] = Counter()
    for spec in sheet.board.description.get("drawing", {}).get("marks", ()):
        for k, flag in enumerate(spec["flags"]):
            for i in sheet.board.flagged(flag):
                yield spec, spec["text"][k % len(spec["text"])], _station(sheet, i, standing[i])
                standing[i] += 1


def marks(sheet: Sheet) -> str:
    drawn = [mark(spec["colours"], letter, at) for spec, letter, at in stations(sheet)]
    return group(drawn, font_family=SANS)


def mark(colours: list[str], letter: str, at: Point) -> str:
    x, y = at
    dark = colours[0].lower() != CREAM
    parts = [tag("circle", cx=x, cy=y, r=RADIUS, fill=colours[0], stroke="#26221a", stroke_width=1.4)]
    if len(colours) > 1:
        parts.append(tag("path", d=f"M{x:.1f},{y - 11.3:.1f}a11.3,11.3 0 0 1 0,22.6z", fill=colours[1]))
    parts.append(
        text(
            letter,
            (x, y + 5),
            font_size=15,
            font_weight=700,
            text_anchor="middle",
            fill="#fff" if dark else "#26221a",
        )
    )
    return "".join(parts)


def _station(sheet: Sheet, i: int, order: int) -> Point:
    """In the margin next to the hex; for a hex inside the map at its left corner."""
    x, y = sheet.centre(i)
    dx, dy = sheet.outward(i)
    off = MARGIN * 0.42
    if dx:
        return (MARGIN - off if dx < 0 else MARGIN + sheet.width + off), y + 28 * order
    if dy:
        return x + 28 * order, (MARGIN - off if dy < 0 else MARGIN + sheet.height + off)
    return x - 30, y + 22 - 26 * order
