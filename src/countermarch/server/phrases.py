"""Statements that go with every action: put into the words of a database once, not each time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ClauseElement
from sqlalchemy.engine import Connection, CursorResult, Dialect
from sqlalchemy.sql.compiler import SQLCompiler

from countermarch.server.encoding import encoded


class Phrase:
    """Documents among its values are to be `written` before."""

    def __init__(self, statement: ClauseElement, dialect: Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        self._text = str(compiled)
        self._order = compiled.positiontup  # None where values go by their names

    def say(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> CursorResult[Any]:
        told = [self._told(row) for row in rows]
        return connection.exec_driver_sql(self._text, told if len(told) > 1 else told[0])

    def _told(self, row: Mapping[str, Any]) -> Any:
        return row if self._order is None else tuple(row[name] for name in self._order)


def written(document: Mapping[str, Any] | None) -> str | None:
    return None if document is None else encoded(document).decode()
