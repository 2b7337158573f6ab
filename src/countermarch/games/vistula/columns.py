"""5.8.2, 6.2 Arrival of logistical columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula.matching import assign
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import GERMAN, POOL
from countermarch.games.vistula.supply import is_open, lines
from countermarch.games.vistula.verbs import PLACE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

TAKES = (0, 1, 3)  # 5.8.2, 10.2: columns an HQ takes in a turn, by how well it is supplied
EXTRA = 2  # 12.5: columns beyond the income of the turn of the offensive


def arrive(play: VistulaPlay, side: int) -> None:
    """5.8.2, 6.2: the income of the turn, as far as HQs can take it; the rest is lost."""
    state = play.state
    income = play.tables.turns[state.turn - 1].columns[side]
    hqs = tuple((hq, TAKES[how]) for hq, how in lines(play, side).hqs.items() if TAKES[how])
    taken = min(income, sum(takes for _, takes in hqs))
    if taken < income:
        rule = "5.8.2#3" if hqs else "6.2#3"
        play.tell("columns_lost", rule, side=say(f"vistula.side.{play.sides[side]}"), number=income - taken)
    taken = min(taken, len(spare(play, side)))
    if side == GERMAN and state.order == state.turn:
        arrive_by_order(play, hqs, len(spare(play, side)) - taken)
    play.push(Columns(side, hqs, taken, placed=(), ordered=False))


def arrive_by_order(play: VistulaPlay, hqs: Sequence[tuple[int, int]], left: int) -> None:
    """12.5#2: two columns for the offensive, after the others and whatever the HQs have taken."""
    taken = min(EXTRA - sum(play.state.ordered), left) if hqs else 0
    play.push(Columns(GERMAN, tuple((hq, EXTRA) for hq, _ in hqs), taken, placed=(), ordered=True))


@dataclass(slots=True)
class Columns(SideProcedure):
    """5.8.2: column after column is laid with or next to an HQ that can still take one."""

    side: int
    hqs: tuple[tuple[int, int], ...]  # each with what it takes
    left: int
    placed: tuple[int, ...]
    ordered: bool  # 12.5: for the Führer's offensive
    kind = "place"
    asks = "vistula.prompt.columns"
    cites = ("5.8.2#1", "6.2#3")

    def prompt(self, play: VistulaPlay) -> Text:
        return say("vistula.prompt.order_columns" if self.ordered else self.asks, number=self.left)

    def choices(self, play: VistulaPlay) -> list[Choice]:
        if not self.left:
            return []
        column, reach = spare(play, self.side)[0], self.reach(play)
        around = sorted({h for hexes in reach.values() for h in hexes})
        answers: dict[tuple[int, ...], bool] = {}  # hexes of the same HQs are all alike
        found: list[Choice] = []
        for h in around:
            near = tuple(hq for hq in reach if h in reach[hq])
            if near not in answers:
                answers[near] = self.accepts(reach, h)
            if answers[near]:
                found.append((PLACE, column, h))
        return found

    def reach(self, play: VistulaPlay) -> dict[int, list[int]]:
        """Where each HQ can receive a column."""
        return {hq: hexes_near(play, hq) for hq, _ in self.hqs}

    def accepts(self, reach: Mapping[int, Sequence[int]], h: int) -> bool:
        """5.8.2: all columns placed so far and this one find an HQ to receive them."""
        wishes = [{hq: 0 for hq in reach if at in reach[hq]} for at in (*self.placed, h)]
        return None not in assign(wishes, dict(self.hqs))

    def take(self, play: VistulaPlay, choice: Choice) -> None:
        self.left -= 1
        self.placed = (*self.placed, choice[2])
        lay(play, choice[1], choice[2], self.ordered)

    def allows(self, play: VistulaPlay, choice: Choice) -> bool:
        """Columns are all alike: one is listed for all, and any of them may be named."""
        return choice[0] == PLACE and self.refuse(play, choice) is None

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] != PLACE:
            return None
        if choice[1] not in spare(play, self.side):
            return play.no("5.8.2#1", "no_spare_column", unit=play.id(choice[1]))
        h, reach = choice[2], self.reach(play)
        if self.accepts(reach, h):
            return None
        if not any(h in hexes for hexes in reach.values()):
            return play.no("5.8.2#1", "column_hex", hex=play.hex_name(h))
        return play.no("10.2#5", "column_hq_full", hex=play.hex_name(h))


def lay(play: VistulaPlay, column: int, h: int, ordered: bool) -> None:
    play.travel((column,), (h,))
    play.put(column, h)
    play.state.ordered[column] = int(ordered)
    rule = "12.5#2" if ordered else "5.8.2#1"
    play.tell("column_arrives", rule, unit=play.id(column), hex=play.hex_name(h))


def spare(play: VistulaPlay, side: int) -> list[int]:
    """5.8.1: markers can be used again."""
    return [u for u in play.tables.columns[side] if play.state.hex[u] == POOL]


def hexes_near(play: VistulaPlay, hq: int) -> list[int]:
    """5.8.2, 13: the hex of an HQ and those next to it where no enemy stands."""
    side, h = play.tables.side[hq], play.state.hex[hq]
    return [at for at in (h, *play.tables.next_to[h]) if is_open(play, side, at)]
