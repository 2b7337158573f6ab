"""Texts in the asked language, with what a seat may not know left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Set
from functools import lru_cache
from typing import Any

from countermarch.board import Board
from countermarch.flow import Event
from countermarch.games.base import Assault, Rules
from countermarch.texts import LANGUAGES, Text, say, words_of
from countermarch.texts.names import PLACE, UNIT, name_in

UNSEEN = say("server.word.unseen")


def language_of(asked: str | None, accepted: str | None) -> str:
    """The one asked for, else the first of the browser's that we have."""
    wanted = [asked or "", *(accepted or "").split(",")]
    known = (word.strip()[:2].lower() for word in wanted)
    return next((word for word in known if word in LANGUAGES), LANGUAGES[0])


def veiled(value: Any, hidden: Set[str]) -> Any:
    """The same value, with hidden units unnamed."""
    if not hidden:
        return value
    if isinstance(value, Text):
        return Text(value.key, {name: veiled(part, hidden) for name, part in value.params.items()})
    if isinstance(value, (tuple, list)):
        return tuple(veiled(part, hidden) for part in value)
    if isinstance(value, str) and "+" in value and not hidden.isdisjoint(value.split("+")):
        return veiled(tuple(value.split("+")), hidden)
    return UNSEEN if isinstance(value, str) and value in hidden else value


def named(value: Any, names: Mapping[str, str]) -> Any:
    """The same value, with units and places called by their names."""
    if isinstance(value, Text):
        return Text(value.key, {name: named(part, names) for name, part in value.params.items()})
    if isinstance(value, (tuple, list)):
        return tuple(named(part, names) for part in value)
    if isinstance(value, str) and "+" in value and value not in names and all(p in names for p in value.split("+")):
        return named(tuple(value.split("+")), names)
    return names.get(value, value) if isinstance(value, str) else value


@lru_cache(maxsize=64)
def names_in(rules: Rules, language: str) -> dict[str, str]:
    """What units and chits are called, and hexes in which something is settled: Wehlau (1835)."""
    board, number = rules.board, rules.board.grid.number
    places = {number(i): f"{name_in(language, PLACE, board.name(i))} ({number(i)})" for i in settled(board)}
    chits = {id: text.render(language) for id, text in rules.words().get("chits", {}).items()}
    return places | chits | {unit.id: name_in(language, UNIT, unit.name) for unit in rules.pieces if unit.name}


@lru_cache(maxsize=64)
def chits_in(rules: Rules, language: str) -> dict[str, str]:
    """What the counters of a cup are called in full: 39Pz, XXXIX Panzer Corps."""
    return {chit["id"]: name_in(language, UNIT, chit["name"]) for chit in rules.chits() if chit.get("name")}


def settled(board: Board) -> Iterator[int]:
    return (i for i in range(board.n) if board.settlement(i) and board.name(i))


def without(value: Any, hidden: Collection[str]) -> Any:
    """The same JSON, with hidden units left out of lists and objects."""
    if not hidden:
        return value
    if isinstance(value, Mapping):
        return {k: without(v, hidden) for k, v in value.items() if not _names(k, hidden) and not _names(v, hidden)}
    if isinstance(value, (tuple, list)):
        return [without(part, hidden) for part in value if not _names(part, hidden)]
    return value


def _names(value: object, hidden: Collection[str]) -> bool:
    return isinstance(value, str) and value in hidden


def plain(value: object, language: str) -> Any:
    """A parameter of a text as JSON."""
    if isinstance(value, Text):
        return value.render(language)
    if isinstance(value, (tuple, list)):
        return [plain(part, language) for part in value]
    return value


def named_by(event: Event, known: Collection[str]) -> Iterator[str]:
    """Every unit or hex that an event names, the reckoning of its attack included."""
    yield from named_in(event.params, known)
    assault: Assault | None = event.assault
    if assault is not None:
        yield from named_in({"units": assault.attackers, "support": tuple(assault.support)}, known)
        for part in assault.preview.parts:
            yield from named_in(part.text.params, known)


def named_in(params: Mapping[str, object], known: Collection[str]) -> Iterator[str]:
    """Every unit or hex that the parameters of a text name, in order; stacks and paths are taken apart."""
    for word in words_of(params.values()):
        yield from _taken_apart(word, known)


def _taken_apart(word: str, known: Collection[str]) -> Iterator[str]:
    """A name may hold the very sign that joins others: what is known as a whole is left whole."""
    for sign in (None, "+", "-"):
        parts = (word,) if sign is None else word.split(sign)
        if all(part in known for part in parts):
            yield from parts
            return
