"""A game in progress: counters on the map with stacking and zones (4.0), their values, losses and disruption."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.games.base import Room
from countermarch.games.counters import CounterPlay
from countermarch.games.seelow.pieces import Face
from countermarch.games.seelow.state import (
    ELIMINATED,
    EXITED,
    EXITED_WEST,
    FIRST_PLAYER,
    GERMAN,
    MOVE_MODE,
    SIDES,
    SOVIET,
    SeelowState,
)
from countermarch.games.seelow.tables import Group, Tables
from countermarch.kernels import Reach
from countermarch.notation import Grammar
from countermarch.texts import say

KEY = "seelow"
GERMAN_LIMIT, SOVIET_LIMIT = 3, 1  # 4.12, 4.13
LIMITS = (GERMAN_LIMIT, SOVIET_LIMIT)  # by side


class SeelowPlay(CounterPlay[SeelowState]):
    book = KEY
    order = "3.0"
    sides = SIDES
    tables: Tables

    def __init__(self, tables: Tables, grammar: Grammar, state: SeelowState, options: Mapping[str, str]) -> None:
        super().__init__(tables, grammar, state, options)
        self.ground = tables.grounds[state.scenario]
        self.number_at, self.load_at, self.zone_at = (state.offset(name) for name in ("number", "load", "zone"))
        # remembered while it holds: reaches until a counter moves, who can move until one does nearby
        self.reaches: dict[tuple[int, int], Reach] = {}
        self.movers: dict[int, bool] = {}

    def forget(self) -> None:
        self.reaches.clear()
        self.movers.clear()

    # the hour

    @property
    def light(self) -> str:
        return self.tables.lights[self.state.turn - 1]

    @property
    def night(self) -> bool:
        """3.21: game turn 7."""
        return self.tables.is_night[self.state.turn]

    @property
    def dusk(self) -> bool:
        """3.21: game turns 1, 6 and 8."""
        return self.tables.is_dusk[self.state.turn]

    @property
    def first(self) -> int:
        """11.0#1, 12.0: the first player's side."""
        return FIRST_PLAYER[self.state.scenario]

    def group_of(self, u: int) -> Group:
        """The line of the set-up that names a unit."""
        return self.tables.groups[self.state.scenario][u]

    # 4.0 stacking and zones of control

    def number_in(self, side: int, h: int) -> int:
        return self.state.number[side * self.tables.n + h]

    def load_in(self, side: int, h: int) -> int:
        return self.state.load[side * self.tables.n + h]

    def room(self, u: int) -> int:
        """The stacking points from which on a hex has no room for a unit; Zhukov counts nothing and fits in (4.13)."""
        return LIMITS[self.tables.side[u]] + 1 - self.tables.points[u]

    def room_for(self, u: int, h: int) -> bool:
        """4.12, 4.13: three points for Germans, a single unit for Soviets."""
        return self.load_in(self.tables.side[u], h) < self.room(u)

    def stacking(self, side: int, h: int) -> Room:
        rule = "4.12" if side == GERMAN else "4.13"
        return Room(say("seelow.room.points"), self.load_in(side, h), LIMITS[side], self.cite(rule))

    def overfull(self, side: int, h: int) -> bool:
        return self.load_in(side, h) > LIMITS[side]

    def projects(self, u: int) -> bool:
        """4.21: all units but Zhukov and the disrupted."""
        return not (self.state.disrupted[u] or self.tables.is_leader[u])

    def count(self, u: int, h: int, by: int) -> None:
        state, base = self.state, self.tables.side[u] * self.tables.n
        state.number[base + h] += by
        state.load[base + h] += by * self.tables.points[u]
        if self.projects(u):
            self._spread(base, h, by)
        self._stirred(h)

    def _spread(self, base: int, h: int, by: int) -> None:
        """4.0, 4.22, 4.23: into the hexes around, as far as ground and levels allow."""
        zone = self.state.zone
        for other in self.ground.zone_to[h]:
            zone[base + other] += by

    def _stirred(self, h: int) -> None:
        """A counter came or went: who stands within two hexes may move otherwise than before."""
        self.reaches.clear()
        if self.movers:
            top = self.state.top
            for at in self.tables.board.grid.within(h, 2):
                if top[at] >= 0:
                    for u in self.stack(at):
                        self.movers.pop(u, None)

    # 2.21 values

    def face(self, u: int) -> Face:
        """The side of the counter that shows."""
        unit = self.tables.units[u]
        face = unit.moving if unit.moving and self.state.mode[u] == MOVE_MODE else unit.faces[self.state.steps[u]]
        assert isinstance(face, Face)
        return face

    def morale(self, u: int) -> int:
        """6.64, 7.64: the printed rating, two less when disrupted."""
        return self.face(u).morale - 2 * self.state.disrupted[u]

    def units_in(self, h: int, armoured: bool | None = None) -> list[int]:
        """The units of a hex; only the armoured ones, or only the others."""
        found = list(self.stack(h))
        return found if armoured is None else [u for u in found if self.tables.is_armoured[u] is armoured]

    def counts(self, u: int) -> bool:
        """10.11, 12.4: Zhukov's staff holds hexes and decides like any unit, unless it is agreed otherwise."""
        return not self.tables.is_leader[u] or self.options["zhukov_counts"] == "yes"

    # what happens to units

    def disrupt(self, u: int, rule: str = "7.42") -> None:
        """7.65: once is enough."""
        if self.state.disrupted[u]:
            return
        self._set_disrupted(u, 1)
        self.tell("disrupted", rule, unit=self.id(u))

    def recover(self, u: int) -> None:
        """7.66: the marker comes off, and the unit exerts a zone again."""
        self._set_disrupted(u, 0)

    def _set_disrupted(self, u: int, value: int) -> None:
        h, base = self.state.hex[u], self.tables.side[u] * self.tables.n
        before = self.projects(u)
        self.state.disrupted[u] = value
        if h >= 0 and self.projects(u) != before:
            self._spread(base, h, -1 if before else 1)
        self.forget()

    def set_mode(self, u: int, mode: int, rule: str) -> None:
        self.state.mode[u] = mode
        self.forget()
        self.tell("mode_move" if mode == MOVE_MODE else "mode_fire", rule, unit=self.id(u))

    def lose_step(self, u: int) -> bool:
        """6.72, 6.74: turn the counter over, or remove it; True if it is gone."""
        left = self.state.steps[u] - 1
        if not left:
            self.eliminate(u, "6.74" if self.tables.units[u].steps == 1 else "6.72")
            return True
        self.state.steps[u] = left
        self.forget()
        self.tell("step_lost", "6.72", unit=self.id(u))
        return False

    def eliminate(self, u: int, rule: str) -> None:
        self._remove(u, ELIMINATED)
        self.state.steps[u] = 0
        self.tell("eliminated", rule, unit=self.id(u))

    def leave(self, u: int, h: int, rule: str) -> None:
        """5.27, 7.54: off the map over the edge of this hex, for good."""
        self._remove(u, EXITED_WEST if self.ground.west[h] else EXITED)
        self.tell("left", rule, unit=self.id(u), hex=self.hex_name(h))

    def _remove(self, u: int, where: int) -> None:
        self.lift(u, where)
        state = self.state
        state.disrupted[u] = state.acted[u] = state.struck[u] = state.fled[u] = 0

    def clear_marks(self) -> None:
        """What was noted for a phase lapses with it."""
        state = self.state
        state.acted[:] = state.struck[:] = state.fled[:] = self.tables.no_units
        state.barraged[:] = self.tables.no_hexes
        self.forget()

    def soviets_lost(self) -> int:
        """11.44: Soviet units eliminated."""
        return sum(self.state.hex[u] == ELIMINATED for u in self.tables.of_side[SOVIET])
