"""Words whose keys are put together while a game of Vistula-Oder-Berlin is played are all in both catalogues."""

from __future__ import annotations

import pytest

from countermarch.games.vistula.state import PHASES, SIDES
from countermarch.games.vistula.tables import BARRED
from countermarch.games.vistula.verbs import MODES, SUPPORT
from countermarch.games.vistula.victory import LEVELS
from countermarch.texts import LANGUAGES, catalogue
from tests.rules.vistula.table import load


def keys() -> list[str]:
    rules = load(None)
    tables = rules.tables
    ground = {tables.board.terrain(h) for h in range(tables.n)} - set(BARRED)
    places = {name for name in tables.settlement if name}
    found = [f"vistula.phase.{phase}" for phase in PHASES]
    found += [f"vistula.event.phase_{phase}" for phase in PHASES[1:]]
    found += [f"vistula.mode.{mode}" for mode in MODES] + [f"vistula.side.{side}" for side in SIDES]
    found += [f"vistula.level.{level}" for level in LEVELS] + [f"vistula.support.{word}" for word in SUPPORT]
    found += [f"vistula.part.{name}" for name in sorted(ground)]
    found += [f"vistula.part.shift_{name}" for name in sorted(ground | places)]
    for option in rules.info.options:
        found += [f"options.{option.key}.{name}" for name in ("title", *option.values)]
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_families_of_keys_are_complete(language: str) -> None:
    assert [key for key in keys() if key not in catalogue(language)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_whatever_views_and_boards_name_has_a_word(language: str) -> None:
    named = [text.key for family in load(None).words().values() for text in family.values()]
    assert [key for key in named if key not in catalogue(language)] == []
