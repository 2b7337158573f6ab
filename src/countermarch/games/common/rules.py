"""The public side of a small game: everybody begins where the data says, and everything lies open."""

from __future__ import annotations

from countermarch.games.common import turn
from countermarch.games.common.play import PLACES, T
from countermarch.games.common.questions import Questions
from countermarch.games.common.tables import Tables
from countermarch.games.counter_rules import CounterRules, Verbs


class TableRules(CounterRules[T]):
    opening = turn
    places, draws = PLACES, ()
    tables: Tables

    def __init__(self, tables: Tables, verbs: Verbs) -> None:
        super().__init__(tables, verbs)
        self.questions = Questions()
        self.phases = self.kind.phases
        self.rooms = (self.kind.book,)
