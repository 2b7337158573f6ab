"""7.3 Mobile attacks: German armour attacks during its movement."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.vistula import battle, ways
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN
from countermarch.games.vistula.tables import HALF
from countermarch.games.vistula.verbs import REGULAR
from countermarch.games.vistula.ways import Group
from countermarch.kernels import Reach
from countermarch.rulebook import Refusal

PRICE = 2 * HALF  # 7.3#3


def attackers(play: VistulaPlay, units: Sequence[int]) -> list[int]:
    """7.3, 5.5: the supplied armoured and mechanised German units of a stack."""
    tables, state = play.tables, play.state
    return [
        u
        for u in units
        if tables.side[u] == GERMAN
        and tables.is_armoured[u]
        and not play.out_of_supply(u)
        and tables.attack[u][state.steps[u]]
    ]


def targets(play: VistulaPlay, units: Group, spent: int) -> list[int]:
    """The hexes a stack may attack from where it stands, with the points it has left."""
    if not attackers(play, units):
        return []
    near = [h for h in play.tables.next_to[play.state.hex[units[0]]] if play.here(ALLIED, h)]
    return [h for h in near if refusal(play, units, h, spent) is None]


def refusal(play: VistulaPlay, units: Group, target: int, spent: int) -> Refusal | None:
    """Why a stack may not make this mobile attack."""
    tables = play.tables
    if tables.side[units[0]] != GERMAN or not any(tables.is_armoured[u] for u in units):
        return play.no("7.3#1", "assault_who")
    if not attackers(play, units):
        return play.no("5.5#4", "assault_supply")
    if target not in tables.next_to[play.state.hex[units[0]]] or not play.here(ALLIED, target):
        return play.no("7.3#3", "assault_where", hex=play.hex_name(target))
    left = ways.points(play, units, REGULAR) * HALF - spent
    return play.no("7.3#3", "assault_points", left=left / HALF) if left < PRICE else None


def onward(play: VistulaPlay, units: Group, mode: int, spent: int, cleared: Sequence[int]) -> Reach:
    """7.3#5: where a group may go; straight into a hex it has cleared even from zone to zone."""
    found = ways.reach(play, units, mode, spent)
    start = play.state.hex[units[0]]
    for h in cleared:
        if h in play.tables.next_to[start] and ways.load(play, units) <= play.room(GERMAN, h):
            parts = ways.price(play, units, mode, start, b=h)
            if parts is not None and ways.cost(parts) <= ways.points(play, units, mode) * HALF - spent:
                found = found.with_first_steps((h,), ways.cost(parts))
    return found


def begin(play: VistulaPlay, units: Group, target: int) -> None:
    """7.3#4: resolved as normal combat, with what began the phase in the stack."""
    for u in units:
        play.state.moved[u] = 1
    play.stirred(play.state.hex[units[0]])
    play.tell("assault", "7.3#3", units=play.ids(units), hex=play.hex_name(target))
    train = tuple(u for u in units if play.tables.is_lc[u])
    battle.begin(play, GERMAN, target, tuple(attackers(play, units)), mobile=True, train=train)
