"""Several workers at one address, as real processes on a real PostgreSQL."""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx2 as httpx
import psycopg

from countermarch.server.run import free_port
from tests.server.databases import postgres

STARTING = 90.0  # seconds


def wait_for(what: Callable[[], Any], seconds: float = STARTING) -> Any:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if found := what():
                return found
        except (httpx.TransportError, AssertionError):
            pass
        time.sleep(0.05)
    raise AssertionError("it did not come to pass")


class House:
    def __init__(self, name: str, workers: int = 2, *words: str) -> None:
        self.url, self.port = postgres(name), free_port()
        asked = ["--port", str(self.port), "--database", self.url, "--workers", str(workers), *words]
        self.process = subprocess.Popen([sys.executable, "-m", "countermarch.cli", "serve", *asked])
        atexit.register(self.process.kill)  # a test that fails leaves nothing behind: workers end with who started them
        self.http = self.client()
        wait_for(lambda: len(self.workers()) == workers and self.http.get("/games").status_code == 200)

    def client(self) -> httpx.Client:
        """A browser of its own."""
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}/api", timeout=20)

    def rows(self, statement: str, *params: object) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url) as connection:
            return connection.execute(statement.encode(), params).fetchall()

    def workers(self) -> dict[str, str]:
        """Where each that lives is reached by the others."""
        return dict(self.rows("SELECT id, address FROM workers WHERE until > clock_timestamp()"))

    def owner(self, match: str) -> str | None:
        ((found,),) = self.rows("SELECT owner FROM matches WHERE id = %s", match)
        return None if found is None else str(found)

    def other(self, worker: str) -> str:
        return next(id for id in self.workers() if id != worker)

    def pid(self, worker: str) -> int:
        """Of the process that listens where the worker is reached."""
        port = int(self.workers()[worker].rpartition(":")[2])
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return next(pid for pid in map(int, listed.stdout.split()) if port in ports_of(pid))

    def inner(self, worker: str) -> httpx.Client:
        """At the worker itself, where other workers come."""
        return httpx.Client(base_url=f"http://{self.workers()[worker]}/api", timeout=20)

    def signal(self, worker: str, what: signal.Signals) -> None:
        os.kill(self.pid(worker), what)

    def end(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(40)
        except subprocess.TimeoutExpired:
            self.process.kill()
        self.http.close()


@contextmanager
def house(name: str, workers: int = 2, *words: str) -> Iterator[House]:
    made = House(name, workers, *words)
    try:
        yield made
    finally:
        made.end()


def ports_of(pid: int) -> set[int]:
    """Where a process listens."""
    sockets = {os.readlink(f"/proc/{pid}/fd/{fd}") for fd in os.listdir(f"/proc/{pid}/fd")}
    with open("/proc/net/tcp") as table:
        rows = [line.split() for line in table.readlines()[1:]]
    return {int(row[1].partition(":")[2], 16) for row in rows if row[3] == "0A" and f"socket:[{row[9]}]" in sockets}
