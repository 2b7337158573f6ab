"""Lessons over HTTP: listed, read in a language, and taken in a match of one's own."""

from __future__ import annotations

from fastapi.testclient import TestClient

from tests.server.sitting import refused


def test_lessons_are_listed_the_game_to_learn_on_first(client: TestClient) -> None:
    english, spanish = (client.get("/api/lessons", params={"lang": lang}).json() for lang in ("en", "es"))
    assert english[0]["game"] == spanish[0]["game"] == "bridgehead"
    assert english[0]["title"] == "Learn in fifteen minutes" and spanish[0]["title"] == "Aprende en quince minutos"


def test_a_lesson_is_read_in_either_language(client: TestClient) -> None:
    for row in client.get("/api/lessons").json():
        english, spanish = (
            client.get(f"/api/games/{row['game']}/lesson", params={"lang": lang}) for lang in ("en", "es")
        )
        steps = english.json()["steps"]
        assert len(steps) == row["steps"] and all(step["say"] for step in steps)
        for ours, theirs in zip(steps, spanish.json()["steps"], strict=True):
            assert (
                ours["say"] != theirs["say"] and ours["until"] == theirs["until"] and ours["point"] == theirs["point"]
            )


def test_a_lesson_is_taken_in_a_real_match_against_a_bot(client: TestClient) -> None:
    for row in client.get("/api/lessons").json():
        lesson = client.get(f"/api/games/{row['game']}/lesson").json()
        made = client.post(f"/api/games/{row['game']}/lesson")
        assert made.status_code == 201
        view = client.get(f"/api/matches/{made.json()['id']}/view", params={"seat": lesson["side"]}).json()
        assert view["game"] == row["game"] and view["decision"]["side"] == lesson["side"]
        assert view["seats"].pop(lesson["side"]) == "me"
        assert all(who == "bot:captain" for who in view["seats"].values())
        assert made.json()["seats"] == [lesson["side"]]


def test_a_game_without_a_lesson_has_none(client: TestClient) -> None:
    refused(client.get("/api/games/chess/lesson"), 404)
    refused(client.post("/api/games/chess/lesson"), 404)
