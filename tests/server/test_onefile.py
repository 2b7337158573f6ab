"""The file of the database is deleted, moved or replaced under the server: nothing acknowledged is lost."""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server.onefile import OneFile
from tests.server.databases import FILES_ONLY
from tests.server.processes import wait_for as until
from tests.server.sitting import Sitting, refused, sit, visit

pytestmark = FILES_ONLY


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite"


@pytest.fixture
def client(file: Path) -> Iterator[TestClient]:
    with visit(file) as client:
        yield client


@pytest.fixture
def table(client: TestClient) -> Sitting:
    table = sit(client, game="bridgehead")
    for _ in range(5):
        table.play()
    return table


def first(table: Sitting) -> dict[str, Any]:
    """The first legal action of whoever is to act, by what the server tells now."""
    side = table.get("view", seat="german")["decision"]["side"]
    return {"seat": side, "action": table.get("legal", seat=side)["actions"][0]["text"]}


def act(table: Sitting) -> Any:
    return table.post("actions", **first(table))


def prints(table: Sitting) -> list[str]:
    return [step["fingerprint"] for step in table.get("replay")["steps"]]


def copied(file: Path, copy: Path) -> None:
    with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def rescued(file: Path) -> Path:
    until(lambda: bool(list(file.parent.glob("*.rescued-*"))))
    (found,) = file.parent.glob("*.rescued-*")
    return found


def answers(table: Sitting) -> bool:
    return bool(table.ask("view", seat="german").status_code == 200)


def check_refused(table: Sitting, body: dict[str, Any]) -> None:
    """In words of both languages, and nothing is done."""
    for lang, word in (("en", "nothing was done"), ("es", "no se ha hecho nada")):
        answer = table.client.post(f"/api/matches/{table.id}/actions?lang={lang}", json=body)
        assert word in refused(answer, 503)["message"]
    assert table.client.get("/readyz").status_code == 503


def remove_all(file: Path) -> None:
    for one in file.parent.glob(f"{file.name}*"):
        one.unlink()


def remove_file(file: Path) -> None:
    file.unlink()


def remove_log(file: Path) -> None:
    file.with_name(f"{file.name}-wal").unlink()


@pytest.mark.parametrize("remove", [remove_all, remove_file, remove_log])
def test_what_was_deleted_is_rescued_and_can_be_put_back(
    table: Sitting, file: Path, remove: Callable[[Path], None]
) -> None:
    acknowledged, asked = prints(table), first(table)
    remove(file)
    check_refused(table, asked)
    os.replace(rescued(file), file)
    until(lambda: answers(table))
    assert prints(table) == acknowledged
    assert act(table).status_code == 200
    assert prints(table)[:-1] == acknowledged


def test_what_is_moved_away_and_back_goes_on(table: Sitting, file: Path) -> None:
    acknowledged, asked = prints(table), first(table)
    away = file.with_name("away.sqlite")
    os.rename(file, away)
    check_refused(table, asked)
    os.rename(away, file)
    until(lambda: answers(table))
    assert act(table).status_code == 200
    assert prints(table)[:-1] == acknowledged


def test_after_an_older_copy_was_put_in_its_place_its_games_go_on_from_there(table: Sitting, file: Path) -> None:
    copy, known = file.with_name("copy.sqlite"), prints(table)
    copied(file, copy)
    for _ in range(3):
        assert act(table).status_code == 200
    asked = first(table)
    shutil.move(copy, file)
    assert table.post("actions", **asked).status_code == 503
    until(lambda: answers(table))
    assert prints(table) == known
    assert act(table).status_code == 200
    with closing(sqlite3.connect(file)) as kept:
        rows = [index for (index,) in kept.execute('SELECT "index" FROM actions ORDER BY 1')]
    assert rows == list(range(6))


def test_who_listens_is_told_to_ask_again(table: Sitting, file: Path) -> None:
    copy = file.with_name("copy.sqlite")
    copied(file, copy)
    with table.listening("german") as line:
        shutil.move(copy, file)
        while line.receive_json()["type"] != "closed":
            pass


def test_what_is_no_database_is_refused_until_one_is_there(
    table: Sitting, file: Path, caplog: pytest.LogCaptureFixture
) -> None:
    acknowledged = prints(table)
    junk = file.with_name("junk")
    junk.write_text("not a database, whatever it is called\n" * 100)
    os.replace(junk, file)
    kept = rescued(file)
    until(lambda: "cannot be used" in caplog.text)  # it has been looked at
    assert table.ask("view", seat="german").status_code == 503
    os.replace(kept, file)
    until(lambda: answers(table))
    assert prints(table) == acknowledged


def test_what_is_in_the_log_is_written_into_the_file(file: Path, client: TestClient, table: Sitting) -> None:
    one: OneFile = client.app.state.tables.store.file  # type: ignore[attr-defined]
    one.fold()
    alone = file.with_name("alone.sqlite")
    shutil.copy(file, alone)  # without the log beside it
    with closing(sqlite3.connect(alone)) as copy:
        assert copy.execute("SELECT count(*) FROM actions").fetchone() == (5,)
    log = file.with_name(f"{file.name}-wal").stat().st_size
    table.play()
    assert file.with_name(f"{file.name}-wal").stat().st_size == log  # which began anew


def test_the_log_of_a_file_that_is_gone_is_left_alone(file: Path, client: TestClient, table: Sitting) -> None:
    one: OneFile = client.app.state.tables.store.file  # type: ignore[attr-defined]
    file.rename(file.with_name("elsewhere.sqlite"))
    one.fold()
    assert not file.exists()
