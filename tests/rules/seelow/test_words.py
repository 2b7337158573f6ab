"""What is filled into keys is in both catalogues."""

from __future__ import annotations

import pytest

from countermarch.games.seelow.rules import SeelowRules
from countermarch.games.seelow.state import PHASES
from countermarch.games.seelow.victory import NAMES
from countermarch.texts import LANGUAGES, catalogue, say
from tests.rules.seelow.table import the_game


def rules() -> SeelowRules:
    found = the_game().rules
    assert isinstance(found, SeelowRules)
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_families_of_keys_are_complete(language: str) -> None:
    tables = rules().tables
    terrain = sorted(set(tables.grounds[1].terrain))
    keys = [f"seelow.level.{level}" for level in NAMES]
    keys += [f"seelow.event.phase_{phase.rstrip('_12')}" for phase in PHASES[1:]]
    keys += [
        f"seelow.part.{name}" for name in (*terrain, "road", "track", "rail", "minor", "level", "ford", "leave_zone")
    ]
    keys += [f"seelow.part.shift_{name}" for name in terrain if tables.chart.shifts[name]]
    for option in rules().info.options:
        keys += [f"options.{option.key}.{name}" for name in ("title", *option.values)]
    assert [key for key in keys if key not in catalogue(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_a_view_or_the_board_calls_by_a_key_has_a_word(language: str) -> None:
    for family, words in rules().words().items():
        for key, text in words.items():
            assert text.render(language), f"{family} {key}"
    for side in rules().info.sides:
        assert say(f"server.side.{side}").render(language)


@pytest.mark.parametrize("scenario", ["kuestrin", "seelow"])
def test_the_turn_at_a_glance(scenario: str) -> None:
    match = the_game().start(scenario, seed=1)
    lines = {str(label): str(text) for label, text in match.summary()}
    assert lines["Turn"].startswith("1 (dawn)") and "German" in lines["Steps on the map"]
    assert ("Victory points" in lines) == (scenario == "kuestrin")
    assert lines["If it ended now"] == ("Soviet victory" if scenario == "kuestrin" else "German strategic victory")


@pytest.mark.rule("seelow 11.0#2")
def test_what_a_scenario_leaves_out_of_the_map_is_shown_so() -> None:
    shut = the_game().start("kuestrin", seed=1).view("german")["out_of_play"]
    assert "2009" in shut and "2008" not in shut and {hex[2:] for hex in shut} == {f"{row:02}" for row in range(9, 18)}
    assert "out_of_play" not in the_game().start("seelow", seed=1).view("german")
