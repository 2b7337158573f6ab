"""2.3, 2.5, 8.1: which chits are in the cup."""

from __future__ import annotations

from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import CUP, LATER, USED, VOID
from countermarch.games.chitpull.tables import Chit


def return_chits(play: ChitPullPlay) -> None:
    """2.5: what was drawn goes back into the cup for the next turn."""
    state = play.state
    for c in range(len(state.chit)):
        state.order[c] = 0
        if state.chit[c] in (USED, VOID):
            state.chit[c] = CUP


def add_chits(play: ChitPullPlay) -> None:
    """8.1, 8.1.1: chits whose turn has come join the cup; an HQ's chit comes with the HQ."""
    for chit in play.tables.chits:
        if play.chit_due(chit) == play.state.turn and _comes_by_turn(play, chit):
            add_chit(play, chit.index)


def _comes_by_turn(play: ChitPullPlay, chit: Chit) -> bool:
    return chit.kind != "command" or play.on_map(play.tables.hq_of[chit.formation])


def add_chit(play: ChitPullPlay, c: int) -> None:
    if play.state.chit[c] == LATER:
        play.state.chit[c] = CUP
        if play.state.turn > 1:
            play.tell("chit_joins", "8.1", chit=play.tables.chits[c].id)
