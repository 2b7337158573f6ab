"""Before all else: every request gets a number, is counted and timed, and is told to the log by its route alone."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterator
from functools import partial
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, unquote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from countermarch.server.logs import PRESENT, SHORTEST, Present
from countermarch.server.metrics import Meters

log = logging.getLogger("countermarch.requests")
NUMBER = re.compile(r"[0-9A-Za-z-]{8,64}")
FILES = "(files)"  # the route of the client's files, and of what is not there
HIDDEN = ("password", "token", "code", "secret", "share")  # what is secret in a query
LINKS = re.compile(r"/(?:join|off|confirm|reset)/([^/]+)")
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "LIVE")
UNSEEN = ("/healthz", "/readyz", "/metrics")  # asked again and again, and nobody wants to read of it


class Reception:
    def __init__(self, app: ASGIApp, meters: Meters, address: Callable[[HTTPConnection], str]) -> None:
        self.app = app
        self._meters = meters
        self._address = address

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        present = Present(number_of(scope), partial(secrets_of, scope))
        PRESENT.set(present)  # each request has a task, and so a context, of its own
        begun, answer = time.perf_counter(), Answer(send, present.id)
        try:
            await self.app(scope, receive, answer)
        finally:
            self._note(scope, answer.status, time.perf_counter() - begun)

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route, method = route_of(scope), method_of(scope)
        self._meters.requests.labels(method, route, str(status)).inc()
        if scope["type"] == "http":  # a live line lasts as long as somebody listens
            self._meters.latency.labels(route).observe(seconds)
        if route not in UNSEEN and log.isEnabledFor(logging.INFO):
            told = {"method": method, "route": route, "status": status, "seconds": round(seconds, 4)}
            who = {"address": self._address(HTTPConnection(scope)), "match": scope.get("path_params", {}).get("id")}
            log.info("%s %s %d", method, route, status, extra={**told, **who})


class Answer:
    """Passes an answer on, with the number of the request, and keeps its status."""

    def __init__(self, send: Send, number: str) -> None:
        self.status = 500  # of one that never came
        self._send = send
        self._number = number

    async def __call__(self, message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            MutableHeaders(scope=message)["X-Request-Id"] = self._number
        elif message["type"] == "websocket.accept":
            self.status = 101
        elif message["type"] == "websocket.close":
            self.status = message.get("code", 1000)
        await self._send(message)


def number_of(scope: Scope) -> str:
    """What a proxy calls it, if it looks like a number; one of our own else."""
    named = Headers(scope=scope).get("x-request-id", "")
    return named if NUMBER.fullmatch(named) else secrets.token_hex(8)


def method_of(scope: Scope) -> str:
    """Whoever makes one up must not make the counters many."""
    method = scope.get("method", "LIVE")
    return method if method in METHODS else "OTHER"


def route_of(scope: Scope) -> str:
    """As the server's description names it, without what was asked for."""
    path = getattr(scope.get("route"), "path", "")
    return path or FILES


def secrets_of(scope: Scope) -> Iterator[str]:
    """What must not be written down of a request."""
    headers = Headers(scope=scope)
    yield from (one for one in _cookies(headers.get("cookie", "")) if len(one) >= SHORTEST)
    yield from (one for one in LINKS.findall(unquote(scope["path"])) if len(one) >= SHORTEST)
    for name, value in parse_qsl(scope.get("query_string", b"").decode(errors="replace")):
        if name.lower() in HIDDEN and len(value) >= SHORTEST:
            yield value
    if len(held := headers.get("authorization", "")) >= SHORTEST:
        yield held


def _cookies(header: str) -> list[str]:
    try:
        return [morsel.value for morsel in SimpleCookie(header).values()]
    except CookieError:
        return [header]
