"""4.0 Movement: what a step costs, and where a unit has to stop."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from countermarch.games.bridgehead.tables import MINED, SOVIET
from countermarch.games.common import ways
from countermarch.games.common.ways import Charge
from countermarch.kernels import Terrain
from countermarch.rulebook import Refusal

if TYPE_CHECKING:
    from countermarch.games.bridgehead.play import BridgeheadPlay


class Ways(ways.Ways):
    def terrain(self, play: BridgeheadPlay, u: int) -> Terrain:
        tables = play.tables
        return tables.terrains[tables.units[u].mobility, tables.side[u], play.state.bridge]

    def charges(self, play: BridgeheadPlay, u: int, a: int, b: int) -> Sequence[Charge]:
        return play.tables.charges(play.tables.units[u].mobility, play.tables.board.slot(a, b), play.state.bridge)

    def held(self, play: BridgeheadPlay, u: int, h: int) -> Refusal | None:
        """5.2 in an enemy zone; 7.1 at the eastern end of the mined bridge."""
        if h == play.tables.east_end and (play.tables.side[u], play.state.bridge) == (SOVIET, MINED):
            return play.deny("mines", unit=play.id(u), hex=play.hex_name(h))
        return super().held(play, u, h)
