"""4.0 Stacking and zones of control."""

from __future__ import annotations

import pytest

from countermarch.games.seelow.retreat import is_open, rout
from tests.rules.seelow.table import GERMAN, SOVIET, Table, ends, rule, texts, where

# Open plain of level 1 without lines around 2209 to 2409 and 1602 to 1803 unless said otherwise.


def zone(table: Table, side: int, number: str) -> bool:
    return table.play.in_enemy_zone(1 - side, table.hex(number))


@pytest.mark.rule("seelow 4.0")
def test_limits_differ_by_side_and_zones_are_the_six_hexes_around() -> None:
    table = Table()
    table.put("MUN-Pz-1", "1603")
    table.put("MUN-Pz-2", "1603")
    table.put("295-1038", "2210")
    assert table.play.room_for(table.unit("MUN-Pz-3"), table.hex("1603"))
    assert not table.play.room_for(table.unit("295-1040"), table.hex("2210"))
    around = [table.tables.numbers[h] for h in table.tables.board.grid.around(table.hex("2210"))]
    assert len(around) == 6 and all(zone(table, SOVIET, number) for number in around)
    assert not zone(table, SOVIET, "2210")


@pytest.mark.rule("seelow 4.11")
@pytest.mark.rule("seelow 5.25")
def test_nobody_moves_into_or_even_through_a_full_hex() -> None:
    table = Table()
    table.put("295-1038", "2203")
    for id, number in (("295-1040", "2202"), ("295-1042", "2204"), ("60-1281", "2102"), ("60-1283", "2103")):
        table.put(id, number)
    table.put("60-1285", "2302")
    match = table.move(SOVIET)
    assert ends(match, "295-1038") & {"2202", "2204", "2102", "2103", "2302"} == set()
    match.play("move 295-1038")
    assert rule(match, "to 2204") == "seelow 5.25"
    assert rule(match, "to 2205 via 2204") == "seelow 5.25"


@pytest.mark.rule("seelow 4.12")
def test_three_german_companies_or_a_battalion_and_a_company() -> None:
    table = Table()
    table.put("9FJ-I25", "1603")
    table.put("MUN-Pz-1", "1605")
    table.put("MUN-Pz-2", "1605")
    table.put("MUN-Pz-3", "1605")
    table.put("9FJ-II25", "1705")
    table.put("20-8Pz-2", "1704")
    match = table.move(GERMAN)
    assert "1603" in ends(match, "20-8Pz-2")  # battalion and company: three points
    assert "1603" not in ends(match, "9FJ-II25")  # two battalions: four
    assert "1605" not in ends(match, "20-8Pz-2")
    match.play("move 9FJ-II25")
    assert rule(match, "to 1605") == "seelow 5.25"
    setup = Table()
    start = setup.game.start("seelow", seed=1)
    start.play("propose")
    assert start.to_act == "german"
    start.play("place 9FJ-I25 1902")
    assert rule(start, "place 9FJ-II25 1902") == "seelow 4.12"


@pytest.mark.rule("seelow 4.13")
def test_one_soviet_unit_to_a_hex_and_zhukov_besides() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2205")
    table.put("Zhukov", "2206")
    match = table.move(SOVIET)
    assert "2203" not in ends(match, "295-1040")
    assert "2203" in ends(match, "Zhukov") and "2206" in ends(match, "295-1040")
    match.play("move Zhukov")
    match.play("to 2203")
    assert where(match, "Zhukov") == where(match, "295-1038") == "2203"


@pytest.mark.rule("seelow 4.14")
def test_a_disruption_marker_takes_no_room() -> None:
    table = Table()
    table.put("MUN-Pz-1", "1603", disrupted=True)
    table.put("MUN-Pz-2", "1603", disrupted=True)
    assert table.play.load_in(GERMAN, table.hex("1603")) == 2
    assert table.play.room_for(table.unit("MUN-Pz-3"), table.hex("1603"))


@pytest.mark.rule("seelow 4.21")
def test_the_disrupted_and_zhukov_exert_no_zone_but_guns_do() -> None:
    table = Table()
    u = table.put("295-1038", "2203")
    table.put("Zhukov", "2208")
    table.put("KAG-32", "2213")
    table.put("AAG-32", "2410", mode=1)
    assert zone(table, SOVIET, "2204") and zone(table, SOVIET, "2214") and zone(table, SOVIET, "2411")
    assert not zone(table, SOVIET, "2209")
    table.play.disrupt(u)
    assert not zone(table, SOVIET, "2204")
    table.play.recover(u)
    assert zone(table, SOVIET, "2204")


@pytest.mark.rule("seelow 4.22")
def test_no_zone_over_a_river_without_a_bridge() -> None:
    table = Table()
    table.put("82-242", "3403")  # the Oder parts it from 3402, 3502 and 3503
    assert not any(zone(table, SOVIET, number) for number in ("3402", "3502", "3503"))
    assert zone(table, SOVIET, "3404") and zone(table, SOVIET, "3303")
    table.put("82-244", "3503")
    assert zone(table, SOVIET, "3603") and zone(table, SOVIET, "3502")  # over the bridges


@pytest.mark.rule("seelow 4.23")
def test_a_unit_on_level_1_has_no_zone_on_level_3() -> None:
    table = Table()
    levels = table.tables.grounds[1].level
    low, high = table.hex("1711"), table.hex("1612")
    assert (levels[low], levels[high]) == (1, 3)
    table.put("295-1038", "1711")
    assert not zone(table, SOVIET, "1612")
    table.put("MUN-I1", "1612")
    assert zone(table, GERMAN, "1711")


@pytest.mark.rule("seelow 4.23")
def test_a_unit_on_level_2_reaches_every_level() -> None:
    table = Table()
    level, grid = table.tables.grounds[1].level, table.tables.board.grid
    h = next(h for h in range(table.tables.n) if level[h] == 2 and {level[n] for n in grid.around(h)} >= {1, 3})
    table.put("295-1038", table.tables.numbers[h])
    passable = table.tables.grounds[1].step_to[h]
    assert all(zone(table, SOVIET, table.tables.numbers[n]) for n in passable)


@pytest.mark.rule("seelow 4.24")
def test_a_zone_stops_the_move() -> None:
    table = Table()
    table.put("295-1038", "2201")
    table.put("9FJ-I25", "2004")
    match = table.move(SOVIET)
    found = ends(match, "295-1038")
    assert "2103" in found  # in the zone
    match.play("move 295-1038")
    assert rule(match, "to 2104 via 2101-2102-2103") == "seelow 5.18#1"


@pytest.mark.rule("seelow 4.25")
def test_neighbours_feel_each_others_zones() -> None:
    table = Table()
    table.put("295-1038", "2103")
    table.put("9FJ-I25", "2004")
    assert zone(table, SOVIET, "2004") and zone(table, GERMAN, "2103")


@pytest.mark.rule("seelow 4.26")
def test_leaving_a_zone_costs_two_more() -> None:
    table = Table()
    table.put("295-1038", "2103")
    table.put("9FJ-I25", "2004")
    match = table.move(SOVIET)
    match.play("move 295-1038")
    step = match.path("295-1038", "2202")[0]
    assert step.cost == 3
    assert [(part.value, str(part.citation)) for part in step.parts][-1] == (2, "seelow 5.22#1")


@pytest.mark.rule("seelow 4.27")
def test_a_friend_opens_a_controlled_hex_to_a_retreat_but_a_friendly_zone_does_not() -> None:
    table = Table()
    runner = table.put("295-1038", "2204")
    table.put("9FJ-I25", "2004")  # controls 2103, 2104 and others
    table.put("295-1040", "2104")
    rout(table.play, SOVIET, [runner], "7.42")
    match = table.match()
    ways = [text for text in texts(match) if "295-1038" in text]
    assert ways and not any("2103" in way for way in ways)  # next to a friend, but nobody is there
    assert is_open(table.play, SOVIET, table.hex("2104"))
    assert not is_open(table.play, SOVIET, table.hex("2103"))


@pytest.mark.rule("seelow 4.28")
def test_two_zones_are_no_worse_than_one() -> None:
    def cost(*germans: tuple[str, str]) -> float:
        table = Table()
        table.put("295-1038", "2103")
        for id, number in germans:
            table.put(id, number)
        match = table.move(SOVIET)
        match.play("move 295-1038")
        return match.path("295-1038", "2202")[0].cost

    assert cost(("9FJ-I25", "2004")) == cost(("9FJ-I25", "2004"), ("9FJ-II25", "2003")) == 3


@pytest.mark.rule("seelow 4.0", "seelow 4.21")
def test_what_is_kept_of_stacks_and_zones_is_what_one_would_count_anew() -> None:
    table = Table()
    for id, hex in (("295-1038", "2203"), ("Zhukov", "2203"), ("20-I90", "2103"), ("20-8Pz-1", "2103")):
        table.put(id, hex)
    table.put("9FJ-I25", "2303", disrupted=True)
    play = table.play
    play.shift(table.unit("295-1038"), table.hex("2204"))
    play.disrupt(table.unit("20-I90"))
    play.recover(table.unit("9FJ-I25"))
    kept = [column.tolist() for column in (play.state.number, play.state.load, play.state.zone)]
    play.rebuild_maps()
    assert kept == [column.tolist() for column in (play.state.number, play.state.load, play.state.zone)]
    assert play.load_in(GERMAN, table.hex("2103")) == 3 and play.load_in(SOVIET, table.hex("2203")) == 0


@pytest.mark.rule("seelow 4.0", "seelow 4.21", "seelow 4.13")
def test_zones_are_shown_hex_by_hex_and_zhukov_fits_in_anywhere() -> None:
    table = Table()
    table.put("295-1038", "2203")
    table.put("295-1040", "2503", disrupted=True)
    zhukov = table.put("Zhukov", "2603")
    match = table.move(SOVIET)
    assert set(match.zones("soviet")) == {"2202", "2204", "2302", "2303", "2102", "2103"}
    assert match.zones("german") == ()
    assert table.play.room_for(zhukov, table.hex("2203")) and not table.play.room_for(
        table.unit("295-1040"), table.hex("2203")
    )
