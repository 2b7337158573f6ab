"""6.0 Where a unit may go, what each step costs, and what keeps it away; with zones (5.1) and stacking (7.0)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from countermarch import kernels
from countermarch.games.base import Part, Step
from countermarch.games.chitpull.play import UNCROWDED, ChitPullPlay
from countermarch.games.chitpull.state import ISOLATED, NONE
from countermarch.games.chitpull.tables import FOOT, HALF
from countermarch.games.chitpull.verbs import MODES, MOVE, RAIL, REGULAR, STRATEGIC
from countermarch.kernels import (
    NOT_FROM_ZONE,
    NOT_INTO_ZONE,
    NOWHERE,
    OVERRUN,
    PASS_NEEDS_ROOM,
    ZONE_STOPS,
    March,
    Reach,
)
from countermarch.mechanics.ways import Limit, barring
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

FREELY = 200  # points: no way across the map costs so much
ALL_MODES = range(len(MODES))
_MODE_TEXTS = tuple(say(f"chitpull.mode.{mode}") for mode in MODES)


def mode_text(mode: int) -> Text:
    return _MODE_TEXTS[mode]


def allowance(play: ChitPullPlay, u: int) -> int:
    """6.1.1: the printed allowance; isolated half of it (10.3.2); one less among refugees (RET.5)."""
    state = play.state
    points = play.tables.allowance[u][state.steps[u]]
    if state.supply[u] == ISOLATED:
        points //= 2
    return points - 1 if state.slowed and points and is_slowed(play, u) else points


def is_slowed(play: ChitPullPlay, u: int) -> bool:
    """RET.5: refugees slow whom the present activation uses, and whom army group may lend it; nobody else."""
    return bool(play.state.slowed and (play.state.active[u] or play.state.lendable))


def mode_refusal(play: ChitPullPlay, u: int, mode: int) -> Refusal | None:
    """Whether the unit may begin such a move at all."""
    found = obstacle(play, u, mode)
    if found is None:
        return None
    rule, key = found
    return play.no(rule, key, unit=play.id(u), hex=play.hex_name(play.state.hex[u]))


Obstacle = tuple[str, str] | None  # the rule and the text that say no


def obstacle(play: ChitPullPlay, u: int, mode: int) -> Obstacle:
    """What keeps a unit from beginning such a move where it stands."""
    return standing_obstacle(play, u) or _OBSTACLES[mode](play, u)


def standing_obstacle(play: ChitPullPlay, u: int) -> Obstacle:
    """6.1.1, 11.5: what keeps a unit from moving in any way."""
    if play.tables.is_static[u]:
        return "6.1.1", "immobile"
    return ("11.5", "held_hq") if play.tables.is_hq[u] and play.held(u) is not None else None


def regular_obstacle(play: ChitPullPlay, u: int) -> Obstacle:
    return None


def strategic_obstacle(play: ChitPullPlay, u: int) -> Obstacle:
    """6.4, 6.4.1(1): on a road, outside enemy zones, not among refugees."""
    h = play.state.hex[u]
    if play.state.slowed and is_slowed(play, u):
        return "RET.5", "strategic_refugees"
    if not play.tables.on_road[h]:
        return "6.4", "strategic_road"
    return ("6.4.1(1)", "strategic_zone") if play.state.zone[play.tables.enemy_map[u] + h] else None


def rail_obstacle(play: ChitPullPlay, u: int) -> Obstacle:
    """6.5: a rail hex outside enemy zones, on a line that is not the enemy's."""
    h = play.state.hex[u]
    if not play.tables.on_rail[h]:
        return "6.5", "rail_line"
    if is_lost_track(play, u, h):
        return "6.5", "track_lost"
    zone = not play.edition.rail_from_zone and play.in_enemy_zone(play.tables.side[u], h)
    return ("6.5", "rail_zone") if zone else None


def is_lost_track(play: ChitPullPlay, u: int, h: int) -> bool:
    """6.5: whether the enemy keeps a unit's trains out of a hex."""
    return play.state.ints[play.tracks_at + play.tables.enemy_map[u] + h] > 0


STRATEGIC_LIMITS = (
    (NOT_FROM_ZONE | NOT_INTO_ZONE, "6.4.1(1)", "strategic_past_zone"),
    (PASS_NEEDS_ROOM, "6.4.1(3)", "strategic_past_full"),
)
_OBSTACLES = (regular_obstacle, strategic_obstacle, rail_obstacle)


def terms(play: ChitPullPlay, u: int, mode: int, points: int, pushing: bool = True) -> March:
    """What the kernels need to know of a move; `pushing` through what clogs the roads, if the side may."""
    tables, state = play.tables, play.state
    enemy, hq = tables.enemy_map[u], tables.is_hq[u]
    terrain, flags = play.ground(u, mode), _FLAGS[mode]
    if play.edition.no_passing:
        flags |= PASS_NEEDS_ROOM
    if mode != RAIL and not hq and tables.attack[u][state.steps[u]] > 0:
        flags |= OVERRUN
    price = tables.zone_price if mode == REGULAR else 0
    zone_at, lone_at = play.zone_at + enemy, play.hqs_at + enemy
    enemy_at = (play.tracks_at if mode == RAIL else play.combat_at) + enemy
    own_at = _own_map(play, u, mode, pushing) + tables.own_map[u]
    start, half, limit, held_at = state.hex[u], points * HALF, 1 if hq else 2, NONE
    crowd_at, crowd_in = play.crowding(u, mode, pushing) if play.clogged else UNCROWDED
    return March(
        terrain, state, zone_at, enemy_at, lone_at, own_at, start, half, limit, price, price, flags,
        held_at, crowd_at, crowd_in,
    )  # fmt: skip


def _own_map(play: ChitPullPlay, u: int, mode: int, pushing: bool) -> int:
    """7.0: what fills a hex for a unit like this; who pushes through a crowd makes room for itself."""
    if play.tables.is_hq[u]:
        return play.hqs_at
    pushes = play.clogged and pushing and mode != RAIL and play.pushes(play.tables.side[u])
    return play.combat_at if pushes else play.load_at


def search(play: ChitPullPlay, u: int, mode: int, points: int, pushing: bool = True) -> Reach:
    return kernels.reach(*terms(play, u, mode, points, pushing))


_FLAGS = (0, NOT_FROM_ZONE | NOT_INTO_ZONE | PASS_NEEDS_ROOM, ZONE_STOPS)  # by mode


def reach(play: ChitPullPlay, u: int, mode: int, freely: bool = False) -> Reach:
    """Where the unit may end now; kept until a counter moves."""
    if freely:
        return search(play, u, mode, FREELY)
    found = play.reaches.get((u, mode))
    if found is None:
        found = play.reaches[u, mode] = _reach(play, u, mode)
    return found


def _reach(play: ChitPullPlay, u: int, mode: int) -> Reach:
    if obstacle(play, u, mode) is not None:
        return NOWHERE
    return search(play, u, mode, allowance(play, u))


def way_to(play: ChitPullPlay, u: int, mode: int, h: int) -> list[int]:
    """The cheapest path; a side that may push through a crowd does so only if there is no other."""
    if not play.clogged or not play.pushes(play.tables.side[u]):
        return reach(play, u, mode).path(h)
    patient = unhurried(play, u, mode)
    return (patient if h in patient else reach(play, u, mode)).path(h)


def unhurried(play: ChitPullPlay, u: int, mode: int) -> Reach:
    """Where a unit of a side that may push through a crowd gets without; empty for everybody else."""
    if not play.pushes(play.tables.side[u]):
        return NOWHERE
    return search(play, u, mode, allowance(play, u), pushing=False)


def ends(play: ChitPullPlay, u: int, mode: int) -> Sequence[int]:
    """The reach, less what 11.5 forbids a corps that is held back, and a train that leaves an enemy zone."""
    hexes: Sequence[int] = reach(play, u, mode).hexes
    if mode == RAIL and (apart := keeps_apart(play, u)):
        near = near_enemies(play, play.tables.side[u], apart)
        hexes = [h for h in hexes if near[h] < 0]
    return hexes if play.held(u) is None else [h for h in hexes if near_keeper(play, u, h)]


def keeps_apart(play: ChitPullPlay, u: int) -> int:
    """6.5, 8.0: how far every enemy must be when a train leaves an enemy zone or brings reinforcements."""
    if play.edition.rail_arrival and arriving(play, u):
        return play.edition.rail_arrival - 1
    return int(play.in_enemy_zone(play.tables.side[u], play.state.hex[u]))


def arriving(play: ChitPullPlay, u: int) -> bool:
    """Whether the unit is just coming onto the map."""
    return any(u in frame.units for frame in play.state.frames if getattr(frame, "arrives", False))


def near_enemies(play: ChitPullPlay, side: int, within: int) -> Sequence[int]:
    """How far each hex is from the next enemy counter, HQs included; below zero if farther than `within`."""
    where, tables = play.state.hex, play.tables
    enemies = [where[u] for u in tables.of_side[1 - side] if where[u] >= 0]
    return kernels.flood(tables.every_hex, tables.nothing_closed, closed_at=0, seeds=enemies, limit=within)


def can_move(play: ChitPullPlay, u: int, mode: int) -> bool:
    if obstacle(play, u, mode) is not None:
        return False
    if mode == RAIL and keeps_apart(play, u):
        return bool(ends(play, u, mode))
    points = allowance(play, u)
    return has_door(play, u, mode, points) or gets_out(play, u, mode, points)


def has_door(play: ChitPullPlay, u: int, mode: int, points: int) -> bool:
    """Whether a hex next door is empty of enemies, has room and is near enough: that settles it without a search."""
    tables, state = play.tables, play.state
    h, zone, top = state.hex[u], state.zone, state.top
    enemy, price, left = tables.enemy_map[u], tables.zone_price, points * HALF
    free = tables.keeper[u] == NONE and not play.clogged
    if zone[enemy + h]:
        if mode == RAIL:
            return False  # a train that leaves a zone must end elsewhere
        left -= price
    for to, cost in play.doors[mode][play.mobility(u)][h]:
        if mode == RAIL and is_lost_track(play, u, to):
            continue
        if zone[enemy + to]:
            if mode == STRATEGIC:
                continue
            cost += price if mode == REGULAR else 0
        if cost <= left and (top[to] == NONE or _may_join(play, u, to)) and (free or _may_end(play, u, to)):
            return True
    return False


def gets_out(play: ChitPullPlay, u: int, mode: int, points: int) -> bool:
    """Whether a search finds a way where the hexes next door do not settle it."""
    if play.held(u) is not None or (mode == RAIL and keeps_apart(play, u)):
        return bool(ends(play, u, mode))
    return kernels.can_move(*terms(play, u, mode, points))


def _may_join(play: ChitPullPlay, u: int, h: int) -> bool:
    """Whether friends in a hex leave room for the unit."""
    return play.owner(h) == play.tables.side[u] and play.room_for(u, h)


def _may_end(play: ChitPullPlay, u: int, h: int) -> bool:
    """Whether neither a crowd nor the HQ that holds the unit back keeps it out of a hex."""
    return h not in play.clogged and (play.held(u) is None or near_keeper(play, u, h))


def near_keeper(play: ChitPullPlay, u: int, h: int) -> bool:
    """11.5: whether a hex lies in range of the HQ that holds the unit back."""
    return play.in_command(play.tables.keeper[u], h)


def modes(play: ChitPullPlay, u: int) -> list[int]:
    return [mode for mode in ALL_MODES if can_move(play, u, mode)]


def mobile(play: ChitPullPlay, u: int) -> list[Choice]:
    """How the unit may move; kept until a hex next door is full (see march), if hexes next door settle it."""
    known = play.mobile.get(u)
    if known is not None:
        return known
    found: list[Choice] = []
    points, unsettled = allowance(play, u), False
    for mode in play.tables.modes_at[play.state.hex[u]] if standing_obstacle(play, u) is None else ():
        if mode == REGULAR or _OBSTACLES[mode](play, u) is None:
            if not has_door(play, u, mode, points):
                unsettled = True
                if not gets_out(play, u, mode, points):
                    continue
            found.append((MOVE, u, mode))
    if not unsettled:
        play.mobile[u] = found
    return found


# paths other than the cheapest


def path_cost(
    play: ChitPullPlay, u: int, mode: int, path: Sequence[int], pushing: bool = True
) -> tuple[Step, ...] | Refusal:
    """Walk a path hex by hex: what each step costs, `pushing` if the side may, or why it cannot be taken."""
    refusal = mode_refusal(play, u, mode)
    if refusal is not None:
        return refusal
    steps: list[Step] = []
    at, spent, stopped = play.state.hex[u], 0, False
    for h in path:
        parts = _step(play, u, mode, at, b=h, stopped=stopped, pushing=pushing)
        if isinstance(parts, Refusal):
            return parts
        cost = sum(int(part.value * HALF) for part in parts)
        spent += cost
        steps.append(Step(play.hex_name(h), cost / HALF, tuple(parts)))
        stopped = _stops(play, u, mode, at, b=h)
        at = h
    return tuple(steps) if mode == RAIL or spent <= allowance(play, u) * HALF else _too_far(play, u, spent)


def _too_far(play: ChitPullPlay, u: int, spent: int) -> Refusal:
    return play.no("6.1.1", "allowance", unit=play.id(u), cost=_points(spent), allowance=allowance(play, u))


def _points(half: int) -> str:
    return f"{half / HALF:g}"


def _stops(play: ChitPullPlay, u: int, mode: int, a: int, b: int) -> bool:
    if mode == RAIL:
        return play.in_enemy_zone(play.tables.side[u], b)
    slot = play.tables.slot(a, b)
    return bool(mode == REGULAR and play.tables.minor[slot] and not play.tables.road[slot])


def _step(play: ChitPullPlay, u: int, mode: int, a: int, b: int, stopped: bool, pushing: bool) -> list[Part] | Refusal:
    tables = play.tables
    if stopped:
        return play.no("6.5" if mode == RAIL else "6.2.2", "must_stop", unit=play.id(u), hex=play.hex_name(a))
    if tables.board.grid.direction(a, b) is None:
        return play.no("6.1.2", "not_adjacent", a=play.hex_name(a), b=play.hex_name(b))
    refusal = _entry_refusal(play, u, mode, a, b)
    return refusal if refusal is not None else _parts(play, u, mode, a, b, pushing)


def _entry_refusal(play: ChitPullPlay, u: int, mode: int, a: int, b: int) -> Refusal | None:
    tables, slot = play.tables, play.tables.slot(a, b)
    if not tables.passable[slot]:
        return play.no("6.2.3", "impassable", a=play.hex_name(a), b=play.hex_name(b))
    if tables.ice[slot] and tables.is_mech[u]:
        return play.no("6.2.3", "ice", unit=play.id(u), hex=play.hex_name(b))
    if not tables.open[play.mobility(u)][slot]:
        return play.no("6.2.3", "line_only", unit=play.id(u), hex=play.hex_name(b))
    if mode == STRATEGIC and tables.rail[slot] and not tables.road[slot]:
        return play.no("6.4.1(2)", "strategic_rail", hex=play.hex_name(b))
    line = {STRATEGIC: (tables.road, "6.4"), RAIL: (tables.rail, "6.5")}.get(mode)
    if line is not None and not line[0][slot]:
        return play.no(line[1], "off_the_line", a=play.hex_name(a), b=play.hex_name(b), mode=mode_text(mode))
    if mode == RAIL and is_lost_track(play, u, b):
        return play.no("6.5", "track_lost", unit=play.id(u), hex=play.hex_name(b))
    if mode == STRATEGIC and play.in_enemy_zone(tables.side[u], b):
        return play.no("6.4.1(1)", "strategic_enters_zone", hex=play.hex_name(b))
    if mode == STRATEGIC and not play.room_marching(u, b, mode):
        return play.no("6.4.1(3)", "strategic_full", hex=play.hex_name(b))
    if play.edition.no_passing and not play.room_for(u, b):
        return play.no(play.edition.no_passing, "full", hex=play.hex_name(b))
    return enemy_refusal(play, u, b, mode)


def enemy_refusal(play: ChitPullPlay, u: int, h: int, mode: int = REGULAR) -> Refusal | None:
    """6.3: enemy hexes are closed, but for a lone HQ that a unit with an attack strength overruns."""
    enemy = 1 - play.tables.side[u]
    if not play.number_in(enemy, h):
        return None
    fights = not play.tables.is_hq[u] and play.tables.attack[u][play.state.steps[u]] > 0
    if play.combat_in(enemy, h) or not fights or mode == RAIL:
        return play.no("6.5" if mode == RAIL else "6.3", "enemy", unit=play.id(u), hex=play.hex_name(h))
    return None


def _parts(play: ChitPullPlay, u: int, mode: int, a: int, b: int, pushing: bool) -> list[Part]:
    tables, side = play.tables, play.tables.side[u]
    if mode == RAIL:
        return [_part(play, "rail", 0, "6.5")]
    crowd = _crowd_parts(play, u, mode, b, pushing)
    if mode == STRATEGIC:
        return [_part(play, "strategic", tables.prices["strategic"][FOOT], "6.4"), *crowd]
    charges = tables.charges(play.mobility(u), tables.slot(a, b))
    parts = [_part(play, c.key, c.cost, c.rule) for c in charges] + crowd
    if play.in_enemy_zone(side, a):
        parts.append(_part(play, "leave_zone", tables.zone_price, "5.1"))
    if play.in_enemy_zone(side, b):
        parts.append(_part(play, "enter_zone", tables.zone_price, "5.1"))
    return parts


def _crowd_parts(play: ChitPullPlay, u: int, mode: int, h: int, pushing: bool) -> list[Part]:
    """What clogs the roads in some editions costs more to enter."""
    price = play.crowding(u, mode, pushing)[-1]
    return [_part(play, "refugees", price, "koenigsberg45 12.2c")] if h in play.clogged else []


def _part(play: ChitPullPlay, key: str, half: int, rule: str) -> Part:
    return Part(say(f"chitpull.part.{key}"), half / HALF, play.cite(rule))


def why_not(play: ChitPullPlay, u: int, h: int, mode: int) -> Refusal | None:
    """The rule that keeps a unit from ending in a hex, by asking the same questions with fewer limits."""
    if h in ends(play, u, mode):
        return None
    refusal = mode_refusal(play, u, mode)
    if refusal is not None:
        return refusal
    if h == play.state.hex[u]:
        return play.no("6.1", "already_there", unit=play.id(u), hex=play.hex_name(h))
    if not play.tables.land[h]:
        return play.no("6.2.3", "water", hex=play.hex_name(h))
    if not play.tables.carries(u, h):
        return play.no("6.2.3", "ice", unit=play.id(u), hex=play.hex_name(h))
    return enemy_refusal(play, u, h, mode) or _end_refusal(play, u, h, mode)


def _end_refusal(play: ChitPullPlay, u: int, h: int, mode: int) -> Refusal | None:
    if not play.room_marching(u, h, mode):
        return play.no("7.0", "full", hex=play.hex_name(h))
    if h in reach(play, u, mode):
        if play.held(u) is None:
            return play.no("6.5", "rail_beside", unit=play.id(u), hex=play.hex_name(h))
        return play.no("11.5", "held_unit", unit=play.id(u), hex=play.hex_name(h))
    return _restriction(play, u, h, mode) or _distance_refusal(play, u, h, mode)


def _distance_refusal(play: ChitPullPlay, u: int, h: int, mode: int) -> Refusal:
    far = reach(play, u, mode, freely=True)
    if h in far:
        return _too_far(play, u, far.cost(h))
    rule = {REGULAR: "6.2.3", STRATEGIC: "6.4", RAIL: "6.5"}[mode]
    return play.no(rule, "no_way", unit=play.id(u), hex=play.hex_name(h), mode=mode_text(mode))


def _restriction(play: ChitPullPlay, u: int, h: int, mode: int) -> Refusal | None:
    """The one rule without which the unit would get there."""
    march = terms(play, u, mode, allowance(play, u))
    passing = play.edition.no_passing if mode != STRATEGIC else ""
    full = ((PASS_NEEDS_ROOM, passing, "past_full"),) if passing else ()
    barred = play.way_bar(u, h, mode, march) or _lifted(play, u, h, march, limits=full)
    return barred or _RESTRICTIONS[mode](play, u, h, march)


def _lifted(play: ChitPullPlay, u: int, h: int, march: March, limits: Iterable[Limit]) -> Refusal | None:
    found = barring(march, h, limits)
    return None if found is None else play.no(*found, unit=play.id(u), hex=play.hex_name(h))


def _river_refusal(play: ChitPullPlay, u: int, h: int, march: March) -> Refusal | None:
    if h not in kernels.reach(*march._replace(terrain=play.tables.unstopped[play.mobility(u)])):
        return None
    return play.no("6.2.2", "river_stop", unit=play.id(u), hex=play.hex_name(h))


def _road_refusal(play: ChitPullPlay, u: int, h: int, march: March) -> Refusal | None:
    if play.tables.on_rail[h] and not play.tables.on_road[h]:
        return play.no("6.4.1(2)", "strategic_rail", hex=play.hex_name(h))
    return _lifted(play, u, h, march, limits=STRATEGIC_LIMITS)


def _track_refusal(play: ChitPullPlay, u: int, h: int, march: March) -> Refusal | None:
    """6.5: the hex, or the line to it, is the enemy's."""
    if is_lost_track(play, u, h):
        return play.no("6.5", "track_lost", unit=play.id(u), hex=play.hex_name(h))
    if h not in kernels.reach(*march._replace(enemy_at=play.combat_at + play.tables.enemy_map[u])):
        return None
    return play.no("6.5", "track_cut", unit=play.id(u), hex=play.hex_name(h))


_RESTRICTIONS = (_river_refusal, _road_refusal, _track_refusal)
