"""Positions as JSON documents, exact both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from countermarch.flow import Procedure
from countermarch.games.base import PositionError
from countermarch.games.counters import NONE
from countermarch.games.positions import under_the_table, whole
from countermarch.games.reader import MOST, Reader, heading, unit_documents, unit_entry
from countermarch.games.vistula.columns import EXTRA
from countermarch.games.vistula.combat import Attack
from countermarch.games.vistula.engagement import FOUGHT, Engagement
from countermarch.games.vistula.frames import KINDS, PHASE_OF, SHAPES
from countermarch.games.vistula.play import KEY, VistulaPlay
from countermarch.games.vistula.setup import Deployment
from countermarch.games.vistula.state import (
    ALLIED,
    GERMAN,
    PHASES,
    PLACES,
    SCENARIOS,
    SIDES,
    SUPPLY,
    TRAY,
    VistulaState,
)
from countermarch.games.vistula.supply import SLOTS
from countermarch.games.vistula.turn import GameTurn
from countermarch.games.vistula.victory import LEVELS
from countermarch.texts import say

VERSION = "3"
MARKS = ("moved", "attacked", "fought", "exploited", "fired", "ordered")
APART = ("turn", "phase", "scenario")  # numbers that have a place of their own in the document
HOLDERS = ("", *SIDES, "western")
# the boxes of a kind of counter, and of all others
BOXES = {"air": ("ready", "used"), "lc": ("eliminated", "tray", "pool"), "naval": ("pool",)}
OTHERS = ("eliminated", "reserve", "removed", "tray")


# writing


def write(play: VistulaPlay) -> dict[str, Any]:
    return {**public(play), **under_the_table(play.state)}


def public(play: VistulaPlay) -> dict[str, Any]:
    """All that counts lies open on the table but the dice to come."""
    state = play.state
    return {
        **heading(play, KEY, VERSION, SCENARIOS[state.scenario], phase=PHASES[state.phase]),
        "control": {play.hex_name(h): holder for h, holder in holders(play).items()},
        "territory": {name: _held(play, code) for code, name in enumerate(HOLDERS) if name},
        "taken": [play.hex_name(h) for h in range(play.tables.n) if state.taken[h]],
        "attack": attack(play),
        "effects": {name: getattr(state, name) for name in VistulaState.numbers if name not in APART},
        "units": units_of(play),
    }


def holders(play: VistulaPlay) -> dict[int, str]:
    """Who holds each objective and source."""
    places = play.places
    known = {h for row in places.sources for h in row} | set(places.points)
    return {h: HOLDERS[play.state.control[h]] for h in sorted(known)}


def attack(play: VistulaPlay) -> dict[str, Any] | None:
    """The attack until its die falls: its target, who is in it, what either side has committed."""
    frame = next((f for f in reversed(play.state.frames) if isinstance(f, (Attack, Engagement))), None)
    if frame is None or (isinstance(frame, Engagement) and frame.stage >= FOUGHT):
        return None
    fight = frame if isinstance(frame, Engagement) else Engagement(frame.side, frame.target, frame.units, False)
    return {
        "side": SIDES[fight.side],
        "target": play.hex_name(fight.target),
        "attackers": list(play.ids(fight.units)),
        "support": fight.named_support(play),
        "kind": fight.verb,
        "mobile": fight.mobile,
        "columns": list(fight.columns),
        "air": list(fight.air),
        "naval": fight.naval,
    }


def _held(play: VistulaPlay, code: int) -> list[str]:
    return [play.hex_name(h) for h in range(play.tables.n) if play.state.control[h] == code]


def units_of(play: VistulaPlay) -> list[dict[str, Any]]:
    state, units = play.state, range(len(play.tables.units))
    columns = (state.hex, state.steps, state.supply, state.hq, state.due, *(getattr(state, mark) for mark in MARKS))
    return unit_documents(play, units, columns, unit_document)


def unit_document(play: VistulaPlay, u: int) -> dict[str, Any]:
    state = play.state
    return {
        **unit_entry(play, u, PLACES),
        "supply": SUPPLY[state.supply[u]],
        "hq": None if state.hq[u] == NONE else play.id(state.hq[u]),
        "due": state.due[u],
        **{mark: getattr(state, mark)[u] for mark in MARKS},
    }


# reading


class VistulaReader(Reader[VistulaPlay]):
    turn_frame, steps = GameTurn, PHASE_OF
    shapes, kinds, homes = SHAPES, KINDS, (KEY,)
    places, marks, boxed, highest = PLACES, MARKS, ("air",), {"over": len(LEVELS)}

    def last_turn(self) -> int:
        return len(self.result.tables.turns)

    def first_frame(self, phase: str) -> Procedure:
        return Deployment(0) if phase == PHASES[0] else GameTurn(PHASE_OF.index(phase))

    def read_ground(self) -> None:
        grid, control = self.result.tables.board.grid, self.state.control
        for name, numbers in self.doc["territory"].items():
            if name not in HOLDERS[1:]:
                raise PositionError(say("vistula.error.holder", holder=name, holders=HOLDERS[1:]))
            for number in numbers:
                self._hold(grid.index(number), name)
        for number, name in self.doc.get("control", {}).items():
            if name not in HOLDERS:
                raise PositionError(say("engine.position.control", hex=number, side=name))
            control[grid.index(number)] = HOLDERS.index(name)
        for h in range(self.result.tables.n):
            self.state.shut[h] = int(control[h] == HOLDERS.index("western"))
        for h in self.marked("taken"):
            self.state.taken[h] = 1

    def _hold(self, h: int, name: str) -> None:
        control, code = self.state.control, HOLDERS.index(name)
        if control[h] not in (0, code):
            other = HOLDERS[control[h]]
            raise PositionError(say("vistula.error.held_twice", hex=self.result.hex_name(h), one=other, other=name))
        control[h] = code

    def read_own(self, u: int, entry: Mapping[str, Any]) -> None:
        self.state.supply[u] = self.one_of(u, entry["supply"], SUPPLY)
        self.state.due[u] = whole(f"{entry['id']}: due", entry.get("due", 0), MOST)
        self.state.hq[u] = self._hq(entry)

    def _hq(self, entry: Mapping[str, Any]) -> int:
        named = entry.get("hq")
        if named is None:
            return NONE
        hq = self.result.tables.index.get(named, NONE)
        if hq == NONE or not self.result.tables.is_hq[hq]:
            raise PositionError(say("engine.error.no_hq", unit=named))
        return hq

    def boxes_of(self, u: int) -> Sequence[str]:
        return BOXES.get(self.result.tables.units[u].kind, OTHERS)

    def carries(self, u: int, h: int) -> bool:
        return self.result.tables.land[h] and not self.state.shut[h]

    def check_unit(self, u: int) -> None:
        super().check_unit(u)
        unit, where = self.result.tables.units[u], self.state.hex[u]
        if where == TRAY and not (self.doc["phase"] == PHASES[0] and self.result.tables.arrivals[u].zone):
            raise PositionError(say("engine.position.set_up", unit=unit.id))
        if self.state.ordered[u] and not (unit.kind == "lc" and unit.side == SIDES[GERMAN] and where >= 0):
            raise PositionError(say("vistula.error.ordered", unit=unit.id))

    def number_in(self, side: int, h: int) -> int:
        """4.2: the Kriegsmarine lies off a coast, not on it."""
        return self.result.here(side, h)

    def complete(self) -> None:
        self._check_navy()
        self._check_order()
        self._check_slots()
        self._occupy()
        self.result.rebuild_maps()

    def _check_navy(self) -> None:
        """8.10: the Kriegsmarine lies off a coast without enemies, or nowhere."""
        navy = self.result.tables.navy
        h = self.state.hex[navy]
        if h >= 0 and (h not in self.result.tables.coast or self.result.here(ALLIED, h)):
            raise PositionError(say("vistula.error.navy", unit=self.result.id(navy), hex=self.result.tables.numbers[h]))

    def _check_order(self) -> None:
        """12.5: an order brings two columns, and they are gone when the German combat phase of its turn is over."""
        marked = [u for u in self.result.tables.columns[GERMAN] if self.state.ordered[u]]
        over = self.state.order != self.state.turn or self.doc["phase"] == PHASES[-1]
        if len(marked) > EXTRA or (marked and over):
            raise PositionError(say("vistula.error.order", units=self.result.ids(marked), number=EXTRA))

    def _check_slots(self) -> None:
        """10.2: no Allied HQ supplies more than it ever can."""
        drawing = Counter(self.state.hq[u] for u in self.result.tables.of_side[ALLIED] if self.state.hq[u] != NONE)
        for hq, number in drawing.items():
            if number > max(SLOTS):
                raise PositionError(say("vistula.error.slots", unit=self.result.id(hq), number=number, most=max(SLOTS)))

    def _occupy(self) -> None:
        """7.2, 11.1: whoever stands in a hex with a combat unit holds it, whatever the document says."""
        for u, h in enumerate(self.state.hex):
            if h >= 0 and self.result.tables.is_combat[u]:
                self.state.control[h] = 1 + self.result.tables.side[u]


read = VistulaReader.read
