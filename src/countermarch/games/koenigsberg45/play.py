"""The first edition's table: refugees lie on the roads, and some things mean something else than in the second."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, cast

from countermarch.games.base import PositionError, Room
from countermarch.games.chitpull.play import UNCROWDED, ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, NOBODY, RESERVE, SIDES, SOVIET, ChitPullState
from countermarch.games.chitpull.tables import HALF
from countermarch.games.chitpull.verbs import RAIL
from countermarch.games.koenigsberg45.tables import WinterTables
from countermarch.notation import Grammar
from countermarch.state import Column, Packed
from countermarch.texts import say

STACKING_VALUE = 2  # 12.2b
PENALTY, MECH_PENALTY = 2, 4  # 12.2c, in movement points


class RefugeeState(ChitPullState):
    columns: ClassVar[Mapping[str, Column]] = {
        **ChitPullState.columns,
        "crowd": Column("hex", derived=True),  # refugees
        "load": Column("sides_hex", derived=True),  # combat units and refugees, as they count for stacking
    }
    crowd: Packed
    load: Packed


class RefugeePlay(ChitPullPlay):
    state: RefugeeState
    tables: WinterTables

    def __init__(self, tables: WinterTables, grammar: Grammar, state: RefugeeState, options: Mapping[str, str]) -> None:
        super().__init__(tables, grammar, state, options)
        self.load_at, self.crowd_at = state.offset("load"), state.offset("crowd")
        self.look_for_refugees()

    # refugees are a third party: they lie beside the stacks, not in them

    @property
    def refugees(self) -> tuple[int, ...]:
        return self.tables.of_kind["refugee"]

    def look_for_refugees(self) -> None:
        where = self.state.hex
        self.clogged = frozenset(where[u] for u in self.refugees if where[u] >= 0)

    def rebuild_maps(self) -> None:
        self.look_for_refugees()
        super().rebuild_maps()

    def go_to(self, state: ChitPullState) -> None:
        self.state = cast(RefugeeState, state)
        self.look_for_refugees()
        super().go_to(state)

    def put(self, u: int, h: int) -> None:
        if self.tables.side[u] == NOBODY:
            self.state.hex[u] = h
            self.count(u, h, 1)
        else:
            super().put(u, h)

    def lift(self, u: int, where: int) -> None:
        if self.tables.side[u] != NOBODY:
            super().lift(u, where)
            return
        h = self.state.hex[u]
        self.state.hex[u] = where
        if h >= 0:
            self.count(u, h, -1)

    def count(self, u: int, h: int, by: int) -> None:
        """12.2b, 12.2d: refugees count two for stacking on either side and have no zone."""
        state, side, n = self.state, self.tables.side[u], self.tables.n
        if side == NOBODY:
            state.crowd[h] += by
            for own in range(len(SIDES)):
                state.load[own * n + h] += STACKING_VALUE * by
            self.look_for_refugees()
            self.forget()
            return
        super().count(u, h, by)
        if self.tables.is_combat[u]:
            state.load[side * n + h] += by

    def room_for(self, u: int, h: int) -> bool:
        """5.0, 12.2b: two combat units and one HQ to a hex; no combat unit among refugees."""
        if self.tables.is_hq[u]:
            return super().room_for(u, h)
        return self.state.load[self.tables.side[u] * self.tables.n + h] < STACKING_VALUE

    def rooms(self, side: int, h: int) -> Iterator[Room]:
        """5.0, 12.2b: refugees leave no room."""
        combat, hq = super().rooms(side, h)
        yield replace(combat, used=self.state.load[side * self.tables.n + h])
        yield hq

    def is_overfull(self, side: int, h: int) -> bool:
        at = side * self.tables.n + h
        crowded = self.state.combat[at] and self.state.load[at] > STACKING_VALUE
        return bool(crowded) or self.state.hqs[at] > 1

    # 12.2c, 12.3: on the march

    def pushes(self, side: int) -> bool:
        return side == SOVIET and bool(self.clogged)

    def crowding(self, u: int, mode: int, pushing: bool = True) -> tuple[int, int]:
        """12.2c: two points more for a hex with refugees, four for mechanised units; trains pass by."""
        if mode == RAIL or not self.clogged or (pushing and self.tables.side[u] == SOVIET):
            return UNCROWDED
        return self.crowd_at, self.penalty(u)

    def penalty(self, u: int) -> int:
        return HALF * (MECH_PENALTY if self.tables.is_mech[u] else PENALTY)

    def room_marching(self, u: int, h: int, mode: int) -> bool:
        """12.3: Soviet units make room for themselves."""
        pushes = self.tables.side[u] == SOVIET and mode != RAIL
        return super().room_for(u, h) if pushes else self.room_for(u, h)

    def interrupts(self, u: int, path: Sequence[int], mode: int) -> bool:
        return self.tables.side[u] == SOVIET and mode != RAIL and not self.clogged.isdisjoint(path)

    # what is otherwise

    def held(self, u: int) -> int | None:
        """12.8: only the HQs of 6th and 55th Corps are held back; their units move."""
        return super().held(u) if self.tables.is_hq[u] else None

    def takes(self, u: int, h: int) -> bool:
        """14.1: not units without a defence value."""
        strong = bool(self.tables.defence[u][self.state.steps[u]])
        return super().takes(u, h) and (strong or h not in self.places.objectives)

    def reconcile(self) -> None:
        """12.2b: refugees lie one to a hex."""
        shared = [h for h in sorted(self.clogged) if self.state.crowd[h] > 1]
        if shared:
            raise PositionError(say("chitpull.error.refugees", hex=self.hex_name(shared[0])))

    # 15.1b

    def shift(self, u: int, h: int) -> None:
        super().shift(u, h)
        if self.state.mikosch and not any(getattr(frame, "path", ()) for frame in self.state.frames):
            self.call_mikosch()

    def summoned(self) -> bool:
        """15.1b: he waits for no segment."""
        return False

    def call_mikosch(self) -> None:
        """15.1b: at Pillau, or in Königsberg if that is full or lost; while there is no room in either he waits."""
        for u in self.tables.called:
            waits = self.state.hex[u] == RESERVE
            hexes = [h for h in self.tables.musters if waits and self.room_for(u, h) and not self.is_lost(h)]
            if hexes:
                self.put(u, hexes[0])
                self.forget()
                self.tell("enters", "14.1.2", unit=self.id(u), hex=self.hex_name(hexes[0]))

    def is_lost(self, h: int) -> bool:
        return bool(self.state.crossed[h] or self.number_in(SOVIET, h))

    def travel(self, u: int, path: Iterable[int]) -> None:
        hexes = tuple(path)
        super().travel(u, hexes)
        self.win_back(u, hexes)

    def enter(self, u: int, h: int) -> None:
        super().enter(u, h)
        self.win_back(u, (h,))

    def win_back(self, u: int, hexes: Iterable[int]) -> None:
        """12.5(2): what a German combat unit has entered since the Soviets is German again (VK-3)."""
        if self.tables.side[u] == GERMAN and self.tables.is_combat[u]:
            for h in hexes:
                self.state.crossed[h] = 0
