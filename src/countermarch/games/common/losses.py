"""Steps lost one by one, from units their owner chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from countermarch.flow import SideProcedure
from countermarch.notation import Choice
from countermarch.texts import Text, say


@dataclass(slots=True)
class StepLosses(SideProcedure):
    """Who loses all there is left is not asked in which order."""

    side: int
    units: tuple[int, ...]
    steps: int
    kind = "unit"
    verb: ClassVar[int]  # by which a step is lost

    def alive(self, play: Any) -> list[int]:
        where = play.state.hex
        return [u for u in self.units if where[u] >= 0]

    def eligible(self, play: Any, alive: list[int]) -> Sequence[int]:
        return alive

    def lose(self, play: Any, u: int) -> None:
        raise AssertionError("each game knows what a lost step does")

    def destroy(self, play: Any, u: int) -> None:
        raise AssertionError("each game knows what becomes of the last step")

    def choices(self, play: Any) -> list[Choice]:
        alive = self.alive(play)
        if not self.steps or sum(play.state.steps[u] for u in alive) <= self.steps:
            return []
        return [(self.verb, u) for u in self.eligible(play, alive)]

    def take(self, play: Any, choice: Choice) -> None:
        self.steps -= 1
        self.lose(play, choice[1])

    def proceed(self, play: Any) -> None:
        """Nothing is left to lose, or all of it."""
        if self.steps:
            for u in self.alive(play):
                self.destroy(play, u)
        play.pop()

    def prompt(self, play: Any) -> Text:
        return say(self.asks, steps=self.steps)
