"""Counters lying on a map in stacks: who is where, laying down and picking up."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Self, TypeVar

from countermarch.flow import Event, Play
from countermarch.games.base import Assault, Part
from countermarch.games.tables import CounterTables
from countermarch.notation import Grammar
from countermarch.rulebook import Citation, Refusal
from countermarch.state import Ints, Packed, State
from countermarch.texts import say

NONE = -1


class CounterState(State):
    """Where each unit is (below 0: a box), which one lies under it, and which lies on top of each hex."""

    hex: Ints
    below: Ints
    top: Ints
    steps: Ints
    zone: Packed  # by side and hex: how many of its units exert a zone there
    phase: int
    over: int
    scenario: int  # where there are several


C = TypeVar("C", bound=CounterState)


class CounterPlay(Play[C]):
    """Keeps the stacks; a game's `count` keeps the maps it derives from them."""

    book: ClassVar[str]  # whose rules it cites and whose texts it speaks
    tables: CounterTables
    papers: tuple[Sequence[tuple[int, ...]], Sequence[dict[str, Any]]] = (), ()  # see `reader.unit_documents`

    def __init__(self, tables: CounterTables, grammar: Grammar, state: C, options: Mapping[str, str]) -> None:
        super().__init__(state)
        self.tables = tables
        self.grammar = grammar
        self.options = options
        self.event = f"{self.book}.event."
        self.fogged = False  # whether a side may not see all counters

    def copy(self) -> Self:
        twin = type(self)(self.tables, self.grammar, self.state.copy(), self.options)
        twin.pending = self.pending
        twin.actor = self.actor
        twin.papers = self.papers
        return twin

    def go_to(self, state: C) -> None:
        self.forget()
        super().go_to(state)

    def forget(self) -> None:
        """Let go of whatever is remembered of who can move, and where to."""

    def citation(self, rule: str) -> Citation:
        """A rule as the game's own book numbers it."""
        return Citation(self.book, rule)

    def cite(self, rule: str) -> Citation:
        found = self.tables.citations.get(rule)
        if found is None:
            found = self.tables.citations[rule] = self.citation(rule)
        return found

    def no(self, rule: str, key: str, **params: object) -> Refusal:
        return Refusal(self.cite(rule), say(f"{self.book}.refusal.{key}", **params))

    def tell(self, key: str, rule: str | None = None, assault: Assault | None = None, **params: object) -> None:
        cites = None if rule is None else self.tables.citations.get(rule) or self.cite(rule)
        event = Event(self.event + key, params, cites, sees=None, assault=assault)
        self.events.append(event)
        if self.fogged:
            self.veil(event)

    def part(self, key: str, value: float, rule: str, **params: object) -> Part:
        """A line of a reckoning."""
        return Part(say(f"{self.book}.part.{key}", **params), value, self.cite(rule))

    def shifted(self, key: str, columns: float, rule: str, **params: object) -> Part:
        """A line that moves an attack to another column of its table."""
        return replace(self.part(key, columns, rule, **params), of="columns")

    def modified(self, key: str, pips: float, rule: str, **params: object) -> Part:
        """A line that changes how the die is read."""
        return replace(self.part(key, pips, rule, **params), of="die")

    def veil(self, event: Event) -> None:
        """Note which of the units an event names a side cannot see just now."""
        raise AssertionError("each game with fog knows what is seen")

    def count(self, u: int, h: int, by: int) -> None:
        """A counter has come to a hex (1) or left it (-1)."""
        raise AssertionError("each game counts what it derives")

    def rebuild_maps(self) -> None:
        """Work out every derived map from nothing."""
        state = self.state
        for name, column in state.columns.items():
            if column.derived:
                row = getattr(state, name)
                row[:] = array("i", bytes(4 * len(row)))
        for u, h in enumerate(state.hex):
            if h >= 0:
                self.count(u, h, 1)

    def in_enemy_zone(self, side: int, h: int) -> bool:
        """Whether a unit of the other side exerts a zone of control into the hex; one is enough."""
        return self.state.zone[(1 - side) * self.tables.n + h] > 0

    def hex_name(self, h: int) -> str:
        return self.tables.numbers[h]

    def id(self, u: int) -> str:
        return self.tables.ids[u]

    def ids(self, units: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.tables.ids[u] for u in units)

    def stack(self, h: int) -> Iterator[int]:
        """The counters of a hex from the top down."""
        u = self.state.top[h]
        while u != NONE:
            yield u
            u = self.state.below[u]

    def beside(self, side: int, h: int) -> list[int]:
        """A side's counters around a hex, in the order of their numbers."""
        around = self.tables.board.grid.around(h)
        return sorted(u for n in around for u in self.stack(n) if self.tables.side[u] == side)

    def level(self, u: int) -> int:
        """How many counters lie under this one."""
        under, height = self.state.below[u], 0
        while under != NONE:
            under, height = self.state.below[under], height + 1
        return height

    def levels(self) -> list[int]:
        """The same of all counters; 0 beside the map."""
        placed = zip(self.state.hex, self.state.below, strict=True)
        return [0 if under == NONE or h < 0 else self.level(u) for u, (h, under) in enumerate(placed)]

    def on_map(self, u: int) -> bool:
        return self.state.hex[u] >= 0

    def owner(self, h: int) -> int | None:
        """The side whose counters lie in a hex."""
        top = self.state.top[h]
        return None if top == NONE else self.tables.side[top]

    def put(self, u: int, h: int) -> None:
        """Lay a counter on top of a hex."""
        state = self.state
        state.hex[u] = h
        state.below[u] = state.top[h]
        state.top[h] = u
        self.count(u, h, 1)

    def lift(self, u: int, where: int) -> None:
        """Take a counter off the map to a box."""
        state = self.state
        h = state.hex[u]
        if h >= 0:
            self._unlink(u, h)
            self.count(u, h, -1)
        state.hex[u] = where

    def shift(self, u: int, h: int) -> None:
        self.lift(u, NONE)
        self.put(u, h)

    def _unlink(self, u: int, h: int) -> None:
        state = self.state
        if state.top[h] == u:
            state.top[h] = state.below[u]
        else:
            above = state.top[h]
            while state.below[above] != u:
                above = state.below[above]
            state.below[above] = state.below[u]
        state.below[u] = NONE
