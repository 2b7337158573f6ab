"""8.0 Artillery: barrages and modes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from countermarch.flow import SideProcedure
from countermarch.games.base import Assault, Part, Preview
from countermarch.games.common.gathering import Gathering
from countermarch.games.seelow import fire, morale
from countermarch.games.seelow.losses import SHAKING, Verdict
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.reckoning import Shift
from countermarch.games.seelow.sequence import out_of_phase
from countermarch.games.seelow.sight import spotted, unspotted_refusal
from countermarch.games.seelow.state import FIRE_MODE, MOVE_MODE
from countermarch.games.seelow.verbs import BARRAGE, DONE, RESOLVE, SET_MODE, WITH
from countermarch.games.seelow.ways import may_act_refusal
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first

# 8.3 modes


def guns(play: SeelowPlay, side: int, mode: int) -> list[int]:
    """Artillery on the map in a mode that has not fired in this phase."""
    state, is_gun = play.state, play.tables.is_gun
    mine = [u for u in play.tables.of_side[side] if is_gun[u] and state.hex[u] >= 0]
    return [u for u in mine if state.mode[u] == mode and not state.acted[u]]


def ready_guns(play: SeelowPlay, side: int) -> list[int]:
    """7.61, 8.31#1: guns that could fire a barrage now."""
    return [u for u in guns(play, side, FIRE_MODE) if not play.state.disrupted[u]]


@dataclass(slots=True)
class ReadyGuns(SideProcedure):
    """8.35, 10.28: in the rally phase of the night turn guns go back to Fire Mode, as many as their owner likes."""

    side: int
    kind = "units"
    asks = "seelow.prompt.ready_guns"
    answers = "seelow.action.ready_guns"
    cites = ("8.35", "10.28")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        found: list[Choice] = [(SET_MODE, u, FIRE_MODE) for u in guns(play, self.side, MOVE_MODE)]
        return [*found, (DONE,)]

    def do(self, play: SeelowPlay, choice: Choice) -> None:
        play.set_mode(choice[1], FIRE_MODE, "8.35")

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] != SET_MODE:
            return out_of_phase(play, choice)
        refusal = gun_refusal(play, self.side, choice[1])
        return refusal or play.no("8.35", "mode_now", unit=play.id(choice[1]))


def gun_refusal(play: SeelowPlay, side: int, u: int) -> Refusal | None:
    refusal = may_act_refusal(play, u, side)
    return refusal or (None if play.tables.is_gun[u] else play.no("8.31#1", "no_gun", unit=play.id(u)))


# 8.1 who may be barraged, by whom


def sufferers(play: SeelowPlay, h: int) -> list[int]:
    """8.15, 10.13: the units a barrage touches: no armour, and not Zhukov."""
    return [u for u in play.units_in(h, armoured=False) if not play.tables.is_leader[u]]


def in_range(play: SeelowPlay, u: int, h: int) -> bool:
    """8.13: the gun's own hex does not count."""
    reach = play.tables.units[u].range
    return reach is not None and play.tables.board.grid.distance(play.state.hex[u], h) <= reach


def batteries(play: SeelowPlay, side: int, h: int) -> list[int]:
    return [u for u in ready_guns(play, side) if in_range(play, u, h)]


def targets(play: SeelowPlay, side: int) -> list[int]:
    """8.13, 8.18#1, 8.19: spotted hexes in range of a gun that has not fired, none twice."""
    if play.night or not ready_guns(play, side):
        return []
    state, seen = play.state, spotted(play, side)
    hexes = {state.hex[u] for u in play.tables.of_side[1 - side]} & seen
    open_to_fire = (h for h in hexes if not state.barraged[h] and sufferers(play, h))
    return sorted(h for h in open_to_fire if batteries(play, side, h))


def target_refusal(play: SeelowPlay, side: int, h: int) -> Refusal | None:
    hex = play.hex_name(h)
    if play.night:
        return play.no("8.0", "night_fire")
    if not play.number_in(1 - side, h):
        return play.no("8.14#1", "nothing_to_barrage", hex=hex)
    if not sufferers(play, h):
        return untouched_refusal(play, h)
    if play.state.barraged[h]:
        return play.no("8.18#1", "barraged_already", hex=hex)
    return unspotted_refusal(play, side, h)


def untouched_refusal(play: SeelowPlay, h: int) -> Refusal:
    marshal = any(play.tables.is_leader[u] for u in play.units_in(h))
    hex = play.hex_name(h)
    return play.no("10.13", "only_marshal", hex=hex) if marshal else play.no("8.15", "only_armour_barrage", hex=hex)


def join_refusal(play: SeelowPlay, side: int, h: int, u: int) -> Refusal | None:
    """Why a unit may not fire at a hex."""
    refusal, id = gun_refusal(play, side, u), play.id(u)
    if refusal is not None:
        return refusal
    if play.state.mode[u] == MOVE_MODE:
        return play.no("8.31#2", "moving_guns_fire", unit=id)
    if play.state.disrupted[u]:
        return play.no("7.61", "disrupted_fire", unit=id)
    if play.state.acted[u] and play.under_way(BarragePhase) is not None:
        return play.no("3.1#1", "barrage_once", unit=id)
    reach = play.tables.units[u].range
    return None if in_range(play, u, h) else play.no("8.13", "out_of_range", unit=id, hex=play.hex_name(h), range=reach)


# the phase


@dataclass(slots=True)
class BarragePhase(SideProcedure):
    """8.14#1, 8.17, 8.32: barrages hex by hex; guns that do not fire may go over to Move Mode."""

    side: int
    kind = "hex"
    asks = "seelow.prompt.barrage"
    answers = "seelow.action.barrage"
    cites = ("8.14#1", "8.17", "8.32")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        found: list[Choice] = [(BARRAGE, h) for h in targets(play, self.side)]
        found += [(SET_MODE, u, MOVE_MODE) for u in guns(play, self.side, FIRE_MODE)]
        return [*found, (DONE,)]

    def do(self, play: SeelowPlay, choice: Choice) -> None:
        if choice[0] == SET_MODE:
            play.set_mode(choice[1], MOVE_MODE, "8.32")
        else:
            near = batteries(play, self.side, choice[1])
            play.push(Barrage(self.side, choice[1], tuple(near) if len(near) == 1 else ()))

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] == SET_MODE:
            return gun_refusal(play, self.side, choice[1]) or mode_refusal(play, choice[1], choice[2])
        if choice[0] == BARRAGE:
            return barrage_refusal(play, self.side, choice[1])
        return out_of_phase(play, choice)


def mode_refusal(play: SeelowPlay, u: int, mode: int) -> Refusal:
    """8.32: only from Fire Mode to Move Mode, and only guns that do not fire."""
    if mode == FIRE_MODE:
        return play.no("8.32", "not_to_fire_mode", unit=play.id(u))
    key = "mode_now" if play.state.mode[u] == MOVE_MODE else "fired_already"
    return play.no("8.32", key, unit=play.id(u))


def barrage_refusal(play: SeelowPlay, side: int, h: int) -> Refusal:
    refusal = target_refusal(play, side, h)
    mine = [u for u in play.tables.of_side[side] if play.tables.is_gun[u] and play.on_map(u)]
    barred = first(join_refusal(play, side, h, u) for u in mine)
    return refusal or barred or play.no("8.14#1", "no_guns", hex=play.hex_name(h))


# one barrage


def strength(play: SeelowPlay, h: int, units: Sequence[int]) -> int:
    """8.14#1, 8.14#2: all together, and half of it against cover, fractions down."""
    total = sum(play.face(u).attack for u in units)
    return total // 2 if covered(play, h) else total


def covered(play: SeelowPlay, h: int) -> bool:
    """8.14#2: villages, towns, woods and swamps; all that also shift an attack."""
    return play.tables.chart.shifts[play.ground.terrain[h]] > 0


def modifiers(play: SeelowPlay) -> list[Shift]:
    """8.14#3, 10.24; the armour of the target has no say (8.15)."""
    return [Shift("die_dusk", fire.DARK, "8.14#3")] if play.dusk else []


def salvo(play: SeelowPlay, h: int, units: Sequence[int]) -> fire.Salvo:
    return fire.salvo(play, strength(play, h, units), modifiers(play))


def parts(play: SeelowPlay, h: int, units: Sequence[int]) -> Iterator[Part]:
    for u in units:
        yield play.part("barrage", play.face(u).attack, "8.14#1", unit=play.id(u))
    if covered(play, h):
        total = sum(play.face(u).attack for u in units)
        yield play.part("in_cover", total // 2 - total, "8.14#2")
    yield from fire.die_parts(play, modifiers(play))


@dataclass(slots=True)
class Barrage(Gathering):
    """8.14#1, 8.18#1: the guns that fire at one hex, all together; every step adds."""

    adds, ends = WITH, RESOLVE
    asks = "seelow.prompt.guns"
    answers = "seelow.action.guns"
    cites = ("8.13", "8.14#1", "8.18#1")

    def pool(self, play: SeelowPlay) -> list[int]:
        return batteries(play, self.side, self.target)

    def resolve(self, play: SeelowPlay) -> None:
        """8.14#1, 8.15: one die for the hex; its result befalls every unit there on its own."""
        weighed = self.weighed(play) if play.weighs else None
        for u in self.units:
            play.state.acted[u] = 1
        play.state.barraged[self.target] = 1
        fired = salvo(play, self.target, self.units)
        die = play.roll(f"barrage {play.hex_name(self.target)}")
        effect = fired.effect(play, die)
        play.tell(
            "barrage", "8.14#1", weighed and weighed.cast(die), units=play.ids(self.units),
            hex=play.hex_name(self.target),
            strength=fired.strength, die=die, modifier=fire.signed(fired.modifier), result=effect.code,
        )  # fmt: skip
        units = tuple(sufferers(play, self.target))
        if effect.eliminated:
            for u in units:
                play.eliminate(u, "8.15")
        elif effect.number is not None:
            play.push(Bombarded.of(1 - self.side, units, effect))

    def weighed(self, play: SeelowPlay) -> Assault:
        side, hex, units = play.sides[self.side], play.hex_name(self.target), play.ids(self.units)
        return Assault(side, "barrage", hex, units, support={}, preview=reckoned(play, self.target, self.units))

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] != WITH:
            return None
        if choice[1] in self.units:
            return play.no("8.18#1", "already_in", unit=play.id(choice[1]))
        return join_refusal(play, self.side, self.target, choice[1])


@dataclass(slots=True)
class Bombarded(Verdict):
    """8.15, 8.16: one unit loses the step of the star; then each checks its morale, and who fails retreats, unless
    one loses a step for all (7.44)."""

    cites = ("7.44", "8.15", "8.16")
    falls_back = "6.63"
    two_losses = "8.16"
    spares = "8.15"

    def by_chance(self, play: SeelowPlay) -> bool:
        return self.stage == SHAKING and bool(self.alive(play))

    def shake(self, play: SeelowPlay) -> list[int]:
        return [u for u in self.alive(play) if not morale.holds(play, u, self.number)]


# the question


def preview(play: SeelowPlay, h: int, units: Sequence[int]) -> Preview:
    """A barrage as it would be reckoned now, whoever's turn it is."""
    refusal = preview_refusal(play, h, units)
    if refusal is not None:
        return Preview.refused(refusal)
    return reckoned(play, h, units)


def reckoned(play: SeelowPlay, h: int, units: Sequence[int]) -> Preview:
    return fire.preview(play, salvo(play, h, units), parts(play, h, units))


def preview_refusal(play: SeelowPlay, h: int, units: Sequence[int]) -> Refusal | None:
    if not units:
        return play.no("8.14#1", "no_guns", hex=play.hex_name(h))
    side = play.tables.side[units[0]]
    return first(join_refusal(play, side, h, u) for u in units) or target_refusal(play, side, h)


def best(play: SeelowPlay) -> dict[str, Preview]:
    """The hexes the present barrage phase may fire at, with every gun in range."""
    now = play.under_way(BarragePhase)
    if now is None:
        return {}
    guns = {h: batteries(play, now.side, h) for h in targets(play, now.side)}
    return {play.hex_name(h): replace(preview(play, h, units), by=play.ids(units)) for h, units in guns.items()}
