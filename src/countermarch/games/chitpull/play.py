"""A chit-pull game in progress: counters on the map, what entering a hex does, losses and removal."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext

from countermarch.flow import Event
from countermarch.games.base import Room
from countermarch.games.chitpull.fog import hidden
from countermarch.games.chitpull.state import (
    CUP,
    ELIMINATED,
    GERMAN,
    GONE,
    NONE,
    REMOVED,
    SIDES,
    SOVIET,
    VOLKSSTURM_BOX,
    ChitPullState,
)
from countermarch.games.chitpull.tables import Chit, Tables
from countermarch.games.counters import CounterPlay
from countermarch.kernels import March, Reach, Terrain
from countermarch.notation import Choice, Grammar
from countermarch.rulebook import Citation, Refusal
from countermarch.texts import say, words_of

UNCROWDED = (-1, 0)
NOWHERE: frozenset[int] = frozenset()


class ChitPullPlay(CounterPlay[ChitPullState]):
    book = "chitpull"
    order = "3.0"
    sides = SIDES
    handicap_rule = "9.3.1"
    air_limit_rule = "12.1"
    tables: Tables

    def __init__(self, tables: Tables, grammar: Grammar, state: ChitPullState, options: Mapping[str, str]) -> None:
        super().__init__(tables, grammar, state, options)
        self.edition = tables.edition
        self.agreed = {**self.edition.readings, **options}
        self.fogged = self.agreed["fog_of_war"] == "on"
        self.places = tables.places
        self.combat_at, self.hqs_at, self.zone_at = (state.offset(name) for name in ("combat", "hqs", "zone"))
        self.load_at = self.combat_at  # what counts for stacking
        self.tracks_at = self.combat_at  # what closes railways to the enemy
        self.clogged = NOWHERE  # hexes with what clogs the roads in some editions
        self.doors = tables.doors
        # remembered while it holds: reaches until a counter moves, the rest for a movement segment
        self.reaches: dict[tuple[int, int], Reach] = {}
        self.mobile: dict[int, list[Choice]] = {}
        self._pool: tuple[int, ...] | None = None

    def forget(self) -> None:
        self.reaches.clear()
        self.mobile.clear()
        self._pool = None

    def shut(self, h: int) -> None:
        """A hex has become full: who stands next door may have to look for another way out."""
        top, below, known = self.state.top, self.state.below, self.mobile
        for at in self.tables.around[h]:
            u = top[at]
            while u != NONE:
                known.pop(u, None)
                u = below[u]

    def call_up(self, units: Iterable[int]) -> None:
        """These and no others have a part in the activation that begins."""
        self._pool = tuple(sorted(units))

    def pool(self, side: int) -> tuple[int, ...]:
        """The units with a part in the present activation."""
        if self._pool is None:
            active = self.state.active
            self._pool = tuple([u for u in self.tables.of_side[side] if active[u]])
        return self._pool

    def citation(self, rule: str) -> Citation:
        """A rule by the family's number, as this edition numbers it."""
        return self.edition.cite(rule)

    def veil(self, event: Event) -> None:
        """2.1.3: what a side could not see when it happened, it is not told later either."""
        index, sides = self.tables.index, self.tables.side
        unseen: dict[str, tuple[str, ...]] = {}
        for unit in sorted(index.keys() & words_of(event.params.values())):
            u = index[unit]
            if hidden(self, u, 1 - sides[u]):
                viewer = SIDES[1 - sides[u]]
                unseen[viewer] = (*unseen.get(viewer, ()), unit)
        event.unseen = unseen

    def tell_of(self, u: int, key: str, rule: str, **params: object) -> None:
        """2.1.3: what befalls a counter the enemy cannot see is told to its owner alone."""
        side = self.tables.side[u]
        sees = (SIDES[side],) if hidden(self, u, 1 - side) else None
        self.log(f"chitpull.event.{key}", self.cite(rule), {"unit": self.id(u), **params}, sees)

    def tell_of_all(self, units: Sequence[int], key: str, rule: str) -> None:
        """2.1.3: what befalls several; those the enemy cannot see are named to their owner alone."""
        unseen = [u for u in units if hidden(self, u, 1 - self.tables.side[u])]
        seen = [u for u in units if u not in unseen]
        if seen:
            self.tell(key, rule, units=self.ids(seen))
        for side, row in zip(SIDES, self.tables.of_side, strict=True):
            own = [u for u in unseen if u in row]
            if own:
                self.log(f"chitpull.event.{key}", self.cite(rule), {"units": self.ids(own)}, (side,))

    # who is where

    def combat_units(self, h: int) -> list[int]:
        is_combat = self.tables.is_combat
        return [u for u in self.stack(h) if is_combat[u]]

    def hqs_in(self, h: int) -> list[int]:
        return [u for u in self.stack(h) if self.tables.is_hq[u]]

    def number_in(self, side: int, h: int) -> int:
        at = side * self.tables.n + h
        return self.state.combat[at] + self.state.hqs[at]

    def combat_in(self, side: int, h: int) -> int:
        return self.state.combat[side * self.tables.n + h]

    def room_for(self, u: int, h: int) -> bool:
        """7.0: two combat units and one HQ to a hex."""
        at = self.tables.own_map[u] + h
        return self.state.hqs[at] < 1 if self.tables.is_hq[u] else self.state.combat[at] < 2

    def rooms(self, side: int, h: int) -> Iterator[Room]:
        """7.0: what a side has in a hex, and how much it may have."""
        at = side * self.tables.n + h
        yield Room(say("chitpull.room.combat"), self.state.combat[at], 2, self.cite("7.0"))
        yield Room(say("chitpull.room.hq"), self.state.hqs[at], 1, self.cite("7.0"))

    def projects(self, u: int) -> bool:
        """5.2, 5.2.1: a printed attack of one or more; never HQs, garrisons or Volkssturm."""
        return self.tables.exerts[u][self.state.steps[u]]

    # what an edition may see otherwise

    def pushes(self, side: int) -> bool:
        """Whether a side may drive through what clogs the roads, rather than pay for it."""
        return False

    def crowding(self, u: int, mode: int, pushing: bool = True) -> tuple[int, int]:
        """For the kernels: where the map of what clogs the roads lies, and what entering it costs the unit."""
        return UNCROWDED

    def room_marching(self, u: int, h: int, mode: int) -> bool:
        """7.0: whether there is room when the unit gets there."""
        return self.room_for(u, h)

    def interrupts(self, u: int, path: Sequence[int], mode: int) -> bool:
        """Whether something on the way must be decided first; the edition's `march` asks."""
        return False

    def spread_map(self) -> None:
        """What is known of the map before a counter lies on it."""

    def entered(self, path: Sequence[int], mode: int) -> Sequence[int]:
        """The hexes of a way that are entered, not merely passed."""
        return path

    def is_overfull(self, side: int, h: int) -> bool:
        """7.0: more than two combat units or one HQ."""
        at = side * self.tables.n + h
        return self.state.combat[at] > 2 or self.state.hqs[at] > 1

    def looking(self, u: int) -> AbstractContextManager[None]:
        """Holds while the ways of a unit are looked at."""
        return nullcontext()

    def command_range(self, hq: int) -> int:
        return self.tables.units[hq].command_range

    def in_command(self, hq: int, h: int) -> bool:
        """4.2.4: whether a hex is in range of an HQ on the map."""
        return 0 <= self.tables.command_distance(self.state.hex[hq])[h] <= self.command_range(hq)

    def mobility(self, u: int) -> str:
        """The column of the terrain chart a unit moves by."""
        return self.tables.mobility[u]

    def ground(self, u: int, mode: int) -> Terrain:
        """What the map is to a unit that moves so."""
        return self.tables.grounds[mode][self.mobility(u)]

    def way_bar(self, u: int, h: int, mode: int, march: March) -> Refusal | None:
        """Why no way leads a unit to a hex, beyond what keeps everybody from it."""
        return None

    def activated(self, side: int) -> None:
        """An HQ of the side has been activated, and its units with it."""

    def leaving(self, side: int) -> Collection[int]:
        """Those of a side who move with whatever HQ is activated, since they must leave the map."""
        return ()

    def summoned(self) -> bool:
        """14.1.2: whether who waits for the Soviets to come near arrives now, in a reinforcement segment."""
        return bool(self.state.mikosch)

    def due(self, u: int) -> int | None:
        """The turn a counter arrives, by the turn track."""
        return self.tables.arrivals[u].turn

    def chit_due(self, chit: Chit) -> int:
        return chit.enters

    def may_act(self, u: int) -> bool:
        """Whether an activation reaches a unit at all."""
        return True

    def bar(self, u: int) -> Refusal | None:
        """Why a unit may not be activated, beyond command."""
        return None

    def may_attack(self, u: int) -> bool:
        """Whether an activated unit may take part in an attack."""
        return True

    def attack_bar(self, u: int) -> Refusal | None:
        return self.bar(u)

    def replacement_bar(self, u: int) -> Refusal | None:
        """Why a unit gets no replacements, beyond 11.2."""
        return None

    def handicap(self, side: int) -> int:
        """Columns to the left for every attack of a side."""
        return 0

    def works_shift(self, target: int) -> int:
        """Columns to the left that works around a hex give even against barrages."""
        return 0

    def price_of_standing(self, u: int, hexes: int) -> int:
        """9.5.5: the steps a unit that cannot move loses for a retreat of so many hexes."""
        return hexes

    def air_shift(self, target: int, strikes: Iterable[tuple[int, int]]) -> int:
        """12.1: one column for a normal attack, two for a full one."""
        return sum(1 + full for _, full in strikes)

    def is_independent(self, u: int) -> bool:
        """4.2, 4.2.2: independent or dual, or orphaned where orphans are free."""
        unit = self.tables.units[u]
        return unit.independent or unit.dual or self.is_freed(u)

    def is_freed(self, u: int) -> bool:
        """4.2: orphaned, in an edition where that makes a unit independent."""
        return self.edition.orphans == "independent" and self.is_orphan(u)

    def is_orphan(self, u: int) -> bool:
        """11.1.3: the unit's own HQ has left the game."""
        hq = self.tables.hq_of.get(self.tables.units[u].formation)
        return hq is not None and self.tables.is_combat[u] and self.state.hex[hq] == REMOVED

    # laying counters down and picking them up

    def count(self, u: int, h: int, by: int) -> None:
        state, tables = self.state, self.tables
        (state.hqs if tables.is_hq[u] else state.combat)[tables.own_map[u] + h] += by
        if tables.exerts[u][state.steps[u]]:
            zone = state.zone
            for at in tables.zone_of[u][h]:
                zone[at] += by
        self.reaches.clear()

    def put(self, u: int, h: int) -> None:
        """2.1.3: the wider its zone, the higher a counter lies; of equals the last to come is above."""
        state, breadth = self.state, self.tables.breadth
        below, steps = state.below, state.steps
        under, wide = state.top[h], breadth[u][steps[u]]
        state.hex[u] = h
        if under == NONE or breadth[under][steps[under]] <= wide:
            below[u] = under
            state.top[h] = u
        else:
            while below[under] != NONE and breadth[below[under]][steps[below[under]]] > wide:
                under = below[under]
            below[u], below[under] = below[under], u
        self.count(u, h, 1)

    def set_steps(self, u: int, steps: int) -> None:
        """Turn a counter to another strength; its zone follows the printed attack, and its place in the stack."""
        h, wide = self.state.hex[u], self.tables.breadth[u]
        self.forget()
        if h >= 0:
            self.count(u, h, -1)
        before, self.state.steps[u] = self.state.steps[u], steps
        if h >= 0:
            self.count(u, h, 1)
            if wide[steps] != wide[before]:
                self.lift(u, NONE)
                self.put(u, h)

    def reconcile(self) -> None:
        """What an edition settles in an edited position, or refuses in it."""

    # what entering a hex does

    def travel(self, u: int, path: Iterable[int]) -> None:
        """Enter hex after hex; most of them have nothing to say."""
        hqs, crossed, eventful = self.state.hqs, self.state.crossed, self.places.eventful
        enemy, soviet = self.tables.enemy_map[u], self.tables.side[u] == SOVIET
        for h in path:
            if h in eventful or hqs[enemy + h]:
                self.enter(u, h)
            elif soviet:
                crossed[h] = 1

    def enter(self, u: int, h: int) -> None:
        """A unit enters or passes a hex: lone enemy HQs are overrun, objectives and sources change hands."""
        side = self.tables.side[u]
        if self.state.hqs[(1 - side) * self.tables.n + h]:
            for hq in self.hqs_in(h):
                self.tell("overrun", "11.1.4", unit=self.id(u), hq=self.id(hq), hex=self.hex_name(h))
                self.remove_hq(hq)
        if side == SOVIET:
            self._soviets_enter(u, h)
        else:
            self._germans_enter(u, h)

    def _soviets_enter(self, u: int, h: int) -> None:
        state, places = self.state, self.places
        state.crossed[h] = 1
        if h in places.alarming:
            state.mikosch = 1
        if h in places.takeable and state.control[h] == GERMAN and self.takes(u, h):
            state.control[h] = SOVIET
            self.tell("taken", "13.1" if h in places.objectives else "10.2.1", hex=self.hex_name(h), unit=self.id(u))
            self.took(h)
            self.check_release()

    def takes(self, u: int, h: int) -> bool:
        """13.1, 10.2.1: combat units take objectives and disputed sources."""
        return self.tables.is_combat[u]

    def took(self, h: int) -> None:
        """The Soviets have taken an objective or a source."""

    def _germans_enter(self, u: int, h: int) -> None:
        if self.state.control[h] == SOVIET and self.retakes(u, h):
            self.state.control[h] = GERMAN
            self.tell("retaken", "13.1", hex=self.hex_name(h), unit=self.id(u))

    def retakes(self, u: int, h: int) -> bool:
        """13.1: combat units win objectives back, unless agreed otherwise; sources stay Soviet (10.2.1)."""
        return self.tables.is_combat[u] and h in self.places.objectives and self.agreed["recapture"] == "on"

    def soviet_points(self) -> int:
        """13.1: objectives in Soviet hands."""
        return sum(self.state.control[h] for h in self.places.objectives)

    # leaving the game

    def eliminate(self, u: int) -> None:
        """9.4: a counter without steps left; Volkssturm go back to their box (11.3(3))."""
        volkssturm = self.tables.units[u].kind == "volkssturm"
        self.state.supply[u] = 0
        self.lift(u, VOLKSSTURM_BOX if volkssturm else ELIMINATED)
        self.state.steps[u] = self.tables.units[u].steps if volkssturm else 0
        self.tell("eliminated", "9.4", unit=self.id(u))

    def lose_step(self, u: int) -> bool:
        """9.4: flip or destroy; True if the unit is gone."""
        left = self.state.steps[u] - 1
        if left == 0:
            self.eliminate(u)
            return True
        self.set_steps(u, left)
        self.tell_of(u, "step_lost", "9.4")
        return False

    def remove_hq(self, hq: int) -> None:
        """11.1.3: an HQ leaves for good, and its chit from wherever it is."""
        self.forget()
        self.lift(hq, REMOVED)
        self.state.supply[hq] = 0
        chit = self.tables.chit_of.get(self.tables.units[hq].formation)
        if chit is not None:
            self.state.chit[chit] = GONE
        self.tell("hq_removed", "11.1.3", unit=self.id(hq))

    # 11.5

    def held(self, u: int) -> int | None:
        """11.5: the HQ that keeps this unit (or is itself kept) in place, or None if it is free."""
        hq = self.tables.keeper[u]
        if hq == NONE:
            return None
        return None if self.state.released[hq] or not self.on_map(hq) else hq

    def release(self, hq: int) -> None:
        if not self.state.released[hq]:
            self.state.released[hq] = 1
            self.tell_of(hq, "released", "11.5")

    def check_release(self) -> None:
        """11.5: enough Soviet points, or the turn has come."""
        state = self.state
        due = 0 < self.edition.release_turn <= state.turn
        if due or self.soviet_points() >= self.edition.release_points:
            for formation in self.edition.held_back:
                self.release(self.tables.hq_of[formation])

    def attacked(self, h: int) -> None:
        """11.5: an HQ whose hex is attacked is free; if so agreed, both are (HQ-9)."""
        held = [self.tables.hq_of[formation] for formation in self.edition.held_back]
        hit = [hq for hq in self.hqs_in(h) if hq in held]
        for hq in held if hit and self.agreed["release"] == "both" else hit:
            self.release(hq)

    # chits

    def in_cup(self) -> list[Chit]:
        places = zip(self.tables.chits, self.state.chit, strict=True)
        return [chit for chit, where in places if where == CUP]
