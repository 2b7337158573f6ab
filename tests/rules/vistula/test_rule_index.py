"""The rule index of Vistula-Oder-Berlin: the same rules in both languages, each with a title and a gist."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

import countermarch as cm

DATA = Path(cm.__file__).parent / "games" / "vistula" / "data"


def index(language: str) -> list[dict[str, str]]:
    text = (DATA / f"rules.{language}.toml").read_text(encoding="utf-8")
    rules: list[dict[str, str]] = tomllib.loads(text)["rule"]
    return rules


def test_both_languages_have_the_same_rules_in_the_same_order() -> None:
    ids = [rule["id"] for rule in index("en")]
    assert ids == [rule["id"] for rule in index("es")]
    assert [id for id, times in Counter(ids).items() if times > 1] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_has_a_title_and_a_gist_of_its_own(language: str) -> None:
    assert [rule["id"] for rule in index(language) if not (rule["title"].strip() and rule["gist"].strip())] == []
    titles = Counter(rule["title"] for rule in index(language))
    assert [title for title, times in titles.items() if times > 1] == []


def test_155_rules_are_to_be_enforced() -> None:
    kinds = Counter(rule["kind"] for rule in index("en"))
    assert kinds.keys() == {"enforce", "data", "info"}
    assert kinds["enforce"] == 155


@pytest.mark.parametrize("field", ["title", "gist"])
def test_spanish_is_translated(field: str) -> None:
    assert [en["id"] for en, es in zip(index("en"), index("es"), strict=True) if en[field] == es[field]] == []
