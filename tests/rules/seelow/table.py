"""A table to set up positions on: units where a test wants them, nothing else on the map."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import countermarch as cm
from countermarch import dice
from countermarch.flow import Event, Procedure
from countermarch.games.seelow import load
from countermarch.games.seelow.antitank import FirePhase
from countermarch.games.seelow.artillery import BarragePhase
from countermarch.games.seelow.combat import CombatPhase
from countermarch.games.seelow.movement import MovementPhase
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.rules import SeelowRules
from countermarch.games.seelow.state import EXITED, PHASES, PLACES, UNUSED
from countermarch.games.seelow.turn import GameTurn
from countermarch.match import Game, Match
from countermarch.state import Chance

GERMAN, SOVIET = 0, 1


@cache
def the_game() -> Game:
    return Game(load(None))


class Table:
    """Begins with an empty map on a turn of your choice (2: day); `put` places units, `move` and others start play."""

    def __init__(self, scenario: str = "seelow", turn: int = 2, seed: int = 1, **options: str) -> None:
        self.game = the_game()
        rules = self.game.rules
        assert isinstance(rules, SeelowRules)
        self.rules = rules
        self.tables = rules.tables
        chance = Chance(dice.key_from_seed(seed))
        self.play: SeelowPlay = rules.blank(scenario, self.game._options(options), chance)
        state = self.play.state
        state.turn = turn
        used = {u for group in self.tables.setups[state.scenario] for u in group.units}
        for u, unit in enumerate(self.tables.units):
            state.hex[u] = EXITED if u in used else UNUSED
            state.steps[u] = unit.steps

    def unit(self, id: str) -> int:
        return self.tables.index[id]

    def hex(self, number: str) -> int:
        return self.tables.board.grid.index(number)

    def put(self, id: str, number: str, steps: int | None = None, disrupted: bool = False, mode: int = 0) -> int:
        u = self.unit(id)
        state = self.play.state
        state.steps[u] = state.steps[u] if steps is None else steps
        state.disrupted[u] = int(disrupted)
        state.mode[u] = mode
        self.play.put(u, self.hex(number))
        return u

    def box(self, id: str, where: int) -> int:
        u = self.unit(id)
        self.play.lift(u, where)
        return u

    def push(self, *frames: Procedure) -> Match:
        """Lay frames on the stack (the last on top), run to the first decision and hand over a match."""
        for frame in frames:
            self.play.push(frame)
        return self.match()

    def found(self, phase: str, *frames: Procedure) -> Table:
        """What lies under a procedure in a game, so that a position of it can be read back."""
        self.play.state.phase = PHASES.index(phase)
        self.play.push(GameTurn(PHASES.index(phase)))
        for frame in frames:
            self.play.push(frame)
        return self

    def match(self) -> Match:
        self.play.settle()
        return Match(self.game, self.play, {"position": self.rules.document(self.play)})

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


def where(match: Match, id: str) -> str:
    """The printed hex of a unit, or the box it lies in."""
    play: Any = match._play
    h = play.state.hex[play.tables.index[id]]
    return str(play.tables.numbers[h]) if h >= 0 else PLACES[-1 - h]


def steps(match: Match, id: str) -> int:
    play: Any = match._play
    return int(play.state.steps[play.tables.index[id]])


def disrupted(match: Match, id: str) -> bool:
    play: Any = match._play
    return bool(play.state.disrupted[play.tables.index[id]])


def texts(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def ends(match: Match, id: str) -> set[str]:
    """Where a unit may go, by choosing it and looking."""
    look = match.copy()
    look.play(f"move {id}")
    return {text.split()[1] for text in texts(look) if text.startswith("to ")}


def happened(events: list[Event] | tuple[Event, ...], key: str) -> list[Event]:
    return [event for event in events if event.key == f"seelow.event.{key}"]


def cited(events: list[Event] | tuple[Event, ...], key: str) -> list[str]:
    return [str(event.citation) for event in happened(events, key)]


def refused(match: Match, text: str) -> cm.IllegalAction:
    """Play something illegal, check that nothing changed, and hand over the refusal."""
    before = match.fingerprint()
    try:
        match.play(text)
    except cm.IllegalAction as refusal:
        assert match.fingerprint() == before
        return refusal
    raise AssertionError(f"{text!r} was legal")


def rule(match: Match, text: str) -> str:
    """The rule that refuses an action."""
    return str(refused(match, text).citation)
