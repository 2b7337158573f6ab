"""What the counters, the charts and the set-up mean to the rules, worked out once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from countermarch.board import Board
from countermarch.charts import DataError, Row
from countermarch.games.seelow.ground import Battlefield, read_chart
from countermarch.games.seelow.pieces import MOTORISED, Counter, read_counter
from countermarch.games.seelow.results import read_effect
from countermarch.games.seelow.state import GERMAN, KUESTRIN, SCENARIOS, SEELOW, SIDES
from countermarch.games.tables import CounterTables
from countermarch.kernels import Heights, Sight
from countermarch.values import Values

LIGHTS = ("day", "dusk", "dawn", "night")
FARTHEST = 8  # 8.24, 10.12: what Zhukov sees from level 3 on level 1
GERMAN_POINTS = {"company": 1}  # 4.12: a battalion, and anything larger, counts two


@dataclass(frozen=True, slots=True)
class Group:
    """Units of one line of the set-up: where they may be put, and where the data proposes to."""

    units: tuple[int, ...]
    hexes: tuple[int, ...]
    default: tuple[int, ...]
    turn: int  # 0: set up; else they arrive at these hexes of the map edge (9.1)
    side: int
    rivals: tuple[int, ...] = ()  # units that may want the same room, its own included


class Tables(CounterTables):
    """Board, counters and charts."""

    sides = SIDES
    charts = ("turns", "combat", "fire", "terrain", "setup", "victory")
    units: list[Counter]

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None) -> None:
        super().__init__(board, packages, data)
        fronts = {key: formation.front for key, formation in self.formations.items()}
        self.units = [read_counter(at, row, fronts) for at, row in enumerate(self.table("units.csv"))]
        self._index_units()
        self.chart = read_chart(self.table("terrain.csv"))
        self.combat = self.results("combat.csv", read_effect)
        self.fire = self.results("fire.csv", read_effect)
        self.bands = _bands(self.fire.columns)
        self.lights = [row.one_of("light", LIGHTS) for row in self.table("turns.csv")]
        self.is_night = [False, *(light == "night" for light in self.lights)]  # by turn
        self.is_dusk = [False, *(light in ("dusk", "dawn") for light in self.lights)]
        self.setups = [self._setup(scenario) for scenario in SCENARIOS]
        self.groups = [{u: group for group in groups for u in group.units} for groups in self.setups]
        self.late = [tuple(group for group in groups if group.turn) for groups in self.setups]
        self.objectives = frozenset(board.flagged("objective"))
        self.no_units, self.no_hexes = [0] * len(self.units), [0] * self.n
        self.sights: dict[tuple[int, int, int, int], Sight] = {}  # what was seen from where, how far, by which reading

    def _index_units(self) -> None:
        self.index_units()
        units = self.units
        self.is_armoured = [u.armour is not None for u in units]
        self.is_gun = [u.range is not None for u in units]
        self.is_leader = [u.kind == "leader" for u in units]
        self.leaders = tuple(tuple(u for u in row if self.is_leader[u]) for row in self.of_side)
        self.is_motorised = [u.mobility == MOTORISED for u in units]
        self.points = [_points(u.side, u.size, u.kind) for u in units]

    # the set-up

    def _setup(self, scenario: str) -> tuple[Group, ...]:
        rows = [row for row in self.table("setup.csv") if row.text("scenario") == scenario]
        groups = [self._group(row) for row in rows]
        return tuple(replace(group, rivals=_rivals(group, groups)) for group in groups)

    def _group(self, row: Row) -> Group:
        names = row.text("units").split()
        unknown = [name for name in names if name not in self.index]
        if unknown:
            raise DataError(f"{row.place}: there is no unit {unknown[0]!r}")
        default = tuple(self.hex_in(row, number) for number in row.text("default").split())
        units = tuple(self.index[name] for name in names)
        turn = row.whole("turn", 0, len(self.lights), default=0)
        return Group(units, self._hexes(row), default, turn, side=SIDES.index(row.text("side")))

    def _hexes(self, row: Row) -> tuple[int, ...]:
        """11.1, 12.1: the hexes named, all within one of a hex, or a stretch of the map edge."""
        how = row.one_of("how", ("each", "in", "within", "edge"))
        if how == "edge":
            return self.board.flagged(row.text("where"))
        named = tuple(self.hex_in(row, number) for number in row.text("where").split())
        return self.board.grid.within(named[0], 1) if how == "within" else named

    @cached_property
    def grounds(self) -> tuple[Battlefield, ...]:
        return tuple(Battlefield(self.board, self.chart, scenario) for scenario in range(len(SCENARIOS)))

    @cached_property
    def heights(self) -> Heights:
        """8.22 to 8.25: the levels, and what stands on them and hides."""
        ground = self.grounds[SEELOW]
        tops = [level + self.chart.cover[ground.terrain[h]] for h, level in enumerate(ground.level)]
        return Heights(self.board.grid.coordinates, ground.level, tops, FARTHEST)

    @cached_property
    def garrison(self) -> tuple[int, ...]:
        """11.42: the units that begin in Küstrin, each in a hex of its own beyond the Soviet ring."""
        named = {self.board.grid.index(number) for number in ("3102", "3103", "3204", "3503")}
        return tuple(g.units[0] for g in self.setups[KUESTRIN] if g.side == GERMAN and set(g.hexes) <= named)


def _rivals(group: Group, groups: Sequence[Group]) -> tuple[int, ...]:
    """The units of all groups whose hexes overlap, from one to the next."""
    pool, hexes, found = [g for g in groups if g.side == group.side], set(group.hexes), list[Group]()
    while near := [g for g in pool if g not in found and not hexes.isdisjoint(g.hexes)]:
        found += near
        hexes.update(h for g in near for h in g.hexes)
    return tuple(u for g in found for u in g.units)


def _points(side: str, size: str, kind: str) -> int:
    """4.12, 4.13: what a unit counts for stacking; Zhukov nothing."""
    if kind == "leader":
        return 0
    return GERMAN_POINTS.get(size, 2) if side == "german" else 1


def _bands(columns: tuple[str, ...]) -> tuple[int, ...]:
    """The lowest strength of each column of the fire table."""
    return tuple(int(column.rstrip("+").split("-")[0]) for column in columns)
