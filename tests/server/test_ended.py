"""A match that is over: who won, its story, and playing it again."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from fastapi.testclient import TestClient
from sqlalchemy import create_engine, text

import countermarch as cm
from countermarch.chronicle import chronicle_of
from countermarch.server import store
from countermarch.server.databases import parsed
from tests.server.databases import url_of
from tests.server.sitting import Sitting, refused, sit, visit


@cache
def finished(game: str = "bridgehead", seed: int = 5, **options: str) -> cm.Match:
    """A match played to its end by chance."""
    match, pick = cm.load(game).start(seed=seed, options=options), Random(seed)
    while match.to_act is not None:
        legal = match.legal()
        match.play(legal[pick.randrange(len(legal))])
    return match


def brought(client: TestClient, match: cm.Match, **seats: str) -> Sitting:
    answer = client.post("/api/matches/import", json={"save": match.save(), "seats": seats})
    assert answer.status_code == 201, answer.text
    return Sitting(client, answer.json()["id"])


def row_of(client: TestClient, table: Sitting, language: str = "en") -> Any:
    rows = client.get("/api/matches", params={"lang": language}).json()
    return next(row for row in rows if row["id"] == table.id)


def test_the_list_says_who_won_and_how(client: TestClient) -> None:
    match = finished()
    assert match.result is not None
    table = brought(client, match)
    row = row_of(client, table)
    assert (row["over"], row["winner"], row["verdict"]) == (True, match.result.winner, str(match.result.text))
    assert row_of(client, table, "es")["verdict"] == match.result.text.render("es")


def test_the_list_says_so_once_the_last_action_is_played(client: TestClient) -> None:
    match = finished()
    last = cm.load("bridgehead").start(seed=5)
    for action in match.actions[:-1]:
        last.play(action)
    table = brought(client, last)
    assert row_of(client, table)["verdict"] is None
    table.play(str(match.actions[-1]))
    assert row_of(client, table)["verdict"] == str(match.result.text)  # type: ignore[union-attr]


def test_a_database_from_before_verdicts_is_read(tmp_path: Path) -> None:
    file = tmp_path / "old.sqlite"
    with visit(file) as client:
        table = brought(client, finished())
    engine = create_engine(parsed(url_of(file)))
    config = Config()
    config.set_main_option("script_location", str(Path(store.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        connection.execute(text("UPDATE matches SET tokens = :tokens"), {"tokens": '{"german": "abc"}'})
    engine.dispose()
    with visit(file) as client:
        assert row_of(client, table)["verdict"] is None and row_of(client, table)["over"]
        assert client.get("/api/join/abc").json()["seat"] == "german"  # its tokens are links now


# the story


def story(table: Sitting, seat: str = "german", **params: Any) -> Any:
    return table.get("chronicle", seat=seat, **params)


def test_the_story_of_a_match_is_told_when_it_is_over(client: TestClient) -> None:
    match = finished()
    told, table = chronicle_of(match), brought(client, match)
    sent = story(table)
    assert sent["actions"] == len(match.actions) and sent["result"]["winner"] == match.result.winner  # type: ignore[union-attr]
    assert [(roll["die"], roll["luck"]) for roll in sent["rolls"]] == [(r.die, r.luck.value) for r in told.rolls]
    assert sum(loss["steps"] for loss in sent["losses"]) == sum(told.lost(side) for side in told.sides)
    assert sent["scores"][-1]["total"] == sent["standing"]["points"][sent["standing"]["counts"]]
    whole = [sent["fortunes"][side]["whole"] for side in told.sides]
    assert whole[0] == pytest.approx(-whole[1])
    events = table.get("log", seat="german")["events"]
    for roll in sent["rolls"]:
        assert events[roll["event"]]["params"]["die"] == roll["die"]
    assert [moment["index"] for moment in sent["moments"]] == [moment.index for moment in told.turning_points()]


def test_the_story_is_told_in_the_language_asked_for(client: TestClient) -> None:
    table = brought(client, finished())
    english, spanish = (story(table, lang=lang)["standing"]["levels"] for lang in ("en", "es"))
    assert [level["key"] for level in english] == [level["key"] for level in spanish]
    assert all(one["title"] != other["title"] for one, other in zip(english, spanish, strict=True))


def test_a_running_match_without_secrets_tells_its_story_so_far(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    assert story(table)["actions"] == 0
    table.play()
    assert story(table)["actions"] == 1 and story(table)["result"] is None


def test_under_fog_nothing_is_told_before_the_end(client: TestClient) -> None:
    fogged = finished("koenigsberg45", fog_of_war="on")
    running = cm.load("koenigsberg45").start(seed=5, options={"fog_of_war": "on"})
    for action in fogged.actions[:300]:
        running.play(action)
    assert story(brought(client, running)) is None
    refused(brought(client, running, soviet="bot:captain").ask("chronicle", seat="soviet"), 403)
    told = story(brought(client, fogged))
    assert told["actions"] == len(fogged.actions) and told["losses"]


# the past


def test_every_moment_is_the_same_from_near_and_from_far(client: TestClient) -> None:
    match = finished("seelow")
    table, again = brought(client, match), match.beginning()
    prints = [again.fingerprint("german")]
    for action in match.actions:
        again.play(action)
        prints.append(again.fingerprint("german"))
    for index in (0, 120, 119, 121, 49, 50, 51, 1, len(prints) - 1, 200):
        seen = table.get(f"at/{index}", seat="german")
        assert (seen["fingerprint"], seen["actions"]) == (prints[index], index)
    refused(table.ask(f"at/{len(prints)}", seat="german"), 422)


def test_what_is_taken_back_is_not_in_the_past(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    for _ in range(3):
        for action in ("move 408R", None):
            table.play(action)
        side = table.view("soviet")["decision"]["side"]
        before = table.get("at/2", seat="german")["fingerprint"]
        assert table.post("undo", seat=side, times=2).status_code == 200
        refused(table.ask("at/2", seat="german"), 422)
        assert before


def test_a_question_may_be_asked_of_the_past(client: TestClient) -> None:
    table = sit(client, game="bridgehead")
    start = table.get("zones", side="soviet", seat="german")
    table.play("move 71T")
    table.play()
    assert table.get("zones", side="soviet", seat="german") != start
    assert table.get("zones", side="soviet", seat="german", at=0) == start


def test_a_bots_seat_shows_no_past_in_which_something_was_hidden(
    client: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if nothing happens to be hidden just now."""
    fogged = finished("koenigsberg45", fog_of_war="on")
    running = fogged.beginning()
    for action in fogged.actions[:300]:
        running.play(action)
    table = brought(client, running, soviet="bot:random")
    table.view("german")
    live = client.app.state.tables.memory.lives[table.id]  # type: ignore[attr-defined]
    monkeypatch.setattr(live, "secret", lambda: False)
    refused(table.ask("at/300", seat="soviet"), 403)
    refused(table.ask("zones", side="soviet", seat="soviet", at=300), 403)
    assert table.get("at/300", seat="german")["actions"] == 300


# again


def test_a_rematch_has_the_same_scenario_options_and_seats(client: TestClient) -> None:
    match = finished("seelow", crest="off")
    table = brought(client, match, soviet="bot:random")
    answer = table.post("rematch")
    assert answer.status_code == 201, answer.text
    other = Sitting(client, answer.json()["id"])
    seen = other.view()
    assert seen["seats"] == {"german": "me", "soviet": "bot:random"} and seen["view"]["options"]["crest"] == "off"
    assert seen["view"]["scenario"] == match.view("german")["scenario"]
    assert seen["view"]["turn"] == 1 and seen["commitment"] != match.commitment


def test_sides_are_exchanged(client: TestClient) -> None:
    table = brought(client, finished(), soviet="bot:random")
    other = Sitting(client, table.post("rematch", exchanged=True).json()["id"])
    assert other.view("soviet")["seats"] == {"soviet": "me", "german": "bot:random"}


def test_what_began_from_a_position_begins_there_again(client: TestClient) -> None:
    match = finished()
    table = brought(client, match)
    branch = Sitting(client, table.post("branch", index=len(match.actions) - 1, seats={}).json()["id"])
    refused(branch.post("rematch"), 422)
    start = branch.view("german")["view"]["units"]
    while branch.view("german")["decision"] is not None:
        branch.play()
    again = Sitting(client, branch.post("rematch").json()["id"])
    assert again.view("german")["view"]["units"] == start and again.view("german")["actions"] == 0
