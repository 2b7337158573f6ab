"""3. Zones of control."""

from __future__ import annotations

import pytest

from countermarch.games.vistula.movement import MovementPhase
from tests.rules.vistula.table import ALLIED, GERMAN, Table, refused, texts, where


@pytest.mark.rule("vistula 3.1#1")
def test_a_zone_covers_the_six_hexes_around() -> None:
    t = Table()
    t.put("1ID", "0506")
    match = t.match()
    assert match.zones("german") == tuple(sorted(("0406", "0407", "0505", "0507", "0606", "0607")))


@pytest.mark.rule("vistula 3.1#1")
def test_no_zone_over_a_lake_side() -> None:
    t = Table()
    t.put("1ID", "0607")
    assert "0707" not in t.match().zones("german")


@pytest.mark.rule("vistula 3.1#2")
@pytest.mark.parametrize("id", ["HQ-9A", "G-LC1"])
def test_hqs_and_columns_exert_no_zone(id: str) -> None:
    t = Table()
    t.put(id, "0506")
    assert t.match().zones("german") == ()


@pytest.mark.rule("vistula 3.1#2")
@pytest.mark.parametrize(("id", "exerts"), [("6R", 0), ("3GKK", 6), ("3GTK", 6), ("8MK", 6), ("152UR", 6), ("94RC", 6)])
def test_armour_cavalry_infantry_and_mechanised_exert_zones_artillery_does_not(id: str, exerts: int) -> None:
    t = Table()
    t.put(id, "0506")
    assert len(t.match().zones("allied")) == exerts


@pytest.mark.rule("vistula 3.2#1")
def test_entering_a_zone_stops() -> None:
    t = Table()
    t.put("1ID", "0506")
    t.put("3GTK", "0503")
    match = t.push(MovementPhase(ALLIED))
    match.play("move 3GTK")
    assert "to 0505" in texts(match) and "to 0406" in texts(match)
    assert str(refused(match, "to 0405 via 0504-0505").citation) == "vistula 3.2#1"
    match.play("to 0505")
    assert where(match, "3GTK") == "0505" and "move 3GTK" not in texts(match)


@pytest.mark.rule("vistula 3.2#3")
def test_no_step_from_zone_to_zone() -> None:
    t = Table()
    t.put("1ID", "0506")
    t.put("3GTK", "0505")
    match = t.push(MovementPhase(ALLIED))
    assert match.why_not("3GTK", "0606") is None  # round by 0605, outside the zone
    match.play("move 3GTK")
    assert str(refused(match, "to 0606 via 0606").citation) == "vistula 3.2#3"
    match.play("to 0606 via 0605")
    assert where(match, "3GTK") == "0606"


@pytest.mark.rule("vistula 3.2#3")
def test_the_minimum_move_does_not_lead_from_zone_to_zone() -> None:
    t = Table()
    for id, h in (("1ID", "0506"), ("69ID", "0604"), ("56ID", "0404")):
        t.put(id, h)
    t.put("152UR", "0505")
    match = t.push(MovementPhase(ALLIED))
    refusal = match.why_not("152UR", "0606")
    assert refusal is not None and str(refusal.citation) == "vistula 3.2#3"


@pytest.mark.rule("vistula 3.2#2")
def test_advance_breakthrough_and_exploitation_ignore_the_zones() -> None:
    from countermarch.games.vistula.pursuit import Advance, Breakthrough

    t = Table()
    t.put("3GTK", "0402")
    t.put("1ID", "0504")
    match = t.push(Breakthrough(ALLIED, t.hex("0502"), (t.unit("3GTK"),), 4))
    match.play("advance 3GTK")
    assert "to 0503" in texts(match) and "to 0604" in texts(match)
    t = Table()
    t.put("5Pz", "0502")
    t.put("94RC", "0501")
    match = t.push(Advance(GERMAN, t.hex("0402"), (t.unit("5Pz"),)))
    match.play("advance 5Pz")
    assert where(match, "5Pz") == "0402"
