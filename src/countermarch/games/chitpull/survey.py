"""The table in numbers, for programs that think: counters and hexes by index, read as the table stands when asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from countermarch.games.chitpull import air, supply, ways
from countermarch.games.chitpull.activation import commanded
from countermarch.games.chitpull.attackers import candidates
from countermarch.games.chitpull.document import APART, attack
from countermarch.games.chitpull.fog import unseen
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reckoning import (
    Force,
    column_of,
    defence_in,
    force,
    line_of,
    line_shift,
    standing_shift,
    together,
)
from countermarch.games.chitpull.retreat import spared
from countermarch.games.chitpull.state import IN_RANGE, OWN, SIDES
from countermarch.games.survey import CounterSurvey
from countermarch.notation import Choice

if TYPE_CHECKING:
    from countermarch.charts import CombatTable
    from countermarch.kernels.data import IntArray


class Survey(CounterSurvey[ChitPullPlay]):
    @property
    def quota(self) -> int:
        """4.2.1: independents the activation may still use."""
        return self._play.state.quota

    def borrowed(self, u: int) -> bool:
        """4.2.1: whether a unit would take one of those places."""
        return self._play.state.active[u] == IN_RANGE

    @property
    def effects(self) -> Mapping[str, int]:
        """What lasts, as the view of a side has it."""
        state = self._play.state
        return {name: getattr(state, name) for name in state.numbers if name not in APART}

    @property
    def agreed(self) -> Mapping[str, str]:
        """Options and readings."""
        return self._play.agreed

    @property
    def drawn(self) -> frozenset[str]:
        """The chits drawn this turn."""
        order = self._play.state.order
        return frozenset(chit.id for chit in self._play.tables.chits if order[chit.index])

    @property
    def control(self) -> dict[int, str]:
        """13.1: who holds what can be taken."""
        control = self._play.state.control
        return {h: SIDES[control[h]] for h in sorted(self._play.places.takeable)}

    @property
    def attack(self) -> dict[str, Any] | None:
        """The attack being built up, as the view of a side has it."""
        return attack(self._play)

    @property
    def combat(self) -> CombatTable:
        return self._play.tables.combat

    @property
    def pending(self) -> Sequence[Choice]:
        """What the side to act may do."""
        return self._play.pending

    def unseen_by(self, side: str) -> frozenset[int]:
        """2.1.3: counters it cannot see."""
        return frozenset(unseen(self._play, SIDES.index(side)))

    def wings(self, side: str) -> list[int]:
        """12.2: air units that are ready."""
        mine = SIDES.index(side)
        return [u for u in self._play.tables.air if self._play.tables.side[u] == mine and air.is_ready(self._play, u)]

    def zone(self, side: str) -> IntArray:
        """5.0: hex by hex, how many of a side's zones of control lie on it."""
        play = self._play
        at = play.zone_at + SIDES.index(side) * play.tables.n
        return play.state.np[at : at + play.tables.n]

    def sources(self, side: str) -> Iterable[int]:
        """10.2: where supply comes from."""
        return supply.sources(self._play, SIDES.index(side))

    def ends(self, u: int, mode: int) -> Sequence[int]:
        """6.0: where a unit that may begin such a move may end it."""
        with self._play.looking(u):
            return ways.ends(self._play, u, mode)

    def led(self, hq: int) -> list[int]:
        """4.2: the units of its own that an HQ could activate now."""
        return [u for u, standing in commanded(self._play, hq) if standing == OWN and u != hq]

    def odds(self, target: int) -> Odds:
        return Odds(self._play, target)

    def able(self, side: str, target: int) -> list[int]:
        """9.0: who may take part in an attack on a hex from where he stands."""
        return [f.unit for f in candidates(self._play, SIDES.index(side), target)]


class Odds:
    """9.3: what attacks on one hex would come to, from wherever units attack it."""

    def __init__(self, play: ChitPullPlay, target: int) -> None:
        self._play, self._target = play, target
        self._defence, self._shift = defence_in(play, target), -standing_shift(play, target)
        nbr = play.tables.nbr
        self._slots = {nbr[s]: s for s in range(6 * target, 6 * target + 6)}

    def force(self, u: int, h: int) -> Force | None:
        """9.0, 9.3: a unit as it would attack from a hex; None if it may not."""
        play = self._play
        barred = self._target not in play.tables.strikes_of[u][h] or play.attack_bar(u) is not None
        return None if barred else force(play, u, self._slots[h])

    def reckon(self, attackers: Sequence[Force]) -> tuple[int, int]:
        """2.1.2, 9.3.1: their strength in eighths, and the line that protects the defender."""
        return together(self._play, attackers), line_of(self._play, self._target, attackers)

    def column(self, attack: int, line: int, columns: int = 0) -> int:
        """9.3, 9.3.2: the column with so many to the right; below zero there is no attack."""
        shift = self._shift - line_shift(self._play, line) + columns
        return column_of(self._play, attack, self._defence, shift)

    def spared(self, line: int) -> tuple[int, int]:
        """9.4.4, 9.5.7: steps and hexes of a result that the defender is spared."""
        return spared(self._play, self._target, line)

    def columns(self, strikes: Iterable[tuple[int, bool]]) -> int:
        """12.1: what air units add, each striking fully or not."""
        return self._play.air_shift(self._target, [(u, int(full)) for u, full in strikes])
