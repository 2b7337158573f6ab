"""The table of the chit-pull family."""

from __future__ import annotations

from typing import ClassVar, Self

import countermarch as cm
from countermarch.flow import Procedure
from countermarch.games.chitpull.activation import Activation, activate
from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.movement import MovementSegment
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import Entry
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.chitpull.state import REMOVED
from countermarch.games.chitpull.tables import Tables
from countermarch.games.chitpull.turn import GameTurn
from countermarch.match import Match
from tests.rules.table import CounterTable, happened, refused, steps, texts, where

GERMAN, SOVIET = 0, 1


class Table(CounterTable[ChitPullPlay]):
    """`put` places units, `activate` and the rest start play."""

    played = "koenigsberg"  # the other edition's tests have what stands alike in both books played with its rules
    agreed: ClassVar[dict[str, str]] = {}
    rules: ChitPullRules
    tables: Tables

    def __init__(self, turn: int = 3, seed: int = 1, game: str = "", **options: str) -> None:
        chosen = options if game else {**self.agreed, **options}
        super().__init__(cm.load(game or self.played), "campaign", turn, seed, chosen, REMOVED)

    def group(self, name: str) -> int:
        """Where a front or a side stands in the columns of activations."""
        return self.rules.edition.groups.index(name)

    def put(self, id: str, number: str, steps: int | None = None, supply: int = 0) -> int:
        u = self.set_down(id, number, steps)
        self.play.state.supply[u] = supply
        if self.tables.side[u] == SOVIET:
            self.play.state.crossed[self.hex(number)] = 1
        return u

    def found(self, phase: str, *frames: Procedure) -> Self:
        at = 1 + [name for name, *_ in self.rules.edition.sequence].index(phase)
        return self.under(phase, GameTurn(at), *frames)

    def phase(self, name: str) -> Match:
        """The turn from this phase on."""
        return self.push(step(self.play, name))

    def activate(self, hq: str, lendable: int = 0, attacks: bool = True) -> Match:
        activate(self.play, self.unit(hq), lendable, attacks)
        return self.match()

    def fight(self, side: int, *attackers: str) -> Match:
        """A combat segment with these units activated."""
        for id in attackers:
            self.play.state.active[self.unit(id)] = 1
        return self.push(CombatSegment(side))

    def move(self, side: int, *movers: str) -> Match:
        for id in movers:
            self.play.state.active[self.unit(id)] = 1
        return self.push(MovementSegment(side))


def step(play: ChitPullPlay, phase: str) -> GameTurn:
    """The turn as it stands when a phase begins."""
    return GameTurn(next(at for at, (name, *_) in enumerate(play.edition.sequence) if name == phase))


def at_the_gate(match: Match) -> Match:
    """Who arrives comes to the entry hex, in an edition that lets him choose a station, too."""
    play = match._play
    assert isinstance(play, ChitPullPlay)
    while play.state.frames and isinstance(top := play.top, Entry) and top.at < len(top.units):
        text = f"place {play.id(top.units[top.at])} {play.hex_name(top.entry(play))}"
        if text not in texts(match):
            break
        match.play(text)
    return match


__all__ = [
    "GERMAN",
    "SOVIET",
    "Activation",
    "GameTurn",
    "Table",
    "at_the_gate",
    "happened",
    "refused",
    "step",
    "steps",
    "texts",
    "where",
]
