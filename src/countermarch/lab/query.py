"""An experiment's rows, asked in SQL: the table is called `rows`, and nothing can be changed."""

from __future__ import annotations

from typing import Any

from countermarch.lab.extras import needed
from countermarch.lab.folder import Folder


class QueryError(ValueError):
    pass


def asked(folder: Folder, sql: str) -> tuple[list[str], list[tuple[Any, ...]]]:
    """The names of the columns, and what was found; no file is opened or written for a query."""
    duckdb = needed("duckdb", "queries need", "lab")
    with duckdb.connect(":memory:") as database:
        database.register("rows", folder.scanned())
        database.execute("SET enable_external_access = false")
        database.execute("SET lock_configuration = true")
        try:
            found = database.sql(sql)
            if found is None:
                raise QueryError("this asks nothing: begin with SELECT, and call the table rows")
            return list(found.columns), found.fetchall()
        except duckdb.CatalogException as error:
            raise QueryError(f"{error}\nThere is one table, rows: SELECT ... FROM rows") from None
        except duckdb.Error as error:
            raise QueryError(str(error)) from None
