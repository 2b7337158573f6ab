"""The databases of the tests: a file of SQLite, or one of a real PostgreSQL that lives as long as the tests do.

`COUNTERMARCH_DATABASE=postgresql` has every test that would write a file write into a database of that server instead.
"""

from __future__ import annotations

import atexit
import os
import pwd
import shutil
import subprocess
import tempfile
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import text

from countermarch.server.databases import open_database
from countermarch.server.run import free_port

SHARED = os.environ.get("COUNTERMARCH_DATABASE", "sqlite") == "postgresql"
MEMORY = Path("/dev/shm")  # nothing of it is kept
KEPT = 20  # databases; older ones are not asked for again
UNPRIVILEGED = ("postgres", "nobody")  # as whom it runs if we are root, which it will not be
QUICK = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "max_connections": "200"}
RUNNING: list[Cluster] = []
NAMES_ITS_OWN = pytest.mark.skipif(SHARED, reason="it names its databases itself, and has met them")
FILES_ONLY = pytest.mark.skipif(SHARED, reason="it is about a file of SQLite")


def url_of(file: Path) -> str:
    """The database that stands for a file."""
    return postgres(sha256(str(file).encode()).hexdigest()[:16]) if SHARED else f"sqlite:///{file}"


def prepared(file: Path) -> str:
    """The same, with all its tables: a copy of one that was made once takes no time."""
    if not SHARED and not file.exists():
        shutil.copyfile(_empty(), file)
    return url_of(file)


@cache
def _empty() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="countermarch-empty-")
    atexit.register(folder.cleanup)
    file = Path(folder.name) / "matches.sqlite"
    open_database(f"sqlite:///{file}").dispose()
    return file


def rows(file: Path, statement: str, **params: Any) -> list[tuple[Any, ...]]:
    """What a statement finds or changes, beside the server."""
    engine = open_database(url_of(file))
    try:
        with engine.begin() as connection:
            found = connection.execute(text(statement), params)
            return [tuple(row) for row in found] if found.returns_rows else []
    finally:
        engine.dispose()


def everything(file: Path) -> str:
    """All that is kept, as text."""
    engine = open_database(url_of(file))
    try:
        with engine.connect() as connection:
            tables = engine.dialect.get_table_names(connection)
            return "\n".join(str(row) for name in tables for row in connection.execute(text(f'SELECT * FROM "{name}"')))
    finally:
        engine.dispose()


# PostgreSQL


def postgres(name: str) -> str:
    """A database of that name, made when first asked for."""
    server = cluster()
    server.add(name)
    return f"{server.url}/{name}"


@cache
def cluster() -> Cluster:
    return Cluster()


def end_clusters() -> None:
    """A process of pytest-xdist ends without further ado."""
    for one in list(RUNNING):
        one.end()


class Cluster:
    """A server of its own in a temporary folder; what it is told need not outlive it."""

    def __init__(self, **settings: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="countermarch-postgres-", dir=MEMORY if MEMORY.is_dir() else None))
        self.port, self._names, self._settings = free_port(), list[str](), {**QUICK, **settings}
        self._user = _nobody()
        if self._user is not None:
            shutil.chown(self.folder, self._user)
        self._run("initdb", "--auth=trust", "--username=table", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync")
        self.start()
        RUNNING.append(self)
        open_database(f"{self.url}/postgres").dispose()  # the others are copies of it

    @property
    def url(self) -> str:
        return f"postgresql://table@127.0.0.1:{self.port}"

    def start(self) -> None:
        settings = {"listen_addresses": "127.0.0.1", "port": self.port, "unix_socket_directories": "", **self._settings}
        words = " ".join(f"-c {name}='{value}'" for name, value in settings.items())
        self._run("pg_ctl", "--wait", "--log", str(self.folder / "log"), "--options", words, "start")

    def stop(self, how: str = "fast") -> None:
        self._run("pg_ctl", "--wait", "--mode", how, "stop")

    def end(self) -> None:
        RUNNING.remove(self)
        self.stop("immediate")
        shutil.rmtree(self.folder, ignore_errors=True)

    def add(self, name: str) -> None:
        if name in self._names:
            return
        with psycopg.connect(f"{self.url}/template1", autocommit=True) as connection:
            connection.execute(f'CREATE DATABASE "{name}" TEMPLATE postgres'.encode())
            for old in set(self._names[:-KEPT]) - self._used(connection):
                with suppress(psycopg.errors.ObjectInUse):
                    connection.execute(f'DROP DATABASE "{old}"'.encode())
                    self._names.remove(old)
        self._names.append(name)

    @staticmethod
    def _used(connection: psycopg.Connection[tuple[str]]) -> set[str]:
        """To drop one of these, PostgreSQL would wait for five seconds."""
        found = connection.execute("SELECT DISTINCT datname FROM pg_stat_activity WHERE datname IS NOT NULL")
        return {name for (name,) in found}

    def _run(self, program: str, *words: str) -> None:
        data = str(self.folder / "data")
        done = subprocess.run(
            [_binary(program), "--pgdata", data, *words],
            **({} if self._user is None else _as(self._user)),
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )
        assert done.returncode == 0, f"{program} failed; see {self.folder}"


def _as(user: str) -> dict[str, Any]:
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


def _nobody() -> str | None:
    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in UNPRIVILEGED if name in known) if os.geteuid() == 0 else None


def _binary(program: str) -> str:
    """Debian keeps them apart from the usual programs, by version."""
    found = [shutil.which(program), *sorted(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{program}")))]
    there = [one for one in found if one]
    assert there, "the tests need PostgreSQL; as root on Debian make test installs it (apt-get install postgresql)"
    return there[-1]


atexit.register(end_clusters)
