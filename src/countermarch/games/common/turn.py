"""The sequence of play: phase after phase, turn after turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from countermarch.charts import DataError
from countermarch.flow import Procedure


def set_up(play: Any) -> None:
    """Everybody where the data says, and the first turn."""
    play.state.turn = 1
    for unit, h in zip(play.tables.units, play.tables.starts, strict=True):
        if play.room(h) < 1 or play.owner(h) == 1 - play.tables.side[unit.index]:
            raise DataError(f"units.csv: {unit.id} cannot begin in {play.hex_name(h)}: others stand there")
        play.state.steps[unit.index] = unit.steps
        play.put(unit.index, h)
    play.push(GameTurn(0))


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
        play.tell("turn", play.rule("turns"), turn=play.state.turn)
        play.push(GameTurn(0))
