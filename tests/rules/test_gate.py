"""The gate of all games: every rule to be enforced is proved by a marked test, and every mark names a rule."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

import countermarch as cm
from countermarch.rulebook import Rule, books_of, rules_of
from tests.rules.marks import marked, proved

GAMES = [info.key for info in cm.games()]
README = Path(__file__).parents[2] / "README.md"


def name(rule: Rule) -> str:
    return f"{rule.book} {rule.id}"


def enforced(game: str) -> list[str]:
    return [name(rule) for rule in rules_of(game).values() if rule.kind == "enforce"]


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_to_be_enforced_is_proved(game: str) -> None:
    assert enforced(game) and [rule for rule in enforced(game) if rule not in proved()] == []


def test_every_mark_names_a_rule() -> None:
    known = {name(rule) for game in GAMES for rule in rules_of(game).values()}
    assert {rule: test.name for test in marked() for rule in test.rules if rule not in known} == {}


def test_every_marked_test_checks_something() -> None:
    assert [test.name for test in marked() if not test.checks] == []


def test_every_game_is_proved_in_its_own_room() -> None:
    """A test of another game may speak of a rule as well, but does not stand in for one of the game's own."""
    own = {rule for test in marked() for rule in test.rules if rule.split()[0] in _books(test.name.partition("/")[0])}
    assert [rule for game in GAMES for rule in enforced(game) if rule not in own] == []


def _books(game: str) -> tuple[str, ...]:
    return books_of(game) if game in GAMES else ()


def test_the_front_page_counts_the_rules() -> None:
    rows = re.findall(r"docs/games/(\w+)\.md\) \|[^|]*\| (\d+) \|", README.read_text("utf-8"))
    assert {game: int(count) for game, count in rows} == {game: len(enforced(game)) for game in GAMES}
    total = Counter(re.findall(r"(\d+) rules proved by tests", README.read_text("utf-8")))
    assert total == {str(sum(len(enforced(game)) for game in GAMES)): 1}
