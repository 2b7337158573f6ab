"""The table of Seelow & Küstrin."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

from countermarch.flow import Procedure
from countermarch.games.seelow import load
from countermarch.games.seelow.antitank import FirePhase
from countermarch.games.seelow.artillery import BarragePhase
from countermarch.games.seelow.combat import CombatPhase
from countermarch.games.seelow.movement import MovementPhase
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.rules import SeelowRules
from countermarch.games.seelow.state import EXITED, PHASES, UNUSED
from countermarch.games.seelow.tables import Tables
from countermarch.games.seelow.turn import GameTurn
from countermarch.match import Game, Match
from tests.rules.table import CounterTable, cited, happened, of_unit, refused, steps, texts, where

GERMAN, SOVIET = 0, 1


@cache
def the_game() -> Game:
    return Game(load(None))


class Table(CounterTable[SeelowPlay]):
    """Day, unless you choose another turn; `put` places units, `move` and others start play."""

    rules: SeelowRules
    tables: Tables

    def __init__(self, scenario: str = "seelow", turn: int = 2, seed: int = 1, **options: str) -> None:
        super().__init__(the_game(), scenario, turn, seed, options, UNUSED)
        for u in (u for group in self.tables.setups[self.play.state.scenario] for u in group.units):
            self.play.state.hex[u] = EXITED

    def put(self, id: str, number: str, steps: int | None = None, disrupted: bool = False, mode: int = 0) -> int:
        u, state = self.unit(id), self.play.state
        state.disrupted[u] = int(disrupted)
        state.mode[u] = mode
        return self.set_down(id, number, steps)

    def found(self, phase: str, *frames: Procedure) -> Self:
        return self.under(phase, GameTurn(PHASES.index(phase)), *frames)

    def phase(self, name: str) -> Match:
        """The game turn from the beginning of a phase on."""
        return self.push(GameTurn(PHASES.index(name) - 1))

    def move(self, side: int) -> Match:
        return self.push(MovementPhase(side))

    def fight(self, side: int) -> Match:
        return self.push(CombatPhase(side))

    def barrage(self, side: int) -> Match:
        return self.push(BarragePhase(side))

    def fire(self, side: int) -> Match:
        return self.push(FirePhase(side))


def edited(scenario: str, turn: int, phase: str, units: Mapping[str, str], **options: str) -> dict[str, Any]:
    """A document as somebody outside would write it: these units in these hexes, all others off the map."""
    doc = the_game().start(scenario, seed=1, options=options).position()
    doc.update(turn=turn, phase=phase)
    del doc["flow"]
    for unit in doc["units"]:
        unit["hex"] = units.get(unit["id"])
        unit["where"] = None if unit["hex"] else "exited"
    return doc


def disrupted(match: Match, id: str) -> bool:
    return bool(of_unit(match, "disrupted", id))


def ends(match: Match, id: str) -> set[str]:
    """Where a unit may go, by choosing it and looking."""
    look = match.copy()
    look.play(f"move {id}")
    return {text.split()[1] for text in texts(look) if text.startswith("to ")}


def rule(match: Match, text: str) -> str:
    """The rule that refuses an action."""
    return str(refused(match, text).citation)


__all__ = [
    "GERMAN",
    "SOVIET",
    "Table",
    "cited",
    "disrupted",
    "edited",
    "ends",
    "happened",
    "refused",
    "rule",
    "steps",
    "texts",
    "the_game",
    "where",
]
