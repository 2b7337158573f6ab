"""Playing at the table: views, actions, refusals, undo, seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.bots import BOTS
from countermarch.match import Match
from countermarch.server.answers import Voice
from tests.server.sitting import SIDES, refused, sit, stranger, visit


def test_a_view_shows_the_table_and_what_may_be_done(client: TestClient) -> None:
    table = sit(client)
    german, soviet = table.view("german"), table.view("soviet")
    assert german["view"] == table.match.view("german")
    assert german["decision"]["side"] == table.match.to_act == "german"
    assert soviet["decision"]["prompt"] == german["decision"]["prompt"]
    assert [a["text"] for a in german["legal"]["actions"]] == [str(a) for a in table.match.legal()]
    assert german["legal"]["count"] == len(table.match.legal()) and soviet["legal"] is None
    assert german["serial"] == 0 and not german["can_undo"] and german["dice_key"] is None
    assert german["commitment"] == table.match.commitment
    assert german["seats"] == {"german": "me", "soviet": "me"}
    assert german["summary"][0][0] == "Turn"


def test_views_speak_the_asked_language(client: TestClient) -> None:
    table = sit(client)
    assert table.view()["decision"]["prompt"] != table.view(lang="es")["decision"]["prompt"]


def test_what_names_neither_unit_nor_hex_is_put_into_words(client: TestClient) -> None:
    table = sit(client)
    words = {lang: _labels(table.view(lang=lang)) for lang in ("en", "es")}
    assert words == {"en": {"done": "Stop the barrage"}, "es": {"done": "Cesar el bombardeo"}}
    assert all(action["label"] is None for action in table.view()["legal"]["actions"] if action["hexes"])


def test_a_gun_that_goes_over_to_moving_is_named_in_a_sentence() -> None:
    match, bot = cm.load("seelow").start("kuestrin", seed=5), BOTS["random"](5)
    while not any(action.verb == "mode" for action in match.legal()):
        match.play(bot.choose(match))
    for language, begins, ends in (("en", "Put ", " into Move Mode"), ("es", "Pasar ", " a modo movimiento")):
        legal = Voice(match, match.to_act, language).legal(match.legal())
        said = {action.label for action in legal.actions if action.verb == "mode"} if legal else set()
        assert said and all(label and label.startswith(begins) and label.endswith(ends) for label in said), said


def _labels(view: Any) -> dict[str, str]:
    return {a["verb"]: a["label"] for a in view["legal"]["actions"] if not a["units"] and not a["hexes"]}


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_decision_of_a_game_offers_a_nameless_action(language: str) -> None:
    match, bot = cm.load("koenigsberg").start(seed=3), BOTS["random"](3)
    said = set()
    while match.to_act is not None and len(match.actions) < 900:
        legal = Voice(match, match.to_act, language).legal(match.legal()) if _wordless(match) else None
        said |= {(a.verb, a.label) for a in legal.actions if not a.units and not a.hexes} if legal else set()
        match.play(bot.choose(match))
    assert len(said) >= 8 and all(label for _, label in said)


def _wordless(match: Match) -> bool:
    return any(not action.units and not action.hexes for action in match.legal())


def test_a_move_is_told_hex_by_hex(client: TestClient) -> None:
    table = sit(client)
    while "move" not in {action.verb for action in table.match.legal()}:
        table.play(str(table.match.legal()[-1]))  # what ends a decision stands last
    move = next(action for action in table.match.legal() if action.verb == "move")
    table.play(str(move))
    seat, (unit,) = table.match.to_act, move.units
    assert seat is not None
    reach = table.get("reach", seat=seat, unit=unit)
    goal = max(reach, key=reach.__getitem__)
    walked = [step["hex"] for step in table.get("path", seat=seat, unit=unit, hex=goal)]
    start = next(one["hex"] for one in table.view(seat)["view"]["units"] if one["id"] == unit)
    (event,) = (e for e in table.play(f"to {goal}")["events"] if e["key"].endswith(".moved"))
    assert event["hexes"] == [start, *walked] and len(walked) > 1
    assert event["params"]["path"] == walked


def test_an_action_is_played_and_told(client: TestClient) -> None:
    table = sit(client)
    played = table.post("actions", seat="german", action="barrage 0613", serial=0).json()
    assert played["serial"] == 1 and played["actions"] == 1
    assert [event["key"] for event in played["events"]] == [e.key for e in table.match.log[3:]]
    barrage = next(event for event in played["events"] if event["key"].endswith("barrage"))
    assert "0613" in barrage["hexes"] and barrage["citation"].startswith("koenigsberg ")
    log = table.get("log", seat="soviet", since=3)
    assert log["events"] == played["events"] and log["next"] == played["log"]
    assert table.get("log", seat="soviet", since=log["next"])["events"] == []


def test_a_stale_serial_gets_the_present_view(client: TestClient) -> None:
    table = sit(client)
    table.play()
    answer = table.post("actions", seat="german", action="done", serial=0)
    assert refused(answer, 409)
    assert answer.json()["view"]["serial"] == 1
    assert table.view()["serial"] == 1


def test_an_illegal_action_is_refused_with_the_rule(client: TestClient) -> None:
    table = sit(client)
    before = table.view()
    error = refused(table.post("actions", seat="german", action="barrage 0101"), 422)
    assert error["citation"].startswith("koenigsberg ")
    spanish = table.client.post(
        f"/api/matches/{table.id}/actions?lang=es", json={"seat": "german", "action": "barrage 0101"}
    )
    assert refused(spanish, 422)["message"] != error["message"]
    assert table.view() == before


@pytest.mark.parametrize("text", ["", "fly 0101", "barrage", "barrage 9999", "move nobody", "barrage 0613 0613"])
def test_what_is_no_action_is_refused(client: TestClient, text: str) -> None:
    assert refused(sit(client).post("actions", seat="german", action=text), 422)


@pytest.mark.parametrize(
    ("what", "params"),
    [
        ("reach", {"unit": "5A-73"}),
        ("why", {"unit": "5A-72", "hex": "x"}),
        ("preview", {"target": "0101", "kind": "x"}),
    ],
)
def test_what_the_engine_says_no_to_is_told_in_the_asked_language(
    client: TestClient, what: str, params: dict[str, str]
) -> None:
    table = sit(client)
    english, spanish = (refused(table.ask(what, lang=lang, **params), 422)["message"] for lang in ("en", "es"))
    assert english != spanish and not spanish.startswith("there is")


def test_only_the_side_to_act_acts(client: TestClient) -> None:
    table = sit(client)
    assert "german" in refused(table.post("actions", seat="soviet", action="done"), 422)["message"]
    assert table.get("legal", seat="soviet") == {"count": 0, "actions": []}


def to_a_move(client: TestClient) -> tuple[str, list[str]]:
    """A match in which some side may move a unit, found by ending everything before."""
    table = sit(client)
    for _ in range(200):
        side = table.match.to_act
        assert side is not None
        texts = [str(action) for action in table.match.legal()]
        moves = [text for text in texts if text.startswith("move ")]
        if moves:
            return table.id, moves
        table.play("done" if "done" in texts else texts[0])
    raise AssertionError("nobody could move")


def test_undo_takes_back_one_action(client: TestClient) -> None:
    id, moves = to_a_move(client)
    table = sit(client)
    table.id = id
    side = str(table.match.to_act)
    before = table.view(side)
    assert refused(table.post("undo", seat="soviet" if side == "german" else "german"), 422)
    played = table.play(moves[0])
    assert played["can_undo"] and played["undo_points"][0] == before["log"]
    after = table.post("undo", seat=side).json()
    assert after["fingerprint"] == before["fingerprint"] and after["log"] == before["log"]
    assert after["serial"] == before["serial"] + 2 and after["actions"] == before["actions"]
    assert after["legal"] == before["legal"]


def test_several_actions_are_taken_back_at_once_as_far_as_they_can_be(client: TestClient) -> None:
    id, moves = to_a_move(client)
    table = sit(client)
    table.id = id
    side = str(table.match.to_act)
    before = table.view(side)
    table.play(moves[0])
    played = table.play()
    assert len(played["undo_points"]) == len(before["undo_points"]) + 2
    after = table.post("undo", seat=side, times=2).json()
    assert (after["fingerprint"], after["serial"]) == (before["fingerprint"], before["serial"] + 4)
    table.play(moves[0])
    assert not table.post("undo", seat=side, times=99).json()["can_undo"]
    assert refused(table.post("undo", seat=side, times=0), 422)


def test_one_answer_tells_what_happened_and_how_the_table_stands(client: TestClient) -> None:
    table = sit(client)
    known = table.view(since=0)
    assert known["events"] == table.get("log", seat="german")["events"] and table.view()["events"] == []
    played = table.play("barrage 0613")
    assert played["events"] and played["log"] == known["log"] + len(played["events"])
    assert played == {**table.view(), "events": played["events"]}
    assert known["events"] + played["events"] == table.get("log", seat="german")["events"]
    assert table.view(since=known["log"])["events"] == played["events"]


def test_very_many_actions_are_sent_with_the_answer_if_that_is_asked(client: TestClient) -> None:
    table = sit(client, game="vistula")
    view = table.view()
    whole = table.view(whole=True)["legal"]
    assert view["legal"]["count"] == whole["count"] == len(whole["actions"]) > len(view["legal"]["actions"])
    played = table.post("actions", seat="german", action=whole["actions"][-1]["text"], whole=True).json()
    assert len(played["legal"]["actions"]) == played["legal"]["count"] > len(view["legal"]["actions"])


def test_undo_stops_at_a_die(client: TestClient) -> None:
    table = sit(client)
    table.play("barrage 0613")
    assert refused(table.post("undo", seat="german"), 422)


def test_questions_are_answered_as_by_the_engine(client: TestClient) -> None:
    id, moves = to_a_move(client)
    table = sit(client)
    table.id = id
    match, unit = table.match, moves[0].split()[1]
    reach = table.get("reach", unit=unit)
    assert reach == match.reach(unit) and reach
    far = max(reach, key=lambda hex: reach[hex])
    steps = table.get("path", unit=unit, hex=far)
    assert steps[-1]["hex"] == far and sum(step["cost"] for step in steps) == reach[far]
    assert all(part["text"] and part["citation"] for step in steps for part in step["parts"])
    assert table.get("why", unit=unit, hex=far) is None
    closed = next(n for n in match.game.rules.board.grid.numbers if match.why_not(unit, n))
    assert table.get("why", unit=unit, hex=closed)["citation"].startswith("koenigsberg ")
    for side in SIDES:
        assert tuple(table.get("zones", side=side)) == match.zones(side)
        assert table.get("supply", of=side) == match.supply(side)
    hq = next(u["id"] for u in match.view("german")["units"] if u["kind"] == "hq" and u["hex"])
    assert table.get("command", hq=hq) == match.command(hq)
    assert table.get("supply", of=hq)["unit"] == hq
    assert table.get("targets").keys() == match.targets().keys()
    assert refused(table.ask("sight", hex="0101"), 422)


def test_a_preview_shows_every_part_and_chance(client: TestClient) -> None:
    table = sit(client)
    match = table.match
    where = {u["id"]: u["hex"] for u in match.view("soviet")["units"] if u["side"] == "soviet" and u["hex"]}
    grid = match.game.rules.board.grid
    enemies = {u["hex"] for u in match.view("soviet")["units"] if u["side"] == "german" and u["hex"]}
    unit, target = next(
        (id, grid.number(near))
        for id, at in where.items()
        for near in grid.around(grid.index(at))
        if grid.number(near) in enemies
    )
    preview = table.get("preview", seat="soviet", target=target, attackers=unit)
    assert preview["parts"] and all(part["citation"] for part in preview["parts"])
    assert not preview["results"] or abs(sum(preview["results"].values()) - 1) < 1e-9
    assert refused(table.ask("preview", target=target, attackers=unit, support="LW"), 422)


@pytest.mark.parametrize(
    ("what", "params"),
    [
        ("view", {"seat": "allied"}),
        ("view", {}),
        ("log", {"seat": "german", "since": -1}),
        ("reach", {"unit": "nobody"}),
        ("path", {"unit": "nobody", "hex": "0101"}),
        ("why", {"unit": "nobody", "hex": "x"}),
        ("preview", {"target": "9999", "attackers": "nobody"}),
        ("supply", {"of": "nobody"}),
        ("zones", {"side": "allied"}),
        ("command", {"hq": "nobody"}),
        ("at/1", {"seat": "german"}),
    ],
)
def test_what_does_not_exist_is_told(client: TestClient, what: str, params: dict[str, str]) -> None:
    assert refused(sit(client).ask(what, **params), 422)


def test_an_unknown_match_is_told(client: TestClient) -> None:
    for what in ("view?seat=german", "legal?seat=german", "log?seat=german", "save", "replay", "zones?side=german"):
        assert "nowhere" in refused(client.get(f"/api/matches/nowhere/{what}"), 404)["message"]
    assert refused(client.delete("/api/matches/nowhere"), 404)


@pytest.mark.parametrize(
    "asked",
    [
        {"scenario": "none"},
        {"options": {"fog_of_war": "maybe"}},
        {"options": {"weather": "on"}},
        {"seats": {"allied": "me"}},
        {"seats": {"german": "you"}},
        {"seats": {"german": "bot:marshal"}},
        {"seed": -1},
        {"sead": 1},
    ],
)
def test_a_match_that_cannot_be_is_refused(client: TestClient, asked: dict[str, object]) -> None:
    assert refused(client.post("/api/matches", json={"game": "koenigsberg", **asked}), 422)


def test_matches_are_listed_and_removed(client: TestClient) -> None:
    table = sit(client)
    table.play()
    newest = client.get("/api/matches").json()[0]
    assert newest["id"] == table.id and newest["turn"] == 1 and newest["to_act"] == "german"
    assert newest["actions"] == 1 and newest["seats"] == {"german": "me", "soviet": "me"}
    assert client.delete(f"/api/matches/{table.id}").status_code == 204
    assert refused(table.ask("view", seat="german"), 404)
    assert table.id not in [row["id"] for row in client.get("/api/matches").json()]


def test_a_guarded_table_knows_its_maker(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        created = client.post("/api/matches", json={"game": "koenigsberg"}).json()
        view, save = (f"/api/matches/{created['id']}/{what}" for what in ("view?seat=german", "save"))
        assert created["seats"] == list(SIDES) and created["links"] == {}
        other = stranger(client)
        for path in (view, save, f"/api/matches/{created['id']}/replay"):
            assert refused(other.get(path), 403)
            assert client.get(path).status_code == 200
        assert other.get("/api/matches").json() == [] and len(client.get("/api/matches").json()) == 1
