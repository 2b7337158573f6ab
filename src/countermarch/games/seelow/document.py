"""Positions as JSON documents, exact both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from countermarch.flow import Procedure
from countermarch.games.base import PositionError
from countermarch.games.counters import NONE
from countermarch.games.positions import under_the_table
from countermarch.games.reader import Reader, heading, unit_documents, unit_entry
from countermarch.games.seelow import control
from countermarch.games.seelow.antitank import Engagement
from countermarch.games.seelow.artillery import Barrage
from countermarch.games.seelow.combat import Attack
from countermarch.games.seelow.frames import KINDS, SHAPES
from countermarch.games.seelow.play import KEY, LIMITS, SeelowPlay
from countermarch.games.seelow.retreat import Onward
from countermarch.games.seelow.setup import Setup
from countermarch.games.seelow.state import (
    GERMAN,
    GUN_MODES,
    KUESTRIN,
    NEVER,
    PHASES,
    RESERVE,
    SCENARIOS,
    SIDES,
    SOVIET,
    UNDEPLOYED,
    UNUSED,
)
from countermarch.games.seelow.turn import GameTurn
from countermarch.games.seelow.victory import NAMES
from countermarch.texts import say

VERSION = "4"
MARKS = ("acted", "struck", "fled")
BOXES = ("eliminated", "undeployed", "reserve", "exited", "exited_west")


# writing


def write(play: SeelowPlay) -> dict[str, Any]:
    return {**public(play), **under_the_table(play.state)}


def public(play: SeelowPlay) -> dict[str, Any]:
    """Everything lies open on this table but the dice to come."""
    state = play.state
    return {
        **heading(play, KEY, VERSION, SCENARIOS[state.scenario], phase=PHASES[state.phase]),
        "light": play.light,
        "control": {play.hex_name(h): SIDES[side] for h, side in held(play).items()},
        "passed": {play.hex_name(h): SIDES[side] for h, side in enumerate(state.passed) if side != NEVER},
        "barraged": [play.hex_name(h) for h in range(play.tables.n) if state.barraged[h]],
        "attack": attack(play),
        "effects": {"over": state.over},
        "units": units_of(play),
    }


def held(play: SeelowPlay) -> dict[int, int]:
    """12.46: who controls each objective now."""
    return control.holders(play, sorted(control.objectives(play)))


def of_scenario(play: SeelowPlay) -> list[int]:
    """The counters the scenario uses, as it lists them."""
    return [u for group in play.tables.setups[play.state.scenario] for u in group.units]


def attack(play: SeelowPlay) -> dict[str, Any] | None:
    """The attack, barrage or fire being built up: its target, who is in it, and what a preview of it is asked with."""
    for frame in play.state.frames:
        if isinstance(frame, Attack | Barrage):
            kind = "attack" if isinstance(frame, Attack) else "barrage"
            return _built(play, kind, frame.target, frame.units, aim=play.hex_name(frame.target), at_aim=frame.units)
        if isinstance(frame, Engagement):
            aim = frame.aim(play)
            firers, at_aim = [u for u, _ in frame.shots], [u for u, t in frame.shots if t == aim]
            return _built(play, "fire", frame.hex, firers, aim=play.id(aim), at_aim=at_aim)
    return None


def _built(
    play: SeelowPlay, kind: str, target: int, units: Sequence[int], aim: str, at_aim: Sequence[int]
) -> dict[str, Any]:
    return {
        "kind": kind,
        "target": play.hex_name(target),
        "attackers": list(play.ids(units)),
        "support": {},
        "preview": {"target": aim, "attackers": list(play.ids(at_aim))},
    }


def units_of(play: SeelowPlay) -> list[dict[str, Any]]:
    state = play.state
    columns = (state.hex, state.steps, state.disrupted, state.mode, *(getattr(state, mark) for mark in MARKS))
    return unit_documents(play, of_scenario(play), columns, unit_document)


def unit_document(play: SeelowPlay, u: int) -> dict[str, Any]:
    state = play.state
    return {
        **unit_entry(play, u, BOXES),
        "disrupted": state.disrupted[u],
        "mode": GUN_MODES[state.mode[u]] if play.tables.is_gun[u] else None,
        **{mark: getattr(state, mark)[u] for mark in MARKS},
        **({"garrison": True} if state.scenario == KUESTRIN and u in play.tables.garrison else {}),
    }


# reading


class SeelowReader(Reader[SeelowPlay]):
    turn_frame, steps = GameTurn, PHASES[1:]
    shapes, kinds, homes = SHAPES, KINDS, (KEY,)
    places, marks, highest = BOXES, ("disrupted", *MARKS), {"over": len(NAMES)}

    def last_turn(self) -> int:
        return len(self.result.tables.lights)

    def first_frame(self, phase: str) -> Procedure:
        at = PHASES.index(phase)
        return GameTurn(at - 1) if at else Setup(0)

    def ids(self) -> Sequence[str]:
        return self.result.ids(of_scenario(self.result))

    def read_ground(self) -> None:
        for u, unit in enumerate(self.result.tables.units):
            self.state.steps[u] = unit.steps
            self.state.hex[u] = UNUSED

    def read_own(self, u: int, entry: Mapping[str, Any]) -> None:
        """8.31: artillery alone has a mode."""
        allowed = GUN_MODES if self.result.tables.is_gun[u] else (None,)
        word = entry.get("mode")
        if word not in allowed:
            raise PositionError(say("seelow.error.mode", unit=entry["id"], mode=word, modes=allowed))
        self.state.mode[u] = allowed.index(word)

    def carries(self, u: int, h: int) -> bool:
        return self.result.ground.in_play[h]

    def check_unit(self, u: int) -> None:
        super().check_unit(u)
        state, id = self.state, self.result.id(u)
        if state.hex[u] < 0:
            state.disrupted[u] = state.fled[u] = 0
        late = state.hex[u] in (UNDEPLOYED, RESERVE) and self.result.group_of(u).turn
        if state.hex[u] == UNDEPLOYED and (state.phase or late):
            raise PositionError(say("engine.position.set_up", unit=id))
        if state.hex[u] == RESERVE and not late:
            raise PositionError(say("engine.position.no_reserve", unit=id))

    def complete(self) -> None:
        grid, numbers = self.result.tables.board.grid, self.result.tables.numbers
        for number, side in self._sides("passed", numbers).items():
            self.state.passed[grid.index(number)] = SIDES.index(side)
        told = self._sides("control", [numbers[h] for h in control.objectives(self.result)])
        self._believe({grid.index(number) for number, side in told.items() if side == SIDES[SOVIET]})
        for h in self.marked("barraged"):
            self.state.barraged[h] = 1

    def _sides(self, name: str, hexes: Collection[str]) -> Mapping[str, str]:
        """Who holds which hexes, as the document tells it."""
        entries: Mapping[str, str] = self.doc.get(name, {})
        for number, side in entries.items():
            if number not in hexes or side not in SIDES:
                raise PositionError(say("engine.position.control", hex=number, side=side))
        return entries

    def _believe(self, soviet: set[int]) -> None:
        """12.46: an objective said to be Soviet that neither a unit nor a line holds was moved through by Soviets."""
        for h, side in held(self.result).items():
            if side == GERMAN and h in soviet and control.occupant(self.result, h) == NEVER:
                self.state.passed[h] = SOVIET

    def check_room(self) -> None:
        """4.11, 7.55: nobody is one too many but who is just going on."""
        now, state = self.result.at_work, self.state
        passing = now.unit if isinstance(now, Onward) else NONE
        load = Counter[tuple[int, int]]()
        for u, h in enumerate(state.hex):
            load[self.result.tables.side[u], h] += self.result.tables.points[u] * (h >= 0 and u != passing)
        for (side, h), points in load.items():
            if points > LIMITS[side]:
                raise PositionError(say("seelow.error.overstacked", hex=self.result.tables.numbers[h]))


read = SeelowReader.read
