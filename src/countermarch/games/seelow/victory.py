"""11.4, 12.4 Victory."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from countermarch.games import bids
from countermarch.games.base import Level, Objective, Result, Standing
from countermarch.games.ladders import ladder
from countermarch.games.seelow import control, lines
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import ELIMINATED, EXITED_WEST, GERMAN, KUESTRIN, SIDES, SOVIET, UNDEPLOYED
from countermarch.texts import Text, say

LEVELS = (
    ("german_victory", "german"),
    ("draw", None),
    ("soviet_victory", "soviet"),
    ("soviet_strategic", "soviet"),
    ("soviet_operational", "soviet"),
    ("german_operational", "german"),
    ("german_strategic", "german"),
)
NAMES = tuple(level for level, _ in LEVELS)
INTERIM, LAST_TURN = 7, 12  # 12.41, 1.0#2
TOWN = ("1409", "1410", "1509", "1510")  # 12.42: Seelow
VILLAGES = ("1205", "1605", "1506", "1609", "1612", "1713", "1915")  # 12.42
ROAD_WEST = ("1012", "1111", "1211", "1310")  # 12.44: Diedersdorf and the road to it
ENOUGH_VILLAGES = 3
VERDICTS = {  # 12.42 to 12.45: after which turn, by which rule
    "12.42#1": (INTERIM, "soviet_strategic"),
    "12.42#2": (INTERIM, "soviet_operational"),
    "12.43": (INTERIM, "german_operational"),
    "12.44#1": (LAST_TURN, "soviet_strategic"),
    "12.44#2": (LAST_TURN, "soviet_operational"),
    "12.45#3": (LAST_TURN, "draw"),
    "12.45#2": (LAST_TURN, "german_operational"),
    "12.45#1": (LAST_TURN, "german_strategic"),
}
GARRISON_POINTS, WIN, DRAW = 5, 12, 6  # 11.42, 11.45


def judged(play: SeelowPlay) -> bool:
    """1.0#2, 12.41: whether the game ends with this turn, and how."""
    turn, kuestrin = play.state.turn, play.state.scenario == KUESTRIN
    if turn == INTERIM and not kuestrin:
        found = interim(play)
    elif turn == LAST_TURN:
        found = relief(play) if kuestrin else final(play)
    else:
        return False
    if found is None:
        return False
    level, rule = found
    play.state.over = 1 + NAMES.index(level)
    play.tell("over", rule, level=judged_as(play, level))
    return True


def result(play: SeelowPlay) -> Result | None:
    if not play.state.over:
        return None
    level, winner = LEVELS[play.state.over - 1]
    points = {"german": points_of(play) if play.state.scenario == KUESTRIN else 0, "soviet": 0}
    return Result(winner, level, points, judged_as(play, level))


def level_now(play: SeelowPlay, points: int | None = None) -> Text:
    """11.45, 12.44, 12.45: what the last turn would be judged as, if this were it; with points that are known."""
    level, _ = relief(play, points) if play.state.scenario == KUESTRIN else final(play)
    return judged_as(play, level)


def judged_as(play: SeelowPlay, level: str) -> Text:
    """A level in words; at Seelow there are no points a handicap could move."""
    return bids.judged(play.options, title(level)) if play.state.scenario == KUESTRIN else title(level)


# 11.4


def points_of(play: SeelowPlay) -> int:
    """11.41, 11.42, 11.44: German points; there are no others, but for a handicap."""
    return GARRISON_POINTS * joined(play) + play.soviets_lost() + bids.shift(play.options, SIDES[GERMAN])


def joined(play: SeelowPlay) -> int:
    """11.42: how many of the garrison have a line to the west."""
    line = lines.line_hexes(play)
    return sum(_joins(play.state.hex[u], line) for u in play.tables.garrison)


def relief(play: SeelowPlay, points: int | None = None) -> tuple[str, str]:
    """11.45."""
    points = points_of(play) if points is None else points
    level = "german_victory" if points >= WIN else "draw" if points >= DRAW else "soviet_victory"
    return level, "11.45"


def communicates(play: SeelowPlay, u: int) -> bool:
    return _joins(play.state.hex[u], lines.line_hexes(play))


def _joins(h: int, line: Collection[int]) -> bool:
    """11.42, 11.43: a line to the western map edge; who has left over it has reached it."""
    return h == EXITED_WEST or h in line


# 12.4


def interim(play: SeelowPlay) -> tuple[str, str] | None:
    """12.41 to 12.43, in this order."""
    if near_seelow(play):
        return "soviet_strategic", "12.42#1"
    if controlled(play, VILLAGES).count(SOVIET) >= ENOUGH_VILLAGES:
        return "soviet_operational", "12.42#2"
    if not west_of_canal(play):
        return "german_operational", "12.43"
    return None


def final(play: SeelowPlay) -> tuple[str, str]:
    """12.44, 12.45; a draw needs a town that nobody controls."""
    town = controlled(play, TOWN)
    if town.count(SOVIET) == len(TOWN):
        road = controlled(play, ROAD_WEST).count(SOVIET) == len(ROAD_WEST)
        return ("soviet_strategic", "12.44#1") if road else ("soviet_operational", "12.44#2")
    if town.count(GERMAN) == len(TOWN):
        return "german_strategic", "12.45#1"
    return ("german_operational", "12.45#2") if GERMAN in town else ("draw", "12.45#3")


def controlled(play: SeelowPlay, numbers: Sequence[str]) -> list[int]:
    """12.46: the sides that control these hexes."""
    return list(control.holders(play, [play.tables.board.grid.index(number) for number in numbers]).values())


def soviets(play: SeelowPlay) -> list[int]:
    """Where Soviet units stand that count."""
    return [play.state.hex[u] for u in play.tables.of_side[SOVIET] if play.on_map(u) and play.counts(u)]


def near_seelow(play: SeelowPlay) -> bool:
    """12.42#1: a Soviet unit in or next to a hex of the town."""
    grid = play.tables.board.grid
    near = {h for number in TOWN for h in grid.within(grid.index(number), 1)}
    return not near.isdisjoint(soviets(play))


def west_of_canal(play: SeelowPlay) -> bool:
    """12.43: a Soviet unit on the near bank; if so agreed, every hex the rule lists is near."""
    board = play.tables.board
    near = set(board.flagged("west_of_canal"))
    if play.options["canal_bank"] == "listed":
        near |= set(board.flagged("canal_list"))
    return not near.isdisjoint(soviets(play))


# looking at it from the table


def standing(play: SeelowPlay) -> Standing:
    """11.4, 12.4: every level, and how the game would be judged now."""
    if play.state.scenario != KUESTRIN:
        return Standing(tuple(verdicts(play)), tuple(places(play)))
    points, winners = points_of(play), dict(LEVELS)
    rungs = [(WIN, "german_victory"), (DRAW, "draw"), (0, "soviet_victory")]
    levels = ladder([(n, key, winners[key]) for n, key in rungs], points, title, play.cite("11.45"), turn=LAST_TURN)
    parts = (
        play.part("joined", GARRISON_POINTS * joined(play), "11.42", each=GARRISON_POINTS),
        play.part("soviets_lost", play.soviets_lost(), "11.44"),
        *bids.parts(play, "11.45", SIDES[GERMAN]),
    )
    return Standing(levels, tuple(garrison(play)), {"german": points}, "german", say("seelow.measure"), parts)


def title(level: str) -> Text:
    return say(f"seelow.level.{level}")


def verdicts(play: SeelowPlay) -> Iterator[Level]:
    """12.42 to 12.45: what is asked after turn 7 and after turn 12, and the answer each would get now."""
    winners, early = dict(LEVELS), interim(play) if play.state.turn <= INTERIM else None
    now = [found[1] for found in (early, final(play)) if found]
    for rule, (turn, level) in VERDICTS.items():
        takes = say(f"seelow.takes.{rule.replace('.', '_').replace('#', '_')}", villages=ENOUGH_VILLAGES)
        yield Level(level, winners[level], title(level), takes, play.cite(rule), turn=turn, now=rule in now)


def places(play: SeelowPlay) -> Iterator[Objective]:
    """12.42, 12.44: what is fought for at Seelow, and why."""
    for what, numbers in (("town", TOWN), ("village", VILLAGES), ("road", ROAD_WEST)):
        for number, side in zip(numbers, controlled(play, numbers), strict=True):
            yield Objective(number, None, SIDES[side], note=say(f"seelow.note.{what}"))


def garrison(play: SeelowPlay) -> Iterator[Objective]:
    """11.42: the defenders of Küstrin, wherever they are by now; before the first turn, where they are to stand."""
    groups = play.tables.groups[KUESTRIN]
    for u in play.tables.garrison:
        h = groups[u].hexes[0] if play.state.hex[u] == UNDEPLOYED else play.state.hex[u]
        holder = "german" if communicates(play, u) else "soviet" if h == ELIMINATED else None
        yield Objective(play.hex_name(h) if h >= 0 else None, GARRISON_POINTS, holder, unit=play.id(u))
