"""An action takes a way of its own through the server; nobody can tell."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server.quick import Actions
from tests.server.sitting import Sitting, sit

JSON = {"content-type": "application/json"}
PLAYED = {"seat": "german", "action": "end", "serial": 0}
ASKED: dict[str, dict[str, Any]] = {
    "nothing": {},
    "no JSON": {"content": b"{", "headers": JSON},
    "no object": {"json": []},
    "no text": {"content": b"\xff", "headers": JSON},
    "half a letter": {"content": rb'{"seat": "german", "action": "\ud800", "serial": 0}', "headers": JSON},
    "no seat": {"json": {"action": "end", "serial": 0}},
    "more than is known": {"json": {**PLAYED, "speed": 9}},
    "a long action": {"json": {**PLAYED, "action": "x" * 2001}},
    "a serial in words": {"json": {**PLAYED, "serial": "0"}},
    "another form": {"content": json.dumps(PLAYED), "headers": {"content-type": "text/plain"}},
    "no form": {"content": json.dumps(PLAYED)},
    "an unknown language": {"json": PLAYED, "params": {"lang": "xx"}},
    "two languages": {"json": {**PLAYED, "action": "nonsense"}, "params": [("lang", "es"), ("lang", "en")]},
    "no such seat": {"json": {**PLAYED, "seat": "allied"}},
    "not to act": {"json": {**PLAYED, "seat": "soviet"}},
    "no such action": {"json": {**PLAYED, "action": "nonsense"}, "params": {"lang": "es"}},
    "against the rules": {"json": {**PLAYED, "action": "move 1 0101"}, "headers": {"accept-language": "es"}},
    "too late": {"json": {**PLAYED, "serial": 7}},
}


@contextmanager
def the_usual_way(client: TestClient) -> Iterator[None]:
    """All go it meanwhile."""
    routes: list[Any] = client.app.router.routes  # type: ignore[attr-defined]
    quick = next(route for route in routes if isinstance(route, Actions))
    at = routes.index(quick)
    del routes[at]
    yield
    routes.insert(at, quick)


def answered(table: Sitting, asked: dict[str, Any], id: str | None = None) -> tuple[int, Any, dict[str, str]]:
    answer = table.client.post(f"/api/matches/{id or table.id}/actions", **asked)
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return answer.status_code, answer.json(), headers


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_what_is_refused_is_refused_in_the_same_words(client: TestClient, asked: dict[str, Any]) -> None:
    table = sit(client, game="bridgehead")
    quickly = answered(table, asked)
    with the_usual_way(client):
        usually = answered(table, asked)
    assert quickly == usually and quickly[0] >= 400
    assert table.view("german")["serial"] == 0


@pytest.mark.parametrize("id", ["0" * 10, "0" * 33, "%00"])
def test_a_match_that_is_not_there_is_not_there(client: TestClient, id: str) -> None:
    table = sit(client, game="bridgehead")
    quickly = answered(table, {"json": PLAYED}, id)
    with the_usual_way(client):
        usually = answered(table, {"json": PLAYED}, id)
    assert quickly == usually and quickly[0] >= 400


def test_who_asks_in_another_way_that_is_right_plays_all_the_same(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    forms = ["application/json", "application/json; charset=utf-8", "application/vnd.api+json"]
    for serial, form in enumerate(forms):
        view = table.view("german", whole=True)
        side = view["decision"]["side"]
        action = table.view(side)["legal"]["actions"][0]["text"]
        body = json.dumps({"seat": side, "action": action, "serial": serial})
        status, told, _ = answered(table, {"content": body, "headers": {"content-type": form}, "params": {"x": "1"}})
        assert status == 200 and told["serial"] == serial + 1


def test_it_is_counted_as_what_it_is(client: TestClient) -> None:
    table, before = sit(client, game="bridgehead"), counted(client)
    assert answered(table, {"json": {**PLAYED, "action": "nonsense"}})[0] == 422
    assert counted(client) == before + 1


def counted(client: TestClient) -> float:
    """Actions that were refused."""
    start = 'countermarch_requests_total{method="POST",route="/api/matches/{id}/actions",status="422"} '
    lines = client.get("/metrics").text.splitlines()
    return sum(float(line.removeprefix(start)) for line in lines if line.startswith(start))
