"""The public side of a small game: everybody begins where the data says, and everything lies open."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.games import outcomes
from countermarch.games.common import turn
from countermarch.games.common.play import PLACES, T
from countermarch.games.common.questions import Questions
from countermarch.games.common.tables import Tables
from countermarch.games.counter_rules import CounterRules, Verbs
from countermarch.texts import Text


class TableRules(CounterRules[T]):
    opening = turn
    places, draws = PLACES, ()
    tables: Tables

    def __init__(self, tables: Tables, verbs: Verbs) -> None:
        super().__init__(tables, verbs)
        self.questions = Questions()
        self.phases = self.kind.phases
        self.rooms = (self.kind.book,)

    def words(self) -> dict[str, Mapping[str, Text]]:
        return super().words() | {"results": outcomes.explained(self.tables.combat, outcomes.fate)}
