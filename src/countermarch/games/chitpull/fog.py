"""2.1.3 Fog of war: what lies under the top counter of an enemy stack is not seen."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from countermarch.games.chitpull.state import NOBODY, NONE, PLACES, SUPPLIED

if TYPE_CHECKING:
    from countermarch.games.chitpull.play import ChitPullPlay

UNSEEN = -1 - len(PLACES)  # where counters lie on the table as a side sees it that does not see them


def hidden(play: ChitPullPlay, u: int, viewer: int) -> bool:
    """2.1.3: with fog of war only the top counter of an enemy stack is seen, unless an attack has shown it."""
    if not play.fogged or play.tables.side[u] in (viewer, NOBODY):
        return False
    h = play.state.hex[u]
    return h >= 0 and play.state.top[h] != u and not shown(play, u)


def shown(play: ChitPullPlay, u: int) -> bool:
    """Whether an attack has been announced on the hex of a unit, or with the unit itself."""
    fights = [frame for frame in play.state.frames if hasattr(frame, "exposes")]
    return any(play.state.hex[u] in fight.exposes(play) or u in fight.units for fight in fights)


def foggy(play: ChitPullPlay) -> bool:
    return play.fogged


def unseen(play: ChitPullPlay, viewer: int) -> list[int]:
    """2.1.3: every counter a side cannot see."""
    if not foggy(play):
        return []
    where, top = play.state.hex, play.state.top
    below = [u for u in play.tables.of_side[1 - viewer] if where[u] >= 0 and top[where[u]] != u]
    return [u for u in below if hidden(play, u, viewer)]


def as_seen(play: ChitPullPlay, viewer: int) -> ChitPullPlay:
    """2.1.3: the table as a side sees it, to answer its questions from: what it cannot see is not there at all."""
    out_of_sight = unseen(play, viewer)
    if not out_of_sight:
        return play
    twin = play.copy()
    twin.covered = Counter(play.state.hex[u] for u in out_of_sight)
    for u in out_of_sight:
        twin.lift(u, UNSEEN)
        forget(twin, u)
    for frame in twin.state.frames:
        if getattr(frame, "hq", NONE) in out_of_sight:
            frame.haff_in_range = False
    if play.actor != viewer:
        twin.pending = ()  # what the enemy may do just now hangs on all of his counters
    return twin


def forget(play: ChitPullPlay, u: int) -> None:
    """Of a counter that is not seen nobody knows steps, supply or marks."""
    state = play.state
    state.steps[u] = 0
    state.supply[u] = SUPPLIED
    for mark in state.marks:
        getattr(state, mark)[u] = 0


def most_steps(play: ChitPullPlay, u: int, below: int) -> int:
    """The most steps with which a counter may lie under one whose zone is so wide; none if it cannot."""
    breadth = play.tables.breadth[u]
    return next((steps for steps in range(play.tables.units[u].steps, 0, -1) if breadth[steps] <= below), 0)
