"""1.6 Fog of war: what is seen of a stack, and how it is attacked."""

from __future__ import annotations

import pytest

from countermarch.games.base import Preview
from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import READY
from countermarch.games.stargard.turn import lift_pins
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, cited, happened, reasons, texts, where

LAID = {"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "16.24", "12G": "16.23", "75G": "16.23", "397": "20.20"}


def foggy(turn: int = 9) -> Pomerania:
    table = Pomerania(turn=turn, fog_of_war="on")
    table.lay(LAID)
    return table


def parts(answer: Preview) -> list[str]:
    return [f"{part.text} {part.value:g} {part.citation}" for part in answer.parts]


@pytest.mark.rule("stargard-design 1.6")
def test_each_side_sees_its_own_counters_and_the_top_of_the_enemy_s() -> None:
    match = foggy().match()
    soviet, german = match.view("soviet"), match.view("german")
    assert soviet["hidden"] == {"16.24": 2} and german["hidden"] == {"16.23": 1}
    seen = {unit["id"] for unit in soviet["units"] if unit["hex"]}
    assert seen == {"12G", "75G", "397", "49/23SS"}  # the last to come lies on top
    seen = {unit["id"] for unit in german["units"] if unit["hex"]}
    assert seen == {"48/23SS", "49/23SS", "3SS-HQ", "75G", "397"}


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.2")
def test_odds_against_a_hidden_stack_are_a_range() -> None:
    table = foggy()
    table.put("307/163", "22.22")
    match = table.fight(SOVIET, "12G", "75G")
    answer = match.preview("16.24", ["12G", "75G"], side="soviet")
    assert answer.refusal is not None and str(answer.refusal.citation) == "stargard-design 1.6"
    assert answer.range is not None and answer.attack == 10
    worst, best = answer.range
    assert (worst.defence, worst.column, best.defence, best.column) == (8, "1-1", 5, "2-1")
    assert parts(worst) == [
        "12G attacks 5 stargard-design 8.2",
        "75G attacks 5 stargard-design 8.2",
        "49/23SS defends 4 stargard-design 8.2",
        "what may lie there unseen 4 stargard-design 1.6",
    ]
    assert parts(best)[-1] == "what may lie there unseen 1 stargard-design 1.6"
    assert set(match.targets(side="soviet")) == {"16.24"}
    known = match.preview("16.24", ["12G", "75G"])
    assert known.refusal is None and known.defence == 8  # without a side that asks, all is known


@pytest.mark.rule("stargard-design 1.6")
def test_an_attack_that_cannot_be_made_says_so_even_against_a_hidden_stack() -> None:
    table = foggy()
    answer = table.match().preview("16.24", ["397"], side="soviet")
    assert answer.refusal is not None and str(answer.refusal.citation) == "stargard-design 8.3"
    assert not answer.range


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.3", "stargard-design 13.1")
def test_hex_and_units_are_named_before_the_stack_is_seen_and_support_after() -> None:
    table = foggy()
    table.box("3BAC", READY)
    match = table.fight(SOVIET, "12G", "75G")
    match.play("attack 16.24")
    assert set(texts(match)) == {"with 75G", "with 12G"} and match.view("soviet")["hidden"] == {"16.24": 2}
    expected = {
        "resolve": "stargard-design 1.6 announce_first",
        "air 3BAC full": "stargard-design 1.6 announce_first",
        "announce": "stargard-design 8.8 zero_alone",
        "with 397": "stargard-design 8.3 not_next_to",
        "with 48/23SS": "stargard-design 3.3 not_yours",
    }
    assert reasons(match, *expected) == expected
    match.play("with 12G")
    assert match.view("german")["hidden"] == {}  # 12G has been named
    assert reasons(match, "with 12G") == {"with 12G": "stargard-design 8.3 already_in"}
    events = match.play("announce")
    shown = happened(events, "revealed")[0]
    assert set(shown.params["units"]) == {"48/23SS", "49/23SS", "3SS-HQ"}  # type: ignore[call-overload]
    assert str(shown.citation) == "stargard-design 1.6"
    assert match.view("soviet")["hidden"] == {}
    assert texts(match) == ["air 3BAC normal", "air 3BAC full", "resolve"]
    expected = {
        "done": "stargard-design 1.6 announced",
        "with 75G": "stargard-design 1.6 joins_late",
        "air Rudel full": "stargard-design 13.1 not_your_air",
    }
    assert reasons(match, *expected) == expected
    match.play("air 3BAC full")
    assert texts(match) == ["resolve"]
    match.next_dice(4)
    told = happened(match.play("resolve"), "attack")[0].params
    assert (told["units"], told["odds"]) == (("12G",), "2-1")
    assert table.play.state.fought[table.unit("75G")] == 0


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.8")
def test_units_without_attack_are_not_announced_alone() -> None:
    table = Pomerania(fog_of_war="on")
    table.lay({"VS1": "16.24", "48/23SS": "15.24", "12G": "16.23"})
    match = table.fight(GERMAN, "VS1", "48/23SS")
    match.play("attack 16.23")
    match.play("with VS1")
    assert texts(match) == ["with 48/23SS"]
    assert reasons(match, "announce") == {"announce": "stargard-design 8.8 zero_alone"}
    alone = Pomerania(fog_of_war="on")
    alone.lay({"VS1": "16.24", "12G": "16.23"})
    assert alone.fight(GERMAN, "VS1").to_act is None


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.4")
def test_an_announced_attack_that_comes_to_nothing_bars_the_hex() -> None:
    table = Pomerania(turn=5, fog_of_war="on")
    table.lay({"12G": "16.23", "75G": "15.24", "48/23SS": "16.24", "49/23SS": "16.24", "307/163": "14.24"})
    match = table.fight(SOVIET, "12G", "75G")
    match.play("attack 16.24")
    match.play("with 12G")
    match.play("announce")  # 5 to 8 on an exhausted front
    assert texts(match) == ["done"]
    assert reasons(match, "resolve") == {"resolve": "stargard-design 8.4 odds"}
    events = match.play("done")
    assert cited(events, "attack_cancelled") == ["stargard-design 8.4"]
    assert texts(match) == ["attack 14.24", "done"]
    assert reasons(match, "attack 16.24") == {"attack 16.24": "stargard-design 8.3 attacked_once"}


@pytest.mark.rule("stargard-design 1.6")
def test_what_befalls_a_hidden_counter_is_told_to_its_owner() -> None:
    table = foggy()
    match = table.match()
    table.play.set_steps(table.unit("48/23SS"), 2)
    table.play.lose_step(table.unit("48/23SS"))
    table.play.lose_step(table.unit("49/23SS"))
    table.play.lose_step(table.unit("12G"))
    lost = [event for event in table.play.events if event.key.endswith("step_lost")]
    assert [(event.params["unit"], event.sees) for event in lost] == [
        ("48/23SS", ("german",)),
        ("49/23SS", None),
        ("12G", ("soviet",)),
    ]
    assert match.view("german")["hidden"] == {"16.23": 1}


@pytest.mark.rule("stargard-design 1.6", "stargard 9.0")
def test_of_a_stack_in_retreat_the_enemy_hears_of_the_top_only() -> None:
    table = Pomerania(fog_of_war="on")
    table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24"})
    table.push(Retreat(GERMAN, table.hex("16.24"), (table.unit("48/23SS"), table.unit("3SS-HQ")), 1, True, False))
    match = table.match()
    match.play("retreat 15.25")
    told = [event for event in match.log if event.key.endswith(("retreats", "retreats_below"))]
    assert [(event.key.rpartition(".")[2], event.sees) for event in told] == [
        ("retreats", None),
        ("retreats_below", ("german",)),
    ]
    assert told[0].params["units"] == ("48/23SS",) and told[1].params["unit"] == "3SS-HQ"
    assert where(match, "3SS-HQ") == "15.25"


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.7(1)", "stargard-design 8.7(6)")
def test_pins_on_hidden_counters_are_told_to_their_owner_alone() -> None:
    """48/23SS lies under 49/23SS, 12G under 75G."""
    table = foggy()
    table.own.pin([table.unit(id) for id in ("48/23SS", "49/23SS", "12G", "75G", "397")])
    lift_pins(table.own)
    for key, citation in (("pinned", "stargard-design 8.7(1)"), ("unpinned", "stargard-design 8.7(6)")):
        told = happened(list(table.play.events), key)
        assert {str(event.citation) for event in told} == {citation}
        assert [(set(event.params["units"]), event.sees) for event in told] == [  # type: ignore[call-overload]
            ({"49/23SS", "75G", "397"}, None),
            ({"48/23SS"}, ("german",)),
            ({"12G"}, ("soviet",)),
        ]


@pytest.mark.rule("stargard-design 1.6")
def test_an_event_knows_whom_a_side_could_not_see_then() -> None:
    """The HQ below its troops is activated; the Soviets hear that one is, but could not see it."""
    table = foggy()
    match = table.activate("3SS-HQ")
    told = happened([*table.play.events, *match.log], "activated")[0]
    table.play.veil(told)
    assert told.unseen == {"soviet": ("3SS-HQ",)}


@pytest.mark.rule("stargard-design 1.6")
@pytest.mark.parametrize(("below", "defences", "told"), [("3SS-HQ", [4, 4], []), ("3Al", [6, 5], [2])])
def test_what_may_lie_below_is_what_is_not_seen_elsewhere(below: str, defences: list[int], told: list[int]) -> None:
    """One counter is hidden in all: an HQ adds nothing, an alarm battalion its two, or one if it is isolated."""
    table = Pomerania(fog_of_war="on")
    table.lay({below: "16.24", "48/23SS": "16.24", "12G": "16.23"})
    answer = table.match().preview("16.24", ["12G"], side="soviet")
    assert [found.defence for found in answer.range] == defences
    assert [part.value for part in answer.range[0].parts if "unseen" in str(part.text)] == told


@pytest.mark.rule("stargard-design 1.6", "stargard-design 11.3")
def test_nobody_is_told_that_a_hidden_unit_is_isolated() -> None:
    """At worst it is whole, at best it is worn and isolated, whatever it is."""
    for supply in (0, 2):
        table = Pomerania(turn=9, fog_of_war="on")
        table.put("48/23SS", "16.24", supply=supply)
        table.lay({"49/23SS": "16.24", "12G": "16.23", "75G": "16.23"})
        match = table.fight(SOVIET, "12G", "75G")
        answer = match.preview("16.24", ["12G", "75G"], side="soviet")
        assert [odds.defence for odds in answer.range] == [8, 5]


@pytest.mark.rule("stargard-design 1.6", "stargard-design 4.2.1")
def test_nobody_supposes_below_what_would_lie_above() -> None:
    """Under a tank regiment lies no infantry, whose zone is wider: at best it is a regiment of its own kind, worn."""
    table = Pomerania(turn=9, fog_of_war="on")
    table.lay({"22/10SS": "16.24", "21/10SS": "16.24", "48/23SS": "22.22", "49/23SS": "22.22"})
    table.lay({"12G": "16.23", "75G": "16.23"})
    match = table.fight(SOVIET, "12G", "75G")
    assert match.view("soviet")["hidden"] == {"16.24": 1, "22.22": 1}
    answer = match.preview("16.24", ["12G", "75G"], side="soviet")
    assert [odds.defence for odds in answer.range] == [8, 5]


@pytest.mark.rule("stargard-design 1.6")
def test_at_worst_a_fighting_unit_lies_below_at_best_an_hq() -> None:
    """One counter is not seen: there is room for a second unit. Two are not: one of them must be an HQ."""
    for below, defences in ((("48/23SS",), [8, 4]), (("48/23SS", "3SS-HQ"), [8, 5])):
        table = Pomerania(turn=9, fog_of_war="on")
        table.lay({**dict.fromkeys(below, "16.24"), "49/23SS": "16.24", "12G": "16.23", "75G": "16.23"})
        table.lay({"XSS-HQ": "22.22", "307/163": "22.22"})
        match = table.fight(SOVIET, "12G", "75G")
        answer = match.preview("16.24", ["12G", "75G"], side="soviet")
        assert [odds.defence for odds in answer.range] == defences


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.8")
def test_one_unit_that_can_attack_is_enough_to_be_offered_a_hidden_stack() -> None:
    table = Pomerania(turn=9, fog_of_war="on")
    table.lay({"VS1": "16.25", "48/23SS": "15.25", "12G": "16.24", "75G": "16.24"})
    assert texts(table.fight(GERMAN, "VS1", "48/23SS")) == ["attack 16.24", "done"]
    alone = Pomerania(turn=9, fog_of_war="on")
    alone.lay({"VS1": "16.25", "48/23SS": "20.20", "12G": "16.24"})
    assert alone.fight(GERMAN, "VS1", "48/23SS").to_act is None


@pytest.mark.rule("stargard-design 1.6", "stargard-design 13.1")
def test_an_attack_that_is_not_announced_yet_has_no_support() -> None:
    table = foggy()
    table.box("3BAC", READY)
    match = table.fight(SOVIET, "12G", "75G")
    match.play("attack 16.24")
    match.play("with 12G")
    assert match.position()["attack"] == {"target": "16.24", "attackers": ["12G"], "support": {}}
    match.play("announce")
    match.play("air 3BAC normal")
    assert match.position()["attack"] == {"target": "16.24", "attackers": ["12G"], "support": {"3BAC": "normal"}}


@pytest.mark.rule("stargard-design 8.8", "stargard-design 3.3.1", "stargard-design 1.6")
@pytest.mark.parametrize(("places", "offered"), [(1, {"with 3Al"}), (2, {"with VS1", "with 3Al"})])
def test_the_last_place_for_an_independent_is_not_given_to_one_without_attack(places: int, offered: set[str]) -> None:
    table = Pomerania(fog_of_war="on")
    table.lay({"VS1": "16.24", "3Al": "15.24", "12G": "16.23"})
    for id in ("VS1", "3Al"):
        table.play.state.active[table.unit(id)] = 2  # an independent in range
    table.play.state.quota = places
    match = table.fight(GERMAN)
    match.play("attack 16.23")
    assert set(texts(match)) == offered
    if "with VS1" not in offered:
        assert reasons(match, "with VS1") == {"with VS1": "stargard-design 8.8 zero_alone"}


@pytest.mark.rule("stargard-design 13.1", "stargard-design 1.6")
def test_two_air_units_at_most_support_an_announced_attack() -> None:
    table = foggy()
    for id in ("3BAC", "6SAC", "3FAC"):
        table.box(id, READY)
    match = table.fight(SOVIET, "12G", "75G")
    for text in ("attack 16.24", "with 12G", "announce", "air 3BAC normal"):
        match.play(text)
    assert set(texts(match)) == {
        "resolve",
        *(f"air {id} {how}" for id in ("6SAC", "3FAC") for how in ("normal", "full")),
    }
    match.play("air 6SAC full")
    assert texts(match) == ["resolve"]
    assert reasons(match, "air 3FAC normal") == {"air 3FAC normal": "stargard-design 13.1 air_limit"}


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.7(1)", "stargard-design 8.7(6)")
@pytest.mark.parametrize(
    ("hit", "expected"),
    [
        ((), []),
        (("48/23SS",), [({"48/23SS"}, ("german",))]),
        (("12G",), [({"12G"}, ("soviet",))]),
        (("75G", "397"), [({"75G", "397"}, None)]),
    ],
)
def test_nobody_is_told_of_pins_that_concern_nobody(hit: tuple[str, ...], expected: list[object]) -> None:
    table = foggy()
    table.own.pin([table.unit(id) for id in hit])
    lift_pins(table.own)
    for key in ("pinned", "unpinned"):
        told = happened(list(table.play.events), key)
        assert [(set(event.params["units"]), event.sees) for event in told] == expected  # type: ignore[call-overload]


@pytest.mark.rule("stargard-design 1.6", "stargard-design 8.4")
def test_odds_against_a_hidden_stack_may_be_too_low_at_worst() -> None:
    """Three against six or seven at worst, against four or five at best."""
    table = Pomerania(turn=9, fog_of_war="on")
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "22.22", "307/163": "22.22", "85": "16.23"})
    match = table.fight(SOVIET, "85")
    answer = match.preview("16.24", ["85"], side="soviet")
    assert [(found.defence, found.column) for found in answer.range] == [(8, None), (4, "1-2")]
    assert answer.refusal is not None and answer.refusal.text.params["best"] == "1-2"
    assert "below 1-2" in str(answer.refusal.text) and (answer.attack, answer.column) == (3, None)
