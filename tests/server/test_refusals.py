"""What a server says no to is said in a player's words, and what is nearly right is not taken for right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.charts import DataError, Row
from tests.server.sitting import Sitting, refused, sit, visit

PYTHON = ("not supported", "instances of", "match.position", "match.save", "recursion", "object has no", "NoneType")


def save_with(**changes: Any) -> dict[str, Any]:
    save: dict[str, Any] = json.loads(cm.load("bridgehead").start(seed=1).with_new_dice(1).save())
    first, *others = save["position"]["units"]
    return {**save, "position": {**save["position"], "units": [{**first, **changes}, *others]}}


@pytest.mark.parametrize("level", [1.5, -1, 2**31, True, "x", None])
def test_a_level_is_a_number_of_counters(client: TestClient, level: object) -> None:
    answer = client.post("/api/matches/import", json={"save": json.dumps(save_with(level=level))})
    assert "level" in refused(answer, 422)["message"]


def test_a_serial_is_a_number(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    table.play()
    side = table.view("german")["decision"]["side"]
    action = table.get("legal", seat=side)["actions"][0]["text"]
    for what, more in (("actions", {"action": action}), ("undo", {})):
        refused(table.post(what, seat=side, serial=True, **more), 422)
        refused(table.post(what, seat=side, serial=1.0, **more), 422)
    assert Sitting(client, table.id).view(side)["serial"] == 1


@pytest.mark.parametrize("word", ["\u0661", "\uff11", "1_0", " 1"])
def test_numbers_are_written_in_digits(word: str) -> None:
    for read in (Row.whole, Row.points):
        with pytest.raises(DataError):
            read(Row("here", {"x": word}), "x")


@pytest.mark.parametrize(
    "save",
    [
        json.dumps(save_with(level="x")),
        json.dumps(save_with(hex={})),
        json.dumps({**save_with(), "position": []}),
        json.dumps({**save_with(), "position": {**save_with()["position"], "control": None}}),
        "[" * 100_000,
        "nothing",
    ],
    ids=["level", "hex", "position", "control", "deep", "nothing"],
)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_what_cannot_be_read_is_told_in_a_players_words(client: TestClient, save: str, lang: str) -> None:
    said = refused(client.post(f"/api/matches/import?lang={lang}", json={"save": save}), 422)["message"]
    assert not any(word in said for word in PYTHON), said


def test_a_public_server_names_the_address_it_answers_to(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", public="https://play.example") as client:
        for lang in ("en", "es"):
            answer = client.get(f"/api/games?lang={lang}", headers={"Host": "other.example"})
            said = refused(answer, 421)["message"]
            assert "https://play.example" in said and "localhost" not in said


@pytest.mark.parametrize(("lang", "said"), [("en", "not written"), ("es", "no está escrito")])
def test_nobody_is_told_a_pattern(client: TestClient, lang: str, said: str) -> None:
    answer = client.post(f"/api/account?lang={lang}", json={"email": "<a@b.cd>", "password": "correct horse"})
    told = refused(answer, 422)["message"]
    assert said in told and "email" in told and "^" not in told
