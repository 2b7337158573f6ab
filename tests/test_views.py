"""What a side may see, and what it may imagine."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import countermarch as cm
from countermarch.match import Match
from tests.rules.koenigsberg.table import SOVIET, Table

SIDES = ("german", "soviet")
STACK = (("5A-72", "0638"), ("5A-65", "0638"), ("5A-45", "0737"), ("26K-1", "0640"), ("26K-69", "0640"))


def table(fog_of_war: str = "off") -> Match:
    """A Soviet stack with 5A-65 on top, a German one with 26K-69 on top."""
    found = Table(fog_of_war=fog_of_war)
    for id, number in STACK:
        found.put(id, number)
    return found.move(SOVIET, "5A-72", "5A-65", "5A-45")


def seen(view: dict[str, Any]) -> set[str]:
    return {unit["id"] for unit in view["units"] if unit["hex"]}


@pytest.mark.parametrize("side", SIDES)
def test_a_view_is_json_without_the_dice(side: str) -> None:
    match = cm.load("koenigsberg").start(seed=1)
    view = match.view(side)
    written = json.dumps(view)
    assert json.loads(written) == view and view["side"] == side
    assert match.position()["dice"]["key"] not in written and "dice" not in view and "flow" not in view
    assert view["to_act"] == match.to_act and view["turn"] == 1


def test_fixed_dice_are_not_seen() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    before = match.view("german")
    match.next_dice(6, 6, 6)
    match.next_draw("39A")
    assert match.view("german") == before


@pytest.mark.parametrize("side", ["allied", "", "German", None])
def test_an_unknown_side_sees_nothing(side: Any) -> None:
    with pytest.raises(cm.GameError, match=r"no side .*; the sides are: german, soviet"):
        cm.load("koenigsberg").start(seed=1).view(side)


def test_without_fog_both_sides_see_everything() -> None:
    match = table()
    assert seen(match.view("german")) == seen(match.view("soviet")) == {id for id, _ in STACK}
    assert match.view("german")["hidden"] == {}


@pytest.mark.rule("koenigsberg 2.1.3")
def test_in_fog_only_the_top_of_an_enemy_stack_is_seen() -> None:
    match = table(fog_of_war="on")
    assert seen(match.view("german")) == {"5A-65", "5A-45", "26K-1", "26K-69"}
    assert match.view("german")["hidden"] == {"0638": 1}
    assert seen(match.view("soviet")) == {"5A-72", "5A-65", "5A-45", "26K-69"}
    assert match.view("soviet")["hidden"] == {"0640": 1}


@pytest.mark.rule("koenigsberg 2.1.3")
def test_a_hidden_counter_is_nowhere_in_the_view() -> None:
    assert "5A-72" not in json.dumps(table(fog_of_war="on").view("german"))


@pytest.mark.parametrize("options", [{}, {"fog_of_war": "on"}])
def test_imagining_keeps_all_that_is_seen(options: dict[str, str]) -> None:
    match, pick = cm.load("koenigsberg").start(seed=9, options=options), Random(4)
    for number in range(240):
        if number % 8 == 0:
            for side in SIDES:
                imagined = match.imagine(side, number)
                assert imagined.view(side) == match.view(side)
                assert imagined.to_act == match.to_act
        match.play(match.legal()[pick.randrange(len(match.legal()))])


def test_in_fog_what_is_hidden_is_dealt_anew() -> None:
    match = cm.load("koenigsberg").start(seed=9, options={"fog_of_war": "on"})
    truth = match.position()["units"]
    hidden = {u["id"] for u in truth} - {u["id"] for u in match.view("german")["units"]}
    assert len(hidden) > 5
    deals = [match.imagine("german", seed).position()["units"] for seed in range(6)]
    assert all(sorted(u["id"] for u in deal) == sorted(u["id"] for u in truth) for deal in deals)
    places = [{u["id"]: u["hex"] for u in deal if u["id"] in hidden} for deal in deals]
    assert len({json.dumps(place, sort_keys=True) for place in places}) > 1
    for place in places:  # the same places, other counters
        assert sorted(place.values()) == sorted(u["hex"] for u in truth if u["id"] in hidden)


def test_without_fog_only_the_dice_are_imagined() -> None:
    match = cm.load("koenigsberg").start(seed=9)
    imagined = match.imagine("german", 1)
    assert imagined.position()["units"] == match.position()["units"]
    assert imagined.position()["dice"] != match.position()["dice"]


def test_an_imagined_match_plays_to_its_end() -> None:
    match = cm.load("koenigsberg").start(seed=9, options={"fog_of_war": "on"})
    imagined, pick = match.imagine("soviet", 2), Random(1)
    while imagined.to_act is not None:
        imagined.play(imagined.legal()[pick.randrange(len(imagined.legal()))])
    assert imagined.result is not None and match.actions == ()


def test_the_attack_being_built_up_is_open_to_both_sides() -> None:
    table = Table()
    for id, number in (("39A-5G", "0338"), ("39A-94", "0338"), ("26K-1", "0339")):
        table.put(id, number)
    match = table.fight(1, "39A-5G", "39A-94")
    assert match.view("german")["attack"] is None
    match.play("attack 0339")
    match.play("with 39A-94")
    expected = {"target": "0339", "attackers": ["39A-94"], "support": {}}
    assert match.view("german")["attack"] == match.view("soviet")["attack"] == expected


def test_questions_for_a_side_keep_to_what_it_sees() -> None:
    table = Table(fog_of_war="on")
    for id, number in (("39A-5G", "0338"), ("39A-94", "0338"), ("39A-HQ", "0538"), ("26K-1", "0341")):
        table.put(id, number)  # one corps lies on the other
    match = table.move(0, "26K-1")
    assert match.zones("soviet") == match.zones("soviet", viewer="german")  # what is hidden adds none (2.1.3)
    assert (
        "39A-5G" in match.supply("soviet")["units"] and "39A-5G" not in match.supply("soviet", side="german")["units"]
    )
    assert "39A-5G" in match.command("39A-HQ")["own"] and "39A-5G" not in match.command("39A-HQ", side="german")["own"]
    with pytest.raises(cm.GameError, match="german cannot see 39A-5G"):
        match.reach("39A-5G", freely=True, side="german")
    assert match.reach("39A-5G", freely=True, side="soviet")


@pytest.mark.parametrize("fog", ["on", "off"])
@pytest.mark.parametrize("side", SIDES)
def test_what_is_hidden_is_what_a_view_leaves_out(fog: str, side: str) -> None:
    match = cm.load("koenigsberg").start(seed=2, options={"fog_of_war": fog})
    known = {unit["id"] for unit in match.view(side)["units"]}
    assert match.hidden(side) == {unit.id for unit in match.game.rules.pieces} - known
    assert bool(match.hidden(side)) == (fog == "on")


def test_the_turn_is_summed_up() -> None:
    lines = cm.load("koenigsberg").start(seed=1).summary()
    assert str(lines[0][0]) == "Turn" and all(str(text) for _, text in lines)


# counters that stay as they are keep the document they had


@pytest.mark.parametrize("key", ["koenigsberg", "koenigsberg45", "stargard", "seelow", "vistula", "bridgehead"])
def test_who_looks_at_every_moment_sees_what_one_sees_who_has_just_come(key: str) -> None:
    game, chance = cm.load(key), Random(5)
    match = game.start(seed=5)
    for _ in range(60):
        for side in game.info.sides:
            assert match.view(side) == game.from_position(match.position()).view(side) == match.glance(side)
        if not (match.can_undo and chance.random() < 0.2 and match.undo()):
            match.play(match.legal()[chance.randrange(len(match.legal()))])


def test_who_glances_in_fog_sees_what_he_may() -> None:
    game, chance = cm.load("koenigsberg"), Random(6)
    match = game.start(seed=6, options={"fog_of_war": "on"})
    for _ in range(60):
        assert [match.glance(side) for side in SIDES] == [match.view(side) for side in SIDES]
        match.play(match.legal()[chance.randrange(len(match.legal()))])
    assert any(match.hidden(side) for side in SIDES)


def test_a_view_and_a_position_are_his_who_asked() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    for ask in (match.position, lambda: match.view("german")):
        whole = json.dumps(ask())
        changed = ask()
        for unit in changed["units"]:
            unit |= {"hex": "0101", "steps": 99}
        assert json.dumps(ask()) == whole


def test_who_glances_again_and_again_gets_the_same_counters() -> None:
    match = cm.load("koenigsberg").start(seed=1)
    before = match.glance("german")
    match.play(match.legal()[0])
    pairs = list(zip(before["units"], match.glance("german")["units"], strict=True))
    assert all((old is new) == (old == new) for old, new in pairs)
    assert match.glance("german") == match.view("german")
