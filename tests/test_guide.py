"""docs/making-a-game.md: the race is the package test_outside builds and plays, Bridgehead is quoted as it is."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "making-a-game.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^`([\w/.]+)`\n\n```\w+\n(.*?)\n```$", re.DOTALL | re.MULTILINE)
OUTSIDE, GAMES = ROOT / "tests" / "outside", ROOT / "src" / "countermarch" / "games"


def snippets() -> dict[str, list[str]]:
    found = defaultdict(list)
    for path, text in BLOCK.findall(PAGE):
        found[path].append(text)
    return found


def test_the_race_is_told_whole_and_as_it_is_played() -> None:
    """Piece by piece, every file of the package."""
    told = {path: rows for path, rows in snippets().items() if not path.startswith("bridgehead/")}
    files = [file for file in OUTSIDE.rglob("*") if file.is_file() and file.suffix in (".py", ".toml", ".csv")]
    assert set(told) == {str(file.relative_to(OUTSIDE)) for file in files}
    for path, rows in told.items():
        assert "\n\n\n".join(rows) == (OUTSIDE / path).read_text(encoding="utf-8").strip()


def test_what_is_quoted_of_bridgehead_stands_there() -> None:
    quoted = {path: rows for path, rows in snippets().items() if path.startswith("bridgehead/")}
    assert len(quoted) >= 6
    for path, rows in quoted.items():
        whole = (GAMES / path).read_text(encoding="utf-8")
        assert all(f"{row}\n" in whole for row in rows), f"{path} has changed; quote it anew"


def test_no_snippet_is_left_out_of_the_tests() -> None:
    """But for the commands of a shell, which test_outside runs, and the list of files."""
    assert PAGE.count("```") == 2 * (len(BLOCK.findall(PAGE)) + PAGE.count("```sh") + PAGE.count("```text"))


def test_the_list_of_files_names_what_is_there() -> None:
    (listed,) = re.findall(r"^```text\nhexrace/\n(.*?)\n```$", PAGE, re.DOTALL | re.MULTILINE)
    names = [line.strip().rstrip("/") for line in listed.splitlines()]
    known = {path.name for path in OUTSIDE.rglob("*") if path.suffix not in (".csv", ".pyc")}
    assert set(names) <= known and {"pyproject.toml", "hexrace", "__init__.py", "data"} <= set(names)
