"""Told when it is your turn: by mail, by hook, by push; in one's language, when away, gathered, put off by a click."""

from __future__ import annotations

import json
import logging
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server import posting
from countermarch.server.calls import Settings
from countermarch.server.posting import Mailer, WrongAddress, check_url
from tests.server.post_office import Box, hook_server, mail_server, told, until
from tests.server.sitting import Sitting, refused, stranger, visit
from tests.server.test_joining import claim, invite

BASE = "https://wargames.example.org"


class Office:
    """A server that tells people, and who takes what it sends."""

    def __init__(self, client: TestClient, letters: Box, hooks: Box, hook: str) -> None:
        self.client, self.letters, self.hooks, self.hook = client, letters, hooks, hook
        self.friend = stranger(client)

    def table(self, **asked: Any) -> tuple[Sitting, Sitting]:
        """The maker's and a friend's."""
        id, link = invite(self.client, **asked)
        assert claim(self.friend, link, name="Ada").status_code == 200
        return Sitting(self.client, id), Sitting(self.friend, id)


@pytest.fixture
def office(tmp_path: Path) -> Iterator[Office]:
    with mail_server() as (smtp, letters), hook_server() as (hook, hooks):
        calls = Settings(BASE, Mailer.of(smtp), private=True, pauses=(0.01, 0.02), minute=0.4, seldom=0.0)
        with visit(tmp_path / "m.sqlite", guarded=True, calls=calls) as client:
            yield Office(client, letters, hooks, hook)


def set_up(client: TestClient, kind: str, address: str = "", **asked: Any) -> Any:
    answer = client.post("/api/channels", json={"kind": kind, "address": address, **asked})
    assert answer.status_code == 201, answer.text
    return answer.json()


def hand_over(mine: Sitting, theirs: Sitting) -> str:
    """Whoever is to act ends his phases until the other is asked; who that is."""
    tables = {"soviet": mine, "german": theirs}
    view = mine.view("soviet")
    first = view["decision"]["side"]
    for _ in range(20):
        view = tables[first].view(first)
        if view["decision"]["side"] != first:
            return str(view["decision"]["side"])
        texts = [action["text"] for action in view["legal"]["actions"]]
        chosen = next((text for text in texts if text in ("done", "go-on", "wait")), texts[0])
        body = {"seat": first, "action": chosen, "serial": view["serial"]}
        assert tables[first].post("actions", **body).status_code == 200
    raise AssertionError("the other is never asked")


def test_a_letter_names_everything_in_the_receivers_language_once_the_address_is_confirmed(office: Office) -> None:
    mine, theirs = office.table()
    channel = set_up(theirs.client, "email", "ada@example.org", language="es")
    assert not channel["confirmed"]
    asked = office.letters.wait()[0]
    assert asked.to == "ada@example.org" and "¿Es esta tu dirección?" in asked.headers["Subject"]
    hand_over(mine, theirs)
    token = asked.text.partition("/#/confirm/")[2].split()[0]
    assert stranger(office.client).post(f"/api/confirm/{token}").json()["kind"] == "email"
    side = hand_over(mine, theirs)
    if side != "german":
        hand_over(mine, theirs)
    letter = office.letters.wait(2)[1]  # and none before it was confirmed
    assert "Te toca: " in letter.headers["Subject"]
    assert "Turno " in letter.text and "Se te pide:" in letter.text and "movimiento" in letter.text.lower()
    assert f"{BASE}/#/match/{mine.id}/german" in letter.text
    assert letter.headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_who_names_a_channel_in_the_midst_of_a_match_is_told_from_then_on(office: Office) -> None:
    mine, theirs = office.table()
    hall = office.client.app.state.tables  # type: ignore[attr-defined]
    hand_over(mine, theirs)
    until(lambda: bool(hall.caller._silent))  # nobody looks up again whether he has one
    hand_over(mine, theirs)
    for seat in (mine, theirs):
        set_up(seat.client, "json", f"{office.hook}/json")
    side = hand_over(mine, theirs)
    assert told(office.hooks.wait()[0])["seat"] == side


@pytest.mark.parametrize("kind", ["discord", "slack", "json"])
def test_a_hook_is_told_as_it_wants_to_be(office: Office, kind: str) -> None:
    mine, theirs = office.table()
    for seat in (mine, theirs):
        set_up(seat.client, kind, f"{office.hook}/{kind}")
    side = hand_over(mine, theirs)
    link = f"{BASE}/#/match/{mine.id}/{side}"  # on a slow machine the other one is told first that he was to begin
    until(lambda: any(link in json.dumps(told(came)) for came in office.hooks.taken))
    body = next(told(came) for came in office.hooks.taken if link in json.dumps(told(came)))
    if kind == "json":
        assert body["title"].startswith("Your turn: Bridgehead")
        assert (body["type"], body["match"], body["seat"], body["turn"]) == ("turn", mine.id, side, "1")
        assert body["phase"] and body["asked"] and body["link"] == link
    else:
        text = body["content" if kind == "discord" else "text"]
        assert "Your turn: Bridgehead" in text and link in text
        assert kind == "slack" or body["allowed_mentions"] == {"parse": []}


def test_a_browser_is_pushed_to_and_only_it_can_read_it(office: Office) -> None:
    http_ece = pytest.importorskip("http_ece", reason="pip install 'countermarch[push]'")
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid.utils import b64urlencode

    mine, theirs = office.table()
    key = ec.generate_private_key(ec.SECP256R1())
    public = key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    secret = b"0123456789abcdef"
    keys = {"p256dh": b64urlencode(public), "auth": b64urlencode(secret)}
    assert mine.client.get("/api/channels").json()["push_key"]
    for seat in (mine, theirs):
        set_up(seat.client, "push", subscription={"endpoint": f"{office.hook}/push/1", "keys": keys})
    side = hand_over(mine, theirs)
    came = office.hooks.wait()[0]
    assert came["headers"]["Authorization"].startswith("vapid t=") and came["headers"]["TTL"]
    said = json.loads(http_ece.decrypt(came["body"], private_key=key, auth_secret=secret, version="aes128gcm"))
    assert said["title"].startswith("Your turn: Bridgehead") and said["url"].endswith(f"{mine.id}/{side}")
    office.hooks.refusing[:] = [410]
    owner = {"soviet": mine, "german": theirs}[side]
    id = owner.client.get("/api/channels").json()["channels"][0]["id"]
    owner.client.post(f"/api/channels/{id}/test")
    other = hand_over(mine, theirs)
    office.hooks.refusing[:] = [410]
    hand_over(mine, theirs)
    until(lambda: not all(seat.client.get("/api/channels").json()["channels"] for seat in (mine, theirs)))
    assert other != side  # a browser that has gone is forgotten


def fresh_browser() -> str:
    """The public key of one."""
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    key = ec.generate_private_key(ec.SECP256R1()).public_key()
    return urlsafe_b64encode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)).decode().rstrip("=")


@pytest.mark.parametrize("base", ["http://127.0.0.1:8123/", "http://localhost:8123", BASE, f"{BASE}:8443/"])
@pytest.mark.parametrize("mail", [True, False])
def test_whoever_pushes_says_how_he_is_reached(base: str, mail: bool, tmp_path: Path) -> None:
    """A push service takes an address of mail, or of the open web; a server at home has neither."""
    pytest.importorskip("pywebpush", reason="pip install 'countermarch[push]'")
    with mail_server() as (smtp, _), hook_server() as (hook, hooks):
        calls = Settings(base, Mailer.of(smtp) if mail else None, private=True)
        with visit(tmp_path / "m.sqlite", calls=calls) as client:
            client.put("/api/me", json={"name": "Ada"})
            keys = {"p256dh": fresh_browser(), "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
            channel = set_up(client, "push", subscription={"endpoint": f"{hook}/push/1", "keys": keys})
            assert client.post(f"/api/channels/{channel['id']}/test").json() == {"sent": True}
        signed = hooks.wait()[0]["headers"]["Authorization"].partition("t=")[2].split(".")[1]
    contact = json.loads(urlsafe_b64decode(signed + "=="))["sub"]
    assert contact == ("mailto:table@example.org" if mail else BASE if BASE in base else "mailto:nobody@localhost")


def test_a_push_service_with_an_address_that_cannot_be_signed_for_is_no_fault_of_ours(office: Office) -> None:
    pytest.importorskip("pywebpush", reason="pip install 'countermarch[push]'")
    office.table()
    keys = {"p256dh": fresh_browser(), "auth": "MDEyMzQ1Njc4OWFiY2RlZg"}
    channel = set_up(office.friend, "push", subscription={"endpoint": "http://[::1]:9/push", "keys": keys})
    assert office.friend.post(f"/api/channels/{channel['id']}/test").json() == {"sent": False}


def test_who_sits_at_the_table_is_not_called_unless_he_wants_to_be_always(office: Office) -> None:
    mine, theirs = office.table()
    away = set_up(theirs.client, "json", f"{office.hook}/away")
    set_up(theirs.client, "json", f"{office.hook}/always", when="always")
    if mine.view("soviet")["decision"]["side"] == "german":
        hand_over(mine, theirs)
    with theirs.client.websocket_connect(f"/api/matches/{theirs.id}/live?seat=german") as line:
        line.receive_json()
        assert hand_over(mine, theirs) == "german"
        assert [came["path"] for came in office.hooks.wait()] == ["/always"]
    assert away["when"] == "away"


def test_tables_are_gathered_and_who_has_acted_is_not_told(office: Office) -> None:
    tables = [office.table() for _ in range(3)]
    channel = set_up(office.friend, "json", f"{office.hook}/x", digest=20)
    for mine, theirs in tables:
        while hand_over(mine, theirs) != "german":
            pass
    first = told(office.hooks.wait()[0])
    mine, theirs = tables[2]
    hand_over(mine, theirs)  # he has acted there before the second message is due
    second = told(office.hooks.wait(2)[1])
    named = [table["match"] for said in (first, second) for table in said["tables"]]
    assert named == [tables[0][0].id, tables[1][0].id]
    assert len(office.hooks.taken) == 2 and channel["digest"] == 20


def test_one_click_puts_it_off_without_a_cookie_and_looking_does_nothing(office: Office) -> None:
    mine, theirs = office.table()
    set_up(theirs.client, "json", f"{office.hook}/x")
    while hand_over(mine, theirs) != "german":
        pass
    off = told(office.hooks.wait()[0])["off"]
    token = off.partition("/#/off/")[2]
    anyone = stranger(office.client)
    assert anyone.get(f"/api/off/{token}").status_code in (404, 405)
    click = anyone.post(f"/api/off/{token}", content="List-Unsubscribe=One-Click")
    assert click.json() == {"on": False, "kind": "json"}
    assert theirs.client.get("/api/channels").json()["channels"][0]["on"] is False
    hand_over(mine, theirs)
    hand_over(mine, theirs)
    assert len(office.hooks.taken) == 1
    assert anyone.delete(f"/api/off/{token}").json()["on"] is True
    forged = f"{token[:-1]}{'0' if token[-1] != '0' else '1'}"
    assert refused(anyone.post(f"/api/off/{forged}"), 404)
    assert refused(anyone.post(f"/api/confirm/{token}"), 404)  # a link is good for what it was made


def test_it_is_tried_three_times_and_nothing_secret_is_logged(office: Office, caplog: pytest.LogCaptureFixture) -> None:
    mine, theirs = office.table()
    set_up(theirs.client, "json", f"{office.hook}/s3cret-path")
    office.hooks.refusing[:] = [500, 502]
    with caplog.at_level(logging.DEBUG, logger="countermarch"):
        while hand_over(mine, theirs) != "german":
            pass
        assert len(office.hooks.wait(3)) == 3
    assert "answered with 500" in caplog.text and "s3cret" not in caplog.text
    shown = theirs.client.get("/api/channels").json()["channels"][0]["address"]
    assert shown == "127.0.0.1"  # the address of a hook is its password


def test_play_never_waits_for_a_hook(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(posting, "PATIENCE", 0.2)
    mine, theirs = office.table()
    set_up(theirs.client, "json", "http://127.0.0.1:9/nobody")
    for _ in range(3):
        hand_over(mine, theirs)


@pytest.mark.parametrize("at_zero", ["loses", "claim"])
def test_who_has_lost_on_time_is_told_so_and_who_claims_it_knows(office: Office, at_zero: str) -> None:
    mine, theirs = office.table(pace={"kind": "days", "days": 1, "at_zero": at_zero})
    hall = office.client.app.state.tables  # type: ignore[attr-defined]
    began = hall.memory.now()
    late = mine.view("soviet")["decision"]["side"]
    for seat, side in ((mine, "soviet"), (theirs, "german")):
        set_up(seat.client, "json", f"{office.hook}/{side}")
    hall.memory.now = lambda: began + 86_500
    waits, side = (theirs, "german") if late == "soviet" else (mine, "soviet")
    assert waits.post("claim", seat=side).status_code == (200 if at_zero == "claim" else 409)
    heard = {"german", "soviet"} if at_zero == "loses" else {late}
    until(lambda: heard <= told_of_the_end(office))
    time.sleep(0.5)
    assert told_of_the_end(office) == heard


def told_of_the_end(office: Office) -> set[str]:
    return {told(came)["seat"] for came in office.hooks.taken if told(came)["title"].endswith("the match is over")}


def test_who_is_away_is_told_that_the_other_has_resigned(office: Office) -> None:
    mine, theirs = office.table()
    set_up(theirs.client, "json", f"{office.hook}/x")
    assert mine.post("resign", seat="soviet").status_code == 200
    letter = told(office.hooks.wait()[-1])
    assert letter["title"].endswith("the match is over")
    assert letter["body"].endswith("You played: Germans. The Soviets have resigned")


def test_the_test_button_tells_whether_it_arrived(office: Office) -> None:
    office.table()
    id = set_up(office.friend, "json", f"{office.hook}/x")["id"]
    assert office.friend.post(f"/api/channels/{id}/test").json() == {"sent": True}
    assert told(office.hooks.taken[0])["title"] == "This is where you will be told"
    office.hooks.refusing[:] = [500]
    assert office.friend.post(f"/api/channels/{id}/test").json() == {"sent": False}
    changed = {"language": "es", "when": "always", "digest": 30}
    assert office.friend.put(f"/api/channels/{id}", json=changed).json()["digest"] == 30
    for other in (office.client, stranger(office.client)):
        assert refused(other.post(f"/api/channels/{id}/test"), 404)
        assert refused(other.put(f"/api/channels/{id}", json=changed), 404)
        assert refused(other.delete(f"/api/channels/{id}"), 404)
    assert office.friend.delete(f"/api/channels/{id}").status_code == 204
    assert office.friend.get("/api/channels").json()["channels"] == []


@pytest.mark.parametrize(
    "url",
    [
        "https://localhost/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://169.254.169.254/latest",
        "https://192.168.1.1/x",
        "https://0.0.0.0/x",
        "https://[64:ff9b::7f00:1]/x",
        "https://[64:ff9b:1::7f00:1]/x",
        "https://[::10.0.0.1]/x",
        "https://[::ffff:0:10.0.0.1]/x",
        "https://[fec0::1]/x",
        "https://[5f00::1]/x",
        "https://192.88.99.1/x",
        "https://192.0.0.8/x",
        "http://93.184.216.34/x",
        "https://93.184.216.34:22/x",
        "https://user:word@93.184.216.34/x",
        "file:///etc/passwd",
        "nothing",
    ],
)
def test_the_server_cannot_be_made_to_call_itself_or_its_neighbours(url: str, tmp_path: Path) -> None:
    with pytest.raises(WrongAddress):
        check_url(url, private=False)
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        assert refused(client.post("/api/channels", json={"kind": "json", "address": url}), 422)
        assert client.get("/api/channels").json()["channels"] == []


def test_an_address_of_the_open_internet_is_called() -> None:
    check_url("https://93.184.216.34/hook?x=1", private=False)


def test_without_a_mail_server_nobody_is_promised_letters(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        assert "email" not in client.get("/api/channels").json()["kinds"]
        assert refused(client.post("/api/channels", json={"kind": "email", "address": "a@example.org"}), 422)


def test_letters_to_strangers_are_seldom_and_addresses_are_addresses(tmp_path: Path) -> None:
    with mail_server() as (smtp, letters):
        calls = Settings(BASE, Mailer.of(smtp))
        with visit(tmp_path / "m.sqlite", guarded=True, calls=calls) as client:
            set_up(client, "email", "ada@example.org")
            again = stranger(client).post("/api/channels", json={"kind": "email", "address": "Ada@example.org"})
            assert refused(again, 429)
            for wrong in ("ada", "a@b\r\nBcc: c@d.example", "a b@example.org", "<a@example.org>"):
                assert refused(client.post("/api/channels", json={"kind": "email", "address": wrong}), 422)
            assert len(letters.taken) == 1


@pytest.mark.parametrize(
    "url", ["mail.example.org", "http://mail.example.org?from=a@b.example", "smtp://mail.example.org"]
)
def test_a_mail_server_is_named_whole(url: str) -> None:
    with pytest.raises(ValueError, match="--smtp takes"):
        Mailer.of(url)


def test_a_mail_server_may_want_a_user() -> None:
    mailer = Mailer.of("smtps://table%40example.org:a%2Fb@mail.example.org")
    assert (mailer.port, mailer.encrypted, mailer.user) == (465, True, "table@example.org")
    assert (mailer.password, mailer.sender) == ("a/b", "table@example.org")


def test_what_was_gathered_is_told_after_a_restart(tmp_path: Path) -> None:
    with mail_server() as (smtp, letters), hook_server() as (hook, hooks):
        calls = Settings(BASE, Mailer.of(smtp), private=True, pauses=(0.01, 0.02), minute=0.4, seldom=0.0)
        with visit(tmp_path / "m.sqlite", guarded=True, calls=calls) as client:
            office = Office(client, letters, hooks, hook)
            set_up(office.friend, "json", f"{hook}/x", digest=20, when="always")
            for _ in range(2):
                mine, theirs = office.table()
                if mine.view("soviet")["decision"]["side"] != "german":
                    hand_over(mine, theirs)
            until(lambda: len(client.app.state.tables.mail.calls()) == 1)  # type: ignore[attr-defined]
            assert len(hooks.taken) == 1  # the first at once, the second is gathered
        with visit(tmp_path / "m.sqlite", guarded=True, calls=calls) as again:
            until(lambda: len(hooks.taken) == 2)
            until(lambda: not again.app.state.tables.mail.calls())  # type: ignore[attr-defined]
        with visit(tmp_path / "m.sqlite", guarded=True, calls=calls):
            pass
        assert len(hooks.taken) == 2  # and once only


def test_what_is_gathered_goes_with_its_channel_or_its_match(office: Office) -> None:
    mail = office.client.app.state.tables.mail  # type: ignore[attr-defined]
    channel = set_up(office.friend, "json", f"{office.hook}/x", digest=1000, when="always")
    tables = [office.table() for _ in range(3)]
    for mine, theirs in tables:
        if mine.view("soviet")["decision"]["side"] != "german":
            hand_over(mine, theirs)
    until(lambda: len(mail.calls()) == 2)
    office.client.app.state.tables.store.remove(mail.calls()[0][1]["match"])  # type: ignore[attr-defined]
    assert len(mail.calls()) == 1
    assert office.friend.delete(f"/api/channels/{channel['id']}").status_code == 204
    assert mail.calls() == []
