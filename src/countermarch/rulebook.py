"""A game's rules as an index: ids, titles, gists; what a refusal cites."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from countermarch.shelf import data_of
from countermarch.texts import Text

DESIGN = "-design"  # what a game's rulebook does not say stands in a book of our own


@dataclass(frozen=True, slots=True)
class Citation:
    """A rule by its game and its number in the book; as a string, both."""

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
    book: str  # what a citation of it names: the game, or our own design where the game's rulebook is not known


@cache
def rules_of(game: str, language: str = "en") -> Mapping[str, Rule]:
    """Every rule a game is played by, by its id: the rulebook's in its order, then those of our own design."""
    return {rule.id: rule for book in books_of(game) for rule in _book(book, language)}


def books_of(game: str) -> tuple[str, ...]:
    if game.endswith(DESIGN):
        return (game,)
    return (game, game + DESIGN) if data_of(game).joinpath("design.en.toml").is_file() else (game,)


def _book(book: str, language: str) -> list[Rule]:
    folder, name = data_of(book.removesuffix(DESIGN)), "design" if book.endswith(DESIGN) else "rules"
    kinds = {rule["id"]: rule["kind"] for rule in _entries(folder.joinpath(f"{name}.en.toml").read_text("utf-8"))}
    files = [folder.joinpath(f"{name}.{spoken}.toml") for spoken in (language, "en")]
    entries = _entries(next(file for file in files if file.is_file()).read_text("utf-8"))
    return [Rule(e["id"], e["title"], e["gist"], kinds[e["id"]], book=book) for e in entries]


def _entries(text: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = tomllib.loads(text)["rule"]
    return found
