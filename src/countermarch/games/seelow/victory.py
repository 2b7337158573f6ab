"""11.4, 12.4 Victory."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from countermarch.games.base import Result
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import EXITED_WEST, GERMAN, KUESTRIN, SOVIET
from countermarch.kernels import Ints, flood
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
    play.tell("over", rule, level=say(f"seelow.level.{level}"))
    return True


def result(play: SeelowPlay) -> Result | None:
    if not play.state.over:
        return None
    level, winner = LEVELS[play.state.over - 1]
    points = {"german": points_of(play) if play.state.scenario == KUESTRIN else 0, "soviet": 0}
    return Result(winner, level, points, say(f"seelow.level.{level}"))


def level_now(play: SeelowPlay) -> Text:
    """11.45, 12.44, 12.45: what the last turn would be judged as, if this were it."""
    level, _ = relief(play) if play.state.scenario == KUESTRIN else final(play)
    return say(f"seelow.level.{level}")


# 11.4


def points_of(play: SeelowPlay) -> int:
    """11.41, 11.42, 11.44: German points; there are no others."""
    joined = sum(communicates(play, u) for u in play.tables.garrison)
    return GARRISON_POINTS * joined + play.soviets_lost()


def relief(play: SeelowPlay) -> tuple[str, str]:
    """11.45."""
    points = points_of(play)
    level = "german_victory" if points >= WIN else "draw" if points >= DRAW else "soviet_victory"
    return level, "11.45"


def communicates(play: SeelowPlay, u: int) -> bool:
    """11.42, 11.43: a line to the western map edge; who has left over it has reached it."""
    h = play.state.hex[u]
    if h < 0:
        return h == EXITED_WEST
    return h in line_hexes(play, GERMAN)


def line_hexes(play: SeelowPlay, side: int) -> frozenset[int]:
    """11.43: hexes with a line to the western edge."""
    return frozenset(h for h, steps in enumerate(_to_the_west(play, side)) if steps >= 0)


def line_from(play: SeelowPlay, h: int) -> list[int] | None:
    """11.43: a shortest German line from a hex to the western edge, both ends included."""
    far = _to_the_west(play, GERMAN)
    if far[h] < 0:
        return None
    line = [h]
    while far[line[-1]]:
        line.append(next(n for n in play.ground.step_to[line[-1]] if far[n] == far[line[-1]] - 1))
    return line


def _to_the_west(play: SeelowPlay, side: int) -> Sequence[int]:
    """11.43: steps to the western edge past no enemy, and no enemy zone unless a friend is there; else -1."""
    closed = Ints(_closed(play, side))
    west = [h for h in range(play.tables.n) if play.ground.west[h] and play.ground.in_play[h]]
    return flood(play.ground.net, closed, 0, west, -1)


def _closed(play: SeelowPlay, side: int) -> array[int]:
    enemy = 1 - side
    return array("i", [_bars(play, side, enemy, h) for h in range(play.tables.n)])


def _bars(play: SeelowPlay, side: int, enemy: int, h: int) -> int:
    if play.number_in(enemy, h) or not play.ground.in_play[h]:
        return 1
    return int(play.in_enemy_zone(side, h) and not play.number_in(side, h))


# 12.4


def interim(play: SeelowPlay) -> tuple[str, str] | None:
    """12.41 to 12.43, in this order."""
    if near_seelow(play):
        return "soviet_strategic", "12.42#1"
    if sum(controls(play, SOVIET, number) for number in VILLAGES) >= ENOUGH_VILLAGES:
        return "soviet_operational", "12.42#2"
    if not west_of_canal(play):
        return "german_operational", "12.43"
    return None


def final(play: SeelowPlay) -> tuple[str, str]:
    """12.44, 12.45; a draw needs a town that nobody controls."""
    if all(controls(play, SOVIET, number) for number in TOWN):
        road = all(controls(play, SOVIET, number) for number in ROAD_WEST)
        return ("soviet_strategic", "12.44#1") if road else ("soviet_operational", "12.44#2")
    held = [controls(play, GERMAN, number) for number in TOWN]
    if all(held):
        return "german_strategic", "12.45#1"
    return ("german_operational", "12.45#2") if any(held) else ("draw", "12.45#3")


def fighters(play: SeelowPlay, side: int) -> list[int]:
    """Units on the map that count; Zhukov's staff does not."""
    return [u for u in play.tables.of_side[side] if play.on_map(u) and not play.tables.is_leader[u]]


def near_seelow(play: SeelowPlay) -> bool:
    """12.42#1: a Soviet unit in or next to a hex of the town."""
    grid = play.tables.board.grid
    near = {h for number in TOWN for h in grid.within(grid.index(number), 1)}
    return any(play.state.hex[u] in near for u in fighters(play, SOVIET))


def west_of_canal(play: SeelowPlay) -> bool:
    """12.43: a Soviet unit on the near bank; if so agreed, every hex the rule lists is near."""
    board = play.tables.board
    near = set(board.flagged("west_of_canal"))
    if play.options["canal_bank"] == "listed":
        near |= set(board.flagged("canal_list"))
    return any(play.state.hex[u] in near for u in fighters(play, SOVIET))


def controls(play: SeelowPlay, side: int, number: str) -> bool:
    """12.46: who occupies a hex; else who moved through it last; before anyone has, it lies behind the German line."""
    h = play.tables.board.grid.index(number)
    holder = play.occupant(h)
    return side == (play.state.control[h] if holder is None else holder)
