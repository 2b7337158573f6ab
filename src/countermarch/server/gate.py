"""Before a request comes to a route: is it meant for this server, and is it of a size that can be dealt with?"""

from __future__ import annotations

import asyncio
import re
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "::1")
LARGEST = 25_000_000  # bytes of a request; the longest saves have some
USUAL = 1_000_000  # bytes of a request that brings no file
FILES = ("/api/matches/import", "/api/verify", "/api/values/")  # what is brought there may be large
PATIENCE = 120.0  # seconds until the whole body must have come
PROBES = ("/healthz", "/readyz")  # asked by whatever name a machine has; they tell nothing of anybody
LOOKING = ("GET", "HEAD", "OPTIONS")
HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::\d{1,5})?")
# what a browser may do with what it gets from here: nothing comes from elsewhere, nobody puts it into a frame;
# styles in attributes are what counters and bars are drawn with
POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "style-src-attr 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
SAID = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Gate:
    """A server answers only to its own names: a page elsewhere could have its name lead here.

    Nor may another site's page change anything here, or listen in.
    """

    def __init__(self, app: ASGIApp, open_to_all: bool, public: str | None = None) -> None:
        self.app = app
        self.open_to_all = open_to_all
        self.origin = _origin(public or "")
        known_as = urlsplit(public or "").hostname
        self.names = (*LOOPBACK, known_as) if known_as else LOOPBACK

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers, telling = Headers(scope=scope), _telling(send, scope["path"])
        host = _hostname(headers.get("host", ""))
        if scope["path"] in PROBES:
            await self.app(scope, receive, telling)
        elif "\0" in scope["path"]:
            await self._refuse(404, scope, receive, telling)
        elif host is None or (not self.open_to_all and host not in self.names):
            await self._refuse(421, scope, receive, telling)
        elif scope.get("method") not in LOOKING and not self._from_here(headers, host):
            await self._refuse(403, scope, receive, telling)
        elif _announced(headers) > largest_at(scope["path"]):
            await self._refuse(413, scope, receive, telling)
        else:
            await self.app(scope, _counted(scope, receive), telling)

    def _from_here(self, headers: Headers, host: str) -> bool:
        """Programs send no origin; a browser names the page that asks, or says null if it will not tell."""
        sent = headers.get("origin")
        if sent is None:
            return True
        origin = _origin(sent)
        if origin is None:
            return False
        if self.origin is not None and host not in LOOPBACK:
            return origin == self.origin
        return origin[1] in (host, *self.names)

    async def _refuse(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": ""})
            return
        answer = scope["app"].exception_handlers[HTTPException](Request(scope), HTTPException(status))
        await answer(scope, receive, send)


def largest_at(path: str) -> int:
    return LARGEST if path.startswith(FILES) else min(USUAL, LARGEST)


def _telling(send: Send, path: str) -> Send:
    """Every answer says what may be done with it; one that says so itself is right.

    What is told to one must not be kept for another, unless it is a document with a tag of its own.
    """

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in SAID.items():
                headers.setdefault(name, value)
            if path.startswith("/api") and "etag" not in headers:
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


def _origin(address: str) -> tuple[str, str, int] | None:
    """Scheme, name and port of a page's address; None if it is none."""
    try:
        parts = urlsplit(address)
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        if usual is None or not parts.hostname:
            return None
        return parts.scheme, parts.hostname, parts.port or usual
    except ValueError:
        return None


def _hostname(host: str) -> str | None:
    """Without the port; addresses of six parts stand in brackets. None if that is no name of a host."""
    found = HOST.fullmatch(host.lower())
    return None if found is None else found["six"] or found["name"]


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() else 0


def _counted(scope: Scope, receive: Receive) -> Receive:
    """A body that does not say how long it is must not go on for ever either, nor come drop by drop."""
    if scope["type"] != "http":
        return receive
    seen, whole, until, largest = 0, False, monotonic() + PATIENCE, largest_at(scope["path"])

    async def counting() -> Message:
        nonlocal seen, whole
        if whole:
            return await receive()
        try:
            message = await asyncio.wait_for(receive(), max(0.0, until - monotonic()))
        except TimeoutError:
            raise HTTPException(408) from None
        seen += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        if seen > largest:
            raise HTTPException(413)
        return message

    return counting
