"""A match in memory: rebuilt from its log, played on, told to those who watch."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any, Protocol

from countermarch import match as face
from countermarch.chronicle import Chronicle
from countermarch.flow import Event
from countermarch.games import UnknownGame
from countermarch.games import rules as load_rules
from countermarch.games.base import Result
from countermarch.match import Match
from countermarch.saves import SaveError
from countermarch.server.problems import REFUSED, problem
from countermarch.server.store import ACTION, FIXED, UNDO, Entry, Record, Standing, Verdict
from countermarch.server.words import named_by
from countermarch.texts import LANGUAGES, Text, reason, say

ME = "me"
BOT = "bot:"
EVERY = 50  # actions between the moments of the past that are kept
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


@dataclass(slots=True, eq=False)
class Watcher:
    seat: str
    language: str
    queue: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)


def standing(match: Match) -> Standing:
    return Standing(match.turn, match.to_act, verdict(match.result))


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
    return match.repeat(entry.text if entry.kind == ACTION else f"!{entry.text}")


def read_save(text: str) -> tuple[Match, list[Entry], Match]:
    """The match of a save at its start, its actions as a log, and where they lead; a damaged one is refused."""
    played = face.resume(text)
    start, match, log = played.beginning(), played.beginning(), []
    for written in played.record:
        kind, side = (FIXED, None) if written.startswith("!") else (ACTION, match.to_act)
        entry = Entry(kind, side, written.removeprefix("!"), "", unseen={})
        events = play_entry(match, entry)
        units = match.game.parse(entry.text).units if kind == ACTION else ()
        log.append(replace(entry, fingerprint=match.fingerprint(), unseen=unseen(match, events, units)))
    return start, log, match


def outdated(game: str, version: str) -> Text | None:
    """Why a stored match cannot be opened: its game is not here, or has other rules now."""
    try:
        ours = load_rules(game).info.version
    except UnknownGame:
        return say("server.stored.game", game=game)
    return None if version == ours else say("server.stored.version", theirs=version, ours=ours)


def stored_save(record: Record, entries: Sequence[Entry]) -> str:
    """A save by what is kept alone, without playing it: for rules that are not here."""
    played: list[Entry] = []
    for entry in entries:
        if entry.kind == UNDO:
            del played[max(at for at, one in enumerate(played) if one.kind == ACTION)]
        else:
            played.append(entry)
    saved = json.loads(record.header)
    saved["actions"] = [entry.text if entry.kind == ACTION else f"!{entry.text}" for entry in played]
    saved["fingerprint"] = entries[-1].fingerprint if entries else saved["fingerprint"]
    return json.dumps(saved, indent=1)


class Table(Protocol):
    @property
    def tokens(self) -> Mapping[str, str]: ...


def check_all(table: Table, tokens: Collection[str] | None) -> None:
    """What concerns the whole table needs everyone at it; tokens None: everyone here is trusted."""
    if tokens is not None and not set(table.tokens.values()) <= set(tokens):
        raise problem(403, "all_tokens")


def fingerprint_for(match: Match, seat: str | None) -> str | None:
    sides = match.game.info.sides if seat is None else (seat,)
    found = {match.fingerprint(side) for side in sides}
    return found.pop() if len(found) == 1 else None


class Live:
    """One match, its seats, and who watches it."""

    def __init__(self, record: Record, entries: Sequence[Entry]) -> None:
        self.id = record.id
        self.header = record.header
        self.seats = dict(record.seats)
        self.tokens = dict(record.tokens)
        self.agreed = record.aids
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.gone = False
        self.run = True
        self.trouble: Text | None = None
        self.task: asyncio.Task[None] | None = None
        self.story: tuple[int, Chronicle] | None = None  # at which serial it was written
        self.match = face.resume(record.header)
        self.match.weighs = True
        self.past: list[Done] = []
        self._stations: dict[int, tuple[int, Match]] = {}  # by actions played, to replay from
        opening = self.match.log
        hidden = unseen(self.match, opening)
        self.log = [Told(event, hidden) for event in opening]
        self.opening = len(self.log)
        self.serial = 0
        for entry in entries:
            self._redo(entry)

    def _redo(self, entry: Entry) -> None:
        try:
            if entry.kind == UNDO:
                self._take_back()
            else:
                self._done(entry, play_entry(self.match, entry))
        except REFUSED as error:
            raise SaveError(say("server.stored.action", action=entry.text, why=reason(error))) from error
        if self.match.fingerprint() != entry.fingerprint:
            raise SaveError(say("server.stored.ends_elsewhere"))
        self.serial += 1

    def _done(self, entry: Entry, events: Iterable[Event]) -> None:
        told = tuple(events)
        self.past.append(Done(entry, told, len(self.log)))
        self.log += [Told(event, entry.unseen, len(self.past)) for event in told]

    def _take_back(self) -> None:
        if not self.match.undo():
            raise problem(422, "nothing_to_undo")
        at = max(at for at, done in enumerate(self.past) if done.entry.kind == ACTION)
        del self.log[self.past[at].log_before :]
        del self.past[at]
        self._stations = {played: kept for played, kept in self._stations.items() if kept[0] <= at}

    # playing

    def play(self, side: str, text: str) -> Entry:
        """Play one action; what is returned is still to be committed."""
        action = self.match.game.parse(text)
        events = self.match.play(action)
        named = unseen(self.match, events, action.units)
        entry = Entry(ACTION, side, str(action), self.match.fingerprint(), unseen=named)
        self._done(entry, events)
        self.serial += 1
        return entry

    def undo(self, side: str) -> Entry:
        self._take_back()
        self.serial += 1
        return Entry(UNDO, side, "", self.match.fingerprint(), unseen={})

    def can_undo(self, side: str) -> bool:
        return side == self.match.to_act and self.match.can_undo

    def undo_points(self, side: str) -> list[int]:
        """How long the log would be after taking back one action, two, and so on."""
        count = self.match.undoable if side == self.match.to_act else 0
        return [done.log_before for done in reversed(self.actions[-count:])] if count else []

    def since(self, side: str) -> int:
        """How long the log was after the side's last decision."""
        own = (done for done in reversed(self.past) if done.entry.kind == ACTION and done.entry.seat == side)
        last = next(own, None)
        return self.opening if last is None else last.log_before + len(last.events)

    def fresh(self, side: str) -> bool:
        """Whether the match began by a scenario, not from somewhere in the middle, and the side has not acted yet."""
        acted = any(done.entry.seat == side for done in self.past if done.entry.kind == ACTION)
        return "scenario" in json.loads(self.header) and not acted

    def heard(self, seat: str | None) -> list[int]:
        """At each point of the log how much of it a seat has been told; it counts nothing else, nor knows of it."""
        return [0, *accumulate(self.hears(seat, told) for told in self.log)]

    def hears(self, seat: str | None, told: Told) -> bool:
        """In the end all is told."""
        return self.over or told.event.sees is None or seat in told.event.sees

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
        return [side for side, who in self.seats.items() if who == ME]

    @property
    def over(self) -> bool:
        return self.match.to_act is None

    def bot_to_act(self) -> str | None:
        who = self.seats.get(self.match.to_act or "", ME)
        return who.removeprefix(BOT) if who.startswith(BOT) else None

    def secret(self) -> bool:
        """Whether something on the table is hidden from a person at it."""
        return not self.over and any(self.match.hidden(side) for side in self.people)

    @property
    def advised(self) -> bool:
        """Whether one may be advised here: between people only if they agreed to it at the start."""
        return self.agreed or self.over or len(self.people) < 2

    def check_advised(self) -> None:
        if not self.advised:
            raise problem(403, "advised")

    def check_seat(self, seat: str, tokens: Collection[str] | None) -> None:
        """Whether one may look from this seat; tokens None: everyone here is trusted."""
        if seat not in self.seats:
            raise problem(422, "seat", seat=seat, seats=tuple(self.seats))
        if tokens is not None and seat in self.tokens and self.tokens[seat] not in tokens:
            raise problem(403, "token", seat=seat)
        if self.seats[seat] != ME and self.secret():
            raise problem(403, "bot_view", seat=seat)

    def seen_then(self, index: int, seat: str) -> tuple[Match, int]:
        """The match as it was after so many actions, to be looked at from a seat: a bot's, if nothing was hidden."""
        match, log = self.replayed(index)
        if not self.over and self.seats[seat] != ME and any(match.hidden(side) for side in self.people):
            raise problem(403, "bot_view", seat=seat)
        return match, log

    def check_player(self, seat: str, tokens: Collection[str] | None) -> None:
        self.check_seat(seat, tokens)
        if self.seats[seat] != ME:
            raise problem(403, "bot_seat", seat=seat)

    def check_save(self, seat: str | None, tokens: Collection[str] | None) -> None:
        """A save tells everything: while the match goes on it needs everyone at the table."""
        if seat is not None:
            self.check_seat(seat, tokens)
        if self.over:
            return
        if seat is not None and (self.secret() or self.people != [seat]):
            raise problem(403, "save", seat=seat)
        self.check_all(tokens)

    def check_branch(self, match: Match, seats: Mapping[str, str]) -> None:
        """Whoever does not see a side's counters now must not take its seat in another match."""
        if self.over or not any(match.hidden(side) for side in self.people):
            return
        for side, who in seats.items():
            if who == ME and self.seats[side] != ME:
                raise problem(403, "branch", seat=side)

    def check_all(self, tokens: Collection[str] | None) -> None:
        check_all(self, tokens)
