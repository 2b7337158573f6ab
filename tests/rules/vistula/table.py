"""A table to set up positions on: units where a test wants them, nothing else on the map."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import countermarch as cm
from countermarch import dice
from countermarch.flow import Event, Procedure
from countermarch.games import vistula
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import PLACES, REMOVED, SUPPLY
from countermarch.match import Game, Match
from countermarch.state import Chance

GERMAN, ALLIED = 0, 1
load = cache(vistula.load)
SIDES = ("german", "allied")


class Table:
    """Begins with an empty map on a turn of your choice, all land held as the red line has it."""

    def __init__(
        self,
        turn: int = 3,
        seed: int = 1,
        scenario: str = "deutschland_kaputt",
        data: Path | None = None,
        **options: str,
    ) -> None:
        self.rules = load(data)
        self.game = Game(self.rules)
        self.tables = self.rules.tables
        chance = Chance(dice.key_from_seed(seed))
        self.play: VistulaPlay = self.rules.blank(scenario, self.game._options(options), chance)
        state = self.play.state
        state.turn = turn
        for u, unit in enumerate(self.tables.units):
            state.hex[u] = REMOVED
            state.steps[u] = unit.steps
        for h in range(self.tables.n):
            if self.tables.land[h]:
                self.play.set_control(h, 1 + (h in self.play.places.allied))

    def unit(self, id: str) -> int:
        return self.tables.index[id]

    def hex(self, number: str) -> int:
        return self.tables.board.grid.index(number)

    def put(self, id: str, number: str, steps: int | None = None, supply: str = "supplied") -> int:
        """Lay a unit down; its hex is its side's from now on if it is a combat unit."""
        u = self.unit(id)
        if steps is not None:
            self.play.state.steps[u] = steps
        if self.tables.is_combat[u]:
            self.play.set_control(self.hex(number), 1 + self.tables.side[u])
        self.play.put(u, self.hex(number))
        self.play.state.supply[u] = SUPPLY.index(supply)
        return u

    def box(self, id: str, where: str) -> int:
        u = self.unit(id)
        self.play.lift(u, -1 - PLACES.index(where))
        return u

    def hold(self, side: int, *numbers: str) -> None:
        for number in numbers:
            self.play.set_control(self.hex(number), 1 + side)

    def push(self, *frames: Procedure) -> Match:
        """Lay frames on the stack (the last on top), run to the first decision and hand over a match."""
        for frame in frames:
            self.play.push(frame)
        return self.match()

    def match(self) -> Match:
        self.play.settle()
        return Match(self.game, self.play, {"position": self.rules.document(self.play)})

    def events(self, key: str) -> list[Event]:
        """What has happened so far of that kind, without a decision."""
        return happened(self.play.events, key)


def where(match: Match, id: str) -> str:
    """The printed hex of a unit, or the box it lies in."""
    play: Any = match._play
    h = play.state.hex[play.tables.index[id]]
    return str(play.tables.numbers[h]) if h >= 0 else PLACES[-1 - h]


def steps(match: Match, id: str) -> int:
    play: Any = match._play
    return int(play.state.steps[play.tables.index[id]])


def supply(match: Match, id: str) -> str:
    play: Any = match._play
    return SUPPLY[play.state.supply[play.tables.index[id]]]


def texts(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def happened(events: list[Event] | tuple[Event, ...], key: str) -> list[Event]:
    return [event for event in events if event.key == f"vistula.event.{key}"]


def refused(match: Match, text: str) -> cm.IllegalAction:
    """Play something illegal, check that nothing changed, and hand over the refusal."""
    before = match.fingerprint()
    try:
        match.play(text)
    except cm.IllegalAction as refusal:
        assert match.fingerprint() == before
        return refusal
    raise AssertionError(f"{text!r} was legal")
