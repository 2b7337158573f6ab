"""Positions as JSON documents, exact both ways: what all these games have, and hooks for what is a game's own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from countermarch.games.base import PositionError
from countermarch.games.common.attack import Attack
from countermarch.games.common.play import ELIMINATED
from countermarch.games.common.shapes import KINDS, SHAPES
from countermarch.games.common.turn import GameTurn
from countermarch.games.frames import Kind, Shapes, check_flow
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
from countermarch.texts import say

HOMES = ("common",)  # beside the game's own


class Documents:
    """Everything lies open on the table but the dice to come."""

    version: ClassVar[str]
    marks: ClassVar[Sequence[str]] = ("acted", "struck")  # of a unit, 0 or 1
    boxes: ClassVar[Sequence[str]] = ("eliminated",)
    shapes: ClassVar[Shapes] = {}  # of the game's own procedures
    kinds: ClassVar[Mapping[str, Kind]] = KINDS

    # writing

    def write(self, play: Any) -> dict[str, Any]:
        return {**self.public(play), **under_the_table(play.state)}

    def public(self, play: Any) -> dict[str, Any]:
        state, tables = play.state, play.tables
        return {
            "game": play.book,
            "version": self.version,
            "scenario": play.scenario,
            "options": dict(play.options),
            "turn": state.turn,
            "phase": play.phases[state.phase],
            "to_act": play.sides[play.actor] if play.actor >= 0 else None,
            "attack": self.attack(play),
            "effects": {"over": state.over},
            **self.own(play),
            "units": [self.unit(play, u) for u in range(len(tables.units))],
        }

    def own(self, play: Any) -> dict[str, Any]:
        """What a game has besides."""
        return {}

    def attack(self, play: Any) -> dict[str, Any] | None:
        """The attack being built up."""
        for frame in play.state.stack:
            if isinstance(frame, Attack):
                units = list(play.ids(frame.units))
                return {"kind": "attack", "target": play.hex_name(frame.target), "attackers": units, "support": {}}
        return None

    def unit(self, play: Any, u: int) -> dict[str, Any]:
        state, unit = play.state, play.tables.units[u]
        h = state.hex[u]
        return {
            "id": unit.id,
            "side": unit.side,
            "kind": unit.kind,
            "hex": play.hex_name(h) if h >= 0 else None,
            "where": None if h >= 0 else self.boxes[-1 - h],
            "level": play.level(u) if h >= 0 else 0,
            "steps": state.steps[u],
            **{mark: getattr(state, mark)[u] for mark in self.marks},
        }

    # reading

    def read(self, rules: Any, doc: Mapping[str, Any]) -> Any:
        return reading(lambda: self._read(rules, doc))

    def _read(self, rules: Any, doc: Mapping[str, Any]) -> Any:
        check_version(doc, self.version)
        play = rules.blank(doc["options"], read_dice(doc["dice"], rules.draws))
        phases = play.phases
        if doc["phase"] not in phases:
            raise PositionError(say("engine.position.phase", phase=doc["phase"], phases=phases))
        play.state.turn = whole("turn", doc["turn"], play.last_turn, 1)
        play.state.phase = phases.index(doc["phase"])
        play.state.over = whole("effects.over", doc["effects"]["over"], len(play.tables.levels))
        self.read_own(play, doc)
        check_units(doc["units"], play.tables.ids)
        for entry in sorted(doc["units"], key=lambda e: e.get("level", 0)):
            self._read_unit(play, entry)
        self._check_stacks(play)
        self._read_flow(play, doc)
        return play

    def read_own(self, play: Any, doc: Mapping[str, Any]) -> None:
        """What `own` has written."""

    def _read_unit(self, play: Any, entry: Mapping[str, Any]) -> None:
        u = play.tables.index[entry["id"]]
        unit, state = play.tables.units[u], play.state
        if (entry.get("side", unit.side), entry.get("kind", unit.kind)) != (unit.side, unit.kind):
            raise PositionError(say("engine.position.other_unit", unit=unit.id, side=unit.side, kind=unit.kind))
        state.steps[u] = whole(f"{unit.id}: steps", entry["steps"], unit.steps)
        for mark in self.marks:
            getattr(state, mark)[u] = whole(f"{unit.id}: {mark}", entry.get(mark, 0), 1)
        check_place(entry)
        if entry["hex"] is None:
            self._read_box(play, u, entry["where"])
        else:
            self._lay(play, u, entry["hex"])

    def _read_box(self, play: Any, u: int, box: object) -> None:
        if box not in self.boxes:
            raise PositionError(say("engine.position.box", unit=play.id(u), box=box, boxes=self.boxes))
        play.state.hex[u] = -1 - self.boxes.index(str(box))
        if play.state.hex[u] == ELIMINATED:
            play.state.steps[u] = 0

    def _lay(self, play: Any, u: int, number: object) -> None:
        if number not in play.tables.numbers:
            raise PositionError(say("engine.position.hex", unit=play.id(u), hex=number))
        if not play.state.steps[u]:
            raise PositionError(say("engine.position.no_steps", unit=play.id(u)))
        play.put(u, play.tables.board.grid.index(number))

    def _check_stacks(self, play: Any) -> None:
        for h in sorted({h for h in play.state.hex if h >= 0}):
            if len({play.tables.side[u] for u in play.stack(h)}) > 1:
                raise PositionError(say("engine.position.both_sides", hex=play.hex_name(h)))
            if play.room(h) < 0:
                raise PositionError(say(f"{play.book}.error.overstacked", hex=play.hex_name(h)))

    def _read_flow(self, play: Any, doc: Mapping[str, Any]) -> None:
        frames, over = doc.get("flow"), bool(play.state.over)
        if frames is None and not over:
            play.push(GameTurn(play.state.phase))
        for frame in read_flow(frames or (), GameTurn, play.sides):
            if isinstance(frame, GameTurn):
                check_phase(doc, frame.step, play.phases)
            play.push(frame)
        if over == bool(play.state.stack):
            raise PositionError(say(f"engine.position.{'over' if over else 'not_over'}"))
        check_flow(play, {**SHAPES, **self.shapes}, self.kinds, (*HOMES, play.home))
        check_actor(play, doc)
        play.settle()
