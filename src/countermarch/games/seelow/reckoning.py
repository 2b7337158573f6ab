"""7.2, 7.3 What an attack amounts to: strengths, shifts, the column and the die's modifier, part by part."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from countermarch.games.base import Part
from countermarch.games.seelow.play import SeelowPlay
from countermarch.mechanics import odds

LOWEST = -1  # 1:3 lies one column below 1:2, where odds begin


class Reckoning(NamedTuple):
    attack: int
    defence: int
    column: int
    modifier: int  # to the die


class Shift(NamedTuple):
    key: str
    columns: int  # to the right, for the attacker
    rule: str


def defenders(play: SeelowPlay, target: int) -> list[int]:
    """7.14, 7.2#2, 7.56: all units of the hex but armour and those that have just fled into it."""
    return [u for u in play.units_in(target, armoured=False) if not play.state.fled[u]]


def attack_of(play: SeelowPlay, units: Sequence[int]) -> int:
    return sum(play.face(u).attack for u in units)


def defence_of(play: SeelowPlay, target: int) -> int:
    """7.2#2; nothing defends as one."""
    return max(sum(play.face(u).defence for u in defenders(play, target)), 1)


def shifts(play: SeelowPlay, target: int, units: Sequence[int]) -> Iterator[Shift]:
    """7.31 to 7.35."""
    ground, chart = play.ground, play.tables.chart
    terrain = ground.terrain[target]
    if chart.shifts[terrain]:
        yield Shift(f"shift_{terrain}", -chart.shifts[terrain], chart.rules[terrain])
    origins = {play.state.hex[u] for u in units}
    if all(ground.stream[ground.slot(h, target)] for h in origins):
        yield Shift("shift_stream", -chart.shifts["minor"], "7.33")
    rise = ground.level[target] - max(ground.level[h] for h in origins)
    if rise > 0:
        yield Shift("shift_level", -rise * chart.shifts["level"], "7.34")
    yield from armour_shifts(play, target, units)


def armour_shifts(play: SeelowPlay, target: int, units: Sequence[int]) -> Iterator[Shift]:
    """7.35: a column for the side that alone has armour; the attacker's is to the right (printed left)."""
    ours = any(play.tables.is_armoured[u] for u in units)
    theirs = not all(play.state.fled[u] for u in play.units_in(target, armoured=True))  # 7.56
    if ours != theirs:
        yield Shift("armour_attacks", 1, "7.35#1") if ours else Shift("armour_defends", -1, "7.35#2")


def modifiers(play: SeelowPlay, target: int) -> Iterator[Shift]:
    """7.36, 7.37, 7.62: to the die, where low is good for the attacker."""
    if any(play.state.disrupted[u] for u in defenders(play, target)):
        yield Shift("die_disrupted", -2, "7.36")
    if play.dusk:
        yield Shift("die_dusk", 2, "7.37")


def reckon(play: SeelowPlay, target: int, units: Sequence[int]) -> Reckoning:
    """7.2#3, 7.2#4, 7.38: odds in the defender's favour, held to the table, shifted, held to it again."""
    attack, defence = attack_of(play, units), defence_of(play, target)
    last = len(play.tables.combat.columns) - 1
    column = min(max(odds.column(attack, defence) - LOWEST, 0), last)
    column = min(max(column + sum(s.columns for s in shifts(play, target, units)), 0), last)
    return Reckoning(attack, defence, column, sum(m.columns for m in modifiers(play, target)))


def column_name(play: SeelowPlay, column: int) -> str:
    return play.tables.combat.columns[column]


# part by part


def parts(play: SeelowPlay, target: int, units: Sequence[int]) -> Iterator[Part]:
    for u in units:
        yield play.part("attack", play.face(u).attack, "2.21#1", unit=play.id(u))
    for u in defenders(play, target):
        yield play.part("defence", play.face(u).defence, "2.21#1", unit=play.id(u))
    yield from overtaken_parts(play, target)
    for found in shifts(play, target, units):
        yield play.shifted(found.key, found.columns, found.rule)
    for found in modifiers(play, target):
        yield play.modified(found.key, found.columns, found.rule)


def overtaken_parts(play: SeelowPlay, h: int) -> Iterator[Part]:
    """7.56: those who fled into a hex count for nothing there."""
    for u in play.units_in(h):
        if play.state.fled[u]:
            yield play.part("overtaken", 0, "7.56", unit=play.id(u))
