"""What the policies of an edition switch off in its family's code: it is not that game's rule code.

`if play.edition.once_a_hex: ...` is nothing to a game whose edition has no such rule. Nor is `if self.guns: ...` where
there is no ship: that is a fact of the game.
"""

from __future__ import annotations

import ast
import pickle
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.mutants.changes import Change

ANY = "any"
AROUND = ("boolean", "condition", "return")  # changes that begin where the first of their parts begins
ASK = """
import pickle, sys
from dataclasses import fields
from importlib import import_module
edition = import_module("countermarch.games.%s.edition").EDITION
values = {field.name: getattr(edition, field.name) for field in fields(edition)}
plain = {name: value if isinstance(value, (str, int, bool)) else bool(value) for name, value in values.items()}
sys.stdout.buffer.write(pickle.dumps({**plain, "concordance": dict(edition.concordance)}))
"""


def policies(game: str) -> dict[str, Any]:
    """An edition's policies by name: words, numbers, the concordance as they are; of the rest whether there is any."""
    told = subprocess.run([sys.executable, "-c", ASK % game], capture_output=True, check=True).stdout
    found: dict[str, Any] = pickle.loads(told)
    return found


@dataclass(frozen=True, slots=True)
class Off:
    """Stretches of a file that are never carried out, and conditions that always come to the same."""

    dead: Sequence[ast.AST]
    settled: Mapping[tuple[int, int], str]  # "True", "False", or ANY where it makes no difference

    def __contains__(self, change: Change) -> bool:
        if change.kind == "condition" and self.settled.get(change.at) in (change.after, ANY):
            return True
        return any(_holds(node, change) for node in self.dead)


@dataclass(frozen=True, slots=True)
class Fact:
    """What an expression always comes to in a game; `*` stands for anything."""

    expression: str
    truth: bool

    def is_about(self, text: str) -> bool:
        return re.fullmatch(".*".join(map(re.escape, self.expression.split("*"))), text) is not None


@dataclass(frozen=True, slots=True)
class _Known:
    values: Mapping[str, Any]
    facts: Sequence[Fact]


def off(tree: ast.AST, values: Mapping[str, Any], facts: Sequence[Fact] = ()) -> Off:
    settled, known = {}, _Known(values, facts)
    for node in ast.walk(tree):
        for test in (getattr(node, "test", None), *getattr(node, "ifs", ())):
            if isinstance(test, ast.expr) and (truth := _truth(test, known)) is not None:
                settled[test.lineno, test.col_offset] = str(truth)
        if isinstance(node, ast.IfExp) and _is_one_rule(node.body, node.orelse, known):
            settled[node.test.lineno, node.test.col_offset] = ANY
    return Off([*_dead(tree, known), *_overridden(tree, values)], settled)


def _overridden(tree: ast.AST, values: Mapping[str, Any]) -> Iterator[ast.AST]:
    """Defaults of policies for which an edition has a value of its own."""
    editions = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == "Edition"]
    lines = [line for edition in editions for line in edition.body if isinstance(line, ast.AnnAssign)]
    for node in lines:
        default = node.value.value if isinstance(node.value, ast.Constant) else None
        if default is not None and values.get(ast.unparse(node.target), default) != default:
            yield node


def _dead(tree: ast.AST, known: _Known) -> Iterator[ast.AST]:
    for node in ast.walk(tree):
        if isinstance(node, ast.If | ast.IfExp):
            truth = _truth(node.test, known)
            branches = {True: node.orelse, False: node.body}
            if truth is not None:
                branch = branches[truth]
                yield from branch if isinstance(branch, list) else [branch]
            elif isinstance(node, ast.IfExp) and _is_one_rule(node.body, node.orelse, known):
                yield node.test
        elif isinstance(node, ast.BoolOp):
            yield from _unasked(node, known)
        elif isinstance(node, ast.For) and _truth(node.iter, known) is False:
            yield from node.body
        elif isinstance(node, ast.comprehension) and _truth(node.iter, known) is False:
            yield from node.ifs
        for body in (getattr(node, name, None) for name in ("body", "orelse")):
            if isinstance(body, list):
                yield from _after_a_jump(body, known)


def _is_one_rule(a: ast.expr, b: ast.expr, known: _Known) -> bool:
    """Two numbers of the family that are one rule in the game's book."""
    names = known.values.get("concordance", {})
    rules = [names.get(node.value) for node in (a, b) if isinstance(node, ast.Constant)]
    return len(rules) == 2 and rules[0] is not None and rules[0] == rules[1]


def _unasked(node: ast.BoolOp, known: _Known) -> Iterator[ast.AST]:
    """Whatever it comes to, the operand that decides decides; where there are two of them, neither need."""
    decides = isinstance(node.op, ast.Or)
    deciding = [operand for operand in node.values if _truth(operand, known) is decides]
    if deciding:
        yield from (operand for operand in node.values if len(deciding) > 1 or operand is not deciding[0])


def _after_a_jump(body: Sequence[ast.stmt], known: _Known) -> Iterator[ast.AST]:
    for at, node in enumerate(body):
        if isinstance(node, ast.If) and _truth(node.test, known) and isinstance(node.body[-1], ast.Return | ast.Raise):
            yield from body[at + 1 :]
            return


def _truth(node: ast.expr, known: _Known) -> bool | None:
    """What a condition comes to in this edition, if its policies and what is always so in the game settle it."""
    said = next((fact.truth for fact in known.facts if fact.is_about(ast.unparse(node))), None)
    if said is not None:
        return said
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        truth = _truth(node.operand, known)
        return None if truth is None else not truth
    if isinstance(node, ast.BoolOp):
        decides = isinstance(node.op, ast.Or)
        truths = [_truth(operand, known) for operand in node.values]
        return decides if decides in truths else None if None in truths else not decides
    if isinstance(node, ast.Compare):
        return _compared(node, known)
    value = _value(node, known)
    return None if value is None else bool(value)


def _compared(node: ast.Compare, known: _Known) -> bool | None:
    value, op, other = _value(node.left, known), node.ops[0], node.comparators[0]
    if value is None or len(node.ops) > 1 or not isinstance(other, ast.Constant):
        return None
    if isinstance(op, ast.Eq | ast.NotEq) and isinstance(value, str | int):
        return bool(value == other.value) == isinstance(op, ast.Eq)
    if isinstance(op, ast.Is | ast.IsNot) and other.value is None:
        return bool(value) == isinstance(op, ast.IsNot)
    return None


def _value(node: ast.expr, known: _Known) -> Any:
    """Of `edition.name`, `play.edition.name`, `self.edition.name`."""
    if not isinstance(node, ast.Attribute):
        return None
    owner = node.value
    name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
    return known.values.get(node.attr) if name == "edition" else None


def _holds(node: ast.AST, change: Change) -> bool:
    """Whether a change lies in a stretch; where both begin alike, it may be of what lies around it."""
    if not isinstance(node, ast.stmt | ast.expr):
        return False
    start = node.lineno, node.col_offset
    if change.at == start and isinstance(node, ast.expr) and change.kind in AROUND:
        return isinstance(node, ast.BoolOp) if change.kind == "boolean" else change.before == ast.unparse(node)
    return start <= change.at < (node.end_lineno or 0, node.end_col_offset or 0)
