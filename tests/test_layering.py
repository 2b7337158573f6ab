"""The arrows of the architecture point one way, and game code is free of clocks, chance and printing."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from importlinter import cli

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "countermarch"
GAME_CODE = ("mechanics", "flow.py", "games")
OUTSIDE = {"asyncio", "datetime", "logging", "random", "secrets", "socket", "subprocess", "time", "urllib"}
SPEAKING = {"input", "print"}


def test_nothing_imports_a_layer_above_it() -> None:
    assert cli.lint_imports(config_filename=str(ROOT / "pyproject.toml"), no_cache=True) == 0


def test_no_line_of_the_client_is_too_long() -> None:
    files = [path for folder in ("src", "tests", "symbols") for path in (ROOT / "web" / folder).rglob("*.*")]
    assert len(files) > 50
    lines = [(path.name, line) for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert [(name, line) for name, line in lines if len(line) > 120] == []


def test_game_code_has_no_clock_no_chance_and_no_voice() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{fault}"
        for path in game_files()
        for fault in faults(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import random", ["1: random"]),
        ("from time import monotonic", ["1: time"]),
        ("import numpy as np\nnp.random.default_rng()", ["2: np.random"]),
        ("def f():\n    print('hello')", ["2: print"]),
        ("from countermarch.dice import Dice\nimport math", []),
    ],
)
def test_faults_are_found(source: str, expected: list[str]) -> None:
    assert list(faults(source)) == expected


def game_files() -> Iterator[Path]:
    for name in GAME_CODE:
        place = SOURCE / name
        yield from sorted(place.rglob("*.py")) if place.is_dir() else [place]


def faults(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.stmt | ast.expr):
            yield from (f"{node.lineno}: {name}" for name in names(node))


def names(node: ast.AST) -> list[str]:
    """What in this one node reaches outside the game."""
    match node:
        case ast.Import():
            return [alias.name for alias in node.names if alias.name.split(".")[0] in OUTSIDE]
        case ast.ImportFrom(module=str(module)) if module.split(".")[0] in OUTSIDE:
            return [module]
        case ast.Call(func=ast.Name(id=name)) if name in SPEAKING:
            return [name]
        case ast.Attribute(value=ast.Name(id=("np" | "numpy") as name), attr="random"):
            return [f"{name}.random"]
    return []
