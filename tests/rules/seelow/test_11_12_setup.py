"""11.1, 12.1 Deployment of both scenarios."""

from __future__ import annotations

import random

import pytest

from countermarch.games.seelow.setup import Deployment
from countermarch.games.seelow.state import UNDEPLOYED
from countermarch.match import Match
from tests.rules.seelow.table import GERMAN, Table, refused, rule, texts, the_game, where


def start(scenario: str) -> Match:
    return the_game().start(scenario, seed=1)


@pytest.mark.rule("seelow 11.11", "seelow 11.12", "seelow 12.11", "seelow 12.12")
@pytest.mark.parametrize(("scenario", "units"), [("kuestrin", 46), ("seelow", 116)])
def test_the_proposal_is_what_the_data_says(scenario: str, units: int) -> None:
    match = start(scenario)
    assert match.to_act == "soviet" and match.decision is not None and match.decision.kind == "place"
    match.play("propose")
    assert match.to_act == "german"
    match.play("propose")
    assert match.position()["phase"] != "deployment"
    tables = match._play.tables  # type: ignore[attr-defined]
    groups = [g for g in tables.setups[("kuestrin", "seelow").index(scenario)] if not g.turn]
    for group in groups:
        for u, h in zip(group.units, group.default, strict=True):
            assert where(match, tables.ids[u]) == tables.numbers[h]
    assert sum(unit["hex"] is not None for unit in match.position()["units"]) == units


@pytest.mark.rule("seelow 11.11", "seelow 11.0#2")
def test_soviets_choose_within_their_lines_group_by_group() -> None:
    match = start("kuestrin")
    assert len(texts(match)) == 10  # three regiments to three hexes, or the proposal
    assert rule(match, "place 295-1038 2504") == "seelow 11.11"
    assert rule(match, "place 47-137 2504") == "seelow 11.11"  # not yet
    match.play("place 295-1042 2402")
    assert rule(match, "place 295-1038 2402") == "seelow 4.13"
    match.play("place 295-1038 2403")  # the third goes where it must
    assert where(match, "295-1040") == "2502"
    assert any("47-137" in text for text in texts(match))


@pytest.mark.rule("seelow 8.31#1")
def test_guns_are_deployed_in_the_mode_their_owner_says() -> None:
    match = start("seelow")
    while not any("KAG-32" in text for text in texts(match)):
        match.play(next(text for text in texts(match) if text.startswith("place")))
    assert {"place KAG-32 2801", "place KAG-32 2801 move"} <= set(texts(match))
    match.play("place KAG-32 2801 move")
    match.play("place AAG-32 2802")
    modes = {unit["id"]: unit["mode"] for unit in match.position()["units"]}
    assert (modes["KAG-32"], modes["AAG-32"], modes["295-1038"]) == ("move", "fire", None)


@pytest.mark.rule("seelow 12.12")
def test_within_one_hex_means_the_hex_and_its_neighbours_and_not_on_the_enemy() -> None:
    match = start("seelow")
    match.play("propose")
    hexes = {text.split()[2] for text in texts(match) if text.startswith("place 9FJ-I25")}
    assert hexes == {"1901", "1902", "1903", "1802", "1803", "2002", "2003"}
    assert rule(match, "place 9FJ-I25 1904") == "seelow 12.12"


def test_no_placement_is_offered_that_leaves_somebody_without_a_hex() -> None:
    for scenario in ("kuestrin", "seelow"):
        for seed in range(6):
            match, chance = start(scenario), random.Random(seed)
            while match.position()["phase"] == "deployment":
                places = [text for text in texts(match) if text.startswith("place")]
                match.play(chance.choice(places))
            assert not any(unit["where"] == "undeployed" for unit in match.position()["units"])


@pytest.mark.rule("seelow 11.12")
def test_a_printed_line_is_deployed_in_any_order() -> None:
    match = start("kuestrin")
    match.play("propose")
    while not any("502-1" in text for text in texts(match)):
        match.play(next(text for text in texts(match) if text.startswith("place")))
    assert {text.split()[1] for text in texts(match)[:-1]} == {"20-I90", "20-II90", "502-1", "502-2", "502-3"}
    match.play("place 502-1 2205")
    assert where(match, "502-1") == "2205"
    assert match.decision is not None and match.decision.citations
    assert rule(match, "move 502-1") == "seelow 5.0"


@pytest.mark.rule("seelow 11.11", "seelow 12.11")
@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_nothing_is_on_the_map_before_it_is_put_there(scenario: str) -> None:
    match = the_game().start(scenario, seed=1)
    summary = {str(label): str(text) for label, text in match.summary()}
    assert summary["Steps on the map"] == "German 0, Soviet 0"
    said = [event for event in match.log if event.key.startswith("seelow.event.deployment")]
    assert [str(event) for event in said] == ["Deployment: Soviets"]
    rule = "11.11" if scenario == "kuestrin" else "12.11"
    assert [str(event.citation) for event in said] == [f"seelow {rule}"]


@pytest.mark.rule("seelow 11.12", "seelow 4.12")
def test_a_company_does_not_take_the_room_a_battalion_of_its_line_needs() -> None:
    """Of the seven hexes around 2205 four are full, one has room for a company, two are free."""
    table = Table("kuestrin")
    line = ("20-I90", "20-II90", "502-1", "502-2", "502-3")
    for id in line:
        table.box(id, UNDEPLOYED)
    fillers = iter(("25-I35", "25-II35", "25-I119", "25-II119", "20-I76", "20-II76"))
    companies = iter(("20-8Pz-1", "20-8Pz-2", "20-8Pz-3"))
    for hex in ("2204", "2206", "2104"):
        table.put(next(fillers), hex)
        table.put(next(companies), hex)
    table.put(next(fillers), "2105")
    table.put("KUS-VS", "2305")
    match = table.push(Deployment(GERMAN))
    match.play("place 502-1 2205")
    assert "place 502-2 2205" not in texts(match) and "place 502-2 2105" in texts(match)
    assert rule(match, "place 502-2 2205") == "seelow 11.12"
    assert "no room left for the others" in str(refused(match, "place 502-2 2205"))
    match.play("place 502-2 2304")
    match.play("propose")
    assert not any(unit["where"] == "undeployed" for unit in match.position()["units"])


@pytest.mark.rule("seelow 8.31#1")
def test_the_mode_of_guns_set_up_is_told() -> None:
    match = start("kuestrin")
    while not any("KAG-32" in text for text in texts(match)):
        match.play(texts(match)[0])
    (event,) = match.play("place KAG-32 2801 move")
    assert str(event) == "KAG-32 is deployed in 2801, in Move Mode" and str(event.citation) == "seelow 11.11"
    (event,) = match.play("place AAG-32 2802")
    assert str(event) == "AAG-32 is deployed in 2802"


@pytest.mark.rule("seelow 12.12")
def test_where_the_proposed_hex_is_taken_another_of_the_line_is_proposed() -> None:
    match = start("seelow")
    match.play("propose")
    other = start("seelow")
    other.play("propose")
    match.play("propose")
    proposed = where(match, "9FJ-I25")
    other.play(f"place 9FJ-II25 {proposed}")
    other.play("propose")
    assert where(other, "9FJ-II25") == proposed and where(other, "9FJ-I25") != proposed
    assert where(other, "9FJ-I25") in {"1901", "1902", "1903", "1802", "1803", "2002", "2003"}


@pytest.mark.rule("seelow 11.12", "seelow 5.21")
def test_nobody_is_put_where_the_enemy_is() -> None:
    table = Table("kuestrin")
    for id in ("20-I90", "20-II90", "502-1", "502-2", "502-3"):
        table.box(id, UNDEPLOYED)
    table.put("295-1038", "2205")
    match = table.push(Deployment(GERMAN))
    assert rule(match, "place 502-1 2205") == "seelow 5.21" and "place 502-1 2204" in texts(match)
