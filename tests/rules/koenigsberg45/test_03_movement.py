"""3.0 to 5.2 Zones of control, movement, stacking."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.state import OUT_OF_SUPPLY
from tests.rules.koenigsberg.table import GERMAN, SOVIET, happened, where
from tests.rules.koenigsberg45.both import laid, no, rules


@pytest.mark.rule("koenigsberg45 3.1", "koenigsberg45 3.1a")
def test_zones_come_with_a_printed_attack_but_never_from_hqs_garrisons_or_volkssturm() -> None:
    for id, has in (("9K-561", True), ("9K-HQ", False), ("Gar-Thorn", False), ("VS-1", False)):
        assert bool(laid({id: "0637"}).match().zones("german")) == has


@pytest.mark.rule("koenigsberg45 3.4a")
def test_units_without_supply_keep_their_zone() -> None:
    found = laid({"9K-561": "0637"})
    found.play.state.supply[found.unit("9K-561")] = OUT_OF_SUPPLY
    assert "0638" in found.match().zones("german")


@pytest.mark.rule("koenigsberg45 3.5(3)", "koenigsberg45 3.0a")
def test_several_zones_are_one_and_zones_of_both_sides_live_together() -> None:
    found = laid({"9K-561": "0637", "39A-113": "0539", "39A-94": "0540", "39A-5G": "0639"})
    match = found.move(GERMAN, "9K-561")
    assert "0638" in match.zones("soviet") and "0638" in match.zones("german")
    (step,) = match.path("9K-561", "0638")
    assert [part.value for part in step.parts].count(2) == (
        2 if found.play.in_enemy_zone(GERMAN, found.hex("0637")) else 1
    )


@pytest.mark.rule("koenigsberg45 4.1", "koenigsberg45 4.3(4)")
def test_one_unit_after_the_other_each_once_with_its_own_points() -> None:
    found = laid({"5A-72": "0637", "5A-65": "0638"})
    match = found.move(SOVIET, "5A-72", "5A-65")
    before = match.reach("5A-65")
    match.play("move 5A-72")
    assert all(action.verb == "to" for action in match.legal())
    events = match.play("to 0636")  # most of its points are left, for nobody
    assert rules(events, "moved") == ["koenigsberg45 4.1"]
    assert no(match, "move 5A-72") == "koenigsberg45 4.1"
    assert max(match.reach("5A-65").values()) == max(before.values())


@pytest.mark.rule("koenigsberg45 4.1a", "koenigsberg45 4.1b", "koenigsberg45 4.2", "koenigsberg45 4.3(2)")
def test_each_hex_has_its_price_and_the_allowance_is_the_end() -> None:
    found = laid({"31A-71": "0236"})
    match = found.move(SOVIET, "31A-71")
    assert max(match.reach("31A-71").values()) == 5
    match.play("move 31A-71")
    assert no(match, "to 0438 via 0237-0238-0239-0339-0439") == "koenigsberg45 4.1a"
    found = laid({"5A-2G": "1141"})
    (step,) = found.move(SOVIET, "5A-2G").path("5A-2G", "1142")
    assert step.cost == 3 and str(step.parts[0].citation) == "koenigsberg45 4.1b"


@pytest.mark.rule("koenigsberg45 4.2a")
def test_a_road_into_a_forest_costs_the_road_price() -> None:
    found = laid({"5A-2G": "0427"})
    (step,) = found.move(SOVIET, "5A-2G").path("5A-2G", "0428")
    assert step.cost == 1 and str(step.parts[0].citation) == "koenigsberg45 4.2a"


@pytest.mark.rule("koenigsberg45 4.2b")
def test_an_unbridged_minor_river_costs_one_more_and_stops() -> None:
    found = laid({"39A-113": "1143"})
    match = found.move(SOVIET, "39A-113")
    (step,) = match.path("39A-113", "1243")
    assert step.cost == 2 and [str(part.citation) for part in step.parts] == [
        "koenigsberg45 4.1b",
        "koenigsberg45 4.2b",
    ]
    match.play("move 39A-113")
    assert no(match, "to 1244 via 1243") == "koenigsberg45 4.2b"


@pytest.mark.rule("koenigsberg45 4.2d")
def test_nobody_enters_water_or_crosses_a_major_river_without_a_bridge() -> None:
    found = laid({"65A-18": "0212"})
    match = found.move(SOVIET, "65A-18")
    match.play("move 65A-18")
    assert no(match, "to 0412 via 0312") == "koenigsberg45 4.2d"
    assert no(match, "to 3130") == "koenigsberg45 4.2d"  # in the Haff


@pytest.mark.rule("koenigsberg45 4.3(1)", "koenigsberg45 5.2")
def test_enemy_hexes_are_closed_but_a_lone_hq_falls() -> None:
    found = laid({"39A-113": "0637", "9K-561": "0638", "9K-HQ": "0738"})
    match = found.move(SOVIET, "39A-113")
    match.play("move 39A-113")
    assert no(match, "to 0638") == "koenigsberg45 4.3(1)"
    match.play("to 0738")
    assert where(match, "9K-HQ") == "removed"


@pytest.mark.rule("koenigsberg45 4.4", "koenigsberg45 4.4a(1)")
def test_strategic_movement_stays_on_the_road_and_out_of_zones() -> None:
    found = laid({"9K-561": "2932", "39A-113": "3129"})
    match = found.move(GERMAN, "9K-561")
    match.play("move 9K-561 strategic")
    assert no(match, "to 3029 via 2931-2930") == "koenigsberg45 4.4"
    found = laid({"9K-561": "0636"})
    road = found.tables.on_road[found.hex("0636")]
    assert road or no(found.move(GERMAN, "9K-561"), "move 9K-561 strategic") == "koenigsberg45 4.4"
    rail = next(
        (a, b)
        for a in range(found.tables.n)
        for b in found.tables.rail_net.exits[a]
        if found.tables.on_road[a] and not found.tables.road[found.tables.slot(a, b)] and not found.tables.on_road[b]
    )
    a, b = (found.tables.numbers[h] for h in rail)
    match = laid({"26K-1": a}).move(GERMAN, "26K-1")
    match.play("move 26K-1 strategic")
    assert no(match, f"to {b}") == "koenigsberg45 4.4a(1)"


@pytest.mark.rule("koenigsberg45 5.0", "koenigsberg45 5.2", "koenigsberg45 5.0b")
def test_two_combat_units_and_one_hq_to_a_hex() -> None:
    found = laid({"9K-561": "0637", "26K-1": "0638", "26K-69": "0638", "26K-HQ": "0638", "9K-HQ": "0736"})
    for id in ("26K-1", "26K-69"):
        found.play.state.supply[found.unit(id)] = OUT_OF_SUPPLY  # markers do not count
    match = found.move(GERMAN, "9K-561", "9K-HQ")
    match.play("move 9K-561")
    assert no(match, "to 0638") == "koenigsberg45 5.0"
    match.play("to 0736")
    match.play("move 9K-HQ")
    assert no(match, "to 0638") == "koenigsberg45 5.0"


@pytest.mark.rule("koenigsberg45 0.7c")
def test_no_gas_takes_a_step_of_full_mechanised_germans_that_move() -> None:
    for id, start, left in (("Ind-5", 2, 1), ("26K-1", 2, 2), ("39A-94", 2, 2)):
        found = laid({id: "0637"})
        found.play.state.no_gas = 1
        side = found.tables.side[found.unit(id)]
        match = found.move(side, id)
        match.play(f"move {id}")
        events = match.play("to 0636")
        assert found.play.state.steps[found.unit(id)] == left and start == 2
        assert bool(happened(events, "no_gas_step")) == (left == 1)
