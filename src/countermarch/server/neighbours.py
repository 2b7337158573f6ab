"""A server as one of several workers on one database: what it has in memory is right whatever the others do."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.exc import SQLAlchemyError

from countermarch.server.bulletin import Bulletin
from countermarch.server.errands import Errands
from countermarch.server.figures import Together
from countermarch.server.owners import Among
from countermarch.server.ownerstore import OwnerStore, Peer
from countermarch.server.people import hashed
from countermarch.server.tables import Keeper

MESSAGES = "messages"  # the duty to send them
AGAIN = 0.5  # seconds until a database that is away is asked again
FORGETTING = 30  # beats after which who is who is looked up anew, whatever was told
log = logging.getLogger("countermarch.workers")


class Neighbours:
    def __init__(self, hall: Keeper, me: Peer) -> None:
        self._hall = hall
        self.owners = Among(me, OwnerStore(hall.store.engine))
        self._board = Bulletin(hall.store.engine, me.id)
        self._beats = 0
        self._errands = Errands()
        self.secret = hall.mail.secret("workers") or hall.mail.keep_secret("workers", secrets.token_hex(32))
        hall.store.fence.worker = me.id
        hall.memory.owners, hall.memory.board = self.owners, self._board
        hall.caller.on_duty = False
        self._wire()

    def _wire(self) -> None:
        hall, owners, board = self._hall, self.owners, self._board
        owners.lose, owners.busy = hall.memory.lose, hall.memory.busy
        owners.been_away, owners.bereft = hall.memory.been_away, hall.memory.bereft
        owners.ask_for = self._ask_for
        hall.register.spread = board.post
        hall.caller.pass_on = lambda channel: board.post("call", channel=channel)
        hall.caller.spread = board.post
        board.on("listens", hall.caller.listened)
        board.on("forgot", hall.register.forgot)
        board.on("dropped", hall.register.dropped)
        board.on("renamed", hall.persons.renamed)
        board.on("hung_up", hall.persons.hung_up)
        board.on("removed", hall.memory.removed)
        board.on("became", lambda old, new: self._errands.run(hall.persons.became(old, new)))
        board.on("wanted", lambda id: self._errands.run(owners.give_up([id])))
        board.on("call", self._called)
        board.on("changed", lambda: self._errands.run(owners.beat()))
        board.missed = self._missed

    def figures(self, host: str, places: int) -> Together:
        """What all workers of the house have counted, so many as there should be; `host` is the name they answer to."""
        owners, own = self.owners, self._hall.meters.registry
        return Together(own, owners.me, lambda: owners.peers.values(), self.secret, host, places)

    async def _ask_for(self, id: str) -> None:
        self._board.post("wanted", id=id)

    def _called(self, channel: str) -> None:
        if self._hall.caller.on_duty:
            self._errands.run(self._hall.caller.resume(channel))

    async def _missed(self) -> None:
        """Nobody listened for a while: what could have been said is looked up."""
        self._look_up_anew()
        await self.owners.beat()  # who has come
        if self._hall.caller.on_duty:
            await self._hall.caller.resume()

    def died(self, worker: str) -> None:
        self._errands.run(self.owners.bury(worker))

    async def match_of(self, token: str) -> str | None:
        """The match a link is for."""
        found = await asyncio.to_thread(self._hall.store.seat_by, hashed(token))
        return None if found is None else found[0]

    @asynccontextmanager
    async def present(self) -> AsyncIterator[None]:
        """Among the others from here on, until the end."""
        await self._come_in()
        tasks = [asyncio.create_task(self._board.run()), asyncio.create_task(self.owners.go_on(self._each_beat))]
        await asyncio.sleep(0)  # from here on the others are told
        self._board.post("changed")
        try:
            yield
        finally:
            for task in (*tasks, *self._errands.tasks):
                task.cancel()
            await asyncio.gather(*tasks, *self._errands.tasks, return_exceptions=True)

    async def _come_in(self) -> None:
        """A database that is away is waited for: who comes meanwhile waits in line."""
        while True:
            try:
                await self.owners.join()
                return await self._each_beat()
            except SQLAlchemyError as error:
                log.error("the database failed: %s", error)
            await asyncio.sleep(AGAIN)

    async def _each_beat(self) -> None:
        await self._hall.caller.take_up(await self.owners.take_up(MESSAGES))
        self._beats += 1
        if self._beats % FORGETTING == 0:
            self._look_up_anew()

    def _look_up_anew(self) -> None:
        """Who is who, and who is to be called."""
        self._hall.register.forget_all()
        self._hall.caller.listened()
