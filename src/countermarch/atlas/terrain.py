"""The ground: water, woods, marshes, hills, the hex grid and its numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from math import hypot

from countermarch.atlas.lines import chains, each_side, segments, side_ends
from countermarch.atlas.outlines import Outlines, Ring, is_wet
from countermarch.atlas.svg import SANS, UNIT, Sheet, blob, curve, group, middle, pair, polygon, polyline, tag, text
from countermarch.board import Board
from countermarch.hexgrid import Point

WET = ("sea", "lake")
WATER, SHORE = "#a9cadb", "#5f93ae"
ARM = 10  # pixels across an arm of water
_LINE: Mapping[str, object] = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
FOREST, TREES, MARSH, REEDS = "#c8d1a6", "#7d955f", "#d6dcc4", "#6fa0b8"
HILLS = {"rough": ("#e0d2ac", "#a3875a"), "mountain": ("#cfb78f", "#7b5c38")}  # ground, peaks
OTHER = "#e4dac0"  # a ground of a game's own
FRONTIER: Mapping[str, object] = {
    "stroke": "#b3261e",
    "stroke_width": 3.4,
    "stroke_dasharray": "11 6",
    "opacity": 0.75,
    "fill": "none",
}
GRID, NUMBER = "#7f7764", "#6d6555"


def hexes_of(sheet: Sheet, *terrain: str) -> list[int]:
    return [i for i in range(sheet.board.n) if sheet.board.terrain(i) in terrain]


def regions(sheet: Sheet, hexes: Iterable[int]) -> list[list[Point]]:
    """The closed outlines around a set of hexes."""
    inside, ahead = set(hexes), dict[Point, Point]()
    for i in inside:
        corners = [(round(x, 1), round(y, 1)) for x, y in sheet.corners(i)]
        for d in range(6):
            if sheet.board.grid.neighbour(i, d) not in inside:
                ahead[corners[d]] = corners[(d + 1) % 6]
    loops = []
    while ahead:
        loops.append(_loop(ahead))
    return loops


def _loop(ahead: dict[Point, Point]) -> list[Point]:
    start = here = min(ahead)
    loop = []
    while here in ahead:
        loop.append(here)
        here = ahead.pop(here)
    assert here == start
    return loop


# Woods and marshes, and what else there is


def others(board: Board) -> list[str]:
    """The words nobody draws in a way of their own; the first is the plain ground."""
    known = ("forest", "marsh", *HILLS, *WET)
    return [word for word in board.hex_layer("terrain").names[1:] if word not in known]


def other_ground(sheet: Sheet) -> str:
    outline = "".join(map(blob, regions(sheet, hexes_of(sheet, *others(sheet.board)))))
    return tag("path", d=outline, fill=OTHER) if outline else ""


def fields(sheet: Sheet) -> str:
    """Ploughed patches on the open ground of a map that asks for them."""
    said = sheet.board.description.get("drawing", {}).get("hex", {}).get("terrain", {}).get("clear", {})
    if said.get("mark") != "field":
        return ""
    patches = "".join(furrows(p) for i in hexes_of(sheet, "clear") for p in _scatter(sheet, i, 5))
    return tag("path", d=patches, stroke=said["ink"], stroke_width=1.3, **_LINE)


def furrows(at: Point) -> str:
    """The neighbour's may run another way."""
    (x, y), (dx, dy) = at, ((13, -4), (12, 5), (5, 11))[int(at[0] + at[1]) % 3]
    along = hypot(dx, dy) / 4
    starts = [(x - dx / 2 - dy / along * k, y - dy / 2 + dx / along * k) for k in (-1, 0, 1)]
    return "".join(f"M{pair(start)}l{dx},{dy}" for start in starts)


def woods(sheet: Sheet) -> str:
    wooded = hexes_of(sheet, "forest")
    outline = "".join(map(blob, regions(sheet, wooded)))
    trees = "".join(tree(point) for i in wooded for point in _scatter(sheet, i, 15))
    return group(
        [
            tag("path", d=outline, fill=FOREST, stroke="#b3bf8c", stroke_width=1.2),
            tag("path", d=trees, fill=TREES, opacity=0.8),
        ]
    )


def marshes(sheet: Sheet) -> str:
    wet = hexes_of(sheet, "marsh")
    outline = "".join(map(blob, regions(sheet, wet)))
    reeds = "".join(reed(point) for i in wet for point in _scatter(sheet, i, 13))
    return group(
        [
            tag("path", d=outline, fill=MARSH),
            tag("path", d=reeds, stroke=REEDS, stroke_width=1.3, stroke_linecap="round", fill="none"),
        ]
    )


def hills(sheet: Sheet) -> str:
    return group(_hills(sheet, word) for word in HILLS)


def _hills(sheet: Sheet, word: str) -> str:
    high, (ground, ink) = hexes_of(sheet, word), HILLS[word]
    outline = "".join(map(blob, regions(sheet, high)))
    peaks = "".join(peak(point) for i in high for point in _scatter(sheet, i, 11 if word == "mountain" else 7))
    drawn = tag("path", d=peaks, stroke=ink, stroke_width=1.4, stroke_linejoin="round", fill="none", opacity=0.8)
    return tag("path", d=outline, fill=ground) + drawn


def peak(at: Point) -> str:
    x, y = at
    return f"M{x - 6:.1f},{y + 4:.1f}l6,-9l6,9"


def tree(at: Point) -> str:
    x, y = at
    return f"M{x:.1f},{y - 6:.1f}l3.4,7.4h-2.5v2h-1.8v-2h-2.5z"


def reed(at: Point) -> str:
    x, y = at
    return f"M{x - 6:.1f},{y:.1f}h12M{x - 2.5:.1f},{y - 3:.1f}h5"


def _scatter(sheet: Sheet, i: int, wanted: int) -> list[Point]:
    """Points spread over a hex by best candidate, clear of roads and of the place in the middle.
    Seeded by the hex, so the same map is drawn every time."""
    dice, (x, y) = random.Random(i), sheet.centre(i)
    ways = list(segments(sheet, i))
    found: list[Point] = []
    for _ in range(wanted):
        tries = [(x + dice.uniform(-40, 40), y + dice.uniform(-35, 33)) for _ in range(8)]
        usable = [p for p in tries if _free(p, (x, y), ways, bool(sheet.board.settlement(i)))]
        if usable:
            found.append(max(usable, key=lambda p: min((hypot(p[0] - q[0], p[1] - q[1]) for q in found), default=0)))
    return sorted((p for p in found if _apart(p, found)), key=lambda p: p[1])


def _apart(p: Point, others: list[Point]) -> bool:
    """Drop the later of two that stand in each other's way."""
    earlier = others[: others.index(p)]
    return all(hypot(p[0] - q[0], p[1] - q[1]) > 8 for q in earlier)


def _free(p: Point, centre: Point, ways: list[tuple[Point, Point]], settled: bool) -> bool:
    dx, dy = abs(p[0] - centre[0]), abs(p[1] - centre[1])
    in_hex = dx * 3**0.5 + dy < UNIT - 8 and dy < UNIT / 2 - 5
    off_number = dx > 15 or p[1] - centre[1] > -26
    off_place = not settled or hypot(dx, dy) > 16
    return in_hex and off_number and off_place and all(_off(p, *way) > 9 for way in ways)


def _off(p: Point, a: Point, b: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)
    t = min(1, max(0, t))
    return hypot(p[0] - a[0] - t * dx, p[1] - a[1] - t * dy)


# Water


def water(sheet: Sheet, outlines: Outlines | None) -> str:
    """The real coast, and arms where a hexside is barred by water it does not show; hexes of water are tinted whole."""
    tint = "".join(map(blob, regions(sheet, hexes_of(sheet, *WET))))
    rings = [*outlines.sea, *outlines.lakes] if outlines else []
    shores = "".join(blob([sheet.xy(p) for p in ring]) for ring in rings)
    arms = "".join(map(curve, chains(_bare(sheet, rings))))
    pools = "".join(map(blob, regions(sheet, _drowned(sheet))))
    return group(
        [
            tag("path", d=tint, fill=WATER, opacity=0.55 if outlines else 1),
            tag("path", d=shores + pools, stroke=SHORE, stroke_width=3.2, **_LINE),
            tag("path", d=arms, stroke=SHORE, stroke_width=ARM + 3.2, **_LINE),
            tag("path", d=shores, fill=WATER, fill_rule="evenodd"),
            tag("path", d=pools, fill=WATER),
            tag("path", d=arms, stroke=WATER, stroke_width=ARM, **_LINE),
            *_shallows(shores),
        ]
    )


def _shallows(shores: str) -> Iterator[str]:
    bands = [(26, 0.22), (15, 0.28), (7, 0.4)]
    ripples = [
        tag("path", d=shores, fill="none", stroke="#86b3ca", stroke_width=width, opacity=opacity)
        for width, opacity in bands
    ]
    yield tag("clipPath", tag("path", d=shores, clip_rule="evenodd"), id="shore")
    yield group(ripples, clip_path="url(#shore)")


def _barred(sheet: Sheet) -> list[int]:
    return list(each_side(sheet, "water", "1")) if "water" in sheet.board.side_layers else []


def _bare(sheet: Sheet, rings: list[Ring]) -> list[tuple[Point, Point]]:
    """Sides of water that the real water does not show."""
    shores = [[sheet.xy(p) for p in ring] for ring in rings]
    sides = [side_ends(sheet, slot) for slot in _barred(sheet)]
    return [side for side in sides if not any(is_wet(p, shores) for p in _along(*side))]


def _along(a: Point, b: Point) -> tuple[Point, ...]:
    return middle(a, b), middle(a, middle(a, b)), middle(b, middle(a, b))


def _drowned(sheet: Sheet) -> list[int]:
    """Hexes with water on every side."""
    neighbours = sheet.board.grid.neighbours
    sides = Counter(i for slot in _barred(sheet) for i in (slot // 6, neighbours[slot]))
    return [i for i, count in sides.items() if count == sum(j >= 0 for j in neighbours[6 * i : 6 * i + 6])]


def _side(sheet: Sheet, slot: int) -> tuple[Point, Point]:
    corners, d = sheet.corners(slot // 6), slot % 6
    return corners[d], corners[(d + 1) % 6]


# Grid


def grid(sheet: Sheet) -> str:
    """Sea and lake hexes bear no grid and no number: nothing can stand there."""
    land = [i for i in range(sheet.board.n) if sheet.board.terrain(i) not in WET]
    numbers = [text(sheet.board.grid.number(i), (sheet.centre(i)[0], sheet.centre(i)[1] - UNIT / 2 + 10)) for i in land]
    return group(
        [
            tag("path", d=_grid_lines(sheet, land), stroke=GRID, stroke_width=0.8, opacity=0.5, fill="none"),
            group(numbers, font_family=SANS, font_size=8.5, fill=NUMBER, text_anchor="middle", opacity=0.85),
        ]
    )


def _grid_lines(sheet: Sheet, land: list[int]) -> str:
    sides = set()
    for i in land:
        corners = [pair(point) for point in sheet.corners(i)]
        sides |= {tuple(sorted((corners[d], corners[(d + 1) % 6]))) for d in range(6)}
    return "".join(f"M{a}L{b}" for a, b in sorted(sides))


def frontier(sheet: Sheet, flag: str | None) -> str:
    """The line around what one side holds at the start, where it does not run along the coast or the map edge."""
    held = set(sheet.board.flagged(flag)) if flag else set()
    sides = [6 * i + d for i in sorted(held) for d in range(6) if _dry_border(sheet, held, i, d)]
    return tag("path", d="".join(polyline(_side(sheet, slot)) for slot in sides), **FRONTIER)


def _dry_border(sheet: Sheet, held: set[int], i: int, d: int) -> bool:
    j = sheet.board.grid.neighbour(i, d)
    return j >= 0 and j not in held and sheet.board.terrain(j) != "sea"


def out_of_play(sheet: Sheet, flag: str | None) -> str:
    hexes = sheet.board.flagged(flag) if flag else ()
    if not hexes:
        return ""
    lines = '<path d="M0,9L9,0" stroke="#8d8467" stroke-width="1"/>'
    pattern = tag("pattern", lines, id="hatch", width=9, height=9, patternUnits="userSpaceOnUse")
    outline = "".join(map(polygon, regions(sheet, hexes)))
    veil = tag("path", d=outline, fill="#ded4b8", opacity=0.75)
    return pattern + veil + tag("path", d=outline, fill="url(#hatch)", opacity=0.45)
