"""The family's public side: start, positions, views, and the questions a player asks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from countermarch.board import load_board
from countermarch.games import outcomes
from countermarch.games.base import ScenarioInfo
from countermarch.games.chitpull import document, fog, fronts, imagination, questions, setup, victory
from countermarch.games.chitpull.command import COMMAND_KINDS
from countermarch.games.chitpull.edition import Edition
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import PLACES, SIDES
from countermarch.games.chitpull.survey import Survey
from countermarch.games.chitpull.tables import Tables
from countermarch.games.chitpull.verbs import MODES, VERBS
from countermarch.games.counter_rules import CounterRules
from countermarch.state import Chance
from countermarch.texts import Text
from countermarch.values import Values


class ChitPullRules(CounterRules[ChitPullPlay]):
    documents, questions, opening, ending = document, questions, setup, victory
    places, modes = PLACES, MODES
    tables: Tables

    def __init__(self, edition: Edition, map_name: str, packages: tuple[str, ...], data: Values | None) -> None:
        self.edition = edition
        self.kind, self.state = edition.play or ChitPullPlay, edition.state
        self.rooms = (edition.key, "chitpull")
        self.phases = edition.phases
        self.kin = edition.kin
        tables = (edition.tables or Tables)(load_board(map_name, data), packages, data, edition)
        super().__init__(tables, {**VERBS, **edition.verbs}, tables.names)
        self.draws = (*tables.chit_index, *edition.events)
        campaign = ScenarioInfo("campaign", edition.title, edition.last_turn)
        self.introduce(
            edition.key,
            edition.title,
            edition.options,
            (campaign,),
            version=edition.version,
            divisions=edition.divisions,
        )

    def sizes(self) -> dict[str, int]:
        own = {
            "chit": self.tables.chits,
            "group": self.edition.groups,
            "event": self.edition.events,
            "objective": self.tables.places.objectives,
        }
        return super().sizes() | {name: len(things) for name, things in own.items()}

    def blank(self, scenario: str, options: Mapping[str, str], chance: Chance) -> ChitPullPlay:
        play = super().blank(scenario, options, chance)
        play.spread_map()
        return play

    def view(self, play: ChitPullPlay, side: str) -> dict[str, Any]:
        return document.view(play, SIDES.index(side))

    def imagine(self, play: ChitPullPlay, side: str, chance: Chance) -> ChitPullPlay:
        return imagination.imagine(play, SIDES.index(side), chance)

    def command_at_work(self, play: ChitPullPlay) -> str:
        return fronts.at_work(play)

    def survey(self, play: ChitPullPlay) -> Survey:
        return Survey(play)

    def hidden(self, play: ChitPullPlay, side: str) -> frozenset[str]:
        return frozenset(play.ids(fog.unseen(play, SIDES.index(side))))

    def as_seen(self, play: ChitPullPlay, side: str) -> ChitPullPlay:
        return fog.as_seen(play, SIDES.index(side))

    def words(self) -> dict[str, Mapping[str, Text]]:
        """Chits of formations and fronts bear those names."""
        drawn = [chit.id for chit in self.tables.chits if chit.kind not in COMMAND_KINDS]
        own = {"groups": self.named("group", self.edition.groups), "chits": self.named("chit", drawn)}
        tables = (self.tables.shelling, self.tables.combat)
        results = [outcomes.explained(table, outcomes.fate) for table in tables]
        return super().words() | own | {"results": results[0] | results[1]}

    def chits(self) -> Iterable[Mapping[str, str]]:
        return questions.chits(self.tables)
