"""7.1, 7.2, 7.4, 10.3 Where a group may go, what each step costs, and what keeps it away; with zones (3.2)."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch import kernels
from countermarch.games.base import Part, Step
from countermarch.games.vistula.play import STACK, VistulaPlay
from countermarch.games.vistula.state import ALLIED
from countermarch.games.vistula.tables import HALF, Gait
from countermarch.games.vistula.thaw import thawing
from countermarch.games.vistula.verbs import MODES, REGULAR, STRATEGIC
from countermarch.kernels import (
    NOT_INTO_ZONE,
    NOT_ZONE_TO_ZONE,
    NOWHERE,
    ONE_HEX_AT_LEAST,
    TAKES_HEXES,
    ZONE_STOPS,
    March,
    Reach,
)
from countermarch.mechanics.ways import barring
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

FREELY = 99 * HALF
ANY_NUMBER = 99
Group = tuple[int, ...]


def mode_text(mode: int) -> Text:
    return say(f"vistula.mode.{MODES[mode]}")


def allowance(play: VistulaPlay, u: int) -> int:
    """7.1, 5.5, 12.6: printed points; out of supply half of them for mobile units; in the thaw half, rounded up."""
    tables, state = play.tables, play.state
    points = tables.allowance[u][state.steps[u]]
    if tables.is_mobile[u] and play.out_of_supply(u):
        points //= 2
    if state.thaw and thawing(play):
        points = (points + 1) // 2
    return points


def points(play: VistulaPlay, units: Sequence[int], mode: int) -> int:
    """7.1, 7.4: a stack has the points of its slowest unit; strategic movement doubles them."""
    slowest = min([allowance(play, u) for u in units])
    return slowest * 2 if mode == STRATEGIC else slowest


def gait(play: VistulaPlay, units: Sequence[int], mode: int) -> Gait:
    """7.4, 10.3: railways serve strategic movement, and HQs on their own."""
    is_hq, is_mech = play.tables.is_hq, play.tables.is_mech
    mech, hq, alone = False, False, True
    for u in units:
        mech, hq, alone = mech or is_mech[u], hq or is_hq[u], alone and is_hq[u]
    return Gait(mech, hq, alone or mode == STRATEGIC, play.frozen())


def obstacle(play: VistulaPlay, units: Sequence[int], mode: int) -> Refusal | None:
    """What keeps a group from beginning such a move where it stands."""
    if mode == REGULAR or goes_far(play, units):
        return None
    tables, first = play.tables, units[0]
    if tables.side[first] != ALLIED:
        return play.no("7.4#1", "strategic_german", unit=play.id(first))
    for u in units:
        if tables.is_hq[u]:
            return play.no("10.3#4", "strategic_hq", unit=play.id(u))
    return play.no("7.4#2", "strategic_start", hex=play.hex_name(play.state.hex[first]))


def goes_far(play: VistulaPlay, units: Sequence[int]) -> bool:
    """7.4, 10.3: whether a group may begin strategic movement: Allied, without HQs, not next to the enemy."""
    tables, first = play.tables, units[0]
    side = tables.side[first]
    return (
        side == ALLIED
        and not play.near_enemy(side, play.state.hex[first])
        and not any(map(tables.is_hq.__getitem__, units))
    )


def takes(play: VistulaPlay, units: Sequence[int]) -> bool:
    """7.2: combat units hold every hex as soon as they have entered it, and cross on from there by its bridges."""
    return any(map(play.tables.is_combat.__getitem__, units))


def load(play: VistulaPlay, units: Sequence[int]) -> int:
    return sum(map(play.tables.stacks.__getitem__, units))


def limit(play: VistulaPlay, units: Sequence[int]) -> int:
    """4: the number of units in a hex from which on the group no longer fits."""
    size = load(play, units)
    return STACK + 1 - size if size else ANY_NUMBER


def search(
    play: VistulaPlay,
    units: Sequence[int],
    mode: int,
    half: int,
    flags: int,
    start: int | None = None,
    most: int | None = None,
) -> Reach:
    """The kernel's answer for a group; `most` overrules the number of units from which on a hex is full."""
    return kernels.reach(*terms(play, units, mode, half, flags, start, most))


def terms(
    play: VistulaPlay,
    units: Sequence[int],
    mode: int,
    half: int,
    flags: int,
    start: int | None = None,
    most: int | None = None,
) -> March:
    """What the kernels are asked; strategic movement passes enemies without a zone, but ends next to none (7.4)."""
    n, side = play.tables.n, play.tables.side[units[0]]
    enemy = (1 - side) * n
    return March(
        play.tables.terrain(gait(play, units, mode)),
        play.state,
        zone_at=play.zone_at + enemy,
        enemy_at=play.here_at + enemy,
        lone_at=play.shut_at,
        own_at=play.load_at + side * n,
        start=play.state.hex[units[0]] if start is None else start,
        allowance=half,
        limit=limit(play, units) if most is None else most,
        zone_in=0,
        zone_out=0,
        flags=flags | TAKES_HEXES if takes(play, units) else flags,
        held_at=play.hold_at + side * n,
        shun_at=play.near_at + enemy if mode == STRATEGIC else -1,
    )


LIMITS = ((ZONE_STOPS, "3.2#1", "zone_stop_way"), (ZONE_STOPS | NOT_ZONE_TO_ZONE, "3.2#3", "zone_way"))


def flags_of(mode: int, spent: int) -> int:
    """3.2, 7.1: zones stop and cannot be crossed from one to the next; an unspent allowance is good for a hex."""
    if mode == STRATEGIC:
        return NOT_INTO_ZONE
    return ZONE_STOPS | NOT_ZONE_TO_ZONE | (0 if spent else ONE_HEX_AT_LEAST)


def reach(play: VistulaPlay, units: Group, mode: int, spent: int = 0, freely: bool = False) -> Reach:
    """Where the group may end; `spent` half points are gone; kept until a counter moves."""
    if freely:
        return search(play, units, mode, FREELY, flags=flags_of(mode, 1))
    key = (units, mode, spent)
    found = play.reaches.get(key)
    if found is None:
        found = play.reaches[key] = _reach(play, units, mode, spent)
    return found


def _reach(play: VistulaPlay, units: Group, mode: int, spent: int) -> Reach:
    if obstacle(play, units, mode) is not None:
        return NOWHERE
    left = points(play, units, mode) * HALF - spent
    return search(play, units, mode, left, flags=flags_of(mode, spent))


def can_move(play: VistulaPlay, units: Group, mode: int) -> bool:
    if obstacle(play, units, mode) is not None:
        return False
    half = points(play, units, mode) * HALF
    return kernels.can_move(*terms(play, units, mode, half, flags=flags_of(mode, 0)))


def has_door(play: VistulaPlay, units: Sequence[int], mode: int) -> bool:
    """Whether a hex next door has room, is payable and clear of the enemy: that settles it without a search."""
    tables, state = play.tables, play.state
    side = tables.side[units[0]]
    enemy, own = (1 - side) * tables.n, side * tables.n
    h, most, half = state.hex[units[0]], limit(play, units), points(play, units, mode) * HALF
    threats, here, shut, load = state.near if mode == STRATEGIC else state.zone, state.here, state.shut, state.load
    for to, cost, _ in tables.terrain(gait(play, units, mode)).exits[h]:
        at = enemy + to
        if cost <= half and not (threats[at] or here[at] or shut[to]) and load[own + to] < most:
            return True
    return False


# step by step


def price(play: VistulaPlay, units: Sequence[int], mode: int, a: int, b: int) -> list[Part] | None:
    """What a step costs, part by part; None where there is no way."""
    tables, hold = play.tables, play.state.hold
    base = tables.side[units[0]] * tables.n
    level = min(max(hold[base + a], takes(play, units)), hold[base + b])
    charges = tables.charges(gait(play, units, mode), tables.slot(a, b), level)
    if charges is None:
        return None
    return [play.part(c.key, c.cost / HALF, c.rule) for c in charges]


def cost(parts: Sequence[Part]) -> int:
    return int(sum(part.value for part in parts) * HALF)


def step_refusal(play: VistulaPlay, units: Sequence[int], mode: int, a: int, b: int) -> Refusal | None:
    """Why a group may not step from one hex to the next, its points apart."""
    return ground_refusal(play, units, mode, a, b) or zone_refusal(play, units, mode, a, b)


def ground_refusal(play: VistulaPlay, units: Sequence[int], mode: int, a: int, b: int) -> Refusal | None:
    """Enemies, or no way at all."""
    side, tables = play.tables.side[units[0]], play.tables
    if b not in tables.board.grid.around(a):
        return play.no("7.1#1", "not_adjacent", a=play.hex_name(a), b=play.hex_name(b))
    if play.state.shut[b]:
        return play.no("11.2#3", "western", hex=play.hex_name(b))
    if play.here(1 - side, b):
        return play.no("7.1#1", "enemy", hex=play.hex_name(b))
    if price(play, units, mode, a, b) is None:
        river = any(tables.is_hq[u] for u in units) and tables.river[tables.slot(a, b)]
        rule, key = ("10.3#2", "hq_river") if river else ("7.1#1", "barred")
        return play.no(rule, key, a=play.hex_name(a), b=play.hex_name(b))
    return None


def zone_refusal(play: VistulaPlay, units: Sequence[int], mode: int, a: int, b: int) -> Refusal | None:
    """3.2, 7.4: from zone to zone, or strategically next to the enemy."""
    side = play.tables.side[units[0]]
    if mode == STRATEGIC:
        return play.no("7.4#2", "strategic_zone", hex=play.hex_name(b)) if play.in_enemy_zone(side, b) else None
    if play.in_enemy_zone(side, a) and play.in_enemy_zone(side, b):
        return play.no("3.2#3", "zone_to_zone", a=play.hex_name(a), b=play.hex_name(b))
    return None


def walk(
    play: VistulaPlay, units: Group, mode: int, path: Sequence[int], spent: int = 0, cleared: Sequence[int] = ()
) -> tuple[Step, ...] | Refusal:
    """A path hex by hex with its costs, or the rule that bars it; zones bar no first step into a cleared hex (7.3)."""
    at, side = play.state.hex[units[0]], play.tables.side[units[0]]
    for number, h in enumerate(path):
        refusal = zone_refusal(play, units, mode, at, b=h) if number or h not in cleared else None
        if number and play.in_enemy_zone(side, at):
            refusal = play.no("3.2#1", "zone_stop", hex=play.hex_name(at))
        refusal = ground_refusal(play, units, mode, at, b=h) or refusal
        if refusal is not None:
            return refusal
        at = h
    left = points(play, units, mode) * HALF - spent
    steps = paid(play, units, mode, path, left=left, minimum=not spent and mode == REGULAR)
    return too_far(play, units, mode) if steps is None else steps


def paid(
    play: VistulaPlay, units: Group, mode: int, path: Sequence[int], left: int, minimum: bool
) -> tuple[Step, ...] | None:
    """A passable path step by step, paid for with half points; `minimum`: they are good for one hex at least (7.1)."""
    at, steps = play.state.hex[units[0]], list[Step]()
    for h in path:
        parts = price(play, units, mode, at, b=h) or []
        due = cost(parts)
        if due > left and minimum and not steps:
            parts, due = [play.part("minimum", left / HALF, "7.1#2")], left
            left = -1
        elif due > left:
            return None
        else:
            left -= due
        steps.append(Step(play.hex_name(h), due / HALF, tuple(parts)))
        at = h
    return tuple(steps)


def too_far(play: VistulaPlay, units: Sequence[int], mode: int) -> Refusal:
    slow = min(units, key=lambda u: allowance(play, u))
    rule = "7.1#3" if len(units) > 1 else "7.1#1"
    return play.no(rule, "too_far", unit=play.id(slow), points=points(play, units, mode))


def why_not(play: VistulaPlay, units: Group, h: int, mode: int, spent: int = 0) -> Refusal | None:
    """The rule that keeps a group from ending in a hex, by asking the same questions with fewer limits."""
    if h in reach(play, units, mode, spent):
        return None
    side, start = play.tables.side[units[0]], play.state.hex[units[0]]
    refusal = obstacle(play, units, mode)
    if refusal is not None:
        return refusal
    if h == start:
        return play.no("7.1#1", "already_there", hex=play.hex_name(h))
    if play.state.shut[h]:
        return play.no("11.2#3", "western", hex=play.hex_name(h))
    if play.here(1 - side, h):
        return play.no("7.1#1", "enemy", hex=play.hex_name(h))
    if load(play, units) > play.room(side, h):
        return play.no("4#1", "full", hex=play.hex_name(h))
    if mode == STRATEGIC and play.near_enemy(side, h):
        return play.no("7.4#2", "strategic_end", hex=play.hex_name(h))
    return _way_refusal(play, units, h, mode)


def _way_refusal(play: VistulaPlay, units: Group, h: int, mode: int) -> Refusal:
    start = play.state.hex[units[0]]
    if h in play.tables.board.grid.around(start):
        step = step_refusal(play, units, mode, start, b=h)
        if step is not None:
            return step
    if h in reach(play, units, mode, freely=True):
        return too_far(play, units, mode)
    limit = barring(terms(play, units, mode, FREELY, flags=ZONE_STOPS | NOT_ZONE_TO_ZONE), h, LIMITS)
    return play.no(*(limit or ("7.1#1", "no_way")), hex=play.hex_name(h))
