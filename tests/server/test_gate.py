"""Whatever comes in, from careless or hostile hands, is answered in words and harms nothing."""

from __future__ import annotations

import socket
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from typer.testing import CliRunner

from countermarch import cli
from countermarch.server import databases, gate
from countermarch.server.run import free_port
from countermarch.server.store import Store
from tests.server.databases import FILES_ONLY
from tests.server.sitting import Sitting, refused, sit, visit

JSON = {"Content-Type": "application/json"}


# bodies


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"", 422),
        (b"{", 422),
        (b"null", 422),
        (b"\xff\xfe", 422),
        (b'{"game": "\\ud800"}', 422),
        (b'{"game": "koenigsberg", "seats": []}', 422),
        (b'{"game": "koenigsberg", "seed": 1e400}', 422),
        (b'{"game": "koenigsberg", "seed": ' + b"9" * 5000 + b"}", 400),
        (b"[" * 200_000, 400),
        (b'{"game": "koenigsberg", "seats": {' + b",".join(b'"s%d": "me"' % k for k in range(5000)) + b"}}", 422),
    ],
)
def test_a_body_that_makes_no_sense_is_refused(client: TestClient, body: bytes, status: int) -> None:
    before = client.get("/api/matches").json()
    assert refused(client.post("/api/matches", content=body, headers=JSON), status)
    assert client.get("/api/matches").json() == before


def test_a_page_elsewhere_cannot_post_a_form_here(client: TestClient) -> None:
    assert refused(client.post("/api/matches", content=b'{"game": "koenigsberg"}'), 422)
    assert refused(client.post("/api/matches", data={"game": "koenigsberg"}), 422)


def test_what_is_too_large_is_not_read(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gate, "LARGEST", 1_000_000)
    announced = client.post("/api/matches/import", json={"save": "x" * 2_000_000})
    streamed = client.post("/api/matches/import", content=(b"x" * 100_000 for _ in range(30)), headers=JSON)
    for answer in (announced, streamed):
        assert "million bytes" in refused(answer, 413)["message"]


def test_bare_statuses_have_words_in_both_languages(client: TestClient) -> None:
    for language in ("en", "es"):
        assert "/docs" in refused(client.put("/api/matches", headers={"Accept-Language": language}), 405)["message"]


# addresses


@pytest.fixture
def page(tmp_path: Path) -> Iterator[TestClient]:
    """A server with a built client, and a secret beside its folder."""
    (tmp_path / "static").mkdir()
    (tmp_path / "static" / "index.html").write_text("<p>the table</p>")
    (tmp_path / "secret.txt").write_text("secret")
    with visit(tmp_path / "m.sqlite", static=tmp_path / "static") as client:
        yield client


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/..%5csecret.txt",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/%00",
        "/" + "a" * 5000,
        "/api/matches/%00/view?seat=german",
        "/api/matches/..%2f..%2fsecret.txt/view?seat=german",
        "/api/games/..%2f..%2fsecret.txt/board",
        "/api/games/%00/board",
    ],
)
def test_no_path_leads_out_of_the_client(page: TestClient, path: str) -> None:
    answer = page.get(path)
    assert refused(answer, answer.status_code) and answer.status_code in (404, 422)
    assert "secret" not in answer.text.replace("secret.txt", "") and "root:" not in answer.text


def test_a_server_of_this_machine_answers_to_its_own_names_only(client: TestClient) -> None:
    for host in ("localhost", "localhost:8123", "127.0.0.1:8123", "[::1]:8123"):
        assert client.get("/api/games", headers={"Host": host}).status_code == 200
    for host in ("elsewhere.example", "localhost.elsewhere.example", ""):
        assert "localhost" in refused(client.get("/api/games", headers={"Host": host}), 421)["message"]
    line = client.websocket_connect("/api/matches/x/live?seat=german", headers={"Host": "elsewhere.example"})
    with pytest.raises(WebSocketDisconnect), line:
        pass


def test_a_guarded_server_answers_to_any_name(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        assert client.get("/api/games", headers={"Host": "table.example"}).status_code == 200


def test_nobody_chooses_the_dice_of_others(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        asked = {"game": "koenigsberg", "seed": 1}
        assert "dice" in refused(client.post("/api/matches", json=asked), 403)["message"]
        assert client.post("/api/matches", json={**asked, "seats": {"soviet": "bot:random"}}).status_code == 201


# two tabs, and a line that breaks


def test_two_tabs_on_one_seat_do_not_act_twice(client: TestClient) -> None:
    table = sit(client)
    live = f"/api/matches/{table.id}/live?seat=german"
    with client.websocket_connect(live) as one, client.websocket_connect(live) as other:
        first = [line.receive_json() for line in (one, other)]
        assert first[0] == first[1]
        assert table.post("actions", seat="german", action="barrage 0613", serial=0).status_code == 200
        late = table.post("actions", seat="german", action="barrage 0613", serial=0)
        assert refused(late, 409) and late.json()["view"]["serial"] == 1
        assert late.json()["done"]
        heard = [line.receive_json() for line in (one, other)]
        assert heard[0] == heard[1] and heard[0]["serial"] == 1 and heard[0]["events"]


@pytest.mark.parametrize("again", ["barrage 0613", " barrage   0613 "])
def test_who_asks_again_is_told_that_it_was_done_however_he_writes_it(client: TestClient, again: str) -> None:
    table = sit(client)
    assert table.post("actions", seat="german", action="barrage  0613", serial=0).status_code == 200
    assert table.post("actions", seat="german", action=again, serial=0).json()["done"]
    for other in ("barrage 0614", "barrage 9999", "   "):
        late = table.post("actions", seat="german", action=other, serial=0)
        assert late.status_code == 409 and not late.json()["done"], other


def test_a_line_that_was_cut_catches_up(client: TestClient) -> None:
    table = sit(client)
    live = f"/api/matches/{table.id}/live?seat=german"
    with client.websocket_connect(live) as line:
        left_at = line.receive_json()
    for _ in range(3):
        table.play()
    with client.websocket_connect(live) as line:
        back = line.receive_json()
    assert back["serial"] == left_at["serial"] + 3
    missed = table.get("log", seat="german", since=left_at["next"])
    assert missed["next"] == back["next"] and missed["events"]
    assert missed["events"] == table.get("log", seat="german")["events"][left_at["next"] :]


# the database


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "PATIENCE", 50)


@FILES_ONLY
def test_a_locked_database_loses_nothing(tmp_path: Path, impatient: None) -> None:
    file = tmp_path / "m.sqlite"
    with visit(file) as client:
        table = sit(client)
        before = table.view()
        other = sqlite3.connect(file, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        answer = table.post("actions", seat="german", action="barrage 0613")
        assert "nothing was done" in refused(answer, 503)["message"]
        other.execute("ROLLBACK")
        other.close()
        assert table.view() == before
        assert table.post("actions", seat="german", action="barrage 0613", serial=0).json()["serial"] == 1


@FILES_ONLY
def test_a_line_is_told_to_come_again_when_a_commit_fails(tmp_path: Path, impatient: None) -> None:
    file = tmp_path / "m.sqlite"
    with visit(file) as client:
        table = sit(client)
        with client.websocket_connect(f"/api/matches/{table.id}/live?seat=german") as line:
            line.receive_json()
            other = sqlite3.connect(file, isolation_level=None)
            other.execute("BEGIN IMMEDIATE")
            assert refused(table.post("actions", seat="german", action="barrage 0613"), 503)
            other.close()
            assert line.receive_json() == {"type": "closed"}
        again = Sitting(client, table.id)
        assert again.view()["serial"] == 0


@FILES_ONLY
def test_a_database_of_another_version_is_told(tmp_path: Path) -> None:
    file = tmp_path / "m.sqlite"
    Store(f"sqlite:///{file}").close()
    with sqlite3.connect(file) as newer:
        newer.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(databases.StoreError, match="another version of Countermarch"):
        Store(f"sqlite:///{file}")


# the command line


def said_by(*words: str) -> str:
    """What `countermarch serve` says before it gives up, in one line."""
    result = CliRunner().invoke(cli.app, ["serve", *words])
    assert result.exit_code == 2 and "Traceback" not in result.output
    assert len(result.output.strip().splitlines()) == 1
    return str(result.output)


def test_a_port_in_use_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = said_by("--port", str(port))
        figures = said_by("--port", str(free_port()), "--metrics", f"127.0.0.1:{port}")
    assert str(port) in said and "already in use" in said and "--port" in said
    assert str(port) in figures and "already in use" in figures and "--metrics" in figures


def test_a_host_that_is_not_here_is_told() -> None:
    assert "--host" in said_by("--host", "203.0.113.7", "--port", str(free_port()))


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("nonsense", "no database we can use"),
        ("oracle9://x", "no database we can use"),
        ("sqlite://", "forgets every match"),
        ("sqlite:////proc/none/m.sqlite", "name another"),
        ("sqlite:///{folder}", "name another"),
        ("sqlite:///{folder}/text", "name another"),
    ],
)
def test_a_database_that_cannot_be_used_is_told(tmp_path: Path, url: str, why: str) -> None:
    (tmp_path / "text").write_text("this is no database, however long one looks at it " * 40)
    assert why in said_by("--port", str(free_port()), "--database", url.format(folder=tmp_path))
