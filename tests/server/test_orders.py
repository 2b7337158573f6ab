"""Standing orders: a reaction costs nobody a day, whoever gave them alone knows them, and what they say is legal."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

import countermarch as cm
from countermarch.match import Match
from countermarch.server.obeying import Orders, answer, offered
from tests.server.sitting import Sitting, refused, stranger, visit
from tests.server.test_joining import claim

GAMES = ("bridgehead", "koenigsberg", "koenigsberg45", "stargard", "seelow", "vistula")
ALL_OF_IT = {"losses": "weakest", "retreat": "shortest"}


@pytest.fixture
def mine(tmp_path: Path) -> Iterator[TestClient]:
    with visit(tmp_path / "m.sqlite", guarded=True) as client:
        yield client


def is_driven(match: Match) -> bool:
    return match.to_act == "german" and match.legal().verbs <= {"lose", "retreat"}


@cache
def about_to_strike() -> tuple[str, int]:
    """A save of Bridgehead: the Soviet resolves an attack; and a die to which the German must answer."""
    for match in asked_at_random("bridgehead", 400, seeds=200):
        if match.to_act == "soviet" and "resolve" in match.legal().verbs:
            driven = [one.roll for one in match.outcomes("resolve") if is_driven(one.match)]
            if driven and driven[0]:
                return match.save(), driven[0].value
    raise AssertionError("there is always somebody who is driven back")


@cache
def struck() -> str:
    """The same after the die: the German is asked."""
    save, die = about_to_strike()
    match = cm.resume(save)
    match.next_dice(die)
    match.play("resolve")
    assert is_driven(match)
    return match.save()


def seated(maker: TestClient, save: str) -> tuple[Sitting, Sitting]:
    """The Soviet's table and the German's, each in a browser of his own."""
    seats = {"german": "link", "soviet": "me"}
    made = maker.post("/api/matches/import", json={"save": save, "seats": seats})
    assert made.status_code == 201, made.text
    friend = stranger(maker)
    assert claim(friend, made.json()["links"]["german"], accepts=True).status_code == 200
    return Sitting(maker, made.json()["id"]), Sitting(friend, made.json()["id"])


@pytest.fixture
def tables(mine: TestClient) -> tuple[Sitting, Sitting]:
    return seated(mine, about_to_strike()[0])


def strike(mine: Sitting) -> Any:
    mine.match.next_dice(about_to_strike()[1])
    serial = mine.view("soviet")["serial"]
    answer = mine.post("actions", seat="soviet", action="resolve", serial=serial)
    assert answer.status_code == 200, answer.text
    return answer.json()


def give(table: Sitting, seat: str, **orders: Any) -> Any:
    body = {"seat": seat, "orders": orders}
    found = table.client.put(f"/api/matches/{table.id}/orders", json=body)
    assert found.status_code == 200, found.text
    return found.json()


def asked_at_random(game: str, most: int, seeds: int = 30) -> Iterator[Match]:
    """Moments of games played by chance."""
    for seed in range(seeds):
        match, pick = cm.load(game).start(seed=seed, pauses=False), Random(seed)
        for _ in range(most):
            if match.to_act is None:
                break
            yield match
            legal = match.legal()
            match.play(legal[int(pick.random() * len(legal))])


# what each game asks that can be ordered
KINDS = {
    "bridgehead": {"losses", "retreat", "demolition"},
    "koenigsberg": {"retreat", "barrage", "move", "attack"},
    "koenigsberg45": {"retreat", "flee", "move", "attack"},
    "stargard": {"stand", "move", "attack", "replace"},
    "seelow": {"retreat", "stand", "fire", "move", "attack"},
    "vistula": {"losses", "support", "move", "attack"},
}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_ordered_is_legal_and_all_that_is_named_is_met(game: str) -> None:
    wanted, moments = set(KINDS[game]), 0
    declines = offered(cm.load(game).start(seed=1)).decline
    for match in asked_at_random(game, 1200):
        moments += 1
        side = str(match.to_act)
        rules = ("shortest", "supply", "objective") if "retreat" in match.legal().verbs else ("shortest",)
        for rule in rules:
            said = answer(match, side, Orders(losses="spare", retreat=rule, stand="yield"))  # type: ignore[arg-type]
            if said is not None:
                assert match.game.parse(said.action) in match.legal(), said
                wanted.discard(said.order)
        for phase in declines if moments % 11 == 0 or "blow" in match.legal().verbs else ():
            said = answer(match, side, Orders(decline=(phase,)))
            if said is not None:
                assert match.game.parse(said.action) in match.legal(), said
                wanted.discard(phase)
        if not wanted:
            return
    raise AssertionError(f"never asked in {moments} decisions: {wanted}")


@pytest.mark.parametrize("game", GAMES)
def test_every_game_offers_what_it_asks(game: str) -> None:
    known = offered(cm.load(game).start(seed=1))
    assert "weakest" in known.losses and "captain" in known.retreat and known.idle
    assert ("supply" in known.retreat) == (game != "bridgehead")
    assert bool(known.stand) == (game in ("stargard", "seelow", "vistula"))
    assert KINDS[game] - {"losses", "retreat", "stand"} <= set(known.decline)


def losing(rule: str) -> tuple[Match, str, str]:
    """A Soviet attack of Bridgehead after which two units could lose the step, and who is named by the rule."""
    for match in asked_at_random("bridgehead", 400):
        side, legal = str(match.to_act), list(match.legal())
        if match.legal().verbs == {"lose"}:
            entries = {entry["id"]: entry for entry in match.view(side)["units"]}
            if len({entries[action.units[0]]["steps"] for action in legal}) > 1:
                said = answer(match, side, Orders(losses=rule))  # type: ignore[arg-type]
                assert said is not None
                return match, side, said.action.split()[1]
    raise AssertionError("never")


def test_the_weakest_loses_first_or_who_has_steps_to_spare() -> None:
    match, side, named = losing("weakest")
    pieces = {unit.id: unit for unit in match.game.rules.pieces}
    entries = {entry["id"]: entry for entry in match.view(side)["units"]}

    def strength(id: str) -> int:
        face = pieces[id].faces[entries[id]["steps"]]
        return int(face.attack + face.defence)

    offered_units = [action.units[0] for action in match.legal()]
    assert strength(named) == min(map(strength, offered_units))
    match, side, named = losing("spare")
    entries = {entry["id"]: entry for entry in match.view(side)["units"]}
    assert entries[named]["steps"] == max(entries[action.units[0]]["steps"] for action in match.legal())
    assert match.game.parse(f"lose {losing('captain')[2]}")


def test_a_movement_is_passed_only_while_no_enemy_can_be_reached() -> None:
    passed = asked = 0
    for match in asked_at_random("koenigsberg", 300, seeds=2):
        side = str(match.to_act)
        if {"move", "done"} <= match.legal().verbs:
            said = answer(match, side, Orders(idle=True))
            passed, asked = passed + (said is not None), asked + (said is None)
            assert said is None or said == ("idle", "done")
    assert asked  # somebody at the front could
    quiet = cm.load("koenigsberg").start(seed=1)
    assert answer(quiet, str(quiet.to_act), Orders(idle=True)) is None  # a barrage is no movement


def test_who_gave_orders_is_not_asked_and_the_log_tells_him_alone(tables: tuple[Sitting, Sitting]) -> None:
    mine, theirs = tables
    told = give(theirs, "german", **ALL_OF_IT)
    assert told["orders"]["away"] and told["used"] == 0 and "weakest" in told["offered"]["losses"]
    after = strike(mine)
    assert not is_driven(mine.match) and after["events"]  # the answer is there with the blow
    count = theirs.get("orders", seat="german")["used"]
    keys = [event["key"] for event in theirs.get("log", seat="german")["events"]]
    assert count and keys.count("server.orders.used") == count
    assert "server.orders" not in str(after) and "server.orders" not in str(mine.get("log", seat="soviet"))
    spanish = [event["text"] for event in theirs.get("log", seat="german", lang="es")["events"]]
    assert any("órdenes permanentes" in text for text in spanish)


def test_orders_given_late_answer_what_is_asked_now_and_can_be_stopped(tables: tuple[Sitting, Sitting]) -> None:
    mine, theirs = tables
    give(theirs, "german", **ALL_OF_IT, on=False)
    strike(mine)
    assert is_driven(mine.match)  # stopped orders are not followed
    before = mine.view("soviet")["serial"]
    assert give(theirs, "german", **ALL_OF_IT)["used"] >= 1
    assert mine.view("soviet")["serial"] > before


def test_who_sits_at_the_table_is_asked_himself(tables: tuple[Sitting, Sitting]) -> None:
    mine, theirs = tables
    give(theirs, "german", **ALL_OF_IT)
    with theirs.client.websocket_connect(f"/api/matches/{theirs.id}/live?seat=german") as line:
        line.receive_json()
        strike(mine)
        assert theirs.get("orders", seat="german")["used"] == 0
        assert give(theirs, "german", **ALL_OF_IT, away=False)["used"] >= 1


def test_nobody_else_sees_or_gives_them(tables: tuple[Sitting, Sitting]) -> None:
    mine, theirs = tables
    give(theirs, "german", **ALL_OF_IT)
    assert refused(mine.ask("orders", seat="german"), 403)
    body = {"seat": "german", "orders": {}}
    assert refused(mine.client.put(f"/api/matches/{mine.id}/orders", json=body), 403)
    assert "órdenes" not in str(mine.view("soviet")) and "orders" not in mine.view("soviet")
    wrong = theirs.client.put(
        f"/api/matches/{mine.id}/orders", json={"seat": "german", "orders": {"losses": "bravest"}}
    )
    assert refused(wrong, 422)


def test_at_one_screen_there_are_none(tmp_path: Path) -> None:
    with visit(tmp_path / "here.sqlite") as client:
        id = client.post("/api/matches", json={"game": "bridgehead"}).json()["id"]
        assert "link" in refused(Sitting(client, id).ask("orders", seat="german"), 409)["message"]


def test_orders_and_what_they_did_are_there_after_a_restart(tmp_path: Path) -> None:
    with visit(tmp_path / "m.sqlite", guarded=True) as maker:
        theirs = seated(maker, struck())[1]
        used = give(theirs, "german", **ALL_OF_IT)["used"]
        log = theirs.get("log", seat="german")
        cookies, id = theirs.client.cookies, theirs.id
    with visit(tmp_path / "m.sqlite", guarded=True) as again:
        again.cookies = cookies
        theirs = Sitting(again, id)
        told = theirs.get("orders", seat="german")
        assert told["used"] == used and told["orders"]["losses"] == "weakest"
        assert theirs.get("log", seat="german") == log
        assert "server.orders.used" in str(theirs.get("replay", seat="german"))
