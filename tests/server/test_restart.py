"""A server that is asked to end does so in order: nobody is cut off in the middle, and a game goes on after it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any
from unittest.mock import MagicMock

import httpx2 as httpx
import pytest
from typer.main import get_command
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from countermarch import cli
from countermarch.server import run
from tests.server.processes import wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
STARTING = 90.0
HANDING = """
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.environ.update(LISTEN_FDS="1", LISTEN_PID=str(os.getpid()))
os.execv(sys.argv[2], sys.argv[2:])
"""


class Held:
    """A listener that outlives the server, as systemd holds it."""

    def __init__(self, database: Path) -> None:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.database = database

    def serve(self) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-m", "countermarch.cli", "serve", "--database", f"sqlite:///{self.database}"]
        handed = self.socket.fileno()
        return subprocess.Popen(
            [sys.executable, "-c", HANDING, str(handed), *words], pass_fds=(handed,), stderr=subprocess.DEVNULL
        )

    def ask(self, method: str, path: str, **asked: Any) -> httpx.Response:
        """Again if the server hung up before it answered, as a browser does."""
        end = time.monotonic() + STARTING
        while True:
            try:
                return httpx.request(method, f"http://127.0.0.1:{self.port}{path}", timeout=STARTING, **asked)
            except httpx.TransportError:
                if time.monotonic() > end:
                    raise


@pytest.fixture
def held(tmp_path: Path) -> Held:
    return Held(tmp_path / "m.sqlite")


def end(server: subprocess.Popen[bytes]) -> int:
    server.send_signal(signal.SIGTERM)
    return server.wait(timeout=run.LONGEST + 10)


def test_a_game_goes_on_over_a_restart(held: Held) -> None:
    """Somebody plays without a pause while the server is replaced; each action is done once."""
    server = held.serve()
    made = held.ask("POST", "/api/matches", json={"game": "bridgehead", "seed": 1}).json()
    stop, done, faults = Event(), [0], []

    def play() -> None:
        view = held.ask("GET", f"/api/matches/{made['id']}/view?seat=german").json()
        while not stop.is_set() and view["decision"]:
            side = view["decision"]["side"]
            action = held.ask("GET", f"/api/matches/{made['id']}/legal?seat={side}").json()["actions"][0]["text"]
            body = {"seat": side, "action": action, "serial": view["serial"]}
            answer = held.ask("POST", f"/api/matches/{made['id']}/actions", json=body)
            if answer.status_code not in (200, 409):  # 409: it was done, and only the answer was lost
                faults.append(answer.text)
                return
            view = held.ask("GET", f"/api/matches/{made['id']}/view?seat=german").json()
            done[0] = view["serial"]

    player = Thread(target=play, daemon=True)
    player.start()
    wait_for(lambda: done[0] >= 3 or faults)
    assert end(server) == 0
    before, server = done[0], held.serve()
    wait_for(lambda: done[0] >= before + 3 or not player.is_alive())
    stop.set()
    player.join(STARTING)
    assert not faults and done[0] >= before + 3
    assert end(server) == 0


def test_who_listens_is_told_to_come_back(held: Held) -> None:
    server = held.serve()
    made = held.ask("POST", "/api/matches", json={"game": "bridgehead", "seed": 1}).json()
    with connect(f"ws://127.0.0.1:{held.port}/api/matches/{made['id']}/live?seat=german") as line:
        assert json.loads(line.recv(timeout=STARTING))["type"] == "changed"
        server.send_signal(signal.SIGTERM)
        with pytest.raises(ConnectionClosed) as closed:
            while True:
                line.recv(timeout=30)
    assert closed.value.rcvd is not None and closed.value.rcvd.code == 1012
    assert server.wait(timeout=run.LONGEST + 10) == 0


def test_a_listener_meant_for_another_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LISTEN_FDS", "1")
    monkeypatch.setenv("LISTEN_PID", str(os.getpid() + 1))
    assert run.handed_over() is None


@pytest.mark.parametrize(("where", "guarded"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_listener_that_was_handed_over_says_itself_whom_it_is_open_to(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, where: str, guarded: bool
) -> None:
    """A server that is open to the world trusts nobody, though it was not told --host."""
    asked: dict[str, Any] = {}

    def create(_: str, **words: Any) -> Any:
        asked.update(words)
        return MagicMock()

    with socket.create_server((where, 0)) as listener:
        monkeypatch.setattr(run, "handed_over", lambda: listener)
        monkeypatch.setattr(run, "create_app", create)
        monkeypatch.setattr(run, "_serve", lambda *_: None)
        run.serve_at("127.0.0.1", 8123, f"sqlite:///{tmp_path / 'm.sqlite'}", opens=False)
        assert asked["guarded"] is guarded and str(listener.getsockname()[1]) in asked["calls"].base


# the examples of deploy/


def test_the_examples_use_options_there_are() -> None:
    commands = get_command(cli.app).commands  # type: ignore[attr-defined]
    serve = {name for option in commands["serve"].params for name in option.opts}
    text = (DEPLOY / "countermarch.service").read_text()
    used = {word for word in text.split() if word.startswith("--")}
    assert used and used <= serve
    assert "back-up" in (DEPLOY / "countermarch-backup.service").read_text() and "back-up" in commands["admin"].commands


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for unit in (*DEPLOY.glob("*.service"), *DEPLOY.glob("*.socket"), *DEPLOY.glob("*.timer")):
        text = unit.read_text().replace("/opt/countermarch/.venv/bin/countermarch", sys.executable)
        (tmp_path / unit.name).write_text(text)
    told = subprocess.run(
        ["systemd-analyze", "verify", *map(str, tmp_path.iterdir())], capture_output=True, text=True, check=False
    )
    assert told.returncode == 0 and "countermarch" not in told.stderr, told.stderr
