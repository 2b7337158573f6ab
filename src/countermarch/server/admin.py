"""For whoever runs a server: which matches there are, what is with one, who may not come, what may go.

All is done in the database, so that it does not matter whether the server runs; what concerns a match that is being
played is written beside it, and the server hears of it within seconds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import Session

from countermarch.server.accountstore import AccountStore
from countermarch.server.adjudging import STOPPED
from countermarch.server.bans import ADDRESS, PERSON, Ban, BanStore, network
from countermarch.server.databases import default_url
from countermarch.server.entries import outdated
from countermarch.server.people import LINK
from countermarch.server.rulings import header_of
from countermarch.server.schema import StoredEntry, StoredMatch, StoredPerson, StoredSeat
from countermarch.server.store import Record, Store

Row = dict[str, Any]

_STATES: dict[str, ColumnElement[bool]] = {
    "going": StoredMatch.to_act.is_not(None),
    "over": StoredMatch.to_act.is_(None),
    "sandbox": StoredMatch.sandbox.is_not(None),
    "stranded": StoredMatch.stranded.is_not(None),
}
STATES = (*_STATES, "waiting")


@contextmanager
def opened(url: str | None) -> Iterator[Store]:
    store = Store(default_url() if url is None else url)
    try:
        yield store
    finally:
        store.close()


# looking


def matches(store: Store, state: str | None, game: str | None, person: str | None, limit: int) -> list[Row]:
    """The latest first."""
    found = _asked(state, game, person).order_by(StoredMatch.updated.desc(), StoredMatch.id).limit(limit)
    with Session(store.engine) as session:
        ids = list(session.scalars(found))
        counted = select(StoredEntry.match_id, func.count()).where(StoredEntry.match_id.in_(ids))
        long = dict(session.execute(counted.group_by(StoredEntry.match_id)).all())
    records = [record for id in ids if (record := store.find(id)) is not None]
    return [{**row(store, record), "actions": long.get(record.id, 0)} for record in records]


def _asked(state: str | None, game: str | None, person: str | None) -> Select[str]:
    asked = select(StoredMatch.id)
    if state == "waiting":
        free = select(StoredSeat.match_id).where(StoredSeat.holder.is_(None), StoredSeat.link.is_not(None))
        asked = asked.where(StoredMatch.id.in_(free), StoredMatch.to_act.is_not(None))
    elif state is not None:
        asked = asked.where(_STATES[state])
    if game is not None:
        asked = asked.where(StoredMatch.game == game)
    if person is not None:
        held = select(StoredSeat.match_id).where(StoredSeat.holder == person)
        asked = asked.where((StoredMatch.maker == person) | StoredMatch.id.in_(held))
    return asked


def row(store: Store, record: Record) -> Row:
    header = header_of(record) or {}
    names = store.names({chair.holder for chair in record.chairs.values() if chair.holder})
    return {
        "id": record.id,
        "game": record.game,
        "scenario": header.get("scenario"),
        "version": header.get("version"),
        "state": state_of(record),
        "turn": record.standing.turn,
        "to_act": record.standing.to_act,
        "winner": None if record.standing.verdict is None else record.standing.verdict.winner,
        "seats": {side: _who(record, side, who, names) for side, who in record.seats.items()},
        "created": record.created,
        "updated": record.updated,
    }


def _who(record: Record, side: str, who: str, names: Mapping[str, str]) -> Row:
    chair = record.chairs.get(side)
    holder = None if chair is None else chair.holder
    return {"who": who, "person": holder, "name": names.get(holder or "")}


def state_of(record: Record) -> str:
    if record.sandbox:
        return "sandbox"
    if record.standing.to_act is None:
        return "over"
    if record.stranded:
        return "stranded"
    free = any(who == LINK and record.chairs[side].holder is None for side, who in record.seats.items())
    return "waiting" if free else "going"


def inspect(store: Store, id: str) -> Row:
    """All there is to know of a match but what is hidden in it."""
    record = _found(store, id)
    with Session(store.engine) as session:
        lines = select(StoredEntry.index, StoredEntry.kind, StoredEntry.seat).where(StoredEntry.match_id == id)
        entries = session.execute(lines.order_by(StoredEntry.index)).all()
    header = header_of(record) or {}
    old = outdated(record.game, str(header.get("version")))
    return {
        **row(store, record),
        "maker": record.maker,
        "actions": len(entries),
        "kinds": dict(Counter(kind for _, kind, _ in entries)),
        "by": dict(Counter(seat or "-" for _, _, seat in entries)),
        "damage": damage(header, [index for index, _, _ in entries]),
        "old": None if old is None else str(old),
        "stranded": record.stranded,
        "pace": record.pace,
        "clock": record.clock,
        "offer": record.offer,
        "twin": record.twin,
        "sandbox": record.sandbox,
        "listed": record.listed,
    }


def damage(header: Mapping[str, Any], indices: list[int]) -> list[str]:
    """What can be seen to be wrong without playing it."""
    found = [] if header.get("version") else ["its header cannot be read"]
    gaps = sorted(set(range(max(indices, default=-1) + 1)) - set(indices))
    return [*found, f"rows are missing: {', '.join(map(str, gaps[:10]))}"] if gaps else found


def _found(store: Store, id: str) -> Record:
    record = store.find(id)
    if record is None:
        raise ValueError(f"there is no match {id!r} here; `countermarch admin list` names them")
    return record


# closing


def close(store: Store, id: str, winner: str | None) -> Row:
    """Ends a match as soon as the server hears of it."""
    record = _found(store, id)
    if why := why_not_closed(store, record):
        raise ValueError(f"match {id} {why}")
    sides = {seat.partition(".")[0] for seat in record.seats}
    if winner is not None and winner not in (*sides, "draw"):
        raise ValueError(f"{winner!r} cannot have won; write {', '.join(sorted(sides))} or draw, or leave it out")
    store.adjudge(id, winner or STOPPED)
    return {"id": id, "closed": winner or STOPPED}


def why_not_closed(store: Store, record: Record) -> str | None:
    if record.standing.to_act is None:
        return "is over already"
    if record.stranded:
        return "rests since the rules changed: its players go on under the new ones or delete it"
    with Session(store.engine) as session:
        there = session.execute(select(StoredEntry.index).where(StoredEntry.match_id == record.id)).scalars().all()
    wrong = damage(header_of(record) or {}, list(there))
    return f"is damaged ({wrong[0]}): its players can export and delete it" if wrong else None


# bans


def ban(store: Store, whom: str, reason: str) -> Ban:
    return BanStore(store.engine).add(*whom_meant(store, whom), reason)


def unban(store: Store, whom: str) -> Row:
    kind, meant = whom_meant(store, whom)
    if not BanStore(store.engine).lift(kind, meant):
        raise ValueError(f"{whom!r} is not banned; `countermarch admin bans` lists who is")
    return {"kind": kind, "whom": meant}


def whom_meant(store: Store, whom: str) -> tuple[str, str]:
    """An address or a network; a person by his id, or by the e-mail address of his account."""
    found = network(whom)
    if found is not None:
        return ADDRESS, found
    account = AccountStore(store.engine).by_email(whom.lower()) if "@" in whom else None
    person = whom if account is None else account.person
    with Session(store.engine) as session:
        if session.get(StoredPerson, person) is None:
            raise ValueError(
                f"{whom!r} is no address, and nobody here; `countermarch admin inspect` shows who sits where"
            )
    return PERSON, person


# clearing away


@dataclass(frozen=True, slots=True)
class Old:
    """What is old enough to go, in days; what is not named stays."""

    sandboxes: float | None = None
    finished: float | None = None
    abandoned: float | None = None


def prunable(store: Store, old: Old) -> list[Row]:
    """Matches that nobody has touched for so long; of a duplicate match both games or neither."""
    asked = {
        "sandbox": (old.sandboxes, StoredMatch.sandbox.is_not(None)),
        "finished": (old.finished, StoredMatch.sandbox.is_(None) & StoredMatch.to_act.is_(None)),
        "abandoned": (old.abandoned, StoredMatch.sandbox.is_(None) & StoredMatch.to_act.is_not(None)),
    }
    found: dict[str, Row] = {}
    with Session(store.engine) as session:
        for why, (days, which) in asked.items():
            if days is None:
                continue
            rows = session.scalars(select(StoredMatch).where(which, StoredMatch.updated < _days_ago(days)))
            found |= {one.id: {"id": one.id, "game": one.game, "why": why, "updated": one.updated, "twin": one.twin}
                      for one in rows}  # fmt: skip
    return [row for row in found.values() if row["twin"] is None or row["twin"] in found]


def prune(store: Store, rows: list[Row]) -> int:
    """Those that nobody has touched since they were looked at."""
    gone = 0
    for row in rows:
        record = store.find(row["id"])
        if record is not None and record.updated == row["updated"]:
            gone += store.remove(row["id"])
    return gone


def _days_ago(days: float) -> str:
    return (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
