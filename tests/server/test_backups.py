"""What a copy has to be before anything is replaced by it, and what is left of one that came to nothing."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest
from alembic import command
from sqlalchemy import Engine, event, inspect, text
from typer.testing import CliRunner

from countermarch import cli
from countermarch.server import backups, databases
from countermarch.server.databases import connected, migrate, newest_form
from tests.server.databases import FILES_ONLY, SHARED, rows, url_of
from tests.server.sitting import sit, visit

SHARED_ONLY = pytest.mark.skipif(not SHARED, reason="it is about PostgreSQL")


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "m.sqlite"


def admin(url: str, *words: str, status: int = 0) -> Any:
    told = CliRunner().invoke(cli.app, ["admin", *words, "--database", url, "--json"])
    assert told.exit_code == status, told.output
    assert told.exception is None or isinstance(told.exception, SystemExit), told.exception
    return json.loads(told.stdout) if status == 0 else " ".join(told.output.split())


def played(database: Path) -> str:
    with visit(database) as client:
        return sit(client, game="bridgehead").id


def stated(database: Path, *statements: str) -> None:
    """Said to a database in whatever form it is."""
    engine = connected(url_of(database))
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))
    engine.dispose()


def copied(database: Path, copy: Path) -> None:
    """As it is, in whatever form: a server of that form would have made this copy."""
    if SHARED:
        backups._run(databases.parsed(url_of(database)), "pg_dump", "--format=custom", "--no-owner", f"--file={copy}")
    else:
        backups._copy_file(str(database), copy)


def brought_to(database: Path, form: str) -> None:
    engine, config = connected(url_of(database)), databases._migrations()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, form)
    engine.dispose()


def ids(database: Path) -> list[str]:
    return [id for (id,) in rows(database, "select id from matches")]


# what may take the place of a database


def test_a_copy_of_a_newer_countermarch_is_refused_and_nothing_changed(database: Path, tmp_path: Path) -> None:
    id = played(database)
    stated(database, "update alembic_version set version_num = '9999'")
    copied(database, tmp_path / "copy")
    stated(database, f"update alembic_version set version_num = '{newest_form()}'")
    told = admin(url_of(database), "restore", str(tmp_path / "copy"), "--yes", status=2)
    assert "made by another version" in told and ids(database) == [id]


def test_a_database_of_something_else_is_refused_and_nothing_changed(database: Path, tmp_path: Path) -> None:
    id, other = played(database), tmp_path / "songs.sqlite"
    if SHARED:
        stated(other, "drop schema public cascade", "create schema public")
    stated(other, "create table songs (name text)", "insert into songs values ('Lili Marleen')")
    copied(other, tmp_path / "copy")
    told = admin(url_of(database), "restore", str(tmp_path / "copy"), "--yes", status=2)
    assert "holds no matches of Countermarch" in told and "back-up" in told and ids(database) == [id]


def test_a_copy_of_an_older_form_is_restored_and_brought_to_the_newest(database: Path, tmp_path: Path) -> None:
    id = played(database)
    brought_to(database, "0010")
    copied(database, tmp_path / "copy")
    played(database)  # which brings it to the newest form
    assert admin(url_of(database), "restore", str(tmp_path / "copy"), "--yes")["matches"] == 1
    assert ids(database) == [id] and rows(database, "select version_num from alembic_version") == [(newest_form(),)]
    with visit(database) as client:
        assert client.get("/api/matches", params={"id": id}).json()[0]["id"] == id


@SHARED_ONLY
def test_a_copy_that_breaks_off_changes_nothing(database: Path, tmp_path: Path) -> None:
    id, copy = played(database), tmp_path / "copy"
    copied(database, copy)
    whole = copy.read_bytes()
    copy.write_bytes(whole[: len(whole) - len(whole) // 4])
    assert "pg_restore failed" in admin(url_of(database), "restore", str(copy), "--yes", status=2)
    assert ids(database) == [id]


def test_an_empty_name_is_no_database(database: Path, tmp_path: Path) -> None:
    """An unset variable of a shell is not the database of this machine's own."""
    played(database)
    copied(database, tmp_path / "copy")
    for words in (("restore", str(tmp_path / "copy"), "--yes"), ("back-up", str(tmp_path / "other")), ("list",)):
        assert "is no database we can use" in admin("", *words, status=2)
    assert "is no database we can use" in admin("no address", "restore", str(tmp_path / "copy"), status=2)


def test_to_be_asked_does_not_change_the_form(database: Path, tmp_path: Path) -> None:
    played(database)
    copied(database, tmp_path / "copy")
    brought_to(database, "0011")
    assert backups.held(url_of(database)) == 1
    engine = connected(url_of(database))
    with engine.connect() as connection:
        assert connection.execute(text("select version_num from alembic_version")).scalar() == "0011"
    engine.dispose()


@SHARED_ONLY
def test_a_server_of_another_role_is_seen_to_use_it(tmp_path: Path) -> None:
    url = url_of(tmp_path / "roles")
    with psycopg.connect(url, autocommit=True) as boss:
        for role in ("owns_it", "serves_it"):
            boss.execute(f"DROP ROLE IF EXISTS {role}".encode())
            boss.execute(f"CREATE ROLE {role} LOGIN".encode())
        boss.execute(b"GRANT ALL ON ALL TABLES IN SCHEMA public TO owns_it")
    owner, server = (url.replace("table@", f"{role}@") for role in ("owns_it", "serves_it"))
    engine = connected(owner)
    assert backups._others(engine) == 0
    with psycopg.connect(server):
        assert backups._others(engine) == 1
    engine.dispose()


@SHARED_ONLY
def test_a_copy_whose_tables_would_not_be_found_changes_nothing(database: Path, tmp_path: Path) -> None:
    id, other = played(database), tmp_path / "elsewhere.sqlite"
    url = url_of(other)
    with psycopg.connect(url, autocommit=True) as boss:
        boss.execute(b"DROP SCHEMA public CASCADE")
        boss.execute(b"CREATE SCHEMA house")
        boss.execute(b'ALTER DATABASE "' + url.rpartition("/")[2].encode() + b'" SET search_path = house')
    played(other)
    admin(url, "back-up", str(tmp_path / "copy"))
    told = admin(url_of(database), "restore", str(tmp_path / "copy"), "--yes", status=2)
    assert "another schema" in told and ids(database) == [id]
    assert admin(url, "restore", str(tmp_path / "copy"), "--yes")["matches"] == 1


@SHARED_ONLY
def test_what_else_lies_in_a_database_does_not_stand_in_the_way(database: Path, tmp_path: Path) -> None:
    id = played(database)
    stated(
        database,
        "create function twice(n int) returns int language sql as 'select 2 * n'",
        "create sequence tickets",
        "grant select on matches to public",
    )
    admin(url_of(database), "back-up", str(tmp_path / "copy"))
    assert admin(url_of(database), "restore", str(tmp_path / "copy"), "--yes")["matches"] == 1
    assert ids(database) == [id]


def test_a_database_of_a_newer_countermarch_can_be_replaced_by_an_older_copy(database: Path, tmp_path: Path) -> None:
    id = played(database)
    admin(url_of(database), "back-up", str(tmp_path / "copy"))
    stated(database, "update alembic_version set version_num = '9999'")
    assert admin(url_of(database), "restore", str(tmp_path / "copy"), "--yes")["matches"] == 1
    assert ids(database) == [id]


# what is left


@FILES_ONLY
def test_nothing_is_left_of_a_restore_that_fails(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id, copy = played(database), tmp_path / "copy.backup"
    admin(url_of(database), "back-up", str(copy))

    def full(url: str) -> None:
        made = database.with_name(".m.sqlite.new")
        assert made.stat().st_mode & 0o777 == 0o600
        made.with_name(".m.sqlite.new-journal").touch()
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(backups, "open_database", full)
    told = admin(url_of(database), "restore", str(copy), "--yes", status=2)
    assert "disk is full" in told and "nothing was changed" in told
    assert not list(tmp_path.glob(".m.sqlite*")) and ids(database) == [id]


@FILES_ONLY
def test_nobody_comes_to_a_file_while_it_is_replaced(
    database: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(database)
    admin(url_of(database), "back-up", str(tmp_path / "copy"))
    database.chmod(0o640)
    opening, met = databases.open_database, list[str]()

    def late(url: str) -> Engine:
        with closing(sqlite3.connect(database, timeout=0.1)) as other, pytest.raises(sqlite3.OperationalError) as told:
            other.execute("update matches set turn = 77")
        met.append(str(told.value))
        return opening(url)

    monkeypatch.setattr(backups, "open_database", late)
    assert admin(url_of(database), "restore", str(tmp_path / "copy"), "--yes")["matches"] == 1
    assert met == ["database is locked"] and database.stat().st_mode & 0o777 == 0o640


@FILES_ONLY
def test_a_copy_that_lacks_a_table_is_refused(database: Path, tmp_path: Path) -> None:
    id, copy = played(database), tmp_path / "copy"
    admin(url_of(database), "back-up", str(copy))
    with closing(sqlite3.connect(copy)) as torn:
        torn.execute("drop table seats")
    assert "no table 'seats'" in admin(url_of(database), "restore", str(copy), "--yes", status=2)
    assert ids(database) == [id]


@FILES_ONLY
def test_a_database_is_not_backed_up_onto_itself(database: Path) -> None:
    id = played(database)
    assert "the database itself" in admin(url_of(database), "back-up", str(database), status=2)
    assert ids(database) == [id]


@FILES_ONLY
def test_who_reads_waits_for_nobody_who_writes(database: Path) -> None:
    played(database)
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        assert len(admin(url_of(database), "list")) == 1


@FILES_ONLY
def test_a_link_to_a_database_stays_one(database: Path, tmp_path: Path) -> None:
    id, link, copy = played(database), tmp_path / "link.sqlite", tmp_path / "copy.backup"
    link.symlink_to(database)
    admin(f"sqlite:///{link}", "back-up", str(copy))
    assert admin(f"sqlite:///{link}", "restore", str(copy), "--yes")["matches"] == 1
    assert link.is_symlink() and ids(database) == [id]


def test_a_copy_into_a_folder_that_is_not_there_is_refused_in_words(database: Path, tmp_path: Path) -> None:
    played(database)
    told = admin(url_of(database), "back-up", str(tmp_path / "nowhere" / "copy"), status=2)
    assert "nowhere" in told


# a change of form that is interrupted


LOOKED_FOR = {"matches_adjudged", "matches_timed"}


def indices(engine: Engine) -> set[str | None]:
    return {one["name"] for one in inspect(engine).get_indexes("matches")}


@FILES_ONLY
def test_an_interrupted_change_of_form_leaves_the_form_before(database: Path) -> None:
    played(database)
    brought_to(database, "0011")
    engine = connected(url_of(database))

    def killed(_: object, __: object, statement: str, *___: object) -> None:
        if "matches_timed" in statement:
            raise KeyboardInterrupt

    event.listen(engine, "before_cursor_execute", killed)
    with pytest.raises(KeyboardInterrupt):
        migrate(engine)
    assert not indices(engine) & LOOKED_FOR
    event.remove(engine, "before_cursor_execute", killed)
    migrate(engine)
    assert indices(engine) >= LOOKED_FOR
    engine.dispose()


@FILES_ONLY
def test_several_who_open_it_at_once_wait_for_each_other(database: Path) -> None:
    played(database)
    brought_to(database, "0010")
    opening = (
        "from countermarch.server.databases import open_database; import sys; open_database(sys.argv[1]).dispose()"
    )
    words = [sys.executable, "-c", opening, url_of(database)]
    started = [subprocess.Popen(words, stderr=subprocess.PIPE, text=True) for _ in range(3)]
    assert [(one.communicate(timeout=60)[1], one.returncode) for one in started] == [("", 0)] * 3


def test_what_we_call_ours_is_all_there_is(database: Path) -> None:
    played(database)
    engine = connected(url_of(database))
    assert sorted(inspect(engine).get_table_names()) == sorted(backups._tables_of_ours())
    engine.dispose()


# processes of bots


def test_a_bots_process_goes_with_who_it_thinks_for() -> None:
    child = (
        "import os, time; from threading import Thread; from countermarch.server.minds import _go_with;"
        "Thread(target=_go_with, args=(os.getppid(),), daemon=True).start(); print(os.getpid(), flush=True);"
        "time.sleep(60)"
    )
    parent = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {child!r}])"
    server = subprocess.Popen([sys.executable, "-c", parent], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    thinks = int(server.stdout.readline())
    server.send_signal(signal.SIGKILL)
    server.wait()
    with closing(server.stdout):
        until = time.monotonic() + 20
        while _lives(thinks) and time.monotonic() < until:
            time.sleep(0.1)
    assert not _lives(thinks)


def _lives(pid: int) -> bool:
    """Whether it runs; who has ended may still be listed until somebody asks."""
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2][:4]
    except OSError:
        return False
