"""A game in progress: the turn (3.0), the bridge beside the counters, and which rule says what."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from countermarch.games.base import Note, Part
from countermarch.games.bridgehead import bridge, combat, victory
from countermarch.games.bridgehead.bridge import BLOW, WAIT
from countermarch.games.bridgehead.tables import BRIDGE, GERMAN, SIDES, SOVIET, Tables
from countermarch.games.bridgehead.ways import Ways
from countermarch.games.common.attack import Combat
from countermarch.games.common.movement import Movement
from countermarch.games.common.play import TablePlay, TableState
from countermarch.state import Number
from countermarch.texts import say

KEY = "bridgehead"
RULES = {  # what each rule refuses or lets happen
    "2.2": "loses off_map",
    "2.3": "full enemy full_on_the_way",
    "3.1": "not_yours move_later fight_later result_later bridge_later",
    "3.2": "turns",
    "4.1": "moves moved stuck finish_first not_adjacent already_there",
    "4.2": "allowance no_way",
    "4.4": "impassable",
    "5.2": "must_stop zone_stops",
    "5.3": "zone_to_zone",
    "6.1": "nothing_to_attack not_next_to could_not_enter nobody_near",
    "6.2": "attacked struck already_in no_attackers",
    "6.3": "reckons",
    "6.5": "results not_involved",
    "6.6": "retreats retreat_way",
    "6.7": "nowhere",
    "6.8": "advances advance_first",
    "7.1": "mines",
    "7.2": "plunger",
    "7.3": "fuse",
}


class BridgeheadState(TableState):
    bridge = Number()  # mined, safe or blown


class BridgeheadPlay(TablePlay[BridgeheadState]):
    book, order, sides, scenario, last_turn = KEY, "3.1", SIDES, "altbrueck", 6
    sequence = (
        ("soviet_movement", SOVIET, Movement),
        ("soviet_combat", SOVIET, Combat),
        ("german_movement", GERMAN, Movement),
        ("german_combat", GERMAN, Combat),
    )
    says = RULES
    phase_of: ClassVar = {**TablePlay.phase_of, BLOW: "bridge_later", WAIT: "bridge_later"}
    ways = Ways()
    tables: Tables
    reckoned = combat.reckoned
    arrived = bridge.arrived
    glance = victory.glance

    def worth(self, h: int) -> Part | None:
        return self.part("town", self.tables.values["town"], "8.2") if h == self.tables.west_end else None

    def notes(self, h: int) -> Iterator[Note]:
        """7.1, 7.4, 7.5: how the bridge is, told at both its ends."""
        if h in (self.tables.west_end, self.tables.east_end):
            how = say(f"{KEY}.bridge.{BRIDGE[self.state.bridge]}")
            yield Note(say(f"{KEY}.objective.bridge", bridge=how), self.cite(("7.1", "7.4", "7.5")[self.state.bridge]))

    def judge(self) -> None:
        victory.VICTORY.judge(self)
