"""Talk between people who play apart, notes to oneself, and who is at the table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.server.talk import MOST
from tests.server.apart import FRIEND, MAKER, Pair, Person, apart, pair
from tests.server.sitting import Sitting, refused, sit, stranger, visit


@pytest.fixture
def both(client: TestClient) -> Pair:
    return pair(client)


def line(person: Person) -> Any:
    return person.client.websocket_connect(f"/api/matches/{person.id}/live?seat={person.side}")


def hear(socket: Any, kind: str = "talk") -> Any:
    while True:
        told = socket.receive_json()
        if told["type"] == kind:
            return told


def test_what_one_says_the_other_hears_at_once(both: Pair) -> None:
    with both.friend.listening(FRIEND) as socket:
        said = both.maker.do("talk", 201, text="Good luck, <b>Ada</b>!")
        told = hear(socket)
        while told["message"] is None:
            told = hear(socket)
    assert told["message"] == said and said["text"] == "Good luck, <b>Ada</b>!" and said["seat"] == MAKER
    assert told["together"]["messages"] == 1
    assert both.friend.get("talk", seat=FRIEND) == [said]


def test_talk_is_kept(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite") as both:
        for text in ("one", "two", "three"):
            both.maker.do("talk", 201, text=text)
    with visit(tmp_path / "m.sqlite") as client:
        client.cookies = both.client.cookies
        table = Sitting(client, both.id)
        assert [one["text"] for one in table.get("talk", seat=MAKER, since=1)] == ["two", "three"]
        assert table.view(MAKER)["together"]["messages"] == 3
        assert table.post("talk", seat=MAKER, text="four").json()["index"] == 3


def test_nobody_else_reads_or_speaks(both: Pair) -> None:
    both.maker.do("talk", 201, text="between us")
    other = Sitting(stranger(both.client), both.id)
    for seat in (MAKER, FRIEND):
        assert refused(other.ask("talk", seat=seat), 403)
        assert refused(other.post("talk", seat=seat, text="me too"), 403)
    assert refused(both.maker.post("talk", seat=FRIEND, text="in his name"), 403)


@pytest.mark.parametrize("text", ["", "x" * 501, " \n\t ", "\x00\x07", 7, None])
def test_a_message_is_a_text_of_some_length(both: Pair, text: Any) -> None:
    assert refused(both.maker.post("talk", seat=MAKER, text=text), 422)
    assert both.maker.get("talk", seat=MAKER) == []


def test_half_a_letter_is_refused(both: Pair) -> None:
    body = b'{"seat": "soviet", "text": "\\ud800"}'
    for what, method in (("talk", "POST"), ("notes", "PUT")):
        answer = both.client.request(
            method, f"/api/matches/{both.id}/{what}", content=body, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 422, answer.text


def test_what_cannot_be_read_is_left_out(both: Pair) -> None:
    assert both.maker.do("talk", 201, text=" a\x00b\u202ec\nd ")["text"] == "abc\nd"


def test_nobody_floods_the_table(both: Pair) -> None:
    for at in range(MOST):
        both.maker.do("talk", 201, text=str(at))
    assert "wait" in refused(both.maker.post("talk", seat=MAKER, text="more"), 429)["message"]
    assert both.friend.do("talk", 201, text="I may")
    both.time += 30
    assert both.maker.do("talk", 201, text="more")


def test_one_goes_on_talking_when_the_match_is_over(both: Pair) -> None:
    both.maker.do("resign")
    assert both.friend.do("talk", 201, text="Thank you!")


def test_alone_there_is_nobody_to_talk_to(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    assert refused(table.post("talk", seat="german", text="hello"), 409)
    assert refused(table.ask("talk", seat="german"), 409)


def test_a_match_with_talk_and_notes_can_be_deleted(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    client.put(f"/api/matches/{table.id}/notes", json={"seat": "german", "text": "hold"})
    assert client.delete(f"/api/matches/{table.id}").status_code == 204


# notes


def test_notes_are_ones_own_and_kept(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite") as both:
        url = f"/api/matches/{both.id}/notes"
        assert both.maker.get("notes", seat=MAKER) == {"text": ""}
        assert both.client.put(url, json={"seat": MAKER, "text": "Cross at dawn\n"}).json()["text"] == "Cross at dawn\n"
        assert both.friend.get("notes", seat=FRIEND) == {"text": ""}
        assert refused(both.friend.ask("notes", seat=MAKER), 403)
        assert refused(both.friend.client.put(url, json={"seat": MAKER, "text": "!"}), 403)
        assert refused(both.client.put(url, json={"seat": MAKER, "text": "x" * 10_001}), 422)
    with visit(tmp_path / "m.sqlite") as client:
        client.cookies = both.client.cookies
        assert Sitting(client, both.id).get("notes", seat=MAKER) == {"text": "Cross at dawn\n"}


def test_notes_need_no_other_person(client: TestClient) -> None:
    table = sit(client, game="bridgehead", seats={"soviet": "bot:random"})
    url = f"/api/matches/{table.id}/notes"
    assert client.put(url, json={"seat": "german", "text": "watch the bridge"}).status_code == 200
    assert table.get("notes", seat="german")["text"] == "watch the bridge"
    assert refused(client.put(url, json={"seat": "soviet", "text": "!"}), 403)


# presence


def test_who_is_at_the_table_is_told(both: Pair) -> None:
    assert both.maker.together["present"] == []
    with line(both.maker) as mine:
        assert hear(mine)["together"]["present"] == [MAKER]
        with line(both.friend):
            assert hear(mine)["together"]["present"] == [FRIEND, MAKER]
        assert hear(mine)["together"]["present"] == [MAKER]
    assert both.friend.together["present"] == []


def test_offers_reach_the_other_at_once(both: Pair) -> None:
    with line(both.friend) as socket:
        hear(socket)
        both.maker.do("offers", kind="draw")
        assert hear(socket)["together"]["offer"] == {"kind": "draw", "by": MAKER, "asked": [FRIEND]}
        both.maker.do("resign")
        assert hear(socket, "changed")["events"][-1]["key"] == "server.closed.resigned"


def test_who_comes_back_at_a_second_screen_is_told_how_things_stand(both: Pair) -> None:
    with line(both.friend) as first:
        hear(first)
        both.maker.do("offers", kind="draw")
        with line(both.friend) as second:
            assert hear(second)["together"]["offer"]["kind"] == "draw"
