"""11.2 Replacements: lost steps come back, and eliminated units beside an HQ."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves
from countermarch.games.chitpull.state import ELIMINATED, GERMAN, SOVIET, SUPPLIED
from countermarch.games.chitpull.verbs import DONE, REBUILD, REFIT_STEP
from countermarch.games.chitpull.ways import modes
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

REDUCED, FULL = 1, 2


def begin(play: ChitPullPlay, side: int) -> None:
    """11.2: the points of the turn track; they cannot be saved."""
    points = play.tables.turns[play.state.turn - 1].replacements[side]
    play.push(Replacements(side, points, ()))


def price(play: ChitPullPlay, u: int) -> int:
    """11.2.1, 11.2.2: a point for a step, two for a German mechanised one."""
    return 2 if play.tables.side[u] == GERMAN and play.tables.is_mech[u] else 1


def ineligible(play: ChitPullPlay, u: int) -> Refusal | None:
    """11.2: combat units of two steps that can move."""
    tables = play.tables
    barred = play.replacement_bar(u)
    if barred is not None:
        return barred
    if tables.is_hq[u]:
        return play.no("11.1.3", "hq_replacement", unit=play.id(u))
    if tables.is_static[u] and not play.edition.static_renewed:
        return play.no("11.2", "static_replacement", unit=play.id(u))
    if tables.units[u].steps < FULL:
        return play.no("11.2", "one_step_replacement", unit=play.id(u))
    return None


def hosts(play: ChitPullPlay, u: int) -> list[int]:
    """11.2.3, 4.2.2: the HQs a rebuilt unit may appear with: its own; independent or dual ones with any of theirs."""
    tables, unit = play.tables, play.tables.units[u]
    own = tables.hq_of.get(unit.formation)
    if play.is_independent(u):
        found = [hq for hq in tables.hqs[tables.side[u]] if tables.units[hq].front == unit.front]
    else:
        found = [] if own is None else [own]
    return [hq for hq in found if play.on_map(hq)]


def can_stay(play: ChitPullPlay, u: int, steps: int, h: int) -> bool:
    """11.2.3: a full hex will do if the unit can leave it at once."""
    if play.room_for(u, h) or not play.edition.rebuilt_move:
        return play.room_for(u, h)
    lay(play, u, steps, h)
    leaves = bool(modes(play, u))
    play.lift(u, ELIMINATED)
    play.state.steps[u] = 0
    return leaves


def lay(play: ChitPullPlay, u: int, steps: int, h: int) -> None:
    play.state.steps[u] = steps
    play.state.supply[u] = SUPPLIED
    play.put(u, h)


@dataclass(slots=True)
class ArrivalRebuilt(ArrivalMoves):
    """11.2.3: a rebuilt unit moves at once, out of a hex that is too full if need be."""

    cites = ("11.2.3", "7.1", "6.1")
    arrives = False
    moves_by = "11.2.3"
    parts_by = "11.2.3"


@dataclass(slots=True)
class Replacements(SideProcedure):
    """11.2: spend the points one by one, or let them go."""

    side: int
    points: int
    rebuilt: tuple[int, ...]  # came back this turn
    kind = "unit"
    asks = "chitpull.prompt.replace"
    answers = "chitpull.action.replace"
    cites = ("11.2", "11.2.1", "11.2.2", "11.2.3")

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, points=self.points)

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        found: list[Choice] = []
        where, steps = play.state.hex, play.state.steps
        for u in play.tables.renewable[self.side] if self.points else ():
            if where[u] == ELIMINATED:
                found += self.rebuilds(play, u)
            elif steps[u] == REDUCED and where[u] >= 0 and self.refit_refusal(play, u) is None:
                found.append((REFIT_STEP, u))
        if found:
            found.append((DONE,))
        return found

    def rebuilds(self, play: ChitPullPlay, u: int) -> list[Choice]:
        if play.replacement_bar(u) is not None:
            return []
        near = {play.state.hex[hq] for hq in hosts(play, u) if play.state.supply[hq] == SUPPLIED}
        hexes = [h for h in sorted(near) if play.tables.carries(u, h)]
        return [
            (REBUILD, u, steps, h)
            for steps in range(1, self.most(play, u) + 1)
            for h in hexes
            if can_stay(play, u, steps, h)
        ]

    def most(self, play: ChitPullPlay, u: int) -> int:
        """11.2.1, 11.2.2: a Soviet unit may come back in full, a German one only reduced."""
        return min(self.points // price(play, u), FULL if self.side == SOVIET else 1)

    def do(self, play: ChitPullPlay, choice: Choice) -> None:
        if choice[0] == REFIT_STEP:
            self.refit(play, choice[1])
        else:
            self.rebuild(play, *choice[1:])

    def refit(self, play: ChitPullPlay, u: int) -> None:
        self.points -= price(play, u)
        play.set_steps(u, FULL)
        play.tell_of(u, "refitted", self.price_rule)

    def rebuild(self, play: ChitPullPlay, u: int, steps: int, h: int) -> None:
        self.points -= steps * price(play, u)
        self.rebuilt += (u,)
        lay(play, u, steps, h)
        play.enter(u, h)
        play.tell("rebuilt", "11.2.3", unit=play.id(u), steps=steps, hex=play.hex_name(h))
        if play.edition.rebuilt_move:
            play.push(ArrivalRebuilt(self.side, (u,), (u,)))

    @property
    def price_rule(self) -> str:
        return "11.2.1" if self.side == SOVIET else "11.2.2"

    # why not

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] not in (REFIT_STEP, REBUILD):
            return None
        if play.tables.side[choice[1]] != self.side:
            return play.no("11.2", "not_yours", unit=play.id(choice[1]))
        if choice[0] == REFIT_STEP:
            return self.refit_refusal(play, choice[1])
        return self.rebuild_refusal(play, *choice[1:])

    def refit_refusal(self, play: ChitPullPlay, u: int) -> Refusal | None:
        state = play.state
        refusal = ineligible(play, u)
        if refusal is not None:
            return refusal
        if state.hex[u] < 0:
            return play.no("11.2", "off_map", unit=play.id(u))
        if state.steps[u] == FULL:
            return play.no("11.2", "full_strength", unit=play.id(u))
        if state.supply[u] != SUPPLIED:
            return play.no("11.2.4", "replacement_supply", unit=play.id(u))
        if self.side == GERMAN and u in self.rebuilt:
            return play.no("11.2.2", "rebuilt_this_turn", unit=play.id(u))
        return self.too_dear(play, u, 1)

    def too_dear(self, play: ChitPullPlay, u: int, steps: int) -> Refusal | None:
        cost = steps * price(play, u)
        if cost <= self.points:
            return None
        return play.no(self.price_rule, "replacement_price", unit=play.id(u), cost=cost, points=self.points)

    def rebuild_refusal(self, play: ChitPullPlay, u: int, steps: int, h: int) -> Refusal | None:
        refusal = ineligible(play, u)
        if refusal is not None:
            return refusal
        if play.state.hex[u] != ELIMINATED:
            return play.no("11.2", "not_eliminated", unit=play.id(u))
        if not 1 <= steps <= FULL:
            return play.no("11.2", "no_such_steps", unit=play.id(u), steps=steps)
        if steps == FULL and self.side == GERMAN:
            return play.no("11.2.2", "german_full", unit=play.id(u))
        return self.too_dear(play, u, steps) or self.place_refusal(play, u, h)

    def place_refusal(self, play: ChitPullPlay, u: int, h: int) -> Refusal | None:
        there = [hq for hq in hosts(play, u) if play.state.hex[hq] == h]
        if not there:
            return play.no("11.2.3", "not_with_hq", unit=play.id(u), hex=play.hex_name(h))
        if play.state.supply[there[0]] != SUPPLIED:
            return play.no("11.2.4", "hq_supply", unit=play.id(there[0]))
        if not play.tables.carries(u, h):
            return play.no("6.2.3", "ice", unit=play.id(u), hex=play.hex_name(h))
        return play.no("11.2.3", "rebuilt_crowded", unit=play.id(u), hex=play.hex_name(h))
