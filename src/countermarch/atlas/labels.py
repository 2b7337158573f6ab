"""Names on the map, placed so that none runs under a counter or over another name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import atan2, ceil, cos, degrees, hypot, inf, radians, sin

from countermarch.atlas.lines import chains, each_side, segments, side_ends
from countermarch.atlas.outlines import Outlines
from countermarch.atlas.places import RADIUS, stations
from countermarch.atlas.svg import MARGIN, SERIF, UNIT, Sheet, group, pair, tag
from countermarch.board import Place
from countermarch.hexgrid import Point

Box = tuple[float, float, float, float]  # left, top, right, bottom

RED, BLACK, GREEN, BLUE, SLATE, BROWN = "#a51919", "#26221a", "#3f5429", "#2f6685", "#3d6270", "#6b4e2a"
_GROUND = {"clear": BROWN, "forest": GREEN, "marsh": SLATE, "rough": BROWN, "mountain": BROWN}
_PATIENCE = 0.22  # how much disturbance a better spot in the list is worth
_NARROW, _WIDE = "fijlrtI ()-.'", "mwMWÖÄÜGOQDH"


@dataclass(frozen=True)
class Style:
    size: float
    fill: str
    spacing: float = 0
    weight: int = 400
    italic: bool = False
    halo: str | None = None

    def width(self, words: str) -> float:
        ems = sum(0.3 if c in _NARROW else 0.78 if c in _WIDE else 0.51 for c in words)
        return ems * self.size * (1.06 if self.weight > 500 else 1) + self.spacing * len(words)


class Plan:
    """What is taken: `taken` boxes may never be touched, `busy` points are better left free.
    Both are kept by the cell of the page they lie in."""

    def __init__(self, frame: Box) -> None:
        self._frame = frame
        self._taken: dict[tuple[int, int], list[Box]] = defaultdict(list)
        self._busy: dict[tuple[int, int], list[Point]] = defaultdict(list)

    def take(self, boxes: Iterable[Box]) -> None:
        for box in boxes:
            for cell in _cells(box):
                self._taken[cell].append(box)

    def discourage(self, points: Iterable[Point]) -> None:
        for x, y in points:
            self._busy[int(x // UNIT), int(y // UNIT)].append((x, y))

    def fits(self, boxes: Sequence[Box]) -> bool:
        return all(_inside(box, self._frame) and not self._hit(box) for box in boxes)

    def _hit(self, box: Box) -> bool:
        return any(overlap(box, other) for cell in _cells(box) for other in self._taken.get(cell, ()))

    def cost(self, boxes: Sequence[Box]) -> int:
        return sum(_holds(box, point) for box in boxes for cell in _cells(box) for point in self._busy.get(cell, ()))


def _cells(box: Box) -> list[tuple[int, int]]:
    columns = range(int(box[0] // UNIT), int(box[2] // UNIT) + 1)
    rows = range(int(box[1] // UNIT), int(box[3] // UNIT) + 1)
    return [(column, row) for column in columns for row in rows]


def overlap(a: Box, b: Box) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _inside(box: Box, frame: Box) -> bool:
    return frame[0] <= box[0] and frame[1] <= box[1] and box[2] <= frame[2] and box[3] <= frame[3]


def _holds(box: Box, p: Point) -> bool:
    return box[0] <= p[0] <= box[2] and box[1] <= p[1] <= box[3]


@dataclass(frozen=True)
class Label:
    """Lines of text around a middle point, turned by an angle in degrees."""

    lines: tuple[str, ...]
    at: Point
    style: Style
    angle: float = 0

    def boxes(self) -> list[Box]:
        if self.angle:
            return list(self._beads())
        width = max(map(self.style.width, self.lines)) + 4
        height = self.style.size * (len(self.lines) - 0.02)
        x, y = self.at
        return [(x - width / 2, y - height / 2, x + width / 2, y + height / 2)]

    def _beads(self) -> Iterator[Box]:
        """A turned line of text, covered by squares along it."""
        width, half = self.style.width(self.lines[0]), self.style.size * 0.55
        count = max(2, ceil(width / half))
        for k in range(count):
            along = (k / (count - 1) - 0.5) * width
            x = self.at[0] + along * cos(radians(self.angle))
            y = self.at[1] + along * sin(radians(self.angle))
            yield x - half, y - half, x + half, y + half

    def svg(self) -> str:
        x, y = self.at
        size, style = self.style.size, self.style
        first = y + size * (0.32 - (len(self.lines) - 1) / 2)
        rows = "".join(
            tag("tspan", escape(line), x=round(x, 1), y=round(first + k * size, 1)) for k, line in enumerate(self.lines)
        )
        return tag(
            "text",
            rows,
            font_size=size,
            fill=style.fill,
            font_weight=style.weight if style.weight != 400 else None,
            font_style="italic" if style.italic else None,
            letter_spacing=style.spacing or None,
            stroke=style.halo,
            transform=f"rotate({self.angle:.1f} {pair(self.at)})" if self.angle else None,
        )


def choose(plan: Plan, candidates: Iterable[Label]) -> Label | None:
    """The candidate that fits and disturbs least, early ones preferred; takes its room."""
    best, least = None, inf
    for k, label in enumerate(candidates):
        waited = k * _PATIENCE
        if waited >= least:  # no later one can be better
            break
        if plan.fits(boxes := label.boxes()) and (cost := plan.cost(boxes) + waited) < least:
            best, least = label, cost
    if best is not None:
        plan.take(best.boxes())
    return best


def names(sheet: Sheet, outlines: Outlines | None, covered: Sequence[Box]) -> list[Label]:
    """Every name that finds room, the important ones first."""
    plan = Plan(_frame(sheet))
    plan.take([*covered, *_icons(sheet)])
    plan.discourage(_busy(sheet))
    queue = [
        *_water_names(sheet, outlines),
        *_place_names(sheet, covered),
        *_ground_names(sheet),
        *_river_names(sheet),
    ]
    chosen = [choose(plan, candidates) for candidates in queue]
    return [label for label in chosen if label]


def draw_names(labels: Iterable[Label]) -> str:
    return group(
        [label.svg() for label in labels],
        font_family=SERIF,
        text_anchor="middle",
        stroke="#f3ecd8",
        stroke_width=3,
        stroke_opacity=0.75,
        stroke_linejoin="round",
        paint_order="stroke",
    )


def _frame(sheet: Sheet) -> Box:
    return MARGIN + 2, MARGIN + 2, MARGIN + sheet.width - 2, MARGIN + sheet.height - 2


def _icons(sheet: Sheet) -> list[Box]:
    settled = [_around(sheet.centre(place.hex), REACH[place.kind]) for place in sheet.board.places]
    return settled + [_around(at, RADIUS) for _, _, at in stations(sheet)]


def _around(at: Point, reach: float) -> Box:
    return at[0] - reach, at[1] - reach, at[0] + reach, at[1] + reach


def _busy(sheet: Sheet) -> Iterator[Point]:
    """Points on roads, rivers and hex numbers."""
    for i in range(sheet.board.n):
        x, y = sheet.centre(i)
        yield from ((x + dx, y - UNIT / 2 + 7) for dx in (-6, 0, 6))
        for (ax, ay), (bx, by) in segments(sheet, i):
            yield from ((ax + (bx - ax) * t / 6, ay + (by - ay) * t / 6) for t in range(1, 7))
    river = sheet.board.side_layers.get("river")
    for word in river.names[1:] if river else ():
        for slot in each_side(sheet, "river", word):
            (ax, ay), (bx, by) = side_ends(sheet, slot)
            yield from ((ax + (bx - ax) * t / 6, ay + (by - ay) * t / 6) for t in range(7))


# Places

REACH = {"village": 5.0, "town": 8.0, "city": 12.0, "big_city": 15.0}
_PLACES = {
    "village": Style(14.5, BLACK),
    "town": Style(17, BLACK),
    "city": Style(21, BLACK, spacing=0.4, weight=600),
    "big_city": Style(25, BLACK, spacing=0.6, weight=600),
}
_OBJECTIVES = {
    "village": Style(16.5, RED, weight=600),
    "town": Style(18.5, RED, weight=600),
    "city": Style(22, RED, spacing=0.4, weight=600),
    "big_city": Style(27, RED, spacing=0.6, weight=600),
}


def _place_names(sheet: Sheet, covered: Sequence[Box]) -> Iterator[list[Label]]:
    """A place of several hexes is named once."""
    objectives = sheet.board.flagged(sheet.board.description.get("drawing", {}).get("objective", ""))
    rank = ["big_city", "city", "town", "village"]
    named: dict[str, list[Label]] = {}
    for place in sorted(sheet.board.places, key=lambda p: (p.hex not in objectives, rank.index(p.kind))):
        styles = _OBJECTIVES if place.hex in objectives else _PLACES
        named.setdefault(place.name, []).extend(_beside(sheet, place, styles[place.kind], covered))
    yield from named.values()


def _beside(sheet: Sheet, place: Place, style: Style, covered: Sequence[Box]) -> Iterator[Label]:
    """Around the place, or around the counters that stand on it; then ever farther out."""
    x, y = sheet.centre(place.hex)
    under = [box for box in covered if _holds(box, (x, y))]
    left, top, right, bottom = under[0] if under else _around((x, y), REACH[place.kind])
    half, rise = style.width(place.name) / 2 + 3, style.size / 2 + 1
    for extra in (0, 5, 10, 16, 24, 34):
        low, high = bottom + rise + extra, top - rise - extra
        east, west = right + half + extra, left - half - extra
        for at in (
            (x, low),
            (x, high),
            (east, y),
            (west, y),
            (east - 6, low - 4),
            (west + 6, low - 4),
            (east - 6, high + 4),
            (west + 6, high + 4),
            (x + half / 2, low),
            (x - half / 2, low),
            (x + half / 2, high),
            (x - half / 2, high),
            (x + half, low),
            (x - half, low),
        ):
            yield Label((place.name,), at, style)


# Waters, woods, rivers


def _water_names(sheet: Sheet, outlines: Outlines | None) -> Iterator[list[Label]]:
    for kind, name, px, py in outlines.labels if outlines else ():
        x, y = sheet.xy((px, py))
        size, spacing = (34, 5.0) if kind == "sea" else (14, 0.6)
        style = Style(size, BLUE, spacing, italic=True, halo="#a9cadb")
        lines = tuple(name.split()) if kind == "sea" else (name,)
        shifts = [(0, 0), *((r * dx, r * dy) for r in (10, 22, 36, 55) for dx, dy in _COMPASS)]
        yield [Label(lines, (x + dx, y + dy), style) for dx, dy in shifts]


_COMPASS = ((0, 1), (0, -1), (1, 0), (-1, 0), (0.7, 0.7), (-0.7, 0.7), (0.7, -0.7), (-0.7, -0.7))


def _ground_names(sheet: Sheet) -> Iterator[list[Label]]:
    groups = sorted(_named_ground(sheet).items(), key=lambda item: (-len(item[1]), item[0]))
    for name, hexes in groups:
        kinds = Counter(sheet.board.terrain(i) for i in hexes)
        style = Style(
            min(22, 12.5 + len(hexes) / 2),
            _GROUND[kinds.most_common(1)[0][0]],
            spacing=1.5 if len(hexes) > 3 else 0.6,
            italic=True,
        )
        lines = _wrapped(name.split(" (")[0], 16)
        yield [Label(lines, at, style) for at in _spots(sheet, hexes)]


def _named_ground(sheet: Sheet) -> Mapping[str, list[int]]:
    """Woods, marshes, hills and fields by name; a place gives its hex another name."""
    found: dict[str, list[int]] = defaultdict(list)
    board = sheet.board
    for i in range(board.n):
        if board.terrain(i) in _GROUND and board.name(i) and not board.settlement(i):
            found[board.name(i)].append(i)
    return found


def _wrapped(name: str, width: int) -> tuple[str, ...]:
    lines = [""]
    for word in name.split():
        if lines[-1] and len(lines[-1]) + len(word) + 1 > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return tuple(lines)


def _spots(sheet: Sheet, hexes: list[int]) -> list[Point]:
    """Points in the wood, from its middle outwards."""
    centres = [sheet.centre(i) for i in hexes]
    x, y = sum(p[0] for p in centres) / len(hexes), sum(p[1] for p in centres) / len(hexes)
    spots = [
        (x, y),
        *((cx + dx, cy + dy) for cx, cy in centres for dx in (0, -12, 12) for dy in (6, 20, -12, 34, -44)),
    ]
    return sorted(spots, key=lambda p: hypot(p[0] - x, p[1] - y))


def _river_names(sheet: Sheet) -> Iterator[list[Label]]:
    style = Style(14, BLUE, spacing=1, italic=True)
    sides: dict[str, list[tuple[Point, Point]]] = defaultdict(list)
    river = sheet.board.side_layers.get("river")
    for word in river.names[1:] if river else ():
        for slot in each_side(sheet, "river", word):
            name = sheet.board.side_text("river_name", slot // 6, sheet.board.grid.neighbours[slot])
            sides[name.split("+")[0]].append(side_ends(sheet, slot))
    for name, links in sorted(sides.items()):
        for part in range(1 + len(links) // 40):  # a long river is named again
            courses = chains(links)
            found = [label for course in courses for label in _along(name, course, style)]
            yield found[part * len(found) // (1 + len(links) // 40) :] if name else []


def _along(name: str, course: list[Point], style: Style) -> Iterator[Label]:
    """Beside every straight enough stretch that is as long as the name."""
    legs = ceil((style.width(name) + 6) / 40)
    for start in range(0, len(course) - legs):
        (ax, ay), (bx, by) = course[start], course[start + legs]
        length = hypot(bx - ax, by - ay)
        if length < 0.8 * legs * 46 * 0.87:
            continue
        angle = degrees(atan2(by - ay, bx - ax))
        angle = (angle + 90) % 180 - 90
        for side in (1, -1):
            off = side * 21 / length
            at = ((ax + bx) / 2 - (by - ay) * off, (ay + by) / 2 + (bx - ax) * off)
            yield Label((name,), at, style, angle or 0.01)
