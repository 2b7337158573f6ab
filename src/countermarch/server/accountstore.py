"""Accounts on disk, and all that is kept of a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ForeignKey, delete, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Mapped, Session, mapped_column

from countermarch.games.base import side_of
from countermarch.server import valuestore
from countermarch.server.mailstore import StoredChannel, StoredOrders
from countermarch.server.schema import (
    Base,
    StoredEntry,
    StoredMatch,
    StoredMessage,
    StoredNote,
    StoredPerson,
    StoredSeat,
    StoredSession,
)
from countermarch.server.store import ACTION
from countermarch.server.valuestore import StoredValues

SOMEBODY = "somebody"  # what is left of who had his data deleted; each language has its word for it
Own = type[StoredMessage] | type[StoredNote] | type[StoredChannel]
KEPT: dict[str, Own] = {
    "messages": StoredMessage,
    "notes": StoredNote,
    "channels": StoredChannel,
}  # of a person, beside his seats


class StoredAccount(Base):
    __tablename__ = "accounts"

    person: Mapped[str] = mapped_column(ForeignKey("people.id"), primary_key=True)
    email: Mapped[str] = mapped_column(unique=True)
    password: Mapped[str]  # its hash
    confirmed: Mapped[bool]
    code: Mapped[str | None]  # the hash of what a letter told


@dataclass(frozen=True, slots=True)
class Account:
    person: str
    email: str
    password: str
    confirmed: bool


class AccountStore:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def add(self, account: Account, code: str | None) -> bool:
        """Whether nobody has the address or is that person yet."""
        row = StoredAccount(
            person=account.person,
            email=account.email,
            password=account.password,
            confirmed=account.confirmed,
            code=code,
        )
        try:
            with Session(self._engine) as session, session.begin():
                session.add(row)
        except IntegrityError:
            return False
        return True

    def of(self, person: str | None) -> Account | None:
        return None if person is None else self._find(StoredAccount.person == person)

    def by_email(self, email: str) -> Account | None:
        return self._find(StoredAccount.email == email)

    def _find(self, which: Any) -> Account | None:
        with Session(self._engine) as session:
            row = session.scalar(select(StoredAccount).where(which))
            return None if row is None else Account(row.person, row.email, row.password, row.confirmed)

    def keep_code(self, person: str, code: str) -> None:
        self._change(StoredAccount.person == person, code=code)

    def keep_password(self, person: str, password: str, code: str | None = None) -> None:
        """Whatever letters told before is void; `code` is of another one."""
        self._change(StoredAccount.person == person, password=password, code=code)

    def sent(self, code: str) -> bool:
        """Whether a letter told it that has not been answered."""
        return self._find(StoredAccount.code == code) is not None

    def answer(self, code: str, **changes: Any) -> str | None:
        """Whose letter was answered, which confirms the address; a code is good once."""
        return self._change(StoredAccount.code == code, confirmed=True, code=None, **changes)

    def _change(self, which: Any, **changes: Any) -> str | None:
        with Session(self._engine) as session, session.begin():
            changed = update(StoredAccount).where(which).values(**changes).returning(StoredAccount.person)
            return session.scalar(changed)

    # the browsers of a person

    def open_session(self, person: str, cookie: str, created: str) -> None:
        with Session(self._engine) as session, session.begin():
            session.add(StoredSession(cookie=cookie, person=person, created=created))

    def close_session(self, cookie: str) -> None:
        with Session(self._engine) as session, session.begin():
            session.execute(delete(StoredSession).where(StoredSession.cookie == cookie))

    def close_sessions(self, person: str) -> None:
        with Session(self._engine) as session, session.begin():
            session.execute(delete(StoredSession).where(StoredSession.person == person))

    # all that is kept of a person

    def move(self, old: str, new: str) -> None:
        """What somebody did before he logged in is his account's."""
        with Session(self._engine) as session, session.begin():
            session.execute(update(StoredSeat).where(StoredSeat.holder == old).values(holder=new))
            session.execute(update(StoredMatch).where(StoredMatch.maker == old).values(maker=new))
            for kept in KEPT.values():
                session.execute(update(kept).where(kept.person == old).values(person=new))
            valuestore.move(session, old, new)
            session.execute(delete(StoredSession).where(StoredSession.person == old))
            before, now = session.get(StoredPerson, old), session.get(StoredPerson, new)
            if before is not None and now is not None:
                now.name = now.name or before.name
                session.delete(before)

    def partners(self, one: str, other: str) -> bool:
        """Whether they share a side in a match that goes on."""
        held = (
            select(StoredSeat.match_id, StoredSeat.side, StoredSeat.holder)
            .join(StoredMatch, StoredMatch.id == StoredSeat.match_id)
            .where(StoredSeat.holder.in_((one, other)), StoredMatch.to_act.is_not(None))
        )
        with Session(self._engine) as session:
            rows = session.execute(held).all()
        sides = {who: {(id, side_of(seat)) for id, seat, holder in rows if holder == who} for who in (one, other)}
        return bool(sides[one] & sides[other])

    def export(self, person: str) -> dict[str, Any]:
        with Session(self._engine) as session:
            known = session.get_one(StoredPerson, person)
            account = session.get(StoredAccount, person)
            devices = session.scalars(select(StoredSession.created).where(StoredSession.person == person))
            seats = session.scalars(select(StoredSeat).where(StoredSeat.holder == person)).all()
            return {
                "name": known.name,
                "created": known.created,
                "email": None if account is None else account.email,
                "devices": list(devices),
                "matches": [_played(session, seat) for seat in seats],
                "orders": [row for seat in seats for row in _rows(session, StoredOrders, _at(seat))],
                "values": _rows(session, StoredValues, StoredValues.owner == person),
                **{name: _rows(session, kept, kept.person == person) for name, kept in KEPT.items()},
            }

    def forget(self, person: str) -> None:
        """What others do not need is deleted; in matches with others his seats are somebody's."""
        with Session(self._engine) as session, session.begin():
            for seat in session.scalars(select(StoredSeat).where(StoredSeat.holder == person)):
                session.execute(delete(StoredOrders).where(_at(seat)))
            for kept in (KEPT["notes"], KEPT["channels"]):
                session.execute(delete(kept).where(kept.person == person))
            valuestore.forget(session, person)
            session.execute(delete(StoredAccount).where(StoredAccount.person == person))
            session.execute(delete(StoredSession).where(StoredSession.person == person))
            session.execute(update(StoredPerson).where(StoredPerson.id == person).values(name=SOMEBODY))


def _at(seat: StoredSeat) -> Any:
    return (StoredOrders.match_id == seat.match_id) & (StoredOrders.side == seat.side)


def _rows(session: Session, kept: type[Base], which: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in session.execute(select(kept.__table__).where(which)).mappings()]


def _played(session: Session, seat: StoredSeat) -> dict[str, Any]:
    """A match as its list tells it, and what the person did there; not what is hidden, nor the dice to come."""
    match = session.get_one(StoredMatch, seat.match_id)
    own = (StoredEntry.match_id == seat.match_id, StoredEntry.seat == seat.side, StoredEntry.kind == ACTION)
    return {
        "id": match.id,
        "game": match.game,
        "side": seat.side,
        "turn": match.turn,
        "verdict": match.verdict,
        "created": match.created,
        "updated": match.updated,
        "actions": list(session.scalars(select(StoredEntry.text).where(*own).order_by(StoredEntry.index))),
    }
