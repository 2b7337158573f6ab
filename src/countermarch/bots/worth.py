"""What attacks and shots are worth to a tactician, weighed over the whole table of results."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from countermarch.bots.field import FieldSituation
from countermarch.bots.situation import Piece
from countermarch.games.seelow.fire import DARK
from countermarch.games.seelow.results import ATTACKER, Effect
from countermarch.games.seelow.tables import Tables

DIE = 6


def prize(look: FieldSituation, h: int) -> float:
    held = look.doctrine
    return held.ground_won + (held.takes_objective if h in look.lost or h in look.besieged else 0.0)


def assault_worth(look: FieldSituation, h: int, units: Sequence[str]) -> float:
    """An attack by these units from where they stand."""
    return _promised(look, h, units, look.survey.reckoned(h, [look.units[id].index for id in units]))


def barrage_worth(look: FieldSituation, h: int, guns: Sequence[str]) -> float:
    """Fire of these guns into a hex; more where infantry can follow."""
    targets = [p.unit.id for p in look.enemies_at[h] if p.fights and not look.armoured(p.unit.id)]
    strength = sum(look.own[gun].attack for gun in guns) // (2 if look.survey.covered(h) else 1)
    near = any(look.friends_at.get(n) for n in look.ground.around[h])
    tables, modifier = _tables(look), DARK * look.dark
    column = bisect_right(tables.bands, strength) - 1
    if column < 0:
        return 0.0
    results = (tables.fire.result(column, die + modifier) for die in range(1, DIE + 1))
    value = sum(shot_value(look, effect, targets) for effect in results) / DIE
    return value * (look.doctrine.assault if near else 1.0)


def _promised(look: FieldSituation, h: int, units: Sequence[str], read: tuple[int, int] | None) -> float:
    enemies = [p.unit.id for p in look.enemies_at[h] if not look.armoured(p.unit.id)]
    won, cornered = prize(look, h), look.cornered(h)
    if read is None:  # nobody but who fled into the hex
        return sum(unit_price(look, look.enemies[id]) for id in enemies) + won
    column, modifier = read
    combat = _tables(look).combat
    results = (combat.result(column, die + modifier) for die in range(1, DIE + 1))
    return sum(attack_value(look, effect, enemies, units, won, cornered) for effect in results) / DIE


def _tables(look: FieldSituation) -> Tables:
    rules: Any = look.match.game.rules
    tables: Tables = rules.tables
    return tables


def attack_value(
    look: FieldSituation, effect: Effect, enemies: Sequence[str], units: Sequence[str], prize: float, cornered: bool
) -> float:
    """A combat result for the attacker: steps, units driven back by their morale or lost, the hex won."""
    ours = effect.whom == ATTACKER
    hurt, piece_of = (units, look.own) if ours else (enemies, look.enemies)
    pieces = [piece_of[id] for id in hurt]
    if effect.eliminated:
        total = sum(unit_price(look, piece) for piece in pieces)
        return -total if ours else total + prize
    if effect.number is None:
        return 0.0
    back = [piece for piece in pieces if look.morale(piece.unit.id) < effect.number]
    if ours:
        lost = step_lost(look, effect, pieces, look.doctrine.own_step) + look.doctrine.fall_back * len(back)
        return -lost * look.recklessness
    won = prize if len(back) == len(hurt) else 0.0
    gone = sum(unit_price(look, piece) if cornered else look.doctrine.driven_back for piece in back)
    return step_lost(look, effect, pieces, look.doctrine.step) + gone + won


def step_lost(look: FieldSituation, effect: Effect, pieces: Sequence[Piece], price: float) -> float:
    """A step, and a unit with it only if all have but one: whose they are chooses."""
    return effect.step * (price + look.bounty * all(piece.steps == 1 for piece in pieces))


def shot_value(look: FieldSituation, effect: Effect, targets: Sequence[str]) -> float:
    """Barrage or antitank fire: a step, and the chance that each target fails its check."""
    if effect.eliminated:
        return sum(unit_price(look, look.enemies[id]) for id in targets)
    if effect.number is None or not targets:
        return 0.0
    fails = sum(min(max(DIE + effect.number - look.morale(id), 0), DIE) / DIE for id in targets)
    return look.doctrine.step * effect.step + look.doctrine.driven_back * fails


def unit_price(look: FieldSituation, piece: Piece) -> float:
    return look.doctrine.step * piece.steps + look.bounty


def step_price(look: FieldSituation, piece: Piece) -> tuple[float, int]:
    """The last step is dear."""
    return (piece.attack + (look.doctrine.last_step if piece.steps == 1 else 0.0), piece.unit.index)
