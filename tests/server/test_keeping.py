"""What is kept: saves, replays, branches, and the database over a restart."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import event

import countermarch as cm
from countermarch.bots import bot
from countermarch.server.databases import StoreError
from countermarch.server.store import Store
from tests.server.databases import FILES_ONLY, url_of
from tests.server.sitting import Sitting, refused, sit, visit


def played(client: TestClient, actions: int) -> Sitting:
    """A match some way on, played by a bot in both seats."""
    table, player = sit(client), bot("captain", 5)
    for _ in range(actions):
        side, action = table.match.to_act, str(player.choose(table.match))
        assert table.post("actions", seat=side, action=action).status_code == 200
    return table


@pytest.fixture(scope="module")
def table(client: TestClient) -> Sitting:
    return played(client, 60)


def test_a_save_is_the_engines(table: Sitting) -> None:
    match = cm.resume(table.get("save")["save"])
    assert match.fingerprint() == table.match.fingerprint()


def test_an_imported_save_has_its_whole_past(table: Sitting) -> None:
    save = table.get("save")["save"]
    answer = table.client.post("/api/matches/import", json={"save": save})
    other = Sitting(table.client, answer.json()["id"])
    assert other.view()["fingerprint"] == table.view()["fingerprint"]
    assert other.get("save")["save"] == save
    assert other.get("replay") == table.get("replay")
    assert other.get("log", seat="german") == table.get("log", seat="german")


def test_dice_fixed_in_a_save_stay_fixed(client: TestClient) -> None:
    match = cm.load("koenigsberg").start(seed=2)
    match.next_dice(6, 6)
    match.play("barrage 0613")
    match.next_dice(1)
    answer = client.post("/api/matches/import", json={"save": match.save()})
    table = Sitting(client, answer.json()["id"])
    assert table.match.fingerprint() == match.fingerprint()
    assert json.loads(table.get("save")["save"]) == json.loads(match.save())


@pytest.mark.parametrize("save", ["", "{}", "[1]", "null", '{"countermarch": 1}'])
def test_a_damaged_save_is_refused(client: TestClient, save: str) -> None:
    assert refused(client.post("/api/matches/import", json={"save": save}), 422)


def test_a_changed_save_is_refused(table: Sitting) -> None:
    saved = json.loads(table.get("save")["save"])
    saved["actions"] = saved["actions"][:-1]
    answer = table.client.post("/api/matches/import", json={"save": json.dumps(saved)})
    assert "another position" in refused(answer, 422)["message"]


def test_a_replay_leads_to_every_point(table: Sitting) -> None:
    replay = table.get("replay")
    assert len(replay["steps"]) == 60 and replay["steps"][-1]["fingerprint"] == table.view()["fingerprint"]
    start = table.get("at/0", seat="german")
    assert start["fingerprint"] == replay["start"] and start["actions"] == 0
    for index in (1, 30, 60):
        there = table.get(f"at/{index}", seat="german")
        assert there["fingerprint"] == replay["steps"][index - 1]["fingerprint"]
        assert there["legal"] is None and there["actions"] == index
    assert there["view"] == table.view()["view"] and there["log"] == table.view()["log"]
    told = [event for step in replay["steps"] for event in step["events"]]
    assert told == table.get("log", seat="german", since=start["log"])["events"]


def test_a_branch_plays_on_with_new_dice(table: Sitting) -> None:
    answer = table.post("branch", index=30, seats={"soviet": "me"})
    other = Sitting(table.client, answer.json()["id"])
    then, now = table.get("at/30", seat="german"), other.view()
    assert now["view"] == then["view"] and now["commitment"] != then["commitment"]
    assert now["actions"] == 0
    other.play()
    assert refused(table.post("branch", index=61), 422)


def test_a_restarted_server_knows_everything(tmp_path: Path) -> None:
    url = url_of(tmp_path / "m.sqlite")
    with visit(url) as client:
        table = played(client, 40)
        undone = table.view(str(table.match.to_act))["can_undo"]
        if undone:
            table.post("undo", seat=table.match.to_act)
        before = table.view(), table.get("replay"), table.get("log", seat="soviet"), table.get("save")
    with visit(url) as client:
        table = Sitting(client, table.id)
        assert (table.view(), table.get("replay"), table.get("log", seat="soviet"), table.get("save")) == before
        table.play()


@FILES_ONLY
def test_what_is_looked_for_every_few_seconds_is_found_without_reading_all_matches(tmp_path: Path) -> None:
    store = Store(url_of(tmp_path / "matches.sqlite"))
    asked: list[tuple[str, tuple[object, ...]]] = []
    event.listen(store.engine, "before_cursor_execute", lambda *said: asked.append((said[2], said[3])))
    assert (store.adjudged(), store.clocks()) == ([], [])
    with store.engine.connect() as connection:
        plans = [
            connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {said}", given).one().detail for said, given in asked[:2]
        ]
    store.close()
    assert plans == ["SCAN matches USING INDEX matches_adjudged", "SCAN matches USING INDEX matches_timed"]


def test_a_wrong_database_is_told_in_a_line() -> None:
    for url in ("nonsense", "oracle9://x", "sqlite:////proc/none/m.sqlite"):
        with pytest.raises((StoreError, OSError)):
            Store(url)
