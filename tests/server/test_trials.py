"""Trying a rule at the table: the steps of its example are told, and played at a table that stands where it begins."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.rulebook import rules_of
from countermarch.server.examples import examples_of
from countermarch.server.trials import readable

GAMES = [info.key for info in cm.games()]


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_told_and_played_by_the_usual_route(client: TestClient, game: str) -> None:
    rule = next(id for id, one in examples_of(game).items() if len(one.steps) > 1 and one.steps[0][0] == "play")
    told = client.get(f"/api/games/{game}/examples/{rule.replace('#', '%23')}", params={"lang": "en"}).json()
    assert told["title"] and told["steps"] and told["rule"] == rule
    begun = client.post(f"/api/games/{game}/examples/{rule.replace('#', '%23')}")
    assert begun.status_code == 201
    id, seats = begun.json()["id"], begun.json()["seats"]
    assert set(seats) == set(cm.load(game).info.sides), "every seat is one's own"
    for step in told["steps"]:
        if step["kind"] == "play":
            asked = {"seat": step["side"], "action": step["action"]}
            answer = client.post(f"/api/matches/{id}/actions", params={"lang": "en"}, json=asked)
            assert answer.status_code == 200, answer.json()
            assert len(answer.json()["events"]) == len(step["told"])
    view = client.get(f"/api/matches/{id}/view", params={"seat": seats[0]}).json()
    assert view["actions"] == sum(step["kind"] == "play" for step in told["steps"])


@pytest.mark.parametrize("game", GAMES)
def test_an_example_is_told_in_spanish_with_the_names_of_units(client: TestClient, game: str) -> None:
    rule = next(id for id, one in examples_of(game).items() if len(one.steps) > 1 and one.steps[0][0] == "play")
    address = f"/api/games/{game}/examples/{rule.replace('#', '%23')}"
    english, spanish = (client.get(address, params={"lang": lang}).json() for lang in ("en", "es"))
    assert spanish["title"] == rules_of(game, "es")[rule].title != english["title"]
    lines = [line["text"] for step in english["steps"] for line in step["told"]]
    ids = {unit.id for unit in cm.load(game).rules.pieces if unit.name and unit.name != unit.id}
    assert not any(ids & set(line.replace(",", " ").split()) for line in lines)


@pytest.mark.parametrize(
    ("title", "read"),
    [
        ("09 odds the attack is resolved as previewed", "The attack is resolved as previewed"),
        ("Poles have it too and germans never", "Poles have it too and Germans never"),
        ("A lone hq is no target", "A lone HQ is no target"),
    ],
)
def test_the_name_of_an_example_is_a_sentence(title: str, read: str) -> None:
    assert readable(title) == read


def test_the_rulebook_says_which_rules_can_be_tried(client: TestClient) -> None:
    book = client.get("/api/games/seelow/rules").json()
    tried = {rule["id"] for chapter in book["chapters"] for rule in chapter["rules"] if rule["example"]}
    assert tried == set(examples_of("seelow"))


@pytest.mark.parametrize("address", ["seelow/examples/99.9", "chess/examples/1.0"])
def test_what_cannot_be_tried_is_said(client: TestClient, address: str) -> None:
    assert client.get(f"/api/games/{address}").status_code == 404
    assert client.post(f"/api/games/{address}").status_code == 404
