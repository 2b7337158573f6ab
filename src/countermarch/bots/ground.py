"""The map as a bot reads it: what a step costs, where rivers and works help a defender, how far everything is."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from countermarch import kernels
from countermarch.board import Board
from countermarch.kernels import SIDES, Prices

if TYPE_CHECKING:
    import numpy.typing as npt

    Hexes = npt.NDArray[np.int32]  # a number for each hex, or for each of some

FAR = 10_000
ROAD, OPEN, ROUGH, RIVER, CLIMB = 2, 3, 6, 4, 3  # thirds of a movement point; a road is worth seeking
WATER = ("lake", "sea")
ROUGH_TERRAIN = ("forest", "marsh")
KEPT = 16  # boards whose ground is remembered

Field = list[int]


class Ground:
    """What never changes on a board, worked out once."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.n = board.n
        self.number = board.grid.numbers
        self.index = {number: h for h, number in enumerate(self.number)}
        self.around = [tuple(board.grid.around(h)) for h in range(board.n)]
        self.settled = [bool(board.settlement(h)) for h in range(board.n)]
        self.rough = [board.terrain(h) in ROUGH_TERRAIN for h in range(board.n)]
        self.away = frozenset(board.flags.get("out_of_play", ()))
        self.prized = frozenset(board.flags.get(board.description["drawing"]["objective"], ()))
        self.level = [
            int(board.hex_layer("level").name(h)) if "level" in board.hex_layers else 0 for h in range(board.n)
        ]
        self._prices = self._entries()
        self._no_toll = array("i", bytes(4 * board.n))
        self._nowhere = array("i", [FAR]) * board.n
        self._near: dict[tuple[int, int], tuple[int, ...]] = {}
        self._fields: dict[int, Field] = {}
        self._apart: dict[int, list[int]] = {}
        self._ways: dict[int, Hexes] = {}
        self._spread: dict[int, Hexes] = {}
        self._discs: dict[tuple[int, int], Hexes] = {}
        self._rivers: dict[tuple[int, int], bool] = {}
        self._ways_out: dict[int, tuple[int, ...]] = {}

    def _entries(self) -> Prices:
        """What a step into each hex costs, over each of its sides."""
        nbr = self.board.grid.neighbours
        return Prices(nbr, [self._price(other, s // SIDES) if other >= 0 else 0 for s, other in enumerate(nbr)])

    def _price(self, a: int, b: int) -> int:
        if not (self._is_land(a) and self._is_land(b)):
            return 0
        slot = self.board.slot(a, b)
        if self._has("road", slot) or self._has("autobahn", slot):
            return ROAD
        bridged = self._bridged(slot)
        river = self._word("river", slot)
        if (self._has("water", slot) or river == "major") and not bridged:
            return 0
        climb = 0 if bridged else CLIMB * max(self.level[b] - self.level[a], 0)
        return (ROUGH if self.rough[b] else OPEN) + (RIVER if river == "minor" and not bridged else 0) + climb

    def _bridged(self, slot: int) -> bool:
        return any(self._has(layer, slot) for layer in self.board.description["layers"]["crossings"])

    def _is_land(self, h: int) -> bool:
        return self.board.terrain(h) not in WATER and h not in self.away

    def _has(self, layer: str, slot: int) -> bool:
        return layer in self.board.side_layers and bool(self.board.side_layers[layer].codes[slot])

    def _word(self, layer: str, slot: int) -> str:
        return self.board.side_layer(layer).name(slot) if layer in self.board.side_layers else ""

    @cached_property
    def rail_next(self) -> list[tuple[int, ...]]:
        """Hexes a railway leads to from each."""
        codes = self.board.side_layer("rail").codes
        return [tuple(n for n in self.around[h] if codes[self.board.slot(h, n)]) for h in range(self.n)]

    def river_between(self, a: int, b: int) -> bool:
        if (a, b) not in self._rivers:
            slot = self.board.slot(a, b)
            self._rivers[a, b] = self._word("river", slot) not in ("", "none") and not self._bridged(slot)
        return self._rivers[a, b]

    def ways_out(self, h: int) -> tuple[int, ...]:
        """Hexes next to a hex that somebody can march to."""
        if h not in self._ways_out:
            self._ways_out[h] = tuple(n for n in self.around[h] if self._price(h, n))
        return self._ways_out[h]

    def fort(self, h: int, attacker: int) -> bool:
        """Whether works protect a hex from this neighbour."""
        return self._has("fort", self.board.slot(h, attacker))

    def within(self, h: int, radius: int) -> tuple[int, ...]:
        key = (h, radius)
        if key not in self._near:
            self._near[key] = tuple(self.board.grid.within(h, radius))
        return self._near[key]

    def distance(self, a: int, b: int) -> int:
        return self.apart(a)[b]

    def apart(self, h: int) -> list[int]:
        """How many hexes each hex is away from this one."""
        found = self._apart.get(h)
        if found is None:
            found = self._apart[h] = self.spread(h).tolist()
        return found

    def spread(self, h: int) -> Hexes:
        """The same as an array."""
        found = self._spread.get(h)
        if found is None:
            lines, halves = self._doubled
            across, along = abs(lines - lines[h]), abs(halves - halves[h])
            found = self._spread[h] = across + np.maximum(along - across, 0) // 2
        return found

    @cached_property
    def _doubled(self) -> Hexes:
        return np.array(self.board.grid.coordinates, dtype=np.int32).T.copy()

    def disc(self, h: int, radius: int) -> Hexes:
        """The hexes at most so far away."""
        found = self._discs.get((h, radius))
        if found is None:
            found = self._discs[h, radius] = np.array(self.within(h, radius), dtype=np.int32)
        return found

    def field_to(self, h: int) -> Field:
        if h not in self._fields:
            self._fields[h] = self.field({h: 0})
        return self._fields[h]

    def way_to(self, h: int) -> Hexes:
        """The same as an array."""
        if h not in self._ways:
            self._ways[h] = np.array(self.field_to(h), dtype=np.int32)
        return self._ways[h]

    @cached_property
    def shelter(self) -> Hexes:
        """What ground is worth to who stands on it."""
        return np.array(self.rough, dtype=np.int32) + np.array(self.settled, dtype=np.int32)

    def field(self, sources: Mapping[int, int], toll: Sequence[int] | None = None) -> Field:
        """The cost of the way from every hex to the best source, with a toll on the hexes entered; FAR if none."""
        return self.costs(sources, array("i", toll) if toll else None).tolist()

    def costs(self, sources: Mapping[int, int], toll: array[int] | None = None) -> array[int]:
        """The same field, as the kernels have it."""
        costs = self._nowhere[:]
        for h, start in sources.items():
            costs[h] = start
        return kernels.field(self._prices, costs, toll or self._no_toll, FAR)


_grounds: dict[int, Ground] = {}  # a ground keeps its board, so that the number stays the board's


def ground_of(board: Board) -> Ground:
    """The ground of a board, worked out at the first question."""
    if id(board) not in _grounds:
        while len(_grounds) >= KEPT:
            del _grounds[next(iter(_grounds))]
        _grounds[id(board)] = Ground(board)
    return _grounds[id(board)]
