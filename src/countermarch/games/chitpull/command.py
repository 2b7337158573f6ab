"""4.1 The command phase: the cup and the limits."""

from __future__ import annotations

from dataclasses import dataclass

from countermarch.flow import Procedure
from countermarch.games.chitpull import actions
from countermarch.games.chitpull.activation import ChooseHeadquarters, eligible_hqs, left
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import SIDES, USED, VOID
from countermarch.games.chitpull.tables import Chit

COMMAND_KINDS = ("command", "front", "hgm")
LENT_BY_ARMY_GROUP = 2


def activates(play: ChitPullPlay, chit: Chit) -> list[int]:
    """2.3: whom a command chit could activate, if its side or front has an activation left."""
    return eligible_hqs(play, chit, SIDES.index(chit.side)) if left(play, chit.group) else []


def can_activate(play: ChitPullPlay, chit: Chit) -> bool:
    return chit.kind in COMMAND_KINDS and bool(activates(play, chit))


def lapsed(play: ChitPullPlay, chit: Chit) -> bool:
    """2.5: an action chit may die with the limit of its side or front; one of both sides never does."""
    return play.edition.action_chits_lapse and chit.group in play.edition.groups and not left(play, chit.group)


@dataclass(slots=True)
class CommandPhase(Procedure):
    """2.5, 4.1.1: chits are drawn one by one while a command chit in the cup can still activate an HQ."""

    def proceed(self, play: ChitPullPlay) -> None:
        cup = play.in_cup()
        if self.goes_on(play, cup):
            self.pull(play, play.choose("cup", cup))
        else:
            play.tell("drawing_over", "2.5")
            play.pop()

    def by_chance(self, play: ChitPullPlay) -> bool:
        return self.goes_on(play, play.in_cup())

    def goes_on(self, play: ChitPullPlay, cup: list[Chit]) -> bool:
        """2.5: action chits do not prolong drawing; those left stay in the cup."""
        return any(can_activate(play, chit) for chit in cup)

    def pull(self, play: ChitPullPlay, chit: Chit) -> None:
        """A chit leaves the cup and is acted on."""
        state = play.state
        state.drawn += 1
        state.order[chit.index] = state.drawn
        state.chit[chit.index] = USED
        play.tell("drawn", "4.1.1", chit=chit.id)
        if chit.kind in COMMAND_KINDS:
            self.command(play, chit)
        elif lapsed(play, chit):
            play.state.chit[chit.index] = VOID
            play.tell("lapsed", "2.5", chit=chit.id)
        else:
            actions.draw(play, chit)

    def command(self, play: ChitPullPlay, chit: Chit) -> None:
        """2.3: beyond the limit a chit is laid aside unused; without an HQ it counts for nothing."""
        if not activates(play, chit):
            play.state.chit[chit.index] = VOID
            play.tell("void", "2.3", chit=chit.id)
            return
        play.state.used[play.edition.groups.index(chit.group)] += 1
        play.push(ChooseHeadquarters(SIDES.index(chit.side), lendable(chit), True, chit.id))


def lendable(chit: Chit) -> int:
    """4.1.3: how many independents of any place move with a chit."""
    return LENT_BY_ARMY_GROUP if chit.kind == "hgm" else 0
