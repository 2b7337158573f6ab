"""A server killed at any moment has kept everything it acknowledged, and has done nothing twice."""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Timer

import httpx2 as httpx
import pytest

from tests.server.databases import NAMES_ITS_OWN, postgres
from tests.server.processes import PATIENCE, Process, Successor, play_until_gone, wait_for

pytestmark = NAMES_ITS_OWN

KILLS = int(os.environ.get("COUNTERMARCH_KILLS", "9"))
LONGEST = 0.6  # seconds a server lives after its first answer
GAME = "koenigsberg"


class Course:
    """One match after the other, with what was acknowledged of the present one."""

    def __init__(self, server: Process, seed: int) -> None:
        self.chance, self.id, self.acknowledged, self.total = random.Random(seed), "", list[str](), 0
        self.begin(server)

    def begin(self, server: Process) -> None:
        self.id, self.acknowledged = server.begin(GAME), []

    def play(self, server: Process, seconds: float = 60.0) -> None:
        before = len(self.acknowledged)
        play_until_gone(server, self.id, self.chance, self.acknowledged, seconds)
        self.total += len(self.acknowledged) - before

    def check(self, server: Process) -> None:
        """At most the last action was done and not acknowledged, since the answer came too late."""
        kept = server.kept(self.id)
        assert kept[: len(self.acknowledged)] == self.acknowledged
        assert len(kept) <= len(self.acknowledged) + 1
        self.acknowledged = kept
        if server.get(f"/matches/{self.id}/view?seat=german")["decision"] is None:
            self.begin(server)


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    yield f"sqlite:///{tmp_path / 'matches.sqlite'}" if request.param == "sqlite" else postgres("killed")


def test_everything_acknowledged_outlives_a_kill(database: str) -> None:
    server: Process = Successor(database)
    course = Course(server, 7)
    for _ in range(KILLS // 3):
        server.get(f"/matches/{course.id}/view?seat=german")
        Timer(course.chance.uniform(0.02, LONGEST), server.kill).start()
        course.play(server)
        server.process.wait(PATIENCE)
        server = Successor(database)
        course.check(server)
    server.kill()
    assert course.total
    print(f"{KILLS // 3} kills, {course.total} actions acknowledged, none lost, none doubled")


def harm(server: Process, chance: random.Random) -> None:
    """One of the workers, without a word."""
    with suppress(ProcessLookupError):
        os.kill(chance.choice(server.workers), signal.SIGKILL)


def test_everything_acknowledged_outlives_the_death_of_one_worker_of_two() -> None:
    """Others go on for it: whoever plays notices a pause, and what he asks for again is not done twice."""
    server = Process(postgres("workers_killed"), "--workers", "2")
    course = Course(server, 8)
    for _ in range(KILLS // 3):
        harming = Timer(course.chance.uniform(0.02, LONGEST), harm, (server, course.chance))
        harming.start()
        course.play(server, 2 * LONGEST)
        harming.join()  # who was told to try again has played on before it came
        wait_for(lambda: answers(server, course.id))
        course.check(server)
    server.kill()
    assert course.total
    print(f"{KILLS // 3} kills, {course.total} actions acknowledged, none lost, none doubled")


def answers(server: Process, id: str) -> bool:
    try:
        return server.http.get(f"/matches/{id}/view?seat=german").status_code == 200
    except httpx.TransportError:
        return False
