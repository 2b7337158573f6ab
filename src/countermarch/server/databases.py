"""Opening a database, SQLite or PostgreSQL, and bringing it to the newest form."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from platformdirs import user_data_path
from sqlalchemy import create_engine, event, text
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

PATIENCE = 10_000  # milliseconds to wait for others who write
REMEMBERED = 16_384  # kB of SQLite's pages a connection keeps: of thousands of matches its usual 2,000 know too few
LAST_FIRST = {"pool_use_lifo": True}  # whoever writes makes the other connections forget what they keep
LONGEST_LOG = 16_000  # pages of SQLite's log, until a commit writes them into the file
CONNECT = 5  # seconds until PostgreSQL must have answered
IDLE = 3_000  # milliseconds: whoever stops in the middle of a transaction must not keep others from his matches
KEPT, MORE = 5, 10  # connections a process keeps open, and how many more it may have for a moment
MIGRATING = 0x636D  # what those who bring a database to its newest form at once wait for
POSTGRES = ("postgres", "postgresql")


class StoreError(ValueError):
    """The database cannot be used; the message says why and what to do."""


def default_url() -> str:
    folder = user_data_path("countermarch", appauthor=False, ensure_exists=True)
    return f"sqlite:///{folder / 'matches.sqlite'}"


def parsed(url: str) -> URL:
    """Any PostgreSQL is spoken to by psycopg 3."""
    try:
        found = make_url(url)
    except ArgumentError as error:
        raise _unusable(url, error) from None
    return found.set(drivername="postgresql+psycopg") if found.drivername in POSTGRES else found


def is_shared(url: str) -> bool:
    """Whether several processes may serve from it."""
    try:
        return parsed(url).get_backend_name() == "postgresql"
    except StoreError:
        return False


def open_database(url: str) -> Engine:
    """Ready for use, in its newest form."""
    engine = connected(url)
    try:
        migrate(engine)
    except SQLAlchemyError as error:
        raise StoreError(
            f"the database {_shown(url)} cannot be opened: {_first_line(error)}; {_remedy(url)}"
        ) from error
    except CommandError:
        newer = "it was made by another version of Countermarch; use that one, or name another database"
        raise StoreError(f"the database {_shown(url)} cannot be read: {newer}") from None
    return engine


def connected(url: str) -> Engine:
    """As it is, in whatever form."""
    try:
        where = parsed(url)
        if where.get_backend_name() == "sqlite":
            _make_room(where.database)
        # cookies and links stay out of logs
        engine = create_engine(where, hide_parameters=True, **(_shared() if is_shared(url) else LAST_FIRST))
    except OSError as error:
        raise StoreError(f"{url!r} cannot be opened: {error.strerror} ({error.filename}); name another file") from None
    except ModuleNotFoundError as error:
        raise StoreError(f"PostgreSQL needs {error.name}; pip install 'countermarch[postgres]' brings it") from None
    except (ArgumentError, NoSuchModuleError) as error:
        raise _unusable(url, error) from None
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _careful)
    return engine


def _unusable(url: str, error: Exception) -> StoreError:
    hint = "write such as sqlite:///matches.sqlite or postgresql://user@host/name"
    return StoreError(f"{_shown(url)!r} is no database we can use ({_first_line(error)}); {hint}")


def _shared() -> dict[str, Any]:
    """What one says is kept when it is answered: whatever the database is set to, it must be on its disk."""
    settings = {
        "synchronous_commit": "on",
        "idle_in_transaction_session_timeout": IDLE,
        "lock_timeout": PATIENCE,
        "statement_timeout": 3 * PATIENCE,
    }
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    return {
        "pool_size": KEPT,
        "max_overflow": MORE,
        "pool_timeout": CONNECT,
        "connect_args": {"connect_timeout": CONNECT, "options": options, "application_name": "countermarch"},
    }


def file_of(engine: Engine) -> Path:
    return Path(str(engine.url.database)).expanduser().absolute()


def _make_room(file: str | None) -> None:
    if file in (None, "", ":memory:"):
        raise ArgumentError("a database in memory forgets every match")
    Path(str(file)).expanduser().parent.mkdir(parents=True, exist_ok=True)


def _careful(connection: Any, _: object) -> None:
    """Readers do not wait for writers, and what is committed outlives a power cut; see also `OneFile.fold`."""
    kept = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
    bounds = (f"busy_timeout={PATIENCE}", f"wal_autocheckpoint={LONGEST_LOG}", f"cache_size={-REMEMBERED}")
    for setting in (*kept, *bounds):
        connection.execute(f"PRAGMA {setting}")


def _migrations() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


@cache
def newest_form() -> str | None:
    """What the database of this version looks like."""
    return ScriptDirectory.from_config(_migrations()).get_current_head()


def forms() -> frozenset[str]:
    """All that this version knows, the newest and those it came from."""
    return frozenset(one.revision for one in ScriptDirectory.from_config(_migrations()).walk_revisions())


def migrate(engine: Engine) -> None:
    """All or nothing, one after the other: SQLite's driver would commit every table by itself."""
    config = _migrations()
    with engine.begin() as connection:
        if MigrationContext.configure(connection).get_current_heads() == (newest_form(),):
            return  # and waits for nobody who writes
        if engine.dialect.name == "sqlite":
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        if engine.dialect.name == "postgresql":  # as long as it takes
            for limit in ("idle_in_transaction_session_timeout", "lock_timeout", "statement_timeout"):
                connection.execute(text(f"SET LOCAL {limit} = 0"))
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def _shown(url: str) -> str:
    """Without its password."""
    try:
        return make_url(url).render_as_string(hide_password=True)
    except ArgumentError:
        return url


def _remedy(url: str) -> str:
    return "start it, or name another one" if is_shared(url) else "name another one"


def _first_line(error: Exception) -> str:
    return str(error).splitlines()[0]
