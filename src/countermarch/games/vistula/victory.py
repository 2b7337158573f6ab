"""11. How the game is won."""

from __future__ import annotations

from countermarch.games.base import Result
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, SCENARIOS
from countermarch.texts import say

LAST_TURN = {"red_storm": 5, "deutschland_kaputt": 9}  # 13.1, 13.3
LEVELS = ("german", "draw", "allied")
THRESHOLDS = {"red_storm": (5, 7), "deutschland_kaputt": (13, 14)}  # 13.1, 13.3: draw, Allied victory


def turn_begins(play: VistulaPlay) -> None:
    """11.2, 11.3: occupation by the Western Allies, and the fall of the bunker."""


def points(play: VistulaPlay) -> int:
    """11.1: the values of objectives under Allied control."""
    return sum(value for h, value in play.places.points.items() if play.controls(ALLIED, h))


def last_turn(play: VistulaPlay) -> bool:
    """2#5: after the scenario's last turn the points decide."""
    if play.state.turn < LAST_TURN[SCENARIOS[play.state.scenario]]:
        return False
    decide(play)
    return True


def decide(play: VistulaPlay) -> None:
    """11.1: compare the points with the scenario's thresholds."""
    drawn, won = THRESHOLDS[SCENARIOS[play.state.scenario]]
    score = points(play)
    play.state.over = 1 + (score >= drawn) + (score >= won)
    play.tell("game_over", "11.1#2", points=score)


def result(play: VistulaPlay) -> Result | None:
    if not play.state.over:
        return None
    level = LEVELS[play.state.over - 1]
    score = points(play)
    held = {"german": sum(play.places.points.values()) - score, "allied": score}
    return Result(None if level == "draw" else level, level, held, say(f"vistula.level.{level}", points=score))
