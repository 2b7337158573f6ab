"""What strangers tried on a server that is open to the world: nobody stalls, sees or breaks another."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import SQLAlchemyError

from tests.server.sitting import refused, stranger, visit

JSON = {"Content-Type": "application/json"}
SURROGATE = "\\ud800"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "m.sqlite"


@pytest.fixture
def open_server(file: Path) -> Iterator[TestClient]:
    with visit(file, guarded=True) as client:
        yield client


def make(client: TestClient, **asked: Any) -> str:
    answer = client.post("/api/matches", json={"game": "bridgehead", **asked})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


# what is sent


def test_a_million_options_are_not_read(open_server: TestClient) -> None:
    many = b",".join(b'"o%d":"x"' % k for k in range(1_000_000))
    body = b'{"game": "bridgehead", "options": {' + many + b"}}"
    refused(open_server.post("/api/matches", content=body, headers=JSON), 413)
    asked = {"game": "bridgehead", "options": {f"o{k}": "x" for k in range(1000)}}
    assert "options" in refused(open_server.post("/api/matches", json=asked), 422)["message"]


@pytest.mark.parametrize("field", ["game", "scenario", "values"])
def test_what_was_sent_is_not_sent_back_at_length(open_server: TestClient, field: str) -> None:
    answer = open_server.post("/api/matches", json={"game": "bridgehead", field: "x" * 150_000})
    assert answer.status_code in (404, 422) and len(answer.content) < 2000
    answer = open_server.post("/api/matches", json={"game": "bridgehead", "options": {"x" * 150_000: "y"}})
    assert answer.status_code == 422 and len(answer.content) < 2000
    answer = open_server.post("/api/matches", json={"game": "bridgehead", "seats": {"german": "x" * 150_000}})
    assert answer.status_code == 422 and len(answer.content) < 2000
    answer = open_server.get("/api/" + "x" * 30_000)
    assert answer.status_code == 404 and len(answer.content) < 2000


@pytest.mark.parametrize(
    "body",
    [
        '{"game": "X"}',
        '{"game": "bridgehead", "scenario": "X"}',
        '{"game": "bridgehead", "options": {"X": "y"}}',
        '{"game": "bridgehead", "options": {"y": "X"}}',
        '{"game": "bridgehead", "seats": {"X": "me"}}',
        '{"game": "bridgehead", "seats": {"german": "X"}}',
        '{"game": "bridgehead", "X": 1}',
    ],
)
def test_half_a_letter_is_refused(open_server: TestClient, body: str) -> None:
    sent = body.replace("X", SURROGATE).encode()
    answer = open_server.post("/api/matches", content=sent, headers=JSON)
    assert answer.status_code in (404, 422) and answer.json()["error"]["message"]
    assert open_server.put("/api/me", content=f'{{"name": "{SURROGATE}"}}', headers=JSON).status_code == 422
    assert open_server.post("/api/verify", content=f'{{"file": "{SURROGATE}"}}', headers=JSON).status_code == 422
    refused(open_server.post("/api/matches/import", content=f'{{"save": "{SURROGATE}"}}', headers=JSON), 422)


@pytest.mark.parametrize("id", ["%00", "a%00b", "%ff", "..%2f..%2fetc", "%F0%9F%8E%B2", "x" * 33])
def test_an_id_that_is_none_is_not_found(open_server: TestClient, id: str) -> None:
    for what in ("view?seat=german", "save", "proof", "replay"):
        assert open_server.get(f"/api/matches/{id}/{what}").status_code in (404, 422)
    assert open_server.delete(f"/api/matches/{id}").status_code in (404, 405, 422)


# from where


@pytest.mark.parametrize(
    "origin", ["null", "http://[", "http://", "https://", "localhost", "http://evil.example", "http://localhost.evil"]
)
def test_no_page_from_elsewhere_is_listened_to(file: Path, origin: str) -> None:
    for asked in ({}, {"guarded": True}, {"public": "https://play.example"}):
        with visit(file, **asked) as client:
            host = {"Host": "play.example" if "public" in asked else "localhost"}
            headers = {**host, "Origin": origin}
            refused(client.post("/api/matches", json={"game": "bridgehead"}, headers=headers), 403)


def test_a_public_server_knows_its_own_origin(file: Path) -> None:
    with visit(file, public="https://play.example") as client:
        for origin in ("http://play.example", "https://play.example:8443"):
            headers = {"Host": "play.example", "Origin": origin}
            refused(client.post("/api/matches", json={"game": "bridgehead"}, headers=headers), 403)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost:80@evil.example",
        "localhost#.evil",
        "localhost/evil",
        "[::1]evil",
        "[localhost",
        "",
        ":80",
    ],
)
def test_a_server_answers_to_its_own_names_alone(file: Path, host: str) -> None:
    with visit(file) as client:
        assert client.get("/api/games", headers={"Host": host}).status_code == 421


# what is sent along


@pytest.mark.parametrize("path", ["/", "/docs", "/api/games", "/api/nothing", "/join/x", "/assets/nothing.js"])
def test_pages_and_answers_say_what_a_browser_may_do_with_them(open_server: TestClient, path: str) -> None:
    headers = open_server.get(path, follow_redirects=False).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == "'self'" and policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'" and policy["object-src"] == "'none'"
    assert "unsafe" not in policy["script-src"] + policy["style-src"]
    assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_page_of_what_the_server_offers_needs_nobody_elsewhere(open_server: TestClient) -> None:
    page = open_server.get("/docs").text
    assert "/api/matches" in page and "<script" not in page and "https://" not in page
    assert open_server.get("/redoc").status_code == 404


# what is kept, and what is written into logs


def test_secrets_do_not_come_into_the_log(
    open_server: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    store = open_server.app.state.tables.store  # type: ignore[attr-defined]

    def fail() -> None:
        try:
            with store._engine.begin() as connection:
                connection.exec_driver_sql("INSERT INTO nowhere VALUES (?)", ("the secret",))
        except SQLAlchemyError as error:
            raise error

    open_server.put("/api/me", json={"name": "Ada"})
    monkeypatch.setattr(store, "names", lambda _: fail())
    with caplog.at_level(logging.DEBUG):
        refused(open_server.get("/api/me"), 503)
    assert "nowhere" in caplog.text and "the secret" not in caplog.text


# other people's tables


def test_a_stranger_does_nothing_to_a_match_of_bots(open_server: TestClient, file: Path) -> None:
    id = make(open_server, seats={"german": "bot:random", "soviet": "bot:random"})
    other = stranger(open_server)
    for person in (other, stranger(open_server)):
        refused(person.delete(f"/api/matches/{id}"), 403)
        refused(person.post(f"/api/matches/{id}/bots", json={"run": False}), 403)
        refused(person.post(f"/api/matches/{id}/branch", json={"index": 0}), 403)
        for what in ("save", "replay", "view?seat=german", "log?seat=german", "chronicle?seat=german", "proof"):
            refused(person.get(f"/api/matches/{id}/{what}"), 403)
        assert person.get("/api/matches").json() == []
        person.put("/api/me", json={"name": "known now"})
    with sqlite3.connect(file) as database:
        assert database.execute("SELECT count(*) FROM matches").fetchone() == (1,)
    assert open_server.delete(f"/api/matches/{id}").status_code == 204
