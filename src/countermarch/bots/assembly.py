"""Who goes where so that an attack has the odds it needs, and lone armour is fired at by enough."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.bots.field import FieldSituation
from countermarch.bots.marching import Concentration


class Assembly(Concentration):
    """Odds that ground, water, height and darkness call for; antitank guns where nothing stands but armour."""

    look: FieldSituation

    def wanted(self, target: int) -> float:
        """Three to one by day, two more in the dark, a column for each that shelter is worth, two less if shaken."""
        look = self.look
        nearest = min(look.shelter(target, n) for n in look.ground.around[target])
        shaken = any(look.disrupted(p.unit.id) for p in look.enemies_at[target] if not look.armoured(p.unit.id))
        return max(look.doctrine.odds + nearest + 2 * look.dark - 2 * shaken, 1)

    def spread(self, h: int, seats: Mapping[int, int]) -> int:
        """Around the enemy, so that no way back is left to him."""
        look = self.look
        taken = [n for n, room in seats.items() if room < look.room(n)] if look.doctrine.ring else []
        return min((look.ground.distance(h, n) for n in taken), default=0)

    def targets(self) -> list[int]:
        return super().targets() + self._lone_armour()

    def _lone_armour(self) -> list[int]:
        """Tanks alone cannot be attacked, only fired at; who does not hunt them is held up by them."""
        look = self.look
        if not look.doctrine.hunt or not look.attacking:
            return []
        held, around = set().union(*self.reaches.values()), look.ground.around
        lone = [t for t in look.enemies_at if look.tanks(t) and not look.softness(t)]
        return [t for t in lone if not held.isdisjoint(around[t])]

    def gather(self, target: int) -> dict[str, int] | None:
        return super().gather(target) if self.look.softness(target) else self._hunt(target)

    def _hunt(self, target: int) -> dict[str, int] | None:
        """The heaviest guns before the others."""
        look, held = self.look, self.look.doctrine
        tanks = look.tanks(target)
        seats = {n: look.room(n) for n in look.ground.around[target]}
        force, strength = dict[str, int](), 0
        for id in sorted(self.free(), key=lambda id: (-look.antitank(id), id)):
            seat = self._stand(id, target, seats)
            if seat is None:
                continue
            if look.own[id].hex != seat:
                seats[seat] -= 1
            force[id] = seat
            strength += look.antitank(id, seat, target)
            if strength >= held.most_hunters * tanks:
                break
        return force if strength >= held.hunt * tanks else None

    def _stand(self, id: str, target: int, seats: Mapping[int, int]) -> int | None:
        """From where a unit fires best, if it may at all."""
        look, piece, reach = self.look, self.look.own[id], self.reaches[id]
        stands = [h for h, room in seats.items() if h in reach and (room > 0 or h == piece.hex)]
        return min(stands, key=lambda h: (-look.antitank(id, h, target), h != piece.hex, look.goal[h], h), default=None)
