"""12.2, 12.4: how air units come back."""

from __future__ import annotations

import pytest

from countermarch.flow import Event
from countermarch.games.chitpull import air
from countermarch.games.chitpull.state import GROUNDED, PLACES, READY, REFIT
from tests.rules.koenigsberg.table import Table, happened


def box(table: Table, id: str) -> str:
    return PLACES[-1 - table.play.state.hex[table.unit(id)]]


def recover(table: Table, *dice: int) -> list[Event]:
    table.play.state.chance.dice += dice
    table.play.events = []
    air.recover(table.play)
    return table.play.events


@pytest.mark.rule("koenigsberg 12.2.1")
def test_a_grounded_unit_begins_to_refit_and_no_more() -> None:
    table = Table()
    table.box("LW", GROUNDED)
    events = recover(table)
    assert box(table, "LW") == "refit"
    assert str(happened(events, "air_refits")[0].citation) == "koenigsberg 12.2.1"


@pytest.mark.rule("koenigsberg 12.2.2")
def test_a_refitted_unit_is_ready_again() -> None:
    table = Table()
    table.box("4AA-1", REFIT)
    events = recover(table)
    assert box(table, "4AA-1") == "ready"
    assert str(happened(events, "air_ready")[0].citation) == "koenigsberg 12.2.2"


@pytest.mark.rule("koenigsberg 12.2.1", "koenigsberg 12.2.2", "koenigsberg 3.0")
def test_after_a_normal_attack_one_turn_after_a_full_one_two() -> None:
    table = Table(turn=9)
    air.spend(table.play, table.box("1AA-1", READY), full=False)
    air.spend(table.play, table.box("1AA-2", READY), full=True)
    match = table.phase("air")  # nobody is on the map: turns 9 and 10 pass by themselves
    marks = [
        (event.key.rpartition(".")[2], event.params.get("unit"))
        for event in match.log
        if event.key.endswith(("air_ready", "air_refits", "phase_air"))
    ]
    assert marks == [
        ("phase_air", None),
        ("air_ready", "1AA-1"),
        ("air_refits", "1AA-2"),
        ("phase_air", None),
        ("air_ready", "1AA-2"),
    ]


@pytest.mark.rule("koenigsberg 12.4")
@pytest.mark.parametrize("id", ["3AA", "18AA"])
@pytest.mark.parametrize(("die", "where"), [(5, "refit"), (6, "ready")])
def test_3rd_and_18th_air_army_return_on_a_six(id: str, die: int, where: str) -> None:
    table = Table()
    table.box(id, REFIT)
    events = recover(table, die)
    assert box(table, id) == where
    rolled = happened(events, "air_rolls")[0]
    assert rolled.params["die"] == die and str(rolled.citation) == "koenigsberg 12.4"


@pytest.mark.rule("koenigsberg 12.4")
def test_each_rolls_its_own_die_every_turn_until_it_returns() -> None:
    table = Table()
    table.box("3AA", REFIT)
    table.box("18AA", REFIT)
    assert len(happened(recover(table, 1, 6), "air_rolls")) == 2
    assert (box(table, "3AA"), box(table, "18AA")) == ("refit", "ready")
    assert len(happened(recover(table, 6), "air_rolls")) == 1
    assert box(table, "3AA") == "ready"


@pytest.mark.rule("koenigsberg 12.4")
def test_grounded_they_refit_without_a_die_and_roll_the_turn_after() -> None:
    table = Table()
    table.box("3AA", GROUNDED)
    assert happened(recover(table), "air_rolls") == []
    assert box(table, "3AA") == "refit"
    assert happened(recover(table, 6), "air_rolls") and box(table, "3AA") == "ready"


@pytest.mark.rule("koenigsberg 12.4")
def test_others_need_no_die() -> None:
    table = Table()
    table.box("1AA-1", REFIT)
    assert happened(recover(table, 1), "air_rolls") == [] and box(table, "1AA-1") == "ready"
