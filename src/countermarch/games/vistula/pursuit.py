"""8.4 to 8.6 After combat: the German advance, Front Breakthrough, and exploitation by reserves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import ClassVar

from countermarch.flow import SideProcedure
from countermarch.games.base import Step
from countermarch.games.vistula import ways
from countermarch.games.vistula.losses import orphan
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN
from countermarch.games.vistula.tables import HALF
from countermarch.games.vistula.verbs import ADVANCE, DONE, EXPLOIT, REGULAR, TO
from countermarch.kernels import NOWHERE, ONE_HEX_AT_LEAST, Reach
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first
from countermarch.texts import Text, say


def begin(play: VistulaPlay, side: int, target: int, units: tuple[int, ...], surplus: int, alone: bool = False) -> None:
    """8.4, 8.5, 10.4: who may follow into a hex left empty; `alone`: only an HQ stood there."""
    if not can_enter(play, target):
        return
    if side == GERMAN:
        play.push(Advance(side, target, units))
        return
    if surplus:
        play.tell("breakthrough", "8.5#1", hex=play.hex_name(target), points=surplus)
    agreed = play.options["allied_advance"] == "on"
    if agreed:
        play.push(Advance(side, target, tuple(u for u in units if not play.tables.is_mobile[u])))
    if surplus or alone or agreed:
        play.push(Breakthrough(side, target, tuple(u for u in units if play.tables.is_mobile[u]), surplus))


def overrun(play: VistulaPlay, side: int, target: int, units: tuple[int, ...], mobile: bool) -> None:
    """10.4: an HQ attacked alone is eliminated without a die."""
    play.tell("hq_overrun", "10.4#1", units=play.ids(units), hex=play.hex_name(target))
    orphan(play, 1 - side, target)
    if not mobile:
        begin(play, side, target, units, surplus=0, alone=True)


def can_enter(play: VistulaPlay, h: int) -> bool:
    return not (play.tables.lake[h] and not play.frozen())


@dataclass(slots=True)
class Advance(SideProcedure):
    """8.4: any number of the attackers may enter the hex, whatever zones lie over it."""

    side: int
    target: int
    units: tuple[int, ...]
    kind = "unit"
    asks = "vistula.prompt.advance"
    answers = "vistula.action.advance"
    cites = ("8.4", "3.2#2")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if play.room(self.side, self.target) <= 0:
            return []
        found: list[Choice] = [(ADVANCE, u) for u in self.units]
        return [*found, (DONE,)]

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        u = choice[1]
        self.units = tuple(other for other in self.units if other != u)
        play.bring(u, [self.target])
        play.tell("advanced", "8.4", unit=play.id(u), hex=play.hex_name(self.target))

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        return play.no("8.4", "not_advancing", unit=play.id(choice[1])) if choice[0] == ADVANCE else None

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.target))


# 8.5


def beyond(play: VistulaPlay, u: int, start: int, half: int) -> Reach:
    """8.5, 8.6: where a unit may go on from a hex, zones ignored."""
    return ways.search(play, (u,), REGULAR, half, flags=0, start=start)


def entry_cost(play: VistulaPlay, u: int, target: int) -> int:
    return ways.cost(ways.price(play, (u,), REGULAR, play.state.hex[u], b=target) or ())


@dataclass(slots=True)
class Breakthrough(SideProcedure):
    """8.5: armour, mechanised troops and cavalry of the attack have the surplus losses as movement points each."""

    side: int
    target: int
    units: tuple[int, ...]
    points: int
    kind = "unit"
    asks = "vistula.prompt.breakthrough"
    answers = "vistula.action.breakthrough"
    cites = ("8.5#1", "8.5#2")

    def left(self, play: VistulaPlay, u: int) -> int:
        """8.5#3: the attacked hex comes first and is paid for, but can always be entered."""
        return self.points * HALF - entry_cost(play, u, self.target)

    def may(self, play: VistulaPlay, u: int) -> bool:
        """4: a full hex can be passed, if there is a way on."""
        if play.room(self.side, self.target) > 0:
            return True
        return bool(beyond(play, u, self.target, self.left(play, u)).hexes)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        found: list[Choice] = [(ADVANCE, u) for u in self.units if self.may(play, u)]
        return [*found, (DONE,)]

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        u = choice[1]
        half = self.left(play, u)
        self.units = tuple(other for other in self.units if other != u)
        play.bring(u, [self.target])
        play.tell("broke_through", "8.5#3", unit=play.id(u), hex=play.hex_name(self.target))
        play.push(Onward(self.side, u, half))

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != ADVANCE:
            return None
        u = choice[1]
        if u in self.units:
            return play.no("4#1", "full", hex=play.hex_name(self.target))
        return play.no("8.5#2", "not_breaking", unit=play.id(u))

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.target), points=self.points)


class Pursuer(SideProcedure):
    """8.5, 8.6: who goes on after combat, whatever zones lie there."""

    __slots__ = ()
    kind = "hex"
    unit: int
    by: ClassVar[str]  # the rule that lets him go on

    def ends(self, play: VistulaPlay) -> dict[int, int]:
        """Where it may end, with the costs in half points."""
        raise AssertionError("each goes its own way")

    def way(self, play: VistulaPlay, h: int) -> list[int]:
        raise AssertionError("each goes its own way")

    def walked(self, play: VistulaPlay, path: Sequence[int]) -> tuple[Step, ...] | None:
        """A path step by step, None if it cannot be paid for or is not such a path."""
        raise AssertionError("each goes its own way")

    def allows(self, play: VistulaPlay, choice: Choice) -> bool:
        return choice[0] == TO and self.refuse(play, choice) is None

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        """Why it may not go there, or not that way."""
        if choice[0] != TO:
            return None
        h, via = choice[1], choice[2:]
        if play.here(1 - self.side, h):
            return play.no(self.by, "enemy", hex=play.hex_name(h))
        if play.room(self.side, h) <= 0:
            return play.no("4#1", "full", hex=play.hex_name(h))
        path = [play.state.hex[self.unit], *via, h]
        steps = pairwise(path) if via else ()
        barred = first(ways.ground_refusal(play, (self.unit,), REGULAR, a, b=b) for a, b in steps)
        if barred is None and via and self.walked(play, path[1:]) is not None:
            return None
        return barred or play.no(self.by, "beyond_reach", hex=play.hex_name(h))

    def go(self, play: VistulaPlay, choice: Choice, told: str) -> None:
        """To the hex as named, or the cheapest way."""
        path = [*choice[2:], choice[1]] if len(choice) > 2 else self.way(play, choice[1])
        play.pop()
        play.bring(self.unit, path)
        play.tell(told, self.by, unit=play.id(self.unit), hex=play.hex_name(path[-1]))


@dataclass(slots=True)
class Onward(Pursuer):
    """8.5: beyond the hex just taken, at normal cost, past any zone; four may stay in a hex."""

    side: int
    unit: int
    half: int
    by = "8.5#3"
    asks = "vistula.prompt.onward"
    answers = "vistula.action.onward"
    cites = ("8.5#3", "8.5#4")

    def reach(self, play: VistulaPlay) -> Reach:
        return beyond(play, self.unit, play.state.hex[self.unit], self.half)

    def ends(self, play: VistulaPlay) -> dict[int, int]:
        found = self.reach(play)
        return dict(zip(found.hexes, found.costs, strict=True))

    def way(self, play: VistulaPlay, h: int) -> list[int]:
        return self.reach(play).path(h)

    def walked(self, play: VistulaPlay, path: Sequence[int]) -> tuple[Step, ...] | None:
        return ways.paid(play, (self.unit,), REGULAR, path, left=self.half, minimum=False)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        found: list[Choice] = [(TO, h) for h in self.ends(play)]
        fits = play.room(self.side, play.state.hex[self.unit]) >= 0
        return [*found, (DONE,)] if fits else found

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        self.go(play, choice, "broke_through")

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, unit=play.id(self.unit), left=self.half / HALF)


# 8.6


def reserve_refusal(play: VistulaPlay, u: int) -> Refusal | None:
    """8.6: who may exploit."""
    state, tables = play.state, play.tables
    if tables.side[u] != ALLIED or not tables.is_mobile[u] or not play.on_map(u):
        return play.no("8.6#1", "exploit_kind", unit=play.id(u))
    if state.fought[u] or state.exploited[u]:
        return play.no("8.6#1", "exploit_fought", unit=play.id(u))
    if play.near_enemy(ALLIED, state.hex[u]):
        return play.no("8.6#1", "exploit_near", unit=play.id(u))
    return None


def exploit_points(play: VistulaPlay, u: int) -> int:
    """8.6#3: half of the allowance, fractions up, in half points."""
    return -(-ways.allowance(play, u) // 2) * HALF


def exploits(play: VistulaPlay, u: int, target: int) -> tuple[dict[int, int], Reach, Reach]:
    """8.6#4: the ends through the cleared hex with their costs, the way to it and the ways beyond."""
    half = exploit_points(play, u)
    to = ways.search(play, (u,), REGULAR, half, flags=ONE_HEX_AT_LEAST, most=ways.ANY_NUMBER)
    if target not in to:
        return {}, to, NOWHERE
    spent = to.cost(target)
    on = beyond(play, u, target, half - spent)
    ends = {h: spent + cost for h, cost in zip(on.hexes, on.costs, strict=True) if h != play.state.hex[u]}
    if play.room(ALLIED, target) > 0:
        ends[target] = spent
    return dict(sorted(ends.items())), to, on


@dataclass(slots=True)
class Exploitation(SideProcedure):
    """8.6: reserves that have not fought and stand clear of the enemy go through the gap."""

    side: int
    target: int
    kind = "unit"
    asks = "vistula.prompt.exploit"
    answers = "vistula.action.exploit"
    cites = ("8.6#1", "8.6#2")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        distance, gap, where = play.tables.board.grid.distance, self.target, play.state.hex
        mobile = [u for u in play.tables.of_side[self.side] if play.tables.is_mobile[u] and where[u] >= 0]
        near = [u for u in mobile if distance(where[u], gap) * HALF <= exploit_points(play, u)]
        ready = [u for u in near if reserve_refusal(play, u) is None]
        found: list[Choice] = [(EXPLOIT, u) for u in ready if exploits(play, u, gap)[0]]
        return [*found, (DONE,)]

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        play.push(ThroughTheGap(self.side, choice[1], self.target))

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != EXPLOIT:
            return None
        far = play.no("8.6#3", "exploit_far", unit=play.id(choice[1]), hex=play.hex_name(self.target))
        return reserve_refusal(play, choice[1]) or far


@dataclass(slots=True)
class ThroughTheGap(Pursuer):
    """8.6#4: to the cleared hex or on from there, past any zone."""

    side: int
    unit: int
    target: int
    by = "8.6#4"
    asks = "vistula.prompt.gap"
    cites = ("8.6#3", "8.6#4")

    def ends(self, play: VistulaPlay) -> dict[int, int]:
        return exploits(play, self.unit, self.target)[0]

    def way(self, play: VistulaPlay, h: int) -> list[int]:
        _, to, on = exploits(play, self.unit, self.target)
        return to.path(self.target) + (on.path(h) if h != self.target else [])

    def walked(self, play: VistulaPlay, path: Sequence[int]) -> tuple[Step, ...] | None:
        half = exploit_points(play, self.unit)
        return ways.paid(play, (self.unit,), REGULAR, path, left=half, minimum=True) if self.target in path else None

    def choices(self, play: VistulaPlay) -> list[Choice]:
        return [(TO, h) for h in self.ends(play)]

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        play.state.exploited[self.unit] = 1
        self.go(play, choice, "exploited")

    def prompt(self, play: VistulaPlay) -> Text:
        half = exploit_points(play, self.unit) / HALF
        return say(self.asks, unit=play.id(self.unit), hex=play.hex_name(self.target), left=half)
