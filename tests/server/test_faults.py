"""Disks fill up, clocks are set, people vanish in the middle of a word, bots hang: the table holds, and says so."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import random
import resource
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from fastapi.testclient import TestClient
from websockets.sync.client import connect

from countermarch.match import load
from countermarch.server import thinking
from countermarch.server.staff import Staff
from countermarch.server.thinking import NoThought, Question
from tests.server.apart import pair
from tests.server.databases import NAMES_ITS_OWN, Cluster
from tests.server.processes import PATIENCE, Process, wait_for
from tests.server.sitting import Sitting, sit, visit

HOUR = 3600.0
DOWN = float(os.environ.get("COUNTERMARCH_DOWN", "3"))  # seconds without PostgreSQL


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Process]:
    process = Process(tmp_path_factory.mktemp("faults") / "matches.sqlite")
    yield process
    process.kill()


# disks


def limit(process: Process, size: int) -> None:
    """How far a file of the server may grow: beyond it, writing fails as on a disk that is full."""
    hard = resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE)[1]
    resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (size, hard))


def test_on_a_full_disk_nothing_is_acknowledged_and_play_goes_on_when_there_is_room(server: Process) -> None:
    chance, id = random.Random(5), server.begin("bridgehead")
    for _ in range(5):
        assert server.act(id, chance).status_code == 200
    known = server.kept(id)
    choice = server.choice(id, chance)
    limit(server, 1)
    for lang, word in (("en", "nothing was done"), ("es", "no se ha hecho nada")):
        answer = server.http.post(f"/matches/{id}/actions?lang={lang}", json=choice)
        assert answer.status_code == 503 and word in answer.json()["error"]["message"]
        assert int(answer.headers["retry-after"]) <= 5
    assert server.kept(id) == known
    limit(server, resource.RLIM_INFINITY)
    assert server.act(id, chance).status_code == 200
    assert server.kept(id)[:-1] == known


# PostgreSQL


@NAMES_ITS_OWN
@pytest.mark.parametrize("workers", ["1", "2"])
def test_while_postgresql_is_stopped_nothing_is_acknowledged_and_play_goes_on_when_it_is_back(workers: str) -> None:
    database = Cluster()
    database.add("faults")
    server, chance = Process(f"{database.url}/faults", "--workers", workers), random.Random(9)
    id = server.begin("bridgehead")
    for _ in range(5):
        assert server.act(id, chance).status_code == 200
    known, choice = server.kept(id), server.choice(id, chance)
    database.stop("immediate")
    end = time.monotonic() + DOWN
    while time.monotonic() < end:
        for lang, word in (("en", "nothing was done"), ("es", "no se ha hecho nada")):
            answer = server.http.post(f"/matches/{id}/actions?lang={lang}", json=choice)
            assert answer.status_code == 503 and word in answer.json()["error"]["message"]
        time.sleep(0.2)
    database.start()
    wait_for(lambda: server.http.get(f"/matches/{id}/view?seat=german").status_code == 200)
    assert server.act(id, chance).status_code == 200
    assert server.kept(id)[:-1] == known
    server.kill()
    database.end()


# clients


def said(server: Process, id: str, action: dict[str, Any]) -> bytes:
    body = httpx.Request("POST", "http://localhost", json=action).content
    head = f"POST /api/matches/{id}/actions HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body


def test_half_a_request_does_nothing_and_a_whole_one_is_done_once(server: Process) -> None:
    """Who hears no answer asks again, and names the moment; what was done then is not done twice."""
    chance, id = random.Random(6), server.begin("bridgehead")
    moment = server.get(f"/matches/{id}/view?seat=german")["serial"]
    asked = {**(server.choice(id, chance) or {}), "serial": moment}
    whole = said(server, id, asked)
    for cut in range(1, len(whole), len(whole) // 12):
        with socket.create_connection(("127.0.0.1", server.port)) as vanishing:
            vanishing.sendall(whole[:cut])
    assert server.kept(id) == []
    with socket.create_connection(("127.0.0.1", server.port)) as vanishing:
        vanishing.sendall(whole)
    wait_for(lambda: len(server.kept(id)) == 1)
    again = server.http.post(f"/matches/{id}/actions", json=asked)
    assert again.status_code == 409 and again.json()["done"]
    other = server.http.post(f"/matches/{id}/actions", json={**asked, "action": "another"})
    assert other.status_code == 409 and not other.json()["done"]
    assert len(server.kept(id)) == 1


def test_who_listens_and_never_reads_stops_nobody(server: Process) -> None:
    """Nor does who is cut off without a word; both are told the present table when they are back."""
    chance, id = random.Random(8), server.begin("koenigsberg")
    deaf = socket.create_connection(("127.0.0.1", server.port))
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    deaf.sendall(
        f"GET /api/matches/{id}/live?seat=german HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    with connect(f"ws://127.0.0.1:{server.port}/api/matches/{id}/live?seat=soviet") as line:
        for number in range(1, 81):
            assert server.act(id, chance).status_code == 200
            assert b'"changed"' in line.recv(PATIENCE, decode=False).replace(b" ", b"") or number == 1
    deaf.close()
    assert len(server.kept(id)) == 80


# clocks


@pytest.mark.parametrize("step", [HOUR, -HOUR, 300 * 24 * HOUR])
def test_nobody_loses_because_the_clock_of_the_machine_is_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    wall, set_by = time.time, [0.0]
    monkeypatch.setattr(time, "time", lambda: wall() + set_by[0])
    pace = {"kind": "live", "minutes": 10, "increment": 0, "at_zero": "loses"}
    with visit(tmp_path / "matches.sqlite") as client:
        tables: Any = client.app.state.tables  # type: ignore[attr-defined]
        now = tables.memory.now
        table = pair(client, pace=pace)
        tables.memory.now = now
        table.play(2)
        set_by[0] = step
        table.play(2)
        assert all(9 * 60 < left <= 10 * 60 for left in table.maker.together["clock"]["left"].values())
        assert table.maker.look()["result"] is None


# bots


def workers() -> list[Any]:
    return [one for one in multiprocessing.active_children() if one.name == "countermarch-bots"]


def stop_all() -> None:
    for worker in workers():
        os.kill(worker.pid, signal.SIGSTOP)


def kill_all() -> None:
    for worker in workers():
        os.kill(worker.pid, signal.SIGKILL)


def test_a_bot_that_hangs_is_given_up_and_another_process_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hangs() -> None:
        staff, match = Staff(1), load("bridgehead").start(seed=1)
        question = Question("m", "random", str(match.to_act))
        await staff.think(question, match)
        stop_all()
        monkeypatch.setattr(thinking, "SILENCE", 0.2)
        with pytest.raises(NoThought, match="silent"):
            await staff.think(question, match)
        monkeypatch.undo()
        assert match.game.parse(await staff.think(question, match)) in match.legal()
        staff.close()

    asyncio.run(hangs())


@pytest.mark.parametrize("harm", [stop_all, kill_all])
def test_the_table_is_told_of_a_bot_that_hangs_or_dies_and_goes_on_when_it_is_let(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, harm: Any
) -> None:
    table: Sitting = sit(client, game="bridgehead", seats={"german": "bot:random", "soviet": "bot:random"})
    wait_for(lambda: table.view()["actions"] > 3)
    harm()
    monkeypatch.setattr(thinking, "SILENCE", 0.5)
    wait_for(lambda: not table.view()["bots"]["run"])
    english, spanish = (table.view(lang=lang)["bots"]["message"] for lang in ("en", "es"))
    assert "let it go on" in english and "deja que siga" in spanish
    monkeypatch.undo()
    done = table.view()["actions"]
    table.post("bots", run=True)
    wait_for(lambda: table.view()["actions"] > done or table.view()["result"])
    table.post("bots", run=False)
