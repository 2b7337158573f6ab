"""Any legal action, each as likely as the next."""

from __future__ import annotations

from random import Random

from countermarch.match import Match
from countermarch.notation import Action


class RandomBot:
    def __init__(self, seed: int = 0) -> None:
        self._seed, self._random = seed, Random(seed)
        self._drawn = 0

    def choose(self, match: Match) -> Action:
        legal = match.legal()
        chosen: Action = legal[0 if match.paused else int(self._draw() * len(legal))]
        return chosen

    def _draw(self) -> float:
        self._drawn += 1
        return self._random.random()

    def notes(self) -> int:
        """How often it has drawn."""
        return self._drawn

    def recall(self, notes: int, match: Match | None) -> None:
        self._random, self._drawn = Random(self._seed), 0
        for _ in range(notes):
            self._draw()
