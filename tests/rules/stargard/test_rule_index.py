"""The rules of Stargard: the errata complete, and our own design complete."""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.stargard.concordance import CONCORDANCE, ERRATA, book_of
from countermarch.rulebook import books_of, rules_of
from tests.rules.stargard.table import Pomerania

DATA = Path(__file__).parents[3] / "src" / "countermarch" / "games" / "stargard" / "data"
BOOKS = ("rules", "design")


def index(book: str, language: str) -> list[dict[str, str]]:
    rules: list[dict[str, str]] = tomllib.loads((DATA / f"{book}.{language}.toml").read_text("utf-8"))["rule"]
    return rules


def test_both_books_are_there() -> None:
    assert books_of("stargard") == ("stargard", "stargard-design")
    assert {rule["id"] for rule in index("rules", "en")} == ERRATA
    assert len(rules_of("stargard")) == len(index("rules", "en")) + len(index("design", "en"))


def test_nineteen_rules_of_the_errata_are_enforced() -> None:
    assert Counter(rule["kind"] for rule in index("rules", "en")) == {"enforce": 19, "data": 4, "info": 1}


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("field", ["title", "gist"])
def test_both_languages_have_the_same_rules_in_their_own_words(book: str, field: str) -> None:
    english, spanish = index(book, "en"), index(book, "es")
    assert [rule["id"] for rule in english] == [rule["id"] for rule in spanish]
    assert [en["id"] for en, es in zip(english, spanish, strict=True) if en[field] == es[field]] == []
    assert all(rule[field].strip() for rule in (*english, *spanish))


def test_the_concordance_leads_to_rules_that_exist_and_leaves_no_family_rule_out() -> None:
    known = {f"{rule.book} {rule.id}" for rule in rules_of("stargard").values()}
    assert set(CONCORDANCE.values()) <= known
    family = Path(__file__).parents[3] / "src" / "countermarch" / "games" / "chitpull"
    numbers = {number for file in family.glob("*.py") for number in _numbers(file.read_text("utf-8"))}
    elsewhere = {"14.1.2", "2.2.2"}  # other games' own
    assert sorted(numbers - set(CONCORDANCE) - elsewhere) == []
    assert book_of("9.2.2") == "stargard 9.2.2" and book_of("8.7(1)") == "stargard-design 8.7(1)"


def _numbers(source: str) -> Iterator[str]:
    """What `tell`, `no`, `part` and `cite` are called with."""
    places = {"tell": 1, "tell_of": 2, "no": 0, "cite": 0, "part": 3, "_part": 3}
    for node in ast.walk(ast.parse(source)):
        name = node.func.attr if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) else ""
        name = name or (node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else "")
        if isinstance(node, ast.Call) and name in places and len(node.args) > places[name]:
            arg = node.args[places[name]]
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str) and " " not in arg.value:
                yield arg.value


def test_every_option_is_a_rule_of_ours() -> None:
    rules = Pomerania().rules
    assert isinstance(rules, ChitPullRules)
    known = rules_of("stargard")
    for option in rules.info.options:
        assert option.rule.game == "stargard-design" and known[option.rule.rule].book == "stargard-design"
