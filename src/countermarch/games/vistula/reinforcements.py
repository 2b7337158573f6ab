"""6.4 Reinforcements, with HQs that return (10.4) and units back from elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ELIMINATED, REMOVED, RESERVE, SUPPLIED
from countermarch.games.vistula.supply import closed_to, is_open, sea_links, sources
from countermarch.games.vistula.verbs import DONE, PLACE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal


def arrive(play: VistulaPlay, side: int) -> None:
    """6.4: what is due enters; what could not earlier tries again."""
    waiting = tuple(u for u in play.tables.of_side[side] if is_due(play, u))
    if waiting:
        play.push(Arrivals(side, waiting))


def is_due(play: VistulaPlay, u: int) -> bool:
    """6.4, 10.4: by the turn on the counter; three turns after an HQ was lost; when a withdrawal ends."""
    state = play.state
    if state.hex[u] == RESERVE:
        return play.tables.arrivals[u].turn <= state.turn
    away = REMOVED if not play.tables.is_hq[u] else ELIMINATED
    return state.hex[u] == away and bool(state.due[u]) and state.due[u] <= state.turn


@dataclass(slots=True)
class Arrivals(SideProcedure):
    """6.4: unit after unit, at its entry hex, or at a source; where too many wait for one hex the owner chooses.

    Only those that cannot come where they should may wait, once all the others have entered.
    """

    side: int
    waiting: tuple[int, ...]
    kind = "place"
    asks = "vistula.prompt.arrivals"
    cites = ("6.4#1", "6.4#2", "4#1")

    def choices(self, play: VistulaPlay) -> list[Choice]:
        spots = {u: hexes_for(play, u) for u in self.waiting}
        placed: list[Choice] = [(PLACE, u, h) for u in self.waiting for h in spots[u]]
        if not self.crowded(play, spots):
            return placed[:1]  # everybody has a hex of his own choice: nothing to ask
        held_up = not any(at_entry(play, u) for u in self.waiting)
        return [*placed, (DONE,)] if held_up else placed

    def crowded(self, play: VistulaPlay, spots: dict[int, list[int]]) -> bool:
        """Whether somebody has a choice, or a hex has not room for all who want it."""
        if any(len(spots[u]) > 1 or not at_entry(play, u) for u in self.waiting):
            return True
        wanted = [spots[u][0] for u in self.waiting if spots[u]]
        return any(wanted.count(h) > play.room(self.side, h) for h in set(wanted))

    def do(self, play: VistulaPlay, choice: Choice) -> None:
        u, h = choice[1], choice[2]
        self.waiting = tuple(v for v in self.waiting if v != u)
        enter(play, u, h)

    def end(self, play: VistulaPlay) -> None:
        for u in self.waiting:
            play.tell("held_up", "6.4#1", unit=play.id(u))
        play.pop()

    def refuse(self, play: VistulaPlay, choice: Choice) -> Refusal | None:
        if choice[0] == DONE:
            return play.no("6.4#1", "must_enter", units=play.ids(u for u in self.waiting if at_entry(play, u)))
        if choice[0] != PLACE or choice[1] not in self.waiting:
            return None
        u, h = choice[1], choice[2]
        if is_open(play, self.side, h) and h in wanted_hexes(play, u):
            return play.no("4#1", "crowded", hex=play.hex_name(h))
        if play.tables.arrivals[u].entry:
            entry = play.hex_name(play.places.entries[play.tables.arrivals[u].entry])
            return play.no("6.4#2", "entry_hex", unit=play.id(u), hex=play.hex_name(h), entry=entry)
        return play.no("6.4#1", "source_hex", unit=play.id(u), hex=play.hex_name(h))


def at_entry(play: VistulaPlay, u: int) -> bool:
    """Whether a unit can come where it should: its letter, or any source if it has none."""
    return any(play.room(play.tables.side[u], h) > 0 for h in wanted_hexes(play, u))


def wanted_hexes(play: VistulaPlay, u: int) -> list[int]:
    """6.4: the hex of the letter, as long as the enemy does not hold it; without a letter any source."""
    side, letter = play.tables.side[u], play.tables.arrivals[u].entry
    if letter and play.state.hex[u] == RESERVE:
        h = play.places.entries[letter]
        return [h] if play.controls(side, h) and is_open(play, side, h) else []
    return source_hexes(play, side)


def source_hexes(play: VistulaPlay, side: int) -> list[int]:
    """6.4: where a side's sources let units ashore."""
    found = sources(play, side, closed_to(play, side))
    ashore = {port for lane, port in sea_links(play, side) if lane in found and not play.in_enemy_zone(side, port)}
    return [h for h in sorted({*found, *ashore}) if is_open(play, side, h)]


def hexes_for(play: VistulaPlay, u: int) -> list[int]:
    """6.4: where it should come; while that is held or full, the nearest source with room, if it can walk at all."""
    found = [h for h in wanted_hexes(play, u) if play.room(play.tables.side[u], h) > 0]
    if found or not play.tables.arrivals[u].entry or play.tables.units[u].kind == "fortified":
        return found
    entry, grid = play.places.entries[play.tables.arrivals[u].entry], play.tables.board.grid
    others = [h for h in source_hexes(play, play.tables.side[u]) if play.room(play.tables.side[u], h) > 0]
    nearest = min((grid.distance(entry, h) for h in others), default=0)
    return [h for h in others if grid.distance(entry, h) == nearest]


def enter(play: VistulaPlay, u: int, h: int) -> None:
    state, unit = play.state, play.tables.units[u]
    back = state.hex[u] != RESERVE
    state.steps[u] = state.steps[u] or unit.steps
    state.supply[u], state.due[u] = SUPPLIED, 0
    play.travel((u,), (h,))
    play.put(u, h)
    rule = "10.4#2" if unit.kind == "hq" and back else "6.4#2" if play.tables.arrivals[u].entry else "6.4#1"
    play.tell("arrives", rule, unit=play.id(u), hex=play.hex_name(h))
