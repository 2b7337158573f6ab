"""The game's public side: its name, its documents, its words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from countermarch.games import outcomes
from countermarch.games.base import GameInfo, PositionError, ScenarioInfo
from countermarch.games.bridgehead.bridge import VERBS, Plunger, at_plunger
from countermarch.games.bridgehead.play import KEY, BridgeheadPlay, BridgeheadState
from countermarch.games.bridgehead.tables import BRIDGE, GERMAN, MINED, SIDES, SOVIET, Tables
from countermarch.games.common.attack import Combat
from countermarch.games.common.document import Documents
from countermarch.games.common.movement import Movement
from countermarch.games.common.rules import CounterRules
from countermarch.games.frames import ON, Claims, Shape, Shapes
from countermarch.texts import Text, say

SCENARIO = ScenarioInfo(BridgeheadPlay.scenario, "The bridge at Altbrück", BridgeheadPlay.last_turn)
INFO = GameInfo(KEY, "Bridgehead", SIDES, (), (SCENARIO,), "1")


def plunger(play: BridgeheadPlay, frame: Plunger, below: Movement | Combat) -> Claims:
    yield "side", frame.side == GERMAN and below.side == SOVIET
    yield ON, play.state.bridge == MINED and at_plunger(play) and play.owner(play.tables.east_end) == SOVIET


class BridgeheadDocuments(Documents):
    version = INFO.version
    shapes: ClassVar[Shapes] = {Plunger: Shape((Movement, Combat), plunger)}

    def own(self, play: BridgeheadPlay) -> dict[str, Any]:
        town = play.tables.west_end
        holder = SIDES[SOVIET if play.owner(town) == SOVIET else GERMAN]
        return {"bridge": BRIDGE[play.state.bridge], "control": {play.hex_name(town): holder}}

    def read_own(self, play: BridgeheadPlay, doc: Mapping[str, Any]) -> None:
        if doc["bridge"] not in BRIDGE:
            raise PositionError(say("bridgehead.error.bridge", bridge=doc["bridge"], known=BRIDGE))
        play.state.bridge = BRIDGE.index(doc["bridge"])


class BridgeheadRules(CounterRules):
    tables_of, state_of, play_of = Tables, BridgeheadState, BridgeheadPlay
    documents, verbs = BridgeheadDocuments(), VERBS
    tables: Tables

    def __init__(self, package: str, data: Path | None) -> None:
        super().__init__(INFO, package, data)

    def words(self) -> Mapping[str, Mapping[str, Text]]:
        return {**super().words(), "results": outcomes.explained(self.tables.combat, outcomes.fate)}
