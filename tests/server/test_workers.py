"""Several workers on one database: each match is one's at a time, and nothing is lost with a worker."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx
import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.types import Message, Receive, Scope, Send
from typer.testing import CliRunner
from websockets.sync.client import connect

from countermarch import cli
from countermarch.server.backups import back_up, restore
from countermarch.server.databases import open_database
from countermarch.server.forwarding import CLIENT, HOPS, SECRET, Forwarding
from countermarch.server.gate import Doorman
from countermarch.server.owners import Among, Elsewhere
from countermarch.server.ownerstore import LEASE, OwnerStore, Peer
from countermarch.server.store import Append, Entry, NotOurs, Record, Standing, Store, now
from countermarch.server.tallies import Tallies
from tests.server.databases import NAMES_ITS_OWN, postgres
from tests.server.houses import House, house, wait_for

pytestmark = NAMES_ITS_OWN

GONE = 5.0  # seconds in which a worker that died is replaced


@pytest.fixture(scope="module")
def both() -> Iterator[House]:
    with house("both") as made:
        yield made


def begin(at: House, **asked: Any) -> str:
    made = at.http.post("/matches", json={"game": "bridgehead", "seed": 1, **asked})
    assert made.status_code == 201, made.text
    return str(made.json()["id"])


def act(client: httpx.Client, id: str) -> httpx.Response:
    """The first legal action of whoever is to act."""
    view = client.get(f"/matches/{id}/view", params={"seat": "german"})
    assert view.status_code == 200, view.text
    side = view.json()["decision"]["side"]
    legal = client.get(f"/matches/{id}/legal", params={"seat": side}).json()["actions"]
    body = {"seat": side, "action": legal[0]["text"], "serial": view.json()["serial"]}
    return client.post(f"/matches/{id}/actions", json=body)


def played(at: House, id: str) -> int:
    """How many actions are kept."""
    ((count,),) = at.rows("SELECT count(*) FROM actions WHERE match_id = %s", id)
    return int(count)


# who has it


def shared_out(at: House, ids: list[str]) -> bool:
    """Whether each worker has some of them, when all have been asked for."""
    for id in ids:
        assert at.http.get(f"/matches/{id}/view?seat=german").status_code == 200
    return {at.owner(id) for id in ids} == set(at.workers())


def test_matches_are_shared_out_and_every_one_is_found_wherever_one_asks(both: House) -> None:
    """One that begins before its worker knows the others goes where it belongs soon after."""
    ids = [begin(both) for _ in range(24)]
    for id in ids:
        assert act(both.http, id).status_code == 200
    wait_for(lambda: shared_out(both, ids))
    for worker in both.workers():
        with both.inner(worker) as client:  # nobody is handed on here: what is another's is forwarded
            assert [act(client, id).status_code for id in ids] == [200] * len(ids)
    assert [played(both, id) for id in ids] == [3] * len(ids)


def test_two_who_come_to_different_workers_play_on_and_hear_each_other(both: House) -> None:
    id = begin(both)
    act(both.http, id)
    lines = []
    for worker, seat in zip(both.workers().values(), ("german", "soviet"), strict=True):
        lines.append(connect(f"ws://{worker}/api/matches/{id}/live?seat={seat}"))
        assert json.loads(lines[-1].recv(timeout=10))["type"] == "changed"
    for client in map(both.inner, both.workers()):
        serial = act(client, id).json()["serial"]
        for line in lines:
            while json.loads(line.recv(timeout=10)).get("serial") != serial:
                pass
    for line in lines:
        line.close()


def test_a_kept_connection_goes_from_match_to_match(both: House) -> None:
    ids = [begin(both) for _ in range(8)]
    for _ in range(3):
        assert [act(both.http, id).status_code for id in ids] == [200] * len(ids)


LINE = (
    "Connection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)
VIEW, LIVE, TALK = "GET {at}/view?seat=german", "GET {at}/live?seat=german", "POST {at}/talk"
HOST, CHUNKED = "Host: localhost\r\n", "Transfer-Encoding: chunked\r\n"


@pytest.mark.parametrize(
    ("asked", "headers", "body", "status"),
    [
        (VIEW, "", "", 421),
        (VIEW, HOST + HOST, "", 421),
        (VIEW, HOST + CHUNKED, "1\r\nx\r\n0\r\n\r\n", 200),
        (VIEW, HOST + "Content-Length: 3\r\n", "abc", 200),
        (TALK, HOST + "Content-Length: 9000000\r\n", "x" * 1000, 413),
        (TALK, HOST + CHUNKED, "1e8480\r\n" + "x" * 2_000_000 + "\r\n0\r\n\r\n", 413),
        (TALK, HOST + CHUNKED, "2\r\n{}\r\n0\r\n\r\n", 422),
        (TALK, HOST, "", 422),
        (TALK, HOST + "Connection: Upgrade\r\nUpgrade: h2c\r\nContent-Length: 2\r\n", "{}", 400),
        (TALK, HOST + LINE + "Content-Length: 2\r\n", "{}", 400),
        (TALK, HOST + LINE, "", 400),
        (LIVE, HOST + LINE, "", 101),
        (LIVE, "Host: localhost:99999\r\n" + LINE, "", 403),
        (LIVE, "Host: [::1\r\n" + LINE, "", 403),
        (LIVE, "Host: " + "\xe9" * 70 + "\r\n" + LINE, "", 403),
    ],
)
def test_what_is_odd_is_answered_alike_by_whom_it_is_for_and_by_another(
    both: House, asked: str, headers: str, body: str, status: int
) -> None:
    id = begin(both)
    wait_for(lambda: both.http.get(f"/matches/{id}/view?seat=german").status_code == 200 and both.owner(id))
    request = f"{asked.format(at=f'/api/matches/{id}')} HTTP/1.1\r\n{headers}\r\n{body}".encode("latin-1")
    answers = {worker: raw(address, request) for worker, address in both.workers().items()}
    assert set(answers.values()) == {status}, answers


def raw(address: str, request: bytes) -> int:
    """The status of the answer."""
    host, _, port = address.rpartition(":")
    with socket.create_connection((host, int(port)), timeout=4) as line:
        with suppress(ConnectionError):
            line.sendall(request)
        return int(line.recv(1000).split()[1])


def test_who_asks_for_a_line_while_its_worker_dies_gets_one() -> None:
    """Nobody knows what became of what else was asked of it, and nobody says that nothing did."""
    with house("dying") as both:
        id = begin(both)
        act(both.http, id)
        owner = str(both.owner(id))
        address, heard, said = both.workers()[both.other(owner)], list[str](), list[httpx.Response]()
        both.signal(owner, signal.SIGSTOP)

        def listen() -> None:
            with connect(f"ws://{address}/api/matches/{id}/live?seat=german", open_timeout=20) as line:
                heard.append(json.loads(line.recv(timeout=10))["type"])

        def talk() -> None:
            with httpx.Client(base_url=f"http://{address}/api", timeout=20) as client:
                said.append(client.post(f"/matches/{id}/talk", json={"seat": "german", "text": "hello"}))

        asked = [threading.Thread(target=one) for one in (listen, talk)]
        for one in asked:
            one.start()
        time.sleep(0.5)  # it is being passed on
        both.signal(owner, signal.SIGKILL)
        for one in asked:
            one.join(30)
        assert heard == ["changed"]
        assert said[0].status_code == 503 and "may have been done" in said[0].text


def test_both_games_of_a_duplicate_match_are_one_workers(both: House) -> None:
    asked = {"game": "bridgehead", "seats": {"german": "link", "soviet": "me"}, "duplicate": True}
    made = both.http.post("/matches", json=asked).json()
    with both.client() as friend:
        assert friend.post(made["links"]["german"], json={"name": "Ada"}).status_code == 200
    for id in (made["id"], made["twin"]):
        view = both.http.get(f"/matches/{id}/table")
        assert view.status_code == 200, view.text
    assert both.owner(made["id"]) == both.owner(made["twin"]) is not None


def test_what_one_worker_is_told_of_a_person_the_others_know(both: House) -> None:
    """A browser that has logged out is nobody's anywhere."""
    first, second = map(both.inner, both.workers())
    account = {"email": "ada@example.org", "password": "correct horse", "name": "Ada"}
    assert first.post("/account", json=account).status_code == 201
    cookie = dict(first.cookies)
    assert second.get("/me", cookies=cookie).json()["name"] == "Ada"
    assert first.post("/account/logout").status_code == 204

    def forgotten() -> bool:
        return all(one.get("/me", cookies=cookie).json()["name"] is None for one in (first, second))

    assert wait_for(forgotten, 3)


# dying


def test_a_worker_that_is_killed_is_replaced_and_nothing_acknowledged_is_lost() -> None:
    with house("killed") as both:
        id = begin(both, game="koenigsberg")
        stop, acknowledged = threading.Event(), list[int]()
        player = threading.Thread(target=_play_on, args=(both, id, stop, acknowledged))
        player.start()
        try:
            for _ in range(3):
                wait_for(lambda: both.owner(id) in both.workers() and len(both.workers()) == 2)
                _kill_the_owner(both, id, acknowledged)
        finally:
            stop.set()
            player.join(60)
        rows = [index for (index,) in both.rows("SELECT index FROM actions WHERE match_id = %s ORDER BY index", id)]
        assert rows == list(range(len(rows)))
        assert acknowledged == sorted(set(acknowledged)) and len(rows) >= acknowledged[-1]
        assert len(rows) <= len(acknowledged) + 3  # of what was under way when one died


def test_workers_end_with_who_started_them() -> None:
    with house("orphans") as both:
        both.process.kill()
        wait_for(lambda: not both.workers(), 30)


def _kill_the_owner(at: House, id: str, acknowledged: list[int]) -> None:
    """In the middle of play; another one has it within the time."""
    heard = len(acknowledged)
    wait_for(lambda: len(acknowledged) > heard + 2, 30)
    owner = str(at.owner(id))
    at.signal(owner, signal.SIGKILL)
    wait_for(lambda: at.owner(id) != owner, GONE)


def _play_on(at: House, id: str, stop: threading.Event, acknowledged: list[int]) -> None:
    """Each action that is answered is noted; what is not answered is looked at again."""
    client = at.client()
    while not stop.is_set():
        try:
            answer = act(client, id)
            if answer.status_code == 200:
                acknowledged.append(answer.json()["serial"])
            else:
                assert answer.status_code in (409, 503), answer.text
        except (httpx.TransportError, AssertionError):
            client.close()
            client = at.client()
            time.sleep(0.05)
    client.close()


def test_a_worker_that_stood_still_for_too_long_writes_nothing_any_more() -> None:
    with house("stopped") as both:
        id = begin(both)
        serial = act(both.http, id).json()["serial"]
        owner = str(both.owner(id))
        other = both.inner(both.other(owner))
        side = other.get(f"/matches/{id}/view?seat=german").json()["decision"]["side"]
        legal = other.get(f"/matches/{id}/legal?seat={side}").json()["actions"]
        late, answers = both.inner(owner), list[httpx.Response]()
        late.timeout = httpx.Timeout(60)
        body = {"seat": side, "action": legal[-1]["text"], "serial": serial}
        pid = both.pid(owner)
        both.signal(owner, signal.SIGSTOP)
        asked = threading.Thread(target=lambda: answers.append(late.post(f"/matches/{id}/actions", json=body)))
        asked.start()
        again = wait_for(lambda: _taken(act(other, id)), LEASE + 3)
        assert again["serial"] == serial + 1 and both.owner(id) != owner
        os.kill(pid, signal.SIGCONT)
        asked.join(60)
        assert answers[0].status_code == 409, answers[0].text  # the other worker says that the match has gone on
        assert played(both, id) == serial + 1
        assert late.get(f"/matches/{id}/view?seat=german").json()["serial"] == serial + 1


def _taken(answer: httpx.Response) -> Any:
    return answer.json() if answer.status_code == 200 else None


# the row decides


@pytest.fixture
def store() -> Iterator[Store]:
    opened = Store(postgres("rows"))
    with opened.engine.begin() as connection:
        for table in ("actions", "messages", "notes", "seats", "matches", "workers", "duties", "tries"):
            connection.execute(text(f"DELETE FROM {table}"))
    yield opened
    opened.close()


def peer(slot: int) -> Peer:
    return Peer(f"worker {slot}", "house", slot, f"127.0.0.1:{slot}")


def kept(store: Store, id: str, twin: str | None = None) -> str:
    record = Record(id, "bridgehead", "{}", {}, Standing(1, "german"), created=now(), updated=now(), twin=twin)
    store.add(record, ())
    return id


def test_a_change_by_a_worker_that_has_lost_the_match_is_refused_by_the_match(store: Store) -> None:
    id, owners = kept(store, "a" * 10), OwnerStore(store.engine)
    for slot in (0, 1):
        owners.join(peer(slot))
    assert owners.take(id, "worker 0") == ("worker 0", [id])
    assert owners.take(id, "worker 1")[0] == "worker 0"
    store.fence.worker = "worker 0"
    store.keep_message(id, 0, "german", None, "here")
    owners.bury("worker 0")
    assert owners.take(id, "worker 1")[0] == "worker 1"
    entry = Entry("action", "german", "x", "", {})
    for late in (
        lambda: _append(store, id, entry),
        lambda: store.change(id, offer=None),
        lambda: store.keep_shares(id, {}),
        lambda: store.keep_message(id, 1, "german", None, "late"),
        lambda: store.keep_note(id, "german", None, "late"),
    ):
        with pytest.raises(NotOurs):
            late()
    assert store.entries(id) == [] and store.message_count(id) == 1


def _append(store: Store, id: str, entry: Entry) -> None:
    store.append_all([Append(id, 0, entry, Standing(1, "german"))])


def test_who_takes_over_waits_for_what_is_being_committed(store: Store) -> None:
    id, owners = kept(store, "b" * 10), OwnerStore(store.engine)
    owners.join(peer(1))
    owners.take(id, "worker 0")  # which is not there
    taken: list[Any] = []
    with store.engine.begin() as slow:
        slow.execute(text("UPDATE matches SET turn = 2 WHERE id = :id AND owner = 'worker 0'"), {"id": id})
        other = threading.Thread(target=lambda: taken.append(owners.take(id, "worker 1")))
        other.start()
        other.join(0.3)
        assert not taken
    other.join(5)
    assert taken == [("worker 1", [id])]


def test_both_games_of_a_duplicate_match_are_taken_together(store: Store) -> None:
    first, owners = kept(store, "c" * 10, "c" * 10 + "2"), OwnerStore(store.engine)
    second = kept(store, "c" * 10 + "2", first)
    for slot in (0, 1):
        owners.join(peer(slot))
    assert owners.take(second, "worker 0") == ("worker 0", [first, second])
    assert owners.take(first, "worker 1")[0] == "worker 0"


def test_messages_are_one_workers_to_send_until_it_is_gone(store: Store) -> None:
    owners = OwnerStore(store.engine)
    for slot in (0, 1):
        owners.join(peer(slot))
    assert owners.take_up("messages", "worker 0") and not owners.take_up("messages", "worker 1")
    owners.bury("worker 0")
    assert owners.take_up("messages", "worker 1") and not owners.take_up("messages", "worker 0")


def test_tries_are_counted_together_however_many_come_at_once(store: Store) -> None:
    tallies = [Tallies(store.engine), Tallies(store.engine)]
    with ThreadPoolExecutor(8) as threads:
        counted = list(threads.map(lambda k: tallies[k % 2].count({"ada": 10, "here": 60}, 900), range(40)))
    assert counted.count(True) == 10
    tallies[0].forgive(["ada", "here"])
    assert tallies[1].count({"ada": 10}, 900) and not tallies[0].count({"ada": 10}, 900)


def test_who_beats_too_late_drops_what_others_have_taken_and_keeps_the_rest(store: Store) -> None:
    ids, rows = [kept(store, letter * 10) for letter in "de"], OwnerStore(store.engine)
    late, other = Among(peer(0), rows), Among(peer(1), rows)
    lost: list[str] = []
    late.lose = lost.extend

    async def come_to_pass() -> None:
        await late.join()
        await other.join()
        for id in ids:
            await late.hold(id)
        with pytest.raises(Elsewhere):
            await other.hold(ids[0])
        rows.bury(late.me.id)
        await other.hold(ids[0])
        late._sure = float("-inf")
        assert not late.holds(ids[1])
        await late.hold(ids[1])
        with pytest.raises(Elsewhere):
            await late.hold(ids[0])

    asyncio.run(come_to_pass())
    assert lost == [ids[0]]


def test_who_could_not_say_that_he_lives_or_was_late_knows_that_he_was_away(store: Store) -> None:
    away, rows = list[str](), OwnerStore(store.engine)
    late = Among(peer(0), rows)
    late.been_away = lambda: away.append("away")

    async def come_to_pass() -> None:
        await late.join()
        away.clear()
        await late.beat()
        assert not away
        late._sure = float("-inf")
        await late.beat()
        assert away == ["away"]
        with store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE workers RENAME TO hidden"))
        with pytest.raises(SQLAlchemyError):
            await late.beat()
        assert away == ["away", "away"]

    try:
        asyncio.run(come_to_pass())
    finally:
        with store.engine.begin() as connection:
            connection.execute(text("ALTER TABLE hidden RENAME TO workers"))


def test_who_is_left_alone_knows_it_before_he_takes_anything_over(store: Store) -> None:
    ids, rows = [kept(store, letter * 10) for letter in "fg"], OwnerStore(store.engine)
    one, other = Among(peer(0), rows), Among(peer(1), rows)
    left = list[str]()
    other.bereft = lambda: left.append("alone")

    async def come_to_pass() -> None:
        await one.join()
        for id in ids:
            await one.hold(id)
        await other.join()
        assert not left
        rows.bury(one.me.id)
        await other.hold(ids[0])
        assert left, "though nobody has told it yet"
        await other.beat()
        left.clear()
        await other.hold(ids[1])
        assert not left, "it has been known for a while"
        await one.join()
        await other.beat()
        await other.bury(one.me.id)
        assert left

    asyncio.run(come_to_pass())


# who asks


def heard_through(headers: dict[str, str]) -> tuple[Any, list[bytes]]:
    """Whom the routes take for the asker, and which headers they see."""
    seen: list[Any] = []

    async def routes(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append((scope["client"], [name for name, _ in scope["headers"]]))

    async def nothing(*_: Message) -> Any:
        return None

    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "path": "/api/games", "headers": raw, "client": ("203.0.113.9", 5)}
    among, doorman = Among(peer(0), None), Doorman(open_to_all=True)  # type: ignore[arg-type]
    forwarding = Forwarding(routes, among, "the secret", nothing, doorman)  # type: ignore[arg-type]
    asyncio.run(forwarding(scope, nothing, nothing))
    found: tuple[Any, list[bytes]] = seen[0]
    return found


def test_who_asks_is_believed_of_workers_alone() -> None:
    told = {CLIENT: "198.51.100.1 7", HOPS: "1", "accept": "x"}
    assert heard_through({**told, SECRET: "the secret"}) == (("198.51.100.1", 7), [b"accept"])
    for wrong in ({}, {SECRET: ""}, {SECRET: "another"}):
        assert heard_through({**told, **wrong}) == (("203.0.113.9", 5), [b"accept"])


def test_a_database_in_a_file_is_for_one_process() -> None:
    said = CliRunner().invoke(cli.app, ["serve", "--workers", "2", "--database", "sqlite:////tmp/never.sqlite"])
    assert said.exit_code == 2 and "PostgreSQL" in said.output


def test_any_address_of_postgresql_is_spoken_to_by_psycopg() -> None:
    engine = open_database(postgres("rows").replace("postgresql://", "postgres://"))
    assert engine.driver == "psycopg"
    engine.dispose()


@pytest.mark.parametrize("name", ["copied", "copied twice"])
def test_any_address_of_postgresql_is_backed_up_and_restored(tmp_path: Path, name: str) -> None:
    url = postgres(name).replace("postgresql://", "postgres://")
    assert back_up(url, tmp_path / "copy") == restore(url, tmp_path / "copy") == 0
