"""What runs along hexsides (rivers, fortified lines) and from hex to hex (roads, railways)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from countermarch.atlas.svg import MARGIN, UNIT, WAYS, Sheet, curve, group, middle, pair, polyline, tag
from countermarch.hexgrid import Point

RIVERS = {"minor": ("#5b9abc", 4.6), "river": ("#5b9abc", 4.6), "major": ("#3f7fa3", 9.0)}
FORTS = {"defensive": "#8c6d31", "festung": "#7a1f1f"}
DOTS: Mapping[str, object] = {
    "stroke_width": 4.6,
    "stroke_linecap": "round",
    "stroke_dasharray": "0.1 7.1",
    "fill": "none",
}
_NEAR, _OFF = 0.6, 20.0  # how near an edge is, in hexes; how far beyond it a river is drawn
_GAP = 7.5  # pixels between lines that share a side
_UPWARD = (5, 0, 1)  # every line is offset to the right of somebody going up the map


# Rivers


def chains(links: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Links joined end to end as far as they do not fork."""
    around: dict[Point, list[Point]] = defaultdict(list)
    for a, b in links:
        around[a].append(b)
        around[b].append(a)
    forks = sorted(p for p, linked in around.items() if len(linked) != 2)
    found = []
    for start in [*forks, *sorted(around)]:
        while around[start]:
            found.append(_walk(around, start))
    return found


def _walk(around: dict[Point, list[Point]], here: Point) -> list[Point]:
    chain, forked = [here], False
    while around[here] and not forked:
        ahead = min(around[here])
        around[here].remove(ahead)
        around[ahead].remove(here)
        forked = len(around[ahead]) != 1
        chain.append(ahead)
        here = ahead
    return chain


def side_ends(sheet: Sheet, slot: int) -> tuple[Point, Point]:
    corners, d = sheet.corners(slot // 6), slot % 6
    (ax, ay), (bx, by) = corners[d], corners[(d + 1) % 6]
    return (round(ax, 1), round(ay, 1)), (round(bx, 1), round(by, 1))


def each_side(sheet: Sheet, layer: str, word: str) -> Iterator[int]:
    """Slots of the sides with that word, every side once."""
    codes = sheet.board.side_layer(layer)
    wanted, neighbours = codes.code(word), sheet.board.grid.neighbours
    for slot, code in enumerate(codes.codes):
        if code == wanted and neighbours[slot] > slot // 6:
            yield slot


def rivers(sheet: Sheet) -> str:
    layer = sheet.board.side_layers.get("river")
    classes = [word for word in RIVERS if layer and word in layer.names]
    return group([_river(sheet, word) for word in classes], fill="none", stroke_linecap="round")


def _river(sheet: Sheet, word: str) -> str:
    colour, width = RIVERS[word]
    courses = chains(side_ends(sheet, slot) for slot in each_side(sheet, "river", word))
    path = "".join(curve(_flowing(sheet, course)) for course in courses)
    casing = tag("path", d=path, stroke="#2f6685", stroke_width=width + 1.6, opacity=0.45)
    return casing + tag("path", d=path, stroke=colour, stroke_width=width)


def _flowing(sheet: Sheet, course: list[Point]) -> list[Point]:
    """A river that ends at the map edge flows off it."""
    return [*_beyond(sheet, course[0]), *course, *_beyond(sheet, course[-1])]


def _beyond(sheet: Sheet, end: Point) -> list[Point]:
    (x, y), right, bottom = end, MARGIN + sheet.width, MARGIN + sheet.height
    edges = [
        (y - MARGIN, (x, MARGIN - _OFF)),
        (bottom - y, (x, bottom + _OFF)),
        (x - MARGIN, (MARGIN - _OFF, y)),
        (right - x, (right + _OFF, y)),
    ]
    gap, beyond = min(edges)
    return [beyond] if gap < _NEAR * UNIT else []


# Fortified lines


def forts(sheet: Sheet) -> str:
    """Dots along the side, inside the hex that is protected."""
    layer = sheet.board.side_layers.get("fort")
    if layer is None:
        return ""
    slots = [(layer.names[code], slot) for slot, code in enumerate(layer.codes) if code]
    return group(
        tag(
            "path",
            d="".join(_inset(sheet, slot) for kind, slot in slots if kind == word),
            stroke=colour,
            **DOTS,
        )
        for word, colour in FORTS.items()
    )


def _inset(sheet: Sheet, slot: int) -> str:
    x, y = sheet.centre(slot // 6)
    (ax, ay), (bx, by) = side_ends(sheet, slot)
    inside = [(px + (x - px) * 0.1, py + (y - py) * 0.1) for px, py in ((ax, ay), (bx, by))]
    return polyline(inside)


# Roads and railways


def _present(sheet: Sheet, slot: int) -> list[str]:
    layers = sheet.board.side_layers
    return [way for way in WAYS if way in layers and layers[way].codes[slot]]


def _crossing(sheet: Sheet, slot: int, way: str) -> Point:
    """Where a line crosses a hexside: beside the others that cross there."""
    ways, i, d = _present(sheet, slot), slot // 6, slot % 6
    here, there = sheet.way(i), sheet.way(sheet.board.grid.neighbours[slot])
    sign = 1 if d in _UPWARD else -1
    shift = sign * (ways.index(way) - (len(ways) - 1) / 2) * _GAP
    length = ((there[0] - here[0]) ** 2 + (there[1] - here[1]) ** 2) ** 0.5
    x, y = middle(here, there)
    return x - (there[1] - here[1]) / length * shift, y + (there[0] - here[0]) / length * shift


def crossings(sheet: Sheet, i: int, way: str) -> list[Point]:
    codes = sheet.board.side_layers[way].codes if way in sheet.board.side_layers else ()
    return [_crossing(sheet, 6 * i + d, way) for d in range(6) if codes and codes[6 * i + d]]


def segments(sheet: Sheet, i: int) -> Iterator[tuple[Point, Point]]:
    """The straight legs of all lines in a hex, for keeping other things off them."""
    for way in WAYS:
        for point in crossings(sheet, i, way):
            yield sheet.way(i), point


def _course(sheet: Sheet, i: int, way: str) -> str:
    """One line inside one hex: bent through it, or meeting in the middle."""
    points, centre = crossings(sheet, i, way), sheet.way(i)
    if len(points) == 1 and not sheet.board.settlement(i):
        points += _exit(sheet, i, points[0])
    if len(points) == 2 and not sheet.board.settlement(i):
        return f"M{pair(points[0])}Q{pair(_bend(sheet, i, way, points))} {pair(points[1])}"
    return "".join(polyline([point, centre]) for point in points)


def _exit(sheet: Sheet, i: int, entered: Point) -> list[Point]:
    """A line that ends in an edge hex without a place goes on beyond the map."""
    (x, y), (dx, dy) = sheet.way(i), sheet.outward(i)
    across = (entered[0] - x) * dy, (entered[1] - y) * dx  # keeps a pair of lines apart
    shift = max(-_GAP / 2, min(_GAP / 2, sum(across)))
    return [(x + dx * 110 + abs(dy) * shift, y + dy * 110 + abs(dx) * shift)] if dx or dy else []


def _bend(sheet: Sheet, i: int, way: str, points: list[Point]) -> Point:
    """The centre, moved as far aside as the line is where it enters and leaves."""
    ring = [sheet.way(j) for d in range(6) if (j := _linked(sheet, i, d, way)) is not None]
    x, y = sheet.way(i)
    if len(ring) < 2:
        return x, y
    plain = [middle((x, y), there) for there in ring]
    dx = sum(p[0] - q[0] for p, q in zip(points, plain, strict=True)) / 2
    dy = sum(p[1] - q[1] for p, q in zip(points, plain, strict=True)) / 2
    return x + dx, y + dy


def _linked(sheet: Sheet, i: int, d: int, way: str) -> int | None:
    slot = 6 * i + d
    return sheet.board.grid.neighbours[slot] if sheet.board.side_layers[way].codes[slot] else None


STROKES: Mapping[str, list[dict[str, object]]] = {
    "road": [
        {"stroke": "#8a5a2b", "stroke_width": 4.4},
        {"stroke": "#f3d9a4", "stroke_width": 2.6},
    ],
    "autobahn": [
        {"stroke": "#7c2d12", "stroke_width": 6.6},
        {"stroke": "#ffb870", "stroke_width": 4.4},
        {"stroke": "#7c2d12", "stroke_width": 0.9},
    ],
    "track": [{"stroke": "#8a5a2b", "stroke_width": 2.2, "stroke_dasharray": "8 5", "stroke_linecap": "butt"}],
    "rail": [
        {"stroke": "#33312c", "stroke_width": 4},
        {"stroke": "#f4eedb", "stroke_width": 2, "stroke_dasharray": "7 7", "stroke_linecap": "butt"},
    ],
}


def ways(sheet: Sheet) -> str:
    paths = {
        way: "".join(_course(sheet, i, way) for i in range(sheet.board.n))
        for way in ("rail", "track", "road", "autobahn")
        if way in sheet.board.side_layers
    }
    strokes = [tag("path", d=paths[way], **stroke) for way in paths for stroke in STROKES[way]]
    return group(strokes, fill="none", stroke_linecap="round", stroke_linejoin="round")


def bridges(sheet: Sheet) -> str:
    """Built bridges: two short abutments across the river."""
    layer = sheet.board.side_layers.get("bridge")
    slots = [slot for word in (layer.names[1:] if layer else ()) for slot in each_side(sheet, "bridge", word)]
    path = "".join(_abutments(sheet, slot) for slot in slots)
    under = tag("path", d=path, stroke="#f4eedb", stroke_width=5)
    return group([under, tag("path", d=path, stroke="#33312c", stroke_width=2)], fill="none")


def _abutments(sheet: Sheet, slot: int) -> str:
    a, b = side_ends(sheet, slot)
    (x, y), (ux, uy) = middle(a, b), ((b[0] - a[0]) / 46, (b[1] - a[1]) / 46)
    legs = []
    for offset in (-4, 4):
        cx, cy = x + ux * offset, y + uy * offset
        legs.append(polyline([(cx - uy * 9, cy + ux * 9), (cx + uy * 9, cy - ux * 9)]))
    return "".join(legs)
