"""1.2d, 12.2, 12.3 Refugees: where they appear, how they flee, and what becomes of them on the road."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from countermarch import kernels
from countermarch.flow import SideProcedure
from countermarch.games.chitpull.events import more_volkssturm
from countermarch.games.chitpull.fog import unseen
from countermarch.games.chitpull.movement import go
from countermarch.games.chitpull.reinforcements import closed_hexes
from countermarch.games.chitpull.state import GERMAN, NONE, REMOVED, RESERVE, SOVIET
from countermarch.games.chitpull.tables import HALF, REFUGEE_SIDES
from countermarch.games.chitpull.verbs import DONE, PLACE, STRATEGIC
from countermarch.games.chitpull.ways import allowance, path_cost
from countermarch.games.koenigsberg45.play import RefugeePlay
from countermarch.games.koenigsberg45.verbs import DRIVE, FLEE, PAY
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

FROM_THE_FRONT = 5  # 12.2a
STEPS = 3  # 12.2a
FROM_GERMAN_HQS = 2  # RET.5, RET.9
TO_PLACE = 2


# what the map says


def cities(play: RefugeePlay) -> tuple[int, ...]:
    """12.2a: Königsberg and Elbing."""
    return play.places.sudden_death


def colour(play: RefugeePlay) -> int:
    """12.2a: the side of the counters the turn track asks for, as the number of their steps."""
    return 1 + REFUGEE_SIDES.index(play.tables.refugee_sides[play.state.turn - 1])


def is_free(play: RefugeePlay, h: int) -> bool:
    """12.2a, 12.2b: neither refugees nor combat units of anybody; HQs do not matter."""
    n, state = play.tables.n, play.state
    return not (state.crowd[h] or state.combat[h] or state.combat[n + h])


def from_soviets(play: RefugeePlay) -> array[int]:
    """12.2a: hexes to the Soviet front line, that is to the nearest combat unit."""
    where, tables = play.state.hex, play.tables
    front = [where[u] for u in tables.of_side[SOVIET] if tables.is_combat[u] and where[u] >= 0]
    return kernels.flood(tables.every_hex, tables.nothing_closed, closed_at=0, seeds=front, limit=-1)


def free_sites(play: RefugeePlay, road_hexes: Iterable[int]) -> list[int]:
    """Those of these road hexes where refugees may lie; not the cities they flee to."""
    ends = cities(play)
    return [h for h in road_hexes if h not in ends and is_free(play, h)]


def sites(play: RefugeePlay) -> list[int]:
    """12.2a: five hexes before the front line; if there is no such road hex, the nearest farther away (RE-1).

    What lay behind the Soviets when the game began is not before their front, whatever gap they leave in it.
    """
    steps, home, rear = from_soviets(play), to_cities(play), play.tables.soviet_rear
    for distance in range(FROM_THE_FRONT, max(steps) + 1):
        ahead = [h for h in play.tables.road_hexes if steps[h] == distance and home[h] >= 0 and h not in rear]
        found = free_sites(play, ahead)
        if found:
            return found
    return []


def to_cities(play: RefugeePlay) -> array[int]:
    """12.2a: steps overland to a city past every Soviet unit and zone; -1 behind the Soviet front."""
    return kernels.flood(play.tables.supply_net, closed_hexes(play, GERMAN), closed_at=0, seeds=cities(play), limit=-1)


def ways(play: RefugeePlay, u: int) -> list[int]:
    """12.2a, 12.2d: up to three road hexes, each nearer to one of the cities; zones do not matter (RE-2)."""
    found: set[int] = set()
    for city in cities(play):
        found |= _towards(play, play.state.hex[u], city)
    return sorted(found)


def _towards(play: RefugeePlay, start: int, city: int) -> set[int]:
    steps, exits = play.tables.road_steps(city), play.tables.road_net.exits
    edge, found = {start}, set()
    for _ in range(STEPS):
        onward = {to for h in edge for to in exits[h] if 0 <= steps[to] < steps[h]}
        edge = {h for h in onward if h == city or is_free(play, h)}
        found |= edge
    return found


def settle(play: RefugeePlay, u: int, h: int) -> None:
    """12.2a, 12.2e: lay a counter on a road; in a city it is out of the way and may be used again."""
    play.lift(u, RESERVE)
    if h not in cities(play):
        play.state.steps[u] = colour(play)
        play.put(u, h)


# the segment


def deploy(play: RefugeePlay) -> None:
    """1.2d: a new counter first, then those that lay there before (RE-6)."""
    earlier = tuple(u for u in play.refugees if play.on_map(u))
    play.push(Exodus(SOVIET, earlier))
    play.push(Appearing(SOVIET, 1))


@dataclass(slots=True)
class Appearing(SideProcedure):
    """12.2a: refugees appear on a road, so many counters one after the other."""

    side: int
    left: int
    kind = "place"
    asks = "chitpull.prompt.refugees"
    cites: ClassVar[tuple[str, ...]] = ("koenigsberg45 12.2a", "koenigsberg45 12.2b")
    elsewhere: ClassVar[str] = "refugees_front"  # why not on another free road hex

    def spare(self, play: RefugeePlay) -> list[int]:
        return [u for u in play.refugees if play.state.hex[u] == RESERVE]

    def sites(self, play: RefugeePlay) -> list[int]:
        return sites(play)

    def choices(self, play: RefugeePlay) -> list[Choice]:
        spare = self.spare(play) if self.left else []
        return [(PLACE, spare[0], h) for h in self.sites(play)] if spare else []

    def take(self, play: RefugeePlay, choice: Choice) -> None:
        self.left -= 1
        settle(play, choice[1], choice[2])
        play.tell("refugees_appear", self.rule, unit=play.id(choice[1]), hex=play.hex_name(choice[2]))

    @property
    def rule(self) -> str:
        return "koenigsberg45 12.2a"

    def refuse(self, play: RefugeePlay, choice: Choice) -> Refusal | None:
        if choice[0] != PLACE or choice[1] not in self.spare(play):
            return None
        h = choice[2]
        if not play.tables.on_road[h] or not play.tables.land[h] or h in cities(play):
            return play.no(self.rule, "refugees_road", hex=play.hex_name(h))
        if not is_free(play, h):
            return play.no("koenigsberg45 12.2b", "refugees_stack", hex=play.hex_name(h))
        return play.no(self.rule, self.elsewhere, hex=play.hex_name(h))

    def prompt(self, play: RefugeePlay) -> Text:
        return say(self.asks, left=self.left)


@dataclass(slots=True)
class AppearingByEvent(Appearing):
    """RET.5, RET.9: an event brings them."""

    event: str  # its rule
    cites = ("RET.5", "RET.9", "koenigsberg45 12.2b")
    elsewhere: ClassVar[str] = "refugees_near_hq"

    def sites(self, play: RefugeePlay) -> list[int]:
        return far_from_hqs(play)

    @property
    def rule(self) -> str:
        return self.event


def far_from_hqs(play: RefugeePlay) -> list[int]:
    """RET.5, RET.9: at least two hexes from every German HQ (RE-7), and under fog from wherever one may lie (0.1e)."""
    around, where, is_hq = play.tables.board.grid.within, play.state.hex, play.tables.is_hq
    out_of_sight = unseen(play, SOVIET)
    veiled = out_of_sight if any(is_hq[u] for u in out_of_sight) else []
    seen = [hq for hq in play.tables.hqs[GERMAN] if where[hq] >= 0 and hq not in veiled]
    near = {h for u in (*seen, *veiled) for h in around(where[u], FROM_GERMAN_HQS - 1)}
    return free_sites(play, [h for h in play.tables.road_hexes if h not in near])


@dataclass(slots=True)
class Exodus(SideProcedure):
    """12.2a: the earlier counters are moved towards the cities, or left, and turned to the side of this turn."""

    side: int
    waiting: tuple[int, ...]
    kind = "place"
    asks = "chitpull.prompt.flee"
    answers = "chitpull.action.flee"
    cites = ("koenigsberg45 12.2a", "koenigsberg45 12.2d", "koenigsberg45 12.2e")

    def choices(self, play: RefugeePlay) -> list[Choice]:
        found: list[Choice] = [(FLEE, u, h) for u in self.waiting if play.on_map(u) for h in ways(play, u)]
        if found:
            found.append((DONE,))
        return found

    def do(self, play: RefugeePlay, choice: Choice) -> None:
        _, u, h = choice
        self.waiting = tuple(other for other in self.waiting if other != u)
        settle(play, u, h)
        key, rule = ("refugees_safe", "12.2e") if h in cities(play) else ("refugees_flee", "12.2a")
        play.tell(key, f"koenigsberg45 {rule}", unit=play.id(u), hex=play.hex_name(h))

    def end(self, play: RefugeePlay) -> None:
        for u in self.waiting:
            play.state.steps[u] = colour(play)
        play.pop()

    def refuse(self, play: RefugeePlay, choice: Choice) -> Refusal | None:
        if choice[0] != FLEE:
            return None
        _, u, h = choice
        if u not in self.waiting:
            return play.no("koenigsberg45 12.2a", "refugees_moved", unit=play.id(u))
        if h not in cities(play) and not is_free(play, h):
            return play.no("koenigsberg45 12.2b", "refugees_stack", hex=play.hex_name(h))
        return play.no("koenigsberg45 12.2a", "refugees_way", unit=play.id(u), hex=play.hex_name(h))


# on the road


@dataclass(slots=True)
class March(SideProcedure):
    """12.2c, 12.3: a Soviet move that meets refugees, hex by hex: pay for making way, or drive through them."""

    side: int
    unit: int
    path: tuple[int, ...]
    mode: int
    arriving: bool
    passed: tuple[int, ...] = ()  # hexes with refugees for which the unit pays
    driven: tuple[int, ...] = ()
    kind = "option"
    touches = True
    asks = "chitpull.prompt.interception"
    answers = "chitpull.action.interception"
    cites = ("koenigsberg45 12.2c", "koenigsberg45 12.3")

    def ahead(self, play: RefugeePlay) -> int:
        """The next hex with refugees about which nothing is said, or none."""
        settled = (*self.passed, *self.driven)
        return next((h for h in self.path if h in play.clogged and h not in settled), NONE)

    def choices(self, play: RefugeePlay) -> list[Choice]:
        if self.ahead(play) == NONE:
            return []
        return [(PAY,), (DRIVE,)] if self.pay_refusal(play) is None else [(DRIVE,)]

    def take(self, play: RefugeePlay, choice: Choice) -> None:
        if choice[0] == PAY:
            self.passed += (self.ahead(play),)
        else:
            self.driven += (self.ahead(play),)

    def proceed(self, play: RefugeePlay) -> None:
        play.pop()
        for h in self.driven:
            drive_through(play, self.unit, h)
        go(play, self.unit, self.path, self.mode, arriving=self.arriving)

    def spare(self, play: RefugeePlay) -> int:
        """Half points the way itself leaves over."""
        walked = path_cost(play, self.unit, self.mode, self.path)
        assert not isinstance(walked, Refusal)
        spent = sum(int(step.cost * HALF) for step in walked) + len(self.passed) * play.penalty(self.unit)
        return allowance(play, self.unit) * HALF - spent

    def pay_refusal(self, play: RefugeePlay) -> Refusal | None:
        """12.2b, 12.2c, 4.4a(2): no combat unit stays among refugees or passes them by strategic movement."""
        h, fights = self.ahead(play), play.tables.is_combat[self.unit]
        if fights and (h == self.path[-1] or self.mode == STRATEGIC):
            rule = "6.4.1(3)" if self.mode == STRATEGIC else "koenigsberg45 12.2b"
            return play.no(rule, "refugees_stack", hex=play.hex_name(h))
        if self.spare(play) < play.penalty(self.unit):
            return play.no("koenigsberg45 12.2c", "refugees_pay", unit=play.id(self.unit), hex=play.hex_name(h))
        return None

    def refuse(self, play: RefugeePlay, choice: Choice) -> Refusal | None:
        return self.pay_refusal(play) if choice[0] == PAY else None

    def prompt(self, play: RefugeePlay) -> Text:
        return say(self.asks, unit=play.id(self.unit), hex=play.hex_name(self.ahead(play)))


def drive_through(play: RefugeePlay, u: int, h: int) -> None:
    """12.3: the counter is gone for good, and the Germans have one more Volkssturm, two at most."""
    for refugees in play.refugees:
        if play.state.hex[refugees] == h:
            play.lift(refugees, REMOVED)
    play.tell("driven_through", "koenigsberg45 12.3", unit=play.id(u), hex=play.hex_name(h))
    more_volkssturm(play, "koenigsberg45 12.3")


def appear_by_event(play: RefugeePlay, rule: str) -> None:
    """RET.5, RET.9: two counters, one to a hex."""
    play.tell("refugees_event", rule)
    play.push(AppearingByEvent(SOVIET, TO_PLACE, rule))
