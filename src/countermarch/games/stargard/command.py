"""3.1, 12.10 The command phase: when drawing ends, and the blows prepared before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull.activation import left
from countermarch.games.chitpull.command import COMMAND_KINDS, CommandPhase, can_activate
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, SIDES, SOVIET
from countermarch.games.chitpull.tables import Chit
from countermarch.games.stargard.verbs import NAME
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

BLOWS: Mapping[int, tuple[int, int]] = {1: (GERMAN, 1), 8: (SOVIET, 2)}  # 12.10: by turn, who names how many


@dataclass(slots=True)
class Drawing(CommandPhase):
    """3.1.3: while a side has activations left and a chit in the cup can have an effect."""

    def goes_on(self, play: ChitPullPlay, cup: list[Chit]) -> bool:
        return any(left(play, side) for side in SIDES) and any(has_effect(play, chit) for chit in cup)


def has_effect(play: ChitPullPlay, chit: Chit) -> bool:
    """3.1.2: a command chit that finds its HQ, an action chit whose side is not through, the event chit."""
    if chit.kind in COMMAND_KINDS:
        return can_activate(play, chit)
    return not chit.side or left(play, chit.side) > 0


def prepare(play: ChitPullPlay) -> None:
    """12.10: on some turns a side names chits that are acted on before the first draw."""
    if play.state.turn in BLOWS:
        play.push(PreparedBlow(*BLOWS[play.state.turn]))


@dataclass(slots=True)
class PreparedBlow(SideProcedure):
    """12.10: chit after chit is named, and acted on as if it had been drawn."""

    side: int
    blows: int
    kind = "option"
    asks = "chitpull.prompt.name"
    cites = ("stargard-design 12.10",)

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        return [(NAME, chit.index) for chit in self.chits(play)] if self.blows else []

    def chits(self, play: ChitPullPlay) -> list[Chit]:
        return [chit for chit in play.in_cup() if chit.side == SIDES[self.side] and can_activate(play, chit)]

    def take(self, play: ChitPullPlay, choice: Choice) -> None:
        self.blows -= 1
        chit = play.tables.chits[choice[1]]
        play.tell("named", "stargard-design 12.10", chit=chit.id)
        Drawing().pull(play, chit)

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != NAME:
            return None
        return play.no("stargard-design 12.10", "not_to_name", chit=play.tables.chits[choice[1]].id)

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, blows=self.blows)
