"""7. The movement phase: units and stacks move one after the other; German stacks may attack on the way (7.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.base import Step
from countermarch.games.vistula import assault, interdiction
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN
from countermarch.games.vistula.tables import HALF
from countermarch.games.vistula.verbs import ASSAULT, ATTACK, DONE, LEAVE, MOVE, MOVES, REGULAR, STRATEGIC, TO
from countermarch.games.vistula.ways import (
    Group,
    can_move,
    goes_far,
    has_door,
    mode_text,
    obstacle,
    paid,
    points,
    reach,
    walk,
    why_not,
)
from countermarch.kernels import NOWHERE as NO_REACH
from countermarch.kernels import Reach
from countermarch.notation import Choice
from countermarch.rulebook import Refusal, first
from countermarch.texts import Text, say

TO_HEX: tuple[Choice, ...] = tuple((TO, h) for h in range(4096))
_DONE: Choice = (DONE,)
SEGMENT = ("2#3", "2#2")  # whose phases a segment holds, by side


def begin(play: VistulaPlay, side: int) -> None:
    """A movement phase begins: nobody of the side has moved, and what is held now is held for long."""
    play.settle_control()
    for u in play.tables.of_side[side]:
        play.state.moved[u] = 0
    play.push(MovementPhase(side))


def march(play: VistulaPlay, units: Sequence[int], path: Sequence[int], mode: int) -> None:
    """Carry a move out: every hex on the way is entered, the last one occupied."""
    start = play.state.hex[units[0]]
    play.travel(units, path)
    for u in units:
        play.shift(u, path[-1])
        play.state.moved[u] = 1
    play.tell(
        "moved",
        "7.1#1",
        units=play.ids(units),
        start=play.hex_name(start),
        hex=play.hex_name(path[-1]),
        path=tuple(play.hex_name(h) for h in path),
        mode=mode_text(mode),
    )


# who may move


def waiting(play: VistulaPlay, side: int, h: int) -> list[int]:
    """The counters of a hex that have not moved."""
    tables, moved = play.tables, play.state.moved
    return sorted(u for u in play.stack(h) if tables.side[u] == side and tables.on_ground[u] and not moved[u])


def movers(play: VistulaPlay, side: int, h: int) -> list[Choice]:
    """Each counter of a hex, all that can go, and the armour by itself; other groups are legal too, if not listed."""
    known = play.mobile.get(h)
    if known is None:
        known, settled = _movers(play, side, h)
        if settled:
            play.mobile[h] = known
    return known


def _movers(play: VistulaPlay, side: int, h: int) -> tuple[list[Choice], bool]:
    here = waiting(play, side, h)
    groups: list[Group] = [(u,) for u in here]
    if len(here) > 1:
        groups.append(tuple(here))
        armour = tuple(u for u in here if play.tables.is_armoured[u] or play.tables.is_lc[u])
        if side == GERMAN and 1 < len(armour) < len(here):
            groups.append(armour)
    found: list[Choice] = []
    settled = True
    for units in groups:
        for verb, mode in MOVES.items():
            if mode == STRATEGIC and not goes_far(play, units):
                continue
            near = has_door(play, units, mode)
            settled &= near
            if near or may_move(play, units, mode):
                found.append((verb, *units))
    return found, settled


def may_move(play: VistulaPlay, units: Group, mode: int) -> bool:
    """Anywhere at all, or into a mobile attack from where the group stands."""
    return can_move(play, units, mode) or (mode == REGULAR and bool(assault.targets(play, units, 0)))


@dataclass(slots=True)
class MovementPhase(SideProcedure):
    """7.1: units and stacks move one after the other, each at most once, or not at all.

    `window`: before the next Allied move the Germans may strike (12.4), unless they have declined for the phase.
    """

    side: int
    window: bool = True
    declined: bool = False
    kind = "units"
    asks = "vistula.prompt.move"
    answers = "vistula.action.move"
    cites = ("7.1#1", "7.1#3")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if self.side == ALLIED and self.window and not self.declined and interdiction.possible(play):
            return []
        where, moved, known = play.state.hex, play.state.moved, play.mobile
        found: list[Choice] = []
        for h in sorted({where[u] for u in play.tables.of_side[self.side] if not moved[u]}):
            if h >= 0:
                found += known.get(h) or movers(play, self.side, h)
        if self.side == GERMAN and not moved[play.tables.navy] and stations(play):
            found.append((MOVE, play.tables.navy))
        found.append(_DONE)
        return found

    def proceed(self, play: VistulaPlay) -> None:
        """12.4: the phase has begun, or a move is over."""
        self.window = False
        play.push(interdiction.Window(GERMAN))

    def decline(self, play: VistulaPlay) -> None:
        self.declined = True

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        self.window = True
        if choice[0] == DONE:
            play.pop()
        elif choice[1] == play.tables.navy:
            play.push(NavalStation(self.side))
        else:
            play.push(Destination(self.side, choice[1:], MOVES[choice[0]], spent=0, arrived=False, targets=()))

    def allows(self, play: VistulaPlay, choice: Choice) -> bool:
        return choice[0] in MOVES and self.refuse(play, choice) is None

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] == ATTACK:
            return play.no(SEGMENT[self.side], "not_combat")
        if choice[0] == ASSAULT and self.side == ALLIED:
            return play.no("7.3#1", "assault_who")
        if choice[0] not in MOVES:
            return None
        units, mode = choice[1:], MOVES[choice[0]]
        refusal = self.group_refusal(play, units)
        if refusal is not None or may_move(play, units, mode):
            return refusal
        return obstacle(play, units, mode) or play.no("7.1#1", "stuck", units=play.ids(units))

    def group_refusal(self, play: VistulaPlay, units: Group) -> Refusal | None:
        """Why these units do not move in this phase, wherever they want to go."""
        apart = len({play.state.hex[u] for u in units}) > 1
        barred = first(self._unit_refusal(play, u) for u in units)
        return barred or (play.no("7.1#3", "not_stacked", units=play.ids(units)) if apart else None)

    def _unit_refusal(self, play: VistulaPlay, u: int) -> Refusal | None:
        if play.tables.side[u] != self.side:
            return play.no(SEGMENT[self.side], "not_yours", unit=play.id(u))
        if u == play.tables.navy:
            return play.no("8.10#1", "navy_stays", unit=play.id(u))
        if not play.on_map(u) or not play.tables.on_ground[u]:
            return play.no("7.1#1", "off_map", unit=play.id(u))
        if play.state.moved[u]:
            return play.no("7.1#1", "moved", unit=play.id(u))
        return None


@dataclass(slots=True)
class Destination(SideProcedure):
    """7.1, 7.3: where the chosen group goes; a German stack may attack from there, and go on if it clears the hex.

    `spent` half points are gone; `arrived` once it has moved and not cleared a hex since; `targets` are the hexes
    it has attacked, one after the other.
    """

    side: int
    units: tuple[int, ...]
    mode: int
    spent: int
    arrived: bool
    targets: tuple[int, ...]
    kind = "hex"
    asks = "vistula.prompt.to"
    answers = "vistula.action.to"
    cites = ("7.1#1", "7.1#2")

    def alive(self, play: VistulaPlay) -> Group:
        return tuple(u for u in self.units if play.on_map(u))

    def repulsed(self, play: VistulaPlay) -> bool:
        """7.3: the hex attacked last still holds enemies."""
        return bool(self.targets) and play.here(1 - self.side, self.targets[-1]) > 0

    def reach(self, play: VistulaPlay) -> Reach:
        if self.arrived:
            return NO_REACH
        return assault.onward(play, self.alive(play), self.mode, self.spent, cleared=self.targets)

    def ends(self, play: VistulaPlay) -> dict[int, int]:
        found = self.reach(play)
        return dict(zip(found.hexes, found.costs, strict=True))

    def way(self, play: VistulaPlay, h: int) -> list[int]:
        return self.reach(play).path(h)

    def walked(self, play: VistulaPlay, path: Sequence[int]) -> tuple[Step, ...] | None:
        units = self.alive(play)
        left = points(play, units, self.mode) * HALF - self.spent
        return paid(play, units, self.mode, path, left=left, minimum=True)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        units = self.alive(play)
        if not units or self.repulsed(play):
            return []
        found = [TO_HEX[h] for h in self.reach(play).hexes]
        found += [(ASSAULT, h) for h in assault.targets(play, units, self.spent)]
        if found and self.targets and len(units) > 1:
            found += [(LEAVE, u) for u in units]
        if self.arrived or self.targets:
            found.append(_DONE)
        return found

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        verb, *rest = choice
        if verb == DONE:
            play.pop()
        elif verb == LEAVE:
            self.units = tuple(u for u in self.units if u != rest[0])
            play.tell("left_behind", "7.1#3", unit=play.id(rest[0]), hex=play.hex_name(play.state.hex[rest[0]]))
        elif verb == ASSAULT:
            self.attack(play, rest[0])
        else:
            self.go(play, rest[0], rest[1:])

    def go(self, play: VistulaPlay, h: int, via: Sequence[int]) -> None:
        units = self.alive(play)
        if via:
            path = [*via, h]
            walked = self.walked(play, path)
            assert walked is not None
            self.spent += int(sum(step.cost for step in walked) * HALF)
        else:
            found = self.reach(play)
            path = found.path(h)
            self.spent += found.cost(h)
        self.arrived = True
        march(play, units, path, self.mode)

    def attack(self, play: VistulaPlay, target: int) -> None:
        self.spent += assault.PRICE
        self.arrived, self.targets = False, (*self.targets, target)
        assault.begin(play, self.alive(play), target)

    def allows(self, play: VistulaPlay, choice: Choice) -> bool:
        return choice[0] == TO and self.refuse(play, choice) is None

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        units = self.alive(play)
        if choice[0] == ASSAULT:
            return assault.refusal(play, units, choice[1], self.spent)
        if choice[0] != TO:
            return None
        if self.arrived:
            return play.no("3.2#1" if play.in_enemy_zone(self.side, play.state.hex[units[0]]) else "7.1#1", "arrived")
        straight = choice[1] in self.targets and choice[1] in play.tables.next_to[play.state.hex[units[0]]]
        if len(choice) == 2 and not straight:
            return why_not(play, units, choice[1], self.mode, spent=self.spent)
        walked = walk(play, units, self.mode, [*choice[2:], choice[1]], spent=self.spent, cleared=self.targets)
        if isinstance(walked, Refusal):
            return walked
        full = choice[1] not in reach(play, units, self.mode, self.spent)
        return why_not(play, units, choice[1], self.mode, spent=self.spent) if full else None

    def prompt(self, play: VistulaPlay) -> Text:
        left = points(play, self.alive(play) or self.units, self.mode) - self.spent / HALF
        return say(self.asks, units=play.ids(self.units), mode=mode_text(self.mode), left=left)


def stations(play: VistulaPlay) -> list[int]:
    """8.10: the coastal hexes without an enemy."""
    enemies, shut = play.state.here, play.state.shut
    return [h for h in sorted(play.tables.coast) if not (enemies[ALLIED * play.tables.n + h] or shut[h])]


@dataclass(slots=True)
class NavalStation(SideProcedure):
    """8.10: the Kriegsmarine goes to any coastal hex where no enemy stands."""

    side: int
    kind = "hex"
    asks = "vistula.prompt.naval"
    cites = ("8.10#1",)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        return [TO_HEX[h] for h in stations(play)]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        navy = play.tables.navy
        play.pop()
        play.state.moved[navy] = 1
        play.shift(navy, choice[1])
        play.tell("naval", "8.10#1", unit=play.id(navy), hex=play.hex_name(choice[1]))

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        return play.no("8.10#1", "not_coastal", hex=play.hex_name(choice[1])) if choice[0] == TO else None
