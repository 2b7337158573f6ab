"""How every captain thinks: on an imagined table, noting what it does there, and then doing the same."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from countermarch.bots.ground import Ground, ground_of
from countermarch.flow import Decision
from countermarch.match import Match
from countermarch.notation import Action

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

Handler = Callable[[Match, str, list[Action]], str | None]


class Thinker:
    """Never touches the match: it imagines the table, plays its plan there, and notes what it did.

    While nothing happens at the real table but what it does itself, the notes are read off; then it thinks again.
    """

    holds: ClassVar[type[DataclassInstance]]  # what it may hold things to be worth: the kind of its doctrine

    def __init__(self, seed: int = 0, style: str = "", quick: bool = False) -> None:
        self.seed = seed
        self.style = style  # a name of the doctrine's, for variety
        self.quick = quick  # thinks less, for tables on which much must be tried
        self.asked = self.at_a_loss = 0  # how often it had to think, and how often nothing came of it
        self.noted: list[str] = []  # the plan so far, all of it played on the table that is thought on
        self._plan: tuple[Match | None, int, list[str]] = (None, 0, [])  # of which match, from which moment on

    def handlers(self) -> Iterable[tuple[str, Handler]]:
        """Who answers when a verb is offered; the first that fits.

        A handler notes what it plays, and returns what is to be said last, not yet played; None if that is all.
        """
        return ()

    def choose(self, match: Match) -> Action:
        """The action of the side to act; the same position and seed give the same thought."""
        side = match.to_act
        assert side is not None
        if match.paused:
            going_on: Action = match.legal()[0]
            return going_on
        return self._planned(match) or self._anew(match, side) or self._lost(match)

    def _lost(self, match: Match) -> Action:
        self.at_a_loss += 1
        return fallback(list(match.legal()))

    def _planned(self, match: Match) -> Action | None:
        """What the plan says now, if nobody but us has done anything since, and nothing was left to chance."""
        about, since, plan = self._plan
        at = match.moment - since
        undisturbed = about is match and 0 <= at < len(plan) and (at == 0 or match.can_undo)
        return _legal(match, plan[at]) if undisturbed else None

    def _anew(self, match: Match, side: str) -> Action | None:
        plan = self.think(match, side)
        self._plan = match, match.moment, plan
        return _legal(match, plan[0]) if plan else None

    def notes(self) -> Any:
        """The plan, and from which moment on it was made."""
        _, since, plan = self._plan
        return since, tuple(plan)

    def recall(self, notes: Any, match: Match | None) -> None:
        since, plan = notes
        self._plan = match, since, list(plan)

    def think(self, match: Match, side: str) -> list[str]:
        """What to do now, and as far on as can be told."""
        return self.plan(match.imagine(side, self.seed), side)

    def plan(self, table: Match, side: str) -> list[str]:
        """What to do from here until something happens that cannot be told beforehand; the table is played on."""
        self.noted = []
        last = self._think(table, side)
        return self.noted if last is None else [*self.noted, last]

    def play_on(self, table: Match, side: str) -> None:
        """Think at a table and do there what was thought."""
        self.noted = []
        last = self._think(table, side)
        if last is not None:
            table.play(last)

    def _think(self, table: Match, side: str) -> str | None:
        self.asked += 1
        legal = list(table.legal())
        verbs = {action.verb for action in legal}
        for verb, handler in self.handlers():
            if verb in verbs:
                return handler(table, side, legal)
        self.at_a_loss += len(legal) > 1
        return str(fallback(legal))

    def ground(self, table: Match) -> Ground:
        return ground_of(table.game.rules.board)

    def note(self, table: Match, text: str) -> None:
        """Write down what is done, and do it on the imagined table."""
        self.noted.append(text)
        table.play(text)

    def noted_or(self, legal: Sequence[Action]) -> str | None:
        """Nothing more to say if something was noted; otherwise what is said for want of a thought."""
        return None if self.noted else str(fallback(legal))


def _legal(match: Match, text: str) -> Action | None:
    action = match.game.parse(text)
    return action if action in match.legal() else None


def fallback(legal: Sequence[Action]) -> Action:
    return next((action for action in legal if action.verb == "done"), legal[0])


def asked(table: Match) -> Decision:
    """What the table waits for."""
    decision = table.decision
    assert decision is not None
    return decision


def offers(table: Match, verb: str) -> bool:
    return verb in table.legal().verbs
