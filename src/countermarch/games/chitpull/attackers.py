"""9.0, 9.2 Who may attack a hex, with what, and whether that can come to an attack at all."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.chitpull import air, hipper
from countermarch.games.chitpull.hipper import strength as ship_strength
from countermarch.games.chitpull.movement import command_refusal
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import Force, best_column, force
from countermarch.games.chitpull.state import GERMAN, IN_RANGE, LENT, NAMED, NONE, OWN
from countermarch.rulebook import Refusal

Strikes = tuple[tuple[int, int], ...]


def eligible(play: ChitPullPlay, u: int) -> bool:
    """9.0, 9.2.1, 4.1.3: activated, not lent, and not yet in an attack."""
    state, status = play.state, play.state.active[u]
    if state.fought[u] or not play.tables.is_combat[u]:
        return False
    return (status in (OWN, NAMED) or (status == IN_RANGE and state.quota > 0)) and play.may_attack(u)


def candidates(play: ChitPullPlay, side: int, target: int) -> list[Force]:
    """9.0: the eligible units around a hex; water between them keeps them apart."""
    tables, state = play.tables, play.state
    top, below, dry, nbr, ice = state.top, state.below, tables.dry, tables.nbr, tables.ice
    found = []
    for slot in range(6 * target, 6 * target + 6):
        u = top[nbr[slot]] if dry[slot] else NONE
        if u == NONE or tables.side[u] != side:
            continue
        while u != NONE:
            if eligible(play, u) and not (ice[slot] and tables.is_mech[u]):
                found.append(force(play, u, slot))
            u = below[u]
    return found


def targets(play: ChitPullPlay, side: int) -> list[int]:
    """9.0: hexes with enemy combat units next to a unit that may attack."""
    strikes_of, where, top, combat = play.tables.strikes_of, play.state.hex, play.state.top, play.state.combat
    base, found = (1 - side) * play.tables.n, set[int]()
    for u in play.pool(side):
        h = where[u]
        for t in strikes_of[u][h] if h >= 0 else ():
            if top[t] != NONE and combat[base + t] and t not in found and eligible(play, u):
                found.add(t)
    return sorted(found)


def fronts(play: ChitPullPlay, units: Sequence[Force]) -> frozenset[str]:
    return frozenset(play.tables.units[f.unit].front for f in units)


def support(play: ChitPullPlay, side: int, target: int) -> int:
    """11.4: what Hipper could add."""
    return ship_strength(play) if side == GERMAN and hipper.can_fire(play, target) else 0


def reachable(play: ChitPullPlay, side: int, target: int) -> bool:
    """9.3.2, 9.2.3: whether everything that could join makes at least 1-2."""
    pool = candidates(play, side, target)
    guns = support(play, side, target)
    if best_column(play, target, chosen=(), pool=pool, places=play.state.quota, air=0, support=guns) >= 0:
        return True
    ready = air.available(play, side, fronts(play, pool))
    shift = most_shift(play, target, (), ready)
    return best_column(play, target, chosen=(), pool=pool, places=play.state.quota, air=shift, support=guns) >= 0


def most_shift(play: ChitPullPlay, target: int, strikes: Strikes, ready: Sequence[int]) -> int:
    """12.1: what these strikes come to with as many full ones added as may be."""
    more = tuple((u, 1) for u in ready[: air.MOST - len(strikes)])
    return play.air_shift(target, (*strikes, *more))


# who may not


def join_refusal(play: ChitPullPlay, side: int, target: int, u: int) -> Refusal | None:
    """Why a unit may not take part in an attack on a hex."""
    state, tables = play.state, play.tables
    if tables.side[u] != side:
        return play.no("4.0", "not_yours", unit=play.id(u))
    if not tables.is_combat[u]:
        return play.no("9.0", "not_a_combat_unit", unit=play.id(u))
    refusal = adjacency_refusal(play, target, u)
    if refusal is not None:
        return refusal
    barred = play.attack_bar(u)
    if barred is not None:
        return barred
    if state.fought[u]:
        return play.no("9.2.1", "fought", unit=play.id(u))
    if state.active[u] == LENT:
        return play.no("4.1.3", "lent_attack", unit=play.id(u))
    return command_refusal(play, u)


def adjacency_refusal(play: ChitPullPlay, target: int, u: int) -> Refusal | None:
    h = play.state.hex[u]
    if h < 0 or play.tables.board.grid.direction(h, target) is None:
        return play.no("9.0", "not_next_to", unit=play.id(u), hex=play.hex_name(target))
    if target not in play.tables.attack_to[h]:
        return play.no("9.3.1", "water_between", unit=play.id(u), hex=play.hex_name(target))
    if target not in play.tables.strikes_of[u][h]:
        return play.no("9.3.1", "attack_ice", unit=play.id(u), hex=play.hex_name(target))
    return None
