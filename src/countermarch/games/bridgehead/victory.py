"""8.0 Victory: points at the end of the sixth turn, and what they amount to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from countermarch.games.base import Objective, Part, Result, Standing
from countermarch.games.bridgehead.tables import BRIDGE, GERMAN, MINED, SAFE, SIDES, SOVIET
from countermarch.games.ladders import ladder
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


def standing(play: BridgeheadPlay) -> Standing:
    """8.1 to 8.6: the points so far, what they are made of, and what they would amount to."""
    tables, total = play.tables, sum(points(play).values())
    rungs = [(least, level, winner) for level, winner, least in reversed(tables.levels)]
    levels = ladder(rungs, total, lambda key: say(f"bridgehead.level.{key}"), play.cite("8.6"), turn=play.last_turn)
    parts = tuple(
        Part(say(f"bridgehead.counted.{what}", each=tables.values[what]), value, play.cite(tables.counted[what]))
        for what, value in points(play).items()
    )
    return Standing(levels, objectives(play), {SIDES[SOVIET]: total}, SIDES[SOVIET], say("bridgehead.measure"), parts)


def objectives(play: BridgeheadPlay) -> tuple[Objective, ...]:
    """8.1, 8.2: the town, and the bridge as long as it stands."""
    tables = play.tables
    town = SIDES[SOVIET if play.owner(tables.west_end) == SOVIET else GERMAN]
    bridge = {MINED: SIDES[GERMAN], SAFE: SIDES[SOVIET]}.get(play.state.bridge)
    said = say("bridgehead.objective.bridge", bridge=say(f"bridgehead.bridge.{BRIDGE[play.state.bridge]}"))
    return (
        Objective(play.hex_name(tables.west_end), tables.values["town"], town),
        Objective(play.hex_name(tables.east_end), tables.values["bridge"], bridge, name=said),
    )


def glance(play: BridgeheadPlay) -> Iterator[tuple[str, dict[str, Any]]]:
    """The turn, the bridge, the points, and what they would amount to."""
    level, _, _ = play.tables.levels[level_now(play)]
    yield "turn", {"turn": play.state.turn, "phase": say(f"bridgehead.phase.{play.phases[play.state.phase]}")}
    yield "bridge", {"bridge": say(f"bridgehead.bridge.{BRIDGE[play.state.bridge]}")}
    yield "points", {"points": sum(points(play).values()), **points(play)}
    yield "level", {"level": say(f"bridgehead.level.{level}")}
