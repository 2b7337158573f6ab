"""Who leads in each of our games: each kind of game has a captain of its own, and every level is made of him."""

from __future__ import annotations

from countermarch.bots import CAPTAIN, check_bot
from countermarch.bots.captain import Captain
from countermarch.bots.lieutenant import Lieutenant
from countermarch.bots.marshal import Marshal
from countermarch.bots.tactician import Tactician
from countermarch.bots.thinker import Thinker
from countermarch.match import Match

CAPTAINS: dict[str, type[Thinker]] = {
    "bridgehead": Lieutenant,
    "koenigsberg": Captain,
    "koenigsberg45": Captain,
    "stargard": Captain,
    "seelow": Tactician,
    "vistula": Marshal,
}


class Command(Thinker):
    """Hands a match to the captain who knows its kind."""

    def __init__(self, seed: int = 0, style: str = "", quick: bool = False) -> None:
        super().__init__(seed, style, quick)
        self._called: dict[tuple[str, str, bool], Thinker] = {}

    def captain(self, match: Match, style: str | None = None, quick: bool | None = None) -> Thinker:
        """One captain for each game, style and haste; he keeps what he knows of the ground."""
        how = self.style if style is None else style, self.quick if quick is None else quick
        key = match.game.key, *how
        if key not in self._called:
            check_bot(CAPTAIN, match.game.key)
            self._called[key] = CAPTAINS[match.game.key](self.seed, *how)
        return self._called[key]

    @property
    def losses(self) -> int:
        """How often nothing came of a thought, here and with his captains who are not in a hurry."""
        return self.at_a_loss + sum(c.at_a_loss for (_, _, quick), c in self._called.items() if not quick)

    def plan(self, table: Match, side: str) -> list[str]:
        return self.captain(table).plan(table, side)

    def play_on(self, table: Match, side: str) -> None:
        self.captain(table).play_on(table, side)
