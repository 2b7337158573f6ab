"""The sequence of play: phase after phase, turn after turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from countermarch.flow import Procedure


@dataclass(slots=True)
class GameTurn(Procedure):
    """The phases of `play.sequence` in their order; after the last turn the game is judged."""

    step: int

    def proceed(self, play: Any) -> None:
        at = self.step
        if at == len(play.sequence):
            play.pop()
            self.end(play)
            return
        phase, side, procedure = play.sequence[at]
        self.step += 1
        play.state.phase = at
        play.clear_marks()
        play.tell(f"phase_{phase}", play.order)
        play.push(procedure(side))

    def end(self, play: Any) -> None:
        if play.state.turn == play.last_turn:
            play.judge()
            return
        play.next_turn()
        play.tell("turn", play.because["turns"], turn=play.state.turn)
        play.push(GameTurn(0))
