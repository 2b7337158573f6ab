"""How every captain thinks: on an imagined table, noting what to do at each position it came to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from countermarch.bots.ground import Ground
from countermarch.flow import Decision
from countermarch.match import Match
from countermarch.notation import Action

Handler = Callable[[Match, str, list[Action]], str]


class Thinker:
    """Never touches the match: it imagines the table, plays its plan there, and notes what it did at each position.

    While the real table follows, the notes are read off; when it does not, it thinks again.
    """

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._ground: Ground | None = None
        self._notes: dict[str, str] = {}

    def handlers(self) -> Iterable[tuple[str, Handler]]:
        """Who answers when a verb is offered; the first that fits."""
        return ()

    def choose(self, match: Match) -> Action:
        """The action of the side to act; the same position and seed give the same thought."""
        side = match.to_act
        assert side is not None
        if match.paused:
            going_on: Action = match.legal()[0]
            return going_on
        table = match.imagine(side, self._seed)
        text = self._notes.get(table.fingerprint())
        if text is None:
            self._notes.clear()
            text = self._think(table, side)
        action = match.game.parse(text)
        return action if action in match.legal() else fallback(list(match.legal()))

    def _think(self, table: Match, side: str) -> str:
        legal = list(table.legal())
        verbs = {action.verb for action in legal}
        for verb, handler in self.handlers():
            if verb in verbs:
                return handler(table, side, legal)
        return str(fallback(legal))

    def ground(self, table: Match) -> Ground:
        board = table.game.rules.board
        if self._ground is None or self._ground.board is not board:
            self._ground = Ground(board)
        return self._ground

    def note(self, table: Match, text: str) -> None:
        """Write down what is done at this position, and do it on the imagined table."""
        self._notes[table.fingerprint()] = text
        table.play(text)


def fallback(legal: Sequence[Action]) -> Action:
    return next((action for action in legal if action.verb == "done"), legal[0])


def asked(table: Match) -> Decision:
    """What the table waits for."""
    decision = table.decision
    assert decision is not None
    return decision


def offers(table: Match, verb: str) -> bool:
    return any(action.verb == verb for action in table.legal())
