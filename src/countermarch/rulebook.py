"""A game's rules as an index: ids, titles, gists; what a refusal cites."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from countermarch.texts import Text


@dataclass(frozen=True, slots=True)
class Citation:
    game: str
    rule: str

    def __str__(self) -> str:
        return f"{self.game} {self.rule}"


@dataclass(frozen=True, slots=True)
class Refusal:
    """A rule saying no, with its reason."""

    citation: Citation
    text: Text

    def __str__(self) -> str:
        return f"{self.text} ({self.citation})"


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    title: str
    gist: str
    kind: str


@cache
def rules_of(game: str, language: str = "en") -> Mapping[str, Rule]:
    """Every rule of a game by its id, in the rulebook's order."""
    folder = files("countermarch.games").joinpath(game, "data")
    kinds = {rule["id"]: rule["kind"] for rule in _entries(folder.joinpath("rules.en.toml").read_text("utf-8"))}
    entries = _entries(folder.joinpath(f"rules.{language}.toml").read_text("utf-8"))
    return {e["id"]: Rule(e["id"], e["title"], e["gist"], kinds[e["id"]]) for e in entries}


def _entries(text: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads(text)["rule"]
    return found
