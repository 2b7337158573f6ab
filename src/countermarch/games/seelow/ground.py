"""5.1 The ground of a scenario: which sides are open to whom, at what price, and where zones reach."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from countermarch.board import Board
from countermarch.charts import DataError, Row
from countermarch.games.seelow.pieces import FOOT, MOTORISED
from countermarch.games.seelow.state import KUESTRIN
from countermarch.kernels import IMPASSABLE, Net, Terrain

LINES = ("road", "track", "rail")
ALL = "all"  # a step that takes every point the unit has
CLOSED = "no"
MOBILITIES = (FOOT, MOTORISED)


@dataclass(frozen=True, slots=True)
class Charge:
    """One part of the price of a step."""

    key: str
    cost: int
    rule: str


@dataclass(frozen=True)
class Chart:
    """5.11: the Terrain Effects Chart."""

    prices: Mapping[str, Mapping[str, str]]
    shifts: Mapping[str, int]
    cover: Mapping[str, int]  # how high it stands in a line of sight
    rules: Mapping[str, str]

    def price(self, terrain: str, mobility: str) -> int:
        return int(self.prices[terrain][mobility])


def read_chart(rows: Sequence[Row]) -> Chart:
    for row in rows:
        for mobility in MOBILITIES:
            if not row.text(mobility).isdigit() and row.text(mobility) not in (ALL, CLOSED):
                raise DataError(f"{row.place}: {mobility} {row.text(mobility)!r} must be a number, 'all' or 'no'")
    return Chart(
        prices={row.text("terrain"): {m: row.text(m) for m in MOBILITIES} for row in rows},
        shifts={row.text("terrain"): row.whole("shift", 0, 9) for row in rows},
        cover={row.text("terrain"): row.whole("sight", 0, 3, default=0) for row in rows},
        rules={row.text("terrain"): row.text("rule") for row in rows},
    )


class Battlefield:
    """The board as far as a scenario plays on it (11.0#2), as flat arrays: side h * 6 + d."""

    def __init__(self, board: Board, chart: Chart, scenario: int) -> None:
        self.board, self.chart, self.n = board, chart, board.n
        self.nbr = board.grid.neighbours
        strip = set(board.flagged("kuestrin"))
        self.in_play = [scenario != KUESTRIN or h in strip for h in range(self.n)]
        self.terrain = [board.settlement(h) or board.terrain(h) for h in range(self.n)]
        self.level = [int(board.hex_layer("level").name(h)) for h in range(self.n)]
        self.lines = {name: board.side_layer(name).codes for name in LINES}
        river = board.side_layer("river")
        self.stream = self._sides(lambda s: river.name(s) != "none")
        self.river = self._sides(lambda s: river.name(s) == "major")
        self.lined = self._sides(lambda s: any(line[s] for line in self.lines.values()))
        self.passable = self._sides(self._open)
        self.step_to = self._lists(self.passable)
        self.zone_to = self._lists(self._sides(lambda s: bool(self.passable[s]) and self._reaches(s)))
        self.edge = [any(self.nbr[s] < 0 for s in range(6 * h, 6 * h + 6)) and self.in_play[h] for h in range(self.n)]
        self.west, self.east = self._column(0), self._column(-1)

    def _column(self, like: int) -> list[bool]:
        """The hexes of the same column as the first, or the last."""
        numbers = self.board.grid.numbers
        return [number[:2] == numbers[like][:2] for number in numbers]

    def _sides(self, test: Callable[[int], bool]) -> list[int]:
        return [int(self.nbr[s] >= 0 and test(s)) for s in range(6 * self.n)]

    def _lists(self, sides: Sequence[int]) -> list[tuple[int, ...]]:
        return [tuple(self.nbr[6 * h + d] for d in range(6) if sides[6 * h + d]) for h in range(self.n)]

    def _open(self, s: int) -> bool:
        """11.0#2, 11.43: both hexes are in play, and no river parts them unless a line crosses it."""
        here, there = s // 6, self.nbr[s]
        return self.in_play[here] and self.in_play[there] and not (self.river[s] and not self.lined[s])

    def _reaches(self, s: int) -> bool:
        """4.23: a unit on level 1 has no zone on level 3."""
        return self.level[self.nbr[s]] - self.level[s // 6] < 2

    def slot(self, a: int, b: int) -> int:
        return self.board.slot(a, b)

    # prices

    def line_at(self, s: int, mobility: str) -> str | None:
        """5.13: the cheapest of the lines that cross a side."""
        found = [name for name in LINES if self.lines[name][s]]
        return min(found, key=lambda name: self.chart.price(name, mobility)) if found else None

    def climb(self, s: int) -> int:
        """5.14, 5.15: levels up to the next hex, from this one or from the side between them if that is lower."""
        low = self.board.side_layer("side_level").name(s)
        here, there = self.level[s // 6], self.level[self.nbr[s]]
        return max(there - min(here, int(low) if low else here), 0)

    def ford(self, s: int, mobility: str) -> bool:
        """5.12#2: a stream without a line takes a motorised unit's whole allowance."""
        return bool(self.stream[s]) and not self.lined[s] and self.chart.prices["minor"][mobility] == ALL

    def charges(self, mobility: str, s: int) -> list[Charge]:
        """5.11 to 5.15: what crossing a side costs, part by part, where it does not take everything."""
        line = self.line_at(s, mobility)
        if line is not None:
            return [Charge(line, self.chart.price(line, mobility), "5.13")]
        terrain = self.terrain[self.nbr[s]]
        parts = [Charge(terrain, self.chart.price(terrain, mobility), "5.11")]
        if self.stream[s]:
            parts.append(Charge("minor", self.chart.price("minor", mobility), "5.12#1"))
        if self.climb(s):
            low = self.board.side_layer("side_level").codes[s]
            cost = self.climb(s) * self.chart.price("level", mobility)
            parts.append(Charge("level", cost, "5.15" if low else "5.14"))
        return parts

    def edge_charge(self, mobility: str, h: int) -> Charge:
        """5.27, 9.11: coming or going over the map edge, as into another hex like this one."""
        lines = [name for name in LINES if self.board.has(h, f"exit_{name}")]
        terrain = min(lines, key=lambda name: self.chart.price(name, mobility)) if lines else self.terrain[h]
        return Charge(terrain, self.chart.price(terrain, mobility), "5.13" if lines else "5.11")

    @cached_property
    def costs(self) -> dict[str, list[int]]:
        return {m: [self._cost(m, s) for s in range(6 * self.n)] for m in MOBILITIES}

    def _cost(self, mobility: str, s: int) -> int:
        if not self.passable[s] or self.ford(s, mobility):
            return IMPASSABLE
        return sum(charge.cost for charge in self.charges(mobility, s))

    @cached_property
    def terrains(self) -> dict[str, Terrain]:
        stop = array("i", bytes(4 * 6 * self.n))
        return {m: Terrain(self.nbr, array("i", self.costs[m]), stop) for m in MOBILITIES}

    @cached_property
    def fords(self) -> dict[str, list[tuple[int, ...]]]:
        """Hex by hex, the neighbours across streams that take everything."""
        return {m: self._lists(self._sides(partial(self._forded, mobility=m))) for m in MOBILITIES}

    def _forded(self, s: int, mobility: str) -> bool:
        return bool(self.passable[s]) and self.ford(s, mobility)

    @cached_property
    def dry(self) -> dict[str, list[tuple[int, ...]]]:
        """Hex by hex, the neighbours that are not across such streams."""
        pairs = {m: zip(self.step_to, self.fords[m], strict=True) for m in MOBILITIES}
        return {m: [tuple(h for h in near if h not in fords) for near, fords in rows] for m, rows in pairs.items()}

    @cached_property
    def doors(self) -> dict[str, list[tuple[tuple[int, int], ...]]]:
        """Hex by hex, the neighbours and what entering them costs."""
        return {m: [tuple((to, cost) for to, cost, _ in row) for row in t.exits] for m, t in self.terrains.items()}

    @cached_property
    def net(self) -> Net:
        """11.43: lines of communication."""
        return Net(self.nbr, array("i", self.passable))
