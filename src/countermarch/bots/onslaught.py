"""An activation of an attacker: what is open is walked into, and what promises most is attacked together."""

from __future__ import annotations

from countermarch.bots.assault import least_gain, muster
from countermarch.bots.chits import ChitSituation
from countermarch.bots.ground import FAR
from countermarch.bots.marching import Concentration
from countermarch.match import Match

Force = dict[str, int]  # unit -> the hex it attacks from


class Onslaught(Concentration):
    """Every attack is tried on an imagined table before anybody sets out, with the air units it may call."""

    look: ChitSituation

    def __init__(self, look: ChitSituation, reaches: dict[str, dict[int, str]], table: Match) -> None:
        super().__init__(look, reaches)
        self.table = table

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
        return self.orders

    def walk_in(self) -> None:
        """The weakest who can takes an objective that nobody holds."""
        look = self.look
        for h in look.lost:
            able = [id for id in self.free() if h in self.reaches[id]]
            if able and not look.defence_of(h):
                self.orders[min(able, key=lambda id: (look.own[id].attack, id))] = h

    def tried(self, target: int) -> tuple[float, Force]:
        """What the best attack on a hex promises once everybody has gone where he should, and who makes it."""
        look = self.look
        force, strength = self.bring(target)
        if strength < look.doctrine.least_odds * look.defence_of(target):
            return float("-inf"), {}
        table = self.table.copy()
        there = [id for id, seat in force.items() if self.goes(table, id, seat)]
        best = muster(table, look, look.ground.number[target], there, wings=look.wings)
        made = {id: force[id] for id in best.units}
        return best.worth - self.detour(made), made

    def detour(self, force: Force) -> float:
        """What it costs to leave the way to the objectives, the range of every HQ, or the way home."""
        return sum(self.strays(id, seat) for id, seat in force.items())

    def strays(self, id: str, seat: int) -> float:
        look, held, goal = self.look, self.look.doctrine, self.look.goal
        if look.attacking:
            return held.off_the_way * max(goal[seat] - min(goal[h] for h in self.reaches[id]) - held.slack, 0)
        lost = held.no_way_back if look.home[seat] >= FAR else 0.0
        return lost + held.out_of_command * look.out_of_reach(look.own[id], seat)

    def goes(self, table: Match, id: str, seat: int) -> bool:
        """Whether a unit gets there on an imagined table."""
        if seat == self.look.own[id].hex:
            return True
        for text in (self.reaches[id][seat], f"to {self.look.ground.number[seat]}"):
            if table.to_act != self.look.side or table.game.parse(text) not in table.legal():
                return False
            table.play(text)
        return True
