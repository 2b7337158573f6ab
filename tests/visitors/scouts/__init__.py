"""A bot of another package: it always does the first thing it may."""

from __future__ import annotations

from countermarch.match import Match
from countermarch.notation import Action


class Scout:
    games = ("bridgehead",)

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, match: Match) -> Action:
        chosen: Action = match.legal()[0]
        return chosen
