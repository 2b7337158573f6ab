"""Chapters on disk: positions in the midst of a match, so that nobody has to play it from its beginning."""

from __future__ import annotations

import json
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ForeignKey, select
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Mapped, Session, mapped_column

from countermarch.server.course import Mark
from countermarch.server.schema import Base
from countermarch.server.store import Entry, Fence, Store

QUICKLY = 1  # how closely a page is packed: it is a tenth as long as before


class StoredChapter(Base):
    __tablename__ = "chapters"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    serial: Mapped[int] = mapped_column(primary_key=True)  # rows before it
    past: Mapped[int]  # of these, what stood
    played: Mapped[int]  # of that, actions
    page: Mapped[bytes]  # JSON, packed


class Chapters:
    def __init__(self, engine: Engine, fence: Fence) -> None:
        self._engine, self._fence = engine, fence

    def keep(self, id: str, page: Mapping[str, Any]) -> None:
        begun, packed = page["chapter"], zlib.compress(json.dumps(page).encode(), QUICKLY)
        row = StoredChapter(match_id=id, serial=begun["serial"], past=begun["past"], played=begun["played"],
                            page=packed)  # fmt: skip
        with Session(self._engine) as session, session.begin():
            self._fence.check(session, id)
            session.merge(row)

    def marks(self, id: str) -> list[Mark]:
        kept = StoredChapter
        rows = select(kept.serial, kept.past, kept.played).where(kept.match_id == id).order_by(kept.serial)
        with Session(self._engine) as session:
            return [Mark(*row) for row in session.execute(rows)]

    def page(self, id: str, serial: int) -> dict[str, Any] | None:
        """None if it cannot be read."""
        with Session(self._engine) as session:
            found = session.get(StoredChapter, (id, serial))
        try:
            page = None if found is None else json.loads(zlib.decompress(found.page))
        except (zlib.error, ValueError):
            return None
        return page if isinstance(page, dict) else None


class KeptMatch:
    """What is on disk of one match."""

    def __init__(self, id: str, store: Store, chapters: Chapters) -> None:
        self._id, self._store, self._chapters = id, store, chapters

    def entries(self) -> list[Entry]:
        return self._store.entries(self._id)

    def marks(self) -> Sequence[Mark]:
        return self._chapters.marks(self._id)

    def page(self, serial: int) -> Mapping[str, Any] | None:
        return self._chapters.page(self._id, serial)
