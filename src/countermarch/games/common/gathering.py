"""Who takes part in an attack: units join one after the other, up to the die."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from countermarch.flow import SideProcedure
from countermarch.notation import Choice
from countermarch.texts import Text, say


@dataclass(slots=True)
class Gathering(SideProcedure):
    """Every step adds; the word that ends it is asked for even when nothing else is left."""

    side: int
    target: int
    units: tuple[int, ...]
    kind = "assign"
    confirms = True
    adds: ClassVar[int]  # the verb by which a unit joins
    ends: ClassVar[int]  # the verb that ends it

    def pool(self, play: Any) -> Iterable[int]:
        """Who may take part; those who do already are left out."""
        raise AssertionError("each game knows who may take part")

    def ready(self, play: Any) -> bool:
        return bool(self.units)

    def resolve(self, play: Any) -> None:
        raise AssertionError("each game knows what is done then")

    def join(self, u: int) -> None:
        self.units += (u,)

    def choices(self, play: Any) -> list[Choice]:
        found: list[Choice] = [(self.adds, u) for u in self.pool(play) if u not in self.units]
        return [*found, (self.ends,)] if self.ready(play) else found

    def take(self, play: Any, choice: Choice) -> None:
        if choice[0] == self.adds:
            self.join(choice[1])
            return
        play.pop()
        self.resolve(play)

    def prompt(self, play: Any) -> Text:
        return say(self.asks, hex=play.hex_name(self.target))
