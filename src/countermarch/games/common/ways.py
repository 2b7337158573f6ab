"""Where a unit may go, what each step costs, and what keeps it away, from the few rules that are a game's own."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from countermarch import kernels
from countermarch.games.base import Part, Step
from countermarch.games.counters import NONE
from countermarch.kernels import NOT_ZONE_TO_ZONE, PASS_NEEDS_ROOM, ZONE_STOPS, March, Reach, Terrain
from countermarch.mechanics.ways import barring
from countermarch.rulebook import Refusal

Charge = tuple[str, int, str]  # what for, how much, by which rule
FREELY = 200  # more points than any way costs


class Ways(ABC):
    """One unit at a time, by the cheapest way; the play remembers in `reaches` what was searched."""

    flags: int = ZONE_STOPS | NOT_ZONE_TO_ZONE | PASS_NEEDS_ROOM
    limits: Sequence[tuple[int, str]] = (
        (ZONE_STOPS, "zone_stops"),
        (PASS_NEEDS_ROOM, "full_on_the_way"),
        (ZONE_STOPS | NOT_ZONE_TO_ZONE, "zone_stops"),
    )

    @abstractmethod
    def terrain(self, play: Any, u: int) -> Terrain:
        """The ground as it is for a unit now."""

    @abstractmethod
    def charges(self, play: Any, u: int, a: int, b: int) -> Sequence[Charge]:
        """What the step from a hex to the next costs; nothing if the ground does not let the unit through."""

    def allowance(self, play: Any, u: int) -> int:
        points: int = play.face(u).move
        return points

    def held(self, play: Any, u: int, h: int) -> Refusal | None:
        """Why a unit that has come to a hex goes no farther."""
        zone = play.in_enemy_zone(play.tables.side[u], h)
        return no(play, "must_stop", unit=play.id(u), hex=play.hex_name(h)) if zone else None

    def march(self, play: Any, u: int, points: int) -> March:
        """What the kernels are asked."""
        side, n = play.tables.side[u], play.tables.n
        enemy, own = (play.number_at + who * n for who in (1 - side, side))
        zone, start = play.zone_at + (1 - side) * n, play.state.hex[u]
        terrain, limit = self.terrain(play, u), play.limit
        return March(
            terrain,
            play.state,
            zone,
            enemy,
            lone_at=enemy,
            own_at=own,
            start=start,
            allowance=points,
            limit=limit,
            zone_in=0,
            zone_out=0,
            flags=self.flags,
        )

    def closed(self, play: Any, u: int, a: int, b: int) -> Refusal | None:
        """What closes the next hex: ground, others, zones."""
        if not self.charges(play, u, a, b):
            return no(play, "impassable", unit=play.id(u), a=play.hex_name(a), b=play.hex_name(b))
        taken: Refusal | None = play.taken(u, b)
        side = play.tables.side[u]
        if taken is None and play.in_enemy_zone(side, a) and play.in_enemy_zone(side, b):
            return no(play, "zone_to_zone", unit=play.id(u), a=play.hex_name(a), b=play.hex_name(b))
        return taken

    def parts(self, play: Any, u: int, a: int, b: int) -> tuple[Part, ...]:
        return tuple(play.part(*charge) for charge in self.charges(play, u, a, b))

    def reach(self, play: Any, u: int) -> Reach:
        found: Reach | None = play.reaches.get(u)
        if found is None:
            found = play.reaches[u] = kernels.reach(*self.march(play, u, self.allowance(play, u)))
        return found

    def can_move(self, play: Any, u: int) -> bool:
        """Whether any first step is open: since nobody passes a full hex, it is an end as well."""
        state, side, n, h = play.state, play.tables.side[u], play.tables.n, play.state.hex[u]
        points, zone, top = self.allowance(play, u), (1 - side) * n, state.top
        bound = state.zone[zone + h] > 0
        for to, cost, _ in self.terrain(play, u).exits[h]:
            free = top[to] == NONE or (play.tables.side[top[to]] == side and play.room(to) > 0)
            if free and cost <= points and not (bound and state.zone[zone + to]):
                return True
        return False

    def walk(self, play: Any, u: int, path: Sequence[int]) -> tuple[Step, ...] | Refusal:
        """A path hex by hex: what each step costs, or why it cannot be taken."""
        steps: list[Step] = []
        at, total = play.state.hex[u], 0.0
        for h in path:
            refusal = self._step_refusal(play, u, at, h, first=not steps)
            if refusal is not None:
                return refusal
            parts = self.parts(play, u, at, h)
            steps.append(Step(play.hex_name(h), sum(part.value for part in parts), parts))
            total += steps[-1].cost
            at = h
        if total > self.allowance(play, u):
            return self.too_far(play, u, total)
        held = self.held(play, u, at) if steps else None
        if held is not None:  # what ends the way there is told beside the cost
            stop = Part(held.text, 0, held.citation)
            steps[-1] = replace(steps[-1], parts=(*steps[-1].parts, stop))
        return tuple(steps)

    def _step_refusal(self, play: Any, u: int, a: int, b: int, first: bool) -> Refusal | None:
        held = None if first else self.held(play, u, a)
        if held is not None:
            return held
        if play.tables.board.grid.direction(a, b) is None:
            return no(play, "not_adjacent", a=play.hex_name(a), b=play.hex_name(b))
        return self.closed(play, u, a, b)

    def too_far(self, play: Any, u: int, cost: float) -> Refusal:
        return no(play, "allowance", unit=play.id(u), cost=cost, allowance=self.allowance(play, u))

    def why_not(self, play: Any, u: int, h: int) -> Refusal | None:
        """The rule that keeps a unit from ending in a hex, by asking the same questions with fewer limits."""
        if h in self.reach(play, u):
            return None
        start = play.state.hex[u]
        if h == start:
            return no(play, "already_there", unit=play.id(u), hex=play.hex_name(h))
        if play.tables.board.grid.direction(start, h) is not None:
            walked = self.walk(play, u, (h,))
            if isinstance(walked, Refusal):
                return walked
        return play.taken(u, h) or self._far_refusal(play, u, h)

    def _far_refusal(self, play: Any, u: int, h: int) -> Refusal:
        """The one rule without which the unit would get there, else the distance."""
        limits = ((flag, key, key) for flag, key in self.limits)
        barred = barring(self.march(play, u, self.allowance(play, u)), h, limits)
        if barred is not None:
            return no(play, barred[1], unit=play.id(u), hex=play.hex_name(h))
        far = kernels.reach(*self.march(play, u, FREELY))
        if h in far:
            return self.too_far(play, u, far.cost(h))
        return no(play, "no_way", unit=play.id(u), hex=play.hex_name(h))


def no(play: Any, key: str, **params: object) -> Refusal:
    """A refusal in the words of the game, by the rule of its book."""
    found: Refusal = play.deny(key, **params)
    return found
