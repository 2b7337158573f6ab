"""7.6 Disruption, 7.7 advance after combat."""

from __future__ import annotations

import pytest

from countermarch.games.seelow.combat import follow
from countermarch.match import Match
from tests.rules.seelow.table import (
    GERMAN,
    SOVIET,
    Table,
    cited,
    disrupted,
    edited,
    happened,
    rule,
    texts,
    the_game,
    where,
)


def rallied(table: Table, *dice: int) -> Match:
    """A rally phase with these dice, first player's units first."""
    table.play.state.chance.dice += dice
    return table.phase("rally")


@pytest.mark.rule("seelow 7.61")
def test_the_disrupted_neither_attack_nor_move_far() -> None:
    table = Table()
    table.put("295-1038", "2203", disrupted=True)
    table.put("9FJ-I25", "2004")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    assert max(match.reach("295-1038").values()) == 2
    near = Table()
    near.put("295-1038", "2203", disrupted=True)
    near.put("9FJ-I25", "2103")
    assert texts(near.fight(SOVIET)) == []


@pytest.mark.rule("seelow 7.64")
def test_disruption_takes_two_off_morale() -> None:
    table = Table()
    u = table.put("47-137", "2203")
    assert table.play.morale(u) == 4
    table.play.disrupt(u)
    assert table.play.morale(u) == 2
    table.play.lose_step(u)
    assert table.play.morale(u) == 1


@pytest.mark.rule("seelow 7.65")
def test_more_disruption_changes_nothing() -> None:
    table = Table()
    u = table.put("47-137", "2203", disrupted=True)
    before = table.play.state.fingerprint()
    table.play.disrupt(u)
    assert table.play.state.fingerprint() == before and not table.play.events


@pytest.mark.rule("seelow 7.66", "seelow 3.1#11")
def test_a_die_of_the_printed_morale_or_less_rallies() -> None:
    table = Table()
    table.put("47-137", "2203", disrupted=True)  # morale 4
    table.put("47-140", "2404", disrupted=True)
    table.put("9FJ-I25", "1603", disrupted=True, steps=1)  # reduced: morale 2
    match = rallied(table, 4, 5, 3)
    assert [disrupted(match, id) for id in ("47-137", "47-140", "9FJ-I25")] == [False, True, True]
    assert cited(match.log, "rallied") == ["seelow 7.66"] and len(happened(match.log, "not_rallied")) == 2
    assert table.play.in_enemy_zone(GERMAN, table.hex("2204"))  # it exerts a zone again


@pytest.mark.rule("seelow 7.66")
def test_counters_off_the_map_roll_no_die_to_rally() -> None:
    doc = edited("seelow", 2, "rally", {"47-137": "2203"})
    next(unit for unit in doc["units"] if unit["id"] == "47-140")["disrupted"] = 1
    match = the_game().from_position(doc)
    assert match.position()["turn"] == 3 and not happened(match.log, "rallied") + happened(match.log, "not_rallied")


@pytest.mark.rule("seelow 7.68")
def test_enemy_zones_do_not_hinder_a_rally() -> None:
    table = Table(turn=7)
    table.put("47-137", "2203", disrupted=True)
    table.put("9FJ-I25", "2103")
    match = rallied(table, 4)
    assert not disrupted(match, "47-137")


@pytest.mark.rule("seelow 11.32")
def test_germans_rally_with_two_added_at_kuestrin_only() -> None:
    table = Table("kuestrin")
    table.put("20-I90", "2203", disrupted=True)  # morale 4
    table.put("20-II90", "2404", disrupted=True)
    table.put("47-137", "2606", disrupted=True)
    match = rallied(table, 2, 3, 4)
    assert [disrupted(match, id) for id in ("20-I90", "20-II90", "47-137")] == [False, True, False]
    assert cited(match.log, "rallied") == ["seelow 11.32", "seelow 7.66"]
    told = [str(event) for event in match.log if "rall" in str(event) or "stays" in str(event)]
    assert [text[text.index("(") :] for text in told if "(" in text] == [
        "(die 2+2, morale 4)", "(die 3+2, morale 4)", "(die 4, morale 4)"
    ]  # fmt: skip
    other = Table()
    other.put("20-I90", "2203", disrupted=True)
    assert not disrupted(rallied(other, 4), "20-I90")


# advance


def won(*attackers: tuple[str, str], target: str = "2103", side: int = SOVIET, turn: int = 2) -> tuple[Table, Match]:
    """An attack has emptied a hex."""
    table = Table(turn=turn)
    units = [table.put(id, number) for id, number in attackers]
    follow(table.play, side, table.hex(target), units)
    return table, table.match()


@pytest.mark.rule("seelow 7.72", "seelow 7.73", "seelow 7.77")
def test_attackers_may_enter_the_hex_they_emptied_or_not() -> None:
    units = {"47-137": "2703", "47-140": "2204", "303-I300": "2103", "303-II300": "2003", "47-142": "2004"}
    match = the_game().from_position(edited("seelow", 2, "movement_1", units))
    match.play("move 47-137")
    assert match.reach("47-137")["2203"] == 5  # all it has: an advance costs nothing
    match.play("to 2203")
    match.play("done")
    match.play("attack 2103")
    match.play("with 47-137")
    match.play("with 47-140")
    match.next_dice(1)  # 3:1, D5*
    match.play("resolve")
    match.play("yield")
    match.play(next(text for text in texts(match) if text.startswith("retreat")))
    assert texts(match) == ["advance 47-137", "advance 47-140", "done"]
    assert rule(match, "attack 2003") == rule(match, "with 47-142") == "seelow 7.77"  # first the advance
    stay = match.copy()
    stay.play("done")
    assert where(stay, "47-137") == "2203" and rule(stay, "advance 47-137") == "seelow 7.77"  # not later
    events = match.play("advance 47-137")
    assert where(match, "47-137") == "2103" and cited(events, "advanced") == ["seelow 7.72"]
    match.play("attack 2003")
    assert texts(match) == ["resolve"]  # with 47-142, who has not attacked
    assert rule(match, "with 47-137") == "seelow 7.11"


@pytest.mark.rule("seelow 7.71")
def test_a_hex_that_is_not_vacant_is_not_entered() -> None:
    table = Table()
    table.put("47-137", "2203")
    table.put("MUN-Pz-1", "2103")
    follow(table.play, SOVIET, table.hex("2103"), [table.unit("47-137")])
    assert texts(table.match()) == []
    _, match = won(("47-137", "2203"))
    assert texts(match) == ["advance 47-137", "done"]


@pytest.mark.rule("seelow 7.74")
def test_an_advance_is_one_hex() -> None:
    _, match = won(("MUN-Pz-1", "2203"), ("MUN-Pz-2", "2203"), side=GERMAN)
    match.play("advance MUN-Pz-1")
    assert rule(match, "advance MUN-Pz-1") == "seelow 7.74"
    assert where(match, "MUN-Pz-1") == "2103"


@pytest.mark.rule("seelow 7.75")
def test_zones_do_not_hinder_an_advance_even_from_one_into_another_at_night() -> None:
    table = Table(turn=7)
    u = table.put("47-137", "2203")
    table.put("9FJ-I25", "2104")
    table.put("9FJ-II25", "2102")
    follow(table.play, SOVIET, table.hex("2103"), [u])
    match = table.match()
    assert table.play.in_enemy_zone(SOVIET, u and table.hex("2103"))
    match.play("advance 47-137")
    assert where(match, "47-137") == "2103"


@pytest.mark.rule("seelow 7.76")
def test_only_who_took_part_advances_and_only_as_many_as_there_is_room_for() -> None:
    table, match = won(("47-137", "2203"), ("47-140", "2204"))
    table.put("47-142", "2102")
    assert rule(match, "advance 47-142") == "seelow 7.76"
    match.play("advance 47-140")
    assert where(match, "47-140") == "2103"
    assert texts(match) == []  # there is room for one Soviet unit
    germans, match = won(("20-I90", "2203"), ("MUN-Pz-1", "2203"), ("MUN-Pz-2", "2204"), side=GERMAN)
    match.play("advance 20-I90")
    match.play("advance MUN-Pz-1")
    assert texts(match) == [] and germans.play.load_in(GERMAN, germans.hex("2103")) == 3


@pytest.mark.rule("seelow 7.77")
def test_an_advanced_unit_cuts_off_retreats_at_once() -> None:
    table, match = won(("47-137", "2203"))
    match.play("advance 47-137")
    assert table.play.in_enemy_zone(GERMAN, table.hex("2003"))


@pytest.mark.rule("seelow 7.78", "seelow 8.12")
def test_guns_do_not_advance() -> None:
    _, match = won(("KAG-32", "2203"), ("47-137", "2204"))
    assert texts(match) == ["advance 47-137", "done"]
    assert rule(match, "advance KAG-32") == "seelow 7.78"


@pytest.mark.rule("seelow 7.74", "seelow 7.76", "seelow 7.78")
def test_only_units_beside_the_hex_that_took_part_and_are_in_order_enter_it() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2403")  # two hexes away
    table.put("295-1042", "2204", disrupted=True)
    table.put("47-137", "2102")  # took no part
    table.put("KAG-32", "2104")
    units = [table.unit(id) for id in ("295-1038", "295-1040", "295-1042", "KAG-32")]
    follow(table.play, SOVIET, table.hex("2103"), units)
    match = table.match()
    assert texts(match) == ["advance 295-1038", "done"]
    assert rule(match, "advance 295-1040") == rule(match, "advance 295-1042") == "seelow 7.74"
    assert rule(match, "advance 47-137") == "seelow 7.76" and rule(match, "advance KAG-32") == "seelow 7.78"
    assert rule(match, "advance 295-1042") == "seelow 7.74"
