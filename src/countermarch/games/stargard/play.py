"""A game of Stargard in progress: what it sees otherwise than the family."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext

from countermarch import kernels
from countermarch.games.base import PositionError
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import (
    GERMAN,
    GONE,
    IDLE,
    IN_RANGE,
    REMOVED,
    SOVIET,
    WITHDRAWING,
    ChitPullState,
)
from countermarch.games.chitpull.tables import Chit, Tables
from countermarch.games.chitpull.verbs import RAIL
from countermarch.games.stargard.state import StargardState
from countermarch.games.stargard.tables import CORPS, THAW, StargardTables
from countermarch.kernels import March, Terrain
from countermarch.notation import Grammar
from countermarch.rulebook import Refusal
from countermarch.texts import say

WEAKENED, WEAK_RANGE = "Munzel", 6  # 19.1.3(b)
LAST_QUIET_TURN = 7  # 12.9
WAITING, WAITS_UNTIL = "1GT", 8  # 12.5
TETTAU, TETTAU_TURN = "Tettau", 8  # 7.1
RUDEL, MOST_OF_ONE, MOST_OF_ALL = "Rudel", 2, 3  # 13.4
EARLY = {"turn_5": 5, "turn_6": 6}  # 16.1


class StargardPlay(ChitPullPlay):
    handicap_rule = "stargard-design 12.9"
    air_limit_rule = "stargard-design 13.4"
    state: StargardState
    tables: StargardTables

    def __init__(self, tables: Tables, grammar: Grammar, state: ChitPullState, options: Mapping[str, str]) -> None:
        super().__init__(tables, grammar, state, options)
        self.tracks_at = state.offset("tracks")

    # 3, 12.5: who is activated

    def command_range(self, hq: int) -> int:
        """19.1.3(b): Munzel reaches 6 hexes once Defend the Reich has happened."""
        weak = self.state.reich and self.tables.units[hq].formation == WEAKENED
        return WEAK_RANGE if weak else super().command_range(hq)

    def may_act(self, u: int) -> bool:
        """8.7(2), 12.5: the pinned stand still; 1st Guards Tank Army waits for its turn."""
        return not self.state.pinned[u] and not self.waits(u)

    def waits(self, u: int) -> bool:
        unit, turn = self.tables.units[u], self.state.turn
        return unit.formation == WAITING and unit.kind == "hq" and turn < WAITS_UNTIL and not self.early_turn()

    def bar(self, u: int) -> Refusal | None:
        if self.state.pinned[u]:
            return self.no("stargard-design 8.7(2)", "pinned", unit=self.id(u))
        return self.no("stargard-design 12.5", "waits", unit=self.id(u)) if self.waits(u) else None

    def may_attack(self, u: int) -> bool:
        """19.1.3(a): who must leave does not attack any more."""
        return not self.leaves(u)

    def attack_bar(self, u: int) -> Refusal | None:
        if self.leaves(u):
            return self.no("stargard 19.1.3(a)", "leaver_attack", unit=self.id(u))
        return self.bar(u)

    def replacement_bar(self, u: int) -> Refusal | None:
        if self.leaves(u):
            return self.no("stargard-design 19.1.3-rebuilding", "leaver_replacement", unit=self.id(u))
        return None

    def activated(self, side: int) -> None:
        """19.1.3(c): a German chit that is acted on lets those move who must leave."""
        leaving = self.leaving(side)
        if leaving:
            self.forget()
        for u in leaving:
            if self.state.active[u] in (IDLE, IN_RANGE) and self.may_withdraw(u):
                self.state.active[u] = WITHDRAWING

    # 19.1.3: who leaves

    def leaving(self, side: int) -> Collection[int]:
        return self.tables.leavers if side == GERMAN and self.state.reich else ()

    def leaves(self, u: int) -> bool:
        return bool(self.state.reich) and u in self.tables.leavers

    def may_withdraw(self, u: int) -> bool:
        """19.1.3-chits: on the map, not pinned, in range of its HQ, or of any German one once that has gone."""
        if not self.on_map(u) or self.state.pinned[u]:
            return False
        own = self.tables.hq_of[self.tables.units[u].formation]
        hqs = [own] if self.on_map(own) else [hq for hq in self.tables.hqs[GERMAN] if self.on_map(hq)]
        return any(self.in_command(hq, self.state.hex[u]) for hq in hqs)

    def looking(self, u: int) -> AbstractContextManager[None]:
        return self.room_in_stettin() if self.leaves(u) else nullcontext()

    @contextmanager
    def room_in_stettin(self) -> Iterator[None]:
        """19.1.3-exit: stacking in the exit does not matter to those who are lifted there."""
        at, state = GERMAN * self.tables.n + self.tables.exit, self.state
        before = state.combat[at], state.hqs[at]
        state.combat[at] = state.hqs[at] = 0
        self.reaches.clear()
        try:
            yield
        finally:
            state.combat[at], state.hqs[at] = before
            self.reaches.clear()

    def ground(self, u: int, mode: int) -> Terrain:
        """19.1.3-exit: nobody who is lifted in Stettin goes on beyond it."""
        return (self.tables.to_exit if self.leaves(u) else self.tables.grounds)[mode][self.mobility(u)]

    def way_bar(self, u: int, h: int, mode: int, march: March) -> Refusal | None:
        through = march._replace(terrain=super().ground(u, mode))
        if not self.leaves(u) or h not in kernels.reach(*through):
            return None
        return self.no("stargard-design 19.1.3-exit", "past_exit", unit=self.id(u))

    def shift(self, u: int, h: int) -> None:
        super().shift(u, h)
        if h == self.tables.exit and self.leaves(u):
            self.depart(u)

    def depart(self, u: int) -> None:
        """19.1.3: whoever is in Stettin is picked up."""
        self.tell("leaves", "stargard 19.1.3", unit=self.id(u), hex=self.hex_name(self.tables.exit))
        self.lift(u, REMOVED)
        self.state.supply[u] = self.state.pinned[u] = 0

    # 5.5: who holds a hex, and where trains run

    def spread_map(self) -> None:
        self.state.soviet_ground[:] = self.tables.soviet_ground
        self.close_tracks(range(self.tables.n))

    def close_tracks(self, hexes: Iterable[int]) -> None:
        """5.5: trains keep out of what the enemy holds, Soviet ones of all he ever held: it was never theirs."""
        n, german = self.tables.n, self.tables.german_ground
        soviet, tracks = self.state.soviet_ground, self.state.tracks
        for h in hexes:
            tracks[SOVIET * n + h] = soviet[h]
            tracks[GERMAN * n + h] = not soviet[h] or h in german

    def hold(self, u: int, hexes: Iterable[int]) -> None:
        """5.5: a combat unit holds the hexes it enters."""
        side, ground = self.tables.side[u], self.state.soviet_ground
        for h in hexes if self.tables.is_combat[u] else ():
            if ground[h] != side:
                ground[h] = side
                self.close_tracks((h,))

    def put(self, u: int, h: int) -> None:
        self.hold(u, (h,))
        super().put(u, h)

    def travel(self, u: int, path: Iterable[int]) -> None:
        super().travel(u, path)
        self.hold(u, path)

    def entered(self, path: Sequence[int], mode: int) -> Sequence[int]:
        """5.5: a train takes nothing in passing."""
        return path[-1:] if mode == RAIL else path

    def rebuild_maps(self) -> None:
        super().rebuild_maps()
        self.close_tracks(range(self.tables.n))

    # 5, 7: movement and arrival

    def mobility(self, u: int) -> str:
        return THAW if self.state.thaw and self.tables.is_mech[u] else self.tables.mobility[u]

    def early_turn(self) -> int:
        """16.1: when 1st Guards Tank Army comes early; 0 if it does not."""
        return EARLY.get(self.options["early_armour"], 0)

    def due(self, u: int) -> int | None:
        return self.due_turn(self.tables.units[u].formation, super().due(u))

    def chit_due(self, chit: Chit) -> int:
        return self.due_turn(chit.formation, chit.enters) or chit.enters

    def due_turn(self, formation: str, turn: int | None) -> int | None:
        """16.1, 7.1: 1st Guards Tank Army may come early, what is first to come of Tettau a turn late."""
        if formation == WAITING and self.early_turn():
            return self.early_turn()
        late = formation == TETTAU and turn == TETTAU_TURN and self.state.declined
        return TETTAU_TURN + 1 if late else turn

    # 8, 12.9, 13.4: combat

    def handicap(self, side: int) -> int:
        """12.9: the exhausted front."""
        return int(side == SOVIET and self.state.turn <= LAST_QUIET_TURN)

    def works_shift(self, target: int) -> int:
        """8.5: a fortress hex helps Germans, even against barrages."""
        fortress = target in self.tables.fortresses and self.owner(target) == GERMAN
        return self.tables.shifts["festung"] if fortress else 0

    def price_of_standing(self, u: int, hexes: int) -> int:
        """9.1-immobile: a garrison in a fortress loses one step at most."""
        return min(hexes, 1) if self.state.hex[u] in self.tables.fortresses else hexes

    def air_shift(self, target: int, strikes: Iterable[tuple[int, int]]) -> int:
        """13.1, 13.4: a column or two each, three in all; Rudel one more against mechanised units."""
        hunted = any(self.tables.is_mech[u] for u in self.combat_units(target))
        columns = [min(1 + full + (hunted and self.id(u) == RUDEL), MOST_OF_ONE) for u, full in strikes]
        return min(sum(columns), MOST_OF_ALL)

    def pin(self, units: Iterable[int]) -> None:
        """8.7(1), (5): all but HQs and immobile units."""
        hit = [u for u in units if self.tables.is_combat[u] and not self.tables.is_static[u] and self.on_map(u)]
        for u in hit:
            self.state.pinned[u] = 1
        self.tell_of_all(hit, "pinned", "stargard-design 8.7(1)")

    def eliminate(self, u: int) -> None:
        self.state.pinned[u] = 0
        super().eliminate(u)

    # 14.1

    def took(self, h: int) -> None:
        """14.1, 14.1-kept: the Soviets take a victory marker; its side is that of the first time."""
        at = self.tables.marker_at.get(h)
        if at is not None and not self.state.taken[at]:
            self.state.taken[at] = self.state.turn
            points = self.tables.markers[at].worth(self.state.turn)
            self.tell("marker", "stargard 14.1", hex=self.hex_name(h), points=points)

    # edited positions

    def reconcile(self) -> None:
        """14.1, 19.1.3: markers and the deadline agree with the turn; what follows from them is so.

        A marker said to be Soviet is taken now, and once the event has happened the corps has no chit. Who stands
        in a hex holds it.
        """
        for u in range(len(self.tables.units)):
            if self.on_map(u):
                self.hold(u, (self.state.hex[u],))
        self.close_tracks(range(self.tables.n))
        for at, marker in enumerate(self.tables.markers):
            self._reconcile_marker(at, marker.hex)
        event, turn, corridor = self.state.reich, self.state.turn, self.state.corridor
        if corridor > turn:
            raise PositionError(say("chitpull.error.corridor", phases=corridor, turn=turn))
        if self.state.declined and turn < TETTAU_TURN:
            raise PositionError(say("chitpull.error.declined", due=TETTAU_TURN, turn=turn))
        if event > turn:
            raise PositionError(say("chitpull.error.reich", event=event, turn=turn))
        if event:
            self.state.chit[self.tables.chit_of[CORPS]] = GONE
        late = [u for u in sorted(self.tables.leavers) if event and turn > event + 1 and self.on_map(u)]
        if late:
            raise PositionError(say("chitpull.error.reich_late", event=event, turn=turn, units=self.ids(late)))

    def _reconcile_marker(self, at: int, h: int) -> None:
        taken, soviet = self.state.taken[at], self.state.control[h] == SOVIET
        lost = taken and not soviet and self.options["recapture"] == "off"
        if lost or taken > self.state.turn:
            raise PositionError(say("chitpull.error.marker", hex=self.hex_name(h), taken=taken, turn=self.state.turn))
        if soviet and not taken:
            self.state.taken[at] = self.state.turn
