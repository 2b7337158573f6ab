"""What Stargard's own charts mean: victory markers, events, the divisions that must leave, the thaw."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property

from countermarch.board import Board
from countermarch.charts import Row
from countermarch.games.chitpull.edition import Edition
from countermarch.games.chitpull.reckoning import FESTUNG
from countermarch.games.chitpull.state import NONE
from countermarch.games.chitpull.tables import HALF, MECH, Charge, Tables
from countermarch.kernels import IMPASSABLE, Net, Terrain
from countermarch.values import Values

THAW = "thaw"  # how mechanised units move while it thaws
CORPS = "39Pz"  # the HQ and the chit that leave
DIVISIONS = frozenset({"10SS", "4SS", "28SS", "233", "FB", "FG"})  # 19.1.3


@dataclass(frozen=True, slots=True)
class Marker:
    """14.1: a victory hex, the turn until which its better side is up (none: always), and both sides."""

    hex: int
    turn: int
    points: int
    points_later: int

    def worth(self, taken: int) -> int:
        return self.points if taken <= self.turn else self.points_later


@dataclass(frozen=True, slots=True)
class Happening:
    id: str
    name: str
    turn: int  # from which it is in the pool
    returns: bool


class StargardTables(Tables):
    charts = (*Tables.charts, "victory", "events", "entries")

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None, edition: Edition) -> None:
        super().__init__(board, packages, data, edition)
        self.open[THAW] = self.open[MECH]
        markers = [self._marker(row) for row in self.table("victory.csv")]
        self.markers = sorted(markers, key=lambda marker: marker.hex)
        self.marker_at = {marker.hex: at for at, marker in enumerate(self.markers)}
        self.pool = [_happening(row) for row in self.table("events.csv")]
        self.exit = self.board.flagged("exit")[0]
        self.fortresses = frozenset(h for h in range(self.n) if set(self.fort[6 * h : 6 * h + 6]) == {FESTUNG})
        self.named = {place.name: place.hex for place in self.board.places}

    def _marker(self, row: Row) -> Marker:
        turn = row.whole("turn", 1, 99, default=99)
        hex = self.board.grid.index(row.text("hex"))
        return Marker(hex, turn, row.whole("points", 0, 20), row.whole("points_later", 0, 20))

    @cached_property
    def german_ground(self) -> frozenset[int]:
        """5.5: what is not behind the Soviet front at the start; victory hexes and split sources anyway."""
        return frozenset(range(self.n)) - self.soviet_rear | self.places.takeable

    @cached_property
    def soviet_ground(self) -> array[int]:
        """5.5: 1 where the Soviets hold the ground at the start."""
        return array("i", [h not in self.german_ground for h in range(self.n)])

    @cached_property
    def homeward(self) -> dict[str, Net]:
        """9.2: by mobility, the sides a unit may cross, seen from beyond; for a flood that sets out from sources."""
        return {mobility: Net(self.nbr, self._seen_from_beyond(sides)) for mobility, sides in self.open.items()}

    def _seen_from_beyond(self, sides: list[int]) -> array[int]:
        beyond = [self.slot(to, s // 6) if to >= 0 else NONE for s, to in enumerate(self.nbr)]
        return array("i", [int(s != NONE and sides[s]) for s in beyond])

    @cached_property
    def to_exit(self) -> tuple[dict[str, Terrain], ...]:
        """19.1.3-exit: by way of moving and mobility, the ground on which every way into Stettin ends there."""
        return tuple({mobility: self._ending(ground) for mobility, ground in row.items()} for row in self.grounds)

    def _ending(self, ground: Terrain) -> Terrain:
        ways = {(h, to): (cost, stop) for h, row in enumerate(ground.exits) for to, cost, stop in row}
        sides = [ways.get((s // 6, to), (IMPASSABLE, False)) for s, to in enumerate(self.nbr)]
        stops = [int(stop or to == self.exit) for to, (_, stop) in zip(self.nbr, sides, strict=True)]
        return Terrain(self.nbr, array("i", [cost for cost, _ in sides]), array("i", stops))

    @cached_property
    def leavers(self) -> frozenset[int]:
        """19.1.3: the units of the named divisions, and the HQ of 39th Panzer Corps."""
        units = [unit.index for unit in self.units if unit.id.partition("/")[2] in DIVISIONS]
        return frozenset((*units, self.hq_of[CORPS]))

    def charges(self, mobility: str, s: int) -> list[Charge]:
        """19.1.1: in a thaw every hex off road and rail costs mechanised units a point more."""
        if mobility != THAW:
            return super().charges(mobility, s)
        mud = [] if self.road[s] or self.rail[s] else [Charge("thaw", HALF, "stargard-design 19.1.1")]
        return super().charges(MECH, s) + mud


def _happening(row: Row) -> Happening:
    return Happening(row.text("id"), row.text("name"), row.whole("from", 1, 99), row.text("returns") == "1")
