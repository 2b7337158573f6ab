"""Which rules the tests name, and whether a test that names one checks anything."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

HERE = Path(__file__).parent
CHECKS = ("raises", "assert_", "expect_")  # what a call begins with that checks something


@dataclass(frozen=True)
class Marked:
    """A test that says which rules it proves."""

    name: str
    rules: tuple[str, ...]
    checks: bool


@cache
def marked() -> tuple[Marked, ...]:
    """Every test under this folder that is marked with rules."""
    return tuple(test for file in sorted(HERE.rglob("test_*.py")) for test in _tests(file))


def proved() -> frozenset[str]:
    return frozenset(rule for test in marked() if test.checks for rule in test.rules)


def _tests(file: Path) -> Iterator[Marked]:
    tree = ast.parse(file.read_text("utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    for function in functions:
        rules = tuple(_rules(function.decorator_list))
        if rules:
            yield Marked(f"{file.relative_to(HERE)}::{function.name}", rules, any(map(_checks, ast.walk(function))))


def _rules(decorators: Iterable[ast.expr]) -> Iterator[str]:
    """The rules a mark spells out; one that is worked out proves nothing that could be read."""
    for node in decorators:
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "pytest.mark.rule":
            yield from (str(arg.value) for arg in node.args if isinstance(arg, ast.Constant))


def _checks(node: ast.AST) -> bool:
    called = ast.unparse(node.func).rpartition(".")[2] if isinstance(node, ast.Call) else ""
    return isinstance(node, ast.Assert) or called.startswith(CHECKS)
