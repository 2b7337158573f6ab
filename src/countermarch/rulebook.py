"""A game's rules as an index: ids, titles, gists; what a refusal cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from countermarch.shelf import FileError, data_of, read_toml
from countermarch.texts import Text

KINDS = ("enforce", "data", "info")  # what the engine applies, a table, the rest
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
    known = _entries(folder / f"{name}.en.toml", ("title", "gist", "kind"))
    for id, rule in known.items():
        if rule["kind"] not in KINDS:
            raise FileError(f"{name}.en.toml, rule {id}: kind {rule['kind']!r} is not one of: {', '.join(KINDS)}")
    file = folder / f"{name}.{language}.toml"
    said = _entries(file, ("title", "gist")) if file.is_file() else known
    for id in sorted(known.keys() ^ said.keys()):
        raise FileError(f"rule {id} is in only one of {name}.en.toml and {file.name}")
    return [Rule(id, rule["title"], rule["gist"], known[id]["kind"], book=book) for id, rule in said.items()]


def _entries(file: Path, fields: Sequence[str]) -> dict[str, dict[str, str]]:
    """The rules of a file by their numbers."""
    if not file.is_file():
        raise FileError(f"there is no {file.name} in the data of {file.parent.parent.name}")
    found: dict[str, dict[str, str]] = {}
    for at, rule in enumerate(read_toml(file).get("rule", ()), 1):
        for field in ("id", *fields):
            if field not in rule:
                raise FileError(f"{file.name}, rule {rule.get('id', f'number {at}')}: {field} is missing")
        if rule["id"] in found:
            raise FileError(f"{file.name}, rule {rule['id']}: it is there twice")
        found[rule["id"]] = rule
    return found
