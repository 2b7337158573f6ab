"""13.0 How the game is won."""

from __future__ import annotations

from countermarch.games.base import Result
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import SOVIET, SUPPLIED
from countermarch.texts import Text, say

SUDDEN_DEATH = "sudden_death"


def sudden_death(play: ChitPullPlay) -> bool:
    """13.2: a supplied Soviet combat unit in one of the two cities when the turn ends."""
    for h in play.places.sudden_death:
        if any(play.tables.side[u] == SOVIET and play.state.supply[u] == SUPPLIED for u in play.combat_units(h)):
            play.tell("sudden_death", "13.2", hex=play.hex_name(h))
            play.state.over = 1 + len(play.edition.levels)
            return True
    return False


def last_turn(play: ChitPullPlay) -> bool:
    """13.2.1: after the last turn the objectives in German hands decide."""
    if play.state.turn < play.edition.last_turn:
        return False
    points, at = standing(play)
    play.state.over = 1 + at
    play.tell("game_over" if play.edition.verdict == "level" else "game_over_score", "13.2.1", points=points)
    return True


def standing(play: ChitPullPlay) -> tuple[int, int]:
    """13.2.1: the points that count, and which level they would be worth if the game ended now."""
    points = play.edition.tally(play)[play.edition.counts]
    return points, next(i for i, (least, _, _) in enumerate(play.edition.levels) if points >= least)


def level_now(play: ChitPullPlay) -> Text:
    points, at = standing(play)
    return say(f"chitpull.{play.edition.verdict}.{play.edition.levels[at][1]}", points=points)


def objectives(play: ChitPullPlay) -> dict[str, int]:
    """13.1: who holds how many."""
    soviet = play.soviet_points()
    return {"german": len(play.places.objectives) - soviet, "soviet": soviet}


def result(play: ChitPullPlay) -> Result | None:
    if not play.state.over:
        return None
    points, levels = play.edition.tally(play), play.edition.levels
    _, level, winner = levels[play.state.over - 1] if play.state.over <= len(levels) else (0, SUDDEN_DEATH, "soviet")
    words = say(f"chitpull.{play.edition.verdict}.{level}", points=points[play.edition.counts])
    return Result(winner or None, level, points, words)
