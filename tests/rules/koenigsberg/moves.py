"""One unit to move."""

from __future__ import annotations

from countermarch.match import Match
from tests.rules.koenigsberg.table import Table, refused


def moving(id: str, number: str, *others: tuple[str, str]) -> tuple[Table, Match]:
    """One unit to move, and others that stand about."""
    table = Table()
    table.put(id, number)
    for other, hex in others:
        table.put(other, hex)
    return table, table.move(table.tables.side[table.unit(id)], id)


def cites(match: Match, text: str) -> str:
    return str(refused(match, text).citation)
