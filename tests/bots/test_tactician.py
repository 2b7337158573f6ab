"""The captain of Seelow & Küstrin plays by the rules, the same way twice, and attacks only where it pays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import countermarch as cm
from countermarch.bots import Bot, bot
from countermarch.bots.arena import Pairing, play_game
from countermarch.bots.assembly import Assembly
from countermarch.bots.field import FieldSituation
from countermarch.bots.ground import Ground
from countermarch.bots.tactician import Tactician
from countermarch.bots.worth import assault_worth, attack_value, barrage_worth, shot_value
from countermarch.games.seelow.results import Effect, read_effect
from tests.rules.seelow.table import GERMAN, SOVIET, Table, where

SIDES = ("german", "soviet")
SCENARIOS = ("kuestrin", "seelow")


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("side", SIDES)
def test_every_choice_is_legal_and_leaves_the_match_alone(scenario: str, side: str) -> None:
    match = cm.load("seelow").start(scenario, seed=5)
    seats: dict[str, Bot] = {each: bot("captain" if each == side else "random", 7) for each in SIDES}
    for _ in range(220):
        if match.to_act is None:
            break
        before = match.fingerprint()
        action = seats[match.to_act].choose(match)
        assert action in match.legal() and match.fingerprint() == before
        match.play(action)
    assert len(match.actions) > 100


def test_the_same_seed_plays_the_same_game() -> None:
    first, second = (play_game(Pairing("seelow", "kuestrin", ("captain", "captain"), 4)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize(("scenario", "side", "winner"), [("kuestrin", 0, "german"), ("seelow", 1, "soviet")])
def test_it_beats_chance(scenario: str, side: int, winner: str) -> None:
    bots = ("captain", "random") if side == 0 else ("random", "captain")
    assert play_game(Pairing("seelow", scenario, bots, 3)).winner == winner


def test_a_captain_who_comes_late_goes_on_from_what_it_sees() -> None:
    match = cm.load("seelow").start("kuestrin", seed=2)
    for _ in range(60):
        match.play(Tactician(1).choose(match))
    assert len(match.actions) == 60


def look(table: Table, side: str) -> FieldSituation:
    match = table.match()
    return FieldSituation(match, side, Ground(match.game.rules.board))


def test_results_are_weighed_by_morale() -> None:
    table = Table()
    table.put("295-1038", "2203")  # morale 3
    table.put("20-I90", "2103")  # morale 4
    field = look(table, "soviet")
    value = {
        code: attack_value(field, read_effect(code), ["20-I90"], ["295-1038"], 1.0, cornered=False)
        for code in ("-", "D4", "D5", "D5*", "DE", "A3", "A4", "A5*", "AE")
    }
    assert value["-"] == value["D4"] == value["A3"] == 0
    assert 0 < value["D5"] < value["D5*"] < value["DE"]
    assert 0 > value["A4"] > value["A5*"] > value["AE"]
    shot = {code: shot_value(field, read_effect(code), ["20-I90"]) for code in ("-", "M", "3*", "E")}
    assert 0 == shot["-"] < shot["M"] < shot["3*"] < shot["E"]


def test_who_cannot_get_away_is_worth_more_than_who_can() -> None:
    table = Table("kuestrin")
    table.put("47-137", "2103")
    table.put("20-I90", "2203")
    open_side = look(table, "german")
    assert not open_side.cornered(open_side.ground.index["2103"])
    for id, number in (("20-II90", "2002"), ("20-I76", "2004")):
        table.put(id, number)
    field = look(table, "german")
    field.doctrine = replace(field.doctrine, bounty=5.0)
    assert field.cornered(field.ground.index["2103"])
    driven, lost = (
        attack_value(field, read_effect("D5"), ["47-137"], ["20-I90"], 1.0, cornered) for cornered in (False, True)
    )
    assert lost > driven + field.bounty


def test_a_bad_attack_is_not_made_and_a_good_one_is() -> None:
    weak = Table()
    weak.put("295-1038", "1609", steps=1)
    weak.put("20-vWar", "1509")
    assert str(Tactician().choose(weak.fight(SOVIET))) == "done"
    strong = Table()
    for id, number in (("47-137", "2203"), ("47-140", "2204"), ("47-142", "2102")):
        strong.put(id, number)
    strong.put("303-I300", "2103", disrupted=True)
    match = strong.fight(SOVIET)
    captain = Tactician()
    match.play(captain.choose(match))
    while match.to_act and "resolve" not in str(captain.choose(match)):
        match.play(captain.choose(match))
    assert len(match.view("soviet")["attack"]["attackers"]) >= 2


def test_the_garrison_stays_and_nobody_leaves_the_map() -> None:
    record = play_game(Pairing("seelow", "kuestrin", ("captain", "random"), 6))
    assert record.winner == "german"
    table = Table("kuestrin")
    table.put("KUS-VS", "3503")
    table.put("47-137", "3102")
    match = table.move(GERMAN)
    if match.to_act:
        assert str(Tactician().choose(match)) == "done"
    assert where(match, "KUS-VS") == "3503"


def test_lone_tanks_are_hunted_by_the_heaviest_guns_in_reach() -> None:
    table = Table()
    table.put("245-1", "2103")
    for id, number in (("11T-20", "2504"), ("11T-36", "2503"), ("47-137", "2204")):
        table.put(id, number)
    field = look(table, "soviet")
    field.doctrine = replace(field.doctrine, hunt=4.0)
    around = dict.fromkeys(field.ground.around[field.ground.index["2103"]], "")
    reaches = {"11T-20": around, "11T-36": around, "47-137": {field.ground.index["2204"]: ""}}
    sent = Assembly(field, reaches).plan()
    assert {"11T-20", "11T-36"} <= sent.keys()
    field.doctrine = replace(field.doctrine, hunt=99.0)
    assert not Assembly(field, reaches).plan()


def test_antitank_fire_is_halved_over_water_and_uphill() -> None:
    table = Table()
    table.put("11T-20", "2203")
    field = look(table, "soviet")
    ground, around = field.ground, field.ground.around
    sides = [(h, n) for h in range(ground.n) for n in around[h] if not ground.river_between(h, n)]
    level = next(side for side in sides if ground.level[side[0]] == ground.level[side[1]])
    uphill = next(side for side in sides if ground.level[side[0]] + 1 == ground.level[side[1]])
    wet = next((h, n) for h in range(ground.n) for n in around[h] if ground.river_between(h, n))
    assert field.antitank("11T-20") == field.antitank("11T-20", *level) == 7
    assert field.antitank("11T-20", *uphill) == field.antitank("11T-20", *wet) == 4


def test_guns_that_cannot_reach_the_town_go_forward_just_in_time() -> None:
    match = cm.load("seelow").start("seelow", seed=1, pauses=False)
    captain, limbered = Tactician(1), dict[str, int]()
    while match.turn < 6:
        action = captain.choose(match)
        if action.verb == "mode" and match.to_act == "soviet":
            limbered[action.units[0]] = match.turn
        match.play(action)
    assert limbered and min(limbered.values()) > 2
    assert {id for id in limbered if id.startswith("AAG")} and set(limbered.values()) <= {3, 4, 5}


def value(seen: FieldSituation, targets: Sequence[str], effect: Effect) -> float:
    return shot_value(seen, effect, targets)


def test_a_barrage_is_weighed_as_a_preview_of_it_says() -> None:
    match = cm.load("seelow").start("seelow", seed=1, pauses=False)
    while not any(action.verb == "barrage" for action in match.legal()):
        match.play(Tactician(1).choose(match))
    side, found, weighed = str(match.to_act), match.targets(), 0
    seen = FieldSituation(match, side, Ground(match.game.rules.board))
    for hex, all in found.items():
        enemies = seen.enemies_at[seen.ground.index[hex]]
        soft = [p.unit.id for p in enemies if p.fights and not seen.armoured(p.unit.id)]
        near = any(seen.friends_at.get(n) for n in seen.ground.around[seen.ground.index[hex]])
        for number in range(1, len(all.by) + 1):
            guns = all.by[:number]
            preview = match.preview(hex, guns, kind="barrage")
            bare = preview.expected(partial(value, seen, soft))
            assert barrage_worth(seen, seen.ground.index[hex], guns) == pytest.approx(
                bare * (seen.doctrine.assault if near else 1)
            )
            weighed += 1
    assert weighed > 20
    assert {seen.ground.number[h]: tuple(seen.named(guns)) for h, guns in seen.survey.fires(side).items()} == {
        hex: all.by for hex, all in found.items()
    }


def test_an_attack_is_weighed_as_a_preview_of_it_says() -> None:
    match, weighed = cm.load("seelow").start("seelow", seed=1, pauses=False), 0
    captain = Tactician(1)
    while match.turn < 4:
        side = str(match.to_act)
        if any(action.verb == "attack" for action in match.legal()):
            seen = FieldSituation(match, side, Ground(match.game.rules.board))
            for h, near in seen.survey.attacks(side).items():
                units, hex = seen.named(near), seen.ground.number[h]
                soft = [p.unit.id for p in seen.enemies_at[h] if not seen.armoured(p.unit.id)]
                prize = seen.doctrine.ground_won + seen.doctrine.takes_objective * (h in seen.lost)
                preview = match.preview(hex, units)
                value = partial(attack_value, seen, enemies=soft, units=units, prize=prize, cornered=seen.cornered(h))
                assert assault_worth(seen, h, units) == pytest.approx(preview.expected(value))
                weighed += 1
        match.play(captain.choose(match))
    assert weighed > 20


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_survey_says_what_the_view_says(scenario: str) -> None:
    match, captain = cm.load("seelow").start(scenario, seed=3), Tactician(2)
    grid, index = match.game.rules.board.grid, match.game.rules.grammar.index["unit"]
    for at in range(200):
        side = str(match.to_act)
        if at % 20 == 0:
            survey, view = match.survey(), match.view(side)
            assert (survey.scenario, survey.light) == (view["scenario"], view["light"])
            assert {grid.number(h): holder for h, holder in survey.control.items()} == view["control"]
            assert [match.game.rules.pieces[u].id for u in survey.counters] == [e["id"] for e in view["units"]]
            for entry in view["units"]:
                u = index[entry["id"]]
                assert (grid.number(survey.where[u]) if survey.where[u] >= 0 else None) == entry["hex"]
                assert (survey.steps[u], survey.disrupted[u]) == (entry["steps"], entry["disrupted"])
                assert survey.is_gun[u] == (entry["mode"] is not None)
                assert (u in survey.garrison) == entry.get("garrison", False)
            for each in SIDES:
                assert tuple(grid.number(h) for h in np.flatnonzero(survey.zone(each)).tolist()) == match.zones(each)
            own = [e["id"] for e in view["units"] if e["side"] == side and e["hex"]]
            for id in own[:20]:
                assert [grid.number(h) for h in survey.ends(index[id])] == list(match.reach(id))
        match.play(captain.choose(match))
