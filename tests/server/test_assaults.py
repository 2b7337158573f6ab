"""Each attack is shown to both seats with its panel: who, with what, every modifier, the chances, then the die."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from countermarch.match import Match
from tests.browser import positions
from tests.server.sitting import Sitting, visit
from tests.server.test_fog import expect_nothing_hidden


def seated(client: TestClient, match: Match) -> Sitting:
    return Sitting(client, client.post("/api/matches/import", json={"save": match.save()}).json()["id"])


def commit(table: Sitting, *said: str) -> dict[str, Any]:
    """Says these, then whatever joins, until a die is cast; what it was cast for."""
    for action in said:
        table.post("actions", seat=table.match.to_act, action=action)
    for _ in range(20):
        told = [event for event in table.get("log", seat=table.match.game.info.sides[0])["events"] if event["assault"]]
        if told:
            found: dict[str, Any] = told[-1]
            return found
        texts = [str(action) for action in table.match.legal()]
        joins = [text for text in texts if text.split()[0] in ("with", "fire", "column")]
        last = next(
            (text for text in ("announce", "resolve", "done", "announce none", "markers 0") if text in texts), texts[0]
        )
        table.post("actions", seat=table.match.to_act, action=(joins or [last])[0])
    raise AssertionError("no die was cast")


KINDS = [
    ("attack", positions.assault, ("done", "attack 0637")),
    ("attack", positions.storm, ("attack 2310",)),
    ("barrage", positions.barrage, ()),
    ("fire", positions.duel, ("engage 2511",)),
    ("attack", positions.breakthrough, ("attack 0502",)),
    ("assault", positions.mobile_attack, ()),
]


@pytest.mark.parametrize(("kind", "position", "said"), KINDS)
def test_both_seats_see_the_attack_with_its_reckoning(
    client: TestClient, kind: str, position: Any, said: tuple[str, ...]
) -> None:
    table = seated(client, position())
    told = commit(table, *said or opening(table, kind))
    assault = told["assault"]
    preview = assault["preview"]
    assert assault["kind"] == kind and assault["attackers"] == told["units"][: len(assault["attackers"])]
    assert preview["attack"] > 0 and preview["column"] and sum(preview["results"].values()) == pytest.approx(1)
    assert all(part["text"] and part["citation"] for part in preview["parts"])
    for seat in table.match.game.info.sides:
        log = [event for event in table.get("log", seat=seat)["events"] if event["assault"]]
        steps = [event for step in table.get("replay", seat=seat)["steps"] for event in step["events"]]
        assert log[-1]["assault"] == assault and [e for e in steps if e["assault"]][-1]["assault"] == assault


def opening(table: Sitting, kind: str) -> tuple[str, ...]:
    texts = [str(action) for action in table.match.legal()]
    if kind == "assault":
        return ("move 5Pz+7Pz+16Pz+17Pz", "to 1214", "assault 1213")
    return (next(text for text in texts if text.startswith(kind)),)


def test_the_panel_is_pushed_and_outlives_a_restart(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite") as client:
        table = seated(client, positions.assault())
        with client.websocket_connect(f"/api/matches/{table.id}/live?seat=german") as line:
            line.receive_json()
            told = commit(table, "done", "attack 0637")
            heard: list[Any] = []
            while not any(event["assault"] for event in heard):
                heard += line.receive_json()["events"]
        assert told in heard
    with visit(tmp_path / "m.sqlite") as client:
        again = Sitting(client, table.id).get("log", seat="german")["events"]
        assert told in again


def test_under_fog_the_panel_names_nobody_who_lies_hidden_again(client: TestClient) -> None:
    match = positions.assault(fog_of_war="on")
    table = seated(client, match)
    commit(table, "done", "attack 0637")
    while {str(action).split()[0] for action in table.match.legal()} & positions.AFTERMATH:
        texts = [str(action) for action in table.match.legal()]
        table.post("actions", seat=table.match.to_act, action=next(text for text in texts if text != "done"))
    for seat in ("german", "soviet"):
        sent = table.ask("log", seat=seat).text
        expect_nothing_hidden(sent, table.match, seat)
        expect_nothing_hidden(table.ask("replay", seat=seat).text, table.match, seat)
        shown = [event["assault"] for event in table.get("log", seat=seat)["events"] if event["assault"]]
        assert shown and shown[-1]["preview"]["attack"] > 0
