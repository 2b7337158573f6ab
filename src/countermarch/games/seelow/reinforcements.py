"""9.0 Reinforcements: which arrive, over which hexes of the map edge, and what keeps them off."""

from __future__ import annotations

from countermarch.games.seelow.control import enter
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import RESERVE
from countermarch.games.seelow.ways import allowance, barred_from_zones, mobility, stand_refusal
from countermarch.rulebook import Refusal


def due(play: SeelowPlay, side: int) -> list[int]:
    """9.11, 9.14, 12.2: units whose turn has come and that have not come on yet."""
    where, turn = play.state.hex, play.state.turn
    late = (g for g in play.tables.late[play.state.scenario] if g.side == side and g.turn <= turn)
    return sorted(u for group in late for u in group.units if where[u] == RESERVE)


def price(play: SeelowPlay, u: int, h: int) -> int:
    """9.11: the entry hex costs as if the unit came from one like it."""
    return play.ground.edge_charge(mobility(play, u), h).cost


def doors(play: SeelowPlay, u: int) -> list[int]:
    """The hexes of its stretch where a unit may come on now."""
    return [h for h in play.group_of(u).hexes if entry_refusal(play, u, h) is None]


def entry_refusal(play: SeelowPlay, u: int, h: int) -> Refusal | None:
    """9.12, 9.13: not on the enemy, not against stacking; zones only as in any move (10.23)."""
    side, hex = play.tables.side[u], play.hex_name(h)
    refusal = stand_refusal(play, u)
    if refusal is not None:
        return refusal
    if play.number_in(1 - side, h):
        return play.no("9.12", "enemy", hex=hex)
    if not play.room_for(u, h):
        return play.no("9.13", "full", hex=hex)
    barred = barred_from_zones(play, u)
    if barred is not None and play.in_enemy_zone(side, h):
        return play.no(barred[0], barred[1], unit=play.id(u), hex=hex)
    if price(play, u, h) > allowance(play, u):
        return play.no("5.16", "allowance", unit=play.id(u), cost=price(play, u, h), allowance=allowance(play, u))
    return None


def refusal(play: SeelowPlay, side: int, u: int, h: int) -> Refusal | None:
    if play.tables.side[u] != side:
        return play.no("3.0", "not_yours", unit=play.id(u))
    if play.state.hex[u] != RESERVE:
        return play.no("9.11", "not_a_reinforcement", unit=play.id(u))
    group = play.group_of(u)
    if group.turn > play.state.turn:
        return play.no("9.11", "not_yet", unit=play.id(u), turn=group.turn)
    if h not in group.hexes:
        return play.no("9.11", "other_edge", unit=play.id(u), hex=play.hex_name(h))
    return entry_refusal(play, u, h)


def come_on(play: SeelowPlay, u: int, h: int) -> int:
    """9.11: the unit stands in its entry hex; what it has spent."""
    enter(play, u, h)
    play.put(u, h)
    play.state.acted[u] = 1
    play.tell("arrived", "9.11", unit=play.id(u), hex=play.hex_name(h))
    return price(play, u, h)
