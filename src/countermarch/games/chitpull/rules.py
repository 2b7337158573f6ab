"""The family's public side: start, positions, views, and the questions a player asks."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from countermarch.board import load_board
from countermarch.charts import check_overlay, read_shared_file
from countermarch.games.base import GameInfo, Result, Rules, ScenarioInfo
from countermarch.games.chitpull import document, fog, imagination, questions, setup, victory
from countermarch.games.chitpull.edition import Edition
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import SIDES
from countermarch.games.chitpull.tables import Tables
from countermarch.games.chitpull.verbs import MODES, VERBS
from countermarch.notation import Grammar
from countermarch.state import Chance
from countermarch.texts import Text


class ChitPullRules(Rules):
    modes = MODES

    def __init__(self, edition: Edition, map_name: str, packages: tuple[str, ...], data: Path | None) -> None:
        self.edition = edition
        check_overlay(packages, data, ("hexes.csv", "sides.csv"))
        self.tables = (edition.tables or Tables)(load_board(map_name, data), packages, data, edition)
        self.board = self.tables.board
        self.questions = questions
        self.pieces = self.tables.units
        self.formations = self.tables.formations
        self.packages = packages
        self.rooms = (edition.key, "chitpull")
        self.look = tomllib.loads(read_shared_file(packages, "look.toml"))
        self.grammar = Grammar({**VERBS, **edition.verbs}, self.tables.names)
        self.phases = edition.phases
        self.draws = (*self.tables.chit_index, *edition.events)
        scenario = ScenarioInfo("campaign", edition.title, edition.last_turn)
        self.info = GameInfo(edition.key, edition.title, SIDES, edition.options, (scenario,), edition.version)

    def blank(self, options: Mapping[str, str], chance: Chance) -> ChitPullPlay:
        """A play with nothing on the map."""
        n = self.tables.n
        sizes = {
            "unit": len(self.tables.units),
            "hex": n,
            "chit": len(self.tables.chits),
            "group": len(self.edition.groups),
            "sides_hex": len(SIDES) * n,
            "event": len(self.edition.events),
            "objective": len(self.tables.places.objectives),
        }
        kind = self.edition.play or ChitPullPlay
        play = kind(self.edition, self.tables, self.grammar, self.edition.state(sizes, chance), dict(options))
        play.spread_map()
        return play

    def begin(self, scenario: str, options: Mapping[str, str], chance: Chance) -> ChitPullPlay:
        play = self.blank(options, chance)
        setup.set_up(play)
        play.settle()
        return play

    def document(self, play: ChitPullPlay) -> dict[str, Any]:
        return document.write(play)

    def restore(self, doc: Mapping[str, Any]) -> ChitPullPlay:
        return document.read(self, doc)

    def view(self, play: ChitPullPlay, side: str) -> dict[str, Any]:
        return document.view(play, SIDES.index(side))

    def imagine(self, play: ChitPullPlay, side: str, chance: Chance) -> ChitPullPlay:
        return imagination.imagine(play, SIDES.index(side), chance)

    def result(self, play: ChitPullPlay) -> Result | None:
        return victory.result(play)

    def hidden(self, play: ChitPullPlay, side: str) -> frozenset[str]:
        return frozenset(play.ids(fog.unseen(play, SIDES.index(side))))

    def as_seen(self, play: ChitPullPlay, side: str) -> ChitPullPlay:
        return fog.as_seen(play, SIDES.index(side))

    def words(self) -> Mapping[str, Mapping[str, Text]]:
        return questions.words(self.tables, self.phases)

    def chits(self) -> Iterable[Mapping[str, str]]:
        return questions.chits(self.tables)

    def sources(self) -> Iterable[tuple[str, str, str]]:
        return questions.sources(self.tables)
