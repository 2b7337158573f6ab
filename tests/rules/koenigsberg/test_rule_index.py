"""The rule index of Königsberg: complete, and the same rules in both languages."""

import tomllib
from collections import Counter
from pathlib import Path

import pytest

DATA = Path(__file__).parents[3] / "src" / "countermarch" / "games" / "koenigsberg" / "data"

LISTED = """
1.0 2.0 2.1 2.1.1 2.1.2 2.1.3 2.1.4 2.1.5 2.2 2.2.1 2.2.2 2.2.3 2.2.4 2.2.5 2.2.6 2.2.7 2.2.8
2.2.9 2.2.10 2.3 2.4 2.4.1 2.4.2 2.5 2.5.1 2.5.2 2.5.3 2.5.4 2.5.5 2.6 2.6.1 2.6.2 2.6.3 2.6.4
3.0 3.0-barrage 3.0-note 4.0 4.1 4.1.1 4.1.2 4.1.3 4.2 4.2.1 4.2.2 4.2.3 4.2.4 4.2.5 4.2.6 5.0
5.1 5.2 5.2.1 5.3 5.4 5.5 5.5.1 5.6 6.0 6.1 6.1.1 6.1.2 6.2 6.2.1 6.2.2 6.2.3 6.3 6.4 6.4.1
6.4.1(1) 6.4.1(2) 6.4.1(3) 6.5 7.0 7.1 8.0 8.0.1 8.0.2 8.0.3 8.0.4 8.1 8.1.1 9.0 9.1 9.2 9.2.1
9.2.2 9.2.3 9.3 9.3(1) 9.3(2) 9.3(3) 9.3.1 9.3.2 9.4 9.4.1 9.4.2 9.4.3 9.4.4 9.5 9.5.1 9.5.2
9.5.3 9.5.4 9.5.5 9.5.6 9.5.7 9.5.8 9.5.9 9.6 9.6.1 9.6.2 9.6.3 9.6.4 9.6.5 9.6.6 10.0 10.1
10.1.1 10.1.2 10.2 10.2.1 10.2.2 10.2.3 10.3 10.3.1 10.3.2 10.3.3 11.0 11.1 11.1.1 11.1.2
11.1.3 11.1.3(1) 11.1.3(2) 11.1.3(3) 11.1.4 11.2 11.2.1 11.2.2 11.2.3 11.2.4 11.3 11.3(1)
11.3(2) 11.3(3) 11.4 11.4(1) 11.4(2) 11.4(3) 11.4(4) 11.5 12.0 12.1 12.1.1 12.2 12.2.1 12.2.2
12.3 12.4 13.0 13.1 13.2 13.2.1 13.2.2 14.0 14.1 14.1.1 14.1.2 14.1.3 15.0 15.0(3BF) 15.0(2BF)
15.0(GE-corps) 15.0(GE-inf) 15.0(GE-mech) 15.0(GE-gar) 15.0(15SS) RET.2 RET.3 RET.4 RET.5 RET.6
RET.7 RET.8 RET.9 RET.10 RET.11 RET.12
"""


def index(language: str) -> list[dict[str, str]]:
    text = (DATA / f"rules.{language}.toml").read_text(encoding="utf-8")
    rules: list[dict[str, str]] = tomllib.loads(text)["rule"]
    return rules


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_is_listed_once_in_rulebook_order(language: str) -> None:
    listed = LISTED.split()
    assert len(listed) == 189
    assert [rule["id"] for rule in index(language)] == listed


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_has_a_title_and_a_gist(language: str) -> None:
    bare = [rule["id"] for rule in index(language) if not (rule["title"].strip() and rule["gist"].strip())]
    assert bare == []


def test_kinds_count_144_rules_to_enforce() -> None:
    kinds = Counter(rule["kind"] for rule in index("en"))
    assert kinds.keys() == {"enforce", "data", "info"}
    assert kinds["enforce"] == 144


@pytest.mark.parametrize("field", ["title", "gist"])
def test_spanish_is_translated(field: str) -> None:
    pairs = zip(index("en"), index("es"), strict=True)
    assert [en["id"] for en, es in pairs if en[field] == es[field]] == []


@pytest.mark.parametrize("language", ["en", "es"])
def test_titles_tell_rules_apart(language: str) -> None:
    titles = Counter(rule["title"] for rule in index(language))
    assert [title for title, count in titles.items() if count > 1] == []
