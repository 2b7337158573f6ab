"""Open tables: whoever comes first sits down; private ones are for who has the link."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server.limits import LISTED
from tests.server.sitting import Sitting, refused, stranger, visit

OPEN = {"german": "open", "soviet": "me"}


@pytest.fixture(scope="module", params=[False, True], ids=["here", "guarded"])
def server(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    with visit(tmp_path_factory.mktemp("lobby") / "m.sqlite", guarded=request.param) as client:
        yield client


@pytest.fixture
def maker(server: TestClient) -> TestClient:
    """Somebody new, in an empty lobby."""
    tables = server.app.state.tables  # type: ignore[attr-defined]
    for record in tables.store.open_tables(None, 0, 100):
        tables.store.remove(record.id)
        tables.memory.lives.pop(record.id, None)
    return stranger(server)


def offer(maker: TestClient, **asked: Any) -> str:
    answer = maker.post("/api/matches", json={"game": "bridgehead", "seats": OPEN, **asked})
    assert answer.status_code == 201, answer.text
    id: str = answer.json()["id"]
    return id


def lobby(client: TestClient, **asked: Any) -> Any:
    return client.get("/api/lobby", params=asked).json()


def listed(client: TestClient) -> list[str]:
    return [row["id"] for row in lobby(client)["tables"]]


def sit(client: TestClient, id: str, **asked: Any) -> Any:
    return client.post(f"/api/lobby/{id}", json=asked)


def test_an_open_table_is_listed_for_everybody_with_what_is_played(maker: TestClient) -> None:
    maker.put("/api/me", json={"name": "Ada"})
    id = offer(maker, game="koenigsberg45", options={"fog_of_war": "on"})
    (row,) = lobby(stranger(maker))["tables"]
    assert (row["id"], row["game"], row["open"], row["players"]) == (id, "koenigsberg45", ["german"], {"soviet": "Ada"})
    assert row["title"] and row["scenario"] and row["values"] is None and row["yours"] is False
    assert lobby(maker)["tables"][0]["yours"] is True


def test_options_that_are_not_the_usual_ones_are_told(maker: TestClient) -> None:
    games = {game["key"]: game for game in maker.get("/api/games").json()}
    option = games["koenigsberg45"]["options"][0]
    other = next(value["key"] for value in option["values"] if value["key"] != option["default"])
    offer(maker, game="koenigsberg45", options={option["key"]: other})
    assert lobby(maker)["tables"][0]["options"] == {option["key"]: other}


def test_the_pace_is_told(maker: TestClient) -> None:
    offer(maker, pace={"kind": "days", "days": 2})
    assert lobby(maker)["tables"][0]["pace"]["days"] == 2
    offer(maker)
    assert lobby(maker)["tables"][0]["pace"] is None


def test_whoever_comes_first_sits_down_and_the_table_is_listed_no_more(maker: TestClient) -> None:
    id = offer(maker)
    first, second = stranger(maker), stranger(maker)
    assert first.get(f"/api/lobby/{id}").json()["seat"] == "german" and not first.cookies
    assert sit(first, id, name="Grace").json() == {"id": id, "seat": "german"}
    assert refused(sit(second, id, name="Late"), 410) and not second.cookies
    assert listed(second) == [] and refused(second.get(f"/api/lobby/{id}"), 410)
    view = Sitting(first, id).view("german")
    assert view["waiting"] == [] and view["players"]["german"] == "Grace"
    assert refused(Sitting(second, id).ask("view", seat="german"), 403)


def test_one_does_not_play_oneself(maker: TestClient) -> None:
    assert "you sit at this table" in refused(sit(maker, offer(maker)), 409)["message"]


def test_a_private_table_is_listed_nowhere_and_taken_by_its_link_alone(maker: TestClient) -> None:
    id = offer(maker, seats={"german": "link", "soviet": "me"})
    other = stranger(maker)
    assert listed(other) == []
    assert refused(sit(other, id, name="Eve"), 404) and refused(other.get(f"/api/lobby/{id}"), 404)


def test_a_table_is_opened_to_all_and_closed_again_by_who_sits_there(maker: TestClient) -> None:
    id = offer(maker, seats={"german": "link", "soviet": "me"})
    other = stranger(maker)
    assert refused(Sitting(other, id).post("listed", listed=True), 403)
    assert Sitting(maker, id).post("listed", listed=True).json() == {"listed": True}
    assert listed(other) == [id]
    assert Sitting(maker, id).post("listed", listed=False).json() == {"listed": False}
    assert listed(other) == []


def test_an_open_table_can_be_taken_by_a_link_too(maker: TestClient) -> None:
    made = maker.post("/api/matches", json={"game": "bridgehead", "seats": OPEN}).json()
    friend = stranger(maker)
    assert friend.post(f"/api{made['links']['german']}", json={"name": "Ada"}).status_code == 200
    assert listed(friend) == []


def test_the_lobby_is_paged_the_latest_first_and_by_game(maker: TestClient) -> None:
    ids = [offer(stranger(maker)) for _ in range(23)]
    koenigsberg = offer(maker, game="koenigsberg")
    first = lobby(maker)
    assert len(first["tables"]) == 20 and first["next"] == 20 and first["tables"][0]["id"] == koenigsberg
    rest = lobby(maker, start=first["next"])
    assert rest["next"] is None
    assert {row["id"] for row in first["tables"] + rest["tables"]} == {*ids, koenigsberg}
    assert [row["id"] for row in lobby(maker, game="koenigsberg")["tables"]] == [koenigsberg]
    refused(maker.get("/api/lobby", params={"start": -1}), 422)


def test_who_made_a_table_deletes_it_while_nobody_has_come(maker: TestClient) -> None:
    id = offer(maker)
    refused(stranger(maker).delete(f"/api/matches/{id}"), 403)
    assert maker.delete(f"/api/matches/{id}").status_code == 204 and listed(maker) == []
    id = offer(maker)
    sit(stranger(maker), id)
    refused(maker.delete(f"/api/matches/{id}"), 403)


def test_there_is_no_sitting_down_where_there_is_no_table_or_no_such_seat(maker: TestClient) -> None:
    refused(sit(stranger(maker), "nothing"), 404)
    refused(sit(stranger(maker), offer(maker), seat="nobody"), 422)
    refused(sit(stranger(maker), offer(maker), seat="soviet"), 410)


def test_the_list_of_matches_shows_nobody_those_of_others(maker: TestClient) -> None:
    id, other = offer(maker), stranger(maker)
    assert [row["id"] for row in maker.get("/api/matches").json()] == [id]
    assert other.get("/api/matches").json() == []
    sit(other, id)
    assert [row["id"] for row in other.get("/api/matches").json()] == [id]


def test_seats_on_a_trusted_server_stay_as_they_were(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        made = client.post("/api/matches", json={"game": "bridgehead"})
        assert "set-cookie" not in made.headers and listed(client) == []
        assert client.get("/api/matches").json()[0]["seats"] == {"german": "me", "soviet": "me"}


def test_nobody_fills_the_lobby_alone(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        ids = [offer(client) for _ in range(LISTED)]
        again = {"game": "bridgehead", "seats": OPEN}
        assert str(LISTED) in refused(client.post("/api/matches", json=again), 409)["message"]
        private = offer(client, seats={"german": "link", "soviet": "me"})
        refused(Sitting(client, private).post("listed", listed=True), 409)
        sit(stranger(client), ids[0])
        assert Sitting(client, private).post("listed", listed=True).status_code == 200
        assert offer(stranger(client))
