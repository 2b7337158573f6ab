"""11. How the game is won."""

from __future__ import annotations

from countermarch.games import bids
from countermarch.games.base import Objective, Result, Standing
from countermarch.games.ladders import ladder
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN, SCENARIOS, SIDES, WESTERN
from countermarch.texts import Text, say

LAST_TURN = {"red_storm": 5, "deutschland_kaputt": 9}  # 13.1, 13.3
LEVELS = ("german", "draw", "allied")
WINNER = {"german": "german", "draw": None, "allied": "allied"}
JUDGED = {"red_storm": "13.1#3", "deutschland_kaputt": "13.3#3"}
THRESHOLDS = {"red_storm": (5, 7), "deutschland_kaputt": (13, 14)}  # 13.1, 13.3: draw, Allied victory
FALLS = {6: 1, 7: 2, 8: 3, 9: 6}  # 11.2: the highest die with which a city falls, by turn
CERTAINLY = 6
SURRENDER = 4  # 11.3: the highest die that ends the war


def turn_begins(play: VistulaPlay) -> None:
    """11.2, 11.3: occupation by the Western Allies, and then the fall of the bunker, which may end the game."""
    western_allies(play)
    if fall_of_the_bunker(play):
        play.pop()
        decide(play, "11.3#1")


def western_allies(play: VistulaPlay) -> None:
    """11.2: from April on a die for each of five cities still German; in the end they fall without one."""
    for h in still_german(play):
        if _falls(play, h, FALLS[play.state.turn]):
            occupy(play, h)


def still_german(play: VistulaPlay) -> list[int]:
    """11.2: the cities that may fall this turn."""
    return [h for h in play.places.western if play.controls(GERMAN, h)] if play.state.turn in FALLS else []


def by_chance(play: VistulaPlay) -> bool:
    """11.2, 11.3: whether a turn begins with dice."""
    rolled = bool(still_german(play)) and FALLS[play.state.turn] < CERTAINLY
    return rolled or play.controls(ALLIED, play.places.berlin)


def _falls(play: VistulaPlay, h: int, most: int) -> bool:
    if most == CERTAINLY:
        return True
    die = play.roll(f"west {play.hex_name(h)}")
    play.tell("western_roll", "11.2#1", hex=play.hex_name(h), die=die, most=most)
    return die <= most


def occupy(play: VistulaPlay, h: int) -> None:
    """11.2: the garrison is destroyed, and nobody may attack or enter any more."""
    play.tell("western_city", "11.2#2", hex=play.hex_name(h))
    for u in list(play.stack(h)):
        if u == play.tables.navy:
            play.cast_off("11.2#3")
        else:
            play.eliminate(u, "11.2#4")
    play.state.shut[h] = 1
    play.set_control(h, WESTERN)


def fall_of_the_bunker(play: VistulaPlay) -> bool:
    """11.3: a turn that begins with Berlin in Allied hands may be the end of the war."""
    if not play.controls(ALLIED, play.places.berlin):
        return False
    die = play.roll("bunker")
    play.tell("bunker_roll", "11.3#1", die=die)
    return die <= SURRENDER


def points(play: VistulaPlay) -> int:
    """11.1: what is judged; the handicap is in it, if one was agreed on."""
    return held(play) + bids.shift(play.options, SIDES[ALLIED])


def held(play: VistulaPlay) -> int:
    """11.1: the values of objectives under Allied control."""
    return sum(value for h, value in play.places.points.items() if play.controls(ALLIED, h))


def last_turn(play: VistulaPlay) -> bool:
    """2#5: after the scenario's last turn the points decide."""
    if play.state.turn < LAST_TURN[SCENARIOS[play.state.scenario]]:
        return False
    decide(play, "11.1#2")
    return True


def decide(play: VistulaPlay, rule: str) -> None:
    """11.1: compare the points with the scenario's thresholds."""
    play.state.over = 1 + worth(play)
    play.tell("game_over", rule, points=points(play))
    if (bid := bids.agreed(play.options)) is not None:
        play.tell("bid", JUDGED[SCENARIOS[play.state.scenario]], bid=bid)


def worth(play: VistulaPlay) -> int:
    """11.1: which level the points would be worth if the game ended now."""
    drawn, won = THRESHOLDS[SCENARIOS[play.state.scenario]]
    score = points(play)
    return (score >= drawn) + (score >= won)


def level_now(play: VistulaPlay) -> Text:
    return bids.judged(play.options, say(f"vistula.level.{LEVELS[worth(play)]}", points=points(play)))


def result(play: VistulaPlay) -> Result | None:
    if not play.state.over:
        return None
    level, score = LEVELS[play.state.over - 1], tally(play)
    words = bids.judged(play.options, say(f"vistula.level.{level}", points=score["allied"]))
    return Result(WINNER[level], level, score, words)


def tally(play: VistulaPlay) -> dict[str, int]:
    """11.1: what the objectives of each side are worth."""
    german = sum(value for h, value in play.places.points.items() if play.controls(GERMAN, h))
    return {"german": german, "allied": points(play)}


def standing(play: VistulaPlay) -> Standing:
    """11.1: every level of the scenario, and how it would be judged now."""
    scenario = SCENARIOS[play.state.scenario]
    drawn, won = THRESHOLDS[scenario]
    rungs = [(least, level, WINNER[level]) for least, level in ((won, "allied"), (drawn, "draw"), (0, "german"))]
    last, rule = LAST_TURN[scenario], play.cite(JUDGED[scenario])
    levels = ladder(rungs, points(play), lambda key: say(f"vistula.rank.{key}"), rule, turn=last)
    prizes = tuple(prize(play, h) for h in play.places.points)
    parts = tuple(bids.parts(play, JUDGED[scenario], SIDES[ALLIED]))
    return Standing(levels, prizes, tally(play), SIDES[ALLIED], say("vistula.measure"), parts)


def prize(play: VistulaPlay, h: int) -> Objective:
    """11.1, 11.2: an objective, who holds it, and who else may come for it."""
    holder = next((name for side, name in enumerate(SIDES) if play.controls(side, h)), None)
    return Objective(play.hex_name(h), play.places.points[h], holder, note=fate_of(play, h))


def fate_of(play: VistulaPlay, h: int) -> Text | None:
    """11.2, 11.3: what becomes of a city beside its points."""
    if h == play.places.berlin:
        return say("vistula.note.berlin")
    if h not in play.places.western or LAST_TURN[SCENARIOS[play.state.scenario]] < min(FALLS):
        return None
    return say("vistula.note.western" if play.state.control[h] == WESTERN else "vistula.note.contested")
