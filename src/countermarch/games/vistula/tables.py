"""What the board, the counters and the charts mean to the rules, worked out once."""

from __future__ import annotations

import re
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from countermarch.board import Board
from countermarch.charts import DataError, Outcome, Row, no_result
from countermarch.games.tables import HALF as HALF
from countermarch.games.tables import CounterTables, faces, half_points, printed, printed_face
from countermarch.games.vistula.state import NATIONS, SIDES
from countermarch.kernels import IMPASSABLE, Net, Terrain
from countermarch.pieces import Face, Unit
from countermarch.values import Values

LEG, MECH = "leg", "mech"
BARRED = ("lake", "sea")
UNPRICED = {"": 0}  # barred, or not crossed but attacked over
FROZEN_TURNS = (1, 2)  # 8.11

ARMOUR = frozenset({"panzer", "heavy_tank", "tank"})
MECHANISED = frozenset({"panzergrenadier", "mechanized"})
CAVALRY = frozenset({"cavalry"})
MOBILE = ARMOUR | MECHANISED | CAVALRY
INFANTRY = frozenset({"infantry", "volksgrenadier", "jaeger", "fallschirm"})  # 6.5: one type for withdrawals
APART = frozenset({"hq", "lc", "air", "naval"})  # everything else is a combat unit


def read_losses(code: str, place: str = "") -> Outcome:
    """'1/2': steps lost by the attacker and by the defender."""
    match = re.fullmatch(r"(\d)/(\d)", code)
    if match is None:
        raise DataError(no_result(place, code, "1/2, 0/1"))
    return Outcome(code, attacker_steps=int(match[1]), defender_steps=int(match[2]))


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    dates: str
    columns: tuple[int, int]  # 6.2: logistical columns by side
    replacements: tuple[int, int, int]  # 6.3: by nation


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a counter begins: a set-up zone, a hex, or a turn and an entry letter."""

    zone: str
    hex: str
    turn: int
    entry: str
    withdraws: int
    returns: int


@dataclass(frozen=True, slots=True)
class Zone:
    """13: where a group sets up: a stretch of front, and how far behind it; without one, by the HQs."""

    side: str
    line: str
    distance: str
    hexes: tuple[int, ...]
    reduced: int


@dataclass(frozen=True, slots=True)
class Charge:
    """One part of the price of a step, in half points."""

    key: str
    cost: int
    rule: str


class Crossing(NamedTuple):
    """What a side has to say about being crossed: the ground beyond (barred: no way), river, bridge, railway."""

    ground: str
    river: int
    bridge: int
    rail: int


class Gait(NamedTuple):
    """How a group moves: the slowest ground of its units, an HQ's need of bridges, railways, the ice."""

    mech: bool
    hq: bool
    rail: bool
    frozen: bool


class Tables(CounterTables):
    """Board, counters and charts."""

    sides = SIDES
    charts = (
        "turns",
        "combat_german",
        "combat_allied",
        "terrain",
        "objectives",
        "entries",
        "interdiction",
        "front_lines",
        "zones",
        "sea_lanes",
    )

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None) -> None:
        super().__init__(board, packages, data)
        self._terrains: dict[Gait, Terrain] = {}
        self._read_units()
        self._read_charts()
        self._index_units()
        self._survey()
        self.places = Places(self)

    # reading

    def _read_units(self) -> None:
        rows = self.table("units.csv")
        self.units = [_unit(at, row) for at, row in enumerate(rows)]
        self.arrivals = [self._arrival(row) for row in rows]
        self.nation = [NATIONS.index(row.one_of("nationality", NATIONS)) for row in rows]
        self.support = [row.whole("support", 0, 30, default=0) for row in rows]

    def _arrival(self, row: Row) -> Arrival:
        hex = row.text("hex")
        if hex:
            self.hex_in(row, hex)
        turn, withdraws, returns = (row.whole(c, 0, 9, default=0) for c in ("arrives", "withdraws", "returns"))
        return Arrival(row.text("placement"), hex, turn, row.text("entry"), withdraws=withdraws, returns=returns)

    def _read_charts(self) -> None:
        self.turns = [_turn(row) for row in self.table("turns.csv")]
        self.combat = tuple(self.results(f"combat_{side}.csv", read_losses) for side in SIDES)
        terrain = self.table("terrain.csv")
        self.prices = {row.text("terrain"): {m: half_points(row, m, UNPRICED) for m in (LEG, MECH)} for row in terrain}
        self.shifts = {row.text("terrain"): row.whole("shift", 0, 9) for row in terrain}
        self.interdiction = [(row.whole("one", 0, 2), row.whole("two", 0, 2)) for row in self.table("interdiction.csv")]

    # counters as flat lists

    def _index_units(self) -> None:
        self.index_units()
        units = self.units
        self.is_hq = [u.kind == "hq" for u in units]
        self.is_lc = [u.kind == "lc" for u in units]
        self.is_artillery = [u.kind == "artillery" for u in units]
        self.is_combat = [u.kind not in APART for u in units]
        self.is_mobile = [u.kind in MOBILE for u in units]
        self.is_armoured = [u.kind in ARMOUR | MECHANISED for u in units]
        self.is_mech = [u.mobility == MECH for u in units]
        self.stacks = [u.kind not in APART or u.kind == "hq" for u in units]
        self.on_ground = [u.kind not in ("air", "naval") for u in units]
        self.hqs, self.columns, self.air, self.guns = (
            tuple(tuple(i for i in row if units[i].kind == kind) for row in self.of_side)
            for kind in ("hq", "lc", "air", "artillery")
        )
        self.navy = self.of_kind["naval"][0]

    # the board as flat arrays: side h * 6 + d

    def _survey(self) -> None:
        board = self.board
        terrain = [board.terrain(h) for h in range(self.n)]
        self.land = [name != "sea" for name in terrain]
        self.lake = [name == "lake" for name in terrain]
        self.settlement = [board.settlement(h) for h in range(self.n)]
        self.big_city = [name == "big_city" for name in self.settlement]
        self.fort = board.side_layer("fort").codes
        self.rail = board.side_layer("rail").codes
        self.river = [int(board.side_layer("river").codes[s] != 0) for s in range(6 * self.n)]
        water = board.side_layer("water").codes
        self.dry = [int(self._both_land(s) and not water[s]) for s in range(6 * self.n)]
        self.bridge = [int(self.river[s] and self._bridged(s)) for s in range(6 * self.n)]
        self.on_rail = [any(self.rail[6 * h : 6 * h + 6]) for h in range(self.n)]
        self.around = [board.grid.within(h, 1) for h in range(self.n)]
        self.next_to = [tuple(self.nbr[6 * h + d] for d in range(6) if self.dry[6 * h + d]) for h in range(self.n)]
        self.coast = frozenset(board.flagged("coast"))

    def _both_land(self, s: int) -> bool:
        to = self.nbr[s]
        return to >= 0 and self.land[s // 6] and self.land[to]

    def _bridged(self, s: int) -> bool:
        """7.2: a railway crosses the river here, or a town or city stands on one of its banks."""
        to = self.nbr[s]
        return to >= 0 and bool(self.rail[s] or self.settlement[s // 6] or self.settlement[to])

    def slot(self, a: int, b: int) -> int:
        return self.board.slot(a, b)

    # movement

    def ground(self, h: int, frozen: bool) -> str:
        """8.11: the frozen lake is clear ground."""
        return "clear" if frozen and self.lake[h] else self.board.terrain(h)

    @cached_property
    def solid(self) -> tuple[list[bool], list[bool]]:
        """Hexes that bear units, in open water and on the ice."""
        ground, land = self.ground, self.land
        thawed, frozen = ([land[h] and ground(h, ice) not in BARRED for h in range(self.n)] for ice in (False, True))
        return thawed, frozen

    def charges(self, gait: Gait, s: int, level: int) -> list[Charge] | None:
        """7.1, 7.2, 7.4: what crossing this side costs, part by part, with both hexes held that firmly (see hold).

        None where there is no way.
        """
        return self._charges(gait, self._crossings(gait.frozen)[s], level)

    def _charges(self, gait: Gait, over: Crossing, level: int) -> list[Charge] | None:
        if over.ground in BARRED:
            return None
        bridged = bool(over.bridge) and level > 0
        if gait.hq and over.river and not bridged:
            return None
        if gait.rail and over.rail and level == 2:
            return [Charge("rail", self.prices["rail"][LEG], "10.3#3" if gait.hq else "7.4#3")]
        ground = Charge(over.ground, self.prices[over.ground][MECH if gait.mech else LEG], "7.1#1")
        return [ground, *self._river(gait, bridged)] if over.river else [ground]

    def _river(self, gait: Gait, bridged: bool) -> list[Charge]:
        """7.2, 8.11: nothing over a bridge or the ice."""
        if bridged:
            return [Charge("bridge", 0, "7.2")]
        return [Charge("ice", 0, "8.11#1") if gait.frozen else Charge("river", self.prices["river"][LEG], "7.1#1")]

    def _crossings(self, frozen: bool) -> list[Crossing]:
        return self._frozen_crossings if frozen else self._open_crossings

    @cached_property
    def _open_crossings(self) -> list[Crossing]:
        return [self._crossing(s, False) for s in range(6 * self.n)]

    @cached_property
    def _frozen_crossings(self) -> list[Crossing]:
        return [self._crossing(s, True) for s in range(6 * self.n)]

    def _crossing(self, s: int, frozen: bool) -> Crossing:
        ground = self.ground(self.nbr[s], frozen) if self.dry[s] else BARRED[0]
        return Crossing(ground, self.river[s], self.bridge[s], self.rail[s])

    def terrain(self, gait: Gait) -> Terrain:
        found = self._terrains.get(gait)
        if found is None:
            found = self._terrains[gait] = self._terrain(gait)
        return found

    def _terrain(self, gait: Gait) -> Terrain:
        sides = self._crossings(gait.frozen)
        cost, held, kept = (self._prices(gait, sides, level) for level in range(3))
        return Terrain(self.nbr, cost, array("i", bytes(4 * len(sides))), held, kept=kept)

    def _prices(self, gait: Gait, sides: list[Crossing], level: int) -> list[int]:
        charges = {over: self._charges(gait, over, level) for over in set(sides)}
        price = {over: IMPASSABLE if row is None else sum(c.cost for c in row) for over, row in charges.items()}
        return [price[over] for over in sides]

    # set-up

    @cached_property
    def zones(self) -> dict[str, Zone]:
        lines = {row.text("line"): row.text("hexes").split() for row in self.table("front_lines.csv")}
        return {row.text("zone"): self._zone(row, lines) for row in self.table("zones.csv")}

    def _zone(self, row: Row, lines: Mapping[str, list[str]]) -> Zone:
        """13: hexes of the stretch itself (0), or so far from its nearest hex, on the side's own ground."""
        side, line, distance = (row.text(c) for c in ("side", "line", "distance"))
        front = [self.board.grid.index(number) for number in lines.get(line, ())]
        own = (h for h in range(self.n) if self.land[h] and (h in self.places.allied) == (side == SIDES[1]))
        wanted = _distances(row) if line else frozenset[int]()
        hexes = tuple(h for h in own if wanted and min(self.board.grid.distance(h, at) for at in front) in wanted)
        return Zone(
            side, line, distance, tuple(front) if distance == "0" else hexes, reduced=row.whole("reduced", default=0)
        )

    @cached_property
    def proposal(self) -> dict[int, int]:
        """A legal set-up to begin from."""
        rows = self.table("sample_setup.csv")
        return {self.index[row.text("id")]: self.board.grid.index(row.text("hex")) for row in rows}

    # nets to flood

    def loc_net(self, rail: bool, frozen: bool, links: tuple[tuple[int, int], ...]) -> Net:
        """5.1, 5.2, 10.2: where lines of communication go, or those along railways; with links to sources at sea."""
        key = rail, frozen, links
        if key not in self._loc_nets:
            self._loc_nets[key] = self._loc_net(*key)
        return self._loc_nets[key]

    @cached_property
    def _loc_nets(self) -> dict[tuple[bool, bool, tuple[tuple[int, int], ...]], Net]:
        return {}

    def _loc_net(self, rail: bool, frozen: bool, links: tuple[tuple[int, int], ...]) -> Net:
        nbr, sides = array("i", self.nbr), array("i", [self._carries(s, rail, frozen) for s in range(6 * self.n)])
        for ends in links:
            for a, b in (ends, ends[::-1]):
                s = next(s for s in range(6 * a, 6 * a + 6) if not sides[s] and not self._both_land(s))
                nbr[s], sides[s] = b, 1
        return Net(nbr, sides)

    def _carries(self, s: int, rail: bool, frozen: bool) -> int:
        if not self.dry[s] or (rail and not self.rail[s]):
            return 0
        return int(frozen or not (self.lake[s // 6] or self.lake[self.nbr[s]]))


class Places:
    """Hexes with a meaning of their own."""

    def __init__(self, tables: Tables) -> None:
        board, index = tables.board, tables.board.grid.index
        rows = tables.table("objectives.csv")
        self.points = {index(row.text("hex")): row.whole("points", 0, 9) for row in rows}
        order = {row.whole("western", 0, 9): index(row.text("hex")) for row in rows}
        self.western = tuple(order[at] for at in sorted(order) if at)  # in the order of 11.2
        self.berlin = index("1529")
        self.sources = (frozenset(board.flagged("sup_g")), frozenset(board.flagged("sup_a")))
        self.entries = {row.text("letter"): index(row.text("hex")) for row in tables.table("entries.csv")}
        lanes = tables.table("sea_lanes.csv")
        self.lanes = tuple((index(row.text("source_hex")), index(row.text("port"))) for row in lanes)
        self.allied = frozenset(board.flagged("allied"))


def _distances(row: Row) -> frozenset[int]:
    """'0', '2-4' or several such."""
    found: set[int] = set()
    for part in row.text("distance").split():
        if not re.fullmatch(r"\d(-\d)?", part):
            raise DataError(f"{row.place}: distance {part!r} must be such as 0 or 2-4")
        found.update(range(int(part[0]), int(part[-1]) + 1))
    return frozenset(found)


def _unit(at: int, row: Row) -> Unit:
    steps = row.whole("steps", 0, 2)
    return Unit(
        **printed(at, row, SIDES, (LEG, MECH, "none"), steps=steps),
        front=row.text("front"),
        faces=faces(row, steps, printed_face, Face(0, 0, 0)),
        zone=row.text("zone") == "1",
    )


def _turn(row: Row) -> Turn:
    columns = (row.whole("lc_german", 0, 9), row.whole("lc_allied", 0, 9))
    german, soviet, polish = (row.whole(f"replacements_{nation}", 0, 20) for nation in NATIONS)
    return Turn(row.whole("turn", 1, 9), row.text("dates"), columns, (german, soviet, polish))
