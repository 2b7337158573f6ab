"""9.3 What an attack amounts to: strengths in eighths, shifts, the column; part by part for those who ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from countermarch.games.base import Part
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, IN_RANGE, ISOLATED, NONE, SUPPLIED
from countermarch.mechanics import odds

EIGHTHS = 8
NO_LINE, DEFENSIVE, FESTUNG = range(3)
LINES = ("", "defensive", "festung")
IMPOSSIBLE = -99


class Force(NamedTuple):
    """A unit that could attack a hex: its strength there, the line it would cross, whether it takes a place."""

    unit: int
    eighths: int
    fort: int
    borrowed: bool
    slot: int


class Reckoning(NamedTuple):
    """Strengths in eighths, the line that protects the defender, and the column; below 0 there is no attack."""

    attack: int
    defence: int
    line: int
    column: int


# strengths


Halvings = Iterable[tuple[str, str]]  # what each is called, and its rule


def attack_halvings(play: ChitPullPlay, u: int, slot: int) -> Halvings:
    """9.3(1) to (3), 9.3.1: without supply, over a river or ice, and off the road into rough ground."""
    supply = play.state.supply[u]
    if supply != SUPPLIED:
        yield ("halved_isolated", "9.3(2)") if supply == ISOLATED else ("halved_supply", "9.3(1)")
    if play.tables.halving[slot]:
        yield ("halved_ice", "9.3.1") if play.tables.ice[slot] else ("halved_river", "9.3(3)")
    if play.tables.into_rough(u, slot):
        yield "halved_rough", "9.3.1"


def defence_halvings(play: ChitPullPlay, u: int) -> Halvings:
    return (("halved_isolated", "9.3(2)"),) if play.state.supply[u] == ISOLATED else ()


def attack_of(play: ChitPullPlay, u: int, slot: int) -> int:
    """2.1.1: in eighths, since three halvings leave no fraction of them."""
    return EIGHTHS * play.tables.attack[u][play.state.steps[u]] >> len([*attack_halvings(play, u, slot)])


def defence_of(play: ChitPullPlay, u: int) -> int:
    return EIGHTHS * play.tables.defence[u][play.state.steps[u]] >> len([*defence_halvings(play, u)])


def defence_in(play: ChitPullPlay, target: int) -> int:
    """9.2.2: all units of the hex defend together."""
    return sum(defence_of(play, u) for u in play.combat_units(target))


def slot_of(play: ChitPullPlay, u: int, target: int) -> int:
    """The side of the target that the unit attacks over, seen from the target."""
    nbr, h = play.tables.nbr, play.state.hex[u]
    return next(s for s in range(6 * target, 6 * target + 6) if nbr[s] == h)


def force(play: ChitPullPlay, u: int, slot: int) -> Force:
    fort = play.tables.fort[slot]
    return Force(u, attack_of(play, u, slot), fort, play.state.active[u] == IN_RANGE, slot=slot)


def forces(play: ChitPullPlay, units: Sequence[int], target: int) -> list[Force]:
    return [force(play, u, slot_of(play, u, target)) for u in units]


# the column


def line_of(play: ChitPullPlay, target: int, attackers: Sequence[Force]) -> int:
    """9.3.1: Germans attacked only over lines; one Festung among them makes all of it a Festung."""
    top = play.state.top[target]
    if top == NONE or play.tables.side[top] != GERMAN or not attackers:
        return NO_LINE
    if min(f.fort for f in attackers) == NO_LINE:
        return NO_LINE
    return max(f.fort for f in attackers)


def together(play: ChitPullPlay, attackers: Sequence[Force]) -> int:
    """2.1.2: what attackers add up to; some editions drop the fraction of every hex."""
    if not play.edition.rounds_by_hex:
        return sum(f.eighths for f in attackers)
    slots = {f.slot for f in attackers}
    return sum(sum(f.eighths for f in attackers if f.slot == s) // EIGHTHS * EIGHTHS for s in slots)


def standing_shift(play: ChitPullPlay, target: int) -> int:
    """9.3.1: columns to the left whoever attacks from where."""
    return terrain_shift(play, target) + play.handicap(1 - play.tables.side[play.state.top[target]])


def terrain_shift(play: ChitPullPlay, target: int) -> int:
    return play.tables.shifts[play.tables.terrain_of(target)]


def line_shift(play: ChitPullPlay, line: int) -> int:
    return play.tables.shifts[LINES[line]] if line else 0


def column_of(play: ChitPullPlay, attack: int, defence: int, shift: int) -> int:
    """9.3, 9.3.2, 2.1.2: totals rounded down, the ratio shifted without bounds, then held to the table."""
    a, d = attack // EIGHTHS, defence // EIGHTHS
    top = len(play.tables.combat.columns) - 1
    if a == 0:
        return IMPOSSIBLE
    return top if d == 0 else min(odds.column(a, d) + shift, top)


def reckon(play: ChitPullPlay, target: int, attackers: Sequence[Force], air: int, support: int) -> Reckoning:
    """`air` is the shift to the right, `support` the strength from outside the map, in points."""
    attack = together(play, attackers) + EIGHTHS * support
    defence = defence_in(play, target)
    line = line_of(play, target, attackers)
    shift = air - standing_shift(play, target) - line_shift(play, line)
    return Reckoning(attack, defence, line, column_of(play, attack, defence, shift))


def column_name(play: ChitPullPlay, column: int) -> str:
    return play.tables.combat.columns[column]


# what could still be reached


def best_column(
    play: ChitPullPlay,
    target: int,
    chosen: Sequence[Force],
    pool: Sequence[Force],
    places: int,
    air: int,
    support: int,
) -> int:
    """The best column that adding from the pool can give; so many of its borrowed units at most.

    More units are not always better: one over a Festung spoils a defence line for the attacker, and one
    over open ground frees him from lines altogether. So each line is tried by itself.
    """
    defence = defence_in(play, target)
    shift = air - standing_shift(play, target)
    found = IMPOSSIBLE
    for line, attack in _line_ups(play, target, chosen, pool, places):
        if attack > 0:
            total = attack + EIGHTHS * support
            found = max(found, column_of(play, total, defence, shift - line_shift(play, line)))
    return found


def _line_ups(
    play: ChitPullPlay, target: int, chosen: Sequence[Force], pool: Sequence[Force], places: int
) -> Iterator[tuple[int, int]]:
    if play.tables.side[play.state.top[target]] != GERMAN:
        yield NO_LINE, _total(play, chosen, pool, places)
        return
    yield NO_LINE, _open_total(play, chosen, pool, places)
    for line, forts in ((FESTUNG, (DEFENSIVE, FESTUNG)), (DEFENSIVE, (DEFENSIVE,))):
        if all(f.fort in forts for f in chosen):
            yield line, _total(play, chosen, [f for f in pool if f.fort in forts], places)


def _total(play: ChitPullPlay, chosen: Sequence[Force], pool: Sequence[Force], places: int) -> int:
    return together(play, [*chosen, *strongest(play, chosen, pool, places)])


def strongest(play: ChitPullPlay, chosen: Sequence[Force], pool: Sequence[Force], places: int) -> list[Force]:
    """4.2.1: all of a pool, with as many borrowed ones as there are places; what adds up hangs on their hexes, too."""
    own = [f for f in pool if not f.borrowed]
    borrowed = sorted((f for f in pool if f.borrowed), key=lambda f: -f.eighths)
    if len(borrowed) <= places:
        return own + borrowed
    lent = max(combinations(borrowed, places), key=lambda lent: together(play, [*chosen, *own, *lent]))
    return [*own, *lent]


def _open_total(play: ChitPullPlay, chosen: Sequence[Force], pool: Sequence[Force], places: int) -> int:
    """The most strength with somebody over open ground, who may have to be a borrowed one."""
    if any(not f.fort for f in chosen) or any(not f.fort and not f.borrowed for f in pool):
        return _total(play, chosen, pool, places)
    open_ones = [f for f in pool if not f.fort]
    if not places or not open_ones:
        return 0
    return max(_total(play, [*chosen, one], [f for f in pool if f is not one], places - 1) for one in open_ones)


# part by part


def attack_parts(play: ChitPullPlay, target: int, units: Sequence[int]) -> Iterator[Part]:
    for u in units:
        halvings = attack_halvings(play, u, slot_of(play, u, target))
        yield from _parts(play, u, "attack", play.tables.attack[u][play.state.steps[u]], halvings=halvings)


def defence_parts(play: ChitPullPlay, target: int) -> Iterator[Part]:
    for u in play.combat_units(target):
        printed = play.tables.defence[u][play.state.steps[u]]
        yield from _parts(play, u, "defence", printed, halvings=defence_halvings(play, u))


def _parts(play: ChitPullPlay, u: int, what: str, printed: int, halvings: Halvings) -> Iterator[Part]:
    """A strength as printed, and what each halving takes from it."""
    yield play.part(what, printed, "9.3", unit=play.id(u))
    left = float(printed)
    for key, rule in halvings:
        left /= 2
        yield play.part(key, -left, rule, unit=play.id(u))


def rounding(play: ChitPullPlay, eighths: int) -> Iterator[Part]:
    """2.1.2: the fraction that is dropped from a total."""
    if eighths % EIGHTHS:
        yield play.part("rounded", -(eighths % EIGHTHS) / EIGHTHS, "2.1.2")


def attack_rounding(play: ChitPullPlay, attackers: Sequence[Force], odds: Reckoning) -> Iterator[Part]:
    """2.1.2: the fraction dropped from the attackers' total, or from each of their hexes."""
    if not play.edition.rounds_by_hex:
        yield from rounding(play, odds.attack)
        return
    for s in sorted({f.slot for f in attackers}):
        yield from rounding(play, sum(f.eighths for f in attackers if f.slot == s))


def shift_parts(play: ChitPullPlay, target: int, line: int, air: Mapping[int, bool]) -> Iterator[Part]:
    if terrain_shift(play, target):
        terrain = play.tables.terrain_of(target)
        yield play.shifted(f"shift_{terrain}", -terrain_shift(play, target), "9.3.1")
    if line:
        yield play.shifted(f"line_{LINES[line]}", -line_shift(play, line), "9.3.1")
    yield from handicap_parts(play, target)
    yield from air_parts(play, target, air)


def handicap_parts(play: ChitPullPlay, target: int) -> Iterator[Part]:
    columns = play.handicap(1 - play.tables.side[play.state.top[target]])
    if columns:
        yield play.shifted("handicap", -columns, play.handicap_rule)


def air_parts(play: ChitPullPlay, target: int, air: Mapping[int, bool]) -> Iterator[Part]:
    """12.1: each air unit's columns, and what is beyond the most they may give together."""
    strikes = [(u, int(full)) for u, full in air.items()]
    alone = {u: play.air_shift(target, [(u, full)]) for u, full in strikes}
    for u, full in strikes:
        yield play.shifted("air_full" if full else "air_normal", alone[u], "12.1", unit=play.id(u))
    surplus = sum(alone.values()) - play.air_shift(target, strikes)
    if surplus:
        yield play.shifted("air_surplus", -surplus, play.air_limit_rule)
