"""Positions as JSON documents, exact both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from countermarch.games.base import PositionError
from countermarch.games.counters import NONE
from countermarch.games.frames import check_flow
from countermarch.games.positions import (
    check_actor,
    check_phase,
    check_place,
    check_units,
    check_version,
    read_dice,
    read_flow,
    reading,
    under_the_table,
    whole,
)
from countermarch.games.vistula.columns import EXTRA
from countermarch.games.vistula.combat import Attack
from countermarch.games.vistula.engagement import FOUGHT, Engagement
from countermarch.games.vistula.frames import KINDS, PHASE_OF, SHAPES
from countermarch.games.vistula.play import KEY, VistulaPlay
from countermarch.games.vistula.setup import Deployment
from countermarch.games.vistula.state import (
    ALLIED,
    ELIMINATED,
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

if TYPE_CHECKING:
    from countermarch.games.vistula.rules import VistulaRules

VERSION = "2"
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
    state, places = play.state, play.places
    objectives = {h for row in places.sources for h in row} | set(places.points)
    return {
        "game": KEY,
        "version": VERSION,
        "scenario": SCENARIOS[state.scenario],
        "options": dict(play.options),
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "to_act": play.sides[play.actor] if play.actor >= 0 else None,
        "control": {play.hex_name(h): HOLDERS[state.control[h]] for h in sorted(objectives)},
        "territory": {name: _held(play, code) for code, name in enumerate(HOLDERS) if name},
        "taken": [play.hex_name(h) for h in range(play.tables.n) if state.taken[h]],
        "attack": attack(play),
        "effects": {name: getattr(state, name) for name in VistulaState.numbers if name not in APART},
        "units": [unit_document(play, u) for u in range(len(play.tables.units))],
    }


def attack(play: VistulaPlay) -> dict[str, Any] | None:
    """The attack until its die falls: its target, who is in it, what either side has committed."""
    frame = next((f for f in reversed(play.state.stack) if isinstance(f, (Attack, Engagement))), None)
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


def unit_document(play: VistulaPlay, u: int) -> dict[str, Any]:
    state, unit = play.state, play.tables.units[u]
    h = state.hex[u]
    place: dict[str, Any] = (
        {"hex": None, "where": PLACES[-1 - h]} if h < 0 else {"hex": play.hex_name(h), "where": None}
    )
    return {
        "id": unit.id,
        "side": unit.side,
        "kind": unit.kind,
        **place,
        "level": play.level(u) if h >= 0 else 0,
        "steps": state.steps[u],
        "supply": SUPPLY[state.supply[u]],
        "hq": None if state.hq[u] == NONE else play.id(state.hq[u]),
        "due": state.due[u],
        **{mark: getattr(state, mark)[u] for mark in MARKS},
    }


# reading


def read(rules: VistulaRules, doc: Mapping[str, Any]) -> VistulaPlay:
    return reading(lambda: _Reader(rules, doc).play())


class _Reader:
    def __init__(self, rules: VistulaRules, doc: Mapping[str, Any]) -> None:
        check_version(doc, VERSION)
        self.doc = doc
        self.tables = rules.tables
        self.result = rules.blank(doc["scenario"], doc["options"], read_dice(doc["dice"], ()))
        self.state = self.result.state

    def play(self) -> VistulaPlay:
        self._numbers()
        self._territory()
        self._units()
        self._check_stacks()
        self._check_navy()
        self._check_order()
        self._check_slots()
        self._occupy()
        self.result.rebuild_maps()
        self._flow()
        return self.result

    def _numbers(self) -> None:
        if self.doc["phase"] not in PHASES:
            raise PositionError(say("engine.position.phase", phase=self.doc["phase"], phases=PHASES))
        self.state.turn = whole("turn", self.doc["turn"], len(self.tables.turns), 1)
        self.state.phase = PHASES.index(self.doc["phase"])
        for name, value in self.doc["effects"].items():
            if name not in VistulaState.numbers or name in APART:
                raise PositionError(say("engine.position.effect", effect=name))
            setattr(self.state, name, whole(f"effects.{name}", value, len(LEVELS) if name == "over" else 99))

    def _territory(self) -> None:
        grid, control = self.tables.board.grid, self.state.control
        for name, numbers in self.doc["territory"].items():
            if name not in HOLDERS[1:]:
                raise PositionError(say("vistula.error.holder", holder=name, holders=HOLDERS[1:]))
            for number in numbers:
                self._hold(grid.index(number), name)
        for number, name in self.doc.get("control", {}).items():
            if name not in HOLDERS:
                raise PositionError(say("engine.position.control", hex=number, side=name))
            control[grid.index(number)] = HOLDERS.index(name)
        for h in range(self.tables.n):
            self.state.shut[h] = int(control[h] == HOLDERS.index("western"))
        for number in self.doc.get("taken", ()):
            self.state.taken[grid.index(number)] = 1

    def _hold(self, h: int, name: str) -> None:
        control, code = self.state.control, HOLDERS.index(name)
        if control[h] not in (0, code):
            other = HOLDERS[control[h]]
            raise PositionError(say("vistula.error.held_twice", hex=self.tables.numbers[h], one=other, other=name))
        control[h] = code

    def _units(self) -> None:
        check_units(self.doc["units"], self.tables.ids)
        for entry in sorted(self.doc["units"], key=lambda e: e.get("level", 0)):
            self._unit(entry)

    def _unit(self, entry: Mapping[str, Any]) -> None:
        u = self.tables.index[entry["id"]]
        unit, state = self.tables.units[u], self.state
        if (entry.get("side", unit.side), entry.get("kind", unit.kind)) != (unit.side, unit.kind):
            raise PositionError(say("engine.position.other_unit", unit=unit.id, side=unit.side, kind=unit.kind))
        if entry["supply"] not in SUPPLY:
            raise PositionError(say("engine.position.supply", unit=unit.id, supply=entry["supply"], known=SUPPLY))
        state.steps[u] = whole(f"{unit.id}: steps", entry["steps"], unit.steps)
        state.supply[u] = SUPPLY.index(entry["supply"])
        state.due[u] = whole(f"{unit.id}: due", entry.get("due", 0), 99)
        state.hq[u] = self._hq(entry)
        for mark in MARKS:
            getattr(state, mark)[u] = whole(f"{unit.id}: {mark}", entry.get(mark, 0), 1)
        if entry["hex"] is None:
            self._box(u, entry)
        else:
            self._lay(u, entry)
        check_place(entry)
        if unit.steps and not state.steps[u] and state.hex[u] != ELIMINATED:
            raise PositionError(say("engine.position.no_steps", unit=unit.id))
        if state.ordered[u] and not (unit.kind == "lc" and unit.side == SIDES[GERMAN] and state.hex[u] >= 0):
            raise PositionError(say("vistula.error.ordered", unit=unit.id))

    def _hq(self, entry: Mapping[str, Any]) -> int:
        named = entry.get("hq")
        if named is None:
            return NONE
        hq = self.tables.index.get(named, NONE)
        if hq == NONE or not self.tables.is_hq[hq]:
            raise PositionError(say("engine.error.no_hq", unit=named))
        return hq

    def _box(self, u: int, entry: Mapping[str, Any]) -> None:
        boxes = BOXES.get(self.tables.units[u].kind, OTHERS)
        if entry["where"] not in boxes:
            raise PositionError(say("engine.position.box", unit=entry["id"], box=entry["where"], boxes=boxes))
        where = self.state.hex[u] = -1 - PLACES.index(entry["where"])
        if where == ELIMINATED:
            self.state.steps[u] = 0
        if where == TRAY and not (self.doc["phase"] == PHASES[0] and self.tables.arrivals[u].zone):
            raise PositionError(say("engine.position.set_up", unit=entry["id"]))

    def _lay(self, u: int, entry: Mapping[str, Any]) -> None:
        id, number = entry["id"], entry["hex"]
        if number not in self.tables.numbers:
            raise PositionError(say("engine.position.hex", unit=id, hex=number))
        h = self.tables.board.grid.index(number)
        if not self.tables.land[h] or self.state.shut[h]:
            raise PositionError(say("engine.position.no_land", unit=id, hex=number))
        if self.tables.units[u].kind == "air":
            raise PositionError(say("engine.position.boxed", unit=id, kind="air"))
        self.result.put(u, h)

    def _check_stacks(self) -> None:
        """4.2: a hex may hold too many units, never units of both sides."""
        for h in sorted({h for h in self.state.hex if h >= 0}):
            if self.result.here(0, h) and self.result.here(1, h):
                raise PositionError(say("engine.position.both_sides", hex=self.tables.numbers[h]))

    def _check_navy(self) -> None:
        """8.10: the Kriegsmarine lies off a coast without enemies, or nowhere."""
        navy = self.tables.navy
        h = self.state.hex[navy]
        if h >= 0 and (h not in self.tables.coast or self.result.here(ALLIED, h)):
            raise PositionError(say("vistula.error.navy", unit=self.result.id(navy), hex=self.tables.numbers[h]))

    def _check_order(self) -> None:
        """12.5: an order brings two columns, and they are gone when the German combat phase of its turn is over."""
        marked = [u for u in self.tables.columns[GERMAN] if self.state.ordered[u]]
        over = self.state.order != self.state.turn or self.doc["phase"] == PHASES[-1]
        if len(marked) > EXTRA or (marked and over):
            raise PositionError(say("vistula.error.order", units=self.result.ids(marked), number=EXTRA))

    def _check_slots(self) -> None:
        """10.2: no Allied HQ supplies more than it ever can."""
        drawing = Counter(self.state.hq[u] for u in self.tables.of_side[ALLIED] if self.state.hq[u] != NONE)
        for hq, number in drawing.items():
            if number > max(SLOTS):
                raise PositionError(say("vistula.error.slots", unit=self.result.id(hq), number=number, most=max(SLOTS)))

    def _occupy(self) -> None:
        """7.2, 11.1: whoever stands in a hex with a combat unit holds it, whatever the document says."""
        for u, h in enumerate(self.state.hex):
            if h >= 0 and self.tables.is_combat[u]:
                self.state.control[h] = 1 + self.tables.side[u]

    def _flow(self) -> None:
        frames = self.doc.get("flow")
        if frames is None and not self.state.over:
            setting_up = self.doc["phase"] == PHASES[0]
            self.result.push(Deployment(0) if setting_up else GameTurn(PHASE_OF.index(self.doc["phase"])))
        for frame in read_flow(frames or (), GameTurn, SIDES):
            if isinstance(frame, GameTurn):
                check_phase(self.doc, frame.step, PHASE_OF)
            self.result.push(frame)
        if bool(self.state.over) == bool(self.state.stack):
            raise PositionError(say("engine.position.over" if self.state.over else "engine.position.not_over"))
        check_flow(self.result, SHAPES, KINDS, (KEY,))
        check_actor(self.result, self.doc)
        self.result.settle()
