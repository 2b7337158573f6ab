"""A game in progress: counters with steps and zones on a map, and which rule of the game's book says what."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from countermarch.flow import Procedure
from countermarch.games.base import Note, Part, Preview, own_or_shared
from countermarch.games.common.tables import Tables
from countermarch.games.common.verbs import ADVANCE, ATTACK, LOSE, MOVE, RESOLVE, RETREAT, TO, WITH
from countermarch.games.common.ways import Ways
from countermarch.games.counters import NONE, CounterPlay, CounterState
from countermarch.kernels import Reach
from countermarch.notation import Grammar
from countermarch.pieces import Face
from countermarch.rulebook import Refusal
from countermarch.state import Column, Ints, Number, Packed
from countermarch.texts import say

PLACES = ("eliminated",)  # the only box: who is not on the map is lost
ELIMINATED = -1
CLEAN = ("acted", "struck")
PHASE_OF = {
    **dict.fromkeys((MOVE, TO), "move_later"),
    **dict.fromkeys((ATTACK, WITH, RESOLVE), "fight_later"),
    **dict.fromkeys((LOSE, RETREAT, ADVANCE), "result_later"),
}


class TableState(CounterState):
    over = Number()  # 1 + index of the level of victory once the game has ended
    phase = Number()

    columns: ClassVar[Mapping[str, Column]] = {
        "hex": Column("unit", fill=ELIMINATED),
        "steps": Column("unit"),
        "acted": Column("unit"),  # has moved or attacked in this phase
        "struck": Column("unit"),  # has been attacked in this phase
        "below": Column("unit", fill=NONE),
        "top": Column("hex", fill=NONE),
        "number": Column("sides_hex", derived=True),  # counters of a side in a hex
        "zone": Column("sides_hex", derived=True),
    }

    acted: Ints
    struck: Ints
    number: Packed


S = TypeVar("S", bound=TableState)


class TablePlay(CounterPlay[S]):
    """What the procedures of these games ask of a play; a game says by which rules, and what is its own."""

    scenario: ClassVar[str]
    sequence: ClassVar[Sequence[tuple[str, int, Callable[[int], Procedure]]]]  # phases of a turn: name, side, procedure
    phases: ClassVar[Sequence[str]]  # their names
    last_turn: ClassVar[int]
    limit: ClassVar[int] = 1  # units to a hex
    says: ClassVar[Mapping[str, str]] = {}  # by rule, the keys of what it refuses or lets happen
    because: ClassVar[Mapping[str, str]] = {}  # the other way round: the rule behind each key
    phase_of: ClassVar[Mapping[int, str]] = PHASE_OF  # the key of what is said of a verb that is not for now
    ways: ClassVar[Ways]
    tables: Tables

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.because = {key: rule for rule, keys in cls.says.items() for key in keys.split()}
        cls.phases = tuple(phase for phase, _, _ in cls.sequence)

    def __init__(self, tables: Tables, grammar: Grammar, state: S, options: Mapping[str, str]) -> None:
        super().__init__(tables, grammar, state, options)
        self.number_at, self.zone_at = state.offset("number"), state.offset("zone")
        self.reaches: dict[int, Reach] = {}  # remembered until a counter stirs

    # what a game says itself

    def reckoned(self, target: int, units: Sequence[int]) -> Preview:
        raise AssertionError("each game reckons its own attacks")

    def arrived(self, u: int) -> None:
        """A unit has moved or advanced into a hex."""

    def worth(self, h: int) -> Part | None:
        """What a hex counts for victory."""
        return None

    def notes(self, h: int) -> Iterator[Note]:
        """What is to be said of a hex as it is just now."""
        yield from ()

    def glance(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """The turn in a few lines: the key of each, and what it is said with."""
        yield "turn", {"turn": self.state.turn}

    def judge(self) -> None:
        """The last turn is over: say so in `state.over`."""
        raise AssertionError("each game knows who has won")

    # what all of them have

    @property
    def home(self) -> str:
        """The package the game's own procedures are of."""
        return type(self).__module__.removeprefix("countermarch.games.").partition(".")[0]

    def forget(self) -> None:
        self.reaches.clear()

    def deny(self, key: str, **params: object) -> Refusal:
        """In the game's own words or those of all, by the rule of its book; by its order of play if it names none."""
        return Refusal(self.cite(self.rule(key)), say(self.said("refusal", key), **params))

    def rule(self, key: str) -> str:
        return self.because.get(key, self.order)

    def said(self, section: str, key: str) -> str:
        """The key of a text that the game may have for itself."""
        return own_or_shared(self.book, f"{section}.{key}", f"common.{section}.{key}")

    def count(self, u: int, h: int, by: int) -> None:
        base = self.tables.side[u] * self.tables.n
        self.state.number[base + h] += by
        for other in self.tables.zone_to[h]:
            self.state.zone[base + other] += by
        self.reaches.clear()

    def room(self, h: int) -> int:
        """How many more units may stand in a hex."""
        return self.limit - sum(1 for _ in self.stack(h))

    def taken(self, u: int, h: int) -> Refusal | None:
        """Why a hex is not to be entered, whatever the way."""
        if self.owner(h) == 1 - self.tables.side[u]:
            return self.deny("enemy", hex=self.hex_name(h))
        return None if self.room(h) > 0 else self.deny("full", hex=self.hex_name(h))

    def could_enter(self, u: int, h: int) -> bool:
        """Whether the ground next door would let a unit in, with its whole allowance."""
        charges = self.ways.charges(self, u, self.state.hex[u], h)
        return bool(charges) and sum(cost for _, cost, _ in charges) <= self.ways.allowance(self, u)

    def face(self, u: int) -> Face:
        return self.tables.units[u].faces[self.state.steps[u]]

    def clear_marks(self) -> None:
        for name in CLEAN:
            getattr(self.state, name)[:] = [0] * len(self.tables.units)

    def lose_step(self, u: int, key: str = "loses") -> None:
        """Turn the counter over, or take it off."""
        self.state.steps[u] -= 1
        if not self.state.steps[u]:
            self.lift(u, ELIMINATED)
        said = "step_lost" if self.state.steps[u] else "eliminated"
        self.tell(said, self.rule(key), unit=self.id(u))


T = TypeVar("T", bound=TablePlay[Any])
