"""Whoever asks for much makes himself wait, and nobody else: drawings, passwords, bodies, letters."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.exceptions import HTTPException

from countermarch.match import load
from countermarch.server import aids, gate, limits, matches, spectators, thinking
from countermarch.server.desks import Desk, Thought
from countermarch.server.gate import Doorman, Gate
from countermarch.server.hangups import unless_gone
from countermarch.server.limits import Limits
from countermarch.server.minds import Answer
from countermarch.server.problems import Problem
from countermarch.server.staff import Staff
from countermarch.server.thinking import Counsel
from countermarch.server.turns import Kind, Turns
from tests.server.processes import PATIENCE
from tests.server.sitting import Sitting, refused, visit
from tests.server.test_attacks import JSON, asker, make


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
        one.join(PATIENCE)
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


async def comes_true(what: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not what():
            await asyncio.sleep(0.01)


# bodies


class Slow:
    """A request whose body comes in parts, and the last of them never."""

    def __init__(self, path: str, address: str = "1.1.1.1", parts: int = 1, size: int = 10) -> None:
        self.scope = {"type": "http", "method": "POST", "path": path, "client": (address, 1), "headers": [HOST]}
        self._left, self._size = parts, size

    async def receive(self) -> dict[str, Any]:
        if not self._left:
            await asyncio.sleep(60)
        self._left -= 1
        return {"type": "http.request", "body": b"x" * self._size, "more_body": True}


HOST = (b"host", b"localhost")


def guarded_gate(app: Any) -> Gate:
    return Gate(app, Doorman(open_to_all=True), Limits(True).address)


async def read(_: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass


async def unsent(_: Any) -> None:
    return


@pytest.mark.parametrize(("path", "patience"), [("/api/me", "PATIENCE"), ("/api/verify", "PATIENCE_FOR_FILES")])
def test_a_body_that_does_not_come_to_its_end_is_waited_for_so_long(
    monkeypatch: pytest.MonkeyPatch, path: str, patience: str
) -> None:
    assert gate.PATIENCE <= 30 and gate.PATIENCE_FOR_FILES <= 120
    monkeypatch.setattr(gate, patience, 0.05)
    slow = Slow(path)
    with pytest.raises(HTTPException) as refusal:
        asyncio.run(guarded_gate(read)(slow.scope, slow.receive, unsent))
    assert refusal.value.status_code == 408


def test_bodies_that_are_not_finished_take_no_more_than_their_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "OF_ONE", 50)
    monkeypatch.setattr(gate, "IN_ALL", 120)

    async def ask() -> None:
        door = guarded_gate(read)

        async def come(address: str, parts: int) -> None:
            slow = Slow("/api/verify", address, parts)
            await door(slow.scope, slow.receive, unsent)

        waiting = [asyncio.create_task(come(f"{k}.1.1.1", 5)) for k in (1, 2)]
        await comes_true(lambda: sum(door.held._of.values()) == 100)  # type: ignore[union-attr]
        assert not any(one.done() for one in waiting)
        for address, parts in (("1.1.1.1", 1), ("3.1.1.1", 3)):  # of one address, and of all
            with pytest.raises(HTTPException) as refusal:
                await come(address, parts)
            assert refusal.value.status_code == 503
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        assert not door.held._of  # type: ignore[union-attr]  # there is room again

    asyncio.run(ask())


def test_at_home_nobody_counts_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "IN_ALL", 1)
    with visit(tmp_path / "home.sqlite") as client:
        make(client)
    with visit(tmp_path / "open.sqlite", guarded=True) as client:
        answer = client.post("/api/matches", json={"game": "bridgehead"})
        assert "try again" in refused(answer, 503)["message"] and answer.headers["connection"] == "close"


def test_a_request_that_tells_its_length_in_two_ways_is_the_last_of_its_line(open_server: TestClient) -> None:
    both = {**JSON, "Content-Length": "2", "Transfer-Encoding": "chunked"}
    answer = open_server.put("/api/me", content=b"{}", headers=both)
    assert refused(answer, 400) and answer.headers["connection"] == "close"


# thoughts


class Leaving:
    """A request whose asker hangs up, when he is told to."""

    def __init__(self) -> None:
        self.gone = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        await self.gone.wait()
        return {"type": "http.disconnect"}


def test_what_somebody_asked_for_is_stopped_when_he_hangs_up() -> None:
    ended: list[str] = []
    begun = asyncio.Event()

    async def think() -> None:
        begun.set()
        try:
            await asyncio.sleep(60)
        finally:
            ended.append("stopped")

    async def ask() -> None:
        asker = Leaving()
        asking = asyncio.create_task(unless_gone(asker, think()))  # type: ignore[arg-type]
        await asyncio.wait_for(begun.wait(), PATIENCE)
        asker.gone.set()
        with pytest.raises(Problem, match="stopped"):
            await asking
        await asyncio.sleep(0)

    asyncio.run(ask())
    assert ended == ["stopped"]


def test_who_does_not_hang_up_has_his_answer() -> None:
    async def think() -> str:
        return "advance"

    async def ask() -> str:
        return await unless_gone(Leaving(), think())  # type: ignore[arg-type]

    assert asyncio.run(ask()) == "advance"


def test_the_next_thought_begins_when_the_one_nobody_waits_for_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    cut = threading.Event()

    def answer(_: Desk, thought: Thought, notes: Any) -> Answer:
        told.append(f"{thought.question.match_id} begins")
        if thought.question.match_id == "first":
            cut.wait(20)
        told.append(f"{thought.question.match_id} ends")
        return Answer("done")

    monkeypatch.setattr(Desk, "ask", answer)
    monkeypatch.setattr(Desk, "cut_short", lambda _: cut.set())

    async def ask() -> None:
        staff, match = Staff(1), load("bridgehead").start(seed=1)

        def think(about: str) -> asyncio.Task[str]:
            return asyncio.create_task(staff.think(Counsel(about, "german", 1.0), match, Kind.ADVICE))

        first = think("first")
        await comes_true(lambda: told == ["first begins"])
        second = think("second")
        await asyncio.sleep(0)
        first.cancel()
        assert await second == "done" and first.cancelled()

    asyncio.run(ask())
    assert told == ["first begins", "first ends", "second begins", "second ends"]


def test_who_would_come_first_is_counted_by_houses() -> None:
    async def ask() -> None:
        turns, gate = Turns(), asyncio.Event()

        async def think(whose: str, home: str) -> None:
            async with turns.of(whose, home):
                await gate.wait()

        many = [asyncio.create_task(think(f"cookie {k}", "one")) for k in range(10)]
        others = [asyncio.create_task(think("x", home)) for home in ("two", "three")]
        await asyncio.sleep(0)
        assert turns.before("one") == 9 + 2 and turns.before("two") == 1 + 2 and turns.before("new") == 3
        others[0].cancel()
        await asyncio.sleep(0)
        assert turns.before("new") == 2  # who has gone does not count
        gate.set()
        await asyncio.gather(*many, *others, return_exceptions=True)

    asyncio.run(ask())


def test_a_hint_is_refused_in_words_where_many_wait(open_server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Sitting(open_server, make(open_server, seats={"german": "me", "soviet": "bot:captain"}))
    monkeypatch.setattr(thinking, "CROWD", 0)
    monkeypatch.setattr(aids, "check_turn", lambda *_: None)
    assert "try again" in refused(table.post("hint", seat="german", seconds=0.5), 503)["message"]
