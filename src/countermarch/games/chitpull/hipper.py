"""11.4 Admiral Hipper: guns in the Frisches Haff that an HQ may add to one combat a turn."""

from __future__ import annotations

from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, HAFF, NONE
from countermarch.rulebook import Refusal

ID = "Hipper"
RANGE = 2


def in_the_haff(play: ChitPullPlay) -> bool:
    return play.tables.ship != NONE and play.state.hex[play.tables.ship] == HAFF


def strength(play: ChitPullPlay) -> int:
    """11.4(3): its printed attack, never halved."""
    u = play.tables.ship
    return play.tables.attack[u][play.state.steps[u]]


def can_fire(play: ChitPullPlay, target: int) -> bool:
    return in_the_haff(play) and refusal(play, target) is None


def refusal(play: ChitPullPlay, target: int, side: int = GERMAN) -> Refusal | None:
    """11.4(1) to (3): in the Haff, not yet used this turn, target and HQ in range."""
    silent = out_of_reach(play, target, side)
    if silent is not None or any(getattr(frame, "haff_in_range", False) for frame in play.state.frames):
        return silent
    return play.no("11.4(3)", "hipper_command")


def out_of_reach(play: ChitPullPlay, target: int, side: int) -> Refusal | None:
    """11.4(1) to (3): what silences the ship whichever HQ calls for it."""
    if side != GERMAN:
        return play.no("4.0", "not_yours", unit=ID)
    if not in_the_haff(play):
        return play.no("11.4(1)", "hipper_away")
    if play.state.hipper_used:
        return play.no("11.4(3)", "hipper_used")
    if not near_haff(play, target):
        return play.no("11.4(2)", "hipper_range", hex=play.hex_name(target))
    return None


def near_haff(play: ChitPullPlay, target: int) -> bool:
    """11.4(2): at most two hexes from the Haff, a hex on its shore being one away."""
    distance = play.tables.board.grid.distance
    return any(distance(target, h) <= RANGE for h in play.places.haff)


def commands(play: ChitPullPlay, hq: int) -> bool:
    """11.4(3), 4.2.4: the HQ being activated has the Haff, one big hex beyond its shore, in its range."""
    if play.tables.side[hq] != GERMAN or not in_the_haff(play):
        return False
    distance, most = play.tables.command_distance(play.state.hex[hq]), play.command_range(hq) - 1
    return any(0 <= distance[h] <= most for h in play.places.shore)
