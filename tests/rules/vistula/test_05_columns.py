"""5.8.2, 6.2 How logistical columns arrive; 10.2 what HQs take."""

from __future__ import annotations

import pytest

from countermarch.games.vistula import columns
from countermarch.games.vistula.columns import Columns
from countermarch.games.vistula.movement import MovementPhase
from countermarch.games.vistula.supply import FULLY, PARTLY, UNSUPPLIED, lines
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


def stocked(turn: int) -> Table:
    t = Table(turn=turn)
    for id in t.tables.ids:
        if "-LC" in id:
            t.box(id, "pool")
    return t


@pytest.mark.rule("vistula 10.2#1", "vistula 10.2#3")
def test_example_10_2_1_an_hq_at_1305_with_a_railway_to_0901_is_fully_supplied() -> None:
    t = Table(turn=1)
    t.put("HQ-2B", "1305")
    now = lines(t.play, ALLIED)
    assert now.hqs[t.unit("HQ-2B")] == FULLY
    assert now.by_rail[t.hex("1305")] >= 0


@pytest.mark.rule("vistula 10.2#2", "vistula 10.2#5")
def test_example_10_2_2_an_hq_at_1604_has_a_line_but_no_railway() -> None:
    t = Table(turn=1)
    t.put("HQ-1B", "1604")
    assert lines(t.play, ALLIED).hqs[t.unit("HQ-1B")] == PARTLY


@pytest.mark.rule("vistula 10.2#1")
def test_a_german_zone_on_the_railway_leaves_the_hq_partly_supplied() -> None:
    t = Table(turn=1)
    t.put("HQ-2B", "1305")
    t.put("5Pz", "1204")
    assert lines(t.play, ALLIED).hqs[t.unit("HQ-2B")] == PARTLY


@pytest.mark.rule("vistula 5.8.2#1")
def test_any_column_that_waits_may_be_named() -> None:
    t = stocked(2)
    t.put("HQ-2B", "1305")
    columns.arrive(t.play, ALLIED)
    match = t.match()
    match.play("place A-LC7 1305")
    assert where(match, "A-LC7") == "1305"
    assert str(refused(match, "place A-LC7 1305").citation) == "vistula 5.8.2#1"
    assert str(refused(match, "place G-LC1 1305").citation) == "vistula 5.8.2#1"


@pytest.mark.rule("vistula 5.8.2#1", "vistula 10.2#3")
def test_an_hq_supplied_by_rail_takes_three_columns() -> None:
    t = stocked(2)
    t.put("HQ-2B", "1305")
    columns.arrive(t.play, ALLIED)
    match = t.match()
    assert match.decision is not None
    assert match.decision.kind == "place"
    lost = t.events("columns_lost")
    assert [event.params["number"] for event in lost] == [1]  # four arrive, three are taken
    assert str(lost[0].citation) == "vistula 5.8.2#3"
    for _ in range(2):
        match.play("place A-LC1 1305") if where(match, "A-LC1") == "pool" else match.play("place A-LC2 1306")
    events = match.play("place A-LC3 1304")
    assert [where(match, f"A-LC{k}") for k in (1, 2, 3, 4)] == ["1305", "1306", "1304", "pool"]
    (arrived,) = happened(events, "column_arrives")
    assert str(arrived.citation) == "vistula 5.8.2#1"
    assert arrived.text.render("en") == "A-LC3 arrives in 1304"  # whose name says that it is a column
    assert arrived.text.render("es") == "A-LC3 llega a 1304"


@pytest.mark.rule("vistula 5.8.2#3", "vistula 10.2#5")
def test_example_5_8_2_three_hqs_off_the_railway_take_one_column_each() -> None:
    """Turn 6, income 4: three are placed and one is lost."""
    t = stocked(6)
    for id, number in (("HQ-1B", "1604"), ("HQ-2B", "1803"), ("HQ-1U", "2402")):
        t.put(id, number)
    assert set(lines(t.play, ALLIED).hqs.values()) == {PARTLY}
    columns.arrive(t.play, ALLIED)
    match = t.match()
    assert [event.params["number"] for event in t.events("columns_lost")] == [1]
    match.play("place A-LC1 1604")
    assert str(refused(match, "place A-LC2 1603").citation) == "vistula 10.2#5"  # only HQ-1B is near
    match.play("place A-LC2 1804")
    match.play("place A-LC3 2402")
    assert match.to_act is None
    assert [where(match, f"A-LC{k}") for k in (1, 2, 3, 4)] == ["1604", "1804", "2402", "pool"]


@pytest.mark.rule("vistula 5.8.2#1")
def test_a_column_is_laid_with_or_next_to_its_hq() -> None:
    t = stocked(2)
    t.put("HQ-1B", "1604")
    t.put("HQ-2B", "1205")
    columns.arrive(t.play, ALLIED)
    match = t.match()
    assert str(refused(match, "place A-LC1 1402").citation) == "vistula 5.8.2#1"
    assert {text.split()[-1] for text in texts(match)} == {
        *("1604", "1603", "1605", "1503", "1504", "1703", "1704"),
        *("1205", "1204", "1206", "1104", "1105", "1304", "1305"),
    }


@pytest.mark.rule("vistula 6.2#3", "vistula 10.2#6")
def test_without_an_hq_that_has_a_line_all_columns_are_lost() -> None:
    t = stocked(2)
    t.put("HQ-1B", "2025")
    t.put("5Pz", "2024")
    t.put("16Pz", "2026")
    t.put("17Pz", "1925")
    t.put("24Pz", "2125")
    assert lines(t.play, ALLIED).hqs[t.unit("HQ-1B")] == UNSUPPLIED
    columns.arrive(t.play, ALLIED)
    [event] = t.events("columns_lost")
    assert (event.params["number"], str(event.citation)) == (4, "vistula 6.2#3")
    assert t.match().to_act is None


@pytest.mark.rule("vistula 5.8.2#4")
def test_columns_pile_up_from_turn_to_turn() -> None:
    t = stocked(3)
    t.put("HQ-4A", "0607")
    t.put("G-LC1", "0607")
    t.put("G-LC2", "0607")
    columns.arrive(t.play, GERMAN)
    match = t.match()
    match.play("place G-LC3 0607")
    match.play("place G-LC4 0607")
    assert [where(match, f"G-LC{k}") for k in (1, 2, 3, 4)] == ["0607"] * 4


@pytest.mark.rule("vistula 5.8.2#2")
def test_a_column_that_has_just_arrived_may_move_its_whole_factor() -> None:
    t = stocked(3)
    t.put("HQ-1B", "1604")
    t.play.push(MovementPhase(ALLIED))
    columns.arrive(t.play, ALLIED)
    match = t.match()
    match.play("place A-LC1 1604")
    assert max(match.reach(["A-LC1"]).values()) == 10
    match.play("move A-LC1")
    match.play("to 1601")
    assert where(match, "A-LC1") == "1601"


@pytest.mark.rule("vistula 12.5#2")
def test_the_offensive_ordered_brings_two_columns_more_beyond_the_cap() -> None:
    t = stocked(6)
    t.put("HQ-4PzA", "2306")
    t.play.state.order = 6
    columns.arrive(t.play, GERMAN)
    match = t.match()
    events = match.play("place G-LC1 2306")  # the income of the turn
    assert [str(event.citation) for event in happened(events, "column_arrives")] == ["vistula 5.8.2#1"]
    assert match.decision is not None and match.decision.prompt.key == "vistula.prompt.order_columns"
    for k in (2, 3):
        events = match.play(f"place G-LC{k} 2306")
        assert [str(event.citation) for event in happened(events, "column_arrives")] == ["vistula 12.5#2"]
    assert match.to_act is None
    assert [where(match, f"G-LC{k}") for k in (1, 2, 3, 4)] == ["2306", "2306", "2306", "pool"]
    assert [t.play.state.ordered[t.unit(f"G-LC{k}")] for k in (1, 2, 3, 4)] == [0, 1, 1, 0]


@pytest.mark.rule("vistula 12.5#2")
def test_without_an_hq_that_has_a_line_the_offensive_has_no_columns_either() -> None:
    t = stocked(6)
    t.play.state.order = 6
    columns.arrive(t.play, GERMAN)
    assert t.match().to_act is None


@pytest.mark.rule("vistula 12.5#2")
def test_only_the_turn_of_the_order_brings_its_columns() -> None:
    t = stocked(6)
    t.put("HQ-4PzA", "2306")
    t.play.state.order = 5
    columns.arrive(t.play, GERMAN)
    match = t.match()
    match.play("place G-LC1 2306")
    assert match.to_act is None


@pytest.mark.rule("vistula 5.8.1#3", "vistula 6.2#3")
def test_no_more_columns_arrive_than_there_are_markers() -> None:
    t = Table(turn=3)
    t.put("HQ-2B", "1305")
    t.box("A-LC1", "pool")
    columns.arrive(t.play, ALLIED)
    match = t.match()
    match.play("place A-LC1 1305")
    assert match.to_act is None


@pytest.mark.rule("vistula 12.5#2", "vistula 5.8.1#3")
def test_the_order_has_what_markers_the_income_leaves() -> None:
    t = Table(turn=4)
    t.put("HQ-4PzA", "2306")
    t.play.state.order = 4
    for k in (1, 2, 3):
        t.box(f"G-LC{k}", "pool")
    columns.arrive(t.play, GERMAN)  # two, and one of two
    match = t.match()
    for k in (1, 2, 3):
        match.play(f"place G-LC{k} 2306")
    assert match.to_act is None
    assert [t.play.state.ordered[t.unit(f"G-LC{k}")] for k in (1, 2, 3)] == [0, 0, 1]


@pytest.mark.rule("vistula 5.8.2#1")
def test_columns_are_not_laid_among_enemies_nor_on_water() -> None:
    t = stocked(3)
    t.put("HQ-4A", "0706")
    t.put("94RC", "0707")
    columns.arrive(t.play, GERMAN)
    hexes = {text.split()[2] for text in texts(t.match())}
    assert "0706" in hexes and not {"0705", "0707"} & hexes


@pytest.mark.rule("vistula 6.2#1", "vistula 6.2#2")
@pytest.mark.parametrize(("turn", "german", "allied"), [(2, 2, 4), (5, 2, 4), (6, 1, 4), (7, 1, 5), (9, 1, 5)])
def test_the_income_of_each_turn(turn: int, german: int, allied: int) -> None:
    t = stocked(turn)
    for id, number in (("HQ-2B", "1305"), ("HQ-1B", "1205"), ("HQ-2A", "1110"), ("HQ-9A", "1907")):
        t.put(id, number)
    for side, expected in ((ALLIED, allied), (GERMAN, german)):
        columns.arrive(t.play, side)
        frame = t.play.top
        assert isinstance(frame, Columns) and frame.left == expected
        t.play.pop()
