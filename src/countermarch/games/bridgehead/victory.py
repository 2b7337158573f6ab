"""8.0 Victory: points at the end of the sixth turn, and what they amount to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from countermarch.games.base import Objective
from countermarch.games.bridgehead.tables import BRIDGE, GERMAN, MINED, SAFE, SIDES, SOVIET
from countermarch.games.common.victory import ByPoints
from countermarch.texts import say

if TYPE_CHECKING:
    from countermarch.games.bridgehead.play import BridgeheadPlay


class Victory(ByPoints):
    counts, rule = SIDES[SOVIET], "8.6"

    def points(self, play: BridgeheadPlay) -> dict[str, int]:
        """8.1 to 8.5: what each thing counts now."""
        tables, where = play.tables, play.state.hex
        germans, soviets = ([where[u] for u in tables.of_side[side]] for side in (GERMAN, SOVIET))
        often = {
            "bridge": play.state.bridge == SAFE,
            "town": play.owner(tables.west_end) == SOVIET,
            "across": sum(h >= 0 and tables.is_west[h] for h in soviets),
            "german_lost": sum(h < 0 or not tables.is_west[h] for h in germans),
            "soviet_lost": -sum(h < 0 for h in soviets),
        }
        return {what: count * tables.values[what] for what, count in often.items()}

    def objectives(self, play: BridgeheadPlay) -> tuple[Objective, ...]:
        """8.1, 8.2: the town, and the bridge as long as it stands."""
        tables = play.tables
        town = SIDES[SOVIET if play.owner(tables.west_end) == SOVIET else GERMAN]
        bridge = {MINED: SIDES[GERMAN], SAFE: SIDES[SOVIET]}.get(play.state.bridge)
        said = say("bridgehead.objective.bridge", bridge=say(f"bridgehead.bridge.{BRIDGE[play.state.bridge]}"))
        return (
            Objective(play.hex_name(tables.west_end), tables.values["town"], town),
            Objective(play.hex_name(tables.east_end), tables.values["bridge"], bridge, name=said),
        )


VICTORY = Victory()


def glance(play: BridgeheadPlay) -> Iterator[tuple[str, dict[str, Any]]]:
    """The turn, the bridge, the points, and what they would amount to."""
    yield "turn", {"turn": play.state.turn, "phase": say(f"bridgehead.phase.{play.phases[play.state.phase]}")}
    yield "bridge", {"bridge": say(f"bridgehead.bridge.{BRIDGE[play.state.bridge]}")}
    yield "points", {"points": VICTORY.total(play), **VICTORY.points(play)}
    yield "level", {"level": VICTORY.title_now(play)}
