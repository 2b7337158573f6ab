"""2.1.5, 15.0: the counters where the game begins."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import pytest

import countermarch as cm

PRINTED = Path(__file__).parent / "data" / "setup.csv"
ROWS = list(csv.DictReader(PRINTED.read_text(encoding="utf-8").splitlines()))


@pytest.fixture(scope="module")
def position() -> dict[str, Any]:
    return cm.load("koenigsberg").start(seed=1).position()


def on_map(position: dict[str, Any]) -> set[tuple[str, str, str, bool]]:
    """Side and front, printed name, hex, whether reduced."""
    units = cm.load("koenigsberg").rules.tables.units  # type: ignore[attr-defined]
    found = set()
    for unit, doc in zip(units, position["units"], strict=True):
        assert unit.id == doc["id"]
        if doc["hex"]:
            found.add((unit.front or unit.side, unit.printed, doc["hex"], doc["steps"] < unit.steps))
    return found


@pytest.mark.rule(
    "koenigsberg 15.0",
    "koenigsberg 15.0(3BF)",
    "koenigsberg 15.0(2BF)",
    "koenigsberg 15.0(GE-corps)",
    "koenigsberg 15.0(GE-inf)",
    "koenigsberg 15.0(GE-mech)",
    "koenigsberg 15.0(GE-gar)",
)
def test_every_counter_of_the_list_stands_on_its_hex_and_no_other(position: dict[str, Any]) -> None:
    listed = {(row["front"] or row["side"], row["printed"], row["hex"], row["reduced"] == "1") for row in ROWS}
    assert len(ROWS) == len(listed) == 146
    hq_of_43rd = {("3BF", "43HQ", "1943", False)}  # on the map though the list forgets it (8.1.1)
    assert on_map(position) == listed | hq_of_43rd


@pytest.mark.rule("koenigsberg 15.0(3BF)", "koenigsberg 15.0(2BF)", "koenigsberg 15.0(GE-corps)")
def test_units_stand_with_their_formation(position: dict[str, Any]) -> None:
    """Two counters may bear one number, so the formation is checked too: one each for every listed one."""
    units = cm.load("koenigsberg").rules.tables.units  # type: ignore[attr-defined]
    by_place = {(u.printed, doc["hex"]): u.formation for u, doc in zip(units, position["units"], strict=True)}
    ours: dict[str, set[str]] = {}
    for row in ROWS:
        key = f"{row['front']} {row['formation']}".strip()
        ours.setdefault(key, set()).add(by_place[row["printed"], row["hex"]])
    assert all(len(found) == 1 for found in ours.values())
    bands = {name: found.pop() for name, found in ours.items()}
    corps = {name: band for name, band in bands.items() if band not in ("", "garrison")}
    assert len(set(corps.values())) == len(corps)
    assert (bands["3BF 2 Guards Army"], bands["2BF 2 Shock Army"], bands["6 Corps"]) == ("2GA", "2SA", "6K")


@pytest.mark.rule("koenigsberg 15.0")
def test_reduced_units_are_those_with_an_r() -> None:
    reduced = {row["printed"] for row in ROWS if row["reduced"] == "1"}
    assert reduced == {"2HG", "607", "605", "401", "83", "461"}


@pytest.mark.rule("koenigsberg 8.1.1")
def test_the_hq_of_43rd_army_is_at_1943_and_its_chit_comes_later(position: dict[str, Any]) -> None:
    (hq,) = [unit for unit in position["units"] if unit["id"] == "43A-HQ"]
    assert hq["hex"] == "1943" and {"43A", "2GA"}.isdisjoint(position["cup"])


@pytest.mark.rule("koenigsberg 2.1.5")
def test_chits_without_a_turn_number_are_in_the_cup(position: dict[str, Any]) -> None:
    soviets = {"39A", "5A", "28A", "11GA", "31A", "70A", "65A", "2SA", "48A", "3A", "49A"}
    germans = {"9K", "26K", "HG", "41PzK", "6K", "55K", "20K", "23K", "27K", "7PzK", "GD"}
    assert set(position["cup"]) == soviets | germans | {"Event"} and position["turn"] == 1


@pytest.mark.rule("koenigsberg 2.1.5", "koenigsberg 12.4", "koenigsberg 12.0")
def test_air_units_begin_ready_in_their_boxes(position: dict[str, Any]) -> None:
    air = {unit["id"]: unit["where"] for unit in position["units"] if unit["kind"] == "air"}
    assert air == dict.fromkeys(("LW", "1AA-1", "1AA-2", "3AA", "18AA", "4AA-1", "4AA-2", "4AA-3"), "ready")


@pytest.mark.rule("koenigsberg 2.1.5", "koenigsberg 11.3(1)")
def test_two_volkssturm_units_begin_in_their_box(position: dict[str, Any]) -> None:
    militia = {unit["id"]: unit["where"] for unit in position["units"] if unit["kind"] == "volkssturm"}
    assert militia == {
        "VS-1": "volkssturm_box", "VS-2": "volkssturm_box", "VS-3": "reserve", "VS-4": "reserve",
    }  # fmt: skip


@pytest.mark.rule("koenigsberg 15.0(15SS)")
def test_15ss_waits_for_an_event(position: dict[str, Any]) -> None:
    (unit,) = [unit for unit in position["units"] if unit["id"] == "Ind-15SS"]
    assert unit["hex"] is None and unit["where"] == "reserve"


@pytest.mark.rule("koenigsberg 2.1.5", "koenigsberg 13.1")
def test_every_objective_begins_german(position: dict[str, Any]) -> None:
    assert len(position["control"]) >= 14 and set(position["control"].values()) == {"german"}
