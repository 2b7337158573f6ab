"""6.0 Movement, with zones (5.1) and stacking (7.0) where a move meets them."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

from countermarch import kernels
from countermarch.flow import Procedure
from countermarch.games.base import Part, Step
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, IDLE, IN_RANGE, ISOLATED, LENT, NAMED, OWN, REMOVED
from countermarch.games.chitpull.tables import FOOT, HALF, MECH
from countermarch.games.chitpull.verbs import DONE, LEND, MODES, MOVE, RAIL, REGULAR, STRATEGIC, TO
from countermarch.kernels import NO_ZONE, OVERRUN, PASS_NEEDS_ROOM, ZONE_STOPS, Reach
from countermarch.notation import Option
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

FREELY = 100 * HALF
TO_HEX: tuple[Option, ...] = tuple((TO, h) for h in range(4096))
ALL_MODES = range(len(MODES))
_DONE: Option = (DONE,)


def allowance(play: ChitPullPlay, u: int) -> int:
    """6.1.1: the printed allowance; isolated half of it (10.3.2); one less among refugees (RET.5)."""
    state = play.state
    points = play.tables.allowance[u][state.steps[u]]
    if state.supply[u] == ISOLATED:
        points //= 2
    return points - 1 if state.slowed and points else points


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
    tables = play.tables
    if tables.is_static[u]:
        return "6.1.1", "immobile"
    if tables.is_hq[u] and play.held(u) is not None:
        return "11.5", "held_hq"
    if mode == STRATEGIC:
        return strategic_obstacle(play, u)
    return rail_obstacle(play, u) if mode == RAIL else None


def strategic_obstacle(play: ChitPullPlay, u: int) -> Obstacle:
    """6.4, 6.4.1(1): on a road, outside enemy zones, not among refugees."""
    h = play.state.hex[u]
    if play.state.slowed:
        return "RET.5", "strategic_refugees"
    if not play.tables.on_road[h]:
        return "6.4", "strategic_road"
    return ("6.4.1(1)", "strategic_zone") if play.in_enemy_zone(play.tables.side[u], h) else None


def rail_obstacle(play: ChitPullPlay, u: int) -> Obstacle:
    """6.5: a rail hex outside enemy zones."""
    h = play.state.hex[u]
    if not play.tables.on_rail[h]:
        return "6.5", "rail_line"
    return ("6.5", "rail_zone") if play.in_enemy_zone(play.tables.side[u], h) else None


def terms(play: ChitPullPlay, u: int, mode: int, points: int) -> tuple[object, ...]:
    """What the kernels need to know of a move."""
    tables, state = play.tables, play.state
    n, side = tables.n, tables.side[u]
    enemy = (1 - side) * n
    hq = tables.is_hq[u]
    terrain, flags = _by_mode(play, u, mode)
    if mode != RAIL and not hq and tables.attack[u][state.steps[u]] > 0:
        flags |= OVERRUN
    price = tables.zone_price if mode == REGULAR else 0
    return (
        terrain,
        state,
        play.zone_at + enemy,
        play.combat_at + enemy,
        play.hqs_at + enemy,
        (play.hqs_at if hq else play.combat_at) + side * n,
        state.hex[u],
        points * HALF,
        1 if hq else 2,
        price,
        price,
        flags,
    )


def _by_mode(play: ChitPullPlay, u: int, mode: int) -> tuple[kernels.Terrain, int]:
    if mode == REGULAR:
        return play.tables.regular[mobility(play, u)], 0
    if mode == STRATEGIC:
        return play.tables.strategic, NO_ZONE | PASS_NEEDS_ROOM
    return play.tables.railway, ZONE_STOPS


def mobility(play: ChitPullPlay, u: int) -> str:
    return MECH if play.tables.is_mech[u] else FOOT


def reach(play: ChitPullPlay, u: int, mode: int, freely: bool = False) -> Reach:
    """Where the unit may end now; kept until a counter moves."""
    if freely:
        return kernels.reach(*terms(play, u, mode, FREELY))  # type: ignore[arg-type]
    found = play.reaches.get((u, mode))
    if found is None:
        found = play.reaches[u, mode] = _reach(play, u, mode)
    return found


def _reach(play: ChitPullPlay, u: int, mode: int) -> Reach:
    if mode_refusal(play, u, mode) is not None:
        return Reach([], [], array("i"))
    return kernels.reach(*terms(play, u, mode, allowance(play, u)))  # type: ignore[arg-type]


def ends(play: ChitPullPlay, u: int, mode: int) -> list[int]:
    """The reach, less what 11.5 forbids a corps that is held back."""
    hexes = reach(play, u, mode).hexes
    hq = play.held(u)
    if hq is None:
        return hexes
    distance = play.tables.command_distance(play.state.hex[hq])
    most = play.tables.units[hq].command_range
    return [h for h in hexes if 0 <= distance[h] <= most]


def can_move(play: ChitPullPlay, u: int, mode: int) -> bool:
    if obstacle(play, u, mode) is not None:
        return False
    if play.held(u) is not None:
        return bool(ends(play, u, mode))
    return has_door(play, u, mode) or kernels.can_move(*terms(play, u, mode, allowance(play, u)))  # type: ignore[arg-type]


def has_door(play: ChitPullPlay, u: int, mode: int) -> bool:
    """Whether a hex next door is free, near enough and outside enemy zones: that settles it without a search."""
    tables, state = play.tables, play.state
    enemy, own = (1 - tables.side[u]) * tables.n, tables.side[u] * tables.n
    h, zone, combat, hqs = state.hex[u], state.zone, state.combat, state.hqs
    if zone[enemy + h]:
        return False
    mine, limit = (hqs, 1) if tables.is_hq[u] else (combat, 2)
    points = allowance(play, u) * HALF
    for to, cost in tables.doors[mode, tables.is_mech[u]][h]:
        at = enemy + to
        if cost <= points and not (zone[at] or combat[at] or hqs[at]) and mine[own + to] < limit:
            return True
    return False


def modes(play: ChitPullPlay, u: int) -> list[int]:
    return [mode for mode in ALL_MODES if can_move(play, u, mode)]


def mobile(play: ChitPullPlay, u: int) -> list[Option]:
    """How the unit may move; kept while nothing changes around it (see march)."""
    known = play.mobile.get(u)
    if known is not None:
        return known
    found: list[Option] = []
    settled = play.held(u) is None
    for mode in ALL_MODES:
        if obstacle(play, u, mode) is None:
            door = settled and has_door(play, u, mode)
            settled = settled and door
            if door or can_move(play, u, mode):
                found.append((MOVE, u, mode))
    if settled:
        play.mobile[u] = found
    return found


def march(play: ChitPullPlay, u: int, path: Sequence[int], mode: int) -> None:
    """Carry a move out: every hex on the way is entered, the last one occupied."""
    start = play.state.hex[u]
    play.travel(u, path)
    play.shift(u, path[-1])
    play.state.moved[u] = 1
    play.stirred(start, path[-1])
    play.tell(
        "moved",
        "6.1",
        unit=play.id(u),
        start=play.hex_name(start),
        hex=play.hex_name(path[-1]),
        mode=_mode(mode),
    )


_MODE_TEXTS = tuple(say(f"chitpull.mode.{mode}") for mode in MODES)


def _mode(mode: int) -> Text:
    return _MODE_TEXTS[mode]


def burn_fuel(play: ChitPullPlay, u: int, mode: int) -> None:
    """2.5.3: after NO GAS a full-strength German mechanised unit loses a step when its move is over."""
    tables = play.tables
    thirsty = tables.side[u] == GERMAN and tables.is_mech[u] and play.state.steps[u] == 2
    if play.state.no_gas and thirsty and mode != RAIL:
        play.tell("no_gas_step", "2.5.3", unit=play.id(u))
        play.lose_step(u)


# paths other than the cheapest


def path_cost(play: ChitPullPlay, u: int, mode: int, path: Sequence[int]) -> tuple[Step, ...] | Refusal:
    """Walk a path hex by hex: what each step costs, or why it cannot be taken."""
    refusal = mode_refusal(play, u, mode)
    if refusal is not None:
        return refusal
    steps: list[Step] = []
    at, spent, stopped = play.state.hex[u], 0, False
    for h in path:
        parts = _step(play, u, mode, at, h, stopped)
        if isinstance(parts, Refusal):
            return parts
        cost = sum(int(part.value * HALF) for part in parts)
        spent += cost
        steps.append(Step(play.hex_name(h), cost / HALF, tuple(parts)))
        stopped = _stops(play, u, mode, at, h)
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


def _step(play: ChitPullPlay, u: int, mode: int, a: int, b: int, stopped: bool) -> list[Part] | Refusal:
    tables = play.tables
    if stopped:
        return play.no("6.5" if mode == RAIL else "6.2.2", "must_stop", unit=play.id(u), hex=play.hex_name(a))
    if tables.board.grid.direction(a, b) is None:
        return play.no("6.1.2", "not_adjacent", a=play.hex_name(a), b=play.hex_name(b))
    refusal = _entry_refusal(play, u, mode, a, b)
    return refusal if refusal is not None else _parts(play, u, mode, a, b)


def _entry_refusal(play: ChitPullPlay, u: int, mode: int, a: int, b: int) -> Refusal | None:
    tables, slot = play.tables, play.tables.slot(a, b)
    if not tables.passable[slot]:
        return play.no("6.2.3", "impassable", a=play.hex_name(a), b=play.hex_name(b))
    if mode == STRATEGIC and tables.rail[slot] and not tables.road[slot]:
        return play.no("6.4.1(2)", "strategic_rail", hex=play.hex_name(b))
    line = {STRATEGIC: (tables.road, "6.4"), RAIL: (tables.rail, "6.5")}.get(mode)
    if line is not None and not line[0][slot]:
        return play.no(line[1], "off_the_line", a=play.hex_name(a), b=play.hex_name(b), mode=_mode(mode))
    if mode == STRATEGIC and play.in_enemy_zone(tables.side[u], b):
        return play.no("6.4.1(1)", "strategic_enters_zone", hex=play.hex_name(b))
    if mode == STRATEGIC and not play.room_for(u, b):
        return play.no("6.4.1(3)", "strategic_full", hex=play.hex_name(b))
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


def _parts(play: ChitPullPlay, u: int, mode: int, a: int, b: int) -> list[Part]:
    tables, side = play.tables, play.tables.side[u]
    if mode == RAIL:
        return [_part(play, "rail", 0, "6.5")]
    if mode == STRATEGIC:
        return [_part(play, "strategic", tables.prices["strategic"][FOOT], "6.4")]
    charges = tables.charges(mobility(play, u), tables.slot(a, b))
    parts = [_part(play, c.key, c.cost, c.rule) for c in charges]
    if play.in_enemy_zone(side, a):
        parts.append(_part(play, "leave_zone", tables.zone_price, "5.1"))
    if play.in_enemy_zone(side, b):
        parts.append(_part(play, "enter_zone", tables.zone_price, "5.1"))
    return parts


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
    return enemy_refusal(play, u, h, mode) or _end_refusal(play, u, h, mode)


def _end_refusal(play: ChitPullPlay, u: int, h: int, mode: int) -> Refusal | None:
    if not play.room_for(u, h):
        return play.no("7.0", "full", hex=play.hex_name(h))
    if h in reach(play, u, mode).hexes:
        return play.no("11.5", "held_unit", unit=play.id(u), hex=play.hex_name(h))
    return _restriction(play, u, h, mode) or _distance_refusal(play, u, h, mode)


def _distance_refusal(play: ChitPullPlay, u: int, h: int, mode: int) -> Refusal:
    far = reach(play, u, mode, freely=True)
    if h in far.hexes:
        return _too_far(play, u, far.costs[far.hexes.index(h)])
    rule = {REGULAR: "6.2.3", STRATEGIC: "6.4", RAIL: "6.5"}[mode]
    return play.no(rule, "no_way", unit=play.id(u), hex=play.hex_name(h), mode=_mode(mode))


def _restriction(play: ChitPullPlay, u: int, h: int, mode: int) -> Refusal | None:
    """The one rule without which the unit would get there."""
    if mode == REGULAR:
        return _river_refusal(play, u, h)
    return _road_refusal(play, u, h) if mode == STRATEGIC else None


def _river_refusal(play: ChitPullPlay, u: int, h: int) -> Refusal | None:
    terrain = play.tables.unstopped[mobility(play, u)]
    _, *rest = terms(play, u, REGULAR, allowance(play, u))
    if h not in kernels.reach(terrain, *rest).hexes:  # type: ignore[arg-type]
        return None
    return play.no("6.2.2", "river_stop", unit=play.id(u), hex=play.hex_name(h))


def _road_refusal(play: ChitPullPlay, u: int, h: int) -> Refusal | None:
    if play.tables.on_rail[h] and not play.tables.on_road[h]:
        return play.no("6.4.1(2)", "strategic_rail", hex=play.hex_name(h))
    *rest, flags = terms(play, u, STRATEGIC, allowance(play, u))
    for flag, rule, key in (
        (NO_ZONE, "6.4.1(1)", "strategic_past_zone"),
        (PASS_NEEDS_ROOM, "6.4.1(3)", "strategic_past_full"),
    ):
        if h in kernels.reach(*rest, flags & ~flag).hexes:  # type: ignore[call-arg,arg-type,operator]
            return play.no(rule, key, unit=play.id(u), hex=play.hex_name(h))
    return None


# the segment


@dataclass(slots=True)
class MovementSegment(Procedure):
    """6.0, 6.1: the activated units move one after the other, each at most once, or not at all."""

    side: int
    kind = "unit"
    asks = "chitpull.prompt.move"
    cites = ("6.0", "6.1")

    def actor(self, play: ChitPullPlay) -> int:
        return self.side

    def options(self, play: ChitPullPlay) -> list[Option]:
        state = play.state
        found: list[Option] = []
        active, moved, where, quota = state.active, state.moved, state.hex, state.quota
        for u in play.pool(self.side):
            if not moved[u] and where[u] >= 0 and (active[u] == OWN or (active[u] == IN_RANGE and quota)):
                found += mobile(play, u)
        if state.lendable:
            found += self.lent(play)
        if found:
            found.append(_DONE)
        return found

    def lent(self, play: ChitPullPlay) -> list[Option]:
        """4.1.3: independents that army group may move, wherever they are."""
        state = play.state
        idle = [u for u in play.tables.of_side[self.side] if state.active[u] in (IDLE, IN_RANGE) and lends(play, u)]
        free = [u for u in idle if state.hex[u] >= 0 and not state.moved[u]]
        return [(LEND, u, mode) for u in free for _, _, mode in mobile(play, u)]

    def proceed(self, play: ChitPullPlay) -> None:
        play.pop()

    def take(self, play: ChitPullPlay, option: Option) -> None:
        if option[0] == DONE:
            play.pop()
            return
        verb, u, mode = option
        name_unit(play, u, verb == LEND)
        play.push(Destination(self.side, u, mode, False))

    def refuse(self, play: ChitPullPlay, option: Option) -> Refusal | None:
        if option[0] not in (MOVE, LEND):
            return None
        u, mode = option[1], option[2]
        return activation_refusal(play, u, self.side, option[0] == LEND) or stuck_refusal(play, u, mode)


def lends(play: ChitPullPlay, u: int) -> bool:
    """4.1.3: army group moves independent units, the dual ones among them."""
    unit = play.tables.units[u]
    return (unit.independent or unit.dual) and not play.tables.is_static[u]


def name_unit(play: ChitPullPlay, u: int, lent: bool) -> None:
    """4.2.1: an independent that is used takes one of the places the HQ has for them."""
    state = play.state
    if lent:
        state.active[u] = LENT
        state.lendable -= 1
    elif state.active[u] == IN_RANGE:
        state.active[u] = NAMED
        state.quota -= 1


def activation_refusal(play: ChitPullPlay, u: int, side: int, lent: bool) -> Refusal | None:
    state, tables = play.state, play.tables
    if tables.side[u] != side:
        return play.no("4.0", "not_yours", unit=play.id(u))
    if state.hex[u] < 0:
        return play.no("4.0", "off_map", unit=play.id(u))
    if state.moved[u]:
        return play.no("6.1", "moved", unit=play.id(u))
    if lent:
        free = state.lendable and state.active[u] in (IDLE, IN_RANGE) and lends(play, u)
        return None if free else play.no("4.1.3", "not_lent", unit=play.id(u))
    return command_refusal(play, u)


def command_refusal(play: ChitPullPlay, u: int) -> Refusal | None:
    """4.2: why the activated HQ does not activate a unit."""
    state, tables, unit = play.state, play.tables, play.tables.units[u]
    if state.active[u] != IDLE:
        spent = state.active[u] == IN_RANGE and not state.quota
        return play.no("4.2.1", "quota", unit=play.id(u)) if spent else None
    hq = active_hq(play, tables.side[u])
    if hq is not None and u not in tables.commands[hq]:
        if unit.front != tables.units[hq].front:
            return play.no("2.1.4", "other_front", unit=play.id(u))
        if tables.is_combat[u] and lost_hq(play, u):
            return play.no("4.2", "hq_is_lost", unit=play.id(u))
        return play.no("4.2.1", "other_formation", unit=play.id(u))
    return play.no("4.2.6", "out_of_command", unit=play.id(u))


def active_hq(play: ChitPullPlay, side: int) -> int | None:
    """The HQ of the present activation."""
    return next((u for u in play.pool(side) if play.tables.is_hq[u] and play.state.active[u] == OWN), None)


def lost_hq(play: ChitPullPlay, u: int) -> bool:
    """11.1.3: the unit's own HQ has left the game."""
    hq = play.tables.hq_of.get(play.tables.units[u].formation)
    return hq is not None and play.state.hex[hq] == REMOVED


def stuck_refusal(play: ChitPullPlay, u: int, mode: int) -> Refusal | None:
    if can_move(play, u, mode):
        return None
    return mode_refusal(play, u, mode) or play.no("6.1.2", "stuck", unit=play.id(u), mode=_mode(mode))


@dataclass(slots=True)
class Destination(Procedure):
    """6.1: where the chosen unit goes; another path than the cheapest is named with `via`."""

    side: int
    unit: int
    mode: int
    arriving: bool
    kind = "hex"
    asks = "chitpull.prompt.to"
    cites = ("6.1.1", "6.1.2")

    def actor(self, play: ChitPullPlay) -> int:
        return self.side

    def options(self, play: ChitPullPlay) -> list[Option]:
        return [TO_HEX[h] for h in ends(play, self.unit, self.mode)]

    def take(self, play: ChitPullPlay, option: Option) -> None:
        play.pop()
        path = [*option[2:], option[1]] if len(option) > 2 else None
        march(play, self.unit, path or reach(play, self.unit, self.mode).path(option[1]), self.mode)
        if not self.arriving:
            burn_fuel(play, self.unit, self.mode)

    def allows(self, play: ChitPullPlay, option: Option) -> bool:
        return option[0] == TO and len(option) > 2 and self.refuse(play, option) is None

    def refuse(self, play: ChitPullPlay, option: Option) -> Refusal | None:
        if option[0] != TO:
            return None
        refusal = why_not(play, self.unit, option[1], self.mode)
        if refusal is not None or len(option) == 2:
            return refusal
        walked = path_cost(play, self.unit, self.mode, [*option[2:], option[1]])
        return walked if isinstance(walked, Refusal) else None

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, unit=play.id(self.unit), mode=_mode(self.mode))
