"""Plain state: rows of ints behind named columns and numbers, frames, the dice."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

if TYPE_CHECKING:
    import numpy

Ints = list[int]
Packed = memoryview


class Frame(Protocol):
    def copy(self) -> Frame: ...


class Number:
    """Declares a single named int of the state, which is a plain attribute: rules read turn and limits all the time."""

    if TYPE_CHECKING:

        def __get__(self, state: State, owner: type[State]) -> int: ...

        def __set__(self, state: State, value: int) -> None: ...


@dataclass(frozen=True)
class Column:
    """A named row of ints, one for each unit, hex, chit ...; a derived one can be rebuilt from the rest.

    A row is a list, which rules read twice as fast as a buffer, or packed: it lies in the one buffer that
    kernels read and that copies at once.
    """

    over: str
    derived: bool = False
    packed: bool = False
    fill: int = 0  # what every entry holds at first

    @property
    def in_buffer(self) -> bool:
        """Derived ones are: it is for the kernels that they are kept."""
        return self.derived or self.packed


@dataclass(slots=True)
class Chance:
    """Where the dice stand: the key, how often it was asked for each deed of this turn, and what a test has fixed.

    Another `lot` has other dice of the same key: nothing that was seen of one tells of the next.
    """

    key: bytes
    deeds: dict[str, int] = field(default_factory=dict)
    dice: list[int] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)
    lot: int = 0

    def copy(self) -> Chance:
        return Chance(self.key, self.deeds.copy(), self.dice[:], self.draws[:], self.lot)

    def purpose(self, turn: int, deed: str) -> str:
        """A deed, its turn and how often it was done: the same whatever else was done before."""
        often = self.deeds[deed] = self.deeds.get(deed, 0) + 1
        return f"{turn} {deed} {often}" if not self.lot else f"{turn} {deed} {often} lot {self.lot}"


Snapshot = tuple["array[int]", dict[str, Any], list[Any], Chance]


class State:
    """Subclasses declare `columns` and class-level Numbers."""

    columns: ClassVar[Mapping[str, Column]] = {}
    numbers: ClassVar[tuple[str, ...]] = ("turn",)
    rows: ClassVar[tuple[str, ...]] = ()  # columns that are lists

    ints: array[int]  # the packed columns, one after the other
    frames: list[Any]
    chance: Chance
    turn: int

    def __init_subclass__(cls) -> None:
        own = [name for name, value in vars(cls).items() if isinstance(value, Number)]
        cls.numbers = (*cls.numbers, *own)
        for name in own:  # what a class holds too is found more slowly in its instances
            delattr(cls, name)
        cls.rows = tuple(name for name, column in cls.columns.items() if not column.in_buffer)

    def __init__(self, sizes: Mapping[str, int], chance: Chance) -> None:
        self.spans, room = self._lay_out(sizes)
        self.ints = array("i", bytes(4 * room))
        self.frames = []
        self.chance = chance
        rows = {name: [self.columns[name].fill] * sizes[self.columns[name].over] for name in self.rows}
        self._attach({**dict.fromkeys(self.numbers, 0), **rows})

    @classmethod
    def _lay_out(cls, sizes: Mapping[str, int]) -> tuple[dict[str, tuple[int, int]], int]:
        """Where each packed column lies in the buffer, and how long that is."""
        end, spans = 0, {}
        for name, column in cls.columns.items():
            if column.in_buffer:
                spans[name] = (end, end + sizes[column.over])
                end += sizes[column.over]
        return spans, end

    def _attach(self, values: Mapping[str, Any]) -> None:
        view = memoryview(self.ints)
        own = self.__dict__
        own.update(values)
        for name, (start, end) in self.spans.items():
            own[name] = view[start:end]

    @cached_property
    def np(self) -> numpy.ndarray[Any, Any]:
        """The same memory for the compiled kernels."""
        import numpy

        return numpy.frombuffer(self.ints, dtype=numpy.int32)

    def offset(self, column: str) -> int:
        return self.spans[column][0]

    def copy(self) -> Self:
        return self.back_to((self.ints, self.__dict__, self.frames, self.chance))

    def snapshot(self) -> Snapshot:
        """Everything needed to stand here again, quicker to take than a copy to play on."""
        return self.ints[:], self._values(self.__dict__), [frame.copy() for frame in self.frames], self.chance.copy()

    def _values(self, own: Mapping[str, Any]) -> dict[str, Any]:
        """The numbers, and copies of the rows."""
        values = {name: own[name] for name in self.numbers}
        for name in self.rows:
            values[name] = own[name][:]
        return values

    def back_to(self, snapshot: Snapshot) -> Self:
        """A state that stands where the snapshot was taken."""
        twin = object.__new__(type(self))
        twin.spans = self.spans
        ints, values, frames, chance = snapshot
        twin.ints = ints[:]
        twin.frames = [frame.copy() for frame in frames]
        twin.chance = chance.copy()
        twin._attach(self._values(values))
        return twin

    def fingerprint(self) -> str:
        """A stable hash of everything that matters to play from here on; derived maps and the key's origin don't."""
        chance = self.chance
        lot = (chance.lot,) if chance.lot else ()
        return self.mark((self.frames, chance.key, sorted(chance.deeds.items()), chance.dice, chance.draws, *lot))

    def mark(self, beside: object) -> str:
        """A stable hash of what lies on the table, and of what is written beside it; not of procedures and dice."""
        own = self.__dict__
        mark = blake2b(array("i", [own[name] for name in self.numbers]).tobytes(), digest_size=16)
        for name, column in self.columns.items():
            if not column.derived:
                mark.update(array("i", own[name]).tobytes())
        mark.update(repr(beside).encode())
        return mark.hexdigest()
