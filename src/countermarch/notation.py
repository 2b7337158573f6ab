"""Actions as text, both ways.

A choice is a tuple of ints: the verb, then its arguments. A grammar says what each verb's arguments are:
`unit`, `hex`, `chit`, `number`, a tuple of words (the empty word is left out), `units` and `path` for the rest
of the tuple (`a+b`, `0101-0102`), `via` for an optional path. Text and choice are exact inverses.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import repeat
from typing import overload

from countermarch.texts import ForeignError, Text, say

Choice = tuple[int, ...]
Slot = str | tuple[str, ...]
PLACED = ("unit", "units", "hex", "path", "via")  # what can be pointed at on the table
LONGEST = 2000  # letters of an action; no move of a stack comes near it
WORDY = 40  # letters of a word for which another may have been meant
GO_ON = "go-on"  # the engine's own word, known to every game
DONE = "done"
CLOSING = (DONE, "resolve", GO_ON)  # what ends a decision, in every game
SOME = 8  # names told to somebody who wrote one that does not exist


class NotationError(ForeignError):
    """The text is not an action; says which word is wrong and what would be right."""


@dataclass(frozen=True)
class Verb:
    code: int
    word: str
    slots: tuple[Slot, ...]


class Grammar:
    """The verbs of a game and the names its numbers stand for."""

    def __init__(self, verbs: Mapping[str, Sequence[Slot]], names: Mapping[str, Sequence[str]]) -> None:
        known = {**verbs, GO_ON: ()}  # behind the game's own, whose codes it knows by heart
        self.verbs = tuple(Verb(code, word, tuple(slots)) for code, (word, slots) in enumerate(known.items()))
        self.by_word = {verb.word: verb for verb in self.verbs}
        self.go_on: Choice = (self.by_word[GO_ON].code,)
        self.done: Choice = tuple(verb.code for verb in self.verbs if verb.word == DONE)
        self.closing = frozenset(self.by_word[word].code for word in CLOSING if word in known)
        self.names = names
        for kind, row in names.items():
            _check_names(kind, row)
        self.index = {kind: {name: i for i, name in enumerate(row)} for kind, row in names.items()}

    def write(self, choice: Choice) -> str:
        verb = self.verbs[choice[0]]
        return " ".join([verb.word, *self._written(verb, choice[1:])])

    def _written(self, verb: Verb, args: Choice) -> Iterator[str]:
        for at, slot in enumerate(verb.slots):
            rest = args[at:]
            if slot == "units":
                yield "+".join(self.names["unit"][i] for i in rest)
            elif slot == "path":
                yield "-".join(self.names["hex"][i] for i in rest)
            elif slot == "via":
                if rest:
                    yield "via " + "-".join(self.names["hex"][i] for i in rest)
            elif slot == "number":
                yield str(args[at])
            elif word := self.names_of(slot)[args[at]]:
                yield word

    def names_of(self, slot: Slot) -> Sequence[str]:
        return slot if isinstance(slot, tuple) else self.names[slot]

    def read(self, text: str) -> Choice:
        if len(text) > LONGEST:
            raise NotationError(say("engine.notation.long", length=len(text), most=LONGEST))
        words = text.split()
        if not words:
            raise NotationError(say("engine.notation.empty", verbs=tuple(self.by_word)))
        verb = self.by_word.get(words[0])
        if verb is None:
            raise NotationError(say("engine.notation.verb", word=words[0], hint=hint(words[0], self.by_word)))
        args, rest = self._read_slots(verb, words[1:])
        if rest:
            raise NotationError(say("engine.notation.more", text=text, form=self._form(verb), rest=" ".join(rest)))
        return (verb.code, *args)

    def _read_slots(self, verb: Verb, words: list[str]) -> tuple[list[int], list[str]]:
        args: list[int] = []
        for slot in verb.slots:
            words = self._read_slot(verb, slot, words, args)
        return args, words

    def _read_slot(self, verb: Verb, slot: Slot, words: list[str], args: list[int]) -> list[str]:
        if isinstance(slot, tuple) and (not words or words[0] not in slot):
            if "" not in slot:
                raise NotationError(self._none_of(verb, slot, words))
            args.append(slot.index(""))
            return words
        if slot == "via":
            return self._read_via(words, args)
        if not words:
            raise NotationError(say("engine.notation.missing", form=self._form(verb)))
        args.extend(self._read_word(slot, words[0]))
        return words[1:]

    def _read_via(self, words: list[str], args: list[int]) -> list[str]:
        if not words or words[0] != "via":
            return words
        if len(words) < 2:
            raise NotationError(say("engine.notation.via"))
        args.extend(self._read_word("path", words[1]))
        return words[2:]

    def _read_word(self, slot: Slot, word: str) -> list[int]:
        if isinstance(slot, tuple):
            return [slot.index(word)]
        if slot == "number":
            if not re.fullmatch(r"[0-9]{1,6}", word):
                raise NotationError(say("engine.notation.number", word=word))
            return [int(word)]
        if slot == "units":
            return self._read_set(word)
        if slot == "path":
            return [self._look_up("hex", part) for part in word.split("-")]
        return [self._look_up(slot, word)]

    def _read_set(self, word: str) -> list[int]:
        """Units together are a set: none twice, and the order said does not matter."""
        units = [self._look_up("unit", part) for part in word.split("+")]
        if len(set(units)) < len(units):
            raise NotationError(say("engine.notation.twice", word=word))
        return sorted(units)

    def _look_up(self, kind: str, word: str) -> int:
        try:
            return self.index[kind][word]
        except KeyError:
            known = hint(word, self.index[kind])
            raise NotationError(say(f"engine.notation.no_{kind}", word=word, hint=known)) from None

    def _none_of(self, verb: Verb, slot: tuple[str, ...], words: list[str]) -> Text:
        if words:
            return say("engine.notation.none_of", word=words[0], words=slot, form=self._form(verb))
        return say("engine.notation.one_of", words=slot, form=self._form(verb))

    def _form(self, verb: Verb) -> str:
        return " ".join([verb.word, *map(_shape, verb.slots)])


class EachHex(Sequence[Choice]):
    """One choice for each of some hexes in ascending order, made when read: a move has many ends, and one is taken."""

    __slots__ = ("hexes", "verb")

    def __init__(self, verb: int, hexes: Sequence[int]) -> None:
        self.verb = verb
        self.hexes = hexes

    def __len__(self) -> int:
        return len(self.hexes)

    @overload
    def __getitem__(self, at: int) -> Choice: ...
    @overload
    def __getitem__(self, at: slice) -> list[Choice]: ...
    def __getitem__(self, at: int | slice) -> Choice | list[Choice]:
        if isinstance(at, slice):
            return [(self.verb, h) for h in self.hexes[at]]
        return self.verb, self.hexes[at]

    def __iter__(self) -> Iterator[Choice]:
        return zip(repeat(self.verb), self.hexes)

    def __contains__(self, choice: object) -> bool:
        if not (isinstance(choice, tuple) and len(choice) == 2 and choice[0] == self.verb):
            return False
        at = bisect_left(self.hexes, choice[1])
        return at < len(self.hexes) and self.hexes[at] == choice[1]


class Action:
    """One decision a person would make."""

    __slots__ = ("choice", "grammar")

    def __init__(self, choice: Choice, grammar: Grammar) -> None:
        self.choice = choice
        self.grammar = grammar

    @property
    def verb(self) -> str:
        return self.grammar.verbs[self.choice[0]].word

    def _named(self, *kinds: str) -> Iterator[str]:
        slots = self.grammar.verbs[self.choice[0]].slots
        args = self.choice[1:]
        for at, slot in enumerate(slots):
            if slot in kinds:
                name = "unit" if slot in ("unit", "units") else "hex"
                many = slot in ("units", "path", "via")
                yield from (self.grammar.names[name][i] for i in (args[at:] if many else args[at : at + 1]))

    @property
    def units(self) -> tuple[str, ...]:
        return tuple(self._named("unit", "units"))

    @property
    def hexes(self) -> tuple[str, ...]:
        return tuple(self._named("hex", "path", "via"))

    @property
    def joint(self) -> bool:
        """Whether it names several units that act as one, not one that acts upon another."""
        slots = self.grammar.verbs[self.choice[0]].slots
        return "units" in slots and len(self.choice) - 1 - slots.index("units") > 1

    @property
    def words(self) -> tuple[str, ...]:
        """What is said beside verb, units and hexes: modes, numbers, chits."""
        slots = zip(self.grammar.verbs[self.choice[0]].slots, self.choice[1:], strict=False)
        said = (self._said(slot, argument) for slot, argument in slots)
        return tuple(word for word in said if word)

    def _said(self, slot: Slot, argument: int) -> str:
        if slot in PLACED:
            return ""
        return str(argument) if slot == "number" else self.grammar.names_of(slot)[argument]

    def __str__(self) -> str:
        return self.grammar.write(self.choice)

    def __repr__(self) -> str:
        return f"<Action {self}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and self.choice == other.choice and self.grammar is other.grammar

    def __hash__(self) -> int:
        return hash(self.choice)


def _check_names(kind: str, names: Sequence[str]) -> None:
    """Names must be readable again: no spaces, none twice, no sign that joins several."""
    joint = {"unit": "+", "hex": "-"}.get(kind)
    seen: set[str] = set()
    for name in names:
        if not name or len(name.split()) != 1 or name in seen or (joint and joint in name):
            raise ValueError(f"{name!r} cannot name a {kind} in the notation")
        seen.add(name)


def _shape(slot: Slot) -> str:
    if isinstance(slot, tuple):
        words = "|".join(word for word in slot if word)
        return f"[{words}]" if "" in slot else words
    return "[via HEX-HEX]" if slot == "via" else {"units": "UNIT+UNIT", "path": "HEX-HEX"}.get(slot, slot.upper())


def hint(word: str, known: Iterable[str]) -> Text:
    """What may have been meant, else some of what there is."""
    names = list(known)
    near = get_close_matches(word, names, n=3, cutoff=0.5) if len(word) <= WORDY else []
    if near:
        return say("engine.hint.near", words=either(near))
    return say("engine.hint.all" if len(names) <= SOME else "engine.hint.some", words=tuple(names[:SOME]))


def either(words: Sequence[str]) -> Text | str:
    """'a or b or c'."""
    first, *others = words
    return say("engine.hint.either", one=first, other=either(others)) if others else first
