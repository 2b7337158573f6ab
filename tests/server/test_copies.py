"""A copy of a match that people still play is known again, however its save is written: nobody is advised on one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.server.copies import KEPT, from_beginning
from tests.server.databases import rows
from tests.server.sitting import Sitting, refused, stranger, visit
from tests.server.test_sandbox import AGAINST_A_BOT, opened, seated

Save = dict[str, Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("copies") / "m.sqlite"


@pytest.fixture(scope="module")
def mine(file: Path) -> Iterator[TestClient]:
    with visit(file, guarded=True) as client:
        yield client


def play(sits: dict[str, Sitting], actions: int, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(actions):
        side = sits["german"].view("german")["decision"]["side"]
        legal = sits[side].get("legal", seat=side)["actions"]
        chosen = chance.choice([one for one in legal if not one["closes"]] or legal)
        assert sits[side].post("actions", seat=side, action=chosen["text"]).status_code == 200


@pytest.fixture(scope="module")
def table(mine: TestClient) -> Sitting:
    return under_way(mine)


def under_way(mine: TestClient, seed: int = 4) -> Sitting:
    """The German seat of a match of people that has come some way."""
    host, guest = seated(mine)
    play({"soviet": host, "german": guest}, 14, seed)
    assert from_beginning(guest.match) >= 4
    return guest


def saved(box: Sitting) -> Save:
    found: Save = json.loads(box.get("save")["save"])
    return found


def imported(client: TestClient, save: Save, seats: dict[str, str]) -> Any:
    return client.post("/api/matches/import", json={"save": json.dumps(save), "seats": seats})


def with_position(save: Save, **changes: Any) -> Save:
    return {**save, "position": {**save["position"], **changes}}


def with_units(save: Save, change: Callable[[Save], Save]) -> Save:
    return with_position(save, units=[change(unit) for unit in save["position"]["units"]])


def without(key: str) -> Callable[[Save], Save]:
    return lambda save: with_units(save, lambda unit: {k: v for k, v in unit.items() if k != key})


def one_level_up(save: Save) -> Save:
    chosen = next(unit["id"] for unit in save["position"]["units"] if unit["side"] == "soviet" and unit["hex"])
    return with_units(save, lambda unit: {**unit, "level": (unit["level"] or 0) + (unit["id"] == chosen)})


def one_step_less(save: Save) -> Save:
    """Few counters may differ where many have moved."""
    chosen = next(unit["id"] for unit in save["position"]["units"] if unit["hex"] and unit["steps"] > 1)
    return with_units(save, lambda unit: {**unit, "steps": unit["steps"] - (unit["id"] == chosen)})


EDITS: dict[str, Callable[[Save], Save]] = {
    "as it is": lambda save: save,
    "sorted": lambda save: json.loads(json.dumps(save, sort_keys=True)),
    "more than there is": lambda save: {**save, "zzz": 1},
    "units reversed": lambda save: with_position(save, units=save["position"]["units"][::-1]),
    "without where": without("where"),
    "without level": without("level"),
    "another level": one_level_up,
    "no effects": lambda save: with_position(save, effects={}),
    "no control": lambda save: with_position(save, control={}),
    "other dice": lambda save: with_position(save, dice={**save["position"]["dice"], "key": "ab" * 32}),
    "one step less": one_step_less,
}


def resealed(save: Save) -> Save:
    """With the fingerprint of what it says now."""
    match = cm.load(save["game"]).from_position(save["position"])
    return {**save, "fingerprint": match.fingerprint()}


@pytest.mark.parametrize("edit", EDITS)
def test_a_changed_save_of_a_sandbox_is_still_a_copy(table: Sitting, edit: str) -> None:
    save, other = resealed(EDITS[edit](saved(opened(table, "german")))), stranger(table.client)
    assert "advi" in refused(imported(other, save, AGAINST_A_BOT), 403)["message"]
    copy = Sitting(other, imported(other, save, {}).json()["id"])
    refused(copy.post("hint", seat="german", seconds=0.5), 403)
    refused(copy.ask("outlook", seat="german"), 403)


def test_a_sandbox_that_was_deleted_is_remembered(table: Sitting) -> None:
    box = opened(table, "german")
    save = saved(box)
    assert table.client.delete(f"/api/matches/{box.id}").status_code == 204
    refused(imported(stranger(table.client), save, AGAINST_A_BOT), 403)


def test_where_a_save_leads_to_counts_as_well(table: Sitting) -> None:
    """The match played again from its beginning, with the dice that fell, is a copy, too."""
    opened(table, "german")
    again = json.loads(table.match.save())
    refused(imported(stranger(table.client), again, AGAINST_A_BOT), 403)


def test_ones_own_matches_are_no_copies_of_anybodys(table: Sitting) -> None:
    opened(table, "german")
    match = cm.load("bridgehead").start(seed=99)
    chance = random.Random(7)
    for _ in range(14):
        match.play(chance.choice(match.legal()))
    for save in (match.save(), match.with_new_dice().save(), cm.load("bridgehead").start(seed=5).save()):
        assert imported(stranger(table.client), json.loads(save), AGAINST_A_BOT).status_code == 201


def test_what_people_have_ended_is_forgotten(mine: TestClient, file: Path) -> None:
    table = under_way(mine, 11)
    kept, save = f"SELECT count(*) FROM copies WHERE origin = '{table.id}'", saved(opened(table, "german"))
    for _ in range(KEPT + 3):
        opened(table, "german")
    assert rows(file, kept) == [(KEPT,)]
    assert table.post("resign", seat="german").status_code == 200
    assert imported(stranger(mine), save, AGAINST_A_BOT).status_code == 201
    opened(under_way(mine, 12), "german")
    assert rows(file, kept) == [(0,)]
