"""What a side may know, as arrays: planes on the hex grid, a row for each counter, the numbers beside the map.

Everything is read from the table as the side sees it (`Match.seen`); what is asked is told only to whom it is asked.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from countermarch.board import Board
from countermarch.envs.coding import Coding
from countermarch.flow import KINDS
from countermarch.match import Game, Match, Question
from countermarch.state import State

Array = NDArray[np.int16]
Observation = dict[str, NDArray[Any]]
PARTS = ("observation", "units", "vector", "action_mask")
STACKING = ("below", "top")  # how counters lie upon each other; the planes say who is where
COUNTED = ("counters", "steps")  # of a side in each hex, beside what is printed on them


class Observer:
    """What is observed of a scenario, and the names of all of it."""

    def __init__(self, game: Game, scenario: str, parts: Sequence[str] = PARTS) -> None:
        unknown = [part for part in parts if part not in PARTS]
        if unknown:
            raise ValueError(f"there is no part {unknown[0]!r} of an observation; choose among: {', '.join(PARTS)}")
        self.parts = tuple(parts)
        self.coding = Coding(game.rules.grammar)
        self._sides = game.info.sides
        self._turns = next(known.turns for known in game.info.scenarios if known.key == scenario)
        self._index = game.rules.grammar.index
        grid = game.rules.board.grid
        self.shape = (grid.lines[1] - grid.lines[0] + 1, grid.positions[1] - grid.positions[0] + 1)
        self.hexes = grid.n
        self._read_rows(game.start(scenario, seed=0, pauses=False).seen(self._sides[0])[0])
        self._read_counters(game)
        self.planes = tuple(self._plane_names(game.rules.printed))
        self._at = {name: at for at, name in enumerate(self.planes)}

    def _read_rows(self, state: State) -> None:
        """Which rows of numbers a state has, by what they are about."""
        columns = {name: column for name, column in state.columns.items() if name not in STACKING}
        own = {name: column.over for name, column in columns.items() if not column.derived}
        self._unit_rows = [name for name, over in own.items() if over == "unit"]
        self._hex_rows = [name for name, over in own.items() if over == "hex"]
        self._loose_rows = [name for name, over in own.items() if over not in ("unit", "hex", "sides_hex")]
        self._numbers = state.numbers
        self._zoned = "zone" in columns and columns["zone"].over == "sides_hex"
        loose = [f"{name} {at}" for name in self._loose_rows for at in range(len(getattr(state, name)))]
        self.counter_columns = (*self._unit_rows, "asked", "committed")
        self.vector = ("side", "turns left", "to act", *(f"asked {kind}" for kind in KINDS), *state.numbers, *loose)

    def _read_counters(self, game: Game) -> None:
        """What each counter adds to the planes of its side, by its steps."""
        pieces = game.rules.pieces
        widest = max(len(face.values) for unit in pieces for face in unit.faces)
        self._features = len(COUNTED) + widest
        self._leaps = np.arange(self._features) * self.hexes
        self._values = np.zeros((len(pieces), max(len(unit.faces) for unit in pieces), self._features), np.int16)
        for unit in pieces:
            for steps, face in enumerate(unit.faces):
                self._values[unit.index, steps] = (1, steps, *face.values)
        self.rows = Rows(self._unit_rows, len(pieces))
        owners = [self._sides.index(unit.side) if unit.side else len(self._sides) for unit in pieces]
        self._corner = [self._corners(np.array(owners), own) for own in range(len(self._sides))]

    def _corners(self, owners: NDArray[np.int_], own: int) -> NDArray[np.int_]:
        """Where in the planes the first hex lies for each counter, as a side has them: its own first, then the rest."""
        ranks = np.array([*self._ranks(own), len(self._sides)])
        return ranks[owners] * self._features * self.hexes

    def lay(self, own: int) -> Array:
        """What lies in each hex, by side and value, as a side has them."""
        where, steps = self.rows.where, self.rows.steps
        lying = np.flatnonzero(where >= 0)
        first = self._corner[own][lying] + where[lying]
        spots = first[:, None] + self._leaps
        planes = np.zeros(((len(self._sides) + 1) * self._features, self.hexes), np.int16)
        np.add.at(planes.reshape(-1), spots.reshape(-1), self._values[lying, steps[lying]].reshape(-1))
        return planes

    def _ranks(self, own: int) -> list[int]:
        return [(side - own) % len(self._sides) for side in range(len(self._sides))]

    def _plane_names(self, printed: Sequence[str]) -> Iterator[str]:
        enemies = ["enemy"] if len(self._sides) == 2 else [f"enemy {n}" for n in range(1, len(self._sides))]
        for whose in ("own", *enemies, "neutral"):
            yield from (f"{whose} {what}" for what in (*COUNTED, *printed))
        if self._zoned:
            yield from (f"{whose} zone" for whose in ("own", *enemies))
        yield from self._hex_rows
        yield from ("unseen", "asked", "committed")

    @property
    def space(self) -> spaces.Dict:
        near, far = np.iinfo(np.int16), np.iinfo(np.int32)
        counters = (self.rows.array.shape[1], len(self.counter_columns))
        known: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(near.min, near.max, (len(self.planes), *self.shape), np.int16),
            "units": spaces.Box(near.min, near.max, counters, np.int16),
            "vector": spaces.Box(far.min, far.max, (len(self.vector),), np.int32),
            "action_mask": spaces.Box(0, 1, (self.coding.n,), np.int8),
        }
        return spaces.Dict({part: known[part] for part in self.parts})

    # looking

    def observe(self, match: Match, side: str, asks: bool = True) -> Observation:
        """The parts that are wanted, as a side sees them now; a match that was broken off asks nobody."""
        asked, found = asks and match.to_act == side, Observation()
        if self.parts != ("action_mask",):
            state, covered = match.seen(side)
            sight = Sight(self, state, self._sides.index(side), match.question if asked else None)
            if "observation" in self.parts:
                found["observation"] = sight.planes(covered)
            if "units" in self.parts:
                found["units"] = sight.counters()
            if "vector" in self.parts:
                found["vector"] = sight.vector()
        if "action_mask" in self.parts:
            found["action_mask"] = self.coding.mask(match.legal().choices if asked else ())
        return found


class Rows:
    """What is said of every counter as one array, renewed where it has changed since the last look."""

    def __init__(self, names: Sequence[str], counters: int) -> None:
        self._names = names
        self._last: list[list[int]] = [[] for _ in names]
        self.array = np.zeros((len(names), counters), np.int16)
        self.where, self.steps = (self.array[names.index(name)] for name in ("hex", "steps"))
        self._laid: dict[int, Array] = {}  # planes of the counters by side that looks, until one of them stirs

    def read(self, state: State) -> None:
        own = state.__dict__
        for at, name in enumerate(self._names):
            row = own[name]
            if row != self._last[at]:
                self._last[at] = list(row)
                self.array[at] = array("h", row)
                if name in ("hex", "steps"):
                    self._laid.clear()

    def laid(self, side: int, lay: Callable[[int], Array]) -> Array:
        """The planes of the counters as a side has them."""
        found = self._laid.get(side)
        if found is None:
            found = self._laid[side] = lay(side)
        return found


class Sight:
    """One look at the table."""

    def __init__(self, observer: Observer, state: State, own: int, question: Question | None) -> None:
        self._o, self._state, self._own, self._question = observer, state, own, question
        self._rows = observer.rows
        self._rows.read(state)
        self._asked: list[int] = []
        self._hexes: list[int] = []
        self._committed: list[int] = []
        if question is not None:
            self._asked = [observer._index["unit"][id] for id in question.units]
            self._hexes = [observer._index["hex"][number] for number in question.hexes]
            self._committed = list(self._in_hand())

    def _in_hand(self) -> Iterator[int]:
        """Who takes part in what the side is doing: the unit that moves, those that attack."""
        for frame in self._state.frames:
            if getattr(frame, "side", None) == self._own:
                yield from getattr(frame, "units", ())
                yield from (frame.unit,) if hasattr(frame, "unit") else ()

    def planes(self, covered: Mapping[int, int]) -> Array:
        o, at, own = self._o, self._o._at, self._state.__dict__
        planes = np.zeros((len(o.planes), o.hexes), np.int16)
        laid = self._rows.laid(self._own, o.lay)
        planes[: len(laid)] = laid
        if o._zoned:
            zones = np.asarray(own["zone"]).reshape(-1, o.hexes)
            for side, rank in enumerate(o._ranks(self._own)):
                planes[len(laid) + rank] = zones[side]
        for name in o._hex_rows:
            planes[at[name]] = own[name]
        for h, number in covered.items():
            planes[at["unseen"], h] = number
        self._point_out(planes[at["asked"]], self._hexes, self._asked)
        self._point_out(planes[at["committed"]], (), self._committed)
        return planes.reshape(len(o.planes), *o.shape)

    def _point_out(self, plane: Array, hexes: Sequence[int], units: Sequence[int]) -> None:
        for h in (*hexes, *(self._rows.where[u] for u in units)):
            if h >= 0:
                plane[h] = 1

    def counters(self) -> Array:
        rows = self._rows.array
        found = np.zeros((len(rows) + 2, rows.shape[1]), np.int16)
        found[: len(rows)] = rows
        for u in self._asked:
            found[-2, u] = 1
        for u in self._committed:
            found[-1, u] = 1
        return found.T

    def vector(self) -> NDArray[np.int32]:
        own, o = self._state.__dict__, self._o
        asked = [0] * len(KINDS)
        if self._question is not None:
            asked[KINDS.index(self._question.kind)] = 1
        told = [self._own, o._turns - self._state.turn, int(self._question is not None), *asked]
        told += [own[name] for name in o._numbers]
        for name in o._loose_rows:
            told += own[name]
        return np.array(told, np.int32)


def ground(board: Board) -> tuple[tuple[str, ...], Array]:
    """What is printed on the map, which never changes: a plane for each layer of hexes, six for each of hexsides."""
    lines, positions = board.grid.lines, board.grid.positions
    shape = (lines[1] - lines[0] + 1, positions[1] - positions[0] + 1)
    hexes = {name: np.array(layer.codes, np.int16) for name, layer in board.hex_layers.items()}
    sides = {name: np.array(layer.codes, np.int16).reshape(-1, 6).T for name, layer in board.side_layers.items()}
    named = hexes | {f"{name} {d}": plane for name, planes in sides.items() for d, plane in enumerate(planes)}
    return tuple(named), np.stack([plane.reshape(shape) for plane in named.values()])
