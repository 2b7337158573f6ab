"""A friend by link: who claims a seat first has it, his cookie speaks for it, and nothing is rolled before all sit."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import countermarch as cm
from tests.server.databases import everything
from tests.server.sitting import Sitting, refused, stranger, visit

BY_LINK = {"german": "link", "soviet": "me"}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "m.sqlite"


@pytest.fixture(params=[False, True], ids=["here", "guarded"])
def maker(file: Path, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    """Links work the same whether the server trusts everyone with other tables or not."""
    with visit(file, guarded=request.param) as client:
        yield client


def invite(maker: TestClient, **asked: Any) -> tuple[str, str]:
    """A match whose German seat is taken by a link: its id, and the link."""
    answer = maker.post("/api/matches", json={"game": "bridgehead", "seats": BY_LINK, **asked})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    assert made["seats"] == ["soviet"] and list(made["links"]) == ["german"]
    return made["id"], made["links"]["german"]


def claim(client: TestClient, link: str, **asked: Any) -> Any:
    return client.post(f"/api{link}", json=asked)


def test_a_seat_is_taken_by_its_link_and_the_cookie_speaks_for_it(maker: TestClient) -> None:
    id, link = invite(maker)
    friend = stranger(maker)
    answer = claim(friend, link, name="Ada")
    assert answer.json() == {"id": id, "seat": "german"}
    set_cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in set_cookie and "SameSite=lax" in set_cookie and "Secure" not in set_cookie
    mine, theirs = Sitting(maker, id), Sitting(friend, id)
    assert theirs.view("german")["players"] == {"german": "Ada", "soviet": ""}
    assert refused(theirs.ask("view", seat="soviet"), 403) and refused(mine.ask("view", seat="german"), 403)
    side = mine.view("soviet")["decision"]["side"]
    acting, other = (mine, theirs) if side == "soviet" else (theirs, mine)
    action = acting.get("legal", seat=side)["actions"][0]["text"]
    assert refused(other.post("actions", seat=side, action=action), 403)
    assert acting.post("actions", seat=side, action=action).status_code == 200


def test_opening_a_link_claims_nothing(maker: TestClient) -> None:
    id, link = invite(maker)
    friend = stranger(maker)
    assert friend.get(link, follow_redirects=False).headers["location"] == f"/#{link}"
    told = friend.get(f"/api{link}").json()
    assert (told["id"], told["seat"], told["taken"], told["yours"]) == (id, "german", False, False)
    assert told["title"] == "Bridgehead" and told["edited"] is False and not friend.cookies
    assert Sitting(maker, id).view("soviet")["waiting"] == ["german"]


def test_whoever_comes_first_has_it(maker: TestClient) -> None:
    id, link = invite(maker)
    first, second = stranger(maker), stranger(maker)
    assert claim(first, link).status_code == 200
    assert "good once" in refused(claim(second, link), 410)["message"] and not second.cookies
    assert claim(first, link).json() == {"id": id, "seat": "german"}  # once more does no harm
    assert first.get(f"/api{link}").json()["yours"] is True
    assert second.get(f"/api{link}").json()["taken"] is True


def test_the_maker_does_not_take_the_others_seat(maker: TestClient) -> None:
    _, link = invite(maker)
    assert "you sit at this table" in refused(claim(maker, link), 409)["message"]


def test_nothing_is_rolled_and_nobody_acts_before_all_sit(maker: TestClient) -> None:
    id, link = invite(maker)
    table = Sitting(maker, id)
    before = table.view("soviet")
    assert before["waiting"] == ["german"] and before["legal"] is None and before["invites"]
    assert "german" in refused(table.post("actions", seat="soviet", action="done"), 409)["message"]
    claim(stranger(maker), link)
    after = table.view("soviet")
    assert after["waiting"] == [] and after["commitment"] != before["commitment"]


def test_a_bot_waits_for_the_people(maker: TestClient) -> None:
    made = maker.post("/api/matches", json={"game": "bridgehead", "seats": {"german": "link", "soviet": "bot:random"}})
    id, link = made.json()["id"], made.json()["links"]["german"]
    assert Sitting(maker, id).get("table")["turn"] == 1 and Sitting(maker, id).match.record == ()
    assert claim(stranger(maker), link).status_code == 200


def test_among_people_apart_nobody_chooses_the_dice(maker: TestClient) -> None:
    asked = {"game": "bridgehead", "seats": BY_LINK, "seed": 7}
    assert "draws the dice" in refused(maker.post("/api/matches", json=asked), 403)["message"]


def test_a_match_from_a_save_gets_new_dice_and_is_accepted_by_who_joins(maker: TestClient) -> None:
    match = cm.load("bridgehead").start(seed=4)
    for _ in range(6):
        match.play(match.legal()[0])
    made = maker.post("/api/matches/import", json={"save": match.save(), "seats": BY_LINK}).json()
    link, friend = made["links"]["german"], stranger(maker)
    assert friend.get(f"/api{link}").json()["edited"] is True
    assert "accept" in refused(claim(friend, link), 409)["message"]
    assert claim(friend, link, accepts=True).status_code == 200
    view = Sitting(friend, made["id"]).view("german")
    assert view["view"]["units"] == match.view("german")["units"] and view["commitment"] != match.commitment


def test_a_link_is_renewed_until_somebody_has_come(maker: TestClient) -> None:
    id, old = invite(maker)
    friend, table = stranger(maker), Sitting(maker, id)
    assert refused(Sitting(friend, id).post("links", seat="german"), 403)
    new = table.post("links", seat="german").json()["link"]
    assert refused(claim(friend, old), 404) and claim(friend, new).status_code == 200
    assert refused(table.post("links", seat="german"), 409) and refused(table.post("links", seat="nobody"), 422)


def test_who_has_joined_invites_nobody_and_lists_nothing(maker: TestClient) -> None:
    made = maker.post("/api/matches", json={"game": "bridgehead", "seats": {"german": "link", "soviet": "link"}}).json()
    guest, table = stranger(maker), Sitting(maker, made["id"])
    claim(guest, made["links"]["german"], name="Mallory")
    theirs = Sitting(guest, made["id"])
    assert "made it" in refused(theirs.post("links", seat="soviet"), 403)["message"]
    for listed in (True, False):
        refused(theirs.post("listed", listed=listed), 403)
    assert guest.get("/api/lobby").json()["tables"] == [] and theirs.view("german")["invites"] is False
    assert guest.get(f"/api{made['links']['soviet']}").json()["taken"] is False, "the link is as good as before"
    assert table.post("listed", listed=True).status_code == 200
    assert table.post("links", seat="soviet").status_code == 200


@pytest.mark.parametrize("other", ["link", "bot:random"])
def test_who_made_a_table_for_others_looks_on_like_anybody_else(maker: TestClient, other: str) -> None:
    made = maker.post("/api/matches", json={"game": "bridgehead", "seats": {"german": "link", "soviet": other}}).json()
    guests = {seat: stranger(maker) for seat in made["links"]}
    for seat, link in made["links"].items():
        claim(guests[seat], link)
    table = Sitting(maker, made["id"])
    for what, params in (("replay", {}), ("view", {"seat": "soviet"}), ("at/0", {"seat": "soviet"})):
        refused(table.ask(what, **params), 403)
    assert "look on" in refused(table.ask("replay"), 403)["message"] and table.get("table")["turn"] == 1
    theirs = Sitting(guests["german"], made["id"])
    assert theirs.ask("replay").status_code == 200
    theirs.post("resign", seat="german")
    assert table.ask("replay").status_code == 200


def test_the_board_of_a_table_is_for_who_belongs_to_it(maker: TestClient) -> None:
    id, link = invite(maker)
    friend = stranger(maker)
    assert refused(Sitting(friend, id).ask("board"), 403)
    claim(friend, link)
    assert Sitting(friend, id).ask("board").status_code == Sitting(maker, id).ask("board").status_code == 200


@pytest.mark.parametrize(
    ("written", "seen"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("A\u200bd\u2060a\ufeff", "Ada"),
        ("Ada\u202egnp\u202c", "Adagnp"),
        ("\u2067Ada\u2069\u0085", "Ada"),
        ("Zoe\u0308 \u5f35 \u0645\u0631\u064a\u0645", "Zo\u00eb \u5f35 \u0645\u0631\u064a\u0645"),
        ("\u3164Ada\u2800", "Ada"),
    ],
)
def test_of_a_name_there_is_what_is_seen(maker: TestClient, written: str, seen: str) -> None:
    assert maker.put("/api/me", json={"name": written}).json() == {"name": seen}


@pytest.mark.parametrize("empty", [" ", "   ", "\u200b", "\u202e \u2066", "\u3164", "\u00ad\u00a0", "\u0301"])
def test_a_name_that_shows_nothing_is_none(maker: TestClient, empty: str) -> None:
    refused(maker.put("/api/me", json={"name": empty}), 422)
    id, link = invite(maker)
    friend = stranger(maker)
    assert claim(friend, link, name=empty).status_code == 200
    assert Sitting(friend, id).view("german")["players"] == {"german": "", "soviet": ""}


def test_tokens_and_cookies_are_kept_as_hashes(maker: TestClient, file: Path) -> None:
    _, link = invite(maker)
    friend = stranger(maker)
    claim(friend, link)
    secrets = [link.removeprefix("/join/"), maker.cookies["countermarch"], friend.cookies["countermarch"]]
    kept = everything(file)
    assert not [secret for secret in secrets if secret in kept]


def test_a_stranger_sees_saves_pauses_and_deletes_nothing(maker: TestClient) -> None:
    id, link = invite(maker)
    friend, other = stranger(maker), stranger(maker)
    claim(friend, link)
    table = Sitting(other, id)
    for what in ("view", "legal", "log", "save", "replay", "targets", "map.svg", "at/0", "briefing", "chronicle"):
        refused(table.ask(what, seat="german"), 403)
    refused(table.ask("replay"), 403)
    refused(table.post("bots", run=False), 403)
    refused(table.post("branch", index=0), 403)
    refused(other.delete(f"/api/matches/{id}"), 403)
    refused(friend.delete(f"/api/matches/{id}"), 403)
    with (
        pytest.raises(WebSocketDisconnect),
        other.websocket_connect(f"/api/matches/{id}/live?seat=german") as line,
    ):
        line.receive_json()


def test_a_rematch_keeps_people_in_their_seats_or_exchanges_them(maker: TestClient) -> None:
    id, link = invite(maker)
    friend = stranger(maker)
    claim(friend, link)
    live = maker.app.state.tables.memory.lives[id]  # type: ignore[attr-defined]
    while live.match.to_act is not None:
        live.match.play(live.match.legal()[0])
    refused(stranger(maker).post(f"/api/matches/{id}/rematch", json={"exchanged": True}), 403)
    made = friend.post(f"/api/matches/{id}/rematch", json={"exchanged": True}).json()
    assert made["seats"] == ["soviet"] and made["links"] == {}
    assert Sitting(maker, made["id"]).view("german")["waiting"] == ["german"]
    assert Sitting(maker, made["id"]).post("come", seat="german").status_code == 200
    assert Sitting(maker, made["id"]).view("german")["waiting"] == []
    assert Sitting(friend, made["id"]).view("soviet")["players"].keys() == {"german", "soviet"}


def test_whoever_waits_is_told_at_once_that_all_sit(maker: TestClient) -> None:
    id, link = invite(maker)
    with maker.websocket_connect(f"/api/matches/{id}/live?seat=soviet") as line:
        line.receive_json()
        claim(stranger(maker), link)
        assert line.receive_json()["type"] == "changed"


def test_a_name_is_given_and_changed(maker: TestClient) -> None:
    assert maker.get("/api/me").json() == {"name": None}
    assert maker.put("/api/me", json={"name": "Grace"}).json() == {"name": "Grace"}
    assert maker.get("/api/me").json() == {"name": "Grace"}
    for wrong in ("", "a" * 41, "a\x00b"):
        refused(maker.put("/api/me", json={"name": wrong}), 422)
    id, _ = invite(maker)
    assert Sitting(maker, id).view("soviet")["players"] == {"soviet": "Grace"}
    maker.put("/api/me", json={"name": "Ada"})
    assert Sitting(maker, id).view("soviet")["players"] == {"soviet": "Ada"}


@pytest.mark.parametrize("link", ["/join/nothing", "/join/" + "a" * 99, "/join/%00", "/join/ü"])
def test_a_wrong_link_says_so(maker: TestClient, link: str) -> None:
    refused(maker.get(f"/api{link}"), 404)
    refused(maker.post(f"/api{link}", json={}), 404)


# a public address


def test_a_public_address_guards_whatever_it_listens_on(file: Path) -> None:
    with visit(file, public="https://play.example") as client:
        client.headers["Host"] = "play.example"
        client.base_url = "https://play.example"
        answer = client.post("/api/matches", json={"game": "bridgehead"})
        assert answer.status_code == 201 and "Secure" in answer.headers["set-cookie"]
        view = f"/api/matches/{answer.json()['id']}/view?seat=german"
        assert client.get(view).status_code == 200
        refused(TestClient(client.app, headers={"Host": "play.example"}).get(view), 403)
        assert client.get("/api/games", headers={"Host": "elsewhere.example"}).status_code == 421


@pytest.mark.parametrize(
    "origin", ["https://elsewhere.example", "null", "file://", "https://play.example.evil.example"]
)
def test_another_sites_page_changes_nothing(file: Path, origin: str) -> None:
    with visit(file, public="https://play.example") as client:
        headers = {"Host": "play.example", "Origin": origin}
        refused(client.post("/api/matches", json={"game": "bridgehead"}, headers=headers), 403)
        headers["Origin"] = "https://play.example"
        assert client.post("/api/matches", json={"game": "bridgehead"}, headers=headers).status_code == 201


def test_who_made_a_table_and_sits_nowhere_sees_who_has_come(maker: TestClient) -> None:
    asked = {"game": "bridgehead", "seats": {"german": "link", "soviet": "link"}}
    made = maker.post("/api/matches", json=asked).json()
    id, friend = made["id"], stranger(maker)
    refused(Sitting(maker, id).ask("view", seat="german"), 403)
    table = Sitting(maker, id).get("table")
    assert table["waiting"] == ["german", "soviet"] and not table["listed"] and table["first"] is None
    assert table["side_titles"]["german"] == "Germans" and table["result"] is None
    friend.post(f"/api{made['links']['german']}", json={"name": "Grace"})
    table = Sitting(maker, id).get("table", lang="es")
    assert table["players"] == {"german": "Grace"} and table["waiting"] == ["soviet"]
    assert table["side_titles"]["german"] == "Alemanes"
    assert Sitting(friend, id).get("table")["seats"] == {"german": "me", "soviet": "link"}
    refused(Sitting(stranger(maker), id).ask("table"), 403)
    renewed = Sitting(maker, id).post("links", seat="soviet").json()["link"]
    assert stranger(maker).get(f"/api{renewed}").json()["seat"] == "soviet"
