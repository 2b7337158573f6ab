"""13.0 How the game is won."""

from __future__ import annotations

from countermarch.games import bids
from countermarch.games.base import Level, Objective, Result, Standing
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import SIDES, SOVIET, SUPPLIED
from countermarch.games.ladders import ladder, reached
from countermarch.texts import Text, say

SUDDEN_DEATH = "sudden_death"


def sudden_death(play: ChitPullPlay) -> bool:
    """13.2: a city in which the Soviets stand when the turn ends decides the game."""
    for h in play.places.sudden_death:
        if fallen(play, h):
            play.tell("sudden_death", "13.2", hex=play.hex_name(h))
            play.state.over = 1 + len(play.edition.levels)
            return True
    return False


def fallen(play: ChitPullPlay, h: int) -> bool:
    """13.2: whether a supplied Soviet combat unit stands in a city."""
    return any(play.tables.side[u] == SOVIET and play.state.supply[u] == SUPPLIED for u in play.combat_units(h))


def last_turn(play: ChitPullPlay) -> bool:
    """13.2.1: after the last turn the objectives in German hands decide."""
    if play.state.turn < play.edition.last_turn:
        return False
    points, at = worth(play)
    play.state.over = 1 + at
    play.tell(
        "game_over" if play.edition.verdict == "level" else "game_over_score", "13.2.1", points=named(play, points)
    )
    if (bid := bids.agreed(play.options)) is not None:
        play.tell("bid", "13.2.1", bid=bid)
    return True


def worth(play: ChitPullPlay) -> tuple[int, int]:
    """13.2.1: the points that count, and which level they would be worth if the game ended now."""
    points = tally(play)[play.edition.counts]
    return points, reached(play.edition.levels, points)


def tally(play: ChitPullPlay) -> dict[str, int]:
    """13.2.1: the points by side, with the handicap if one was agreed on."""
    found, counts = play.edition.tally(play), play.edition.counts
    return {**found, counts: found[counts] + bids.shift(play.options, counts)}


def named(play: ChitPullPlay, points: int) -> int:
    """How many a sentence tells of: of objectives those that are held, which no handicap moves."""
    held = play.edition.verdict == "level"
    return points - bids.shift(play.options, play.edition.counts) if held else points


def level_now(play: ChitPullPlay) -> Text:
    points, at = worth(play)
    return in_words(play, play.edition.levels[at][1], points)


def in_words(play: ChitPullPlay, level: str, points: int) -> Text:
    verdict = say(f"chitpull.{play.edition.verdict}.{level}", points=named(play, points))
    return verdict if level == SUDDEN_DEATH else bids.judged(play.options, verdict)


def objectives(play: ChitPullPlay) -> dict[str, int]:
    """13.1: who holds how many."""
    soviet = play.soviet_points()
    return {"german": len(play.places.objectives) - soviet, "soviet": soviet}


def result(play: ChitPullPlay) -> Result | None:
    if not play.state.over:
        return None
    points, levels = tally(play), play.edition.levels
    _, level, winner = levels[play.state.over - 1] if play.state.over <= len(levels) else (0, SUDDEN_DEATH, "soviet")
    return Result(winner or None, level, points, in_words(play, level, points[play.edition.counts]))


# looking at it from the table


def standing(play: ChitPullPlay) -> Standing:
    """13.0: every level, and how the game would be judged now."""
    edition, (points, _) = play.edition, worth(play)
    levels = ladder(edition.levels, points, title, play.cite("13.2.1"), turn=edition.last_turn)
    return Standing(
        (sudden_level(play), *levels),
        tuple(edition.prize(play, h) for h in sorted(play.places.objectives, key=play.hex_name)),
        tally(play),
        edition.counts,
        say(f"chitpull.measure.{edition.verdict}"),
        (*(edition.reckoning(play) if edition.reckoning else ()), *bids.parts(play, "13.2.1", edition.counts)),
    )


def title(level: str) -> Text:
    return say(f"chitpull.rank.{level}")


def sudden_level(play: ChitPullPlay) -> Level:
    """13.2: what ends the game before its time."""
    cities = play.places.sudden_death
    named = tuple(play.tables.board.name(h) for h in cities)
    takes = say("chitpull.takes.sudden_death", hexes=named)
    now = any(fallen(play, h) for h in cities)
    return Level(SUDDEN_DEATH, SIDES[SOVIET], title(SUDDEN_DEATH), takes, play.cite("13.2"), turn=None, now=now)


def prize(play: ChitPullPlay, h: int) -> Objective:
    """13.1, 13.2.2: an objective counts one for who took it last."""
    holder = SIDES[play.state.control[h]]
    return Objective(play.hex_name(h), 1, holder, note=last_stand(play, h), decides=decides(play, h))


def last_stand(play: ChitPullPlay, h: int) -> Text | None:
    """13.2: what a city means beside its points."""
    return say("chitpull.note.sudden_death") if decides(play, h) else None


def decides(play: ChitPullPlay, h: int) -> bool:
    """13.2: a city whose fall ends the game."""
    return h in play.places.sudden_death
