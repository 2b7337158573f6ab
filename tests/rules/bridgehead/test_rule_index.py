"""The rule index of Bridgehead: complete, the same in both languages, and cited as it is numbered."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from countermarch.games.bridgehead.play import BridgeheadPlay
from countermarch.rulebook import rules_of
from countermarch.texts import LANGUAGES, catalogue

CITED = re.compile(r'"(\d\.\d)"')
ROOM = Path(__file__).parents[3] / "src" / "countermarch" / "games" / "bridgehead"


def test_kinds_count_thirty_rules_to_enforce() -> None:
    assert Counter(rule.kind for rule in rules_of("bridgehead").values()) == {"enforce": 30, "data": 1, "info": 1}


def test_both_languages_list_the_same_rules_and_spanish_is_translated() -> None:
    english, spanish = rules_of("bridgehead"), rules_of("bridgehead", "es")
    assert list(english) == list(spanish)
    assert not [id for id in english if english[id].gist == spanish[id].gist or not spanish[id].title]


@pytest.mark.parametrize("module", sorted(ROOM.glob("*.py")), ids=lambda path: path.stem)
def test_every_citation_is_a_rule_of_the_index(module: Path) -> None:
    assert set(CITED.findall(module.read_text("utf-8"))) <= set(rules_of("bridgehead"))


def test_every_reason_is_a_rule_of_the_index_and_every_refusal_has_words() -> None:
    because = BridgeheadPlay.because
    assert set(because.values()) | {BridgeheadPlay.order} <= set(rules_of("bridgehead"))
    assert set(BridgeheadPlay.phase_of.values()) <= set(because)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_that_is_written_has_a_rule(language: str) -> None:
    starts = ("bridgehead.refusal.", "common.refusal.")
    said = {key.rpartition(".")[2] for key in catalogue(language) if key.startswith(starts)}
    assert said and said <= set(BridgeheadPlay.because)


def test_the_rules_are_short_enough_to_be_the_example() -> None:
    """Three hundred lines that say something, and a hundred and fifty of data."""
    code = [line for file in ROOM.glob("*.py") for line in file.read_text("utf-8").splitlines() if line.strip()]
    data = [*ROOM.glob("data/*.csv"), ROOM / "data" / "map.toml", ROOM / "data" / "look.toml"]
    assert len(code) <= 300
    assert sum(len(file.read_text("utf-8").splitlines()) for file in data) <= 150
