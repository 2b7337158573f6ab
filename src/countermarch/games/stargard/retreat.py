"""9.0 Retreats: towards the nearest source of supply, with a step for every enemy zone and every full hex."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from countermarch import kernels
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.retreat import ROOM, Flight
from countermarch.games.chitpull.state import ISOLATED
from countermarch.games.chitpull.supply import live_sources
from countermarch.games.stargard.tables import StargardTables
from countermarch.mechanics.retreat import Route
from countermarch.rulebook import Refusal

FARTHER, COST = range(2)  # how ways are ranked
NO_SOURCE = 999


def to_source(play: ChitPullPlay, side: int, mobility: str) -> Callable[[int], int]:
    """9.2: hexes to the nearest source, over what is passable for such a unit; enemies on the way do not matter."""
    tables = play.tables
    assert isinstance(tables, StargardTables)
    steps = kernels.flood(
        tables.homeward[mobility], tables.nothing_closed, closed_at=0, seeds=live_sources(play, side), limit=-1
    )
    return lambda h: NO_SOURCE if steps[h] < 0 else steps[h]


@dataclass(slots=True)
class StargardFlight(Flight):
    """9.1 to 9.4: one group in retreat."""

    cites = ("stargard 9.2", "stargard 9.2.1", "stargard 9.2.2", "stargard-design 9.2-paths")
    strongest_pays: ClassVar[bool] = False
    pays_by: ClassVar[str] = "stargard 9.2.2"
    pays_as: ClassVar[str] = "retreat_costs"
    strongest_short: ClassVar[bool] = True  # 9.4 by 8.6.1
    short_by: ClassVar[str] = "stargard 9.4"

    def routes(self, play: ChitPullPlay, overrun: bool) -> list[Route]:
        """9.2, 9.4: if so agreed, a way that ends farther from a source is none; a shorter one may do."""
        if play.options["retreat_farther"] == "allowed":
            return Flight.routes(self, play, overrun)
        rank = self.rank(play)
        for hexes in range(self.hexes, 0, -1):
            ways = [way for way in self.longest(play, overrun, hexes) if len(way) == hexes and not rank(way)[FARTHER]]
            if ways:
                return ways
        return []

    def rank(self, play: ChitPullPlay) -> Callable[[Route], tuple[int, ...]]:
        """9.2, 9.2.1, 9.2.2, 9.2-paths: no farther from a source, the fewest hexes that cost a step, nearer."""
        away = to_source(play, self.side, self.mobility(play))
        before, crowd = away(self.at(play)), len(self.fighters(play))

        def rank(path: Route) -> tuple[int, ...]:
            after = away(path[-1])
            return after > before, sum(self.is_dear(play, h, crowd) for h in path), after >= before

        return rank

    def is_dear(self, play: ChitPullPlay, h: int, crowd: int = 0) -> bool:
        """9.2.2: an enemy zone, friends or not, or a hex that is too full."""
        return play.in_enemy_zone(self.side, h) or play.combat_in(self.side, h) + crowd > ROOM

    def settle(self, play: ChitPullPlay) -> None:
        """9.4: what survives where it could not go on is isolated at once."""
        if self.hexes:
            self.hexes = 0
            for u in self.alive(play):
                play.state.supply[u] = ISOLATED
                play.tell_of(u, "isolated", "stargard 9.4")
        Flight.settle(self, play)

    def rank_refusal(self, play: ChitPullPlay, path: Route) -> Refusal:
        ways, rank = self.ways(play), self.rank(play)
        best = rank(ways[0])
        its = rank(path)
        if its[FARTHER] > best[FARTHER]:
            return play.no("stargard 9.2", "retreat_source")
        if len(path) != len(ways[0]):
            return play.no("stargard 9.2", "retreat_length", hexes=len(ways[0]))
        if its[COST] > best[COST]:
            return play.no("stargard 9.2.2", "retreat_costly", fewest=best[COST])
        return play.no("stargard 9.2", "retreat_nearer")
