"""Both sides make the key of the dice: promise, then give; who gives nothing is passed over; all is told at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.dice import commitment, joint_key, promise
from countermarch.server import fairness
from tests.server.sitting import Sitting, refused, stranger, visit

BY_LINK = {"german": "link", "soviet": "me"}
OURS, THEIRS = "aa" * 32, "bb" * 32


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "m.sqlite"


@pytest.fixture(params=[False, True], ids=["here", "guarded"])
def maker(file: Path, request: pytest.FixtureRequest) -> Iterator[TestClient]:
    with visit(file, guarded=request.param) as client:
        yield client


def invite(maker: TestClient, share: str | None = OURS, **asked: Any) -> dict[str, Any]:
    promised = {} if share is None else {"promise": promise("share", share)}
    answer = maker.post("/api/matches", json={"game": "bridgehead", "seats": BY_LINK, **promised, **asked})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


def join(friend: TestClient, made: dict[str, Any], share: str | None = THEIRS, **asked: Any) -> Any:
    promised = {} if share is None else {"promise": promise("share", share)}
    return friend.post(f"/api{made['links']['german']}", json={**promised, **asked})


def give(client: TestClient, id: str, seat: str, share: str) -> Any:
    return client.post(f"/api/matches/{id}/share", json={"seat": seat, "share": share})


def finish(client: TestClient, id: str) -> None:
    live = client.app.state.tables.memory.lives[id]  # type: ignore[attr-defined]
    while live.match.to_act is not None:
        live.match.play(live.match.legal()[0])


def test_the_key_is_made_of_what_the_server_and_both_sides_promised(maker: TestClient) -> None:
    made, friend = invite(maker), stranger(maker)
    id = made["id"]
    assert friend.get(f"/api{made['links']['german']}").json()["fair"]["promise"] == made["promise"]
    told = Sitting(maker, id).view("soviet")["fair"]
    assert told["promise"] == made["promise"] and "knows the key" in told["said"]
    assert join(friend, made).status_code == 200
    waits = Sitting(friend, id).view("german")
    assert sorted(waits["fair"]["due"]) == ["german", "soviet"] and waits["legal"] is None and waits["waiting"] == []
    assert "dice" in refused(Sitting(friend, id).post("actions", seat="german", action="done"), 409)["message"]
    assert refused(give(friend, id, "german", OURS), 422)  # not what was promised
    assert refused(give(friend, id, "soviet", OURS), 403)  # not his to give
    assert give(friend, id, "german", THEIRS).json()["due"] == ["soviet"]
    assert give(friend, id, "german", THEIRS).status_code == 200  # once more does no harm
    assert give(maker, id, "soviet", OURS).json()["due"] == []
    view = Sitting(maker, id).view("soviet")
    assert view["fair"]["due"] == [] and view["decision"] is not None
    assert "end" in refused(maker.get(f"/api/matches/{id}/proof"), 403)["message"]
    finish(maker, id)
    proof = friend.get(f"/api/matches/{id}/proof").json()
    assert promise("secret", proof["secret"]) == made["promise"] == proof["promise"]
    key = joint_key(proof["secret"], {"german": THEIRS, "soviet": OURS})
    assert commitment(key) == view["commitment"] == proof["commitment"]
    checked = maker.post("/api/verify", json={"file": json.dumps(proof), "told": made["promise"]}).json()
    assert checked["good"] and all(roll["good"] for roll in checked["rolls"])
    refused(stranger(maker).get(f"/api/matches/{id}/proof"), 403)


def test_without_promises_the_match_begins_at_once_by_the_servers_secret(maker: TestClient) -> None:
    made, friend = invite(maker, None), stranger(maker)
    join(friend, made, None)
    view = Sitting(maker, made["id"]).view("soviet")
    assert view["fair"]["due"] == [] and view["decision"] is not None
    finish(maker, made["id"])
    proof = maker.get(f"/api/matches/{made['id']}/proof").json()
    assert joint_key(proof["secret"], {"german": None, "soviet": None}).hex() == json.loads(proof["save"])["key"]
    assert maker.post("/api/verify", json={"file": json.dumps(proof)}).json()["good"]


def test_who_promised_and_gives_nothing_is_passed_over_and_marked(
    maker: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, friend = invite(maker), stranger(maker)
    id = made["id"]
    join(friend, made)
    give(friend, id, "german", THEIRS)
    monkeypatch.setattr(fairness, "PATIENCE", -1)
    assert Sitting(friend, id).view("german")["fair"]["due"] == []
    refused(give(maker, id, "soviet", OURS), 409)  # too late
    finish(maker, id)
    proof = maker.get(f"/api/matches/{id}/proof").json()
    assert proof["passed"] == ["soviet"] and proof["shares"] == {"german": THEIRS}
    assert maker.post("/api/verify", json={"file": json.dumps(proof)}).json()["good"]


def test_nobody_has_to_ask_for_a_match_to_begin_without_the_late(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairness, "PATIENCE", 0.3)
    with visit(file) as maker:
        made, friend = invite(maker), stranger(maker)
        with maker.websocket_connect(f"/api/matches/{made['id']}/live?seat=soviet") as line:
            line.receive_json()
            join(friend, made)
            assert line.receive_json()["type"] == "changed"  # all sit
            assert line.receive_json()["type"] == "changed"  # and the match begins
        assert Sitting(friend, made["id"]).view("german")["fair"]["due"] == []


def test_promises_outlive_the_server(file: Path) -> None:
    with visit(file) as maker:
        made, friend = invite(maker), stranger(maker)
        join(friend, made)
        give(friend, made["id"], "german", THEIRS)
        cookies = maker.cookies
    with visit(file) as maker:
        maker.cookies = cookies
        assert Sitting(maker, made["id"]).view("soviet")["fair"]["due"] == ["soviet"]
        assert give(maker, made["id"], "soviet", OURS).json()["due"] == []


def test_shares_are_told_to_nobody_before_the_end(maker: TestClient) -> None:
    made, friend = invite(maker), stranger(maker)
    join(friend, made)
    answers = [
        give(friend, made["id"], "german", THEIRS).text,
        Sitting(maker, made["id"]).ask("view", seat="soviet").text,
    ]
    answers.append(maker.get(f"/api{made['links']['german']}").text)
    assert not [text for text in answers if THEIRS in text]


@pytest.mark.parametrize("wrong", ["", "aa", "zz" * 32, "AA" * 32, "aa" * 33, 5])
def test_promises_and_shares_are_hashes(file: Path, wrong: Any) -> None:
    with visit(file) as maker:
        asked = {"game": "bridgehead", "seats": BY_LINK, "promise": wrong}
        refused(maker.post("/api/matches", json=asked), 422)
        refused(give(maker, invite(maker)["id"], "soviet", wrong), 422)


def test_a_match_at_one_screen_has_a_proof_of_its_rolls(file: Path) -> None:
    with visit(file) as client:
        made = client.post("/api/matches", json={"game": "bridgehead", "seed": 1}).json()
        assert Sitting(client, made["id"]).view("soviet")["fair"] is None and made["promise"] is None
        finish(client, made["id"])
        proof = client.get(f"/api/matches/{made['id']}/proof").json()
        assert proof["secret"] is None
        assert client.post("/api/verify", json={"file": json.dumps(proof)}).json()["good"]


def test_fixed_dice_do_not_come_in_by_a_save(maker: TestClient) -> None:
    match = cm.load("bridgehead").start(seed=4)
    match.play(match.legal()[0])
    match.next_dice(6, 6, 6, 6)
    for save in (match.save(), cm.load("bridgehead").from_position(match.position()).save()):
        made = maker.post("/api/matches/import", json={"save": save, "seats": BY_LINK}).json()
        join(stranger(maker), made, None, accepts=True)
        live = maker.app.state.tables.memory.lives[made["id"]]  # type: ignore[attr-defined]
        assert live.match.position()["dice"]["next"] == [] and live.past == []
        finish(maker, made["id"])
        assert not any(roll.fixed for roll in live.match.rolls)


def test_what_cannot_be_verified_says_why(maker: TestClient) -> None:
    assert "no JSON" in refused(maker.post("/api/verify", json={"file": "nothing"}), 422)["message"]
    assert "JSON" in refused(maker.post("/api/verify?lang=es", json={"file": "nada"}), 422)["message"]


# nothing is played twice


def test_at_tables_of_people_apart_an_action_names_the_moment_it_is_for(maker: TestClient) -> None:
    made, friend = invite(maker, None), stranger(maker)
    join(friend, made, None)
    view = Sitting(maker, made["id"]).view("soviet")
    side = view["decision"]["side"]
    acting = {"soviet": maker, "german": friend}[side]
    action = Sitting(acting, made["id"]).get("legal", seat=side)["actions"][0]["text"]
    address, asked = f"/api/matches/{made['id']}/actions", {"seat": side, "action": action}
    assert "serial" in refused(acting.post(address, json=asked), 422)["message"]
    asked["serial"] = view["serial"]
    assert acting.post(address, json=asked).status_code == 200
    assert acting.post(address, json=asked).status_code == 409  # sent again, it is not played again


def test_at_one_screen_no_serial_is_needed(file: Path) -> None:
    with visit(file) as client:
        id = client.post("/api/matches", json={"game": "bridgehead", "seed": 1}).json()["id"]
        side = Sitting(client, id).view("soviet")["decision"]["side"]
        action = Sitting(client, id).get("legal", seat=side)["actions"][0]["text"]
        asked = {"seat": side, "action": action}
        assert client.post(f"/api/matches/{id}/actions", json=asked).status_code == 200


# rematches


def rematch(maker: TestClient, share: str | None = OURS) -> tuple[TestClient, str, dict[str, Any]]:
    """A match is over, and whoever made it asks for another one: the friend, its id, and the other one."""
    made, friend = invite(maker, None), stranger(maker)
    join(friend, made, None)
    maker.post(f"/api/matches/{made['id']}/resign", json={"seat": "soviet"})
    promised = {} if share is None else {"promise": promise("share", share)}
    answer = maker.post(f"/api/matches/{made['id']}/rematch", json={"exchanged": True, **promised})
    assert answer.status_code == 201, answer.text
    return friend, made["id"], answer.json()


def come(client: TestClient, id: str, seat: str, share: str | None = THEIRS) -> Any:
    return Sitting(client, id).post("come", seat=seat, promise=share and promise("share", share))


def test_the_dice_of_a_rematch_are_made_by_both_when_both_have_come(maker: TestClient) -> None:
    friend, _, again = rematch(maker)
    id = again["id"]
    told = Sitting(maker, id).view("german")
    assert told["waiting"] == ["soviet"] and told["fair"]["promise"] == again["promise"] and told["legal"] is None
    assert "all sit" in refused(Sitting(maker, id).post("actions", seat="german", action="done"), 409)["message"]
    assert refused(give(maker, id, "german", OURS), 409)  # not before the other has promised
    assert refused(come(maker, id, "soviet"), 403)  # not his to take
    assert sorted(come(friend, id, "soviet").json()["due"]) == ["german", "soviet"]
    assert come(friend, id, "soviet").status_code == 200  # once more does no harm
    give(maker, id, "german", OURS)
    assert give(friend, id, "soviet", THEIRS).json()["due"] == []
    view = Sitting(friend, id).view("soviet")
    assert view["waiting"] == [] and view["decision"]
    Sitting(maker, id).post("resign", seat="german")
    proof = maker.get(f"/api/matches/{id}/proof").json()
    key = joint_key(proof["secret"], {"german": OURS, "soviet": THEIRS})
    assert commitment(key) == view["commitment"] and proof["promise"] == again["promise"]
    assert maker.post("/api/verify", json={"file": json.dumps(proof)}).json()["good"]


def test_who_asks_for_a_rematch_does_not_know_its_dice_by_then(maker: TestClient) -> None:
    friend, _, again = rematch(maker, None)
    before = Sitting(maker, again["id"]).view("german")["commitment"]
    come(friend, again["id"], "soviet", None)
    assert Sitting(maker, again["id"]).view("german")["commitment"] != before


def test_a_rematch_waits_after_a_restart_and_may_be_declined(file: Path) -> None:
    with visit(file) as maker:
        friend, _, again = rematch(maker)
        cookies = friend.cookies
    with visit(file) as server:
        friend = stranger(server)
        friend.cookies = cookies
        assert Sitting(friend, again["id"]).view("soviet")["waiting"] == ["soviet"]
        assert refused(stranger(server).delete(f"/api/matches/{again['id']}"), 403)
        assert friend.delete(f"/api/matches/{again['id']}").status_code == 204


def test_a_rematch_that_has_begun_is_not_deleted_by_one(maker: TestClient) -> None:
    friend, _, again = rematch(maker)
    come(friend, again["id"], "soviet", None)
    assert refused(friend.delete(f"/api/matches/{again['id']}"), 403)


def test_who_asks_for_the_rematch_he_was_asked_to_sits_down(maker: TestClient) -> None:
    friend, id, again = rematch(maker)
    assert Sitting(friend, id).view("german")["again"] == again["id"]
    asked = {"exchanged": True, "promise": promise("share", THEIRS)}
    same = friend.post(f"/api/matches/{id}/rematch", json=asked).json()
    assert same["id"] == again["id"] and same["seats"] == ["soviet"] and same["promise"] == again["promise"]
    assert sorted(Sitting(friend, again["id"]).view("soviet")["fair"]["due"]) == ["german", "soviet"]
    another = maker.post(f"/api/matches/{id}/rematch", json={"exchanged": True}).json()
    assert another["id"] != again["id"]  # that one has begun


def test_who_asks_twice_for_a_rematch_is_led_to_the_one_that_waits(maker: TestClient) -> None:
    friend, id, again = rematch(maker)
    latest = "ab" * 32
    for share in (THEIRS, latest):
        asked = {"exchanged": True, "promise": promise("share", share)}
        answer = maker.post(f"/api/matches/{id}/rematch", json=asked)
        assert answer.status_code == 201 and answer.json() == {**again, "seats": ["german"]}
    assert len(maker.get("/api/matches").json()) == 2
    come(friend, again["id"], "soviet")
    assert refused(give(maker, again["id"], "german", OURS), 422)  # the browser has kept the last one
    give(maker, again["id"], "german", latest)
    assert give(friend, again["id"], "soviet", THEIRS).json()["due"] == []


def test_who_looks_at_the_match_that_is_over_learns_of_the_rematch(maker: TestClient) -> None:
    friend, id, again = rematch(maker)
    with Sitting(friend, id).listening("german") as line:
        another = maker.post(f"/api/matches/{id}/rematch", json={"exchanged": False}).json()["id"]
        while (told := line.receive_json())["type"] != "again":
            pass
    assert told["id"] == another
    friend.delete(f"/api/matches/{another}")
    assert Sitting(friend, id).view("german")["again"] == again["id"]


# nothing is taken back twice


def test_an_undo_among_people_says_for_which_moment_it_is(maker: TestClient) -> None:
    made, friend = invite(maker, None), stranger(maker)
    join(friend, made, None)
    live = maker.app.state.tables.memory.lives[made["id"]]  # type: ignore[attr-defined]
    side = live.match.to_act
    table = Sitting(friend if side == "german" else maker, made["id"])
    for _ in range(2):
        table.post("actions", seat=side, action=str(live.match.legal()[0]))
    assert live.can_undo(side)
    address, serial = f"/api/matches/{made['id']}/undo", live.serial
    assert "serial" in refused(table.client.post(address, json={"seat": side}), 422)["message"]
    assert table.client.post(address, json={"seat": side, "serial": serial}).status_code == 200
    stale = table.client.post(address, json={"seat": side, "serial": serial})
    assert stale.status_code == 409 and stale.json()["view"]["serial"] == serial + 1 == live.serial


def test_at_one_screen_an_undo_needs_no_serial(file: Path) -> None:
    with visit(file) as client:
        table = Sitting(client, client.post("/api/matches", json={"game": "bridgehead"}).json()["id"])
        side = table.view()["decision"]["side"]
        table.play()
        assert client.post(f"/api/matches/{table.id}/undo", json={"seat": side}).status_code == 200
