"""The game's public side: its name, its documents, its words."""

from __future__ import annotations

from typing import Any, ClassVar

from countermarch.board import load_board
from countermarch.games.base import PositionError, ScenarioInfo
from countermarch.games.bridgehead import victory
from countermarch.games.bridgehead.bridge import VERBS, Plunger, at_plunger
from countermarch.games.bridgehead.play import KEY, BridgeheadPlay, BridgeheadState
from countermarch.games.bridgehead.tables import BLOWN, BRIDGE, GERMAN, MINED, SIDES, SOVIET, Tables
from countermarch.games.common.attack import Combat
from countermarch.games.common.document import Documents, TableReader
from countermarch.games.common.movement import Movement
from countermarch.games.common.rules import TableRules
from countermarch.games.frames import ON, Claims, Shape, Shapes
from countermarch.games.reader import APART
from countermarch.texts import say
from countermarch.values import Values

SCENARIO = ScenarioInfo(BridgeheadPlay.scenario, "The bridge at Altbrück", BridgeheadPlay.last_turn)


def plunger(play: BridgeheadPlay, frame: Plunger, below: Movement | Combat) -> Claims:
    yield "side", frame.side == GERMAN and below.side == SOVIET
    yield ON, play.state.bridge == MINED and at_plunger(play) and play.owner(play.tables.east_end) == SOVIET


class BridgeheadReader(TableReader[BridgeheadPlay]):
    own: ClassVar[Shapes] = {Plunger: Shape((Movement, Combat), plunger)}
    apart = (*APART, "bridge")

    def read_ground(self) -> None:
        if self.doc["bridge"] not in BRIDGE:
            raise PositionError(say("bridgehead.error.bridge", bridge=self.doc["bridge"], known=BRIDGE))
        self.result.state.bridge = BRIDGE.index(self.doc["bridge"])


class BridgeheadDocuments(Documents):
    version, reader = "2", BridgeheadReader

    def own(self, play: BridgeheadPlay) -> dict[str, Any]:
        town, _ = victory.VICTORY.objectives(play)
        return {"bridge": BRIDGE[play.state.bridge], "control": {town.hex: town.holder}}


class BridgeheadRules(TableRules[BridgeheadPlay]):
    kind, state, ending, documents = BridgeheadPlay, BridgeheadState, victory.VICTORY, BridgeheadDocuments()
    tables: Tables

    def __init__(self, package: str, data: Values | None) -> None:
        super().__init__(Tables(load_board(KEY, data), (package,), data), VERBS)
        self.introduce(KEY, "Bridgehead", (victory.VICTORY.bid(KEY, SIDES, 3),), (SCENARIO,), self.documents.version)

    def view(self, play: BridgeheadPlay, side: str) -> dict[str, Any]:
        """7.5: where there is no bridge any more."""
        ends = [play.hex_name(h) for h in (self.tables.west_end, self.tables.east_end)]
        return {**super().view(play, side), "broken": [ends] if play.state.bridge == BLOWN else []}
