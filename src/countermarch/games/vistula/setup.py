"""13 Set-up: free within the lines of the red front, the Germans first."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from countermarch.flow import Procedure, SideProcedure
from countermarch.games.base import GameError
from countermarch.games.vistula import turn
from countermarch.games.vistula.columns import hexes_near
from countermarch.games.vistula.matching import fit, still_open
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN, PHASES, POOL, READY, RESERVE, SIDES, TRAY
from countermarch.games.vistula.supply import hqs_on_map, is_open
from countermarch.games.vistula.verbs import FILL, PLACE, REDUCE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

COLUMNS = ("13#5", "13.1#7")  # where columns begin, by side
Flow = dict[str, Counter[int]]


def set_up(play: VistulaPlay) -> None:
    """13.1, 13.3: whatever has one place goes there; the rest waits in the trays."""
    state, tables = play.state, play.tables
    state.turn, state.phase = 1, PHASES.index("setup")
    for h in range(tables.n):
        if tables.land[h]:
            state.control[h] = 1 + (ALLIED if h in play.places.allied else GERMAN)
    for u, unit in enumerate(tables.units):
        state.steps[u] = unit.steps
        _lay(play, u)
    play.rebuild_maps()
    play.push(Deployment(0))


def _lay(play: VistulaPlay, u: int) -> None:
    arrival, kind = play.tables.arrivals[u], play.tables.units[u].kind
    if arrival.hex:
        play.put(u, play.tables.board.grid.index(arrival.hex))
    elif arrival.zone:
        play.state.hex[u] = TRAY
    elif arrival.turn:
        play.state.hex[u] = RESERVE
    else:
        play.state.hex[u] = READY if kind == "air" else POOL


# where a counter may go


def zone_hexes(play: VistulaPlay, zone: str) -> list[int]:
    """13: the hexes of a group: on its stretch of front, or so many hexes behind it on its own side of the line."""
    spec = play.tables.zones[zone]
    side = SIDES.index(spec.side)
    if spec.line:
        return list(spec.hexes)
    near = {h for hq in hqs_on_map(play, side) for h in hexes_near(play, hq) if play.controls(side, h)}
    if side == GERMAN:
        near |= {h for h in play.places.sources[side] if play.controls(side, h)}
    return sorted(near)


@dataclass(frozen=True, slots=True)
class Room:
    """What is still to be placed, where it may go, what each hex still holds, and one way to fit it all in."""

    units: Mapping[str, list[int]]
    allowed: Mapping[str, list[int]]
    room: Mapping[int, int]
    flow: Flow | None

    def open(self) -> Mapping[str, set[int]]:
        """Where one of each group may go now so that all the others still find room."""
        return {} if self.flow is None else still_open(self.flow, self.allowed, self.room)


def room_left(play: VistulaPlay, side: int) -> Room:
    """13: the trays of a side."""
    tables, units = play.tables, defaultdict[str, list[int]](list)
    for u in tables.of_side[side]:
        if play.state.hex[u] == TRAY and not tables.is_lc[u]:
            units[tables.arrivals[u].zone].append(u)
    allowed = {zone: zone_hexes(play, zone) for zone in units}
    room = {h: max(0, play.room(side, h)) for h in sorted(set().union(*allowed.values()))}
    flow = fit({zone: len(row) for zone, row in units.items()}, allowed, room)
    return Room(units, allowed, room, flow)


def can_finish(play: VistulaPlay, side: int) -> bool:
    """13: whether all that is in the tray of a side can be placed, each in a hex that is open."""
    rows = [zone_hexes(play, zone) for zone in {play.tables.arrivals[u].zone for u in tray(play, side)}]
    closed = not all(rows) or any(not is_open(play, side, h) for row in rows for h in row)
    return not closed and room_left(play, side).flow is not None


# the procedures


@dataclass(slots=True)
class Deployment(Procedure):
    """13.1: the Germans set up first, then the Allies; then the first turn begins."""

    step: int

    def proceed(self, play: VistulaPlay) -> None:
        at = self.step
        self.step += 1
        if at == len(SIDES):
            play.pop()
            turn.first_turn(play)
            return
        play.push(SetUp(at))
        for zone, spec in play.tables.zones.items():
            if spec.side == SIDES[at]:
                play.push(Reduced(at, zone, spec.reduced))


@dataclass(slots=True)
class SetUp(SideProcedure):
    """13, 13.1: counter after counter from the tray, as long as the rest can still be placed; or as proposed."""

    side: int
    kind = "place"
    asks = "vistula.prompt.setup"
    cites = ("13#2", "13#3", "13#5", "4#1")

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, number=len(tray(play, self.side)))

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if not tray(play, self.side):
            return []
        return [(FILL,), *self.placements(play)]

    def placements(self, play: VistulaPlay) -> list[Choice]:
        left = room_left(play, self.side)
        free = left.open()
        found: list[Choice] = []
        for zone, units in left.units.items():
            hexes = sorted(free.get(zone, ()))
            found += [(PLACE, u, h) for u in units for h in hexes]
        for u in next_column(play, self.side):
            found += [(PLACE, u, h) for h in zone_hexes(play, play.tables.arrivals[u].zone)]
        return found

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        if choice[0] == PLACE:
            place(play, choice[1], choice[2])
        else:
            fill(play, self.side)

    def allows(self, play: VistulaPlay, choice: Choice) -> bool:
        """Columns are all alike: one is listed for all, and any of them may be named."""
        return choice[0] == PLACE and play.tables.is_lc[choice[1]] and self.refuse(play, choice) is None

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != PLACE:
            return None
        u = choice[1]
        if play.tables.side[u] != self.side:
            return play.no("13.1#2", "setup_side", unit=play.id(u))
        if play.state.hex[u] != TRAY:
            return play.no("13.1#4" if self.side == GERMAN else "13.1#6", "setup_placed", unit=play.id(u))
        return refusal(play, u, choice[2])


def tray(play: VistulaPlay, side: int) -> list[int]:
    return [u for u in play.tables.of_side[side] if play.state.hex[u] == TRAY]


def next_column(play: VistulaPlay, side: int) -> list[int]:
    """Columns are all alike: the first in the tray stands for all."""
    return [u for u in play.tables.columns[side] if play.state.hex[u] == TRAY][:1]


def refusal(play: VistulaPlay, u: int, h: int) -> Refusal | None:
    """13: why a counter may not be placed there."""
    zone = play.tables.arrivals[u].zone
    spec, name = play.tables.zones[zone], play.hex_name(h)
    if h not in zone_hexes(play, zone):
        if play.tables.is_lc[u]:
            return play.no(COLUMNS[play.tables.side[u]], "setup_column", unit=play.id(u), hex=name)
        rule = "13#2" if spec.distance == "0" else "13#3"
        return play.no(rule, "setup_zone", unit=play.id(u), hex=name, line=spec.line)
    if play.tables.is_lc[u]:
        return None
    if play.room(play.tables.side[u], h) <= 0:
        return play.no("4#1", "crowded", hex=name)
    return play.no("13#2", "setup_stuck", unit=play.id(u), hex=name)


def place(play: VistulaPlay, u: int, h: int) -> None:
    play.put(u, h)
    rule = COLUMNS[play.tables.side[u]] if play.tables.is_lc[u] else "13#2"
    play.tell("placed", rule, unit=play.id(u), hex=play.hex_name(h))


def fill(play: VistulaPlay, side: int) -> None:
    """13: what is left in the tray goes where the proposal has it, or where there is room."""
    tables = play.tables
    units = [u for u in tray(play, side) if not tables.is_lc[u]]
    if proposal_fits(play, side, units):
        for u in units:
            place(play, u, tables.proposal[u])
    for u in tray(play, side):
        wanted, zone = tables.proposal.get(u), tables.arrivals[u].zone
        hexes = zone_hexes(play, zone) if tables.is_lc[u] else sorted(room_left(play, side).open()[zone])
        place(play, u, wanted if wanted in hexes else hexes[0])


def proposal_fits(play: VistulaPlay, side: int, units: list[int]) -> bool:
    """Whether all of them can go where the proposal has them, which spares asking for one after the other."""
    tables = play.tables
    if any(tables.proposal.get(u) not in zone_hexes(play, tables.arrivals[u].zone) for u in units):
        return False
    load = Counter(tables.proposal[u] for u in units)
    return all(number <= play.room(side, h) for h, number in load.items())


@dataclass(slots=True)
class Reduced(SideProcedure):
    """13: so many two-step units of a group begin reduced; the owner says which."""

    side: int
    zone: str
    left: int
    kind = "unit"
    asks = "vistula.prompt.reduced"
    cites = ("13#4",)

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, number=self.left)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        tables, steps = play.tables, play.state.steps
        own = (u for u in tables.of_side[self.side] if tables.arrivals[u].zone == self.zone)
        return [(REDUCE, u) for u in own if steps[u] == 2] if self.left else []

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        self.left -= 1
        play.set_steps(choice[1], 1)
        play.tell("set_up_reduced", "13#4", unit=play.id(choice[1]))


# set-ups as text


def written(play: VistulaPlay, side: int) -> str:
    """Where a side's counters of the set-up stand, a line a counter, stacks from the bottom up."""
    own = [u for u in play.tables.of_side[side] if play.tables.arrivals[u].zone and play.on_map(u)]
    own.sort(key=lambda u: (play.state.hex[u], play.level(u)))
    return "".join(f"{play.id(u)} {play.hex_name(play.state.hex[u])}\n" for u in own)


def read(play: VistulaPlay, text: str) -> list[Choice]:
    """The placements that such a text stands for, to be played one after the other."""
    return [_placement(play, number, line.split()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]


def _placement(play: VistulaPlay, number: int, words: list[str]) -> Choice:
    tables = play.tables
    if len(words) != 2 or words[0] not in tables.index or words[1] not in tables.numbers:
        raise GameError(say("vistula.error.setup_line", number=number, said=" ".join(words)))
    return (PLACE, tables.index[words[0]], tables.board.grid.index(words[1]))
