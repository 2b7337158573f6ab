"""Actions that are not legal, or not even actions, for any game with a grammar."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any

from countermarch.notation import Choice, Grammar, Slot

GARBAGE = ("", "   ", "\0", "done done", "move", "to 9999", "to 0101 via", "fly to the moon", "apart +", "é")
Likely = Mapping[str, Sequence[int]]  # by kind: what is worth trying more often
HOW_MANY = {"units": (1, 3), "path": (1, 4), "via": (0, 3)}


def random_choice(rng: Random, grammar: Grammar, likely: Likely, code: int | None = None) -> Choice:
    """Any verb, or the one given, with any words."""
    verb = grammar.verbs[rng.randrange(len(grammar.verbs)) if code is None else code]
    args: list[int] = []
    for slot in verb.slots:
        args += _random_words(rng, grammar, likely, slot)
    return (verb.code, *args)


def _random_words(rng: Random, grammar: Grammar, likely: Likely, slot: Slot) -> list[int]:
    if isinstance(slot, tuple):
        return [rng.randrange(len(slot))]
    if slot == "number":
        return [rng.randrange(5)]
    kind = {"units": "unit", "path": "hex", "via": "hex"}.get(slot, slot)
    names = likely[kind] if likely.get(kind) and rng.random() < 0.7 else range(len(grammar.names[kind]))
    return [rng.choice(names) for _ in range(rng.randint(*HOW_MANY.get(slot, (1, 1))))]


def twisted(rng: Random, grammar: Grammar, likely: Likely, legal: Sequence[Choice]) -> Choice:
    """A legal action with one of its words exchanged, which rules must tell from the real one."""
    choice = list(rng.choice(legal))
    other = random_choice(rng, grammar, likely, choice[0])
    at = rng.randrange(len(choice))
    if at == 0:
        return random_choice(rng, grammar, likely)
    if at < len(other):
        choice[at] = other[at]
    return tuple(choice)


def broken(rng: Random, text: str) -> Any:
    """A text that is no action, or something that is no text."""
    words = text.split()
    ways = [text[:-1], text + " x", text.upper(), text.replace(" ", ""), text[::-1], " ".join(words[::-1])]
    return rng.choice([*ways, *GARBAGE, None, 7, text.encode(), [text]])


@cache
def mirrored(grammar: Grammar) -> Grammar:
    """The grammar of another game, in which the same numbers stand for other units and hexes."""
    verbs = {verb.word: verb.slots for verb in grammar.verbs}
    return Grammar(verbs, {kind: row[::-1] for kind, row in grammar.names.items()})
