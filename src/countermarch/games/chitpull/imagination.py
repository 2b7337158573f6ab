"""2.1.3 What a side may imagine: new dice, and the counters it cannot see laid out by what lies open alone."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from countermarch import dice
from countermarch.games.chitpull import hipper
from countermarch.games.chitpull.activation import Activation
from countermarch.games.chitpull.battle import FallBack
from countermarch.games.chitpull.fog import forget, most_steps, unseen
from countermarch.games.chitpull.losses import Losses, Staffs
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves
from countermarch.games.chitpull.retreat import Flight, Retreat
from countermarch.games.chitpull.state import IDLE, IN_RANGE, NONE, OWN
from countermarch.state import Chance

DEALS = 20  # attempts at imagining what is hidden
COMBAT_UNITS = 2  # 7.0: to a hex, beside one HQ


def imagine(play: ChitPullPlay, side: int, chance: Chance) -> ChitPullPlay:
    """The same table with new dice, and what this side cannot see dealt out anew: from what it sees and the dice.

    A deal in which the present decision would not come up cannot be the truth, so another is tried; if none fits,
    the last one plays on to its own next decision, rather than show the truth.
    """
    out_of_sight = unseen(play, side)
    for _ in range(DEALS):
        twin = play.copy()
        twin.state.chance = chance
        if not out_of_sight:
            return twin
        lay_out(twin, out_of_sight)
        if is_asked(twin):
            return twin
    twin.settle()
    twin.events.clear()
    return twin


def is_asked(play: ChitPullPlay) -> bool:
    """Whether somebody has something to decide where the procedures stand."""
    if not play.state.stack:
        return True
    play.pending = play.top.options(play)
    return len(play.pending) > 1 or bool(play.pending and play.top.confirms)


def lay_out(play: ChitPullPlay, unseen: Sequence[int]) -> None:
    """Deal these counters among the places nobody looks into; of each all is forgotten that is not seen."""
    where = play.state.hex[:]
    slots = places(play, unseen)
    stacks = {h: list(play.stack(h)) for h in dict.fromkeys(slot.hex for slot in slots)}
    for u in (u for stack in stacks.values() for u in stack):
        play.lift(u, NONE)
    for slot, u in Deal(play, stacks, unseen).dealt(slots):
        forget(play, u)
        play.state.steps[u] = most_steps(play, u, slot.below) or play.tables.units[u].steps
        stacks[slot.hex][slot.at] = u
    for h, stack in stacks.items():
        for u in reversed(stack):
            play.put(u, h)
    call(play, unseen)
    play.check_release()
    play.events.clear()
    regroup(play, unseen, where)


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
    """Who lies where: every place in turn, the ones few may lie in first, gets one of those left that may."""

    def __init__(self, play: ChitPullPlay, stacks: dict[int, list[int]], unseen: Sequence[int]) -> None:
        tables = play.tables
        self.play, self.tables = play, tables
        self.unseen = frozenset(unseen)
        self.stacks = stacks
        self.left = list(unseen)
        seen = {h: [u for u in stack if u not in self.unseen] for h, stack in stacks.items()}
        self.led = {h for h, stack in seen.items() if any(tables.is_hq[u] for u in stack)}
        self.room = {h: COMBAT_UNITS - sum(tables.is_combat[u] for u in stack) for h, stack in seen.items()}

    def dealt(self, slots: Iterable[Place]) -> list[tuple[Place, int]]:
        return [(slot, self.draw(slot)) for slot in sorted(slots, key=lambda slot: (self.is_open(slot), slot.below))]

    def is_open(self, slot: Place) -> bool:
        """7.0: whether a combat unit may lie there; the last of a full stack is an HQ."""
        last = slot.at == len(self.stacks[slot.hex]) - 1
        number = sum(u in self.unseen for u in self.stacks[slot.hex])
        return not (last and number > self.room[slot.hex] and slot.hex not in self.led)

    def draw(self, slot: Place) -> int:
        fits = [u for u in self.left if self.fits(u, slot)] or self.left
        chance = self.play.state.chance
        u = fits[dice.draw(chance.key, chance.purpose(self.play.state.turn, "deal"), len(fits))]
        self.left.remove(u)
        if self.tables.is_hq[u]:
            self.led.add(slot.hex)
        return u

    def fits(self, u: int, slot: Place) -> bool:
        if self.tables.is_hq[u]:
            return slot.hex not in self.led
        return self.is_open(slot) and most_steps(self.play, u, slot.below) > 0


def call(play: ChitPullPlay, unseen: Collection[int]) -> None:
    """4.2: everybody hears which HQ is activated, and it may have reached any of these."""
    for frame in play.state.stack:
        if isinstance(frame, Activation):
            if frame.hq in unseen:
                frame.haff_in_range = hipper.commands(play, frame.hq)
            for u, own in play.tables.under[frame.hq]:
                if u in unseen and play.state.active[u] == IDLE:
                    play.state.active[u] = OWN if own else IN_RANGE
    play.forget_movers()


def regroup(play: ChitPullPlay, unseen: Collection[int], where: Sequence[int]) -> None:
    """Who is in the hand of the enemy is not known; what befalls a stack befalls whoever lies in it now."""
    stack = play.state.stack
    while getattr(stack[-1], "unit", NONE) in unseen:
        stack.pop()
    for frame in stack:
        if isinstance(frame, (Losses, Retreat, Flight)) and not set(frame.units).isdisjoint(unseen):
            frame.units = _regrouped(play, frame.units, unseen, where, isinstance(frame, Losses))
        elif isinstance(frame, ArrivalMoves):
            frame.waiting = tuple(u for u in frame.units if u in unseen or u in frame.waiting)
        elif isinstance(frame, Staffs):
            frame.stood = tuple(group for group in frame.stood if set(group).isdisjoint(unseen))
        elif isinstance(frame, FallBack):
            frame.stacks = tuple((*s[:2], *_regrouped(play, s[2:], unseen, where, False)) for s in frame.stacks)


def _regrouped(
    play: ChitPullPlay, units: Sequence[int], unseen: Collection[int], where: Sequence[int], combat: bool
) -> tuple[int, ...]:
    hexes = {where[u] for u in units if u in unseen}
    found = [u for u in unseen if play.state.hex[u] in hexes and (play.tables.is_combat[u] or not combat)]
    return (*(u for u in units if u not in unseen), *found)
