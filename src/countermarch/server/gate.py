"""Before a request comes to a route: is it meant for this server, and is it of a size that can be dealt with?"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("localhost", "127.0.0.1", "::1")
LARGEST = 25_000_000  # bytes of a request; the longest saves have some


LOOKING = ("GET", "HEAD", "OPTIONS")


class Gate:
    """A server answers only to its own names: a page elsewhere could have its name lead here.

    Nor may another site's page change anything here, or listen in.
    """

    def __init__(self, app: ASGIApp, open_to_all: bool, known_as: str | None = None) -> None:
        self.app = app
        self.open_to_all = open_to_all
        self.names = (*LOOPBACK, known_as) if known_as else LOOPBACK

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        host = _hostname(headers.get("host", ""))
        if not self.open_to_all and host not in self.names:
            await self._refuse(421, scope, receive, send)
        elif scope.get("method") not in LOOKING and not self._from_here(headers, host):
            await self._refuse(403, scope, receive, send)
        elif _announced(headers) > LARGEST:
            await self._refuse(413, scope, receive, send)
        else:
            await self.app(scope, _counted(receive), send)

    def _from_here(self, headers: Headers, host: str) -> bool:
        """Programs send no origin; a browser names the page that asks, or says null if it will not tell."""
        origin = headers.get("origin")
        return origin is None or urlsplit(origin).hostname in (host, *self.names)

    async def _refuse(self, status: int, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 4403, "reason": ""})
            return
        answer = scope["app"].exception_handlers[HTTPException](Request(scope), HTTPException(status))
        await answer(scope, receive, send)


def _hostname(host: str) -> str:
    """Without the port; addresses of six parts stand in brackets."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def _announced(headers: Headers) -> int:
    length = headers.get("content-length", "")
    return int(length) if length.isdecimal() else 0


def _counted(receive: Receive) -> Receive:
    """A body that does not say how long it is must not go on for ever either."""
    seen = 0

    async def counting() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > LARGEST:
            raise HTTPException(413)
        return message

    return counting
