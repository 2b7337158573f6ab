"""Whoever connects and says nothing, or half of it, is hung up on; a live line may be silent."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from threading import Thread

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket
from websockets.sync.client import connect

from countermarch.server import wire
from tests.server.processes import wait_for

SOON = 0.4


async def hello(_: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


async def line(socket: WebSocket) -> None:
    await socket.accept()
    await socket.send_text(await socket.receive_text())


@pytest.fixture
def port(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    monkeypatch.setattr(wire, "PATIENCE", SOON)
    monkeypatch.setattr(wire.Careful, "most", 3)
    app = Starlette(routes=[Route("/", hello), WebSocketRoute("/line", line)])
    listener = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, http=wire.Careful, log_level="critical", timeout_keep_alive=30))
    running = Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    running.start()
    wait_for(lambda: server.started)
    yield listener.getsockname()[1]
    server.should_exit = True
    running.join(10)
    listener.close()


def heard(asked: socket.socket) -> bytes:
    """All that is said until the line is cut."""
    found = b""
    while part := asked.recv(1000):
        found += part
    return found


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX-", b"G"])
def test_who_does_not_come_to_the_point_is_hung_up_on(port: int, said: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as slow:
        slow.sendall(said)
        assert heard(slow) == b""


def test_who_is_slow_with_the_second_request_is_hung_up_on_too(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=10) as slow:
        slow.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT")
        assert heard(slow).endswith(b"hello")


def test_a_live_line_may_be_silent(port: int) -> None:
    with connect(f"ws://127.0.0.1:{port}/line") as asked:
        time.sleep(2 * SOON)
        asked.send("still there")
        assert asked.recv(5) == "still there"


@pytest.mark.parametrize("body", [b"", b"{}"])
def test_a_post_that_would_be_a_live_line_is_answered(port: int, body: bytes) -> None:
    line = b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n"
    with socket.create_connection(("127.0.0.1", port), timeout=10) as asked:
        asked.sendall(b"POST / HTTP/1.1\r\nHost: x\r\n" + line + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        said = asked.recv(1000)
    assert said.startswith(b"HTTP/1.1 405") and b"allow: " in said  # as the routes say it, not who makes live lines


def test_one_address_does_not_take_all_the_room(port: int) -> None:
    taken = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(3)]
    with socket.create_connection(("127.0.0.1", port), timeout=10) as refused:
        assert heard(refused) == b""
    for one in taken:
        assert heard(one) == b""
        one.close()
    with socket.create_connection(("127.0.0.1", port), timeout=10) as served:  # there is room again
        served.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert heard(served).endswith(b"hello")
