"""9.0 to 9.4: retreats."""

import pytest

from countermarch.games.stargard.retreat import to_source
from tests.rules.stargard.retreats import retreat
from tests.rules.stargard.table import (
    GERMAN,
    Pomerania,
    cited,
    refused,
    steps,
    supply,
    texts,
    where,
)


def ways_back(id: str, start: str, side: int = GERMAN) -> set[str]:
    """Where a unit alone on the map may go one hex back."""
    table = Pomerania()
    table.put(id, start)
    match = retreat(table, side, start, 1, id)
    return {text.split()[1] for text in texts(match)} or {where(match, id)}


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
    """Mechanised units do not enter the Plöne meadows off the road; men on foot do, and there is no other way home."""
    assert ways_back("48/23SS", "17.07") == {"16.07"}
    assert ways_back("21/10SS", "17.07") == {"16.06", "17.08"}
    table = Pomerania()
    table.put("21/10SS", "17.07")
    match = retreat(table, GERMAN, "17.07", 1, "21/10SS")
    assert str(refused(match, "retreat 16.07").citation) == "stargard 9.1"


@pytest.mark.rule("stargard 9.1")
def test_a_mechanised_unit_keeps_its_company_off_the_meadows() -> None:
    table = Pomerania()
    table.lay({"21/10SS": "17.07", "48/23SS": "17.07"})
    match = retreat(table, GERMAN, "17.07", 1, "21/10SS", "48/23SS")
    match.play("together")
    assert texts(match) == ["retreat 17.08", "retreat 16.06"]


@pytest.mark.rule("stargard-design 9.1-immobile")
@pytest.mark.parametrize(
    ("garrison", "at", "hexes", "left"),
    [
        ("Gar-Greifenhagen", "06.10", 1, 1),
        ("Gar-Greifenhagen", "06.10", 2, 0),
        ("Gar-Greifenhagen", "06.10", 3, 0),  # it has but two
        ("Gar-Pyritz", "15.07", 1, 1),
        ("Gar-Pyritz", "15.07", 2, 1),  # a fortress
        ("Gar-Arnswalde", "26.07", 3, 1),
        ("Gar-Arnswalde", "26.08", 2, 0),
    ],
)
def test_who_cannot_move_pays_a_step_for_every_hex_in_a_fortress_only_one(
    garrison: str, at: str, hexes: int, left: int
) -> None:
    table = Pomerania()
    table.put(garrison, at)
    match = retreat(table, GERMAN, at, hexes, garrison)
    assert steps(match, garrison) == left and where(match, garrison) == (at if left else "eliminated")
    assert cited(table.play.events, "cannot_move") == ["stargard-design 9.1-immobile"]


@pytest.mark.rule("stargard 9.1.1")
def test_a_stack_goes_together_or_apart() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "49/23SS")
    assert texts(match) == ["together", "apart 48/23SS", "apart 49/23SS"]
    match.play("apart 49/23SS")
    match.play("retreat 15.25")
    assert (where(match, "49/23SS"), where(match, "48/23SS")) == ("15.25", "16.24")  # one has gone, one has yet to go
    assert texts(match) == ["retreat 16.25", "retreat 15.25"]
    match.play("retreat 16.25")
    assert (where(match, "49/23SS"), where(match, "48/23SS")) == ("15.25", "16.25")


@pytest.mark.rule("stargard 9.1.1")
def test_a_stack_that_goes_together_takes_one_path() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS", "49/23SS")
    match.play("together")
    match.play("retreat 16.25")
    assert where(match, "48/23SS") == where(match, "49/23SS") == "16.25" and match.to_act is None


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
    """12.27 is five hexes off; two hexes are four from it, two five, two six."""
    table = Pomerania()
    table.put("48/23SS", "16.24")
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert texts(match) == ["retreat 16.25", "retreat 15.25"]
    as_near, farther = refused(match, "retreat 15.24"), refused(match, "retreat 16.23")
    assert str(as_near.citation) == str(farther.citation) == "stargard 9.2"
    assert "costs no more and ends nearer" in str(as_near) and "ends farther" in str(farther)


@pytest.mark.rule("stargard 9.2", "stargard 9.2.1", "stargard 9.2.2", "stargard-design 9.2-paths")
def test_a_way_as_near_without_a_price_goes_before_a_nearer_one_that_costs_a_step() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "15.26"})  # its zone covers 15.25 and 16.25, the hexes that are nearer
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert texts(match) == ["retreat 17.25", "retreat 15.24"]
    assert str(refused(match, "retreat 15.25").citation) == "stargard 9.2.2"
    match.play("retreat 15.24")
    assert steps(match, "48/23SS") == 2


@pytest.mark.rule("stargard 9.2", "stargard-design 9.2-paths")
def test_no_farther_goes_before_a_way_without_a_price() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "15.25", "75G": "16.25", "23G": "17.25"})
    assert not table.own.in_enemy_zone(GERMAN, table.hex("16.23"))  # free, but a hex farther from 12.27
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "15.24" and steps(match, "48/23SS") == 1


@pytest.mark.rule("stargard 9.2", "stargard 9.2.1", "stargard-design 9.2-paths")
def test_a_source_beyond_the_unbridged_oder_is_as_far_as_the_way_round() -> None:
    """As the crow flies 01.12 is five hexes from Greifenhagen; on foot the nearest source is Stettin, seven away."""
    assert ways_back("48/23SS", "06.10") == {"06.11", "07.11"}
    table = Pomerania()
    table.put("48/23SS", "06.10")
    match = retreat(table, GERMAN, "06.10", 1, "48/23SS")
    no = refused(match, "retreat 05.10")
    assert str(no.citation) == "stargard 9.2" and "ends farther" in str(no)


@pytest.mark.rule("stargard 9.2.1", "stargard-design 9.2-paths")
def test_enemies_on_the_way_do_not_make_a_source_farther() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "14.26", "75G": "13.27", "23G": "12.26"})  # 12.27 is cut off
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert texts(match) == ["retreat 16.25", "retreat 15.25"]


ALL_FARTHER = {"48/23SS": "16.24", "12G": "15.25", "75G": "16.25", "23G": "15.24", "52G": "17.25"}


@pytest.mark.rule("stargard 9.2", "stargard-design 9.2-paths")
def test_ways_that_all_lead_farther_are_taken() -> None:
    table = Pomerania()
    table.lay(ALL_FARTHER)
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert texts(match) == ["retreat 17.24", "retreat 16.23"]


@pytest.mark.rule("stargard 9.2", "stargard 9.4", "stargard-design 9.2-paths")
def test_if_so_agreed_ways_that_lead_farther_are_none() -> None:
    table = Pomerania(retreat_farther="barred")
    table.lay(ALL_FARTHER)
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "16.24" and steps(match, "48/23SS") == 1
    assert supply(match, "48/23SS") == "isolated"
    assert cited(table.play.events, "retreat_short") == ["stargard 9.4"]


ONLY_ONE_HEX = {"12G": "15.25", "75G": "16.25", "52G": "17.25", "23G": "17.24", "356": "14.24", "397": "14.23"}


@pytest.mark.rule("stargard 9.2", "stargard 9.4", "stargard-design 9.2-paths")
@pytest.mark.parametrize(
    ("farther", "end", "left", "status"), [("allowed", "16.22", 3, "supplied"), ("barred", "15.24", 2, "isolated")]
)
def test_a_shorter_way_that_does_not_lead_farther_is_gone_as_far_as_it_leads(
    farther: str, end: str, left: int, status: str
) -> None:
    table = Pomerania(retreat_farther=farther)
    table.lay({"48/23SS": "16.24", "49/23SS": "16.24", **ONLY_ONE_HEX})
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS", "49/23SS")
    match.play("together")
    while match.to_act:
        match.play("lose 49/23SS" if "lose 49/23SS" in texts(match) else match.legal()[0])
    assert (where(match, "48/23SS"), supply(match, "48/23SS")) == (end, status)
    assert steps(match, "48/23SS") + steps(match, "49/23SS") == left


@pytest.mark.rule("stargard 9.2.1")
def test_the_way_leads_to_the_nearest_source_not_by_the_shortest_path() -> None:
    """Two hexes back: a detour is allowed as long as the last hex is nearer, by one hex or by two."""
    table = Pomerania()
    table.put("48/23SS", "16.24")
    match = retreat(table, GERMAN, "16.24", 2, "48/23SS")
    away = to_source(table.play, GERMAN, "foot")
    ends = {text.split("-")[1]: away(table.hex(text.split("-")[1])) for text in texts(match)}
    assert away(table.hex("16.24")) == 5
    assert ends == {"16.26": 4, "15.26": 3, "18.25": 4, "14.24": 4, "14.25": 3}


@pytest.mark.rule("stargard 9.2.1", "stargard-design 11.2")
def test_a_source_with_an_enemy_in_it_does_not_count() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "12G": "12.27"})
    match = retreat(table, GERMAN, "16.24", 1, "48/23SS")
    assert where(match, "48/23SS") == "17.25"  # towards 22.27


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
