"""The rule index of Seelow & Küstrin: complete, the same in both languages, and cited as it is numbered."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from countermarch.rulebook import rules_of

ROOM = Path(__file__).parents[3] / "src" / "countermarch" / "games" / "seelow"
CITED = re.compile(r'"(\d{1,2}\.\d{1,2}(?:#\d{1,2})?)"')


def test_kinds_count_204_rules_to_enforce() -> None:
    kinds = Counter(rule.kind for rule in rules_of("seelow").values())
    assert kinds == {"enforce": 204, "data": 16, "info": 44}


def test_both_languages_list_the_same_rules_in_the_same_order() -> None:
    assert list(rules_of("seelow", "en")) == list(rules_of("seelow", "es"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_has_a_title_and_a_gist(language: str) -> None:
    assert not [rule.id for rule in rules_of("seelow", language).values() if not (rule.title and rule.gist)]


def test_spanish_is_translated() -> None:
    spanish = rules_of("seelow", "es")
    assert not [rule.id for rule in rules_of("seelow").values() if rule.gist == spanish[rule.id].gist]


@pytest.mark.parametrize("module", sorted(ROOM.glob("*.py")), ids=lambda path: path.stem)
def test_every_citation_is_a_rule_of_the_index(module: Path) -> None:
    cited = set(CITED.findall(module.read_text(encoding="utf-8")))
    assert cited <= set(rules_of("seelow"))
