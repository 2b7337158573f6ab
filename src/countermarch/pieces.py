"""What is printed on the counters; never changes in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

SIZES = ("", "battery", "company", "battalion", "regiment", "brigade", "division", "group", "corps", "army", "front")


@dataclass(frozen=True, slots=True)
class Face:
    """The values of a counter at one strength; a game that prints others has a face of its own."""

    attack: int
    defence: int
    move: int

    @property
    def values(self) -> tuple[int, ...]:
        """As printed, from left to right."""
        return self.attack, self.defence, self.move


@dataclass(frozen=True, slots=True)
class Formation:
    key: str
    name: str
    side: str
    front: str
    colour: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter. `faces[steps]` are its values with that many steps left; `faces[0]` serves units without steps."""

    index: int
    id: str
    side: str
    front: str
    formation: str
    printed: str
    name: str
    kind: str
    size: str
    mobility: str
    steps: int
    faces: tuple[Face, ...]
    sources: tuple[tuple[str, str], ...] = ()
    command_range: int = 0
    independent: bool = False
    dual: bool = False
    zone: bool = True

    def face(self, steps: int) -> Face:
        return self.faces[steps]

    @property
    def extras(self) -> Mapping[str, object]:
        """What else is printed on it, by name."""
        return {}
