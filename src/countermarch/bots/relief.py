"""What a side that stands goes out for: friends who are cut off, and places that count for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from countermarch.bots.ground import FAR
from countermarch.bots.kept import kept
from countermarch.kernels import view

if TYPE_CHECKING:
    import numpy.typing as npt

    from countermarch.bots.chits import ChitSituation, Scores
    from countermarch.bots.ground import Hexes
    from countermarch.bots.situation import Piece
    from countermarch.bots.stakes import Errand

    Flags = npt.NDArray[np.bool_]


class Relief:
    """Where to go, and the hexes that must be held for a way to lead back from there."""

    def __init__(self, look: ChitSituation, errands: tuple[Errand, ...]) -> None:
        self.look = look
        self.errands = errands

    @kept
    def way(self) -> Hexes:
        """How far it is to the nearest of them, past the enemy."""
        farthest = max(errand.worth for errand in self.errands)
        lure = self.look.doctrine.errand_lure
        goals = {errand.hex: round(lure * (farthest - errand.worth)) for errand in self.errands}
        return np.array(view(self.look.ground.costs(goals, self.look.toll_map)))

    @kept
    def corridor(self) -> tuple[int, ...]:
        """The hexes between the besieged and the supplied that only a friend keeps open."""
        return tuple(h for errand in self.errands if errand.besieged is not None for h in self._chain(errand.hex))

    def _chain(self, besieged: int) -> list[int]:
        look, ground = self.look, self.look.ground
        toll = look.toll_map[:]
        for h, friends in look.friends_at.items():
            if any(piece.fights for piece in friends):
                toll[h] = 0
        home, toll[besieged] = look.home, 0
        costs = ground.costs({h: 0 for h in range(ground.n) if home[h] < FAR}, toll)
        found: list[int] = []
        at = besieged
        while costs[at] and len(found) < look.doctrine.longest_corridor:
            at = min(ground.ways_out(at), key=lambda n: (costs[n] + toll[n], n), default=at)
            if at in found:
                return []
            found.append(at)
        return [h for h in found if look.toll[h]] if not costs[at] else []

    @kept
    def besieged(self) -> list[int]:
        """Where who goes in is cut off as well."""
        home = self.look.home
        return [errand.hex for errand in self.errands if errand.besieged is not None and home[errand.hex] >= FAR]

    @kept
    def corridor_map(self) -> Flags:
        found = np.zeros(self.look.ground.n, dtype=np.bool_)
        found[list(self.corridor)] = True
        return found

    @kept
    def stations(self) -> Scores:
        """What it is worth to stand in a hex of the corridor, or in a place that counts."""
        held = self.look.doctrine
        found: Scores = np.where(self.corridor_map, held.corridor, 0.0)
        for errand in self.errands:
            if errand.besieged is None:
                found[errand.hex] += held.corridor * errand.worth
        return found

    def sends(self, piece: Piece) -> bool:
        """Whether a unit sets out: armour that is near enough."""
        ground, near = self.look.ground, self.look.doctrine.errand_range
        ways = (ground.field_to(errand.hex)[piece.hex] for errand in self.errands)
        return piece.fights and piece.is_mobile_arm and any(way <= near for way in ways)

    def prize(self, h: int) -> float:
        """What it is worth to win a hex."""
        look, held = self.look, self.look.doctrine
        near = [self.way[n] for n in look.ground.around[h] if look.friends_at.get(n)]
        nearer = max(min(near) - int(self.way[h]), 0) * held.opens_way if near else 0.0
        place = sum(errand.worth for errand in self.errands if errand.hex == h and errand.besieged is None)
        return nearer + held.relieves * (bool(self.corridor_map[h]) + place)

    def seen(self, hexes: Hexes, here: Flags) -> Scores:
        """How good hexes are to stand in for it: the first unit counts most; lower is better."""
        others = self.look.guards[hexes] - here
        return -self.stations[hexes] * np.where(others < 1, 1.0, np.where(others < 2, self.look.doctrine.doubled, 0.0))
