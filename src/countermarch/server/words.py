"""Texts in the asked language, with what a seat may not know left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from countermarch.flow import Event
from countermarch.texts import LANGUAGES, Text, say

UNSEEN = say("server.word.unseen")


def language_of(asked: str | None, accepted: str | None) -> str:
    """The one asked for, else the first of the browser's that we have."""
    wanted = [asked or "", *(accepted or "").split(",")]
    known = (word.strip()[:2].lower() for word in wanted)
    return next((word for word in known if word in LANGUAGES), LANGUAGES[0])


def veiled(value: Any, hidden: Collection[str]) -> Any:
    """The same value, with hidden units unnamed."""
    if not hidden:
        return value
    if isinstance(value, Text):
        return Text(value.key, {name: veiled(part, hidden) for name, part in value.params.items()})
    if isinstance(value, (tuple, list)):
        return tuple(veiled(part, hidden) for part in value)
    return UNSEEN if isinstance(value, str) and value in hidden else value


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


def named_in(event: Event) -> Iterator[str]:
    """Every word of an event that may be a unit or a hex; paths are taken apart."""
    for value in event.params.values():
        for part in value if isinstance(value, (tuple, list)) else (value,):
            if isinstance(part, str):
                yield part
                yield from part.split("-") if "-" in part else ()
