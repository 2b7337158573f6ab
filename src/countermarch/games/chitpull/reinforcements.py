"""8.0 Reinforcements: how counters come onto the map, and the move they make at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from countermarch import kernels
from countermarch.flow import SideProcedure
from countermarch.games.chitpull.cup import add_chit
from countermarch.games.chitpull.movement import Destination, stuck_refusal
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import ELIMINATED, HAFF, RESERVE, SUPPLIED
from countermarch.games.chitpull.tables import TRIGGER, Chit
from countermarch.games.chitpull.verbs import DONE, MOVE, PLACE, REMOVE
from countermarch.games.chitpull.ways import modes
from countermarch.kernels import Ints
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


def arrive(play: ChitPullPlay, side: int) -> None:
    """8.0, 8.0.3: what is due this turn enters and moves."""
    where = play.state.hex
    units = [u for u in play.tables.of_side[side] if where[u] == RESERVE and is_due(play, u)]
    ships = [u for u in units if play.tables.units[u].kind == "naval"]
    for ship in ships:
        sail(play, ship)
    enter(play, side, [u for u in units if u not in ships])


def is_due(play: ChitPullPlay, u: int) -> bool:
    """By the turn track, or, for Mikosch, once a Soviet unit has come near Königsberg (14.1.2)."""
    arrival = play.tables.arrivals[u]
    return play.summoned() if arrival.when == TRIGGER else play.due(u) == play.state.turn


def sail(play: ChitPullPlay, ship: int) -> None:
    """11.4(1): into the Haff, whoever stands on its shores."""
    play.state.hex[ship] = HAFF
    play.tell("sails", "11.4(1)", unit=play.id(ship))


def enter(play: ChitPullPlay, side: int, units: Sequence[int], area: str = "") -> None:
    """Bring these units in, each at its own area unless one is named; who has none was not to come."""
    areas = {u: area or play.tables.arrivals[u].entry for u in units}
    coming = tuple(u for u in units if areas[u])
    if coming:
        play.push((play.edition.entry or Entry)(side, coming, "".join(areas[u] for u in coming), 0))


def is_closed(play: ChitPullPlay, side: int, h: int) -> bool:
    """5.3, 8.0.3: enemies stand there or reach it with a zone of control, friends or not."""
    state, at = play.state, (1 - side) * play.tables.n + h
    return bool(state.zone[at] or state.combat[at] or state.hqs[at])


def closed_hexes(play: ChitPullPlay, side: int) -> Ints:
    """5.3, 8.0.3: the same of every hex at once, for floods."""
    enemy = (1 - side) * play.tables.n
    zone, combat, hqs = play.zone_at + enemy, play.combat_at + enemy, play.hqs_at + enemy  # each closes by itself
    return kernels.closed(play.state, play.tables.n, hqs, (zone, combat), friends=(zone, combat))


@dataclass(slots=True)
class Entry(SideProcedure):
    """8.0, 8.0.3: unit after unit is laid on its entry hex, or along the same map edge if that is closed."""

    side: int
    units: tuple[int, ...]
    areas: str  # the entry area of each
    at: int
    kind = "place"
    asks = "chitpull.prompt.enter"
    cites: ClassVar[tuple[str, ...]] = ("8.0", "8.0.3", "5.3")

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, unit=play.id(self.units[self.at]), area=self.areas[self.at])

    def entry(self, play: ChitPullPlay) -> int:
        return play.places.entries[self.areas[self.at]]

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        if self.at == len(self.units) or not is_closed(play, self.side, self.entry(play)):
            return []
        detours = play.tables.detours[self.areas[self.at]]
        return [(PLACE, self.units[self.at], h) for h in detours if not is_closed(play, self.side, h)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        self.at += 1
        lay(play, choice[1], choice[2])

    def proceed(self, play: ChitPullPlay) -> None:
        if self.at == len(self.units):
            play.pop()
            self.finish(play)
            return
        u, h = self.units[self.at], self.entry(play)
        self.at += 1
        if is_closed(play, self.side, h):
            turn_away(play, u, h)
        else:
            lay(play, u, h)

    def finish(self, play: ChitPullPlay) -> None:
        play.push(ArrivalMoves(self.side, self.units, self.units))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != PLACE or choice[1] != self.units[self.at]:
            return None
        h = choice[2]
        if h != self.entry(play) and h not in play.tables.detours[self.areas[self.at]]:
            return play.no("8.0.3", "not_on_edge", hex=play.hex_name(h), entry=play.hex_name(self.entry(play)))
        if play.number_in(1 - self.side, h):
            return play.no("8.0.3", "entry_enemy", hex=play.hex_name(h))
        return play.no("5.3", "entry_zone", hex=play.hex_name(h))


def lay(play: ChitPullPlay, u: int, h: int) -> None:
    """8.0, 8.0.1, 8.1: in supply, over-stacked if need be, an HQ with its chit."""
    play.state.supply[u] = SUPPLIED
    play.enter(u, h)
    play.put(u, h)
    play.tell("enters", "8.0", unit=play.id(u), hex=play.hex_name(h))
    if play.tables.is_hq[u]:
        join(play, play.tables.chits[play.tables.chit_of[play.tables.units[u].formation]])


def join(play: ChitPullPlay, chit: Chit) -> None:
    """8.1: an HQ's chit comes with it, or waits for its own turn where an edition says so."""
    if not play.edition.chits_wait or play.chit_due(chit) <= play.state.turn:
        add_chit(play, chit.index)


def turn_away(play: ChitPullPlay, u: int, h: int) -> None:
    """8.0.4: what cannot enter anywhere is lost."""
    play.tell("cannot_enter", "8.0.4", unit=play.id(u), hex=play.hex_name(h))
    lose(play, u)


def lose(play: ChitPullPlay, u: int) -> None:
    if play.tables.is_hq[u]:
        play.remove_hq(u)
    else:
        play.lift(u, ELIMINATED)
        play.state.steps[u] = 0


@dataclass(slots=True)
class ArrivalMoves(SideProcedure):
    """7.1, 8.0: what has come may move once, in any mode; stacks must be legal when all is done."""

    side: int
    units: tuple[int, ...]
    waiting: tuple[int, ...]  # those that have not moved
    kind = "unit"
    asks = "chitpull.prompt.arrival"
    answers = "chitpull.action.arrival"
    cites = ("8.0", "8.0.1", "7.1")
    arrives = True
    moves_by = "8.0"
    parts_by = "8.0.1"

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        found: list[Choice] = [(MOVE, u, mode) for u in self.waiting if play.on_map(u) for mode in modes(play, u)]
        movable = {choice[1] for choice in found}
        surplus = [u for u in self.units if in_surplus(play, u)]
        found += [(REMOVE, u) for u in surplus if not self.may_clear(play, u, movable)]
        if found and not surplus:
            found.append((DONE,))
        return found

    def may_clear(self, play: ChitPullPlay, u: int, movable: set[int]) -> bool:
        """Whether this unit, or one of its like stacked with it, can still leave the hex."""
        is_hq, at = play.tables.is_hq, play.state.hex
        return any(is_hq[other] == is_hq[u] and at[other] == at[u] for other in movable)

    def do(self, play: ChitPullPlay, choice: Choice) -> None:
        if choice[0] == REMOVE:
            play.tell("crowded_out", "7.1", unit=play.id(choice[1]))
            lose(play, choice[1])
        else:
            self.waiting = tuple(u for u in self.waiting if u != choice[1])
            play.push(Destination(self.side, choice[1], choice[2], True))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] == DONE:
            return play.no(self.parts_by, "overstacked")
        if choice[0] == REMOVE:
            return self.refuse_removal(play, choice[1])
        if choice[0] != MOVE:
            return None
        if choice[1] not in self.waiting:
            return play.no(self.moves_by, "not_arriving", unit=play.id(choice[1]))
        return stuck_refusal(play, choice[1], choice[2])

    def refuse_removal(self, play: ChitPullPlay, u: int) -> Refusal:
        if u in self.units and in_surplus(play, u):
            return play.no("7.1", "can_disperse", unit=play.id(u))
        return play.no("7.1", "no_surplus", unit=play.id(u))


def in_surplus(play: ChitPullPlay, u: int) -> bool:
    """7.0: whether its hex holds more of its like than may stay."""
    h = play.state.hex[u]
    if h < 0:
        return False
    at = play.tables.side[u] * play.tables.n + h
    return play.state.hqs[at] > 1 if play.tables.is_hq[u] else play.state.ints[play.load_at + at] > 2
