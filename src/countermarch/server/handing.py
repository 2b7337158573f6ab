"""A connection goes to the worker it is for, before anything is done with it, as the very socket it came by.

What was read of it goes along. So a request costs the same wherever it arrives, a live line ends where its match is,
and who asks is who the system says. Workers of one house have a door each; a message at it brings a connection, or
says that a worker has died.
"""

from __future__ import annotations

import asyncio
import logging
import re
import socket
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from countermarch.server.ownerstore import Peer
from countermarch.server.wire import Patient

MOST = 32_768  # bytes that go along
CONNECTION, DEAD = b"c", b"d"
FIRST_LINE = re.compile(rb"[A-Z]{3,7} /api/(?:matches|lobby|watch)/([0-9a-f]{10,32})[/? ]")
Whither = Callable[[str], Peer | None]
log = logging.getLogger("countermarch.workers")


def pair() -> tuple[socket.socket, socket.socket]:
    """A door: where it is knocked at, and where it is answered. Whoever holds both keeps what waits there."""
    outside, inside = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    outside.setblocking(False)
    inside.setblocking(False)
    return outside, inside


@dataclass(frozen=True, slots=True)
class Doors:
    """As one worker has them: all others' from outside, its own from inside."""

    outside: Sequence[socket.socket]
    inside: socket.socket

    def hand(self, slot: int, connection: int, data: bytes) -> bool:
        """Whether there was room at the door."""
        rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array("i", [connection]))]
        try:
            self.outside[slot].sendmsg([CONNECTION, data], rights)
        except OSError:
            return False
        return True

    def answer(self) -> tuple[bytes, bytes, list[int]] | None:
        """What waits: of which kind, what is said, and connections."""
        try:
            data, rights, _, _ = socket.recv_fds(self.inside, MOST + 1, 1)
        except BlockingIOError:
            return None
        return data[:1], data[1:], rights


def announce_death(outside: Sequence[socket.socket], slot: int, worker: str) -> None:
    """To all but who comes in its place."""
    for other, door in enumerate(outside):
        if other != slot:
            try:
                door.send(DEAD + worker.encode())
            except OSError:
                log.warning("worker %d does not listen", other)


def moving(base: type[Patient], doors: Doors, house: str, whither: Whither) -> type[Patient]:
    """A protocol by which connections go where their match is."""

    class Moving(base):  # type: ignore[misc, valid-type]
        """Only between requests, with nothing read ahead: what was begun here is ended here, see `forwarding`."""

        def __init__(self, *args: Any, brought: bytes = b"", **asked: Any) -> None:
            super().__init__(*args, **asked)
            self._brought = brought
            self._fresh = True

        def connection_made(self, transport: asyncio.Transport) -> None:
            super().connection_made(transport)
            if self._brought and not transport.is_closing():  # whoever sent it here was sure: it goes nowhere else
                self._fresh = False
                super().data_received(self._brought)
                self._brought = b""

        def data_received(self, data: bytes) -> None:
            if self._fresh and self._handed_on(data):
                return
            self._fresh = False
            super().data_received(data)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._fresh = self._asks

        def _handed_on(self, data: bytes) -> bool:
            found = FIRST_LINE.match(data) if len(data) < MOST else None
            peer = None if found is None else whither(found[1].decode())
            if peer is None or peer.house != house or self.transport.get_write_buffer_size():
                return False
            if not doors.hand(peer.slot, self.transport.get_extra_info("socket").fileno(), data):
                return False
            self.transport.abort()  # our end of it: the other worker has one of its own
            return True

    return Moving


def answer_door(doors: Doors, protocol: Callable[[bytes], asyncio.Protocol], died: Callable[[str], None]) -> None:
    """Connections that are brought are served as if they had come here."""
    loop, coming = asyncio.get_running_loop(), set[asyncio.Task[Any]]()

    def knocked() -> None:
        while (found := doors.answer()) is not None:
            kind, data, rights = found
            if kind == DEAD:
                died(data.decode())
            for connection in rights:
                sock = socket.socket(fileno=connection)
                sock.setblocking(False)
                task = loop.create_task(loop.connect_accepted_socket(partial(protocol, data), sock))
                coming.add(task)
                task.add_done_callback(coming.discard)
            if not data and not rights:
                return

    loop.add_reader(doors.inside.fileno(), knocked)
