"""9.0 Retreats: towards the nearest source of supply, with a step for every enemy zone and every full hex."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.retreat import ROOM, Flight
from countermarch.games.chitpull.state import ISOLATED
from countermarch.games.chitpull.supply import edge_sources
from countermarch.mechanics.retreat import Route
from countermarch.rulebook import Refusal

NEARER, AS_NEAR, FARTHER = range(3)
NO_SOURCE = 99


def sources(play: ChitPullPlay, side: int) -> list[int]:
    """11.2: the sources of a side that work now; an enemy in one kills it meanwhile."""
    return [h for h in edge_sources(play, side) if not play.number_in(1 - side, h)]


def to_source(play: ChitPullPlay, side: int, h: int) -> int:
    """9.2: hexes to the nearest source, as the crow flies."""
    distance = play.tables.board.grid.distance
    return min((distance(h, source) for source in sources(play, side)), default=NO_SOURCE)


@dataclass(slots=True)
class StargardFlight(Flight):
    """9.1 to 9.4: one group in retreat."""

    cites = ("stargard 9.2", "stargard 9.2.1", "stargard 9.2.2", "stargard-design 9.2-paths")

    def rank(self, play: ChitPullPlay) -> Callable[[Route], tuple[int, int]]:
        """9.2, 9.2.1, 9.2-paths: nearer to a source, as near, farther; then the fewest hexes that cost a step."""
        before = to_source(play, self.side, self.at(play))
        crowd = len(self.fighters(play))

        def rank(path: Route) -> tuple[int, int]:
            after = to_source(play, self.side, path[-1])
            where = NEARER if after < before else AS_NEAR if after == before else FARTHER
            return where, sum(self.costs(play, h, crowd) for h in path)

        return rank

    def costs(self, play: ChitPullPlay, h: int, crowd: int) -> bool:
        """9.2.2: an enemy zone, friends or not, or a hex the group would make too full."""
        return play.in_enemy_zone(self.side, h) or play.combat_in(self.side, h) + crowd > ROOM

    def walk(self, play: ChitPullPlay) -> None:
        """9.2.2, 9.3.2: the group enters a hex; a zone or want of room there costs it one step in all."""
        h, self.path = self.path[0], self.path[1:]
        fighters = self.fighters(play)
        dear = self.costs(play, h, len(fighters))
        group = self.group(play)
        for u in group:
            play.enter(u, h)
        for u in reversed(group):
            play.shift(u, h)
        there = [u for u in fighters if play.state.hex[u] == h]
        if there and dear:
            play.tell("retreat_costs", "stargard 9.2.2", hex=play.hex_name(h))
            play.push(Losses(self.side, tuple(there), 1, False, self.defending))

    def fall_short(self, play: ChitPullPlay) -> None:
        """9.4: a step for every hex not retreated, the first from the strongest."""
        fighters = self.fighters(play)
        if self.hexes and fighters:
            play.tell("retreat_short", "stargard 9.4", hexes=self.hexes, hex=play.hex_name(self.at(play)))
            play.push(Losses(self.side, tuple(fighters), self.hexes, True, self.defending))

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
