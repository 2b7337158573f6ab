"""Any legal action, each as likely as the next."""

from __future__ import annotations

from random import Random

from countermarch.match import Match
from countermarch.notation import Action


class RandomBot:
    def __init__(self, seed: int = 0) -> None:
        self._random = Random(seed)

    def choose(self, match: Match) -> Action:
        legal = match.legal()
        chosen: Action = legal[0 if match.paused else int(self._random.random() * len(legal))]
        return chosen
