"""8.2 Step losses: who takes them, and what is lost with the last combat unit of a hex."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.games.common.losses import StepLosses
from countermarch.games.vistula.play import VistulaPlay, cause
from countermarch.games.vistula.verbs import LOSE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say


def orphan(play: VistulaPlay, side: int, h: int) -> None:
    """10.4: with the last fighting unit of an attacked hex its HQs are lost; so are its columns."""
    if play.combat_in(side, h):
        return
    for u in play.ground_units(h):
        if play.tables.side[u] == side:
            play.eliminate(u, "10.4#1" if play.tables.is_hq[u] else "5.8.1#5")


@dataclass(slots=True)
class Losses(StepLosses):
    """8.2: so many steps, one by one, from units their owner chooses."""

    rule: str
    verb = LOSE
    asks = "vistula.prompt.lose"
    cites = ("8.2#2",)

    def lose(self, play: VistulaPlay, u: int) -> None:
        play.lose_step(u, self.rule)

    def destroy(self, play: VistulaPlay, u: int) -> None:
        play.eliminate(u, self.rule)

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        return play.no(self.rule, "not_in_combat", unit=play.id(choice[1])) if choice[0] == LOSE else None

    def prompt(self, play: VistulaPlay) -> Text:
        return say(cause(self.asks, self.rule), steps=self.steps)

    def cited(self, play: VistulaPlay) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.rule, *self.cites)))
