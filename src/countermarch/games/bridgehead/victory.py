"""8.0 Victory: points at the end of the sixth turn, and what they amount to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from countermarch.games.base import Result
from countermarch.games.bridgehead.tables import BRIDGE, GERMAN, SAFE, SOVIET
from countermarch.texts import say

if TYPE_CHECKING:
    from countermarch.games.bridgehead.play import BridgeheadPlay


def points(play: BridgeheadPlay) -> dict[str, int]:
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


def level_now(play: BridgeheadPlay) -> int:
    """8.6: the last level whose points are reached."""
    total = sum(points(play).values())
    return max(at for at, (_, _, least) in enumerate(play.tables.levels) if total >= least)


def judge(play: BridgeheadPlay) -> None:
    play.state.over = 1 + level_now(play)
    level, _, _ = play.tables.levels[play.state.over - 1]
    play.tell("over", "8.6", points=sum(points(play).values()), level=say(f"bridgehead.level.{level}"))


def result(play: BridgeheadPlay) -> Result | None:
    if not play.state.over:
        return None
    level, winner, _ = play.tables.levels[play.state.over - 1]
    return Result(winner, level, {"soviet": sum(points(play).values())}, say(f"bridgehead.level.{level}"))


def glance(play: BridgeheadPlay) -> Iterator[tuple[str, dict[str, Any]]]:
    """The turn, the bridge, the points, and what they would amount to."""
    level, _, _ = play.tables.levels[level_now(play)]
    yield "turn", {"turn": play.state.turn, "phase": say(f"bridgehead.phase.{play.phases[play.state.phase]}")}
    yield "bridge", {"bridge": say(f"bridgehead.bridge.{BRIDGE[play.state.bridge]}")}
    yield "points", {"points": sum(points(play).values()), **points(play)}
    yield "level", {"level": say(f"bridgehead.level.{level}")}
