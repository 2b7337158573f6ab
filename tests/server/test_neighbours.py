"""Two servers on one database: what one does is right for what the other has in memory."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError

from countermarch.server import owners
from countermarch.server.calls import Settings
from countermarch.server.ownerstore import OwnerStore, Peer
from tests.server.databases import NAMES_ITS_OWN, postgres
from tests.server.post_office import hook_server, told, until
from tests.server.sitting import Sitting, sit, stranger, visit
from tests.server.test_calls import hand_over, set_up
from tests.server.test_joining import claim, invite

pytestmark = NAMES_ITS_OWN


def server(name: str, number: int, **asked: Any) -> TestClient:
    return visit(postgres(name), peer=peer(number), **asked)


def peer(number: int) -> Peer:
    """Each in a house of its own, so that every match belongs where it is made."""
    return Peer(f"worker {number}", f"house {number}", 0, "127.0.0.1:1")


def hall(client: TestClient) -> Any:
    return client.app.state.tables  # type: ignore[attr-defined]


@pytest.fixture
def two(request: pytest.FixtureRequest) -> Iterator[tuple[TestClient, TestClient]]:
    name = request.node.name[:40]
    with server(name, 0) as first, server(name, 1) as second:
        yield first, second


def owner(name: str, id: str) -> Any:
    with psycopg.connect(postgres(name).replace(" ", "%20")) as connection:
        return connection.execute("SELECT owner FROM matches WHERE id = %s", (id,)).fetchone()


def ask_for(client: TestClient, id: str) -> None:
    assert client.portal is not None
    client.portal.call(hall(client).memory.owners.have, id)


def test_a_match_that_is_needed_elsewhere_is_given(
    two: tuple[TestClient, TestClient], request: pytest.FixtureRequest
) -> None:
    first, second = two
    table = sit(first, game="bridgehead")
    with first.websocket_connect(f"/api/matches/{table.id}/live?seat=german") as line:
        line.receive_json()
        ask_for(second, table.id)
        while line.receive_json() != {"type": "closed"}:
            pass
    assert owner(request.node.name[:40], table.id) == ("worker 1",)
    assert Sitting(second, table.id).view()["serial"] == 0
    assert table.id not in hall(first).memory.lives


def test_who_listens_to_the_database_listens_again_when_it_was_cut_off(
    two: tuple[TestClient, TestClient], request: pytest.FixtureRequest
) -> None:
    first, second = two
    table = sit(first, game="bridgehead")
    listening = "FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
    with psycopg.connect(postgres(request.node.name[:40]), autocommit=True) as connection:
        assert len(connection.execute(f"SELECT pg_terminate_backend(pid) {listening}".encode()).fetchall()) == 2
        until(lambda: connection.execute(f"SELECT count(*) {listening}".encode()).fetchone() == (2,))
    ask_for(second, table.id)
    assert owner(request.node.name[:40], table.id) == ("worker 1",)


def test_a_database_whose_name_has_a_space_is_listened_to() -> None:
    with server("two words", 0) as first, server("two words", 1) as second:
        table = sit(first, game="bridgehead")
        ask_for(second, table.id)
        assert owner("two words", table.id) == ("worker 1",)


def test_nobody_stays_deaf_when_all_lines_to_the_database_are_cut_again_and_again(
    two: tuple[TestClient, TestClient], request: pytest.FixtureRequest
) -> None:
    """Nor when somebody says what makes no sense."""
    first, second = two
    table = sit(first, game="bridgehead")
    listening = "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with psycopg.connect(postgres(request.node.name[:40]), autocommit=True) as connection:
        for said in ("no JSON", "[]", '{"by": "x"}', '{"by": "x", "kind": "wanted", "what": "1"}'):
            connection.execute("SELECT pg_notify('countermarch', %s)", (said,))
        for _ in range(3):
            connection.execute(f"SELECT pg_terminate_backend(pid) {others}".encode())
            time.sleep(0.3)
        until(lambda: connection.execute(listening.encode()).fetchone() == (2,))
    ask_for(second, table.id)
    assert owner(request.node.name[:40], table.id) == ("worker 1",)


def test_who_came_while_nobody_listened_is_known_as_soon_as_one_listens_again(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(owners, "BEAT", 3600.0)
    with server(request.node.name[:40], 0) as first:
        OwnerStore(hall(first).store.engine).join(peer(1))
        assert first.portal is not None and list(hall(first).memory.owners.peers) == ["worker 0"]
        first.portal.call(hall(first).memory.board.missed)
        assert "worker 1" in hall(first).memory.owners.peers


def test_who_comes_while_the_database_is_away_waits_for_it(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, request: pytest.FixtureRequest
) -> None:
    """And what was to be done meanwhile is told in a line."""
    join, tried = OwnerStore.join, list[Peer]()

    def at_last(store: OwnerStore, me: Peer) -> None:
        tried.append(me)
        if len(tried) < 3:
            raise OperationalError("INSERT", None, Exception("it is away"))
        join(store, me)

    def away(*_: object) -> None:
        raise OperationalError("DELETE", None, Exception("it is away"))

    monkeypatch.setattr(OwnerStore, "join", at_last)
    with server(request.node.name[:40], 0) as first:
        assert len(tried) == 3 and sit(first, game="bridgehead").view()["serial"] == 0
        with monkeypatch.context() as meanwhile:
            meanwhile.setattr(OwnerStore, "bury", away)
            assert first.portal is not None
            first.portal.call(first.app.state.among.died, "worker 9")  # type: ignore[attr-defined]
            until(lambda: "an errand came to nothing" in caplog.text)
    assert "Traceback" not in caplog.text


def test_a_new_name_is_told_at_tables_of_other_workers(two: tuple[TestClient, TestClient]) -> None:
    first, second = two
    id, link = invite(first)
    claim(stranger(first), link, name="Ada")
    second.cookies = first.cookies
    assert second.put("/api/me", json={"name": "Grace"}).status_code == 200
    until(lambda: Sitting(first, id).view("soviet")["players"]["soviet"] == "Grace")


ADA = {"email": "ada@example.org", "password": "correct horse"}


def test_who_logs_out_everywhere_at_one_worker_is_out_at_the_others(two: tuple[TestClient, TestClient]) -> None:
    first, second = two
    ada = stranger(first)
    assert ada.post("/api/account", json={**ADA, "name": "Ada"}).status_code == 201
    id, _ = invite(ada)
    assert second.post("/api/account/login", json=ADA).status_code == 200
    with Sitting(ada, id).listening("soviet") as line:
        assert second.post("/api/account/logout-everywhere").status_code == 204
        while line.receive_json()["type"] != "closed":
            pass
    until(lambda: ada.get("/api/account").json()["email"] is None)


def test_who_logs_in_at_one_worker_keeps_seats_at_tables_of_others(two: tuple[TestClient, TestClient]) -> None:
    first, second = two
    assert stranger(second).post("/api/account", json={**ADA, "name": "Ada"}).status_code == 201
    id, link = invite(first)
    guest = stranger(first)
    claim(guest, link)
    second.cookies = guest.cookies
    assert second.post("/api/account/login", json=ADA).status_code == 200
    guest.cookies = second.cookies
    until(lambda: bool(Sitting(guest, id).ask("view", seat="german").status_code == 200))


def test_who_has_come_is_known_to_the_others_at_once(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(owners, "BEAT", 3600.0)
    name = request.node.name[:40]
    listening = "SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN %' AND datname = current_database()"
    with server(name, 0) as first, psycopg.connect(postgres(name), autocommit=True) as connection:
        until(lambda: connection.execute(listening.encode()).rowcount == 1)
        with server(name, 1):
            until(lambda: "worker 1" in hall(first).memory.owners.peers)


def test_who_names_a_channel_at_one_worker_is_called_by_the_others() -> None:
    calls = Settings("https://here.example", private=True)
    with server("channels", 0, guarded=True, calls=calls) as first, server("channels", 1, calls=calls) as second:
        id, link = invite(first)
        friend = stranger(first)
        claim(friend, link)
        hand_over(Sitting(first, id), Sitting(friend, id))
        silent = hall(first).caller._silent
        until(lambda: bool(silent))
        for one in (first, friend):
            second.cookies = one.cookies
            set_up(second, "json", "http://127.0.0.1:9/json")
        until(lambda: not silent)


def test_a_message_is_sent_once_and_whoever_had_the_duty_is_replaced() -> None:
    calls = Settings("https://here.example", private=True, pauses=(0.01,), minute=0.01, seldom=0.0)
    early = ExitStack()
    other = early.enter_context(server("messages", 1, guarded=True, calls=calls))
    with early, hook_server() as (hook, box), server("messages", 0, guarded=True, calls=calls) as here:
        assert hall(other).caller.on_duty and not hall(here).caller.on_duty
        id, link = invite(here)
        friend = stranger(here)
        claim(friend, link, name="Ada")
        mine, theirs = Sitting(here, id), Sitting(friend, id)
        for seat in (mine, theirs):
            set_up(seat.client, "json", f"{hook}/json", when="always")
        sides = [hand_over(mine, theirs)]
        box.wait(1)
        until(lambda: not list(hall(other).caller.mail.calls()))  # noted as sent: else the next one sends it again
        early.close()
        until(lambda: bool(hall(here).caller.on_duty))
        for number in (2, 3):
            sides.append(hand_over(mine, theirs))
            box.wait(number)
        assert [told(one)["seat"] for one in box.taken] == sides
