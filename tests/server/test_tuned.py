"""Tuned values at the table: offered with the game, chosen by name, carried by the match, nobody's to change."""

from __future__ import annotations

import json

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.shelf import OURS
from countermarch.values import tuned
from tests.server.sitting import refused, sit

SHIPPED = [game for game in OURS if tuned(game) is not None]
GAME = SHIPPED[0]
HERE = f"/api/values/{GAME}"


def test_a_game_tells_whether_it_has_tuned_values(client: TestClient) -> None:
    told = {game["key"]: game["tuned"] for game in client.get("/api/games").json()}
    assert [game for game in OURS if told[game]] == SHIPPED


@pytest.mark.parametrize("game", SHIPPED)
def test_a_match_by_tuned_values_carries_them(client: TestClient, game: str) -> None:
    table = sit(client, game=game, values="tuned")
    values = tuned(game)
    assert values is not None
    saved = table.get("save")["save"]
    assert json.loads(saved)["values"] == values.document()
    assert cm.resume(saved).game.values == values
    assert next(row["values"] for row in client.get("/api/matches").json() if row["id"] == table.id) == "tuned"


def test_the_board_of_such_a_match_shows_what_is_played(client: TestClient) -> None:
    assert sit(client, game=GAME, values="tuned").get("board") != client.get(f"/api/games/{GAME}/board").json()
    assert sit(client, game=GAME, values="").get("board") == client.get(f"/api/games/{GAME}/board").json()


def test_a_program_that_names_no_values_plays_the_first_reconstruction(client: TestClient) -> None:
    """As `load` does: the dialogue names the tuned ones, since people should be asked."""
    assert "values" not in json.loads(sit(client, game=GAME).get("save")["save"])


def test_tuned_values_are_given_out_and_are_not_among_ones_own(client: TestClient) -> None:
    values = tuned(GAME)
    assert values is not None
    assert client.get(f"{HERE}/tuned").json() == values.document()
    assert "tuned" not in [row["name"] for row in client.get(HERE).json()]


def test_nobody_changes_or_deletes_tuned_values(client: TestClient) -> None:
    said = refused(client.put(f"{HERE}/tuned", json={"tables": {}}), 403)["message"]
    assert "come with the game; choose another name" in said
    refused(client.delete(f"{HERE}/tuned"), 403)
    values = tuned(GAME)
    assert values is not None
    refused(client.post(HERE, json=values.document()), 403)


def test_a_game_without_tuned_values_has_none_by_that_name(client: TestClient) -> None:
    other = next(game for game in OURS if tuned(game) is None)
    refused(client.post("/api/matches", json={"game": other, "values": "tuned"}), 404)
