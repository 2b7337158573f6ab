"""Matches on disk: how each began, and everything that was done since, row by row, nothing ever changed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, cast

from sqlalchemy import (
    Insert,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy import (
    cast as sql_cast,
)
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Session

from countermarch.server.databases import file_of, migrate, open_database
from countermarch.server.onefile import OneFile, keep_short, watch
from countermarch.server.phrases import Phrase, written
from countermarch.server.schema import (
    Base,
    StoredAnalysis,
    StoredEntry,
    StoredMatch,
    StoredMessage,
    StoredNote,
    StoredPerson,
    StoredSeat,
    StoredSession,
)

ACTION, FIXED, UNDO, TAKEBACK, CLOSED = "action", "fixed", "undo", "takeback", "closed"
Document = dict[str, Any]


class NotOurs(Exception):
    """Another worker has taken the match over, or it is gone: what was to be changed is not."""


class Fence:
    """A match is changed by the worker it belongs to alone, however late another one notices that it is no longer his.

    Whoever takes it over changes its row, too: he waits for what is being committed, or that comes too late.
    """

    worker: str | None = None  # as whom we write, where several do

    def own(self, id: str) -> Any:
        mine = StoredMatch.id == id
        return mine if self.worker is None else mine & (StoredMatch.owner == self.worker)

    def check(self, session: Session, id: str) -> None:
        """For what stands in other rows: nobody takes the match over until that is committed."""
        mine = select(StoredMatch.id).where(self.own(id)).with_for_update(key_share=True)
        if self.worker is not None and session.scalar(mine) is None:
            raise NotOurs(id)


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the log: an action, a die fixed for a test, the taking back of the last action, or of all since one
    if the others agreed, or how people ended the match.

    `unseen` are the units it speaks of that a side could not see, by side; `ordered` is the standing order by which
    the server played it.
    """

    kind: str
    seat: str | None
    text: str
    fingerprint: str
    unseen: Mapping[str, Sequence[str]]
    ordered: str | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who won (None: nobody), and in every language how."""

    winner: str | None
    said: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Standing:
    """What the list of matches tells of one without replaying it."""

    turn: int
    to_act: str | None
    verdict: Verdict | None = None


@dataclass(frozen=True, slots=True)
class Chair:
    """Who holds a person's seat, and the hash of the token by which it is taken; neither where all are trusted."""

    holder: str | None = None
    link: str | None = None


@dataclass(frozen=True, slots=True)
class Record:
    id: str
    game: str
    header: str
    seats: Mapping[str, str]
    standing: Standing
    created: str
    updated: str
    aids: bool = False  # whether people who play each other agreed to be advised
    maker: str | None = None
    chairs: Mapping[str, Chair] = field(default_factory=dict)
    shares: Mapping[str, Any] | None = None  # what the key of the dice is made of
    listed: bool = False  # whether anybody may take a seat that is free
    watched: Mapping[str, Any] | None = None  # by side who allows others to look on, and how late
    sandbox: str | None = None  # the match it is a private copy of, as one side knows it
    origin: str | None = None  # the match of people it came from, in however many steps, while that went on
    pace: Document | None = None  # see `clocks`
    clock: Document | None = None
    offer: Document | None = None  # see `offers`
    twin: str | None = None  # the other game of a duplicate match, see `twins`
    stranded: Document | None = None  # by a change of rules, see `rulings`


@dataclass(frozen=True, slots=True)
class Append:
    """A row to be added to the log of a match, and what stands beside it then."""

    id: str
    index: int
    entry: Entry
    standing: Standing
    clock: Document | None = None
    offer: Document | None = None


APPEND = insert(cast(Table, StoredEntry.__table__))
GO_ON = update(cast(Table, StoredMatch.__table__)).where(StoredMatch.id == bindparam("match")).values(
    {name: bindparam(f"new_{name}") for name in ("turn", "to_act", "verdict", "clock", "offer", "updated")}
)  # fmt: skip
OURS_GOES_ON = GO_ON.where(StoredMatch.owner == bindparam("worker"))


def _at_once(go_on: Update) -> Insert:
    """Both in one statement, which PostgreSQL is asked once for; it adds nothing where nothing goes on."""
    row = cast(Table, StoredEntry.__table__)
    gone = go_on.returning(StoredMatch.id).cte("gone")
    others = [column for column in row.c if column.name != "match_id"]
    told = (sql_cast(bindparam(column.name), column.type) for column in others)
    return insert(row).from_select(["match_id", *(column.name for column in others)], select(gone.c.id, *told))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Store:
    def __init__(self, url: str) -> None:
        self._engine = open_database(url)
        self.file = OneFile(self._engine, file_of(self._engine)) if self._engine.dialect.name == "sqlite" else None
        self.fence = Fence()
        said = (APPEND, GO_ON) if self.file is not None else (_at_once(GO_ON), _at_once(OURS_GOES_ON))
        self._said = tuple(Phrase(one, self._engine.dialect) for one in said)
        self._alone = self._engine.execution_options(isolation_level="AUTOCOMMIT")

    def close(self) -> None:
        self._engine.dispose()
        if self.file is not None:
            self.file.close()

    async def watch_file(self, forget: Callable[[], Awaitable[None]]) -> None:
        """A database in one file may be taken away under the server; `forget` is told before another one is read."""
        if self.file is not None:
            await asyncio.gather(watch(self.file, migrate, forget), keep_short(self.file))

    @property
    def engine(self) -> Engine:
        """For what is kept beside the matches."""
        return self._engine

    def add(self, record: Record, entries: Sequence[Entry], *twins: Record) -> None:
        """A match; the other game of a duplicate with it, or neither."""
        with Session(self._engine) as session, session.begin():
            for one in (record, *twins):
                session.add(_stored(one))
                session.flush()
                session.add_all(_seat(one.id, side, chair) for side, chair in one.chairs.items())
            if entries:
                session.execute(APPEND, [_values(record.id, at, entry) for at, entry in enumerate(entries)])

    def append_all(self, rows: Sequence[Append]) -> None:
        """Committed when this returns, with what else has changed: standing, clock, offer. All of them, or none."""
        (self._append_at_once if self.file is None else self._append_to_file)(rows, now())

    def _append_to_file(self, rows: Sequence[Append], time: str) -> None:
        append, go_on = self._said
        with self._engine.begin() as connection:
            for row in rows:
                if go_on.say(connection, [_gone_on(row, time)]).rowcount != 1:
                    raise NotOurs(row.id)
            append.say(connection, [_row(row) for row in rows])

    def _append_at_once(self, rows: Sequence[Append], time: str) -> None:
        """One row needs no transaction of more than its statement."""
        worker = self.fence.worker
        told = [{**_row(row), **_gone_on(row, time), "worker": worker} for row in rows]
        with self._alone.connect() if len(rows) == 1 else self._engine.begin() as connection:
            if self._said[worker is not None].say(connection, told).rowcount != len(rows):
                raise NotOurs(rows[0].id)

    def change(self, id: str, **columns: Document | None) -> None:
        """What stands beside the game: clock, offer."""
        with Session(self._engine) as session, session.begin():
            self._change(session, id, **columns)

    def _change(self, session: Session, id: str, **columns: Any) -> None:
        """Refused if the match has become another worker's, or is gone."""
        own = update(StoredMatch).where(self.fence.own(id))
        changed = session.execute(own.values(columns).returning(StoredMatch.id))
        if changed.first() is None:
            raise NotOurs(id)

    def adjudge(self, id: str, word: str | None) -> None:
        """What an organiser says how it ends, until the server has heard it."""
        with Session(self._engine) as session, session.begin():
            session.execute(update(StoredMatch).where(StoredMatch.id == id).values(adjudged=word))

    def adjudged(self) -> list[tuple[str, str]]:
        """Matches with the word that has not been heard."""
        with Session(self._engine) as session:
            rows = session.execute(
                select(StoredMatch.id, StoredMatch.adjudged).where(StoredMatch.adjudged.is_not(None))
            )
            return [(id, str(word)) for id, word in rows]

    def clocks(self) -> list[tuple[str, Document]]:
        """Of matches in which whoever has no time left loses."""
        row = StoredMatch
        loses = row.pace["at_zero"].as_string() == "loses"
        timed = (row.pace.is_not(None), row.to_act.is_not(None), row.clock.is_not(None))
        rows = select(row.id, row.clock).where(*timed, loses)
        with self._engine.connect() as connection:
            return [(id, clock) for id, clock in connection.execute(rows)]

    def find(self, id: str) -> Record | None:
        with Session(self._engine) as session:
            found = session.get(StoredMatch, id)
            return None if found is None else _record(found, session.scalars(_seats_of(id)))

    def goes_on(self, id: str) -> bool:
        with Session(self._engine) as session:
            return session.scalar(select(StoredMatch.to_act).where(StoredMatch.id == id)) is not None

    def origin_of(self, header: str) -> str | None:
        """The match of people a match came from that began like this."""
        with Session(self._engine) as session:
            copies = select(StoredMatch.origin).where(StoredMatch.origin.is_not(None), StoredMatch.header == header)
            return session.scalar(copies)

    def entries(self, id: str) -> list[Entry]:
        row = StoredEntry
        columns = (row.kind, row.seat, row.text, row.fingerprint, row.unseen, row.ordered)
        rows = select(*columns).where(row.match_id == id).order_by(row.index)
        with self._engine.connect() as connection:
            return [Entry(*found) for found in connection.execute(rows)]

    def entry(self, id: str, index: int) -> Entry | None:
        row = StoredEntry
        columns = (row.kind, row.seat, row.text, row.fingerprint, row.unseen, row.ordered)
        found = select(*columns).where(row.match_id == id, row.index == index)
        with self._engine.connect() as connection:
            one = connection.execute(found).one_or_none()
        return None if one is None else Entry(*one)

    def all(
        self, person: str | None, trusted: bool, start: int = 0, limit: int | None = None, id: str | None = None
    ) -> list[tuple[Record, int]]:
        """Matches a person made or sits at, with the lengths of their logs, the latest first, a page of them.

        With those that are nobody's, where people are trusted with them.
        """
        held = select(StoredSeat.match_id).where(StoredSeat.holder == person)
        own = false() if person is None else (StoredMatch.maker == person) | StoredMatch.id.in_(held)
        newest = select(StoredMatch).where(or_(own, StoredMatch.maker.is_(None)) if trusted else own)
        newest = newest if id is None else newest.where(StoredMatch.id == id)
        newest = newest.order_by(StoredMatch.updated.desc(), StoredMatch.id).offset(start).limit(limit)
        with Session(self._engine) as session:
            rows = session.scalars(newest).all()
            shown = [row.id for row in rows]
            counted = select(StoredEntry.match_id, func.count()).where(StoredEntry.match_id.in_(shown))
            long = dict(session.execute(counted.group_by(StoredEntry.match_id)).all())
            chairs: dict[str, list[StoredSeat]] = {}
            for seat in session.scalars(select(StoredSeat).where(StoredSeat.match_id.in_(shown))):
                chairs.setdefault(seat.match_id, []).append(seat)
            return [(_record(row, chairs.get(row.id, ())), long.get(row.id, 0)) for row in rows]

    def remove(self, id: str) -> bool:
        with Session(self._engine) as session, session.begin():
            for table in Base.metadata.sorted_tables:
                if "match_id" in table.c:
                    session.execute(delete(table).where(table.c.match_id == id))
            gone = session.execute(delete(StoredMatch).where(StoredMatch.id == id).returning(StoredMatch.id))
            return gone.first() is not None

    # people and their seats

    def add_person(self, id: str, name: str, cookie: str) -> None:
        """A person, known again by a cookie of this hash."""
        with Session(self._engine) as session, session.begin():
            session.add(StoredPerson(id=id, name=name, created=now()))
            session.flush()
            session.add(StoredSession(cookie=cookie, person=id, created=now()))

    def person_by(self, cookie: str) -> str | None:
        with Session(self._engine) as session:
            found = session.get(StoredSession, cookie)
            return None if found is None else found.person

    def names(self, people: Collection[str]) -> dict[str, str]:
        with Session(self._engine) as session:
            rows = session.scalars(select(StoredPerson).where(StoredPerson.id.in_(people)))
            return {row.id: row.name for row in rows}

    def rename(self, person: str, name: str) -> None:
        with Session(self._engine) as session, session.begin():
            session.execute(update(StoredPerson).where(StoredPerson.id == person).values(name=name))

    def seat_by(self, link: str) -> tuple[str, str] | None:
        """The match and the side a link of this hash is for, taken or not."""
        with Session(self._engine) as session:
            found = session.scalar(select(StoredSeat).where(StoredSeat.link == link))
            return None if found is None else (found.match_id, found.side)

    def take_seats(self, person: str, places: Iterable[tuple[str, str, str]]) -> bool:
        """Whoever is first has them, all or none: by match, side and the hash of the link."""
        with Session(self._engine) as session:
            for id, side, link in places:
                place = (StoredSeat.match_id == id, StoredSeat.side == side, StoredSeat.link == link)
                free = update(StoredSeat).where(*place, StoredSeat.holder.is_(None))
                if session.execute(free.values(holder=person).returning(StoredSeat.side)).first() is None:
                    session.rollback()
                    return False
            session.commit()
            return True

    def renew_link(self, id: str, side: str, link: str) -> bool:
        """The token of a seat nobody has taken is worthless from now on; another one takes it."""
        free = (StoredSeat.match_id == id, StoredSeat.side == side, StoredSeat.holder.is_(None))
        with Session(self._engine) as session, session.begin():
            renewed = session.execute(update(StoredSeat).where(*free).values(link=link).returning(StoredSeat.side))
            return renewed.first() is not None

    def show(self, id: str, listed: bool) -> None:
        """Show the table in the lobby, or no longer."""
        with Session(self._engine) as session, session.begin():
            self._change(session, id, listed=listed)

    def watch(self, id: str, watched: Mapping[str, Any]) -> None:
        with Session(self._engine) as session, session.begin():
            self._change(session, id, watched=dict(watched))

    def open_tables(self, game: str | None, start: int, most: int) -> Sequence[Record]:
        """Those anybody may sit down at, the latest first."""
        free = select(StoredSeat.match_id).where(StoredSeat.holder.is_(None))
        found = select(StoredMatch).where(StoredMatch.listed, StoredMatch.to_act.is_not(None), StoredMatch.id.in_(free))
        if game is not None:
            found = found.where(StoredMatch.game == game)
        page = found.order_by(StoredMatch.created.desc(), StoredMatch.id).offset(start).limit(most)
        with Session(self._engine) as session:
            return [_record(row, session.scalars(_seats_of(row.id))) for row in session.scalars(page).all()]

    def number_open(self, maker: str) -> int:
        """How many tables of somebody wait in the lobby."""
        free = select(StoredSeat.match_id).where(StoredSeat.holder.is_(None))
        own = (StoredMatch.maker == maker, StoredMatch.listed, StoredMatch.to_act.is_not(None))
        with Session(self._engine) as session:
            return session.scalar(select(func.count()).where(*own, StoredMatch.id.in_(free))) or 0

    def watched_matches(self, start: int, most: int) -> Sequence[Record]:
        """Those that go on and somebody may allow others to look at, the latest first."""
        found = select(StoredMatch).where(StoredMatch.watched.is_not(None), StoredMatch.to_act.is_not(None))
        page = found.order_by(StoredMatch.updated.desc(), StoredMatch.id).offset(start).limit(most)
        with Session(self._engine) as session:
            return [_record(row, session.scalars(_seats_of(row.id))) for row in session.scalars(page).all()]

    def begin(self, begun: Mapping[str, tuple[str, Standing]], shares: Mapping[str, Any] | None) -> None:
        """All sit: the match begins, or both games of a duplicate, with dice nobody knew before."""
        with Session(self._engine) as session, session.begin():
            for id, (header, standing) in begun.items():
                self._change(session, id, header=header, **_columns(standing), shares=shares, updated=now())

    def keep_shares(self, id: str, shares: Mapping[str, Any]) -> None:
        with Session(self._engine) as session, session.begin():
            self._change(session, id, shares=shares)

    # what is said at the table, and noted

    def message_count(self, id: str) -> int:
        with Session(self._engine) as session:
            return session.scalar(select(func.count()).where(StoredMessage.match_id == id)) or 0

    def messages(self, id: str, since: int, most: int) -> list[Document]:
        """The last of those from one on."""
        later = (StoredMessage.match_id == id, StoredMessage.index >= since)
        rows = select(StoredMessage).where(*later).order_by(StoredMessage.index.desc()).limit(most)
        with Session(self._engine) as session:
            found = session.scalars(rows).all()
            return [{"index": r.index, "seat": r.side, "text": r.text, "created": r.created} for r in reversed(found)]

    def keep_message(self, id: str, index: int, side: str, person: str | None, text: str) -> str:
        """When it was said."""
        created = now()
        row = StoredMessage(match_id=id, index=index, side=side, person=person, text=text, created=created)
        with Session(self._engine) as session, session.begin():
            self.fence.check(session, id)
            session.add(row)
        return created

    def note(self, id: str, side: str) -> str:
        with Session(self._engine) as session:
            found = session.get(StoredNote, (id, side))
            return "" if found is None else found.text

    def keep_note(self, id: str, side: str, person: str | None, text: str) -> None:
        with Session(self._engine) as session, session.begin():
            self.fence.check(session, id)
            session.merge(StoredNote(match_id=id, side=side, person=person, text=text))

    # what was found out afterwards

    def analysis(self, id: str) -> dict[str, Any] | None:
        with Session(self._engine) as session:
            found = session.get(StoredAnalysis, id)
            return None if found is None else found.document

    def keep_analysis(self, id: str, document: dict[str, Any]) -> None:
        with Session(self._engine) as session, session.begin():
            session.merge(StoredAnalysis(match_id=id, document=document))


def _stored(record: Record) -> StoredMatch:
    return StoredMatch(
        id=record.id,
        game=record.game,
        header=record.header,
        seats=dict(record.seats),
        maker=record.maker,
        **_columns(record.standing),
        created=record.created,
        updated=record.updated,
        aids=record.aids,
        shares=None if record.shares is None else dict(record.shares),
        listed=record.listed,
        twin=record.twin,
        sandbox=record.sandbox,
        origin=record.origin,
        pace=record.pace,
        clock=record.clock,
        offer=record.offer,
    )


def _columns(standing: Standing) -> dict[str, Any]:
    verdict = standing.verdict
    kept = None if verdict is None else {"winner": verdict.winner, "said": dict(verdict.said)}
    return {"turn": standing.turn, "to_act": standing.to_act, "verdict": kept}


def _record(row: StoredMatch, seats: Iterable[StoredSeat]) -> Record:
    verdict = None if row.verdict is None else Verdict(**row.verdict)
    standing = Standing(row.turn, row.to_act, verdict)
    chairs = {seat.side: Chair(seat.holder, seat.link) for seat in seats}
    return Record(
        row.id, row.game, row.header, row.seats, standing, row.created, row.updated, row.aids, row.maker, chairs,
        row.shares, listed=row.listed, watched=row.watched,
        sandbox=row.sandbox, origin=row.origin, pace=row.pace, clock=row.clock, offer=row.offer, twin=row.twin,
        stranded=row.stranded,
    )  # fmt: skip


def _seats_of(id: str) -> Select[StoredSeat]:
    return select(StoredSeat).where(StoredSeat.match_id == id)


def _seat(id: str, side: str, chair: Chair) -> StoredSeat:
    return StoredSeat(match_id=id, side=side, holder=chair.holder, link=chair.link)


def _values(id: str, index: int, entry: Entry) -> dict[str, Any]:
    return {
        "match_id": id,
        "index": index,
        "kind": entry.kind,
        "seat": entry.seat,
        "text": entry.text,
        "fingerprint": entry.fingerprint,
        "unseen": {side: list(ids) for side, ids in entry.unseen.items()},
        "ordered": entry.ordered,
    }


def _gone_on(row: Append, time: str) -> dict[str, Any]:
    columns = _columns(row.standing)
    return {
        "match": row.id,
        "new_turn": columns["turn"],
        "new_to_act": columns["to_act"],
        "new_verdict": written(columns["verdict"]),
        "new_clock": written(row.clock),
        "new_offer": written(row.offer),
        "new_updated": time,
    }


def _row(row: Append) -> dict[str, Any]:
    values = _values(row.id, row.index, row.entry)
    return {**values, "unseen": written(values["unseen"])}
