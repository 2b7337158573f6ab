"""12.0 Air units: ready, refitting, grounded."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GROUNDED, READY, REFIT
from countermarch.rulebook import Refusal

MOST = 2  # 12.1: in one combat


def air_units(play: ChitPullPlay) -> list[int]:
    return play.tables.air


def recover(play: ChitPullPlay) -> None:
    """12.2: refitted units return first, then grounded ones begin to refit, so none does both."""
    for u in air_units(play):
        if play.state.hex[u] == REFIT and returns(play, u):
            play.state.hex[u] = READY
            play.tell("air_ready", "12.2.2", unit=play.id(u))
    for u in air_units(play):
        if play.state.hex[u] == GROUNDED:
            play.state.hex[u] = REFIT
            play.tell("air_refits", "12.2.1", unit=play.id(u))


def by_chance(play: ChitPullPlay) -> bool:
    """12.4: whether somebody rolls for his return."""
    return any(play.state.hex[u] == REFIT and play.id(u) in play.edition.air_returns_on for u in air_units(play))


def returns(play: ChitPullPlay, u: int) -> bool:
    """12.4: some, lent by another front, come back on a six only."""
    needed = play.edition.air_returns_on.get(play.id(u))
    if needed is None:
        return True
    die = play.roll(f"return {play.id(u)}")
    play.tell("air_rolls", "12.4", unit=play.id(u), die=die, needed=needed)
    return die >= needed


def available(play: ChitPullPlay, side: int, fronts: frozenset[str]) -> list[int]:
    """12.1, 12.3: ready units of the side, a Soviet one only with its own front."""
    tables = play.tables
    ready = [u for u in air_units(play) if tables.side[u] == side and is_ready(play, u)]
    return [u for u in ready if not tables.units[u].front or tables.units[u].front in fronts]


def is_ready(play: ChitPullPlay, u: int) -> bool:
    return play.state.hex[u] == READY


def refusal(play: ChitPullPlay, side: int, fronts: frozenset[str], sent: Sequence[int], u: int) -> Refusal | None:
    """12.1, 12.3: why an air unit may not support an attack of these fronts, beside those sent already."""
    tables = play.tables
    if not tables.is_air[u] or tables.side[u] != side:
        return play.no("12.1", "not_your_air", unit=play.id(u))
    if len(sent) >= MOST:
        return play.no("12.1", "air_limit")
    if not is_ready(play, u) or u in sent:
        return play.no("12.1", "air_not_ready", unit=play.id(u))
    if not fronts:
        return play.no("12.1", "air_alone")
    return None if u in available(play, side, fronts) else play.no("12.3", "air_front", unit=play.id(u))


def spend(play: ChitPullPlay, u: int, full: bool) -> None:
    """12.1.1: a full attack grounds the unit, a normal one sends it to refit."""
    play.state.hex[u] = GROUNDED if full else REFIT


def ground(play: ChitPullPlay, units: Sequence[int]) -> None:
    """12.2: a bad die grounds every air unit of the combat, where an edition says so."""
    for u in units:
        play.state.hex[u] = GROUNDED
    play.tell("air_fails", "12.2", units=play.ids(units))


def bad_weather(play: ChitPullPlay, rule: str) -> None:
    """RET.6, RET.8: refitting units are grounded, then ready ones refit, so none does both."""
    for start, end in ((REFIT, GROUNDED), (READY, REFIT)):
        for u in air_units(play):
            if play.state.hex[u] == start:
                play.state.hex[u] = end
    play.tell("bad_weather", rule)
