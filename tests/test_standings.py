"""How a game would be judged if it ended now: levels, points and objectives, in positions with known control."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import countermarch as cm
from countermarch.games.base import Level, Standing
from countermarch.shelf import OURS

FALLEN = [(0, "german_overwhelming"), (2, "german_major"), (5, "german_minor"), (7, "soviet_historical")]
SCENARIOS = [(game, scenario.key) for game in OURS for scenario in cm.load(game).info.scenarios]


def position(game: str, scenario: str | None = None, **options: str) -> dict[str, Any]:
    match = cm.load(game).start(scenario, seed=1, options=options)
    while match.decision is not None and match.decision.kind == "place":
        match.play(match.legal()[len(match.legal()) - 1])
    return match.position()


def standing(document: Mapping[str, Any], side: str | None = None) -> Standing:
    found = cm.load(document["game"]).from_position(document).standing(side)
    assert found is not None
    return found


def now(found: Standing, turn: int | None) -> str | None:
    """The level that would be given after a turn."""
    return next((level.key for level in found.levels if level.now and level.turn == turn), None)


def holders(found: Standing) -> dict[str | None, str | None]:
    return {objective.hex: objective.holder for objective in found.objectives}


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_every_scenario_tells_every_level_and_what_is_fought_for(game: str, scenario: str) -> None:
    loaded = cm.load(game)
    found = loaded.start(scenario, seed=1).standing()
    assert found is not None and found.objectives
    (last,) = (one.turns for one in loaded.info.scenarios if one.key == scenario)
    assert [level.turn for level in found.levels].count(last) >= 3
    assert sum(level.now for level in found.levels if level.turn == last) == 1
    assert {level.winner for level in found.levels} >= set(loaded.info.sides)
    for language in ("en", "es"):
        for level in found.levels:
            assert level.title.render(language) and level.takes.render(language)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_the_level_at_the_end_is_the_one_that_stood_there(game: str, scenario: str) -> None:
    """The verdict and the table are one reckoning."""
    match, before = cm.load(game).start(scenario, seed=3), list[Level]()
    while match.result is None:
        match.play(match.legal()[-1])
    found = match.standing()
    assert found is not None
    before = [level for level in found.levels if level.now]
    assert match.result.level in [level.key for level in before]
    assert match.result.winner in [level.winner for level in before]
    assert all(found.points.get(side, 0) == points for side, points in match.result.points.items())


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45"])
@pytest.mark.parametrize(
    ("lost", "level"),
    [
        (0, "german_overwhelming"),
        (2, "german_major"),
        (5, "german_minor"),
        (7, "soviet_historical"),
        (8, "soviet_major"),
    ],
)
def test_koenigsberg_counts_the_objectives_the_germans_hold(game: str, lost: int, level: str) -> None:
    document = position(game)
    garrisoned = {unit["hex"] for unit in document["units"]}
    objectives = [str(one.hex) for one in standing(document).objectives if one.hex not in garrisoned]
    for hex in objectives[:lost]:
        document["control"][hex] = "soviet"
    found = standing(document)
    assert (found.total, found.points["soviet"]) == (14 - lost, lost)
    assert now(found, 10) == level and now(found, None) is None
    assert [hex for hex, side in holders(found).items() if side == "soviet"] == objectives[:lost]


def test_a_city_that_has_fallen_stands_as_sudden_death() -> None:
    document = position("koenigsberg")
    tank = next(unit for unit in document["units"] if unit["id"] == "5A-72")
    garrison = next(unit for unit in document["units"] if unit["hex"] == "3420")
    tank["hex"], garrison["hex"] = "3420", tank["hex"]
    garrison.update(hex=None, where="eliminated", steps=0)
    document["control"]["3420"] = "soviet"
    assert now(standing(document), None) == "sudden_death"
    tank["supply"] = "isolated"
    assert now(standing(document), None) is None


def test_stargard_adds_markers_by_the_turn_they_were_taken() -> None:
    document = position("stargard")
    document["control"]["18.13"] = document["control"]["26.07"] = "soviet"
    found = standing(document)
    worth = {objective.hex: objective.worth for objective in found.objectives}
    assert (worth["18.13"], worth["26.07"], worth["07.16"]) == (4, 3, 8)
    assert found.total == 7 and now(found, 10) == "german_overwhelming"
    assert [part.value for part in found.parts] == [7, 0, 0, 0]
    assert sum(part.value for part in found.parts) == found.total


def test_vistula_adds_what_the_allies_hold_by_scenario() -> None:
    for scenario, level in (("red_storm", "draw"), ("deutschland_kaputt", "german")):
        document = position("vistula", scenario)
        for hex in ("1506", "2708", "1529"):  # Warsaw, Krakau, Berlin
            document["control"][hex] = "allied"
            for unit in document["units"]:
                if unit["hex"] == hex:
                    unit.update(hex=None, where="eliminated", steps=0)
        found = standing(document)
        assert (found.total, found.points["german"]) == (5, 13)
        assert now(found, found.levels[0].turn) == level


def test_the_western_allies_take_a_city_from_both() -> None:
    document = position("vistula", "deutschland_kaputt")
    document["control"]["2825"] = "western"
    prague = next(one for one in standing(document).objectives if one.hex == "2825")
    assert prague.holder is None and prague.note is not None and prague.note.key == "vistula.note.western"


def test_bridgehead_tells_what_its_points_are_made_of() -> None:
    document = position("bridgehead")
    document["bridge"] = "safe"
    found = standing(document)
    told = {part.text.key.rpartition(".")[2]: part.value for part in found.parts}
    assert told["bridge"] == 3 and sum(told.values()) == found.total
    assert [objective.holder for objective in found.objectives] == ["german", "soviet"]
    document["bridge"] = "blown"
    assert [objective.holder for objective in standing(document).objectives] == ["german", None]


def test_kuestrin_counts_the_garrison_that_is_joined() -> None:
    before = cm.load("seelow").start("kuestrin", seed=1).standing()
    assert before is not None and sorted(str(one.hex) for one in before.objectives) == ["3102", "3103", "3204", "3503"]
    assert {objective.holder for objective in before.objectives} == {None}
    document = position("seelow", "kuestrin")
    for unit in document["units"]:
        if unit["id"] in ("MUN-II2", "303-Fus"):
            unit.update(hex=None, where="exited_west")
    found = standing(document)
    assert (found.total, now(found, 12)) == (10, "draw")
    assert [one.holder for one in found.objectives].count("german") == 2


def test_seelow_is_asked_twice() -> None:
    document = position("seelow", "seelow")
    found = standing(document)
    assert (now(found, 7), now(found, 12)) == ("german_operational", "german_strategic")
    document["passed"] = {**document["passed"], "1409": "soviet"}
    after = standing(document)
    assert now(after, 12) == "german_operational" and holders(after)["1409"] == "soviet"
    document["turn"] = 8
    assert now(standing(document), 7) is None


@pytest.mark.parametrize("game", ["koenigsberg", "koenigsberg45", "stargard"])
def test_under_fog_nothing_hangs_on_what_is_hidden(game: str) -> None:
    match = cm.load(game).start(seed=5, options={"fog_of_war": "on"})
    for played in range(400):
        if match.to_act is None:
            break
        match.play(match.legal()[(played * 7919) % len(match.legal())])
        if played % 40 == 0:
            for side in match.game.info.sides:
                assert match.imagine(side, played).standing(side) == match.standing(side)


def test_a_game_may_say_nothing() -> None:
    from countermarch.games.base import Rules

    assert Rules.standing(cm.load("bridgehead").rules, None) is None
