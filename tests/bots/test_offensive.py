"""How the Allies of Vistula-Oder-Berlin advance: a city has its army, infantry opens the gap, armour goes through."""

from __future__ import annotations

from collections import Counter

from countermarch.bots.allotment import allot
from countermarch.bots.campaign import CampaignSituation
from countermarch.bots.doctrine import doctrine
from countermarch.bots.ground import FAR
from countermarch.bots.marshal import Marshal, attack_reaches, reach_of
from countermarch.bots.offensive import Breakthrough, advance_score
from countermarch.bots.weights import CampaignDoctrine
from countermarch.games.vistula.movement import MovementPhase
from countermarch.match import Match
from tests.bots.test_marshal import moved
from tests.rules.vistula.table import ALLIED, Table, load, where

TANKS = ("12GTK", "11GTK", "9GTK")
CORPS = tuple(unit.id for unit in load(None).pieces if unit.side == "allied" and unit.kind == "infantry")


def seen(match: Match) -> CampaignSituation:
    return CampaignSituation(match, "allied", Marshal(1).ground(match))


def test_who_finds_enough_before_the_nearest_objective_marches_on_the_next() -> None:
    t = Table(turn=5)
    for k, id in enumerate(CORPS[:12]):
        t.put(id, ("1513", "1512", "1514")[k // 4])
    look = seen(t.push(MovementPhase(ALLIED)))
    near, far, nowhere = 1, 2, 3
    ways = {h: [way] * look.ground.n for h, way in ((near, 5), (far, 25), (nowhere, FAR))}
    factors = sum(piece.attack for piece in look.troops)
    plenty = dict.fromkeys(ways, 2.0 * factors)
    assert Counter(allot(look.troops, ways, plenty, served=20.0).values()) == {near: 12}
    short = dict.fromkeys(ways, factors / 3)
    found = Counter(allot(look.troops, ways, short, served=20.0).values())
    assert found[near] > found[far] > 0 and not found[nowhere]


def test_infantry_chooses_first_and_armour_goes_far() -> None:
    t = Table(turn=5)
    for id in (*CORPS[:4], *TANKS):
        t.put(id, "1513" if id in TANKS else "1512")
    look = seen(t.push(MovementPhase(ALLIED)))
    near, far = 1, 2
    ways = {near: [5] * look.ground.n, far: [25] * look.ground.n}
    foot = sum(look.own[id].attack for id in CORPS[:4])
    aims = allot(look.troops, ways, {near: float(foot), far: 10.0 * foot}, served=25.0)
    assert {aims[id] for id in CORPS[:4]} == {near} and {aims[id] for id in TANKS} == {far}


def test_what_counts_more_is_nearer() -> None:
    t = Table(turn=5)
    t.put("12GTK", "1513")
    look = seen(t.push(MovementPhase(ALLIED)))
    berlin, posen = t.hex("1529"), t.hex("1518")
    assert look.ways[berlin][berlin] < look.ways[posen][posen]


def test_a_line_is_broken_by_infantry_if_there_is_enough_of_it() -> None:
    t = Table(turn=5)
    for id in (*CORPS[:4], *TANKS):
        t.put(id, "1511" if id in TANKS else "1512")
    t.put("541VG", "1514")
    match = t.push(MovementPhase(ALLIED))
    look = seen(match)
    reaches = {id: reach_of(match, look, id) for id in (*CORPS[:4], *TANKS)}
    force, _ = Breakthrough(look, attack_reaches(look, reaches)).bring(t.hex("1514"))
    assert force and not set(force) & set(TANKS)


def test_armour_comes_where_infantry_is_not_enough() -> None:
    t = Table(turn=5)
    for id in (CORPS[0], *TANKS):
        t.put(id, "1511" if id in TANKS else "1512")
    t.put("7Pz", "1514")
    match = t.push(MovementPhase(ALLIED))
    look = seen(match)
    reaches = {id: reach_of(match, look, id) for id in (CORPS[0], *TANKS)}
    force, _ = Breakthrough(look, attack_reaches(look, reaches)).bring(t.hex("1514"))
    assert CORPS[0] in force and set(force) & set(TANKS)


def test_armour_that_is_not_needed_waits_out_of_the_zones_for_a_gap() -> None:
    t = Table(turn=5)
    t.put("12GTK", "1511")
    t.put("7Pz", "1514")
    look = seen(t.push(MovementPhase(ALLIED)))
    piece, door = look.own["12GTK"], t.hex("1513")
    assert door in look.enemy_zone
    assert advance_score(look, piece, door) - look.way_of(piece)[door] >= look.doctrine.reserve > 0


def test_an_hq_keeps_up_with_its_spearheads() -> None:
    t = Table(turn=5)
    t.put("HQ-1B", "1508")
    for k, id in enumerate(CORPS[:8]):
        t.put(id, ("1506", "1507")[k // 4])
    for id in TANKS:
        t.put(id, "1516")
    t.put("7Pz", "1524")
    match = moved(t, ALLIED)
    assert where(match, "HQ-1B") >= "1510"


def test_new_columns_come_where_few_are_left() -> None:
    t = Table(turn=5)
    for hq, number in (("HQ-3B", "0306"), ("HQ-1B", "1508")):
        t.put(hq, number)
    for k in range(1, 4):
        t.put(f"A-LC{k}", "0306")
    look = seen(t.push(MovementPhase(ALLIED)))
    assert (look.columns_about(t.hex("0306")), look.columns_about(t.hex("1508"))) == (3, 0)


def test_a_general_sends_no_armour_back_to_who_was_passed_by() -> None:
    t = Table(turn=5)
    for id in TANKS:
        t.put(id, "1517")
    t.put("541VG", "1514")
    match = t.push(MovementPhase(ALLIED))
    for style, comes in (("", True), ("general.red_storm", False)):
        held = doctrine(CampaignDoctrine, "vistula", "allied", style)
        look = CampaignSituation(match, "allied", Marshal(1).ground(match), held)
        reaches = attack_reaches(look, {id: reach_of(match, look, id) for id in TANKS})
        force, _ = Breakthrough(look, reaches).bring(t.hex("1514"))
        ways = {id: look.way_of(look.own[id]) for id in force}
        assert any(way[t.hex("1514")] > way[t.hex("1517")] + 12 for way in ways.values()) == comes
