"""The game's public side: start, positions, views, and the questions a player asks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from countermarch.board import load_board
from countermarch.charts import check_overlay
from countermarch.games.base import GameInfo, OptionInfo, Result, Rules, ScenarioInfo
from countermarch.games.vistula import document, questions, setup, victory
from countermarch.games.vistula.play import KEY, VistulaPlay
from countermarch.games.vistula.state import PHASES, SCENARIOS, SIDES, VistulaState
from countermarch.games.vistula.tables import Tables
from countermarch.games.vistula.verbs import MODES, VERBS
from countermarch.notation import Grammar
from countermarch.rulebook import Citation
from countermarch.state import Chance
from countermarch.texts import Text


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
)
TITLES = {"red_storm": "Red Storm over the Reich", "deutschland_kaputt": "Deutschland Kaputt!"}


class VistulaRules(Rules):
    modes = MODES

    def __init__(self, package: str, data: Path | None) -> None:
        self.packages = (package,)
        self.rooms = (KEY,)
        check_overlay(self.packages, data, ("hexes.csv", "sides.csv"))
        self.tables = Tables(load_board("vistula", data), package, data)
        self.board = self.tables.board
        self.questions = questions
        self.pieces = self.tables.units
        self.formations = self.tables.formations
        self.look = tomllib.loads(files(package).joinpath("data", "look.toml").read_text(encoding="utf-8"))
        self.grammar = Grammar(VERBS, {"unit": self.tables.ids, "hex": self.tables.numbers})
        self.phases = PHASES
        self.draws = ()
        scenarios = tuple(ScenarioInfo(key, TITLES[key], victory.LAST_TURN[key]) for key in SCENARIOS)
        self.info = GameInfo(KEY, "Vistula-Oder-Berlin", SIDES, OPTIONS, scenarios, document.VERSION)

    def blank(self, options: Mapping[str, str], chance: Chance) -> VistulaPlay:
        """A play with nothing on the map."""
        n = self.tables.n
        sizes = {"unit": len(self.tables.units), "hex": n, "sides_hex": len(SIDES) * n}
        return VistulaPlay(self.tables, self.grammar, VistulaState(sizes, chance), dict(options))

    def begin(self, scenario: str, options: Mapping[str, str], chance: Chance) -> VistulaPlay:
        play = self.blank(options, chance)
        play.state.scenario = SCENARIOS.index(scenario)
        setup.set_up(play)
        play.settle()
        return play

    def document(self, play: VistulaPlay) -> dict[str, Any]:
        return document.write(play)

    def restore(self, doc: Mapping[str, Any]) -> VistulaPlay:
        return document.read(self, doc)

    def view(self, play: VistulaPlay, side: str) -> dict[str, Any]:
        return document.view(play, SIDES.index(side))

    def imagine(self, play: VistulaPlay, side: str, chance: Chance) -> VistulaPlay:
        return document.imagine(play, chance)

    def result(self, play: VistulaPlay) -> Result | None:
        return victory.result(play)

    def words(self) -> Mapping[str, Mapping[str, Text]]:
        return questions.words(self.tables)

    def sources(self) -> Iterable[tuple[str, str, str]]:
        return questions.sources(self.tables)
