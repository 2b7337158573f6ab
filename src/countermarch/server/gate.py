"""Before a request comes to a route: is it meant for this server, and is it of a size that can be dealt with?"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Callable
from time import monotonic
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from countermarch.server.problems import Problem, problem

LOOPBACK = ("localhost", "127.0.0.1", "::1")
LARGEST = 25_000_000  # bytes of a request; the longest saves have some
USUAL = 1_000_000  # bytes of a request that brings no file
FILES = ("/api/matches/import", "/api/verify", "/api/values/")  # what is brought there may be large
PATIENCE, PATIENCE_FOR_FILES = 20.0, 120.0  # seconds until the whole body must have come
IN_ALL, OF_ONE = 200_000_000, 60_000_000  # bytes of requests that are held at a time: by the server, of one address
PROBES = ("/healthz", "/readyz")  # asked by whatever name a machine has; they tell nothing of anybody
LOOKING = ("GET", "HEAD", "OPTIONS")
HOST = re.compile(r"(?:\[(?P<six>[0-9a-f:.]+)\]|(?P<name>[a-z0-9._-]+))(?::(?P<port>\d{1,5}))?")
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
LAST_WORDS = (400, 408, 413, 503)  # what may still come of such a request is not listened to
SAID = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


class Doorman:
    """Whom he does not let in, by the head of a request alone.

    A server answers only to its own names: a page elsewhere could have its name lead here. Nor may another site's page
    change anything here, or listen in.
    """

    def __init__(self, open_to_all: bool, public: str | None = None) -> None:
        self._open_to_all = open_to_all
        self._origin = _origin(public or "")
        known_as = urlsplit(public or "").hostname
        self._names = (*LOOPBACK, known_as) if known_as else LOOPBACK

    def objection(self, scope: Scope) -> Problem | HTTPException | None:
        headers, method = Headers(scope=scope), scope.get("method")
        named = headers.getlist("host")
        host = _hostname(named[0]) if len(named) == 1 else None
        if "\0" in scope["path"]:
            return HTTPException(404)
        if host is None or (not self._open_to_all and host not in self._names):
            return HTTPException(421)
        if method not in LOOKING and not self._from_here(headers, host):
            return HTTPException(403)
        if "transfer-encoding" in headers and "content-length" in headers:
            return HTTPException(400)  # a proxy may read it otherwise than we do
        if scope["type"] == "http" and method != "GET" and _upgrades(headers):
            return problem(400, "upgrade")  # what it brings would be taken for another protocol, and be lost
        return HTTPException(413) if _announced(headers) > largest_at(scope["path"]) else None

    def _from_here(self, headers: Headers, host: str) -> bool:
        """Programs send no origin; a browser names the page that asks, or says null if it will not tell."""
        sent = headers.get("origin")
        if sent is None:
            return True
        origin = _origin(sent)
        if origin is None:
            return False
        if self._origin is not None and self._origin[1] not in LOOPBACK:
            return origin == self._origin
        return origin[1] == host or (host in LOOPBACK and origin[1] in LOOPBACK)


class Gate:
    """Whom the doorman does not let in is told why; of the others not too much is taken at a time."""

    def __init__(self, app: ASGIApp, doorman: Doorman, address: Callable[[HTTPConnection], str] | None = None) -> None:
        self.app = app
        self.doorman = doorman
        self.held = None if address is None else Held(address)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        said = telling(send, scope["path"])
        if scope["path"] in PROBES:
            await self.app(scope, receive, said)
        elif (objection := self.doorman.objection(scope)) is not None:
            await self._refuse(objection, scope, receive, said)
        else:
            await self._let_in(scope, receive, said)

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        body = Body(scope, receive, self.held)
        try:
            await self.app(scope, body, send)
        finally:
            body.let_go()

    async def _refuse(self, why: Problem | HTTPException, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": ""})
            return
        kind = Problem if isinstance(why, Problem) else HTTPException
        answer = scope["app"].exception_handlers[kind](Request(scope), why)
        await answer(scope, receive, send)


def largest_at(path: str) -> int:
    return LARGEST if path.startswith(FILES) else min(USUAL, LARGEST)


def telling(send: Send, path: str) -> Send:
    """Every answer says what may be done with it; one that says so itself is right.

    What is told to one must not be kept for another, unless it is a document with a tag of its own.
    """

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            said = {name for name, _ in headers.raw}
            headers.raw.extend(one for one in SAID if one[0] not in said)
            if message["status"] in LAST_WORDS:
                headers["Connection"] = "close"
            if path.startswith("/api") and "etag" not in headers:
                headers.setdefault("Cache-Control", "no-store")
        await send(message)

    return sending


def _origin(address: str) -> tuple[str, str, int] | None:
    """Scheme, name and port of a page's address; None if it is none."""
    try:
        parts = urlsplit(address)
        usual = {"http": 80, "https": 443}.get(parts.scheme)
        if usual is None or not parts.hostname or "@" in parts.netloc:
            return None
        return parts.scheme, parts.hostname, parts.port or usual
    except ValueError:
        return None


def _hostname(host: str) -> str | None:
    """Without the port; addresses of six parts stand in brackets. None if that is no name of a host."""
    found = HOST.fullmatch(host.lower())
    if found is None or int(found["port"] or 0) > 65_535:
        return None
    return found["six"] or found["name"]


def _upgrades(headers: Headers) -> bool:
    asked = {word.strip() for word in headers.get("connection", "").lower().split(",")}
    return "upgrade" in headers and "upgrade" in asked


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() else 0


class Held:
    """Bytes of requests that have come and are not answered yet; whoever sends many must not take all the room."""

    def __init__(self, address: Callable[[HTTPConnection], str]) -> None:
        self._address = address
        self._of: Counter[str] = Counter()

    def asker(self, scope: Scope) -> str:
        return self._address(HTTPConnection(scope))

    def take(self, who: str, size: int) -> bool:
        self._of[who] += size
        return self._of[who] <= OF_ONE and self._of.total() <= IN_ALL

    def let_go(self, who: str, size: int) -> None:
        self._of[who] -= size
        if not self._of[who]:
            del self._of[who]


class Body:
    """A body that does not say how long it is must not go on for ever either, nor come drop by drop."""

    def __init__(self, scope: Scope, receive: Receive, held: Held | None) -> None:
        self._scope = scope
        self._receive = receive
        self._held = held
        self._largest = largest_at(scope["path"])
        self._until = monotonic() + (PATIENCE_FOR_FILES if scope["path"].startswith(FILES) else PATIENCE)
        self._seen = 0
        self._who = ""
        self._whole = False

    async def __call__(self) -> Message:
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout(max(0.0, self._until - monotonic())):
                message = await self._receive()
        except TimeoutError:
            raise HTTPException(408) from None
        if size := len(message.get("body", b"")):
            self._count(size)
        self._whole = not message.get("more_body", False)
        return message

    def _count(self, size: int) -> None:
        if self._held is not None and not self._seen:
            self._who = self._held.asker(self._scope)
        self._seen += size
        roomy = self._held is None or self._held.take(self._who, size)
        if self._seen > self._largest:
            raise HTTPException(413)
        if not roomy:
            raise HTTPException(503)

    def let_go(self) -> None:
        if self._held is not None and self._seen:
            self._held.let_go(self._who, self._seen)
