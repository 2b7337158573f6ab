"""Matches of older rules go on if all comes out as it did; else they are looked at, and gone on with by agreement.

Damaged ones are looked at as far as they are there, and deleted.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy import text

import countermarch as cm
from countermarch.games.history import changes
from countermarch.server.store import Store
from countermarch.texts import LANGUAGES
from tests.server.databases import url_of
from tests.server.sitting import Sitting, refused, sit, stranger, visit

LAST = '"index" = (select max("index") from actions where match_id = :id)'
OTHERWISE = f"update actions set fingerprint = 'otherwise' where match_id = :id and {LAST}"
Change = Callable[[str], None]


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "m.sqlite"


def change(database: Path, id: str, *statements: str, **params: Any) -> None:
    """Beside the server."""
    store = Store(url_of(database))
    with store.engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement), {"id": id, **params})
    store.close()


def header_of(database: Path, id: str) -> Any:
    store = Store(url_of(database))
    record = store.find(id)
    store.close()
    assert record is not None
    return json.loads(record.header)


def age(database: Path, id: str) -> None:
    """It was begun by other rules."""
    header = json.dumps({**header_of(database, id), "version": "0"})
    change(database, id, "update matches set header = :header where id = :id", header=header)


def played(database: Path, actions: int = 6, **asked: Any) -> tuple[str, str]:
    """A match that was played and put away, and its fingerprint."""
    with visit(database) as client:
        table = sit(client, **asked)
        for _ in range(actions):
            play(table)
        return table.id, table.match.fingerprint()


def play(table: Sitting) -> None:
    row = table.client.get("/api/matches", params={"id": table.id}).json()[0]
    side = table.get("view", seat=next(iter(row["seats"])))["decision"]["side"]
    answer = table.post("actions", seat=side, action=table.get("legal", seat=side)["actions"][0]["text"])
    assert answer.status_code == 200, answer.text


def row(client: TestClient, id: str, lang: str = "en") -> Any:
    (found,) = client.get("/api/matches", params={"id": id, "lang": lang}).json()
    return found


# all comes out as it did


@pytest.mark.parametrize("game", ["koenigsberg", "seelow", "bridgehead"])
def test_a_match_goes_on_by_new_rules_if_all_comes_out_as_it_did(database: Path, game: str) -> None:
    id, fingerprint = played(database, game=game)
    age(database, id)
    with visit(database) as client:
        told = row(client, id)
        assert told["opens"] and told["version"] == "0" and "seen when it is opened" in told["old"]
        table = Sitting(client, id)
        view = table.view(seat=next(iter(told["seats"])))
        assert view["stranded"] is None and table.match.fingerprint() == fingerprint
        assert row(client, id)["old"] is None and row(client, id)["version"] == cm.load(game).info.version
        play(table)


def test_a_match_that_began_from_a_position_goes_on(database: Path) -> None:
    with visit(database) as client:
        save = cm.load("bridgehead").from_position(cm.load("bridgehead").start(seed=1).position()).save()
        answer = client.post("/api/matches/import", json={"save": save})
        table = Sitting(client, answer.json()["id"])
        play(table)
    age(database, table.id)
    with visit(database) as client:
        seats = row(client, table.id)["seats"]
        assert Sitting(client, table.id).view(seat=next(iter(seats)))["stranded"] is None


# stranded


def stranded(database: Path, **asked: Any) -> tuple[str, str]:
    id, fingerprint = played(database, **asked)
    age(database, id)
    change(database, id, OTHERWISE)
    return id, fingerprint


def test_a_match_that_comes_out_otherwise_is_looked_at_as_it_stood(database: Path) -> None:
    id, fingerprint = stranded(database)
    with visit(database) as client:
        table = Sitting(client, id)
        for lang, words in (("en", "rules version 0"), ("es", "versión 0 de las reglas")):
            view = table.view("german", lang=lang)
            assert words in view["stranded"]["said"] and view["stranded"]["goes_on"]
            assert view["stranded"]["changes"] == changes("koenigsberg", "0", lang) != []
        assert table.match.fingerprint() == fingerprint
        assert view["legal"] is None and not view["can_undo"]
        assert "can be looked at" in row(client, id)["old"] and row(client, id)["opens"]
        for what in ("log", "replay", "board", "map.svg"):
            assert table.ask(what, seat="german").status_code == 200


def test_nothing_is_played_in_it(database: Path) -> None:
    id, _ = stranded(database)
    with visit(database) as client:
        table = Sitting(client, id)
        side = table.view("german")["decision"]["side"]
        for what, body in (("actions", {"action": "done"}), ("resign", {}), ("undo", {})):
            answer = table.client.post(f"/api/matches/{id}/{what}", json={"seat": side, "serial": -1, **body})
            assert answer.status_code in (409, 422), what
            assert refused(answer, answer.status_code)
        assert "rests" in refused(table.post("actions", seat=side, action="done"), 409)["message"]


def test_a_bot_does_not_play_on_in_it(database: Path) -> None:
    id, _ = stranded(database, game="bridgehead", actions=2)
    seats = json.dumps(dict.fromkeys(cm.load("bridgehead").info.sides, "bot:captain"))
    change(database, id, "update matches set seats = :seats where id = :id", seats=seats)
    with visit(database) as client:
        table = Sitting(client, id)
        table.view(seat=next(iter(row(client, id)["seats"])))
        assert table._lives[id].task is None


def test_at_one_screen_it_goes_on_by_new_rules_at_once(database: Path) -> None:
    id, fingerprint = stranded(database)
    with visit(database) as client:
        table = Sitting(client, id)
        table.view("german")
        serial = table.view("german")["serial"]
        view = table.post("go-on", seat="german").json()
        assert view["stranded"] is None and view["serial"] > serial
        assert table.match.fingerprint() == fingerprint
        assert row(client, id)["old"] is None
        play(table)
        assert refused(table.post("go-on", seat="german"), 409)
    with visit(database) as client:
        assert Sitting(client, id).view("german")["actions"] == 1
        kept = Sitting(client, id).get("kept")
        assert kept["before"] == 1 and kept["trouble"] is None
        assert refused(Sitting(client, id).ask("before/0"), 404)


def together(database: Path) -> tuple[str, TestClient, TestClient]:
    """Two people apart, in the middle of a match: its id, and their browsers."""
    with visit(database, guarded=True) as client:
        made = client.post("/api/matches", json={"game": "koenigsberg", "seats": {"soviet": "link"}}).json()
        other = stranger(client)
        other.post(f"/api{made['links']['soviet']}", json={"name": "Zhukov"})
        table = Sitting(client, made["id"])
        whose = {"german": client, "soviet": other}
        acted: list[str] = []
        while len(acted) < 4 or len(set(acted)) < 2:
            side = table.view("german")["decision"]["side"]
            acted.append(side)
            own = Sitting(whose[side], made["id"])
            action = own.get("legal", seat=side)["actions"][0]["text"]
            assert own.post("actions", seat=side, action=action).status_code == 200
    return made["id"], client, other


def test_people_apart_go_on_when_the_last_agrees(database: Path) -> None:
    id, first, second = together(database)
    age(database, id)
    change(database, id, OTHERWISE)
    with visit(database, guarded=True) as client:
        client.cookies.update(first.cookies)
        other = stranger(client)
        other.cookies.update(second.cookies)
        german, soviet = Sitting(client, id), Sitting(other, id)
        assert german.view("german")["stranded"]["agreed"] == []
        with other.websocket_connect(f"/api/matches/{id}/live?seat=soviet") as line:
            line.receive_json()
            told = german.post("go-on", seat="german").json()["stranded"]
            assert told["agreed"] == ["german"]
            while line.receive_json()["type"] != "changed":
                pass
            assert soviet.view("soviet")["stranded"]["agreed"] == ["german"]
            assert german.post("go-on", seat="german", agree=False).json()["stranded"]["agreed"] == []
            assert refused(german.post("go-on", seat="soviet"), 403)
            german.post("go-on", seat="german")
            assert soviet.post("go-on", seat="soviet").json()["stranded"] is None
        assert german.view("german")["stranded"] is None and german.view("german")["players"]["soviet"] == "Zhukov"


def test_what_was_agreed_outlives_a_restart(database: Path) -> None:
    id, first, _ = together(database)
    age(database, id)
    change(database, id, OTHERWISE)
    for _ in range(2):
        with visit(database, guarded=True) as client:
            client.cookies.update(first.cookies)
            Sitting(client, id).view("german")
            Sitting(client, id).post("go-on", seat="german")
            assert Sitting(client, id).view("german")["stranded"]["agreed"] == ["german"]


def test_without_a_position_it_is_shown_as_far_as_it_comes_out(database: Path) -> None:
    id, _ = stranded(database)
    change(database, id, "delete from positions where match_id = :id")
    with visit(database) as client:
        table = Sitting(client, id)
        view = table.view("german")
        assert view["actions"] == 5 and "first 5 of its 6 rows" in view["stranded"]["said"]
        assert table.post("go-on", seat="german").json()["actions"] == 5
        play(table)
        assert table.view("german")["actions"] == 6


def test_one_that_is_over_stays_so_and_is_looked_at(database: Path) -> None:
    with visit(database) as client:
        table = sit(client)
        play(table)
        side = table.view("german")["decision"]["side"]
        assert table.post("resign", seat=side).status_code == 200
    age(database, table.id)
    change(database, table.id, OTHERWISE)
    with visit(database) as client:
        view = Sitting(client, table.id).view("german")
        assert view["result"] and not view["stranded"]["goes_on"]
        assert refused(Sitting(client, table.id).post("go-on", seat="german"), 409)


def test_it_is_exported_for_the_rules_it_was_begun_with(database: Path) -> None:
    id, _ = stranded(database)
    with visit(database) as client:
        saved = json.loads(Sitting(client, id).get("save")["save"])
    assert saved["version"] == "0" and len(saved["actions"]) == 6


def test_where_even_the_start_is_otherwise_it_is_exported_and_deleted(database: Path) -> None:
    id, _ = played(database)
    header = json.dumps({**header_of(database, id), "version": "0", "fingerprint": "otherwise"})
    change(database, id, "update matches set header = :header where id = :id", header=header)
    change(database, id, "delete from positions where match_id = :id")
    with visit(database) as client:
        assert "not played on" in refused(Sitting(client, id).ask("view", seat="german"), 422)["message"]
        assert not row(client, id)["opens"] and "not played on" in row(client, id)["old"]
        assert json.loads(Sitting(client, id).get("save")["save"])["version"] == "0"
        assert client.delete(f"/api/matches/{id}").status_code == 204


def test_every_game_says_what_its_last_version_changed() -> None:
    for game in cm.games():
        info = cm.load(game.key).info
        for language in LANGUAGES:
            assert changes(game.key, str(int(info.version) - 1), language), game.key
            assert changes(game.key, info.version, language) == []


# damaged


DAMAGES: dict[str, tuple[str, ...]] = {
    "its header is no JSON": ("update matches set header = '{torn' where id = :id",),
    "its header says nothing": ("update matches set header = '[]' where id = :id",),
    "its header lacks what it needs": ('update matches set header = \'{"version": "3"}\' where id = :id',),
    "a row is missing": ('delete from actions where match_id = :id and "index" = 2',),
    "it ends elsewhere": (OTHERWISE,),
    "an action is none": (f"update actions set text = 'nonsense' where match_id = :id and {LAST}",),
    "a row is of no kind": (f"update actions set kind = 'nonsense' where match_id = :id and {LAST}",),
    "it takes back what is not there": (f"update actions set kind = 'takeback' where match_id = :id and {LAST}",),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_match_is_looked_at_and_deleted(database: Path, damage: str) -> None:
    id, _ = played(database)
    change(database, id, *DAMAGES[damage])
    with visit(database) as client:
        table = Sitting(client, id)
        assert row(client, id)["id"] == id
        for what in ("view", "legal", "log", "replay"):
            message = refused(table.ask(what, seat="german"), 422)["message"]
            assert message and "Error(" not in message
        kept = table.get("kept")
        assert len(kept["rows"]) >= 5 and kept["turn"] == 1
        assert json.loads(table.get("save")["save"])["actions"]
        assert client.delete(f"/api/matches/{id}").status_code == 204
        assert client.get("/api/matches").json() == []


def test_of_a_damaged_match_nobody_learns_what_others_did(database: Path) -> None:
    id, first, _ = together(database)
    change(database, id, *DAMAGES["it ends elsewhere"])
    with visit(database, guarded=True) as client:
        assert refused(Sitting(client, id).ask("kept"), 403)
        client.cookies.update(first.cookies)
        rows = Sitting(client, id).get("kept")["rows"]
        assert {one["seat"]: bool(one["text"]) for one in rows} == {"german": True, "soviet": False}
        assert refused(Sitting(client, id).ask("save"), 403)
        assert client.delete(f"/api/matches/{id}").status_code == 204
