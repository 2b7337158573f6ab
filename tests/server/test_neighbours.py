"""Two servers on one database: what one does is right for what the other has in memory."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient

from countermarch.server import owners
from countermarch.server.calls import Settings
from countermarch.server.ownerstore import OwnerStore, Peer
from tests.server.databases import postgres
from tests.server.post_office import hook_server, told, until
from tests.server.sitting import Sitting, sit, stranger, visit
from tests.server.test_calls import hand_over, set_up
from tests.server.test_joining import claim, invite


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
    with psycopg.connect(postgres(name)) as connection:
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


def test_who_came_while_nobody_listened_is_known_as_soon_as_one_listens_again(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(owners, "BEAT", 3600.0)
    with server(request.node.name[:40], 0) as first:
        OwnerStore(hall(first).store.engine).join(peer(1))
        assert first.portal is not None and list(hall(first).memory.owners.peers) == ["worker 0"]
        first.portal.call(hall(first).memory.board.missed)
        assert "worker 1" in hall(first).memory.owners.peers


def test_a_new_name_is_told_at_tables_of_other_workers(two: tuple[TestClient, TestClient]) -> None:
    first, second = two
    id, link = invite(first)
    claim(stranger(first), link, name="Ada")
    second.cookies = first.cookies
    assert second.put("/api/me", json={"name": "Grace"}).status_code == 200
    until(lambda: Sitting(first, id).view("soviet")["players"]["soviet"] == "Grace")


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
