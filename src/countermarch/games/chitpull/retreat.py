"""9.5 Retreats: how far, together or apart, which way, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from countermarch.flow import SideProcedure
from countermarch.games.chitpull.fog import hidden
from countermarch.games.chitpull.losses import SHELTER, Losses, destroy, spares_step, take_step
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import DEFENSIVE, NO_LINE
from countermarch.games.chitpull.tables import FOOT, MECH
from countermarch.games.chitpull.verbs import APART, RETREAT, TOGETHER
from countermarch.mechanics.retreat import Route, best, routes
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

CHOOSING, WALKING, SETTLING = range(3)
ROOM = 2
ALL = 99


def shelter(play: ChitPullPlay, h: int, line: int) -> tuple[str, int]:
    """9.5.7 to 9.5.9: how many hexes of a retreat a settlement or a line cancels, and by which rule."""
    if not play.edition.shelters:
        return "9.5.7", 0
    settlement = play.tables.settlement[h]
    line = line if play.edition.lines_shelter else NO_LINE
    if line and settlement in SHELTER:
        return "9.5.9", ALL
    if line == DEFENSIVE:
        return "9.5.8", ALL
    return "9.5.7", 1 if line or settlement else 0


def spared(play: ChitPullPlay, h: int, line: int) -> tuple[int, int]:
    """9.4.4, 9.5.7 to 9.5.9: steps and hexes of a result that a defender here is spared."""
    return int(spares_step(play, h, line)), shelter(play, h, line)[1]


def hexes_left(play: ChitPullPlay, h: int, hexes: int, line: int) -> int:
    return max(hexes - shelter(play, h, line)[1], 0)


def toll(play: ChitPullPlay, h: int, hexes: int, line: int) -> int:
    """9.5.5: hexes a unit that cannot move pays for; lines spare it as well, unless agreed otherwise."""
    spares = play.agreed.get("immobile_behind_lines") != "lose"
    return hexes_left(play, h, hexes, line if spares else NO_LINE)


def hexes_due(play: ChitPullPlay, h: int, hexes: int, line: int) -> int:
    rule, ignored = shelter(play, h, line)
    left = hexes_left(play, h, hexes, line)
    if hexes and ignored:
        play.tell("retreat_ignored", rule, hex=play.hex_name(h), left=left)
    return left


def apart(units: Sequence[int], hqs: Sequence[int]) -> list[Choice]:
    """9.5.6, 11.1.1: each unit on its own, or with an HQ; units are named in the order of their numbers."""
    alone: list[Choice] = [(APART, u) for u in units]
    return alone + [(APART, *sorted((u, hq))) for u in units for hq in hqs]


def lone_hq_refusal(play: ChitPullPlay, choice: Choice) -> Refusal | None:
    """11.1.1: an HQ does not go alone."""
    if choice[0] != APART or not all(play.tables.is_hq[u] for u in choice[1:]):
        return None
    return play.no("11.1.1", "retreat_hq", unit=play.id(choice[1]))


@dataclass(slots=True)
class Retreat(SideProcedure):
    """9.5.5, 9.5.6: the units of one hex fall back; immobile ones pay, the others go together or apart."""

    side: int
    start: int
    units: tuple[int, ...]
    hexes: int
    defending: bool
    paid: bool
    beyond: int = 0  # hexes of which a line spares only those who could move (9.5.5)
    kind = "option"
    touches = True
    asks = "chitpull.prompt.together"
    answers = "chitpull.action.together"
    cites = ("9.5.6", "11.1.1")

    def here(self, play: ChitPullPlay) -> list[int]:
        return [u for u in self.units if play.state.hex[u] == self.start]

    def mobile(self, play: ChitPullPlay) -> list[int]:
        tables = play.tables
        return [u for u in self.here(play) if tables.is_combat[u] and not tables.is_static[u]]

    def hqs(self, play: ChitPullPlay) -> list[int]:
        return [u for u in self.here(play) if play.tables.is_hq[u]]

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        if not self.paid or not self.hexes:
            return []
        mobile = self.mobile(play)
        if len(mobile) < 2:
            return []
        return [(TOGETHER,), *apart(mobile, self.hqs(play))]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        """11.1.1: an HQ goes with one of the groups."""
        if choice[0] == TOGETHER:
            self.last(play)
        else:
            self.units = tuple(u for u in self.here(play) if u not in choice[1:])
            self.send(play, tuple(choice[1:]))

    def proceed(self, play: ChitPullPlay) -> None:
        if self.paid:
            self.last(play)
        else:
            self.paid = True
            self.pay(play)

    def pay(self, play: ChitPullPlay) -> None:
        """9.5.5: an immobile unit loses a step for every hex."""
        for u in self.here(play):
            if play.tables.is_combat[u] and play.tables.is_static[u]:
                steps = play.price_of_standing(u, self.hexes + self.beyond)
                play.tell_of(u, "cannot_move", "9.5.5", steps=steps)
                for _ in range(min(steps, play.state.steps[u])):
                    take_step(play, u)

    def last(self, play: ChitPullPlay) -> None:
        group = (*self.mobile(play), *self.hqs(play)) if self.hexes and self.mobile(play) else ()
        play.pop()
        if group:
            self.send(play, group)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        return lone_hq_refusal(play, choice)

    def send(self, play: ChitPullPlay, group: tuple[int, ...]) -> None:
        flight = play.edition.flight or Flight
        going = flight(self.side, self.start, group, self.hexes, self.defending, extra=False, path=(), stage=CHOOSING)
        play.push(going)


@dataclass(slots=True)
class Flight(SideProcedure):
    """9.5.1 to 9.5.4, 7.1: one group falls back hex by hex; `extra` is the hex beyond, for want of room."""

    side: int
    start: int
    units: tuple[int, ...]
    hexes: int
    defending: bool
    extra: bool
    path: tuple[int, ...]
    stage: int
    kind = "path"
    asks = "chitpull.prompt.retreat"
    cites = ("9.5.1", "9.5.2", "9.5.3", "9.5.4")
    strongest_pays: ClassVar[bool] = True  # for entering an enemy zone
    pays_by: ClassVar[str] = "9.5.3"
    pays_as: ClassVar[str] = "retreat_zone"
    strongest_short: ClassVar[bool] = False  # for hexes not retreated
    short_by: ClassVar[str] = "9.5.2"

    def alive(self, play: ChitPullPlay) -> list[int]:
        return [u for u in self.units if play.state.hex[u] >= 0]

    def fighters(self, play: ChitPullPlay) -> list[int]:
        return [u for u in self.alive(play) if play.tables.is_combat[u]]

    def at(self, play: ChitPullPlay) -> int:
        return play.state.hex[self.alive(play)[0]]

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        return [(RETREAT, *path) for path in self.ways(play)] if self.stage == CHOOSING else []

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        self.set_out(play, choice[1:])

    def set_out(self, play: ChitPullPlay, path: Route) -> None:
        """Only a group that has somewhere to go has retreated."""
        for battle in (frame for frame in play.state.frames if self.defending and hasattr(frame, "fled")):
            battle.fled = True
        self.hexes -= len(path)
        self.path = path
        self.stage = WALKING
        self.tell(play, "-".join(play.hex_name(h) for h in path))

    def tell(self, play: ChitPullPlay, path: str) -> None:
        """2.1.3: everyone sees who goes on top; the enemy not always who goes below."""
        group, enemy = self.group(play), 1 - self.side
        below = [u for u in group[1:] if hidden(play, u, enemy)]
        play.tell("retreats", "9.5", units=play.ids(u for u in group if u not in below), path=path)
        for u in below:
            play.tell_of(u, "retreats_below", "9.5", path=path)

    def proceed(self, play: ChitPullPlay) -> None:
        if self.stage == CHOOSING:
            self.trapped(play)
        elif self.stage == SETTLING and self.leavers(play):
            play.push(Parting(self.side))
        elif self.stage == SETTLING:
            self.settle(play)
        elif self.path and (self.extra or self.fighters(play)):
            self.walk(play)
        else:
            self.stage = SETTLING
            self.fall_short(play)

    # the way

    def ways(self, play: ChitPullPlay) -> list[Route]:
        """9.5.1 to 9.5.4: the longest ways, then fewest zones, then direction; nobody need overrun an HQ."""
        rank = self.rank(play)
        plain = best(self.routes(play, overrun=False), rank)
        if not self.overruns(play):
            return plain
        every = self.routes(play, overrun=True)
        if every and (not plain or len(every[0]) > len(plain[0])):
            return best(every, rank)
        return plain + [way for way in every if way not in plain and rank(way) <= rank(plain[0])]

    def routes(self, play: ChitPullPlay, overrun: bool) -> list[Route]:
        return self.longest(play, overrun, self.hexes)

    def longest(self, play: ChitPullPlay, overrun: bool, hexes: int) -> list[Route]:
        enemy = 1 - self.side
        bars = play.combat_in if overrun else play.number_in

        def is_open(h: int) -> bool:
            return not bars(enemy, h)

        distance = play.tables.board.grid.distance
        return routes(self.steps(play), distance, self.start, self.at(play), hexes=hexes, is_open=is_open)

    def steps(self, play: ChitPullPlay) -> list[tuple[int, ...]]:
        """9.5.1: where the group can go at all."""
        return play.tables.ways_to[self.mobility(play)]

    def mobility(self, play: ChitPullPlay) -> str:
        """9.5.1: mechanised units keep to what is open to them, and their company with them."""
        return MECH if any(play.tables.is_mech[u] for u in self.alive(play)) else FOOT

    def overruns(self, play: ChitPullPlay) -> bool:
        """9.5, 11.1.4: a combat unit with an attack strength overruns a lone HQ."""
        state, attack = play.state, play.tables.attack
        near = any(state.hqs[(1 - self.side) * play.tables.n + h] for h in self.around(play))
        return near and any(attack[u][state.steps[u]] for u in self.fighters(play))

    def around(self, play: ChitPullPlay) -> tuple[int, ...]:
        return play.tables.board.grid.within(self.at(play), self.hexes)

    def rank(self, play: ChitPullPlay) -> Callable[[Route], tuple[int, ...]]:
        """9.5.3, 9.5.4: enemy zones entered, then hexes in a direction the side should not take."""
        zone, base = play.state.zone, (1 - self.side) * play.tables.n
        grid, wanted = play.tables.board.grid, play.edition.retreat_towards[self.side]
        at = self.at(play)

        def rank(path: Route) -> tuple[int, int]:
            zones = sum(zone[base + h] > 0 for h in path)
            pairs = zip((at, *path), path, strict=False)
            return zones, sum(grid.direction(a, b) not in wanted for a, b in pairs)

        return rank

    def group(self, play: ChitPullPlay) -> list[int]:
        """Those who go, from the top down: HQs lie below."""
        return sorted(self.alive(play), key=lambda u: play.tables.is_hq[u])

    def walk(self, play: ChitPullPlay) -> None:
        """9.5.3, 5.4: the group enters a hex; an enemy zone there costs it one step in all."""
        h, self.path = self.path[0], self.path[1:]
        group = self.group(play)
        for u in group:
            play.enter(u, h)
        for u in reversed(group):
            play.shift(u, h)
        fighters = self.fighters(play)
        if fighters and self.is_dear(play, h):
            play.tell(self.pays_as, self.pays_by, hex=play.hex_name(h))
            play.push(Losses(self.side, tuple(fighters), steps=1, bound=self.strongest_pays, defending=self.defending))

    def is_dear(self, play: ChitPullPlay, h: int, crowd: int = 0) -> bool:
        """9.5.3: whether a hex costs a step when so many more have come."""
        return play.in_enemy_zone(self.side, h)

    # no way, no room

    def trapped(self, play: ChitPullPlay) -> None:
        """9.5.1: a group with nowhere to go pays; one without room where it is, is eliminated (7.1)."""
        self.stage = WALKING
        if self.extra:
            self.hexes = 0
            self.stage = SETTLING
            self.perish(play)

    def fall_short(self, play: ChitPullPlay) -> None:
        """9.5.1, 9.5.2: a step for every hex not retreated, from whom the owner likes."""
        fighters = self.fighters(play)
        if self.hexes and fighters:
            play.tell("retreat_short", self.short_by, hexes=self.hexes, hex=play.hex_name(self.at(play)))
            play.push(Losses(self.side, tuple(fighters), self.hexes, self.strongest_short, defending=self.defending))

    def perish(self, play: ChitPullPlay) -> None:
        h = self.at(play)
        play.tell("no_room", "7.1", units=play.ids(self.units), hex=play.hex_name(h))
        for u in self.fighters(play):
            destroy(play, u)
        for hq in self.alive(play):
            if len(play.hqs_in(h)) > 1:
                play.remove_hq(hq)
        self.units = ()

    def excess(self, play: ChitPullPlay) -> int:
        """7.0, 7.1: how many combat units are too many in the last hex."""
        if not self.fighters(play) or self.at(play) == self.start:
            return 0
        load = play.state.ints[play.load_at + self.side * play.tables.n + self.at(play)]
        return max(load - ROOM, 0)

    def leavers(self, play: ChitPullPlay) -> list[Choice]:
        """9.5.6: who goes on if only some must."""
        fighters, excess = self.fighters(play), self.excess(play)
        if not excess or excess >= len(fighters):
            return []
        hqs = [u for u in self.alive(play) if play.tables.is_hq[u]]
        return apart(fighters, hqs)

    def settle(self, play: ChitPullPlay) -> None:
        alive = self.alive(play)
        if alive and self.excess(play):
            self.go_on(play, tuple(alive))
        elif hqs := self.crowded_hqs(play):
            self.go_on(play, hqs)
        else:
            play.pop()

    def crowded_hqs(self, play: ChitPullPlay) -> tuple[int, ...]:
        """7.1: of two HQs the one that has come goes on."""
        hqs = tuple(u for u in self.alive(play) if play.tables.is_hq[u])
        if not hqs or self.at(play) == self.start or len(play.hqs_in(self.at(play))) < 2:
            return ()
        return hqs

    def go_on(self, play: ChitPullPlay, group: tuple[int, ...]) -> None:
        self.units = tuple(u for u in self.units if u not in group)
        play.push(
            type(self)(
                self.side, self.start, group, hexes=1, defending=self.defending, extra=True, path=(), stage=CHOOSING
            )
        )

    # why not

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != RETREAT or self.stage != CHOOSING:
            return None
        path = choice[1:]
        return self.step_refusal(play, path) or self.rank_refusal(play, path)

    def step_refusal(self, play: ChitPullPlay, path: Route) -> Refusal | None:
        distance = play.tables.board.grid.distance
        bars = play.combat_in if self.overruns(play) else play.number_in
        at = self.at(play)
        for h in path:
            if h not in self.steps(play)[at]:
                return play.no("9.5.1", "retreat_terrain", a=play.hex_name(at), b=play.hex_name(h))
            if bars(1 - self.side, h):
                return play.no("9.5", "retreat_enemy", hex=play.hex_name(h))
            if distance(self.start, h) <= distance(self.start, at):
                return play.no("9.5.2", "retreat_away", hex=play.hex_name(h))
            at = h
        return None

    def rank_refusal(self, play: ChitPullPlay, path: Route) -> Refusal:
        ways, rank = self.ways(play), self.rank(play)
        if len(path) != len(ways[0]):
            return play.no("9.5.2", "retreat_length", hexes=len(ways[0]))
        if rank(path)[0] > rank(ways[0])[0]:
            return play.no("9.5.3", "retreat_zones", fewest=rank(ways[0])[0])
        return play.no("9.5.4", "retreat_direction")

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, units=play.ids(self.alive(play)), hexes=self.hexes)


@dataclass(slots=True)
class Parting(SideProcedure):
    """9.5.6, 7.1: the last hex has room for some of a group only: who goes on."""

    side: int
    kind = "option"
    touches = True
    asks = "chitpull.prompt.part"
    cites = ("9.5.6", "7.1")

    def flight(self, play: ChitPullPlay) -> Flight:
        below: Flight = play.state.frames[-2]
        return below

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        return self.flight(play).leavers(play)

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        flight = self.flight(play)
        play.pop()
        flight.go_on(play, tuple(choice[1:]))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        return lone_hq_refusal(play, choice)

    def prompt(self, play: ChitPullPlay) -> Text:
        flight = self.flight(play)
        return say(self.asks, hex=play.hex_name(flight.at(play)), units=play.ids(flight.fighters(play)))
