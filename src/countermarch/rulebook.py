"""A game's rules as an index: ids, titles, gists; what a refusal cites; and as a book, by chapters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

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


def first(refusals: Iterable[Refusal | None]) -> Refusal | None:
    """The first rule that says no, if one does."""
    return next((refusal for refusal in refusals if refusal is not None), None)


@dataclass(frozen=True, slots=True)
class Rule:
    id: str
    title: str
    gist: str
    kind: str
    book: str  # what a citation of it names: the game, or our own design where the game's rulebook is not known


@dataclass(frozen=True, slots=True)
class Chapter:
    key: str
    title: str  # empty if the game has no name for it
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """What is otherwise in another game of the family."""

    ours: tuple[str, ...]
    theirs: tuple[str, ...]
    text: str


@cache
def rules_of(game: str, language: str = "en") -> Mapping[str, Rule]:
    """Every rule a game is played by, by its id: the rulebook's in its order, then those of our own design."""
    return {rule.id: rule for book in books_of(game) for rule in _book(book, language)}


def books_of(game: str) -> tuple[str, ...]:
    if game.endswith(DESIGN):
        return (game,)
    return (game, game + DESIGN) if data_of(game).joinpath("design.en.toml").is_file() else (game,)


# the book


@cache
def chapters_of(game: str, language: str = "en") -> tuple[Chapter, ...]:
    """The rules by chapter, in the order of the rulebook; rules of our own stand among those they complete."""
    titles = _top(game, language, "chapters", {})
    found: dict[str, list[Rule]] = {key: [] for key in titles}
    last = ""
    for rule in rules_of(game, language).values():
        last = _chapter(rule.id, titles, last)
        found.setdefault(last, []).append(rule)
    ordered = {key: sorted(rules, key=_by_number) for key, rules in found.items()} if len(books_of(game)) > 1 else found
    return tuple(Chapter(key, titles.get(key, ""), tuple(rules)) for key, rules in ordered.items() if rules)


def _chapter(id: str, titles: Mapping[str, str], last: str) -> str:
    """What stands before the first sign; what is no number of its own goes with the rule before it."""
    head = re.split(r"[.#(-]", id, maxsplit=1)[0]
    if head in titles:
        return head
    number = re.fullmatch(r"[A-Z]*(\d+)", head)
    if number is None:
        return last or head
    return number[1] if number[1] in titles or not titles else last or number[1]


def _by_number(rule: Rule) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.findall(r"\d+|[^\d.]+", rule.id)]


def about(game: str, language: str = "en") -> str:
    """What the book is, in a sentence or two; empty if the game does not say."""
    return str(_top(game, language, "about", ""))


def chart_rules(game: str) -> Mapping[str, str]:
    """The rule that speaks of each chart."""
    found: dict[str, str] = _top(game, "en", "charts", {})
    return found


def named_in(text: str, rules: Mapping[str, Rule]) -> dict[str, str]:
    """The rules a text names: as written there, and by id. A section whose sentences are counted is its first."""
    spelt = _spelling(tuple(rules))
    return {word: spelt[1][word] for word in spelt[0].findall(text)}


@cache
def _spelling(ids: tuple[str, ...]) -> tuple[re.Pattern[str], Mapping[str, str]]:
    """A bare number is no rule's name in a text: it has a point, or a letter before it."""
    known = {id.partition("#")[0]: id for id in reversed(ids)} | {id: id for id in ids}
    told = {word: id for word, id in known.items() if re.search(r"\d", word) and not word.isdigit()}
    longest = sorted(map(re.escape, told), key=len, reverse=True)
    return re.compile(rf"(?<![\w.,-])(?:{'|'.join(longest) or '(?!)'})(?![\w(#]|-\w|[.,]\d)"), told


def differences_of(game: str, language: str = "en") -> tuple[str, Sequence[Difference]]:
    """What is otherwise than in which other game; none if nobody has written it down."""
    read = _spoken(game, "differences", language)
    entries = read.get("difference", [])
    return read.get("with", ""), [Difference(tuple(e["ours"]), tuple(e["theirs"]), e["text"]) for e in entries]


# files


def _top(game: str, language: str, key: str, otherwise: Any) -> Any:
    return _spoken(game, "rules", language).get(key, otherwise)


@cache
def _spoken(game: str, name: str, language: str) -> Mapping[str, Any]:
    """A file of a game in a language, else in English, else nothing."""
    files = (data_of(game).joinpath(f"{name}.{spoken}.toml") for spoken in (language, "en"))
    found = next((file for file in files if file.is_file()), None)
    return {} if found is None else read_toml(found)


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
