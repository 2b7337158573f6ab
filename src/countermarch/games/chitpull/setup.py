"""2.1.5, 15.0: the counters where the game begins."""

from __future__ import annotations

from countermarch.games.chitpull.cup import add_chits
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GROUNDED, READY, REFIT, RESERVE, SOVIET, UNUSED, VOLKSSTURM_BOX
from countermarch.games.chitpull.tables import Arrival
from countermarch.games.chitpull.turn import GameTurn

BOXES = {"refit": REFIT, "grounded": GROUNDED}  # where an air unit may start


def set_up(play: ChitPullPlay) -> None:
    state = play.state
    state.turn = 1
    for u, arrival in enumerate(play.tables.arrivals):
        unit = play.tables.units[u]
        state.steps[u] = unit.steps - 1 if arrival.reduced else unit.steps
        _lay(play, u, arrival)
    for h in play.tables.behind_soviets:
        state.crossed[h] = 1
    add_chits(play)
    play.push(GameTurn(0))


def _lay(play: ChitPullPlay, u: int, arrival: Arrival) -> None:
    kind = play.tables.units[u].kind
    if not _chosen(play, u, arrival):
        play.state.hex[u] = UNUSED
    elif arrival.hex:
        h = play.tables.board.grid.index(arrival.hex)
        play.put(u, h)
        if play.tables.side[u] == SOVIET:
            play.state.crossed[h] = 1
    elif kind == "air":
        play.state.hex[u] = BOXES.get(arrival.when, READY)
    elif kind == "volkssturm" and arrival.when != "event":
        play.state.hex[u] = VOLKSSTURM_BOX
    else:
        play.state.hex[u] = RESERVE


def _chosen(play: ChitPullPlay, u: int, arrival: Arrival) -> bool:
    if not arrival.optional:
        return True
    option = play.edition.optional.get(play.id(u))
    return option is not None and play.options[option] == "on"
