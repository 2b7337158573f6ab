"""A byte search of everything a seat is sent: no hidden unit is named as long as it is hidden."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch import dice
from countermarch.bots import Bot, bot
from countermarch.games.chitpull.fog import hidden
from countermarch.match import Match
from countermarch.server.answers import Voice
from countermarch.server.past import Told
from countermarch.server.words import names_in
from tests.leaks import exchanged, positions
from tests.rules.koenigsberg.table import Table
from tests.server.sitting import SIDES, Sitting, refused, sit, sits_alone, visit

FOG = {"fog_of_war": "on"}
ACTIONS = int(os.environ.get("COUNTERMARCH_SEARCHED", "200"))
PAIRS = ACTIONS // 100  # tables that look alike, over the net
SINCE = re.compile(r'"claim_in":[0-9.]+')  # tells only when a table was made


def hidden_ids(match: Match, side: str) -> list[str]:
    """By the rule itself, not by the view; but for those a chit, which everybody sees, is named like."""
    play: Any = match._play
    viewer, chits = SIDES.index(side), play.tables.chit_index
    ids = [play.id(u) for u in range(len(play.tables.units)) if hidden(play, u, viewer)]
    return [id for id in ids if id not in chits]


def expect_nothing_hidden(sent: str, match: Match, side: str) -> None:
    ids = hidden_ids(match, side)
    if not ids:
        return
    found = re.search(rf"(?<![\w-])({'|'.join(map(re.escape, ids))})(?![\w-])", sent)
    assert found is None, sent[max(0, found.start() - 200) : found.end() + 100]


def everything(table: Sitting, seat: str) -> str:
    view, match = table.ask("view", seat=seat), table.match
    headquarters = [u["id"] for u in view.json()["view"]["units"] if u["kind"] == "hq" and u["hex"]]
    answers = [
        view,
        table.ask("legal", seat=seat),
        table.ask("log", seat=seat),
        table.ask("replay", seat=seat),
        table.ask("replay"),
        table.ask("targets", seat=seat),
        *(table.ask("supply", seat=seat, of=side) for side in SIDES),
        *(table.ask("zones", seat=seat, side=side) for side in SIDES),
        *(table.ask("command", seat=seat, hq=hq) for hq in headquarters),
        table.ask(f"at/{len(match.actions)}", seat=seat),
        table.ask("save", seat=seat),
        table.client.get("/api/matches"),
    ]
    return "\n".join(answer.text for answer in answers)


@pytest.mark.parametrize(("game", "player"), [("koenigsberg", "captain"), ("koenigsberg45", "random")])
def test_nothing_hidden_is_ever_sent(client: TestClient, game: str, player: str) -> None:
    """Until a match is over, when all is told; then the search goes on in another."""
    searched, seed = 0, 4
    while searched < ACTIONS:
        table = sit(client, game=game, options=FOG, seed=seed)
        searched += search_a_match(table, bot(player, seed), ACTIONS - searched)
        seed += 1


def search_a_match(table: Sitting, chooser: Bot, most: int) -> int:
    """Play on and read all that the seats are sent; how many actions were searched."""
    assert all(hidden_ids(table.match, side) for side in SIDES)
    lines = {side: table.client.websocket_connect(f"/api/matches/{table.id}/live?seat={side}") for side in SIDES}
    with lines["german"] as german, lines["soviet"] as soviet:
        heard = {"german": german, "soviet": soviet}
        told: dict[str, dict[int, set[str]]] = {side: {} for side in SIDES}
        for line in heard.values():
            line.receive_json()
        for number in range(1, most + 1):
            side, action = str(table.match.to_act), str(chooser.choose(table.match))
            answer = table.post("actions", seat=side, action=action)
            assert answer.status_code == 200, answer.text
            if table.match.to_act is None:
                return number
            expect_nothing_hidden(answer.text, table.match, side)
            for seat, line in heard.items():
                message = line.receive_text()
                expect_nothing_hidden(message, table.match, seat)
                told[seat] |= {event["index"]: set(event["units"]) for event in json.loads(message)["events"]}
                if number % 50 == 0:
                    expect_nothing_hidden(everything(table, seat), table.match, seat)
                    expect_no_more_than(told[seat], table.get("log", seat=seat)["events"])
    return most


def expect_no_more_than(told: dict[int, set[str]], log: list[dict[str, Any]]) -> None:
    """What was hidden when it happened stays unnamed in the log, even if the unit has been seen since."""
    later = {event["index"]: set(event["units"]) for event in log if event["index"] in told}
    assert {index: units - told[index] for index, units in later.items() if units - told[index]} == {}


def test_a_hidden_unit_cannot_be_asked_about(client: TestClient) -> None:
    table = sit(client, options=FOG)
    unseen = hidden_ids(table.match, "german")[0]
    for what, params in (
        ("reach", {"unit": unseen}),
        ("why", {"unit": unseen, "hex": "0101"}),
        ("supply", {"of": unseen}),
        ("command", {"hq": unseen}),
        ("preview", {"target": "0613", "attackers": unseen}),
    ):
        assert "can see" in refused(table.ask(what, seat="german", **params), 422)["message"]


def test_nobody_looks_over_a_bots_shoulder(client: TestClient) -> None:
    table = sit(client, options=FOG, seats={"soviet": "bot:random"})
    assert refused(table.ask("view", seat="soviet"), 403)
    assert refused(table.ask("log", seat="soviet"), 403)
    open_table = sit(client, seats={"soviet": "bot:random"})
    assert open_table.view("soviet")["seat"] == "soviet"


@pytest.mark.parametrize("language", ["en", "es"])
def test_hidden_units_have_a_word(client: TestClient, language: str) -> None:
    """A buried unit that is to be moved is asked for by name; the waiting side reads a word instead."""
    table, player = sit(client, options=FOG, seed=4), bot("captain", 1)
    for _ in range(400):
        match = table.match
        side = str(match.to_act)
        other = SIDES[1 - SIDES.index(side)]
        prompt = match.decision.prompt.render(language) if match.decision else ""
        named = [id for id in hidden_ids(match, other) if id in prompt.split()]
        if named:
            told, asked = (table.view(seat, lang=language)["decision"] for seat in (other, side))
            name = names_in(match.game.rules, language)[named[0]]
            assert name in asked["prompt"] and named[0] in asked["units"]
            assert name not in told["prompt"]
            assert ("a hidden unit" if language == "en" else "una unidad oculta") in told["prompt"]
            assert not set(named) & set(told["units"])
            return
        table.post("actions", seat=side, action=str(player.choose(match)))
    raise AssertionError("no hidden unit was asked about")


# saves and branches


@pytest.fixture
def guarded(tmp_path: Path) -> Iterator[TestClient]:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        yield client


def test_a_seat_alone_gets_no_save_while_the_match_goes_on(client: TestClient) -> None:
    for seats in ({}, {"soviet": "bot:random"}):
        error = refused(sit(client, options=FOG, seats=seats).ask("save", seat="german"), 403)
        assert "dice" in error["message"] and "german" in error["message"]
    assert refused(sit(client).ask("save", seat="german"), 403)
    alone = sit(client, seats={"soviet": "bot:random"})
    assert cm.resume(alone.get("save", seat="german")["save"]).game.key == "koenigsberg"


def test_a_table_as_a_whole_saves_whatever_is_hidden(client: TestClient) -> None:
    table = sit(client, options=FOG)
    assert cm.resume(table.get("save")["save"]).fingerprint() == table.match.fingerprint()


def test_over_the_net_a_save_takes_everyone_until_the_match_is_over(guarded: TestClient) -> None:
    created = guarded.post("/api/matches", json={"game": "koenigsberg", "options": FOG}).json()
    path = f"/api/matches/{created['id']}/save"
    assert guarded.get(path).status_code == 200
    sits_alone(guarded, created["id"], "german")
    assert refused(guarded.get(path), 403)


@pytest.fixture(scope="module")
def finished() -> str:
    match, player = cm.load("koenigsberg").start(seed=3, options=FOG), bot("random", 3)
    while match.to_act is not None:
        match.play(player.choose(match))
    return match.save()


def test_when_the_match_is_over_all_is_told(guarded: TestClient, finished: str) -> None:
    created = guarded.post("/api/matches/import", json={"save": finished}).json()
    table = Sitting(guarded, created["id"])
    sits_alone(guarded, created["id"], "german")
    assert table.get("save", seat="german")["save"] == finished
    view = table.view("german")
    assert (
        view["dice_key"] == json.loads(finished)["key"]
        and dice.commitment(bytes.fromhex(view["dice_key"])) == view["commitment"]
    )
    assert all(step["action"] for step in table.get("replay", seat="german")["steps"])
    assert "a hidden unit" not in table.ask("log", seat="german").text


def test_a_branch_does_not_seat_anyone_behind_the_enemys_screen(client: TestClient) -> None:
    table = sit(client, options=FOG, seats={"soviet": "bot:random"})
    table.post("bots", run=False)
    assert "soviet" in refused(table.post("branch", index=0, seats={"soviet": "me"}), 403)["message"]
    assert refused(table.post("branch", index=0), 403)
    assert table.post("branch", index=0, seats={"soviet": "bot:captain"}).status_code == 201
    seen = sit(client, seats={"soviet": "bot:random"})
    seen.post("bots", run=False)
    assert seen.post("branch", index=0, seats={"soviet": "me"}).status_code == 201


def test_a_refusal_does_not_name_what_is_hidden(client: TestClient) -> None:
    """Whatever is asked of every unit of the seat, no answer speaks of a hidden one."""
    table = sit(client, options=FOG, seed=4)
    match = table.match
    enemy = {unit["hex"] for unit in match.view("german")["units"] if unit["side"] == "soviet" and unit["hex"]}
    mine = [unit["id"] for unit in match.view("german")["units"] if unit["side"] == "german" and unit["hex"]]
    for unit in mine[::12]:
        for hex in sorted(enemy)[::12]:
            for what in ("why", "path"):
                expect_nothing_hidden(table.ask(what, seat="german", unit=unit, hex=hex).text, match, "german")


def test_a_seat_is_sent_the_fingerprint_of_what_it_sees(client: TestClient) -> None:
    """One of the whole would tell two deals of hidden counters, or two keys of the dice, apart."""
    tables = [sit(client, options=FOG, seed=seed) for seed in (4, 5)]
    for seat in SIDES:
        marks = [table.view(seat)["fingerprint"] for table in tables]
        assert marks[0] == marks[1] == tables[0].match.fingerprint(seat)
        assert tables[0].get("replay", seat=seat)["start"] == marks[0]
    assert tables[0].match.fingerprint() != tables[1].match.fingerprint()
    assert tables[0].get("replay")["start"] is None  # for all to see there is no such thing


def test_a_seat_counts_only_what_it_is_told(client: TestClient) -> None:
    """What befalls a hidden unit is told to its owner alone, and leaves no gap in the log of the other."""
    table, player = sit(client, game="koenigsberg45", options=FOG, seed=4), bot("random", 4)
    live = client.app.state.tables.memory.lives[table.id]  # type: ignore[attr-defined]
    while all(event.sees is None for event in table.match.log):
        side = str(table.match.to_act)
        played = table.post("actions", seat=side, action=str(player.choose(table.match))).json()
        assert [event["index"] for event in played["events"]] == list(
            range(played["log"] - len(played["events"]), played["log"])
        )
    for seat in SIDES:
        log, view = table.get("log", seat=seat), table.view(seat)
        assert [event["index"] for event in log["events"]] == list(range(view["log"])) and log["next"] == view["log"]
        assert table.get("log", seat=seat, since=5)["events"] == log["events"][5:]
        steps = table.get("replay", seat=seat)["steps"]
        assert [event for step in steps for event in step["events"]] == log["events"][live.opening :]
    assert sum(table.view(seat)["log"] for seat in SIDES) < 2 * len(live.log)


# two tables that look alike


def all_answers(table: Sitting, seat: str, asked: Random) -> dict[str, str]:
    """Everything a seat can ask, byte for byte but for the name of the match."""
    match, client, found = table.match, table.client, {}
    view = match.view(seat)
    units = [unit for unit in view["units"] if unit["hex"]]
    places, hexes = sorted(view["hidden"]), match.game.rules.board.grid.numbers
    some = asked.sample(units, min(8, len(units)))
    questions: list[tuple[str, dict[str, Any]]] = [
        (what, {})
        for what in ("view", "legal", "log", "replay", "targets", "reaches", f"at/{len(match.actions)}", "save")
    ]
    for side in SIDES:
        questions += [("supply", {"of": side}), ("zones", {"side": side})]
    for unit in some:
        questions += [("reach", {"unit": unit["id"], "freely": freely}) for freely in (True, False)]
        questions += [("supply", {"of": unit["id"]}), ("command", {"hq": unit["id"]})]
        for hex in (*asked.sample(places, min(2, len(places))), asked.choice(hexes)):
            questions += [(what, {"unit": unit["id"], "hex": hex}) for what in ("why", "path")]
            questions += [("preview", {"target": hex, "attackers": unit["id"]}), ("spot", {"hex": hex})]
    for what, params in questions:
        answer = client.get(f"/api/matches/{table.id}/{what}", params={"seat": seat, **params})
        found[f"{what} {params}"] = SINCE.sub('"claim_in":0', answer.text.replace(table.id, "ID"))
    for text in ("done", "move 39A-94", "attack 0613", "fly", *(f"attack {hex}" for hex in places[:3])):
        if text not in {str(action) for action in match.legal()}:
            body = {"seat": seat, "action": text}
            answer = client.post(f"/api/matches/{table.id}/actions", json=body)
            found[f"play {text}"] = answer.text.replace(table.id, "ID")
    return found


def laid_out(client: TestClient, match: Match, twin: Match, seat: str) -> Sitting:
    """A table with the past of a match, on which the counters lie as on another that looks alike; one seat is ours."""
    created = client.post("/api/matches/import", json={"save": match.save()}).json()
    table = Sitting(client, created["id"])
    table.ask("view", seat="german")
    client.app.state.tables.memory.lives[table.id].match = twin  # type: ignore[attr-defined]
    sits_alone(client, table.id, seat)
    return table


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_two_tables_that_look_alike_to_a_seat_answer_it_alike(guarded: TestClient, game: str) -> None:
    rng = Random(f"{game} over the net")
    for match, seat in list(positions(game, rng))[:PAIRS]:
        twin = exchanged(match, seat, rng, dice_too=False)
        if twin is None:
            continue
        seed = rng.random()
        told = []
        for lying in (match, twin):
            told.append(all_answers(laid_out(guarded, match, lying.copy(), seat), seat, Random(seed)))
        assert told[0].keys() == told[1].keys()
        assert {key: (told[0][key], told[1][key]) for key in told[0] if told[0][key] != told[1][key]} == {}


def test_what_was_hidden_when_it_happened_stays_so_in_the_log() -> None:
    """Even within one action: an HQ is activated unseen, and lies open before anybody is told of it."""
    found = Table(fog_of_war="on")
    for id, number in (("26K-1", "0626"), ("26K-HQ", "0626")):
        found.put(id, number)
    match = found.activate("26K-HQ")
    match.play("move 26K-1")
    match.play("to 0627")
    assert "26K-HQ" not in match.hidden("soviet")
    log = [Told(event, {}) for event in match.log if event.key.endswith(("activated", "moved"))]
    theirs, ours = (Voice(match, side, "en").events(log) for side in ("soviet", "german"))
    assert [event.units for event in theirs] == [[], ["26K-1"]] and "a hidden unit" in theirs[0].text
    assert [event.units for event in ours] == [["26K-HQ"], ["26K-1"]]
