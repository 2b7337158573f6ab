"""A match understood when it is over: analysed in a worker, told in words, kept and given out."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from time import sleep
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.bots import arena
from countermarch.bots.analysis import Analysis
from countermarch.bots.value import Judge, judge_of
from countermarch.server import analyses
from countermarch.server.report import report
from tests.server.sitting import Sitting, refused, sit, stranger, visit

FEW = {"seat": "soviet", "rollouts": 30}


@cache
def finished() -> cm.Match:
    pairing = arena.Pairing("bridgehead", None, ("random", "captain"), 3)
    match = arena.begin(pairing)
    arena.finish(match, pairing)
    return match


def brought(client: TestClient, match: cm.Match, **seats: str) -> Sitting:
    answer = client.post("/api/matches/import", json={"save": match.save(), "seats": seats})
    assert answer.status_code == 201, answer.text
    return Sitting(client, answer.json()["id"])


def awaited(table: Sitting) -> Any:
    """Its report, once it is there; how far it is never goes back."""
    parts = [0.0]
    for _ in range(3000):
        found = table.get("analysis", seat="soviet")
        if found["report"]:
            return found["report"]
        assert found["part"] is not None, "nobody analyses it any more"
        assert found["part"] >= parts[-1]
        parts.append(found["part"])
        sleep(0.02)
    raise AssertionError("the analysis never ended")


def test_a_finished_match_is_analysed_with_progress_told_in_words_and_kept(tmp_path: Path) -> None:
    with visit(tmp_path / "kept.sqlite") as client:
        table = brought(client, finished())
        assert table.get("analysis", seat="soviet") == {"part": None, "report": None}
        refused(table.ask("analysis.json", seat="soviet"), 404)
        begun = table.post("analysis", **FEW)
        assert begun.status_code == 202 and begun.json()["part"] is not None
        report = awaited(table)
        assert report["sides"] == ["german", "soviet"] and report["actions"] == len(finished().actions)
        assert report["choice"]["german"] < 0 and report["luck"]["german"] == -report["luck"]["soviet"]
        assert [course["turn"] for course in report["turns"]] == list(range(1, 7))
        document = table.get("analysis.json", seat="soviet")
        assert document["choice"] == pytest.approx(report["choice"], abs=1e-3)
    with visit(tmp_path / "kept.sqlite") as later:
        again = Sitting(later, table.id)
        assert again.get("analysis", seat="soviet")["report"] == report
        assert again.post("analysis", **FEW).json()["report"] == report, "nothing is done twice"
        assert later.delete(f"/api/matches/{table.id}").status_code == 204


def test_moments_are_told_by_name_with_what_was_better_and_where_to_look(client: TestClient) -> None:
    table = brought(client, finished())
    table.post("analysis", **FEW)
    report = awaited(table)
    chosen = [moment for moment in report["moments"] if moment["by"] == "choice"]
    fallen = [moment for moment in report["moments"] if moment["by"] == "luck"]
    assert chosen and fallen
    for moment in chosen:
        assert moment["played"] and moment["better"] and moment["change"] < 0 and 0 <= moment["stood"] <= 1
        said = [action["text"] for step in moment["played"] for action in step["actions"]]
        assert said == [str(action) for action in finished().actions[moment["index"] :][: len(said)]]
        assert not all(step["shared"] for step in (*moment["played"], *moment["better"]))
    steps = [step for moment in chosen for step in moment["better"] if step["end"]]
    names = {piece.id: piece.name for piece in finished().game.rules.pieces}
    assert steps and all(names[step["units"][0]] in step["text"] for step in steps)
    assert any(step["reason"] for step in steps)
    for moment in fallen:
        seen = table.get(f"at/{moment['index']}", seat="soviet")
        assert moment["told"] and seen["actions"] == moment["index"]
    spanish = table.get("analysis", seat="soviet", lang="es")["report"]["moments"]
    assert [moment["told"] for moment in spanish] != [moment["told"] for moment in report["moments"]]


def test_an_analysis_is_stopped_and_can_be_asked_for_again(client: TestClient) -> None:
    table, other = brought(client, finished()), brought(client, finished())
    for one in (table, other):
        one.post("analysis", seat="soviet", rollouts=900)
    for one in (other, table):  # the one that waits, then the one that is at work
        assert client.delete(f"/api/matches/{one.id}/analysis", params={"seat": "soviet"}).status_code == 204
    for one in (table, other):
        for _ in range(500):
            if one.get("analysis", seat="soviet") == {"part": None, "report": None}:
                break
            sleep(0.02)
        else:
            raise AssertionError("it was not stopped")
    table.post("analysis", **FEW)
    assert awaited(table)["moments"]


def test_what_still_goes_on_is_not_analysed_and_between_people_nobody_is_advised(client: TestClient) -> None:
    people = sit(client, game="bridgehead", seats={})
    assert "nobody is advised" in refused(people.post("analysis", **FEW), 403)["message"]
    alone = sit(client, game="bridgehead", seats={"german": "bot:captain"})
    assert "when it is over" in refused(alone.post("analysis", **FEW), 422)["message"]
    assert alone.get("analysis", seat="soviet") == {"part": None, "report": None}


def test_a_match_that_was_given_up_is_analysed_as_far_as_it_came(client: TestClient) -> None:
    table = sit(client, game="bridgehead", seats={})
    for _ in range(3):
        table.play()
    assert table.post("resign", seat="soviet").status_code == 200
    begun = table.post("analysis", **FEW)
    assert begun.status_code == 202, begun.text
    assert awaited(table)["actions"] == 3


def test_a_scenario_nobody_has_fitted_says_so(client: TestClient, monkeypatch: Any) -> None:
    monkeypatch.setattr(analyses, "judge_of", lambda *_: Judge(("german", "soviet"), None))
    assert "fitted" in refused(brought(client, finished()).post("analysis", **FEW), 422)["message"]


def test_in_a_guarded_server_an_analysis_is_for_who_sits_there(tmp_path: Path) -> None:
    with visit(tmp_path / "guarded.sqlite", guarded=True) as client:
        made = client.post("/api/matches/import", json={"save": finished().save(), "seats": {}}).json()
        path = f"/api/matches/{made['id']}/analysis"
        refused(stranger(client).post(path, json=FEW), 403)
        assert client.post(path, json=FEW).status_code == 202


def test_the_curve_begins_when_both_sides_have_set_up() -> None:
    match = cm.load("seelow").start(seed=1, pauses=False)
    for _ in range(2):
        match.play("propose")
    judge, first = judge_of(match), match.game.info.sides[0]
    found = Analysis(match.game.info.sides[:2], curve=[(1, 1, 0.0), (2, 1, 0.5), (3, 1, 0.6)])
    told = report(match, found, "en")
    assert told.start == judge.chance(match, first) and told.curve == [(2, 0.5), (3, 0.6)]
