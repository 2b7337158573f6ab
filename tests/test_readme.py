"""What the front page promises is run: its example, its commands, its links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "CONTRIBUTING.md")


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def examples() -> list[str]:
    return re.findall(r"^```python\n(.*?)^```", page("README.md"), re.DOTALL | re.MULTILINE)


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = examples()
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    assert len(capsys.readouterr().out.splitlines()) == 20


def test_the_example_stays_within_ten_lines() -> None:
    assert all(len(example.splitlines()) <= 10 for example in examples())


@pytest.mark.parametrize("name", PAGES)
def test_every_make_command_is_a_target(name: str) -> None:
    targets = set(re.findall(r"^([a-z]+):", page("Makefile"), re.MULTILINE))
    named = set(re.findall(r"(?:^|`)make ([a-z]+)", page(name), re.MULTILINE))
    assert named
    assert named <= targets


@pytest.mark.parametrize("name", PAGES)
def test_every_local_link_leads_somewhere(name: str) -> None:
    links = re.findall(r"\]\((?!https?:|#)([^)#]+)", page(name))
    assert [link for link in links if not (ROOT / link).exists()] == []
