"""What the board, the counters and the charts mean to the rules, worked out once."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from countermarch import kernels
from countermarch.board import Board
from countermarch.charts import CombatTable, Row, befalling_defender, read_outcome
from countermarch.games.chitpull.edition import Edition
from countermarch.games.chitpull.places import Places
from countermarch.games.chitpull.state import GERMAN, NONE, SIDES, SOVIET
from countermarch.games.tables import HALF as HALF
from countermarch.games.tables import CounterTables, faces, half_points, printed, printed_face
from countermarch.kernels import IMPASSABLE, Ints, Net, Terrain
from countermarch.pieces import Face, Unit
from countermarch.values import Values

FOOT, MECH = "foot", "mech"
TRIGGER = "trigger"  # when a counter arrives that waits for the Soviets to come near (14.1.2)
WATER = ("lake", "sea")
BARRED = {"-": IMPASSABLE}  # in the terrain chart
EDGES = {"N": (1, 1), "S": (1, -1), "W": (0, 1), "E": (0, -1)}  # axis of the plane, and where it grows from
OUTERMOST = 0.75  # a staggered row goes half a hex deep, the next column lies 0.87 away
ALONG_THE_EDGE = 10  # 8.0.3
FAR = 999  # steps to what cannot be reached
REFUGEE_SIDES = ("light", "dark")
# 2.1.3: what lies above what in a stack, so that nothing hidden adds a zone
HEADQUARTERS, VOLKSSTURM, GARRISON, MECH_ZONE, LEG_ZONE = range(5)
BARE = {"hq": HEADQUARTERS, "volkssturm": VOLKSSTURM}  # any other unit without a zone lies like a garrison


@dataclass(frozen=True, slots=True)
class Chit:
    index: int
    id: str
    name: str
    side: str
    group: str
    kind: str
    formation: str
    enters: int
    source: str


@dataclass(frozen=True, slots=True)
class Turn:
    number: int
    dates: str
    limits: tuple[int, ...]
    replacements: tuple[int, int]
    note: str


@dataclass(frozen=True, slots=True)
class Arrival:
    """Where a counter starts: on a hex, or with a turn and an entry area."""

    hex: str
    reduced: bool
    turn: int | None
    when: str
    entry: str
    optional: str


@dataclass(frozen=True, slots=True)
class Charge:
    """One part of the price of a step, in half points."""

    key: str
    cost: int
    rule: str


class Tables(CounterTables):
    """Board, counters and charts of one edition."""

    sides = SIDES
    charts: ClassVar[Sequence[str]] = ("chits", "turns", "combat", "barrage", "terrain")

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None, edition: Edition) -> None:
        super().__init__(board, packages, data)
        self.edition = edition
        self._ranges: dict[int, array[int]] = {}
        self._read_units()
        self._read_charts()
        self.places = Places(self.board, self.edition, tuple(self.edges))
        self._index_units()
        self._survey()

    # reading

    def _read_units(self) -> None:
        rows = [row for row in self.table("units.csv") if row.text("game") in ("both", self.edition.key)]
        self.units = [_unit(at, row, self.edition.dual_units) for at, row in enumerate(rows)]
        self.aliases = {alias: row.text("id") for row in rows if (alias := row.values.get("alias", ""))}
        self.arrivals = [self._arrival(row) for row in rows]

    def _arrival(self, row: Row) -> Arrival:
        when = row.text("arrives")
        hex = row.text("hex")
        if hex:
            self.hex_in(row, hex)
        turn = int(when) if when.isdigit() else None
        return Arrival(
            hex, row.text("reduced") == "1", turn, when, entry=row.text("entry"), optional=row.text("optional")
        )

    def _read_charts(self) -> None:
        self.chits = [_chit(at, row) for at, row in enumerate(self.table("chits.csv"))]
        self.turns = [_turn(row, self.edition.groups) for row in self.table("turns.csv")]
        self.combat: CombatTable = self.results("combat.csv", read_outcome)
        self.shelling = befalling_defender(self.combat)  # 3.0-note: what of it counts in a barrage
        self.barrages = tuple(row.whole("attacks", 0, 9) for row in self.table("barrage.csv"))
        self.edges = {row.text("area"): row.one_of("edge", tuple(EDGES)) for row in self.table("entries.csv")}
        terrain = self.table("terrain.csv")
        self.prices = {row.text("terrain"): {m: half_points(row, m, BARRED) for m in (FOOT, MECH)} for row in terrain}
        self.zone_price = self.prices["zone"][FOOT]
        self.shifts = {row.text("terrain"): row.whole("shift", 0, 9) for row in terrain}
        self.line_only = {row.text("terrain"): row.values.get("line_only", "") for row in terrain}

    # counters as flat lists

    def _index_units(self) -> None:
        self.index_units()
        units = self.units
        self.is_hq = [u.kind == "hq" for u in units]
        self.is_combat = [u.kind not in ("hq", "air", "naval", "refugee") for u in units]
        self.is_air = [u.kind == "air" for u in units]
        self.air = [u.index for u in units if u.kind == "air"]
        self.is_mech = [u.mobility == MECH for u in units]
        self.mobility = [MECH if mech else FOOT for mech in self.is_mech]
        self.is_static = [u.faces[-1].move == 0 for u in units]
        self.exerts = [exerts(u) for u in units]
        self.breadth = [breadth(u) for u in units]
        self.ship = next((i for i, u in enumerate(units) if u.kind == "naval"), NONE)
        fixed = [static and not self.edition.static_renewed for static in self.is_static]
        refit = [i for i, u in enumerate(units) if self.is_combat[i] and not fixed[i] and u.steps == 2]
        self.renewable = tuple(tuple(i for i in refit if units[i].side == side) for side in SIDES)
        self.hqs = tuple(tuple(i for i in row if self.is_hq[i]) for row in self.of_side)
        self.fighters = tuple(tuple(i for i in row if self.is_combat[i]) for row in self.of_side)
        self.ground = tuple(self._by_front([*f, *h]) for f, h in zip(self.fighters, self.hqs, strict=True))
        self.hq_of = {u.formation: u.index for u in units if u.kind == "hq"}
        kept = self.edition.held_back
        self.keeper = [self.hq_of[u.formation] if u.formation in kept else NONE for u in units]
        self.members = {
            key: tuple(u.index for u in units if u.formation == key and u.kind != "hq") for key in self.formations
        }
        self.no_hexes = [0] * self.n
        self.under = {hq: self._under(hq) for row in self.hqs for hq in row}
        self.commands = {hq: frozenset(u for u, _ in row) for hq, row in self.under.items()}
        self.chit_index = {c.id: c.index for c in self.chits}
        self.chit_of = {c.formation: c.index for c in self.chits if c.formation}

    def _by_front(self, row: Sequence[int]) -> dict[str, tuple[int, ...]]:
        """These counters by front, and all of them under no name."""
        fronts = {self.units[i].front for i in row}
        return {front: tuple(i for i in row if self.units[i].front == front) for front in fronts} | {"": tuple(row)}

    def _under(self, hq: int) -> tuple[tuple[int, bool], ...]:
        """4.2.1, 2.1.4: whom an HQ could activate: its formation (True), and independents of its front."""
        head = self.units[hq]
        own = {hq, *self.members[head.formation]}
        free = {
            u.index for u in self.units if (u.independent or u.dual) and (u.side, u.front) == (head.side, head.front)
        }
        return tuple((u, u in own) for u in sorted(own | free))

    # the board as flat arrays: side h * 6 + d

    def _survey(self) -> None:
        board = self.board
        self.away = frozenset(board.flagged("out_of_play"))
        self.land = [self._is_land(h) for h in range(self.n)]
        self.settlement = [board.settlement(h) for h in range(self.n)]
        self.fort = board.side_layer("fort").codes
        road, autobahn = board.side_layer("road").codes, board.side_layer("autobahn").codes
        self.road = [a or b for a, b in zip(road, autobahn, strict=True)]
        self.autobahn = autobahn
        self.rail = board.side_layer("rail").codes
        self.wet = self._sides(self._is_wet)
        self.ice = self._sides(self._is_frozen)
        self.minor = self._sides(lambda s: self._unbridged(s, "minor"))
        self.major = self._sides(lambda s: self._unbridged(s, "major"))
        self.river = [a or b for a, b in zip(self.minor, self.major, strict=True)]
        self.halving = self._sides(self._is_halved)
        self.dry = self._sides(lambda s: self._land_side(s) and not self.wet[s])
        self.passable = self._sides(lambda s: bool(self.dry[s]) and not self.major[s])
        self.on_road = self._hexes_with(self.road)
        self.on_rail = self._hexes_with(self.rail)
        self.road_hexes = [h for h in range(self.n) if self.on_road[h] and self.land[h]]
        lines = zip(self.on_road, self.on_rail, strict=True)
        self.modes_at = [tuple(mode for mode, runs in enumerate((True, *pair)) if runs) for pair in lines]
        self.around = [self.board.grid.within(h, 1) for h in range(self.n)]
        self.open = {mobility: self._sides(lambda s, m=mobility: self._is_open(s, m)) for mobility in (FOOT, MECH)}
        self.attack_to = self._lists(self.dry)
        firm = self._lists([int(dry and not ice) for dry, ice in zip(self.dry, self.ice, strict=True)])
        self.strikes_of = [firm if mech else self.attack_to for mech in self.is_mech]
        self.step_to = self._lists(self.passable)
        self.ways_to = {mobility: self._lists(self.open[mobility]) for mobility in (FOOT, MECH)}
        self.ways_of = [self.ways_to[mobility] for mobility in self.mobility]
        self.own_map = [side * self.n for side in self.side]  # where a unit's side begins in a map of both
        self.enemy_map = [(1 - side) * self.n for side in self.side]
        zones = {(m, s): self._on_map_of(s, self.ways_to[m]) for m in self.ways_to for s in range(len(SIDES))}
        self.zone_of = [zones.get(key, ()) for key in zip(self.mobility, self.side, strict=True)]

    def _sides(self, test: object) -> list[int]:
        assert callable(test)
        return [int(self.nbr[s] >= 0 and test(s)) for s in range(6 * self.n)]

    def _crossed(self, s: int) -> bool:
        return bool(self.road[s] or self.rail[s])

    def _unbridged(self, s: int, river: str) -> bool:
        return self.board.side_layer("river").name(s) == river and not self.board.bridged(*divmod(s, 6))

    def _land_side(self, s: int) -> bool:
        return self.land[s // 6] and self.land[self.nbr[s]]

    def _is_land(self, h: int) -> bool:
        return self.board.terrain(h) not in WATER and h not in self.away

    def _is_wet(self, s: int) -> bool:
        return bool(self.board.side_layer("water").codes[s]) and not self._crossed(s)

    def _is_frozen(self, s: int) -> bool:
        """Water that carries men and no vehicles, in some editions."""
        return False

    def carries(self, u: int, h: int) -> bool:
        """Whether a counter can stand in a hex at all."""
        return self.land[h]

    def _is_halved(self, s: int) -> bool:
        """9.3(3): attackers over a river; in some editions over bridges of a major one too, or over ice."""
        bridge = self.edition.halved_on_bridges and self.board.side_layer("river").name(s) == "major"
        return bool(self.river[s] or self.ice[s] or bridge)

    def into_rough(self, u: int, s: int) -> bool:
        """Whether a unit attacks off the road into terrain it may not enter there; the side seen from the target."""
        return not self.road[s] and self.line_only.get(self.terrain_of(s // 6)) == self.mobility[u]

    def _is_open(self, s: int, mobility: str) -> bool:
        """Passable, unless the terrain beyond is one this mobility enters only along a road or railway."""
        barred = self.line_only.get(self.terrain_of(self.nbr[s])) == mobility and not self._crossed(s)
        return bool(self.passable[s]) and not barred

    def _hexes_with(self, sides: Sequence[int]) -> list[bool]:
        return [any(sides[6 * h : 6 * h + 6]) for h in range(self.n)]

    def _lists(self, sides: Sequence[int]) -> list[tuple[int, ...]]:
        return [tuple(self.nbr[6 * h + d] for d in range(6) if sides[6 * h + d]) for h in range(self.n)]

    def _on_map_of(self, side: int, hexes: Iterable[tuple[int, ...]]) -> list[tuple[int, ...]]:
        """Hexes as they are numbered in a map that holds both sides one after the other."""
        return [tuple(side * self.n + h for h in row) for row in hexes]

    def slot(self, a: int, b: int) -> int:
        return self.board.slot(a, b)

    # the front line and the edges

    @cached_property
    def behind_soviets(self) -> list[int]:
        """11.3(2): settlements behind the Soviet front at the start."""
        return [h for h in self.places.settlements if h in self.soviet_rear]

    @cached_property
    def soviet_rear(self) -> frozenset[int]:
        """11.3(2): hexes nearer to a Soviet counter than to anything German, or as near to a Soviet source.

        A source lies behind the front, so what is halfway between the two is behind it too.
        """
        places = self.places
        german = self._steps_from(self._starts(GERMAN) | places.german_sources)
        soviet, source = self._steps_from(self._starts(SOVIET)), self._steps_from(places.soviet_sources)
        return frozenset(h for h in range(self.n) if soviet[h] < german[h] or source[h] <= german[h] < FAR)

    def _starts(self, side: int) -> set[int]:
        numbers = {self.arrivals[u].hex for u in self.of_side[side]} - {""}
        return {self.board.grid.index(number) for number in numbers}

    def _steps_from(self, hexes: Iterable[int]) -> list[int]:
        """Over passable hexes, from the nearest of these."""
        steps = kernels.flood(self.supply_net, self.nothing_closed, closed_at=0, seeds=sorted(hexes), limit=-1)
        return [found if found >= 0 else FAR for found in steps]

    @cached_property
    def detours(self) -> dict[str, tuple[int, ...]]:
        """8.0.3: for each entry area, the land hexes of its map edge within ten hexes, nearest first."""
        return {area: self._detours(hex, self.edges[area]) for area, hex in self.places.entries.items()}

    def _detours(self, entry: int, edge: str) -> tuple[int, ...]:
        away = {h: self.board.grid.distance(entry, h) for h in self._edge(edge) if self.land[h]}
        return tuple(sorted((h for h, d in away.items() if 0 < d <= ALONG_THE_EDGE), key=away.__getitem__))

    def _edge(self, edge: str) -> list[int]:
        axis, sign = EDGES[edge]
        depths = [sign * self.board.grid.centre(h)[axis] for h in range(self.n)]
        outermost = min(depths) + OUTERMOST
        return [h for h, depth in enumerate(depths) if depth < outermost]

    # movement

    def charges(self, mobility: str, s: int) -> list[Charge]:
        """6.1.2, 6.2: what crossing this side into the next hex costs, part by part, zones apart."""
        if self.road[s]:
            way = "autobahn" if self.autobahn[s] and "autobahn" in self.prices else "road"
            return [Charge(way, self.prices[way][mobility], "6.2.1")]
        terrain = self.terrain_of(self.nbr[s])
        parts = [Charge(terrain, self.prices[terrain][mobility], "6.1.2")]
        if self.minor[s]:
            parts.append(Charge("minor", self.prices["minor"][mobility], "6.2.2"))
        return parts

    def terrain_of(self, h: int) -> str:
        """The row of the terrain chart: settlements it does not know take the other terrain of their hex."""
        return self.settlement[h] if self.settlement[h] in self.prices else self.board.terrain(h)

    @cached_property
    def regular(self) -> dict[str, Terrain]:
        return {mobility: self._regular(mobility) for mobility in self.open}

    @cached_property
    def unstopped(self) -> dict[str, Terrain]:
        """As if 6.2.2 did not stop anybody; to explain that it does."""
        return {mobility: self._regular(mobility, stops=False) for mobility in self.open}

    def _regular(self, mobility: str, stops: bool = True) -> Terrain:
        cost = [
            sum(c.cost for c in self.charges(mobility, s)) if self.open[mobility][s] else IMPASSABLE
            for s in range(6 * self.n)
        ]
        stop = [int(stops and self.minor[s] and not self.road[s]) for s in range(6 * self.n)]
        return Terrain(self.nbr, array("i", cost), array("i", stop))

    def _along(self, line: Sequence[int], price: int) -> Terrain:
        cost = [price if line[s] and self.passable[s] else IMPASSABLE for s in range(6 * self.n)]
        return Terrain(self.nbr, array("i", cost), array("i", bytes(4 * 6 * self.n)))

    @cached_property
    def strategic(self) -> Terrain:
        return self._along(self.road, self.prices["strategic"][FOOT])

    @cached_property
    def railway(self) -> Terrain:
        return self._along(self.rail, 0)

    @cached_property
    def grounds(self) -> tuple[dict[str, Terrain], ...]:
        """By way of moving and mobility."""
        return self.regular, *(dict.fromkeys(self.open, line) for line in (self.strategic, self.railway))

    @cached_property
    def doors(self) -> tuple[dict[str, list[tuple[tuple[int, int], ...]]], ...]:
        """By way of moving and mobility, hex by hex: the hexes next door and what entering them costs."""
        return tuple({m: _prices_next_door(ground) for m, ground in ways.items()} for ways in self.grounds)

    @cached_property
    def names(self) -> dict[str, Sequence[str]]:
        """What the numbers of an action stand for."""
        return {"unit": self.ids, "hex": self.numbers, "chit": [chit.id for chit in self.chits]}

    # nets to flood

    @cached_property
    def command_net(self) -> Net:
        """4.2.5: not through water; rivers do not matter."""
        return Net(self.nbr, array("i", self.dry))

    @cached_property
    def supply_net(self) -> Net:
        return Net(self.nbr, array("i", self.passable))

    @cached_property
    def line_net(self) -> Net:
        crossed = [int(self.passable[s] and self._crossed(s)) for s in range(6 * self.n)]
        return Net(self.nbr, array("i", crossed))

    @cached_property
    def line_hexes_net(self) -> Net:
        """10.1 read by hexes: both have a road or a railway, whether or not it joins them."""
        has = [a or b for a, b in zip(self.on_road, self.on_rail, strict=True)]
        sides = [int(self.passable[s] and has[s // 6] and has[self.nbr[s]]) for s in range(6 * self.n)]
        return Net(self.nbr, array("i", sides))

    @cached_property
    def autobahn_net(self) -> Net:
        return Net(self.nbr, array("i", self.autobahn))

    @cached_property
    def rail_net(self) -> Net:
        return Net(self.nbr, array("i", [int(bool(r and p)) for r, p in zip(self.rail, self.passable, strict=True)]))

    @cached_property
    def railway_hexes(self) -> list[int]:
        return [h for h in range(self.n) if self.on_rail[h] and self.land[h]]

    @cached_property
    def refugee_sides(self) -> list[str]:
        """koenigsberg45 12.2a: which side of the counters is up, turn by turn."""
        return [row.one_of("side", REFUGEE_SIDES) for row in self.table("refugees.csv")]

    @cached_property
    def road_net(self) -> Net:
        return Net(self.nbr, array("i", [int(bool(r and p)) for r, p in zip(self.road, self.passable, strict=True)]))

    @cached_property
    def _road_steps(self) -> dict[int, array[int]]:
        return {}

    def road_steps(self, hex: int) -> array[int]:
        """Steps along roads from a hex to every other, -1 where none leads."""
        if hex not in self._road_steps:
            self._road_steps[hex] = kernels.flood(
                self.road_net, self.nothing_closed, closed_at=0, seeds=[hex], limit=-1
            )
        return self._road_steps[hex]

    @cached_property
    def every_hex(self) -> Net:
        """Distances as the crow flies."""
        return Net(self.nbr, array("i", [1]) * (6 * self.n))

    @cached_property
    def nothing_closed(self) -> Ints:
        return Ints(array("i", bytes(4 * self.n)))

    def command_distance(self, hex: int) -> array[int]:
        """4.2.4: steps from a hex to every other, as command counts them; only the board decides."""
        if hex not in self._ranges:
            self._ranges[hex] = self._spread_command(hex)
        return self._ranges[hex]

    def _spread_command(self, hex: int) -> array[int]:
        if self.edition.range_ends_at_river:
            return self._to_the_first_bank(hex)
        return kernels.flood(self.command_net, self.nothing_closed, closed_at=0, seeds=[hex], limit=12)

    def _to_the_first_bank(self, hex: int) -> array[int]:
        """4.2.5: a range that crosses an unbridged major river ends beyond it."""
        near = kernels.flood(self.supply_net, self.nothing_closed, closed_at=0, seeds=[hex], limit=12)
        steps = near[:]
        for h, to in self._banks:
            if 0 <= near[h] < 12 and not 0 <= steps[to] <= near[h] + 1:
                steps[to] = near[h] + 1
        return steps

    @cached_property
    def _banks(self) -> list[tuple[int, int]]:
        """Hexes on both banks of a major river without a bridge."""
        return [(s // 6, self.nbr[s]) for s in range(6 * self.n) if self.major[s] and self.dry[s]]


def _prices_next_door(terrain: Terrain) -> list[tuple[tuple[int, int], ...]]:
    return [tuple((to, cost) for to, cost, _ in row) for row in terrain.exits]


def _unit(at: int, row: Row, dual: bool) -> Unit:
    steps = row.whole("steps", 0, 2)
    return Unit(
        **printed(at, row, (*SIDES, ""), (FOOT, MECH, "static"), steps=steps),
        front=row.text("front"),
        faces=faces(row, steps, printed_face, Face(0, 0, 0)),
        command_range=row.whole("command_range", 0, 12, default=0),
        independent=row.text("independent") == "1",
        dual=dual and row.text("dual") == "1",
        zone=row.text("zone") == "1",
    )


def exerts(unit: Unit) -> tuple[bool, ...]:
    """5.2, 5.2.1: by steps, whether a counter has a zone: a printed attack, and not of a kind without."""
    return tuple(unit.zone and face.attack > 0 for face in unit.faces)


def breadth(unit: Unit) -> tuple[int, ...]:
    """2.1.3: by steps, how wide a counter's zone is: what is wider lies above; legs go where tracks do and farther."""
    bare = BARE.get(unit.kind, GARRISON)
    return tuple((MECH_ZONE if unit.mobility == MECH else LEG_ZONE) if zone else bare for zone in exerts(unit))


def _chit(at: int, row: Row) -> Chit:
    side = row.text("side")
    group = row.text("front") or side
    id, name, kind, formation, source = (row.text(c) for c in ("id", "name", "kind", "formation", "source"))
    return Chit(
        at,
        id,
        name,
        side,
        group=group,
        kind=kind,
        formation=formation,
        enters=row.whole("enters", 1, 99),
        source=source,
    )


def _turn(row: Row, groups: Sequence[str]) -> Turn:
    limits = tuple(row.whole(f"limit_{group}", 0, 9) for group in groups)
    points = (row.whole("replacements_german", 0, 20), row.whole("replacements_soviet", 0, 20))
    return Turn(row.whole("turn", 1, 99), row.text("dates"), limits, points, note=row.text("note"))
