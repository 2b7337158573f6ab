"""Where the front ran: which hexes lay between the sides at the end of each turn, over many games.

A hex belongs to the side whose fighting units are nearest to it, if any are near; the front runs through hexes that
have one of the other side's beside them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from countermarch.atlas.check import WET
from countermarch.board import Board

NEAR = 3  # hexes: farther from everybody nobody holds anything
FAR = np.int8(127)
Flat = np.ndarray[Any, np.dtype[Any]]


class Fronts:
    """Counts, turn by turn, who held each hex and where the front ran."""

    def __init__(self, board: Board, sides: Sequence[str]) -> None:
        self.board, self.sides = board, sides[:2]
        self.games: dict[int, int] = {}
        self.held: dict[int, Flat] = {}  # hex: how often the first side, how often the second
        self.front: dict[int, Flat] = {}

    @cached_property
    def _apart(self) -> Flat:
        """How far hexes are from each other."""
        at = np.array(self.board.grid.coordinates)
        across = np.abs(at[:, None, 0] - at[None, :, 0])
        along = np.abs(at[:, None, 1] - at[None, :, 1])
        found: Flat = np.minimum(across + np.maximum(0, (along - across) // 2), FAR).astype(np.int8)
        return found

    @cached_property
    def _beside(self) -> Flat:
        """The neighbours of each hex; where there is none, one that nobody holds."""
        found = np.array(self.board.grid.neighbours).reshape(-1, 6)
        return np.where(found < 0, self.board.n, found)

    def add(self, turn: int, stood: Mapping[str, Sequence[str]]) -> None:
        owner = self._owner(stood)
        if turn not in self.games:
            self.games[turn] = 0
            self.held[turn] = np.zeros((2, self.board.n), int)
            self.front[turn] = np.zeros(self.board.n, int)
        self.games[turn] += 1
        self.held[turn][0] += owner == 1
        self.held[turn][1] += owner == -1
        self.front[turn] += self._runs_through(owner)

    def _owner(self, stood: Mapping[str, Sequence[str]]) -> Flat:
        """1 the first side, -1 the second, 0 nobody."""
        first, second = (self._distance(stood[side] or ()) for side in self.sides)
        near = (np.minimum(first, second) <= NEAR) & self._dry
        return np.where(near, np.sign(second.astype(int) - first), 0)

    @cached_property
    def _dry(self) -> Flat:
        return np.array([self.board.terrain(h) not in WET for h in range(self.board.n)])

    def _distance(self, hexes: Sequence[str]) -> Flat:
        if not hexes:
            return np.full(self.board.n, FAR)
        found: Flat = self._apart[[self.board.grid.index(hex) for hex in hexes]].min(axis=0)
        return found

    def _runs_through(self, owner: Flat) -> Flat:
        around = np.append(owner, 0)[self._beside]
        met = (around == -owner[:, None]).any(axis=1) & (owner != 0)
        between = (owner == 0) & self._dry & (around == 1).any(axis=1) & (around == -1).any(axis=1)
        found: Flat = met | between
        return found

    def turns(self) -> list[int]:
        return sorted(self.games)

    def shares(self, counts: Flat, turn: int) -> list[int]:
        """In hundredths of the games that came so far."""
        hundredths: list[int] = np.rint(100 * counts / self.games[turn]).astype(int).tolist()
        return hundredths
