"""A server in a process of its own, and somebody who plays at it until it is gone."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx

from countermarch import cli
from countermarch.server.run import free_port

FORKS = multiprocessing.get_context("forkserver")
STARTING = 60.0
PATIENCE = 60.0


class Away(Exception):
    """The server says that it cannot just now."""


class Process:
    def __init__(self, database: Path | str, *words: str) -> None:
        self.port = free_port()
        url = database if isinstance(database, str) else f"sqlite:///{database}"
        self.process = self._start(["serve", "--port", str(self.port), "--database", url, *words])
        atexit.register(self.kill)  # a test that fails leaves nothing behind
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}/api", timeout=20)
        self._wait()

    def _start(self, asked: list[str]) -> subprocess.Popen[bytes] | Forked:
        return subprocess.Popen([sys.executable, "-m", "countermarch.cli", *asked], stderr=subprocess.DEVNULL)

    def _wait(self) -> None:
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            try:
                self.http.get("/matches")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    @property
    def workers(self) -> list[int]:
        """Its own processes; several share the work."""
        tasks = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for task in tasks for pid in task.read_text().split()]

    def kill(self) -> None:
        """With all it has started."""
        if self.process.poll() is not None:
            return
        whole = [self.process.pid, *self.workers]
        for pid in whole:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self.process.wait(PATIENCE)

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        if answer.status_code == 503:
            raise Away
        assert answer.status_code == 200, answer.text
        return answer.json()

    def begin(self, game: str, **asked: Any) -> str:
        made = self.http.post("/matches", json={"game": game, "seed": 3, **asked})
        assert made.status_code == 201, made.text
        return str(made.json()["id"])

    def choice(self, id: str, chance: random.Random) -> dict[str, str] | None:
        """Any legal action of whoever is to act; none when the game is over."""
        asked = self.get(f"/matches/{id}/view?seat=german")["decision"]
        if asked is None:
            return None
        actions = self.get(f"/matches/{id}/legal?seat={asked['side']}")["actions"]
        return {"seat": asked["side"], "action": chance.choice(actions)["text"]}

    def act(self, id: str, chance: random.Random) -> Any:
        return self.http.post(f"/matches/{id}/actions", json=self.choice(id, chance))

    def kept(self, id: str) -> list[str]:
        """The position after each action, as the server has it."""
        return [step["fingerprint"] for step in self.get(f"/matches/{id}/replay")["steps"]]


class Successor(Process):
    """One of many, each there at once: all are forked from a process that has imported everything."""

    def _start(self, asked: list[str]) -> Forked:
        return Forked(asked)


class Forked:
    def __init__(self, asked: list[str]) -> None:
        FORKS.set_forkserver_preload(["tests.server.nursery"])
        self._process = FORKS.Process(target=serve, args=(asked,))
        self._process.start()
        assert self._process.pid is not None
        self.pid = self._process.pid

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> None:
        self._process.join(timeout)
        assert self.poll() is not None


def serve(asked: list[str]) -> None:
    """In the process itself."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    cli.app(asked)


def play_until_gone(
    server: Process, id: str, chance: random.Random, acknowledged: list[str], seconds: float = PATIENCE
) -> None:
    """Any legal action, again and again; each that is answered is noted with the position it led to."""
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end and (choice := server.choice(id, chance)) is not None:
            answer = server.http.post(f"/matches/{id}/actions", json=choice)
            if answer.status_code == 503:
                return
            assert answer.status_code == 200, answer.text
            acknowledged.append(answer.json()["fingerprint"])
    except (httpx.TransportError, Away):
        return


def wait_for(true: Callable[[], object]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.05)
