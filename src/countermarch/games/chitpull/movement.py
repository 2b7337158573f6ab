"""6.0 The movement segment: activated units move one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, IDLE, IN_RANGE, LENT, NAMED, OWN
from countermarch.games.chitpull.verbs import DONE, LEND, MOVE, RAIL, TO
from countermarch.games.chitpull.ways import can_move, ends, mobile, mode_refusal, mode_text, path_cost, way_to, why_not
from countermarch.notation import Choice, EachHex
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

_DONE: Choice = (DONE,)


def march(play: ChitPullPlay, u: int, path: Sequence[int], mode: int) -> None:
    """Carry a move out: every hex on the way is entered, the last one occupied."""
    start, name = play.state.hex[u], play.tables.numbers
    end = path[-1]
    play.travel(u, play.entered(path, mode))
    play.tell(
        "moved",
        "6.1",
        unit=play.id(u),
        start=name[start],
        path=tuple(map(name.__getitem__, path)),
        hex=name[end],
        mode=mode_text(mode),
    )
    play.shift(u, end)
    play.state.moved[u] = 1
    if not play.room_for(u, end):
        play.shut(end)


def go(play: ChitPullPlay, u: int, path: Sequence[int], mode: int, arriving: bool) -> None:
    """A move from beginning to end; those who arrive bring their fuel."""
    march(play, u, path, mode)
    if play.state.no_gas and not arriving:
        burn_fuel(play, u, mode)


def burn_fuel(play: ChitPullPlay, u: int, mode: int) -> None:
    """2.5.3: after NO GAS a full-strength German mechanised unit loses a step when its move is over."""
    tables = play.tables
    if not play.state.no_gas or (mode == RAIL and play.edition.rail_spares_fuel):
        return
    if tables.side[u] == GERMAN and tables.is_mech[u] and play.state.steps[u] == 2 and play.on_map(u):
        play.tell("no_gas_step", "2.5.3", unit=play.id(u))
        play.lose_step(u)


@dataclass(slots=True)
class MovementSegment(SideProcedure):
    """6.0, 6.1: the activated units move one after the other, each at most once, or not at all."""

    side: int
    kind = "unit"
    asks = "chitpull.prompt.move"
    answers = "chitpull.action.move"
    cites = ("6.0", "6.1")

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        state = play.state
        found: list[Choice] = []
        active, moved, where, quota, known = state.active, state.moved, state.hex, state.quota, play.mobile
        for u in play.pool(self.side):
            if not moved[u] and where[u] >= 0 and (active[u] == OWN or (active[u] == IN_RANGE and quota)):
                found += known.get(u) or mobile(play, u)
        if state.lendable:
            found += self.lent(play)
        if found:
            found.append(_DONE)
        return found

    def lent(self, play: ChitPullPlay) -> list[Choice]:
        """4.1.3: independents that army group may move, wherever they are."""
        state = play.state
        idle = [u for u in play.tables.of_side[self.side] if state.active[u] in (IDLE, IN_RANGE) and lends(play, u)]
        free = [u for u in idle if state.hex[u] >= 0 and not state.moved[u]]
        modes = play.edition.lent_modes
        return [(LEND, u, mode) for u in free for _, _, mode in mobile(play, u) if mode in modes]

    def do(self, play: ChitPullPlay, choice: Choice) -> None:
        verb, u, mode = choice
        name_unit(play, u, verb == LEND)
        play.push(Destination(self.side, u, mode, False))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] not in (MOVE, LEND):
            return None
        u, mode = choice[1], choice[2]
        refusal = activation_refusal(play, u, self.side, choice[0] == LEND)
        if refusal is None and choice[0] == LEND and mode not in play.edition.lent_modes:
            refusal = play.no("4.1.3", "lent_mode", unit=play.id(u), mode=mode_text(mode))
        return refusal or stuck_refusal(play, u, mode)


def lends(play: ChitPullPlay, u: int) -> bool:
    """4.1.3: army group moves independent units, the dual ones among them."""
    return play.is_independent(u) and not play.tables.is_static[u] and play.may_act(u)


def name_unit(play: ChitPullPlay, u: int, lent: bool) -> None:
    """4.2.1: an independent that is used takes one of the places the HQ has for them."""
    state = play.state
    if lent:
        state.active[u] = LENT
        state.lendable -= 1
    elif state.active[u] == IN_RANGE:
        state.active[u] = NAMED
        state.quota -= 1


def activation_refusal(play: ChitPullPlay, u: int, side: int, lent: bool) -> Refusal | None:
    state, tables = play.state, play.tables
    if tables.side[u] != side:
        return play.no("4.0", "not_yours", unit=play.id(u))
    if state.hex[u] < 0:
        return play.no("4.0", "off_map", unit=play.id(u))
    if state.moved[u]:
        return play.no("6.1", "moved", unit=play.id(u))
    if lent:
        free = state.lendable and state.active[u] in (IDLE, IN_RANGE) and lends(play, u)
        return None if free else play.bar(u) or play.no("4.1.3", "not_lent", unit=play.id(u))
    return command_refusal(play, u)


def command_refusal(play: ChitPullPlay, u: int) -> Refusal | None:
    """4.2: why the activated HQ does not activate a unit."""
    state, tables, unit = play.state, play.tables, play.tables.units[u]
    if state.active[u] != IDLE:
        spent = state.active[u] == IN_RANGE and not state.quota
        return play.no("4.2.1", "quota", unit=play.id(u)) if spent else None
    barred = play.bar(u)
    if barred is not None:
        return barred
    hq = active_hq(play, tables.side[u])
    if hq is not None and unit.front != tables.units[hq].front:
        return play.no("2.1.4", "other_front", unit=play.id(u))
    if hq is not None and u not in tables.commands[hq] and not play.is_freed(u):
        if play.is_orphan(u):
            return play.no("4.2", "hq_is_lost", unit=play.id(u))
        return play.no("4.2.1", "other_formation", unit=play.id(u))
    return play.no("4.2.6", "out_of_command", unit=play.id(u))


def active_hq(play: ChitPullPlay, side: int) -> int | None:
    """The HQ of the present activation."""
    return next((u for u in play.pool(side) if play.tables.is_hq[u] and play.state.active[u] == OWN), None)


def stuck_refusal(play: ChitPullPlay, u: int, mode: int) -> Refusal | None:
    if can_move(play, u, mode):
        return None
    return mode_refusal(play, u, mode) or play.no("6.1.2", "stuck", unit=play.id(u), mode=mode_text(mode))


@dataclass(slots=True)
class Destination(SideProcedure):
    """6.1: where the chosen unit goes; another path than the cheapest is named with `via`."""

    side: int
    unit: int
    mode: int
    arriving: bool
    kind = "hex"
    asks = "chitpull.prompt.to"
    cites = ("6.1.1", "6.1.2")

    def choices(self, play: ChitPullPlay) -> Sequence[Choice]:
        return EachHex(TO, ends(play, self.unit, self.mode))

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        play.pop()
        via = len(choice) > 2
        path = [*choice[2:], choice[1]] if via else way_to(play, self.unit, self.mode, choice[1])
        if play.edition.march is not None and play.interrupts(self.unit, path, self.mode):
            play.push(play.edition.march(self.side, self.unit, tuple(path), self.mode, arriving=self.arriving))
        else:
            go(play, self.unit, path, self.mode, arriving=self.arriving)

    def allows(self, play: ChitPullPlay, choice: Choice) -> bool:
        return choice[0] == TO and len(choice) > 2 and self.refuse(play, choice) is None

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != TO:
            return None
        refusal = why_not(play, self.unit, choice[1], self.mode)
        if refusal is not None or len(choice) == 2:
            return refusal
        walked = path_cost(play, self.unit, self.mode, [*choice[2:], choice[1]])
        return walked if isinstance(walked, Refusal) else None

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, unit=play.id(self.unit), mode=mode_text(self.mode))
