"""How often something was done of late, whichever worker was asked. What it was is kept as a hash alone."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from time import time

from sqlalchemy import text
from sqlalchemy.engine import Engine

ONE_MORE = text(
    "INSERT INTO tries (what, count, since) VALUES (:what, 1, :now) ON CONFLICT (what) DO UPDATE SET"
    " count = CASE WHEN tries.since <= :ago THEN 1 ELSE tries.count + 1 END,"
    " since = CASE WHEN tries.since <= :ago THEN :now ELSE tries.since END RETURNING count"
)
ONE_LESS = text("UPDATE tries SET count = count - 1 WHERE what = :what AND count > 0")
OLD = text("DELETE FROM tries WHERE since < :ago")
KEPT = 3600.0  # seconds, longer than anything is counted


class Tallies:
    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def count(self, most: dict[str, int], seconds: float) -> bool:
        """Once more each, unless one of them has been counted as often as it may within the time."""
        now = time()
        with self._engine.connect() as connection:
            connection.execute(OLD, {"ago": now - KEPT})
            for what in sorted(most, key=_hashed):  # whoever counts at once waits, and for nobody who waits for him
                row = {"what": _hashed(what), "now": now, "ago": now - seconds}
                if int(connection.execute(ONE_MORE, row).scalar_one()) > most[what]:
                    return False
            connection.commit()
            return True

    def forgive(self, what: Iterable[str]) -> None:
        with self._engine.begin() as connection:
            for one in sorted(what, key=_hashed):
                connection.execute(ONE_LESS, {"what": _hashed(one)})


def _hashed(what: str) -> str:
    return sha256(what.encode()).hexdigest()
