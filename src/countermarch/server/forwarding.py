"""A request for a match another worker has is passed on to it, and its answer passed back, live lines included.

That is for what could not go there itself (see `handing`): from other hosts, by a link, or behind another request. Who
asks is told in headers that only workers can write, since they hold a secret of the database.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
import re
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from time import monotonic
from typing import Any

import h11
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus, InvalidURI

from countermarch.server.owners import Among, Elsewhere
from countermarch.server.ownerstore import Peer
from countermarch.server.store import NotOurs

ABOUT = re.compile(r"/api/(?:matches|lobby|watch)/([0-9a-f]{10,32})(?:/|$)")
LINK = re.compile(r"/api/join/([^/]+)$")
SECRET, CLIENT, HOPS = "x-countermarch-secret", "x-countermarch-client", "x-countermarch-hops"
NEIGHBOUR = "neighbour"  # whether a worker asks, in the state of a request
OWN = (SECRET, CLIENT, HOPS)
BETWEEN = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"proxy-connection", b"te", b"trailer"}
LINE = (b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions", b"sec-websocket-protocol")
TAKING_OVER = 6.0  # seconds until somebody must have taken over from a worker that is dead
SOON, LOOK = 0.1, 0.5
IDLE = 30.0  # seconds a line to another worker is kept
TWICE = ("GET", "HEAD")  # what may be asked again
CHUNK = 65_536
log = logging.getLogger("countermarch.workers")


class NoAnswer(Exception):
    """The worker is gone; `sent` tells whether it may have heard what was asked."""

    def __init__(self, sent: bool) -> None:
        self.sent = sent
        super().__init__()


class Forwarding:
    def __init__(
        self, app: ASGIApp, owners: Among, secret: str, match_of: Callable[[str], Awaitable[str | None]]
    ) -> None:
        self.app = app
        self._owners = owners
        self._secret = secret
        self._match_of = match_of
        self._lines: dict[str, list[Line]] = {}  # to other workers, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        hops = self._believe(scope)
        try:
            id = await self._about(scope)
            peer = None if id is None else await self._whose(id, hops)
            if id is not None and peer is not None:
                peer = await self._forward(id, peer, hops, scope, receive, send)
        except (NotOurs, SQLAlchemyError) as error:
            await _sorry(error, scope, receive, send)
            return
        if peer is None:
            await self.app(scope, receive, send)

    def _believe(self, scope: Scope) -> int:
        """Who asks, if a worker says so; how often it was passed on."""
        headers = MutableHeaders(scope=scope)
        told = {name: headers.get(name, "") for name in OWN}
        for name in OWN:
            del headers[name]
        if not hmac.compare_digest(told[SECRET].encode(), self._secret.encode()):
            return 0
        scope["state"] = {**scope.get("state", {}), NEIGHBOUR: True}
        host, _, port = told[CLIENT].rpartition(" ")
        scope["client"] = (host, int(port)) if host else None
        return int(told[HOPS])

    async def _about(self, scope: Scope) -> str | None:
        if found := ABOUT.match(scope["path"]):
            return found[1]
        link = LINK.match(scope["path"])
        return None if link is None else await self._match_of(link[1])

    async def _forward(self, id: str, peer: Peer, hops: int, scope: Scope, receive: Receive, send: Send) -> Peer | None:
        """To whom it went; None if it has become ours, since who had it does not answer."""
        until, whose, begun = monotonic() + TAKING_OVER, peer, False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        while True:
            try:
                await self._pass_on(whose, hops, scope, receive, sending)
                return whose
            except NoAnswer as gone:
                if begun and scope["type"] == "http":
                    raise ConnectionResetError from None  # half an answer is none
                if (gone.sent and scope.get("method") not in TWICE) or monotonic() > until:
                    raise Elsewhere(id, whose) from None
            await asyncio.sleep(SOON)
            self._owners.doubt(id)
            found = await self._whose(id, max(hops, 1))
            if found is None:
                return None
            whose = found

    async def _whose(self, id: str, hops: int) -> Peer | None:
        """Another worker's if it lives; ours if it is or can be."""
        peer = self._owners.whither(id) if hops == 0 else None
        if peer is not None:
            return peer
        try:
            await self._owners.hold(id)
        except Elsewhere as elsewhere:
            if elsewhere.peer is None or hops > 2:
                raise
            return elsewhere.peer
        return None

    async def _pass_on(self, peer: Peer, hops: int, scope: Scope, receive: Receive, send: Send) -> None:
        client = " ".join(map(str, scope["client"] or ("", 0)))
        told = {SECRET: self._secret, CLIENT: client, HOPS: str(hops + 1)}
        if scope["type"] == "websocket":
            await self._while_it_lives(peer, _pass_line(peer, told, scope, receive, send))
            return
        line = self._line_to(peer) or await _open(peer)
        await self._while_it_lives(peer, line.ask(told, scope, receive, send))
        if line.is_idle:
            self._lines.setdefault(peer.address, []).append(line)

    async def _while_it_lives(self, peer: Peer, asking: Coroutine[Any, Any, None]) -> None:
        """A worker that stands still answers nothing, but its lines hold: what it is asked is not waited for."""
        task = asyncio.create_task(asking)
        try:
            while not (await asyncio.wait({task}, timeout=LOOK))[0]:
                if peer.id not in self._owners.peers:
                    raise NoAnswer(sent=True)
            await task
        finally:
            task.cancel()

    def _line_to(self, peer: Peer) -> Line | None:
        kept = self._lines.get(peer.address, [])
        while kept:
            line = kept.pop()
            if line.is_good:
                return line
            line.close()
        return None


async def _sorry(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013, "reason": ""})
        return
    kind = NotOurs if isinstance(error, NotOurs) else SQLAlchemyError
    answer = scope["app"].exception_handlers[kind](Request(scope), error)
    await answer(scope, receive, send)


# one request after the other


class Line:
    """A line to another worker, in HTTP."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer
        self._http = h11.Connection(h11.CLIENT)
        self._used = monotonic()

    @property
    def is_idle(self) -> bool:
        return self._http.our_state is h11.IDLE

    @property
    def is_good(self) -> bool:
        return monotonic() - self._used < IDLE and not self._reader.at_eof() and not self._writer.is_closing()

    def close(self) -> None:
        self._writer.close()

    async def ask(self, told: dict[str, str], scope: Scope, receive: Receive, send: Send) -> None:
        begun = False
        try:
            await self._send_request(told, scope, receive)
            async for message in self._answer():
                begun = True
                await send(message)
        except (OSError, h11.ProtocolError, asyncio.IncompleteReadError):
            self.close()
            if begun:
                raise
            raise NoAnswer(sent=True) from None
        except BaseException:
            self.close()
            raise

    async def _send_request(self, told: dict[str, str], scope: Scope, receive: Receive) -> None:
        passed = [(name, value) for name, value in scope["headers"] if name not in BETWEEN]
        if not any(name == b"content-length" for name, _ in passed) and scope["method"] not in (*TWICE, "OPTIONS"):
            passed.append((b"transfer-encoding", b"chunked"))
        passed += [(name.encode(), value.encode()) for name, value in told.items()]
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        self._write(h11.Request(method=scope["method"], target=target, headers=passed))
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ConnectionAbortedError
            if message.get("body"):
                self._write(h11.Data(data=message["body"]))
                await self._writer.drain()
            more = message.get("more_body", False)
        self._write(h11.EndOfMessage())
        await self._writer.drain()

    def _write(self, event: h11.Event) -> None:
        data = self._http.send(event)
        if data:
            self._writer.write(data)

    async def _answer(self) -> Any:
        while not isinstance(event := await self._next(), h11.EndOfMessage):
            if isinstance(event, h11.Response):
                headers = [(name, value) for name, value in event.headers if name not in BETWEEN]
                yield {"type": "http.response.start", "status": event.status_code, "headers": headers}
            elif isinstance(event, h11.Data):
                yield {"type": "http.response.body", "body": bytes(event.data), "more_body": True}
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
            self._used = monotonic()
        else:
            self.close()
        yield {"type": "http.response.body", "body": b"", "more_body": False}

    async def _next(self) -> object:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            data = await self._reader.read(CHUNK)
            if not data and self._http.their_state is h11.SEND_RESPONSE:
                raise ConnectionResetError
            self._http.receive_data(data)
        if isinstance(event, h11.ConnectionClosed):
            raise ConnectionResetError
        return event


async def _open(peer: Peer) -> Line:
    host, _, port = peer.address.rpartition(":")
    try:
        async with asyncio.timeout(2.0):
            return Line(*await asyncio.open_connection(host.strip("[]"), int(port)))
    except (OSError, TimeoutError):
        raise NoAnswer(sent=False) from None


# live lines


async def _pass_line(peer: Peer, told: dict[str, str], scope: Scope, receive: Receive, send: Send) -> None:
    query = scope["query_string"].decode()
    skipped = {*BETWEEN, *LINE, b"host"}
    headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
    passed = [(name.decode("latin-1"), value) for name, value in headers if name not in skipped]
    named = next((value for name, value in headers if name == b"host"), "")
    host, _, port = peer.address.rpartition(":")
    try:
        line = await connect(
            f"ws://{named}{scope['path']}" + (f"?{query}" if query else ""),
            host=host.strip("[]"),
            port=int(port),
            additional_headers=[*passed, *told.items()],
            user_agent_header=None,
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=5,
        )
    except (InvalidStatus, InvalidURI):
        await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return
    except (OSError, TimeoutError, EOFError):
        raise NoAnswer(sent=False) from None
    await _both_ways(line, receive, send)


async def _both_ways(line: ClientConnection, receive: Receive, send: Send) -> None:
    await receive()  # that there is a line
    await send({"type": "websocket.accept"})
    said = asyncio.create_task(_hear(line, receive))
    try:
        with suppress(ConnectionClosed, RuntimeError):
            while True:
                heard = await line.recv()
                await send({"type": "websocket.send", "text" if isinstance(heard, str) else "bytes": heard})
        with suppress(RuntimeError):
            await send(_closing(line))
    finally:
        said.cancel()
        await line.close()


def _closing(line: ClientConnection) -> Message:
    """A worker that died leaves no word: whoever listened is to come again."""
    code = line.close_code or 1006
    return {"type": "websocket.close", "code": 1012 if code == 1006 else code, "reason": line.close_reason or ""}


async def _hear(line: ClientConnection, receive: Receive) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        with suppress(ConnectionClosed):
            await line.send(message.get("text") or message.get("bytes") or "")
    await line.close()
