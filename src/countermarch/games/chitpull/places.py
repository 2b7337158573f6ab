"""Hexes with a meaning of their own: objectives, sources, entry areas, cities."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.board import Board
from countermarch.games.chitpull.edition import Edition
from countermarch.games.chitpull.state import NONE


class Places:
    """Hexes with a meaning of their own."""

    def __init__(self, board: Board, edition: Edition, areas: Sequence[str]) -> None:
        grid, city, trigger = board.grid, edition.city, edition.trigger
        self.objectives = frozenset(board.flagged("vp"))
        self.disputed = frozenset(board.flagged("sup_x"))
        self.takeable = self.objectives | self.disputed
        self.city = grid.index(city.hex) if city else NONE
        self.linked_city = grid.index(city.linked_with) if city else NONE
        self.autobahn_ends = tuple(grid.index(number) for number in city.last_hexes) if city else ()  # 10.2.2
        near = grid.within(grid.index(trigger.hex), trigger.within) if trigger else ()
        self.alarming = frozenset(near)
        self.eventful = self.takeable | self.alarming  # entering them may change something
        self.german_sources = frozenset(board.flagged("sup_g"))
        self.soviet_sources = frozenset(board.flagged("sup_s"))
        self.haff = frozenset(board.flagged("haff"))
        self.shore = frozenset(h for water in self.haff for h in board.grid.around(water))
        self.entries = {area: board.flagged(f"entry_{area}")[0] for area in areas}
        self.sudden_death = tuple(grid.index(number) for number in edition.sudden_death)
        self.settlements = tuple(h for h in range(board.n) if board.settlement(h) and not board.has(h, "out_of_play"))
