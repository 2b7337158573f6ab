"""A server killed at any moment has kept everything it acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer
from typing import Any

import httpx2 as httpx
import pytest

from countermarch.server.run import free_port

KILLS = int(os.environ.get("COUNTERMARCH_KILLS", "4"))
LONGEST = 0.6  # seconds a server lives after its first answer
STARTING = 60.0


class Process:
    """A server in a process of its own."""

    def __init__(self, database: Path) -> None:
        self.port = free_port()
        words = ["serve", "--port", str(self.port), "--database", f"sqlite:///{database}"]
        self.process = subprocess.Popen([sys.executable, "-m", "countermarch.cli", *words], stderr=subprocess.DEVNULL)
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}/api", timeout=20)
        self._wait()

    def _wait(self) -> None:
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            try:
                self.http.get("/matches")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError("the server did not start")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def get(self, path: str) -> Any:
        answer = self.http.get(path)
        assert answer.status_code == 200, answer.text
        return answer.json()


def play_until_killed(server: Process, id: str, chance: random.Random, acknowledged: list[str]) -> None:
    """Any legal action, again and again; each that is answered is noted with the position it led to."""
    try:
        while True:
            german = server.get(f"/matches/{id}/view?seat=german")
            if german["decision"] is None:
                return
            side = german["decision"]["side"]
            actions = server.get(f"/matches/{id}/legal?seat={side}")["actions"]
            body = {"seat": side, "action": chance.choice(actions)["text"]}
            answer = server.http.post(f"/matches/{id}/actions", json=body)
            assert answer.status_code == 200, answer.text
            acknowledged.append(answer.json()["fingerprint"])
    except httpx.TransportError:
        return


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite"


def test_everything_acknowledged_outlives_a_kill(database: Path) -> None:
    chance = random.Random(7)
    acknowledged: list[str] = []
    server = Process(database)
    id = server.http.post("/matches", json={"game": "koenigsberg", "seed": 3}).json()["id"]
    for _ in range(KILLS):
        server.get(f"/matches/{id}/view?seat=german")
        Timer(chance.uniform(0.02, LONGEST), server.kill).start()
        play_until_killed(server, id, chance, acknowledged)
        server.process.wait()
        server = Process(database)
        kept = [step["fingerprint"] for step in server.get(f"/matches/{id}/replay")["steps"]]
        assert kept[: len(acknowledged)] == acknowledged
        assert len(kept) <= len(acknowledged) + 1
        acknowledged = kept
    server.kill()
    assert acknowledged
