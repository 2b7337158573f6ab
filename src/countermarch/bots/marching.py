"""Where units should go: into the attack, towards objectives, or in the enemy's way."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.bots.ground import FAR
from countermarch.bots.situation import Piece, Situation


def attack_strength(look: Situation, piece: Piece, at: int, target: int) -> float:
    return piece.attack / 2 if look.ground.river_between(at, target) else piece.attack


def wanted_odds(look: Situation, target: int) -> float:
    ground, held = look.ground, look.doctrine
    return (held.sheltered_odds if ground.settled[target] else held.odds) + ground.rough[target]


def march_score(look: Situation, piece: Piece, h: int) -> float:
    """Lower is better: the way still to go, and what is wrong with the hex."""
    held, score = look.doctrine, float(look.goal[h])
    if h in look.lost:
        score -= held.prize
    elif look.home[h] >= FAR:
        score += held.cut_off
    if h != piece.hex and look.guarded(h):
        score += held.crowd
    score += held.astray * max(look.out_of_reach(piece, h) - held.hq_leap, 0)
    if piece.defence < held.strong and h in look.enemy_zone:
        score += held.weak_in_zone
    return score


def stand_score(look: Situation, piece: Piece, h: int) -> float:
    """Lower is better: in the enemy's way, on good ground, spread out, not cut off."""
    ground, held = look.ground, look.doctrine
    score = -block_value(look, h)
    if h in look.lost:
        score -= held.prize
    others = look.line_cover(h, without=piece.unit.id)
    score += held.covered * max(others - 1, 0)
    score -= held.good_ground * (ground.rough[h] + ground.settled[h])
    if h in look.held and sum(p.fights and p is not piece for p in look.friends_at.get(h, ())) < look.watch(h):
        score -= held.guard if look.approach[h] < held.threat * look.watch(h) else 0
    score += held.exposed * max(look.enemy_force[h] - 3 * (piece.defence + others * 3), 0) / 3
    if look.home[h] >= FAR:
        score += held.cut_off
    score += held.astray_guard * look.out_of_reach(piece, h)
    return score - (held.stay if h == piece.hex else 0)


def block_value(look: Situation, h: int) -> float:
    """How much a unit here is in the enemy's way to the objectives we hold."""
    if h not in look.blocks:
        look.blocks[h] = _block_value(look, h)
    return look.blocks[h]


def _block_value(look: Situation, h: int) -> float:
    held, approach, worth = look.doctrine, look.approach, 0.0
    for objective in look.held:
        threat = approach[objective]
        detour = approach[h] + look.ground.field_to(objective)[h] - threat
        near = held.on_the_way * held.threat / (held.threat + threat) * held.detour / (held.detour + max(detour, 0))
        worth = max(worth, near * look.weight(objective) ** 0.5)
    return worth


class Concentration:
    """Which units go where so that an attack has the odds it needs."""

    def __init__(self, look: Situation, reaches: Mapping[str, Mapping[int, object]]) -> None:
        self.look = look
        self.reaches = reaches  # unit -> hex it can be in -> how it gets there
        self.orders: dict[str, int] = {}

    def plan(self) -> dict[str, int]:
        """Targets one after the other, the most valuable first, each with what it needs."""
        for target in sorted(self.targets(), key=lambda t: (-self.worth(t), t)):
            force = self.gather(target)
            if force is not None:
                self.orders.update(force)
        return self.orders

    def targets(self) -> list[int]:
        look = self.look
        held, around = set().union(*self.reaches.values()), look.ground.around
        return [t for t in look.enemies_at if not held.isdisjoint(around[t]) and look.defence_of(t)]

    def worth(self, target: int) -> float:
        look = self.look
        base = 100.0 if target in look.lost else 0.0
        base += 0.0 if not look.attacking else max(120 - look.goal[target], 0) / 2
        return base - 3 * look.defence_of(target) - 8 * look.ground.settled[target]

    def wanted(self, target: int) -> float:
        return wanted_odds(self.look, target)

    def gather(self, target: int) -> dict[str, int] | None:
        force, strength = self.bring(target)
        return force if strength >= self.wanted(target) * self.look.defence_of(target) else None

    def bring(self, target: int) -> tuple[dict[str, int], float]:
        """The strongest who can get next to a hex, each with his seat, and what they come to."""
        look = self.look
        most = look.doctrine.most_odds * look.defence_of(target)
        seats = {n: look.room(n) for n in look.ground.around[target]}
        force: dict[str, int] = {}
        strength = 0.0
        for id in sorted(self.free(), key=lambda id: (-look.own[id].attack, id)):
            seat = self.seat(id, target, seats)
            piece = look.own[id]
            if seat is None or (self.borrowed(id) and not self.has_place(force)):
                continue
            if piece.hex != seat:
                seats[seat] -= 1
            force[id] = seat
            strength += attack_strength(look, piece, seat, target)
            if strength >= most:
                break
        return force, strength

    def has_place(self, force: dict[str, int]) -> bool:
        """Whether the activation may use one more independent unit."""
        used = sum(self.borrowed(id) for id in (*self.orders, *force))
        return used < self.look.places

    def borrowed(self, id: str) -> bool:
        """Whether a unit takes one of the places for independents."""
        return self.look.own[id].unit.independent

    def free(self) -> list[str]:
        return [id for id in self.reaches if id not in self.orders and self.look.own[id].attack]

    def seat(self, id: str, target: int, seats: dict[int, int]) -> int | None:
        """The best hex next to the target for this unit, if any."""
        look, piece, reach = self.look, self.look.own[id], self.reaches[id]
        open_seats = [h for h, room in seats.items() if h in reach and (room > 0 or h == piece.hex)]
        if len(open_seats) <= 1:
            return open_seats[0] if open_seats else None

        def key(h: int) -> tuple[float, ...]:
            strength = attack_strength(look, piece, h, target)
            return -strength, -self.spread(h, seats), h != piece.hex, look.goal[h], h

        return min(open_seats, key=key)

    def spread(self, h: int, seats: Mapping[int, int]) -> int:
        """How far a seat is from those that were taken, where that matters."""
        return 0
