"""Whoever asks for much makes himself wait, and nobody else: drawings, passwords, bodies, letters."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server import limits, matches, spectators
from countermarch.server.limits import Limits
from tests.server.sitting import Sitting, refused, visit
from tests.server.test_attacks import asker, make


@pytest.fixture
def open_server(tmp_path: Path) -> Iterator[TestClient]:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        yield client


# maps


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The threads in which maps were drawn."""
    threads: list[str] = []

    def draw(*_: Any) -> str:
        threads.append(threading.current_thread().name)
        return f"<svg>{len(threads)}</svg>"

    monkeypatch.setattr(matches, "draw_match", draw)
    monkeypatch.setattr(spectators, "_drawn", draw)
    return threads


def test_a_map_is_drawn_once_of_each_moment_and_for_each_seat(open_server: TestClient, drawn: list[str]) -> None:
    table = Sitting(open_server, make(open_server))
    first = [table.ask("map.svg", seat=seat).text for seat in ("german", "german", "soviet", "german")]
    assert first == ["<svg>1</svg>", "<svg>1</svg>", "<svg>2</svg>", "<svg>1</svg>"]
    table.play()
    assert table.ask("map.svg", seat="german").text == "<svg>3</svg>"
    assert all("long work" in thread for thread in drawn)


def test_many_who_ask_for_one_map_at_once_have_it_drawn_once(
    open_server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, gate, drawn = Sitting(open_server, make(open_server)), threading.Event(), []

    def draw(*_: Any) -> str:
        drawn.append(1)
        gate.wait(20)
        return "<svg/>"

    monkeypatch.setattr(matches, "draw_match", draw)
    asking = [threading.Thread(target=lambda: table.ask("map.svg", seat="german")) for _ in range(12)]
    for one in asking:
        one.start()
    assert table.view("german")["id"] == table.id  # nobody waits meanwhile
    gate.set()
    for one in asking:
        one.join()
    assert len(drawn) == 1


def test_a_map_that_could_not_be_drawn_is_drawn_again(open_server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Sitting(open_server, make(open_server))

    def fail(*_: Any) -> str:
        raise ValueError("no ink")

    monkeypatch.setattr(matches, "draw_match", fail)
    with pytest.raises(ValueError, match="no ink"):
        table.ask("map.svg", seat="german")
    monkeypatch.setattr(matches, "draw_match", lambda *_: "<svg/>")
    assert table.ask("map.svg", seat="german").text == "<svg/>"


def test_maps_of_many_moments_are_counted(
    open_server: TestClient, drawn: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(limits.RATES, "maps", (2, 2))
    table = Sitting(open_server, make(open_server))
    for seat in ("german", "soviet", "german"):
        assert table.ask("map.svg", seat=seat).status_code == 200
    table.play()
    assert "seconds" in refused(table.ask("map.svg", seat="german"), 429)["message"]
    assert len(drawn) == 2


def test_those_who_look_on_have_their_map_drawn_once(open_server: TestClient, drawn: list[str]) -> None:
    table = Sitting(open_server, make(open_server))
    for seat in ("german", "soviet"):
        assert (
            open_server.put(f"/api/matches/{table.id}/watch", json={"seat": seat, "allowed": True}).status_code == 200
        )
    told = {open_server.get(f"/api/watch/{table.id}/map.svg").text for _ in range(5)}
    assert told == {"<svg>1</svg>"}


def test_long_work_leaves_the_common_threads_free() -> None:
    async def ask() -> str:
        return await Limits(True).work(asker("1.1.1.1"), lambda: threading.current_thread().name)

    assert "long work" in asyncio.run(ask())
