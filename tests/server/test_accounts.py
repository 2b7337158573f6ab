"""Accounts: nobody needs one; who has one finds his games on every device, and his data are his own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2.profiles import RFC_9106_LOW_MEMORY
from fastapi.testclient import TestClient
from sqlalchemy import text

from countermarch.server import credentials
from countermarch.server.limits import Limits
from countermarch.server.people import Register, hashed
from tests.server.databases import everything
from tests.server.sitting import Sitting, refused, stranger, visit

PASSWORD = "correct horse"
SLOW = credentials.HASHER  # before the tests have theirs
ADDRESSES = iter(f"ada{k}@example.org" for k in range(1000))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("accounts") / "m.sqlite"


@pytest.fixture(scope="module")
def server(file: Path) -> Iterator[TestClient]:
    with visit(file, guarded=True) as client:
        yield client


@pytest.fixture
def ada(server: TestClient) -> TestClient:
    """Somebody new."""
    forgive(server)
    tables(server).limits = Limits(guarded=True)
    return stranger(server)


def forgive(client: TestClient) -> None:
    """Nothing has been tried yet."""
    with tables(client).store.engine.begin() as connection:
        connection.execute(text("DELETE FROM tries"))


def tables(client: TestClient) -> Any:
    return client.app.state.tables  # type: ignore[attr-defined]


def register(client: TestClient, **asked: Any) -> str:
    email = next(ADDRESSES)
    answer = client.post("/api/account", json={"email": email, "password": PASSWORD, **asked})
    assert answer.status_code == 201, answer.text
    assert answer.json()["email"] == email
    return email


def login(client: TestClient, email: str, password: str = PASSWORD) -> Any:
    return client.post("/api/account/login", json={"email": email, "password": password})


def match_of(client: TestClient, **asked: Any) -> Any:
    seats = {"german": "link", "soviet": "me"}
    answer = client.post("/api/matches", json={"game": "bridgehead", "seats": seats, **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()


def listed(client: TestClient) -> set[str]:
    return {row["id"] for row in client.get("/api/matches").json()}


def test_an_account_adds_ones_games_on_every_device(ada: TestClient) -> None:
    before = match_of(ada)["id"]
    email = register(ada, name="Ada")
    after = match_of(ada)["id"]
    elsewhere = stranger(ada)
    assert listed(elsewhere) == set()
    assert login(elsewhere, email.upper()).json()["name"] == "Ada"
    assert listed(elsewhere) == listed(ada) == {before, after}
    assert Sitting(elsewhere, before).view("soviet")["players"] == {"soviet": "Ada"}


def test_what_was_played_without_an_account_goes_along_at_log_in(ada: TestClient) -> None:
    email = register(ada, name="Ada")
    phone = stranger(ada)
    phone.put("/api/me", json={"name": "A."})
    made = match_of(phone)
    friend = stranger(ada)
    friend.post(f"/api{made['links']['german']}", json={"name": "Grace"})
    login(phone, email)
    for device in (ada, phone):
        assert Sitting(device, made["id"]).view("soviet")["players"] == {"soviet": "Ada", "german": "Grace"}
    assert refused(Sitting(friend, made["id"]).ask("view", seat="soviet"), 403)
    tables(ada).memory.lives.clear()
    assert Sitting(ada, made["id"]).view("soviet")["seats"]["soviet"] == "me"


def test_the_session_is_another_one_after_logging_in(ada: TestClient) -> None:
    match_of(ada)
    first = ada.cookies["countermarch"]
    email = register(ada)
    second = ada.cookies["countermarch"]
    login(ada, email)
    third = ada.cookies["countermarch"]
    assert len({first, second, third}) == 3
    for old in (first, second):
        assert stranger(ada).get("/api/account", cookies={"countermarch": old}).json()["email"] is None


def test_logging_out_ends_this_browser_and_everywhere_all(ada: TestClient) -> None:
    email = register(ada)
    phone, cookie = stranger(ada), ada.cookies["countermarch"]
    login(phone, email)
    assert ada.post("/api/account/logout").status_code == 204 and "countermarch" not in ada.cookies
    assert stranger(ada).get("/api/account", cookies={"countermarch": cookie}).json()["email"] is None
    assert phone.get("/api/account").json()["email"] == email
    login(ada, email)
    made = match_of(phone)
    with ada.websocket_connect(f"/api/matches/{made['id']}/live?seat=soviet") as line:
        line.receive_json()
        assert phone.post("/api/account/logout-everywhere").status_code == 204
        assert line.receive_json()["type"] == "closed"
    assert ada.get("/api/account").json()["email"] is None and listed(ada) == set()
    assert login(ada, email).status_code == 200


def test_who_logs_in_as_somebody_else_listens_no_more_as_who_he_was(ada: TestClient) -> None:
    register(ada)
    made, email = match_of(ada), register(stranger(ada))
    with ada.websocket_connect(f"/api/matches/{made['id']}/live?seat=soviet") as line:
        line.receive_json()
        assert login(ada, email).status_code == 200
        while (told := line.receive_json()["type"]) == "talk":
            pass
        assert told == "closed"
    refused(Sitting(ada, made["id"]).ask("view", seat="soviet"), 403)


def test_one_address_makes_few_accounts(ada: TestClient) -> None:
    for _ in range(10):
        register(stranger(ada))
    body = {"email": next(ADDRESSES), "password": PASSWORD}
    assert "seconds" in refused(stranger(ada).post("/api/account", json=body), 429)["message"]


def test_nobody_leads_two_commands_of_a_side_by_logging_in(ada: TestClient) -> None:
    seats = {"german": "me", "soviet.2BF": "link", "soviet.3BF": "link"}
    made = match_of(stranger(ada), game="koenigsberg", seats=seats)
    email, partner = register(ada), stranger(ada)
    for client, seat in ((ada, "soviet.2BF"), (partner, "soviet.3BF")):
        assert client.post(f"/api{made['links'][seat]}", json={}).status_code == 200
    assert "two commands" in refused(login(partner, email), 409)["message"]
    assert refused(Sitting(ada, made["id"]).ask("view", seat="soviet.3BF"), 403)
    assert Sitting(partner, made["id"]).view("soviet.3BF")["seats"]["soviet.3BF"] == "me"
    assert login(stranger(ada), email).status_code == 200


def test_what_one_is_told_is_not_kept_for_another(ada: TestClient) -> None:
    made = match_of(ada)["id"]
    for path in ("me", "account", "matches", "lobby", f"matches/{made}/view?seat=soviet", "matches/none/view?seat=x"):
        assert ada.get(f"/api/{path}").headers["cache-control"] == "no-store"
    assert ada.get("/api/games/bridgehead/board").headers["cache-control"] == "no-cache"
    assert "cache-control" not in ada.get("/docs").headers


def test_without_an_account_nobody_loses_his_seats_by_logging_out(ada: TestClient) -> None:
    made = match_of(ada)
    assert "lose your seats" in refused(ada.post("/api/account/logout"), 409)["message"]
    assert listed(ada) == {made["id"]}


def test_one_address_has_one_account_and_one_person_too(ada: TestClient) -> None:
    email = register(ada)
    body = {"email": email.upper(), "password": PASSWORD}
    refused(stranger(ada).post("/api/account", json=body), 409)
    refused(ada.post("/api/account", json={**body, "email": "other@example.org"}), 409)


@pytest.mark.parametrize(
    ("email", "password"),
    [
        ("", PASSWORD),
        ("ada", PASSWORD),
        ("a@b", PASSWORD),
        ("a b@c.de", PASSWORD),
        ("a@b.c\n", PASSWORD),
        ("<a@b.cd>", PASSWORD),
        ("Ada<a@b.cd", PASSWORD),
        ("a@b.cd,e@f.gh", PASSWORD),
        ("a@[127.0.0.1]", PASSWORD),
        ("a@b.cd", "short"),
    ],
)
def test_what_is_no_address_or_no_password_is_refused(ada: TestClient, email: str, password: str) -> None:
    refused(ada.post("/api/account", json={"email": email, "password": password}), 422)


def test_a_wrong_password_and_an_unknown_address_sound_the_same_and_are_bounded(ada: TestClient) -> None:
    email = register(ada)
    other = stranger(ada)
    wrong, unknown = refused(login(other, email, "wrong password"), 403), refused(login(other, "no@body.org"), 403)
    assert wrong == unknown
    for _ in range(credentials.TRIES["pair"]):
        last = login(other, email, "wrong password")
    assert "too often" in refused(last, 429)["message"]
    refused(login(other, email), 429)  # nor is the right one looked at any more


def test_passwords_and_codes_are_kept_as_hashes(ada: TestClient, file: Path) -> None:
    register(ada, password="very secret words")
    kept = everything(file)
    assert "very secret words" not in kept and "$argon2id$" in kept


def test_trying_a_password_takes_a_server_a_while() -> None:
    """As RFC 9106 recommends where memory is scarce."""
    least = RFC_9106_LOW_MEMORY
    assert SLOW.type == least.type
    assert SLOW.time_cost >= least.time_cost and SLOW.memory_cost >= least.memory_cost
    assert SLOW.verify(SLOW.hash(PASSWORD), PASSWORD)


def test_the_password_is_changed_and_other_browsers_log_in_again(ada: TestClient) -> None:
    email = register(ada)
    phone = stranger(ada)
    login(phone, email)
    refused(ada.put("/api/account/password", json={"old": "wrong one", "new": "another one"}), 403)
    assert ada.put("/api/account/password", json={"old": PASSWORD, "new": "another one"}).status_code == 204
    assert ada.get("/api/account").json()["email"] == email and phone.get("/api/account").json()["email"] is None
    refused(login(phone, email), 403)
    assert login(phone, email, "another one").status_code == 200


@pytest.mark.parametrize("end", ["password", "logout"])
def test_a_line_opened_with_a_session_that_has_ended_tells_no_more(ada: TestClient, end: str) -> None:
    """Another tab, or whoever changed one's password away from, listens no longer."""
    email = register(ada)
    made, phone = match_of(ada), stranger(ada)
    login(phone, email)
    with phone.websocket_connect(f"/api/matches/{made['id']}/live?seat=soviet") as line:
        line.receive_json()
        if end == "password":
            ada.put("/api/account/password", json={"old": PASSWORD, "new": "another one"})
        else:
            phone.post("/api/account/logout")
        stranger(ada).post(f"/api{made['links']['german']}", json={"name": "Grace"})
        assert line.receive_json() == {"type": "closed"}


@pytest.mark.parametrize("end", ["forget", "drop"])
def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(ada: TestClient, end: str) -> None:
    """Who asks is found in another thread, just before."""
    store, cookie, sessions = tables(ada).store, "cookie", {hashed("cookie"): "ada"}
    register = Register(store)

    class Meanwhile:
        def person_by(self, kept: str) -> str | None:
            found = sessions.pop(kept, None)
            register.forget("ada") if end == "forget" else register.drop(cookie)
            return found

    register._store = Meanwhile()  # type: ignore[assignment]
    assert register.person_by(cookie) == "ada"
    assert register.person_by(cookie) is None


# one's own data


def test_one_is_given_all_that_is_kept_of_oneself_and_nothing_hidden(ada: TestClient) -> None:
    refused(ada.get("/api/account/export"), 404)
    email = register(ada, name="Ada")
    made = match_of(ada)
    friend = stranger(ada)
    friend.post(f"/api{made['links']['german']}", json={"name": "Grace"})
    table = Sitting(ada, made["id"])
    if table.view("soviet")["decision"]["side"] == "soviet":
        table.post("actions", seat="soviet", action=table.get("legal", seat="soviet")["actions"][0]["text"])
    given = ada.get("/api/account/export")
    told = given.json()
    assert (told["name"], told["email"], len(told["devices"])) == ("Ada", email, 1)
    assert [(one["id"], one["side"]) for one in told["matches"]] == [(made["id"], "soviet")]
    live = tables(ada).memory.lives[made["id"]]
    assert live.match.save().split('"key": "')[1][:64] not in given.text and PASSWORD not in given.text
    assert "$argon2" not in given.text


def test_one_has_ones_data_deleted_and_matches_with_others_stay(ada: TestClient) -> None:
    email = register(ada, name="Ada")
    alone = match_of(ada)["id"]
    made = match_of(ada)
    friend = stranger(ada)
    friend.post(f"/api{made['links']['german']}", json={"name": "Grace"})
    refused(ada.post("/api/account/delete", json={}), 403)
    assert ada.post("/api/account/delete", json={"password": PASSWORD}).status_code == 204
    assert "countermarch" not in ada.cookies
    table = Sitting(friend, made["id"])
    assert table.view("german")["players"] == {"german": "Grace", "soviet": "somebody"}
    assert table.view("german", lang="es")["players"]["soviet"] == "alguien"
    assert tables(ada).store.find(alone) is None
    refused(login(ada, email), 403)
    refused(ada.post("/api/account/delete", json={}), 404)


def test_who_has_no_account_may_have_his_data_deleted_too(ada: TestClient) -> None:
    match_of(ada)
    assert ada.post("/api/account/delete", json={}).status_code == 204
    assert listed(ada) == set()


def test_on_a_server_of_this_machine_no_account_is_offered(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        assert client.get("/api/account").json()["offered"] is False
        assert not client.cookies
