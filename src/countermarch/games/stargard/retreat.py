"""9.0 Retreats: towards the nearest source of supply, with a step for every enemy zone and every full hex."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.retreat import ROOM, Flight
from countermarch.games.chitpull.state import ISOLATED
from countermarch.games.chitpull.supply import live_sources
from countermarch.mechanics.retreat import Route
from countermarch.rulebook import Refusal

NEARER, AS_NEAR, FARTHER = range(3)
NO_SOURCE = 99


def to_source(play: ChitPullPlay, side: int, h: int) -> int:
    """9.2: hexes to the nearest source, as the crow flies."""
    distance = play.tables.board.grid.distance
    return min((distance(h, source) for source in live_sources(play, side)), default=NO_SOURCE)


@dataclass(slots=True)
class StargardFlight(Flight):
    """9.1 to 9.4: one group in retreat."""

    cites = ("stargard 9.2", "stargard 9.2.1", "stargard 9.2.2", "stargard-design 9.2-paths")
    strongest_pays: ClassVar[bool] = False
    pays_by: ClassVar[str] = "stargard 9.2.2"
    pays_as: ClassVar[str] = "retreat_costs"
    strongest_short: ClassVar[bool] = True  # 9.4 by 8.6.1
    short_by: ClassVar[str] = "stargard 9.4"

    def rank(self, play: ChitPullPlay) -> Callable[[Route], tuple[int, int]]:
        """9.2, 9.2.1, 9.2-paths: nearer to a source, as near, farther; then the fewest hexes that cost a step."""
        before = to_source(play, self.side, self.at(play))
        crowd = len(self.fighters(play))

        def rank(path: Route) -> tuple[int, int]:
            after = to_source(play, self.side, path[-1])
            where = NEARER if after < before else AS_NEAR if after == before else FARTHER
            return where, sum(self.is_dear(play, h, crowd) for h in path)

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
        if len(path) != len(ways[0]):
            return play.no("stargard 9.2", "retreat_length", hexes=len(ways[0]))
        if rank(path)[0] > best[0]:
            return play.no("stargard 9.2", "retreat_source")
        return play.no("stargard 9.2.2", "retreat_costly", fewest=best[1])
