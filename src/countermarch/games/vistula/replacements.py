"""6.3 Replacements: lost steps given back, eliminated units rebuilt, each nation with its own points."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula.matching import assign
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ELIMINATED, NATIONS, SUPPLIED
from countermarch.games.vistula.supply import FULLY, UNSUPPLIED, Lines, is_open, lines, sea_links
from countermarch.games.vistula.verbs import DONE, REBUILD, REFIT_STEP
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

UNLIMITED = 99  # 10.2: what a fully supplied HQ passes on
LIMITED = 1


def begin(play: VistulaPlay, side: int) -> None:
    """6.3: the points of the turn, nation by nation; what is not used is lost."""
    points = play.tables.turns[play.state.turn - 1].replacements
    for nation in sorted({play.tables.nation[u] for u in play.tables.of_side[side]}, reverse=True):
        play.push(Replacements(side, nation, points[nation], ()))


@dataclass(slots=True)
class Replacements(SideProcedure):
    """6.3: point after point until the owner has enough."""

    side: int
    nation: int
    points: int
    refitted: tuple[int, ...]
    kind = "unit"
    asks = "vistula.prompt.replacements"
    cites = ("6.3#2", "6.3#3", "6.3#7")

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, points=self.points, nation=say(f"vistula.nation.{NATIONS[self.nation]}"))

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if not self.points:
            return []
        now = lines(play, self.side)
        return [(DONE,), *self.refits(play, now), *self.rebuilds(play, now)]

    def refits(self, play: VistulaPlay, now: Lines) -> Iterator[Choice]:
        state, steps = play.state, hq_steps(play, now)
        for u in self.own(play):
            reduced = state.hex[u] >= 0 and state.steps[u] < play.tables.units[u].steps
            if reduced and self.served(play, now, steps, u):
                yield (REFIT_STEP, u)

    def own(self, play: VistulaPlay) -> Iterator[int]:
        """6.3, A55: combat units of the nation; HQs, columns and aircraft are never replaced."""
        tables = play.tables
        return (u for u in tables.of_side[self.side] if tables.is_combat[u] and tables.nation[u] == self.nation)

    def served(self, play: VistulaPlay, now: Lines, steps: Mapping[int, list[int]], u: int) -> bool:
        """6.3, 10.2: this unit and those refitted before it find an HQ to pass the points on."""
        wishes = [{hq: 0 for hq, row in steps.items() if row[play.state.hex[v]] >= 0} for v in (*self.refitted, u)]
        room = {hq: UNLIMITED if now.hqs[hq] == FULLY else LIMITED for hq in steps}
        return None not in assign(wishes, room)

    def rebuilds(self, play: VistulaPlay, now: Lines) -> Iterator[Choice]:
        dead = [u for u in self.own(play) if play.state.hex[u] == ELIMINATED]
        hexes = sorted(rebuild_hexes(play, self.side, now)) if dead else []
        for u in dead:
            for steps in range(1, min(self.points, play.tables.units[u].steps) + 1):
                yield from ((REBUILD, u, steps, h) for h in hexes)

    def end(self, play: VistulaPlay) -> None:
        """10.2: an HQ that has passed on its one point has none left for the next nation."""
        play.pop()
        after = play.top if play.state.frames else None
        if isinstance(after, Replacements):
            after.refitted = (*after.refitted, *self.refitted)

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        if choice[0] == REFIT_STEP:
            self.refit(play, choice[1])
        else:
            self.points -= choice[2]
            rebuild(play, choice[1], choice[2], choice[3])

    def refit(self, play: VistulaPlay, u: int) -> None:
        self.points -= 1
        self.refitted = (*self.refitted, u)
        play.state.steps[u] += 1
        play.tell("refitted", "6.3#2", unit=play.id(u), steps=play.state.steps[u])

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] not in (REFIT_STEP, REBUILD):
            return None
        u, tables = choice[1], play.tables
        if tables.side[u] != self.side or not tables.is_combat[u]:
            return play.no("6.3#2", "not_replaced", unit=play.id(u))
        if tables.nation[u] != self.nation:
            return play.no("6.3#7", "other_nation", unit=play.id(u))
        return self.refuse_refit(play, u) if choice[0] == REFIT_STEP else self.refuse_rebuild(play, *choice[1:])

    def refuse_refit(self, play: VistulaPlay, u: int) -> Refusal | None:
        if play.state.hex[u] < 0 or play.state.steps[u] == play.tables.units[u].steps:
            return play.no("6.3#2", "not_reduced", unit=play.id(u))
        now = lines(play, self.side)
        reached = [hq for hq, row in hq_steps(play, now).items() if row[play.state.hex[u]] >= 0]
        if not reached:
            return play.no("6.3#3", "no_hq", unit=play.id(u))
        return play.no("10.2#5", "hq_one_point", unit=play.id(u), hq=play.id(reached[0]))

    def refuse_rebuild(self, play: VistulaPlay, u: int, steps: int, h: int) -> Refusal | None:
        if play.state.hex[u] != ELIMINATED:
            return play.no("6.3#2", "not_eliminated", unit=play.id(u))
        if not 1 <= steps <= min(self.points, play.tables.units[u].steps):
            return play.no("6.3#2", "rebuild_steps", unit=play.id(u), steps=steps, points=self.points)
        return rebuild_refusal(play, self.side, h)


def hq_steps(play: VistulaPlay, now: Lines) -> dict[int, list[int]]:
    """6.3, 10.2: lines of any length to each HQ that is supplied itself."""
    return {hq: list(now.steps_to(play.state.hex[hq])) for hq, state in now.hqs.items() if state != UNSUPPLIED}


def rebuild_hexes(play: VistulaPlay, side: int, now: Lines) -> set[int]:
    """6.3, 6.4, 10.2: on or next to a source, or an HQ supplied by rail, where the side holds the hex.

    Next to it not in an enemy zone.
    """
    bases = [h for h in now.sources if play.tables.land[h]]
    bases += [play.state.hex[hq] for hq, state in now.hqs.items() if state == FULLY]
    near = {at for h in bases for at in play.tables.next_to[h]} | {port for _, port in sea_links(play, side)}
    return {h for h in near if can_stand(play, side, h) and not play.in_enemy_zone(side, h)} | {
        h for h in bases if can_stand(play, side, h)
    }


def can_stand(play: VistulaPlay, side: int, h: int) -> bool:
    return play.controls(side, h) and is_open(play, side, h) and play.room(side, h) > 0


def rebuild(play: VistulaPlay, u: int, steps: int, h: int) -> None:
    play.state.steps[u] = steps
    play.state.supply[u] = SUPPLIED
    play.travel((u,), (h,))
    play.put(u, h)
    play.tell("rebuilt", "6.3#4", unit=play.id(u), steps=steps, hex=play.hex_name(h))


def rebuild_refusal(play: VistulaPlay, side: int, h: int) -> Refusal:
    """Why a hex does not take a rebuilt unit."""
    now = lines(play, side)
    bases = {h for h in now.sources if play.tables.land[h]}
    bases |= {play.state.hex[hq] for hq, state in now.hqs.items() if state == FULLY}
    partly = {play.state.hex[hq] for hq, state in now.hqs.items() if state != FULLY}
    near = bases | {at for b in bases for at in play.tables.next_to[b]} | {port for _, port in sea_links(play, side)}
    if h not in near:
        rule = "10.2#5" if any(h == b or h in play.tables.next_to[b] for b in partly) else "6.3#4"
        return play.no(rule, "rebuild_hex", hex=play.hex_name(h))
    if play.controls(side, h) and is_open(play, side, h) and play.room(side, h) <= 0:
        return play.no("4#1", "crowded", hex=play.hex_name(h))
    return play.no("6.3#4", "rebuild_enemy", hex=play.hex_name(h))
