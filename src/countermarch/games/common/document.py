"""Positions as JSON documents, exact both ways: what small games have in them, and hooks for what is a game's own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from countermarch.flow import Procedure
from countermarch.games.base import PositionError
from countermarch.games.common.attack import Attack
from countermarch.games.common.play import PLACES, T
from countermarch.games.common.shapes import KINDS, SHAPES
from countermarch.games.common.turn import GameTurn
from countermarch.games.counter_rules import CounterRules
from countermarch.games.frames import Shapes
from countermarch.games.positions import under_the_table
from countermarch.games.reader import Reader, heading, unit_entry
from countermarch.texts import say

MARKS = ("acted", "struck")


class TableReader(Reader[T]):
    turn_frame, kinds = GameTurn, KINDS
    places, marks = PLACES, MARKS
    own: ClassVar[Shapes] = {}  # of the game's own procedures

    def __init__(self, rules: CounterRules[T], doc: Mapping[str, Any]) -> None:
        super().__init__(rules, doc)
        self.shapes = {**SHAPES, **self.own}
        self.homes = ("common", self.result.home)
        self.steps = rules.phases
        self.highest = {"over": len(self.result.tables.levels)}

    def last_turn(self) -> int:
        return self.result.last_turn

    def first_frame(self, phase: str) -> Procedure:
        return GameTurn(self.phases.index(phase))

    def check_room(self) -> None:
        for h in sorted({h for h in self.state.hex if h >= 0}):
            if self.result.room(h) < 0:
                raise PositionError(say(self.result.said("error", "overstacked"), hex=self.result.hex_name(h)))


class Documents:
    """Everything lies open on the table but the dice to come."""

    version: ClassVar[str]
    reader: ClassVar[type[TableReader[Any]]] = TableReader

    def public(self, play: Any) -> dict[str, Any]:
        return {
            **heading(play, play.book, self.version, play.scenario, phase=play.phases[play.state.phase]),
            "attack": self.attack(play),
            "effects": {"over": play.state.over},
            **self.own(play),
            "units": [self.unit(play, u) for u in range(len(play.tables.units))],
        }

    def write(self, play: Any) -> dict[str, Any]:
        return {**self.public(play), **under_the_table(play.state)}

    def read(self, rules: Any, doc: Mapping[str, Any]) -> Any:
        return self.reader.read(rules, doc)

    def own(self, play: Any) -> dict[str, Any]:
        """What a game has besides."""
        return {}

    def attack(self, play: Any) -> dict[str, Any] | None:
        """The attack being built up."""
        for frame in play.state.frames:
            if isinstance(frame, Attack):
                units = list(play.ids(frame.units))
                return {"kind": "attack", "target": play.hex_name(frame.target), "attackers": units, "support": {}}
        return None

    def unit(self, play: Any, u: int) -> dict[str, Any]:
        return {**unit_entry(play, u, PLACES), **{mark: getattr(play.state, mark)[u] for mark in MARKS}}
