"""The cheapest honest client: HTTP/1.1 and live lines, packed as a browser asks for them, on asyncio's transports.

Requests come as from a reverse proxy that keeps its connections open and names who asks (X-Forwarded-For); a live line
has a connection of its own, as through a proxy.
"""

from __future__ import annotations

import asyncio
import os
import zlib
from base64 import b64encode
from collections.abc import Callable
from time import monotonic
from typing import Any, cast

import orjson

END = b"\r\n\r\n"
TAIL = b"\x00\x00\xff\xff"  # what permessage-deflate leaves out
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10
PACKED = 0x40
KEPT = 3.0  # seconds a connection is kept that nobody asks on


class LineLost(ConnectionError):
    """The other end has hung up."""


class Answer:
    __slots__ = ("body", "head", "status")

    def __init__(self, head: bytes, body: bytes) -> None:
        self.head, self.body = head, body
        self.status = int(head[9:12])

    def header(self, name: bytes) -> bytes:
        return _header(self.head, name)

    @property
    def text(self) -> bytes:
        return zlib.decompress(self.body, 31) if self.header(b"content-encoding") == b"gzip" else self.body

    def json(self) -> Any:
        return orjson.loads(self.text)


def _header(head: bytes, name: bytes) -> bytes:
    """Names of headers in small letters, as uvicorn and Node's frameworks send them, or as the standard writes them."""
    start = head.find(b"\r\n" + name + b":")
    if start < 0:
        start = head.find(b"\r\n" + name.title() + b":")
    if start < 0:
        return b""
    start += len(name) + 3
    end = head.find(b"\r\n", start)
    return head[start : len(head) if end < 0 else end].strip()


class Connection(asyncio.Protocol):
    """One request at a time, answered with its length."""

    def __init__(self) -> None:
        self.transport: asyncio.Transport | None = None
        self._came = bytearray()
        self._answered = 0.0
        self._waiting: asyncio.Future[Answer] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    @property
    def is_open(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()

    @property
    def is_fresh(self) -> bool:
        """A proxy lets go before the server does, which would cut off what is just being asked."""
        return self.is_open and monotonic() - self._answered < KEPT

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()

    def connection_lost(self, _: Exception | None) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_exception(LineLost("the server hung up"))

    async def ask(self, request: bytes) -> Answer:
        assert self.transport is not None
        self._waiting = asyncio.get_running_loop().create_future()
        self.transport.write(request)
        return await self._waiting

    def data_received(self, data: bytes) -> None:
        self._came += data
        end = self._came.find(END)
        if end < 0:
            return
        head = bytes(self._came[:end])
        whole = end + 4 + int(_header(head, b"content-length") or 0)
        if len(self._came) < whole or self._waiting is None or self._waiting.done():
            return
        answer = Answer(head, bytes(self._came[end + 4 : whole]))
        del self._came[:whole]
        if answer.header(b"connection") == b"close" and self.transport is not None:
            self.transport.close()
        self._answered = monotonic()
        self._waiting.set_result(answer)


class Proxy:
    """Hands requests on over connections that are kept; opens another where all are taken."""

    def __init__(self, host: str, port: int, packed: bool = True) -> None:
        self.host, self.port = host, port
        self._encoding = b"accept-encoding: gzip\r\n" if packed else b""
        self._idle: list[Connection] = []
        self.bytes = 0  # that came as answers

    async def ask(self, method: str, path: str, whose: str, cookie: str = "", body: Any = None) -> Answer:
        request = self._request(method, path, whose, cookie, body)
        while self._idle:
            connection = self._idle.pop()
            if connection.is_fresh:
                return await self._asked(connection, request)
            connection.close()
        return await self._asked(await self._open(), request)

    async def _open(self) -> Connection:
        _, connection = await asyncio.get_running_loop().create_connection(Connection, self.host, self.port)
        return connection

    async def _asked(self, connection: Connection, request: bytes) -> Answer:
        answer = await connection.ask(request)
        self.bytes += len(answer.body)
        if connection.is_open:
            self._idle.append(connection)
        return answer

    def _request(self, method: str, path: str, whose: str, cookie: str, body: Any) -> bytes:
        sent = b"" if body is None else orjson.dumps(body)
        kind = b"" if body is None else b"content-type: application/json\r\n"
        kept = f"cookie: {cookie}\r\n" if cookie else ""
        head = f"{method} {path} HTTP/1.1\r\nhost: localhost\r\nx-forwarded-for: {whose}\r\n{kept}"
        return b"%s%s%scontent-length: %d\r\n\r\n%s" % (head.encode(), self._encoding, kind, len(sent), sent)

    async def listen(self, path: str, whose: str, cookie: str, hear: Callable[[bytes], None]) -> Line:
        line = Line(hear)
        await asyncio.get_running_loop().create_connection(lambda: line, self.host, self.port)
        await line.greet(path, whose, cookie)
        return line

    def close(self) -> None:
        for connection in self._idle:
            connection.close()


class Line(asyncio.Protocol):
    """A live line: frames of text, packed if the server likes; pings are answered."""

    def __init__(self, hear: Callable[[bytes], None]) -> None:
        self._hear = hear
        self._came = bytearray()
        self._greeted: asyncio.Future[None] | None = None
        self._unpack: Any = None
        self.lost = False
        self.closing = False
        self.bytes = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    async def greet(self, path: str, whose: str, cookie: str) -> None:
        key = b64encode(os.urandom(16)).decode()
        self._greeted = asyncio.get_running_loop().create_future()
        self.transport.write(
            f"GET {path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n"
            f"sec-websocket-version: 13\r\nsec-websocket-key: {key}\r\nx-forwarded-for: {whose}\r\ncookie: {cookie}\r\n"
            "sec-websocket-extensions: permessage-deflate; client_max_window_bits\r\n\r\n".encode()
        )
        await self._greeted

    def connection_lost(self, _: Exception | None) -> None:
        self.lost = not self.closing
        if self._greeted is not None and not self._greeted.done():
            self._greeted.set_exception(LineLost("no live line"))

    def close(self) -> None:
        self.closing = True
        self.transport.close()

    def data_received(self, data: bytes) -> None:
        self._came += data
        self.bytes += len(data)
        if self._greeted is not None and not self._greeted.done():
            self._shake_hands(self._greeted)
        while self._greeted is not None and self._greeted.done() and self._frame():
            pass

    def _shake_hands(self, greeted: asyncio.Future[None]) -> None:
        end = self._came.find(END)
        if end < 0:
            return
        head = bytes(self._came[:end]).lower()
        del self._came[: end + 4]
        if not head.startswith(b"http/1.1 101"):
            greeted.set_exception(LineLost(head[:60].decode()))
            return
        if b"permessage-deflate" in head:
            self._unpack = zlib.decompressobj(-15)
        greeted.set_result(None)

    def _frame(self) -> bool:
        """The next frame, if it has come whole; the server sends messages in one."""
        came = self._came
        if len(came) < 2:
            return False
        start, size = 2, came[1] & 127
        if size >= 126:
            start = 4 if size == 126 else 10
            if len(came) < start:
                return False
            size = int.from_bytes(came[2:start], "big")
        if len(came) < start + size:
            return False
        kind, body = came[0], bytes(came[start : start + size])
        del came[: start + size]
        self._take(kind, body)
        return True

    def _take(self, kind: int, body: bytes) -> None:
        if kind & 15 == PING:
            self.send(PONG, body)
        elif kind & 15 == CLOSE:
            self.transport.close()
        elif kind & 15 == TEXT:
            self._hear(self._unpack.decompress(body + TAIL) if kind & PACKED else body)

    def send(self, kind: int, body: bytes) -> None:
        """Masked with nothing, which is allowed and cheap."""
        size = len(body)
        length = bytes([0x80 | size]) if size < 126 else b"\xfe" + size.to_bytes(2, "big")
        self.transport.write(bytes([0x80 | kind]) + length + bytes(4) + body)
