"""What every test shares: how Hypothesis runs, and that rule marks are well formed."""

from __future__ import annotations

import re

import pytest
from hypothesis import settings

# No deadline: the first call of a kernel may compile it. Derandomised: a red run stays red until mended.
settings.register_profile("countermarch", deadline=None, derandomize=True, max_examples=25)
settings.load_profile("countermarch")

collect_ignore = ["outside"]  # a package of its own: test_outside installs it and runs its tests

RULE = re.compile(r"[a-z0-9-]+ \S+")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("rule"):
            _check(item, mark.args)


def _check(item: pytest.Item, rules: tuple[object, ...]) -> None:
    wrong = [rule for rule in rules if not (isinstance(rule, str) and RULE.fullmatch(rule))]
    if wrong or not rules:
        raise pytest.UsageError(
            f"{item.nodeid}: mark.rule takes rules as '<game> <id>', such as 'koenigsberg 9.5.3'; "
            f"got {', '.join(map(repr, wrong)) or 'none'}"
        )
