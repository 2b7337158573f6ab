"""Whoever asks for much makes himself wait, and nobody else: drawings, passwords, bodies, letters."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException

from countermarch.server import gate, limits, matches, spectators
from countermarch.server.gate import Gate
from countermarch.server.limits import Limits
from tests.server.sitting import Sitting, refused, visit
from tests.server.test_attacks import JSON, asker, make


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[TestClient]:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        yield client


# maps


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which maps were drawn."""
    threads: list[str] = []

    def draw(*_: Any) -> str:
        threads.append(threading.current_thread().name)
        return f"<svg>{len(threads)}</svg>"

    monkeypatch.setattr(matches, "draw_match", draw)
    monkeypatch.setattr(spectators, "_drawn", draw)
    return threads


def test_a_map_is_drawn_once_of_each_moment_and_for_each_seat(open_server: TestClient, drawn: list[str]) -> None:
    table = Sitting(open_server, make(open_server))
    first = [table.ask("map.svg", seat=seat).text for seat in ("german", "german", "soviet", "german")]
    assert first == ["<svg>1</svg>", "<svg>1</svg>", "<svg>2</svg>", "<svg>1</svg>"]
    table.play()
    assert table.ask("map.svg", seat="german").text == "<svg>3</svg>"
    assert all("long work" in thread for thread in drawn)


def test_many_who_ask_for_one_map_at_once_have_it_drawn_once(
    open_server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, gate, drawn = Sitting(open_server, make(open_server)), threading.Event(), []

    def draw(*_: Any) -> str:
        drawn.append(1)
        gate.wait(20)
        return "<svg/>"

    monkeypatch.setattr(matches, "draw_match", draw)
    asking = [threading.Thread(target=lambda: table.ask("map.svg", seat="german")) for _ in range(12)]
    for one in asking:
        one.start()
    assert table.view("german")["id"] == table.id  # nobody waits meanwhile
    gate.set()
    for one in asking:
        one.join()
    assert len(drawn) == 1


def test_a_map_that_could_not_be_drawn_is_drawn_again(open_server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Sitting(open_server, make(open_server))

    def fail(*_: Any) -> str:
        raise ValueError("no ink")

    monkeypatch.setattr(matches, "draw_match", fail)
    with pytest.raises(ValueError, match="no ink"):
        table.ask("map.svg", seat="german")
    monkeypatch.setattr(matches, "draw_match", lambda *_: "<svg/>")
    assert table.ask("map.svg", seat="german").text == "<svg/>"


def test_maps_of_many_moments_are_counted(
    open_server: TestClient, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.RATES, "maps", (2, 2))
    table = Sitting(open_server, make(open_server))
    for seat in ("german", "soviet", "german"):
        assert table.ask("map.svg", seat=seat).status_code == 200
    table.play()
    assert "seconds" in refused(table.ask("map.svg", seat="german"), 429)["message"]
    assert len(drawn) == 2


def test_those_who_look_on_have_their_map_drawn_once(open_server: TestClient, drawn: list[str]) -> None:
    table = Sitting(open_server, make(open_server))
    for seat in ("german", "soviet"):
        assert (
            open_server.put(f"/api/matches/{table.id}/watch", json={"seat": seat, "allowed": True}).status_code == 200
        )
    told = {open_server.get(f"/api/watch/{table.id}/map.svg").text for _ in range(5)}
    assert told == {"<svg>1</svg>"}


def test_long_work_leaves_the_common_threads_free() -> None:
    async def ask() -> str:
        return await Limits(True).work(asker("1.1.1.1"), lambda: threading.current_thread().name)

    assert "long work" in asyncio.run(ask())


# bodies


class Slow:
    """A request whose body comes in parts, and the last of them never."""

    def __init__(self, path: str, address: str = "1.1.1.1", parts: int = 1, size: int = 10) -> None:
        self.scope = {"type": "http", "method": "POST", "path": path, "client": (address, 1), "headers": [HOST]}
        self._left, self._size = parts, size

    async def receive(self) -> dict[str, Any]:
        if not self._left:
            await asyncio.sleep(60)
        self._left -= 1
        return {"type": "http.request", "body": b"x" * self._size, "more_body": True}


HOST = (b"host", b"localhost")


def guarded_gate(app: Any) -> Gate:
    return Gate(app, open_to_all=True, address=Limits(True).address)


async def read(_: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass


async def unsent(_: Any) -> None:
    return


@pytest.mark.parametrize(("path", "patience"), [("/api/me", "PATIENCE"), ("/api/verify", "PATIENCE_FOR_FILES")])
def test_a_body_that_does_not_come_to_its_end_is_waited_for_so_long(
    monkeypatch: pytest.MonkeyPatch, path: str, patience: str
) -> None:
    assert gate.PATIENCE <= 30 and gate.PATIENCE_FOR_FILES <= 120
    monkeypatch.setattr(gate, patience, 0.05)
    slow = Slow(path)
    with pytest.raises(HTTPException) as refusal:
        asyncio.run(guarded_gate(read)(slow.scope, slow.receive, unsent))
    assert refusal.value.status_code == 408


def test_bodies_that_are_not_finished_take_no_more_than_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "OF_ONE", 50)
    monkeypatch.setattr(gate, "IN_ALL", 120)

    async def ask() -> None:
        door = guarded_gate(read)

        async def come(address: str, parts: int) -> None:
            slow = Slow("/api/verify", address, parts)
            await door(slow.scope, slow.receive, unsent)

        waiting = [asyncio.create_task(come(f"{k}.1.1.1", 5)) for k in (1, 2)]
        await asyncio.sleep(0.05)
        assert not any(one.done() for one in waiting)
        for address, parts in (("1.1.1.1", 1), ("3.1.1.1", 3)):  # of one address, and of all
            with pytest.raises(HTTPException) as refusal:
                await come(address, parts)
            assert refusal.value.status_code == 503
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not door.held._of  # type: ignore[union-attr]  # there is room again

    asyncio.run(ask())


def test_at_home_nobody_counts_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "IN_ALL", 1)
    with visit(tmp_path / "home.sqlite") as client:
        make(client)
    with visit(tmp_path / "open.sqlite", guarded=True) as client:
        answer = client.post("/api/matches", json={"game": "bridgehead"})
        assert "try again" in refused(answer, 503)["message"] and answer.headers["connection"] == "close"


def test_a_request_that_tells_its_length_in_two_ways_is_the_last_of_its_line(open_server: TestClient) -> None:
    both = {**JSON, "Content-Length": "2", "Transfer-Encoding": "chunked"}
    answer = open_server.put("/api/me", content=b"{}", headers=both)
    assert refused(answer, 400) and answer.headers["connection"] == "close"
