"""A race of two counters, as somebody else might write it: nothing of Countermarch itself is changed for it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from countermarch.board import Board, load_board
from countermarch.games.base import Result, ScenarioInfo
from countermarch.games.common import tables
from countermarch.games.common.document import Documents
from countermarch.games.common.movement import Movement
from countermarch.games.common.play import TablePlay, TableState
from countermarch.games.common.rules import TableRules
from countermarch.games.common.verbs import VERBS
from countermarch.games.common.ways import Charge, Ways
from countermarch.kernels import IMPASSABLE, Terrain
from countermarch.texts import say
from countermarch.values import Values

KEY, SIDES = "race", ("hare", "tortoise")
GRASS = 1  # what every hex costs


class RaceTables(tables.Tables):
    sides, mobilities = SIDES, ("foot",)

    def __init__(self, board: Board, packages: tuple[str, ...], data: Values | None) -> None:
        super().__init__(board, packages, data)
        self.grass = Terrain(self.nbr, [GRASS if to >= 0 else IMPASSABLE for to in self.nbr], [0] * len(self.nbr))
        self.goals = board.flagged("goal")


class RaceWays(Ways):
    def terrain(self, play: RacePlay, u: int) -> Terrain:
        return play.tables.grass

    def charges(self, play: RacePlay, u: int, a: int, b: int) -> Sequence[Charge]:
        return [("grass", GRASS, "2")]


class RacePlay(TablePlay[TableState]):
    book, order, sides, scenario, last_turn = KEY, "1", SIDES, "meadow", 5
    says: ClassVar = {"2": "allowance"}
    sequence = (("hare_movement", 0, Movement), ("tortoise_movement", 1, Movement))
    ways = RaceWays()
    tables: RaceTables

    def arrived(self, u: int) -> None:
        """3: who comes to the goal has won."""
        if self.state.hex[u] in self.tables.goals:
            self.finish(self.tables.side[u])

    def judge(self) -> None:
        self.finish(1)

    def finish(self, side: int) -> None:
        self.state.over = 1 + side
        self.state.frames.clear()
        self.tell("over", "3", side=say(f"race.side.{SIDES[side]}"))


def result(play: RacePlay) -> Result | None:
    if not play.state.over:
        return None
    level, winner, _ = play.tables.levels[play.state.over - 1]
    return Result(winner, level, {}, say(f"race.level.{level}"))


class RaceDocuments(Documents):
    version = "1"


class Ending:
    result = staticmethod(result)


class RaceRules(TableRules[RacePlay]):
    kind, state, documents, ending = RacePlay, TableState, RaceDocuments(), Ending()

    def __init__(self, package: str, data: Values | None) -> None:
        super().__init__(RaceTables(load_board(KEY, data), (package,), data), VERBS)
        scenario = ScenarioInfo(RacePlay.scenario, "The meadow", RacePlay.last_turn)
        self.introduce(KEY, "The Hare and the Tortoise", (), (scenario,), RaceDocuments.version)


def load(data: Values | None) -> RaceRules:
    return RaceRules(__name__, data)
