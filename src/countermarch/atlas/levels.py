"""Heights: each level above the plain in its shade, and hachures where the ground falls."""

from __future__ import annotations

from collections.abc import Iterator

from countermarch.atlas.svg import Sheet, blob, group, polyline, tag
from countermarch.atlas.terrain import regions
from countermarch.hexgrid import Point

SHADES = {"2": "#e3d2a8", "3": "#d3b988"}
SHADOWS = {"2": "#c3ac77", "3": "#a98c55"}
SLOPE = "#8a6a3c"
_TICKS, _LENGTH = 7, 6.5


def heights(sheet: Sheet) -> str:
    layer = sheet.board.hex_layers.get("level")
    if layer is None:
        return ""
    return group(_shade(sheet, level, layer.names.index(level)) for level in SHADES)


def _shade(sheet: Sheet, level: str, code: int) -> str:
    """A level lies on the one below it, the light comes from the north-west."""
    high = [i for i, height in enumerate(sheet.board.hex_layers["level"].codes) if height >= code]
    outline = "".join(blob(loop, 9) for loop in regions(sheet, high))
    shadow = tag("path", d=outline, fill=SHADOWS[level], transform="translate(4 6)")
    return shadow + tag("path", d=outline, fill=SHADES[level])


def slopes(sheet: Sheet) -> str:
    if "level" not in sheet.board.hex_layers:
        return ""
    ticks = "".join(tick for slot in range(6 * sheet.board.n) for tick in _fall(sheet, slot))
    return tag("path", d=ticks, stroke=SLOPE, stroke_width=1.3, stroke_linecap="round", fill="none", opacity=0.75)


def _fall(sheet: Sheet, slot: int) -> Iterator[str]:
    """Strokes down from the upper edge, longer for two levels."""
    drop = _drop(sheet, slot)
    if drop <= 0:
        return
    corners, d, (x, y) = sheet.corners(slot // 6), slot % 6, sheet.centre(slot // 6)
    a, b = corners[d], corners[(d + 1) % 6]
    mx, my = (a[0] + b[0]) / 2 - x, (a[1] + b[1]) / 2 - y
    far = (mx**2 + my**2) ** 0.5
    yield from strokes(a, b, (mx / far * _LENGTH * drop, my / far * _LENGTH * drop))


def strokes(a: Point, b: Point, down: Point) -> Iterator[str]:
    for k in range(_TICKS):
        t = (k + 0.5) / _TICKS
        x, y = a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t
        yield polyline([(x, y), (x + down[0], y + down[1])])


def _drop(sheet: Sheet, slot: int) -> int:
    """How many levels the ground falls across a side, or down to the side itself where that lies lower."""
    board, there = sheet.board, sheet.board.grid.neighbours[slot]
    level = board.hex_layers["level"].codes
    if there < 0:
        return 0
    dip = board.side_layers["side_level"].codes[slot] if "side_level" in board.side_layers else 0
    lowest = min(level[there], dip - 1) if dip else level[there]
    return level[slot // 6] - lowest
