"""A second opinion: what a general would do, told step by step, to nobody who should not hear it."""

from __future__ import annotations

import asyncio
from threading import Thread
from time import sleep
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.bots.general import NOTHING, General
from countermarch.bots.random import RandomBot
from countermarch.bots.value import Judge
from countermarch.charts import Outcome
from countermarch.games.base import Preview
from countermarch.server import aids
from countermarch.server.advising import Advisers
from countermarch.server.counsel import Counsellor, Strike
from countermarch.server.problems import Problem
from countermarch.server.thinking import Counsel
from countermarch.server.threats import Threat, threats
from tests.server.sitting import Sitting, refused, sit, stranger, visit

ALONE = {"soviet": "me", "german": "bot:captain"}


def bridgehead(client: TestClient, **asked: Any) -> Sitting:
    return sit(client, game="bridgehead", **{"seats": ALONE, **asked})


def play_all(table: Sitting, steps: list[Any]) -> list[str]:
    said = [action["text"] for step in steps for action in step["actions"]]
    for text in said:
        answer = table.post("actions", seat="soviet", action=text)
        assert answer.status_code == 200, answer.text
    return said


def test_a_hint_is_a_legal_plan_in_words_with_reasons(client: TestClient) -> None:
    table = bridgehead(client)
    found = table.post("hint", seat="soviet", rollouts=40).json()
    assert found["serial"] == table.view("soviet")["serial"] and found["plans"] > 1
    assert found["over_nothing"] is not None and found["over_captain"] is not None
    moves = [step for step in found["steps"] if step["end"]]
    assert moves and all(step["units"] and step["start"] != step["end"] for step in moves)
    assert any(step["reason"] for step in moves) and "→" in moves[0]["text"]
    assert play_all(table, found["steps"])


def test_a_hint_for_an_attack_tells_odds_and_what_comes_of_it(client: TestClient) -> None:
    table = bridgehead(client)
    for _ in range(12):
        steps = table.post("hint", seat="soviet", rollouts=10).json()["steps"]
        struck = [step for step in steps if step["target"]]
        if struck:
            break
        play_all(table, steps)
    assert struck, "the Soviets never attack"
    step = struck[0]
    assert step["odds"] in step["reason"] and 0 <= step["falls"] <= 1
    assert f"{round(100 * step['falls'])} of 100" in step["reason"] and step["target"] in step["text"]


def test_the_same_rollouts_give_the_same_hint_in_both_languages(client: TestClient) -> None:
    first, second = bridgehead(client, seed=4), bridgehead(client, seed=4)
    hints = [table.post("hint", seat="soviet", rollouts=20).json() for table in (first, second)]
    assert hints[0] == hints[1]
    asked = {"seat": "soviet", "rollouts": 20}
    spanish = client.post(f"/api/matches/{first.id}/hint?lang=es", json=asked).json()
    told = [step["reason"] for step in spanish["steps"] if step["reason"]]
    assert told and told != [step["reason"] for step in hints[0]["steps"] if step["reason"]]


def test_what_a_side_cannot_see_changes_no_hint() -> None:
    match = cm.load("koenigsberg45").start(seed=5, options={"fog_of_war": "on"}, pauses=False)
    chance = RandomBot(1)
    for _ in range(60):
        match.play(chance.choose(match))
    side = match.to_act
    assert side is not None
    other = match.imagine(side, 99)
    hints = [General(1, rollouts=8).advise(table, side) for table in (match, other)]
    assert hints[0] == hints[1]
    told = [Counsellor(t.imagine(side, 1), side, "en").steps(hints[0].said) for t in (match, other)]
    assert told[0] == told[1]


# to whom


def test_people_who_play_each_other_are_not_advised_unless_they_agreed(client: TestClient) -> None:
    both = {"soviet": "me", "german": "me"}
    plain, agreed = bridgehead(client, seats=both), bridgehead(client, seats=both, aids=True)
    assert "agreed" in refused(plain.post("hint", seat="soviet"), 403)["message"]
    assert plain.view("soviet")["aids"] == {"allowed": False, "hints": True, "outlook": True}
    assert agreed.view("soviet")["aids"]["allowed"]
    assert agreed.post("hint", seat="soviet", rollouts=5).status_code == 200


def test_an_agreement_outlives_the_server(database: str, client: TestClient) -> None:
    table = bridgehead(client, seats={}, aids=True)
    with visit(database) as later:
        assert Sitting(later, table.id).view("soviet")["aids"]["allowed"]


def test_a_hint_is_for_who_is_to_act_and_takes_a_sensible_time(client: TestClient) -> None:
    table = bridgehead(client)
    refused(table.post("hint", seat="german"), 403)
    both = bridgehead(client, seats={}, aids=True)
    assert "not german" in refused(both.post("hint", seat="german"), 422)["message"]
    for seconds in (0.1, 31):
        refused(table.post("hint", seat="soviet", seconds=seconds), 422)


def test_in_a_guarded_server_a_hint_is_for_who_holds_the_seat(tmp_path: Any) -> None:
    with visit(tmp_path / "guarded.sqlite", guarded=True) as client:
        made = client.post("/api/matches", json={"game": "bridgehead", "seats": ALONE}).json()
        asked, path = {"seat": "soviet", "rollouts": 1}, f"/api/matches/{made['id']}/hint"
        refused(stranger(client).post(path, json=asked), 403)
        assert client.post(path, json=asked).status_code == 200


def test_a_thought_about_a_hint_can_be_stopped(client: TestClient) -> None:
    table = bridgehead(client)
    table.post("hint", seat="soviet", rollouts=1)  # the worker has started
    answers: list[Any] = []
    asking = Thread(target=lambda: answers.append(table.post("hint", seat="soviet", seconds=30)))
    asking.start()
    for _ in range(100):
        sleep(0.1)
        client.delete(f"/api/matches/{table.id}/hint", params={"seat": "soviet"})
        if answers:
            break
    asking.join(20)
    assert "stopped" in refused(answers[0], 409)["message"]
    assert table.post("hint", seat="soviet", rollouts=1).status_code == 200


class Ponderous:
    """A staff that never comes to an end."""

    async def think(self, *_: object) -> str:
        return str(await asyncio.Event().wait())


def test_what_waits_to_be_thought_for_a_side_is_stopped_as_well_and_the_other_sides_is_not() -> None:
    def asked(side: str) -> Any:
        return asyncio.create_task(advisers.advise(Counsel("m", side, 30.0), cast(Any, None)))

    async def play() -> None:
        mine, theirs = [asked("soviet"), asked("soviet")], asked("german")
        await asyncio.sleep(0.01)
        advisers.stop_advice("m", "soviet")
        for one in mine:
            with pytest.raises(Problem, match="stopped"):
                await one
        assert not theirs.done()
        theirs.cancel()  # who asked has hung up
        with pytest.raises(asyncio.CancelledError):
            await theirs
        left = asked("german")
        await asyncio.sleep(0.01)
        advisers.stop_advice("m")
        with pytest.raises(Problem, match="stopped"):
            await left

    free = SimpleNamespace(guarded=False, home=lambda _: None, lives={})
    advisers = Advisers(*cast(Any, (None, Ponderous(), free, free)))
    asyncio.run(play())


# how it stands


def test_the_outlook_tells_chances_and_points_where_they_were_fitted(client: TestClient) -> None:
    table = bridgehead(client)
    found = table.get("outlook", seat="soviet")
    assert sum(found["win"].values()) + found["draw"] == pytest.approx(1) and set(found["win"]) == {"german", "soviet"}
    assert found["measure"] == "Soviet points" and found["points"] is not None
    assert found == table.get("outlook", seat="soviet")


def test_no_chances_are_told_while_anybody_sets_up(client: TestClient) -> None:
    table = sit(client, game="seelow", seats={}, aids=True)
    while table.match.phase == "deployment":
        found = table.get("outlook", seat="soviet")
        assert found["win"] == {} and found["points"] is None and "set up" in found["unknown"]
        table.play()
    found = table.get("outlook", seat="soviet")
    assert found["unknown"] is None and sum(found["win"].values()) + found["draw"] == pytest.approx(1)
    spanish = sit(client, game="vistula", seats={}, aids=True).get("outlook", seat="german", lang="es")
    assert "desplegado" in spanish["unknown"]


def test_the_outlook_is_not_told_between_people(client: TestClient) -> None:
    refused(bridgehead(client, seats={}).ask("outlook", seat="soviet"), 403)


def test_the_outlook_is_not_told_where_nobody_fitted_it(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(aids, "judge_of", lambda *_: Judge(("german", "soviet"), None))
    table = bridgehead(client)
    assert table.get("outlook", seat="soviet") is None
    hint = table.post("hint", seat="soviet", rollouts=5).json()
    assert hint["over_nothing"] is None and hint["steps"]


# threats


def test_threats_tell_what_the_enemy_could_bring_against_a_hex(client: TestClient) -> None:
    table = bridgehead(client)
    found = table.get("threats", seat="soviet")
    view = table.view("soviet")["view"]
    held = {unit["hex"] for unit in view["units"] if unit["side"] == "soviet"}
    assert found and set(found) <= held
    enemies = {unit["id"] for unit in view["units"] if unit["side"] == "german"}
    assert all(one["by"] and set(one["by"]) <= enemies and one["attack"] > 0 for one in found.values())
    refused(bridgehead(client, seats={}).ask("threats", seat="soviet"), 403)


@pytest.mark.parametrize(("attack", "defence", "odds"), [(9, 4, "2:1"), (4, 4, "1:1"), (3, 7, "1:3"), (5, 0, "5:1")])
def test_the_odds_of_a_threat_are_rounded_for_the_defender(attack: int, defence: int, odds: str) -> None:
    assert Threat(attack, defence, ("x",)).odds == odds


@pytest.mark.parametrize("game", [game.key for game in cm.games()])
def test_every_game_has_threats(game: str) -> None:
    match = cm.load(game).start(seed=1, pauses=False)
    chance = RandomBot(1)
    for _ in range(60):
        match.play(chance.choose(match))
    assert any(threats(match.imagine(side, 1), side) for side in match.game.info.sides[:2])


# what comes of an attack


def strike(result: Any, steps: int, spared: tuple[int, int] = (0, 0)) -> float | None:
    meant = {"X": result, "-": Outcome("-")}
    preview = Preview(4, 2, (), "2-1", {"X": 0.5, "-": 0.5}, outcomes=meant, spared=spared)
    return Strike("0101", preview, steps).falls


@pytest.mark.parametrize(
    ("result", "steps", "spared", "falls"),
    [
        (Outcome("D1", defender_steps=1), 1, (0, 0), 0.5),
        (Outcome("D1", defender_steps=1), 2, (0, 0), 0.0),
        (Outcome("Dr", defender_hexes=1), 2, (0, 0), 0.5),
        (Outcome("Dr", defender_hexes=1), 2, (0, 1), 0.0),
        (Outcome("DRo1", defender_hexes=1, defender_chooses=True), 2, (0, 0), 0.0),
        (Outcome("DRo1", defender_hexes=1, defender_chooses=True), 1, (0, 0), 0.5),
    ],
)
def test_a_place_falls_if_nobody_can_stay_there(result: Any, steps: int, spared: Any, falls: float) -> None:
    assert strike(result, steps, spared) == falls


def test_nothing_is_compared_with_nothing() -> None:
    match = cm.load("bridgehead").start(seed=1, pauses=False)
    side = match.to_act
    assert side is not None
    advice = General(1, rollouts=30).advise(match, side)
    assert advice.over_nothing is not None and (advice.said != NOTHING.texts or advice.over_nothing == 0)
