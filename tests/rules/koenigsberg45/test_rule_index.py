"""The rule index of Königsberg '45: complete, and the same rules in both languages."""

from __future__ import annotations

from collections import Counter

import pytest

from countermarch.rulebook import rules_of
from countermarch.texts import LANGUAGES

GAME = "koenigsberg45"


def test_kinds_count_198_rules_to_enforce() -> None:
    kinds = Counter(rule.kind for rule in rules_of(GAME).values())
    assert kinds.keys() == {"enforce", "data", "info"} and kinds["enforce"] == 198


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_title_of_its_own_and_a_gist(language: str) -> None:
    rules = rules_of(GAME, language)
    assert list(rules) == list(rules_of(GAME)) and len(rules) == 242
    titles = Counter(rule.title for rule in rules.values())
    assert [title for title, count in titles.items() if count > 1] == []
    assert [rule.id for rule in rules.values() if not (rule.title.strip() and rule.gist.strip())] == []


def test_spanish_is_translated() -> None:
    pairs = zip(rules_of(GAME).values(), rules_of(GAME, "es").values(), strict=True)
    assert [en.id for en, es in pairs if en.title == es.title or en.gist == es.gist] == []
