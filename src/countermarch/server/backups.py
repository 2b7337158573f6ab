"""Copies of a database while the server runs, and the way back.

SQLite is copied by its own online backup, PostgreSQL by pg_dump and pg_restore.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Collection, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from time import monotonic, sleep

from sqlalchemy import create_engine, func, inspect, select, text
from sqlalchemy import exc as sql
from sqlalchemy.engine import URL, Engine
from sqlalchemy.pool import StaticPool

from countermarch.server.databases import StoreError, connected, forms, migrate, open_database, parsed
from countermarch.server.schema import StoredMatch
from countermarch.server.store import Store

HEAD = {b"SQLite format 3\0": "sqlite", b"PGDMP": "postgresql"}
MATCHES, FORM = "matches", "alembic_version"  # tables without which it is no database of ours
TAKE_ANOTHER = "take a file that `countermarch admin back-up` has written"
ELSEWHERE = "stop every server that uses it first"
HANGING_UP = 3.0  # seconds
QUIETLY = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--output=/dev/null")
IT_IS_THERE = f"""RESET search_path;
DO $$ BEGIN
    IF to_regclass('{MATCHES}') IS NULL OR to_regclass('{FORM}') IS NULL THEN
        RAISE EXCEPTION 'its tables lie in another schema than those of this database';
    END IF;
END $$;
COMMIT;
ANALYZE;
"""


def back_up(url: str, file: Path) -> int:
    """A copy of the database as it is at this moment; how many matches it holds."""
    where = parsed(url)
    if where.get_backend_name() == "sqlite" and Path(str(where.database)).resolve() == file.resolve():
        raise ValueError(f"{file} is the database itself; name another file")
    number = _count(url)
    with _beside(file) as made:
        if where.get_backend_name() == "sqlite":
            _copy_file(str(where.database), made)
        else:
            _run(where, "pg_dump", "--format=custom", "--no-owner", f"--file={made}")
    return number


def restore(url: str, file: Path) -> int:
    """The database as it was when it was copied: what it holds now is gone. How many matches it holds then."""
    kind, where = _kind(file), parsed(url)
    if kind != where.get_backend_name():
        raise ValueError(f"{file} is a back-up of {kind}, and {where.get_backend_name()} is to be restored")
    if kind == "sqlite":
        _put_file(file, Path(str(where.database)).resolve())
    else:
        _check_dump(file)
        _check_alone(url)
        _put_dump(where, file)
    return _count(url)


def held(url: str) -> int | None:
    """How many matches would be lost; None if that cannot be read. It is left in the form it has."""
    where = parsed(url)
    if where.get_backend_name() == "sqlite" and not Path(str(where.database)).exists():
        return 0
    engine = connected(url)
    try:
        with engine.connect() as connection:
            there = inspect(connection).has_table(MATCHES)
            return int(connection.execute(text(f"SELECT count(*) FROM {MATCHES}")).scalar() or 0) if there else 0
    except sql.SQLAlchemyError:
        return None
    finally:
        engine.dispose()


def _count(url: str) -> int:
    store = Store(url)
    try:
        with store.engine.connect() as connection:
            return int(connection.execute(select(func.count()).select_from(StoredMatch)).scalar() or 0)
    finally:
        store.close()


@contextmanager
def _beside(file: Path) -> Iterator[Path]:
    """A new file beside one, which it takes the place of when it is whole; nothing is left of it otherwise.

    Nobody else may read it: it holds what links are signed with.
    """
    made = file.with_name(f".{file.name}.new")
    left = [made, *(made.with_name(f"{made.name}-{more}") for more in ("journal", "wal", "shm"))]
    try:
        _remove(left)
        os.close(os.open(made, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        yield made
        made.replace(file)
    except sqlite3.Error as error:
        raise ValueError(f"{file} could not be written: {error}; nothing was changed") from None
    finally:
        _remove(left)


def _remove(files: Collection[Path]) -> None:
    for file in files:
        with suppress(OSError):
            file.unlink()


def _kind(file: Path) -> str:
    with file.open("rb") as opened:
        head = opened.read(16)
    for sign, kind in HEAD.items():
        if head.startswith(sign):
            return kind
    raise ValueError(f"{file} is no back-up; {TAKE_ANOTHER}")


def _check_ours(file: Path, tables: Collection[str], form: str | None) -> None:
    """Before anything is replaced by it."""
    if MATCHES not in tables or form is None:
        raise ValueError(f"{file} holds no matches of Countermarch; {TAKE_ANOTHER}")
    if form not in forms():
        raise ValueError(f"{file} was made by another version of Countermarch; restore it by that one")


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
        _check_ours(source, _tables_in(there), _form_in(there))
        with _kept_from_others(target), _beside(target) as made:
            with closing(sqlite3.connect(made)) as here:
                there.backup(here)
            open_database(URL.create("sqlite", database=str(made)).render_as_string()).dispose()
            _check_complete(made, source)
            _belongs_as(made, target)
            _remove([target.with_name(f"{target.name}-{left}") for left in ("wal", "shm")])


def _check_complete(made: Path, source: Path) -> None:
    with closing(sqlite3.connect(made)) as here:
        missing = sorted(set(_tables_of_ours()) - _tables_in(here))
    if missing:
        raise ValueError(f"{source} is damaged (it has no table {missing[0]!r}); take another back-up")


def _belongs_as(made: Path, target: Path) -> None:
    """Whoever could read the database before can still do so, if it is ours to say."""
    if target.exists():
        was = target.stat()
        made.chmod(was.st_mode & 0o777)
        with suppress(PermissionError):
            os.chown(made, was.st_uid, was.st_gid)


def _tables_in(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}


def _form_in(connection: sqlite3.Connection) -> str | None:
    if FORM not in _tables_in(connection):
        return None
    found = connection.execute(f"SELECT version_num FROM {FORM}").fetchone()
    return None if found is None else str(found[0])


@contextmanager
def _kept_from_others(file: Path) -> Iterator[None]:
    """Whoever is connected keeps the journal from being changed; who comes now waits until another file is there."""
    if not file.exists():
        yield
        return
    with closing(sqlite3.connect(file, timeout=1.0, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            why = f"is in use; {ELSEWHERE}" if "locked" in str(error) else f"cannot be written: {error}"
            raise ValueError(f"{file} {why}") from None
        except sqlite3.DatabaseError:  # damaged: that is why it is restored
            pass
        yield


# PostgreSQL


def _check_alone(url: str) -> None:
    """Who has just hung up is counted for a moment more."""
    engine, until = connected(url), monotonic() + HANGING_UP
    try:
        while _others(engine):
            if monotonic() > until:
                raise ValueError(f"the database is in use; {ELSEWHERE}")
            sleep(0.1)
    except sql.SQLAlchemyError as error:
        raise StoreError(f"the database cannot be asked: {str(error).splitlines()[0]}; start it") from None
    finally:
        engine.dispose()


def _others(engine: Engine) -> int:
    """How many are connected beside us."""
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    people = "backend_type = 'client backend' OR (backend_type IS NULL AND usesysid IS NOT NULL)"  # of another role
    with engine.connect() as connection:
        return int(connection.execute(text(f"{others} AND ({people})")).scalar() or 0)


def _check_dump(file: Path) -> None:
    tables = re.findall(r" TABLE \S+ (\S+) ", _said(["pg_restore", "--list", str(file)]))
    rows = _said(["pg_restore", "--data-only", f"--table={FORM}", "--file=-", str(file)])
    form = re.search(rf"^COPY \S*{FORM}\b.*\n(\S+)$", rows, re.MULTILINE)
    _check_ours(file, tables, form[1] if form else None)


def _put_dump(where: URL, file: Path) -> None:
    """In one transaction, which is not ended if the copy cannot be read to its end."""
    gone = "".join(f'DROP TABLE IF EXISTS "{name}" CASCADE;\n' for name in _tables_of_ours())
    _check_there("psql")
    reading = _started(["pg_restore", "--clean", "--if-exists", "--no-owner", "--no-privileges", "--file=-", str(file)])
    writing = _started(["psql", *_dbname(where), *QUIETLY], _with_password(where))
    assert reading.stdout and writing.stdin
    try:
        with suppress(BrokenPipeError):  # it says itself why it has stopped
            writing.stdin.write(f"SET client_min_messages = warning;\nBEGIN;\n{gone}".encode())
            shutil.copyfileobj(reading.stdout, writing.stdin)
            writing.stdin.write(IT_IS_THERE.encode() if reading.wait() == 0 else b"ROLLBACK;\n")
            writing.stdin.flush()
        _ended(writing)
        _ended(reading)
    finally:
        reading.kill()
        writing.kill()


def _tables_of_ours() -> list[str]:
    """Of the newest form: a copy of an older one knows too few."""
    engine = create_engine("sqlite://", poolclass=StaticPool)
    migrate(engine)
    return inspect(engine).get_table_names()


def _run(where: URL, program: str, *words: str) -> None:
    _said([program, *_dbname(where), *words], _with_password(where))


def _said(words: list[str], env: Mapping[str, str] | None = None) -> str:
    """What a program says that has done its work."""
    _check_there(words[0])
    return _ended(_started(words, env))


def _check_there(program: str) -> None:
    if shutil.which(program) is None:
        raise ValueError(f"{program} is not here; install the client programs of PostgreSQL (postgresql-client)")


def _dbname(where: URL) -> list[str]:
    """The password stands in no list of processes."""
    plain = where.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    return [f"--dbname={plain}"]


def _with_password(where: URL) -> dict[str, str]:
    return {**os.environ, **({"PGPASSWORD": str(where.password)} if where.password else {})}


def _started(words: list[str], env: Mapping[str, str] | None = None) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(words, env=env, stdin=pipe, stdout=pipe, stderr=pipe)


def _ended(program: subprocess.Popen[bytes]) -> str:
    """What it said; what it complained of is an error."""
    said, wrong = (some.decode(errors="replace") for some in program.communicate())
    if program.returncode:
        lines = [line for line in wrong.strip().splitlines() if re.search(r"error:", line, re.IGNORECASE)]
        why = (lines or wrong.strip().splitlines() or [f"it ended by {program.returncode} and did not say why"])[0]
        raise ValueError(f"{_name_of(program)} failed: {why}")
    return said


def _name_of(program: subprocess.Popen[bytes]) -> str:
    return str(program.args[0]) if isinstance(program.args, list) else str(program.args)
