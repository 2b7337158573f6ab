"""15.0, 1.7, 1.6: set-up, names, fog."""

from collections import Counter
from typing import Any

import pytest

import countermarch as cm
from tests.rules.stargard.table import GERMAN, SOVIET, Pomerania, inside, where


@pytest.fixture(scope="module")
def begun() -> cm.Match:
    return cm.load("stargard").start(seed=1)


@pytest.mark.rule("stargard 15.1", "stargard-design 13.3")
@pytest.mark.parametrize(
    ("unit", "box"),
    [
        ("1/JG", "ready"),
        ("Rudel", "ready"),
        ("2JG", "grounded"),
        ("3JG", "grounded"),
        ("3BAC", "ready"),
        ("9SAC", "grounded"),
        ("6FAC", "grounded"),
    ],
)
def test_where_air_units_begin(unit: str, box: str) -> None:
    tables = Pomerania().tables
    arrival = tables.arrivals[tables.index[unit]]
    assert (arrival.when or "ready") == box
    later = {"ready": "ready", "grounded": "refit"}  # the first air phase has passed
    assert where(cm.load("stargard").start(seed=1), unit) in (box, later[box])


@pytest.mark.rule("stargard 15.2")
def test_219_tank_brigade_begins_in_08_06(begun: cm.Match) -> None:
    assert where(begun, "219/1M") == "08.06"


@pytest.mark.rule("stargard E1", "stargard-design 1.7")
@pytest.mark.parametrize(
    ("counter", "listed"),
    [
        ("6J/DEN", "6J/104PJ"),
        ("100/104PJ", "100"),
        ("5JAG/104PJ", "5 JAG"),
        ("33G/9GT", "33GR/9GT"),
        ("34G/9GT", "34GR/9GT"),
    ],
)
def test_both_names_of_a_counter_are_understood(begun: cm.Match, counter: str, listed: str) -> None:
    document: dict[str, Any] = begun.position()
    entry = next(unit for unit in document["units"] if unit["id"] == counter)
    entry["id"] = listed
    again = begun.game.from_position(document)
    assert again.fingerprint() == begun.fingerprint()


@pytest.mark.rule("stargard 6.0")
def test_nobody_begins_too_full_or_in_water(begun: cm.Match) -> None:
    units = [unit for unit in begun.position()["units"] if unit["hex"]]
    combat = Counter(unit["hex"] for unit in units if unit["kind"] != "hq")
    hqs = Counter(unit["hex"] for unit in units if unit["kind"] == "hq")
    assert max(combat.values()) == 2 and max(hqs.values()) == 1
    tables = Pomerania().tables
    assert all(tables.land[tables.board.grid.index(unit["hex"])] for unit in units)


@pytest.mark.rule("stargard-design 1.6")
@pytest.mark.parametrize(("fog", "seen"), [("on", False), ("off", True)])
def test_fog_hides_what_lies_below(fog: str, seen: bool) -> None:
    table = Pomerania(fog_of_war=fog)
    table.lay({"12G": "16.23", "75G": "16.23", "48/23SS": "16.24"})
    ids = {unit["id"] for unit in table.match().view("german")["units"]}
    assert ("12G" in ids) is seen and "75G" in ids


@pytest.mark.rule("stargard-design 12.3", "stargard 15.1")
def test_the_soviets_have_crossed_what_they_hold_and_no_german_hex(begun: cm.Match) -> None:
    doc, tables = begun.position(), inside(begun).tables
    held: dict[int, set[str]] = {GERMAN: set(), SOVIET: set()}
    for unit in doc["units"]:
        if unit["hex"]:
            held[tables.side[tables.index[unit["id"]]]].add(unit["hex"])
    assert held[SOVIET] <= set(doc["crossed"]) and not held[GERMAN] & set(doc["crossed"])
