"""5.0 Zones of control, and what bridges do to them (2.2.10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from countermarch.games.chitpull.tables import exerts
from tests.rules.koenigsberg.table import GERMAN, SOVIET, Table, refused, steps, where

AROUND_0637 = {"0638", "0538", "0537", "0636", "0737", "0738"}


@pytest.mark.rule("koenigsberg 5.0")
def test_a_zone_covers_the_six_hexes_around() -> None:
    table = Table()
    table.put("26K-1", "0637")
    table.put("5A-72", "0641")
    match = table.move(SOVIET, "5A-72")
    assert set(match.zones("german")) == AROUND_0637


@pytest.mark.rule("koenigsberg 5.0")
def test_a_zone_goes_where_its_unit_goes() -> None:
    table = Table()
    table.put("26K-1", "0637")
    match = table.move(GERMAN, "26K-1")
    match.play("move 26K-1")
    match.play("to 0638")
    assert "0639" in match.zones("german") and "0636" not in match.zones("german")


@pytest.mark.rule("koenigsberg 5.1")
def test_two_points_more_to_enter_and_two_to_leave() -> None:
    table = Table()
    table.put("26K-1", "0637")
    table.put("3BF-1", "0635")
    match = table.move(SOVIET, "3BF-1")
    (into,) = match.path("3BF-1", "0636")
    assert into.cost == 3 and [str(p.citation) for p in into.parts] == ["koenigsberg 6.1.2", "koenigsberg 5.1"]

    table = Table()
    table.put("26K-1", "0637")
    table.put("3BF-1", "0636")
    match = table.move(SOVIET, "3BF-1")
    assert match.reach("3BF-1")["0635"] == 3  # one for the hex, two for leaving


@pytest.mark.rule("koenigsberg 5.1")
def test_from_zone_to_zone_costs_four_more_and_does_not_stop() -> None:
    table = Table()
    table.put("26K-1", "0637")
    table.put("3BF-1", "0635")
    match = table.move(SOVIET, "3BF-1")
    match.play("move 3BF-1")
    match.play("to 0737 via 0636")  # 3 to enter, then 1 + 2 + 2: eight of nine points
    assert where(match, "3BF-1") == "0737"


@pytest.mark.rule("koenigsberg 5.1", "koenigsberg 6.1.1")
def test_zone_costs_add_up_beyond_the_allowance() -> None:
    table = Table()
    table.put("26K-1", "0637")
    table.put("5A-72", "0635")  # six points
    match = table.move(SOVIET, "5A-72")
    match.play("move 5A-72")
    refusal = refused(match, "to 0737 via 0636")
    assert str(refusal.citation) == "koenigsberg 6.1.1" and refusal.reason.params["cost"] == "8"
    match.play("to 0737")  # round the zone: one, and three to enter it
    assert where(match, "5A-72") == "0737"


@pytest.mark.rule("koenigsberg 5.1")
def test_several_enemies_beside_a_hex_cost_once_and_friends_do_not_help() -> None:
    table = Table()
    table.put("26K-1", "0637")
    table.put("26K-69", "0537")
    table.put("5A-72", "0635")
    table.put("5A-65", "0636")
    match = table.move(SOVIET, "5A-72")
    assert match.reach("5A-72")["0636"] == 3


@pytest.mark.rule("koenigsberg 5.1", "koenigsberg 6.2.1")
def test_a_road_does_not_spare_the_zone_and_an_hq_pays_too() -> None:
    table = Table()
    table.put("26K-1", "0738")
    table.put("5A-HQ", "0639")
    match = table.move(SOVIET, "5A-HQ")
    assert match.reach("5A-HQ")["0739"] == 3


@pytest.mark.rule("koenigsberg 5.2")
def test_without_a_printed_attack_there_is_no_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    """No counter of ours is so weak, so one is reprinted: three in attack, none when reduced."""
    table = Table()
    weak = table.unit("26K-1")
    faces = tuple(
        replace(face, attack=attack) for face, attack in zip(table.tables.units[weak].faces, (0, 0, 3), strict=True)
    )
    reprinted = [*table.tables.exerts]
    reprinted[weak] = exerts(replace(table.tables.units[weak], faces=faces))
    monkeypatch.setattr(table.tables, "exerts", reprinted)
    table.put("26K-1", "0637")
    table.put("5A-72", "0641")
    match = table.move(SOVIET, "5A-72")
    assert set(match.zones("german")) == AROUND_0637
    table.play.lose_step(table.unit("26K-1"))
    assert steps(match, "26K-1") == 1 and match.zones("german") == ()


@pytest.mark.rule("koenigsberg 5.2")
def test_a_reduced_unit_with_a_printed_attack_keeps_its_zone() -> None:
    table = Table()
    table.put("26K-69", "0637", steps=1)  # 1 attack
    match = table.move(GERMAN, "26K-69")
    assert set(match.zones("german")) == AROUND_0637


@pytest.mark.rule("koenigsberg 5.2.1")
@pytest.mark.parametrize("id", ["26K-HQ", "Gar-Lotzen", "VS-1"])
def test_hqs_garrisons_and_volkssturm_have_no_zone(id: str) -> None:
    table = Table()
    table.put(id, "0637")
    table.put("5A-72", "0635")
    match = table.move(SOVIET, "5A-72")
    assert match.zones("german") == () and match.reach("5A-72")["0636"] == 1


@pytest.mark.rule("koenigsberg 5.5.1", "koenigsberg 5.5")
def test_units_without_supply_keep_their_zone() -> None:
    table = Table()
    table.put("26K-1", "0637", supply=2)
    table.put("5A-72", "0635")
    match = table.move(SOVIET, "5A-72")
    assert set(match.zones("german")) == AROUND_0637 and match.reach("5A-72")["0636"] == 3


@pytest.mark.rule("koenigsberg 5.6")
def test_no_zone_over_an_unbridged_major_river() -> None:
    table = Table()
    table.put("27K-35", "0409")
    match = table.move(GERMAN, "27K-35")
    assert set(match.zones("german")) == {"0310", "0309", "0408"}  # 0410, 0509, 0510 lie beyond the river


@pytest.mark.rule("koenigsberg 5.6")
def test_no_zone_into_water_or_over_a_water_side() -> None:
    table = Table()
    table.put("6K-131", "1025")
    match = table.move(GERMAN, "6K-131")
    assert set(match.zones("german")) == {"1026", "0926", "0925", "1024"}  # 1125 is a lake, 1126 behind it


@pytest.mark.rule("koenigsberg 2.2.10", "koenigsberg 5.6")
def test_a_bridge_carries_the_zone_over_the_river() -> None:
    table = Table()
    table.put("27K-35", "0408")
    match = table.move(GERMAN, "27K-35")
    assert "0509" in match.zones("german")  # a railway bridge
    assert table.tables.board.side("river", table.hex("0408"), table.hex("0509")) == "major"


@pytest.mark.rule("koenigsberg 5.6", "koenigsberg 5.0")
def test_a_minor_river_does_not_stop_a_zone() -> None:
    table = Table()
    table.put("9K-56", "1243")
    match = table.move(GERMAN, "9K-56")
    assert {"1143", "1242", "1343"} <= set(match.zones("german"))


@pytest.mark.rule("koenigsberg 5.1")
def test_a_unit_goes_straight_from_one_zone_hex_to_the_next_for_four_points_more() -> None:
    table = Table()
    table.put("26K-1", "0637")
    table.put("5A-72", "0737")  # its zone covers 0637, 0636 and 0738
    match = table.move(GERMAN, "26K-1")
    assert match.reach("26K-1")["0636"] == match.reach("26K-1")["0738"] == 1 + 2 + 2
    match.play("move 26K-1")
    match.play("to 0636")
    assert where(match, "26K-1") == "0636"
