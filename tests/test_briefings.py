"""Before the first decision: every side of every scenario is told what it needs, the same in both languages."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

import countermarch as cm
from countermarch.games.briefings import briefing, introduction, scenario_title
from countermarch.shelf import OURS, data_of

SIDES = [
    (game, scenario.key, side)
    for game in OURS
    for scenario in cm.load(game).info.scenarios
    for side in cm.load(game).info.sides
]
TWO_MINUTES = 480  # words, read calmly


def shape(told: Any) -> Any:
    """What there is of a document, without the words."""
    if isinstance(told, dict):
        return {key: shape(part) for key, part in told.items()}
    return len(told) if isinstance(told, list) else type(told).__name__


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(("game", "scenario", "side"), SIDES)
def test_every_side_of_every_scenario_is_briefed(game: str, scenario: str, side: str, language: str) -> None:
    told = briefing(game, scenario, side, language)
    assert told is not None
    assert len(told.situation) == 3 and all(sentence.endswith(".") for sentence in told.situation)
    assert told.who and told.want and told.win
    assert 3 <= len(told.turn) <= 6 and 3 <= len(told.special) <= 9
    said = [*told.situation, told.who, told.want, told.win, *told.turn, *told.special]
    assert sum(len(line.split()) for line in said) <= TWO_MINUTES
    assert not any("*" in line or "  " in line for line in said)


@pytest.mark.parametrize("game", OURS)
def test_both_languages_have_the_same_parts(game: str) -> None:
    english, spanish = (
        tomllib.loads((data_of(game) / f"briefing.{key}.toml").read_text("utf-8")) for key in ("en", "es")
    )
    assert shape(english) == shape(spanish)
    scenarios = {scenario.key for scenario in cm.load(game).info.scenarios}
    assert set(english["scenario"]) == scenarios, "nobody is told of a scenario there is not"


def test_scenarios_are_named_in_the_language_spoken() -> None:
    for game in OURS:
        for scenario in cm.load(game).info.scenarios:
            assert scenario_title(game, scenario.key, "en") in (None, scenario.title)
    assert scenario_title("seelow", "seelow", "es") == "Las alturas de Seelow, 1945"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("game", OURS)
def test_every_game_says_what_it_is_and_whose(game: str, language: str) -> None:
    box = introduction(game, language)
    assert box is not None and box.what and box.edition
    assert game == "bridgehead" or box.credit


def test_the_two_koenigsbergs_say_what_differs() -> None:
    first, second = (introduction(game, "en") for game in ("koenigsberg45", "koenigsberg"))
    assert first is not None and second is not None
    assert "2011" in first.edition and "2018" in second.edition
    assert first.differs and second.differs and first.differs != second.differs


def test_a_side_nobody_has_written_for_has_no_briefing() -> None:
    assert briefing("bridgehead", "altbrueck", "neutral", "en") is None
    assert briefing("bridgehead", "another", "german", "en") is None
