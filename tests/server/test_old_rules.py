"""Matches of older rules: told in the list, exported and deleted; `test_rulings` opens them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from tests.server.databases import rows as rows_of
from tests.server.sitting import Sitting, refused, sit, visit

OLD = "rules version 0, this is {ours}"


def age(database: Path, id: str, **header: str) -> None:
    """The match was begun by other rules."""
    ((written,),) = rows_of(database, "select header from matches where id = :id", id=id)
    changed = json.dumps({**json.loads(written), "version": "0", **header})
    rows_of(database, "update matches set header = :header where id = :id", header=changed, id=id)
    if "game" in header:
        rows_of(database, "update matches set game = :game where id = :id", game=header["game"], id=id)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "m.sqlite"


def kept(database: Path, guarded: bool = False, **header: str) -> tuple[str, dict[str, str], Any]:
    """A match that was played, undone and left, long ago: its id, whose cookie holds it, and how it stood."""
    with visit(database, guarded=guarded) as client:
        answer = client.post("/api/matches", json={"game": "koenigsberg"}).json()
        table = Sitting(client, answer["id"])
        if not guarded:
            for _ in range(5):
                table.play()
            side = str(table.match.to_act)
            while table.view(side)["can_undo"]:
                table.post("undo", seat=side)
        standing = [] if guarded else list(table.match.record)
    age(database, answer["id"], **header)
    return answer["id"], dict(client.cookies), standing


def rows(client: TestClient, lang: str = "en") -> list[Any]:
    found: list[Any] = client.get("/api/matches", params={"lang": lang}).json()
    return found


def test_the_list_says_which_rules_a_match_was_played_by(database: Path) -> None:
    id, _, _ = kept(database)
    ours = cm.load("koenigsberg").info.version
    with visit(database) as client:
        new = sit(client)
        told = {row["id"]: row for row in rows(client)}
        assert OLD.format(ours=ours) in told[id]["old"] and told[id]["version"] == "0"
        assert told[new.id]["old"] is None and told[new.id]["version"] == ours
        assert told[id]["turn"] == 1 and told[id]["seats"] and told[id]["actions"] >= 5
        spoken = next(row["old"] for row in rows(client, "es") if row["id"] == id)
        assert f"versión 0 de las reglas, esta es la {ours}" in spoken


def test_it_is_deleted(database: Path) -> None:
    id, _, _ = kept(database)
    with visit(database) as client:
        assert client.delete(f"/api/matches/{id}").status_code == 204
        assert rows(client) == []
        assert refused(client.delete(f"/api/matches/{id}"), 404)


def test_on_a_guarded_server_it_is_deleted_and_exported_by_who_holds_all_its_seats(database: Path) -> None:
    id, cookies, _ = kept(database, guarded=True)
    with visit(database, guarded=True) as client:
        assert refused(client.delete(f"/api/matches/{id}"), 403)
        assert refused(client.get(f"/api/matches/{id}/save"), 403)
        client.cookies.update(cookies)
        assert client.get(f"/api/matches/{id}/save").status_code == 200
        assert client.delete(f"/api/matches/{id}").status_code == 204


def test_a_match_of_a_game_that_is_gone_is_listed_and_deleted(database: Path) -> None:
    id, _, _ = kept(database, game="kursk")
    with visit(database) as client:
        (row,) = rows(client)
        assert row["game"] == "kursk" and "kursk" in row["old"]
        assert client.delete(f"/api/matches/{id}").status_code == 204
