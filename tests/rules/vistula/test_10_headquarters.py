"""10.3, 10.4 How HQs move, and how they are lost."""

from __future__ import annotations

import pytest

from countermarch.games.vistula.combat import CombatPhase
from countermarch.games.vistula.movement import MovementPhase
from tests.rules.vistula.table import ALLIED, GERMAN, Table, happened, refused, texts, where


@pytest.mark.rule("vistula 10.3#1")
def test_an_hq_has_two_movement_points() -> None:
    t = Table()
    t.put("HQ-1B", "1604")
    match = t.push(MovementPhase(ALLIED))
    reach = match.reach(["HQ-1B"])
    assert reach["1602"] == 2
    assert "1601" not in reach
    assert max(reach.values()) == 2


@pytest.mark.rule("vistula 10.3#2")
def test_an_hq_crosses_a_river_only_by_a_bridge() -> None:
    """From Puławy there is a bridge to 2004 once both banks are held; from 2103 there is none."""
    t = Table()
    t.hold(ALLIED, "2004", "2104")
    t.put("HQ-1U", "2103")
    t.put("HQ-1B", "2003")
    match = t.push(MovementPhase(ALLIED))
    assert match.reach(["HQ-1B"])["2004"] == 1
    refusal = match.why_not(["HQ-1U"], "2104")
    assert refusal is not None
    assert str(refusal.citation) == "vistula 10.3#2"


@pytest.mark.rule("vistula 10.3#2")
def test_ice_does_not_carry_an_hq_over_either() -> None:
    t = Table(turn=1)
    t.hold(ALLIED, "2104")
    t.put("HQ-1U", "2103")
    t.put("113RC", "2103")
    match = t.push(MovementPhase(ALLIED))
    assert match.reach(["113RC"])["2104"] == 1
    refusal = match.why_not(["HQ-1U"], "2104")
    assert refusal is not None
    assert str(refusal.citation) == "vistula 10.3#2"


@pytest.mark.rule("vistula 10.3#3")
def test_an_hq_pays_half_a_point_along_a_railway() -> None:
    t = Table()
    t.put("HQ-9A", "1612")
    match = t.push(MovementPhase(GERMAN))
    assert match.reach(["HQ-9A"])["1512"] == 0.5
    step = match.path(["HQ-9A"], "1512")[0]
    assert str(step.parts[0].citation) in ("vistula 10.3#3", "vistula 7.4#3")
    assert match.reach(["HQ-9A"])["1611"] == 1  # no railway
    assert max(t.tables.board.grid.distance(t.hex("1612"), t.hex(n)) for n in match.reach(["HQ-9A"])) == 4


@pytest.mark.rule("vistula 10.3#4")
def test_an_hq_never_moves_strategically() -> None:
    t = Table()
    t.put("HQ-1B", "1604")
    t.put("113RC", "1604")
    match = t.push(MovementPhase(ALLIED))
    assert match.reach(["HQ-1B"], mode="strategic") == {}
    assert str(refused(match, "strategic HQ-1B").citation) == "vistula 10.3#4"
    assert str(refused(match, "strategic 113RC+HQ-1B").citation) == "vistula 10.3#4"


@pytest.mark.rule("vistula 10.4#1")
def test_an_hq_attacked_alone_is_eliminated_without_a_die() -> None:
    t = Table()
    t.put("HQ-9A", "1612")
    t.put("9TK", "1611")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1612")
    events = match.play("resolve")
    assert where(match, "HQ-9A") == "eliminated"
    assert not t.play.state.chance.deeds
    assert [str(event.citation) for event in happened(events, "eliminated")] == ["vistula 10.4#1"]
    assert t.play.state.due[t.unit("HQ-9A")] == 6
    assert "advance 9TK" in texts(match)  # tanks may enter


@pytest.mark.rule("vistula 10.4#1")
def test_an_hq_left_last_in_an_attacked_stack_is_eliminated() -> None:
    t = Table()
    t.put("HQ-9A", "1612")
    t.put("286ID", "1612")
    t.put("9TK", "1611")
    t.put("11TK", "1611")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1612")
    match.play("with 9TK")
    match.play("with 11TK")
    t.play.state.chance.dice = [6]  # 24 to 4: 1/4
    match.play("resolve")
    events = match.play("lose 9TK")
    assert {where(match, id) for id in ("HQ-9A", "286ID")} == {"eliminated"}
    assert "vistula 10.4#1" in [str(event.citation) for event in happened(events, "eliminated")]


@pytest.mark.rule("vistula 10.4#1")
def test_an_hq_whose_stack_holds_stays() -> None:
    t = Table()
    t.put("HQ-9A", "1612")
    t.put("5Pz", "1612")
    t.put("94RC", "1611")
    match = t.push(CombatPhase(ALLIED))
    match.play("attack 1612")
    t.play.state.chance.dice = [1]
    match.play("resolve")
    assert (where(match, "HQ-9A"), where(match, "5Pz")) == ("1612", "1612")
