"""How long a connection may say nothing, and how many one address has: slow hands must not keep others out."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

# of every server of ours
AS_SERVED: dict[str, Any] = {
    "proxy_headers": False,  # whom to believe is ours to say
    "server_header": False,
    "ws_max_size": 10_000,  # those who listen have nothing to say
    "ws_per_message_deflate": False,  # what they are told is short, and packing it costs more than sending it
    "access_log": False,
}
LONGEST = 65_536  # bytes of the headers of a request
PATIENCE = 20.0  # seconds until somebody who is connected must have said what he wants
MOST = 100  # connections of one address that ask; live lines are counted elsewhere


class Patient(HttpToolsProtocol):
    """Hangs up on whoever connects, or begins a request, and does not come to an end of its headers."""

    most: int | None = None

    def __init__(self, *args: Any, **asked: Any) -> None:
        super().__init__(*args, **asked)
        self._patience: asyncio.TimerHandle | None = None
        self._counted: Counter[str] | None = None
        self._said = 0  # bytes of a request that has not come to the end of its headers

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._count()
        self._wait()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._said = self._said + len(data) if self._asks else 0
        if self._said > LONGEST:
            self.transport.close()
        self._wait()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """It is a live line from now on, which may be silent."""
        self._let_go()
        self._patience = NEVER
        super().handle_websocket_upgrade()

    def _should_upgrade(self) -> bool:
        """Anything but GET is heard as an ordinary request, and refused at the gate: else it got no answer at all."""
        return super()._should_upgrade() and self.scope["method"] == "GET"

    @property
    def _asks(self) -> bool:
        """Whether it is still to be heard what is wanted."""
        return self.cycle is None or self.cycle.response_complete

    def _wait(self) -> None:
        if self._patience is NEVER or self.transport.is_closing():
            return
        if not self._asks and self._patience is not None:
            self._patience.cancel()
            self._patience = None
        elif self._asks and self._patience is None:
            self._patience = self.loop.call_later(PATIENCE, self._hang_up)

    def _hang_up(self) -> None:
        self._patience = None
        if self._asks:
            self.transport.close()

    def _count(self) -> None:
        """One address does not take all the room there is."""
        if self.most is None or self.client is None:
            return
        self._counted = COUNTED
        self._counted[self.client[0]] += 1
        if self._counted[self.client[0]] > self.most:
            self.transport.close()

    def _let_go(self) -> None:
        if self._patience is not None and self._patience is not NEVER:
            self._patience.cancel()
        self._patience = None
        if self._counted is not None and self.client is not None:
            self._counted[self.client[0]] -= 1
            self._counted += Counter()  # without those who have none
            self._counted = None


class Careful(Patient):
    """Open to the world, and no proxy stands before it that would count."""

    most = MOST


COUNTED: Counter[str] = Counter()
NEVER: Any = object()
