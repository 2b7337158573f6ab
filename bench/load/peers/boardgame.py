"""The same load on boardgame.io's server (Koa and socket.io), by the same clients: two seats, a line each."""

from __future__ import annotations

import asyncio
import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any

import orjson

from bench.load.processes import Started, free_port, running, wait_for
from bench.load.tables import ERRORS, PATIENCE, NotServed, Tally
from bench.load.wire import TEXT, Line, Proxy

GAME = "counters"
COUNTERS, COLUMNS, MOVES = 181, 45, 20
SCRIPT = Path(__file__).with_suffix(".cjs")


@contextmanager
def boardgame_server(where: Path) -> Iterator[tuple[Started, int]]:
    """Installed in a folder of its own; matches are kept in its memory, as its server does by default."""
    shutil.copy(SCRIPT.with_name("package.json"), where)
    subprocess.run(["npm", "install", "--silent", "--no-audit", "--no-fund"], check=True, cwd=where)
    port = free_port()
    with running(["node", str(SCRIPT), str(port)], where, NODE_ENV="production") as server:
        wait_for(f"http://127.0.0.1:{port}/games")
        yield server, port


class Seat:
    """A line of socket.io: the kind of a packet, the room, and what is told as JSON."""

    def __init__(self, proxy: Proxy, player: str) -> None:
        self.proxy, self.player = proxy, player
        self.credentials, self.match, self.state = "", "", 0
        self.line: Line | None = None
        self.heard: asyncio.Future[float] | None = None
        self.synced: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    async def sit(self, match: str) -> Any:
        self.match = match
        path = f"/games/{GAME}/{match}/join"
        body = {"playerID": self.player, "playerName": f"player {self.player}"}
        joined = await self.proxy.ask("POST", path, "10.0.0.0", body=body)
        self.credentials = joined.json()["playerCredentials"]
        where = "/socket.io/?EIO=4&transport=websocket"
        self.line = await self.proxy.listen(where, "10.0.0.0", "", self.hear)
        self.say(f"40/{GAME},".encode())
        return await asyncio.wait_for(self.synced, PATIENCE)

    def say(self, packet: bytes) -> None:
        assert self.line is not None
        self.line.send(TEXT, packet)

    def emit(self, *what: Any) -> None:
        self.say(f"42/{GAME},".encode() + orjson.dumps(what))

    def hear(self, packet: bytes) -> None:
        if packet == b"2":
            self.say(b"3")
        elif packet.startswith(b"40/"):
            self.emit("sync", self.match, self.player, self.credentials, 2)
        elif packet.startswith(b"42/"):
            self.told(*orjson.loads(packet.partition(b",")[2]))

    def told(self, kind: str, *what: Any) -> None:
        if kind == "sync" and not self.synced.done():
            self.synced.set_result(what[1]["state"])
            self.state = what[1]["state"]["_stateID"]
        if kind in ("patch", "update"):
            self.state = what[2] if kind == "patch" else what[1]["_stateID"]
            if self.heard is not None and not self.heard.done():
                self.heard.set_result(perf_counter())

    def awaiting(self) -> asyncio.Future[float]:
        self.heard = asyncio.get_running_loop().create_future()
        return self.heard


class Counters:
    """A table: one side moves twenty counters, then the other."""

    def __init__(self, proxy: Proxy, seed: int) -> None:
        self.proxy, self.chance = proxy, random.Random(seed)
        self.seats: tuple[Seat, ...] = ()
        self.where = [0] * COUNTERS
        self.moves, self.over = 0, False

    async def open(self) -> None:
        made = await self.proxy.ask("POST", f"/games/{GAME}/create", "10.0.0.0", body={"numPlayers": 2})
        self.seats = Seat(self.proxy, "0"), Seat(self.proxy, "1")
        for seat in self.seats:
            state = await seat.sit(made.json()["matchID"])
        self.where = [counter["hex"] for counter in state["G"]["counters"]]

    def close(self) -> None:
        for seat in self.seats:
            if seat.line is not None:
                seat.line.close()

    async def play(self, tally: Tally, think: float, until: float) -> None:
        clock = asyncio.get_running_loop().time
        if think:
            await asyncio.sleep(self.chance.uniform(0, think))
        while clock() < until:
            try:
                await self._step(tally)
            except (NotServed, *ERRORS) as error:
                tally.err(f"{type(error).__name__}: {error}")
            if think:
                await asyncio.sleep(min(self.chance.uniform(think / 2, think * 1.5), max(0.0, until - clock())))

    async def _step(self, tally: Tally) -> None:
        turn = self.moves // MOVES % 2
        mover, other = self.seats[turn], self.seats[1 - turn]
        counter, hex = self._choice(turn)
        told, answered, began = other.awaiting(), mover.awaiting(), perf_counter()
        payload = {"type": "move", "args": [counter, hex], "playerID": mover.player, "credentials": mover.credentials}
        mover.emit("update", {"type": "MAKE_MOVE", "payload": payload}, mover.state, mover.match, mover.player)
        tally.answered.append(await asyncio.wait_for(answered, PATIENCE) - began)
        tally.seconds.append(await asyncio.wait_for(told, PATIENCE) - began)
        self.where[counter] = hex
        self.moves += 1

    def _choice(self, turn: int) -> tuple[int, int]:
        """One step to the side, to where no enemy stands."""
        while True:
            counter = self.chance.randrange(turn, COUNTERS, 2)
            row, column = divmod(self.where[counter], COLUMNS)
            hex = row * COLUMNS + min(max(column + self.chance.choice((-1, 1)), 0), COLUMNS - 1)
            if all(self.where[enemy] != hex for enemy in range(1 - turn, COUNTERS, 2)):
                return counter, hex
