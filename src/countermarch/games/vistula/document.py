"""Positions as JSON documents, exact both ways; what a side sees of one; what it may imagine."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from countermarch import dice
from countermarch.flow import Procedure
from countermarch.games.base import PositionError
from countermarch.games.counters import NONE
from countermarch.games.vistula.play import KEY, VistulaPlay
from countermarch.games.vistula.state import PHASES, PLACES, SCENARIOS, SIDES, SUPPLY, VistulaState
from countermarch.games.vistula.turn import GameTurn
from countermarch.state import Chance

if TYPE_CHECKING:
    from countermarch.games.vistula.rules import VistulaRules

MARKS = ("moved", "attacked", "fought", "exploited", "fired")
APART = ("turn", "phase", "scenario")  # numbers that have a place of their own in the document
HOLDERS = ("", *SIDES, "western")
# the phase that is going on while the frame of the turn counts so many steps
PHASE_OF = (*("events", "rrw", "allied_movement", "allied_combat", "german_movement", "german_combat", "end", "end"),)
BOXES = {"ready": "air", "used": "air"}


# writing


def write(play: VistulaPlay) -> dict[str, Any]:
    chance = play.state.chance
    return {
        **public(play),
        "flow": [frame.to_json() for frame in play.state.stack],
        "dice": {"key": chance.key.hex(), "count": chance.count, "next": chance.dice[:], "draws": chance.draws[:]},
    }


def public(play: VistulaPlay) -> dict[str, Any]:
    """All that counts lies open on the table but the dice to come."""
    state, places = play.state, play.places
    objectives = {h for row in places.sources for h in row} | set(places.points)
    return {
        "game": KEY,
        "version": "1",
        "scenario": SCENARIOS[state.scenario],
        "options": dict(play.options),
        "turn": state.turn,
        "phase": PHASES[state.phase],
        "to_act": play.sides[play.actor] if play.actor >= 0 else None,
        "control": {play.hex_name(h): HOLDERS[state.control[h]] for h in sorted(objectives)},
        "territory": {name: _held(play, code) for code, name in enumerate(HOLDERS) if name},
        "taken": [play.hex_name(h) for h in range(play.tables.n) if state.taken[h]],
        "attack": None,
        "effects": {name: getattr(state, name) for name in VistulaState.numbers if name not in APART},
        "units": [unit_document(play, u) for u in range(len(play.tables.units))],
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


def view(play: VistulaPlay, side: int) -> dict[str, Any]:
    return {**public(play), "side": SIDES[side], "hidden": {}}


def imagine(play: VistulaPlay, chance: Chance) -> VistulaPlay:
    """Nothing is hidden in this game but the dice."""
    twin = play.copy()
    twin.state.chance = chance
    return twin


# reading


def read(rules: VistulaRules, doc: Mapping[str, Any]) -> VistulaPlay:
    try:
        return _Reader(rules, doc).play()
    except PositionError:
        raise
    except KeyError as error:
        raise PositionError(f"the position is damaged: it lacks or misnames {error}") from error
    except (TypeError, ValueError, AttributeError, IndexError, OverflowError, AssertionError) as error:
        raise PositionError(f"the position is damaged: {error}") from error


class _Reader:
    def __init__(self, rules: VistulaRules, doc: Mapping[str, Any]) -> None:
        if doc.get("version") != rules.info.version:
            raise PositionError(f"the position is of rules version {doc.get('version')!r}, not {rules.info.version}")
        self.doc = doc
        self.tables = rules.tables
        self.result = rules.blank(doc["options"], self._chance(doc["dice"]))
        self.state = self.result.state

    def _chance(self, entry: Mapping[str, Any]) -> Chance:
        chance = Chance(bytes.fromhex(entry["key"]), _count("dice.count", entry["count"], 2**62))
        chance.dice = [_count("dice.next", die, 6, 1) for die in entry["next"]]
        if len(chance.key) != dice.KEY_BYTES or entry["draws"]:
            raise PositionError(f"dice: the key has {dice.KEY_BYTES} bytes, and nothing is drawn in this game")
        return chance

    def play(self) -> VistulaPlay:
        self._numbers()
        self._territory()
        self._units()
        self._check_stacks()
        self.result.rebuild_maps()
        self._flow()
        return self.result

    def _numbers(self) -> None:
        if self.doc["phase"] not in PHASES:
            raise PositionError(f"there is no phase {self.doc['phase']!r}; the phases are: {', '.join(PHASES)}")
        self.state.turn = _count("turn", self.doc["turn"], len(self.tables.turns), 0)
        self.state.phase = PHASES.index(self.doc["phase"])
        self.state.scenario = SCENARIOS.index(self.doc["scenario"])
        for name, value in self.doc["effects"].items():
            if name not in VistulaState.numbers or name in APART:
                raise PositionError(f"there is no effect {name!r}")
            setattr(self.state, name, _count(f"effects.{name}", value, 99))

    def _territory(self) -> None:
        grid, control = self.tables.board.grid, self.state.control
        for name, numbers in self.doc["territory"].items():
            if name not in HOLDERS[1:]:
                raise PositionError(f"territory: nobody is called {name!r}; write {', '.join(HOLDERS[1:])}")
            for number in numbers:
                control[grid.index(number)] = HOLDERS.index(name)
        for number, name in self.doc.get("control", {}).items():
            if name not in HOLDERS:
                raise PositionError(f"control: {number} cannot be held by {name!r}")
            control[grid.index(number)] = HOLDERS.index(name)
        for h in range(self.tables.n):
            self.state.shut[h] = int(control[h] == HOLDERS.index("western"))
        for number in self.doc.get("taken", ()):
            self.state.taken[grid.index(number)] = 1

    def _units(self) -> None:
        entries = {entry["id"]: entry for entry in self.doc["units"]}
        unknown = [id for id in entries if id not in self.tables.index]
        missing = [id for id in self.tables.ids if id not in entries]
        if unknown or missing or len(entries) != len(self.doc["units"]):
            named = unknown or missing or "one twice"
            raise PositionError(f"units must be exactly the game's {len(self.tables.ids)}; look at {named}")
        for entry in sorted(self.doc["units"], key=lambda e: e.get("level", 0)):
            self._unit(entry)

    def _unit(self, entry: Mapping[str, Any]) -> None:
        u = self.tables.index[entry["id"]]
        unit, state = self.tables.units[u], self.state
        if (entry.get("side", unit.side), entry.get("kind", unit.kind)) != (unit.side, unit.kind):
            raise PositionError(f"{unit.id}: it is a {unit.side} {unit.kind} counter and cannot become another")
        if entry["supply"] not in SUPPLY:
            raise PositionError(f"{unit.id}: supply {entry['supply']!r} is none of: {', '.join(SUPPLY)}")
        state.steps[u] = _count(f"{unit.id}: steps", entry["steps"], unit.steps)
        state.supply[u] = SUPPLY.index(entry["supply"])
        state.due[u] = _count(f"{unit.id}: due", entry.get("due", 0), 99)
        state.hq[u] = self._hq(entry)
        for mark in MARKS:
            getattr(state, mark)[u] = _count(f"{unit.id}: {mark}", entry.get(mark, 0), 1)
        if entry["hex"] is None:
            self._box(u, entry)
        else:
            self._lay(u, entry)

    def _hq(self, entry: Mapping[str, Any]) -> int:
        named = entry.get("hq")
        if named is None:
            return NONE
        hq = self.tables.index.get(named, NONE)
        if hq == NONE or not self.tables.is_hq[hq]:
            raise PositionError(f"{entry['id']}: {named!r} is no HQ")
        return hq

    def _box(self, u: int, entry: Mapping[str, Any]) -> None:
        if entry["where"] not in PLACES:
            raise PositionError(f"{entry['id']}: there is no box {entry['where']!r}; boxes are: {', '.join(PLACES)}")
        kind = self.tables.units[u].kind
        if BOXES.get(entry["where"], kind) != kind:
            raise PositionError(
                f"{entry['id']}: the box {entry['where']!r} is for {BOXES[entry['where']]} counters only"
            )
        self.state.hex[u] = -1 - PLACES.index(entry["where"])

    def _lay(self, u: int, entry: Mapping[str, Any]) -> None:
        id, number = entry["id"], entry["hex"]
        if number not in self.tables.numbers:
            raise PositionError(f"{id}: there is no hex {number!r} on the map")
        h = self.tables.board.grid.index(number)
        if not self.tables.land[h] or self.state.shut[h]:
            raise PositionError(f"{id}: hex {number} is sea, or closed by the Western Allies")
        if self.tables.units[u].kind == "air":
            raise PositionError(f"{id}: air markers lie in boxes, never on the map")
        if self.tables.units[u].steps and not self.state.steps[u]:
            raise PositionError(f"{id}: a unit on the map has at least one step; put it in the box 'eliminated'")
        self.result.put(u, h)

    def _check_stacks(self) -> None:
        """4.2: a hex may hold too many units, never units of both sides."""
        for h in range(self.tables.n):
            if self.result.here(0, h) and self.result.here(1, h):
                raise PositionError(f"hex {self.tables.numbers[h]} holds units of both sides")

    def _flow(self) -> None:
        frames = self.doc.get("flow")
        if frames is None:
            self.result.push(GameTurn(PHASE_OF.index(self.doc["phase"])))
        for frame in frames or ():
            self.result.push(self._frame(frame))
        if bool(self.state.over) == bool(self.state.stack):
            now = "is over" if self.state.over else "goes on"
            raise PositionError(
                f"by effects.over the game {now}, by flow it does not; leave out flow to begin the phase"
            )
        self.result.settle()

    def _frame(self, entry: Mapping[str, Any]) -> Procedure:
        if entry["procedure"] not in Procedure.registry:
            raise PositionError(f"flow: there is no procedure {entry['procedure']!r}")
        frame = Procedure.from_json(entry)
        if isinstance(frame, GameTurn) and self.doc["phase"] != PHASE_OF[frame.step - 1]:
            said = self.doc["phase"], PHASE_OF[frame.step - 1]
            raise PositionError("phase is {}, flow says {}; leave out flow to begin the phase".format(*said))
        return frame


def _count(name: str, value: object, high: int, low: int = 0) -> int:
    if not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{name} {value!r} must be a whole number from {low} to {high}")
    return value
