"""The game's public side: what it is made of, its options, and the words only it has."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.board import load_board
from countermarch.games import bids, outcomes
from countermarch.games.base import OptionInfo, ScenarioInfo
from countermarch.games.counter_rules import CounterRules
from countermarch.games.vistula import document, questions, setup, victory
from countermarch.games.vistula.play import KEY, VistulaPlay
from countermarch.games.vistula.state import PHASES, PLACES, SCENARIOS, SIDES, VistulaState
from countermarch.games.vistula.survey import Survey
from countermarch.games.vistula.tables import Tables
from countermarch.games.vistula.verbs import MODES, VERBS
from countermarch.rulebook import Citation
from countermarch.texts import Text
from countermarch.values import Values


def _option(key: str, rule: str) -> OptionInfo:
    """12: off unless both players want it."""
    return OptionInfo(key, ("off", "on"), "off", Citation(KEY, rule))


OPTIONS = (
    _option("turn_1_air", "12.2"),
    _option("defence_in_depth", "12.3"),
    _option("interdiction", "12.4#1"),
    _option("fuehrer_orders", "12.5#1"),
    _option("thaw", "12.6#1"),
    # readings players would argue about
    _option("allied_advance", "8.5#1"),
    OptionInfo("odds_limit", ("before_shifts", "after_shifts"), "before_shifts", Citation(KEY, "8.2#1")),
    bids.option(Citation(KEY, "11.1#2"), SIDES, (1, 2, 3, 4)),
)
TITLES = {"red_storm": "Red Storm over the Reich", "deutschland_kaputt": "Deutschland Kaputt!"}


class VistulaRules(CounterRules[VistulaPlay]):
    kind, state = VistulaPlay, VistulaState
    documents, questions, opening, ending = document, questions, setup, victory
    phases, places, rooms, modes, draws = PHASES, PLACES, (KEY,), MODES, ()
    tables: Tables

    def __init__(self, package: str, data: Values | None) -> None:
        super().__init__(Tables(load_board("vistula", data), (package,), data), VERBS)
        scenarios = (ScenarioInfo(key, TITLES[key], victory.LAST_TURN[key]) for key in SCENARIOS)
        self.introduce(KEY, "Vistula-Oder-Berlin", OPTIONS, scenarios, version=document.VERSION)

    def survey(self, play: VistulaPlay) -> Survey:
        return Survey(play)

    def words(self) -> dict[str, Mapping[str, Text]]:
        results = [outcomes.explained(table, questions.fate) for table in self.tables.combat]
        groups = self.named("side", SIDES) | questions.zones_of(self.tables)
        return super().words() | {"groups": groups, "chits": {}, "results": results[0] | results[1]}
