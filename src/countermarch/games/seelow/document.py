"""Positions as JSON documents, exact both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
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
from countermarch.games.seelow import control
from countermarch.games.seelow.antitank import Engagement
from countermarch.games.seelow.artillery import Barrage
from countermarch.games.seelow.combat import Attack
from countermarch.games.seelow.frames import KINDS, SHAPES
from countermarch.games.seelow.play import KEY, LIMITS, SeelowPlay
from countermarch.games.seelow.retreat import Onward
from countermarch.games.seelow.setup import Setup
from countermarch.games.seelow.state import (
    ELIMINATED,
    GERMAN,
    GUN_MODES,
    KUESTRIN,
    NEVER,
    PHASES,
    RESERVE,
    SCENARIOS,
    SIDES,
    SOVIET,
    UNDEPLOYED,
    UNUSED,
)
from countermarch.games.seelow.turn import GameTurn
from countermarch.games.seelow.victory import NAMES
from countermarch.texts import say

if TYPE_CHECKING:
    from countermarch.games.seelow.rules import SeelowRules

VERSION = "2"
MARKS = ("acted", "struck", "fled")
BOXES = ("eliminated", "undeployed", "reserve", "exited", "exited_west")


# writing


def write(play: SeelowPlay) -> dict[str, Any]:
    return {**public(play), **under_the_table(play.state)}


def public(play: SeelowPlay) -> dict[str, Any]:
    """Everything lies open on this table but the dice to come."""
    state = play.state
    return {
        "game": KEY,
        "version": VERSION,
        "scenario": SCENARIOS[state.scenario],
        "options": dict(play.options),
        "turn": state.turn,
        "light": play.light,
        "phase": PHASES[state.phase],
        "to_act": play.sides[play.actor] if play.actor >= 0 else None,
        "control": {play.hex_name(h): SIDES[side] for h, side in held(play).items()},
        "passed": {play.hex_name(h): SIDES[side] for h, side in enumerate(state.passed) if side != NEVER},
        "barraged": [play.hex_name(h) for h in range(play.tables.n) if state.barraged[h]],
        "attack": attack(play),
        "effects": {"over": state.over},
        "units": [unit_document(play, u) for u in of_scenario(play)],
    }


def held(play: SeelowPlay) -> dict[int, int]:
    """12.46: who controls each objective now."""
    return control.holders(play, sorted(control.objectives(play)))


def of_scenario(play: SeelowPlay) -> list[int]:
    """The counters the scenario uses, as it lists them."""
    return [u for group in play.tables.setups[play.state.scenario] for u in group.units]


def attack(play: SeelowPlay) -> dict[str, Any] | None:
    """The attack, barrage or fire being built up: its target, who is in it, and what a preview of it is asked with."""
    for frame in play.state.stack:
        if isinstance(frame, Attack | Barrage):
            kind = "attack" if isinstance(frame, Attack) else "barrage"
            return _built(play, kind, frame.target, frame.units, play.hex_name(frame.target), frame.units)
        if isinstance(frame, Engagement):
            aim = frame.aim(play)
            firers, at_aim = [u for u, _ in frame.shots], [u for u, t in frame.shots if t == aim]
            return _built(play, "fire", frame.hex, firers, play.id(aim), at_aim)
    return None


def _built(
    play: SeelowPlay, kind: str, target: int, units: Sequence[int], aim: str, at_aim: Sequence[int]
) -> dict[str, Any]:
    return {
        "kind": kind,
        "target": play.hex_name(target),
        "attackers": list(play.ids(units)),
        "support": {},
        "preview": {"target": aim, "attackers": list(play.ids(at_aim))},
    }


def unit_document(play: SeelowPlay, u: int) -> dict[str, Any]:
    state, unit = play.state, play.tables.units[u]
    h = state.hex[u]
    return {
        "id": unit.id,
        "side": unit.side,
        "kind": unit.kind,
        "hex": play.hex_name(h) if h >= 0 else None,
        "where": None if h >= 0 else BOXES[-1 - h],
        "level": play.level(u) if h >= 0 else 0,
        "steps": state.steps[u],
        "disrupted": state.disrupted[u],
        "mode": GUN_MODES[state.mode[u]] if play.tables.is_gun[u] else None,
        **{mark: getattr(state, mark)[u] for mark in MARKS},
        **({"garrison": True} if state.scenario == KUESTRIN and u in play.tables.garrison else {}),
    }


# reading


def read(rules: SeelowRules, doc: Mapping[str, Any]) -> SeelowPlay:
    return reading(lambda: _Reader(rules, doc).play())


class _Reader:
    def __init__(self, rules: SeelowRules, doc: Mapping[str, Any]) -> None:
        check_version(doc, VERSION)
        self.doc = doc
        self.tables = rules.tables
        self.result = rules.blank(doc["scenario"], doc["options"], read_dice(doc["dice"], rules.draws))
        self.state = self.result.state

    def play(self) -> SeelowPlay:
        self._numbers()
        self._units()
        self._map()
        self._check_stacks()
        self._flow()
        return self.result

    def _numbers(self) -> None:
        if self.doc["phase"] not in PHASES:
            raise PositionError(say("engine.position.phase", phase=self.doc["phase"], phases=PHASES))
        self.state.turn = whole("turn", self.doc["turn"], len(self.tables.lights), 1)
        self.state.phase = PHASES.index(self.doc["phase"])
        self.state.over = whole("effects.over", self.doc["effects"]["over"], len(NAMES))

    def _units(self) -> None:
        here = of_scenario(self.result)
        check_units(self.doc["units"], [self.tables.ids[u] for u in here])
        for u, unit in enumerate(self.tables.units):
            self.state.steps[u] = unit.steps
            self.state.hex[u] = UNUSED
        for entry in sorted(self.doc["units"], key=lambda e: e.get("level", 0)):
            self._unit(entry)

    def _unit(self, entry: Mapping[str, Any]) -> None:
        u = self.tables.index[entry["id"]]
        unit, state = self.tables.units[u], self.state
        if (entry.get("side", unit.side), entry.get("kind", unit.kind)) != (unit.side, unit.kind):
            raise PositionError(say("engine.position.other_unit", unit=unit.id, side=unit.side, kind=unit.kind))
        state.steps[u] = whole(f"{unit.id}: steps", entry["steps"], unit.steps)
        for mark in ("disrupted", *MARKS):
            getattr(state, mark)[u] = whole(f"{unit.id}: {mark}", entry.get(mark, 0), 1)
        state.mode[u] = self._mode(u, entry.get("mode"))
        if entry["hex"] is None:
            self._box(u, entry)
        else:
            self._lay(u, entry)
        check_place(entry)
        if not state.steps[u] and state.hex[u] != ELIMINATED:
            raise PositionError(say("engine.position.no_steps", unit=unit.id))
        late = state.hex[u] in (UNDEPLOYED, RESERVE) and self.result.group_of(u).turn
        if state.hex[u] == UNDEPLOYED and (state.phase or late):
            raise PositionError(say("engine.position.set_up", unit=unit.id))
        if state.hex[u] == RESERVE and not late:
            raise PositionError(say("engine.position.no_reserve", unit=unit.id))

    def _mode(self, u: int, word: object) -> int:
        """8.31: artillery alone has a mode."""
        allowed = GUN_MODES if self.tables.is_gun[u] else (None,)
        if word not in allowed:
            raise PositionError(say("seelow.error.mode", unit=self.tables.ids[u], mode=word, modes=allowed))
        return allowed.index(word)

    def _box(self, u: int, entry: Mapping[str, Any]) -> None:
        if entry["where"] not in BOXES:
            raise PositionError(say("engine.position.box", unit=entry["id"], box=entry["where"], boxes=BOXES))
        self.state.hex[u] = -1 - BOXES.index(entry["where"])
        self.state.disrupted[u] = self.state.fled[u] = 0
        if self.state.hex[u] == ELIMINATED:
            self.state.steps[u] = 0

    def _lay(self, u: int, entry: Mapping[str, Any]) -> None:
        id, number = entry["id"], entry["hex"]
        if number not in self.tables.numbers:
            raise PositionError(say("engine.position.hex", unit=id, hex=number))
        h = self.tables.board.grid.index(number)
        if not self.result.ground.in_play[h]:
            raise PositionError(say("engine.position.no_land", unit=id, hex=number))
        self.result.put(u, h)

    def _map(self) -> None:
        grid = self.tables.board.grid
        for number, side in self._sides("passed", self.tables.numbers).items():
            self.state.passed[grid.index(number)] = SIDES.index(side)
        told = self._sides("control", [self.tables.numbers[h] for h in control.objectives(self.result)])
        self._believe({grid.index(number) for number, side in told.items() if side == SIDES[SOVIET]})
        for number in self.doc.get("barraged", ()):
            self.state.barraged[grid.index(number)] = 1

    def _sides(self, name: str, hexes: Collection[str]) -> Mapping[str, str]:
        """Who holds which hexes, as the document tells it."""
        entries: Mapping[str, str] = self.doc.get(name, {})
        for number, side in entries.items():
            if number not in hexes or side not in SIDES:
                raise PositionError(say("engine.position.control", hex=number, side=side))
        return entries

    def _believe(self, soviet: set[int]) -> None:
        """12.46: an objective said to be Soviet that neither a unit nor a line holds was moved through by Soviets."""
        for h, side in held(self.result).items():
            if side == GERMAN and h in soviet and control.occupant(self.result, h) == NEVER:
                self.state.passed[h] = SOVIET

    def _check_stacks(self) -> None:
        for h in sorted({h for h in self.state.hex if h >= 0}):
            if all(self.result.number_in(side, h) for side in range(len(SIDES))):
                raise PositionError(say("engine.position.both_sides", hex=self.tables.numbers[h]))

    def _check_full(self) -> None:
        """4.11, 7.55: nobody is one too many but who is just going on."""
        top = self.state.stack[-1] if self.state.stack else None
        state, passing = self.state, top.unit if isinstance(top, Onward) else NONE
        load = Counter[tuple[int, int]]()
        for u, h in enumerate(state.hex):
            load[self.tables.side[u], h] += self.tables.points[u] * (h >= 0 and u != passing)
        for (side, h), points in load.items():
            if points > LIMITS[side]:
                raise PositionError(say("seelow.error.overstacked", hex=self.tables.numbers[h]))

    def _flow(self) -> None:
        frames = self.doc.get("flow")
        if frames is None and not self.state.over:
            self._begin_phase()
        for frame in read_flow(frames or (), GameTurn, SIDES):
            if isinstance(frame, GameTurn):
                check_phase(self.doc, frame.step, PHASES[1:])
            self.result.push(frame)
        if bool(self.state.over) == bool(self.state.stack):
            raise PositionError(say(f"engine.position.{'over' if self.state.over else 'not_over'}"))
        check_flow(self.result, SHAPES, KINDS, (KEY,))
        self._check_full()
        check_actor(self.result, self.doc)
        self.result.settle()

    def _begin_phase(self) -> None:
        phase = PHASES.index(self.doc["phase"])
        self.result.push(GameTurn(phase - 1) if phase else Setup(0))
