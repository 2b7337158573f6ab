"""Tables at which nobody sits now: copies of one that was played, row by row, put into the database directly."""

from __future__ import annotations

from sqlalchemy import CTE, Connection, Integer, MetaData, String, Table, cast, create_engine, insert, literal, select
from sqlalchemy import true as every

AT_ONCE = 500  # copies a transaction makes, so that nobody waits long for it


def lay_to_sleep(url: str, model: str, number: int) -> None:
    """So many copies of a match, with all that is kept of it."""
    engine = create_engine(url)
    kept = MetaData()
    kept.reflect(engine)
    for start in range(0, number, AT_ONCE):
        with engine.begin() as connection:
            copies = _numbers(start, min(start + AT_ONCE, number))
            for table in _of_matches(kept):
                _copy(connection, table, model, copies)
    engine.dispose()


def _of_matches(kept: MetaData) -> list[Table]:
    return [table for table in kept.sorted_tables if table.name == "matches" or "match_id" in table.c]


def _numbers(start: int, end: int) -> CTE:
    first = select(cast(literal(start), Integer).label("n")).cte("copies", recursive=True)
    return first.union_all(select(first.c.n + 1).where(first.c.n + 1 < end))


def _copy(connection: Connection, table: Table, model: str, copies: CTE) -> None:
    key = table.c.id if table.name == "matches" else table.c.match_id
    number = cast(copies.c.n, String)
    changed = {key.name: literal(f"{model}-") + number}
    if "link" in table.c:
        changed["link"] = table.c.link + literal("-") + number
    taken = select(*(changed.get(one.name, one) for one in table.c)).select_from(table.join(copies, every()))
    connection.execute(insert(table).from_select([one.name for one in table.c], taken.where(key == model)))
