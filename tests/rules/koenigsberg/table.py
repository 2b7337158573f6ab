"""A table to set up positions on: units where a test wants them, nothing else on the map."""

from __future__ import annotations

from typing import Any, ClassVar

import countermarch as cm
from countermarch import dice
from countermarch.flow import Event, Procedure
from countermarch.games.chitpull.activation import Activation, activate
from countermarch.games.chitpull.combat import CombatSegment
from countermarch.games.chitpull.movement import MovementSegment
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import Entry
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.chitpull.state import REMOVED
from countermarch.games.chitpull.turn import GameTurn
from countermarch.match import Match
from countermarch.state import Chance

GERMAN, SOVIET = 0, 1


class Table:
    """Begins with an empty map on a turn of your choice; `put` places units, `activate` and the rest start play."""

    played = "koenigsberg"  # the other edition's tests have what stands alike in both books played with its rules
    agreed: ClassVar[dict[str, str]] = {}

    def __init__(self, turn: int = 3, seed: int = 1, game: str = "", **options: str) -> None:
        self.game = cm.load(game or self.played)
        options = options if game else {**self.agreed, **options}
        rules = self.game.rules
        assert isinstance(rules, ChitPullRules)
        self.rules = rules
        self.tables = rules.tables
        self.play: ChitPullPlay = rules.blank("campaign", self.game._options(options), Chance(dice.key_from_seed(seed)))
        state = self.play.state
        state.turn = turn
        for u, unit in enumerate(self.tables.units):
            state.hex[u] = REMOVED
            state.steps[u] = unit.steps

    def group(self, name: str) -> int:
        """Where a front or a side stands in the columns of activations."""
        return self.rules.edition.groups.index(name)

    def unit(self, id: str) -> int:
        return self.tables.index[id]

    def hex(self, number: str) -> int:
        return self.tables.board.grid.index(number)

    def put(self, id: str, number: str, steps: int | None = None, supply: int = 0) -> int:
        u = self.unit(id)
        if steps is not None:
            self.play.state.steps[u] = steps
        self.play.put(u, self.hex(number))
        self.play.state.supply[u] = supply
        if self.tables.side[u] == SOVIET:
            self.play.state.crossed[self.hex(number)] = 1
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
        edition = self.rules.edition
        self.play.state.phase = edition.phases.index(phase)
        self.play.push(GameTurn(1 + [name for name, *_ in edition.sequence].index(phase)))
        for frame in frames:
            self.play.push(frame)
        return self

    def match(self) -> Match:
        self.play.settle()
        return Match(self.game, self.play, {"position": self.rules.document(self.play)})

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
    while play.state.stack and isinstance(top := play.top, Entry) and top.at < len(top.units):
        text = f"place {play.id(top.units[top.at])} {play.hex_name(top.entry(play))}"
        if text not in texts(match):
            break
        match.play(text)
    return match


def where(match: Match, id: str) -> str:
    """The printed hex of a unit, or the box it lies in."""
    play: Any = match._play
    h = play.state.hex[play.tables.index[id]]
    from countermarch.games.chitpull.state import PLACES

    return str(play.tables.numbers[h]) if h >= 0 else PLACES[-1 - h]


def steps(match: Match, id: str) -> int:
    play: Any = match._play
    return int(play.state.steps[play.tables.index[id]])


def texts(match: Match) -> list[str]:
    return [str(action) for action in match.legal()]


def happened(events: list[Event] | tuple[Event, ...], key: str) -> list[Event]:
    return [event for event in events if event.key == f"chitpull.event.{key}"]


def refused(match: Match, text: str) -> cm.IllegalAction:
    """Play something illegal, check that nothing changed, and hand over the refusal."""
    before = match.fingerprint()
    try:
        match.play(text)
    except cm.IllegalAction as refusal:
        assert match.fingerprint() == before
        return refusal
    raise AssertionError(f"{text!r} was legal")


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
