"""7.4 Combat results: elimination, a step lost, and the step that may be lost instead of a retreat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from countermarch.flow import SideProcedure
from countermarch.games.counters import NONE
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.results import Effect
from countermarch.games.seelow.retreat import rout
from countermarch.games.seelow.verbs import LOSE, STAND, YIELD
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

LOSING, SHAKING, CHOOSING = range(3)


def verdict(play: SeelowPlay, frame: Verdict, effect: Effect) -> None:
    """7.43: all are lost, or what the number and the star say is asked."""
    if effect.eliminated:
        for u in frame.units:
            play.eliminate(u, "7.43")
    else:
        play.push(frame)


@dataclass(slots=True)
class Verdict(SideProcedure):
    """7.42, 7.44, 7.45: a step from one of the units; then those of less morale retreat, or one loses a step."""

    side: int
    units: tuple[int, ...]  # involved
    number: int
    step: bool
    hit: int  # who lost the step of the star
    shaken: tuple[int, ...]  # who has to retreat
    stage: int
    kind = "option"
    touches = True
    asks = "seelow.prompt.stand"
    answers = "seelow.action.stand"
    cites = ("7.44", "7.45#1", "7.45#2")
    falls_back: ClassVar[str] = "7.42"  # the rules by which units retreat,
    two_losses: ClassVar[str] = "7.45#2"  # by which no unit loses both steps,
    spares: ClassVar[str] = "7.12"  # and by which armour in the hex is not affected

    @classmethod
    def of(cls, side: int, units: tuple[int, ...], effect: Effect) -> Self:
        return cls(
            side, units, effect.number or 0, effect.step, hit=NONE, shaken=(), stage=LOSING if effect.step else SHAKING
        )

    def alive(self, play: SeelowPlay) -> list[int]:
        return [u for u in self.units if play.on_map(u)]

    def choices(self, play: SeelowPlay) -> Sequence[Choice]:
        if self.stage == LOSING:
            return [(LOSE, u) for u in self.alive(play)]
        if self.stage == CHOOSING and not self.hopeless(play):
            return [*((STAND, u) for u in self.payers(play)), (YIELD,)]
        return []

    def payers(self, play: SeelowPlay) -> list[int]:
        """7.44, 7.45: any of them, but of several not the one that has just lost a step."""
        return [u for u in self.alive(play) if u != self.hit or len(self.units) == 1]

    def hopeless(self, play: SeelowPlay) -> bool:
        """7.58, 8.33: guns all by themselves are lost one way or the other."""
        alive = self.alive(play)
        return len(alive) == 1 and play.tables.is_gun[alive[0]]

    def take(self, play: SeelowPlay, choice: Choice) -> None:
        if choice[0] == LOSE:
            self.hit = choice[1]
            self.stage = SHAKING
            play.lose_step(choice[1])
        elif choice[0] == STAND:
            play.pop()
            play.tell("stood", "7.44", unit=play.id(choice[1]))
            play.lose_step(choice[1])
        else:
            self.fall_back(play)

    def proceed(self, play: SeelowPlay) -> None:
        if self.stage == SHAKING:
            self.shaken = tuple(self.shake(play))
            self.stage = CHOOSING
            if not self.shaken:
                play.pop()
        else:
            self.fall_back(play)

    def shake(self, play: SeelowPlay) -> list[int]:
        """7.42, 7.64: whose morale is less than the number; the disrupted count two less."""
        alive = self.alive(play)
        shaken = [u for u in alive if play.morale(u) < self.number]
        if alive and not shaken:
            play.tell("unshaken", "7.42", units=play.ids(alive), number=self.number)
        return shaken

    def fall_back(self, play: SeelowPlay) -> None:
        play.pop()
        rout(play, self.side, self.shaken, self.falls_back)

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] not in (LOSE, STAND):
            return None
        u = choice[1]
        if u not in self.alive(play):
            rule = self.spares if play.tables.is_armoured[u] else "7.13"
            return play.no(rule, "not_involved", unit=play.id(u))
        return play.no(self.two_losses, "two_steps", unit=play.id(u)) if choice[0] == STAND else None

    def prompt(self, play: SeelowPlay) -> Text:
        if self.stage == LOSING:
            return say("seelow.prompt.lose")
        return say(self.asks, units=play.ids(self.shaken))
