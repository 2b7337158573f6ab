"""6.5 Withdrawals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.counters import NONE
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import REMOVED, RESERVE, SUPPLIED
from countermarch.games.vistula.supply import lines
from countermarch.games.vistula.tables import INFANTRY
from countermarch.games.vistula.verbs import REMOVE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


def begin(play: VistulaPlay, side: int) -> None:
    """6.5: whoever is named for this turn leaves."""
    tables, turn = play.tables, play.state.turn
    named = tuple(u for u in tables.of_side[side] if tables.arrivals[u].withdraws == turn)
    if named:
        play.push(Withdrawals(side, named))


@dataclass(slots=True)
class Withdrawals(SideProcedure):
    """6.5: the named unit, or, if it is dead or cut off, another of its type that the owner chooses."""

    side: int
    named: tuple[int, ...]
    kind = "unit"
    asks = "vistula.prompt.withdrawal"
    cites = ("6.5#1", "6.5#2", "6.5#3")

    def prompt(self, play: VistulaPlay) -> Text:
        return say(self.asks, unit=play.id(self.named[0]))

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if not self.named or can_leave(play, self.named[0]) or play.state.hex[self.named[0]] == RESERVE:
            return []
        return [(REMOVE, u) for u in substitutes(play, self.named[0])]

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        leave(play, choice[1], self.named[0], "6.5#1")
        self.named = self.named[1:]

    def proceed(self, play: VistulaPlay) -> None:
        if not self.named:
            play.pop()
            return
        u = self.named[0]
        self.named = self.named[1:]
        if can_leave(play, u) or play.state.hex[u] == RESERVE:
            leave(play, u, u, "6.5#1")
        else:
            play.tell("withdrawal_waived", "6.5#1", unit=play.id(u))

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != REMOVE:
            return None
        u, named = choice[1], self.named[0]
        if not same_type(play, u, named):
            return play.no("6.5#3", "other_type", unit=play.id(u), named=play.id(named))
        return play.no("6.5#1", "cut_off" if play.on_map(u) else "not_on_map", unit=play.id(u))


def can_leave(play: VistulaPlay, u: int) -> bool:
    """6.5: alive, with a line of any length to a source."""
    return bool(free_to_leave(play, [u]))


def free_to_leave(play: VistulaPlay, units: Sequence[int]) -> list[int]:
    """6.5: of units of one side, those that are alive and not cut off."""
    where = play.state.hex
    alive = [u for u in units if where[u] >= 0]
    by_loc = lines(play, play.tables.side[alive[0]]).by_loc if alive else ()
    return [u for u in alive if by_loc[where[u]] >= 0]


def substitutes(play: VistulaPlay, named: int) -> list[int]:
    """6.5: any other unit of the same type that can leave, whatever its steps and factors."""
    own = play.tables.of_side[play.tables.side[named]]
    return free_to_leave(play, [u for u in own if same_type(play, u, named)])


def same_type(play: VistulaPlay, a: int, b: int) -> bool:
    """6.5: all infantry is one type."""
    one, other = (play.tables.units[u].kind for u in (a, b))
    return one == other or (one in INFANTRY and other in INFANTRY)


def leave(play: VistulaPlay, u: int, named: int, rule: str) -> None:
    """Out of the game, or away for some turns if the named unit is only transferred."""
    state = play.state
    play.lift(u, REMOVED)
    state.supply[u], state.hq[u] = SUPPLIED, NONE
    state.due[u] = play.tables.arrivals[named].returns
    play.tell("withdrawn", rule, unit=play.id(u))
