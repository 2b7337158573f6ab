"""What may be changed in a source: one thing at a time, each a small error a programmer could have made."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
# `h >= 0` asks whether a unit is on the map: the opposite, rather than `h > 0`, which is about the hex in the corner.
TURNED: dict[type[ast.cmpop], type[ast.cmpop]] = {ast.GtE: ast.Lt, ast.Lt: ast.GtE}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any"}
SEQUENCES = (ast.List, ast.Tuple, ast.ListComp, ast.JoinedStr, ast.Dict, ast.Set, ast.SetComp, ast.DictComp)
RULE = re.compile(r"(?:[a-z0-9]+ )?(?:\d+(?:\.\d+)+[a-z]?(?:[(#][\w-]+\)?)*|RET\.\d+)")

# What is no rule: words for the reader, checks of the caller's spelling and of the data, types.
WORDS = {"say", "_line", "_words", "cast", "NewType", "TypeVar", "field", "lru_cache", "whole"}
COMPLAINTS = {"GameError", "DataError", "PositionError", "AssertionError", "ValueError", "TypeError"}
NOT_COUNTED = {"strict", "slots", "frozen", "init", "repr", "compare", "default_factory"}  # keywords of calls

SELDOM = 0.25  # a wrong citation and a missing line in the log weigh less than a wrong result
ENOUGH = 24  # characters of context by which a reader knows the place


@dataclass(frozen=True, slots=True)
class Change:
    """One thing changed, where and how; the text before and after is of the nearest expression that tells."""

    kind: str
    function: str  # "" where it is carried out at import
    at: tuple[int, int]  # line and column
    span: tuple[int, int]  # the lines of the statement, or of the head of a compound one
    before: str
    after: str
    weight: float

    @property
    def line(self) -> int:
        return self.at[0]


@dataclass(slots=True)
class _Spot:
    """Where the walk is: the node, what it hangs on, the statement around it."""

    function: str
    span: tuple[int, int]
    trail: list[ast.AST]


def changes(tree: ast.Module) -> Iterator[Change]:
    """All changes in the order of the source. While one is yielded, the tree is changed; then it is put right again."""
    yield from _Walk(tree).module()


def changed(source: str, number: int) -> tuple[ast.Module, Change]:
    """The source with its n-th change."""
    tree = ast.parse(source)
    for at, change in enumerate(changes(tree)):
        if at == number:
            return ast.fix_missing_locations(tree), change
    raise IndexError(number)


class _Walk:
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.rules = sorted({str(n.value) for n in ast.walk(tree) if isinstance(n, ast.Constant) and _is_rule(n.value)})

    def module(self) -> Iterator[Change]:
        yield from self.body(self.tree.body, _Spot("", (0, 0), [self.tree]), "")

    # statements

    def body(self, body: list[ast.stmt], spot: _Spot, path: str) -> Iterator[Change]:
        for at, node in enumerate(body):
            here = _Spot(spot.function, _head(node), [*spot.trail, node])
            yield from self.statement(body, at, node, here, path)

    def statement(self, body: list[ast.stmt], at: int, node: ast.stmt, spot: _Spot, path: str) -> Iterator[Change]:
        if isinstance(node, ast.FunctionDef):
            yield from self.function(node, spot, path)
        elif isinstance(node, ast.ClassDef):
            yield from self.body(node.body, spot, f"{path}{node.name}.")
        elif _is_no_rule(node):
            return
        else:
            yield from self.deleted(body, at, node, spot)
            yield from self.parts(node, spot)
            for name in ("body", "orelse", "finalbody"):
                yield from self.body(getattr(node, name, []), spot, path)
            for handler in getattr(node, "handlers", []):
                yield from self.body(handler.body, spot, path)
            for case in getattr(node, "cases", []):
                yield from self.body(case.body, spot, path)

    def function(self, node: ast.FunctionDef, spot: _Spot, path: str) -> Iterator[Change]:
        if node.name in ("__repr__", "__str__"):
            return
        for default in (*node.args.defaults, *(d for d in node.args.kw_defaults if d is not None)):
            yield from self.expression(default, _Spot(spot.function, spot.span, [*spot.trail, node.args]))
        name = spot.function or f"{path}{node.name}"
        yield from self.body(node.body, _Spot(name, spot.span, spot.trail), f"{path}{node.name}.")

    def deleted(self, body: list[ast.stmt], at: int, node: ast.stmt, spot: _Spot) -> Iterator[Change]:
        """A statement left out, or a loop left otherwise."""
        other: ast.stmt
        if isinstance(node, ast.Break | ast.Continue):
            other = ast.Continue() if isinstance(node, ast.Break) else ast.Break()
        elif spot.function and _may_go(node):
            other = ast.Pass()
        else:
            return
        before = ast.unparse(node)
        ast.copy_location(other, node)
        body[at] = other
        weight = SELDOM if _told(node) else 1.0
        yield Change("statement", spot.function, _place(node, spot), spot.span, before, ast.unparse(other), weight)
        body[at] = node

    def parts(self, node: ast.stmt, spot: _Spot) -> Iterator[Change]:
        """The expressions of a statement; the head of a compound one."""
        if isinstance(node, ast.If):
            yield from self.forced(node, "test", spot, (True, False))
        elif isinstance(node, ast.While):
            yield from self.forced(node, "test", spot, (False,))
        elif isinstance(node, ast.Return) and node.value is not None:
            yield from self.returned(node, spot)
        elif isinstance(node, ast.AugAssign):
            yield from self.operator(node, spot)
        for name, value in ast.iter_fields(node):
            if name in ("annotation", "body", "orelse", "finalbody", "handlers", "cases", "targets", "target"):
                if name in ("targets", "target"):
                    yield from self.targets(value, spot)
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.expr | ast.withitem):
                    yield from self.expression(child, spot)

    def targets(self, value: object, spot: _Spot) -> Iterator[Change]:
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.Subscript):
                yield from self.expression(child, spot)

    def returned(self, node: ast.Return, spot: _Spot) -> Iterator[Change]:
        value = node.value
        if isinstance(value, ast.Constant) and not isinstance(value.value, int):
            return
        if isinstance(value, ast.Compare | ast.BoolOp) or _is_not(value):
            assert value is not None
            other: ast.expr = value.operand if _is_not(value) else ast.UnaryOp(ast.Not(), value)  # type: ignore[attr-defined]
            yield from self.swapped("return", node, "value", ast.copy_location(other, value), spot, node)
        elif not isinstance(value, ast.Constant):
            assert value is not None
            nothing = ast.copy_location(ast.Constant(None), value)
            yield from self.swapped("return", node, "value", nothing, spot, node)

    # expressions

    def expression(self, node: ast.AST, spot: _Spot) -> Iterator[Change]:
        if _called(node) in WORDS or isinstance(node, ast.JoinedStr):
            return
        here = _Spot(spot.function, spot.span, [*spot.trail, node])
        yield from self.one(node, spot)
        for name, value in ast.iter_fields(node):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.keyword) and child.arg in NOT_COUNTED:
                    continue
                if isinstance(child, ast.Constant) and (name == "keys" or _is_sign(node)):
                    continue
                if isinstance(child, ast.expr | ast.comprehension | ast.keyword | ast.withitem):
                    yield from self.expression(child, here)

    def one(self, node: ast.AST, spot: _Spot) -> Iterator[Change]:
        """What may be changed in this node itself."""
        if isinstance(node, ast.Compare):
            yield from self.compared(node, spot)
        elif isinstance(node, ast.BinOp):
            yield from self.operator(node, spot)
        elif isinstance(node, ast.BoolOp):
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield from self.put("boolean", node, "op", other, spot)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
            yield from self.unsigned(node, spot)
        elif isinstance(node, ast.IfExp):
            yield from self.forced(node, "test", spot, (True, False))
        elif isinstance(node, ast.comprehension):
            yield from self.unfiltered(node, spot)
        elif isinstance(node, ast.Call) and _called(node) in CALLED and isinstance(node.func, ast.Name):
            yield from self.put("call", node.func, "id", CALLED[node.func.id], _inner(spot, node))
        elif isinstance(node, ast.Constant):
            yield from self.constant(node, spot)

    def compared(self, node: ast.Compare, spot: _Spot) -> Iterator[Change]:
        for at, op in enumerate(node.ops):
            ops = [*node.ops]
            ops[at] = (TURNED if _is_sign(node) else COMPARED)[type(op)]()
            yield from self.put("comparison", node, "ops", ops, spot)

    def operator(self, node: ast.BinOp | ast.AugAssign, spot: _Spot) -> Iterator[Change]:
        sides = (node.value,) if isinstance(node, ast.AugAssign) else (node.left, node.right)
        joined = any(isinstance(side, SEQUENCES) or _is_text(side) for side in sides)
        if type(node.op) in RECKONED and not joined:
            yield from self.put("arithmetic", node, "op", RECKONED[type(node.op)](), spot)

    def unsigned(self, node: ast.UnaryOp, spot: _Spot) -> Iterator[Change]:
        """`not x` as `x`, `-x` as `x`: written as a double negation, which needs no other parent."""
        other = ast.copy_location(ast.UnaryOp(node.op, node.operand), node.operand)
        yield from self.put("sign", node, "operand", other, spot)

    def unfiltered(self, node: ast.comprehension, spot: _Spot) -> Iterator[Change]:
        for at, test in enumerate(node.ifs):
            for value in (True, False):
                before = ast.unparse(test)
                node.ifs[at] = ast.copy_location(ast.Constant(value), test)
                yield Change("condition", spot.function, _place(test, spot), spot.span, before, str(value), 1.0)
                node.ifs[at] = test

    def constant(self, node: ast.Constant, spot: _Spot) -> Iterator[Change]:
        value = node.value
        if isinstance(value, bool):
            yield from self.put("constant", node, "value", not value, spot)
        elif isinstance(value, int | float):
            other = 0 if _is_flag(node, spot) else value + 1
            yield from self.put("constant", node, "value", other, spot)
        elif _is_rule(value) and len(self.rules) > 1:
            cited = self.rules[(self.rules.index(str(value)) + 1) % len(self.rules)]
            yield from self.put("citation", node, "value", cited, spot, SELDOM)

    def forced(self, node: ast.AST, name: str, spot: _Spot, values: tuple[bool, ...]) -> Iterator[Change]:
        test = getattr(node, name)
        for value in values:
            other = ast.copy_location(ast.Constant(value), test)
            yield from self.swapped("condition", node, name, other, spot)

    # carrying it out

    def put(
        self, kind: str, node: ast.AST, name: str, value: object, spot: _Spot, weight: float = 1.0
    ) -> Iterator[Change]:
        shown, old = _context(node, spot), getattr(node, name)
        before = ast.unparse(shown)
        setattr(node, name, value)
        yield Change(kind, spot.function, _place(node, spot), spot.span, before, ast.unparse(shown), weight)
        setattr(node, name, old)

    def swapped(
        self, kind: str, node: ast.AST, name: str, other: ast.expr, spot: _Spot, shown: ast.AST | None = None
    ) -> Iterator[Change]:
        old = getattr(node, name)
        before = ast.unparse(shown or old)
        setattr(node, name, other)
        yield Change(kind, spot.function, _place(old, spot), spot.span, before, ast.unparse(shown or other), 1.0)
        setattr(node, name, old)


def _context(node: ast.AST, spot: _Spot) -> ast.AST:
    """The node, or as much around it as tells where it stands."""
    for around in reversed(spot.trail):
        compound = isinstance(around, ast.stmt | ast.mod | ast.arguments) and not hasattr(around, "value")
        if compound or len(ast.unparse(node)) >= ENOUGH:
            break
        node = around
    return node


def _place(node: ast.AST, spot: _Spot) -> tuple[int, int]:
    return getattr(node, "lineno", spot.span[0]), getattr(node, "col_offset", 0)


def _inner(spot: _Spot, node: ast.AST) -> _Spot:
    return _Spot(spot.function, spot.span, [*spot.trail, node])


def _head(node: ast.stmt) -> tuple[int, int]:
    """The lines of a statement, without those of the statements inside."""
    body: list[ast.stmt] = getattr(node, "body", []) or list(getattr(node, "cases", []))
    last = max(node.lineno, body[0].lineno - 1) if body and hasattr(body[0], "lineno") else node.end_lineno
    return node.lineno, last or node.lineno


def _is_no_rule(node: ast.stmt) -> bool:
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.Raise | ast.Global | ast.Nonlocal):
        return True
    if isinstance(node, ast.If):
        return ast.unparse(node.test) == "TYPE_CHECKING" or all(_complains(inner) for inner in node.body)
    if isinstance(node, ast.Assign):
        return _enumerates(node)
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _complains(node: ast.stmt) -> bool:
    return isinstance(node, ast.Raise) and _called(node.exc) in COMPLAINTS


def _enumerates(node: ast.Assign) -> bool:
    """`A, B = range(2)`: names for numbers, whatever the numbers."""
    return isinstance(node.targets[0], ast.Tuple) and _called(node.value) == "range"


def _may_go(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Call | ast.Yield | ast.YieldFrom)
    if isinstance(node, ast.AugAssign | ast.Delete):
        return True
    return isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Attribute | ast.Subscript)


def _told(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and _called(node.value) == "tell"


def _called(node: ast.AST | None) -> str:
    func = node.func if isinstance(node, ast.Call) else None
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def _is_not(node: ast.expr | None) -> bool:
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def _is_sign(node: ast.AST) -> bool:
    """`h >= 0`, `h < 0`."""
    if not isinstance(node, ast.Compare) or type(node.ops[-1]) not in TURNED or len(node.ops) > 1:
        return False
    zero = node.comparators[0]
    return isinstance(zero, ast.Constant) and zero.value == 0 and type(zero.value) is int


def _is_flag(node: ast.Constant, spot: _Spot) -> bool:
    """`state.moved[u] = 1`: any other number would do as well, but 0."""
    around = spot.trail[-1]
    return isinstance(around, ast.Assign) and node is around.value and node.value == 1 and bool(spot.function)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_rule(value: object) -> bool:
    return isinstance(value, str) and RULE.fullmatch(value) is not None
