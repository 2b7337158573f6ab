"""2.5 Action chits: what they do when drawn; none of them is an activation."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from countermarch.games.chitpull import barrage, gd
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import SIDES, SOVIET
from countermarch.games.chitpull.tables import Chit


def draw(play: ChitPullPlay, chit: Chit) -> None:
    """2.5: carry out an action chit at once."""
    play.edition.actions[chit.kind](play, chit)


def shell(play: ChitPullPlay, chit: Chit) -> None:
    """2.5.1: the barrage table says how many attacks the front makes."""
    front = "" if chit.group in SIDES else chit.group
    barrage.fire(play, SOVIET, front, barrage.roll(play, chit.group))


def roll_event(play: ChitPullPlay, chit: Chit) -> None:
    """2.5.2: two dice on the event table, carried out before the next draw."""
    number = _fixed_event(play) or str(play.roll("event") + play.roll("event"))
    play.tell("event_rolled", "2.5.2", number=int(number))
    play.edition.events[number](play, f"RET.{number}")


def _fixed_event(play: ChitPullPlay) -> str:
    """An event named beforehand, as a drawn chit can be."""
    draws = play.state.chance.draws
    return draws.pop(0) if draws and draws[0] in play.edition.events else ""


def run_dry(play: ChitPullPlay, chit: Chit) -> None:
    """2.5.3: from now on this turn full German mechanised units pay for moving."""
    play.state.no_gas = 1
    play.tell("no_gas", "2.5.3")


ACTIONS: Mapping[str, Callable[[ChitPullPlay, Chit], None]] = {
    "barrage": shell,
    "event": roll_event,
    "no_gas": run_dry,
    "gd_withdrawal": gd.withdraw,
    "gd_return": gd.come_back,
}
