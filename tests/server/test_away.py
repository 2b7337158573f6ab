"""A database that is away is told in one line of the log at a time, and the server goes on, or ends, without it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError
from starlette.testclient import WebSocketDenialResponse
from starlette.websockets import WebSocketDisconnect

from countermarch.server import adjudging, sandbox
from countermarch.server.logs import Lines
from countermarch.server.mailstore import MailStore
from countermarch.server.owners import Elsewhere
from countermarch.server.ownerstore import OwnerStore, Peer
from countermarch.server.rulestore import RuleStore
from countermarch.server.store import NotOurs, Store
from tests.server.databases import NAMES_ITS_OWN, postgres
from tests.server.post_office import until
from tests.server.sitting import sit, visit

OFTEN = 0.02


def away(*_: object) -> Any:
    """As psycopg says it, in several lines."""
    raise OperationalError("SELECT 1", None, Exception("connection failed\n\tIs the server running?"))


def told(caplog: pytest.LogCaptureFixture, word: str) -> list[str]:
    """As it is written into the log."""
    return [Lines().format(record) for record in list(caplog.records) if word in record.getMessage()]


def check_one_line_each(said: list[str]) -> None:
    assert said and all("connection failed" in one and "\n" not in one for one in said), said


@pytest.mark.parametrize(
    ("where", "store", "asks", "word"),
    [(adjudging, Store, "adjudged", "what was adjudged"), (sandbox, MailStore, "old_sandboxes", "old sandboxes")],
)
def test_what_is_looked_for_now_and_then_is_looked_for_again(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    where: Any,
    store: type,
    asks: str,
    word: str,
) -> None:
    monkeypatch.setattr(where, "OFTEN", OFTEN)
    monkeypatch.setattr(store, asks, away)
    with visit(tmp_path / "m.sqlite"):
        until(lambda: len(told(caplog, word)) > 2)
    check_one_line_each(told(caplog, word))


def test_what_is_no_fault_of_the_database_is_told_at_length(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    def wrong(_: Store) -> Any:
        raise ValueError("a mistake of ours")

    monkeypatch.setattr(Store, "adjudged", wrong)
    with visit(tmp_path / "m.sqlite"):
        until(lambda: bool(told(caplog, "what was adjudged")))
    assert "Traceback" in told(caplog, "what was adjudged")[0]


def test_old_sandboxes_that_another_worker_has_by_now_are_left_to_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    cleared = list[str]()

    async def remove(_: Any, id: str) -> None:
        cleared.append(id)
        if id == "moved":
            raise NotOurs(id)

    monkeypatch.setattr(sandbox, "remove", remove)
    monkeypatch.setattr(MailStore, "old_sandboxes", lambda *_: ["moved", "ours"])
    with visit(tmp_path / "m.sqlite"):
        until(lambda: cleared == ["moved", "ours"])
    assert not told(caplog, "old sandboxes")


def closing(monkeypatch: pytest.MonkeyPatch) -> list[Store]:
    """Stores that have been closed since."""
    closed, close = list[Store](), Store.close

    def closes(store: Store) -> None:
        closed.append(store)
        close(store)

    monkeypatch.setattr(Store, "close", closes)
    return closed


def ends(monkeypatch: pytest.MonkeyPatch, server: TestClient, goes_away: Callable[[], None]) -> bool:
    """Whether the store of a server that ends is closed."""
    with server:
        sit(server, game="bridgehead").play()
        closed = closing(monkeypatch)
        goes_away()
    return closed == [server.app.state.tables.store]  # type: ignore[attr-defined]


def test_a_server_that_ends_meanwhile_closes_its_store(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    server = visit(tmp_path / "m.sqlite")
    assert ends(monkeypatch, server, lambda: monkeypatch.setattr(RuleStore, "keep", away))
    check_one_line_each(told(caplog, "could not be kept"))


@NAMES_ITS_OWN
def test_a_worker_that_ends_meanwhile_and_cannot_say_so_closes_its_store(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    server = visit(postgres("ends"), peer=Peer("worker 0", "house", 0, "127.0.0.1:1"))
    assert ends(monkeypatch, server, lambda: monkeypatch.setattr(OwnerStore, "bury", away))
    check_one_line_each(told(caplog, "could not be kept"))


def test_what_was_adjudged_is_left_to_whoever_takes_the_match_meanwhile(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        table, hall = sit(client, game="bridgehead"), client.app.state.tables  # type: ignore[attr-defined]

        async def taken(*_: object) -> None:
            raise NotOurs(table.id)

        monkeypatch.setattr(hall.playing, "close_match", taken)
        hall.store.adjudge(table.id, "draw")
        assert client.portal is not None
        client.portal.call(adjudging.settle, hall)
        assert hall.store.adjudged() == [(table.id, "draw")]
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


# who asks meanwhile


def test_who_waits_at_a_table_whose_change_could_not_be_kept_finds_it_as_it_stood(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    begun, goes_on = Event(), Event()

    def full(*_: object) -> Any:
        begun.set()
        assert goes_on.wait(10)
        away()

    with visit(tmp_path / "m.sqlite") as client, ThreadPoolExecutor() as others:
        table = sit(client, game="bridgehead")
        side = table.view()["decision"]["side"]
        action = table.get("legal", seat=side)["actions"][0]["text"]
        lock = table.live.lock
        monkeypatch.setattr(client.app.state.tables.store, "append_all", full)  # type: ignore[attr-defined]
        acts = others.submit(table.post, "actions", seat=side, action=action)
        assert begun.wait(10)
        looks = others.submit(table.view, side)
        until(lambda: bool(lock._waiters))
        goes_on.set()
        assert acts.result().status_code == 503
        assert looks.result()["serial"] == 0


def test_who_listens_at_a_table_another_worker_takes_is_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    async def have(id: str) -> None:
        raise Elsewhere(id, None)

    with visit(tmp_path / "m.sqlite") as client:
        table = sit(client, game="bridgehead")
        monkeypatch.setattr(client.app.state.tables.memory.owners, "have", have)  # type: ignore[attr-defined]
        asked = client.websocket_connect(f"/api/matches/{table.id}/live?seat=german")
        with pytest.raises(WebSocketDisconnect) as end, asked as line:
            line.receive_text()
    assert end.value.code == 1012 and told(caplog, f"match {table.id} is another worker's")


def test_what_another_worker_took_while_it_was_loaded_is_not_kept(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    asked = list[str]()

    async def have(id: str) -> None:
        asked.append(id)
        if len(asked) == 2:
            raise Elsewhere(id, None)

    with visit(tmp_path / "m.sqlite") as client:
        table, memory = sit(client, game="bridgehead"), client.app.state.tables.memory  # type: ignore[attr-defined]
        memory.lives.clear()
        monkeypatch.setattr(memory.owners, "have", have)
        assert table.ask("view", seat="german").status_code == 503
        assert not memory.lives
        assert table.view()["serial"] == 0


def test_who_asks_for_a_line_and_cannot_be_looked_up_is_told_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        table = sit(client, game="bridgehead")
        monkeypatch.setattr(Store, "person_by", away)
        asked = f"/api/matches/{table.id}/live?seat=german"
        with (
            pytest.raises(WebSocketDenialResponse) as end,
            client.websocket_connect(asked, headers={"Cookie": "countermarch=nobody-knows-him"}),
        ):
            pass
        counted = client.app.state.tables.meters.requests.collect()[0].samples  # type: ignore[attr-defined]
        lines = {one.labels["status"] for one in counted if one.labels["method"] == "LIVE"}
    assert lines == {"503"}, "it is no fault of ours"
    assert end.value.status_code == 503 and "nothing was done" in end.value.json()["error"]["message"]
    check_one_line_each(told(caplog, "the database failed"))
