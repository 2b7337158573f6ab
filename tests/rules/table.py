"""A table to set up positions on: units where a test wants them, nothing else on the map. Each game has its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, Self

import countermarch as cm
from countermarch import dice
from countermarch.flow import Event, Procedure
from countermarch.games.counter_rules import CounterRules, P
from countermarch.match import Game, Match
from countermarch.state import Chance


class CounterTable(Generic[P]):
    """Begins with an empty map on a turn of your choice, all units whole and in a box."""

    def __init__(self, game: Game, scenario: str, turn: int, seed: int, options: Mapping[str, str], box: int) -> None:
        self.game = game
        rules = game.rules
        assert isinstance(rules, CounterRules)
        self.rules: Any = rules
        self.tables: Any = rules.tables
        self.play: P = rules.blank(scenario, game._options(options), Chance(dice.key_from_seed(seed)))
        state = self.play.state
        state.turn = turn
        for u, unit in enumerate(self.tables.units):
            state.hex[u] = box
            state.steps[u] = unit.steps

    def unit(self, id: str) -> int:
        return int(self.tables.index[id])

    def hex(self, number: str) -> int:
        return int(self.tables.board.grid.index(number))

    def set_down(self, id: str, number: str, steps: int | None) -> int:
        """A unit onto a hex, with so many steps."""
        u = self.unit(id)
        if steps is not None:
            self.play.state.steps[u] = steps
        self.play.put(u, self.hex(number))
        return u

    def box(self, id: str, where: str | int) -> int:
        """A unit into a box, by its name or its number in the state."""
        u = self.unit(id)
        self.play.lift(u, where if isinstance(where, int) else -1 - self.rules.places.index(where))
        return u

    def push(self, *frames: Procedure) -> Match:
        """Lay frames on the stack (the last on top), run to the first decision and hand over a match."""
        for frame in frames:
            self.play.push(frame)
        return self.match()

    def under(self, phase: str, *frames: Procedure) -> Self:
        """What lies under a procedure in a game, so that a position of it can be read back."""
        self.play.state.phase = self.rules.phases.index(phase)
        for frame in frames:
            self.play.push(frame)
        return self

    def match(self) -> Match:
        self.play.settle()
        return Match(self.game, self.play, {"position": self.rules.document(self.play)})


def of_unit(match: Match, field: str, id: str) -> int:
    """What the state has of a unit."""
    play: Any = match._play
    return int(getattr(play.state, field)[play.tables.index[id]])


def where(match: Match, id: str) -> str:
    """The printed hex of a unit, or the box it lies in."""
    h, rules = of_unit(match, "hex", id), match.game.rules
    assert isinstance(rules, CounterRules)
    return str(rules.tables.numbers[h] if h >= 0 else rules.places[-1 - h])


def steps(match: Match, id: str) -> int:
    return of_unit(match, "steps", id)


def texts(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def happened(events: Sequence[Event], key: str) -> list[Event]:
    """Events of a kind, whichever game's words they are told in."""
    return [event for event in events if event.key.partition(".event.")[2] == key]


def cited(events: Sequence[Event], key: str) -> list[str]:
    """The rules that events of a kind cite."""
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
