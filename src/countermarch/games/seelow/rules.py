"""The game's public side: what it is made of, its options, and the words only it has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from countermarch.board import load_board
from countermarch.games import bids, outcomes
from countermarch.games.base import OptionInfo, ScenarioInfo
from countermarch.games.counter_rules import CounterRules
from countermarch.games.seelow import document, questions, setup, victory
from countermarch.games.seelow.play import KEY, SeelowPlay
from countermarch.games.seelow.results import fate
from countermarch.games.seelow.state import PHASES, PLACES, SCENARIOS, SIDES, SeelowState
from countermarch.games.seelow.survey import Survey
from countermarch.games.seelow.tables import LIGHTS, Tables
from countermarch.games.seelow.verbs import VERBS
from countermarch.rulebook import Citation
from countermarch.texts import Text
from countermarch.values import Values

TITLE = "Seelow & Küstrin 1945"
TITLES = {"kuestrin": "Küstrin 1945", "seelow": "Seelow Heights 1945"}
OPTIONS = (  # readings players would argue about; the first value is the default
    OptionInfo("crest", ("on", "off"), "on", Citation(KEY, "8.23")),
    OptionInfo("shadow", ("on", "off"), "on", Citation(KEY, "8.25")),
    OptionInfo("canal_bank", ("near", "listed"), "near", Citation(KEY, "12.43")),
    OptionInfo("zhukov_counts", ("yes", "no"), "yes", Citation(KEY, "10.11")),
    bids.option(Citation(KEY, "11.45"), SIDES, (1, 2, 4, 6)),
)


class SeelowRules(CounterRules[SeelowPlay]):
    kind, state = SeelowPlay, SeelowState
    documents, questions, opening, ending = document, questions, setup, victory
    phases, places, rooms, draws = PHASES, PLACES, (KEY,), ()
    printed = ("combat", "antitank", "morale", "move")
    named_layers = ("terrain", "settlement")
    tables: Tables

    def __init__(self, package: str, data: Values | None) -> None:
        super().__init__(Tables(load_board("seelow", data), (package,), data), VERBS)
        scenarios = (ScenarioInfo(key, TITLES[key], victory.LAST_TURN) for key in SCENARIOS)
        self.introduce(KEY, TITLE, OPTIONS, scenarios, version=document.VERSION)

    def sight(self, play: SeelowPlay, hex: str) -> dict[str, Any]:
        return questions.seen_from(play, hex)

    def arrivals(self) -> Mapping[str, Mapping[str, str]]:
        """12.2: reinforcements stand in the set-up, by the turn they come."""
        due = [row.values for row in self.tables.table("setup.csv") if row.values["turn"]]
        return {id: {"arrives": row["turn"]} for row in due for id in row["units"].split()}

    def view(self, play: SeelowPlay, side: str) -> dict[str, Any]:
        """11.0#2: rows of the map that a scenario leaves out are shown as such."""
        shut = [number for number, here in zip(self.tables.numbers, play.ground.in_play, strict=True) if not here]
        return {**super().view(play, side), **({"out_of_play": shut} if shut else {})}

    def survey(self, play: SeelowPlay) -> Survey:
        return Survey(play)

    def words(self) -> dict[str, Mapping[str, Text]]:
        results = outcomes.explained(self.tables.fire, fate) | outcomes.explained(self.tables.combat, fate)
        own = {"lights": self.named("light", LIGHTS), "values": self.named("value", self.printed), "results": results}
        return super().words() | own
