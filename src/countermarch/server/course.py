"""A match as it is played: rebuilt from its rows, gone on with, taken back; how much of it each seat has been told."""

from __future__ import annotations

import logging
import time
from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Protocol, TypeVar
from weakref import WeakMethod

from countermarch import match as face
from countermarch.flow import Event
from countermarch.games.base import side_of
from countermarch.match import Match
from countermarch.saves import SaveError
from countermarch.server.entries import CHECKED, Closed, ordered_event, play_entry, unseen, written
from countermarch.server.past import Chapter, Done, Free, Last, Pages, Told, after, standing_rows
from countermarch.server.problems import REFUSED, problem
from countermarch.server.store import ACTION, CLOSED, TAKEBACK, UNDO, Entry
from countermarch.texts import reason, say

EACH = 100  # actions of a chapter, before it may end where nothing can be taken back
MOST = 190  # actions after which it ends in any case
log = logging.getLogger("countermarch.server")
Rows = Sequence[tuple[int, Entry]]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Mark:
    """Where a chapter begins that is kept: after so many rows, of which so many stood, so many of them actions."""

    serial: int
    past: int
    played: int


class Kept(Protocol):
    """What is on disk of a match."""

    def entries(self) -> list[Entry]: ...
    def marks(self) -> Sequence[Mark]: ...
    def page(self, serial: int) -> Mapping[str, Any] | None: ...


class Course:
    """What was done in a match; older chapters are on disk, and played again if somebody asks for them."""

    def __init__(self, header: str, seats: Iterable[str], kept: Kept | None, at: float) -> None:
        self.header = header
        self.seats: Mapping[str, str] = dict.fromkeys(seats, "")
        self.now: Callable[[], float] = time.time
        self.serial = 0
        self.closed: Closed | None = None
        self._kept = kept
        self._checks = True  # whether rows lead where they say; once is enough
        self._loading: float | None = at  # no action is later
        self._read: tuple[list[Done], list[Told]] | None = None  # older chapters, while they are looked at
        self._marks: list[Mark] = []  # chapters that are kept
        self._closed_at = at  # when the last chapter did
        self._views: dict[str, tuple[Match, int, dict[str, Any]]] = {}  # by side, at which moment

    # loading

    def load(self, entries: Sequence[Entry]) -> None:
        """Where the rows lead; from the latest chapter that is kept, if it can be trusted."""
        rows = standing_rows(entries)
        self.lot = max((int(entry.text.split()[1]) for entry in entries if entry.kind == TAKEBACK), default=0)
        numbers = [row for row, _ in rows]
        marks = [] if self._kept is None else self._kept.marks()
        self._go_through(rows, [mark for mark in marks if bisect_left(numbers, mark.serial) == mark.past])
        if entries and entries[-1].fingerprint not in ("", self.match.fingerprint()):
            raise SaveError(say("server.stored.ends_elsewhere"))
        self.serial = len(entries)
        self._loading = None

    def _go_through(self, rows: Rows, marks: Sequence[Mark]) -> None:
        self._marks = list(marks)
        while self._marks and not self._take_up(self._marks[-1], rows):
            self._marks.pop()
        if not self._marks:
            self.open(self.header)
        for _, entry in rows[self.chapter.past :]:
            self._redo(entry)

    def open(self, header: str) -> None:
        """The table as the match begins."""
        self.header, self._marks = header, []
        self._lay_out(face.resume(header), Chapter())
        opening = self.match.log
        hidden = unseen(self.match, opening)
        self.log.extend(Told(event, hidden) for event in opening)
        self.first_turn = self.match.turn
        self.opening = len(self.log)  # how much was told before anything was done
        self.serial = 0
        self.closed = None

    def _lay_out(self, match: Match, chapter: Chapter) -> None:
        self.match, self.chapter, self.played = match, chapter, chapter.played
        self.match.weighs = True
        self.past: Pages[Done] = Pages(chapter.past, _weakly(self._earlier_past))
        self.log: Pages[Told] = Pages(chapter.log, _weakly(self._earlier_log))
        self._heard: dict[str | None, array[int]] = {}
        self._views.clear()

    def _take_up(self, mark: Mark, rows: Rows) -> bool:
        """Begin with a chapter; no if it is damaged or of other rules."""
        assert self._kept is not None
        try:
            page = self._kept.page(mark.serial) or {}
            record = [written(entry) for _, entry in rows[: mark.past] if entry.kind != CLOSED]
            begun = face.resume(self.header)
            match = begun.taken_up(page["position"], record, page["free"])
            sound = bool(match.fingerprint() == page["fingerprint"])
            chapter = Chapter.of(page["chapter"])
        except (ValueError, KeyError, TypeError) as error:
            log.warning("a chapter from row %d on cannot be read: %s", mark.serial, error)
            return False
        if sound:
            self._lay_out(match, chapter)
            self.first_turn, self.opening = begun.turn, chapter.opening
        return sound

    def _redo(self, entry: Entry) -> None:
        try:
            self._done(entry, play_entry(self.match, entry))
        except REFUSED as error:
            raise SaveError(say("server.stored.action", action=entry.text, why=reason(error))) from error
        if entry.fingerprint and self._checks and self.match.fingerprint() != entry.fingerprint:
            raise SaveError(say("server.stored.ends_elsewhere"))

    def _done(self, entry: Entry, events: Iterable[Event]) -> None:
        told = (*ordered_event(entry), *events, *self._ended_by(entry))
        self.past.append(Done(entry, told, len(self.log), self.now() if self._loading is None else self._loading))
        self.log.extend(Told(event, entry.unseen, len(self.past)) for event in told)
        self.played += entry.kind == ACTION

    def _ended_by(self, entry: Entry) -> list[Event]:
        """That people have ended the match stands in its log."""
        if entry.kind != CLOSED:
            return []
        self.closed = Closed.of(entry)
        return [self.closed.event(self.match.game.info)]

    # chapters

    @property
    def chapter_due(self) -> bool:
        """Whether it is time to keep the position: where nothing can be taken back, if there is such a moment."""
        since = self.played - self.chapter.played
        ends = since >= MOST or (since >= EACH and not self.match.can_undo)
        return ends and self._kept is not None and self.closed is None

    def page(self) -> dict[str, Any]:
        """A new chapter, as it is kept."""
        chapter = Chapter(
            self.serial,
            len(self.past),
            self.played,
            len(self.log),
            heard=self._heard_at(len(self.log)),
            last={seat: last for seat in self.seats if (last := self._last(seat)) is not None},
            opening=self.opening,
            opened=self.chapter.opened or self._heard_at(self.opening),
            free=[
                Free(done.entry.seat, done.entry.text, done.log_before, self._heard_at(done.log_before))
                for done in islice(self.latest(), max(1, self.match.undoable))
            ],
        )
        return {
            "chapter": chapter.document(),
            "free": self.match.undoable,
            "fingerprint": self.match.fingerprint(),
            "position": self.match.position(),
        }

    def _heard_at(self, log: int) -> dict[str, int]:
        return {seat: self._heard_by(seat or None, log) for seat in (*self.seats, "")}

    def turn_page(self, page: Mapping[str, Any]) -> None:
        """What was before is on disk, and forgotten here."""
        self.chapter, self._closed_at = Chapter.of(page["chapter"]), self.now()
        self._marks.append(Mark(self.chapter.serial, self.chapter.past, self.chapter.played))
        self.past.turn(_weakly(self._earlier_past))
        self.log.turn(_weakly(self._earlier_log))
        self._heard.clear()
        self.match.lighten()

    def _earlier(self) -> tuple[list[Done], list[Told]]:
        if self._read is None:
            found = self._course(self._rows()[: self.chapter.past], ())
            self._read = found.past[:], found.log[:]
        return self._read

    def _earlier_past(self) -> Sequence[Done]:
        return self._earlier()[0]

    def _earlier_log(self) -> Sequence[Told]:
        return self._earlier()[1]

    def put_away(self) -> None:
        """Nobody looks at older chapters any more."""
        self._read = None

    def _rows(self) -> Rows:
        assert self._kept is not None
        return standing_rows(self._kept.entries())

    def _course(self, rows: Rows, marks: Sequence[Mark]) -> Course:
        """Another one, of these rows."""
        found = Course(self.header, self.seats, self._kept, self._closed_at)
        found._checks = False
        found._go_through(rows, marks)
        return found

    def _read_back(self, past: int) -> None:
        """Open an older chapter again, since what is taken back lies in it."""
        if past < self.chapter.past:
            rows, serial = self._rows(), self.serial
            self._loading = self.past.rows[-1].at if self.past.rows else self._closed_at
            self._go_through(rows, [mark for mark in self._marks if mark.past <= past])
            self.serial, self._loading = serial, None

    # playing

    def play(self, seat: str, text: str, ordered: str | None = None) -> Entry:
        """Play one action, perhaps by a standing order; what is returned is still to be committed."""
        action = self.match.game.parse(text)
        events = self.match.play(action)
        named = unseen(self.match, events, action.units)
        self.serial += 1
        entry = Entry(ACTION, seat, str(action), self._checked(), unseen=named, ordered=ordered)
        self._done(entry, events)
        return entry

    def _checked(self) -> str:
        """Where a row leads, now and then and in the end: whoever replays it may see that it does."""
        due = self.serial % CHECKED == 0 or self.match.to_act is None
        return self.match.fingerprint() if due else ""

    def undo(self, seat: str) -> Entry:
        if not self.match.can_undo:
            raise problem(422, "nothing_to_undo")
        at = self._last_action()
        self._read_back(at)
        self.match.undo()
        later = self.past[at + 1 :]  # dice fixed since, or another lot of them
        self._cut_log(self.past[at].log_before)
        self.past.cut(at)
        self.played -= 1
        for done in later:
            self._done(replace(done.entry, fingerprint=""), done.events)
        self.serial += 1
        return Entry(UNDO, seat, "", self._checked(), unseen={})

    def _last_action(self) -> int:
        rows = enumerate(reversed(self.past), 1)
        return len(self.past) - next(back for back, done in rows if done.entry.kind == ACTION)

    def _cut_log(self, at: int) -> None:
        self.log.cut(at)
        for counts in self._heard.values():
            del counts[at - self.log.start + 1 :]

    def go_back(self, seat: str, index: int, lot: int | None = None) -> Entry:
        """Back to before an action, dice and all; those to come are of another lot, which nobody has seen."""
        match, log = self.replayed(index)
        at = after(self.entries(), index)
        self._read_back(at)
        self.lot = lot or 1 + max(self.lot, match.lot)
        told = match.next_lot(self.lot)
        match.weighs = True
        self.match, self.played = match, index
        self.past.cut(at)
        self._cut_log(log)
        self.serial += 1
        entry = Entry(TAKEBACK, seat, f"{index} {self.lot}", match.fingerprint(), unseen={})
        self._done(entry, told)
        return entry

    def close(self, closed: Closed) -> Entry:
        """Ended by people; the game stays as it stands."""
        entry = closed.entry(self.match)
        self._done(entry, [])
        self.serial += 1
        return entry

    # what a seat knows of it

    @property
    def over(self) -> bool:
        return self.closed is not None or self.match.to_act is None

    def latest(self) -> Iterator[Done]:
        """The actions, the last one first."""
        yield from (done for done in reversed(self.past.rows) if done.entry.kind == ACTION)
        free = self.chapter.free
        yield from (Done(Entry(ACTION, one.seat, one.text, "", {}), (), one.log, self._closed_at) for one in free)
        if self.past.start:
            older = (done for done in reversed(self._earlier()[0]) if done.entry.kind == ACTION)
            yield from islice(older, len(free), None)

    def _last(self, seat: str) -> Last | None:
        """The last action of a seat."""
        played = self.played
        for done in reversed(self.past.rows):
            played -= done.entry.kind == ACTION
            if done.entry.kind == ACTION and done.entry.seat == seat:
                log = done.log_before + len(done.events)
                return Last(played, log, self._heard_by(seat, log))
        return self.chapter.last.get(seat)

    def last_of(self, seat: str) -> int | None:
        """How many actions had been played before the seat's last one."""
        last = self._last(seat)
        return None if last is None else last.before

    def told_since(self, seat: str) -> int:
        """How much of the log a seat had been told after its last decision, or at the beginning."""
        last = self._last(seat)
        if last is not None:
            return last.log if self.over else last.heard
        if self.over or not self.chapter.past:
            return self.heard(seat, self.opening)
        return self.chapter.opened.get(seat, 0)

    def heard(self, seat: str | None, at: int | None = None) -> int:
        """How much of the log a seat has been told, up to here or in all; it counts nothing else, nor knows of it."""
        end = len(self.log) if at is None else at
        return end if self.over else self._heard_by(seat, end)

    def heard_in_all(self, seat: str | None) -> int:
        """Though it may be the past of a match that is over."""
        return self._heard_by(seat, len(self.log))

    def _heard_by(self, seat: str | None, at: int) -> int:
        known = next((one.heard for one in self.chapter.free if one.log == at), None)
        if at < self.log.start and known is not None:
            return known[seat or ""]
        if at < self.log.start:
            return sum(_sees(seat, told) for told in self.log[:at])
        return self._counts(seat)[at - self.log.start]

    def _counts(self, seat: str | None) -> array[int]:
        """Of what is in memory: at each point what a seat has been told."""
        counts = self._heard.get(seat)
        if counts is None:
            counts = self._heard[seat] = array("i", [self.chapter.heard.get(seat or "", 0)])
        for told in self.log.rows[len(counts) - 1 :]:
            counts.append(counts[-1] + _sees(seat, told))
        return counts

    def hears(self, seat: str | None, told: Told) -> bool:
        """In the end all is told."""
        return self.over or _sees(seat, told)

    def told_from(self, seat: str | None, since: int) -> list[Told]:
        """What a seat has been told, but for so much of it."""
        start = since if self.over else bisect_left(self._counts(seat), since) + self.log.start
        if since < self.heard(seat, self.log.start):
            return [told for told in self.log if self.hears(seat, told)][since:]
        return [told for told in self.log[start:] if self.hears(seat, told)]

    def seen(self, side: str) -> dict[str, Any]:
        """The table as a side sees it now."""
        kept = self._views.get(side)
        if kept is None or kept[0] is not self.match or kept[1] != self.match.moment:
            kept = self._views[side] = self.match, self.match.moment, self.match.glance(side)
        return kept[2]

    # the past

    @property
    def actions(self) -> list[Done]:
        return [done for done in self.past if done.entry.kind == ACTION]

    def entries(self) -> list[Entry]:
        """What was done and stands."""
        now = [done.entry for done in self.past.rows]
        return [*(entry for _, entry in self._rows()[: self.chapter.past]), *now] if self.chapter.past else now

    def replayed(self, index: int) -> tuple[Match, int]:
        """The match as it was after so many actions, and how long its log was."""
        found = self.until(index)
        return found.match, len(found.log)

    def until(self, index: int) -> Course:
        """The course of the match as far as the so-manieth action."""
        if index > self.played:
            raise problem(422, "index", index=index, last=self.played)
        entries = self.entries()
        rows = list(enumerate(entries[: after(entries, index)]))
        found = self._course(rows, [mark for mark in self._marks if mark.past <= len(rows)])
        found.match.weighs = False
        return found

    def fingerprints(self, seat: str | None) -> list[str | None]:
        """Of what a seat saw at the start and after every action; without a seat, where all saw the same."""
        match = face.resume(self.header)
        found = [fingerprint_for(match, seat)]
        for entry in self.entries():
            play_entry(match, entry)
            if entry.kind == ACTION:
                found.append(fingerprint_for(match, seat))
        return found


def _weakly(fetch: Callable[[], Sequence[T]]) -> Callable[[], Sequence[T]]:
    """A match that referred to itself would stay until garbage is looked for, which is seldom: see `sweeping`."""
    held = WeakMethod(fetch)

    def fetched() -> Sequence[T]:
        method = held()
        assert method is not None
        return method()

    return fetched


def _sees(seat: str | None, told: Told) -> bool:
    sees = told.event.sees
    return sees is None or seat in sees or side_of(seat or "") in sees


def fingerprint_for(match: Match, seat: str | None) -> str | None:
    sides = match.game.info.sides if seat is None else (side_of(seat),)
    found = {match.fingerprint(side) for side in sides}
    return found.pop() if len(found) == 1 else None
