"""2.1.4, K-9: a side that two people share, each leading a front. Nobody acts for the other, all else is shared."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.dice import promise
from countermarch.server.calls import Settings
from countermarch.server.clocks import claim_in
from countermarch.server.live import Live
from countermarch.verify import sharers
from tests.server.apart import Person
from tests.server.post_office import Box, hook_server, told, until
from tests.server.sitting import Sitting, refused, stranger, visit
from tests.server.test_calls import set_up
from tests.server.three import SEATS, SECOND, THIRD, activation, replacements, said, three

LIVE = {"kind": "live", "minutes": 10, "increment": 0}


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with visit(tmp_path_factory.mktemp("three") / "m.sqlite", guarded=True) as client:
        yield client


def make(client: TestClient, **seats: str) -> Any:
    body = {"game": "koenigsberg", "seats": {seat.replace("_", "."): who for seat, who in seats.items()}}
    return client.post("/api/matches", json=body)


# seats


def test_the_game_says_which_side_may_be_divided_and_its_seats_have_titles(client: TestClient) -> None:
    games = {game["key"]: game for game in client.get("/api/games", params={"lang": "es"}).json()}
    divided = [{"side": "soviet", "seats": [SECOND, THIRD], "rule": "koenigsberg 2.1.4"}]
    assert {key: game["divisions"] for key, game in games.items() if game["divisions"]} == {"koenigsberg": divided}
    assert games["koenigsberg"]["side_titles"][SECOND] == "2.º Frente Bielorruso"


def test_each_front_has_a_link_of_its_own_and_nobody_sits_twice(client: TestClient) -> None:
    made = client.post("/api/matches", json={"game": "koenigsberg", "seats": SEATS}).json()
    assert made["seats"] == ["german"] and list(made["links"]) == [SECOND, THIRD]
    bea = stranger(client)
    assert bea.get(f"/api{made['links'][SECOND]}").json()["seat"] == SECOND
    assert bea.post(f"/api{made['links'][SECOND]}", json={"name": "Bea"}).json()["seat"] == SECOND
    for person in (bea, client):
        assert "already" in refused(person.post(f"/api{made['links'][THIRD]}", json={}), 409)["message"]
    view = Sitting(bea, made["id"]).view(SECOND)
    assert view["seats"] == {"german": "link", SECOND: "me", THIRD: "link"} and view["waiting"] == [THIRD]
    assert view["players"] == {"german": "", SECOND: "Bea"} and view["legal"] is None
    assert refused(Sitting(bea, made["id"]).post("actions", seat=SECOND, action="done"), 409)


def test_an_undivided_match_is_as_it_was(client: TestClient) -> None:
    made = make(client, german="me", soviet="link").json()
    assert list(made["links"]) == ["soviet"]
    view = Sitting(client, made["id"]).view("german")
    assert list(view["seats"]) == ["german", "soviet"] and view["decision"]["asked"] == [view["decision"]["side"]]


@pytest.mark.parametrize(
    ("seats", "told"),
    [
        ({"german": "me", "soviet": "link", "soviet_2BF": "link"}, "not both"),
        ({"german": "link", "soviet_2BF": "me"}, "screen of his own"),  # who is not named is a person here
        ({"german": "me", "soviet_2BF": "me", "soviet_3BF": "link"}, "screen of his own"),
        ({"german": "me", "soviet_1BF": "link"}, "soviet.2BF, soviet.3BF"),
        ({"german_2BF": "me"}, "there is no seat"),
        ({"german": "me", "soviet_2BF": "nobody", "soviet_3BF": "link"}, "cannot sit"),
    ],
)
def test_seats_that_cannot_be_are_refused_in_words(client: TestClient, seats: dict[str, str], told: str) -> None:
    assert told in refused(make(client, **seats), 422)["message"]


def test_games_whose_books_say_nothing_of_it_are_not_divided(client: TestClient) -> None:
    for game in ("koenigsberg45", "stargard", "bridgehead"):
        answer = client.post("/api/matches", json={"game": game, "seats": SEATS})
        assert "there is no seat soviet.2BF" in refused(answer, 422)["message"]


def test_a_duplicate_match_is_for_two(client: TestClient) -> None:
    answer = client.post("/api/matches", json={"game": "koenigsberg", "seats": SEATS, "duplicate": True})
    assert "two people" in refused(answer, 422)["message"]


# acting


@pytest.mark.rule("koenigsberg 2.1.4")
def test_a_commander_acts_for_his_front_alone(client: TestClient) -> None:
    all3 = three(client, activation())
    assert all3.asked == [all3.cor]
    for person in all3.all:
        decision = person.look()["decision"]
        assert (decision["side"], decision["asked"]) == ("soviet", [THIRD])
    assert "move 39A-94" in said(all3.cor) and said(all3.bea) == said(all3.german) == []
    assert all3.bea.get("legal", seat=SECOND) == {"count": 0, "actions": []}
    unit = refused(all3.bea.post("actions", seat=SECOND, action="move 39A-94"), 403)
    assert unit["citation"] == "koenigsberg 2.1.4"
    assert "94 Rifle Corps" in unit["message"] or "94th" in unit["message"]
    assert "3rd Belorussian Front, which Cor leads" in unit["message"]
    word = refused(all3.bea.post("actions", seat=SECOND, action="done"), 403)
    assert word["citation"] == "koenigsberg 2.1.4" and "asked of the 3rd Belorussian Front" in word["message"]
    foreign = refused(all3.cor.post("actions", seat=THIRD, action="move 2BF-1G"), 403)
    assert foreign["citation"] == "koenigsberg 2.1.4" and "2nd Belorussian Front, which Bea leads" in foreign["message"]
    assert refused(all3.german.post("actions", seat="german", action="done"), 422)
    for person, seat in ((all3.bea, THIRD), (all3.german, THIRD), (all3.cor, "german")):
        assert refused(person.post("actions", seat=seat, action="move 39A-94"), 403)
    assert refused(all3.cor.post("actions", seat="soviet", action="move 39A-94"), 422)
    assert all3.cor.act("move 39A-94")["decision"]["asked"] == [THIRD]


@pytest.mark.rule("koenigsberg 2.1.4")
def test_refusals_are_said_in_the_readers_language(client: TestClient) -> None:
    all3 = three(client, activation())
    body = {"seat": SECOND, "action": "move 39A-94", "serial": all3.bea.look()["serial"]}
    answer = all3.bea.client.post(f"/api/matches/{all3.id}/actions?lang=es", json=body)
    assert "3.er Frente Bielorruso, que dirige Cor" in refused(answer, 403)["message"]


@pytest.mark.rule("koenigsberg 2.1.4")
def test_what_is_the_whole_sides_either_may_take_each_with_his_own_units(client: TestClient) -> None:
    all3 = three(client, replacements())
    assert all3.asked == [all3.bea, all3.cor]
    assert said(all3.bea) == ["refit 65A-18", "done"] and said(all3.cor) == ["refit 39A-94", "done"]
    assert all3.bea.look()["legal"]["count"] == 2
    assert refused(all3.cor.post("actions", seat=THIRD, action="refit 65A-18"), 403)
    told = all3.cor.act("refit 39A-94")
    assert told["decision"]["asked"] == [SECOND] and told["legal"] is None
    assert said(all3.bea) == ["refit 65A-18", "done"]


def test_the_first_of_two_answers_counts(client: TestClient) -> None:
    all3 = three(client, replacements())
    serial = all3.bea.look()["serial"]
    all3.cor.act("done")
    late = all3.bea.post("actions", seat=SECOND, action="refit 65A-18", serial=serial)
    assert late.status_code == 409 and late.json()["view"]["seat"] == SECOND


def test_who_touched_something_goes_on_himself(client: TestClient) -> None:
    all3 = three(client, replacements())
    all3.cor.act("refit 39A-94")
    told = all3.bea.act("refit 65A-18")
    if told["decision"]["asked"] == [SECOND]:  # asked to go on, before chance
        assert said(all3.cor) == [] and said(all3.bea) == ["go-on"]
        assert refused(all3.cor.post("actions", seat=THIRD, action="go-on"), 403)
    assert told["can_undo"] and not all3.cor.look()["can_undo"]


def test_everybody_takes_back_what_he_did_himself(client: TestClient) -> None:
    all3 = three(client, replacements())
    assert all3.cor.act("refit 39A-94")["can_undo"]  # though the other is asked now
    assert not all3.bea.look()["can_undo"] and refused(all3.bea.post("undo", seat=SECOND), 422)
    assert all3.cor.do("undo")["decision"]["asked"] == [SECOND, THIRD]
    all3.cor.act("refit 39A-94")
    all3.bea.act("refit 65A-18")
    assert refused(all3.cor.post("undo", seat=THIRD), 422)
    assert len(all3.bea.look()["undo_points"]) == 1
    assert all3.bea.do("undo", times=5)["actions"] == 1  # not beyond his own


def test_both_see_what_their_side_sees(client: TestClient) -> None:
    all3 = three(client, options={"fog_of_war": "on"})
    bea, cor, german = (person.look() for person in (all3.bea, all3.cor, all3.german))
    assert bea["view"] == cor["view"] != german["view"]
    assert bea["fingerprint"] == cor["fingerprint"] and (bea["seat"], cor["seat"]) == (SECOND, THIRD)
    assert all3.bea.get("briefing", seat=SECOND)["title"] == all3.cor.get("briefing", seat=THIRD)["title"]
    for ask in ("log", "replay", "map.svg", "zones", "supply", "notes", "orders", "talk", "watch"):
        params = {"side": "soviet", "of": "soviet"} if ask in ("zones", "supply") else {}
        assert all3.bea.ask(ask, seat=SECOND, **params).status_code == 200, ask
        assert refused(all3.bea.ask(ask, seat=THIRD, **params), 403)
        assert refused(all3.german.ask(ask, seat=THIRD, **params), 403)
    steps = all3.german.get("replay", seat="german")["steps"]
    assert {step["side"] for step in steps} <= {"german", "soviet"}


def test_a_live_turn_of_the_game_for_three(client: TestClient) -> None:
    all3 = three(client)
    seen: set[str] = set()
    for _ in range(300):
        acting = all3.asked[-1]
        seen.add(acting.side)
        for other in all3.all:
            if other not in all3.asked:
                assert said(other) == []
        view = acting.act(all3.least(acting))
        if view["view"]["turn"] > 1:
            break
    assert seen == {"german", SECOND, THIRD} and view["view"]["turn"] == 2


# people


def test_under_fog_a_claim_does_not_tell_which_front_is_asked(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    all3 = three(client, options={"fog_of_war": "on"}, pace={**LIVE, "at_zero": "loses"})
    live = client.app.state.tables.memory.lives[all3.id]  # type: ignore[attr-defined]
    people = {person.side: person for person in all3.all}
    while live.to_act == "german":
        people["german"].act(all3.least(people["german"]))
    live.clock.seen = {SECOND: all3.time, THIRD: all3.time + 300}
    waits = {}
    for asked in (SECOND, THIRD):
        monkeypatch.setattr(Live, "asked", [asked])
        waits[asked] = claim_in(live, "german", all3.time)
    assert live.secret() and waits[SECOND] is not None and waits[SECOND] == waits[THIRD]


def test_a_sides_clock_is_common_to_its_commanders(client: TestClient) -> None:
    all3 = three(client, pace=LIVE)
    all3.until(SECOND)
    clock = all3.bea.together["clock"]
    assert set(clock["left"]) == {"german", "soviet"} and clock["running"] == "soviet"
    all3.time += 60
    all3.until(THIRD)
    clock = all3.cor.together["clock"]
    assert (clock["left"]["soviet"], clock["running"]) == (540.0, "soviet")
    all3.time += 541
    assert all3.bea.together["claim_in"] is all3.cor.together["claim_in"] is None
    assert refused(all3.bea.post("claim", seat=SECOND), 409)
    assert all3.german.together["claim_in"] == 0
    assert all3.german.do("claim")["result"]["winner"] == "german"


def test_who_has_no_time_left_loses_for_his_side(client: TestClient) -> None:
    all3 = three(client, pace={**LIVE, "at_zero": "loses"})
    all3.until(SECOND)
    all3.time += 601
    assert all3.cor.look()["result"]["winner"] == "german"


def test_a_draw_takes_all_three(client: TestClient) -> None:
    all3 = three(client)
    assert all3.bea.do("offers", kind="draw")["offer"]["asked"] == ["german", THIRD]
    assert all3.german.do("offers/answer", kind="draw", accept=True)["offer"]["asked"] == [THIRD]
    all3.cor.do("offers/answer", kind="draw", accept=True)
    assert all3.bea.look()["result"]["closed"] == "drawn"


def test_the_partner_may_decline_what_the_other_side_would_grant(client: TestClient) -> None:
    all3 = three(client, replacements())
    all3.cor.act("refit 39A-94")
    all3.bea.act()
    assert all3.cor.do("offers", kind="takeback")["offer"]["asked"] == ["german", SECOND]
    all3.german.do("offers/answer", kind="takeback", accept=True)
    assert all3.bea.do("offers/answer", kind="takeback", accept=False)["offer"] is None
    all3.time += 1
    assert refused(all3.cor.post("offers", seat=THIRD, kind="takeback"), 409)


def test_a_takeback_goes_back_to_before_ones_own_last_action(client: TestClient) -> None:
    all3 = three(client, replacements())
    all3.cor.act("refit 39A-94")
    all3.bea.act("refit 65A-18")
    all3.cor.do("offers", kind="takeback")
    for person in (all3.german, all3.bea):
        person.do("offers/answer", kind="takeback", accept=True)
    assert all3.asked == [all3.bea, all3.cor] and "refit 39A-94" in said(all3.cor)


def test_to_give_up_takes_both_and_the_enemy_does_not_hear_of_it(client: TestClient) -> None:
    all3 = three(client)
    asked = all3.bea.do("resign")
    assert asked["result"] is None and asked["together"]["offer"] == {"kind": "resign", "by": SECOND, "asked": [THIRD]}
    assert all3.cor.together["offer"]["kind"] == "resign" and all3.german.together["offer"] is None
    assert refused(all3.german.post("offers/answer", seat="german", kind="resign", accept=False), 409)
    assert refused(all3.bea.post("resign", seat=SECOND), 409)
    all3.cor.do("offers/answer", kind="resign", accept=False)
    assert "both" in refused(all3.bea.post("resign", seat=SECOND), 409)["message"]
    assert all3.cor.do("resign")["together"]["offer"]["asked"] == [SECOND]
    ended = all3.bea.do("resign")["result"]
    assert (ended["winner"], ended["text"]) == ("german", "The Soviets have resigned")
    assert all3.german.look()["result"]["closed"] == "resigned"


def test_a_wish_to_give_up_outlasts_the_enemys_move_not_the_partners(client: TestClient) -> None:
    all3 = three(client)
    assert all3.asked == [all3.german]
    all3.bea.do("resign")
    assert "draw" in all3.german.together["may"] and "draw" not in all3.cor.together["may"]
    all3.german.act()
    assert all3.cor.together["offer"]["kind"] == "resign"
    assert refused(all3.bea.post("offers", seat=SECOND, kind="resign"), 409)
    assert all3.german.do("offers", kind="draw")["offer"]["kind"] == "draw"  # what he does not know is not in his way
    all3.cor.do("offers/answer", kind="draw", accept=False)
    all3.until(THIRD)
    all3.bea.do("resign")
    all3.cor.act(all3.least(all3.cor))
    assert all3.bea.together["offer"] is None


def test_the_german_gives_up_by_himself(client: TestClient) -> None:
    assert three(client).german.do("resign")["result"]["winner"] == "soviet"


def test_talk_names_the_front_and_notes_are_ones_own(client: TestClient) -> None:
    all3 = three(client)
    assert all3.bea.do("talk", 201, text="I go left")["seat"] == SECOND
    assert all3.cor.get("talk", seat=THIRD)[0]["text"] == "I go left"
    path = f"/api/matches/{all3.id}/notes"
    assert all3.bea.client.put(path, json={"seat": SECOND, "text": "mine"}).status_code == 200
    assert all3.cor.get("notes", seat=THIRD) == {"text": ""} and all3.bea.get("notes", seat=SECOND) == {"text": "mine"}


def test_the_live_line_tells_each_who_is_here(client: TestClient) -> None:
    all3 = three(client)
    with all3.bea.client.websocket_connect(f"/api/matches/{all3.id}/live?seat={SECOND}") as line:
        assert line.receive_json()["type"] == "changed" and line.receive_json()["together"]["present"] == [SECOND]
        with all3.cor.client.websocket_connect(f"/api/matches/{all3.id}/live?seat={THIRD}") as other:
            assert line.receive_json()["together"]["present"] == [SECOND, THIRD]
            assert other.receive_json()["type"] == "changed"
            all3.german.act()
            assert line.receive_json()["serial"] == 1


def test_standing_orders_answer_for_ones_own_front_and_leave_the_rest(client: TestClient) -> None:
    orders = {"decline": ["barrage"], "away": False}
    all3 = three(client)
    for person in (all3.bea, all3.cor):
        path = f"/api/matches/{all3.id}/orders"
        assert person.client.put(path, json={"seat": person.side, "orders": orders}).status_code == 200
    while all3.asked == [all3.german] and all3.german.look()["view"]["phase"] == "barrage":
        all3.german.act(all3.least(all3.german))
    used = {person.side: person.get("orders", seat=person.side)["used"] for person in (all3.bea, all3.cor)}
    heard = {person.side: person.look(since=0)["events"] for person in all3.all}
    for person in (all3.bea, all3.cor):
        own = [event for event in heard[person.side] if event["key"] == "server.orders.used"]
        assert len(own) == used[person.side]
    assert not [event for event in heard["german"] if event["key"] == "server.orders.used"]
    assert all3.german.look()["view"]["phase"] != "barrage" and sum(used.values())


def test_what_both_may_answer_is_no_matter_of_standing_orders(client: TestClient) -> None:
    all3 = three(client, replacements())
    path = f"/api/matches/{all3.id}/orders"
    orders = {"decline": ["replace"], "away": False}
    given = all3.bea.client.put(path, json={"seat": SECOND, "orders": orders})
    assert given.json()["used"] == 0 and all3.asked == [all3.bea, all3.cor]
    all3.cor.act("refit 39A-94")
    assert all3.bea.get("orders", seat=SECOND)["used"] == 2  # now it was asked of her alone: declined, and gone on


def test_a_sandbox_is_of_the_whole_side(client: TestClient) -> None:
    all3 = three(client, activation())
    made = all3.bea.do("sandbox", 201)
    assert made["seats"] == ["german", "soviet"]
    assert "move 39A-94" in said(Person(all3.bea.client, made["id"], "soviet"))


def test_a_rematch_passes_the_seats_on(client: TestClient) -> None:
    all3 = three(client)
    all3.german.do("resign")
    made = all3.cor.post("rematch", exchanged=True)
    assert made.status_code == 201
    assert Sitting(all3.cor.client, made.json()["id"]).view(SECOND)["seats"][SECOND] == "me"
    assert Sitting(all3.bea.client, made.json()["id"]).view("german")["seats"]["german"] == "me"


def test_the_list_says_whose_turn_it_is(client: TestClient) -> None:
    all3 = three(client, activation())
    for person in all3.all:
        rows = person.client.get("/api/matches", params={"id": all3.id}).json()
        assert rows[0]["to_act"] == ("soviet" if person is all3.german else THIRD)  # whose units may lie hidden
    both = three(client, replacements())
    assert both.bea.client.get("/api/matches", params={"id": both.id}).json()[0]["to_act"] == "soviet"


def test_between_people_of_one_side_alone_one_may_be_advised(client: TestClient) -> None:
    seats = {"german": "bot:random", SECOND: "link", THIRD: "me"}
    made = client.post("/api/matches", json={"game": "koenigsberg", "seats": seats}).json()
    assert Sitting(client, made["id"]).view(THIRD)["aids"]["allowed"]
    assert not three(client).bea.look()["aids"]["allowed"]


def test_a_command_at_the_lobby_is_taken_by_whoever_comes(client: TestClient) -> None:
    made = make(client, german="me", soviet_2BF="open", soviet_3BF="open").json()
    row = next(row for row in client.get("/api/lobby").json()["tables"] if row["id"] == made["id"])
    assert row["open"] == [SECOND, THIRD]
    taken = stranger(client).post(f"/api/lobby/{made['id']}", json={"name": "Bea", "seat": THIRD}).json()
    assert taken["seat"] == THIRD


# bots


def test_a_bot_leads_its_front_and_leaves_to_a_person_what_is_shared(tmp_path: Path) -> None:
    """On a server of its own: where people play the same position, no bot may sit at it."""
    seats = {"german": "me", SECOND: "link", THIRD: "bot:random"}
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        answer = client.post("/api/matches/import", json={"save": replacements(), "seats": seats})
        assert answer.status_code == 201, answer.text
        made = answer.json()
        bea = Person(stranger(client), made["id"], SECOND)
        bea.client.post(f"/api{made['links'][SECOND]}", json={"name": "Bea", "accepts": True})
        assert bea.look()["decision"]["asked"] == [SECOND, THIRD] and said(bea) == ["refit 65A-18", "done"]
        bea.act("refit 65A-18")  # now what is left is the bot's
        until(lambda: bea.look()["serial"] > 1)
        steps = [step for step in bea.get("replay", seat=SECOND)["steps"] if step["side"] == "soviet"]
        assert steps[1]["action"] in ("refit 39A-94", "done")


# what is kept


def test_the_division_outlasts_the_server(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        all3 = three(client, replacements())
        all3.cor.act("refit 39A-94")
        cookies = [person.client.cookies for person in all3.all]
    with visit(tmp_path / "m.sqlite") as client:
        client.cookies = cookies[1]
        bea = Person(client, all3.id, SECOND)
        assert said(bea) == ["refit 65A-18", "done"] and bea.look()["decision"]["asked"] == [SECOND]


def test_the_save_knows_two_sides_as_ever(client: TestClient) -> None:
    all3 = three(client)
    all3.until(SECOND)
    all3.german.do("resign")
    saved = all3.bea.get("save", seat=SECOND)["save"]
    again = client.post("/api/matches/import", json={"save": saved, "seats": {"german": "me", "soviet": "bot:random"}})
    assert again.status_code == 201 and "soviet." not in saved


@pytest.fixture
def hooked(tmp_path: Path) -> Iterator[tuple[TestClient, str, Box]]:
    """A server that tells people, whom it is told by, and what was told."""
    calls = Settings("https://here.example", private=True, pauses=(0.01,), minute=0.01, seldom=0.0)
    with hook_server() as (hook, box), visit(tmp_path / "m.sqlite", guarded=True, calls=calls) as client:
        yield client, hook, box


def test_only_who_is_asked_is_told(hooked: tuple[TestClient, str, Box]) -> None:
    client, hook, box = hooked
    all3 = three(client)
    for person in (all3.bea, all3.cor):
        set_up(person.client, "json", f"{hook}/{person.side}", when="always")
    all3.until(SECOND)
    (first,) = box.wait(1)
    assert first["path"] == f"/{SECOND}" and told(first)["seat"] == SECOND
    assert "2nd Belorussian Front" in told(first)["body"] and f"/#/match/{all3.id}/{SECOND}" in told(first)["link"]
    all3.until(THIRD)
    assert [one["path"] for one in box.wait(2)] == [f"/{SECOND}", f"/{THIRD}"]


def test_both_are_told_when_it_is_shared_and_once(hooked: tuple[TestClient, str, Box]) -> None:
    client, hook, box = hooked
    made = client.post("/api/matches/import", json={"save": replacements(), "seats": SEATS}).json()
    for seat in (SECOND, THIRD):
        person = stranger(client)
        person.put("/api/me", json={"name": seat})
        set_up(person, "json", f"{hook}/{seat}", when="always")
        assert person.post(f"/api{made['links'][seat]}", json={"accepts": True}).status_code == 200
    assert {one["path"] for one in box.wait(2)} == {f"/{SECOND}", f"/{THIRD}"}
    Person(person, made["id"], THIRD).act("refit 39A-94")  # she has known for long that she is asked
    Person(client, made["id"], "german").do("resign")
    later = box.wait(4)[2:]
    assert all(told(one)["title"].endswith("the match is over") for one in later)


# the dice


def test_every_commander_has_a_share_in_the_dice(client: TestClient) -> None:
    shares = {"german": "aa" * 32, SECOND: "bb" * 32, THIRD: "cc" * 32}
    body = {"game": "koenigsberg", "seats": SEATS, "promise": promise("share", shares["german"])}
    made = client.post("/api/matches", json=body).json()
    people = {"german": client}
    for seat in (SECOND, THIRD):
        people[seat] = stranger(client)
        sent = {"name": seat, "promise": promise("share", shares[seat])}
        assert people[seat].post(f"/api{made['links'][seat]}", json=sent).status_code == 200
    for seat, person in people.items():
        given = person.post(f"/api/matches/{made['id']}/share", json={"seat": seat, "share": shares[seat]})
        assert given.status_code == 200, given.text
    Person(client, made["id"], "german").do("resign")
    proof = client.get(f"/api/matches/{made['id']}/proof").json()
    assert set(proof["shares"]) == set(shares)
    found = client.post("/api/verify", json={"file": json.dumps(proof)}).json()
    assert found["good"], found["checks"]
    proof["shares"][THIRD] = "dd" * 32
    assert not client.post("/api/verify", json={"file": json.dumps(proof)}).json()["good"]


def test_the_shares_stand_in_the_order_of_the_sides() -> None:
    sides = ("german", "soviet")
    assert sharers(sides, {THIRD: "", SECOND: "", "german": ""}) == ["german", SECOND, THIRD]
    assert sharers(sides, {THIRD: ""}) == ["german", THIRD] and sharers(sides, {}) == ["german", "soviet"]
