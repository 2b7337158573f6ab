"""The table in numbers, for programs that think: counters and hexes by index, read as the table stands when asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from countermarch.games.seelow import artillery, combat, questions, reckoning
from countermarch.games.seelow.document import held, of_scenario
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import KUESTRIN, SCENARIOS, SIDES
from countermarch.games.survey import CounterSurvey

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Survey(CounterSurvey[SeelowPlay]):
    @property
    def scenario(self) -> str:
        return SCENARIOS[self._play.state.scenario]

    @property
    def light(self) -> str:
        return self._play.light

    @property
    def counters(self) -> Sequence[int]:
        """Those of the scenario, as it lists them."""
        return of_scenario(self._play)

    @property
    def disrupted(self) -> Sequence[int]:
        return self._play.state.disrupted

    @property
    def is_gun(self) -> Sequence[bool]:
        """8.31: which counters have modes."""
        return self._play.tables.is_gun

    @property
    def garrison(self) -> Iterable[int]:
        """11.41: those who hold the fortress of Küstrin."""
        return self._play.tables.garrison if self._play.state.scenario == KUESTRIN else ()

    @property
    def control(self) -> dict[int, str]:
        """12.46: who controls each objective."""
        return {h: SIDES[side] for h, side in held(self._play).items()}

    def zone(self, side: str) -> npt.NDArray[np.bool_]:
        """4.2: hex by hex, whether it is in a side's zones of control."""
        play = self._play
        at = play.zone_at + SIDES.index(side) * play.tables.n
        return play.state.np[at : at + play.tables.n] > 0

    def fires(self, side: str) -> dict[int, list[int]]:
        """8.13, 8.19: the hexes a side may barrage now, and the guns in range of each."""
        mine = SIDES.index(side)
        return {h: artillery.batteries(self._play, mine, h) for h in artillery.targets(self._play, mine)}

    def covered(self, h: int) -> bool:
        """8.14#2: whether fire into a hex is halved."""
        return artillery.covered(self._play, h)

    def attacks(self, side: str) -> dict[int, list[int]]:
        """7.0: the hexes a side may attack now, and who may join."""
        mine = SIDES.index(side)
        return {h: combat.candidates(self._play, mine, h) for h in combat.targets(self._play, mine)}

    def reckoned(self, h: int, units: Sequence[int]) -> tuple[int, int] | None:
        """7.2, 7.56: the column and what the die is changed by; None where nobody is left to defend."""
        if not reckoning.defenders(self._play, h):
            return None
        found = reckoning.reckon(self._play, h, units)
        return found.column, found.modifier

    def ends(self, u: int) -> Iterable[int]:
        """5.1: where a unit on the map may end a move now."""
        return questions.ends(self._play, u)
