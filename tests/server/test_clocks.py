"""The pace of people who play apart: clocks the server keeps, days a move, and what happens at zero."""

from __future__ import annotations

import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from fastapi.testclient import TestClient
from sqlalchemy.exc import OperationalError
from starlette.testclient import WebSocketTestSession

from countermarch.server import clocks, timing
from countermarch.server.clocks import DAY, GRACE, PATIENCE
from countermarch.server.store import ACTION, Entry, NotOurs
from countermarch.server.talk_models import Pace
from tests.server.apart import FRIEND, MAKER, Pair, Person, apart, pair
from tests.server.databases import rows
from tests.server.houses import wait_for
from tests.server.sitting import Sitting, refused, sit, stranger, visit
from tests.server.test_rulings import OTHERWISE, age, change

LIVE = {"kind": "live", "minutes": 10, "increment": 5, "at_zero": "loses"}
DAYS = {"kind": "days", "days": 3, "vacation": 2, "at_zero": "claim"}


@pytest.fixture
def live(client: TestClient) -> Pair:
    both = pair(client, pace=LIVE)
    both.maker.look()
    return both


@pytest.fixture
def slow(client: TestClient) -> Pair:
    both = pair(client, pace=DAYS)
    both.maker.look()
    return both


def clock(person: Person) -> Any:
    return person.together["clock"]


def pass_on(both: Pair) -> Person:
    """Until another side is to act; who that is."""
    first = both.acting()
    while both.acting() is first:
        first.act()
    return both.acting()


def test_only_the_clock_of_whoever_is_to_act_runs(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    live.time += 90
    told = clock(idle)
    assert told["running"] == acting.side
    assert told["left"] == {acting.side: 510.0, idle.side: 600.0}
    assert live.maker.together["pace"]["at_zero"] == "loses"


def test_a_decision_adds_its_increment_once_however_often_it_is_taken_back(live: Pair) -> None:
    acting = live.acting()
    live.time += 30
    acting.act()
    assert clock(acting)["left"][acting.side] == 575.0
    assert acting.look()["can_undo"]
    acting.do("undo")
    acting.act()
    assert clock(acting)["left"][acting.side] == 575.0


def test_who_has_no_time_left_loses_if_that_was_agreed(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    live.time += 601
    view = idle.look(since=0)
    assert view["result"]["winner"] == idle.side and "out of time" in view["result"]["text"]
    assert view["together"]["clock"]["running"] is None
    assert refused(acting.post("actions", seat=acting.side, action="done"), 409)
    row = next(row for row in live.client.get("/api/matches").json() if row["id"] == live.id)
    assert row["over"] and row["winner"] == idle.side


def test_time_is_up_even_if_nobody_asks(live: Pair) -> None:
    idle = live.waiting()
    with idle.listening(idle.side) as socket:
        live.time += 599.8
        idle.look()  # the alarm is set
        live.time += 1
        assert told_of_the_end(socket) == "server.closed.time"


def told_of_the_end(socket: WebSocketTestSession) -> str:
    told = socket.receive_json()
    while told["type"] != "changed" or not told["events"]:
        told = socket.receive_json()
    return str(told["events"][-1]["key"])


def test_time_is_up_though_the_database_was_away_at_that_moment(live: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    idle, owners, failed = live.waiting(), live.client.app.state.tables.memory.owners, list[str]()  # type: ignore[attr-defined]
    monkeypatch.setattr(timing, "AGAIN", 0.1)

    async def have(id: str) -> None:
        if len(failed) < 2:
            failed.append(id)
            raise OperationalError("away", {}, Exception())

    with idle.listening(idle.side) as socket:
        live.time += 599.8
        idle.look()
        monkeypatch.setattr(owners, "have", have)
        live.time += 1
        assert told_of_the_end(socket) == "server.closed.time"
    assert failed == [live.id, live.id]


def test_who_has_given_a_match_away_does_not_ask_for_it_when_time_is_up(
    live: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has it looks; and whoever listens there would have to come again."""
    asked, owners = list[str](), live.client.app.state.tables.memory.owners  # type: ignore[attr-defined]

    async def have(id: str) -> None:
        asked.append("have")

    async def may(id: str) -> bool:
        asked.append("may")
        return False

    live.time += 599.8
    live.maker.look()
    monkeypatch.setattr(owners, "have", have)
    monkeypatch.setattr(owners, "may", may)
    wait_for(lambda: asked, 5)
    assert asked == ["may"]


def test_nothing_is_said_of_the_time_of_a_match_that_is_gone(live: Pair, caplog: pytest.LogCaptureFixture) -> None:
    live.time += 599.8
    live.maker.look()
    hall = live.client.app.state.tables  # type: ignore[attr-defined]
    hall.memory.forget(hall.memory.lives[live.id])
    hall.store.remove(live.id)
    time.sleep(0.5)
    assert not caplog.records


def test_what_could_not_be_kept_of_a_clock_is_not_done(live: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    acting, idle = live.acting(), live.waiting()
    idle.do("offers", kind="adjourn")

    def change(id: str, **_: Any) -> None:
        raise OperationalError("away", {}, Exception())

    with monkeypatch.context() as away:
        away.setattr(live.client.app.state.tables.store, "change", change)  # type: ignore[attr-defined]
        answer = acting.post("offers/answer", seat=acting.side, kind="adjourn", accept=True)
        assert "nothing was done" in refused(answer, 503)["message"]
    together = idle.together
    assert not together["adjourned"] and together["clock"]["running"] == acting.side
    assert together["offer"]["by"] == idle.side


def test_the_clock_outlives_a_restart_and_nobody_loses_by_it(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite", pace=LIVE) as both:
        acting = both.acting()
        both.time += 100
        acting.act()
        left = clock(acting)["left"]
    for away, expected in ((50, 505.0 - 50), (5000, GRACE)):
        with visit(tmp_path / "m.sqlite") as client:
            hall = client.app.state.tables  # type: ignore[attr-defined]
            hall.memory.now = lambda away=away: both.time + away
            hall.memory.started = both.time + away
            client.cookies = both.client.cookies
            told = Sitting(client, both.id).view(MAKER)["together"]["clock"]
            assert told["running"] == acting.side and told["left"][acting.side] == expected, left


@pytest.mark.parametrize("opened", [10, 2 * DAY])
def test_the_clock_stands_while_a_match_rests_by_a_change_of_rules(tmp_path: Path, opened: float) -> None:
    file = tmp_path / "m.sqlite"
    with apart(file, pace=LIVE) as both:
        both.play(6)
        acting, left = both.acting(), clock(both.maker)["left"]
    age(file, both.id)
    change(file, both.id, OTHERWISE)
    for later in (opened, 40 * DAY):
        with visit(file) as client:
            memory = client.app.state.tables.memory  # type: ignore[attr-defined]
            memory.now, memory.begun = lambda later=later: both.time + later, both.time + 5
            memory.been_away()  # which takes nobody's time before the match was opened
            client.cookies = both.maker.client.cookies
            maker, friend = Person(client, both.id, MAKER), Person(stranger(client), both.id, FRIEND)
            friend.client.cookies = both.friend.client.cookies
            view = maker.look()
            assert view["stranded"] and view["result"] is None
            told = view["together"]["clock"]
            assert told["running"] is None and told["left"] == {**left, acting.side: left[acting.side] - 5}
            for one in (maker, friend) if later > opened else ():
                one.do("go-on")
            memory.now = lambda later=later: both.time + later + 30
            told = maker.together["clock"]
            gone_on = later > opened
            assert told["running"] == (acting.side if gone_on else None)
            assert told["left"][acting.side] == left[acting.side] - (35 if gone_on else 5)


@pytest.mark.parametrize(
    ("at_zero", "away", "over"), [("loses", 700, True), ("loses", 500, False), ("claim", 700, False)]
)
def test_time_is_up_even_if_nobody_asks_since_the_server_started(
    tmp_path: Path, at_zero: str, away: float, over: bool
) -> None:
    file = tmp_path / "m.sqlite"
    with apart(file, pace={**LIVE, "at_zero": at_zero}) as both:
        assert clock(both.maker)["running"]
    with visit(file) as client:
        hall = client.app.state.tables  # type: ignore[attr-defined]
        hall.memory.now, hall.memory.started = lambda: both.time + away, both.time + 1
        client.portal.call(hall.times.look_at_all)  # type: ignore[union-attr]
        assert (hall.store.goes_on(both.id), both.id in hall.memory.lives) == (not over, over)
    assert bool(rows(file, "select id from matches where verdict is not null")) == over


def test_a_damaged_match_is_looked_at_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    file = tmp_path / "m.sqlite"
    with apart(file, pace=LIVE) as both:
        both.play(2)
    change(file, both.id, "update matches set header = '{}' where id = :id")
    with visit(file) as client:
        hall, looked = client.app.state.tables, list[str]()  # type: ignore[attr-defined]
        hall.memory.now = lambda: both.time + 700
        find = hall.memory.kept

        def kept(id: str) -> Any:
            looked.append(id)
            return find(id)

        hall.memory.kept = kept
        for _ in range(2):
            client.portal.call(hall.times.look_at_all)  # type: ignore[union-attr]
    assert looked == [both.id] and not [one for one in caplog.records if one.exc_info]


def test_a_match_that_is_taken_over_meanwhile_keeps_no_other_from_being_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looked = list[str]()

    async def have(id: str) -> None:
        looked.append(id)
        raise NotOurs(id)

    with visit(tmp_path / "m.sqlite") as client:
        both = [pair(client, pace=LIVE) for _ in range(2)]
        hall = client.app.state.tables  # type: ignore[attr-defined]
        hall.memory.now = lambda: both[0].time
        for one in both:
            assert clock(one.maker)["running"]
        hall.memory.now = lambda: both[0].time + 700
        monkeypatch.setattr(hall.memory.owners, "have", have)
        client.portal.call(hall.times.look_at_all)  # type: ignore[union-attr]
    assert {*looked} == {one.id for one in both} and not caplog.records


def restarted(both: Pair) -> None:
    """The server has just come back: nothing of the match is in memory."""
    memory = both.client.app.state.tables.memory  # type: ignore[attr-defined]
    memory.lives.clear()
    memory.started = both.time


def test_a_restart_gives_no_vacation_back(slow: Pair) -> None:
    first, idle = slow.acting(), slow.waiting()
    slow.time += 5 * DAY - 30
    assert clock(first)["vacation"][first.side] == 30
    restarted(slow)
    told = clock(first)
    assert told["left"][first.side] == GRACE and told["vacation"] == {first.side: 0, idle.side: 2 * DAY}
    slow.time += GRACE
    assert idle.together["claim_in"] == 0


@pytest.mark.parametrize(
    ("pace", "away"),
    [(None, PATIENCE), ({**DAYS, "at_zero": "nothing"}, 5 * DAY), ({**LIVE, "at_zero": "nothing"}, 600)],
)
def test_who_has_left_is_not_waited_for_anew_after_a_restart(
    client: TestClient, pace: dict[str, Any] | None, away: float
) -> None:
    both = pair(client, **({} if pace is None else {"pace": pace}))
    both.maker.look()
    idle = both.waiting()
    both.time += away + 1
    assert idle.together["claim_in"] == 0
    restarted(both)
    both.time += GRACE
    assert idle.together["claim_in"] == 0
    assert idle.do("claim")["result"]["winner"] == idle.side


def test_nobody_loses_while_nobody_can_act(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    live.time += 590
    assert clock(idle)["left"][acting.side] == 10
    live.time += 100
    live.client.app.state.tables.memory.been_away()  # type: ignore[attr-defined]
    live.time += 5
    assert clock(idle)["left"] == {acting.side: GRACE - 5, idle.side: 600}
    live.time += GRACE - 5
    assert idle.look()["result"]["winner"] == idle.side


def test_nobody_loses_while_nothing_can_be_written(live: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that is full, or a file that is gone."""
    acting, idle = live.acting(), live.waiting()

    def full(*_: Any, **__: Any) -> None:
        raise OperationalError("full", {}, Exception())

    live.time += 595
    with monkeypatch.context() as patch:
        patch.setattr(live.client.app.state.tables.store, "append_all", full)  # type: ignore[attr-defined]
        live.time += 10
        assert idle.ask("view", seat=idle.side).status_code == 503  # who has no time left could not be told so
    live.time += 5
    assert clock(idle)["left"] == {acting.side: GRACE - 5, idle.side: 600}


def test_a_clock_waits_until_all_sit(client: TestClient) -> None:
    seats = {FRIEND: "link", MAKER: "me"}
    made = client.post("/api/matches", json={"game": "bridgehead", "seats": seats, "pace": LIVE}).json()
    view = Sitting(client, made["id"]).view(MAKER)
    assert view["waiting"] == [FRIEND] and view["together"] is None
    assert client.get(f"/api{made['links'][FRIEND]}").json()["pace"]["minutes"] == 10


def test_a_pace_is_for_people_apart(client: TestClient) -> None:
    for seats in ({}, {"german": "bot:random"}):
        answer = client.post("/api/matches", json={"game": "bridgehead", "seats": seats, "pace": LIVE})
        assert "play apart" in refused(answer, 422)["message"]
    table = sit(client, game="bridgehead")
    assert table.view("german")["together"] is None


@pytest.mark.parametrize(
    "wrong", [{"minutes": 0}, {"kind": "slow"}, {"at_zero": "dies"}, {"increment": -1}, {"hours": 3}]
)
def test_a_pace_that_is_none_is_refused(tmp_path: Path, wrong: dict[str, Any]) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        seats = {FRIEND: "link", MAKER: "me"}
        asked = {"game": "bridgehead", "seats": seats, "pace": {**LIVE, **wrong}}
        assert refused(client.post("/api/matches", json=asked), 422)


def test_the_clock_stands_while_a_bot_thinks() -> None:
    table: Any = SimpleNamespace(
        pace=Pace(kind="live", minutes=1), people=["a", "b"], to_act="c", asked=["c"], played=0, over=False,
        rests=False, seats={"a": "me", "b": "link", "c": "bot:captain"},
    )  # fmt: skip
    table.clock = clocks.begin(table, 0.0)
    assert table.clock.running is None and clocks.time_left(table, 500.0) is None
    table.to_act, table.asked = "b", ["b"]
    clocks.go_on(table, 500.0)
    assert clocks.time_left(table, 510.0) == 50.0


# days a move


def test_days_begin_anew_when_the_other_has_acted(slow: Pair) -> None:
    first = slow.acting()
    slow.time += 2 * DAY
    assert clock(first)["left"][first.side] == DAY
    second = pass_on(slow)
    assert clock(second)["left"][second.side] == 3 * DAY
    slow.time += DAY
    pass_on(slow)
    assert clock(first)["left"][first.side] == 3 * DAY


def test_vacation_is_used_when_the_days_are_up(slow: Pair) -> None:
    first, idle = slow.acting(), slow.waiting()
    slow.time += 4 * DAY
    told = clock(first)
    assert told["left"][first.side] == 0 and told["vacation"] == {first.side: DAY, idle.side: 2 * DAY}
    pass_on(slow)
    assert clock(first)["vacation"][first.side] == DAY


def test_time_that_is_up_may_be_claimed_if_that_was_agreed(slow: Pair) -> None:
    late, idle = slow.acting(), slow.waiting()
    slow.time += 4.9 * DAY
    assert 0 < idle.together["claim_in"] <= 0.1 * DAY + 1
    assert "not up" in refused(idle.post("claim", seat=idle.side), 409)["message"]
    assert late.together["claim_in"] is None and refused(late.post("claim", seat=late.side), 409)
    slow.time += 0.2 * DAY
    assert idle.together["claim_in"] == 0
    assert late.look()["result"] is None, "nobody loses before it is claimed"
    ended = idle.do("claim")["result"]
    assert ended["winner"] == idle.side and ended["closed"] == "time"


def test_who_plays_before_it_is_claimed_is_in_time(slow: Pair) -> None:
    late, idle = slow.acting(), slow.waiting()
    slow.time += 6 * DAY
    pass_on(slow)
    assert late.together["claim_in"] is None or late is not idle
    assert refused(idle.post("claim", seat=idle.side), 409)


def test_a_match_that_was_left_is_claimed_after_the_time_of_the_pace(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite", pace={**LIVE, "at_zero": "nothing"}) as both:
        away, idle = both.acting(), both.waiting()
        both.time += 599
        assert refused(idle.post("claim", seat=idle.side), 409)
        both.time += 2
        with away.listening(away.side):
            assert idle.together["claim_in"] is None, "who is at the table has not left it"
        both.time += 600
        assert idle.together["claim_in"] == 0
        assert idle.do("claim")["result"]["winner"] == idle.side


@pytest.mark.parametrize("at_zero", ["loses", "claim", "nothing"])
def test_nobody_has_left_who_has_time_left(client: TestClient, at_zero: str) -> None:
    both = pair(client, pace={"kind": "live", "minutes": 1, "increment": 600, "at_zero": at_zero})
    saver, idle = both.acting(), both.waiting()
    while clock(saver)["left"][saver.side] < 1860:
        saver.act()
    assert both.acting() is saver
    both.time += 75
    assert idle.together["claim_in"] == clock(saver)["left"][saver.side] == 1785.0
    assert "not up" in refused(idle.post("claim", seat=idle.side), 409)["message"]
    both.time += 1784
    assert refused(idle.post("claim", seat=idle.side), 409)
    both.time += 1
    if at_zero != "loses":
        idle.do("claim")
    assert idle.look()["result"]["winner"] == idle.side


def test_without_a_pace_one_may_be_away_for_long(tmp_path: Path) -> None:
    with apart(tmp_path / "m.sqlite") as both:
        idle = both.waiting()
        assert idle.together["clock"] is None and idle.together["pace"] is None
        both.time += PATIENCE - 5
        assert 0 < idle.together["claim_in"] <= 5
        both.time += 10
        assert idle.do("claim")["result"]["closed"] == "left"


# adjourned


def test_clocks_stop_while_a_match_is_adjourned(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    live.time += 100
    idle.do("offers", kind="adjourn")
    told = acting.do("offers/answer", kind="adjourn", accept=True)
    assert told["adjourned"] and told["clock"]["running"] is None
    live.time += 50_000
    assert clock(acting)["left"][acting.side] == 500.0 and acting.look()["result"] is None
    assert idle.together["claim_in"] > PATIENCE - 60_000
    assert "to act plays on" in refused(idle.post("resume", seat=idle.side), 409)["message"]
    assert acting.together["adjourned"] and clock(acting)["running"] is None
    back = acting.do("resume")
    assert not back["adjourned"] and back["clock"]["running"] == acting.side
    live.time += 10
    assert clock(acting)["left"][acting.side] == 490.0


@pytest.mark.parametrize("pace", [None, DAYS, LIVE])
def test_an_adjournment_does_not_last_for_ever(client: TestClient, pace: dict[str, Any] | None) -> None:
    both = pair(client, **({} if pace is None else {"pace": pace}))
    both.maker.look()
    acting, idle = both.acting(), both.waiting()
    acting.do("offers", kind="adjourn")
    idle.do("offers/answer", kind="adjourn", accept=True)
    both.time += PATIENCE - DAY
    assert refused(idle.post("claim", seat=idle.side), 409) and idle.together["claim_in"] >= DAY - 1
    assert acting.together["claim_in"] is None
    both.time += DAY + (2 * DAY if pace is DAYS else 0)
    with acting.listening(acting.side):
        assert idle.together["claim_in"] is None, "who is at the table has not left it"
    both.time += PATIENCE + 2 * DAY
    assert idle.do("claim")["result"]["closed"] == "left"


def test_nobody_waits_for_who_had_all_that_is_kept_of_him_deleted(client: TestClient) -> None:
    both = pair(client, pace=DAYS)
    both.maker.look()
    acting, idle = both.acting(), both.waiting()
    assert idle.together["claim_in"] > DAY
    assert acting.client.post("/api/account/delete", json={}).status_code == 204
    assert idle.together["claim_in"] == 0
    assert idle.do("claim")["result"]["winner"] == idle.side


def test_whoever_plays_on_resumes(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    idle.do("offers", kind="adjourn")
    acting.do("offers/answer", kind="adjourn", accept=True)
    acting.act()
    assert not idle.together["adjourned"] and clock(idle)["running"]


def test_when_both_are_back_it_goes_on(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    with acting.listening(acting.side):
        with idle.listening(idle.side):
            idle.do("offers", kind="adjourn")
            acting.do("offers/answer", kind="adjourn", accept=True)
        live.time += 500
        assert acting.together["adjourned"]
        with idle.listening(idle.side):
            assert not acting.together["adjourned"] and clock(acting)["running"] == acting.side


def test_when_both_have_come_it_goes_on_though_nobody_was_there_when_it_was_adjourned(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    idle.do("offers", kind="adjourn")
    acting.do("offers/answer", kind="adjourn", accept=True)
    with idle.listening(idle.side), idle.listening(idle.side):
        refused(idle.post("resume", seat=idle.side), 409)
        assert idle.together["adjourned"], "one person twice is one person"
        with acting.listening(acting.side):
            assert not idle.together["adjourned"]


def test_while_both_are_there_either_ends_an_adjournment(live: Pair) -> None:
    acting, idle = live.acting(), live.waiting()
    with idle.listening(idle.side), acting.listening(acting.side):
        idle.do("offers", kind="adjourn")
        assert acting.do("offers/answer", kind="adjourn", accept=True)["adjourned"]
        assert not idle.do("resume")["adjourned"]


def test_a_bot_that_acts_does_not_end_an_adjournment() -> None:
    table: Any = SimpleNamespace(
        pace=Pace(kind="live", minutes=1), people=["a", "b"], to_act="b", asked=["b"], played=0, over=False,
        rests=False, seats={"a": "me", "b": "link", "c": "bot:captain"}, all_here=False,
    )  # fmt: skip
    table.clock = clocks.begin(table, 0.0)
    clocks.adjourn(table, 5.0)
    for entry in (Entry(ACTION, "c", "done", "", {}), Entry(ACTION, "b", "done", "", {}, ordered="stay")):
        clocks.count(table, entry, 10.0)
        assert table.clock.adjourned and table.clock.running is None
    clocks.count(table, Entry(ACTION, "b", "done", "", {}), 20.0)
    assert not table.clock.adjourned and table.clock.running == "b"


def test_a_rematch_has_the_same_pace(live: Pair) -> None:
    live.maker.do("resign")
    again = live.maker.post("rematch", exchanged=False)
    assert again.status_code == 201
    assert Sitting(live.client, again.json()["id"]).view(MAKER)["together"]["clock"] is None  # nobody has come yet
    Person(live.friend.client, again.json()["id"], FRIEND).do("come")
    view = Sitting(live.client, again.json()["id"]).view(MAKER)
    assert view["together"]["clock"]["left"] == {"german": 600.0, "soviet": 600.0}


def test_an_open_table_tells_its_pace(client: TestClient) -> None:
    asked = {"game": "bridgehead", "seats": {FRIEND: "open", MAKER: "me"}, "pace": DAYS}
    id = client.post("/api/matches", json=asked).json()["id"]
    row = next(row for row in client.get("/api/lobby").json()["tables"] if row["id"] == id)
    assert (row["pace"]["kind"], row["pace"]["days"], row["pace"]["vacation"]) == ("days", 3, 2)
