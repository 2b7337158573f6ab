"""A server killed at any moment has kept everything it acknowledged."""

from __future__ import annotations

import os
import random
from pathlib import Path
from threading import Timer

import pytest

from tests.server.processes import Process, play_until_gone

KILLS = int(os.environ.get("COUNTERMARCH_KILLS", "4"))
LONGEST = 0.6  # seconds a server lives after its first answer


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "matches.sqlite"


def test_everything_acknowledged_outlives_a_kill(database: Path) -> None:
    chance = random.Random(7)
    acknowledged: list[str] = []
    server = Process(database)
    id = server.begin("koenigsberg")
    for _ in range(KILLS):
        server.get(f"/matches/{id}/view?seat=german")
        Timer(chance.uniform(0.02, LONGEST), server.kill).start()
        play_until_gone(server, id, chance, acknowledged)
        server.process.wait()
        server = Process(database)
        kept = server.kept(id)
        assert kept[: len(acknowledged)] == acknowledged
        assert len(kept) <= len(acknowledged) + 1
        acknowledged = kept
    server.kill()
    assert acknowledged
