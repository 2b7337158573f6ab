"""Processor milliseconds an action at a table of two people apart, both told, by part.

`python bench/action.py [GAME] [ACTIONS]`: the server runs in this process, on loopback and on a database of its own;
the two people, each with a live line, are another process, whose time is not counted.
"""

from __future__ import annotations

import asyncio
import functools
import gzip
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable
from http.client import HTTPConnection
from importlib import import_module
from inspect import iscoroutinefunction
from time import process_time, thread_time
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

WARM_UP = 40  # actions that are not counted
SERVER = "countermarch.server"
# by part, what of the server does it; what none of them does is the rest
PARTS = {
    "engine": ("countermarch.match:Match.play", "countermarch.match:Game.parse"),
    "fingerprint": ("countermarch.match:Match.fingerprint",),
    "view": ("countermarch.match:Match.glance", "countermarch.match:Match.view"),
    "legal": (f"{SERVER}.answers:Voice.legal_json",),
    "events": (f"{SERVER}.answers:_events",),
    "table": (f"{SERVER}.answers:view_json", f"{SERVER}.answers:push"),
    "difference": (f"{SERVER}.answers:difference",),
    "encoding": (f"{SERVER}.answers:encoded", f"{SERVER}.telling:encoded"),
    "checks": (f"{SERVER}.course:unseen", f"{SERVER}.live:Live.standing", f"{SERVER}.clocks:count"),
    "database": (f"{SERVER}.store:Store.append_all", f"{SERVER}.store:Store.change"),
    "chapters": (f"{SERVER}.memory:Memory.turn_page",),
    "validation": ("fastapi.routing:serialize_response",),
    "compression": ("starlette.middleware.gzip:GZipResponder.apply_compression",),
    "asked": ("fastapi.routing:solve_dependencies",),
    "sends": ("starlette.websockets:WebSocket.send_text", "starlette.websockets:WebSocket.send_json"),
    "wire": (
        "uvicorn.protocols.http.httptools_impl:HttpToolsProtocol.data_received",
        "uvicorn.protocols.http.httptools_impl:RequestResponseCycle.send",
    ),
}  # fmt: skip


class Meter:
    """How long each part takes, without the parts it calls; every thread has its own account."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()
        self._own = threading.local()
        self._lock = threading.Lock()

    def watch(self, part: str, place: str) -> None:
        module, _, path = place.partition(":")
        *owners, name = path.split(".")
        try:
            owner: Any = functools.reduce(getattr, owners, import_module(module))
        except (ImportError, AttributeError):
            return
        found = vars(owner).get(name) if owners else getattr(owner, name, None)
        if isinstance(found, property):
            setattr(owner, name, property(self.timed(part, found.fget)))  # type: ignore[arg-type]
        elif found is not None:
            setattr(owner, name, self.stepped(part, found) if iscoroutinefunction(found) else self.timed(part, found))

    def timed(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(call)
        def timing(*args: Any, **kwargs: Any) -> Any:
            self._enter()
            try:
                return call(*args, **kwargs)
            finally:
                self._leave(part)

        return timing

    def stepped(self, part: str, call: Callable[..., Any]) -> Callable[..., Any]:
        """Of what waits in between each step is counted."""

        @functools.wraps(call)
        async def stepping(*args: Any, **kwargs: Any) -> Any:
            return await _Steps(self, part, call(*args, **kwargs))

        return stepping

    def _enter(self) -> None:
        if not hasattr(self._own, "inner"):
            self._own.inner = []
        self._own.inner.append((thread_time(), [0.0]))

    def _leave(self, part: str) -> None:
        began, inner = self._own.inner.pop()
        took = thread_time() - began
        if self._own.inner:
            self._own.inner[-1][1][0] += took
        with self._lock:
            self.spent[part] += took - inner[0]


class _Steps:
    def __init__(self, meter: Meter, part: str, steps: Any) -> None:
        self._meter, self._part, self._steps = meter, part, steps

    def __await__(self) -> Any:
        sent: Any = None
        while True:
            self._meter._enter()
            try:
                waits_for = self._steps.send(sent)
            except StopIteration as ended:
                return ended.value
            finally:
                self._meter._leave(self._part)
            try:
                sent = yield waits_for
            except BaseException as error:
                self._steps.throw(error)


class Measured:
    """The application, with a mark at which counting begins and one at which it ends."""

    def __init__(self, app: Any, meter: Meter) -> None:
        self.app, self.meter = app, meter
        self.began = self.took = 0.0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http" and scope["path"] == "/mark":
            await self._mark(send)
        else:
            await self.app(scope, receive, send)

    async def _mark(self, send: Any) -> None:
        if not self.began:
            self.began = process_time()
            self.meter.spent.clear()
        else:
            self.took = process_time() - self.began
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def serve(game: str, actions: int) -> None:
    from countermarch.server.app import create_app
    from countermarch.server.run import free_port
    from countermarch.server.wire import AS_SERVED, Patient

    meter, port = Meter(), free_port()
    if "--whole" not in sys.argv:
        for part, places in PARTS.items():
            for place in places:
                meter.watch(part, place)
    with tempfile.TemporaryDirectory() as folder:
        app = Measured(create_app(f"sqlite:///{folder}/matches.sqlite", public="http://localhost"), meter)
        config = uvicorn.Config(
            app, host="127.0.0.1", port=port, http=Patient, log_level="warning", timeout_keep_alive=60, **AS_SERVED
        )
        players = [sys.executable, __file__, "--play", str(port), game, str(actions)]
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(_until_played(uvicorn.Server(config), players))
    report(game, actions, app.took, meter.spent)


async def _until_played(server: uvicorn.Server, players: list[str]) -> None:
    serving = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.05)
    code = await asyncio.to_thread(subprocess.call, players)
    server.should_exit = True
    await serving
    if code:
        sys.exit(code)


def report(game: str, actions: int, took: float, spent: Counter[str]) -> None:
    sys.stdout.flush()
    print(f"{game}: {took / actions * 1000:.2f} ms of one core an action, both seats told ({actions} actions)")
    rest = took - sum(spent.values())
    for part, seconds in [*spent.most_common(), ("the rest", rest)]:
        print(f"  {seconds / actions * 1000:6.2f}  {part}")


# the two people


class Player:
    """One side of the match: asks over one connection, listens on a line."""

    def __init__(self, port: int) -> None:
        self.port, self.cookie = port, ""
        self.web = HTTPConnection("127.0.0.1", port)
        self.bytes = 0

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        headers = {"Cookie": self.cookie, "Accept-Encoding": "gzip"}
        headers |= {"Content-Type": "application/json"} if body is not None else {}
        self.web.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.web.getresponse()
        said = answer.read()
        self.bytes += len(said)
        if answer.headers.get("Content-Encoding") == "gzip":
            said = gzip.decompress(said)
        if answer.status >= 300:
            raise SystemExit(f"{method} {path}: {answer.status} {said[:300]!r}")
        self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
        return json.loads(said) if said else None

    def sit(self, id: str, seat: str) -> None:
        self.path, self.seat = f"/api/matches/{id}", seat
        self.moment = self.look()
        self.line: ClientConnection = connect(
            f"ws://127.0.0.1:{self.port}{self.path}/live?seat={seat}&patch=true",
            additional_headers={"Cookie": self.cookie},
        ).__enter__()

    def look(self) -> Any:
        return self.ask("GET", f"{self.path}/view?seat={self.seat}&whole=true")

    def act(self, action: str) -> None:
        body = {"seat": self.seat, "action": action, "serial": self.moment["serial"], "patch": True}
        self.take(self.ask("POST", f"{self.path}/actions", body))

    def hear(self) -> None:
        """Until the line has told of what was done; the table is then as it stands."""
        while True:
            told = json.loads(self.line.recv(timeout=30))
            if told["type"] == "changed" and told["serial"] > self.moment["serial"]:
                self.take(told)
                return

    def take(self, told: Any) -> None:
        """What is not changed stays; counters are not looked at here."""
        if told["table"] is None or told["table"]["base"] != self.moment["serial"]:
            raise SystemExit(f"a difference that does not fit: {told}")
        self.moment |= {name: value for name, value in told["table"].items() if name != "view"}


def play(port: int, game: str, actions: int) -> None:
    first, second = Player(port), Player(port)
    sides = sides_of(first, game)
    begin(first, second, game, sides)
    chance = random.Random(1)
    for number in range(WARM_UP + actions):
        if number == WARM_UP:
            first.ask("GET", "/mark")
        if first.moment["decision"] is None:  # over, by the dice of this run
            begin(first, second, game, sides)
        actor = first if first.moment["decision"]["side"] == sides[0] else second
        actor.act(chance.choice(actor.moment["legal"]["actions"])["text"])
        (second if actor is first else first).hear()
    first.ask("GET", "/mark")
    os._exit(0)  # who leaves without a word is forgotten, too


def begin(first: Player, second: Player, game: str, sides: tuple[str, str]) -> None:
    one, other = sides
    made = first.ask("POST", "/api/matches", {"game": game, "seats": {one: "me", other: "link"}})
    second.ask("POST", f"/api{made['links'][other]}", {"name": "Ada"})
    first.sit(made["id"], one)
    second.sit(made["id"], other)


def sides_of(player: Player, game: str) -> tuple[str, str]:
    found = next(one for one in player.ask("GET", "/api/games") if one["key"] == game)
    return found["sides"][0], found["sides"][1]


if __name__ == "__main__":
    if sys.argv[1:2] == ["--play"]:
        play(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
    else:
        asked = [word for word in sys.argv[1:] if not word.startswith("--")]
        serve(asked[0] if asked else "koenigsberg", int(asked[1]) if asked[1:] else 400)
