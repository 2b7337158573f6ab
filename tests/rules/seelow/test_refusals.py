"""What is not allowed is refused by the rule that forbids it, wherever it is asked."""

from __future__ import annotations

from typing import Any

import pytest

import countermarch as cm
from countermarch.games.seelow.reinforcements import price
from countermarch.games.seelow.state import MOVE_MODE, RESERVE
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, SOVIET, Table, edited, refused, rule, texts, the_game


def why(match: Match, id: str, hex: str) -> str | None:
    refusal = match.why_not(id, hex)
    return None if refusal is None else str(refusal.citation)


def moving(id: str, hex: str, *others: tuple[str, str], turn: int = 2, disrupted: bool = False, mode: int = 0) -> Match:
    """A unit chosen to move, with others on the map."""
    table = Table(turn=turn)
    table.put(id, hex, disrupted=disrupted, mode=mode)
    for other, at in others:
        table.put(other, at)
    match = table.move(table.tables.side[table.unit(id)])
    match.play(f"move {id}")
    return match


# 5.0 where a unit may not go


@pytest.mark.rule("seelow 5.17", "seelow 5.16", "seelow 5.21", "seelow 5.25")
def test_a_hex_far_off_is_refused_by_what_closes_it() -> None:
    match = moving("295-1038", "2203", ("9FJ-I25", "2503"), ("295-1040", "2206"))
    assert why(match, "295-1038", "2203") == "seelow 5.17"
    assert why(match, "295-1038", "2503") == "seelow 5.21"
    assert why(match, "295-1038", "2206") == "seelow 5.25"
    assert why(match, "295-1038", "2403") is None
    beside = moving("295-1038", "2203", ("9FJ-I25", "2303"), ("295-1040", "2202"))
    assert why(beside, "295-1038", "2303") == rule(beside, "to 2303") == "seelow 5.21"
    assert why(beside, "295-1038", "2202") == rule(beside, "to 2202") == "seelow 5.25"
    assert why(match, "295-1038", "2210") == "seelow 5.16"
    assert "would need 7 points and has 5" in str(match.why_not("295-1038", "2209"))
    assert rule(match, "to 2209") == "seelow 5.16" and rule(match, "to 2503") == "seelow 5.21"


@pytest.mark.rule("seelow 5.18#1", "seelow 5.22#2")
def test_zones_on_the_way_are_named() -> None:
    match = moving("Zhukov", "2110", ("9FJ-I25", "2009"))
    assert why(match, "Zhukov", "1809") == rule(match, "to 1809") == "seelow 5.18#1"  # he has the points
    free = moving("Zhukov", "2110", ("9FJ-I25", "2001"))
    assert why(free, "Zhukov", "1809") is None
    beside = moving("295-1038", "2204", ("9FJ-I25", "2104"), turn=6)  # three points: no way around
    assert why(beside, "295-1038", "2205") == rule(beside, "to 2205") == "seelow 5.22#2"  # from zone to zone


@pytest.mark.rule("seelow 10.23", "seelow 8.34", "seelow 7.67")
def test_who_may_not_enter_zones_is_told_so_from_afar() -> None:
    enemy = ("9FJ-I25", "2206")
    assert why(moving("11T-20", "2203", enemy, turn=7), "11T-20", "2205") == "seelow 10.23"
    assert why(moving("KAG-32", "2203", enemy, mode=MOVE_MODE), "KAG-32", "2205") == "seelow 8.34"
    assert why(moving("11T-20", "2203", enemy, disrupted=True), "11T-20", "2205") == "seelow 7.67"


@pytest.mark.rule("seelow 5.25", "seelow 4.13")
def test_full_hexes_on_the_way_are_named() -> None:
    ring = [(id, hex) for id, hex in zip(SIX, ("2202", "2204", "2302", "2303", "2102", "2103"), strict=True)]
    table = Table()
    table.put("Zhukov", "2203")
    table.put("295-1038", "2203")
    for id, hex in ring:
        table.put(id, hex)
    match = table.move(SOVIET)
    assert "move 295-1038" not in texts(match) and "move Zhukov" in texts(match)  # he may pass them
    assert rule(match, "move 295-1038") == "seelow 5.16"
    column = moving("11T-20", "1706", ("295-1040", "1506"), ("47-137", "1406"), ("9FJ-I25", "1608"))
    assert why(column, "11T-20", "1507") == "seelow 5.25" and why(column, "11T-20", "1506") == "seelow 5.25"
    assert why(moving("11T-20", "1706", ("9FJ-I25", "1608")), "11T-20", "1507") is None


SIX = ("295-1040", "295-1042", "47-137", "47-140", "47-142", "57-170")


@pytest.mark.rule("seelow 5.16", "seelow 11.43")
def test_beyond_the_river_there_is_no_way_but_the_bridges() -> None:
    match = moving("82-242", "3403")
    assert rule(match, "to 3503 via 3502") == "seelow 11.43" and why(match, "82-242", "3503") is None  # by 3404
    assert match.reach("82-242")["3503"] == 2
    table = Table()
    table.put("82-242", "3403")
    table.put("9FJ-I25", "3404")
    table.put("9FJ-I26", "3414")  # the bridges
    match = table.move(SOVIET)
    match.play("move 82-242")
    assert why(match, "82-242", "3505") == "seelow 5.16"
    assert "no way" in str(match.why_not("82-242", "3505"))


@pytest.mark.rule("seelow 5.11", "seelow 5.18#1", "seelow 11.0#2")
def test_a_named_path_is_walked_hex_by_hex() -> None:
    match = moving("295-1038", "2203", ("9FJ-I25", "2006"))
    assert why(match, "295-1038", "2205") is None
    assert rule(match, "to 2205 via 2202") == "seelow 5.11"  # not neighbours
    assert rule(match, "to 2206 via 2103-2104-2105") == "seelow 5.18#1"  # 2105 is controlled
    assert rule(match, "to 2206 via 2302-2303-2304-2305-2306") == "seelow 5.16"
    through = Table()
    through.put("295-1038", "2203")
    through.put("9FJ-I25", "2303", disrupted=True)  # he has no zone
    match = through.move(SOVIET)
    match.play("move 295-1038")
    assert rule(match, "to 2403 via 2303") == "seelow 5.21" and "to 2403" in texts(match)
    kuestrin = Table("kuestrin")
    kuestrin.put("295-1038", "2207")
    match = kuestrin.move(SOVIET)
    match.play("move 295-1038")
    assert why(match, "295-1038", "2210") == rule(match, "to 2209 via 2208") == "seelow 11.0#2"


@pytest.mark.rule("seelow 5.19", "seelow 5.29")
def test_who_does_not_move_at_all_reaches_nothing() -> None:
    table = Table()
    table.put("KAG-32", "2203")
    table.put("295-1038", "2403")
    match = table.move(SOVIET)
    assert match.reach("KAG-32", freely=True) == {} and why(match, "KAG-32", "2204") == "seelow 5.19"
    frozen = Table(turn=1)
    frozen.put("295-1038", "2403")
    frozen.put("9FJ-I25", "1703")
    frozen.box("20-8Pz-1", RESERVE)
    match = frozen.move(SOVIET)
    assert match.reach("9FJ-I25", freely=True) == match.reach("20-8Pz-1", freely=True) == {}


@pytest.mark.rule("seelow 3.0", "seelow 9.11")
def test_who_is_not_on_the_map_or_not_yours_does_nothing() -> None:
    table = Table(turn=4)
    table.put("295-1038", "2403")
    table.put("9FJ-I25", "2303")
    table.box("20-8Pz-1", RESERVE)
    match = table.move(SOVIET)
    assert rule(match, "move 9FJ-I25") == rule(match, "move 295-1040") == "seelow 3.0"
    assert rule(match, "enter 20-8Pz-1 1005") == "seelow 3.0"
    match = table.move(GERMAN)
    assert rule(match, "move 20-8Pz-1") == "seelow 9.11"
    assert rule(match, "enter 9FJ-I25 1005") == "seelow 9.11"
    assert "is not waiting to arrive" in str(refused(match, "enter 9FJ-I25 1005"))


@pytest.mark.rule("seelow 8.34", "seelow 7.67", "seelow 10.23")
def test_who_may_not_enter_zones_does_not_walk_into_them_on_a_named_path() -> None:
    enemy = ("9FJ-I25", "2206")
    assert rule(moving("KAG-32", "2203", enemy, mode=MOVE_MODE), "to 2205 via 2204") == "seelow 8.34"
    assert rule(moving("295-1038", "2203", enemy, disrupted=True), "to 2205 via 2204") == "seelow 7.67"
    assert rule(moving("295-1038", "2203", enemy, turn=7), "to 2205 via 2204") == "seelow 10.23"


# 5.27 leaving the map


@pytest.mark.rule("seelow 5.27", "seelow 5.16", "seelow 5.18#1", "seelow 5.21")
def test_leaving_is_refused_by_what_is_in_its_way() -> None:
    match = moving("295-1038", "2206", ("295-1040", "2101"), ("9FJ-I26", "1801"))
    assert match.reach("295-1038")["2201"] == 5 and rule(match, "leave 2201") == "seelow 5.16"
    assert "would need 6 points and has 5" in str(refused(match, "leave 2201"))
    assert rule(match, "leave 2204") == "seelow 5.27"
    assert rule(match, "leave 2101") == "seelow 5.25" and rule(match, "leave 1801") == "seelow 5.21"
    match = moving("295-1038", "2203", ("9FJ-I25", "2402"))
    assert "to 2301" in texts(match) and rule(match, "leave 2301") == "seelow 5.18#1"
    assert "leave 2201" in texts(match) and rule(match, "attack 2402") == "seelow 7.0"
    beside = moving("295-1038", "2701", ("9FJ-I25", "2602"), turn=6)
    assert rule(beside, "leave 2701") == "seelow 5.16"  # three for the swamp and two for the zone
    assert "would need 5 points and has 3" in str(refused(beside, "leave 2701"))


# 9.1 reinforcements


@pytest.mark.rule("seelow 9.11", "seelow 9.12", "seelow 9.13", "seelow 5.16")
def test_arrival_is_refused_by_what_closes_the_hex_and_priced_like_it() -> None:
    table = Table(turn=4)
    table.box("20-8Pz-1", RESERVE)
    for id, hex in (("295-1038", "1004"), ("20-8Pz-2", "1005"), ("MUN-Pz-1", "1005"), ("MUN-Pz-2", "1005")):
        table.put(id, hex)
    match = table.move(GERMAN)
    assert rule(match, "enter 20-8Pz-1 1004") == "seelow 9.12" and rule(match, "enter 20-8Pz-1 1005") == "seelow 9.13"
    assert rule(match, "enter 20-8Pz-1 2001") == "seelow 9.11"
    steps = match.path("20-8Pz-1", "1012")
    assert [(step.hex, step.cost, [str(p.citation) for p in step.parts]) for step in steps] == [
        ("1012", 1, ["seelow 5.13"])
    ]  # a road
    assert match.reach("20-8Pz-1")["1009"] == price(table.play, table.unit("20-8Pz-1"), table.hex("1009")) == 4
    with pytest.raises(cm.GameError, match=r"seelow 9\.12"):
        match.path("20-8Pz-1", "1004")
    night = Table(turn=7)
    night.box("20-8Pz-1", RESERVE)
    night.put("9FJ-I25", "1801")
    match = night.move(GERMAN)
    assert rule(match, "enter 20-8Pz-1 1009") == "seelow 5.16"  # woods cost four, and it has two
    assert "enter 20-8Pz-1 1012" in texts(match)


# 7.1 attacks


def fight(*units: tuple[str, str], turn: int = 2, **marks: Any) -> Match:
    table = Table(turn=turn)
    for id, hex in units:
        table.put(id, hex, disrupted=id in marks.get("disrupted", ()))
    return table.fight(SOVIET)


@pytest.mark.rule("seelow 7.17", "seelow 7.15", "seelow 7.18", "seelow 7.0", "seelow 7.12")
def test_an_attack_nobody_may_make_is_refused_by_what_keeps_them() -> None:
    units = [("295-1038", "2203"), ("9FJ-I25", "2103"), ("295-1040", "2404"), ("9FJ-I26", "2504"), ("9FJ-II26", "1703")]
    match = fight(*units, disrupted=("295-1038",))
    assert texts(match) == ["attack 2504", "done"]
    assert rule(match, "attack 2103") == "seelow 7.17" and rule(match, "attack 1703") == "seelow 7.15"

    def no(target: str, *attackers: str) -> str | None:
        refusal = match.preview(target, attackers).refusal
        return None if refusal is None else str(refusal.citation)

    assert no("2504") == no("2504", "295-1040", "9FJ-I25") == "seelow 7.2#1"
    assert no("2404", "295-1040") == no("2405", "295-1040") == "seelow 7.0"
    assert no("2504", "295-1042") == "seelow 3.0" and no("1703", "295-1040") == "seelow 7.15"
    assert match.preview("2405", ["295-1040"]).attack == 0
    armour = fight(("295-1038", "2203"), ("MUN-Pz-1", "2103"), ("9FJ-I25", "2303"))
    refusal = armour.preview("2103", ["295-1038"]).refusal
    assert refusal is not None and str(refusal.citation) == "seelow 7.12"
    early = the_game().from_position(edited("seelow", 2, "movement_1", {"295-1038": "2203", "MUN-Pz-1": "2103"}))
    refusal = early.preview("2103", ["295-1038"]).refusal
    assert refusal is not None and str(refusal.citation) == "seelow 7.12" and early.targets() == {}
    night = the_game().from_position(edited("seelow", 7, "movement_1", dict(units)))
    refusal = night.preview("2504", ["295-1040"]).refusal
    assert refusal is not None and str(refusal.citation) == rule(night, "attack 2504") == "seelow 7.17"


@pytest.mark.rule("seelow 7.18")
def test_an_attack_over_an_unbridged_river_is_refused_by_the_river() -> None:
    match = fight(("82-242", "3403"), ("KUS-VS", "3503"), ("9FJ-I25", "3303"))
    assert texts(match) == ["attack 3303", "done"] and rule(match, "attack 3503") == "seelow 7.18"
    bridge = fight(("82-242", "3404"), ("KUS-VS", "3503"))
    assert "attack 3503" in texts(bridge)


# 8.2 sight


@pytest.mark.rule("seelow 8.19", "seelow 8.27")
def test_a_barrage_nobody_spots_is_refused_by_what_hides_the_target() -> None:
    table = Table()
    table.put("KAG-32", "2203", disrupted=True)
    table.put("9FJ-I25", "2204")
    match = table.barrage(SOVIET)
    assert "mode KAG-32 move" in texts(match)
    refusal = match.preview("2204", ["KAG-32"], kind="barrage").refusal
    assert refusal is not None and str(refusal.citation) == "seelow 7.61"
    assert rule(match, "barrage 2204") == "seelow 8.19"  # who is disrupted spots nothing


# 11.1, 12.1 deployment


@pytest.mark.rule("seelow 11.11", "seelow 11.0#2", "seelow 8.31#1", "seelow 4.13")
def test_deployment_is_refused_by_what_forbids_it() -> None:
    match = the_game().start("kuestrin", seed=1)
    assert rule(match, "place 295-1038 2402 move") == "seelow 8.31#1"
    assert rule(match, "place 295-1038 2404") == "seelow 11.11"
    assert rule(match, "place 47-137 2504") == "seelow 11.11"  # another line of the set-up
    match.play("place 295-1038 2402")
    assert rule(match, "place 295-1040 2402") == "seelow 4.13"
    while not any("KAG-4 " in text for text in texts(match)):
        match.play(texts(match)[0])
    assert not any(text.startswith("place KAG-4 3209") for text in texts(match))
    match.play("propose")
    assert rule(match, "move 20-I76") == "seelow 5.0"


# 4.1 room


@pytest.mark.rule("seelow 4.12", "seelow 4.13")
def test_how_much_room_is_left_is_told_for_who_holds_the_hex_or_asks() -> None:
    units = {"20-I90": "2203", "295-1038": "2403", "9FJ-I25": "1703"}
    match = the_game().from_position(edited("seelow", 2, "movement_1", units))

    def room(hex: str, side: str | None = None) -> tuple[float, float, str]:
        (found,) = match.spot(hex, side).rooms
        return found.used, found.limit, str(found.citation)

    assert room("2203") == room("2203", "soviet") == (2, 3, "seelow 4.12")
    assert room("2403") == (1, 1, "seelow 4.13")
    assert room("2603") == room("2603", "soviet") == (0, 1, "seelow 4.13")  # Soviets move
    assert room("2603", "german") == (0, 3, "seelow 4.12")
