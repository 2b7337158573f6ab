"""The captain of every game of ours: each kind of game has one of its own."""

from __future__ import annotations

from countermarch.bots import CAPTAIN, check_bot
from countermarch.bots.captain import Captain
from countermarch.bots.lieutenant import Lieutenant
from countermarch.bots.marshal import Marshal
from countermarch.bots.tactician import Tactician
from countermarch.bots.thinker import Thinker
from countermarch.match import Match
from countermarch.notation import Action

CAPTAINS: dict[str, type[Thinker]] = {
    "bridgehead": Lieutenant,
    "koenigsberg": Captain,
    "koenigsberg45": Captain,
    "stargard": Captain,
    "seelow": Tactician,
    "vistula": Marshal,
}


class Command:
    """Hands a match to the captain who knows its kind."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._called: dict[type[Thinker], Thinker] = {}

    def choose(self, match: Match) -> Action:
        check_bot(CAPTAIN, match.game.key)
        kind = CAPTAINS[match.game.key]
        if kind not in self._called:
            self._called[kind] = kind(self._seed)
        return self._called[kind].choose(match)
