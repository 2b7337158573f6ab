"""An owner's values stand for ours only as far as a counter, a chart or the map can show them."""

from __future__ import annotations

from pathlib import Path

import pytest

from countermarch.charts import DataError
from countermarch.games import vistula
from countermarch.values import read_values
from tests.rules.vistula.table import Table

MOST = [
    ("units", "id,support", "8R", 30),
    ("units", "id,attack", "3GTK", 30),
    ("units", "id,defence", "3GTK", 30),
    ("units", "id,move", "3GTK", 30),
    ("units", "id,attack_reduced", "3GTK", 30),
    ("units", "id,arrives", "54RC", 9),
    ("units", "id,withdraws", "168ID", 9),
    ("units", "id,returns", "128RC", 9),
    ("turns", "turn,lc_german", "3", 9),
    ("turns", "turn,lc_allied", "3", 9),
    ("turns", "turn,replacements_german", "3", 20),
    ("turns", "turn,replacements_polish", "3", 20),
    ("terrain", "terrain,shift", "forest", 9),
    ("interdiction", "die,one", "5", 2),
    ("interdiction", "die,two", "5", 2),
    ("objectives", "hex,points", "1529", 9),
    ("objectives", "hex,western", "2825", 9),
]


@pytest.mark.parametrize(("chart", "columns", "key", "most"), MOST)
def test_values_go_as_far_as_this_and_no_further(chart: str, columns: str, key: str, most: int, tmp_path: Path) -> None:
    file = tmp_path / f"{chart}.csv"
    file.write_text(f"{columns}\n{key},{most}\n", encoding="utf-8")
    vistula.load(read_values("vistula", tmp_path))
    file.write_text(f"{columns}\n{key},0\n", encoding="utf-8")
    vistula.load(read_values("vistula", tmp_path))
    file.write_text(f"{columns}\n{key},{most + 1}\n", encoding="utf-8")
    with pytest.raises(DataError, match=str(most + 1)):
        vistula.load(read_values("vistula", tmp_path))


@pytest.mark.rule("vistula 1.3", "vistula 6.3#7")
def test_every_counter_has_its_side_nation_and_steps() -> None:
    t = Table()
    units, tables = t.tables.units, t.tables
    assert (len(tables.of_side[0]), len(tables.of_side[1])) == (
        sum(unit.side == "german" for unit in units),
        sum(unit.side == "allied" for unit in units),
    )
    assert {unit.id for unit in units if tables.nation[unit.index] == 2} == {"1AWP", "2AWP", "1KP"}
    assert all((tables.nation[unit.index] == 0) == (unit.side == "german") for unit in units)
    assert [tables.attack[t.unit(id)] for id in ("152UR", "113RC", "HQ-9A")] == [(0, 1), (0, 3, 7), (0,)]
    assert [tables.defence[t.unit(id)] for id in ("113RC", "A-LC1")] == [(0, 5, 8), (0, 1)]
    assert [tables.allowance[t.unit(id)] for id in ("113RC", "A-LC1", "HQ-9A")] == [(0, 8, 8), (0, 10), (2,)]


@pytest.mark.rule("vistula 3.1#2", "vistula 4#1", "vistula 8.5#2", "vistula 7.3#1")
@pytest.mark.parametrize(
    ("id", "kind", "combat", "stacks", "mobile", "armoured", "ground"),
    [
        ("5Pz", "panzer", True, True, True, True, True),
        ("505sPz", "heavy_tank", True, True, True, True, True),
        ("GD", "panzergrenadier", True, True, True, True, True),
        ("1ID", "infantry", True, True, False, False, True),
        ("KW", "fortified", True, True, False, False, True),
        ("3GTK", "tank", True, True, True, True, True),
        ("8MK", "mechanized", True, True, True, True, True),
        ("3GKK", "cavalry", True, True, True, False, True),
        ("8R", "artillery", True, True, False, False, True),
        ("HQ-9A", "hq", False, True, False, False, True),
        ("G-LC1", "lc", False, False, False, False, True),
        ("G-Air1", "air", False, False, False, False, False),
        ("KM", "naval", False, False, False, False, False),
    ],
)
def test_what_each_kind_of_counter_is(
    id: str, kind: str, combat: bool, stacks: bool, mobile: bool, armoured: bool, ground: bool
) -> None:
    t = Table()
    u, tables = t.unit(id), t.tables
    assert tables.units[u].kind == kind
    found = (tables.is_combat, tables.stacks, tables.is_mobile, tables.is_armoured, tables.on_ground)
    assert tuple(bool(row[u]) for row in found) == (combat, stacks, mobile, armoured, ground)
    assert (tables.is_hq[u], tables.is_lc[u], tables.is_artillery[u]) == (kind == "hq", kind == "lc", id == "8R")


def test_every_counter_says_where_its_values_come_from() -> None:
    t = Table()
    assert all({"identity", "values"} <= {what for what, source in unit.sources if source} for unit in t.tables.units)
