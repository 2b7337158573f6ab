"""11.1 HQs: when they leave the game."""

from __future__ import annotations

from countermarch.games.chitpull.activation import commanded
from countermarch.games.chitpull.play import ChitPullPlay


def remove_idle(play: ChitPullPlay) -> None:
    """11.1.3(1): HQs with nobody to command."""
    commands_any = play.edition.has_troops or has_troops
    for side in range(len(play.sides)):
        for hq in play.tables.hqs[side]:
            if play.on_map(hq) and not commands_any(play, hq):
                play.tell("hq_idle", "11.1.3(1)", unit=play.id(hq))
                play.remove_hq(hq)


def has_company(play: ChitPullPlay, hq: int) -> bool:
    """As the older rules have it: a combat unit of the side in range, of whatever formation."""
    tables, where = play.tables, play.state.hex
    fighters = (u for u in tables.of_side[tables.side[hq]] if tables.is_combat[u] and where[u] >= 0)
    return any(play.in_command(hq, where[u]) for u in fighters)


def has_troops(play: ChitPullPlay, hq: int) -> bool:
    """A unit of its formation anywhere on the map, or an independent one of its front in range."""
    tables, where = play.tables, play.state.hex
    for u in tables.members[tables.units[hq].formation]:
        if where[u] >= 0:
            return True
    return any(u != hq for u, _ in commanded(play, hq))
