"""7.6 Disruption and rally."""

from __future__ import annotations

from countermarch.games.seelow.fire import signed
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.state import GERMAN, KUESTRIN

SHORT_OF_AMMUNITION = 2  # 11.32


def rally(play: SeelowPlay, side: int) -> None:
    """7.66, 7.68: a die for each disrupted unit, wherever it stands; its printed morale or less brings it round."""
    for u in disrupted(play, side):
        _attempt(play, u)


def disrupted(play: SeelowPlay, side: int) -> list[int]:
    return [u for u in play.tables.of_side[side] if play.state.disrupted[u] and play.on_map(u)]


def by_chance(play: SeelowPlay) -> bool:
    """7.66: whether anybody tries to rally."""
    return any(disrupted(play, side) for side in range(len(play.sides)))


def _attempt(play: SeelowPlay, u: int) -> None:
    short = play.state.scenario == KUESTRIN and play.tables.side[u] == GERMAN
    die, morale = play.roll(f"rally {play.id(u)}"), play.face(u).morale
    added = SHORT_OF_AMMUNITION if short else 0
    rallied = die + added <= morale
    if rallied:
        play.recover(u)
    key, rule = "rallied" if rallied else "not_rallied", "11.32" if short else "7.66"
    play.tell(key, rule, unit=play.id(u), die=die, added=signed(added), morale=morale)
