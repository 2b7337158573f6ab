"""What an action changed: who stands where, counted from the units alone, and what happens once in a phase or turn.

The engine keeps maps of its own; the invariants do not trust them, and count for themselves what was brought or taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from countermarch.flow import Event

Shares = Sequence[Sequence[tuple[int, int]]]  # by unit: the rows it counts in, and for how much
PHASE, TURN = "phase", "turn"


class Remembered:
    """Some columns as they were at the last look."""

    def __init__(self, state: Any, *names: str) -> None:
        self.before = {name: list(getattr(state, name)) for name in names}

    def changed(self, state: Any) -> set[int]:
        """The places where a column has another number than at the last look."""
        found: set[int] = set()
        for name, before in self.before.items():
            now = list(getattr(state, name))
            if now != before:
                self.before[name] = now
                found.update(at for at, pair in enumerate(zip(before, now, strict=True)) if pair[0] != pair[1])
        return found


class Census:
    """What lies in each hex, in rows such as the combat units of a side; `look` follows who has moved."""

    def __init__(self, state: Any, rows: int, hexes: int, shares: Shares) -> None:
        self.shares = shares
        self.rows = [[0] * hexes for _ in range(rows)]
        self.where = [-1] * len(shares)
        self.follow(state, range(len(shares)))

    def follow(self, state: Any, units: Sequence[int] | set[int]) -> set[int]:
        """Count these units where they are now; the hexes they have come to or left."""
        touched = set()
        for u in units:
            before, now = self.where[u], state.hex[u]
            if before != now:
                self.where[u] = now
                touched |= {before, now}
                self._count(u, before, -1)
                self._count(u, now, 1)
        return {h for h in touched if h >= 0}

    def _count(self, u: int, h: int, by: int) -> None:
        if h >= 0:
            for row, weight in self.shares[u]:
                self.rows[row][h] += by * weight

    def faults(self, state: Any) -> list[str]:
        """Counted from nothing it must come to the same."""
        afresh = Census(state, len(self.rows), len(self.rows[0]), self.shares)
        return [] if afresh.rows == self.rows else ["the census has lost count of who stands where"]


class Once:
    """What events name at most once in a phase, or in a turn; `free` phases have no such limit."""

    def __init__(self, book: str, spans: Mapping[tuple[str, str], str], phase: str, free: Sequence[str] = ()) -> None:
        self.limits: dict[str, list[tuple[str, str]]] = {}  # by event: what it names, and how long that holds
        for (key, param), span in spans.items():
            self.limits.setdefault(f"{book}.event.{key}", []).append((param, span))
        self.new_turn, self.new_phase = f"{book}.event.turn", f"{book}.event.phase_"
        self.phase, self.free = phase, free
        self.seen: dict[str, set[tuple[str, str]]] = {PHASE: set(), TURN: set()}

    def faults(self, events: Sequence[Event]) -> Iterator[str]:
        for event in events:
            if event.key in self.limits:
                yield from self._twice(event)
            elif event.key == self.new_turn:
                self.seen[TURN].clear()
            elif event.key.startswith(self.new_phase):
                self.phase = event.key.removeprefix(self.new_phase)
                self.seen[PHASE].clear()

    def _twice(self, event: Event) -> Iterator[str]:
        for param, span in self.limits[event.key]:
            named: Any = event.params[param]
            for name in (named,) if isinstance(named, str) else named:
                if (event.key, name) in self.seen[span] and self.phase not in self.free:
                    yield f"{event.key} twice in a {span}: {name}"
                self.seen[span].add((event.key, name))
