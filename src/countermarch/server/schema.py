"""The tables of the database that matches, their logs and their people lie in; what lies beside them says so itself."""

from __future__ import annotations

from typing import Any, ClassVar

from sqlalchemy import JSON, ForeignKey
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    type_annotation_map: ClassVar = {dict[str, Any]: JSON(none_as_null=True)}


class StoredMatch(Base):
    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str]
    header: Mapped[str]  # a save without actions
    seats: Mapped[dict[str, Any]]
    maker: Mapped[str | None]
    turn: Mapped[int]
    to_act: Mapped[str | None]
    verdict: Mapped[dict[str, Any] | None]
    aids: Mapped[bool]
    shares: Mapped[dict[str, Any] | None]  # what the key of the dice is made of
    listed: Mapped[bool]
    watched: Mapped[dict[str, Any] | None]
    adjudged: Mapped[str | None]  # the organiser's word, until it has been heard
    twin: Mapped[str | None]  # the other game of a duplicate match
    sandbox: Mapped[str | None]  # the match it is a private copy of
    origin: Mapped[str | None]  # the match of people it came from, in however many steps
    pace: Mapped[dict[str, Any] | None]
    clock: Mapped[dict[str, Any] | None]
    offer: Mapped[dict[str, Any] | None]
    stranded: Mapped[dict[str, Any] | None]  # by a change of rules, see `rulings`
    owner: Mapped[str | None]  # the worker that alone may change it, where there are several
    created: Mapped[str]
    updated: Mapped[str]


class StoredEntry(Base):
    __tablename__ = "actions"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str]
    seat: Mapped[str | None]
    text: Mapped[str]
    fingerprint: Mapped[str]
    unseen: Mapped[dict[str, Any]]
    ordered: Mapped[str | None]  # the standing order by which it was played


class StoredPerson(Base):
    __tablename__ = "people"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    created: Mapped[str]


class StoredSession(Base):
    __tablename__ = "sessions"

    cookie: Mapped[str] = mapped_column(primary_key=True)  # its hash
    person: Mapped[str] = mapped_column(ForeignKey("people.id"))
    created: Mapped[str]


class StoredSeat(Base):
    __tablename__ = "seats"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    side: Mapped[str] = mapped_column(primary_key=True)
    holder: Mapped[str | None] = mapped_column(ForeignKey("people.id"), index=True)
    link: Mapped[str | None] = mapped_column(unique=True)  # the hash of a token


class StoredAnalysis(Base):
    __tablename__ = "analyses"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    document: Mapped[dict[str, Any]]


class StoredMessage(Base):
    __tablename__ = "messages"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    index: Mapped[int] = mapped_column(primary_key=True)
    side: Mapped[str]
    person: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    text: Mapped[str]
    created: Mapped[str]


class StoredNote(Base):
    __tablename__ = "notes"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    side: Mapped[str] = mapped_column(primary_key=True)
    person: Mapped[str | None] = mapped_column(ForeignKey("people.id"))
    text: Mapped[str]
