"""What workers on one database tell each other at once, by its LISTEN and NOTIFY."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from sqlalchemy import text
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

CHANNEL = "countermarch"
AGAIN = 0.5  # seconds until a database that went away is listened to again
LONGEST = 7_900  # bytes PostgreSQL passes on
# a line that is dead is noticed within a few seconds
ALIVE = {"keepalives": "1", "keepalives_idle": "3", "keepalives_interval": "1", "keepalives_count": "3"}
Hear = Callable[..., None]
log = logging.getLogger("countermarch.workers")


class Board(Protocol):
    def post(self, kind: str, **said: str) -> None:
        """Tell the others; may be called from any thread."""


class Nobody:
    """There is nobody to tell."""

    def post(self, kind: str, **said: str) -> None:
        return


class Bulletin:
    def __init__(self, engine: Engine, me: str) -> None:
        self._engine, self._me = engine, me
        self._hears: dict[str, Hear] = {}
        self._posts: asyncio.Queue[str] = asyncio.Queue()
        self._loop: asyncio.AbstractEventLoop | None = None
        self.missed: Callable[[], Awaitable[None]] | None = None  # something may have been said while nobody listened

    def on(self, kind: str, hear: Hear) -> None:
        self._hears[kind] = hear

    def post(self, kind: str, **said: str) -> None:
        written = json.dumps({"by": self._me, "kind": kind, **said})
        if self._loop is not None and len(written) < LONGEST:
            self._loop.call_soon_threadsafe(self._posts.put_nowait, written)

    async def run(self) -> None:
        """As long as the worker does."""
        self._loop = asyncio.get_running_loop()
        await asyncio.gather(self._listen_on(), self._tell())

    async def _tell(self) -> None:
        while True:
            written = await self._posts.get()
            try:
                await asyncio.to_thread(self._notify, written)
            except SQLAlchemyError as error:
                log.error("the other workers could not be told: %s", error)

    def _notify(self, written: str) -> None:
        with self._engine.begin() as connection:
            connection.execute(text("SELECT pg_notify(:channel, :said)"), {"channel": CHANNEL, "said": written})

    async def _listen_on(self) -> None:
        from psycopg import Error

        while True:
            try:
                await self._listen()
            except (Error, SQLAlchemyError, OSError) as error:  # whatever it is, nobody stays deaf
                log.warning("the database cannot be listened to: %s", error)
            await asyncio.sleep(AGAIN)

    async def _listen(self) -> None:
        from psycopg import AsyncConnection

        _, where = self._engine.dialect.create_connect_args(self._engine.url)  # a name may hold what an address may not
        asked: dict[str, Any] = {**where, **ALIVE, "connect_timeout": 5}
        async with await AsyncConnection.connect(**asked, autocommit=True) as connection:
            await connection.execute(f"LISTEN {CHANNEL}".encode())
            if self.missed is not None:
                await self.missed()
            async for notice in connection.notifies():
                self._hear(notice.payload)

    def _hear(self, written: str) -> None:
        try:
            said: dict[str, Any] = json.loads(written)
            by, kind = said.pop("by"), said.pop("kind")
            if by != self._me and kind in self._hears:
                self._hears[kind](**said)
        except Exception:
            log.exception("what another worker said was not understood")
