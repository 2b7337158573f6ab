"""9.3 What an attack would come to, for those who ask before it is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from countermarch.games.base import Part, Preview
from countermarch.games.chitpull import air, hipper
from countermarch.games.chitpull.attackers import adjacency_refusal
from countermarch.games.chitpull.hipper import ID as HIPPER
from countermarch.games.chitpull.hipper import strength as ship_strength
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import (
    EIGHTHS,
    Reckoning,
    attack_parts,
    attack_rounding,
    defence_parts,
    forces,
    reckon,
    rounding,
    shift_parts,
)
from countermarch.games.chitpull.retreat import spared
from countermarch.rulebook import Refusal, first


def preview(
    play: ChitPullPlay,
    target_hex: int,
    attackers: Sequence[int],
    air: Mapping[int, bool],
    hipper: bool = False,
) -> Preview:
    """An attack as it would be reckoned now, whoever is activated; the ship may stand among the attackers."""
    ground = [u for u in attackers if play.id(u) != HIPPER]
    ship = hipper or len(ground) < len(attackers)
    refusal = _preview_refusal(play, target_hex, ground) or _support_refusal(play, target_hex, ground, air, ship=ship)
    if refusal is not None:
        return Preview.refused(refusal)
    guns = ship_strength(play) if ship else 0
    shift = play.air_shift(target_hex, [(u, int(full)) for u, full in air.items()])
    joined = forces(play, ground, target_hex)
    odds = reckon(play, target_hex, joined, shift, support=guns)
    parts = (
        *attack_parts(play, target_hex, ground),
        *([play.part("hipper", guns, "11.4(3)")] if guns else []),
        *attack_rounding(play, joined, odds),
        *defence_parts(play, target_hex),
        *rounding(play, odds.defence),
        *_shifts(play, target_hex, odds, air),
    )
    return _preview(play, target_hex, odds, parts)


def _shifts(play: ChitPullPlay, target: int, odds: Reckoning, air: Mapping[int, bool]) -> list[Part]:
    """9.3.2: against a defence of zero nothing shifts."""
    if odds.defence < EIGHTHS:
        return [play.part("zero_defence", 0, "9.3.2")]
    return list(shift_parts(play, target, odds.line, air))


def _preview(play: ChitPullPlay, target: int, odds: Reckoning, parts: tuple[Part, ...]) -> Preview:
    attack, defence = float(odds.attack // EIGHTHS), float(odds.defence // EIGHTHS)
    if odds.column < 0:
        refusal = play.no("9.3.2", "odds", hex=play.hex_name(target))
        return Preview(attack, defence, parts, column=None, results={}, refusal=refusal)
    table, cancelled = play.tables.combat, spared(play, target, odds.line)
    return Preview.read(table, odds.column, attack=attack, defence=defence, parts=parts, spared=cancelled)


def _preview_refusal(play: ChitPullPlay, target: int, attackers: Sequence[int]) -> Refusal | None:
    tables = play.tables
    sides = {tables.side[u] for u in attackers}
    if len(sides) != 1:
        return play.no("9.0", "no_attackers", hex=play.hex_name(target))
    if not play.combat_in(1 - sides.pop(), target):
        return play.no("9.0", "nothing_to_attack", hex=play.hex_name(target))
    for at, u in enumerate(attackers):
        if not tables.is_combat[u]:
            return play.no("9.0", "not_a_combat_unit", unit=play.id(u))
        if u in attackers[:at]:
            return play.no("9.2.1", "already_in", unit=play.id(u))
        if tables.units[u].front != tables.units[attackers[0]].front:
            return play.no("2.1.4", "two_fronts", unit=play.id(u))
        refusal = adjacency_refusal(play, target, u) or play.attack_bar(u)
        if refusal is not None:
            return refusal
    if not any(tables.attack[u][play.state.steps[u]] for u in attackers):
        return play.no("9.2.3", "zero_alone", hex=play.hex_name(target))
    return play.no("2.1.3", "veiled", hex=play.hex_name(target)) if target in play.covered else None


def _support_refusal(
    play: ChitPullPlay, target: int, attackers: Sequence[int], strikes: Mapping[int, bool], ship: bool
) -> Refusal | None:
    """12.1, 12.3, 11.4: support that could not be given now, whichever HQ attacks."""
    side, of_fronts = play.tables.side[attackers[0]], frozenset(play.tables.units[u].front for u in attackers)
    flying = list(strikes)
    barred = first(air.refusal(play, side, of_fronts, flying[:at], u=u) for at, u in enumerate(flying))
    return barred or (hipper.out_of_reach(play, target, side) if ship else None)
