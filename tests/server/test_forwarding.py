"""What is asked of another worker comes back whole, or it is told in words why not."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from secrets import token_hex
from threading import Event, Thread
from typing import Any

import psycopg
import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from uvicorn import Config
from websockets.sync.server import ServerConnection, serve

from countermarch.server import forwarding
from countermarch.server.forwarding import CLIENT, HOPS, SECRET
from countermarch.server.owners import Among
from countermarch.server.ownerstore import OwnerStore, Peer
from tests.server.databases import NAMES_ITS_OWN
from tests.server.post_office import until
from tests.server.sitting import Sitting, refused, sit
from tests.server.test_neighbours import hall, server

pytestmark = NAMES_ITS_OWN

HALF = b'HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"serial": 7,'
HALF_IN_CHUNKS = b'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nd\r\n{"serial": 7,\r\n'
HALF_A_HEAD = b"HTTP/1.1 200 OK\r\nContent-"
WHOLE = b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"serial": 7}'
ALIVE = "UPDATE workers SET until = clock_timestamp() + interval '1 hour' WHERE id = %s"


class Other:
    """A worker that says what it is told to, and hangs up: the last word again and again."""

    def __init__(self, *answers: bytes) -> None:
        self._answers = list(answers)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.asked: list[bytes] = []
        self.left = False  # whoever asked last, before it was answered
        self.holds = Event()  # on to a line that was answered, until it is set
        self.holds.set()
        self.peer = Peer(token_hex(4), "another house", 0, f"127.0.0.1:{self._listener.getsockname()[1]}")
        Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line:
                self.asked.append(line.recv(65_536))
                line.sendall(self._answers.pop(0) if len(self._answers) > 1 else self._answers[0])
                self.left = not self.holds.is_set() and self._hears_nothing_more(line)
                self.holds.wait(10)

    def _hears_nothing_more(self, line: socket.socket) -> bool:
        with suppress(TimeoutError):
            line.settimeout(1.0)
            while line.recv(65_536):
                pass
            return True
        return False

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()


@contextmanager
def passed_to(other: Other | OtherLine, name: str) -> Iterator[Sitting]:
    """A table another worker has, for whoever asks here."""
    with server(name, 0) as here:
        table = sit(here, game="bridgehead")
        give(here, table.id, other.peer)
        yield table
    other.close()


def give(here: TestClient, id: str, to: Peer) -> None:
    assert here.portal is not None
    here.portal.call(hall(here).memory.owners.give_up, [id])
    OwnerStore(hall(here).store.engine).join(to)
    with psycopg.connect(hall(here).store.engine.url.set(drivername="postgresql").render_as_string(False)) as rows:
        rows.execute(ALIVE, (to.id,))
        rows.execute("UPDATE matches SET owner = %s WHERE id = %s", (to.id, id))


@pytest.mark.parametrize("cut", [HALF, HALF_IN_CHUNKS, HALF_A_HEAD, b""])
def test_what_was_cut_off_in_the_middle_is_asked_again(cut: bytes) -> None:
    other = Other(cut, WHOLE)
    with passed_to(other, "again") as table:
        assert table.view()["serial"] == 7
    assert len(other.asked) == 2


@pytest.mark.parametrize("cut", [HALF, HALF_IN_CHUNKS, HALF_A_HEAD, b""])
def test_what_may_have_been_done_is_not_asked_again_and_told_so(cut: bytes) -> None:
    other = Other(cut, WHOLE)
    with passed_to(other, "once") as table:
        answer = table.post("talk", seat="german", text="hello")
        assert "may have been done" in refused(answer, 503)["message"]
        assert answer.headers["cache-control"] == "no-store"
    assert len(other.asked) == 1


def test_what_never_comes_whole_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "TAKING_OVER", 0.3)
    other = Other(HALF)
    with passed_to(other, "never") as table:
        assert "try again" in refused(table.ask("view", seat="german"), 503)["message"]
    assert len(other.asked) > 1


def test_a_line_that_is_kept_is_let_go_before_the_other_hangs_up() -> None:
    """What would be asked by it at that moment might have been done, as far as one could tell."""
    assert Config("an app").timeout_keep_alive > forwarding.IDLE


def test_lines_nobody_asks_by_any_more_are_let_go() -> None:
    """To workers that have died, too: each would hold a socket for ever."""
    others = Other(WHOLE), Other(WHOLE)
    others[0].holds.clear()
    with passed_to(others[0], "idle") as table:
        assert table.view()["serial"] == 7
        (first,) = lines_of(table.client)
        others[0].holds.set()
        until(lambda: not first.is_good)
        give(table.client, (another := sit(table.client, game="bridgehead")).id, others[1].peer)
        assert another.view()["serial"] == 7
        assert first._writer.is_closing() and first not in lines_of(table.client)


def lines_of(client: TestClient) -> list[forwarding.Line]:
    layer = client.app.middleware_stack  # type: ignore[attr-defined]
    while not isinstance(layer, forwarding.Forwarding):
        layer = layer.app
    return [line for lines in layer._lines.values() for line in lines]


def test_the_hour_is_told_once() -> None:
    other = Other(WHOLE.replace(b"Content", b"Date: Thu, 01 Jan 1970 00:00:00 GMT\r\nContent"))
    with passed_to(other, "hour") as table:
        assert "date" not in table.ask("view", seat="german").headers


def test_who_hangs_up_here_is_thought_for_no_longer_there() -> None:
    other, told = Other(b""), [{"type": "http.request", "body": b"{}"}, {"type": "http.disconnect"}]
    other.holds.clear()
    said: list[Any] = []
    with passed_to(other, "thought") as table:
        scope = {
            "type": "http",
            "method": "POST",
            "path": (path := f"/api/matches/{table.id}/hint"),
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-length", b"2")],
            "client": ("127.0.0.1", 9),
        }

        async def ask() -> None:
            async def receive() -> Any:
                if len(told) == 1:  # he waits for a while
                    await asyncio.to_thread(until, lambda: bool(other.asked))
                return told.pop(0)

            async def send(message: Any) -> None:
                said.append(message)

            await table.client.app(scope, receive, send)

        assert table.client.portal is not None
        table.client.portal.call(ask)
        until(lambda: other.left)
        other.holds.set()
    assert not said and len(other.asked) == 1


def asked_raw(table: Sitting, header: bytes) -> tuple[int, bytes]:
    """With a header as it came over the wire."""
    said: list[Any] = []
    scope = {
        "type": "http",
        "method": "GET",
        "path": (path := f"/api/matches/{table.id}/view"),
        "raw_path": path.encode(),
        "query_string": b"seat=german",
        "headers": [(b"host", b"localhost"), (b"accept-language", header)],
        "client": ("127.0.0.1", 9),
    }

    async def ask() -> None:
        async def send(message: Any) -> None:
            said.append(message)

        async def nothing() -> Any:
            return {"type": "http.request"}

        await table.client.app(scope, nothing, send)

    assert table.client.portal is not None
    table.client.portal.call(ask)
    return said[0]["status"], b"".join(message.get("body", b"") for message in said)


def test_what_cannot_be_passed_on_is_refused_in_words() -> None:
    other = Other(WHOLE)
    with passed_to(other, "odd") as table:
        status, body = asked_raw(table, b"e\x0bn")
        assert status == 400 and b'"message"' in body
        assert asked_raw(table, b"en") == (200, b'{"serial": 7}')


def test_spaces_at_the_end_of_a_header_are_no_part_of_it() -> None:
    """They are allowed, and the worker that has the match does not mind them."""
    other = Other(WHOLE)
    with passed_to(other, "spaces") as table:
        assert asked_raw(table, b"en \t") == (200, b'{"serial": 7}')
    assert b"accept-language: en\r\n" in other.asked[0].lower()


# live lines


class OtherLine:
    """A worker that has live lines alone, and treats each as it is told to."""

    def __init__(self, treat: Callable[[ServerConnection], None], refuses: bool = False) -> None:
        self.hears: Callable[[str], None] = lambda path: None

        def answer(line: ServerConnection, asked: Any) -> Any:
            self.hears(asked.path)
            return line.respond(403, "no") if refuses else None

        self._server = serve(treat, "127.0.0.1", 0, process_request=answer)
        self.peer = Peer(token_hex(4), "another house", 0, f"127.0.0.1:{self._server.socket.getsockname()[1]}")
        Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()


def ended(table: Sitting) -> tuple[list[str], int]:
    """What is heard on a live line, and by which code it ends."""
    heard: list[str] = []
    asked = table.client.websocket_connect(f"/api/matches/{table.id}/live?seat=german")
    with pytest.raises(WebSocketDisconnect) as end, asked as line:
        while True:
            heard.append(line.receive_text())
    return heard, end.value.code


def test_who_listens_through_another_worker_is_told_to_come_again_when_it_dies() -> None:
    def die(line: ServerConnection) -> None:
        line.send("changed")
        line.socket.shutdown(socket.SHUT_RDWR)

    with passed_to(OtherLine(die), "died") as table:
        assert ended(table) == (["changed"], 1012)


@pytest.mark.parametrize("odd", ["li%20ve", "live%3Fseat=soviet", "live%23", "liv%c3%a9", "live%0d%0aX-Y:%20z"])
def test_a_line_is_asked_for_as_it_was_asked_for_here(odd: str) -> None:
    other, asked = OtherLine(lambda line: line.close(4404, "no")), list[str]()
    other.hears = asked.append
    with passed_to(other, "odd_line") as table:
        path = f"/api/matches/{table.id}/{odd}?seat=german"
        with pytest.raises(WebSocketDisconnect) as end, table.client.websocket_connect(path) as line:
            line.receive_text()
        assert end.value.code == 4404 and asked == [path]


def test_why_a_line_ends_is_passed_on() -> None:
    def close(line: ServerConnection) -> None:
        line.close(4404, "removed")

    with passed_to(OtherLine(close), "ended") as table:
        assert ended(table) == ([], 4404)


def test_a_line_that_is_refused_there_is_refused_here() -> None:
    with passed_to(OtherLine(lambda _: None, refuses=True), "refused") as table:
        assert ended(table) == ([], 4403)


def test_who_hangs_up_here_has_hung_up_there() -> None:
    """And what is said here is heard there."""
    heard: list[str | bytes] = []

    def listen(line: ServerConnection) -> None:
        line.send("changed")
        heard.extend(line)
        heard.append("it has ended")

    with passed_to(OtherLine(listen), "hung_up") as table:
        asked = f"/api/matches/{table.id}/live?seat=german"
        with table.client.websocket_connect(asked) as line:
            line.receive_text()
            line.send_text("here")
            line.send_bytes(b"too")
            line.close()
            until(lambda: heard == ["here", b"too", "it has ended"])


# nobody is there


def first_action(table: Sitting) -> dict[str, str]:
    side = str(table.view()["decision"]["side"])
    return {"seat": side, "action": table.get("legal", seat=side)["actions"][0]["text"]}


def test_what_a_worker_that_is_gone_was_not_asked_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """As soon as it is taken for dead, by whatever was asked."""
    other = Other(WHOLE)
    with passed_to(other, "gone") as table:
        other.close()
        begins = first_action(sit(table.client, game="bridgehead"))
        rows, doubt = OwnerStore(hall(table.client).store.engine), Among.doubt

        def bury(owners: Among, id: str) -> None:
            rows.bury(other.peer.id)
            doubt(owners, id)

        monkeypatch.setattr(Among, "doubt", bury)
        assert table.post("actions", **begins, serial=0).status_code == 200
        assert table.view()["serial"] == 1


def test_a_line_to_a_worker_that_is_gone_is_to_be_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forwarding, "TAKING_OVER", 0.3)
    other = Other(WHOLE)
    with passed_to(other, "nobody") as table:
        other.close()
        assert ended(table) == ([], 1013)


def test_what_goes_round_is_not_passed_on_for_ever() -> None:
    """Two workers that take each other for the owner say so in the end."""
    other = Other(WHOLE)
    with passed_to(other, "round") as table:
        told = {SECRET: table.client.app.state.among.secret, CLIENT: "198.51.100.1 7"}  # type: ignore[attr-defined]
        asked = f"/api/matches/{table.id}/view?seat=german"
        assert table.client.get(asked, headers={**told, HOPS: "2"}).status_code == 200
        assert b"x-countermarch-hops: 3\r\n" in other.asked[0].lower()
        assert b"x-countermarch-client: 198.51.100.1 7\r\n" in other.asked[0].lower()
        assert "try again" in refused(table.client.get(asked, headers={**told, HOPS: "3"}), 503)["message"]
    assert len(other.asked) == 1
