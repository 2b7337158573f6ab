"""A database in one file, which somebody may delete, move or replace while the server runs.

SQLite would go on writing into a file that nobody finds any more. So every connection that is taken, and every commit,
looks whether the file is still the one that was opened; if not, nothing is read or written until it is back, or until
another one stands there and the server has forgotten what it knew from the old one. What the old one held is written to
a file beside it, since the server still has it open.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from time import strftime

from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

OFTEN = 0.5  # seconds between looks
SELDOM = 10.0  # seconds between two times the log is written into the file
BRIEFLY = 0.05  # seconds that who writes may be kept waiting for those who read
Identity = tuple[tuple[int, int] | None, ...]
log = logging.getLogger("countermarch.server")


class AnotherFile(SQLAlchemyError):
    """The database is not where it was."""


class OneFile:
    def __init__(self, engine: Engine, path: Path) -> None:
        self.path, self._log = path, _log_of(path)
        self._engine = engine
        self._held: sqlite3.Connection | None = None
        self.rescued: Path | None = None  # where what the old file held was written
        self._hold()
        for moment in ("do_connect", "checkout", "commit"):
            event.listen(engine, moment, self._check)
        event.listen(engine, "connect", self._check, insert=True)  # replaced while it was opened, before it is read

    def _hold(self) -> None:
        """Open as long as the server runs, so that nothing is lost with the name; reading makes the log beside it."""
        self._held = sqlite3.connect(self.path, check_same_thread=False)
        self._held.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._opened, self.rescued = self._found, None

    @property
    def _found(self) -> Identity:
        return _identity(self.path), _identity(self._log)

    @property
    def there(self) -> bool:
        return all(opened in (None, found) for opened, found in zip(self._opened, self._found, strict=True))

    def _check(self, *_: object) -> None:
        """Before a connection is opened, too: SQLite would make an empty file, or read the old one's log into it."""
        if not self.there:
            raise AnotherFile(f"{self.path} is not the file that was opened")

    def close(self) -> None:
        if self._held is not None:
            self._held.close()
            self._held = None

    def fold(self) -> None:
        """Write what is in the log into the file, which a commit would have to now and then, and all behind it wait.

        What comes meanwhile is little: it follows while nobody writes, so that the log can begin anew.
        """
        if not self.there:
            return
        with closing(sqlite3.connect(f"{self.path.as_uri()}?mode=rw", timeout=BRIEFLY, uri=True)) as own:
            for how in ("PASSIVE", "RESTART") if self.there else ():  # it may be another one since
                own.execute(f"PRAGMA wal_checkpoint({how})").fetchone()

    def rescue(self) -> None:
        """What was acknowledged is in the old file, which only this process can still read."""
        if self.rescued is not None or self._held is None:
            return
        self.rescued = self.path.with_name(f"{self.path.name}.rescued-{strftime('%Y%m%d-%H%M%S')}")
        writing = self.path.with_name(f"{self.path.name}.rescuing")
        try:
            self._held.execute("VACUUM INTO ?", (str(writing),))
            writing.rename(self.rescued)
            told = f"everything it held is in {self.rescued}; put that, or the file itself, back, and play goes on"
        except (sqlite3.Error, OSError) as error:
            told = f"what it held could not be written beside it: {error}"
        log.error("the database %s was moved, deleted or replaced under the server; %s", self.path, told)

    def take_another(self, migrate: Callable[[Engine], None]) -> None:
        """The file that stands there now; the log of the old one must not be read into it."""
        self._engine.dispose()
        self.close()
        if self._opened[1] is not None and _identity(_log_of(self.path)) == self._opened[1]:
            _log_of(self.path).unlink()
            self.path.with_name(f"{self.path.name}-shm").unlink(missing_ok=True)
        self._opened = self._found
        try:
            migrate(self._engine)
        finally:
            self._hold()
        log.warning("the database %s is another file now, which is played on from", self.path)


async def watch(file: OneFile, migrate: Callable[[Engine], None], forget: Callable[[], Awaitable[None]]) -> None:
    """As long as the server runs; `forget` is told before another file is read."""
    while True:
        await asyncio.sleep(OFTEN)
        try:
            if not file.there:
                await _look(file, migrate, forget)
        except Exception:
            log.exception("the database %s cannot be used", file.path)


async def keep_short(file: OneFile) -> None:
    """The log, as long as the server runs."""
    while True:
        await asyncio.sleep(SELDOM)
        try:
            await asyncio.to_thread(file.fold)
        except sqlite3.Error as error:
            log.warning("the log of the database %s could not be written into it: %s", file.path, error)


async def _look(file: OneFile, migrate: Callable[[Engine], None], forget: Callable[[], Awaitable[None]]) -> None:
    await asyncio.to_thread(file.rescue)
    if file.path.exists() and not file.there:
        await forget()
        await asyncio.to_thread(file.take_another, migrate)


def _log_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino
