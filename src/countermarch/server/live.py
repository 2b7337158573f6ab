"""A match in memory: rebuilt from its log, played on, told to those who watch."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import accumulate, takewhile
from typing import Any, Protocol

from countermarch import match as face
from countermarch.chronicle import Chronicle
from countermarch.flow import Event
from countermarch.games import UnknownGame
from countermarch.games import rules as load_rules
from countermarch.games.base import GameInfo, Result, command_at, side_of
from countermarch.match import Match
from countermarch.notation import Action
from countermarch.saves import SaveError
from countermarch.server.clocks import Clock
from countermarch.server.fairness import Fair
from countermarch.server.obeying import Orders
from countermarch.server.people import BOT, LINK, PEOPLE, Asker
from countermarch.server.problems import REFUSED, problem
from countermarch.server.store import (
    ACTION,
    CLOSED,
    FIXED,
    TAKEBACK,
    UNDO,
    Chair,
    Entry,
    Record,
    Standing,
    Verdict,
)
from countermarch.server.talk_models import Kind, Pace
from countermarch.server.twins import rests
from countermarch.server.words import named_by
from countermarch.texts import LANGUAGES, Text, reason, say

EVERY = 50  # actions between the moments of the past that are kept
UNHEARD = 64  # messages that wait for one who listens
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
class Offer:
    """What one side asks of the others, and who has agreed."""

    kind: Kind
    by: str
    agreed: tuple[str, ...] = ()

    def document(self) -> dict[str, Any]:
        return {"kind": self.kind, "by": self.by, "agreed": list(self.agreed)}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Offer:
        return cls(document["kind"], document["by"], tuple(document["agreed"]))

    def stands_after(self, entry: Entry) -> bool:
        """Whoever plays on without an answer has said no; who asked to take back does not want to any more.

        To give up is between those who share a side.
        """
        own = entry.seat == self.by and self.kind != "takeback"
        foreign = self.kind == "resign" and side_of(entry.seat or "") != side_of(self.by)
        return entry.kind in (ACTION, UNDO) and (own or foreign)


@dataclass(slots=True, eq=False)
class Watcher:
    seat: str
    language: str
    queue: asyncio.Queue[dict[str, Any]] = field(default_factory=lambda: asyncio.Queue(UNHEARD))

    def tell(self, message: dict[str, Any]) -> None:
        """Whoever does not listen is told in the end to ask for the table anew."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            message = message if message["type"] == "removed" else {"type": "closed"}
        self.queue.put_nowait(message)


@dataclass(frozen=True, slots=True)
class Closed:
    """How people ended a match, not its rules: resigned, drawn, out of time, left, adjudged."""

    how: str
    winner: str | None
    by: str | None  # the side it is told of

    @classmethod
    def of(cls, entry: Entry) -> Closed:
        how, winner = entry.text.split()
        return cls(how, None if winner == "-" else winner, entry.seat)

    def entry(self, match: Match) -> Entry:
        return Entry(CLOSED, self.by, f"{self.how} {self.winner or '-'}", match.fingerprint(), unseen={})

    def event(self, info: GameInfo) -> Event:
        if self.how == "adjudged":
            won = None if self.winner is None else info.side_title(self.winner)
            return Event("server.closed.adjudged", {"side": won}) if won else Event("server.closed.adjudged_draw", {})
        side = "" if self.by is None else info.side_title(self.by)
        return Event(f"server.closed.{self.how}", {"side": side})


def standing(match: Match, seats: Iterable[str] = ()) -> Standing:
    """Who is to act: a side, or the seat of one of its commands."""
    asked = asked_at(match, seats)
    return Standing(match.turn, asked[0] if len(asked) == 1 else match.to_act, verdict(match.result))


def asked_at(match: Match, seats: Iterable[str]) -> list[str]:
    """The seats of the side to act; of a divided one those whose command is asked, or all of them."""
    own = [seat for seat in seats if side_of(seat) == match.to_act]
    command = match.command_of() if len(own) > 1 else None
    return [seat for seat in own if command in (None, command_at(seat))]


def verdict(result: Result | None) -> Verdict | None:
    if result is None:
        return None
    return Verdict(result.winner, {language: result.text.render(language) for language in LANGUAGES})


def unseen(match: Match, events: Iterable[Event], units: Iterable[str] = ()) -> dict[str, list[str]]:
    """Of the units that events or an action name, those each side cannot see now."""
    ids = {unit.id for unit in match.game.rules.pieces}
    named = ids & {*units, *(word for event in events for word in named_by(event, ids))}
    if not named:
        return {}
    by_side = {side: sorted(named & match.hidden(side)) for side in match.game.info.sides}
    return {side: found for side, found in by_side.items() if found}


def play_entry(match: Match, entry: Entry) -> list[Event]:
    """Nothing happens to the game when people end it; after a takeback it is played with other dice."""
    return [] if entry.kind == CLOSED else match.repeat(written(entry))


def written(entry: Entry) -> str:
    """As a save writes it."""
    if entry.kind == TAKEBACK:
        return f"!lot {entry.text.split()[1]}"
    return entry.text if entry.kind == ACTION else f"!{entry.text}"


def _after(entries: Sequence[Entry], index: int) -> int:
    """Where so many actions have been played."""
    return [0, *(at + 1 for at, entry in enumerate(entries) if entry.kind == ACTION)][index]


def left_standing(entries: Iterable[Entry]) -> list[Entry]:
    """What was done and not taken back, in order."""
    stand: list[Entry] = []
    for entry in entries:
        if entry.kind == TAKEBACK:
            del stand[_after(stand, int(entry.text.split()[0])) :]
        if entry.kind == UNDO:
            del stand[max(at for at, one in enumerate(stand) if one.kind == ACTION)]
        else:
            stand.append(entry)
    return stand


def read_save(text: str, entries: int | None = None, seconds: float | None = None) -> tuple[Match, list[Entry], Match]:
    """The match of a save at its start, its actions as a log, and where they lead; a damaged one is refused.

    So is one of more entries, or that takes more seconds.
    """
    match, written, end = face.begun(text)
    if entries is not None and len(written) > entries:
        raise problem(422, "save_long", most=entries)
    until = None if seconds is None else time.monotonic() + seconds
    start, log = match.beginning(), []
    for number, one in enumerate(written, 1):
        if until is not None and time.monotonic() > until:
            raise problem(422, "save_slow", seconds=int(seconds or 0))
        log.append(_read_entry(match, number, one))
    if match.fingerprint() != end:
        raise SaveError(say("engine.save.ends_elsewhere"))
    if log:
        log[-1] = replace(log[-1], fingerprint=end)
    return start, log, match


def _read_entry(match: Match, number: int, text: str) -> Entry:
    """How things stand after an action is marked; fixed dice are not worth the time."""
    kind, side = (FIXED, None) if text.startswith("!") else (ACTION, match.to_act)
    entry = Entry(kind, side, text.removeprefix("!"), "", unseen={})
    try:
        events = play_entry(match, entry)
    except ValueError as error:
        raise SaveError(say("engine.save.action", number=number, action=text, why=reason(error))) from error
    if kind == FIXED:
        return entry
    named = unseen(match, events, match.game.parse(entry.text).units)
    return replace(entry, fingerprint=match.fingerprint(), unseen=named)


def outdated(game: str, version: str) -> Text | None:
    """Why a stored match cannot be opened: its game is not here, or has other rules now."""
    try:
        ours = load_rules(game).info.version
    except UnknownGame:
        return say("server.stored.game", game=game)
    return None if version == ours else say("server.stored.version", theirs=version, ours=ours)


def stored_save(record: Record, entries: Sequence[Entry]) -> str:
    """A save by what is kept alone, without playing it: for rules that are not here, or what a damaged match has."""
    try:
        saved = {**json.loads(record.header)}
    except (ValueError, TypeError):
        saved = {"header": record.header}
    try:
        saved["actions"] = [written(entry) for entry in left_standing(entries) if entry.kind != CLOSED]
    except (ValueError, IndexError):
        saved["actions"] = [entry.text for entry in entries]
    saved["fingerprint"] = entries[-1].fingerprint if entries else saved.get("fingerprint")
    return json.dumps(saved, indent=1)


class Table(Protocol):
    @property
    def seats(self) -> Mapping[str, str]: ...
    @property
    def chairs(self) -> Mapping[str, Chair]: ...
    @property
    def maker(self) -> str | None: ...


def free_to(table: Table, asker: Asker) -> bool:
    """Whether it was made where everyone is trusted, for people at one screen, and is still there."""
    return asker.trusted and table.maker is None


def at_table(table: Table, asker: Asker) -> bool:
    """Whether one made it, sits there, or all are trusted with it."""
    held = (table.maker, *(chair.holder for chair in table.chairs.values()))
    return free_to(table, asker) or (asker.person is not None and asker.person in held)


def check_all(table: Table, asker: Asker) -> None:
    """What concerns the whole table is for whoever holds every person's seat, or watches bots he set to play.

    Who made it need not wait for those who have not come.
    """
    chairs = [table.chairs.get(side, Chair()) for side, who in table.seats.items() if who in PEOPLE]
    holders = {chair.holder for chair in chairs}
    if asker.person == table.maker:
        holders.discard(None)
    holders = holders or {table.maker}
    if not free_to(table, asker) and (asker.person is None or holders != {asker.person}):
        raise problem(403, "all_seats")


def ordered_event(entry: Entry) -> tuple[Event, ...]:
    """That a standing order was followed is told to whose it is."""
    if entry.ordered is None or entry.seat is None:
        return ()
    order = say(f"server.orders.{entry.ordered}")
    return (Event("server.orders.used", {"order": order}, sees=(entry.seat,)),)


def fingerprint_for(match: Match, seat: str | None) -> str | None:
    sides = match.game.info.sides if seat is None else (side_of(seat),)
    found = {match.fingerprint(side) for side in sides}
    return found.pop() if len(found) == 1 else None


class Live:
    """One match, its seats, and who watches it."""

    stranded: dict[str, Any] | None = None  # by a change of rules, see `rulings`
    before = ""  # what is kept of it then, as a save
    noted = 0  # after how many rows its position was kept

    def __init__(self, record: Record, entries: Sequence[Entry]) -> None:
        self.id = record.id
        self.seats = dict(record.seats)
        self.chairs = dict(record.chairs)
        self.maker = record.maker
        self.sandbox = record.sandbox
        self.origin = record.origin  # the match of people it came from, as long as that goes on
        self.twin = record.twin  # the other game of a duplicate match
        self.other: Standing | None = None  # how it stands
        self.pair: tuple[str | None, Text, dict[str, float]] | None = None  # the score, when both are over
        self.orders: dict[str, Orders] = {}  # standing ones, by side
        self.names: dict[str, str] = {}  # of the people at the table, by who they are
        self.agreed = record.aids
        self.fair = Fair.kept(record.shares)
        self.listed = record.listed
        self.watched = dict(record.watched or {})  # by side who allows others to look on, and how late
        self.pace = None if record.pace is None else Pace(**record.pace)
        self.clock = None if record.clock is None else Clock(**record.clock)
        self.offer = None if record.offer is None else Offer.of(record.offer)
        self.declined: dict[tuple[str, str], int] = {}  # by who asked for what: how far the match had come then
        self.said = 0  # messages
        self.pauses: dict[str, deque[float]] = {}  # by side when it spoke last
        self.now: Callable[[], float] = time.time
        self.alarm: asyncio.TimerHandle | None = None  # when somebody's time is up
        self.again: dict[bool, str] = {}  # rematches people were asked to: with sides exchanged, or not
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.gone = False
        self.run = True
        self.looked = time.monotonic()  # when somebody asked for it last
        self.trouble: Text | None = None
        self.task: asyncio.Task[None] | None = None
        self._loading: float | None = datetime.fromisoformat(record.updated).timestamp()  # no action is later
        self.open(record.header)
        self.lot = max((int(entry.text.split()[1]) for entry in entries if entry.kind == TAKEBACK), default=0)
        for entry in left_standing(entries):
            self._redo(entry)
        if entries and entries[-1].fingerprint not in ("", self.match.fingerprint()):
            raise SaveError(say("server.stored.ends_elsewhere"))
        self.serial = len(entries)
        self._loading = None

    def open(self, header: str) -> None:
        """The table as the match begins."""
        self.header = header
        self.story: tuple[int, Chronicle] | None = None  # at which serial it was written
        self.match = face.resume(header)
        self.match.weighs = True
        self.first_turn = self.match.turn
        self.past: list[Done] = []
        self._stations: dict[int, tuple[int, Match]] = {}  # by actions played, to replay from
        opening = self.match.log
        hidden = unseen(self.match, opening)
        self.log = [Told(event, hidden) for event in opening]
        self.opening = len(self.log)
        self.serial = 0
        self.closed: Closed | None = None

    def _redo(self, entry: Entry) -> None:
        try:
            self._done(entry, play_entry(self.match, entry))
        except REFUSED as error:
            raise SaveError(say("server.stored.action", action=entry.text, why=reason(error))) from error
        if entry.fingerprint and self.match.fingerprint() != entry.fingerprint:
            raise SaveError(say("server.stored.ends_elsewhere"))

    def _done(self, entry: Entry, events: Iterable[Event]) -> None:
        told = (*ordered_event(entry), *events, *self._ended_by(entry))
        self.past.append(Done(entry, told, len(self.log), self.now() if self._loading is None else self._loading))
        self.log += [Told(event, entry.unseen, len(self.past)) for event in told]

    def _ended_by(self, entry: Entry) -> list[Event]:
        """That people have ended the match stands in its log."""
        if entry.kind != CLOSED:
            return []
        self.closed = Closed.of(entry)
        return [self.closed.event(self.match.game.info)]

    def _take_back(self) -> None:
        if not self.match.undo():
            raise problem(422, "nothing_to_undo")
        at = max(at for at, done in enumerate(self.past) if done.entry.kind == ACTION)
        del self.log[self.past[at].log_before :]
        del self.past[at]
        self._stations = {played: kept for played, kept in self._stations.items() if kept[0] <= at}

    # playing

    def play(self, seat: str, text: str, ordered: str | None = None) -> Entry:
        """Play one action, perhaps by a standing order; what is returned is still to be committed."""
        action = self.match.game.parse(text)
        events = self.match.play(action)
        named = unseen(self.match, events, action.units)
        entry = Entry(ACTION, seat, str(action), self.match.fingerprint(), unseen=named, ordered=ordered)
        self._done(entry, events)
        self.serial += 1
        return entry

    def undo(self, seat: str) -> Entry:
        self._take_back()
        self.serial += 1
        return Entry(UNDO, seat, "", self.match.fingerprint(), unseen={})

    def last_of(self, seat: str) -> int | None:
        """How many actions had been played before the seat's last one."""
        own = (at for at, done in enumerate(self.actions) if done.entry.seat == seat)
        return max(own, default=None)

    def go_back(self, seat: str, index: int, lot: int | None = None) -> Entry:
        """Back to before an action, dice and all; those to come are of another lot, which nobody has seen."""
        match, log = self.replayed(index)
        at = _after([done.entry for done in self.past], index)
        self.lot = lot or 1 + max(self.lot, match.lot)
        told = match.next_lot(self.lot)
        match.weighs = True
        self.match = match
        del self.past[at:], self.log[log:]
        self._stations = {played: kept for played, kept in self._stations.items() if kept[0] <= at}
        entry = Entry(TAKEBACK, seat, f"{index} {self.lot}", match.fingerprint(), unseen={})
        self._done(entry, told)
        self.serial += 1
        return entry

    def close(self, closed: Closed) -> Entry:
        """Ended by people; the game stays as it stands."""
        entry = closed.entry(self.match)
        self._done(entry, [])
        self.serial += 1
        return entry

    @property
    def reached(self) -> int:
        """How far the match has ever come, whatever was taken back since."""
        return len(self.actions) if self.clock is None else self.clock.counted

    def decline(self, offer: Offer) -> None:
        """It is not asked again before the match has gone on."""
        self.declined[offer.by, offer.kind] = self.reached
        self.offer = None

    def can_undo(self, seat: str) -> bool:
        return self.undoable(seat) > 0

    def undoable(self, seat: str) -> int:
        """How many actions a seat may take back: of those who share a side each his own."""
        count = self.match.undoable if side_of(seat) == self.to_act and not self.rests else 0
        if not count or seat == self.to_act:
            return count
        latest = reversed(self.actions[-count:])
        return sum(1 for _ in takewhile(lambda done: done.entry.seat == seat, latest))

    def undo_points(self, seat: str) -> list[int]:
        """How long the log would be after taking back one action, two, and so on."""
        count = self.undoable(seat)
        return [done.log_before for done in reversed(self.actions[-count:])] if count else []

    def since(self, seat: str) -> int:
        """How long the log was after the seat's last decision."""
        own = (done for done in reversed(self.past) if done.entry.kind == ACTION and done.entry.seat == seat)
        last = next(own, None)
        return self.opening if last is None else last.log_before + len(last.events)

    def fresh(self, seat: str) -> bool:
        """Whether the match began by a scenario, not from somewhere in the middle, and the seat has not acted yet."""
        acted = any(done.entry.seat == seat for done in self.past if done.entry.kind == ACTION)
        return not self.edited and not acted

    def heard(self, seat: str | None) -> list[int]:
        """At each point of the log how much of it a seat has been told; it counts nothing else, nor knows of it."""
        return [0, *accumulate(self.hears(seat, told) for told in self.log)]

    def hears(self, seat: str | None, told: Told) -> bool:
        """In the end all is told."""
        sees = told.event.sees
        return self.over or sees is None or seat in sees or side_of(seat or "") in sees

    @property
    def actions(self) -> list[Done]:
        return [done for done in self.past if done.entry.kind == ACTION]

    def replayed(self, index: int) -> tuple[Match, int]:
        """The match as it was after so many actions, and how long its log was."""
        start, played, match = self._nearest(index)
        for at, done in enumerate(self.past[start:], start):
            if played == index:
                return match, done.log_before
            play_entry(match, done.entry)
            played += done.entry.kind == ACTION
            if done.entry.kind == ACTION and played % EVERY == 0:
                self._stations[played] = at + 1, match.copy()
        if played < index:
            raise problem(422, "index", index=index, last=played)
        return match, len(self.log)

    def _nearest(self, index: int) -> tuple[int, int, Match]:
        """The last station before a moment: how far in the past, after how many actions, and the match there."""
        near = max((played for played in self._stations if played <= index), default=None)
        if near is None:
            return 0, 0, face.resume(self.header)
        at, match = self._stations[near]
        return at, near, match.copy()

    def fingerprints(self, seat: str | None) -> list[str | None]:
        """Of what a seat saw at the start and after every action; without a seat, where all saw the same."""
        match = face.resume(self.header)
        found = [fingerprint_for(match, seat)]
        for done in self.past:
            play_entry(match, done.entry)
            if done.entry.kind == ACTION:
                found.append(fingerprint_for(match, seat))
        return found

    # seats

    @property
    def people(self) -> list[str]:
        return [side for side, who in self.seats.items() if who in PEOPLE]

    @property
    def waiting(self) -> list[str]:
        """Seats nobody has taken yet; nothing is rolled before all sit."""
        free = [side for side, who in self.seats.items() if who == LINK and self.chairs[side].holder is None]
        return [*free, *self.coming]

    @property
    def coming(self) -> list[str]:
        """Seats of those who were asked to a rematch and have not come yet."""
        return [] if self.fair is None else self.fair.coming

    @property
    def values(self) -> str | None:
        """The name of the values it is played by, if they are not ours."""
        named: str | None = json.loads(self.header).get("values", {}).get("name")
        return named

    @property
    def players(self) -> dict[str, str]:
        """The names of the people who sit, by side."""
        held = {side: self.person_at(side) for side in self.people}
        return {side: self.names.get(person, "") for side, person in held.items() if person is not None}

    @property
    def edited(self) -> bool:
        """Whether it does not begin by a scenario, but from a save or somewhere in the middle."""
        return "scenario" not in json.loads(self.header)

    @property
    def apart(self) -> bool:
        """Whether people play each other who are not at one screen."""
        holders = {self.person_at(side) for side in self.people}
        return len(holders) > 1 and None not in holders

    @property
    def present(self) -> set[str]:
        return {watcher.seat for watcher in self.watchers}

    @property
    def all_here(self) -> bool:
        """Whether everybody who plays looks at the table just now."""
        here = {self.person_at(seat) for seat in self.present}
        return all(self.person_at(seat) in here for seat in self.people)

    def person_at(self, side: str) -> str | None:
        chair = self.chairs.get(side)
        return None if chair is None else chair.holder

    def becomes(self, old: str, new: str) -> None:
        """Somebody goes by his account."""
        self.maker = new if self.maker == old else self.maker
        held = {side: chair for side, chair in self.chairs.items() if chair.holder == old}
        self.chairs |= {side: Chair(new, chair.link) for side, chair in held.items()}

    def of(self, person: str | None) -> list[str]:
        """The seats somebody holds."""
        return [side for side in self.people if person is not None and self.person_at(side) == person]

    @property
    def over(self) -> bool:
        return self.closed is not None or self.match.to_act is None

    @property
    def revealed(self) -> bool:
        """Whether the key of the dice may be known: the other game of a duplicate match is over, too."""
        return self.over and (self.other is None or self.other.to_act is None)

    @property
    def rests(self) -> bool:
        """Whether it waits for the other game of a duplicate match, or for people to agree to other rules."""
        return self.stranded is not None or rests(self)

    @property
    def to_act(self) -> str | None:
        """Who is to act, as long as anybody is."""
        return None if self.over else self.match.to_act

    @property
    def asked(self) -> list[str]:
        """The seats that may answer now: of a divided side one command, or all if it is the whole side's.

        Who has touched something goes on himself, as long as it can be taken back.
        """
        if self.to_act is None:
            return []
        if self.to_act not in self.seats and self.match.paused and self.actions:
            last = str(self.actions[-1].entry.seat)
            if last in self.seats and side_of(last) == self.to_act:
                return [last]
        return asked_at(self.match, self.seats)

    def may_say(self, seat: str, action: Action) -> bool:
        """Whether an action is the seat's own, or the whole side's."""
        command = command_at(seat)
        return not command or self.match.paused or self.match.command_of(action) in (None, command)

    @property
    def standing(self) -> Standing:
        if self.closed is None:
            asked = self.asked
            return replace(standing(self.match), to_act=asked[0] if len(asked) == 1 else self.to_act)
        said = self.closed.event(self.match.game.info).text
        ended = Verdict(self.closed.winner, {language: said.render(language) for language in LANGUAGES})
        return Standing(self.match.turn, None, ended)

    @property
    def shares_due(self) -> list[str]:
        """The sides whose shares in the dice are waited for; the match begins with the last, or without the late."""
        return [] if self.fair is None else self.fair.due

    def attended(self, side: str) -> bool:
        """Whether somebody looks at the table from this side just now."""
        return any(watcher.seat == side for watcher in self.watchers)

    def bot_to_act(self) -> str | None:
        if self.waiting or self.shares_due or self.stranded:
            return None
        asked = [self.seats[seat] for seat in self.asked]
        bots = [who.removeprefix(BOT) for who in asked if who.startswith(BOT)]
        return bots[0] if bots and len(bots) == len(asked) else None

    def secret(self) -> bool:
        """Whether something on the table is hidden from a person at it."""
        return not self.over and self._hides(self.match)

    def _hides(self, match: Match) -> bool:
        return any(match.hidden(side_of(seat)) for seat in self.people)

    @property
    def advised(self) -> bool:
        """Whether one may be advised here: between people only if they agreed to it at the start.

        Nor where a copy of their match is tried while it goes on.
        """
        if self.origin is not None:
            return False
        return self.agreed or self.revealed or len({side_of(seat) for seat in self.people}) < 2

    @property
    def source(self) -> str | None:
        """The match of people a copy of this would come from, if nobody may be advised there."""
        return self.id if self.apart and not self.advised and self.origin is None else self.origin

    def check_advised(self) -> None:
        if not self.advised:
            raise problem(403, "advised")

    def check_seat(self, seat: str, asker: Asker) -> None:
        """Whether one may look from this seat: one's own, or a bot's one plays against or has set to play."""
        if seat not in self.seats:
            raise problem(422, "seat", seat=seat, seats=tuple(self.seats))
        if self.seats[seat] in PEOPLE:
            self._check_own(seat, asker)
            return
        self.check_sits(asker)
        if self.secret():
            raise problem(403, "bot_view", seat=seat)

    def _check_own(self, seat: str, asker: Asker) -> None:
        holder = self.person_at(seat)
        if holder != asker.person if holder is not None else seat in self.waiting or not free_to(self, asker):
            raise problem(403, "not_yours", seat=seat)

    def check_here(self, asker: Asker) -> None:
        """Whether one belongs to this table."""
        if not at_table(self, asker):
            raise problem(403, "stranger")

    def check_sits(self, asker: Asker) -> None:
        """Who made a table for others and sits nowhere looks on like anybody else, while they play."""
        self.check_here(asker)
        if self.people and not (self.over or free_to(self, asker) or self.of(asker.person)):
            raise problem(403, "looks_on")

    def check_maker(self, asker: Asker) -> None:
        """Who is asked to a table, and by which way, is for who made it."""
        self.check_here(asker)
        if not free_to(self, asker) and asker.person != self.maker:
            raise problem(403, "maker")

    def seen_then(self, index: int, seat: str) -> tuple[Match, int]:
        """The match as it was after so many actions, to be looked at from a seat: a bot's, if nothing was hidden."""
        match, log = self.replayed(index)
        if not self.over and self.seats[seat] not in PEOPLE and self._hides(match):
            raise problem(403, "bot_view", seat=seat)
        return match, log

    def check_player(self, seat: str, asker: Asker) -> None:
        self.check_seat(seat, asker)
        if self.seats[seat] not in PEOPLE:
            raise problem(403, "bot_seat", seat=seat)
        if self.waiting:
            raise problem(409, "waiting", seats=tuple(self.waiting))
        if self.shares_due:
            raise problem(409, "shares", seats=tuple(self.shares_due))

    def check_save(self, seat: str | None, asker: Asker) -> None:
        """A save tells everything: while the match goes on it needs everyone at the table."""
        if seat is not None:
            self.check_seat(seat, asker)
        if self.over:
            self.check_here(asker)
            self.check_revealed()
            return
        if seat is not None and (self.secret() or self.people != [seat]):
            raise problem(403, "save", seat=seat)
        self.check_all(asker)

    def check_revealed(self) -> None:
        """What tells the key of a duplicate match waits until both games are over."""
        if not self.revealed:
            raise problem(403, "twin_goes_on")

    def check_branch(self, match: Match, seats: Mapping[str, str]) -> None:
        """Whoever does not see a side's counters now must not take its seat in another match."""
        if self.over or not self._hides(match):
            return
        known = {side_of(seat) for seat in self.people}
        for seat, who in seats.items():
            if who in PEOPLE and side_of(seat) not in known:
                raise problem(403, "branch", seat=seat)

    def check_all(self, asker: Asker) -> None:
        check_all(self, asker)
