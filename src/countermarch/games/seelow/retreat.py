"""7.5 Retreats: two hexes, vacant ones first; too many in a hex go on; who cannot is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.verbs import DONE, FLEE, RETREAT, STAND
from countermarch.mechanics.retreat import Route, best, routes
from countermarch.notation import Option
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

FAR = 2  # 7.51
Way = tuple[bool, Route]  # whether it ends off the map, and the hexes entered before


def rout(play: SeelowPlay, side: int, units: Sequence[int], rule: str) -> None:
    """These units must retreat; `rule` is the one that says so."""
    hexes = sorted({play.state.hex[u] for u in units})
    play.push(Rout(side, tuple(units), tuple(hexes), (), rule, False))


def is_open(play: SeelowPlay, side: int, h: int) -> bool:
    """7.53, 4.27: no enemy, and no enemy zone unless a friend is there."""
    if play.number_in(1 - side, h):
        return False
    return not play.in_enemy_zone(side, h) or play.number_in(side, h) > 0


def ways(play: SeelowPlay, u: int) -> list[Way]:
    """7.51 to 7.55: the ways open to a unit, of those that are best."""
    start, ground = play.state.hex[u], play.ground
    off: list[Way] = [(True, ())] if ground.edge[start] else []
    off += [(True, (h,)) for h in ground.step_to[start] if ground.edge[h] and is_open(play, play.tables.side[u], h)]
    return chosen(play, u, on_the_map(play, u), off)


def on_the_map(play: SeelowPlay, u: int) -> list[Way]:
    side, start = play.tables.side[u], play.state.hex[u]
    distance, step_to = play.tables.board.grid.distance, play.ground.step_to
    found = routes(step_to, distance, start, start, FAR, lambda h: is_open(play, side, h))
    return [(False, way) for way in found if len(way) == FAR]


def chosen(play: SeelowPlay, u: int, on: Sequence[Way], off: Sequence[Way]) -> list[Way]:
    """7.52, 7.54: the best ways on the map; nobody must leave it, but who may does so no worse than he could stay."""
    rank = ranking(play, u)
    found = best(on, rank)
    return found + [way for way in off if not found or rank(way) <= rank(found[0])]


def ranking(play: SeelowPlay, u: int) -> Callable[[Way], tuple[int, int]]:
    """7.52, 7.55: not into a hex that would be too full, then through as few friends as may be."""
    side = play.tables.side[u]

    def rank(way: Way) -> tuple[int, int]:
        off, path = way
        full = not off and not play.room_for(u, path[-1])
        return int(full), sum(play.number_in(side, h) > 0 for h in path)

    return rank


def option_of(u: int, way: Way) -> Option:
    off, path = way
    return (FLEE if off else RETREAT, u, *path)


def go(play: SeelowPlay, u: int, option: Option, rule: str) -> bool:
    """7.42, 6.63: along the way, and disrupted; whether the unit is still on the map."""
    path = option[2:]
    names = tuple(play.hex_name(h) for h in path)
    if option[0] == FLEE:
        play.leave(u, path[-1] if path else play.state.hex[u], "7.54")
        return False
    play.tell("retreats", "7.51", unit=play.id(u), path=names, hex=names[-1])
    play.shift(u, path[-1])
    play.disrupt(u, rule)
    return True


def settle(play: SeelowPlay, u: int) -> bool:
    """7.55, 7.56: whether the unit may stay; if it is one too many, all in the hex are disrupted."""
    side, h = play.tables.side[u], play.state.hex[u]
    if not play.overfull(side, h):
        play.state.fled[u] = int(play.number_in(side, h) > 1)
        return True
    play.tell("overfull", "7.55#2", hex=play.hex_name(h))
    for other in play.units_in(h):
        play.disrupt(other, "7.55#2")
    return False


@dataclass(slots=True)
class Rout(SideProcedure):
    """7.51, 7.57: units that must retreat go one after the other; others of their hexes may go with them."""

    side: int
    must: tuple[int, ...]
    hexes: tuple[int, ...]
    gone: tuple[int, ...]
    rule: str
    sifted: bool
    kind = "path"
    asks = "seelow.prompt.retreat"
    cites = ("7.51", "7.52", "7.53", "7.57")

    def waiting(self, play: SeelowPlay) -> list[int]:
        return [u for u in self.must if play.on_map(u)]

    def companions(self, play: SeelowPlay) -> list[int]:
        """7.57: anybody else there but guns."""
        here = [u for h in self.hexes for u in play.units_in(h) if play.tables.side[u] == self.side]
        return [u for u in here if u not in self.must + self.gone and not play.tables.is_gun[u]]

    def lost(self, play: SeelowPlay) -> list[int]:
        """7.58, 8.33: guns, and those without a way; a friend who went before may have closed the last one."""
        return [u for u in self.waiting(play) if play.tables.is_gun[u] or not ways(play, u)]

    def options(self, play: SeelowPlay) -> list[Option]:
        waiting = self.waiting(play)
        if not self.sifted or self.lost(play):
            return []
        found = [option_of(u, way) for u in (*waiting, *self.companions(play)) for way in ways(play, u)]
        return found if waiting or not found else [*found, (DONE,)]

    def take(self, play: SeelowPlay, option: Option) -> None:
        if option[0] == DONE:
            play.pop()
            return
        u = option[1]
        start = play.state.hex[u]
        self.must = tuple(v for v in self.must if v != u)
        self.gone += (u,)
        if go(play, u, option, self.rule) and not settle(play, u):
            play.push(Onward(self.side, u, start, option[2:], self.rule))

    def proceed(self, play: SeelowPlay) -> None:
        """Those who cannot retreat are lost; the others are asked."""
        lost = self.lost(play)
        if self.sifted and not lost:
            play.pop()
            return
        self.sifted = True
        for u in lost:
            play.eliminate(u, "8.33" if play.tables.is_gun[u] else "7.58#2")

    def refuse(self, play: SeelowPlay, option: Option) -> Refusal | None:
        if option[0] == DONE:
            return play.no("7.51", "must_retreat", units=play.ids(self.waiting(play)))
        if option[0] == STAND:
            return play.no("7.44", "no_step_now", unit=play.id(option[1]))
        if option[0] not in (RETREAT, FLEE):
            return None
        u = option[1]
        if u not in self.waiting(play):
            if u in self.companions(play):
                return way_refusal(play, u, option)
            rule = "8.33" if play.tables.is_gun[u] else "7.57"
            return play.no(rule, "not_retreating", unit=play.id(u))
        return way_refusal(play, u, option)

    def prompt(self, play: SeelowPlay) -> Text:
        waiting = self.waiting(play)
        return say(self.asks, units=play.ids(waiting)) if waiting else say("seelow.prompt.companions")


def way_refusal(play: SeelowPlay, u: int, option: Option) -> Refusal:
    """Why a unit does not retreat that way."""
    path, start = option[2:], play.state.hex[u]
    refusal = steps_refusal(play, u, start, path)
    if refusal is not None:
        return refusal
    if option[0] == FLEE:
        last = path[-1] if path else start
        if len(path) > 1 or not play.ground.edge[last]:
            return play.no("7.54", "no_edge", hex=play.hex_name(last))
    elif len(path) != FAR:
        return play.no("7.51", "two_hexes", unit=play.id(u))
    full, _ = ranking(play, u)((option[0] == FLEE, path))
    return play.no("7.55#1", "retreat_full", hex=play.hex_name(path[-1])) if full else play.no("7.52", "vacant_first")


def steps_refusal(play: SeelowPlay, u: int, start: int, path: Sequence[int]) -> Refusal | None:
    side, at = play.tables.side[u], start
    distance = play.tables.board.grid.distance
    for h in path:
        if h not in play.ground.step_to[at]:
            return play.no("7.53", "retreat_ground", a=play.hex_name(at), b=play.hex_name(h))
        if distance(start, h) <= distance(start, at):
            return play.no("7.51", "retreat_away", hex=play.hex_name(h))
        if play.number_in(1 - side, h):
            return play.no("7.53", "retreat_enemy", hex=play.hex_name(h))
        if not is_open(play, side, h):
            return play.no("7.53", "retreat_zone", hex=play.hex_name(h))
        at = h
    return None


@dataclass(slots=True)
class Onward(SideProcedure):
    """7.55: one too many goes on, hex by hex and not back towards where it came from."""

    side: int
    unit: int
    start: int
    trail: tuple[int, ...]
    rule: str
    kind = "path"
    asks = "seelow.prompt.onward"
    cites = ("7.55#1",)

    def ways(self, play: SeelowPlay) -> list[Way]:
        u, distance = self.unit, play.tables.board.grid.distance
        at = play.state.hex[u]
        far = distance(self.start, at)
        on: list[Way] = [
            (False, (h,))
            for h in play.ground.step_to[at]
            if distance(self.start, h) >= far and h not in self.trail and is_open(play, self.side, h)
        ]
        return chosen(play, u, on, [(True, ())] if play.ground.edge[at] else [])

    def options(self, play: SeelowPlay) -> list[Option]:
        return [option_of(self.unit, way) for way in self.ways(play)]

    def take(self, play: SeelowPlay, option: Option) -> None:
        self.trail += option[2:]
        if not go(play, self.unit, option, self.rule) or settle(play, self.unit):
            play.pop()

    def proceed(self, play: SeelowPlay) -> None:
        play.pop()
        play.eliminate(self.unit, "7.58#2")

    def refuse(self, play: SeelowPlay, option: Option) -> Refusal | None:
        if option[0] not in (RETREAT, FLEE):
            return None
        return play.no("7.55#1", "not_onward", unit=play.id(self.unit))

    def prompt(self, play: SeelowPlay) -> Text:
        return say(self.asks, unit=play.id(self.unit))
