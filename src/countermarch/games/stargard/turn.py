"""2.0 The steps of a turn that Stargard has otherwise than the family."""

from __future__ import annotations

from countermarch.games.chitpull import supply, volkssturm
from countermarch.games.chitpull.activation import clear_activation
from countermarch.games.chitpull.cup import add_chits
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, SUPPLIED
from countermarch.games.chitpull.turn import finish
from countermarch.games.stargard import reich
from countermarch.games.stargard.command import Drawing, prepare
from countermarch.games.stargard.play import StargardPlay
from countermarch.games.stargard.victory import Evacuation, count_kuestrin, watch_corridor


def command(play: ChitPullPlay) -> None:
    """2.0, 19.1.3-when, 12.10: what comes before the first draw, and the draws."""
    assert isinstance(play, StargardPlay)
    clear_activation(play)
    add_chits(play)
    reich.force(play)
    play.push(Drawing())
    prepare(play)


def supply_after_turn_one(play: ChitPullPlay) -> None:
    """11.6: on turn 1 everybody is supplied, even who was isolated in a retreat (11.4)."""
    if play.state.turn > 1:
        supply.check_all(play)
        return
    for u, status in enumerate(play.state.supply):
        if status != SUPPLIED:
            play.state.supply[u] = SUPPLIED
            play.tell_of(u, "in_supply", "stargard-design 11.6")


def tidy_up(play: ChitPullPlay) -> None:
    """2.6: Volkssturm, pins, the deadline, the road to Küstrin; then Arnswalde may be cleared."""
    assert isinstance(play, StargardPlay)
    volkssturm.go_home(play)
    lift_pins(play)
    reich.fall_due(play)
    count_kuestrin(play)
    watch_corridor(play)
    play.push(Evacuation(GERMAN))


def lift_pins(play: StargardPlay) -> None:
    """8.7(6)."""
    held = [u for u, pinned in enumerate(play.state.pinned) if pinned]
    for u in held:
        play.state.pinned[u] = 0
    play.tell_of_all(held, "unpinned", "stargard-design 8.7(6)")


def end(play: ChitPullPlay) -> None:
    """2.6, 14.2: sudden death, the last turn, or the next one; what lasts a turn lapses."""
    assert isinstance(play, StargardPlay)
    play.state.thaw = 0
    finish(play)
