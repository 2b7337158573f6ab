"""What is printed on the counters; never changes in play."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Side:
    index: int
    key: str


@dataclass(frozen=True, slots=True)
class Face:
    """The values of a counter at one strength."""

    attack: int
    defence: int
    move: int


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
    command_range: int
    independent: bool
    dual: bool
    zone: bool
    sources: tuple[tuple[str, str], ...] = ()

    def face(self, steps: int) -> Face:
        return self.faces[steps]
