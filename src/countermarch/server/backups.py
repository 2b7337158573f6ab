"""Copies of a database while the server runs, and the way back.

SQLite is copied by its own online backup, PostgreSQL by pg_dump and pg_restore.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import func, select, text
from sqlalchemy.engine import URL

from countermarch.server.databases import StoreError, parsed
from countermarch.server.schema import StoredMatch
from countermarch.server.store import Store

HEAD = {b"SQLite format 3\0": "sqlite", b"PGDMP": "postgresql"}
ELSEWHERE = "stop every server that uses it first"
HANGING_UP = 3.0  # seconds


def back_up(url: str, file: Path) -> int:
    """A copy of the database as it is at this moment; how many matches it holds."""
    made = file.with_name(f".{file.name}.new")
    with suppress(FileNotFoundError):
        made.unlink()
    number = _count(url)
    where = parsed(url)
    try:
        if where.get_backend_name() == "sqlite":
            _copy_file(str(where.database), made)
        else:
            _run(where, "pg_dump", "--format=custom", "--no-owner", f"--file={made}")
        made.chmod(0o600)  # it holds what links are signed with
        made.replace(file)
    finally:
        with suppress(FileNotFoundError):
            made.unlink()
    return number


def restore(url: str, file: Path) -> int:
    """The database as it was when it was copied: what it holds now is gone. How many matches it holds then."""
    kind, where = _kind(file), parsed(url)
    if kind != where.get_backend_name():
        raise ValueError(f"{file} is a back-up of {kind}, and {where.get_backend_name()} is to be restored")
    if kind == "sqlite":
        _put_file(file, Path(str(where.database)))
    else:
        _check_alone(url)
        _run(where, "pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", str(file))
    return _count(url)


def held(url: str) -> int | None:
    """How many matches would be lost; None if that cannot be read."""
    where = parsed(url)
    if where.get_backend_name() == "sqlite" and not Path(str(where.database)).exists():
        return 0
    try:
        return _count(url)
    except StoreError:
        return None


def _count(url: str) -> int:
    store = Store(url)
    try:
        with store.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(StoredMatch)).scalar() or 0)
    finally:
        store.close()


def _kind(file: Path) -> str:
    with file.open("rb") as opened:
        head = opened.read(16)
    for sign, kind in HEAD.items():
        if head.startswith(sign):
            return kind
    raise ValueError(f"{file} is no back-up; take a file that `countermarch admin back-up` has written")


# SQLite


def _copy_file(source: str, target: Path) -> None:
    """In one step: in small ones a server that writes all the time would have it begin anew all the time."""
    with closing(sqlite3.connect(source)) as there, closing(sqlite3.connect(target)) as here:
        there.backup(here)
        here.execute("PRAGMA journal_mode=DELETE")
        _check_whole(here, target)


def _check_whole(connection: sqlite3.Connection, file: Path) -> None:
    try:
        found = connection.execute("PRAGMA integrity_check").fetchone()[0]
    except sqlite3.DatabaseError as error:
        found = str(error)
    if found != "ok":
        raise ValueError(f"{file} is damaged ({found}); take another back-up")


def _put_file(source: Path, target: Path) -> None:
    with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as there:
        _check_whole(there, source)
        _check_unused(target)
        made = target.with_name(f".{target.name}.new")
        with suppress(FileNotFoundError):
            made.unlink()
        with closing(sqlite3.connect(made)) as here:
            there.backup(here)
    for left in (f"{target.name}-wal", f"{target.name}-shm"):
        with suppress(FileNotFoundError):
            target.with_name(left).unlink()
    made.chmod(0o600)
    made.replace(target)


def _check_unused(file: Path) -> None:
    """Whoever is connected keeps the journal from being changed."""
    if not file.exists():
        return
    try:
        with closing(sqlite3.connect(file, timeout=1.0)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.OperationalError:
        raise ValueError(f"{file} is in use; {ELSEWHERE}") from None
    except sqlite3.DatabaseError:  # damaged: that is why it is restored
        return


# PostgreSQL


def _check_alone(url: str) -> None:
    """Who has just hung up is counted for a moment more."""
    store, until = Store(url), monotonic() + HANGING_UP
    try:
        while _others(store):
            if monotonic() > until:
                raise ValueError(f"the database is in use; {ELSEWHERE}")
            sleep(0.1)
    finally:
        store.close()


def _others(store: Store) -> int:
    """How many are connected beside us."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with store.engine.connect() as connection:
        return int(connection.execute(text(f"{others} AND backend_type = 'client backend'")).scalar() or 0)


def _run(where: URL, program: str, *words: str) -> None:
    """The password stands in no list of processes."""
    if shutil.which(program) is None:
        raise ValueError(f"{program} is not here; install the client programs of PostgreSQL (postgresql-client)")
    plain = where.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    known = {**os.environ, **({"PGPASSWORD": str(where.password)} if where.password else {})}
    done = subprocess.run(
        [program, f"--dbname={plain}", *words], env=known, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["it did not say why"])[-1]
        raise ValueError(f"{program} failed: {said}")
