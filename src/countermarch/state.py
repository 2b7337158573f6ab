"""Plain state: flat ints in one buffer behind named columns and numbers, a stack of frames, the dice."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self

if TYPE_CHECKING:
    import numpy

Ints = memoryview


class Frame(Protocol):
    def copy(self) -> Frame: ...


class Number:
    """Declares a single named int of the state, which is a plain attribute: rules read turn and limits all the time."""

    if TYPE_CHECKING:

        def __get__(self, state: State, owner: type[State]) -> int: ...

        def __set__(self, state: State, value: int) -> None: ...


@dataclass(frozen=True)
class Column:
    """A named row of ints, one for each unit, hex, chit ...; a derived one can be rebuilt from the rest."""

    over: str
    derived: bool = False
    fill: int = 0  # what every entry holds at first


@dataclass(slots=True)
class Chance:
    """Where the dice stand: the key, how many numbers it has given, and what a test has fixed."""

    key: bytes
    count: int = 0
    dice: list[int] = field(default_factory=list)
    draws: list[str] = field(default_factory=list)

    def copy(self) -> Chance:
        return Chance(self.key, self.count, self.dice[:], self.draws[:])


Snapshot = tuple["array[int]", dict[str, int], list[Any], Chance]


class State:
    """Subclasses declare `columns` and class-level Numbers; the buffer holds columns, then derived columns."""

    columns: ClassVar[Mapping[str, Column]] = {}
    numbers: ClassVar[tuple[str, ...]] = ()

    ints: array[int]
    stack: list[Any]
    chance: Chance

    def __init_subclass__(cls) -> None:
        names = [name for base in reversed(cls.__mro__) for name, v in vars(base).items() if isinstance(v, Number)]
        cls.numbers = tuple(dict.fromkeys(names))

    def __init__(self, sizes: Mapping[str, int], chance: Chance) -> None:
        self.spans, self.core = self._lay_out(sizes)
        self.ints = array("i", bytes(4 * max(end for _, end in self.spans.values())))
        self.stack = []
        self.chance = chance
        self._np: Any = None
        self._attach(dict.fromkeys(self.numbers, 0))
        for name, column in self.columns.items():
            if column.fill:
                view = getattr(self, name)
                view[:] = array("i", [column.fill]) * len(view)

    @classmethod
    def _lay_out(cls, sizes: Mapping[str, int]) -> tuple[dict[str, tuple[int, int]], int]:
        end = core = 0
        spans = {}
        for derived in (False, True):
            for name, column in cls.columns.items():
                if column.derived is derived:
                    spans[name] = (end, end + sizes[column.over])
                    end += sizes[column.over]
            core = core if derived else end
        return spans, core

    def _attach(self, numbers: Mapping[str, int]) -> None:
        view = memoryview(self.ints)
        own = self.__dict__
        own.update(numbers)
        for name, (start, end) in self.spans.items():
            own[name] = view[start:end]

    @property
    def np(self) -> numpy.ndarray[Any, Any]:
        """The same memory for the compiled kernels."""
        if self._np is None:
            import numpy

            self._np = numpy.frombuffer(self.ints, dtype=numpy.int32)
        found: numpy.ndarray[Any, Any] = self._np
        return found

    def offset(self, column: str) -> int:
        return self.spans[column][0]

    def copy(self) -> Self:
        return self.back_to((self.ints, self._numbers(), self.stack, self.chance))

    def _numbers(self) -> dict[str, int]:
        own = self.__dict__
        return {name: own[name] for name in self.numbers}

    def snapshot(self) -> Snapshot:
        """Everything needed to stand here again, quicker to take than a copy to play on."""
        return self.ints[:], self._numbers(), [frame.copy() for frame in self.stack], self.chance.copy()

    def back_to(self, snapshot: Snapshot) -> Self:
        """A state that stands where the snapshot was taken."""
        twin = object.__new__(type(self))
        twin.spans, twin.core = self.spans, self.core
        ints, numbers, stack, chance = snapshot
        twin.ints = ints[:]
        twin.stack = [frame.copy() for frame in stack]
        twin.chance = chance.copy()
        twin._np = None
        twin._attach(numbers)
        return twin

    def fingerprint(self) -> str:
        """A stable hash of everything that matters to play from here on; derived maps and the key's origin don't."""
        chance = self.chance
        mark = blake2b(array("i", self._numbers().values()).tobytes(), digest_size=16)
        mark.update(self.ints[: self.core].tobytes())
        mark.update(repr((self.stack, chance.key, chance.count, chance.dice, chance.draws)).encode())
        return mark.hexdigest()
