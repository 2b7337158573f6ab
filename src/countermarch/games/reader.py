"""Positions of games of counters on hexes: what all their documents hold, and a reader that each game completes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Generic

from countermarch.flow import GoOn, Procedure
from countermarch.games.base import PositionError
from countermarch.games.counter_rules import CounterRules, P
from countermarch.games.counters import CounterPlay
from countermarch.games.frames import Shapes, check_flow
from countermarch.games.kinds import Kind
from countermarch.games.positions import (
    check_actor,
    check_phase,
    check_place,
    check_units,
    check_version,
    read_dice,
    read_flow,
    reading,
    whole,
)
from countermarch.texts import say

ELIMINATED = -1  # the first box of every game
APART = ("turn", "phase", "scenario")  # numbers that have a place of their own in the document
MOST = 99  # of whatever is counted


# writing


def heading(play: CounterPlay[Any], key: str, version: str, scenario: str, phase: str) -> dict[str, Any]:
    """What every document begins with."""
    return {
        "game": key,
        "version": version,
        "scenario": scenario,
        "options": dict(play.options),
        "turn": play.state.turn,
        "phase": phase,
        "to_act": play.sides[play.actor] if play.actor >= 0 else None,
    }


def unit_entry(play: CounterPlay[Any], u: int, places: Sequence[str]) -> dict[str, Any]:
    """What every document says of a counter."""
    h, unit = play.state.hex[u], play.tables.units[u]
    there = h >= 0
    return {
        "id": unit.id,
        "side": unit.side or None,
        "kind": unit.kind,
        "hex": play.tables.numbers[h] if there else None,
        "where": None if there else places[-1 - h],
        "level": play.level(u) if there else 0,
        "steps": play.state.steps[u],
    }


def unit_documents(
    play: P, units: Sequence[int], columns: Iterable[Sequence[int]], document: Callable[[P, int], dict[str, Any]]
) -> list[dict[str, Any]]:
    """Of these counters, always the same, made of these columns: to be read, not changed.

    Few counters change from one look at the table to the next; the others keep the very document they had.
    """
    table = list(zip(*columns, play.levels(), strict=True))
    rows = [table[u] for u in units]
    known, kept = play.papers
    if known:
        looked = zip(units, rows, known, kept, strict=True)
        found = [old if row == before else document(play, u) for u, row, before, old in looked]
    else:
        found = [document(play, u) for u in units]
    play.papers = rows, found
    return found


# reading


class Reader(Generic[P]):
    """The steps in which a document becomes a play; a game says what is its own of each."""

    turn_frame: ClassVar[type[Procedure]]  # lies under all others
    shapes: Shapes
    kinds: ClassVar[Mapping[str, Kind]]
    homes: Sequence[str]  # the packages whose procedures may be under way, the game's own last
    steps: Sequence[str]  # the phases as the frame of the turn counts them
    places: ClassVar[Sequence[str]]  # the boxes beside the map
    marks: Sequence[str]  # what a document says of a unit with 0 and 1
    boxed: ClassVar[Sequence[str]] = ()  # kinds of counters that are never laid on the map
    apart: ClassVar[Sequence[str]] = APART
    highest: Mapping[str, int] = {}  # of numbers and marks that are not just there or not

    def __init__(self, rules: CounterRules[P], doc: Mapping[str, Any]) -> None:
        check_version(doc, rules.info.version)
        self.doc = doc
        self.phases = rules.phases
        self.result = rules.blank(doc["scenario"], doc["options"], read_dice(doc["dice"], rules.draws))
        self.state = self.result.state

    @classmethod
    def read(cls, rules: CounterRules[P], doc: Mapping[str, Any]) -> P:
        return reading(lambda: cls(rules, doc).play())

    def play(self) -> P:
        self.read_numbers()
        self.read_ground()
        self.read_units()
        self.check_sides()
        self.complete()
        self.read_flow()
        return self.result

    def read_numbers(self) -> None:
        state, phase = self.state, self.doc["phase"]
        if phase not in self.phases:
            raise PositionError(say("engine.position.phase", phase=phase, phases=tuple(self.phases)))
        state.turn = whole("turn", self.doc["turn"], self.last_turn(), 1)
        state.phase = self.phases.index(phase)
        for name, value in self.doc["effects"].items():
            if name not in state.numbers or name in self.apart:
                raise PositionError(say("engine.position.effect", effect=name))
            setattr(state, name, whole(f"effects.{name}", value, self.highest.get(name, MOST)))

    # counters

    def entries(self) -> Sequence[Mapping[str, Any]]:
        found: Sequence[Mapping[str, Any]] = self.doc["units"]
        return found

    def ids(self) -> Sequence[str]:
        return self.result.tables.ids

    def read_units(self) -> None:
        entries = self.entries()
        check_units(entries, self.ids())
        for entry in sorted(entries, key=lambda one: whole(f"{one['id']}: level", one.get("level", 0), len(entries))):
            self.read_unit(entry)
        self.result.rebuild_maps()

    def read_unit(self, entry: Mapping[str, Any]) -> None:
        tables, state = self.result.tables, self.state
        u = tables.index[entry["id"]]
        unit = tables.units[u]
        if (entry.get("side", unit.side) or "", entry.get("kind", unit.kind)) != (unit.side, unit.kind):
            raise PositionError(say("engine.position.other_unit", unit=unit.id, side=unit.side, kind=unit.kind))
        state.steps[u] = whole(f"{unit.id}: steps", entry["steps"], unit.steps)
        for mark in self.marks:
            getattr(state, mark)[u] = whole(f"{unit.id}: {mark}", entry.get(mark, 0), self.highest.get(mark, 1))
        self.read_own(u, entry)
        if entry["hex"] is None:
            self.put_in_box(u, entry)
        else:
            self.put_on_map(u, entry)
        check_place(entry)
        self.check_unit(u)

    def put_in_box(self, u: int, entry: Mapping[str, Any]) -> None:
        boxes = tuple(self.boxes_of(u))
        if entry["where"] not in boxes:
            raise PositionError(say("engine.position.box", unit=entry["id"], box=entry["where"], boxes=boxes))
        where = self.state.hex[u] = -1 - self.places.index(entry["where"])
        if where == ELIMINATED:
            self.state.steps[u] = 0

    def put_on_map(self, u: int, entry: Mapping[str, Any]) -> None:
        id, number, kind = entry["id"], entry["hex"], self.result.tables.units[u].kind
        if number not in self.result.tables.numbers:
            raise PositionError(say("engine.position.hex", unit=id, hex=number))
        h = self.result.tables.board.grid.index(number)
        if not self.carries(u, h):
            raise PositionError(say("engine.position.no_land", unit=id, hex=number))
        if kind in self.boxed:
            raise PositionError(say("engine.position.boxed", unit=id, kind=kind))
        self.result.put(u, h)

    def one_of(self, u: int, word: object, known: Sequence[str]) -> int:
        """How a unit is supplied, in the words of the game."""
        if word not in known:
            unit = self.result.id(u)
            raise PositionError(say("engine.position.supply", unit=unit, supply=word, known=tuple(known)))
        return known.index(str(word))

    def check_sides(self) -> None:
        """Nowhere do units of both sides lie in one hex."""
        for h in sorted({h for h in self.state.hex if h >= 0}):
            if all(self.number_in(side, h) for side in range(len(self.result.sides))):
                raise PositionError(say("engine.position.both_sides", hex=self.result.hex_name(h)))

    # the map

    def marked(self, name: str) -> list[int]:
        """The hexes a document lists under a name."""
        return [self.result.tables.board.grid.index(number) for number in self.doc.get(name, ())]

    # procedures

    def read_flow(self) -> None:
        play, flow, state = self.result, self.doc.get("flow"), self.state
        if flow is None and not state.over:
            play.push(self.first_frame(self.doc["phase"]))
        frames = read_flow(flow or (), self.turn_frame, play.sides)
        between = [type(frame) for frame in frames[1:]] == [GoOn]  # the next phase has still to begin
        for frame in frames:
            if isinstance(frame, self.turn_frame) and not between:
                check_phase(self.doc, getattr(frame, "step", 0), self.steps)
            play.push(frame)
        if bool(state.over) == (play.at_work is not None):
            raise PositionError(say("engine.position.over" if state.over else "engine.position.not_over"))
        check_flow(play, self.shapes, self.kinds, self.homes)
        self.check_room()
        check_actor(play, self.doc)
        play.settle()

    # what a game says itself

    def last_turn(self) -> int:
        raise AssertionError("each game knows how long it lasts")

    def first_frame(self, phase: str) -> Procedure:
        """What goes on if a document names a phase and no procedures."""
        raise AssertionError("each game knows how a phase begins")

    def read_ground(self) -> None:
        """What must be known of the map before counters are laid on it."""

    def read_own(self, u: int, entry: Mapping[str, Any]) -> None:
        """What only this game says of a unit."""

    def boxes_of(self, u: int) -> Iterable[str]:
        return self.places

    def carries(self, u: int, h: int) -> bool:
        """Whether the unit can lie in the hex at all."""
        return True

    def check_unit(self, u: int) -> None:
        """Whoever has steps has one left, unless it is eliminated."""
        unit = self.result.tables.units[u]
        if unit.steps and not self.state.steps[u] and self.state.hex[u] != ELIMINATED:
            raise PositionError(say("engine.position.no_steps", unit=unit.id))

    def number_in(self, side: int, h: int) -> int:
        """How many units of a side are in a hex."""
        return sum(self.result.tables.side[u] == side for u in self.result.stack(h))

    def complete(self) -> None:
        """What else the document says, and what follows from how the counters lie."""

    def check_room(self) -> None:
        """What stacking allows while these procedures are under way."""
