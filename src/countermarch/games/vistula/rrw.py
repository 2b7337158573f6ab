"""6.1 Replacements, reinforcements and withdrawals: the phase that opens every turn but the first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.vistula import columns, reinforcements, replacements, withdrawals
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN

STEPS: tuple[Callable[[VistulaPlay, int], None], ...] = (
    columns.arrive,
    replacements.begin,
    reinforcements.arrive,
    withdrawals.begin,
)


def begin(play: VistulaPlay) -> None:
    play.push(RRW(0))


@dataclass(slots=True)
class RRW(Procedure):
    """6.1: columns, replacements, reinforcements, withdrawals in this order, in each the Allies first.

    Aircraft belong to no HQ, so nothing is transferred at the end (6.1#2).
    """

    step: int

    def proceed(self, play: VistulaPlay) -> None:
        at = self.step
        if at == 2 * len(STEPS):
            play.pop()
            return
        self.step += 1
        STEPS[at // 2](play, (ALLIED, GERMAN)[at % 2])
