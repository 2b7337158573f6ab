"""Names of units, formations and places in each language, by their pattern: the data holds them once, in English."""

from __future__ import annotations

import re
from functools import cache

from countermarch.texts import LANGUAGES, Text, catalogue

UNIT, PLACE, DATE, SOURCE = "unit", "place", "date", "source"
SLOTS = {"n": r"(?P<n>\d+)(?:st|nd|rd|th)?", "k": r"(?P<k>\S+)", "x": r"(?P<x>.+)", "y": r"(?P<y>.+)"}
NAMES = ("x", "y")  # the slots that hold a name
SHORTENED = {"es": (re.compile(r"(?<!1)([13])\.º (?=\w)"), r"\1.er ")}  # ordinals before a noun: 1.er, 3.er, 21.er


@cache
def name_in(language: str, family: str, name: str) -> str:
    """A name in a language; one that no pattern fits is the same in all: a place, a German formation, a person."""
    if language == LANGUAGES[0]:
        return name
    if "+" in name:
        return "+".join(name_in(language, family, part) for part in name.split("+"))
    for pattern, key in _patterns(family):
        found = pattern.fullmatch(name)
        if found:
            slots = found.groupdict()
            inner = {slot: name_in(language, family, slots[slot]) for slot in NAMES if slot in slots}
            return _shortened(language, catalogue(language)[key].format(**slots | inner))
    return name


@cache
def dated(dates: str) -> Text | str:
    """A date of the data, to be said in the language that is asked for."""
    for pattern, key in _patterns(DATE):
        found = pattern.fullmatch(dates)
        if found:
            slots = found.groupdict()
            return Text(key, {slot: dated(word) if slot in NAMES else word for slot, word in slots.items()})
    return dates


def _shortened(language: str, name: str) -> str:
    pattern, short = SHORTENED[language]
    return pattern.sub(short, name)


@cache
def _patterns(family: str) -> list[tuple[re.Pattern[str], str]]:
    english, start = catalogue(LANGUAGES[0]), f"names.{family}."
    keys = sorted((key for key in english if key.startswith(start)), key=lambda key: (-_fixed(english[key]), key))
    return [(_pattern(english[key]), key) for key in keys]


def _fixed(text: str) -> int:
    """How much of a pattern is not left open."""
    return len(re.sub(r"\{.\}", "", text))


def _pattern(text: str) -> re.Pattern[str]:
    parts = re.split(r"\{(.)\}", text)
    return re.compile("".join(SLOTS[part] if at % 2 else re.escape(part) for at, part in enumerate(parts)))
