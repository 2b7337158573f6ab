"""5.0: a way of one's own, named hex by hex, is held to every rule; what a side is told of its ways."""

import pytest

from countermarch.match import Match
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, reasons, refused, texts, where


def moving(table: Pomerania, id: str, mode: str = "", side: int = GERMAN) -> Match:
    match = table.move(side, id)
    match.play(f"move {id} {mode}".strip())
    return match


@pytest.mark.rule("stargard-design 5.4.1", "stargard-design 5.4")
def test_a_named_way_by_road_follows_roads_past_nobody_and_no_zone() -> None:
    """12.24 has a road to 13.24 and a railway to 12.23; all of it can be reached by another way round."""
    table = Pomerania()
    table.lay({"48/23SS": "12.24"})
    match = moving(table, "48/23SS", "strategic")
    assert {"to 12.25", "to 13.24", "to 13.23"} <= set(texts(match))
    expected = {
        "to 13.23 via 12.23": "stargard-design 5.4.1 strategic_rail",
        "to 13.24 via 13.25": "stargard-design 5.4 off_the_line",
    }
    assert reasons(match, *expected) == expected
    match.play("to 13.23 via 13.24")
    assert where(match, "48/23SS") == "13.23"


@pytest.mark.rule("stargard-design 5.4", "stargard-design 5.4.1")
def test_a_named_way_by_road_enters_neither_a_zone_nor_a_full_hex() -> None:
    """12.26 and back: the end may be reached, the way may not be gone."""
    table = Pomerania()
    table.lay({"48/23SS": "12.25", "12G": "13.27"})
    match = moving(table, "48/23SS", "strategic")
    named = "to 12.24 via 12.26-12.25"
    assert "to 12.24" in texts(match) and reasons(match, named) == {named: "stargard-design 5.4 strategic_enters_zone"}
    table = Pomerania()
    table.lay({"48/23SS": "12.25", "307/163": "12.26", "310/163": "12.26"})
    match = moving(table, "48/23SS", "strategic")
    assert "to 12.24" in texts(match) and reasons(match, named) == {named: "stargard-design 5.4.1 strategic_full"}


@pytest.mark.rule("stargard-design 5.2", "stargard 6.1", "stargard-design 5.3")
def test_a_named_way_on_foot_crosses_no_water_and_no_full_or_enemy_hex() -> None:
    table = Pomerania()
    tables = table.tables
    h, to = next(
        (h, to)
        for h in range(tables.n)
        for to in tables.board.grid.around(h)
        if tables.land[h] and tables.land[to] and not tables.passable[tables.slot(h, to)]
        if any(to in tables.ways_to["foot"][n] and tables.terrain_of(n) == "clear" for n in tables.ways_to["foot"][h])
    )
    start, end = tables.numbers[h], tables.numbers[to]
    table.put("48/23SS", start)
    match = moving(table, "48/23SS")
    beyond = next(tables.numbers[n] for n in tables.ways_to["foot"][to] if f"to {tables.numbers[n]}" in texts(match))
    named = f"to {beyond} via {end}"
    assert reasons(match, named) == {named: "stargard-design 5.2 impassable"}
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "16.25", "310/163": "16.25", "61-HQ": "17.25", "12G": "17.25"})
    match = moving(table, "48/23SS")
    expected = {"to 15.26 via 16.25": "stargard 6.1 full", "to 17.24 via 17.25": "stargard-design 5.3 enemy"}
    assert {"to 15.26", "to 17.24"} <= set(texts(match)) and reasons(match, *expected) == expected


@pytest.mark.rule("stargard-design 5.5")
def test_naming_the_way_does_not_let_a_train_end_beside_an_enemy() -> None:
    table = Pomerania()
    table.lay({"48/23SS": "12.25", "12G": "13.25"})
    match = moving(table, "48/23SS", "rail")
    assert texts(match) == ["to 12.26", "to 12.27"]
    named = "to 12.24 via 12.26-12.25"
    assert reasons(match, named) == {named: "stargard-design 5.5 rail_beside"}


@pytest.mark.rule("stargard-design 5.1")
def test_a_named_way_costs_what_its_hexes_cost() -> None:
    """An infantry regiment has five points: the straight way has four of them left, a long one none."""
    table = Pomerania()
    table.put("48/23SS", "16.24")
    match = moving(table, "48/23SS")
    named = "to 16.25 via 17.25-17.24-16.23-15.24-15.25"
    assert reasons(match, named) == {named: "stargard-design 5.1 allowance"}
    match.play("to 16.25 via 16.23-15.24-15.25")
    assert where(match, "48/23SS") == "16.25"


@pytest.mark.rule("stargard 6.1", "stargard-design 5.1")
def test_a_move_taken_back_opens_the_ways_it_closed() -> None:
    """Two regiments close 16.25, through which a third would have gone."""
    table = Pomerania()
    table.lay({"48/23SS": "16.24", "307/163": "16.25", "310/163": "17.25"})
    table.lay({"12G": "15.24", "75G": "17.24", "23G": "14.26"})
    match = table.move(GERMAN, "48/23SS", "310/163")
    before = match.reach("48/23SS")
    match.play("move 310/163")
    match.play("to 16.25")
    after = match.reach("48/23SS")
    assert "16.26" in before and "16.26" not in after
    while where(match, "310/163") != "17.25" or match.decision is None or match.decision.kind != "unit":
        assert match.undo()
    assert match.reach("48/23SS") == before


@pytest.mark.rule("stargard-design 1.6", "stargard-design 5.1")
def test_fog_does_not_hide_from_a_side_what_its_own_units_may_do() -> None:
    reaches = []
    for fog in ("off", "on"):
        table = Pomerania(fog_of_war=fog)
        table.lay({"48/23SS": "16.24", "12G": "16.22", "75G": "16.22"})
        match = table.move(GERMAN, "48/23SS")
        reaches.append((match.reach("48/23SS", side="german"), match.why_not("48/23SS", "16.25", side="german")))
        assert not match.reach("12G", side="soviet")
    assert reaches[0] == reaches[1] and reaches[0][0] and reaches[0][1] is None


@pytest.mark.rule("stargard-design 6.0-limit", "stargard-design 1.6")
def test_a_hex_shows_the_room_of_whoever_holds_it_unless_it_is_hidden() -> None:
    for fog, rooms in (("off", [(2, 2), (0, 1)]), ("on", [])):
        table = Pomerania(fog_of_war=fog)
        table.lay({"48/23SS": "16.24", "3SS-HQ": "16.24", "12G": "22.22", "75G": "22.22"})
        match = table.move(SOVIET, "12G")
        assert [(room.used, room.limit) for room in match.spot("22.22", "german").rooms] == rooms
        assert [(room.used, room.limit) for room in match.spot("16.26", "german").rooms] == [(0, 2), (0, 1)]
        assert [(room.used, room.limit) for room in match.spot("22.22", "soviet").rooms] == [(2, 2), (0, 1)]


@pytest.mark.rule("stargard-design 12.3", "stargard 14.1")
@pytest.mark.parametrize(("side", "unit", "crossed"), [(SOVIET, "12G", True), (GERMAN, "48/23SS", False)])
def test_soviets_are_remembered_in_every_hex_they_pass(side: int, unit: str, crossed: bool) -> None:
    table = Pomerania()
    table.put(unit, "16.24")
    match = moving(table, unit, side=side)
    match.play("to 16.27")
    assert match.position()["crossed"] == (["16.24", "16.25", "16.26", "16.27"] if crossed else [])


@pytest.mark.rule("stargard-design 5.5")
@pytest.mark.parametrize(
    ("held", "enemy", "expected"),
    [
        ("", "13.24", "stargard-design 5.5 must_stop"),  # the zone of a division reaches 12.24
        ("12.24", "", "stargard-design 5.5 track_lost"),
        ("", "", ""),
    ],
)
def test_a_named_way_by_rail_ends_in_a_zone_and_keeps_off_the_enemy_s_ground(
    held: str, enemy: str, expected: str
) -> None:
    """Forth and back: the end may be reached, the way may not be gone."""
    table = Pomerania()
    table.put("48/23SS", "12.27")
    if enemy:
        table.put("12G", enemy)
    if held:
        table.own.hold(table.unit("12G"), [table.hex(held)])
    match = moving(table, "48/23SS", "rail")
    named = "to 12.26 via 12.26-12.25-12.24-12.25"
    assert "to 12.26" in texts(match)
    if expected:
        no = refused(match, named)
        assert f"{no.citation} {no.reason.key.rpartition('.')[2]}" == expected
        assert no.reason.params == {"unit": "48/23SS", "hex": "12.24"}
    else:
        match.play(named)
        assert where(match, "48/23SS") == "12.26"


@pytest.mark.rule("stargard 14.1", "stargard-design 5.3")
@pytest.mark.parametrize(("side", "unit", "hq"), [(SOVIET, "12G", "3SS-HQ"), (GERMAN, "48/23SS", "61-HQ")])
@pytest.mark.parametrize("alone", [False, True])
def test_who_marches_on_has_taken_what_he_passed_and_overrun_whom_he_met(
    side: int, unit: str, hq: str, alone: bool
) -> None:
    """Through Zachan, which is the other side's."""
    table = Pomerania(recapture="on")
    table.put(unit, "23.11")
    table.play.state.control[table.hex("24.11")] = 1 - side
    if alone:
        table.put(hq, "24.11")
    match = moving(table, unit, side=side)
    match.play("to 25.12 via 24.11")
    assert where(match, unit) == "25.12" and where(match, hq) == "removed"
    assert match.position()["control"]["24.11"] == ("german", "soviet")[side]
