"""What strangers tried on a server that is open to the world: nobody stalls, sees or breaks another."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import SQLAlchemyError
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

import countermarch as cm
from countermarch.match import Match
from countermarch.server import answers, limits, matches, players
from countermarch.server.limits import Limits
from countermarch.server.live import Live, Watcher
from countermarch.server.people import Asker
from countermarch.server.problems import Problem
from countermarch.server.staff import Staff
from countermarch.server.thinking import NoThought
from countermarch.server.turns import Turns
from tests.server.databases import rows
from tests.server.processes import PATIENCE, wait_for
from tests.server.sitting import Sitting, refused, stranger, visit

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
        near = ("http://localhost", "http://127.0.0.1:9999", "https://user@play.example", "https://play.example@evil")
        for origin in ("http://play.example", "https://play.example:8443", *near):
            for host in ("play.example", "127.0.0.1:8123", "localhost"):  # whatever the proxy passes on
                headers = {"Host": host, "Origin": origin}
                refused(client.post("/api/matches", json={"game": "bridgehead"}, headers=headers), 403)
        headers = {"Host": "127.0.0.1:8123", "Origin": "https://play.example"}
        assert client.post("/api/matches", json={"game": "bridgehead"}, headers=headers).status_code == 201


def test_a_server_reached_by_another_name_listens_to_no_page_of_this_machine(open_server: TestClient) -> None:
    headers = {"Host": "play.example", "Origin": "http://localhost:3000"}
    refused(open_server.post("/api/matches", json={"game": "bridgehead"}, headers=headers), 403)
    headers["Origin"] = "http://play.example"
    assert open_server.post("/api/matches", json={"game": "bridgehead"}, headers=headers).status_code == 201


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
    assert rows(file, "SELECT count(*) FROM matches") == [(1,)]
    assert open_server.delete(f"/api/matches/{id}").status_code == 204


# who makes others wait


def seated(client: TestClient, **asked: Any) -> tuple[Sitting, str]:
    """A table of one's own, and the side that is to act."""
    table = Sitting(client, make(client, **asked))
    return table, str(table.view("german")["decision"]["side"])


def test_fixed_dice_in_a_save_do_not_take_for_ever(open_server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = cm.load("bridgehead").start(seed=1)
    for _ in range(900):
        match.next_dice(1)
    save, taken = match.save(), 0
    fingerprint = Match.fingerprint

    def counted(self: Match, side: str | None = None) -> str:
        nonlocal taken
        taken += 1
        return fingerprint(self, side)

    monkeypatch.setattr(Match, "fingerprint", counted)
    assert open_server.post("/api/matches/import", json={"save": save}).status_code == 201
    assert taken < 50


def test_a_save_is_bounded_by_its_length_and_its_time(open_server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    match = cm.load("bridgehead").start(seed=1)
    saved = json.loads(match.save())
    saved["actions"] = ["!dice 1"] * 30_000
    for path, name in (("matches/import", "save"), ("verify", "file")):
        said = refused(open_server.post(f"/api/{path}", json={name: json.dumps(saved)}), 422)["message"]
        assert "20000 entries" in said
    match.play(match.legal()[0])
    monkeypatch.setattr(matches, "SECONDS", -1.0)
    assert "seconds" in refused(open_server.post("/api/matches/import", json={"save": match.save()}), 422)["message"]


def test_what_was_taken_back_is_not_played_again(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visit(file) as client:
        table, side = seated(client)
        action = table.get("legal", seat=side)["actions"][0]["text"]
        for _ in range(40):
            assert table.post("actions", seat=side, action=action).status_code == 200
            assert table.post("undo", seat=side).status_code == 200
    played = 0
    play = Match.play

    def counted(self: Match, action: Any) -> Any:
        nonlocal played
        played += 1
        return play(self, action)

    monkeypatch.setattr(Match, "play", counted)
    with visit(file) as client:
        assert Sitting(client, table.id).view(side)["serial"] == 80
    assert played == 0


def test_the_engine_works_beside_the_line_on_which_all_wait(
    open_server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, side = seated(open_server)
    assert open_server.portal is not None
    loop, found = open_server.portal.call(threading.get_ident), {}

    def watch(where: Any, name: str) -> None:
        real = getattr(where, name)

        def noted(*args: Any, **asked: Any) -> Any:
            found[name] = threading.get_ident()
            return real(*args, **asked)

        monkeypatch.setattr(where, name, noted)

    for where, name in ((answers, "view_json"), (answers, "replay_of"), (answers, "log_of"), (Live, "play")):
        watch(where, name)
    watch(Live, "undo")
    watch(matches, "_row")
    action = table.get("legal", seat=side)["actions"][0]["text"]
    table.post("actions", seat=side, action=action)
    table.post("undo", seat=side)
    table.get("replay")
    table.get("view", seat=side)
    table.get("log", seat=side)
    open_server.get("/api/matches")
    assert len(found) == 6 and loop not in found.values()


def test_nobody_waits_while_another_match_is_opened(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with visit(file) as client:
        slow, quick = make(client), make(client)
    with visit(file) as client:
        tables = client.app.state.tables  # type: ignore[attr-defined]
        real, gate, opened = tables.memory._load, threading.Event(), []

        def load(id: str) -> Any:
            if id == slow:
                opened.append(id)
                gate.wait(20)
            return real(id)

        monkeypatch.setattr(tables.memory, "_load", load)
        waiting = [threading.Thread(target=Sitting(client, slow).view) for _ in range(2)]
        for one in waiting:
            one.start()
        assert Sitting(client, quick).view()["id"] == quick
        gate.set()
        for one in waiting:
            one.join(PATIENCE)
        assert opened == [slow]  # once for both


def test_the_list_is_told_by_pages(file: Path) -> None:
    with visit(file) as client:
        made = [make(client) for _ in range(5)]
        first = client.get("/api/matches", params={"limit": 2})
        assert len(first.json()) == 2 and first.headers["X-Next"] == "2"
        rest = client.get("/api/matches", params={"limit": 3, "start": 2})
        assert len(rest.json()) == 3 and "X-Next" not in rest.headers
        assert sorted(row["id"] for row in first.json() + rest.json()) == sorted(made)
        assert [row["id"] for row in client.get("/api/matches", params={"id": made[0]}).json()] == [made[0]]
        refused(client.get("/api/matches", params={"limit": 501}), 422)


def test_live_lines_are_counted(open_server: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "OWN_LINES", 3)
    id = make(open_server)
    address = f"/api/matches/{id}/live?seat=german"
    with ExitStack() as open_lines:
        for _ in range(3):
            open_lines.enter_context(open_server.websocket_connect(address)).receive_json()
        with (
            pytest.raises(WebSocketDisconnect) as closed,
            open_server.websocket_connect(address) as line,
        ):
            line.receive_json()
        assert "lines" in closed.value.reason
    with open_server.websocket_connect(address) as line:  # those that were closed do not count
        assert line.receive_json()["type"] == "changed"


def test_who_does_not_listen_is_told_to_ask_anew() -> None:
    watcher = Watcher("german", "en")
    for _ in range(1000):
        watcher.tell({"type": "changed"})
    assert watcher.queue.qsize() <= 64
    waits = [watcher.queue.get_nowait() for _ in range(watcher.queue.qsize())]
    assert {"type": "closed"} in waits


def test_bots_of_one_do_not_keep_anothers_waiting() -> None:
    served: list[str] = []

    async def think(turns: Turns, whose: str) -> None:
        async with turns.of(whose):
            served.append(whose)
            await asyncio.sleep(0)

    async def ask() -> None:
        turns = Turns()
        await asyncio.gather(*(think(turns, whose) for whose in (*["many"] * 20, "one", "two")))
        cut = [asyncio.create_task(think(turns, "many")) for _ in range(3)]
        await asyncio.sleep(0)
        cut[1].cancel()
        await asyncio.gather(*cut, return_exceptions=True)
        await think(turns, "last")

    asyncio.run(ask())
    assert served.index("one") <= 2 and served.index("two") <= 3 and served[-1] == "last"


def test_many_cookies_of_one_address_wait_like_one() -> None:
    served: list[str] = []

    async def think(turns: Turns, whose: str, home: str) -> None:
        async with turns.of(whose, home):
            served.append(whose)
            await asyncio.sleep(0)

    async def ask() -> None:
        turns = Turns()
        many = (think(turns, f"cookie {k}", "one address") for k in range(10))
        await asyncio.gather(*many, think(turns, "other", "another address"), think(turns, "third", "third address"))

    asyncio.run(ask())
    assert served[:3] == ["cookie 0", "other", "third"] and len(served) == 12


def test_a_thought_is_counted_by_the_address_it_was_asked_from(
    open_server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes: list[str | None] = []

    async def think(*asked: Any) -> str:
        homes.append(asked[-1])
        raise NoThought("not today")

    monkeypatch.setattr(Staff, "think", think)
    for client in (open_server, stranger(open_server)):
        make(client, seats={"german": "me", "soviet": "bot:captain"})
    open_server.get("/api/me")
    assert homes == ["testclient"] * 2


def test_bots_among_themselves_rest_while_nobody_looks(
    open_server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(players, "LOOKED", 0.0)
    id = make(open_server, seats={"german": "bot:random", "soviet": "bot:random"})
    hall = open_server.app.state.tables  # type: ignore[attr-defined]
    wait_for(lambda: hall.memory.lives[id].task.done())
    assert hall.memory.lives[id].serial == 0
    with open_server.websocket_connect(f"/api/matches/{id}/live?seat=german") as line:
        while line.receive_json().get("serial", 0) < 3:
            pass
    assert [desk.yielding for desk in hall._staff._desks] == [True]


def test_no_bot_thinks_for_minutes_where_others_wait(open_server: TestClient, file: Path) -> None:
    asked = {"game": "koenigsberg", "seats": {"german": "bot:general:600"}}
    assert "30 seconds" in refused(open_server.post("/api/matches", json=asked), 422)["message"]
    asked["seats"] = {"german": "bot:general:30"}
    assert open_server.post("/api/matches", json=asked).status_code == 201


# how often


def asker(address: str, person: str | None = None) -> Asker:
    return Asker(person, trusted=False, address=address)


def test_one_may_ask_so_much_and_after_a_while_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(limits.RATES, "matches", (3, 3600))
    now = 0.0
    counted = Limits(True, now=lambda: now)
    for _ in range(3):
        counted.spend("matches", asker("1.1.1.1", "ada"))
    for again in (asker("1.1.1.1"), asker("2.2.2.2", "ada")):  # the same address, or the same person elsewhere
        with pytest.raises(Problem, match="1 seconds"):
            counted.spend("matches", again)
    counted.spend("matches", asker("2.2.2.2", "grace"))
    now = 1.0
    counted.spend("matches", asker("1.1.1.1", "ada"))
    at_home = Limits(False)
    for _ in range(1000):
        at_home.spend("matches", asker("1.1.1.1"))


def test_what_is_remembered_of_askers_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "KNOWN", 100)
    counted = Limits(True)
    for k in range(1000):
        counted.spend("links", asker(f"1.1.{k // 250}.{k % 250}"))
    assert len(counted._left) <= 100


@pytest.mark.parametrize(
    ("proxies", "told", "address"),
    [
        ((), "9.9.9.9", "10.0.0.1"),
        (("10.0.0.1",), "9.9.9.9", "9.9.9.9"),
        (("10.0.0.1",), "1.2.3.4, 9.9.9.9", "9.9.9.9"),  # what a stranger wrote himself is not believed
        (("10.0.0.1", "9.9.9.9"), "1.2.3.4, 9.9.9.9", "1.2.3.4"),
        (("10.0.0.1",), "", "10.0.0.1"),
        (("10.0.0.1",), "2001:db8:1:2:3:4:5:6", "2001:0db8:0001:0002"),
        (("10.0.0.1",), "[2001:db8:1:2:3:4:5:6]:443", "2001:0db8:0001:0002"),
        (("10.0.0.1",), "fe80::1%eth0", "fe80:0000:0000:0000"),
        (("10.0.0.1",), "::ffff:9.9.9.9", "9.9.9.9"),
        (("10.0.0.1",), "9.9.9.9:5678", "9.9.9.9"),
        (("::ffff:10.0.0.1",), "9.9.9.9", "9.9.9.9"),
        (("10.0.0.1", "9.9.9.9"), "1.2.3.4, ::ffff:9.9.9.9", "1.2.3.4"),
        (("10.0.0.1",), "unknown", "unknown"),
    ],
)
def test_forwarded_addresses_are_believed_from_named_proxies_alone(
    proxies: tuple[str, ...], told: str, address: str
) -> None:
    headers = [(b"x-forwarded-for", told.encode())] if told else []
    connection = HTTPConnection({"type": "http", "client": ("10.0.0.1", 1), "headers": headers})
    assert Limits(True, proxies).address(connection) == address


@pytest.mark.parametrize("kind", ["matches", "people", "names", "links", "bytes", "actions"])
def test_every_limit_is_told_in_words(open_server: TestClient, monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    table, side = seated(open_server)
    action = table.get("legal", seat=side)["actions"][0]["text"]
    asked: dict[str, Callable[[], Any]] = {
        "matches": lambda: open_server.post("/api/matches", json={"game": "bridgehead"}),
        "people": lambda: stranger(open_server).put("/api/me", json={"name": "Ada"}),
        "names": lambda: open_server.put("/api/me", json={"name": "Ada"}),
        "links": lambda: open_server.get("/api/join/nothing"),
        "bytes": lambda: open_server.post("/api/verify", json={"file": "{}"}),
        "actions": lambda: table.post("actions", seat=side, action=action),
    }
    assert asked[kind]().status_code != 429
    monkeypatch.setitem(limits.RATES, kind, (0.5, 3600))
    monkeypatch.setattr(open_server.app.state.tables.limits, "_has", lambda *_: 0.0)  # type: ignore[attr-defined]
    assert "seconds" in refused(asked[kind](), 429)["message"]
