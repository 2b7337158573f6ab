"""What several workers count is told in one answer, by each of them alike."""

from __future__ import annotations

import os
import signal
import socket
import time
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from countermarch.server import run
from countermarch.server.app import create_app
from countermarch.server.forwarding import CLIENT, HOPS, SECRET
from countermarch.server.owners import BEAT
from countermarch.server.run import free_port
from tests.server.databases import NAMES_ITS_OWN
from tests.server.houses import House, house, wait_for
from tests.server.test_workers import act, begin, shared_out

pytestmark = NAMES_ITS_OWN

PLAYED = "countermarch_actions_total"


def told(address: str) -> dict[tuple[str, str], float]:
    """By the name of a figure and the worker: the sum of its samples."""
    answer = httpx.get(address, timeout=20)
    assert answer.status_code == 200, answer.text
    found: Counter[tuple[str, str]] = Counter()
    for family in text_string_to_metric_families(answer.text):
        for sample in family.samples:
            found[sample.name, sample.labels["worker"]] += sample.value  # type: ignore[assignment]
    return dict(found)


def summed(address: str, name: str) -> float:
    return sum(value for (one, _), value in told(address).items() if one == name)


def test_figures_of_all_workers_are_in_one_answer_and_add_up() -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}/metrics"
    with house("figures", 2, "--public", "http://here.example", "--metrics", f"127.0.0.1:{port}") as both:
        both.http.headers["Host"] = "here.example"
        ids = [begin_public(both) for _ in range(16)]
        wait_for(lambda: shared_out(both, ids))
        before = wait_for(lambda: told(address))
        assert {worker for _, worker in before} == {"0", "1"}
        for id in ids:
            assert act(both.http, id).status_code == 200
        after = told(address)
        more = {worker: after[PLAYED, worker] - before.get((PLAYED, worker), 0.0) for worker in "01"}
        assert sum(more.values()) == len(ids) and all(more.values())
        assert after["countermarch_workers", "0"] == after["countermarch_workers", "1"] == 1
        assert both.http.get(f"http://127.0.0.1:{both.port}/metrics").status_code == 404
        check_strangers(both)


def begin_public(at: House) -> str:
    """Both seats are one's own."""
    return begin(at, seats={"german": "me", "soviet": "me"}, seed=None)


def check_strangers(at: House) -> None:
    """Where workers ask each other, nobody else is told."""
    for address in at.workers().values():
        for secret in ("", "guessed"):
            headers = {"Host": "here.example", SECRET: secret, CLIENT: "", HOPS: "0"}
            assert httpx.get(f"http://{address}/metrics", headers=headers).status_code == 404


def test_a_worker_that_stands_still_is_told_and_the_others_figures_come_all_the_same() -> None:
    port = free_port()
    address = f"http://127.0.0.1:{port}/metrics"
    with house("still", 2, "--metrics", f"127.0.0.1:{port}") as both:
        wait_for(lambda: summed(address, "countermarch_workers") == 2)
        assert summed(f"http://127.0.0.1:{both.port}/metrics", "countermarch_workers") == 2
        ((second,),) = both.rows("SELECT id FROM workers WHERE slot = 1")
        pid = both.pid(second)
        os.kill(pid, signal.SIGSTOP)
        try:
            found = told(address)
            wait_for(lambda: second not in both.workers())  # taken for dead
            time.sleep(2 * BEAT)  # which the first one knows by now: it asks the second no more
            assert told(address).get(("countermarch_workers", "1")) == 0
        finally:
            os.kill(pid, signal.SIGCONT)
        assert found["countermarch_workers", "0"] == 1 and found["countermarch_workers", "1"] == 0
        assert ("process_cpu_seconds_total", "0") in found and ("process_cpu_seconds_total", "1") not in found


def test_people_play_on_where_the_port_for_figures_was_taken_meanwhile(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    """By another, since it was found free: a worker that is replaced would else die of it again and again."""
    port, served = free_port(), list[Any]()
    with ExitStack() as another:

        def create(*asked: Any, **words: Any) -> Any:
            another.enter_context(socket.create_server(("127.0.0.1", port)))
            return create_app(*asked, **words)

        monkeypatch.setattr(run, "create_app", create)
        monkeypatch.setattr(run, "set_up", lambda _: None)
        monkeypatch.setattr(run, "_serve", lambda *given: served.append(given))
        database = f"sqlite:///{tmp_path / 'm.sqlite'}"
        run.serve_at("127.0.0.1", free_port(), database, opens=False, metrics=f"127.0.0.1:{port}")
    assert len(served) == 1
    (told,) = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert f"cannot tell figures on 127.0.0.1 port {port}: Address already in use; end what listens there" == told
