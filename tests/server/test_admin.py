"""`countermarch admin`, on the database of a server that runs."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner

from countermarch import cli
from countermarch.server import adjudging
from countermarch.server.admin import damage
from countermarch.server.bans import network
from countermarch.server.databases import open_database
from countermarch.server.mailstore import MailStore
from countermarch.server.series import collect
from tests.server.databases import FILES_ONLY, SHARED, rows, url_of
from tests.server.sitting import Sitting, refused, sit, stranger, visit


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "m.sqlite"


def admin(database: Path, *words: str, status: int = 0, said: str | None = None) -> Any:
    """What a command prints, as JSON; what it says, if it refuses."""
    asked = ["admin", *words, "--database", url_of(database), "--json"]
    told = CliRunner().invoke(cli.app, asked, input=said)
    assert told.exit_code == status, told.output
    return json.loads(told.stdout) if status == 0 else told.output


def heard(client: TestClient) -> None:
    """The server looks for what it was told, as it does every few seconds."""
    hall = client.app.state.tables  # type: ignore[attr-defined]

    async def look() -> None:
        await adjudging.settle(hall)
        await adjudging.keep_out(hall)

    assert client.portal is not None
    client.portal.call(look)


def age(database: Path, id: str, time: str = "2020-01-01T00:00:00.000+00:00") -> None:
    rows(database, "update matches set updated = :time where id = :id", time=time, id=id)


# looking


def test_matches_are_listed_by_state_and_game(database: Path) -> None:
    with visit(database) as client:
        played, small = sit(client), sit(client, game="bridgehead")
        played.play()
        waits = sit(client, seats={"soviet": "link"}, seed=None)
        listed = {row["id"]: row for row in admin(database, "list")}
        assert {played.id, small.id, waits.id} == set(listed)
        assert listed[played.id]["actions"] == 1 and listed[played.id]["state"] == "going"
        assert [row["id"] for row in admin(database, "list", "--game", "bridgehead")] == [small.id]
        assert [row["id"] for row in admin(database, "list", "--state", "waiting")] == [waits.id]
        assert admin(database, "list", "--state", "over") == []
        assert len(admin(database, "list", "--limit", "2")) == 2


def test_a_match_is_inspected_without_what_is_hidden(database: Path) -> None:
    with visit(database) as client:
        table = sit(client)
        table.play()
        found = admin(database, "inspect", table.id)
        assert found["actions"] == 1 and found["kinds"] == {"action": 1} and found["damage"] == []
        assert found["version"] and found["old"] is None
        assert "key" not in json.dumps(found)
        assert "there is no match" in admin(database, "inspect", "nothing", status=2)


def test_damage_is_seen_without_playing() -> None:
    assert damage({"version": "1"}, [0, 1, 2]) == []
    assert damage({}, [0, 1, 3]) == ["its header cannot be read", "rows are missing: 2"]


def test_a_table_for_people_is_printed(database: Path) -> None:
    with visit(database) as client:
        table = sit(client)
        told = CliRunner().invoke(cli.app, ["admin", "list", "--database", url_of(database)])
        assert table.id in told.output
        told = CliRunner().invoke(cli.app, ["admin", "inspect", table.id, "--database", url_of(database)])
        assert "koenigsberg" in told.output


# closing


@pytest.mark.parametrize(
    ("words", "winner"), [((), None), (("--winner", "soviet"), "soviet"), (("--winner", "draw"), None)]
)
def test_a_match_is_closed_while_it_is_played(database: Path, words: tuple[str, ...], winner: str | None) -> None:
    with visit(database) as client:
        table = sit(client)
        table.play()
        admin(database, "close", table.id, *words)
        assert "cannot have won" in admin(database, "close", table.id, "--winner", "french", status=2)
        heard(client)
        (row,) = client.get("/api/matches").json()
        assert row["over"] and row["winner"] == winner and row["verdict"]
        assert refused(table.post("actions", seat="german", action="done"), 409)
        assert "over already" in admin(database, "close", table.id, status=2)


# bans


def guest(client: TestClient) -> tuple[Sitting, str]:
    """A table of somebody on a server for others, and who that is."""
    answer = client.post("/api/matches", json={"game": "bridgehead"}).json()
    hall = client.app.state.tables  # type: ignore[attr-defined]
    return Sitting(client, answer["id"]), hall.register.person_by(client.cookies["countermarch"])


def test_a_person_is_banned_told_so_and_let_in_again(database: Path) -> None:
    with visit(database, guarded=True) as client:
        table, person = guest(client)
        side = next(iter(client.get("/api/matches").json()[0]["seats"]))
        with client.websocket_connect(f"/api/matches/{table.id}/live?seat={side}") as line:
            line.receive_json()
            admin(database, "ban", person, "--reason", "spoils every game")
            heard(client)
            while line.receive_json()["type"] != "closed":
                pass
        told = refused(client.get("/api/matches"), 403)["message"]
        assert "spoils every game" in told and "lift" in told
        assert "motivo: spoils" in refused(client.get("/api/matches", params={"lang": "es"}), 403)["message"]
        with (
            pytest.raises(WebSocketDisconnect),
            client.websocket_connect(f"/api/matches/{table.id}/live?seat={side}") as it,
        ):
            it.receive_json()
        other = stranger(client)
        assert other.get("/api/matches").status_code == 200
        assert admin(database, "bans")[0]["whom"] == person
        admin(database, "unban", person)
        heard(client)
        assert client.get("/api/matches").status_code == 200
        assert "is not banned" in admin(database, "unban", person, status=2)


def test_an_address_is_banned(database: Path) -> None:
    with visit(database, guarded=True, proxies=["testclient"]) as client:
        admin(database, "ban", "203.0.113.0/24")
        admin(database, "ban", "2001:db8:1:2:3::9")
        heard(client)
        for address, status in (
            ("203.0.113.77", 403),
            ("203.0.114.1", 200),
            ("2001:db8:1:2::1", 403),
            ("2001:db8:1:3::1", 200),
        ):
            assert client.get("/api/me", headers={"X-Forwarded-For": address}).status_code == status, address
        assert "nobody here" in admin(database, "ban", "a name", status=2)


def test_who_listens_from_a_banned_address_listens_no_more(database: Path) -> None:
    with visit(database, guarded=True, proxies=["testclient"]) as client:
        client.headers["X-Forwarded-For"] = "::ffff:203.0.113.77"
        table, _ = guest(client)
        side = next(iter(client.get("/api/matches").json()[0]["seats"]))
        with client.websocket_connect(f"/api/matches/{table.id}/live?seat={side}") as line:
            line.receive_json()
            admin(database, "ban", "::ffff:203.0.114.0/120")  # somebody else
            heard(client)
            admin(database, "ban", "::ffff:203.0.113.77")
            assert table.live.watchers
            heard(client)
            while line.receive_json()["type"] != "closed":
                pass
        assert {one["whom"] for one in admin(database, "bans")} == {"203.0.113.77/32", "203.0.114.0/24"}
        for path in ("/api/matches", "/api/watch", f"/api/watch/{table.id}"):
            assert client.get(path).status_code == 403
        admin(database, "unban", "203.0.113.77")
        heard(client)
        assert client.get("/api/matches").status_code == 200


def test_an_address_of_six_parts_stands_for_its_house() -> None:
    assert network("::ffff:192.0.2.1") == "192.0.2.1/32" and network("[2001:db8::1]") == "2001:db8::/64"
    assert network("2001:db8::1") == "2001:db8::/64" and network("192.0.2.1") == "192.0.2.1/32"
    assert network("2001:db8::/32") == "2001:db8::/32" and network("somebody") is None


# clearing away


def test_what_is_old_is_pruned_and_nothing_else(database: Path) -> None:
    with visit(database) as client:
        fresh, old = sit(client), sit(client, game="bridgehead")
        age(database, old.id)
        assert "name what may go" in admin(database, "prune", status=2)
        assert admin(database, "prune", "--finished", "30", "--yes")["found"] == []
        dry = admin(database, "prune", "--abandoned", "30", "--dry-run")
        assert [row["id"] for row in dry["found"]] == [old.id] and dry["deleted"] == 0
        admin(database, "prune", "--abandoned", "30", status=1, said="n\n")
        assert len(client.get("/api/matches").json()) == 2
        assert admin(database, "prune", "--abandoned", "30", "--yes")["deleted"] == 1
        assert [row["id"] for row in client.get("/api/matches").json()] == [fresh.id]
        fresh.play()


def test_finished_matches_and_sandboxes_are_pruned_each_by_its_age(database: Path) -> None:
    with visit(database) as client:
        done, copy = sit(client), sit(client)
        admin(database, "close", done.id)
        heard(client)
        rows(database, "update matches set sandbox = :of where id = :id", of=done.id, id=copy.id)
        for id in (done.id, copy.id):
            age(database, id)
        asked = ("prune", "--dry-run", "--sandboxes", "1", "--finished", "1", "--abandoned", "1")
        found = {row["id"]: row["why"] for row in admin(database, *asked)["found"]}
        assert found == {done.id: "finished", copy.id: "sandbox"}


def test_what_cannot_be_closed_is_refused_with_what_can_be_done(database: Path) -> None:
    with visit(database) as client:
        rests, torn = sit(client), sit(client)
        for table in (rests, torn):
            for _ in range(3):
                _play(table)
    rows(database, "update matches set stranded = :why where id = :id", why='{"ours": "9"}', id=rests.id)
    rows(database, 'delete from actions where match_id = :id and "index" = 1', id=torn.id)
    assert "rests since the rules changed" in admin(database, "close", rests.id, status=2)
    assert "rows are missing: 1" in admin(database, "close", torn.id, status=2)
    sheet, told = database.with_name("round.csv"), database.with_name("told.csv")
    sheet.write_text(f"match,adjudged\n{rests.id},german\n{torn.id},draw\n", encoding="utf-8")
    with told.open("w", encoding="utf-8") as out:
        collect(sheet, out, url_of(database))
    first, second = told.read_text(encoding="utf-8").splitlines()[1:]
    assert "adjudged, but it rests" in first and "adjudged, but it is damaged" in second
    assert rows(database, "select count(*) from matches where adjudged is not null") == [(0,)]


# copies


def test_a_server_is_backed_up_while_it_plays_destroyed_and_restored(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.backup"
    with visit(database) as client:
        tables = [sit(client, game=game) for game in ("koenigsberg", "seelow")]
        for table in tables:
            for _ in range(4):
                _play(table)
        stood = {table.id: table.match.fingerprint() for table in tables}
        assert admin(database, "back-up", str(copy))["matches"] == 2
        _play(tables[0])  # it goes on, and is lost
        assert "is in use" in admin(database, "restore", str(copy), "--yes", status=2)
    destroy(database)
    assert admin(database, "restore", str(copy)) == {"matches": 2, "replaced": 0}
    with visit(database) as client:
        for id, fingerprint in stood.items():
            table = Sitting(client, id)
            sides = client.get("/api/matches", params={"id": id}).json()[0]["seats"]
            table.get("view", seat=next(iter(sides)))
            assert table.match.fingerprint() == fingerprint
            _play(table)


def destroy(database: Path) -> None:
    if SHARED:
        rows(database, "DO $$ BEGIN DROP SCHEMA public CASCADE; CREATE SCHEMA public; END $$")
        return
    for file in database.parent.glob("m.sqlite*"):
        file.unlink()


def _play(table: Sitting) -> None:
    seats = table.client.get("/api/matches", params={"id": table.id}).json()[0]["seats"]
    side = table.get("view", seat=next(iter(seats)))["decision"]["side"]
    answer = table.post("actions", seat=side, action=table.get("legal", seat=side)["actions"][0]["text"])
    assert answer.status_code == 200, answer.text


def test_what_is_there_is_not_replaced_unasked(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.backup"
    with visit(database) as client:
        sit(client)
    admin(database, "back-up", str(copy))
    admin(database, "restore", str(copy), status=1, said="n\n")
    assert admin(database, "restore", str(copy), "--yes") == {"matches": 1, "replaced": 1}


@pytest.mark.skipif(not SHARED, reason="nobody is connected to a file")
def test_who_has_just_hung_up_is_waited_for(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.backup"
    with visit(database) as client:
        sit(client)
    admin(database, "back-up", str(copy))
    late = open_database(url_of(database))
    late.connect().close()  # kept until the pool is emptied
    Timer(0.5, late.dispose).start()
    assert admin(database, "restore", str(copy), "--yes") == {"matches": 1, "replaced": 1}


@FILES_ONLY
def test_what_is_no_back_up_is_not_restored(database: Path, tmp_path: Path) -> None:
    for name, held in (("text", b"hello"), ("torn", b"SQLite format 3\0" + b"\1" * 5000), ("dump", b"PGDMP....")):
        (tmp_path / name).write_bytes(held)
        told = admin(database, "restore", str(tmp_path / name), status=2)
        assert "back-up" in told
    assert not database.exists()


@FILES_ONLY
def test_a_database_that_is_damaged_is_replaced(database: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.backup"
    with visit(database) as client:
        sit(client)
    admin(database, "back-up", str(copy))
    database.write_bytes(b"nothing that could be read" * 1000)
    assert admin(database, "restore", str(copy), "--yes")["matches"] == 1


def test_calls_and_orders_go_with_a_match(database: Path) -> None:
    with visit(database) as client:
        table = sit(client)
        mail = MailStore(client.app.state.tables.store.engine)  # type: ignore[attr-defined]
        mail.keep_orders(table.id, "german", {})
        age(database, table.id)
        assert admin(database, "prune", "--abandoned", "1", "--yes")["deleted"] == 1
        assert mail.orders(table.id) == {}


def test_nothing_waits_for_a_server_that_does_not_run(database: Path) -> None:
    with visit(database) as client:
        table = sit(client)
    admin(database, "close", table.id)
    with visit(database) as client:
        asyncio.run(asyncio.sleep(0))
        heard(client)
        assert client.get("/api/matches").json()[0]["over"]
