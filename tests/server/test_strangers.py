"""Saves from strangers over HTTP: refused in words and at once."""

from __future__ import annotations

import json
import time

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from tests.server.sitting import refused

JSON = {"content-type": "application/json"}


def saved(**changes: object) -> str:
    return json.dumps({**json.loads(cm.load("seelow").start(seed=1).save()), **changes})


@pytest.mark.parametrize(
    ("save", "words"),
    [
        (saved(game="\ud800"), "a game this version does not have"),
        (saved(actions=["\ud800"]), "cannot be replayed: action 1"),
        (saved(actions=["!dice 6"] * 20_000), "no more than 1000 dice and draws can lie ready"),
        (saved(actions=["move " + "x" * 1_000_000]), "letters cannot be one"),
        (saved(key="00"), "the key of the dice has 32 bytes"),
        ("[" * 100_000, "not JSON"),
        (saved(version="0"), "rules version 0"),
    ],
)
def test_a_strange_save_is_refused_in_words(client: TestClient, save: str, words: str) -> None:
    began = time.process_time()
    assert words in refused(client.post("/api/matches/import", json={"save": save}), 422)["message"]
    assert time.process_time() - began < 3


def test_a_body_with_letters_that_are_none_is_refused(client: TestClient) -> None:
    answer = client.post("/api/matches/import", content=b'{"save": "\\ud800"}', headers=JSON)
    assert refused(answer, 422)


def test_fixed_dice_that_lie_ready_are_imported_in_no_time(client: TestClient) -> None:
    match = cm.load("seelow").start(seed=1)
    for _ in range(900):
        match.next_dice(6)
    began = time.process_time()
    assert client.post("/api/matches/import", json={"save": match.save()}).status_code == 201
    assert time.process_time() - began < 5
