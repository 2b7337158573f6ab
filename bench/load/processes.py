"""Processes under load: started here, their processor time and memory read from /proc, ended here."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

TICK = os.sysconf("SC_CLK_TCK")
POSTGRES = Path("/usr/lib/postgresql")
NOBODY = "nobody"  # PostgreSQL does not run as root
STARTING = 90.0


@dataclass(frozen=True, slots=True)
class Started:
    """A process with all it has started."""

    pid: int

    @property
    def family(self) -> list[int]:
        found, look = [], [self.pid]
        while look:
            pid = look.pop()
            found.append(pid)
            look += _children(pid)
        return found

    @property
    def seconds(self) -> float:
        """Of a processor, those of children that have ended included."""
        return sum(_seconds(pid) for pid in self.family)

    @property
    def megabytes(self) -> float:
        """Of memory; what processes share is counted once."""
        return sum(_proportional(pid) for pid in self.family) / 1024


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += map(int, task.read_text().split())
        except OSError:
            continue
    return found


def _seconds(pid: int) -> float:
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, after_name[11:15])) / TICK


def _proportional(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(words: Sequence[str], where: Path, **env: str) -> Iterator[Started]:
    """Until the block ends; what it says goes to a file beside."""
    with (where / "log").open("ab") as log:
        process = subprocess.Popen(words, stdout=log, stderr=log, cwd=where, env={**os.environ, **env})
    try:
        yield Started(process.pid)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_for(url: str) -> None:
    end = time.monotonic() + STARTING
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            time.sleep(0.1)
    raise SystemExit(f"nothing answered at {url}; the log beside the database says why")


# our server


@contextmanager
def table_server(database: str, workers: int, where: Path) -> Iterator[tuple[Started, int]]:
    """As for the public, behind a proxy on this machine."""
    port = free_port()
    words = [sys.executable, "-m", "countermarch.cli", "serve", "--port", str(port), "--database", database]
    words += ["--public", "http://localhost", "--proxy", "127.0.0.1"]
    words += ["--workers", str(workers)] if workers > 1 else []
    with running(words, where) as server:
        wait_for(f"http://127.0.0.1:{port}/api/games")
        yield server, port


# PostgreSQL


def postgres_folder() -> Path:
    found = sorted(POSTGRES.glob("*/bin"))
    if not found:
        raise SystemExit("PostgreSQL is not installed; as root on Debian: apt-get install postgresql")
    return found[-1]


@contextmanager
def postgres(where: Path) -> Iterator[tuple[Started, str]]:
    """A cluster of its own on a free port of this machine, its settings as they come."""
    tools, data, port = postgres_folder(), where / "cluster", free_port()
    data.mkdir()
    becoming = _unprivileged(data)
    made = [tools / "initdb", "--pgdata", data, "--username", "countermarch", "--auth", "trust", "--encoding", "UTF8"]
    subprocess.run([*becoming, *map(str, made)], check=True, stdout=subprocess.DEVNULL, cwd=data)
    serving = [tools / "postgres", "-D", data, "-p", str(port), "-k", data, "-h", "127.0.0.1"]
    with running([*becoming, *map(str, serving)], where) as database:
        _wait_ready(tools, port)
        yield database, f"postgresql+psycopg://countermarch@127.0.0.1:{port}/postgres"


def _unprivileged(folder: Path) -> list[str]:
    if os.geteuid() != 0:
        return []
    shutil.chown(folder, NOBODY)
    return ["setpriv", f"--reuid={NOBODY}", "--regid=nogroup", "--clear-groups"]


def _wait_ready(tools: Path, port: int) -> None:
    end = time.monotonic() + STARTING
    while subprocess.run([str(tools / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]).returncode:
        if time.monotonic() > end:
            raise SystemExit("PostgreSQL did not start")
        time.sleep(0.1)
