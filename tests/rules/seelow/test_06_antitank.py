"""6.0 to 6.5 Antitank fire."""

from __future__ import annotations

from typing import Any

import pytest

from countermarch.games.seelow.antitank import target_refusal
from countermarch.games.seelow.state import EXITED, MOVE_MODE
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, cited, disrupted, happened, rule, steps, texts, where

DUSK, NIGHT = 6, 7


def duel(firer: str, start: str, target: str, hex: str, turn: int = 2) -> Table:
    table = Table(turn=turn)
    table.put(firer, start)
    table.put(target, hex)
    return table


def panzers(turn: int = 2) -> Table:
    """A Soviet tank brigade in 2105 with two German companies beside it."""
    table = Table(turn=turn)
    table.put("11T-20", "2105")  # antitank 7, morale 3, armour 1
    table.put("20-8Pz-1", "2005")  # antitank 5
    table.put("MUN-Pz-2", "2104")  # antitank 7
    return table


def stack(turn: int = 2) -> Table:
    """Three German companies in 2105, four Soviet units around it."""
    table = Table(turn=turn)
    for company in ("20-8Pz-1", "20-8Pz-2", "20-8Pz-3"):
        table.put(company, "2105")
    for unit, hex in (("11T-20", "2005"), ("11T-36", "2104"), ("11T-65", "2205"), ("295-1038", "2106")):
        table.put(unit, hex)
    return table


def volley(match: Match, hex: str, *shots: str, dice: tuple[int, ...]) -> list[Any]:
    """Engage a hex with these shots, `firer target`, and open fire."""
    match.play(f"engage {hex}")
    for shot in shots:
        match.play(f"fire {shot}")
    match.next_dice(*dice)
    return match.play("resolve")


def fails(events: list[Any]) -> bool:
    return bool(happened(events, "shaken"))


def shot(events: list[Any]) -> dict[str, Any]:
    return dict(happened(events, "fire")[0].params)


# 6.1 Who fires at whom


@pytest.mark.rule("seelow 6.0", "seelow 2.21#2", "seelow 6.2#1", "seelow 6.2#2", "seelow 6.2#3")
def test_fire_is_declared_summed_and_read_from_the_table_at_once() -> None:
    match = panzers().fire(GERMAN)
    assert texts(match) == ["engage 2105", "done"]
    events = volley(match, "2105", "20-8Pz-1 11T-20", dice=(3, 3))  # 5 points, 3 and 1 for armour: result 1
    assert shot(events) == {
        "units": ("20-8Pz-1",), "target": "11T-20", "strength": 5, "die": 3, "modifier": "+1", "result": "1"
    }  # fmt: skip
    assert cited(events, "fire") == ["seelow 6.2#3"]
    assert cited(events, "shaken") == ["seelow 6.63"]  # its check failed, 3 and 1 against 3


@pytest.mark.rule("seelow 6.11")
def test_a_unit_fires_once_in_a_phase() -> None:
    table = panzers()
    table.put("11T-36", "1905")  # next to 2005 too
    table.put("11T-65", "2103")  # for the other company
    match = table.fire(GERMAN)
    volley(match, "2105", "20-8Pz-1 11T-20", dice=(6,))
    assert rule(match, "engage 1905") == "seelow 6.11"


@pytest.mark.rule("seelow 6.11")
def test_a_unit_fires_in_both_fire_phases_of_its_side() -> None:
    table = duel("20-8Pz-1", "2005", "502-1", "2404")
    table.put("11T-20", "2105")
    match = table.phase("reaction_1")
    assert match.to_act == "german"
    fired = 0
    while match.position()["turn"] == 2:
        if match.to_act == "german" and "engage 2105" in texts(match):
            fired += 1
            volley(match, "2105", "20-8Pz-1 11T-20", dice=(6,))
        else:
            match.play("done")
    assert fired == 2


@pytest.mark.rule("seelow 6.12", "seelow 3.1#3")
def test_only_armour_is_a_target() -> None:
    table = duel("20-8Pz-1", "2005", "295-1038", "2105")
    table.put("11T-20", "2004")
    match = table.fire(GERMAN)
    assert rule(match, "engage 2105") == "seelow 6.12"
    assert rule(match, "engage 2205") == "seelow 6.12"


@pytest.mark.rule("seelow 6.12")
def test_other_units_of_the_hex_are_neither_fired_at_nor_touched() -> None:
    table = duel("11T-20", "2005", "20-8Pz-1", "2105")
    table.put("20-I90", "2105")
    match = table.fire(SOVIET)
    match.play("engage 2105")
    assert rule(match, "fire 11T-20 20-I90") == "seelow 6.12"
    match.play("fire 11T-20 20-8Pz-1")
    match.next_dice(1)
    match.play("resolve")  # 3*: the company is lost
    assert where(match, "20-8Pz-1") == "eliminated"
    assert (where(match, "20-I90"), steps(match, "20-I90"), disrupted(match, "20-I90")) == ("2105", 2, False)


@pytest.mark.rule("seelow 6.13#1")
def test_fire_reaches_only_the_next_hex() -> None:
    table = panzers()
    table.put("11T-36", "2206")
    match = table.fire(GERMAN)
    assert rule(match, "engage 2206") == "seelow 6.13#1"
    match.play("engage 2105")
    assert rule(match, "fire 20-8Pz-1 11T-36") == "seelow 6.13#1"


@pytest.mark.rule("seelow 6.14")
def test_all_who_fire_at_a_target_fire_together_and_once() -> None:
    match = panzers().fire(GERMAN)
    events = volley(match, "2105", "20-8Pz-1 11T-20", "MUN-Pz-2 11T-20", dice=(5,))
    assert shot(events)["strength"] == 12 and len(happened(events, "fire")) == 1


@pytest.mark.rule("seelow 6.14")
def test_a_target_is_not_fired_on_twice_in_a_phase() -> None:
    table = panzers()
    table.put("11T-36", "2103")
    match = table.fire(GERMAN)
    volley(match, "2105", "20-8Pz-1 11T-20", dice=(6,))
    assert rule(match, "engage 2105") == "seelow 6.14"


@pytest.mark.rule("seelow 6.15")
def test_a_second_shot_at_one_tank_only_when_every_other_is_fired_on() -> None:
    match = stack().fire(SOVIET)
    match.play("engage 2105")
    match.play("fire 11T-20 20-8Pz-1")
    assert rule(match, "fire 11T-36 20-8Pz-1") == "seelow 6.15"
    match.play("fire 11T-36 20-8Pz-2")
    assert rule(match, "fire 11T-65 20-8Pz-1") == "seelow 6.15"
    match.play("fire 11T-65 20-8Pz-3")
    assert {text.split()[2] for text in texts(match) if text.startswith("fire")} == {
        "20-8Pz-1", "20-8Pz-2", "20-8Pz-3"
    }  # fmt: skip
    match.play("fire 295-1038 20-8Pz-2")
    match.next_dice(6, 6, 6)
    events = match.play("resolve")
    assert [dict(e.params)["strength"] for e in happened(events, "fire")] == [7, 9, 7]


@pytest.mark.rule("seelow 6.15")
def test_a_tank_fired_on_earlier_in_the_phase_counts() -> None:
    table = stack()
    table.box("20-8Pz-3", -4)
    match = table.fire(SOVIET)
    volley(match, "2105", "11T-20 20-8Pz-1", dice=(6,))
    match.play("engage 2105")
    match.play("fire 11T-36 20-8Pz-2")
    assert "fire 11T-65 20-8Pz-2" in texts(match)
    assert rule(match, "fire 11T-65 20-8Pz-1") == "seelow 6.14"


@pytest.mark.rule("seelow 6.16")
def test_an_antitank_value_is_not_divided() -> None:
    """A unit of value 5 with two targets fires with 5 at one of them."""
    table = panzers()
    table.put("11T-36", "1905")
    table.put("11T-65", "2103")
    match = table.fire(GERMAN)
    match.play("engage 2105")
    match.play("fire 20-8Pz-1 11T-20")
    assert rule(match, "fire 20-8Pz-1 11T-20") == "seelow 6.16"
    match.next_dice(6)
    assert shot(match.play("resolve"))["strength"] == 5
    assert rule(match, "engage 1905") == "seelow 6.11"
    other = stack().fire(SOVIET)
    other.play("engage 2105")
    other.play("fire 11T-20 20-8Pz-1")
    assert rule(other, "fire 11T-20 20-8Pz-2") == "seelow 6.16"


@pytest.mark.rule("seelow 6.17", "seelow 7.61")
def test_disrupted_units_do_not_fire() -> None:
    table = panzers()
    table.play.disrupt(table.unit("20-8Pz-1"))
    match = table.fire(GERMAN)
    match.play("engage 2105")
    assert rule(match, "fire 20-8Pz-1 11T-20") == "seelow 6.17"


@pytest.mark.rule("seelow 6.17")
def test_units_without_a_value_do_not_fire() -> None:
    table = duel("Zhukov", "2005", "20-8Pz-1", "2105")
    table.put("11T-20", "2104")
    match = table.fire(SOVIET)
    match.play("engage 2105")
    assert rule(match, "fire Zhukov 20-8Pz-1") == "seelow 6.17"


@pytest.mark.rule("seelow 6.17", "seelow 10.25")
def test_nobody_fires_at_night() -> None:
    table = panzers(NIGHT)
    table.put("404VAK-III", "1405", mode=MOVE_MODE)
    match = table.phase("reaction_1")
    assert not happened(match.log, "fire")
    assert match.position()["phase"] not in ("reaction_1", "fire_1")
    asked = panzers(NIGHT)
    assert str(target_refusal(asked.play, GERMAN, asked.hex("2105")).citation) == "seelow 10.25"


@pytest.mark.rule("seelow 6.18")
def test_no_fire_over_a_river_without_a_bridge() -> None:
    table = duel("20-8Pz-1", "3504", "11T-20", "3404")
    table.put("20-8Pz-2", "3503")
    match = table.fire(GERMAN)
    match.play("engage 3404")
    assert rule(match, "fire 20-8Pz-1 11T-20") == "seelow 6.18"
    assert "fire 20-8Pz-2 11T-20" in texts(match)  # over the bridge


@pytest.mark.rule("seelow 6.18")
def test_no_fire_into_a_hex_the_allowance_of_the_turn_does_not_reach() -> None:
    """Into the swamp of 3305 a heavy company needs all its six points, and has three at dusk."""
    for turn, open_fire in ((2, True), (DUSK, False)):
        table = duel("502-1", "3306", "11T-20", "3305", turn)
        table.put("20-I90", "3206")
        table.put("11T-36", "3307")
        match = table.fire(GERMAN)
        if open_fire:
            match.play("engage 3305")
            assert "fire 502-1 11T-20" in texts(match)
        else:
            assert rule(match, "engage 3305") == "seelow 6.18"


# 6.3 Terrain


@pytest.mark.rule("seelow 6.31")
@pytest.mark.parametrize(("start", "hex"), [("1807", "1707"), ("1806", "1706")], ids=["no bridge", "railway bridge"])
def test_fire_across_a_stream_is_halved_fractions_up(start: str, hex: str) -> None:
    match = duel("20-8Pz-1", start, "11T-20", hex).fire(GERMAN)
    found = match.preview("11T-20", ["20-8Pz-1"], kind="fire")
    assert found.attack == 3
    assert [(part.value, str(part.citation)) for part in found.parts][:2] == [(5, "seelow 2.21#2"), (-2, "seelow 6.31")]
    assert shot(volley(match, hex, "20-8Pz-1 11T-20", dice=(6,)))["strength"] == 3


@pytest.mark.rule("seelow 6.32")
@pytest.mark.parametrize(
    ("start", "hex", "strength"),
    [("1608", "1508", 3), ("1609", "1509", 3), ("1406", "1407", 2), ("1508", "1608", 5)],
    ids=["one level up", "one level up by road", "two levels up", "downhill"],
)
def test_fire_uphill_is_halved_or_quartered_fractions_up(start: str, hex: str, strength: int) -> None:
    match = duel("20-8Pz-1", start, "11T-20", hex).fire(GERMAN)
    found = match.preview("11T-20", ["20-8Pz-1"], kind="fire")
    assert found.attack == strength
    assert any(str(part.citation) == "seelow 6.32" for part in found.parts) is (strength < 5)
    assert shot(volley(match, hex, "20-8Pz-1 11T-20", dice=(6,)))["strength"] == strength


@pytest.mark.rule("seelow 6.33")
def test_stream_and_slope_add_up() -> None:
    """From 2216 over the canal up to 2316: 7 becomes 4, then 2."""
    match = duel("MUN-Pz-2", "2216", "11T-20", "2316").fire(GERMAN)
    assert match.preview("11T-20", ["MUN-Pz-2"], kind="fire").attack == 2


# 6.4 The die


@pytest.mark.rule("seelow 6.41")
@pytest.mark.parametrize(("target", "armour"), [("20-8Pz-1", "+1"), ("MUN-Pz-2", "+2"), ("502-1", "+3")])
def test_the_armour_of_the_target_is_added(target: str, armour: str) -> None:
    match = duel("11T-20", "2005", target, "2105").fire(SOVIET)
    assert shot(volley(match, "2105", f"11T-20 {target}", dice=(6,)))["modifier"] == armour


@pytest.mark.rule("seelow 6.42", "seelow 7.62")
def test_a_disrupted_target_takes_two_from_the_die() -> None:
    table = duel("11T-20", "2005", "502-1", "2105")
    table.play.disrupt(table.unit("502-1"))
    match = table.fire(SOVIET)
    rules = [str(part.citation) for part in match.preview("502-1", ["11T-20"], kind="fire").parts]
    assert rules == ["seelow 2.21#2", "seelow 6.41", "seelow 6.42"]
    assert shot(volley(match, "2105", "11T-20 502-1", dice=(6,)))["modifier"] == "+1"


@pytest.mark.rule("seelow 6.43", "seelow 10.24")
def test_dusk_and_dawn_add_two() -> None:
    for turn in (1, 6, 8):
        match = duel("11T-20", "2005", "502-1", "2105", turn).fire(SOVIET)
        parts = match.preview("502-1", ["11T-20"], kind="fire").parts
        assert (parts[-1].value, str(parts[-1].citation)) == (2, "seelow 6.43")
        assert shot(volley(match, "2105", "11T-20 502-1", dice=(6,)))["modifier"] == "+5"


# 6.5 Results


@pytest.mark.rule("seelow 6.52")
def test_m_is_a_check_without_addition() -> None:
    for die, shaken in ((3, False), (4, True)):
        match = panzers().fire(GERMAN)
        events = volley(match, "2105", "20-8Pz-1 11T-20", dice=(4, die))
        assert shot(events)["result"] == "M"
        assert fails(events) is shaken


@pytest.mark.rule("seelow 6.53")
def test_a_number_is_added_to_the_check() -> None:
    for die, shaken in ((2, False), (3, True)):
        match = panzers().fire(GERMAN)
        events = volley(match, "2105", "20-8Pz-1 11T-20", dice=(3, die))
        assert shot(events)["result"] == "1"
        assert fails(events) is shaken


@pytest.mark.rule("seelow 6.54")
def test_e_eliminates() -> None:
    table = panzers()
    table.put("MUN-Pz-3", "2004")
    table.put("502-1", "2205")
    table.play.disrupt(table.unit("11T-20"))
    match = table.fire(GERMAN)
    shots = [f"{unit} 11T-20" for unit in ("20-8Pz-1", "MUN-Pz-2", "502-1")]
    events = volley(match, "2105", *shots, dice=(1,))
    assert (shot(events)["strength"], shot(events)["result"]) == (20, "E")
    assert where(match, "11T-20") == "eliminated" and cited(events, "eliminated") == ["seelow 6.54"]


@pytest.mark.rule("seelow 6.55", "seelow 6.64")
def test_grey_costs_a_step_before_the_check() -> None:
    """The brigade turns over first, so that it checks with the morale of its weaker side, 2."""
    match = panzers().fire(GERMAN)
    events = volley(match, "2105", "20-8Pz-1 11T-20", dice=(1, 1))
    assert shot(events)["result"] == "3*"
    assert cited(events, "step_lost") == ["seelow 6.72"] and steps(match, "11T-20") == 1
    check = dict(happened(events, "shaken")[0].params)
    assert (check["die"], check["added"], check["morale"]) == (1, "+3", 2)


@pytest.mark.rule("seelow 6.55", "seelow 6.74")
def test_a_unit_killed_by_the_step_checks_nothing() -> None:
    match = duel("11T-20", "2005", "20-8Pz-1", "2105").fire(SOVIET)
    events = volley(match, "2105", "11T-20 20-8Pz-1", dice=(1,))
    assert where(match, "20-8Pz-1") == "eliminated" and cited(events, "eliminated") == ["seelow 6.74"]
    assert not happened(events, "held") and not happened(events, "shaken")


# 7.5, 7.7 after the shot


@pytest.mark.rule("seelow 6.63")
def test_no_step_may_be_lost_instead_of_the_retreat() -> None:
    match = panzers().fire(GERMAN)
    volley(match, "2105", "20-8Pz-1 11T-20", dice=(3, 6))
    assert all(text.split()[0] in ("retreat", "flee") for text in texts(match))


@pytest.mark.rule("seelow 7.71")
def test_who_fired_may_advance_into_the_hex_left_empty() -> None:
    table = panzers()
    table.put("9FJ-I25", "1905")
    table.play.disrupt(table.unit("11T-20"))
    match = table.fire(GERMAN)
    volley(match, "2105", "20-8Pz-1 11T-20", "MUN-Pz-2 11T-20", dice=(1, 6))  # 4*: a step, and a check that fails
    match.play(next(text for text in texts(match) if text.startswith("retreat")))
    assert texts(match) == ["advance 20-8Pz-1", "advance MUN-Pz-2", "done"]
    assert rule(match, "advance 9FJ-I25") == "seelow 7.76"
    events = match.play("advance 20-8Pz-1")
    assert where(match, "20-8Pz-1") == "2105" and cited(events, "advanced") == ["seelow 7.71"]


@pytest.mark.rule("seelow 7.71")
def test_no_advance_while_others_stay_in_the_hex() -> None:
    table = duel("11T-20", "2005", "20-8Pz-1", "2105")
    table.put("20-I90", "2105")
    match = table.fire(SOVIET)
    events = volley(match, "2105", "11T-20 20-8Pz-1", dice=(1,))
    assert where(match, "20-8Pz-1") == "eliminated"
    assert not happened(events, "advanced") and not any(text.startswith("advance") for text in texts(match))


@pytest.mark.rule("seelow 7.57")
def test_a_target_that_has_retreated_with_another_is_not_fired_at() -> None:
    table = stack()
    for unit in ("11T-65", "295-1038"):
        table.box(unit, -4)
    table.box("20-8Pz-3", -4)
    match = table.fire(SOVIET)
    volley(match, "2105", "11T-20 20-8Pz-1", "11T-36 20-8Pz-2", dice=(4, 6))  # 1 by the table, and the check fails
    match.play(next(text for text in texts(match) if text.startswith("retreat 20-8Pz-1")))
    events = match.play(next(text for text in texts(match) if text.startswith("retreat 20-8Pz-2")))
    assert cited(events, "target_gone") == ["seelow 7.57"]
    assert "advance 11T-36" not in texts(match) and "advance 11T-20" in texts(match)


@pytest.mark.rule("seelow 7.56")
def test_who_fled_to_a_tank_that_is_fired_on_is_lost() -> None:
    table = duel("11T-20", "2005", "20-8Pz-1", "2105")
    table.put("20-8Pz-2", "2105")
    u = table.unit("20-8Pz-2")
    table.play.state.fled[u] = table.play.state.struck[u] = 1
    match = table.fire(SOVIET)
    events = volley(match, "2105", "11T-20 20-8Pz-1", dice=(6,))
    assert cited(events, "eliminated") == ["seelow 7.56"] and where(match, "20-8Pz-2") == "eliminated"
    assert where(match, "20-8Pz-1") == "2105"


@pytest.mark.rule("seelow 7.56")
def test_fire_at_one_who_has_just_fled_there_needs_no_die() -> None:
    table = duel("11T-20", "2005", "20-8Pz-1", "2105")
    table.put("20-I90", "2105")
    table.play.state.fled[table.unit("20-8Pz-1")] = 1
    match = table.fire(SOVIET)
    events = volley(match, "2105", "11T-20 20-8Pz-1", dice=(6,))
    assert cited(events, "eliminated") == cited(events, "target_gone") == ["seelow 7.56"]
    assert not happened(events, "fire") and where(match, "20-I90") == "2105"


def crowded(*fled: str) -> Table:
    """Three German companies, some of which have just fled into their hex, and two tank brigades beside it."""
    table = Table()
    for company in ("20-8Pz-1", "20-8Pz-2", "20-8Pz-3"):
        table.put(company, "2105")
    for id in fled:
        table.play.state.fled[table.unit(id)] = 1
    table.put("11T-20", "2005")
    table.put("11T-36", "2104")
    return table


@pytest.mark.rule("seelow 6.15", "seelow 7.56")
def test_a_tank_that_fled_there_and_will_be_lost_need_not_be_shot_at() -> None:
    match = crowded("20-8Pz-2", "20-8Pz-3").fire(SOVIET)
    events = volley(match, "2105", "11T-20 20-8Pz-1", "11T-36 20-8Pz-1", dice=(6, 1))
    assert cited(events, "eliminated") == ["seelow 7.56", "seelow 7.56"]
    assert shot(events)["units"] == ("11T-20", "11T-36")
    match = crowded("20-8Pz-2").fire(SOVIET)
    match.play("engage 2105")
    match.play("fire 11T-20 20-8Pz-1")
    assert rule(match, "fire 11T-36 20-8Pz-1") == "seelow 6.15"  # the third one stands


@pytest.mark.rule("seelow 7.56", "seelow 7.71")
def test_who_fired_at_one_that_fled_there_may_advance_when_the_hex_is_left_empty() -> None:
    table = crowded("20-8Pz-2")
    table.box("20-8Pz-3", EXITED)
    match = table.fire(SOVIET)
    volley(match, "2105", "11T-20 20-8Pz-1", "11T-36 20-8Pz-2", dice=(1,))
    assert where(match, "20-8Pz-1") == where(match, "20-8Pz-2") == "eliminated"
    assert texts(match) == ["advance 11T-20", "advance 11T-36", "done"]


@pytest.mark.rule("seelow 7.56", "seelow 6.15")
def test_questions_about_fire_know_who_fled_there() -> None:
    match = crowded("20-8Pz-2", "20-8Pz-3").fire(SOVIET)
    assert match.targets()["2105"].attack == 14  # both brigades at the one that stands
    lost = match.preview("20-8Pz-2", ["11T-20"], kind="fire")
    assert lost.results == {"E": 1.0} and lost.column is None and lost.defence == 0
    assert [str(p.citation) for p in lost.parts].count("seelow 7.56") == 2
    alone = crowded("20-8Pz-1", "20-8Pz-2", "20-8Pz-3").fire(SOVIET)
    assert alone.targets()["2105"].results == {"E": 1.0}


# Previews


def test_the_preview_of_a_shot_gives_the_chance_of_every_result() -> None:
    match = panzers().fire(GERMAN)
    found = match.preview("11T-20", ["20-8Pz-1", "MUN-Pz-2"], kind="fire")
    assert (found.attack, found.column) == (12, "10-13")
    assert sum(found.results.values()) == pytest.approx(1) and found.results["3*"] == pytest.approx(3 / 6)
    assert match.preview(["11T-20"], ["20-8Pz-1"], kind="fire").attack == 5
    assert set(match.targets()) == {"2105"}


def test_a_position_says_what_fire_is_being_put_together() -> None:
    match = stack().fire(SOVIET)
    match.play("engage 2105")
    assert match.position()["attack"]["preview"] == {"target": "20-8Pz-1", "attackers": []}
    match.play("fire 11T-20 20-8Pz-2")
    match.play("fire 11T-36 20-8Pz-3")
    assert match.position()["attack"] == {
        "kind": "fire", "target": "2105", "attackers": ["11T-20", "11T-36"], "support": {},
        "preview": {"target": "20-8Pz-3", "attackers": ["11T-36"]},
    }  # fmt: skip


@pytest.mark.rule("seelow 6.15")
def test_the_best_shot_leaves_one_firer_for_each_other_tank() -> None:
    assert stack().fire(SOVIET).targets()["2105"].attack == 14  # of 7, 7, 7 and 2
    few = Table()
    for company in ("20-8Pz-1", "20-8Pz-2"):
        few.put(company, "2105")
    few.put("11T-20", "2005")
    assert few.fire(SOVIET).targets()["2105"].attack == 7


def test_a_preview_says_why_there_is_no_shot() -> None:
    table = panzers()
    table.put("295-1038", "2106")
    match = table.fire(GERMAN)

    def why(target: str, *units: str) -> str:
        refusal = match.preview(target, list(units), kind="fire").refusal
        assert refusal is not None
        return str(refusal.citation)

    assert why("295-1038", "20-8Pz-1") == "seelow 6.12"
    assert why("11T-20") == "seelow 6.2#1"
    assert why("11T-36", "20-8Pz-1") == "seelow 3.0"
    table.put("502-1", "1904")
    assert why("11T-20", "502-1") == "seelow 6.13#1"


@pytest.mark.rule("seelow 6.17", "seelow 2.21#2")
def test_a_value_of_one_is_enough_to_fire() -> None:
    table = duel("295-1038", "2005", "20-8Pz-1", "2105")
    table.play.state.steps[table.unit("295-1038")] = 1
    match = table.fire(SOVIET)
    assert match.preview("20-8Pz-1", ["295-1038"], kind="fire").attack == 1
    match.play("engage 2105")
    assert "fire 295-1038 20-8Pz-1" in texts(match)


@pytest.mark.rule("seelow 6.31", "seelow 6.32", "seelow 6.33")
def test_every_division_is_told_with_what_it_takes_off() -> None:
    match = duel("11T-20", "2216", "20-8Pz-1", "2316").fire(SOVIET)  # over the stream and uphill
    found = match.preview("20-8Pz-1", ["11T-20"], kind="fire")
    told = [(str(p.citation), p.value) for p in found.parts]
    assert told == [("seelow 2.21#2", 7), ("seelow 6.31", -3), ("seelow 6.32", -2), ("seelow 6.41", 1)]
    assert found.attack == 2  # 7, 4, 2


@pytest.mark.rule("seelow 6.11", "seelow 6.14")
def test_a_preview_in_the_phase_knows_who_has_fired_and_been_fired_on() -> None:
    table = stack()
    match = table.fire(SOVIET)
    volley(match, "2105", "11T-20 20-8Pz-1", dice=(6,))

    def no(target: str, firer: str) -> str | None:
        found = match.preview(target, [firer], kind="fire")
        assert found.refusal is None or (found.attack, found.defence) == (0, 0)
        return None if found.refusal is None else str(found.refusal.citation)

    assert no("20-8Pz-2", "11T-20") == "seelow 6.11" and no("20-8Pz-1", "11T-36") == "seelow 6.14"
    assert no("20-8Pz-2", "11T-36") is None
    match.play("done")
    table.play.state.struck[table.unit("11T-65")] = table.play.state.acted[table.unit("20-8Pz-3")] = 1
    assert no("11T-65", "20-8Pz-3") is None  # not in their own phase: next time they may


@pytest.mark.rule("seelow 6.2#3")
def test_who_looks_is_told_what_a_shot_was_reckoned_from() -> None:
    match = panzers().fire(GERMAN)
    foreseen = match.preview("11T-20", ["MUN-Pz-2"], kind="fire")
    match.weighs = True
    told = happened(volley(match, "2105", "MUN-Pz-2 11T-20", dice=(6,)), "fire")[0].assault
    assert told is not None and (told.kind, told.target, told.attackers) == ("fire", "2105", ("MUN-Pz-2",))
    assert told.preview == foreseen
