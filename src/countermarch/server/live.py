"""A match in memory: rebuilt from its log, played on, told to those who watch."""

from __future__ import annotations

import asyncio
import json
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import islice, takewhile
from typing import Any, Protocol

from countermarch.chronicle import Chronicle
from countermarch.games.base import command_at, side_of
from countermarch.match import Match
from countermarch.notation import Action
from countermarch.server.clocks import Clock
from countermarch.server.course import Course, Kept
from countermarch.server.entries import asked_at, standing
from countermarch.server.fairness import Fair
from countermarch.server.obeying import Orders
from countermarch.server.past import Told
from countermarch.server.people import BOT, LINK, PEOPLE, Asker
from countermarch.server.problems import problem
from countermarch.server.store import ACTION, UNDO, Chair, Entry, Record, Standing, Verdict
from countermarch.server.talk_models import Kind, Pace
from countermarch.server.twins import rests
from countermarch.texts import LANGUAGES, Text

UNHEARD = 64  # messages that wait for one who listens
Spoken = tuple[Any, Any, Mapping[str, Any], Any, Any]  # what is asked, as it was said: see `answers`
Message = dict[str, Any] | str  # to whoever listens; as a text what many are told


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
    patched: bool = False  # whether it is told what has changed on the table, not only that it has
    asker: Asker | None = None  # who listens, and where
    queue: asyncio.Queue[Message] = field(default_factory=lambda: asyncio.Queue(UNHEARD))

    def tell(self, message: Message) -> None:
        """Whoever does not listen is told in the end to ask for the table anew."""
        if self.queue.full():
            while not self.queue.empty():
                self.queue.get_nowait()
            removed = not isinstance(message, str) and message["type"] == "removed"
            message = message if removed else {"type": "closed"}
        self.queue.put_nowait(message)


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


class Live(Course):
    """One match, its seats, and who watches it."""

    stranded: dict[str, Any] | None = None  # by a change of rules, see `rulings`
    before = ""  # what is kept of it then, as a save
    noted = 0  # after how many rows its position was kept

    def __init__(self, record: Record, entries: Sequence[Entry], kept: Kept | None = None) -> None:
        updated = datetime.fromisoformat(record.updated).timestamp()
        super().__init__(record.header, record.seats, kept, updated)
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
        self.back = 0.0  # since when people can act again, if they could not meanwhile
        self.alarm: asyncio.TimerHandle | None = None  # when somebody's time is up
        self.again: dict[bool, str] = {}  # rematches people were asked to: with sides exchanged, or not
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.gone = False
        self.run = True
        self.looked = time.monotonic()  # when somebody asked for it last
        self.trouble: Text | None = None
        self.task: asyncio.Task[None] | None = None
        self.spoken: dict[str, Spoken] = {}  # by language
        self.news: dict[str, tuple[int, list[Told], Any]] = {}  # and what has happened last
        self.change: tuple[Any, Any, Any] | None = None  # how the table has: the counters before, and now
        self.story: tuple[int, Chronicle] | None = None  # at which serial it was written
        self.load(entries)

    def open(self, header: str) -> None:
        super().open(header)
        self.story = None

    @property
    def chapter_due(self) -> bool:
        return self.stranded is None and super().chapter_due

    # taking back

    @property
    def reached(self) -> int:
        """How far the match has ever come, whatever was taken back since."""
        return self.played if self.clock is None else self.clock.counted

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
        latest = islice(self.latest(), count)
        return sum(1 for _ in takewhile(lambda done: done.entry.seat == seat, latest))

    def undo_points(self, seat: str) -> list[int]:
        """How long the log would be after taking back one action, two, and so on."""
        return [done.log_before for done in islice(self.latest(), self.undoable(seat))]

    def fresh(self, seat: str) -> bool:
        """Whether the match began by a scenario, not from somewhere in the middle, and the seat has not acted yet."""
        return not self.edited and self.last_of(seat) is None

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
        return {watcher.seat for watcher in tuple(self.watchers)}  # others come and go meanwhile

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
        done = next(self.latest(), None) if self.to_act not in self.seats and self.match.paused else None
        if done is not None:
            last = str(done.entry.seat)
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
        return side in self.present

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
        """The match as it was after so many actions, and how much the seat knows of its log until then.

        From a bot's seat it is seen if nothing was hidden.
        """
        then = self.until(index)
        if not self.over and self.seats[seat] not in PEOPLE and self._hides(then.match):
            raise problem(403, "bot_view", seat=seat)
        return then.match, len(then.log) if self.over else then.heard_in_all(seat)

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
