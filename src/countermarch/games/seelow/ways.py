"""5.0 Where a unit may go, what each step costs, and what keeps it away."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch import kernels
from countermarch.games.base import Part, Step
from countermarch.games.seelow.ground import Charge
from countermarch.games.seelow.pieces import FOOT, MOTORISED
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import GERMAN, MOVE_MODE, RESERVE, SEELOW
from countermarch.kernels import NOT_INTO_ZONE, NOT_ZONE_TO_ZONE, NOWHERE, PASS_NEEDS_ROOM, ZONE_STOPS, March, Reach
from countermarch.mechanics.ways import barring
from countermarch.rulebook import Refusal

ALWAYS = ZONE_STOPS | PASS_NEEDS_ROOM | NOT_ZONE_TO_ZONE
FREELY = 200


def mobility(play: SeelowPlay, u: int) -> str:
    return MOTORISED if play.tables.is_motorised[u] else FOOT


def allowance(play: SeelowPlay, u: int) -> int:
    """5.23, then 5.28: disrupted half, fractions down; at dusk and dawn half, at night a quarter, fractions up."""
    points = play.face(u).move
    if play.state.disrupted[u]:
        points //= 2
    if play.tables.is_gun[u]:
        return 0 if play.dusk or play.night else points
    if play.night:
        return -(-points // 4)
    return -(-points // 2) if play.dusk else points


def stand_refusal(play: SeelowPlay, u: int) -> Refusal | None:
    """Why a unit may not move at all this phase."""
    id = play.id(u)
    if play.state.scenario == SEELOW and play.state.turn == 1 and play.tables.side[u] == GERMAN:
        return play.no("5.29", "frozen", unit=id)
    if play.tables.is_gun[u]:
        if play.state.mode[u] != MOVE_MODE:
            return play.no("5.19", "fire_mode", unit=id)
        if play.dusk:
            return play.no("8.36", "guns_in_the_dark", unit=id)
        if play.night:
            return play.no("5.28#4", "guns_in_the_dark", unit=id)
    return None


def barred_from_zones(play: SeelowPlay, u: int) -> tuple[str, str] | None:
    """5.18#2, 10.23: who may not move into an enemy zone, by which rule."""
    if play.tables.is_gun[u]:
        return "8.34", "guns_and_zones"
    if play.state.disrupted[u]:
        return "7.67", "disrupted_and_zones"
    return ("10.23", "night_and_zones") if play.night else None


def terms(play: SeelowPlay, u: int, points: int) -> March:
    """What the kernels need to know of a move."""
    tables, n = play.tables, play.tables.n
    side = tables.side[u]
    enemy = play.number_at + (1 - side) * n
    terrain, start, limit = play.ground.terrains[mobility(play, u)], play.state.hex[u], play.room(u)
    zone_at, own_at = play.zone_at + (1 - side) * n, play.load_at + side * n
    zone_in, zone_out = 0, leaving_price(play)
    flags = ALWAYS | (NOT_INTO_ZONE if barred_from_zones(play, u) else 0)
    return March(
        terrain, play.state, zone_at, enemy, enemy, own_at, start, points, limit, zone_in, zone_out, flags
    )  # fmt: skip


def leaving_price(play: SeelowPlay) -> int:
    """5.22#1."""
    return play.tables.chart.price("zone", FOOT)


def reach(play: SeelowPlay, u: int, spent: int = 0) -> Reach:
    """Where a unit on the map may end now, having spent so much to come on; kept until a counter moves."""
    found = play.reaches.get((u, spent))
    if found is None:
        found = play.reaches[u, spent] = _reach(play, u, spent)
    return found


def _reach(play: SeelowPlay, u: int, spent: int) -> Reach:
    if stand_refusal(play, u) is not None:
        return NOWHERE
    points = allowance(play, u)
    if spent and play.in_enemy_zone(play.tables.side[u], play.state.hex[u]):
        return NOWHERE  # 9.12: stopped where it came on
    found = kernels.reach(*terms(play, u, points - spent))
    return found if spent or not points else found.with_first_steps(fords(play, u), points)


def fords(play: SeelowPlay, u: int) -> list[int]:
    """5.12#2, 5.12#3: hexes across a stream, for a motorised unit that is not disrupted and has not moved."""
    if play.state.disrupted[u]:
        return []
    near = play.ground.fords[mobility(play, u)][play.state.hex[u]]
    return [h for h in near if entry_refusal(play, u, play.state.hex[u], h) is None]


def can_move(play: SeelowPlay, u: int) -> bool:
    """Whether any first step is open: since nobody may pass a full hex, it is an end as well."""
    known = play.movers.get(u)
    if known is None:
        known = play.movers[u] = _can_move(play, u)
    return known


def _can_move(play: SeelowPlay, u: int) -> bool:
    points = allowance(play, u)
    if not points or stand_refusal(play, u) is not None:
        return False
    return _has_door(play, u, points) or bool(fords(play, u)) or exit_cost(play, u, play.state.hex[u], 0) <= points


def _has_door(play: SeelowPlay, u: int, points: int) -> bool:
    tables, state = play.tables, play.state
    side, n, h = tables.side[u], tables.n, state.hex[u]
    enemy, own, zone, number = (1 - side) * n, side * n, state.zone, state.number
    bound = zone[enemy + h] > 0
    if bound:
        points -= leaving_price(play)
    barred = bound or barred_from_zones(play, u) is not None
    room, load = play.room(u), state.load
    for to, cost in play.ground.doors[mobility(play, u)][h]:
        closed = cost > points or number[enemy + to] or load[own + to] >= room
        if not closed and not (barred and zone[enemy + to]):
            return True
    return False


# into a hex next door


def could_enter(play: SeelowPlay, u: int, h: int) -> bool:
    """6.18, 7.18: whether the ground would let a unit into the hex with its allowance of this turn.

    Of artillery only the ground is asked, since guns in Fire Mode have no allowance (8.11).
    """
    slot = play.ground.slot(play.state.hex[u], h)
    if not play.ground.passable[slot]:
        return False
    if play.tables.is_gun[u]:
        return True
    way = mobility(play, u)
    points = allowance(play, u)
    return points > 0 if play.ground.ford(slot, way) else play.ground.costs[way][slot] <= points


# leaving the map


def exit_cost(play: SeelowPlay, u: int, h: int, spent: int) -> int:
    """5.27: what it costs in all to leave the map from a hex reached for so much; far too much if it cannot."""
    if not play.ground.edge[h]:
        return FREELY
    zone = play.in_enemy_zone(play.tables.side[u], h)
    if zone and h != play.state.hex[u]:
        return FREELY  # 5.18#1: it had to stop there
    return spent + play.ground.edge_charge(mobility(play, u), h).cost + (leaving_price(play) if zone else 0)


def exits(play: SeelowPlay, u: int, spent: int = 0) -> list[int]:
    """5.27: the edge hexes from which a unit may leave the map now; not where a zone has stopped it."""
    start, edge = play.state.hex[u], play.ground.edge
    stopped = spent and play.in_enemy_zone(play.tables.side[u], start)
    if stopped or stand_refusal(play, u) is not None:
        return []
    found = reach(play, u, spent)
    ways = [(start, 0), *((h, cost) for h, cost in zip(found.hexes, found.costs, strict=True) if edge[h])]
    points = allowance(play, u) - spent
    return sorted(h for h, cost in ways if exit_cost(play, u, h, cost) <= points)


# paths, step by step


def path_cost(play: SeelowPlay, u: int, path: Sequence[int], spent: int = 0) -> tuple[Step, ...] | Refusal:
    """Walk a path hex by hex: what each step costs, or why it cannot be taken."""
    refusal = stand_refusal(play, u)
    if refusal is not None:
        return refusal
    steps: list[Step] = []
    at, total = play.state.hex[u], spent
    for h in path:
        parts = _step(play, u, at, h, first=not steps and not spent)
        if isinstance(parts, Refusal):
            return parts
        cost = sum(int(part.value) for part in parts)
        total += cost
        steps.append(Step(play.hex_name(h), cost, tuple(parts)))
        at = h
    return tuple(steps) if total <= allowance(play, u) else too_far(play, u, total)


def too_far(play: SeelowPlay, u: int, cost: int) -> Refusal:
    return play.no("5.16", "allowance", unit=play.id(u), cost=cost, allowance=allowance(play, u))


def _step(play: SeelowPlay, u: int, a: int, b: int, first: bool) -> list[Part] | Refusal:
    if not first and play.in_enemy_zone(play.tables.side[u], a):
        return play.no("5.18#1", "must_stop", unit=play.id(u), hex=play.hex_name(a))
    if play.tables.board.grid.direction(a, b) is None:
        return play.no("5.11", "not_adjacent", a=play.hex_name(a), b=play.hex_name(b))
    refusal = entry_refusal(play, u, a, b)
    if refusal is not None:
        return refusal
    if play.ground.ford(play.ground.slot(a, b), mobility(play, u)):
        return _ford_parts(play, u, a, b, first)
    return _parts(play, u, a, b)


def _ford_parts(play: SeelowPlay, u: int, a: int, b: int, first: bool) -> list[Part] | Refusal:
    if play.state.disrupted[u]:
        return play.no("5.12#3", "disrupted_ford", unit=play.id(u), hex=play.hex_name(b))
    if not first:
        return play.no("5.12#2", "ford_first", unit=play.id(u), hex=play.hex_name(b))
    return [play.part("ford", allowance(play, u), "5.12#2")]


def entry_refusal(play: SeelowPlay, u: int, a: int, b: int) -> Refusal | None:
    """What closes the next hex: ground, the enemy, friends, zones."""
    hex, side = play.hex_name(b), play.tables.side[u]
    if not play.ground.in_play[b]:
        return play.no("11.0#2", "out_of_play", hex=hex)
    if not play.ground.passable[play.ground.slot(a, b)]:
        return play.no("11.43", "river", a=play.hex_name(a), b=hex)
    if play.number_in(1 - side, b):
        return play.no("5.21", "enemy", hex=hex)
    if not play.room_for(u, b):
        return play.no("5.25", "full", hex=hex)
    return zone_refusal(play, u, a, b)


def zone_refusal(play: SeelowPlay, u: int, a: int, b: int) -> Refusal | None:
    """5.18#2, 5.22#2, 10.23: zones nobody of this kind enters, and none from one into the next."""
    side = play.tables.side[u]
    if not play.in_enemy_zone(side, b):
        return None
    barred = barred_from_zones(play, u)
    if barred is not None:
        return play.no(barred[0], barred[1], unit=play.id(u), hex=play.hex_name(b))
    if play.in_enemy_zone(side, a):
        return play.no("5.22#2", "zone_to_zone", unit=play.id(u), a=play.hex_name(a), b=play.hex_name(b))
    return None


def _parts(play: SeelowPlay, u: int, a: int, b: int) -> list[Part]:
    parts = [part(play, charge) for charge in play.ground.charges(mobility(play, u), play.ground.slot(a, b))]
    if play.in_enemy_zone(play.tables.side[u], a):
        parts.append(play.part("leave_zone", leaving_price(play), "5.22#1"))
    return parts


def part(play: SeelowPlay, charge: Charge) -> Part:
    return play.part(charge.key, charge.cost, charge.rule)


# why not


def why_not(play: SeelowPlay, u: int, h: int, spent: int = 0) -> Refusal | None:
    """The rule that keeps a unit from ending in a hex, by asking the same questions with fewer limits."""
    if h in reach(play, u, spent):
        return None
    refusal = stand_refusal(play, u)
    if refusal is not None:
        return refusal
    start = play.state.hex[u]
    if h == start:
        return play.no("5.17", "already_there", unit=play.id(u), hex=play.hex_name(h))
    if play.tables.board.grid.direction(start, h) is not None:
        walked = path_cost(play, u, [h], spent)
        if isinstance(walked, Refusal):
            return walked
    return _end_refusal(play, u, h) or _far_refusal(play, u, h, spent)


def _end_refusal(play: SeelowPlay, u: int, h: int) -> Refusal | None:
    side, hex = play.tables.side[u], play.hex_name(h)
    if not play.ground.in_play[h]:
        return play.no("11.0#2", "out_of_play", hex=hex)
    if play.number_in(1 - side, h):
        return play.no("5.21", "enemy", hex=hex)
    if not play.room_for(u, h):
        return play.no("5.25", "full", hex=hex)
    barred = barred_from_zones(play, u)
    if barred is not None and play.in_enemy_zone(side, h):
        return play.no(barred[0], barred[1], unit=play.id(u), hex=hex)
    return None


LIMITS = (  # of a way of several steps; who may not enter zones, or go from one to another, learns it at the next step
    (ZONE_STOPS, "5.18#1", "zone_stops"),
    (PASS_NEEDS_ROOM, "5.25", "full_on_the_way"),
)


def _far_refusal(play: SeelowPlay, u: int, h: int, spent: int) -> Refusal:
    """The one rule without which the unit would get there, else the distance."""
    march = terms(play, u, allowance(play, u) - spent)
    limit = barring(march, h, LIMITS)
    if limit is not None:
        return play.no(*limit, unit=play.id(u), hex=play.hex_name(h))
    far = kernels.reach(*march._replace(allowance=FREELY))
    if h in far:
        return too_far(play, u, spent + far.cost(h))
    return play.no("5.16", "no_way", unit=play.id(u), hex=play.hex_name(h))


def may_act_refusal(play: SeelowPlay, u: int, side: int) -> Refusal | None:
    """What must be true of a unit before anything else is asked of it."""
    if play.tables.side[u] != side:
        return play.no("3.0", "not_yours", unit=play.id(u))
    if not play.on_map(u):
        return play.no("9.11" if play.state.hex[u] == RESERVE else "3.0", "off_map", unit=play.id(u))
    return None
