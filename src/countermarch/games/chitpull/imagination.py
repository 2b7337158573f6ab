"""2.1.3 What a side may imagine: new dice, and the counters it cannot see laid out by what lies open alone."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

from countermarch import dice
from countermarch.games.chitpull import hipper
from countermarch.games.chitpull.activation import Activation, independents, under
from countermarch.games.chitpull.battle import FallBack
from countermarch.games.chitpull.command import lendable
from countermarch.games.chitpull.fog import forget, most_steps, unseen
from countermarch.games.chitpull.losses import Losses, Staffs
from countermarch.games.chitpull.movement import MovementSegment, lends, name_unit
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves
from countermarch.games.chitpull.retreat import Flight, Parting, Retreat
from countermarch.games.chitpull.state import IDLE, IN_RANGE, LENT, NAMED, NONE, OWN, WITHDRAWING
from countermarch.games.chitpull.tables import HEADQUARTERS
from countermarch.games.chitpull.verbs import LEND
from countermarch.state import Chance

Thing = TypeVar("Thing")
DEALS, WHOLE = 200, 20  # attempts at imagining what is hidden; in so many of them nobody has lost a step
COMBAT_UNITS = 2  # 7.0: to a hex, beside one HQ


def imagine(play: ChitPullPlay, side: int, chance: Chance) -> ChitPullPlay:
    """The same table with new dice, and what this side cannot see dealt out anew: from what it sees and the dice.

    That somebody is asked is seen, too: a deal in which he would not be cannot be the truth, so another is tried. If
    none fits, one that leaves a single answer will do, or the last plays on to its own next decision: the truth is not
    shown.
    """
    out_of_sight, single = unseen(play, side), None
    for deal in range(DEALS):
        twin = play.copy()
        twin.state.chance = chance
        if not out_of_sight:
            return twin
        lay_out(twin, out_of_sight, worn=deal >= WHOLE)
        if is_asked(twin):
            return twin
        single = twin if twin.pending else single
    if single is not None:
        return single
    twin.settle()
    twin.events.clear()
    return twin


def is_asked(play: ChitPullPlay) -> bool:
    """Whether somebody has something to decide where the procedures stand."""
    if not play.state.frames:
        return True
    play.pending = play.top.choices(play)
    return len(play.pending) > 1 or bool(play.pending and play.top.confirms)


def lay_out(play: ChitPullPlay, unseen: Sequence[int], worn: bool = False) -> None:
    """Deal these counters among the places nobody looks into; of each all is forgotten that is not seen."""
    where = play.state.hex[:]
    slots = places(play, unseen)
    stacks = {h: list(play.stack(h)) for h in dict.fromkeys(slot.hex for slot in slots)}
    dealt = Deal(play, slots, unseen).dealt()
    for u in (u for stack in stacks.values() for u in stack):
        play.lift(u, NONE)
    for slot, u in dealt:
        forget(play, u)
        most = most_steps(play, u, slot.below) or play.tables.units[u].steps
        play.state.steps[u] = draw(play, [*range(1, most + 1)]) if worn and most else most
        stacks[slot.hex][slot.at] = u
    for h, stack in stacks.items():
        for u in reversed(stack):
            play.put(u, h)
    call(play, unseen)
    play.check_release()
    play.events.clear()
    if play.state.frames:
        regroup(play, unseen, where)
        take_up(play, unseen)


def draw(play: ChitPullPlay, things: list[Thing]) -> Thing:
    chance = play.state.chance
    return things.pop(dice.draw(chance.key, chance.purpose(play.state.turn, "deal"), len(things)))


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a stack, counted from the top, and how wide a zone may be that lies there."""

    below: int
    hex: int
    at: int


def places(play: ChitPullPlay, unseen: Collection[int]) -> list[Place]:
    breadth, steps = play.tables.breadth, play.state.steps
    found = []
    for h in sorted({play.state.hex[u] for u in unseen}):
        above = 0
        for at, u in enumerate(play.stack(h)):
            if u in unseen:
                found.append(Place(above, h, at))
            else:
                above = breadth[u][steps[u]]
    return found


class Deal:
    """Who lies where: first where HQs lie, then every other place, those that take few first, gets one that may."""

    def __init__(self, play: ChitPullPlay, slots: Sequence[Place], unseen: Sequence[int]) -> None:
        self.play, self.slots, self.unseen = play, slots, frozenset(unseen)
        self.hqs = [u for u in unseen if play.tables.is_hq[u]]
        self.fighters = [u for u in unseen if not play.tables.is_hq[u]]
        self.overfull = [top.flight(play).at(play) for top in play.state.frames[-1:] if isinstance(top, Parting)]

    def dealt(self) -> list[tuple[Place, int]]:
        led = self.staffed()
        others = sorted((slot for slot in self.slots if slot not in led), key=lambda slot: slot.below)
        return [*((slot, self.draw(self.hqs)) for slot in led), *((slot, self.fighter(slot)) for slot in others)]

    def staffed(self) -> list[Place]:
        """7.0, 2.1.3: places for the HQs: where there is no room for a fighter, then too few may lie, then any."""
        last = {slot.hex: slot for slot in self.slots}
        free = [slot for h, slot in last.items() if slot.below == HEADQUARTERS or not self.has_hq(h)]
        chosen = [slot for slot in free if self.number(slot.hex) > self.room(slot.hex)][: len(self.hqs)]
        free = [slot for slot in free if slot not in chosen]
        for below in sorted({slot.below for slot in free}):
            tight = [slot for slot in free if slot.below <= below]
            for _ in range(min(self.lacking(below, chosen), len(tight), len(self.hqs) - len(chosen))):
                chosen.append(self.draw(tight))
                free.remove(chosen[-1])
        free += [slot for slot in self.slots if slot not in chosen and slot not in free]
        return chosen + [self.draw(free) for _ in range(len(self.hqs) - len(chosen))]

    def lacking(self, below: int, led: Sequence[Place]) -> int:
        """How many places under zones no wider than this are left when all fighters who may lie there do."""
        places = sum(slot.below <= below and slot not in led for slot in self.slots)
        return places - sum(most_steps(self.play, u, below) > 0 for u in self.fighters)

    def seen(self, h: int) -> list[int]:
        return [u for u in self.play.stack(h) if u not in self.unseen]

    def has_hq(self, h: int) -> bool:
        return any(self.play.tables.is_hq[u] for u in self.seen(h))

    def number(self, h: int) -> int:
        return sum(slot.hex == h for slot in self.slots)

    def room(self, h: int) -> int:
        """7.0; 7.1: where some of a group must go on, there are too many fighters."""
        if h in self.overfull:
            return self.number(h)
        return COMBAT_UNITS - sum(self.play.tables.is_combat[u] for u in self.seen(h))

    def fighter(self, slot: Place) -> int:
        u = self.draw([u for u in self.fighters if most_steps(self.play, u, slot.below)] or self.fighters[:])
        self.fighters.remove(u)
        return u

    def draw(self, things: list[Thing]) -> Thing:
        return draw(self.play, things)


def call(play: ChitPullPlay, unseen: Collection[int]) -> None:
    """4.2: everybody hears which HQ is activated, and it may have reached any of these."""
    active = play.state.active
    for frame in play.state.frames:
        if isinstance(frame, Activation):
            if frame.hq in unseen:
                frame.haff_in_range = hipper.commands(play, frame.hq)
            for u, own in under(play, frame.hq):
                if u in unseen and active[u] == IDLE:
                    active[u] = OWN if own else IN_RANGE
            for u in play.leaving(frame.side):
                if u in unseen and active[u] in (IDLE, IN_RANGE):
                    active[u] = WITHDRAWING
            name(play, frame.hq, unseen)
    play.forget()


def name(play: ChitPullPlay, hq: int, unseen: Collection[int]) -> None:
    """4.2.1, 4.1.3: as many of these have been named or lent as places are taken that nobody seen has taken."""
    state = play.state
    reached = [u for u in unseen if state.active[u] == IN_RANGE]
    stand(play, NAMED, independents(play, hq) - state.quota, reached)
    free = [u for u in unseen if state.active[u] in (IDLE, IN_RANGE) and lends(play, u)]
    last = max(play.tables.chits, key=lambda chit: state.order[chit.index])
    stand(play, LENT, lendable(last) - state.lendable, free)


def stand(play: ChitPullPlay, standing: int, places: int, able: list[int]) -> None:
    active = play.state.active
    for _ in range(min(places - active.count(standing), len(able))):
        active[draw(play, able)] = standing


def take_up(play: ChitPullPlay, unseen: Collection[int]) -> None:
    """6.1: where nobody is left to be moved, one who was named or lent is in the hand of the enemy just now."""
    segment, state = play.top, play.state
    used = [u for u in unseen if state.active[u] in (NAMED, LENT)]
    if not isinstance(segment, MovementSegment) or not used or segment.choices(play):
        return
    u = draw(play, used)
    lent = state.active[u] == LENT
    state.active[u] = IN_RANGE
    state.quota += not lent
    state.lendable += lent
    play.forget()
    moves = [choice for choice in segment.choices(play) if u in choice[1:2] and lent == (choice[0] == LEND)]
    if moves:
        segment.take(play, draw(play, moves))
    else:
        name_unit(play, u, lent)


def regroup(play: ChitPullPlay, unseen: Collection[int], where: Sequence[int]) -> None:
    """Who is in the hand of the enemy is not known; what befalls a stack befalls whoever lies in it now."""
    frames = play.state.frames
    asked = [frames.pop()] if play.paused else []
    while frames and getattr(frames[-1], "unit", NONE) in unseen:
        frames.pop()
    for frame in frames:
        if isinstance(frame, (Losses, Retreat, Flight)) and not set(frame.units).isdisjoint(unseen):
            frame.units = _regrouped(play, frame.units, unseen, where, combat=isinstance(frame, Losses))
        elif isinstance(frame, ArrivalMoves):
            frame.waiting = tuple(u for u in frame.units if u in unseen or u in frame.waiting)
        elif isinstance(frame, Staffs):
            frame.stood = tuple(group for group in frame.stood if set(group).isdisjoint(unseen))
        elif isinstance(frame, FallBack):
            frame.stacks = tuple((*s[:2], *_regrouped(play, s[2:], unseen, where, combat=False)) for s in frame.stacks)
    frames += asked


def _regrouped(
    play: ChitPullPlay, units: Sequence[int], unseen: Collection[int], where: Sequence[int], combat: bool
) -> tuple[int, ...]:
    hexes = {where[u] for u in units if u in unseen}
    found = [u for u in unseen if play.state.hex[u] in hexes and (play.tables.is_combat[u] or not combat)]
    return (*(u for u in units if u not in unseen), *found)
