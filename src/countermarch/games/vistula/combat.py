"""8.1 The combat phase: attacks are announced and resolved one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from countermarch.flow import SideProcedure
from countermarch.games.base import Preview
from countermarch.games.common.gathering import Gathering
from countermarch.games.vistula import assault, battle, fuehrer
from countermarch.games.vistula.engagement import Engagement
from countermarch.games.vistula.play import STACK, VistulaPlay
from countermarch.games.vistula.reckoning import (
    Clash,
    attack_of,
    attack_total,
    defence_total,
    defenders,
    reckoned,
)
from countermarch.games.vistula.state import GERMAN
from countermarch.games.vistula.verbs import ATTACK, DONE, MOVES, RESOLVE, WITH
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first


def begin(play: VistulaPlay, side: int) -> None:
    """8.3, 8.10: artillery and ships may fire once; a Führer's offensive that cannot be made lapses (12.5)."""
    refresh_guns(play, side)
    if side == GERMAN:
        fuehrer.lapse(play, [most(play, candidates(play, side, h), steps_of) for h in targets(play, side)])
    play.push(CombatPhase(side))


def refresh_guns(play: VistulaPlay, side: int) -> None:
    """8.3: guns that attack in one segment may defend in the next."""
    if side == GERMAN:
        return  # the German segment began with its movement
    reload(play)


def reload(play: VistulaPlay) -> None:
    play.state.shelled = 0
    for row in play.tables.guns:
        for u in row:
            play.state.fired[u] = 0


# who may attack whom


def attacker_refusal(play: VistulaPlay, side: int, u: int) -> Refusal | None:
    """8.1: combat units with an attack factor, once a turn."""
    if play.tables.side[u] != side or not play.on_map(u):
        return play.no("8.1#1", "not_attacking", unit=play.id(u))
    if play.state.attacked[u]:
        return play.no("8.1#2", "attacked", unit=play.id(u))
    if not attack_of(play, u):
        return play.no("8.2#1", "no_factor", unit=play.id(u))
    if above_limit(play, side, play.state.hex[u]):
        return play.no("4.2#1", "above_limit", unit=play.id(u))
    return None


def above_limit(play: VistulaPlay, side: int, h: int, others: Sequence[int] = ()) -> bool:
    """4.2: units above the stacking limit do not attack, neither with the others nor after them."""
    if play.room(side, h) >= 0:
        return False
    return sum(u in others or play.state.attacked[u] for u in play.stack(h)) >= STACK


def candidates(play: VistulaPlay, side: int, target: int) -> list[int]:
    """8.1: units next to a hex that may still attack it."""
    around = play.tables.next_to[target]
    return sorted(u for h in around for u in play.stack(h) if attacker_refusal(play, side, u) is None)


def targets(play: VistulaPlay, side: int) -> list[int]:
    """8.1: enemy hexes next to a unit that may attack."""
    state, tables = play.state, play.tables
    row = [u for u in tables.of_side[side] if state.hex[u] >= 0 and not state.attacked[u] and attack_of(play, u)]
    hexes = {h for h in {state.hex[u] for u in row} if not above_limit(play, side, h)}
    near = {t for h in hexes for t in tables.next_to[h] if play.here(1 - side, t)}
    return sorted(h for h in near if not state.shut[h])


@dataclass(slots=True)
class CombatPhase(SideProcedure):
    """8.1: nobody must attack; the same hex may be attacked again by other units."""

    side: int
    kind = "hex"
    asks = "vistula.prompt.attack"
    answers = "vistula.action.attack"
    cites = ("8.1#1", "8.1#4")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        found: list[Choice] = [(ATTACK, h) for h in targets(play, self.side) if self.offers(play, h)]
        if self.side == GERMAN and play.state.duty:
            return found
        return [*found, (DONE,)]

    def offers(self, play: VistulaPlay, h: int) -> bool:
        if self.side != GERMAN or not play.state.duty:
            return True
        return fuehrer.enough(play, most(play, candidates(play, self.side, h), steps_of))

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        near = candidates(play, self.side, choice[1])
        play.push(Attack(self.side, choice[1], tuple(near) if len(near) == 1 else ()))

    def end(self, play: VistulaPlay) -> None:
        play.pop()
        if self.side == GERMAN:
            fuehrer.recall(play)

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] == DONE:
            return play.no("12.5#3", "duty")
        if choice[0] in MOVES:
            return play.no("2#3" if self.side == GERMAN else "2#2", "not_movement")
        if choice[0] != ATTACK:
            return None
        h = choice[1]
        if play.state.shut[h]:
            return play.no("11.2#3", "western", hex=play.hex_name(h))
        if not play.here(1 - self.side, h):
            return play.no("8.1#1", "nothing_to_attack", hex=play.hex_name(h))
        if h in targets(play, self.side):
            return play.no("12.5#3", "duty")
        return self._nobody(play, h)

    def _nobody(self, play: VistulaPlay, h: int) -> Refusal:
        near = [u for n in play.tables.next_to[h] for u in play.stack(n) if play.tables.side[u] == self.side]
        barred = first(attacker_refusal(play, self.side, u) for u in near)
        return barred or play.no("8.1#1", "nobody_near", hex=play.hex_name(h))


@dataclass(slots=True)
class Attack(Gathering):
    """8.1: the units of one attack; every step adds."""

    adds, ends = WITH, RESOLVE
    asks = "vistula.prompt.with"
    answers = "vistula.action.with"
    cites = ("8.1#2", "8.1#5")

    def pool(self, play: VistulaPlay) -> list[int]:
        return [u for u in candidates(play, self.side, self.target) if not self.crowded(play, u)]

    def crowded(self, play: VistulaPlay, u: int) -> bool:
        return above_limit(play, self.side, play.state.hex[u], self.units)

    def ready(self, play: VistulaPlay) -> bool:
        if not attack_total(play, self.units):
            return False
        return not (self.side == GERMAN and play.state.duty) or fuehrer.enough(play, self.units)

    def join(self, u: int) -> None:
        self.units = tuple(sorted((*self.units, u)))

    def resolve(self, play: VistulaPlay) -> None:
        ordered = fuehrer.fulfils(play, self.side, self.units)
        if ordered:
            fuehrer.fulfil(play, self.units)
        battle.begin(play, self.side, self.target, self.units, mobile=False, ordered=ordered)

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] == DONE and self.side == GERMAN and play.state.duty:
            return play.no("12.5#3", "duty")
        if choice[0] == RESOLVE:
            return play.no("12.5#3", "duty") if self.units else play.no("8.1#1", "nobody_yet")
        if choice[0] != WITH:
            return None
        u = choice[1]
        if u in self.units:
            return play.no("8.1#2", "already_in", unit=play.id(u))
        refusal = attacker_refusal(play, self.side, u)
        if refusal is not None:
            return refusal
        if self.crowded(play, u):
            return play.no("4.2#1", "above_limit", unit=play.id(u))
        return play.no("8.1#1", "not_adjacent_to", unit=play.id(u), hex=play.hex_name(self.target))


# what an attack would come to


def preview(play: VistulaPlay, c: Clash) -> Preview:
    """8.2: by the code that resolves it."""
    if not defenders(play, c.target):
        refusal = (
            None
            if play.here(1 - c.side, c.target)
            else play.no("8.1#1", "nothing_to_attack", hex=play.hex_name(c.target))
        )
        alone = () if refusal else (play.part("hq_alone", 0, "10.4#1"),)
        return Preview(attack_total(play, c.units), 0, alone, column=None, results={}, refusal=refusal)
    refusal = preview_refusal(play, c)
    if any(c.target not in play.tables.next_to[play.state.hex[u]] for u in c.units):
        strengths = attack_total(play, c.units), defence_total(play, c.target)
        return Preview(*strengths, parts=(), column=None, results={}, refusal=refusal)
    return replace(reckoned(play, c), refusal=refusal)


def preview_refusal(play: VistulaPlay, c: Clash) -> Refusal | None:
    if any(isinstance(frame, Engagement) and {*c.units} <= {*frame.units} for frame in play.state.frames):
        return None  # it is being made
    for u in c.units:
        refusal = mobile_refusal(play, c, u) if c.mobile else attacker_refusal(play, c.side, u)
        if refusal is not None:
            return refusal
        if c.target not in play.tables.next_to[play.state.hex[u]]:
            return play.no("8.1#1", "not_adjacent_to", unit=play.id(u), hex=play.hex_name(c.target))
    if len(most(play, c.units)) < len(c.units):
        return play.no("4.2#1", "above_limit", unit=play.id(c.units[-1]))
    return None if attack_total(play, c.units) else play.no("8.1#1", "nobody_yet")


def mobile_refusal(play: VistulaPlay, c: Clash, u: int) -> Refusal | None:
    """7.3: German armour in supply, in one stack; however often it has attacked so."""
    if play.state.hex[u] != play.state.hex[c.units[0]]:
        return play.no("7.3#2", "not_stacked", units=play.ids(c.units))
    if u in assault.attackers(play, (u,)):
        return None
    if play.tables.side[u] == GERMAN and play.tables.is_armoured[u]:
        return play.no("5.5#4", "assault_supply")
    return play.no("7.3#1", "assault_who")


def best(play: VistulaPlay, side: int, target: int) -> Preview:
    """Everything that may still attack a hex, without support."""
    units = tuple(most(play, candidates(play, side, target)))
    return replace(preview(play, Clash(side, target, units)), by=play.ids(units))


def most(play: VistulaPlay, units: Sequence[int], strength: Callable[[VistulaPlay, int], int] = attack_of) -> list[int]:
    """4.2: the strongest of each hex, no more than may attack from there."""
    chosen: list[int] = []
    for u in sorted(units, key=lambda u: -strength(play, u)):
        if not above_limit(play, play.tables.side[u], play.state.hex[u], chosen):
            chosen.append(u)
    return sorted(chosen)


def steps_of(play: VistulaPlay, u: int) -> int:
    """12.5: steps count, and armoured ones twice."""
    return play.state.steps[u] * (1 + play.tables.is_armoured[u])
