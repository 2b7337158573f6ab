"""Vistula-Oder-Berlin in progress: counters on the map, zones, stacking, control, and leaving the game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from countermarch.games.base import Room
from countermarch.games.counters import NONE, CounterPlay
from countermarch.games.vistula.state import (
    ELIMINATED,
    OUT_OF_SUPPLY,
    POOL,
    SIDES,
    SUPPLIED,
    WESTERN,
    VistulaState,
)
from countermarch.games.vistula.tables import FROZEN_TURNS, Tables
from countermarch.kernels import Reach
from countermarch.notation import Choice, Grammar
from countermarch.texts import say

KEY = "vistula"
STACK = 4  # 4
HQ_AWAY = 3  # 10.4: turns
STRUCK = "12.4#3"  # the rule of losses to aircraft, which are told as such
MAPS = ("here", "load", "combat", "zone", "near", "hold")


def cause(key: str, rule: str) -> str:
    """The text of a loss by what it is lost to."""
    return f"{key}_to_aircraft" if rule == STRUCK else key


class VistulaPlay(CounterPlay[VistulaState]):
    book = KEY
    order = "2#1"
    sides = SIDES
    tables: Tables

    def __init__(self, tables: Tables, grammar: Grammar, state: VistulaState, options: Mapping[str, str]) -> None:
        super().__init__(tables, grammar, state, options)
        self.places = tables.places
        self.here_at, self.load_at, self.combat_at, self.zone_at, self.near_at, self.hold_at = map(state.offset, MAPS)
        self.shut_at = state.offset("shut")
        # remembered while it holds: reaches until a counter moves, who can move while nothing stirs around it
        self.reaches: dict[tuple[tuple[int, ...], int, int], Reach] = {}
        self.mobile: dict[int, list[Choice]] = {}

    def forget(self) -> None:
        self.reaches.clear()
        self.mobile.clear()

    # who is where

    def combat_units(self, h: int) -> list[int]:
        is_combat = self.tables.is_combat
        return [u for u in self.stack(h) if is_combat[u]]

    def ground_units(self, h: int) -> list[int]:
        """Everything in a hex but air and naval markers."""
        return [u for u in self.stack(h) if self.tables.on_ground[u]]

    def of_kind(self, h: int, kind: str) -> list[int]:
        return [u for u in self.stack(h) if self.tables.units[u].kind == kind]

    def here(self, side: int, h: int) -> int:
        return self.state.here[side * self.tables.n + h]

    def combat_in(self, side: int, h: int) -> int:
        return self.state.combat[side * self.tables.n + h]

    def near_enemy(self, side: int, h: int) -> bool:
        """7.4, 8.6: next to an enemy counter on the ground, an HQ or a column too."""
        return self.state.near[(1 - side) * self.tables.n + h] > 0

    def room(self, side: int, h: int) -> int:
        """4: how many more units may stack in a hex."""
        return STACK - self.state.load[side * self.tables.n + h]

    def stacking(self, side: int, h: int) -> Room:
        """4: columns and markers do not count."""
        return Room(say("vistula.room.units"), STACK - self.room(side, h), STACK, self.cite("4#1"))

    def controls(self, side: int, h: int) -> bool:
        return self.state.control[h] == 1 + side

    def frozen(self) -> bool:
        """8.11: rivers and the lake bear everything on the first two turns."""
        return self.state.turn in FROZEN_TURNS

    def out_of_supply(self, u: int) -> bool:
        return self.state.supply[u] == OUT_OF_SUPPLY

    # laying counters down and picking them up

    def count(self, u: int, h: int, by: int) -> None:
        tables, state = self.tables, self.state
        if not tables.on_ground[u]:
            return
        base = tables.side[u] * tables.n
        state.here[base + h] += by
        if tables.stacks[u]:
            state.load[base + h] += by
        if tables.is_combat[u]:
            state.combat[base + h] += by
        near = state.near
        for other in tables.next_to[h]:
            near[base + other] += by
        if tables.units[u].zone:
            zone = state.zone
            for other in tables.next_to[h]:
                zone[base + other] += by
        self.stirred(h)

    def stirred(self, h: int) -> None:
        """A counter came or went here: who stands there or next door may move otherwise than before."""
        self.reaches.clear()
        if self.mobile:
            for at in self.tables.around[h]:
                self.mobile.pop(at, None)

    def rebuild_maps(self) -> None:
        super().rebuild_maps()
        for h in range(self.tables.n):
            self._hold(h)

    # control

    def _hold(self, h: int) -> None:
        state, n = self.state, self.tables.n
        for side in range(len(SIDES)):
            held = state.control[h] == 1 + side
            state.hold[side * n + h] = (1 if state.taken[h] else 2) if held else 0

    def set_control(self, h: int, code: int) -> None:
        self.state.control[h] = code
        self._hold(h)

    def take_hex(self, side: int, h: int) -> None:
        """7.2: a ground combat unit takes control of every hex it enters or passes."""
        if self.state.control[h] in (1 + side, WESTERN):
            return
        self.state.taken[h] = 1
        self.set_control(h, 1 + side)
        if h in self.places.points:
            self.tell("taken", "11.1#1", hex=self.hex_name(h), side=say(f"vistula.side.{SIDES[side]}"))

    def settle_control(self) -> None:
        """7.4: what is held when a movement phase begins is held for long."""
        for h in range(self.tables.n):
            if self.state.taken[h]:
                self.state.taken[h] = 0
                self._hold(h)
        self.forget()

    def travel(self, units: Iterable[int], path: Iterable[int]) -> None:
        """Enter hex after hex: combat units take control, and the Kriegsmarine leaves a hex the enemy enters."""
        units = list(units)
        side, navy = self.tables.side[units[0]], self.tables.navy
        takes = any(self.tables.is_combat[u] for u in units)
        for h in path:
            if takes:
                self.take_hex(side, h)
            if self.state.hex[navy] == h and self.tables.side[navy] != side:
                self.cast_off("8.10#1")

    def cast_off(self, rule: str) -> None:
        """8.10: the Kriegsmarine leaves a coast that is lost, and may take another station."""
        navy = self.tables.navy
        self.tell("navy_leaves", rule, unit=self.id(navy), hex=self.hex_name(self.state.hex[navy]))
        self.lift(navy, POOL)

    def bring(self, u: int, path: list[int]) -> None:
        """Move a counter along a path to its end."""
        self.travel((u,), path)
        self.shift(u, path[-1])

    # leaving the game

    def set_steps(self, u: int, steps: int) -> None:
        self.state.steps[u] = steps
        self.forget()

    def lose_step(self, u: int, rule: str) -> None:
        self.set_steps(u, self.state.steps[u] - 1)
        if self.state.steps[u]:
            self.tell(cause("step_lost", rule), rule, unit=self.id(u))
        else:
            self.eliminate(u, rule)

    def eliminate(self, u: int, rule: str) -> None:
        """Off the map: HQs return three turns later (10.4)."""
        state, tables = self.state, self.tables
        self.tell(cause("eliminated", rule), rule, unit=self.id(u))
        if tables.is_lc[u]:
            self.remove_column(u)
            return
        state.supply[u] = SUPPLIED
        state.hq[u] = NONE
        self.lift(u, ELIMINATED)
        self.set_steps(u, 0)
        if tables.is_hq[u]:
            state.due[u] = state.turn + HQ_AWAY

    def remove_column(self, u: int) -> None:
        """5.8.1#3: a column goes back to the pool, and may be issued again."""
        self.lift(u, POOL)
        self.state.steps[u] = self.tables.units[u].steps
        self.state.ordered[u] = 0
