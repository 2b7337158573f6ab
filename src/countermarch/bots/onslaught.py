"""An activation of an attacker: what is open is walked into, and what promises most is attacked together."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.bots.assault import least_gain, muster
from countermarch.bots.chits import ChitSituation
from countermarch.bots.ground import FAR
from countermarch.bots.marching import Concentration, attack_strength
from countermarch.bots.pomerania import exit_for

HOPEFUL = 1.2  # odds below which no attack is looked at in a hurry

Force = dict[str, int]  # unit -> the hex it attacks from


class Onslaught(Concentration):
    """Every attack is reckoned before anybody sets out, with the air units it may call."""

    look: ChitSituation

    def __init__(self, look: ChitSituation, reaches: Mapping[str, Mapping[int, object]], quick: bool = False) -> None:
        super().__init__(look, reaches)
        self.quick = quick
        self._attacks = {id: look.own[id].attack for id in reaches}
        self._nearest: dict[str, int] = {}
        self.promised = 0.0  # by all attacks planned

    def plan(self) -> Force:
        """The most promising attack, then the next with who is left."""
        self.walk_in()
        least = least_gain(self.look)
        tried = [(*self.tried(target), target) for target in self.targets()]
        for worth, force, target in sorted(tried, key=lambda found: (-found[0], found[2])):
            if worth < least:
                break
            if any(id in self.orders for id in force):
                worth, force = self.tried(target)
            if worth >= least:
                self.orders.update(force)
                self.promised += worth
        return self.orders

    def walk_in(self) -> None:
        """The weakest who can takes an objective that nobody holds."""
        look = self.look
        for h in look.lost:
            able = [] if look.defence_of(h) else [id for id in self.free() if h in self.reaches[id]]
            if able:
                self.orders[min(able, key=lambda id: (look.own[id].attack, id))] = h
                self.promised += look.doctrine.takes_objective * look.weight(h)

    def targets(self) -> list[int]:
        held, around = set().union(*self.reaches.values()), self.look.ground.around
        return [t for t in self.look.defended if not held.isdisjoint(around[t])]

    def tried(self, target: int) -> tuple[float, Force]:
        """What the best attack on a hex promises once everybody has gone where he should, and who makes it."""
        look = self.look
        least = (HOPEFUL if self.quick else look.doctrine.least_odds) * look.defence_of(target)
        force, strength = self.bring(target) if self.could_bring(target, least) else ({}, 0.0)
        if strength < least:
            return float("-inf"), {}
        best = muster(look, target, force, look.wings)
        made = {id: force[id] for id in best.units}
        return best.worth - self.detour(made), made

    def could_bring(self, target: int, least: float) -> bool:
        """Whether all who get there would be so strong, if there were room for them."""
        around = self.look.ground.around[target]
        for id, attack in self._attacks.items():
            if id not in self.orders and not self.reaches[id].keys().isdisjoint(around):
                least -= attack
                if least <= 0:
                    return True
        return False

    def detour(self, force: Force) -> float:
        """What it costs to leave the way to the objectives, the range of every HQ, or the way home."""
        return sum(self.strays(id, seat) for id, seat in force.items())

    def strays(self, id: str, seat: int) -> float:
        look, held, goal = self.look, self.look.doctrine, self.look.goal
        if look.attacking:
            return held.off_the_way * max(goal[seat] - self.nearest(id) - held.slack, 0)
        if look.relief is not None and look.relief.sends(look.own[id]):
            way = look.relief.way
            nearest = min(int(way[h]) for h in self.reaches[id])
            return held.truant * max(int(way[seat]) - nearest - held.slack, 0)
        lost = held.no_way_back if look.home[seat] >= FAR else 0.0
        exit = exit_for(look, look.own[id])
        if exit is not None:
            lost += held.off_the_way * max(look.ground.field_to(exit)[seat] - held.in_call, 0)
        return lost + held.out_of_command * look.out_of_reach(look.own[id], seat)

    def seat(self, id: str, target: int, seats: dict[int, int]) -> int | None:
        """A hex that bars a way back is better than one that does not."""
        if self.quick:
            return super().seat(id, target, seats)
        look, piece, reach = self.look, self.look.own[id], self.reaches[id]
        around = look.ground.around
        open_seats = [h for h, room in seats.items() if h in reach and (room > 0 or h == piece.hex)]
        if len(open_seats) <= 1:
            return open_seats[0] if open_seats else None
        taken = {h for h, room in seats.items() if room < look.room(h)}  # where others of the attack will stand
        ways = [n for n in look.ground.ways_out(target) if not look.own_zone[n] and not look.guarded(n)]
        ways = [n for n in ways if n not in taken and taken.isdisjoint(around[n])]

        def key(h: int) -> tuple[float, ...]:
            bars = sum(n == h or n in around[h] for n in ways)
            return -attack_strength(look, piece, h, target), -bars, h != piece.hex, look.goal[h], h

        return min(open_seats, key=key)

    def borrowed(self, id: str) -> bool:
        return self.look.survey.borrowed(self.look.units[id].index)

    def nearest(self, id: str) -> int:
        """How near a unit could come to an objective."""
        if id not in self._nearest:
            self._nearest[id] = min(map(self.look.goal.__getitem__, self.reaches[id]))
        return self._nearest[id]
