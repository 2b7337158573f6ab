"""5.1 to 5.7, 10.2 Supply: lines of communication, how well HQs are supplied, whom they supply, and the check."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from countermarch import kernels
from countermarch.flow import Procedure, SideProcedure
from countermarch.games.counters import NONE
from countermarch.games.vistula.matching import assign
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN, OUT_OF_SUPPLY, OVER_EXTENDED, SUPPLIED
from countermarch.games.vistula.verbs import ASSIGN, SLOT
from countermarch.kernels import Ints, Net
from countermarch.mechanics.lines import ANY_LENGTH, follow
from countermarch.notation import Choice
from countermarch.rulebook import Refusal

LENGTH = (10, 8)  # 5.2, 5.3: hexes of a line, by side
UNSUPPLIED, PARTLY, FULLY = range(3)  # 10.2: an HQ without LOC, with one, with one that is all railway
HQ_STATES = ("unsupplied", "partly", "fully")
SLOTS = (0, 10, 18)  # 10.2: Allied units that an HQ supplies in each state
NEAR, FAR = 0, 1  # 5.6: within the length of a line, or over-extended
AUTO, EACH = range(2)
EVENTS = {SUPPLIED: "in_supply", OUT_OF_SUPPLY: "out_of_supply", OVER_EXTENDED: "over_extended"}
RULES = {SUPPLIED: "5.7#2", OUT_OF_SUPPLY: "5.5#1", OVER_EXTENDED: "5.6"}


@dataclass(frozen=True, slots=True)
class Lines:
    """A side's lines of communication as they run now; steps are -1 where there is no line."""

    net: Net
    closed: Ints
    sources: tuple[int, ...]
    by_loc: array[int]  # steps to a source
    by_rail: array[int]  # steps to a source, all of them along railways
    hqs: Mapping[int, int]  # the HQs on the map and how well each is supplied

    def steps_to(self, h: int) -> array[int]:
        """5.1: steps of a line to that hex from every other."""
        return kernels.flood(self.net, self.closed, closed_at=0, seeds=[h], limit=ANY_LENGTH)


def lines(play: VistulaPlay, side: int) -> Lines:
    closed = closed_to(play, side)
    links = sea_links(play, side)
    net, rail = (play.tables.loc_net(along, play.frozen(), links) for along in (False, True))
    bases = sources(play, side, closed)
    by_loc, by_rail = (kernels.flood(way, closed, closed_at=0, seeds=bases, limit=ANY_LENGTH) for way in (net, rail))
    hqs = {hq: _hq_state(by_loc, by_rail, play.state.hex[hq]) for hq in hqs_on_map(play, side)}
    return Lines(net, closed, tuple(bases), by_loc, by_rail=by_rail, hqs=hqs)


def _hq_state(by_loc: Sequence[int], by_rail: Sequence[int], h: int) -> int:
    """10.2: fully supplied along railways alone, partly by any other line, else not at all."""
    return FULLY if by_rail[h] >= 0 else PARTLY if by_loc[h] >= 0 else UNSUPPLIED


def hqs_on_map(play: VistulaPlay, side: int) -> list[int]:
    return [hq for hq in play.tables.hqs[side] if play.on_map(hq)]


def sea_links(play: VistulaPlay, side: int) -> tuple[tuple[int, int], ...]:
    """5.2: the German sources at sea, each with a port that the Germans hold; a line passes as if they touched."""
    return tuple(link for link in play.places.lanes if play.controls(side, link[1])) if side == GERMAN else ()


def is_open(play: VistulaPlay, side: int, h: int) -> bool:
    """A hex where a unit of this side may be laid down: dry, no enemies, not held by the Western Allies."""
    return play.tables.solid[play.frozen()][h] and not play.here(1 - side, h) and not play.state.shut[h]


def closed_to(play: VistulaPlay, side: int) -> Ints:
    """3.3, 5.1: hexes with enemy units, or in enemy zones unless a friendly unit stands there; and 11.2."""
    n, foe = play.tables.n, 1 - side
    enemies, friends = (play.here_at + foe * n, play.shut_at), play.load_at + side * n
    return kernels.closed(play.state, n, play.zone_at + foe * n, enemies, friends=(friends, friends))


def sources(play: VistulaPlay, side: int, closed: Ints) -> list[int]:
    """5.2, 5.3: the side's sources while it holds them and they are free; one at sea while a port is open to it."""
    held = [h for h in sorted(play.places.sources[side]) if play.controls(side, h) and not closed.ints[h]]
    return held + sorted({lane for lane, port in sea_links(play, side) if not closed.ints[port]})


# what each unit is left with


@dataclass(frozen=True, slots=True)
class Needs:
    """Who has a line to a source of its own, and what HQs the others could use, near (0) or far (1)."""

    direct: frozenset[int]
    wishes: Mapping[int, Mapping[int, int]]
    room: Mapping[int, int]


def needs(play: VistulaPlay, side: int) -> Needs:
    """5.2, 5.3, 5.6: a line within its length to a source, or else to an HQ that is supplied itself."""
    now, where = lines(play, side), play.state.hex
    units = [u for u in play.tables.of_side[side] if play.tables.is_combat[u] and where[u] >= 0]
    direct = frozenset(u for u in units if 0 <= now.by_loc[where[u]] <= LENGTH[side])
    steps = {hq: now.steps_to(where[hq]) for hq, state in now.hqs.items() if state != UNSUPPLIED}
    wishes = {u: _wishes(side, steps, where[u]) for u in units if u not in direct}
    return Needs(direct, wishes, {hq: _room(side, len(units), now.hqs[hq]) for hq in steps})


def _wishes(side: int, steps: Mapping[int, Sequence[int]], h: int) -> dict[int, int]:
    """5.6: an Allied line to an HQ may be longer than it should; a German one may not (5.2)."""
    found = {hq: NEAR if row[h] <= LENGTH[side] else FAR for hq, row in steps.items() if row[h] >= 0}
    return found if side == ALLIED else {hq: price for hq, price in found.items() if price == NEAR}


def _room(side: int, everybody: int, state: int) -> int:
    """5.2, 5.3, 10.2: German HQs supply any number, Allied ones as many as their own supply allows."""
    return SLOTS[state] if side == ALLIED else everybody


def shared_out(found: Needs, given: Mapping[int, int]) -> dict[int, int]:
    """10.2: the HQ of each unit that gets one: those already given, then as many others as possible."""
    room = {hq: slots - sum(1 for other in given.values() if other == hq) for hq, slots in found.room.items()}
    rest = [u for u in found.wishes if u not in given]
    slots = assign([found.wishes[u] for u in rest], room)
    return {**given, **{u: hq for u, hq in zip(rest, slots, strict=True) if hq is not None}}


def too_few(found: Needs, shared: Mapping[int, int]) -> bool:
    """10.2: whether more slots would leave somebody better off."""
    return any(
        u not in shared or wishes[shared[u]] > min(wishes.values()) for u, wishes in found.wishes.items() if wishes
    )


def verdicts(found: Needs, shared: Mapping[int, int]) -> dict[int, int]:
    """5.5, 5.6: the state of every unit, given who draws on which HQ."""
    states = dict.fromkeys(found.direct, SUPPLIED)
    for u, wishes in found.wishes.items():
        states[u] = OUT_OF_SUPPLY if u not in shared else SUPPLIED if wishes[shared[u]] == NEAR else OVER_EXTENDED
    return states


def status_now(play: VistulaPlay, side: int) -> dict[int, int]:
    """What a check held now would make of each unit of a side on the map, slots shared out by themselves."""
    found = needs(play, side)
    return verdicts(found, shared_out(found, {}))


# the check


def check(play: VistulaPlay) -> None:
    """5.7: mark who cannot trace a line, and free who can again."""
    play.push(SupplyCheck(0))


@dataclass(slots=True)
class SupplyCheck(Procedure):
    """5.7: at the end of the turn, Allies first."""

    step: int

    def proceed(self, play: VistulaPlay) -> None:
        if self.step == 2:
            play.pop()
            return
        side = (ALLIED, GERMAN)[self.step]
        self.step += 1
        found = needs(play, side)
        shared = shared_out(found, {})
        if too_few(found, shared):
            play.push(Assignment(side, False, ()))
        else:
            mark(play, found, shared)


def mark(play: VistulaPlay, found: Needs, shared: Mapping[int, int]) -> None:
    """5.5, 5.7: markers come and go."""
    state = play.state
    for u, verdict in sorted(verdicts(found, shared).items()):
        state.hq[u] = shared.get(u, NONE)
        if state.supply[u] != verdict:
            state.supply[u] = verdict
            play.tell(EVENTS[verdict], RULES[verdict], unit=play.id(u))


@dataclass(slots=True)
class Assignment(SideProcedure):
    """10.2: too few slots for everybody; the owner says who draws on which HQ, or lets them be shared out."""

    side: int
    each: bool
    given: tuple[tuple[int, int], ...]
    kind = "unit"
    asks = "vistula.prompt.assign"
    cites = ("10.2#3", "10.2#5", "E5.3#2")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if not self.each:
            return [(ASSIGN, AUTO), (ASSIGN, EACH)]
        return [(ASSIGN, AUTO), *((SLOT, u, hq) for u, hq in self.free(needs(play, self.side)))]

    def free(self, found: Needs) -> Iterator[tuple[int, int]]:
        given = dict(self.given)
        taken = list(given.values())
        for u, wishes in found.wishes.items():
            if u not in given:
                yield from ((u, hq) for hq in wishes if taken.count(hq) < found.room[hq])

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        if choice[0] == SLOT:
            self.given = (*self.given, (choice[1], choice[2]))
        elif choice[1] == EACH:
            self.each = True
        else:
            play.pop()
            found = needs(play, self.side)
            mark(play, found, shared_out(found, dict(self.given)))

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != SLOT or not self.each:
            return None
        u, hq = choice[1], choice[2]
        now, found = lines(play, self.side), needs(play, self.side)
        if hq not in now.hqs or u in dict(self.given):
            return None
        if now.hqs[hq] == UNSUPPLIED:
            return play.no("10.2#6", "hq_unsupplied", unit=play.id(hq))
        if u in found.direct:
            return play.no("E5.3#1", "no_slot_needed", unit=play.id(u))
        if u not in found.wishes:
            return None
        if hq not in found.wishes[u]:
            return play.no("5.1#2", "no_loc", unit=play.id(u), hq=play.id(hq))
        rule = "10.2#3" if now.hqs[hq] == FULLY else "10.2#5"
        return play.no(rule, "hq_full", unit=play.id(hq), slots=found.room[hq])


def trace(play: VistulaPlay, u: int) -> list[int] | None:
    """5.1: the hexes of a line from a unit to the source or HQ it draws on; None if it has none."""
    side, h = play.tables.side[u], play.state.hex[u]
    now = lines(play, side)
    if play.tables.is_hq[u]:
        return follow(now.net.exits, now.by_loc, h) if now.by_loc[h] >= 0 else None
    if 0 <= now.by_loc[h] <= LENGTH[side]:
        return follow(now.net.exits, now.by_loc, h)
    found = needs(play, side)
    hq = shared_out(found, {}).get(u)
    return None if hq is None else follow(now.net.exits, now.steps_to(play.state.hex[hq]), h)
