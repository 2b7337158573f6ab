"""Attacks: naming a target, adding units up to the die; and what follows, losses, retreat and advance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from countermarch.games.base import Assault, Preview
from countermarch.games.common.gathering import Gathering
from countermarch.games.common.losses import StepLosses
from countermarch.games.common.movement import Asked, act_refusal, out_of_phase
from countermarch.games.common.verbs import ADVANCE, ATTACK, DONE, LOSE, RESOLVE, RETREAT, WITH
from countermarch.games.common.ways import no
from countermarch.mechanics.retreat import Route, routes
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first

# who may attack whom


def assailable(play: Any, side: int, h: int) -> bool:
    """Enemies who have not been attacked in this phase."""
    return play.owner(h) == 1 - side and not any(play.state.struck[u] for u in play.stack(h))


def candidates(play: Any, side: int, target: int) -> list[int]:
    """The units that may attack a hex, in the order of their numbers."""
    acted = play.state.acted
    return [u for u in play.beside(side, target) if not acted[u] and play.could_enter(u, target)]


def targets(play: Any, side: int) -> list[int]:
    around, where = play.tables.board.grid.around, play.state.hex
    near = {h for u in play.tables.of_side[side] if where[u] >= 0 for h in around(where[u])}
    return sorted(h for h in near if assailable(play, side, h) and candidates(play, side, h))


def join_refusal(play: Any, side: int, target: int, u: int) -> Refusal | None:
    """Why a unit may not take part in an attack on a hex."""
    refusal = act_refusal(play, side, u)
    if refusal is not None:
        return refusal
    if play.state.acted[u]:
        return no(play, "attacked", unit=play.id(u))
    if play.tables.board.grid.direction(play.state.hex[u], target) is None:
        return no(play, "not_next_to", unit=play.id(u), hex=play.hex_name(target))
    open_to = play.could_enter(u, target)
    return None if open_to else no(play, "could_not_enter", unit=play.id(u), hex=play.hex_name(target))


def target_refusal(play: Any, side: int, h: int) -> Refusal:
    hex = play.hex_name(h)
    if play.owner(h) != 1 - side:
        return no(play, "nothing_to_attack", hex=hex)
    if not assailable(play, side, h):
        return no(play, "struck", hex=hex)
    barred = first(join_refusal(play, side, h, u) for u in play.beside(side, h))
    return barred or no(play, "nobody_near", hex=hex)


# the phase, and one attack


@dataclass(slots=True)
class Combat(Asked):
    """Attacks one after the other, as the phasing player likes."""

    side: int
    kind = "hex"
    said, told = "attack", ("nobody_near", "struck")
    answers = "common.action.attack"

    def choices(self, play: Any) -> list[Choice]:
        return [*((ATTACK, h) for h in targets(play, self.side)), (DONE,)]

    def do(self, play: Any, choice: Choice) -> None:
        near = candidates(play, self.side, choice[1])
        play.push(Attack(self.side, choice[1], tuple(near) if len(near) == 1 else ()))

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        return target_refusal(play, self.side, choice[1]) if choice[0] == ATTACK else out_of_phase(play, choice)


@dataclass(slots=True)
class Attack(Asked, Gathering):
    """Who takes part in an attack; every step adds, up to the die."""

    adds, ends = WITH, RESOLVE
    said, told = "with", ("not_next_to", "reckons")
    answers = "common.action.with"

    def pool(self, play: Any) -> list[int]:
        return candidates(play, self.side, self.target)

    def resolve(self, play: Any) -> None:
        for u in self.units:
            play.state.acted[u] = 1
        for u in play.stack(self.target):
            play.state.struck[u] = 1
        self.roll(play, play.reckoned(self.target, self.units))

    def roll(self, play: Any, odds: Preview) -> None:
        """The defender suffers first, then the attacker, who may advance into a hex that is left."""
        hex, units, table = play.hex_name(self.target), play.ids(self.units), play.tables.combat
        die = play.roll(f"attack {hex}")
        outcome = table.result(table.columns.index(odds.column), die)
        side = play.sides[self.side]
        weighed = Assault(side, "attack", hex, units, support={}, preview=odds, die=die) if play.weighs else None
        said = {"units": units, "hex": hex, "odds": odds.column, "die": die, "result": outcome.code}
        play.tell("attack", play.rule("results"), weighed, **said)
        play.push(Advance(self.side, self.target, self.units))
        play.push(Losses(self.side, self.units, outcome.attacker_steps))
        (defender,) = play.stack(self.target)
        for _ in range(min(outcome.defender_steps, play.state.steps[defender])):
            play.lose_step(defender)
        if outcome.defender_hexes and play.on_map(defender):
            play.push(Retreat(1 - self.side, defender, outcome.defender_hexes))

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        if choice[0] != WITH:
            return out_of_phase(play, choice)
        if choice[1] in self.units:
            return no(play, "already_in", unit=play.id(choice[1]))
        return join_refusal(play, self.side, self.target, choice[1])

    def about(self, play: Any) -> dict[str, object]:
        return {"hex": play.hex_name(self.target)}


# what follows


@dataclass(slots=True)
class Losses(Asked, StepLosses):
    """Steps lost one after the other by units of the owner's choice."""

    verb = LOSE
    said, told = "lose", ("loses", "results")

    def lose(self, play: Any, u: int) -> None:
        play.lose_step(u)

    def destroy(self, play: Any, u: int) -> None:
        for _ in range(play.state.steps[u]):
            play.lose_step(u)

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        return no(play, "not_involved", unit=play.id(choice[1])) if choice[0] == LOSE else out_of_phase(play, choice)


@dataclass(slots=True)
class Retreat(Asked):
    """Away from where it stood, by hexes that are free; who has none loses a step and stays."""

    side: int
    unit: int
    hexes: int
    kind = "path"
    said, told = "retreat", ("retreats", "nowhere")

    def ways(self, play: Any) -> list[Route]:
        exits, start = play.ways.terrain(play, self.unit).exits, play.state.hex[self.unit]
        steps = [[to for to, _, _ in row] for row in exits]
        distance = play.tables.board.grid.distance
        return routes(steps, distance, start, start, hexes=self.hexes, is_open=lambda h: is_free(play, self.side, h))

    def choices(self, play: Any) -> list[Choice]:
        return [(RETREAT, self.unit, *way) for way in self.ways(play)]

    def take(self, play: Any, choice: Choice) -> None:
        play.pop()
        names = tuple(play.hex_name(h) for h in choice[2:])
        play.tell("retreats", play.rule("retreats"), unit=play.id(self.unit), path=names, hex=names[-1])
        play.shift(self.unit, choice[-1])

    def proceed(self, play: Any) -> None:
        play.pop()
        play.lose_step(self.unit, "nowhere")

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        if choice[0] != RETREAT:
            return out_of_phase(play, choice)
        return no(play, "retreat_way" if choice[1] == self.unit else "not_involved", unit=play.id(choice[1]))

    def about(self, play: Any) -> dict[str, object]:
        return {"unit": play.id(self.unit)}


def is_free(play: Any, side: int, h: int) -> bool:
    return play.room(h) > 0 and not play.in_enemy_zone(side, h)


@dataclass(slots=True)
class Advance(Asked):
    """One of the attackers may enter the hex that was left, at once or never."""

    side: int
    target: int
    units: tuple[int, ...]
    kind = "units"
    said, told = "advance", ("advances",)
    answers = "common.action.advance"

    def choices(self, play: Any) -> list[Choice]:
        found: list[Choice] = [(ADVANCE, u) for u in self.units if self.refusal(play, u) is None]
        return [*found, (DONE,)] if found else []

    def take(self, play: Any, choice: Choice) -> None:
        play.pop()
        if choice[0] == ADVANCE:
            u, hex = choice[1], play.hex_name(self.target)
            play.shift(u, self.target)
            play.tell("advanced", play.rule("advances"), unit=play.id(u), hex=hex)
            play.arrived(u)

    def refusal(self, play: Any, u: int) -> Refusal | None:
        if u not in self.units or not play.on_map(u):
            return no(play, "not_involved", unit=play.id(u))
        refusal: Refusal | None = play.taken(u, self.target)
        return refusal

    def refuse(self, play: Any, choice: Choice) -> Refusal | None:
        return self.refusal(play, choice[1]) if choice[0] == ADVANCE else no(play, "advance_first")

    def about(self, play: Any) -> dict[str, object]:
        return {"hex": play.hex_name(self.target)}


# the question


def preview(play: Any, target: int, attackers: Sequence[int]) -> Preview:
    """An attack as it would be reckoned now, whoever's turn it is."""
    refusal = preview_refusal(play, target, attackers)
    if refusal is not None:
        return Preview.refused(refusal)
    found: Preview = play.reckoned(target, attackers)
    return found


def preview_refusal(play: Any, target: int, attackers: Sequence[int]) -> Refusal | None:
    sides = {play.tables.side[u] for u in attackers}
    if len(sides) != 1:
        return no(play, "no_attackers", hex=play.hex_name(target))
    side, now = sides.pop(), play.under_way(Combat)
    if play.owner(target) != 1 - side:
        return no(play, "nothing_to_attack", hex=play.hex_name(target))
    if now is not None and now.side == side and not assailable(play, side, target):
        return no(play, "struck", hex=play.hex_name(target))
    return first(join_refusal(play, side, target, u) for u in attackers)


def best(play: Any) -> dict[str, Preview]:
    """The hexes the present combat phase may attack, with everybody who may join."""
    now = play.under_way(Combat)
    if now is None:
        return {}
    near = {h: candidates(play, now.side, h) for h in targets(play, now.side)}
    return {play.hex_name(h): replace(play.reckoned(h, units), by=play.ids(units)) for h, units in near.items()}
