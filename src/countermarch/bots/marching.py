"""Where units should go: into the attack, towards objectives, or in the enemy's way."""

from __future__ import annotations

from collections.abc import Iterable

from countermarch.bots.ground import FAR
from countermarch.bots.situation import Piece, Situation

CUT_OFF = 30  # ending where no way leads back
CROWD = 2  # a second unit in the hex
ASTRAY = 6  # for each hex beyond where the HQ can follow
HQ_LEAP = 3
ASTRAY_GUARD = 3
WEAK_IN_ZONE = 6  # a brigade or reduced unit next to the enemy
PRIZE = 90  # entering an objective
ODDS = 3  # an attack is worth preparing
SHELTERED_ODDS = 4
MOST_ODDS = 6
STRONG = 4

# standing in the way
GUARD = 60  # an objective without a garrison of its own
ON_THE_WAY = 24
COVERED = 5  # for each friend already next to the hex
GOOD_GROUND = 5
EXPOSED = 1.2  # for each point by which the enemy near is stronger than three times the defence
STAY = 3
DETOUR = 6  # thirds of a point off the enemy's shortest way count as half as much
THREAT = 60  # an objective is threatened from so far

LEFT_BEHIND = 8  # a unit out of its HQ's range
HQ_TRAIL = 2  # hexes an HQ stays behind its units
HQ_DANGER = 20


def attack_strength(look: Situation, piece: Piece, at: int, target: int) -> float:
    return piece.attack / 2 if look.ground.river_between(at, target) else piece.attack


def wanted_odds(look: Situation, target: int) -> int:
    ground = look.ground
    return (SHELTERED_ODDS if ground.settled[target] else ODDS) + ground.rough[target]


def march_score(look: Situation, piece: Piece, h: int) -> float:
    """Lower is better: the way still to go, and what is wrong with the hex."""
    score = float(look.goal[h])
    if h in look.lost:
        score -= PRIZE
    elif look.home[h] >= FAR:
        score += CUT_OFF
    if h != piece.hex and look.guarded(h):
        score += CROWD
    score += ASTRAY * max(look.out_of_reach(piece, h) - HQ_LEAP, 0)
    if piece.defence < STRONG and h in look.enemy_zone:
        score += WEAK_IN_ZONE
    return score


def stand_score(look: Situation, piece: Piece, h: int) -> float:
    """Lower is better: in the enemy's way, on good ground, spread out, not cut off."""
    ground = look.ground
    score = -block_value(look, h)
    if h in look.lost:
        score -= PRIZE
    others = look.line_cover(h, without=piece.unit.id)
    score += COVERED * max(others - 1, 0)
    score -= GOOD_GROUND * (ground.rough[h] + ground.settled[h])
    if h in look.held and sum(p.fights and p is not piece for p in look.friends_at.get(h, ())) < look.watch(h):
        score -= GUARD if look.approach[h] < THREAT * look.watch(h) else 0
    score += EXPOSED * max(look.enemy_force[h] - 3 * (piece.defence + others * 3), 0) / 3
    if look.home[h] >= FAR:
        score += CUT_OFF
    score += ASTRAY_GUARD * look.out_of_reach(piece, h)
    return score - (STAY if h == piece.hex else 0)


def block_value(look: Situation, h: int) -> float:
    """How much a unit here is in the enemy's way to the objectives we hold."""
    if h not in look.blocks:
        look.blocks[h] = _block_value(look, h)
    return look.blocks[h]


def _block_value(look: Situation, h: int) -> float:
    approach, worth = look.approach, 0.0
    for objective in look.held:
        threat = approach[objective]
        detour = approach[h] + look.ground.field_to(objective)[h] - threat
        near = ON_THE_WAY * THREAT / (THREAT + threat) * DETOUR / (DETOUR + max(detour, 0))
        worth = max(worth, near * look.weight(objective) ** 0.5)
    return worth


def hq_score(look: Situation, piece: Piece, h: int, followers: Iterable[Piece]) -> float:
    """Lower is better: near its units, behind them, out of the enemy's zones."""
    ground = look.ground
    spread = [ground.distance(h, p.hex) for p in followers]
    lost = sum(d > piece.unit.command_range for d in spread)
    score = float(LEFT_BEHIND * lost + sum(max(d - HQ_TRAIL, 0) for d in spread))
    alone = not look.guarded(h)
    if h in look.enemy_zone or (alone and look.approach[h] < HQ_DANGER // 2):
        score += HQ_DANGER if alone else HQ_DANGER / 4
    score += 0.05 * (look.goal[h] if look.attacking else -look.approach[h])
    return score + (CUT_OFF if look.home[h] >= FAR else 0)


class Concentration:
    """Which units go where so that an attack has the odds it needs."""

    def __init__(self, look: Situation, reaches: dict[str, dict[int, str]]) -> None:
        self.look = look
        self.reaches = reaches  # unit -> hex it can be in -> mode, "" to stay
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
        near = {n for reach in self.reaches.values() for h in reach for n in look.ground.around[h]}
        return [t for t in look.enemies_at if t in near and look.defence_of(t)]

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
        most = MOST_ODDS * look.defence_of(target)
        seats = {n: look.room(n) for n in look.ground.around[target]}
        force: dict[str, int] = {}
        strength = 0.0
        for id in sorted(self.free(), key=lambda id: (-look.own[id].attack, id)):
            seat = self.seat(id, target, seats)
            piece = look.own[id]
            if seat is None or (piece.unit.independent and not self.has_place(force)):
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
        used = sum(self.look.own[id].unit.independent for id in (*self.orders, *force))
        return used < self.look.places

    def free(self) -> list[str]:
        return [id for id in self.reaches if id not in self.orders and self.look.own[id].attack]

    def seat(self, id: str, target: int, seats: dict[int, int]) -> int | None:
        """The best hex next to the target for this unit, if any."""
        look, piece = self.look, self.look.own[id]
        open_seats = [h for h, room in seats.items() if h in self.reaches[id] and (room > 0 or h == piece.hex)]
        if not open_seats:
            return None
        return min(
            open_seats, key=lambda h: (-attack_strength(look, piece, h, target), h != piece.hex, look.goal[h], h)
        )
