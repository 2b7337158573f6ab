"""Letters with links by which an account is confirmed, or a password chosen anew; and what must not come of them."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server import credentials, limits
from countermarch.server.limits import Limits
from countermarch.server.posting import Message
from tests.server.post_office import until
from tests.server.sitting import refused, stranger
from tests.server.test_accounts import PASSWORD, ada, file, forgive, login, register, server, tables

__all__ = ["ada", "file", "server"]  # what a test asks for by its name


class Letters:
    def __init__(self) -> None:
        self.sent: list[tuple[str, str, str]] = []
        self.gate = threading.Event()  # as long as it is closed the mail server does not answer
        self.gate.set()

    def send(self, to: str, message: Message, one_click: str = "") -> None:
        self.gate.wait(20)
        self.sent.append((to, message.title, message.text))

    def wait(self, number: int) -> list[tuple[str, str, str]]:
        until(lambda: len(self.sent) >= number)
        return self.sent

    def code(self, what: str, number: int = 1) -> str:
        self.wait(number)
        found = re.search(rf"/#/account/{what}/(\S+)", self.sent[-1][2])
        assert found, self.sent
        return found[1]


@pytest.fixture
def letters(server: TestClient) -> Iterator[Letters]:
    settings = tables(server).caller.settings
    settings.mailer = letters = Letters()
    yield letters
    settings.mailer = None


def test_with_mail_an_address_is_confirmed_before_one_logs_in_elsewhere(ada: TestClient, letters: Letters) -> None:
    email = register(ada)
    assert letters.wait(1)[0][0] == email and ada.get("/api/account").json()["confirmed"] is False
    assert "confirmed" in refused(login(stranger(ada), email), 403)["message"]
    code = letters.code("confirm")
    refused(ada.post("/api/account/confirm", json={"code": "nothing"}), 404)
    assert stranger(ada).post("/api/account/confirm", json={"code": code}).status_code == 200
    assert login(stranger(ada), email).status_code == 200
    refused(ada.post("/api/account/confirm", json={"code": code}), 404)


def test_a_forgotten_password_is_chosen_anew_by_a_letter(ada: TestClient, letters: Letters) -> None:
    email = register(ada)
    other, before = stranger(ada), len(letters.wait(1))
    assert other.post("/api/account/forgot", json={"email": "no@body.org"}).status_code == 204
    assert other.post("/api/account/forgot?lang=es", json={"email": email}).status_code == 204
    assert "contraseña" in letters.wait(before + 1)[-1][1] and len(letters.sent) == before + 1
    code = letters.code("reset")
    assert other.post("/api/account/reset", json={"code": code, "password": "another one"}).status_code == 204
    refused(other.post("/api/account/reset", json={"code": code, "password": "a third one"}), 404)
    assert ada.get("/api/account").json()["email"] is None
    assert login(ada, email, "another one").status_code == 200


def test_without_mail_addresses_are_believed_and_no_letter_is_promised(ada: TestClient) -> None:
    register(ada)
    assert ada.get("/api/account").json()["confirmed"] is True
    refused(ada.post("/api/account/forgot", json={"email": "ada@example.org"}), 409)


def test_nobody_waits_for_a_mail_server(ada: TestClient, letters: Letters) -> None:
    email, other = register(ada), stranger(ada)
    letters.wait(1)
    letters.gate.clear()
    for _ in range(3):
        assert other.post("/api/account/forgot", json={"email": email}).status_code == 204
    assert len(letters.sent) == 1  # it was answered all the same, as where there is no such account
    letters.gate.set()
    letters.wait(4)


def test_whether_there_is_an_account_is_not_looked_up_while_somebody_waits(
    ada: TestClient, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def found(email: str) -> None:
        asked.append(threading.current_thread().name)

    monkeypatch.setattr(tables(ada).accounts, "by_email", found)
    assert ada.post("/api/account/forgot", json={"email": "x@example.org"}).status_code == 204
    until(lambda: len(asked) == 1)
    assert "letters" in asked[0]


def test_nobodys_letter_box_is_filled_by_strangers(ada: TestClient, letters: Letters) -> None:
    email = register(ada)
    letters.wait(1)
    for _ in range(20):
        forgive(ada)
        assert stranger(ada).post("/api/account/forgot", json={"email": email}).status_code == 204
    most = int(limits.RATES["letters"][0])
    code = letters.code("reset", most)
    assert other_letter_comes(ada, letters) == most + 1  # those that were too many did not come later, either
    found = [one for one in letters.sent if one[0] == email]
    assert len(found) == most
    assert ada.post("/api/account/reset", json={"code": code, "password": "another one"}).status_code in (204, 404)


def other_letter_comes(ada: TestClient, letters: Letters) -> int:
    """How many there are by then."""
    before = len(letters.sent)
    register(stranger(ada))
    return len(letters.wait(before + 1))


def test_what_exceeds_the_limit_does_not_void_the_link_that_was_sent(ada: TestClient, letters: Letters) -> None:
    email = register(ada)
    letters.wait(1)
    for _ in range(int(limits.RATES["letters"][0]) + 5):
        forgive(ada)
        ada.post("/api/account/forgot", json={"email": email})
    code = letters.code("reset", int(limits.RATES["letters"][0]))
    other_letter_comes(ada, letters)
    assert ada.post("/api/account/reset", json={"code": code, "password": "another one"}).status_code == 204


def test_a_wrong_code_costs_no_hash_and_is_not_tried_for_ever(
    ada: TestClient, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes: list[str] = []
    monkeypatch.setattr(credentials.DESK, "do", lambda work: hashes.append("one"))
    monkeypatch.setitem(limits.RATES, "links", (3, 3))
    for route, more in (("reset", {"password": "another one"}), ("confirm", {})):
        tables(ada).limits = Limits(guarded=True)
        for _ in range(3):
            refused(ada.post(f"/api/account/{route}", json={"code": "nothing", **more}), 404)
        refused(ada.post(f"/api/account/{route}", json={"code": "nothing", **more}), 429)
    assert hashes == []


def test_passwords_are_hashed_beside_the_common_threads_and_not_without_end(
    ada: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    email, threads = register(ada), []

    def verify(*_: Any) -> bool:
        threads.append(threading.current_thread().name)
        return True

    monkeypatch.setattr(credentials, "_verify", verify)
    assert login(stranger(ada), email).status_code == 200
    assert all("passwords" in name for name in threads) and threads
    monkeypatch.setattr(credentials, "WAITING", 0)
    assert "try again" in refused(login(stranger(ada), email), 503)["message"]


def test_a_link_dies_when_the_password_is_changed(ada: TestClient, letters: Letters) -> None:
    email = register(ada)
    ada.post("/api/account/confirm", json={"code": letters.code("confirm")})
    stranger(ada).post("/api/account/forgot", json={"email": email})
    code = letters.code("reset", 2)
    assert ada.put("/api/account/password", json={"old": PASSWORD, "new": "another one"}).status_code == 204
    refused(stranger(ada).post("/api/account/reset", json={"code": code, "password": "a third one"}), 404)
    assert login(stranger(ada), email, "another one").status_code == 200


def test_who_changes_his_password_before_he_has_confirmed_is_written_to_again(
    ada: TestClient, letters: Letters
) -> None:
    register(ada)
    first = letters.code("confirm")
    assert ada.put("/api/account/password", json={"old": PASSWORD, "new": "another one"}).status_code == 204
    second = letters.code("confirm", 2)
    refused(ada.post("/api/account/confirm", json={"code": first}), 404)
    assert ada.post("/api/account/confirm", json={"code": second}).json()["confirmed"] is True


def test_a_reset_puts_off_what_somebody_else_may_have_set_up(
    ada: TestClient, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables(ada).caller.settings, "private", True)
    email, owner = register(ada), stranger(ada)
    hook = {"kind": "json", "address": "http://127.0.0.1:9/x"}
    assert ada.post("/api/channels", json=hook).status_code == 201
    assert ada.post("/api/channels", json={"kind": "email", "address": "spy@example.org"}).status_code == 201
    owner.post("/api/account/forgot", json={"email": email})
    code = letters.code("reset", 3)
    assert owner.post("/api/account/reset", json={"code": code, "password": "another one"}).status_code == 204
    assert login(owner, email, "another one").status_code == 200
    channels = owner.get("/api/channels").json()["channels"]
    assert len(channels) == 2 and not any(one["on"] for one in channels)
    assert [one["confirmed"] for one in channels if one["kind"] == "email"] == [False]
