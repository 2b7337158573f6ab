"""The table as a captain of a chit-pull game sees it."""

from __future__ import annotations

from countermarch.bots.ground import Ground
from countermarch.bots.situation import Situation
from countermarch.bots.stakes import weights
from countermarch.bots.weights import ChitDoctrine
from countermarch.match import Match

USUAL = ChitDoctrine()


class ChitSituation(Situation):
    """A situation in which some objectives weigh more than others."""

    doctrine: ChitDoctrine

    def __init__(self, match: Match, side: str, ground: Ground, doctrine: ChitDoctrine = USUAL) -> None:
        super().__init__(match, side, ground, doctrine)
        self.weights = weights(match.game.rules, match.turn, doctrine.decides)
