"""2.1.3 Fog of war: what lies under the top counter of an enemy stack is not seen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from countermarch.games.chitpull.state import NOBODY

if TYPE_CHECKING:
    from countermarch.games.chitpull.play import ChitPullPlay


def hidden(play: ChitPullPlay, u: int, viewer: int) -> bool:
    """2.1.3: with fog of war only the top counter of an enemy stack is seen, unless an attack has shown it."""
    if play.agreed["fog_of_war"] == "off" or play.tables.side[u] in (viewer, NOBODY):
        return False
    h = play.state.hex[u]
    return h >= 0 and play.state.top[h] != u and not shown(play, u)


def shown(play: ChitPullPlay, u: int) -> bool:
    """Whether an attack has been announced on the hex of a unit, or with the unit itself."""
    fights = [frame for frame in play.state.stack if hasattr(frame, "exposes")]
    return any(play.state.hex[u] in fight.exposes(play) or u in fight.units for fight in fights)


def foggy(play: ChitPullPlay) -> bool:
    return play.agreed["fog_of_war"] == "on"


def exposed(play: ChitPullPlay, h: int) -> bool:
    """2.1.3: whether an attack on a hex has been announced, so that both sides look into its stack."""
    return any(h in frame.exposes(play) for frame in play.state.stack if hasattr(frame, "exposes"))


def swap(play: ChitPullPlay, a: int, b: int) -> None:
    """Exchange two counters, keeping the height and order of their stacks."""
    where = {u: (play.state.hex[u], list(play.stack(play.state.hex[u]))) for u in (a, b)}
    if where[a][0] == where[b][0]:
        return
    for u, other in ((a, b), (b, a)):
        h, order = where[u]
        order[order.index(u)] = other
        where[u] = (h, order)
    lifted = {u for h, order in where.values() for u in order}
    for u in lifted:
        play.lift(u, -1)
    for h, order in where.values():
        for u in reversed(order):
            play.put(u, h)
