"""7.1, 7.2 The combat phase: announcing attacks and adding to them, up to the die."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from countermarch.flow import Procedure, SideProcedure
from countermarch.games.base import Assault, Preview
from countermarch.games.common.gathering import Gathering
from countermarch.games.seelow.advance import Advance
from countermarch.games.seelow.losses import Verdict, verdict
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.reckoning import Reckoning, attack_of, column_name, defenders, parts, reckon
from countermarch.games.seelow.results import ATTACKER, DEFENDER, Effect
from countermarch.games.seelow.sequence import out_of_phase
from countermarch.games.seelow.state import MOVE_MODE
from countermarch.games.seelow.verbs import ATTACK, DONE, RESOLVE, WITH
from countermarch.games.seelow.ways import could_enter, may_act_refusal
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first

# 7.56: nobody is attacked but who fled into the hex, and no die is rolled
LOST = Effect("DE", DEFENDER, eliminated=True)

# who may attack whom


def unfit_refusal(play: SeelowPlay, u: int) -> Refusal | None:
    """7.17: who does not attack at all this turn."""
    state, id = play.state, play.id(u)
    if play.night:
        return play.no("7.17", "night_attack")
    if state.disrupted[u]:
        return play.no("7.17", "disrupted_attack", unit=id)
    if play.tables.is_gun[u] and state.mode[u] == MOVE_MODE:
        return play.no("8.37", "moving_guns_attack", unit=id)
    return None


def idle_refusal(play: SeelowPlay, u: int) -> Refusal | None:
    """7.11, 7.17: who does not attack, or no more in this phase."""
    acted = play.no("7.11", "attacked_already", unit=play.id(u)) if play.state.acted[u] else None
    return unfit_refusal(play, u) or acted


def join_refusal(play: SeelowPlay, side: int, target: int, u: int) -> Refusal | None:
    """Why a unit may not take part in an attack on a hex."""
    refusal = may_act_refusal(play, u, side) or idle_refusal(play, u)
    return refusal or reach_refusal(play, target, u)


def reach_refusal(play: SeelowPlay, target: int, u: int) -> Refusal | None:
    """7.15, 7.18: next to the target, and able to enter it."""
    if play.tables.board.grid.direction(play.state.hex[u], target) is None:
        return play.no("7.15", "not_next_to", unit=play.id(u), hex=play.hex_name(target))
    if not could_enter(play, u, target):
        return play.no("7.18", "could_not_enter", unit=play.id(u), hex=play.hex_name(target))
    return None


def can_attack(play: SeelowPlay, u: int) -> bool:
    state = play.state
    if state.acted[u] or state.disrupted[u]:
        return False
    return not (play.tables.is_gun[u] and state.mode[u] == MOVE_MODE)


def candidates(play: SeelowPlay, side: int, target: int) -> list[int]:
    """The units that may attack a hex, in the order of their numbers."""
    near = [h for h in play.ground.step_to[target] if play.number_in(side, h)]
    units = [u for h in near for u in play.stack(h)]
    return sorted(u for u in units if can_attack(play, u) and could_enter(play, u, target))


def assailable(play: SeelowPlay, side: int, h: int) -> bool:
    """7.11, 7.12: somebody unarmoured who has not been attacked in this phase, and no defender who has."""
    struck = play.state.struck
    if not play.number_in(1 - side, h) or any(struck[u] for u in defenders(play, h)):
        return False
    return not all(struck[u] for u in play.units_in(h, armoured=False))


def targets(play: SeelowPlay, side: int) -> list[int]:
    """7.0: hexes that somebody may attack."""
    if play.night:
        return []
    state, step_to = play.state, play.ground.step_to
    hexes = {state.hex[u] for u in play.tables.of_side[side] if state.hex[u] >= 0 and can_attack(play, u)}
    near = {t for h in hexes for t in step_to[h] if assailable(play, side, t)}
    return sorted(t for t in near if candidates(play, side, t))


# the phase


@dataclass(slots=True)
class CombatPhase(SideProcedure):
    """7.0, 7.13, 7.2#7: attacks one after the other, as the phasing player likes."""

    side: int
    kind = "hex"
    asks = "seelow.prompt.attack"
    answers = "seelow.action.attack"
    cites = ("7.0", "7.13", "7.2#7")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        found: list[Choice] = [(ATTACK, h) for h in targets(play, self.side)]
        return [*found, (DONE,)]

    def do(self, play: SeelowPlay, choice: Choice) -> None:
        near = candidates(play, self.side, choice[1])
        play.push(Attack(self.side, choice[1], tuple(near) if len(near) == 1 else ()))

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        return target_refusal(play, self.side, choice[1]) if choice[0] == ATTACK else out_of_phase(play, choice)


def target_refusal(play: SeelowPlay, side: int, h: int) -> Refusal:
    hex = play.hex_name(h)
    if not play.number_in(1 - side, h):
        return play.no("7.0", "nothing_to_attack", hex=hex)
    if not play.units_in(h, armoured=False):
        return play.no("7.12", "only_armour", hex=hex)
    if not assailable(play, side, h):
        return struck_refusal(play, h)
    return why_nobody(play, side, h)


def struck_refusal(play: SeelowPlay, h: int) -> Refusal:
    """7.11; and 7.12 where nobody counts but armour, since the others fled there (7.56)."""
    rule, key = ("7.11", "struck_already") if defenders(play, h) else ("7.12", "only_fled")
    return play.no(rule, key, hex=play.hex_name(h))


def why_nobody(play: SeelowPlay, side: int, h: int) -> Refusal:
    barred = first(join_refusal(play, side, h, u) for u in play.beside(side, h))
    return barred or play.no("7.15", "nobody_near", hex=play.hex_name(h))


# one attack


@dataclass(slots=True)
class Attack(Gathering):
    """7.2#1, 7.15, 7.16: who takes part; every step adds."""

    adds, ends = WITH, RESOLVE
    asks = "seelow.prompt.with"
    answers = "seelow.action.with"
    cites = ("7.15", "7.16", "7.2#1")

    def pool(self, play: SeelowPlay) -> list[int]:
        return candidates(play, self.side, self.target)

    def resolve(self, play: SeelowPlay) -> None:
        """7.2#5, 7.56: those who fled into the hex are lost first; then one die."""
        overtaken(play, self.target)
        for u in self.units:
            play.state.acted[u] = 1
        if not defenders(play, self.target):
            follow(play, self.side, self.target, self.units)
            return
        odds = reckon(play, self.target, self.units)
        weighed = self.weighed(play) if play.weighs else None
        for u in defenders(play, self.target):
            play.state.struck[u] = 1
        die = play.roll(f"attack {play.hex_name(self.target)}")
        self.tell(play, odds, die, weighed and weighed.cast(die))
        play.push(Battle(self.side, self.target, self.units, odds.column, die=die + odds.modifier, settled=False))

    def weighed(self, play: SeelowPlay) -> Assault:
        side, hex, units = play.sides[self.side], play.hex_name(self.target), play.ids(self.units)
        return Assault(side, "attack", hex, units, support={}, preview=reckoned(play, self.target, self.units))

    def tell(self, play: SeelowPlay, odds: Reckoning, die: int, weighed: Assault | None) -> None:
        play.tell(
            "attack",
            "7.2#5",
            weighed,
            units=play.ids(self.units),
            hex=play.hex_name(self.target),
            odds=column_name(play, odds.column),
            die=die,
            modifier=f"{odds.modifier:+d}" if odds.modifier else "",
            result=play.tables.combat.result(odds.column, die + odds.modifier).code,
        )

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] != WITH:
            return None
        if choice[1] in self.units:
            return play.no("7.16", "already_in", unit=play.id(choice[1]))
        return join_refusal(play, self.side, self.target, choice[1])


def overtaken(play: SeelowPlay, target: int) -> None:
    """7.56: who fled into a hex that is attacked in the same phase adds nothing and is lost."""
    for u in play.units_in(target):
        if play.state.fled[u]:
            play.eliminate(u, "7.56")


def follow(play: SeelowPlay, side: int, target: int, units: Sequence[int], rule: str = "7.72") -> None:
    """7.71, 7.72: into a hex left empty."""
    if not play.number_in(1 - side, target):
        play.push(Advance(side, target, tuple(units), rule))


@dataclass(slots=True)
class Battle(Procedure):
    """7.2#5, 7.2#6, 7.41: the result befalls one side, then the attackers may advance."""

    side: int
    target: int
    units: tuple[int, ...]
    column: int
    die: int
    settled: bool

    def proceed(self, play: SeelowPlay) -> None:
        effect = play.tables.combat.result(self.column, self.die)
        if self.settled:
            play.pop()
            if effect.whom == DEFENDER:
                follow(play, self.side, self.target, self.units)
            return
        self.settled = True
        if effect.whom == DEFENDER:
            verdict(play, Verdict.of(1 - self.side, tuple(defenders(play, self.target)), effect), effect)
        elif effect.whom == ATTACKER:
            verdict(play, Verdict.of(self.side, self.units, effect), effect)


# the question


def preview(play: SeelowPlay, target: int, attackers: Sequence[int]) -> Preview:
    """An attack as it would be reckoned now, whoever's turn it is."""
    refusal = preview_refusal(play, target, attackers)
    if refusal is not None:
        return Preview.refused(refusal)
    return reckoned(play, target, attackers)


def reckoned(play: SeelowPlay, target: int, attackers: Sequence[int]) -> Preview:
    found = tuple(parts(play, target, attackers))
    if not defenders(play, target):
        return Preview.sure(attack_of(play, attackers), found, LOST)
    odds = reckon(play, target, attackers)
    table, column = play.tables.combat, odds.column
    return Preview.read(table, column, odds.modifier, attack=odds.attack, defence=odds.defence, parts=found)


def preview_refusal(play: SeelowPlay, target: int, attackers: Sequence[int]) -> Refusal | None:
    sides = {play.tables.side[u] for u in attackers}
    if len(sides) != 1:
        return play.no("7.2#1", "no_attackers", hex=play.hex_name(target))
    side = sides.pop()
    if not play.number_in(1 - side, target):
        return play.no("7.0", "nothing_to_attack", hex=play.hex_name(target))
    if not play.units_in(target, armoured=False):
        return play.no("7.12", "only_armour", hex=play.hex_name(target))
    now = play.under_way(CombatPhase)
    mine = now is not None and now.side == side
    idle = idle_refusal if mine else unfit_refusal
    barred = first(may_act_refusal(play, u, side) or idle(play, u) or reach_refusal(play, target, u) for u in attackers)
    return barred or (struck_refusal(play, target) if mine and not assailable(play, side, target) else None)


def best(play: SeelowPlay) -> dict[str, Preview]:
    """The hexes the present combat phase may attack, with everybody who may join."""
    now = play.under_way(CombatPhase)
    if now is None:
        return {}
    near = {h: candidates(play, now.side, h) for h in targets(play, now.side)}
    return {play.hex_name(h): replace(preview(play, h, units), by=play.ids(units)) for h, units in near.items()}
