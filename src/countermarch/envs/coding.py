"""Actions as the numbers of a fixed space, both ways.

The space of a game has a section for each verb whose arguments are a few names (a unit, a hex, a word): there an id
means the same in every position. Behind them lies the section of places: whatever else may be done (stacks, paths,
pairs of long lists) has the number of its place in `legal()`.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from countermarch.notation import Choice, EachHex, Grammar, Verb

Mask = NDArray[np.int8]
NAMED = 4096  # ids a verb may take up for itself
ROOM = 16  # places for each counter and each hex: more than are ever offered at once
OPEN = ("units", "path", "number")  # slots that no list of names exhausts


class Section(NamedTuple):
    """The ids of a verb, from `start`: as many as its names go together, the last one running fastest."""

    verb: str
    start: int
    sizes: tuple[int, ...]

    @property
    def length(self) -> int:
        return prod(self.sizes)


class Coding:
    """The action space of a game: ids from 0 to `n` - 1."""

    def __init__(self, grammar: Grammar) -> None:
        self._grammar = grammar
        self.sections: dict[str, Section] = {}
        self._words = [0] * len(grammar.verbs)  # how many numbers a choice has that is coded by name; 0: none is
        self._starts = [0] * len(grammar.verbs)
        self._widths = [0] * len(grammar.verbs)  # of the last argument
        self.first_place = 0
        for verb in grammar.verbs:
            self._lay_out(verb)
        self.places = ROOM * (len(grammar.names["unit"]) + len(grammar.names["hex"]))
        self.n = self.first_place + self.places
        self._bounds = [section.start for section in self.sections.values()]
        self._named = list(self.sections.values())
        self._codes = [grammar.by_word[verb].code for verb in self.sections]

    def _lay_out(self, verb: Verb) -> None:
        slots = verb.slots[:-1] if verb.slots[-1:] == ("via",) else verb.slots
        if any(slot in OPEN for slot in slots):
            return
        sizes = tuple(len(self._grammar.names_of(slot)) for slot in slots)
        if prod(sizes) > NAMED:
            return
        section = self.sections[verb.word] = Section(verb.word, self.first_place, sizes)
        self._words[verb.code], self._starts[verb.code] = 1 + len(sizes), section.start
        self._widths[verb.code] = sizes[-1] if sizes else 0
        self.first_place += section.length

    # there

    def encode(self, choice: Choice, place: int) -> int:
        """The id of a choice that stands at a place of the list."""
        verb = choice[0]
        words = len(choice)
        if words != self._words[verb]:
            return self.first_place + place
        if words == 2:
            return self._starts[verb] + choice[1]
        if words == 3:
            return self._starts[verb] + choice[1] * self._widths[verb] + choice[2]
        return self._starts[verb] + (self._offset(choice) if words > 1 else 0)

    def listed(self, choice: Choice) -> bool:
        """Whether its place on the list is its only name."""
        return len(choice) != self._words[choice[0]]

    def _offset(self, choice: Choice) -> int:
        sizes = self.sections[self._grammar.verbs[choice[0]].word].sizes
        offset = 0
        for size, argument in zip(sizes, choice[1:], strict=True):
            offset = offset * size + argument
        return offset

    def ids(self, choices: Sequence[Choice]) -> Any:
        """The ids of everything on the list, in its order."""
        if type(choices) is EachHex and self._words[choices.verb] == 2:
            return np.asarray(choices.hexes) + self._starts[choices.verb]
        encode = self.encode
        return [encode(choice, place) for place, choice in enumerate(choices)]

    def mask(self, choices: Sequence[Choice]) -> Mask:
        """A one for everything on the list."""
        mask = np.zeros(self.n, np.int8)
        ids = self.ids(choices)
        mask[ids if len(ids) < self.places else [id for id in ids if id < self.n]] = 1
        return mask

    # and back

    def decode(self, id: int, choices: Sequence[Choice]) -> Choice | None:
        """The choice an id stands for; of a place, the one on the list, or None if none stands there."""
        if id >= self.first_place:
            place = id - self.first_place
            found = choices[place] if place < len(choices) else None
            return found if found is not None and self.listed(found) else None
        if id < 0:
            return None
        at = bisect_right(self._bounds, id) - 1
        return self._codes[at], *self._arguments(self._named[at], id)

    def _arguments(self, section: Section, id: int) -> Choice:
        offset, found = id - section.start, []
        if len(section.sizes) == 1:
            return (offset,)
        for size in reversed(section.sizes):
            offset, argument = divmod(offset, size)
            found.append(argument)
        return tuple(reversed(found))

    def name(self, id: int) -> str:
        """What an id means, whatever the position."""
        if id < self.first_place:
            return self._grammar.write(self.decode(id, ()) or ())
        return f"place {id - self.first_place} of legal()"
