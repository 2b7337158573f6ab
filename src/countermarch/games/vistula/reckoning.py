"""8.2 What an attack amounts to: factors, shifts, the column; part by part for those who ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from countermarch.games.base import Part, Preview
from countermarch.games.vistula.play import STACK, VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN, OVER_EXTENDED
from countermarch.games.vistula.surround import surrounded
from countermarch.mechanics import odds

MOST_COLUMNS = 3  # 5.8.1
MOST_AIR = 2  # 9.2
FIRST_TURNS = {1: (2, "8.12#1"), 2: (1, "8.12#2")}


class Clash(NamedTuple):
    """All that decides the odds of an attack; pairs are of the attacker and the defender."""

    side: int
    target: int
    units: tuple[int, ...]
    mobile: bool = False
    follow: bool = False  # 12.3: the second attack on a defence in depth
    columns: tuple[int, int] = (0, 0)
    guns: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    naval: bool = False
    air: tuple[int, int] = (0, 0)


class Shift(NamedTuple):
    """So many columns to the right."""

    key: str
    value: int
    rule: str


# factors


def attack_of(play: VistulaPlay, u: int) -> int:
    """5.5: halved out of supply, fractions dropped."""
    factor = play.tables.attack[u][play.state.steps[u]]
    return factor // 2 if play.out_of_supply(u) else factor


def defence_of(play: VistulaPlay, u: int) -> int:
    factor = play.tables.defence[u][play.state.steps[u]]
    return factor // 2 if play.out_of_supply(u) else factor


def defenders(play: VistulaPlay, target: int) -> list[int]:
    """8.1, 5.8.1: the combat units of a hex; columns only where there is no combat unit.

    Of too many, those count that their owner would keep: the excess is named and gone before the die falls (4.2).
    """
    found = play.combat_units(target)
    if len(found) > STACK:
        found = sorted(found, key=lambda u: -defence_of(play, u))[:STACK]
    return found or play.of_kind(target, "lc")


def attack_total(play: VistulaPlay, units: Sequence[int]) -> int:
    return sum(attack_of(play, u) for u in units)


def defence_total(play: VistulaPlay, target: int) -> int:
    return sum(defence_of(play, u) for u in defenders(play, target))


def gun_factor(play: VistulaPlay, guns: Sequence[int], follow: bool) -> int:
    """8.3, 12.3.2: support factors; halved, fractions up, against a defence in depth."""
    total = sum(play.tables.support[u] for u in guns)
    return -(-total // 2) if follow else total


def support(play: VistulaPlay, c: Clash, defending: bool) -> Iterator[Part]:
    """8.3, 8.10: what artillery corps and the Kriegsmarine add to a side."""
    side = 1 - c.side if defending else c.side
    guns = gun_factor(play, c.guns[defending], c.follow)
    if guns:
        yield play.part("guns", guns, "12.3.2#1" if c.follow else "8.3#2")
    if c.naval and side == GERMAN:
        yield play.part("naval", play.tables.support[play.tables.navy], "8.10#2")


# shifts


def shifts(play: VistulaPlay, c: Clash) -> Iterator[Shift]:
    """8.2: every shift of an attack, those of 8.12 last."""
    yield Shift("columns", column_shift(c), "5.8.1#1")
    yield Shift("air", air_shift(c), "9.2#3")
    yield from ground_shifts(play, c)
    yield Shift("concentric", int(concentric(play, c)), "8.9#1")
    yield Shift("mobile", -int(c.mobile), "7.3#4")
    yield Shift("extended_attack", -int(extended(play, c.units)), "5.6")
    yield Shift("extended_defence", int(extended(play, defenders(play, c.target))), "5.6")
    bonus, rule = FIRST_TURNS.get(play.state.turn, (0, "8.12#1"))
    yield Shift("first_turns", bonus if c.side == ALLIED else 0, rule)


def column_shift(c: Clash) -> int:
    """5.8.1: at most three columns for each side."""
    mine, theirs = (min(number, MOST_COLUMNS) for number in c.columns)
    return mine - theirs


def air_shift(c: Clash) -> int:
    """9.2: markers cancel each other, and two columns are the most; half of them count, fractions up, by 12.3.2."""
    mine, theirs = (-(-number // 2) if c.follow else number for number in c.air)
    return max(-MOST_AIR, min(MOST_AIR, mine - theirs))


def ground_shifts(play: VistulaPlay, c: Clash) -> Iterator[Shift]:
    """8.7, 8.8, 8.11: the hex, its city, and the rivers and lines most of the attack must cross."""
    tables, chart = play.tables, play.tables.shifts
    ground = tables.ground(c.target, play.frozen())
    yield Shift(f"shift_{ground}", -chart[ground], "8.2#1")
    city = tables.settlement[c.target]
    if city:
        yield Shift(f"shift_{city}", -chart[city], "8.8#1" if city == "big_city" else "8.2#1")
    if not play.frozen() and mostly_over(play, c, tables.river):
        yield Shift("shift_river", -chart["river"], "8.2#1")
    if c.side == ALLIED and mostly_over(play, c, tables.fort):
        yield Shift("shift_fort", -chart["fort"], "8.7#1")


def mostly_over(play: VistulaPlay, c: Clash, layer: Sequence[int]) -> bool:
    """8.7#2: at least half of the units' own factors cross such sides of the target."""
    over = {True: 0, False: 0}
    for u in c.units:
        slot = play.tables.slot(c.target, play.state.hex[u])
        over[bool(layer[slot])] += attack_of(play, u)
    return over[True] > 0 and over[True] >= over[False]


def concentric(play: VistulaPlay, c: Clash) -> bool:
    """8.9: from opposite sides, or every other side; never against a big city."""
    if play.tables.big_city[c.target]:
        return False
    base = 6 * c.target
    from_hexes = {play.state.hex[u] for u in c.units if attack_of(play, u)}
    return surrounded([play.tables.nbr[base + d] in from_hexes for d in range(6)])


def extended(play: VistulaPlay, units: Sequence[int]) -> bool:
    """5.6: whether a unit with an over-extended line takes part."""
    return any(play.state.supply[u] == OVER_EXTENDED for u in units)


# the column


class Reckoning(NamedTuple):
    attack: int
    defence: int
    column: int
    parts: tuple[Part, ...]


def reckon(play: VistulaPlay, c: Clash) -> Reckoning:
    """8.2: the ratio in the defender's favour, then all shifts."""
    mine = [play.part("attacker", attack_of(play, u), _factor_rule(play, u), unit=play.id(u)) for u in c.units]
    mine += support(play, c, False)
    against = [
        play.part("defender", defence_of(play, u), _factor_rule(play, u), unit=play.id(u))
        for u in defenders(play, c.target)
    ]
    against += support(play, c, True)
    attack, defence = int(sum(p.value for p in mine)), max(1, int(sum(p.value for p in against)))
    moved = [s for s in shifts(play, c) if s.value]
    ratio = odds.column(attack, defence) if attack > 0 else 0
    column = held(play, c.side, ratio, sum(s.value for s in moved))
    parts = (*mine, *against, *(play.shifted(s.key, s.value, s.rule) for s in moved))
    return Reckoning(attack, defence, column, parts)


def held(play: VistulaPlay, side: int, ratio: int, shift: int) -> int:
    """8.2: odds above the last column begin from it, unless the table is to hold only what the shifts have made."""
    last = len(play.tables.combat[side].columns) - 1
    if play.options["odds_limit"] == "before_shifts":
        ratio = min(last, ratio)
    return max(0, min(last, ratio + shift))


def _factor_rule(play: VistulaPlay, u: int) -> str:
    if play.tables.is_lc[u]:
        return "5.8.1#5"
    return "5.5#2" if play.out_of_supply(u) else "8.2#1"


def column_name(play: VistulaPlay, side: int, column: int) -> str:
    return play.tables.combat[side].columns[column]


def reckoned(play: VistulaPlay, c: Clash) -> Preview:
    """An attack with its parts and the chance of every result."""
    found = reckon(play, c)
    table = play.tables.combat[c.side]
    return Preview.read(table, found.column, attack=found.attack, defence=found.defence, parts=found.parts)
