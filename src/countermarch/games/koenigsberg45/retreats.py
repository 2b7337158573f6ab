"""9.0 Retreats: away, then towards a supply source, then past enemy zones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.retreat import Flight
from countermarch.games.chitpull.supply import live_sources
from countermarch.mechanics.retreat import Route
from countermarch.rulebook import Refusal


@dataclass(slots=True)
class FlightToSupply(Flight):
    """9.0b, 9.0c, 9.2a to 9.2c: one group falls back; the owner chooses who pays for enemy zones."""

    cites = ("9.5.1", "9.5.2", "9.5.3", "koenigsberg45 9.2b")
    strongest_pays: ClassVar[bool] = False
    pays_by: ClassVar[str] = "koenigsberg45 9.0c"
    short_by: ClassVar[str] = "koenigsberg45 9.0b"

    def rank(self, play: ChitPullPlay) -> Callable[[Route], tuple[int, int]]:
        """9.2b, 9.2c: nearer to a source of the owner's choice with every hex if possible, then by zones (RT-2)."""
        zone, base = play.state.zone, (1 - self.side) * play.tables.n
        at, distance = self.at(play), play.tables.board.grid.distance
        sources = live_sources(play, self.side)

        def astray(path: Route, source: int) -> int:
            """For every hex 1 if it is no nearer, 2 if it is farther."""
            steps = [distance(h, source) for h in (at, *path)]
            return sum((b >= a) + (b > a) for a, b in pairwise(steps))

        def rank(path: Route) -> tuple[int, int]:
            zones = sum(zone[base + h] > 0 for h in path)
            return min((astray(path, source) for source in sources), default=0), zones

        return rank

    def rank_refusal(self, play: ChitPullPlay, path: Route) -> Refusal:
        ways, rank = self.ways(play), self.rank(play)
        if len(path) != len(ways[0]):
            return play.no("koenigsberg45 9.0a", "retreat_length", hexes=len(ways[0]))
        if rank(path)[0] > rank(ways[0])[0]:
            return play.no("koenigsberg45 9.2b", "retreat_supply")
        return play.no("9.5.3", "retreat_zones", fewest=rank(ways[0])[1])
