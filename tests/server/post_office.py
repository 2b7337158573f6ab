"""Those who take messages, on this machine: a mail server, and one for hooks and pushes."""

from __future__ import annotations

import json
import socketserver
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

LONG = 25.0  # seconds until a message must have come


class Box:
    """What has come so far."""

    def __init__(self) -> None:
        self.taken: list[Any] = []
        self.refusing: list[int] = []  # what the next ones are answered with

    def wait(self, number: int = 1) -> list[Any]:
        until(lambda: len(self.taken) >= number)
        return self.taken


def until(done: Callable[[], bool]) -> None:
    end = time.monotonic() + LONG
    while not done():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


class Letter:
    def __init__(self, to: str, data: bytes) -> None:
        self.to = to
        found = message_from_bytes(data, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.headers, self.text = found, found.get_content()


class _Postman(socketserver.StreamRequestHandler):
    """As much of SMTP as one letter needs."""

    def handle(self) -> None:
        box: Box = self.server.box  # type: ignore[attr-defined]
        self._say("220 here")
        to = ""
        while line := self.rfile.readline():
            word = line[:4].upper()
            if word == b"RCPT":
                to = line.decode().partition("<")[2].partition(">")[0]
            if word == b"DATA":
                self._say("354 go on")
                box.taken.append(Letter(to, self._data()))
            if word == b"QUIT":
                self._say("221 bye")
                return
            self._say("250 good")

    def _data(self) -> bytes:
        lines = []
        while (line := self.rfile.readline()) != b".\r\n":
            lines.append(line.removeprefix(b".") if line.startswith(b"..") else line)
        return b"".join(lines)

    def _say(self, text: str) -> None:
        self.wfile.write(f"{text}\r\n".encode())


class _Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        box: Box = self.server.box  # type: ignore[attr-defined]
        body = self.rfile.read(int(self.headers["content-length"]))
        box.taken.append({"path": self.path, "headers": dict(self.headers.items()), "body": body})
        self.send_response(box.refusing.pop(0) if box.refusing else 204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        return


@contextmanager
def mail_server() -> Iterator[tuple[str, Box]]:
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Postman)
    with _running(server) as box:
        yield f"smtp://127.0.0.1:{server.server_address[1]}?from=table@example.org", box


@contextmanager
def hook_server() -> Iterator[tuple[str, Box]]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Hook)
    with _running(server) as box:
        yield f"http://127.0.0.1:{server.server_address[1]}", box


@contextmanager
def _running(server: socketserver.BaseServer) -> Iterator[Box]:
    server.box = Box()  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield server.box  # type: ignore[attr-defined]
    finally:
        server.shutdown()
        server.server_close()


def told(taken: Any) -> Any:
    return json.loads(taken["body"])
