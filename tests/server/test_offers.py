"""What people do beside the game: they resign, agree on a draw, take back, adjourn."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.server.company import may_ask, unanswered
from countermarch.server.live import Offer
from tests.server.apart import FRIEND, MAKER, Pair, apart, pair
from tests.server.sitting import Sitting, refused, sit, stranger, visit


@pytest.fixture
def both(client: TestClient) -> Pair:
    return pair(client)


def test_who_resigns_has_lost_and_nobody_acts_any_more(both: Pair) -> None:
    both.play(4)
    before = both.maker.match.save()
    serial = both.maker.look()["serial"]
    ended = both.friend.do("resign")
    assert ended["result"] == {
        "winner": MAKER, "level": "", "points": {}, "text": "The Germans have resigned", "closed": "resigned",
    }  # fmt: skip
    told = both.maker.look(since=0)
    assert told["serial"] == serial + 1 and told["decision"] is None and told["legal"] is None
    assert told["events"][-1]["text"] == "The Germans have resigned"
    assert both.maker.look(lang="es")["result"]["text"] == "Se rinden: Alemanes"
    assert told["dice_key"] and cm.resume(before).save() == both.maker.match.save()
    row = next(row for row in both.client.get("/api/matches").json() if row["id"] == both.id)
    assert (row["over"], row["winner"], row["verdict"]) == (True, MAKER, "The Germans have resigned")
    for person in (both.maker, both.friend):
        assert "over" in refused(person.post("actions", seat=person.side, action="done"), 409)["message"]
        assert refused(person.post("resign", seat=person.side), 409)


def test_a_match_that_was_resigned_is_over_in_every_way(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite") as both:
        both.play(5)
        both.maker.do("resign")
        id, serial = both.id, both.friend.look()["serial"]
        saved = both.friend.get("save", seat=FRIEND)["save"]
        assert cm.resume(saved).to_act is not None
        assert len(both.friend.get("replay", seat=FRIEND)["steps"]) == 5
        assert both.friend.get("chronicle", seat=FRIEND)["result"]["closed"] == "resigned"
        again = both.friend.post("rematch", exchanged=True)
        assert again.status_code == 201 and Sitting(both.client, again.json()["id"]).view(FRIEND)["decision"]
    with visit(tmp_path / "m.sqlite") as client:
        client.cookies = both.client.cookies
        view = Sitting(client, id).view(MAKER, since=0)
        assert view["result"]["winner"] == FRIEND and view["serial"] == serial
        assert view["events"][-1]["text"] == "The Soviets have resigned"


def test_nobody_resigns_for_another(both: Pair) -> None:
    assert refused(both.maker.post("resign", seat=FRIEND), 403)
    assert refused(Sitting(stranger(both.client), both.id).post("resign", seat=FRIEND), 403)
    assert both.maker.look()["result"] is None


def test_alone_against_a_bot_one_resigns_and_asks_for_nothing(client: TestClient) -> None:
    table = sit(client, game="bridgehead", seats={"soviet": "bot:random"})
    assert table.view("german")["together"] is None
    assert "screens of their own" in refused(table.post("offers", seat="german", kind="draw"), 409)["message"]
    assert table.post("resign", seat="german").json()["result"]["winner"] == "soviet"


# a draw


def test_a_draw_is_offered_and_accepted(both: Pair) -> None:
    asked = both.maker.do("offers", kind="draw")
    assert asked["offer"] == {"kind": "draw", "by": MAKER, "asked": [FRIEND]} and asked["may"] == []
    assert refused(both.maker.post("offers/answer", seat=MAKER, kind="draw", accept=True), 409)
    assert refused(both.friend.post("offers/answer", seat=FRIEND, kind="takeback", accept=True), 409)
    both.friend.do("offers/answer", kind="draw", accept=True)
    view = both.maker.look()
    assert view["result"]["winner"] is None and view["result"]["text"] == "A draw, by agreement"


def test_a_draw_is_declined_and_asked_for_again_only_when_the_match_has_gone_on(both: Pair) -> None:
    both.maker.do("offers", kind="draw")
    told = both.friend.do("offers/answer", kind="draw", accept=False)
    assert told["offer"] is None and both.maker.look()["result"] is None
    assert "gone on" in refused(both.maker.post("offers", seat=MAKER, kind="draw"), 409)["message"]
    both.play(1)
    assert both.maker.do("offers", kind="draw")["offer"]["kind"] == "draw"


def test_taking_back_and_playing_again_is_not_going_on(both: Pair) -> None:
    asker, other = both.acting(), both.waiting()
    asker.act()
    assert both.acting() is asker
    for kind, answers in (("draw", other), ("takeback", asker)):
        asker.do("offers", kind=kind)
        answers.do("offers/answer", kind=kind, accept=False)
    for _ in range(2):
        asker.do("undo")
        asker.act()
        for kind in ("draw", "takeback"):
            refused(asker.post("offers", seat=asker.side, kind=kind), 409)
    asker.act()
    assert {"draw", "takeback"} <= set(asker.together["may"])


def test_a_takeback_that_lapsed_is_not_asked_for_again_at_once(both: Pair) -> None:
    asker = both.acting()
    asker.act()
    asker.do("offers", kind="takeback")
    asker.act()
    asker.do("undo")
    refused(asker.post("offers", seat=asker.side, kind="takeback"), 409)


def test_who_asked_may_withdraw(both: Pair) -> None:
    both.maker.do("offers", kind="draw")
    assert both.maker.do("offers/answer", kind="draw", accept=False)["offer"] is None
    assert refused(both.friend.post("offers/answer", seat=FRIEND, kind="draw", accept=True), 409)


def test_whoever_plays_on_without_an_answer_has_declined(both: Pair) -> None:
    acting, waiting = both.acting(), both.waiting()
    waiting.do("offers", kind="draw")
    acting.act()
    assert waiting.together["offer"] is None


def test_an_offer_outlives_a_restart(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite") as both:
        both.maker.do("offers", kind="draw")
    with visit(tmp_path / "m.sqlite") as client:
        client.cookies = both.client.cookies
        assert Sitting(client, both.id).view(MAKER)["together"]["offer"]["kind"] == "draw"


# taking back beyond a die


def _past_a_die(both: Pair) -> int:
    """Plays until a die has fallen that cannot be taken back; how many actions had been played before it."""
    match = both.maker.match
    while not match.rolls or both.maker.look()["undo_points"] or both.friend.look()["undo_points"]:
        match = both.maker.match
        both.play(1)
    return len(match.rolls)


def test_both_agree_to_take_back_and_other_dice_fall(both: Pair) -> None:
    _past_a_die(both)
    table = both.maker.match
    seat = both.client.app.state.tables.memory.lives[both.id].actions[-1].entry.seat  # type: ignore[attr-defined]
    asker, other = (both.maker, both.friend) if seat == MAKER else (both.friend, both.maker)
    actions, commitment = asker.look()["actions"], table.commitment
    played = table.record[-1]
    assert asker.do("offers", kind="takeback")["offer"]["by"] == asker.side
    assert asker.look()["actions"] == actions, "nothing is taken back before the other agrees"
    other.do("offers/answer", kind="takeback", accept=True)
    view = other.look(since=0)
    assert view["actions"] == actions - 1 and view["decision"]["side"] == asker.side
    assert "by agreement" in view["events"][-1]["text"] and view["commitment"] == commitment
    fell = table.rolls[-1]
    asker.act(played)
    again = both.maker.match.rolls[-1]
    assert again.purpose.endswith(" lot 1") and again.purpose != fell.purpose
    assert cm.resume(both.maker.match.save()).fingerprint() == both.maker.match.fingerprint()


def test_a_takeback_outlives_a_restart_and_the_next_brings_other_dice_again(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite") as both:
        both.play(6)
        for lot in (1, 2):
            both.acting().act()
            both.maker.do("offers", kind="takeback")
            both.friend.do("offers/answer", kind="takeback", accept=True)
            assert both.maker.match.lot == lot
        told, fingerprint = both.maker.look(since=0), both.maker.match.fingerprint()
        assert [step["index"] for step in both.maker.get("replay", seat=MAKER)["steps"]]
    with visit(tmp_path / "m.sqlite") as client:
        client.cookies = both.client.cookies
        table = Sitting(client, both.id)
        view = table.view(MAKER, since=0)
        assert table.match.fingerprint() == fingerprint and view["serial"] == told["serial"]
        assert [event["text"] for event in view["events"]] == [event["text"] for event in told["events"]]


def test_a_takeback_lapses_when_the_match_goes_on(both: Pair) -> None:
    both.play(2)
    acting = both.acting()
    if both.client.app.state.tables.memory.lives[both.id].last_of(acting.side) is None:  # type: ignore[attr-defined]
        acting.act()
        acting = both.acting()
    acting.do("offers", kind="takeback")
    acting.act()
    assert acting.together["offer"] is None


def test_who_has_done_nothing_has_nothing_to_take_back(both: Pair) -> None:
    assert (
        "has not acted"
        in refused(both.waiting().post("offers", seat=both.waiting().side, kind="takeback"), 409)["message"]
    )


def test_bots_agree_to_takebacks_and_to_no_draw() -> None:
    """The people are asked; whether a game has a third side or not, bots are not."""
    seats = {"a": "me", "b": "link", "c": "bot:captain"}
    table: Any = SimpleNamespace(
        over=False, offer=None, reached=3, clock=None, declined={}, seats=seats, people=["a", "b"],
        last_of=lambda side: 1, person_at=lambda side: side,
    )  # fmt: skip
    assert may_ask(table, "a") == ["takeback"]
    assert unanswered(table, Offer("takeback", "a")) == ["b"]


def test_two_answers_at_once_do_a_thing_once(both: Pair) -> None:
    both.play(3)
    both.acting().act()
    actions = both.maker.look()["actions"]
    both.maker.do("offers", kind="takeback")
    both.friend.do("offers/answer", kind="takeback", accept=True)
    assert refused(both.friend.post("offers/answer", seat=FRIEND, kind="takeback", accept=True), 409)
    assert both.maker.look()["actions"] < actions


def test_strangers_neither_see_nor_answer_offers(both: Pair) -> None:
    both.maker.do("offers", kind="draw")
    other = Sitting(stranger(both.client), both.id)
    assert refused(other.post("offers/answer", seat=FRIEND, kind="draw", accept=True), 403)
    assert refused(other.post("claim", seat=MAKER), 403) and refused(other.post("resume", seat=MAKER), 403)


def test_two_tables_do_not_hear_of_each_other(client: TestClient) -> None:
    one, two = pair(client), pair(client)
    one.maker.do("offers", kind="draw")
    assert two.maker.together["offer"] is None
