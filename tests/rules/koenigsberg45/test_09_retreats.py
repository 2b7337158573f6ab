"""9.0, 9.2 Retreats towards supply: the ways that are open, and why the others are not."""

from __future__ import annotations

import pytest

from countermarch.games.chitpull.retreat import Retreat
from countermarch.match import Match
from tests.rules.koenigsberg.fights import Places
from tests.rules.koenigsberg.table import GERMAN, SOVIET, refused, steps, texts, where
from tests.rules.koenigsberg45.both import laid, rules

SOURCES = ("2932", "3608", "3617", "3603", "1901")


def falls_back(id: str, hexes: int, others: Places, side: int = GERMAN) -> Match:
    """A unit in 1837 must retreat."""
    found = laid({id: "1837", **others})
    return found.push(Retreat(side, found.hex("1837"), (found.unit(id),), hexes, True, False))


@pytest.mark.rule("koenigsberg45 9.2b", "koenigsberg45 9.2a", "koenigsberg45 9.0b", "koenigsberg45 9.2c")
def test_every_hex_leads_nearer_to_a_source() -> None:
    match = falls_back("9K-561", 2, {})
    ways = ["1836-1835", "1836-1936", "1937-1936", "1937-2036"]
    assert texts(match) == [f"retreat {way}" for way in ways]
    assert match.decision is not None
    cited = [f"koenigsberg45 {rule}" for rule in ("9.0b", "9.2a", "9.2c", "9.2b")]
    assert [str(rule) for rule in match.decision.citations] == cited
    grid = laid({}).tables.board.grid
    for way in ways:
        hexes = [grid.index(number) for number in ("1837", *way.split("-"))]
        away = [[grid.distance(h, grid.index(source)) for h in hexes] for source in SOURCES]
        assert any(first > second > third for first, second, third in away)


@pytest.mark.rule("koenigsberg45 9.2a", "koenigsberg45 9.2b", "koenigsberg45 9.0a", "koenigsberg45 9.0b")
def test_why_a_way_is_not_open() -> None:
    match = falls_back("9K-561", 2, {"39A-94": "2037"})
    for way, key, rule in (
        ("1836", "retreat_length", "9.0a"),
        ("1838-1839", "retreat_supply", "9.2b"),
        ("1836-1937", "retreat_away", "9.2a"),
        ("1837", "retreat_terrain", "9.0b"),
        ("1937-1936", "retreat_zones", "9.2c"),
        ("1938-2037", "retreat_enemy", "9.0"),
    ):
        refusal = refused(match, f"retreat {way}")
        assert (refusal.reason.key, str(refusal.citation)) == (f"chitpull.refusal.{key}", f"koenigsberg45 {rule}")


@pytest.mark.rule("koenigsberg45 9.2c", "koenigsberg45 9.2b", "koenigsberg45 9.0c")
def test_zones_are_shunned_among_the_ways_to_supply_and_cost_a_step_if_they_cannot_be() -> None:
    """39A-94 in 2037 has a zone over 1937; 5A-72 in 1736 one over 1836."""
    match = falls_back("9K-561", 1, {"39A-94": "2037"})
    assert (where(match, "9K-561"), steps(match, "9K-561")) == ("1836", 2)
    match = falls_back("9K-561", 1, {"39A-94": "2037", "5A-72": "1736"})
    assert texts(match) == ["retreat 1836", "retreat 1937"]  # supply before zones
    events = match.play("retreat 1836")
    assert steps(match, "9K-561") == 1 and rules(events, "retreat_zone") == ["koenigsberg45 9.0c"]


@pytest.mark.rule("koenigsberg45 9.2b", "koenigsberg45 9.2a")
def test_soviets_have_sources_along_the_whole_edge() -> None:
    match = falls_back("39A-94", 1, {}, SOVIET)
    assert texts(match) == [f"retreat {number}" for number in ("1838", "1738", "1737", "1836", "1938")]
