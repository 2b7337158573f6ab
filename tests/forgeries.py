"""Forged actions: python -m tests.forgeries --number 20000.

Two people play by link on a server of this machine, in a process of its own, once open to the world and once at home.
Others, and each of the two for the other, try to act there: with no cookie, another's, a tampered or a dead one, with
old serials, with bodies that are none, by links that are used up, over HTTP and over live lines. None may be taken:
every one is refused in words, nothing of the tables changes on disk, the server logs no fault, and who is to act still
plays the very action that was forged, once.
"""

from __future__ import annotations

import argparse
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import httpx2 as httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from countermarch.server.people import COOKIE
from countermarch.server.run import free_port

HOST = "127.0.0.1"
STARTING = 180.0
MAKER, FRIEND = "soviet", "german"
THREE = (FRIEND, "soviet.2BF", "soviet.3BF")
BEFORE = 9  # actions played at a table before anybody forges one
LINES = 25  # one forgery in so many goes over a live line
HEARING = 0.02  # seconds in which a line that was spoken into might answer
AT_ONCE = 12  # times the right action is sent in the end, all at once
FAULTS = ("Traceback", "ERROR", "Exception")
# what is kept of tables; when somebody was seen last is not of the game
TABLES = ("matches", "actions", "seats", "messages", "notes", "orders", "analyses")
BESIDE = ("clock",)


class Taken(AssertionError):
    """A forgery went through, or something gave way."""


@dataclass
class Tally:
    number: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    answers: Counter[str] = field(default_factory=Counter)

    def line(self) -> str:
        answers = ", ".join(f"{count} {what}" for what, count in sorted(self.answers.items()))
        return f"{self.number} forged, {len(self.kinds)} kinds, 0 taken: {answers}"


# servers


@contextmanager
def serving(folder: Path, guarded: bool) -> Iterator[Server]:
    port = free_port()
    words = ["serve", "--port", str(port), "--database", f"sqlite:///{folder}/m.sqlite"]
    words += ["--public", f"http://{HOST}:{port}"] if guarded else []
    with (folder / "log").open("w") as log:
        process = subprocess.Popen([sys.executable, "-m", "countermarch.cli", *words], stderr=log, stdout=log)
    try:
        yield Server(port, folder).ready()
    finally:
        process.terminate()
        process.wait(60)


class Server:
    def __init__(self, port: int, folder: Path) -> None:
        self.port, self.folder = port, folder
        self.http = httpx.Client(base_url=f"http://{HOST}:{port}/api", timeout=60)

    def ready(self) -> Server:
        end = time.monotonic() + STARTING
        while time.monotonic() < end:
            try:
                self.http.get("/games")
                return self
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"the server did not start: {self.log}")

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text()

    def kept(self) -> dict[str, list[Any]]:
        """All that is on disk of the tables."""
        with closing(sqlite3.connect(f"file:{self.folder}/m.sqlite?mode=ro", uri=True)) as base:
            base.row_factory = sqlite3.Row
            return {table: [_row(row) for row in base.execute(f"SELECT * FROM {table}")] for table in TABLES}


def _row(row: sqlite3.Row) -> dict[str, Any]:
    return {key: row[key] for key in row.keys() if key not in BESIDE}  # noqa: SIM118 (a row gives its values)


# people


class Person:
    """Somebody with a cookie, or without."""

    def __init__(self, server: Server, cookie: str | None = None) -> None:
        self.server, self.cookie = server, cookie

    def ask(self, method: str, path: str, **asked: Any) -> httpx.Response:
        headers = dict(asked.pop("headers", {}))
        if self.cookie is not None:
            headers["Cookie"] = f"{COOKIE}={self.cookie}"
        answer = self.server.http.request(method, path, headers=headers, **asked)
        self.server.http.cookies.clear()
        return answer

    def must(self, method: str, path: str, **asked: Any) -> Any:
        answer = self.ask(method, path, **asked)
        assert answer.status_code in (200, 201, 204), f"{path}: {answer.text}"
        given = answer.cookies.get(COOKIE)
        self.cookie = given or self.cookie
        return answer.json() if answer.content else None


class Table:
    """A match by link of two people, with some actions played; `taken` are the bodies that were."""

    def __init__(self, server: Server, maker: Person | None = None, friend: Person | None = None) -> None:
        self.maker, self.friend = maker or Person(server), friend or Person(server)
        seats = {MAKER: "me", FRIEND: "link"}
        made = self.maker.must("POST", "/matches", json={"game": "bridgehead", "seats": seats})
        self.id, self.dead = made["id"], [made["links"][FRIEND]]
        self.taken: list[tuple[Person, dict[str, Any]]] = []

    @property
    def by(self) -> dict[str, Person]:
        return {MAKER: self.maker, FRIEND: self.friend}

    def renew(self) -> None:
        self.dead.append(self.maker.must("POST", f"/matches/{self.id}/links", json={"seat": FRIEND})["link"])

    def sit(self) -> None:
        self.friend.must("POST", self.dead[-1], json={"name": "Ada"})

    def view(self, seat: str) -> Any:
        return self.by[seat].must("GET", f"/matches/{self.id}/view", params={"seat": seat})

    def right(self) -> tuple[Person, dict[str, Any]]:
        """Who is to act, and what he may send."""
        side = self.view(MAKER)["decision"]["side"]
        view = self.view(side)
        return self.by[side], {"seat": side, "serial": view["serial"], "action": view["legal"]["actions"][0]["text"]}

    def play(self, number: int) -> None:
        for _ in range(number):
            person, body = self.right()
            person.must("POST", f"/matches/{self.id}/actions", json=body)
            self.taken.append((person, body))


class Three:
    """A match for three, as it begins: each Soviet front is somebody's."""

    def __init__(self, server: Server) -> None:
        self.by = {seat: Person(server) for seat in THREE}
        maker = self.by[FRIEND]
        seats = {seat: "me" if seat == FRIEND else "link" for seat in THREE}
        made = maker.must("POST", "/matches", json={"game": "koenigsberg", "seats": seats})
        self.id = made["id"]
        for seat, link in made["links"].items():
            self.by[seat].must("POST", link, json={"name": seat})
        told = maker.must("GET", f"/matches/{self.id}/view", params={"seat": FRIEND})["decision"]
        asked = [seat for seat in THREE if seat.partition(".")[0] == told["side"]]
        views = [self.by[seat].must("GET", f"/matches/{self.id}/view", params={"seat": seat}) for seat in asked]
        legal = next(view["legal"] for view in views if view["legal"])
        self.body = {"serial": views[0]["serial"], "action": legal["actions"][0]["text"]}


class Hall:
    """The tables of a server: one where they play, one that waits for the second, one that is over, another's."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.table, self.waiting, self.over, self.other = (Table(server) for _ in range(4))
        for table in (self.table, self.over, self.other):
            table.renew()
            table.sit()
            table.play(BEFORE)
        self.waiting.renew()
        self.three = Three(server)
        self._leave_sessions()
        for side, person in self.table.by.items():  # others may look on
            person.must("PUT", f"/matches/{self.table.id}/watch", json={"seat": side, "allowed": True})
        self.over.maker.must("POST", f"/matches/{self.over.id}/resign", json={"seat": MAKER})
        self.looking_on = Person(server)
        self.looking_on.must("PUT", "/me", json={"name": "Eve"})
        self.looking_on.must("GET", f"/watch/{self.table.id}")
        self.acting, self.body = self.table.right()
        self.seat = str(self.body["seat"])
        self.idle = next(one for side, one in self.table.by.items() if side != self.seat)
        self.idle_seat = next(side for side in self.table.by if side != self.seat)

    def _leave_sessions(self) -> None:
        """Each has had cookies that are none any more: from before there was an account, and from another browser."""
        self.ended: list[str] = []
        for number, person in enumerate(self.table.by.values()):
            login = {"email": f"p{number}@example.org", "password": "correct horse battery"}
            self.ended.append(str(person.cookie))
            person.must("POST", "/account", json={**login, "name": f"P{number}"})
            away = Person(self.server)
            away.must("POST", "/account/login", json=login)
            self.ended.append(str(away.cookie))
            away.must("POST", "/account/logout")


# forgeries


def tampered(cookie: str, rng: Random) -> str:
    at = rng.randrange(len(cookie))
    other = rng.choice([letter for letter in "abcXYZ019-_" if letter != cookie[at]])
    return rng.choice(
        (
            cookie[:at] + other + cookie[at + 1 :],
            cookie[:at],
            cookie + other,
            cookie.swapcase(),
            cookie[::-1],
            sha256(cookie.encode()).hexdigest(),  # as it is kept
            f"{cookie}{cookie}",
            f"{cookie}%00",
            f'"{cookie} "',
            f"{other * 3000}",
            "",
            "None",
            "' OR 1=1 --",
        )
    )


def not_the_holder(hall: Hall, rng: Random) -> tuple[str, Person]:
    """Somebody who may not act for the side that is to act, and why not."""
    whole, cookie = hall.server, str(hall.acting.cookie)
    token = rng.choice(hall.table.dead + hall.other.dead).rpartition("/")[2]
    name, found = rng.choice(
        (
            ("no cookie", None),
            ("the other side's cookie", hall.idle.cookie),
            ("another table's cookie", rng.choice((hall.other.maker, hall.other.friend)).cookie),
            ("a spectator's cookie", hall.looking_on.cookie),
            ("a dead session", rng.choice(hall.ended)),
            ("a link as a cookie", token),
            ("a tampered cookie", tampered(cookie, rng)),
            ("a tampered cookie", tampered(rng.choice(hall.ended), rng)),
        )
    )
    return name, Person(whole, found)


Forgery = tuple[str, str, str, dict[str, Any], Person]  # what it is, method, path, what goes along, who sends it


def act_for_another(hall: Hall, rng: Random) -> Forgery:
    """The right action with the right serial, from the wrong person."""
    kind, person = not_the_holder(hall, rng)
    return kind, "POST", f"/matches/{hall.table.id}/actions", {"json": hall.body}, person


def disguised(hall: Hall, rng: Random) -> Forgery:
    """The same, with something beside it that might be believed."""
    kind, person = not_the_holder(hall, rng)
    path, json = f"/matches/{hall.table.id}/actions", dict(hall.body)
    token = rng.choice(hall.table.dead).rpartition("/")[2]
    headers = rng.choice(
        (
            {"Authorization": f"Bearer {token}"},
            {"X-Forwarded-For": HOST, "X-Real-IP": HOST, "Forwarded": "for=127.0.0.1"},
            {"X-Token": token, "X-User": "maker", "Remote-User": "maker"},
            {"Origin": "null"},
            {"Origin": "https://elsewhere.example"},
            {"X-HTTP-Method-Override": "PUT", "Referer": f"http://{HOST}:{hall.server.port}/"},
            {"Host": "elsewhere.example"},
            {"Accept-Language": "es"},
        )
    )
    params = rng.choice(({}, {"token": token}, {"seat": hall.seat}, {"cookie": str(hall.ended[0])}, {COOKIE: token}))
    return f"disguised, {kind}", "POST", path, {"json": json, "headers": headers, "params": params}, person


def by_another_path(hall: Hall, rng: Random) -> Forgery:
    kind, person = not_the_holder(hall, rng)
    id = hall.table.id
    path = rng.choice(
        (
            f"/matches/{id}/actions/",
            f"/matches/{id.upper()}/actions",
            f"/matches/{id}%00/actions",
            f"/matches/{id}%20/actions",
            f"/matches/{hall.other.id}%2F..%2F{id}/actions",
            f"/matches//{id}/actions",
            f"/../api/matches/{id}/actions",
            f"/watch/{id}/actions",
            f"/lobby/{id}",
            f"/matches/{id}/live?seat={hall.seat}",
        )
    )
    method = rng.choice(("POST", "POST", "PUT", "PATCH", "DELETE"))
    return f"another path, {kind}", method, path, {"json": hall.body}, person


def as_another_seat(hall: Hall, rng: Random) -> Forgery:
    """Who waits acts for himself, or under names that are nearly the other's."""
    seat = hall.seat
    named = rng.choice(
        (seat, hall.idle_seat, seat.upper(), f" {seat}", f"{seat}\u0000", "", "me", "*", "link", seat[:-1], f"{seat}/x")
    )
    body = {**hall.body, "seat": named, "whole": rng.random() < 0.5}
    return "another seat's name", "POST", f"/matches/{hall.table.id}/actions", {"json": body}, hall.idle


def for_a_partner(hall: Hall, rng: Random) -> Forgery:
    """One of three acts for another, or for a whole side that is two people's."""
    table, seat = hall.three, rng.choice(THREE)
    named = rng.choice([one for one in (*THREE, MAKER, "soviet.", "soviet.2SA", "german.2BF") if one != seat])
    asked = {"json": {**table.body, "seat": named}}
    return "a partner's name", "POST", f"/matches/{table.id}/actions", asked, table.by[seat]


def replayed(hall: Hall, rng: Random) -> Forgery:
    """What was taken once, by the very same person, once more."""
    person, body = rng.choice(hall.table.taken)
    return "a replayed action", "POST", f"/matches/{hall.table.id}/actions", {"json": body}, person


def with_an_old_serial(hall: Hall, rng: Random) -> Forgery:
    """The right person and action, decided upon another moment."""
    serial = rng.choice([*range(BEFORE), BEFORE + 1, BEFORE + 10, -1, 2**31, 2**63, 2**70, None])
    body = {**hall.body, "serial": serial}
    if rng.random() < 0.1:
        del body["serial"]
    return "another serial", "POST", f"/matches/{hall.table.id}/actions", {"json": body}, hall.acting


def malformed(hall: Hall, rng: Random) -> Forgery:
    """From the right person, but nothing that can be read, or no action that is legal."""
    whole = json.dumps(hall.body)
    odd: Any = rng.choice((None, 0, 1.5, [], {}, True, "\u0000", "x" * 2001, ["done"], {"text": "done"}, "9" * 400))
    content = rng.choice(
        (
            whole[: rng.randrange(len(whole))],
            json.dumps([hall.body]),
            json.dumps({**hall.body, "action": odd}),
            json.dumps({**hall.body, "seat": odd}),
            json.dumps({**hall.body, "serial": rng.choice(("x", [], {}, 1.5, "NaN"))}),
            json.dumps({**hall.body, "extra": odd}),
            json.dumps({**hall.body, "action": f"{hall.body['action']} {hall.body['action']} x"}),
            json.dumps({**hall.body, "action": rng.choice(("!dice 6", "!lot 3", "undo", "resign", "!key 00", "\n"))}),
            json.dumps({**hall.body, "action": "\ud800"}),
            whole.replace("{", "{" * 300, 1),
            "[" * 20_000,
            whole.encode("utf-16").decode("latin-1"),
            "seat=soviet&action=done&serial=9",
            "",
            "null",
        )
    )
    sent = {"content": content.encode(errors="replace"), "headers": {"Content-Type": "application/json"}}
    return "a malformed body", "POST", f"/matches/{hall.table.id}/actions", sent, hall.acting


def elsewhere(hall: Hall, rng: Random) -> Forgery:
    """Where nobody acts yet, or any more: by those who sit there."""
    table = rng.choice((hall.waiting, hall.over))
    side = rng.choice((MAKER, FRIEND))
    serial = rng.choice((0, BEFORE, BEFORE + 1))
    body = {**hall.body, "seat": side, "serial": serial}
    kind = "before all sit" if table is hall.waiting else "after the end"
    return kind, "POST", f"/matches/{table.id}/actions", {"json": body}, table.by[side]


def by_a_link(hall: Hall, rng: Random) -> Forgery:
    """Links that were renewed or taken give nobody a seat; who tries many is stopped."""
    link = rng.choice([*hall.table.dead, *hall.other.dead, hall.waiting.dead[0], "/join/x", "/join/" + "a" * 32])
    person = rng.choice((hall.looking_on, Person(hall.server), Person(hall.server, hall.ended[0])))
    return "a used or renewed link", "POST", link, {"json": {"name": "Eve", "accepts": True}}, person


OTHERWISE: dict[str, dict[str, Any]] = {  # what else can be done at a table, with a body that is right
    "POST actions": {"action": "done", "serial": BEFORE},
    "POST undo": {"times": 3, "serial": BEFORE},
    "POST bots": {"run": True},
    "POST branch": {"index": 0},
    "POST links": {},
    "POST listed": {"listed": True},
    "PUT watch": {"allowed": False},
    "POST rematch": {},
    "POST why": {"index": 0},
    "POST hint": {},
    "DELETE hint": {},
    "POST analysis": {},
    "DELETE analysis": {},
    "POST talk": {"text": "I resign"},
    "PUT notes": {"text": "mine"},
    "POST resign": {},
    "POST offers": {"kind": "draw"},
    "POST offers/answer": {"kind": "draw", "accept": True},
    "POST resume": {},
    "POST claim": {},
    "PUT orders": {"orders": {}},
    "POST share": {"share": "0" * 64},
    "POST come": {},
    "POST go-on": {"agree": True},
    "POST sandbox": {},
    "DELETE ": {},
}
SEATLESS = ("POST bots", "POST branch", "POST listed", "POST rematch", "POST why")
OF_THE_TABLE = (*SEATLESS, "POST links", "DELETE hint", "POST analysis", "DELETE analysis", "DELETE ")


def do_otherwise(hall: Hall, rng: Random) -> Forgery:
    """Not an action, but something else for another: take back, resign, agree, speak, throw the match away."""
    kind, person = not_the_holder(hall, rng)
    what = rng.choice(list(OTHERWISE))
    method, _, path = what.partition(" ")
    seat = {} if what in SEATLESS else {"seat": rng.choice((hall.seat, hall.idle_seat))}
    if person.cookie == hall.idle.cookie:  # who sits at the table may do some of it, for himself
        if what in OF_THE_TABLE:
            kind, person = "a spectator's cookie", hall.looking_on
        else:
            seat = {"seat": hall.seat}
    asked: dict[str, Any] = {"params": seat} if method == "DELETE" else {"json": {**OTHERWISE[what], **seat}}
    return f"{what}, {kind}", method, f"/matches/{hall.table.id}/{path}".rstrip("/"), asked, person


KINDS: tuple[tuple[int, Callable[[Hall, Random], Forgery]], ...] = (
    (25, act_for_another),
    (12, disguised),
    (8, by_another_path),
    (8, as_another_seat),
    (6, for_a_partner),
    (10, replayed),
    (8, with_an_old_serial),
    (10, malformed),
    (6, elsewhere),
    (2, by_a_link),
    (11, do_otherwise),
)


def forge(hall: Hall, rng: Random, tally: Tally) -> None:
    make = rng.choices([make for _, make in KINDS], [often for often, _ in KINDS])[0]
    kind, method, path, asked, person = make(hall, rng)
    answer = person.ask(method, path, **asked)
    told = f"{kind}: {method} {path} {asked}: {answer.status_code} {answer.text[:300]}"
    if not 400 <= answer.status_code < 500 and not _leads_elsewhere(answer):
        raise Taken(told)
    if person is not hall.acting and person is not hall.idle and person not in hall.over.by.values():
        _expect_only_words(answer, told)
    tally.kinds[kind] += 1
    tally.answers[str(answer.status_code)] += 1


def _leads_elsewhere(answer: httpx.Response) -> bool:
    """To the same without a slash at its end, where it is refused."""
    return answer.status_code == 307 and not answer.content


def _expect_only_words(answer: httpx.Response, told: str) -> None:
    """A refusal shows nothing of the table."""
    if answer.content and list(answer.json()) != ["error"]:
        raise Taken(told)


def forge_by_line(hall: Hall, rng: Random, tally: Tally) -> None:
    """A line for a seat that is not one's own tells nothing; nobody acts by speaking into his own."""
    own = rng.random() < 0.3
    kind, person = ("spoken into a line", rng.choice((hall.acting, hall.idle))) if own else not_the_holder(hall, rng)
    seat = hall.idle_seat if own and person is hall.idle else hall.seat
    where = f"ws://{HOST}:{hall.server.port}/api/matches/{hall.table.id}/live?seat={seat}"
    headers = {} if person.cookie is None else {"Cookie": f"{COOKIE}={person.cookie}"}
    action = json.dumps({"type": "action", **hall.body})
    heard: list[str] = []
    try:
        with connect(where, additional_headers=headers, open_timeout=30) as line:
            for said in (action, action.encode(), "x" * rng.randrange(100)):
                line.send(said)
            while True:
                heard.append(str(line.recv(HEARING if own or heard else 30)))
    except (TimeoutError, ConnectionClosed, InvalidStatus):
        pass
    if heard and not own:
        raise Taken(f"{kind} heard {heard[0][:200]}")
    if any(json.loads(one).get("serial", BEFORE) != BEFORE for one in heard):
        raise Taken(f"{kind} was answered {heard}")
    tally.kinds[f"line, {kind}"] += 1
    tally.answers["lines"] += 1


def attack(server: Server, number: int, seed: int, tally: Tally) -> None:
    """So many forgeries at one server; then it is as it was, and the right action is played once."""
    hall, rng = Hall(server), Random(seed)
    before, shown = server.kept(), _shown(hall)
    for count in range(1, number + 1):
        (forge_by_line if count % LINES == 0 else forge)(hall, rng, tally)
        tally.number += 1
        if count % 1000 == 0:
            expect_same(server, before)
    expect_same(server, before)
    assert _shown(hall) == shown
    assert len([row for row in before["actions"] if row["match_id"] == hall.table.id]) == BEFORE
    play_once(hall)
    faults = [word for word in FAULTS if word in server.log]
    if faults:
        raise Taken(f"the server logged faults: {server.log[-3000:]}")


def _shown(hall: Hall) -> list[Any]:
    views = [hall.table.view(side) for side in (MAKER, FRIEND)]
    return [(view["fingerprint"], view["serial"], view["log"], view["together"]["offer"]) for view in views]


def expect_same(server: Server, before: dict[str, list[Any]]) -> None:
    now = server.kept()
    changed = [table for table in TABLES if now[table] != before[table]]
    if changed:
        raise Taken(f"changed on disk: {changed}")


def play_once(hall: Hall) -> None:
    """What was forged all the time was right but for who sent it; sent many times at once, it is played once."""

    def send(_: int) -> int:
        url = f"http://{HOST}:{hall.server.port}/api/matches/{hall.table.id}/actions"
        cookies = {"Cookie": f"{COOKIE}={hall.acting.cookie}"}
        return httpx.post(url, json=hall.body, headers=cookies, timeout=60).status_code

    with ThreadPoolExecutor(AT_ONCE) as hands:
        answers = Counter(hands.map(send, range(AT_ONCE)))
    if answers != Counter({200: 1, 409: AT_ONCE - 1}):
        raise Taken(f"the right action, {AT_ONCE} times at once: {answers}")


def run(number: int, seed: int, tell: Callable[[str], None] = lambda _: None) -> Tally:
    tally = Tally()
    for guarded in (True, False):
        with tempfile.TemporaryDirectory() as folder, serving(Path(folder), guarded) as server:
            attack(server, number // 2, seed, tally)
        tell(f"{'open to the world' if guarded else 'at home'}: {tally.line()}")
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--number", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.monotonic()
    tally = run(asked.number, asked.seed, lambda line: print(line, flush=True))
    for kind, count in sorted(tally.kinds.items()):
        print(f"{count:6} {kind}")
    print(f"{tally.line()}, in {time.monotonic() - began:.0f} s")


if __name__ == "__main__":
    main()
