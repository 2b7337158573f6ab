"""The briefing over HTTP: for each seat of each scenario, and how the match would be judged now."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.shelf import OURS
from tests.server.sitting import refused, sit

SCENARIOS = [(game, scenario.key) for game in OURS for scenario in cm.load(game).info.scenarios]


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_seat_is_briefed_in_its_language(client: TestClient, game: str, scenario: str) -> None:
    table = sit(client, game=game, scenario=scenario)
    for seat in cm.load(game).info.sides:
        english, spanish = (table.get("briefing", seat=seat, lang=lang) for lang in ("en", "es"))
        for told in (english, spanish):
            assert told["fresh"] and told["who"] and told["want"] and told["win"] and len(told["situation"]) == 3
            assert all(objective["name"] for objective in told["standing"]["objectives"])
            assert any(level["now"] for level in told["standing"]["levels"])
        assert english["who"] != spanish["who"]
        assert [one["hex"] for one in english["standing"]["objectives"]] == [
            one["hex"] for one in spanish["standing"]["objectives"]
        ]


def test_objectives_have_the_names_of_their_places(client: TestClient) -> None:
    table = sit(client, game="vistula", scenario="red_storm")
    named = {
        lang: {one["name"] for one in table.get("briefing", seat="allied", lang=lang)["standing"]["objectives"]}
        for lang in ("en", "es")
    }
    assert {"Berlin", "Warsaw", "Prague"} <= named["en"] and {"Berlin", "Varsovia", "Praga"} <= named["es"]


def test_who_has_acted_has_begun(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    table.play()
    assert not table.get("briefing", seat="soviet")["fresh"]
    assert table.get("briefing", seat="german")["fresh"], "each seat at its first decision"
    table.post("undo", seat="soviet")
    assert table.get("briefing", seat="soviet")["fresh"]


def test_a_match_from_the_middle_of_another_is_not_begun_again(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    for _ in range(3):
        table.play()
    save = table.get("save")["save"]
    imported = client.post("/api/matches/import", json={"save": save}).json()["id"]
    answer = client.get(f"/api/matches/{imported}/briefing", params={"seat": "soviet"}).json()
    assert not answer["fresh"] and answer["who"], "but it can be read"
    branched = table.post("branch", index=1).json()["id"]
    answer = client.get(f"/api/matches/{branched}/briefing", params={"seat": "german"}).json()
    assert not answer["fresh"] and answer["standing"]


def test_a_seat_that_there_is_not_is_refused(client: TestClient) -> None:
    refused(sit(client, game="bridgehead").ask("briefing", seat="french"), 422)


def test_the_standing_goes_with_the_match(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    before = table.get("briefing", seat="german", lang="es")["standing"]
    assert before["points"] == {"soviet": 3} and before["measure"] == "Puntos soviéticos"
    assert [level["key"] for level in before["levels"] if level["now"]] == ["german_decisive"]
