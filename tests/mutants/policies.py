"""What the policies of an edition switch off in its family's code: it is not that game's rule code.

`if play.edition.once_a_hex: ...` is nothing to a game whose edition has no such rule.
"""

from __future__ import annotations

import ast
import pickle
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.mutants.changes import Change

ASK = """
import pickle, sys
from dataclasses import fields
from importlib import import_module
edition = import_module("countermarch.games.%s.edition").EDITION
values = {field.name: getattr(edition, field.name) for field in fields(edition)}
plain = {name: value if isinstance(value, (str, int, bool)) else bool(value) for name, value in values.items()}
sys.stdout.buffer.write(pickle.dumps(plain))
"""


def policies(game: str) -> dict[str, Any]:
    """An edition's policies by name: words and numbers as they are, of the rest whether there is something."""
    told = subprocess.run([sys.executable, "-c", ASK % game], capture_output=True, check=True).stdout
    found: dict[str, Any] = pickle.loads(told)
    return found


@dataclass(frozen=True, slots=True)
class Off:
    """Stretches of a file that are never carried out, and conditions that always come to the same."""

    dead: Sequence[ast.AST]
    settled: Mapping[tuple[int, int], bool]

    def __contains__(self, change: Change) -> bool:
        if change.kind == "condition" and change.after == str(self.settled.get(change.at)):
            return True
        return any(_holds(node, change.at) for node in self.dead)


def off(tree: ast.AST, values: Mapping[str, Any]) -> Off:
    settled = {}
    for node in ast.walk(tree):
        test = getattr(node, "test", None)
        if isinstance(test, ast.expr) and (truth := _truth(test, values)) is not None:
            settled[test.lineno, test.col_offset] = truth
    return Off(list(_dead(tree, values)), settled)


def _dead(tree: ast.AST, values: Mapping[str, Any]) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp):
            truth = _truth(node.test, values)
            branches = {True: node.orelse, False: node.body}
            if truth is not None:
                branch = branches[truth]
                yield from branch if isinstance(branch, list) else [branch]
        elif isinstance(node, ast.BoolOp):
            yield from _unasked(node, values)
        for body in (getattr(node, name, None) for name in ("body", "orelse")):
            if isinstance(body, list):
                yield from _after_a_jump(body, values)


def _unasked(node: ast.BoolOp, values: Mapping[str, Any]) -> Iterator[ast.AST]:
    """What comes after the operand that decides."""
    decides = isinstance(node.op, ast.Or)
    for at, operand in enumerate(node.values):
        if _truth(operand, values) is decides:
            yield from node.values[at + 1 :]
            return


def _after_a_jump(body: Sequence[ast.stmt], values: Mapping[str, Any]) -> Iterator[ast.AST]:
    for at, node in enumerate(body):
        if isinstance(node, ast.If) and _truth(node.test, values) and isinstance(node.body[-1], ast.Return | ast.Raise):
            yield from body[at + 1 :]
            return


def _truth(node: ast.expr, values: Mapping[str, Any]) -> bool | None:
    """What a condition comes to in this edition, if its policies alone settle it."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        truth = _truth(node.operand, values)
        return None if truth is None else not truth
    if isinstance(node, ast.BoolOp):
        decides = isinstance(node.op, ast.Or)
        truths = [_truth(operand, values) for operand in node.values]
        return decides if decides in truths else None if None in truths else not decides
    if isinstance(node, ast.Compare):
        return _compared(node, values)
    value = _value(node, values)
    return None if value is None else bool(value)


def _compared(node: ast.Compare, values: Mapping[str, Any]) -> bool | None:
    value, op, other = _value(node.left, values), node.ops[0], node.comparators[0]
    if value is None or len(node.ops) > 1 or not isinstance(other, ast.Constant):
        return None
    if isinstance(op, ast.Eq | ast.NotEq) and isinstance(value, str | int):
        return bool(value == other.value) == isinstance(op, ast.Eq)
    if isinstance(op, ast.Is | ast.IsNot) and other.value is None:
        return bool(value) == isinstance(op, ast.IsNot)
    return None


def _value(node: ast.expr, values: Mapping[str, Any]) -> Any:
    """Of `edition.name`, `play.edition.name`, `self.edition.name`."""
    if not isinstance(node, ast.Attribute):
        return None
    owner = node.value
    name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return values.get(node.attr) if name == "edition" else None


def _holds(node: ast.AST, at: tuple[int, int]) -> bool:
    if not isinstance(node, ast.stmt | ast.expr):
        return False
    return (node.lineno, node.col_offset) <= at < (node.end_lineno or 0, node.end_col_offset or 0)
