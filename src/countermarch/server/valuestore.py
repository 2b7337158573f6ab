"""Sets of values on disk: nobody's where all are trusted, else of who wrote them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, func, select, update
from sqlalchemy.engine import Engine
from sqlalchemy.orm import Mapped, Session, mapped_column

from countermarch.server.schema import Base

NOBODY = ""


class StoredValues(Base):
    __tablename__ = "values"

    game: Mapped[str] = mapped_column(primary_key=True)
    owner: Mapped[str] = mapped_column(primary_key=True)  # a person, or nobody in particular
    name: Mapped[str] = mapped_column(primary_key=True)
    document: Mapped[dict[str, Any]]


class ValueStore:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def kept(self, game: str, owner: str) -> list[dict[str, Any]]:
        """The sets of values of somebody for a game, as documents, by name."""
        own = (StoredValues.game == game, StoredValues.owner == owner)
        with Session(self._engine) as session:
            return [
                row.document for row in session.scalars(select(StoredValues).where(*own).order_by(StoredValues.name))
            ]

    def number(self, owner: str) -> int:
        """Of all games."""
        with Session(self._engine) as session:
            return session.scalar(select(func.count()).where(StoredValues.owner == owner)) or 0

    def keep(self, game: str, owner: str, name: str, document: dict[str, Any]) -> None:
        with Session(self._engine) as session, session.begin():
            session.merge(StoredValues(game=game, owner=owner, name=name, document=document))

    def remove(self, game: str, owner: str, name: str) -> bool:
        own = (StoredValues.game == game, StoredValues.owner == owner, StoredValues.name == name)
        with Session(self._engine) as session, session.begin():
            return session.execute(delete(StoredValues).where(*own).returning(StoredValues.name)).first() is not None


def move(session: Session, old: str, new: str) -> None:
    """They are another's from now on, but for those called as one of his."""
    his = {(row.game, row.name) for row in session.scalars(select(StoredValues).where(StoredValues.owner == new))}
    for row in session.scalars(select(StoredValues).where(StoredValues.owner == old)).all():
        own = (StoredValues.game == row.game, StoredValues.owner == old, StoredValues.name == row.name)
        taken = (row.game, row.name) in his
        session.execute(
            delete(StoredValues).where(*own) if taken else update(StoredValues).where(*own).values(owner=new)
        )


def forget(session: Session, owner: str) -> None:
    session.execute(delete(StoredValues).where(StoredValues.owner == owner))
