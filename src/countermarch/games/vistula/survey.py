"""The table in numbers, for programs that think: counters and hexes by index, read as the table stands when asked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from countermarch.games.survey import CounterSurvey
from countermarch.games.vistula import aviation, questions, supply
from countermarch.games.vistula.document import attack, holders
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import OVER_EXTENDED, SCENARIOS, SIDES

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Survey(CounterSurvey[VistulaPlay]):
    @property
    def scenario(self) -> str:
        return SCENARIOS[self._play.state.scenario]

    @property
    def moved(self) -> Sequence[int]:
        """Who has moved in this phase."""
        return self._play.state.moved

    @property
    def attacked(self) -> Sequence[int]:
        """8.1: who has attacked this turn."""
        return self._play.state.attacked

    def extended(self, u: int) -> bool:
        """5.6: whether its line is too long."""
        return self._play.state.supply[u] == OVER_EXTENDED

    @property
    def control(self) -> dict[int, str]:
        """Who holds the objectives and sources."""
        return holders(self._play)

    @property
    def attack(self) -> dict[str, Any] | None:
        """The attack at hand, as the view of a side has it."""
        return attack(self._play)

    def ready(self, side: str) -> Sequence[int]:
        """9.1: air markers not yet used."""
        return aviation.ready(self._play, SIDES.index(side))

    def zone(self, side: str) -> npt.NDArray[np.bool_]:
        """3.1, 11.2: hex by hex, whether it is in a side's zones of control."""
        play, n = self._play, self._play.tables.n
        at = play.zone_at + SIDES.index(side) * n
        shut = play.state.np[play.shut_at : play.shut_at + n]
        found: npt.NDArray[np.bool_] = (play.state.np[at : at + n] > 0) & (shut == 0)
        return found

    def sources(self, side: str) -> Sequence[int]:
        """5.2, 5.3: where a side's lines may end."""
        mine = SIDES.index(side)
        return supply.sources(self._play, mine, supply.closed_to(self._play, mine))

    def ends(self, u: int, mode: int) -> Iterable[int]:
        """7.1: where a unit may end such a move now."""
        return questions.ends(self._play, (u,), mode)
