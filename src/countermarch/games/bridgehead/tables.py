"""The board and the charts, and what they mean to the rules."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import product

from countermarch import kernels
from countermarch.board import Board
from countermarch.games.common import tables
from countermarch.games.common.ways import Charge
from countermarch.kernels import IMPASSABLE, Ints, Net, Terrain
from countermarch.values import Values

GERMAN, SOVIET = 0, 1
SIDES = ("german", "soviet")
MOBILITIES = ("foot", "tracked")
MINED, SAFE, BLOWN = range(3)
BRIDGE = ("mined", "safe", "blown")  # how the bridge is
CLOSED = "no"


class Tables(tables.Tables):
    sides, mobilities = SIDES, MOBILITIES

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None) -> None:
        self.road, self.river = (board.side_layer(name).codes for name in ("road", "river"))
        self.dry = [int(to >= 0 and not self.river[s]) for s, to in enumerate(board.grid.neighbours)]
        super().__init__(board, packages, data)
        self.ground = [board.settlement(h) or board.terrain(h) for h in range(self.n)]
        self.chart = self.rows_for("terrain.csv", ("road", "river", *self.ground))
        self.combat = self.odds("combat.csv")
        self.values = {row.text("what"): row.whole("points") for row in self.table("victory.csv")}
        self.counted = {row.text("what"): row.text("rule") for row in self.table("victory.csv")}
        bridges = board.side_layer("bridge").codes
        self.west_end, self.east_end = min((s // 6, to) for s, to in enumerate(self.nbr) if bridges[s])
        bank = kernels.flood(
            Net(self.nbr, self.dry), Ints(array("i", bytes(4 * self.n))), closed_at=0, seeds=[self.west_end], limit=-1
        )
        self.is_west = [steps >= 0 for steps in bank]
        cases = product(MOBILITIES, range(len(SIDES)), range(len(BRIDGE)))
        self.terrains = {case: self._terrain(*case) for case in cases}

    def zones(self) -> Sequence[Sequence[int]]:
        """5.1: the six hexes around, but not across the river."""
        return [tuple(self.nbr[s] for s in range(6 * h, 6 * h + 6) if self.dry[s]) for h in range(self.n)]

    def charges(self, mobility: str, s: int, bridge: int) -> list[Charge]:
        """4.2 to 4.4: what crossing a side costs, part by part; nothing if it is closed."""
        by_road = self.road[s] and not (self.river[s] and bridge == BLOWN)
        names = ["road"] if by_road else [self.ground[self.nbr[s]], *["river"] * self.river[s]]
        rows = [self.chart[name] for name in names]
        if any(row.text(mobility) == CLOSED for row in rows):
            return []
        return [(row.text("terrain"), row.whole(mobility), row.text("rule")) for row in rows]

    def _terrain(self, mobility: str, side: int, bridge: int) -> Terrain:
        """7.1: while the bridge is mined, Soviets stop at its eastern end."""
        halts = self.east_end if (side, bridge) == (SOVIET, MINED) else None
        prices = [self.charges(mobility, s, bridge) if to >= 0 else [] for s, to in enumerate(self.nbr)]
        costs = [sum(cost for _, cost, _ in charges) if charges else IMPASSABLE for charges in prices]
        return Terrain(self.nbr, costs, [int(to == halts) for to in self.nbr])
