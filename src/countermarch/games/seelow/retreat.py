"""7.5 Retreats: two hexes, vacant ones first; too many in a hex go on; who cannot is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from countermarch.flow import SideProcedure
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.verbs import DONE, FLEE, RETREAT, STAND
from countermarch.games.seelow.ways import mobility
from countermarch.mechanics.retreat import Route, best, routes
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

FAR = 2  # 7.51
Way = tuple[bool, Route]  # whether it ends off the map, and the hexes entered before


class Runner(NamedTuple):
    """A unit on its retreat."""

    unit: int
    side: int
    start: int  # where it stood when it had to go
    fellows: tuple[int, ...]  # who has gone from the same hex before it (7.57)
    shaken: bool  # disrupted before it had to go


def rout(play: SeelowPlay, side: int, units: Sequence[int], rule: str) -> None:
    """These units must retreat; `rule` is the one that says so."""
    hexes = sorted({play.state.hex[u] for u in units})
    play.push(Rout(side, tuple(units), tuple(hexes), gone=(), rule=rule))


def is_open(play: SeelowPlay, side: int, h: int) -> bool:
    """7.53, 4.27: no enemy, and no enemy zone unless a friend is there."""
    if play.number_in(1 - side, h):
        return False
    return not play.in_enemy_zone(side, h) or play.number_in(side, h) > 0


def steps_of(play: SeelowPlay, who: Runner) -> Sequence[Sequence[int]]:
    """7.53, 5.12#3: the next hexes from each; over no stream for a motorised unit that was disrupted before."""
    return play.ground.dry[mobility(play, who.unit)] if who.shaken else play.ground.step_to


def strangers(play: SeelowPlay, who: Runner, h: int) -> int:
    """7.52, 7.57: friends in a hex that were there before; those who came from the same hex share it."""
    there = sum(play.state.hex[u] == h for u in (who.unit, *who.fellows))
    return play.number_in(who.side, h) - there


def ways(play: SeelowPlay, who: Runner) -> list[Way]:
    """7.51 to 7.55: the ways open to a unit, of those that are best."""
    edge, near = play.ground.edge, steps_of(play, who)[who.start]
    off: list[Way] = [(True, ())] if edge[who.start] else []
    off += [(True, (h,)) for h in near if edge[h] and is_open(play, who.side, h)]
    return chosen(play, who, on_the_map(play, who), off)


def on_the_map(play: SeelowPlay, who: Runner) -> list[Way]:
    distance, start = play.tables.board.grid.distance, who.start
    found = routes(steps_of(play, who), distance, start, start, hexes=FAR, is_open=lambda h: is_open(play, who.side, h))
    return [(False, way) for way in found if len(way) == FAR]


def chosen(play: SeelowPlay, who: Runner, on: Sequence[Way], off: Sequence[Way]) -> list[Way]:
    """7.52, 7.54: the best ways on the map; nobody must leave it, but who may does so no worse than he could stay."""
    rank = ranking(play, who)
    found = best(on, rank)
    return found + [way for way in off if not found or rank(way) <= rank(found[0])]


def ranking(play: SeelowPlay, who: Runner) -> Callable[[Way], tuple[int, int]]:
    """7.52, 7.55: not into a hex that would be too full, then through as few friends as may be."""

    def rank(way: Way) -> tuple[int, int]:
        off, path = way
        full = not off and not play.room_for(who.unit, path[-1])
        return int(full), sum(strangers(play, who, h) > 0 for h in path)

    return rank


def option_of(u: int, way: Way) -> Choice:
    off, path = way
    return (FLEE if off else RETREAT, u, *path)


def go(play: SeelowPlay, u: int, choice: Choice, rule: str) -> bool:
    """7.42, 6.63: along the way, and disrupted; whether the unit is still on the map."""
    path = choice[2:]
    names = tuple(play.hex_name(h) for h in path)
    if choice[0] == FLEE:
        play.leave(u, path[-1] if path else play.state.hex[u], "7.54")
        return False
    play.tell("retreats", "7.51", unit=play.id(u), path=names, hex=names[-1])
    play.shift(u, path[-1])
    play.disrupt(u, rule)
    return True


def settle(play: SeelowPlay, who: Runner) -> bool:
    """7.55, 7.56: whether the unit may stay; if it is one too many, all in the hex are disrupted."""
    u, h = who.unit, play.state.hex[who.unit]
    if not play.overfull(who.side, h):
        play.state.fled[u] = int(strangers(play, who, h) > 0)
        return True
    play.tell("overfull", "7.55#2", hex=play.hex_name(h))
    for other in play.units_in(h):
        play.disrupt(other, "7.55#2")
    return False


@dataclass(slots=True)
class Rout(SideProcedure):
    """7.51, 7.57: units that must retreat go one after the other; others of their hexes may go with them, and who
    comes from the same hex may share a vacant one."""

    side: int
    must: tuple[int, ...]
    hexes: tuple[int, ...]
    gone: tuple[tuple[int, int], ...]  # who, from where
    rule: str
    kind = "path"
    asks = "seelow.prompt.retreat"
    answers = "seelow.action.retreat"
    cites = ("7.51", "7.57", "7.52", "7.53")

    def waiting(self, play: SeelowPlay) -> list[int]:
        return [u for u in self.must if play.on_map(u)]

    def companions(self, play: SeelowPlay) -> list[int]:
        """7.57: anybody else there but guns."""
        done = (*self.must, *(u for u, _ in self.gone))
        here = [u for h in self.hexes for u in play.units_in(h) if play.tables.side[u] == self.side]
        return [u for u in here if u not in done and not play.tables.is_gun[u]]

    def runner(self, play: SeelowPlay, u: int) -> Runner:
        start = play.state.hex[u]
        fellows = tuple(v for v, origin in self.gone if origin == start)
        return Runner(u, self.side, start, fellows, shaken=bool(play.state.disrupted[u]))

    def ways(self, play: SeelowPlay, u: int) -> list[Way]:
        return ways(play, self.runner(play, u))

    def lost(self, play: SeelowPlay) -> list[int]:
        """7.58, 8.33: guns, and those without a way; a friend who went before may have closed the last one."""
        return [u for u in self.waiting(play) if play.tables.is_gun[u] or not self.ways(play, u)]

    def choices(self, play: SeelowPlay) -> list[Choice]:
        waiting = self.waiting(play)
        if self.lost(play):
            return []
        found = [option_of(u, way) for u in (*waiting, *self.companions(play)) for way in self.ways(play, u)]
        return found if waiting else [*found, (DONE,)]

    def do(self, play: SeelowPlay, choice: Choice) -> None:
        who = self.runner(play, choice[1])
        self.must = tuple(v for v in self.must if v != who.unit)
        self.gone += ((who.unit, who.start),)
        if go(play, who.unit, choice, self.rule) and not settle(play, who):
            play.push(
                Onward(
                    self.side, who.unit, who.start, who.fellows, shaken=who.shaken, trail=choice[-1:], rule=self.rule
                )
            )

    def proceed(self, play: SeelowPlay) -> None:
        """Those who cannot retreat are lost; the others are asked."""
        for u in self.lost(play):
            play.eliminate(u, "8.33" if play.tables.is_gun[u] else "7.58#2")

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] == DONE:
            return play.no("7.51", "must_retreat", units=play.ids(self.waiting(play)))
        if choice[0] == STAND:
            return play.no("7.44", "no_step_now", unit=play.id(choice[1]))
        if choice[0] not in (RETREAT, FLEE):
            return None
        u = choice[1]
        if u in self.waiting(play) or u in self.companions(play):
            return way_refusal(play, self.runner(play, u), choice)
        return play.no("8.33" if play.tables.is_gun[u] else "7.57", "not_retreating", unit=play.id(u))

    def prompt(self, play: SeelowPlay) -> Text:
        """Who is to go and from where, and where those of the same hex are whom he may join."""
        waiting, hexes = self.waiting(play), self.shared(play)
        if waiting:
            start = tuple(play.hex_name(h) for h in sorted({play.state.hex[u] for u in waiting}))
            key = f"{self.asks}_shared" if hexes else self.asks
            return say(key, units=play.ids(waiting), start=start, hexes=hexes)
        return say("seelow.prompt.companions_shared", hexes=hexes) if hexes else say("seelow.prompt.companions")

    def cited(self, play: SeelowPlay) -> Sequence[str]:
        """First the rule that drives them back."""
        return self.rule, *self.cites

    def shared(self, play: SeelowPlay) -> tuple[str, ...]:
        """7.57: the hexes where somebody left may join those who have gone from his hex."""
        found = {h for u in (*self.waiting(play), *self.companions(play)) for h in self.joins(play, u)}
        return tuple(play.hex_name(h) for h in sorted(found))

    def joins(self, play: SeelowPlay, u: int) -> set[int]:
        fellows = {play.state.hex[v] for v in self.runner(play, u).fellows}
        return fellows & {path[-1] for off, path in self.ways(play, u) if not off}


def way_refusal(play: SeelowPlay, who: Runner, choice: Choice) -> Refusal:
    """Why a unit does not retreat that way."""
    path = choice[2:]
    refusal = steps_refusal(play, who, path)
    if refusal is not None:
        return refusal
    if choice[0] == FLEE:
        last = path[-1] if path else who.start
        if len(path) > 1 or not play.ground.edge[last]:
            return play.no("7.54", "no_edge", hex=play.hex_name(last))
    elif len(path) != FAR:
        return play.no("7.51", "two_hexes", unit=play.id(who.unit))
    full, _ = ranking(play, who)((choice[0] == FLEE, path))
    return play.no("7.55#1", "retreat_full", hex=play.hex_name(path[-1])) if full else play.no("7.52", "vacant_first")


def steps_refusal(play: SeelowPlay, who: Runner, path: Sequence[int]) -> Refusal | None:
    at, distance = who.start, play.tables.board.grid.distance
    for h in path:
        if h not in play.ground.step_to[at]:
            return play.no("7.53", "retreat_ground", a=play.hex_name(at), b=play.hex_name(h))
        if h not in steps_of(play, who)[at]:
            return play.no("5.12#3", "disrupted_ford", unit=play.id(who.unit), hex=play.hex_name(h))
        if distance(who.start, h) <= distance(who.start, at):
            return play.no("7.51", "retreat_away", hex=play.hex_name(h))
        if play.number_in(1 - who.side, h):
            return play.no("7.53", "retreat_enemy", hex=play.hex_name(h))
        if not is_open(play, who.side, h):
            return play.no("7.53", "retreat_zone", hex=play.hex_name(h))
        at = h
    return None


@dataclass(slots=True)
class Onward(SideProcedure):
    """7.55: one too many goes on, hex by hex, by any that is open but the one it was driven from."""

    side: int
    unit: int
    start: int
    fellows: tuple[int, ...]
    shaken: bool
    trail: tuple[int, ...]  # where it was one too many
    rule: str
    kind = "path"
    asks = "seelow.prompt.onward"
    cites = ("7.55#1",)

    def runner(self) -> Runner:
        return Runner(self.unit, self.side, self.start, self.fellows, shaken=bool(self.shaken))

    def ways(self, play: SeelowPlay) -> list[Way]:
        who, at = self.runner(), play.state.hex[self.unit]
        near = (h for h in steps_of(play, who)[at] if h not in (self.start, *self.trail))
        on: list[Way] = [(False, (h,)) for h in near if is_open(play, self.side, h)]
        return chosen(play, who, on, [(True, ())] if play.ground.edge[at] else [])

    def choices(self, play: SeelowPlay) -> list[Choice]:
        return [option_of(self.unit, way) for way in self.ways(play)]

    def take(self, play: SeelowPlay, choice: Choice) -> None:
        self.trail += choice[2:]
        if not go(play, self.unit, choice, self.rule) or settle(play, self.runner()):
            play.pop()

    def proceed(self, play: SeelowPlay) -> None:
        play.pop()
        play.eliminate(self.unit, "7.58#2")

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] not in (RETREAT, FLEE):
            return None
        return play.no("7.55#1", "not_onward", unit=play.id(self.unit))

    def prompt(self, play: SeelowPlay) -> Text:
        return say(self.asks, unit=play.id(self.unit))
