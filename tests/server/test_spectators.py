"""Those who look on: by consent of all who sit, with nothing hidden, as late as they want."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server.spectators import common_units
from tests.server.sitting import Sitting, refused, stranger, visit


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with visit(tmp_path_factory.mktemp("watch") / "m.sqlite", guarded=True) as client:
        yield client


class Apart:
    """Two people at a table, and somebody who would look on."""

    def __init__(self, server: TestClient, **asked: Any) -> None:
        host, guest, self.watcher = (stranger(server) for _ in range(3))
        seats = {"german": "link", "soviet": "me"}
        made = host.post("/api/matches", json={"game": "bridgehead", "seats": seats, **asked}).json()
        guest.post(f"/api{made['links']['german']}", json={"name": "Grace"})
        self.id = made["id"]
        self.at = {"soviet": Sitting(host, self.id), "german": Sitting(guest, self.id)}
        self.live = server.app.state.tables.memory.lives[self.id]  # type: ignore[attr-defined]

    def allow(self, side: str, **asked: Any) -> Any:
        body = {"seat": side, "allowed": True, **asked}
        return self.at[side].client.put(f"/api/matches/{self.id}/watch", json=body)

    def watch(self, **asked: Any) -> Any:
        return self.watcher.get(f"/api/watch/{self.id}", params=asked)

    def play(self) -> None:
        side = self.live.match.to_act
        table, serial = self.at[side], self.live.serial
        action = table.get("legal", seat=side)["actions"][0]["text"]
        assert table.post("actions", seat=side, action=action, serial=serial).status_code == 200


@pytest.fixture
def apart(server: TestClient) -> Apart:
    return Apart(server)


def test_nobody_looks_on_until_all_who_sit_allow_it_and_no_longer_than_that(apart: Apart) -> None:
    refused(apart.watch(), 403)
    assert apart.allow("soviet").json()["watched"] is False
    refused(apart.watch(), 403)
    assert apart.allow("german").json() == {
        "allowed": {"german": True, "soviet": True}, "watched": True, "minutes": 0, "actions": 0,
    }  # fmt: skip
    seen = apart.watch().json()
    assert seen["players"]["german"] == "Grace" and seen["actions"] == 0 and not apart.watcher.cookies
    apart.allow("german", allowed=False)
    refused(apart.watch(), 403)
    refused(apart.watcher.get(f"/api/watch/{apart.id}/map.svg"), 403)


def test_whoever_looks_on_is_told_that_somebody_has_resigned(apart: Apart) -> None:
    for side in ("soviet", "german"):
        apart.allow(side, actions=3)
    apart.play()
    apart.at["german"].post("resign", seat="german")
    seen = apart.watch().json()
    assert seen["over"] and (seen["result"]["winner"], seen["result"]["closed"]) == ("soviet", "resigned")
    assert apart.watch(lang="es").json()["result"]["text"] == "Se rinden: Alemanes"


def test_nobody_allows_it_for_another(apart: Apart) -> None:
    body = {"seat": "german", "allowed": True}
    for client in (apart.watcher, apart.at["soviet"].client):
        refused(client.put(f"/api/matches/{apart.id}/watch", json=body), 403)
    refused(apart.watcher.get(f"/api/matches/{apart.id}/watch", params={"seat": "german"}), 403)


def test_whoever_looks_on_sees_what_happens_and_can_do_nothing(apart: Apart) -> None:
    apart.allow("soviet")
    apart.allow("german")
    for _ in range(3):
        apart.play()
    seen = apart.watch().json()
    assert seen["actions"] == 3 and seen["events"] and seen["turn"] == 1
    assert apart.watcher.get(f"/api/watch/{apart.id}/map.svg").text.startswith("<svg")
    other = Sitting(apart.watcher, apart.id)
    for what in ("view", "legal", "log", "save", "replay", "at/0"):
        refused(other.ask(what, seat="german"), 403)
    refused(other.ask("save"), 403)
    refused(other.post("hint", seat="german"), 403)
    refused(other.post("actions", seat="german", action="done", serial=3), 403)


def test_it_is_shown_as_late_as_the_strictest_wants(apart: Apart) -> None:
    apart.allow("soviet", actions=2)
    apart.allow("german", minutes=10)
    for _ in range(4):
        apart.play()
    assert apart.watch().json()["actions"] == 0
    begun = apart.live.now()
    apart.live.now = lambda: begun + 601
    apart.play()
    assert apart.watch().json()["actions"] == 3  # the last two stay unseen, the others are old enough
    apart.live.now = lambda: begun + 1300
    seen = apart.watch().json()
    assert (seen["actions"], seen["minutes"], seen["behind"]) == (3, 10, 2)
    _, log = apart.live.replayed(3)
    assert seen["events"][-1]["index"] == log - 1


def test_actions_loaded_from_disk_are_not_shown_earlier(server: TestClient, apart: Apart) -> None:
    apart.allow("soviet", minutes=10)
    apart.allow("german")
    apart.play()
    server.app.state.tables.memory.lives.pop(apart.id)  # type: ignore[attr-defined]
    seen = apart.watch().json()
    assert seen["actions"] == 0 and seen["minutes"] == 10


def test_what_lies_hidden_from_anybody_is_not_shown(server: TestClient) -> None:
    apart = Apart(server, game="koenigsberg45", options={"fog_of_war": "on"})
    for side in ("soviet", "german"):
        apart.allow(side)
    match = apart.live.match
    hidden = match.hidden("german") | match.hidden("soviet")
    assert hidden
    shown = {unit["id"] for unit in common_units(match)}
    assert shown and not shown & hidden
    for side in ("german", "soviet"):
        assert shown <= {unit["id"] for unit in match.view(side)["units"]}
    for _ in range(5):
        apart.play()
    told = apart.watch().json()
    hidden = match.hidden("german") | match.hidden("soviet")
    assert not {unit for event in told["events"] for unit in event["units"]} & hidden


def test_in_the_end_all_is_told_at_once(apart: Apart) -> None:
    apart.allow("soviet", minutes=60)
    apart.allow("german", actions=50)
    while apart.live.match.to_act is not None:
        apart.live.play(apart.live.match.to_act, str(apart.live.match.legal()[0]))
    seen = apart.watch().json()
    assert seen["over"] and seen["result"] and seen["actions"] == len(apart.live.actions)


def watchable(client: TestClient) -> dict[str, Any]:
    return {row["id"]: row for row in client.get("/api/watch").json()["matches"]}


def test_matches_to_look_at_are_listed_when_all_who_sit_allow_it(server: TestClient) -> None:
    both = Apart(server)
    both.allow("soviet")
    assert both.id not in watchable(both.watcher)
    both.allow("german", minutes=5)
    row = watchable(both.watcher)[both.id]
    assert row["players"]["german"] == "Grace" and row["late"] and row["title"] and "turn" not in row
    both.allow("german", allowed=False)
    assert both.id not in watchable(both.watcher)


def test_a_match_that_is_over_is_listed_no_more(server: TestClient) -> None:
    both = Apart(server)
    both.allow("soviet")
    both.allow("german")
    assert not watchable(both.watcher)[both.id]["late"]
    both.at["soviet"].post("resign", seat="soviet")
    assert both.id not in watchable(both.watcher)
