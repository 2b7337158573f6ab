"""A handicap of points: every value of the option `bid` of every game, from the table to the verdict."""

from __future__ import annotations

import json
from functools import cache
from random import Random

import pytest

import countermarch as cm
from countermarch.games import bids
from countermarch.match import Match
from countermarch.texts import LANGUAGES
from tests import corpus

LEVELS = {  # by what is printed or, at Stargard and Bridgehead, ours: the least points of each, whose they are
    ("bridgehead", "altbrueck"): (
        "soviet",
        {-99: "german_decisive", 5: "german_marginal", 8: "soviet_marginal", 11: "soviet_decisive"},
    ),
    ("koenigsberg", "campaign"): (
        "german",
        {4: "soviet_major", 7: "soviet_historical", 8: "german_minor", 10: "german_major"},
    ),
    ("koenigsberg45", "campaign"): ("german", {10: "german_major", 13: "german_overwhelming"}),
    ("stargard", "campaign"): (
        "soviet",
        {18: "german_minor", 23: "draw", 28: "soviet_minor", 34: "soviet_major", 40: "soviet_overwhelming"},
    ),
    ("seelow", "kuestrin"): ("german", {-99: "soviet_victory", 6: "draw", 12: "german_victory"}),
    ("vistula", "red_storm"): ("allied", {-99: "german", 5: "draw", 7: "allied"}),
    ("vistula", "deutschland_kaputt"): ("allied", {-99: "german", 13: "draw", 14: "allied"}),
}
NEAR = {"seelow": 1946, "koenigsberg": 1946, "vistula": 1947}  # games of the corpus that ended near a threshold
CASES = [(game, scenario, value) for game, scenario in LEVELS for value in cm.load(game).info.options[-1].values]


@cache
def nearly_over(game: str, scenario: str) -> tuple[Match, str]:
    """A game with one action left to its end, and that action; nobody is asked to go on any more."""
    whole = _ended(game, scenario)
    early, ends = whole.beginning(), max(at for at, entry in enumerate(whole.record) if entry != "go-on")
    for entry in whole.record[:ends]:
        early.repeat(entry)
    return early, whole.record[ends]


def _ended(game: str, scenario: str) -> Match:
    """One that was kept; at Königsberg '45 those all end suddenly, so it is a random one."""
    if game != "koenigsberg45":
        return cm.resume(corpus.read(game, scenario, NEAR.get(game, 1945)))
    match, rng = cm.load(game).start(seed=33), Random(33)
    while match.to_act is not None:
        match.play(rng.choice(match.legal()))
    return match


def with_bid(match: Match, value: str) -> Match:
    """The same table, if that had been agreed on."""
    position = match.position()
    return match.game.from_position({**position, "options": {**position["options"], "bid": value}})


def finish(match: Match, last: str) -> list[cm.Event]:
    events = match.play(last)
    return events + match.play("go-on") if match.paused else events


def level_of(levels: dict[int, str], points: int) -> str:
    return levels[max(least for least in levels if least <= points)]


def given(value: str, counts: str) -> int:
    side, _, points = value.rpartition("_")
    return 0 if value == "none" else int(points) if side == counts else -int(points)


@pytest.mark.parametrize(("game", "scenario", "value"), CASES)
def test_a_bid_moves_the_points_the_level_and_the_verdict(game: str, scenario: str, value: str) -> None:
    early, last = nearly_over(game, scenario)
    counts, levels = LEVELS[game, scenario]
    match, plain = with_bid(early, value), with_bid(early, "none")
    finish(match, last)
    finish(plain, last)
    result, usual, standing = match.result, plain.result, match.standing()
    assert result is not None and usual is not None and standing is not None
    assert result.points[counts] == usual.points[counts] + given(value, counts) == standing.total
    assert usual.level == level_of(levels, usual.points[counts])
    assert result.level == level_of(levels, result.points[counts])
    assert [level.key for level in standing.levels if level.now] == [result.level]
    assert next(level.winner for level in standing.levels if level.now) == result.winner


@pytest.mark.parametrize(("game", "scenario", "value"), CASES)
def test_a_bid_is_told_at_the_table_in_the_log_and_in_the_result(game: str, scenario: str, value: str) -> None:
    early, last = nearly_over(game, scenario)
    match = with_bid(early, value)
    before = match.standing()
    told = [event.text for event in finish(match, last)][-2:]
    assert match.result is not None and before is not None
    parts = [part for part in before.parts if part.text.key == "common.bid.part"]
    for language in LANGUAGES:
        words = match.game.info.options[-1].said(value).render(language)
        said = [match.result.text.render(language), " ".join(text.render(language) for text in told)]
        said += [" ".join(text.render(language) for _, text in match.summary())]
        said += [part.text.render(language) for part in parts]
        assert [words in one for one in said] == [value != "none"] * (4 if value != "none" else 3)
    assert [part.value for part in parts] == ([] if value == "none" else [given(value, LEVELS[game, scenario][0])])


@pytest.mark.parametrize(("game", "scenario"), LEVELS)
def test_some_bid_makes_another_verdict_of_each_game(game: str, scenario: str) -> None:
    early, last = nearly_over(game, scenario)
    found = set()
    for value in early.game.info.options[-1].values:
        match = with_bid(early, value)
        finish(match, last)
        assert match.result is not None
        found.add(match.result.level)
    assert len(found) > 1


@pytest.mark.parametrize("value", cm.load("seelow").info.options[-1].values)
def test_at_seelow_no_points_are_counted_and_a_bid_changes_nothing(value: str) -> None:
    early, last = nearly_over("seelow", "seelow")
    match = with_bid(early, value)
    finish(match, last)
    plain = with_bid(early, "none")
    finish(plain, last)
    assert match.result == plain.result and match.standing() == plain.standing()
    assert "Seelow" in str(match.game.info.options[-1].title)


def test_a_sudden_death_is_no_matter_of_points() -> None:
    saved = json.loads(corpus.read("koenigsberg", "campaign", 1945))
    saved["options"]["bid"] = "german_3"
    result = cm.resume(json.dumps(saved)).result
    assert result is not None
    assert (result.level, result.winner) == ("sudden_death", "soviet")
    assert str(result.text) == "Soviet victory by sudden death: the Germans hold 11 objectives"


def test_a_bid_names_objectives_as_they_are_held() -> None:
    early, last = nearly_over("koenigsberg", "campaign")
    match = with_bid(early, "german_1")
    events = [str(event.text) for event in finish(match, last)]
    assert match.result is not None
    assert events[-2:] == [
        "The last turn is over: the Germans hold 7 objectives",
        "A handicap is counted: 1 point for the German side",
    ]
    assert str(match.result.text) == (
        "Minor German victory: 7 objectives held (handicap counted: 1 point for the German side)"
    )


def test_a_save_from_before_there_were_bids_has_none() -> None:
    saved = json.loads(corpus.read("bridgehead", "altbrueck", 1945))
    assert "bid" not in saved["options"]
    assert cm.resume(json.dumps(saved)).position()["options"]["bid"] == "none"


def test_a_game_that_offers_none_is_not_asked_for_one() -> None:
    assert bids.shift({}, "german") == 0 and bids.agreed({}) is None
