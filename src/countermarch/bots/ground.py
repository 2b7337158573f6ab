"""The map as a bot reads it: what a step costs, where rivers and works help a defender, how far everything is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property

from countermarch.board import Board

FAR = 10_000
ROAD, OPEN, ROUGH, RIVER, CLIMB = 2, 3, 6, 4, 3  # thirds of a movement point; a road is worth seeking
WATER = ("lake", "sea")
ROUGH_TERRAIN = ("forest", "marsh")

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
        self.entries = [self._entries(h) for h in range(board.n)]
        self._near: dict[tuple[int, int], tuple[int, ...]] = {}
        self._fields: dict[int, Field] = {}

    def _entries(self, h: int) -> tuple[tuple[int, int], ...]:
        """From where the hex can be entered, and at what price."""
        found = []
        for other in self.around[h]:
            price = self._price(other, h)
            if price:
                found.append((other, price))
        return tuple(found)

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
        slot = self.board.slot(a, b)
        return self._word("river", slot) not in ("", "none") and not self._bridged(slot)

    def fort(self, h: int, attacker: int) -> bool:
        """Whether works protect a hex from this neighbour."""
        return self._has("fort", self.board.slot(h, attacker))

    def within(self, h: int, radius: int) -> tuple[int, ...]:
        key = (h, radius)
        if key not in self._near:
            self._near[key] = tuple(self.board.grid.within(h, radius))
        return self._near[key]

    def distance(self, a: int, b: int) -> int:
        return self.board.grid.distance(a, b)

    def field_to(self, h: int) -> Field:
        if h not in self._fields:
            self._fields[h] = self.field({h: 0})
        return self._fields[h]

    def field(self, sources: Mapping[int, int], toll: Sequence[int] | None = None) -> Field:
        """The cost of the way from every hex to the best source, with a toll on the hexes entered; FAR if none."""
        cost, entries = [FAR] * self.n, self.entries
        rings: defaultdict[int, list[int]] = defaultdict(list)  # hexes by the cost they were reached at
        for h, start in sources.items():
            cost[h] = start
            rings[start].append(h)
        at = 0
        while rings:
            for h in rings.pop(at, ()):
                if cost[h] < at:
                    continue
                so_far = at + toll[h] if toll else at
                for other, price in entries[h]:
                    through = so_far + price
                    if through < cost[other]:
                        cost[other] = through
                        rings[through].append(other)
            at += 1
        return cost
