"""The game's public side: start, positions, views, and the questions a player asks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from countermarch.board import load_board
from countermarch.charts import check_overlay, read_shared_file, read_shared_table
from countermarch.games.base import GameInfo, OptionInfo, Result, Rules, ScenarioInfo
from countermarch.games.seelow import document, questions, setup, victory
from countermarch.games.seelow.play import KEY, SeelowPlay
from countermarch.games.seelow.state import PHASES, SCENARIOS, SIDES, SeelowState
from countermarch.games.seelow.tables import Tables
from countermarch.games.seelow.verbs import VERBS
from countermarch.notation import Grammar
from countermarch.rulebook import Citation
from countermarch.state import Chance
from countermarch.texts import Text

TITLE = "Seelow & Küstrin 1945"
TITLES = {"kuestrin": "Küstrin 1945", "seelow": "Seelow Heights 1945"}
OPTIONS = (  # readings players would argue about; the first value is the default
    OptionInfo("crest", ("on", "off"), "on", Citation(KEY, "8.23")),
    OptionInfo("shadow", ("on", "off"), "on", Citation(KEY, "8.25")),
    OptionInfo("canal_bank", ("near", "listed"), "near", Citation(KEY, "12.43")),
    OptionInfo("zhukov_counts", ("yes", "no"), "yes", Citation(KEY, "10.11")),
)


class SeelowRules(Rules):
    printed = ("combat", "antitank", "morale", "move")

    def __init__(self, package: str, data: Path | None) -> None:
        self.packages = (package,)
        self.rooms = (KEY,)
        check_overlay(self.packages, data, ("hexes.csv", "sides.csv"))
        self.tables = Tables(load_board("seelow", data), package, data)
        self.board = self.tables.board
        self.questions = questions
        self.pieces = self.tables.units
        self.formations = self.tables.formations
        self.look = tomllib.loads(read_shared_file(self.packages, "look.toml"))
        self.grammar = Grammar(VERBS, {"unit": self.tables.ids, "hex": self.tables.numbers})
        self.phases = PHASES
        self.draws = ()
        scenarios = tuple(ScenarioInfo(key, TITLES[key], victory.LAST_TURN) for key in SCENARIOS)
        self.info = GameInfo(KEY, TITLE, SIDES, OPTIONS, scenarios, document.VERSION)

    def blank(self, scenario: int, options: Mapping[str, str], chance: Chance) -> SeelowPlay:
        """A play with nothing on the map."""
        n = self.tables.n
        state = SeelowState({"unit": len(self.tables.units), "hex": n, "sides_hex": len(SIDES) * n}, chance)
        state.scenario = scenario
        return SeelowPlay(self.tables, self.grammar, state, dict(options))

    def begin(self, scenario: str, options: Mapping[str, str], chance: Chance) -> SeelowPlay:
        play = self.blank(SCENARIOS.index(scenario), options, chance)
        setup.set_up(play)
        play.settle()
        return play

    def document(self, play: SeelowPlay) -> dict[str, Any]:
        return document.write(play)

    def restore(self, doc: Mapping[str, Any]) -> SeelowPlay:
        return document.read(self, doc)

    def view(self, play: SeelowPlay, side: str) -> dict[str, Any]:
        return document.view(play, SIDES.index(side))

    def imagine(self, play: SeelowPlay, side: str, chance: Chance) -> SeelowPlay:
        return document.imagine(play, chance)

    def result(self, play: SeelowPlay) -> Result | None:
        return victory.result(play)

    def sight(self, play: SeelowPlay, hex: str) -> dict[str, Any]:
        return questions.seen_from(play, hex)

    def arrivals(self) -> Mapping[str, Mapping[str, str]]:
        """12.2: reinforcements stand in the set-up, by the turn they come."""
        due = [row.values for row in read_shared_table(self.packages, "setup.csv") if row.values["turn"]]
        return {id: {"arrives": row["turn"]} for row in due for id in row["units"].split()}

    def words(self) -> Mapping[str, Mapping[str, Text]]:
        return questions.words(self.tables)

    def sources(self) -> Iterable[tuple[str, str, str]]:
        return questions.sources(self.tables)
