"""2.1.4 The Soviet fronts, if each is led by a player of its own: which of them is asked."""

from __future__ import annotations

from collections.abc import Sequence

from countermarch.flow import Procedure
from countermarch.games.chitpull.activation import Activation
from countermarch.games.chitpull.advance import Advance
from countermarch.games.chitpull.barrage import Firing
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.combat import Announcement, Attack
from countermarch.games.chitpull.losses import Losses
from countermarch.games.chitpull.movement import Destination
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves, Entry
from countermarch.games.chitpull.retreat import Flight, Retreat


def at_work(play: ChitPullPlay) -> str:
    """2.1.4: the front of what lies on top; none if it is about units of both, or of no front."""
    for frame in reversed(play.state.frames):
        found = _fronts(play, frame)
        if found:
            return found.pop() if len(found) == 1 else ""
    return ""


def _fronts(play: ChitPullPlay, frame: Procedure) -> set[str]:
    if isinstance(frame, Firing):
        side, front, _ = frame.shooter(play)
        return {front} if side == play.actor else set()
    tables = play.tables
    return {tables.units[u].front for u in _concerned(frame) if tables.side[u] == play.actor}


def _concerned(frame: Procedure) -> Sequence[int]:
    """The counters a procedure is about."""
    match frame:
        case Activation():
            return (frame.hq,)
        case Destination():
            return (frame.unit,)
        case Entry():
            return frame.units[frame.at : frame.at + 1]
        case ArrivalMoves():
            return frame.waiting
        case Attack() | Announcement() | Battle() | Losses() | Retreat() | Flight() | Advance():
            return frame.units
    return ()
