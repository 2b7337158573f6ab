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
from typing import Any, TypeVar

import h11
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from countermarch.server.gate import Body, Doorman, telling
from countermarch.server.owners import Among, Elsewhere, Unheard
from countermarch.server.ownerstore import Peer
from countermarch.server.store import NotOurs

ABOUT = re.compile(r"/api/(?:matches|lobby|watch)/([0-9a-f]{10,32})(?:/|$)")
LINK = re.compile(r"/api/join/([^/]+)$")
SECRET, CLIENT, HOPS = "x-countermarch-secret", "x-countermarch-client", "x-countermarch-hops"
NEIGHBOUR = "neighbour"  # whether a worker asks, in the state of a request
OWN = (SECRET, CLIENT, HOPS)
BETWEEN = {b"connection", b"keep-alive", b"transfer-encoding", b"upgrade", b"proxy-connection", b"te", b"trailer"}
ANSWERED = {*BETWEEN, b"date"}  # each server says itself when
LINE = (b"sec-websocket-key", b"sec-websocket-version", b"sec-websocket-extensions", b"sec-websocket-protocol")
TAKING_OVER = 6.0  # seconds until somebody must have taken over from a worker that is dead
SOON, LOOK = 0.1, 0.5
IDLE = 4.0  # seconds a line to another worker is kept, which hangs up after five
LENGTHS = (b"content-length", b"transfer-encoding")
TWICE = ("GET", "HEAD")  # what may be asked again
CHUNK = 65_536
COME_AGAIN = 1012  # with which a live line is ended when its server is
T = TypeVar("T")
log = logging.getLogger("countermarch.workers")


class NoAnswer(Exception):
    """The worker is gone; `sent` tells whether it may have heard what was asked."""

    def __init__(self, sent: bool) -> None:
        self.sent = sent
        super().__init__()


class Forwarding:
    def __init__(
        self,
        app: ASGIApp,
        owners: Among,
        secret: str,
        match_of: Callable[[str], Awaitable[str | None]],
        doorman: Doorman,
    ) -> None:
        self.app = app
        self._doorman = doorman
        self._owners = owners
        self._secret = secret
        self._match_of = match_of
        self._lines: dict[str, list[Line]] = {}  # to other workers, by address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        hops = self._believe(scope)
        if self._doorman.objection(scope) is not None:
            await self.app(scope, receive, send)  # whose gate says why
            return
        try:
            id = await self._about(scope)
            peer = None if id is None else await self._whose(id, hops)
            if id is not None and peer is not None:
                body = Body(scope, receive, None) if scope["type"] == "http" else receive
                peer = await self._forward(id, peer, hops, scope, body, send)
        except ClientDisconnect:
            return  # nobody is there to be told anything
        except (NotOurs, SQLAlchemyError, HTTPException) as error:
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
        until, whose = monotonic() + TAKING_OVER, peer
        while True:
            try:
                await self._pass_on(whose, hops, scope, receive, send)
                return whose
            except NoAnswer as gone:
                if gone.sent and scope.get("method") not in TWICE:
                    raise Unheard(id, whose) from None
                if monotonic() > until:
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
        answer = await self._while_it_lives(peer, line.ask(told, scope, receive))
        self._keep(peer, line)
        for message in answer:
            await send(message)

    async def _while_it_lives(self, peer: Peer, asking: Coroutine[Any, Any, T]) -> T:
        """A worker that stands still answers nothing, but its lines hold: what it is asked is not waited for."""
        task = asyncio.create_task(asking)
        try:
            while not (await asyncio.wait({task}, timeout=LOOK))[0]:
                if peer.id not in self._owners.peers:
                    raise NoAnswer(sent=True)
            return await task
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

    def _keep(self, peer: Peer, line: Line) -> None:
        """For what is asked next; those nobody asked by any more are let go, whoever they led to."""
        kept = [(address, one) for address, lines in self._lines.items() for one in lines]
        self._lines = {}
        for address, one in (*kept, (peer.address, line)):
            if one.is_good and one.is_idle:
                self._lines.setdefault(address, []).append(one)
            else:
                one.close()


async def _sorry(error: Exception, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1013, "reason": ""})
        return
    kind = next(one for one in (NotOurs, HTTPException, SQLAlchemyError) if isinstance(error, one))
    answer = scope["app"].exception_handlers[kind](Request(scope), error)
    await answer(scope, receive, telling(send, scope["path"]))


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

    async def ask(self, told: dict[str, str], scope: Scope, receive: Receive) -> list[Message]:
        try:
            await self._send_request(told, scope, receive)
            return await (_unless_gone(receive, self._answer()) if _brings(scope) else self._answer())
        except (OSError, h11.RemoteProtocolError):
            self.close()
            raise NoAnswer(sent=True) from None
        except h11.LocalProtocolError:  # what was asked cannot be passed on
            self.close()
            raise HTTPException(400) from None
        except BaseException:
            self.close()
            raise

    async def _send_request(self, told: dict[str, str], scope: Scope, receive: Receive) -> None:
        brings, named = _brings(scope), _named(scope)
        skipped = BETWEEN if brings else {*BETWEEN, *LENGTHS}
        passed = [(name, value.strip(b" \t")) for name, value in scope["headers"] if name not in skipped]
        if brings and b"content-length" not in named:
            passed.append((b"transfer-encoding", b"chunked"))
        passed += [(name.encode(), value.encode()) for name, value in told.items()]
        target = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
        self._write(h11.Request(method=scope["method"], target=target, headers=passed))
        if brings:
            await self._send_body(receive)
        self._write(h11.EndOfMessage())
        await self._writer.drain()

    async def _send_body(self, receive: Receive) -> None:
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            if message.get("body"):
                self._write(h11.Data(data=message["body"]))
                await self._writer.drain()
            more = message.get("more_body", False)

    def _write(self, event: h11.Event) -> None:
        data = self._http.send(event)
        if data:
            self._writer.write(data)

    async def _answer(self) -> list[Message]:
        """Whole: of half an answer nobody is told anything, so that something can be said instead."""
        answer: list[Message] = []
        while not isinstance(event := await self._next(), h11.EndOfMessage):
            if isinstance(event, h11.Response):
                headers = [(name, value) for name, value in event.headers if name not in ANSWERED]
                answer.append({"type": "http.response.start", "status": event.status_code, "headers": headers})
            elif isinstance(event, h11.Data):
                answer.append({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        if self._http.our_state is h11.DONE and self._http.their_state is h11.DONE:
            self._http.start_next_cycle()
            self._used = monotonic()
        else:
            self.close()
        return [*answer, {"type": "http.response.body", "body": b"", "more_body": False}]

    async def _next(self) -> object:
        while (event := self._http.next_event()) is h11.NEED_DATA:
            self._http.receive_data(await self._reader.read(CHUNK))  # which knows what must not end there
        return event


def _named(scope: Scope) -> set[bytes]:
    return {name for name, _ in scope["headers"]}


def _brings(scope: Scope) -> bool:
    """Whether there is a body; what is asked twice is read once."""
    return scope["method"] not in TWICE and not _named(scope).isdisjoint(LENGTHS)


async def _unless_gone(receive: Receive, answering: Coroutine[Any, Any, T]) -> T:
    """Who hangs up here, when all he brought has come, hangs up there: what he asked for may take long."""
    answer, leaving = asyncio.create_task(answering), asyncio.create_task(_leaves(receive))
    try:
        await asyncio.wait((answer, leaving), return_when=asyncio.FIRST_COMPLETED)
        if answer.done():
            return answer.result()
        raise ClientDisconnect
    finally:
        answer.cancel()
        leaving.cancel()


async def _leaves(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _open(peer: Peer) -> Line:
    host, _, port = peer.address.rpartition(":")
    try:
        async with asyncio.timeout(2.0):
            return Line(*await asyncio.open_connection(host.strip("[]"), int(port)))
    except (OSError, TimeoutError):
        raise NoAnswer(sent=False) from None


# live lines


async def _pass_line(peer: Peer, told: dict[str, str], scope: Scope, receive: Receive, send: Send) -> None:
    path, query = scope["raw_path"].decode("latin-1"), scope["query_string"].decode("latin-1")
    skipped = {*BETWEEN, *LINE, b"host"}
    headers = [(name, value.decode("latin-1")) for name, value in scope["headers"]]
    passed = [(name.decode("latin-1"), value) for name, value in headers if name not in skipped]
    named = next((value for name, value in headers if name == b"host"), "")
    host, _, port = peer.address.rpartition(":")
    try:
        line = await connect(
            f"ws://{named}{path}" + (f"?{query}" if query else ""),
            host=host.strip("[]"),
            port=int(port),
            additional_headers=[*passed, *told.items()],
            user_agent_header=None,
            compression=None,
            max_size=None,
            proxy=None,
            open_timeout=5,
        )
    except (InvalidStatus, InvalidURI, ValueError):  # refused there; or no address can be made of what was asked
        await send({"type": "websocket.close", "code": 4403, "reason": ""})
        return
    except (OSError, TimeoutError, EOFError, InvalidHandshake):
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
    return {"type": "websocket.close", "code": COME_AGAIN if code == 1006 else code, "reason": line.close_reason or ""}


async def _hear(line: ClientConnection, receive: Receive) -> None:
    while (message := await receive())["type"] == "websocket.receive":
        with suppress(ConnectionClosed):
            await line.send(message.get("text") or message.get("bytes") or "")
    await line.close(COME_AGAIN if message.get("code") == COME_AGAIN else 1000)
