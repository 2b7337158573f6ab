"""Examples of rules: positions of the rule tests, what is played from there, and where it leads.

A game's `data/examples.json.gz` is written by `make examples`, from the tests themselves. Positions are kept as what
differs from one that many share.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

from countermarch.match import IllegalAction, Match, load
from countermarch.rulebook import Citation
from countermarch.shelf import data_of
from countermarch.texts import Text

FILE = "examples.json.gz"
PLAY, REFUSED, WHY = "play", "refused", "why"  # what a step does: it is played, it is refused, it is asked
REPLACED, EDITED, PUT = 0, 1, 2  # a value is another; some of an object are; some of a list are


class StaleExample(ValueError):
    """The rules have changed since it was written down."""


@dataclass(frozen=True, slots=True)
class Example:
    """`steps` begin with their kind; `end` is the fingerprint they lead to."""

    game: str
    title: str
    start: Mapping[str, Any]
    steps: tuple[tuple[Any, ...], ...]
    end: str

    def begin(self) -> Match:
        return load(self.game).from_position(self.start)


@dataclass(frozen=True, slots=True)
class Shown:
    """A step when it is taken: by whom, as which action, and what is told, each with its rule."""

    kind: str
    side: str
    action: str
    told: tuple[tuple[Text, Citation | None], ...]


@cache
def examples_of(game: str) -> Mapping[str, Example]:
    """By rule; none if the game has no such file, or one for other rules than today's."""
    file = data_of(game) / FILE
    if not file.is_file():
        return {}
    read = json.loads(gzip.decompress(file.read_bytes()))
    if read["version"] != load(game).info.version:
        return {}
    base = read["base"]
    found = [
        Example(game, one["title"], joined(base, one["start"]), tuple(map(tuple, one["steps"])), one["end"])
        for one in read["examples"]
    ]
    return {rule: found[at] for rule, at in read["rules"].items()}


def shown(example: Example, match: Match) -> Iterator[Shown]:
    """Every step, taken in a match that begins as the example does."""
    for kind, *said in example.steps:
        side = match.to_act or ""
        if kind == WHY:
            units, hex, mode = said
            refusal = match.why_not(units, hex, mode)
            told = () if refusal is None else ((refusal.text, refusal.citation),)
            yield Shown(kind, side, f"{' '.join(units)} → {hex}", told)
        elif kind == REFUSED:
            yield Shown(kind, side, said[0], (_refused(match, said[0]),))
        else:
            events = match.play(said[0])
            yield Shown(kind, side, said[0], tuple((event.text, event.citation) for event in events))


def _refused(match: Match, action: str) -> tuple[Text, Citation | None]:
    try:
        match.play(action)
    except IllegalAction as refused:
        return refused.reason, refused.citation
    raise StaleExample(f"{action!r} is legal by now")


# positions as what differs


def apart(base: Any, other: Any) -> list[Any] | None:
    """What to change to get from one to the other; None if nothing."""
    if isinstance(base, dict) and isinstance(other, dict):
        changes = {key: apart(base[key], value) if key in base else [REPLACED, value] for key, value in other.items()}
        edits, gone = {k: v for k, v in changes.items() if v is not None}, [key for key in base if key not in other]
        return [EDITED, edits, gone] if edits or gone else None
    if isinstance(base, list) and isinstance(other, list) and len(base) == len(other):
        pairs = ((str(at), apart(*pair)) for at, pair in enumerate(zip(base, other, strict=True)))
        puts = {at: change for at, change in pairs if change is not None}
        return [PUT, puts] if puts else None
    return None if base == other and type(base) is type(other) else [REPLACED, other]


def joined(base: Any, change: list[Any] | None) -> Any:
    """The other again."""
    if change is None:
        return deepcopy(base)
    kind, said, *gone = change
    if kind == REPLACED:
        return said
    if kind == PUT:
        return [joined(item, said.get(str(at))) for at, item in enumerate(base)]
    kept = {key: joined(value, said.get(key)) for key, value in base.items() if key not in gone[0]}
    return kept | {key: joined(None, value) for key, value in said.items() if key not in base}
