"""2.5.4, 2.5.5 Großdeutschland leaves, and comes back."""

from __future__ import annotations

from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import enter
from countermarch.games.chitpull.state import ELIMINATED, GD_BOX, GERMAN, GONE, LATER, REMOVED, SUPPLIED
from countermarch.games.chitpull.tables import Chit

CORPS = "GD"
RETURNS_AT = "B"


def corps(play: ChitPullPlay) -> list[int]:
    return [play.tables.hq_of[CORPS], *play.tables.members[CORPS]]


def withdraw(play: ChitPullPlay, chit: Chit) -> None:
    """2.5.4: what is left of the corps goes to its box as it is; its chit waits outside the cup."""
    state = play.state
    leaving = [u for u in corps(play) if play.on_map(u)]
    for u in leaving:
        play.lift(u, GD_BOX)
        state.supply[u] = SUPPLIED
    own = play.tables.chit_of[CORPS]
    if state.chit[own] != GONE:
        state.chit[own] = LATER
        state.order[own] = 0
    state.gd_away = int(bool(leaving) or play.edition.gd_comes_back_whole)
    state.chit[chit.index] = GONE
    play.tell("gd_leaves", "2.5.4", units=play.ids(leaving))


def rebuild(play: ChitPullPlay) -> None:
    """2.5.5: what was destroyed comes back too where an edition says so, reduced; the HQ with its chit."""
    state, own = play.state, play.tables.chit_of[CORPS]
    for u in corps(play):
        if state.hex[u] in (ELIMINATED, REMOVED):
            state.hex[u] = GD_BOX
            state.steps[u] = min(1, play.tables.units[u].steps)
            state.supply[u] = SUPPLIED
    if state.chit[own] == GONE:
        state.chit[own], state.order[own] = LATER, 0


def come_back(play: ChitPullPlay, chit: Chit) -> None:
    """2.5.5: as reinforcements at B; a corps that has not left makes the chit wait for another turn."""
    if not play.state.gd_away:
        play.tell("gd_not_away", "2.5.5")
        return
    if play.edition.gd_comes_back_whole:
        rebuild(play)
    back = [u for u in corps(play) if play.state.hex[u] == GD_BOX]
    play.state.gd_away = 0
    play.state.chit[chit.index] = GONE
    play.tell("gd_returns", "2.5.5", units=play.ids(back))
    enter(play, GERMAN, back, RETURNS_AT)
