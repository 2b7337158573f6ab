"""11.1 HQs: when they leave the game."""

from __future__ import annotations

from countermarch.games.chitpull.activation import in_range
from countermarch.games.chitpull.play import ChitPullPlay


def remove_idle(play: ChitPullPlay) -> None:
    """11.1.3(1): at the end of the replacement segment, HQs with nobody to command."""
    for side in range(len(play.sides)):
        for hq in play.tables.hqs[side]:
            if play.on_map(hq) and not has_troops(play, hq):
                play.tell("hq_idle", "11.1.3(1)", unit=play.id(hq))
                play.remove_hq(hq)


def has_troops(play: ChitPullPlay, hq: int) -> bool:
    """A unit of its formation anywhere on the map, or an independent one of its front in range."""
    tables, head = play.tables, play.tables.units[hq]
    if any(play.on_map(u) for u in tables.members[head.formation]):
        return True
    return any(
        play.on_map(u)
        and _independent(play, u)
        and tables.units[u].front == head.front
        and in_range(play, hq, u)
        for u in tables.of_side[tables.side[hq]]
    )


def _independent(play: ChitPullPlay, u: int) -> bool:
    unit = play.tables.units[u]
    return unit.independent or unit.dual
