"""docs/reference.md: its examples run, and no public name is missing from it or without a word of its own."""

from __future__ import annotations

import doctest
import inspect
from pathlib import Path

import pytest

import countermarch as cm

PAGE = Path(__file__).parent.parent / "docs" / "reference.md"
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MEMBERS = [(cls, name) for cls in (cm.Game, cm.Match) for name in vars(cls) if not name.startswith("_")]


def test_the_examples_run() -> None:
    found = doctest.testfile(str(PAGE), module_relative=False, optionflags=FLAGS)
    assert found.attempted > 40 and not found.failed


@pytest.mark.parametrize("name", cm.__all__)
def test_every_public_name_is_told(name: str) -> None:
    assert f"`{name}" in PAGE.read_text(encoding="utf-8")
    said = inspect.getdoc(getattr(cm, name)) or ""
    assert said and not said.startswith(f"{name}("), f"{name} has no docstring"


@pytest.mark.parametrize(("cls", "name"), MEMBERS, ids=[f"{cls.__name__}.{name}" for cls, name in MEMBERS])
def test_every_member_is_told(cls: type, name: str) -> None:
    assert f"`{cls.__name__}.{name}" in PAGE.read_text(encoding="utf-8")
    assert inspect.getdoc(inspect.getattr_static(cls, name))
