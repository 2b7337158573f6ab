"""8.0, 1.6: what is told and shown of a combat while it goes on, and who may still join."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull import barrage
from countermarch.games.chitpull.state import GROUNDED, READY
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    attack,
    cited,
    fight,
    happened,
    reasons,
    steps,
    texts,
    where,
)

STACK = {"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "16.24"}


@pytest.mark.rule("stargard-design 8.2", "stargard-design 13.1")
def test_an_attack_is_told_with_what_it_was_reckoned_from() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    table.box("3BAC", READY)
    match = table.fight(SOVIET, "12G", "75G")
    match.weighs = True
    foretold = match.preview("16.24", ["12G", "75G"], {"3BAC": "full"})
    events = attack(match, "16.24", 6, ["12G", "75G"], "air 3BAC full")
    told = happened(events, "attack")[0].assault
    assert told is not None and told.preview == foretold and foretold.column == "4-1"
    assert (told.kind, told.target, told.attackers, told.support) == (
        "attack",
        "16.24",
        ("12G", "75G"),
        {"3BAC": "full"},
    )


@pytest.mark.rule("stargard-design 12.7")
def test_a_barrage_is_told_with_what_it_was_read_from() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "48/23SS": "16.24"})
    barrage.fire(table.play, SOVIET, "", 1)
    match = table.match()
    for weighs in (False, True):
        again = match.copy()
        again.weighs = weighs
        foretold = again.preview("16.24", [], kind="barrage")
        told = happened(list(again.play("barrage 16.24")), "barrage")[0].assault
        assert (told is not None) is weighs and foretold.column == "3-1"
        if told is not None:
            assert (told.kind, told.target, told.attackers, told.support) == ("barrage", "16.24", (), {})
            assert told.preview == foretold


@pytest.mark.rule("stargard-design 8.3")
def test_who_has_attacked_does_not_join_another_attack() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "33G/9GT": "16.22", "34G/9GT": "17.24", "3Al": "16.24", "4Al": "17.23"})
    match = table.fight(SOVIET, "12G", "33G/9GT", "34G/9GT")
    attack(match, "16.24", 4, ["12G"])
    while not any(text.startswith("attack") for text in texts(match)):
        match.play("done" if "done" in texts(match) else texts(match)[0])
    assert texts(match) == ["attack 17.23", "done"]
    match.play("attack 17.23")
    assert reasons(match, "with 12G") == {"with 12G": "stargard-design 8.3 fought"}
    assert set(texts(match)) == {"with 33G/9GT", "with 34G/9GT"}


@pytest.mark.rule("stargard-design 13.1")
def test_air_units_support_an_attack_and_make_none() -> None:
    table = Pomerania()
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24"})
    table.box("3BAC", READY)
    match = table.fight(SOVIET, "12G", "75G")
    match.play("attack 16.24")
    assert reasons(match, "air 3BAC full") == {"air 3BAC full": "stargard-design 13.1 air_alone"}
    match.play("with 12G")
    assert {"air 3BAC normal", "air 3BAC full"} <= set(texts(match))


@pytest.mark.rule("stargard-design 1.6", "stargard-design 13.1")
def test_support_that_cannot_fly_is_refused_before_a_hidden_stack_is_weighed() -> None:
    table = Pomerania(fog_of_war="on")
    table.lay({**STACK, "12G": "16.23", "75G": "15.24"})
    table.box("3BAC", GROUNDED)
    table.box("6SAC", READY)
    match = table.fight(SOVIET, "12G", "75G")
    no = match.preview("16.24", ["12G", "75G"], {"3BAC": "full"}, side="soviet")
    assert no.refusal is not None and not no.range
    assert (str(no.refusal.citation), no.refusal.text.key) == ("stargard-design 13.1", "chitpull.refusal.air_not_ready")
    weighed = match.preview("16.24", ["12G", "75G"], {"6SAC": "full"}, side="soviet")
    assert [answer.column for answer in weighed.range] == ["3-1", "4-1"]


@pytest.mark.rule("stargard-design 1.6")
def test_an_attacked_stack_lies_open_until_all_of_it_is_over() -> None:
    """DR1 at 5-1: the owner chooses together or apart, and only then is it over."""
    table = Pomerania(fog_of_war="on")
    table.lay({"1/402": "16.24", "2/402": "16.24", "3SS-HQ": "16.24"})
    table.lay({"12G": "16.23", "75G": "15.24", "23G": "17.24", "52G": "17.24"})
    match = table.fight(SOVIET, "12G", "75G", "23G", "52G")
    assert match.view("soviet")["hidden"] == {"16.24": 2}
    match.play("attack 16.24")
    for id in ("12G", "75G", "23G", "52G"):
        match.play(f"with {id}")
    assert match.view("soviet")["hidden"] == {"16.24": 2}
    match.play("announce")
    assert match.view("soviet")["hidden"] == {}
    match.next_dice(3)
    events = match.play("resolve")
    assert happened(list(events), "attack")[0].params["result"] == "DR1"
    assert match.to_act == "german" and match.view("soviet")["hidden"] == {}
    assert match.view("german")["hidden"] == {}  # who attacks is seen as well
    match.play("together")
    match.play(texts(match)[0])
    while match.to_act == "soviet" and any(text.startswith("advance") for text in texts(match)):
        match.play("done")
    assert match.view("soviet")["hidden"] == {where(match, "3SS-HQ"): 2}
    assert match.view("german")["hidden"] == {"17.24": 1}


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.1.3")
def test_a_stack_that_is_shelled_lies_open_while_its_owner_chooses() -> None:
    table = Pomerania(fog_of_war="on")
    table.lay({**STACK, "12G": "16.23"})
    barrage.fire(table.play, SOVIET, "", 1)
    match = table.match()
    assert match.view("soviet")["hidden"] == {"16.24": 2}
    match.next_dice(4)  # DRo1
    match.play("barrage 16.24")
    assert texts(match) == ["retire", "stand"] and match.view("soviet")["hidden"] == {}
    match.play("stand")
    assert set(texts(match)) == {"lose 48/23SS", "lose 49/23SS"}


@pytest.mark.rule("stargard-design 10.2", "stargard-design 10.1")
def test_a_mechanised_unit_goes_on_past_the_hex_of_an_eliminated_defender() -> None:
    match, events = fight({"33G/9GT": "16.23", "34G/9GT": "15.24"}, {"3Al": "16.24"}, "16.24", 6)
    assert where(match, "3Al") == "eliminated" and not happened(events, "retreats")
    assert {"advance 33G/9GT 16.24", "advance 33G/9GT 16.24-16.25"} <= set(texts(match))
    events = list(match.play("advance 33G/9GT 16.24-16.25"))
    assert where(match, "33G/9GT") == "16.25" and cited(events, "advanced") == ["stargard-design 10.1"]


@pytest.mark.rule("stargard-design 8.5", "stargard 9.0")
def test_attackers_in_a_town_fall_back_as_far_as_anybody() -> None:
    """A1R1 at 1-1."""
    table = Pomerania()
    table.put("33", "29.17", steps=1)
    table.put("48/23SS", "29.16")
    match = table.fight(GERMAN, "48/23SS")
    events = attack(match, "29.17", 1, ["48/23SS"])
    assert happened(events, "attack")[0].params["result"] == "A1R1" and not happened(events, "retreat_ignored")
    assert steps(match, "48/23SS") == 1 and where(match, "48/23SS") not in ("29.16", "29.17")
