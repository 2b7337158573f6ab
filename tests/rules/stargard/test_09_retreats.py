"""9.0 to 9.4: retreats."""

import pytest

from countermarch.games.chitpull.retreat import Retreat
from countermarch.games.chitpull.state import ISOLATED, OUT_OF_SUPPLY
from countermarch.games.chitpull.supply import check_all
from countermarch.match import Match
from tests.rules.stargard.table import (
    GERMAN,
    SOVIET,
    Pomerania,
    cited,
    refused,
    steps,
    supply,
    texts,
    where,
)


def retreat(table: Pomerania, side: int, start: str, hexes: int, *units: str) -> Match:
    group = tuple(table.unit(id) for id in units)
    return table.push(Retreat(side, table.hex(start), group, hexes, True, False))


@pytest.mark.rule("stargard 9.0", "stargard 9.2")
def test_the_owner_retreats_so_many_hexes_away() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24")
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS")
    ways = [text.split()[1] for text in texts(match)]
    assert match.to_act == "german" and all(len(way.split("-")) == 2 for way in ways)
    grid = table.tables.board.grid
    ends = {way.split("-")[1] for way in ways}
    assert {grid.distance(table.hex("16.24"), table.hex(end)) for end in ends} == {2}


@pytest.mark.rule("stargard 9.1")
def test_nobody_retreats_into_what_is_prohibited_to_him() -> None:
    """Mechanised units do not enter the Plöne meadows off the road; men on foot do."""
    table = Pomerania()
    marsh = next(
        (h, to)
        for h in range(table.tables.n)
        for to in table.tables.ways_to["foot"][h]
        if table.tables.board.terrain(to) == "marsh" and to not in table.tables.ways_to["mech"][h]
    )
    start, wet = (table.tables.numbers[h] for h in marsh)
    table.put("21/10SS", start)
    match = retreat(table, GERMAN, start, 1, "21/10SS")
    if match.to_act is not None:
        assert f"retreat {wet}" not in texts(match)
        assert str(refused(match, f"retreat {wet}").citation) == "stargard 9.1"
    else:
        assert where(match, "21/10SS") != wet


@pytest.mark.rule("stargard-design 9.1-immobile")
def test_who_cannot_move_pays_a_step_for_every_hex() -> None:
    table = Pomerania()
    table.put("Gar-Pyritz", "15.07")
    match = retreat(table, GERMAN, "15.07", 1, "Gar-Pyritz")
    assert where(match, "Gar-Pyritz") == "15.07" and steps(match, "Gar-Pyritz") == 1
    assert cited(table.play.events, "cannot_move") == ["stargard-design 9.1-immobile"]


@pytest.mark.rule("stargard 9.1.1")
def test_a_stack_goes_together_or_apart() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "49/23SS")
    assert texts(match) == ["together", "apart 48/23SS", "apart 49/23SS"]


@pytest.mark.rule("stargard 9.1.1", "stargard 9.2.2")
def test_a_full_hex_costs_a_step_and_one_hex_more() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "17.24", "75G": "16.23"})
    full = {"307/163": "15.25", "310/163": "15.25", "324/163": "16.25", "56/5J": "16.25"}
    full |= {"1/402": "15.24", "2/402": "15.24", "23/11SS": "17.25", "24/11SS": "17.25"}
    table.lay(full)
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    match.play("retreat 15.25")
    while where(match, "48/23SS") == "15.25":
        match.play(match.legal()[0])
    assert steps(match, "48/23SS") == 1  # the zone and the full hex together cost one
    assert where(match, "48/23SS") not in ("15.25", "16.24")
    grid = table.tables.board.grid
    assert grid.distance(table.hex("16.24"), table.hex(where(match, "48/23SS"))) == 2
    assert "stargard 9.2.2" in cited(match.log, "retreat_costs")


@pytest.mark.rule("stargard 9.2", "stargard-design 9.2-paths")
def test_the_last_hex_is_nearer_to_a_source_if_it_can_be() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24")
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    grid, source = table.tables.board.grid, table.hex("12.27")
    before = grid.distance(table.hex("16.24"), source)
    if match.to_act is None:
        assert grid.distance(table.hex(where(match, "48/23SS")), source) < before
        return
    ends = [text.split()[1] for text in texts(match)]
    assert ends and all(grid.distance(table.hex(end), source) < before for end in ends)
    assert str(refused(match, "retreat 16.23").citation) == "stargard 9.2"


@pytest.mark.rule("stargard-design 9.2-paths")
def test_as_near_goes_before_farther_and_fewest_steps_decide() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "14.25", "75G": "15.26"})  # Soviets between it and 12.27
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    moved = where(match, "48/23SS") if match.to_act is None else texts(match)[0].split()[1]
    play = table.own
    assert not play.in_enemy_zone(GERMAN, table.hex(moved)) or all(
        play.in_enemy_zone(GERMAN, table.hex(text.split()[1])) for text in texts(match)
    )


@pytest.mark.rule("stargard 9.2.1")
def test_the_way_leads_to_the_nearest_source_not_by_the_shortest_path() -> None:
    """Two hexes back: a detour is allowed as long as the last hex is nearer."""
    table = Pomerania()
    table.put("12G", "26.09")
    match = retreat(table, SOVIET, "26.09", 2, "12G")
    grid = table.tables.board.grid
    sources = [table.hex(number) for number in ("21.01", "28.01", "33.01", "15.01", "38.12")]
    before = min(grid.distance(table.hex("26.09"), h) for h in sources)
    ends = {text.split("-")[-1].split()[-1] for text in texts(match)}
    after = {min(grid.distance(table.hex(end), h) for h in sources) for end in ends}
    assert max(after) < before and len(after) > 1
    assert str(refused(match, "retreat 26.10-26.11").citation) == "stargard 9.2"


@pytest.mark.rule("stargard 9.2.1", "stargard-design 11.2")
def test_a_source_with_an_enemy_in_it_does_not_count() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "12.27"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    end = where(match, "48/23SS") if match.to_act is None else texts(match)[0].split()[1]
    grid = table.tables.board.grid
    other = table.hex("22.27")
    assert grid.distance(table.hex(end), other) < grid.distance(table.hex("16.24"), other)


@pytest.mark.rule("stargard 9.2.2")
def test_a_zone_costs_the_group_one_step_even_where_a_friend_is() -> None:
    table = Pomerania()
    ring = ("15.24", "15.25", "16.25", "17.25", "17.24")
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "12G": "16.23"})
    table.lay({"75G": "14.25", "23G": "18.25", "52G": "16.26"})
    assert all(table.own.in_enemy_zone(GERMAN, table.hex(h)) for h in ring)
    table.put("307/163", "15.25")
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    end = next(text for text in texts(match))
    match.play(end)
    assert steps(match, "48/23SS") == 1
    assert "stargard 9.2.2" in cited(match.log, "retreat_costs")


@pytest.mark.rule("stargard 9.2.2")
def test_a_way_that_costs_more_steps_is_refused() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "14.24"})
    assert table.own.in_enemy_zone(GERMAN, table.hex("15.25"))
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS")
    dear = [text for text in texts(match) if "15.25" in text.split()[1]]
    assert dear == []
    no = refused(match, "retreat 15.25-15.26")
    assert str(no.citation) == "stargard 9.2.2"


@pytest.mark.rule("stargard 9.2.3")
def test_forest_is_as_near_as_clear_ground() -> None:
    table = Pomerania()
    wooded = next(
        h
        for h in range(table.tables.n)
        if table.tables.board.terrain(h) == "forest"
        and len(table.tables.ways_to["foot"][h]) == 6
        and all(table.tables.board.terrain(to) == "forest" for to in table.tables.ways_to["foot"][h])
    )
    start = table.tables.numbers[wooded]
    table.put("48/23SS", start)
    match = retreat(table, GERMAN, start, 2, "48/23SS")
    assert len(texts(match)[0].split("-")) == 2  # two hexes, whatever the trees


@pytest.mark.rule("stargard 9.3.1", "stargard-design 12.1.1")
def test_an_hq_goes_along_and_never_alone() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", "3SS-HQ": "16.24"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "49/23SS", "3SS-HQ")
    assert str(refused(match, "apart 3SS-HQ").citation) == "stargard-design 12.1.1"
    match.play("together")
    while where(match, "48/23SS") == "16.24":
        match.play(match.legal()[0])
    assert where(match, "3SS-HQ") == where(match, "48/23SS")


@pytest.mark.rule("stargard 9.3.2")
def test_a_retreating_unit_destroys_a_lone_hq() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "61-HQ": "15.25"})
    in_a_pocket(table, "15.25")
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "15.25" and where(match, "61-HQ") == "removed"


def in_a_pocket(table: Pomerania, *gaps: str) -> None:
    ring = [h for h in ("16.23", "15.24", "15.25", "16.25", "17.25", "17.24") if h not in gaps]
    table.lay(dict(zip(("12G", "75G", "23G", "52G", "397", "356"), ring, strict=False)))


@pytest.mark.rule("stargard 9.4")
def test_without_a_way_a_step_for_every_hex_and_isolated() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24")
    in_a_pocket(table)
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "16.24" and steps(match, "48/23SS") == 1
    assert supply(match, "48/23SS") == "isolated"
    assert cited(table.play.events, "isolated") == ["stargard 9.4"]


@pytest.mark.rule("stargard 9.4")
def test_the_strongest_pays_first_when_there_is_no_way() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "16.24"})
    in_a_pocket(table)
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "307/163")
    match.play("together")
    assert steps(match, "48/23SS") == 1 and steps(match, "307/163") == 2


@pytest.mark.rule("stargard 9.4")
def test_example_of_a_regiment_that_finds_only_one_hex() -> None:
    """A step, one hex, a step for the hex it lacks; what is left is isolated. Here with a second unit to be left."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "16.23", "75G": "15.24", "23G": "17.24", "52G": "15.25", "397": "17.25"})
    table.lay({"356": "15.26", "415": "17.26", "311": "16.26"})
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS")
    assert where(match, "48/23SS") == "eliminated"  # a step for the zone of 16.25, one for the missing hex
    assert cited(match.log or table.play.events, "retreat_short") == ["stargard 9.4"]


@pytest.mark.rule("stargard-design 11.4")
def test_isolated_by_a_retreat_until_a_supply_phase_says_otherwise() -> None:
    table = Pomerania()
    table.put("48/23SS", "16.24", supply=ISOLATED)
    table.put("49/23SS", "20.24", supply=ISOLATED)
    in_a_pocket(table)
    check_all(table.play)
    state = table.play.state
    assert state.supply[table.unit("48/23SS")] == ISOLATED
    assert state.supply[table.unit("49/23SS")] not in (ISOLATED, OUT_OF_SUPPLY)


@pytest.mark.rule("stargard-design 6.3")
def test_of_two_hqs_the_one_that_comes_goes_on() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24", "XSS-HQ": "15.25"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "3SS-HQ")
    while match.to_act is not None:
        choices = [text for text in texts(match) if "15.25" in text] or texts(match)
        match.play(choices[0])
    assert where(match, "XSS-HQ") == "15.25" and where(match, "3SS-HQ") not in ("15.25", "16.24")
