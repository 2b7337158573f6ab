"""The rows as a table, in Markdown, so that it can be put into a page as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bench.load.phases import Row

COLUMNS: dict[str, Callable[[Row], object]] = {
    "server": lambda row: row.server,
    "load": lambda row: row.phase,
    "tables": lambda row: row.tables,
    "actions/s": lambda row: row.rate,
    "p50 ms": lambda row: row.p50,
    "p99 ms": lambda row: row.p99,
    "errors": lambda row: sum(row.errors.values()),
    "server ms/action": lambda row: row.server_ms,
    "database ms/action": lambda row: row.database_ms,
    "cores: server": lambda row: f"{row.processor['server']:.2f}",
    "database": lambda row: f"{row.processor['database']:.2f}",
    "clients": lambda row: f"{row.processor['clients']:.2f}",
    "MB/table": lambda row: "" if row.memory is None else f"{row.memory:.2f}",
}


def as_table(rows: Sequence[Row]) -> str:
    head = [f"| {' | '.join(COLUMNS)} |", f"|{'---|' * len(COLUMNS)}"]
    lines = [f"| {' | '.join(str(told(row)) for told in COLUMNS.values())} |" for row in rows]
    return "\n".join([*head, *lines, *_wrong(rows)])


def _wrong(rows: Sequence[Row]) -> list[str]:
    """What went wrong, and how often."""
    return [f"{row.server}, {row.phase}: {n} × {what}" for row in rows for what, n in row.errors.items()]
