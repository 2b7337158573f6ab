"""5.0 The movement phase: units move one after the other; reinforcements come on (9.1), units may leave the map."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.seelow import reinforcements
from countermarch.games.seelow.control import travel
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.sequence import out_of_phase
from countermarch.games.seelow.verbs import DONE, ENTER, LEAVE, MOVE, TO
from countermarch.games.seelow.ways import (
    can_move,
    exit_cost,
    exits,
    may_act_refusal,
    path_cost,
    reach,
    stand_refusal,
    too_far,
    why_not,
)
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

MOVE_UNIT: tuple[Choice, ...] = tuple((MOVE, u) for u in range(512))
TO_HEX: tuple[Choice, ...] = tuple((TO, h) for h in range(2048))


@dataclass(slots=True)
class MovementPhase(SideProcedure):
    """5.0, 5.17, 5.26: as many units as the phasing player likes, each finished before the next."""

    side: int
    kind = "unit"
    asks = "seelow.prompt.move"
    answers = "seelow.action.move"
    cites = ("5.0", "5.17", "5.26")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        acted, where, known = play.state.acted, play.state.hex, play.movers
        found: list[Choice] = [
            MOVE_UNIT[u]
            for u in play.tables.of_side[self.side]
            if where[u] >= 0 and not acted[u] and (known[u] if u in known else can_move(play, u))
        ]
        found += [(ENTER, u, h) for u in reinforcements.due(play, self.side) for h in reinforcements.doors(play, u)]
        found.append((DONE,))
        return found

    def do(self, play: SeelowPlay, choice: Choice) -> None:
        if choice[0] == MOVE:
            play.push(Destination(self.side, choice[1], 0))
        else:
            spent = reinforcements.come_on(play, choice[1], choice[2])
            play.push(Destination(self.side, choice[1], spent))

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] == ENTER:
            return reinforcements.refusal(play, self.side, choice[1], choice[2])
        if choice[0] != MOVE:
            return out_of_phase(play, choice)
        return move_refusal(play, self.side, choice[1])


def move_refusal(play: SeelowPlay, side: int, u: int) -> Refusal | None:
    refusal = may_act_refusal(play, u, side)
    if refusal is not None:
        return refusal
    if play.state.acted[u]:
        return play.no("5.26", "moved", unit=play.id(u))
    return stand_refusal(play, u) or play.no("5.16", "stuck", unit=play.id(u))


@dataclass(slots=True)
class Destination(SideProcedure):
    """5.1: where the chosen unit goes; one that has just come on has spent something and may stay."""

    side: int
    unit: int
    spent: int
    kind = "hex"
    confirms = True  # the only way may lead off the map
    asks = "seelow.prompt.to"
    answers = "seelow.action.to"
    cites = ("5.11", "5.16")

    def choices(self, play: SeelowPlay) -> list[Choice]:
        found: list[Choice] = [TO_HEX[h] for h in reach(play, self.unit, self.spent).hexes]
        found += [(LEAVE, h) for h in exits(play, self.unit, self.spent)]
        if self.spent and found:
            found.append((DONE,))
        return found

    def take(self, play: SeelowPlay, choice: Choice) -> None:
        play.pop()
        if choice[0] == TO:
            self.go(play, [*choice[2:], choice[1]] if len(choice) > 2 else None, choice[1])
        elif choice[0] == LEAVE:
            self.go_off(play, choice[1])

    def go(self, play: SeelowPlay, path: Sequence[int] | None, h: int) -> None:
        march(play, self.unit, list(path or reach(play, self.unit, self.spent).path(h)))

    def go_off(self, play: SeelowPlay, h: int) -> None:
        """5.27: through the hexes on the way, and over the edge."""
        if h != play.state.hex[self.unit]:
            travel(play, self.unit, reach(play, self.unit, self.spent).path(h))
        play.leave(self.unit, h, "5.27")

    def allows(self, play: SeelowPlay, choice: Choice) -> bool:
        return choice[0] == TO and len(choice) > 2 and self.refuse(play, choice) is None

    def refuse(self, play: SeelowPlay, choice: Choice) -> Refusal | None:
        if choice[0] == LEAVE:
            return self.leave_refusal(play, choice[1])
        if choice[0] in (MOVE, ENTER):
            return play.no("5.26", "finish_first", unit=play.id(self.unit))
        if choice[0] != TO:
            return out_of_phase(play, choice)
        if len(choice) == 2:
            return why_not(play, self.unit, choice[1], self.spent)
        walked = path_cost(play, self.unit, [*choice[2:], choice[1]], self.spent)
        return walked if isinstance(walked, Refusal) else None

    def leave_refusal(self, play: SeelowPlay, h: int) -> Refusal | None:
        """5.27, 5.18#1: from the edge alone, not from a hex where it must stop, and not beyond its points."""
        u, start = self.unit, play.state.hex[self.unit]
        if not play.ground.edge[h]:
            return play.no("5.27", "no_edge", hex=play.hex_name(h))
        refusal = None if h == start else why_not(play, u, h, self.spent)
        if refusal is not None:
            return refusal
        if play.in_enemy_zone(self.side, h) and (h != start or self.spent):
            return play.no("5.18#1", "must_stop", unit=play.id(u), hex=play.hex_name(h))
        found = reach(play, u, self.spent)
        there = 0 if h == start else found.cost(h)
        return too_far(play, u, exit_cost(play, u, h, self.spent + there))

    def prompt(self, play: SeelowPlay) -> Text:
        return say(self.asks, unit=play.id(self.unit))


def march(play: SeelowPlay, u: int, path: Sequence[int]) -> None:
    """Carry a move out: every hex on the way is entered, the last one occupied."""
    start = play.state.hex[u]
    travel(play, u, path)
    play.shift(u, path[-1])
    play.state.acted[u] = 1
    names = tuple(play.hex_name(h) for h in path)
    play.tell("moved", "5.0", unit=play.id(u), start=play.hex_name(start), path=names, hex=names[-1])
