"""The second edition's tests, played with the first edition's rules: what stands alike in both books is written once.

The tests speak the language of the second edition: they name its rules, and the die that gives a result on its combat
results table. So its numbers and its table are used with them. The first edition's own are proved in the other
modules of this folder.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

import pytest
from _pytest.fixtures import FixtureFunctionDefinition

import countermarch as cm
from countermarch.games.chitpull.edition import Edition
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.koenigsberg45.concordance import CONCORDANCE
from countermarch.rulebook import Citation
from tests.rules.koenigsberg.table import Table

FIRST, SECOND = "koenigsberg45", "koenigsberg"


@pytest.fixture(autouse=True)
def first_edition(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tables are laid for the first edition, without fog, and cite by the second's numbers, as the tests do."""
    rules, others = cm.load(FIRST).rules, cm.load(SECOND).rules
    assert isinstance(rules, ChitPullRules) and isinstance(others, ChitPullRules)
    monkeypatch.setattr(rules.tables, "citations", {})
    monkeypatch.setattr(rules.tables, "combat", others.tables.combat)
    monkeypatch.setattr(Edition, "cite", _by_the_second)
    monkeypatch.setattr(Table, "played", FIRST)
    monkeypatch.setattr(Table, "agreed", {"fog_of_war": "off"})
    yield


def _by_the_second(edition: Edition, rule: str) -> Citation:
    book, _, number = rule.rpartition(" ")
    return Citation(book or SECOND, number)


def alike(second: ModuleType, otherwise: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The tests of a module and their fixtures, each marked with the rules of the first edition that it proves.

    `otherwise` says what differs in the first edition, and which tests therefore do not hold there: a whole test, or
    one of its cases as `test_name[case]`.
    """
    tests = {name: test for name, test in vars(second).items() if name.startswith("test_")}
    but = {name for names in (otherwise or {}).values() for name in names.split()}
    unknown = {name for name in but if name.partition("[")[0] not in tests}
    assert not unknown, f"{second.__name__} has no {', '.join(sorted(unknown))}"
    chapter = second.__name__.rpartition(".test_")[2]
    fixtures = {name: found for name, found in vars(second).items() if isinstance(found, FixtureFunctionDefinition)}
    held = {name: test for name, test in tests.items() if name not in but}
    return fixtures | {f"test_{chapter}_{name[5:]}": _marked(test, but) for name, test in held.items()}


def _marked(test: FunctionType, but: set[str]) -> FunctionType:
    found = FunctionType(test.__code__, test.__globals__, test.__name__, test.__defaults__, test.__closure__)
    found.__annotations__, found.__kwdefaults__ = test.__annotations__, test.__kwdefaults__
    found.pytestmark = [_mark(mark, test.__name__, but) for mark in getattr(test, "pytestmark", [])]  # type: ignore[attr-defined]
    return found


def _mark(mark: pytest.Mark, test: str, but: set[str]) -> pytest.Mark:
    named = mark.kwargs.get("ids")
    if mark.name == "parametrize" and callable(named):
        cases = [case for case in mark.args[1] if f"{test}[{named(case)}]" not in but]
        return pytest.mark.parametrize(mark.args[0], cases, ids=named).mark
    if mark.name != "rule":
        return mark
    rules = [rule.removeprefix(f"{SECOND} ") for rule in mark.args]
    known = [rule for rule in rules if rule in CONCORDANCE]
    assert known, f"the first edition has no rule like {rules}: the test cannot prove one"
    return pytest.mark.rule(*dict.fromkeys(f"{FIRST} {CONCORDANCE[rule]}" for rule in known)).mark
