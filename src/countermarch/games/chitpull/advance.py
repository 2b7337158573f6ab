"""9.6 Advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from countermarch.flow import SideProcedure
from countermarch.games.chitpull.losses import SHELTER
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.verbs import ADVANCE, DONE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

Path = tuple[int, ...]


@dataclass(slots=True)
class Advance(SideProcedure):
    """9.6, 9.6.2: the attackers may enter the hex that was left; `gone` are the ways from each stack so far."""

    side: int
    target: int
    units: tuple[int, ...]
    origins: tuple[int, ...]
    gone: tuple[tuple[int, ...], ...]
    far: bool = True  # mechanised units may go on
    kind = "path"
    asks = "chitpull.prompt.advance"
    answers = "chitpull.action.advance"
    cites = ("9.6", "9.6.3")

    def choices(self, play: ChitPullPlay) -> list[Choice]:
        found: list[Choice] = [(ADVANCE, u, *path) for u in self.waiting(play) for path in ways(play, self, u)]
        found += [(ADVANCE, hq, *path) for hq, path in self.escorts(play)]
        if found:
            found.append((DONE,))
        return found

    def waiting(self, play: ChitPullPlay) -> list[int]:
        where = play.state.hex
        return [u for u, h in zip(self.units, self.origins, strict=True) if where[u] == h]

    def escorts(self, play: ChitPullPlay) -> Iterator[tuple[int, Path]]:
        """9.6.5, 11.1.2: an HQ may go where a unit of its stack has gone, and no other way."""
        for start, *path in dict.fromkeys(self.gone):
            for hq in play.hqs_in(start):
                passes = not any(blocks(play, hq, h) for h in path[:-1])
                if passes and play.room_for(hq, path[-1]) and not held(play, hq, path[-1]):
                    yield hq, tuple(path)

    def do(self, play: ChitPullPlay, choice: Choice) -> None:
        u, path = choice[1], choice[2:]
        if play.tables.is_combat[u]:
            self.gone += ((play.state.hex[u], *path),)
        for h in path:
            play.enter(u, h)
        play.shift(u, path[-1])
        play.tell("advanced", "9.6", unit=play.id(u), hex=play.hex_name(path[-1]))

    def refuse(self, play: ChitPullPlay, choice: Choice) -> Refusal | None:
        if choice[0] != ADVANCE:
            return None
        u, path = choice[1], choice[2:]
        if play.tables.is_hq[u] and play.tables.side[u] == self.side:
            return self.hq_refusal(play, u, path)
        if u not in self.units:
            rule = "9.6" if play.tables.side[u] == self.side else "9.6.2"
            return play.no(rule, "advance_not_attacker", unit=play.id(u))
        if u not in self.waiting(play):
            return play.no("9.6", "advanced_already", unit=play.id(u))
        if len(path) == 2 and not self.far and play.tables.is_mech[u]:
            return play.no("9.6.3", "advance_eliminated", unit=play.id(u), hex=play.hex_name(self.target))
        return path_refusal(play, self.target, u, path)

    def hq_refusal(self, play: ChitPullPlay, hq: int, path: Path) -> Refusal:
        if play.held(hq) is not None:
            return play.no("11.5", "held_hq", unit=play.id(hq))
        if (play.state.hex[hq], *path) in self.gone:
            return play.no("7.0", "full", hex=play.hex_name(path[-1]))
        return play.no("11.1.2", "advance_hq", unit=play.id(hq))

    def prompt(self, play: ChitPullPlay) -> Text:
        return say(self.asks, hex=play.hex_name(self.target))


def ways(play: ChitPullPlay, advance: Advance, u: int) -> Iterator[Path]:
    """9.6, 9.6.3: into the hex that was left, mechanised units one farther; back again is no advance."""
    target = advance.target
    if first_refusal(play, target, u) is not None:
        return
    if not stay_refused(play, u, target):
        yield (target,)
    if advance.far and play.tables.is_mech[u] and not stops(play, target, u) and not blocks(play, u, target):
        for h in play.tables.ways_of[u][target]:
            if h != play.state.hex[u] and not enemy_holds(play, u, h) and not stay_refused(play, u, h):
                yield target, h


def first_refusal(play: ChitPullPlay, target: int, u: int) -> Refusal | None:
    """9.6.1, 9.2.3: not over an unbridged major river, and not with an allowance of zero."""
    tables = play.tables
    if tables.is_static[u]:
        return play.no("9.2.3", "advance_immobile", unit=play.id(u))
    if target not in tables.ways_of[u][play.state.hex[u]]:
        return play.no("9.6.1", "advance_river", unit=play.id(u), hex=play.hex_name(target))
    return None


def stops(play: ChitPullPlay, target: int, u: int) -> bool:
    """9.6.4: a town, a city or an unbridged river at the first hex; a village does not stop."""
    tables = play.tables
    shelter = tables.settlement[target] in SHELTER
    return shelter or bool(tables.river[tables.slot(play.state.hex[u], target)])


def enemy_holds(play: ChitPullPlay, u: int, h: int) -> bool:
    """9.6.6: a lone HQ is no obstacle to a unit with an attack strength."""
    enemy = 1 - play.tables.side[u]
    if play.tables.attack[u][play.state.steps[u]]:
        return play.combat_in(enemy, h) > 0
    return play.number_in(enemy, h) > 0


def stay_refused(play: ChitPullPlay, u: int, h: int) -> bool:
    """7.0, 11.5: no room where the advance would end, or out of a corps' bounds."""
    return not play.room_for(u, h) or held(play, u, h)


def blocks(play: ChitPullPlay, u: int, h: int) -> bool:
    """7.0: whether a hex is full, in an edition where nobody passes such a one."""
    return bool(play.edition.no_passing) and not play.room_for(u, h)


def held(play: ChitPullPlay, u: int, h: int) -> bool:
    """11.5: a corps that is held back does not leave its HQ's range by advancing, the HQ not its hex."""
    hq = play.held(u)
    if hq is None:
        return False
    return u == hq or not play.in_command(hq, h)


def path_refusal(play: ChitPullPlay, target: int, u: int, path: Path) -> Refusal | None:
    tables, end = play.tables, path[-1]
    if path[0] != target:
        return play.no("9.6", "advance_first", hex=play.hex_name(target))
    refusal = first_refusal(play, target, u)
    if refusal is not None:
        return refusal
    if len(path) > 2 or (len(path) == 2 and not tables.is_mech[u]):
        return play.no("9.6.3", "advance_far", unit=play.id(u))
    if len(path) == 2 and stops(play, target, u):
        return play.no("9.6.4", "advance_stops", unit=play.id(u), hex=play.hex_name(target))
    if len(path) == 2 and end not in tables.ways_of[u][target]:
        return side_refusal(play, target, u, end)
    if end == play.state.hex[u]:
        return play.no("9.6", "advance_back", unit=play.id(u), hex=play.hex_name(end))
    if enemy_holds(play, u, end):
        return play.no("9.6", "advance_enemy", hex=play.hex_name(end))
    if held(play, u, end):
        return play.no("11.5", "held_unit", unit=play.id(u), hex=play.hex_name(end))
    if len(path) == 2 and blocks(play, u, target):
        return play.no(play.edition.no_passing, "past_full", unit=play.id(u), hex=play.hex_name(end))
    return play.no("7.0", "full", hex=play.hex_name(end))


def side_refusal(play: ChitPullPlay, target: int, u: int, end: int) -> Refusal:
    """9.6.1, 6.2.3: why the second hex cannot be entered from the first."""
    if play.tables.board.grid.direction(target, end) is None:
        return play.no("9.6.3", "advance_far", unit=play.id(u))
    rule = "9.6.1" if end in play.tables.strikes_of[u][target] else "6.2.3"
    return play.no(rule, "advance_river", unit=play.id(u), hex=play.hex_name(end))
