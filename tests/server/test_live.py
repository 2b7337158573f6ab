"""Bots that play on by themselves, and the line that tells of it."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from countermarch.match import load
from countermarch.server.staff import Staff
from countermarch.server.thinking import CutShort, NoThought, Question
from countermarch.server.turns import Kind
from tests.server.processes import wait_for
from tests.server.sitting import Sitting, refused, sit

PATIENCE = 60.0


def until_a_person_acts(table: Sitting, seat: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        view = table.view(seat)
        assert view["bots"]["message"] is None
        if view["decision"] is None or view["decision"]["side"] == seat:
            return view
        time.sleep(0.05)
    raise AssertionError("the bot is still playing")


def test_a_bot_plays_on_until_a_person_must_act(client: TestClient) -> None:
    table = sit(client, seats={"german": "bot:random", "soviet": "me"})
    view = until_a_person_acts(table, "soviet")
    assert view["actions"] > 0 and view["legal"]["count"] > 1
    replay = table.get("replay", seat="soviet")
    assert {step["side"] for step in replay["steps"]} == {"german"}
    assert refused(table.post("actions", seat="german", action="done"), 403)
    assert refused(table.post("undo", seat="german"), 403)


def test_a_seat_hears_of_every_action(client: TestClient) -> None:
    table = sit(client, seats={"german": "bot:captain", "soviet": "me"})
    with client.websocket_connect(f"/api/matches/{table.id}/live?seat=soviet&lang=es") as line:
        first = line.receive_json()
        assert first["type"] == "changed" and first["events"] == []
        serial, heard = first["serial"], []
        while serial < until_a_person_acts(table, "soviet")["serial"]:
            message = line.receive_json()
            assert message["serial"] == serial + 1
            serial = message["serial"]
            heard += message["events"]
        table.play()
        heard += line.receive_json()["events"]
    log = table.get("log", seat="soviet", lang="es")["events"]
    assert heard == log[len(log) - len(heard) :] and heard


def test_bots_can_be_stopped_and_go_on(client: TestClient) -> None:
    table = sit(client, seats={"german": "bot:random", "soviet": "bot:random"})
    for run in (False, True, False):
        assert table.post("bots", run=run).json() == {"run": run, "message": None}
    wait_for(lambda: table.live.task is None or table.live.task.done())
    serial = table.view()["serial"]
    assert not table.view()["bots"]["run"]
    table.post("bots", run=True)
    wait_for(lambda: table.view()["serial"] > serial)
    table.post("bots", run=False)


def test_a_bot_can_be_stopped_while_its_process_starts() -> None:
    async def stopped() -> None:
        staff, match = Staff(1), load("bridgehead").start(seed=1)
        thinking = asyncio.create_task(staff.think(Question("m", "random", "german"), match))
        await asyncio.sleep(0)
        staff.stop("m", Kind.BOTS)
        with pytest.raises(CutShort):
            await thinking
        staff.close()

    asyncio.run(stopped())


def test_a_bot_that_fails_is_told_and_stopped(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> str:
        raise NoThought("out of ideas")

    monkeypatch.setattr(Staff, "think", fails)
    table = sit(client, seats={"german": "bot:random"})
    with client.websocket_connect(f"/api/matches/{table.id}/live?seat=soviet") as line:
        while line.receive_json()["bots"]["run"]:
            pass
    english, spanish = (table.view("soviet", lang=lang)["bots"] for lang in ("en", "es"))
    assert not english["run"] and "random" in english["message"] and "out of ideas" not in english["message"]
    assert spanish["message"] != english["message"]


def test_a_bot_that_cheats_is_stopped(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    async def cheats(*_: object) -> str:
        return "barrage 0101"

    monkeypatch.setattr(Staff, "think", cheats)
    table = sit(client, seats={"german": "bot:random"})
    wait_for(lambda: not table.view("soviet")["bots"]["run"])
    assert table.view("soviet")["actions"] == 0


@pytest.mark.parametrize("where", ["nowhere/live?seat=german", "{id}/live?seat=allied"])
def test_a_line_to_nowhere_is_closed_with_the_reason(client: TestClient, where: str) -> None:
    table = sit(client)
    with (
        client.websocket_connect(f"/api/matches/{where.format(id=table.id)}") as line,
        pytest.raises(WebSocketDisconnect) as closed,
    ):
        line.receive_json()
    assert closed.value.code == 4404 and closed.value.reason


def test_another_sites_page_cannot_listen(client: TestClient) -> None:
    table = sit(client)
    headers = {"Origin": "https://elsewhere.example"}
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"/api/matches/{table.id}/live?seat=german", headers=headers),
    ):
        pass


def test_a_removed_match_says_goodbye(client: TestClient) -> None:
    table = sit(client)
    with client.websocket_connect(f"/api/matches/{table.id}/live?seat=german") as line:
        line.receive_json()
        client.delete(f"/api/matches/{table.id}")
        assert line.receive_json() == {"type": "removed"}
