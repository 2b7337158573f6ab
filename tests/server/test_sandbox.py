"""A table to try things on while the other thinks: it knows what its maker knows, and touches nothing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.server import sandbox
from tests.server.processes import PATIENCE
from tests.server.sitting import Sitting, refused, stranger, visit
from tests.server.test_joining import claim, invite

GAMES = ("bridgehead", "koenigsberg", "koenigsberg45", "stargard", "seelow", "vistula")


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[TestClient]:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        yield client


def seated(maker: TestClient, **asked: object) -> tuple[Sitting, Sitting]:
    id, link = invite(maker, **asked)
    friend = stranger(maker)
    assert claim(friend, link).status_code == 200
    return Sitting(maker, id), Sitting(friend, id)


def opened(table: Sitting, seat: str) -> Sitting:
    made = table.post("sandbox", seat=seat)
    assert made.status_code == 201, made.text
    return Sitting(table.client, made.json()["id"])


def stands(table: Sitting, seat: str) -> list[object]:
    view = table.view(seat)
    return [view[key] for key in ("serial", "view", "fingerprint", "log", "decision")]


def test_everything_can_be_tried_there_and_nothing_touches_the_match(mine: TestClient) -> None:
    table, theirs = seated(mine)
    before = stands(table, "soviet"), stands(theirs, "german")
    box = opened(theirs, "german")
    assert box.view("german")["sandbox"] == table.id and table.view("soviet")["sandbox"] is None
    for _ in range(5):
        side = box.view("german")["decision"]["side"]
        action = box.get("legal", seat=side)["actions"][0]["text"]
        serial = box.view(side)["serial"]
        assert box.post("actions", seat=side, action=action, serial=serial).status_code == 200
    assert (stands(table, "soviet"), stands(theirs, "german")) == before
    row = next(row for row in theirs.client.get("/api/matches").json() if row["id"] == box.id)
    assert row["sandbox"] == table.id and row["seats"] == {"german": "me", "soviet": "me"}


def test_it_is_its_makers_alone_and_there_is_one_of_it(mine: TestClient) -> None:
    table, theirs = seated(mine)
    box = opened(theirs, "german")
    assert refused(Sitting(mine, box.id).ask("view", seat="german"), 403)
    assert box.id not in [row["id"] for row in mine.get("/api/matches").json()]
    assert refused(table.post("sandbox", seat="german"), 403)  # nor is one opened for somebody else
    again = opened(theirs, "german")
    assert box.ask("view", seat="german").status_code == 404 and again.id != box.id
    assert theirs.client.delete(f"/api/matches/{again.id}").status_code == 204  # left


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_tried_at_every_seat(game: str) -> None:
    match = cm.load(game).start(seed=3, options={"fog_of_war": "on"} if has_fog(game) else {})
    for step in range(60):
        if match.to_act is None:
            break
        if step % 20 == 10:
            for side in match.game.info.sides:
                copy = match.imagine(side, step).with_new_dice()
                assert copy.to_act == match.to_act and copy.legal() and copy.save()
                assert copy.commitment != match.commitment
        match.play(match.legal()[0])


def has_fog(game: str) -> bool:
    return any(option.key == "fog_of_war" for option in cm.load(game).info.options)


def test_what_is_hidden_from_its_maker_is_drawn_anew() -> None:
    """Two tables that differ only in what a side cannot see give the same sandbox."""
    match = cm.load("koenigsberg").start(seed=3, options={"fog_of_war": "on"})
    other = match.imagine("german", 99)
    first, second = match.imagine("german", 5).with_new_dice(1), other.imagine("german", 5).with_new_dice(1)
    assert match.hidden("german") and first.fingerprint("german") == second.fingerprint("german")
    assert first.muster() == second.muster()


def test_at_one_screen_and_in_a_sandbox_there_is_none(tmp_path: Path) -> None:
    with visit(tmp_path / "here.sqlite") as client:
        id = client.post("/api/matches", json={"game": "bridgehead"}).json()["id"]
        assert refused(Sitting(client, id).post("sandbox", seat="german"), 409)
        box = opened(seated(client)[1], "german")
        assert refused(box.post("sandbox", seat="german"), 409)


def test_it_is_gone_after_a_day(mine: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    table, theirs = seated(mine)
    box = opened(theirs, "german")
    hall = mine.app.state.tables  # type: ignore[attr-defined]
    assert hall.mail.old_sandboxes(timedelta(days=1)) == []
    monkeypatch.setattr(sandbox, "LASTS", timedelta(seconds=-1))

    async def tidied() -> None:
        tidying = asyncio.create_task(sandbox.tidy(hall))
        async with asyncio.timeout(PATIENCE):
            while await asyncio.to_thread(hall.mail.old_sandboxes, timedelta(seconds=-1)):
                await asyncio.sleep(0.02)
        tidying.cancel()

    assert mine.portal is not None
    mine.portal.call(tidied)
    assert box.ask("view", seat="german").status_code == 404
    assert table.view("soviet")


AGAINST_A_BOT = {"german": "me", "soviet": "bot:captain"}


def advice_at(table: Sitting, seat: str = "german") -> set[int]:
    asked = [table.post("hint", seat=seat, seconds=0.5), table.post("analysis", seat=seat)]
    return {answer.status_code for answer in (*asked, table.ask("outlook", seat=seat), table.ask("threats", seat=seat))}


def test_nobody_is_advised_by_a_detour_while_people_play(mine: TestClient) -> None:
    table, theirs = seated(mine)
    box = opened(theirs, "german")
    assert "advi" in refused(box.post("branch", index=0, seats=AGAINST_A_BOT), 403)["message"]
    copy = Sitting(theirs.client, box.post("branch", index=0, seats={}).json()["id"])
    assert refused(copy.post("branch", index=0, seats=AGAINST_A_BOT), 403)
    save = copy.get("save")["save"]
    assert refused(theirs.client.post("/api/matches/import", json={"save": save, "seats": AGAINST_A_BOT}), 403)
    again = theirs.client.post("/api/matches/import", json={"save": save}).json()["id"]
    for one in (table, theirs, box, copy, Sitting(theirs.client, again)):
        assert advice_at(one, "soviet" if one is table else "german") == {403}
        assert not one.view("soviet" if one is table else "german")["aids"]["allowed"]


def test_what_is_over_in_a_sandbox_is_not_analysed_while_people_play(mine: TestClient) -> None:
    table, theirs = seated(mine)
    box = opened(theirs, "german")
    assert box.post("resign", seat="german").status_code == 200
    assert refused(box.post("analysis", seat="german"), 403)
    assert table.post("resign", seat="soviet").status_code == 200
    assert box.view("german")["aids"]["allowed"]


def test_when_people_have_ended_their_match_or_agreed_to_aids_a_copy_is_advised(mine: TestClient) -> None:
    table, theirs = seated(mine)
    copy = Sitting(theirs.client, opened(theirs, "german").post("branch", index=0, seats={}).json()["id"])
    assert table.post("resign", seat="soviet").status_code == 200
    assert copy.post("branch", index=0, seats=AGAINST_A_BOT).status_code == 201
    _, other = seated(mine, aids=True)
    assert opened(other, "german").post("branch", index=0, seats=AGAINST_A_BOT).status_code == 201
