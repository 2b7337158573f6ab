"""6.0 Antitank fire: targets, firers, and what becomes of both."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from countermarch.flow import Procedure, SideProcedure
from countermarch.games.base import Assault, Part, Preview
from countermarch.games.seelow import fire, morale
from countermarch.games.seelow.combat import follow, overtaken
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.reckoning import Shift, overtaken_parts
from countermarch.games.seelow.results import Effect
from countermarch.games.seelow.retreat import rout
from countermarch.games.seelow.sequence import out_of_phase
from countermarch.games.seelow.state import ELIMINATED
from countermarch.games.seelow.verbs import DONE, ENGAGE, FIRE, RESOLVE
from countermarch.games.seelow.ways import could_enter, may_act_refusal
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first
from countermarch.texts import Text, say

LOST = Effect("E", eliminated=True)  # 7.56: who fled into the hex is lost without a die

# who may fire at whom


def unfit_refusal(play: SeelowPlay, u: int) -> Refusal | None:
    """6.17, 7.61: who does not fire at all this turn."""
    if play.night:
        return play.no("10.25", "night_fire")
    if play.state.disrupted[u]:
        return play.no("6.17", "disrupted_fire", unit=play.id(u))
    return None if play.face(u).antitank else play.no("6.17", "no_antitank", unit=play.id(u))


def idle_refusal(play: SeelowPlay, u: int) -> Refusal | None:
    """6.11, 6.17: who does not fire, or no more in this phase."""
    acted = play.no("6.11", "fired_already", unit=play.id(u)) if play.state.acted[u] else None
    return unfit_refusal(play, u) or acted


def reach_refusal(play: SeelowPlay, h: int, u: int) -> Refusal | None:
    """6.13#1, 6.18: next to the target, and able to enter its hex."""
    if play.tables.board.grid.direction(play.state.hex[u], h) is None:
        return play.no("6.13#1", "not_next_to", unit=play.id(u), hex=play.hex_name(h))
    if not could_enter(play, u, h):
        return play.no("6.18", "could_not_enter", unit=play.id(u), hex=play.hex_name(h))
    return None


def fire_refusal(play: SeelowPlay, side: int, h: int, u: int) -> Refusal | None:
    return may_act_refusal(play, u, side) or idle_refusal(play, u) or reach_refusal(play, h, u)


def can_fire(play: SeelowPlay, u: int) -> bool:
    return not (play.state.acted[u] or play.state.disrupted[u]) and play.face(u).antitank > 0


def firers(play: SeelowPlay, side: int, h: int) -> list[int]:
    """Who may fire into a hex, in the order of their numbers."""
    near = [n for n in play.ground.step_to[h] if play.number_in(side, n)]
    units = [u for n in near for u in play.stack(n)]
    return sorted(u for u in units if can_fire(play, u) and could_enter(play, u, h))


def tanks(play: SeelowPlay, h: int) -> list[int]:
    """6.12, 6.14: the armoured units of a hex that have not been fired on in this phase."""
    return sorted(u for u in play.units_in(h, armoured=True) if not play.state.struck[u])


def standing(play: SeelowPlay, h: int) -> list[int]:
    """6.15, 7.56: those of them that fire will not remove anyway, since they fled into the hex."""
    return [t for t in tanks(play, h) if not play.state.fled[t]]


def targets(play: SeelowPlay, side: int) -> list[int]:
    if play.night:
        return []
    state, armoured = play.state, play.tables.is_armoured
    enemies = (u for u in play.tables.of_side[1 - side] if armoured[u] and state.hex[u] >= 0 and not state.struck[u])
    return sorted(h for h in {state.hex[u] for u in enemies} if firers(play, side, h))


# 6.3, 6.4 what a shot amounts to


def halvings(play: SeelowPlay, h: int, u: int) -> Iterator[tuple[str, int, str]]:
    """6.31, 6.32: over a stream, and uphill; lines over the stream and up the slope do not help."""
    here, level = play.state.hex[u], play.ground.level
    if play.ground.stream[play.ground.slot(here, h)]:
        yield "over_stream", 2, "6.31"
    if level[h] > level[here]:
        yield "uphill", 2 ** (level[h] - level[here]), "6.32"


def value(play: SeelowPlay, h: int, u: int) -> int:
    """2.21#2, 6.33: what a unit fires into a hex with, fractions up at every division."""
    return play.face(u).antitank - sum(less for _, less, _ in losses(play, h, u))


def losses(play: SeelowPlay, h: int, u: int) -> Iterator[tuple[str, int, str]]:
    """6.33: what each division takes off."""
    left = play.face(u).antitank
    for key, by, rule in halvings(play, h, u):
        less = left - -(-left // by)
        left -= less
        yield key, less, rule


def modifiers(play: SeelowPlay, target: int) -> Iterator[Shift]:
    """6.41 to 6.43: to the die, where low is good for who fires."""
    armour = play.tables.units[target].armour
    if armour:
        yield Shift("die_armour", armour, "6.41")
    if play.state.disrupted[target]:
        yield Shift("die_disrupted", -2, "6.42")
    if play.dusk:
        yield Shift("die_dusk", fire.DARK, "6.43")


def shot(play: SeelowPlay, target: int, units: Sequence[int]) -> fire.Salvo:
    """6.14, 6.2#1: all who fire at one target fire together."""
    h = play.state.hex[target]
    return fire.salvo(play, sum(value(play, h, u) for u in units), modifiers(play, target))


def parts(play: SeelowPlay, target: int, units: Sequence[int]) -> Iterator[Part]:
    h = play.state.hex[target]
    for u in units:
        yield play.part("antitank", play.face(u).antitank, "2.21#2", unit=play.id(u))
        for key, less, rule in losses(play, h, u):
            yield play.part(key, -less, rule, unit=play.id(u))
    yield from overtaken_parts(play, h)
    yield from fire.die_parts(play, modifiers(play, target))


# the phase


@dataclass(slots=True)
class FirePhase(SideProcedure):
    """6.0, 6.11: one side fires at the other's armour, hex by hex."""

    side: int
    kind = "hex"
    asks = "seelow.prompt.fire"
    answers = "seelow.action.fire"
    cites = ("6.0", "6.11", "6.12")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        found: list[Choice] = [(ENGAGE, h) for h in targets(play, self.side)]
        return [*found, (DONE,)]

    def do(self, play: SeelowPlay, choice: Choice) -> None:
        play.push(Engagement(self.side, choice[1], ()))

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] == ENGAGE:
            return target_refusal(play, self.side, choice[1])
        return None if choice[0] == FIRE else out_of_phase(play, choice)  # a hex is engaged first


def target_refusal(play: SeelowPlay, side: int, h: int) -> Refusal:
    """Why nobody may fire into a hex."""
    hex = play.hex_name(h)
    if play.night:
        return play.no("10.25", "night_fire")
    if not play.number_in(1 - side, h) or not play.units_in(h, armoured=True):
        return play.no("6.12", "no_armour", hex=hex)
    if not tanks(play, h):
        return play.no("6.14", "fired_on_already", hex=hex)
    barred = first(fire_refusal(play, side, h, u) for u in play.beside(side, h))
    return barred or play.no("6.13#1", "nobody_near", hex=hex)


# one hex under fire


@dataclass(slots=True)
class Engagement(SideProcedure):
    """6.14 to 6.16: who fires at whom in a hex, all said before the first die; every step adds."""

    side: int
    hex: int
    shots: tuple[tuple[int, int], ...]  # who fires, at whom
    kind = "assign"
    confirms = True
    asks = "seelow.prompt.engage"
    answers = "seelow.action.engage"
    cites = ("6.14", "6.15", "6.16")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        busy = {u for u, _ in self.shots}
        free = [u for u in firers(play, self.side, self.hex) if u not in busy]
        aims = [t for t in tanks(play, self.hex) if self.open_to_more(play, t)]
        found: list[Choice] = [(FIRE, u, t) for u in free for t in aims]
        return [*found, (RESOLVE,)] if self.shots else found

    def aim(self, play: SeelowPlay) -> int:
        """Whom the last shot is at, or the first tank there."""
        return self.shots[-1][1] if self.shots else tanks(play, self.hex)[0]

    def open_to_more(self, play: SeelowPlay, target: int) -> bool:
        """6.15: a second shot at one tank only when every other one that stands is fired on too."""
        aimed = {t for _, t in self.shots}
        return target not in aimed or aimed.issuperset(standing(play, self.hex))

    def take(self, play: SeelowPlay, choice: Choice) -> None:
        if choice[0] == FIRE:
            self.shots += ((choice[1], choice[2]),)
            return
        play.pop()
        for u, _ in self.shots:
            play.state.acted[u] = 1
        overtaken(play, self.hex)
        play.push(Volley(self.side, self.hex, self.shots, ()))

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] != FIRE:
            return None
        u, t = choice[1:]
        if u in {firer for firer, _ in self.shots}:
            return play.no("6.16", "one_target", unit=play.id(u))
        refusal = fire_refusal(play, self.side, self.hex, u)
        return refusal or self.aim_refusal(play, t)

    def aim_refusal(self, play: SeelowPlay, t: int) -> Refusal | None:
        id, hex = play.id(t), play.hex_name(self.hex)
        if not play.tables.is_armoured[t]:
            return play.no("6.12", "not_armoured", unit=id)
        if play.state.hex[t] != self.hex:
            return play.no("6.13#1", "elsewhere", unit=id, hex=hex)
        if play.state.struck[t]:
            return play.no("6.14", "fired_on_already", hex=hex)
        return None if self.open_to_more(play, t) else play.no("6.15", "spread_fire", unit=id)

    def prompt(self, play: SeelowPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.hex))


@dataclass(slots=True)
class Volley(Procedure):
    """6.2#3, 7.71: shot by shot, each with all its effects; then the hex may be entered if it is empty."""

    side: int
    hex: int
    shots: tuple[tuple[int, int], ...]
    fired: tuple[int, ...]

    def by_chance(self, play: SeelowPlay) -> bool:
        return bool(self.shots) and play.state.hex[self.shots[0][1]] == self.hex

    def proceed(self, play: SeelowPlay) -> None:
        if not self.shots:
            play.pop()
            follow(play, self.side, self.hex, self.fired, rule="7.71")
            return
        target = self.shots[0][1]
        units = tuple(u for u, t in self.shots if t == target)
        self.shots = tuple(pair for pair in self.shots if pair[1] != target)
        lost = play.state.hex[target] == ELIMINATED
        if lost or play.state.hex[target] == self.hex:
            self.fired += units
        if play.state.hex[target] == self.hex:
            shoot(play, target, units)
        else:
            play.tell("target_gone", "7.56" if lost else "7.57", units=play.ids(units), target=play.id(target))


def shoot(play: SeelowPlay, target: int, units: tuple[int, ...]) -> None:
    """6.2#2, 6.5: one die; a step first, then the morale check; who fails falls back."""
    play.state.struck[target] = 1
    fired = shot(play, target, units)
    weighed = weighed_shot(play, target, units) if play.weighs else None
    die = play.roll(f"fire {play.id(target)}")
    effect = fired.effect(play, die)
    play.tell(
        "fire", "6.2#3", weighed and weighed.cast(die), units=play.ids(units), target=play.id(target),
        strength=fired.strength, die=die, modifier=fire.signed(fired.modifier), result=effect.code,
    )  # fmt: skip
    if effect.eliminated:
        play.eliminate(target, "6.54")
        return
    if effect.number is None or (effect.step and play.lose_step(target)):
        return
    if not morale.holds(play, target, effect.number):
        rout(play, play.tables.side[target], (target,), "6.63")


def weighed_shot(play: SeelowPlay, target: int, units: Sequence[int]) -> Assault:
    return Assault(
        play.sides[1 - play.tables.side[target]],
        "fire",
        play.hex_name(play.state.hex[target]),
        play.ids(units),
        support={},
        preview=reckoned(play, target, units),
    )


# the question


def preview(play: SeelowPlay, target: int, units: Sequence[int]) -> Preview:
    """A shot as it would be reckoned now, whoever's turn it is."""
    refusal = preview_refusal(play, target, units)
    if refusal is not None:
        return Preview.refused(refusal)
    return reckoned(play, target, units)


def reckoned(play: SeelowPlay, target: int, units: Sequence[int]) -> Preview:
    fired, found = shot(play, target, units), parts(play, target, units)
    if play.state.fled[target]:
        return Preview.sure(fired.strength, tuple(found), LOST)
    return fire.preview(play, fired, found)


def preview_refusal(play: SeelowPlay, target: int, units: Sequence[int]) -> Refusal | None:
    side, h = 1 - play.tables.side[target], play.state.hex[target]
    if not units:
        return play.no("6.2#1", "no_firers", unit=play.id(target))
    if not play.tables.is_armoured[target]:
        return play.no("6.12", "not_armoured", unit=play.id(target))
    if h < 0:
        return play.no("3.0", "off_map", unit=play.id(target))
    now = play.under_way(FirePhase)
    mine = now is not None and now.side == side
    idle = idle_refusal if mine else unfit_refusal
    barred = first(may_act_refusal(play, u, side) or idle(play, u) or reach_refusal(play, h, u) for u in units)
    struck = mine and play.state.struck[target]
    return barred or (play.no("6.14", "fired_on_already", hex=play.hex_name(h)) if struck else None)


def best(play: SeelowPlay) -> dict[str, Preview]:
    """The hexes the present fire phase may engage, with the best shot at one tank there."""
    now = play.under_way(FirePhase)
    if now is None:
        return {}
    return {play.hex_name(h): preview(play, *best_shot(play, now.side, h)) for h in targets(play, now.side)}


def best_shot(play: SeelowPlay, side: int, h: int) -> tuple[int, list[int]]:
    """6.15: the easiest target, and the strongest that are not needed for a shot at each of the others."""
    aims = standing(play, h) or tanks(play, h)[:1]
    pool = sorted(firers(play, side, h), key=lambda u: -value(play, h, u))
    spared = len(aims) - 1
    target = min(aims, key=lambda t: sum(m.columns for m in modifiers(play, t)))
    return target, pool[: len(pool) - spared] if len(pool) > spared else pool[:1]
