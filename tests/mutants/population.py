"""Whose code is changed: the rule code of a game, every mutant of it, and a sample of them by seed."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatch
from hashlib import sha256
from pathlib import Path
from typing import Any

from tests.mutants.changes import Change, changes
from tests.mutants.policies import Fact, off, policies

NO_POLICIES: Mapping[str, Any] = {}
QUOTED = re.compile("'([^']*)'")
FAMILY = ("koenigsberg", "koenigsberg45", "stargard")
SMALL = ("bridgehead",)  # made of the parts that small games share
# No rules: positions and saves, what a side could imagine of the hidden, the public face, names of verbs, which rule of
# one book is which of another.
NO_RULES = (
    *("document.py", "frames.py", "shapes.py", "imagination.py", "rules.py", "verbs.py", "concordance.py"),
    "__init__.py",
)
# No rules either: what the table says in words, and where a value of the data comes from.
SPOKEN = (
    "*prompt",
    "questions.py summary",
    "questions.py words",
    "questions.py _words",
    "questions.py sources",
    "questions.py chits",
    "questions.py _line",
    "questions.py _marked",
    "questions.py zones_of",
    "questions.py _zone",
    "questions.py _fate",
)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change of one file; its id stays when other functions change."""

    id: str
    file: str  # under games/
    number: int  # of the change in its file
    change: Change

    @property
    def where(self) -> str:
        return f"{self.file}:{self.change.line}"

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it is called in docs/mutants.md."""
        return self.file, self.change.function, self.change.before, self.change.after


def packages(game: str) -> tuple[str, ...]:
    """Rules that stand once for a family count for each game of it."""
    return (game, "chitpull") if game in FAMILY else (game, "common") if game in SMALL else (game,)


def files(games: Path, game: str) -> list[Path]:
    found = [path for package in packages(game) for path in sorted((games / package).glob("*.py"))]
    return [path for path in found if path.name not in NO_RULES]


def population(games: Path, game: str, facts: Sequence[tuple[str, Fact]] = ()) -> list[Mutant]:
    """Every mutant of a game's rule code, but for what its edition, or what is always so in it, switches off."""
    values = policies(game) if game in FAMILY else {}
    found: list[Mutant] = []
    for path in files(games, game):
        name = path.relative_to(games).as_posix()
        found += mutants(path, name, values, [fact for file, fact in facts if file == name])
    return found


def mutants(path: Path, name: str, values: Mapping[str, Any] = NO_POLICIES, facts: Sequence[Fact] = ()) -> list[Mutant]:
    found, seen = [], Counter[str]()
    source = path.read_text(encoding="utf-8")
    switched_off = off(ast.parse(source), values, facts)
    for number, change in enumerate(changes(ast.parse(source))):
        if _is_spoken(path.name, change.function):
            continue
        told = "\n".join((name, change.function, change.kind, change.before, change.after))
        seen[told] += 1
        id = sha256(f"{told}\n{seen[told]}".encode()).hexdigest()[:8]
        if change not in switched_off and not _cites_the_same(change, values.get("concordance", {})):
            found.append(Mutant(id, name, number, change))
    return found


def _cites_the_same(change: Change, concordance: Mapping[str, str]) -> bool:
    """A citation that is changed for another of the family's numbers, which is the same rule in this book."""
    rules = [[concordance.get(rule, rule) for rule in QUOTED.findall(text)] for text in (change.before, change.after)]
    return change.kind == "citation" and rules[0] == rules[1]


def _is_spoken(file: str, function: str) -> bool:
    names = f"{file} {function}"
    return any(fnmatch(names, f"*{pattern}") for pattern in SPOKEN)


def sample(found: Sequence[Mutant], size: int, seed: int) -> list[Mutant]:
    """So many of them, by weight and seed; a mutant's lot does not hang on what other mutants there are."""
    drawn = sorted(found, key=lambda mutant: (-_lot(mutant, seed), mutant.id))[:size]
    return sorted(drawn, key=lambda mutant: (mutant.file, mutant.number))


def _lot(mutant: Mutant, seed: int) -> float:
    digits = sha256(f"{seed} {mutant.id}".encode()).digest()[:7]
    chance = (int.from_bytes(digits, "big") + 1) / 2**56
    return float(chance ** (1 / mutant.change.weight))
