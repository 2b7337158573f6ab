"""3.0 The sequence of play."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.seelow import disruption, victory
from countermarch.games.seelow.antitank import FirePhase
from countermarch.games.seelow.artillery import BarragePhase, ReadyGuns
from countermarch.games.seelow.combat import CombatPhase
from countermarch.games.seelow.movement import MovementPhase
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import PHASES
from countermarch.texts import say


@dataclass(slots=True)
class GameTurn(Procedure):
    """3.1: the twelve steps in their order; each pushes what it has to ask and ends when that is done."""

    step: int

    def proceed(self, play: SeelowPlay) -> None:
        first, second = play.first, 1 - play.first
        steps = (
            (self.barrage, first),
            (self.movement, first),
            (self.fire, second),
            (self.fire, first),
            (self.combat, first),
            (self.barrage, second),
            (self.movement, second),
            (self.fire, first),
            (self.fire, second),
            (self.combat, second),
            (self.rally, first),
            (self.renewal, first),
        )
        at = self.step
        self.step += 1
        play.clear_marks()
        play.state.phase = 1 + at
        phase, side = steps[at]
        play.tell(f"phase_{PHASES[1 + at].rstrip('_12')}", f"3.1#{1 + at}", side=say(f"server.side.{play.sides[side]}"))
        phase(play, side)

    def by_chance(self, play: SeelowPlay) -> bool:
        return PHASES[1 + self.step] == "rally" and disruption.by_chance(play)

    def barrage(self, play: SeelowPlay, side: int) -> None:
        """3.1#1, 3.1#6."""
        play.push(BarragePhase(side))

    def movement(self, play: SeelowPlay, side: int) -> None:
        """3.1#2, 3.1#7."""
        play.push(MovementPhase(side))

    def fire(self, play: SeelowPlay, side: int) -> None:
        """3.1#3, 3.1#4, 3.1#8, 3.1#9: first the side whose player turn it is not."""
        play.push(FirePhase(side))

    def combat(self, play: SeelowPlay, side: int) -> None:
        """3.1#5, 3.1#10."""
        play.push(CombatPhase(side))

    def rally(self, play: SeelowPlay, side: int) -> None:
        """3.1#11: both sides; at night guns get ready to fire again (8.35)."""
        disruption.rally(play, side)
        disruption.rally(play, 1 - side)
        if play.night:
            play.push(ReadyGuns(1 - side))
            play.push(ReadyGuns(side))

    def renewal(self, play: SeelowPlay, side: int) -> None:
        """3.1#12, 12.41: the marker moves on, or the game is judged."""
        play.pop()
        if victory.judged(play):
            return
        play.next_turn()
        play.tell("turn", "3.1#12", turn=play.state.turn, light=say(f"seelow.light.{play.light}"))
        play.push(GameTurn(0))
