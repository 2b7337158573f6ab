"""What was done at a table, and what was told of it: the latest in memory, the rest played again when asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Generic, TypeVar, overload

from countermarch.flow import Event
from countermarch.server.store import ACTION, TAKEBACK, UNDO, Entry

T = TypeVar("T")
Unseen = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class Told:
    """An event, which of its units a side could not see then, and how many things had been done by then."""

    event: Event
    unseen: Unseen
    done: int = 0


@dataclass(frozen=True, slots=True)
class Done:
    """Something that has been played and not taken back."""

    entry: Entry
    events: tuple[Event, ...]
    log_before: int
    at: float = 0.0  # when, in seconds; not earlier than it was


@dataclass(frozen=True, slots=True)
class Last:
    """The last action of a seat: how many were played before it, how long the log was after it, and how much of that
    the seat had been told."""

    before: int
    log: int
    heard: int


@dataclass(frozen=True, slots=True)
class Free:
    """An action before a chapter: whose it was, how long the log was before it, and by seat what was heard of that."""

    seat: str | None
    text: str
    log: int
    heard: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Chapter:
    """How far a match had come where what is kept in memory begins."""

    serial: int = 0  # rows on disk
    past: int = 0  # of these, what stands
    played: int = 0  # of that, actions
    log: int = 0
    heard: Mapping[str, int] = field(default_factory=dict)  # by seat, of the log
    last: Mapping[str, Last] = field(default_factory=dict)  # by seat
    opening: int = 0  # of the log, what was told before anything was done
    opened: Mapping[str, int] = field(default_factory=dict)  # of that, by seat
    free: Sequence[Free] = ()  # actions that could be taken back there, or the last one

    def document(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Chapter:
        last = {seat: Last(**one) for seat, one in document["last"].items()}
        return cls(**{**document, "last": last, "free": [Free(**one) for one in document["free"]]})


class Pages(Sequence[T], Generic[T]):
    """A list that grows and is cut at its end; its first rows may have to be fetched."""

    def __init__(self, start: int = 0, fetch: Callable[[], Sequence[T]] = tuple) -> None:
        self.start = start
        self.rows: list[T] = []
        self._fetch = fetch

    def __len__(self) -> int:
        return self.start + len(self.rows)

    @overload
    def __getitem__(self, at: int) -> T: ...
    @overload
    def __getitem__(self, at: slice) -> list[T]: ...
    def __getitem__(self, at: int | slice) -> T | list[T]:
        wanted = range(len(self))[at]
        if isinstance(wanted, int):
            return self.rows[wanted - self.start] if wanted >= self.start else self._fetch()[wanted]
        return [self[index] for index in wanted] if wanted.step != 1 else self._run(wanted.start, wanted.stop)

    def _run(self, start: int, stop: int) -> list[T]:
        own = self.rows[max(start - self.start, 0) : max(stop - self.start, 0)]
        return [*self._fetch()[start : min(stop, self.start)], *own] if start < min(stop, self.start) else own

    def __iter__(self) -> Iterator[T]:
        return iter(self[:])

    def __reversed__(self) -> Iterator[T]:
        yield from reversed(self.rows)
        if self.start:
            yield from reversed(self._fetch()[: self.start])

    def __eq__(self, other: object) -> bool:
        return list(self) == other

    def append(self, row: T) -> None:
        self.rows.append(row)

    def extend(self, rows: Iterable[T]) -> None:
        self.rows.extend(rows)

    def cut(self, at: int) -> None:
        """Nothing is left from here on; it must be in memory."""
        del self.rows[at - self.start :]

    def turn(self, fetch: Callable[[], Sequence[T]]) -> None:
        """What is there has to be fetched from now on."""
        self.start, self.rows, self._fetch = len(self), [], fetch


def left_standing(entries: Iterable[Entry]) -> list[Entry]:
    """What was done and not taken back, in order."""
    return [entry for _, entry in standing_rows(entries)]


def standing_rows(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """What was done and not taken back, each with its row."""
    stand: list[tuple[int, Entry]] = []
    for row, entry in enumerate(entries):
        if entry.kind == TAKEBACK:
            del stand[after([one for _, one in stand], int(entry.text.split()[0])) :]
        if entry.kind == UNDO:
            at = next(at for at in range(len(stand) - 1, -1, -1) if stand[at][1].kind == ACTION)
            stand[at:] = [(number, replace(one, fingerprint="")) for number, one in stand[at + 1 :]]  # led elsewhere
        else:
            stand.append((row, entry))
    return stand


def after(entries: Sequence[Entry], index: int) -> int:
    """Where so many actions have been played."""
    return [0, *(at + 1 for at, entry in enumerate(entries) if entry.kind == ACTION)][index]
