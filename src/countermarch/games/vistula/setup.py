"""13. Set-up."""

from __future__ import annotations

from countermarch.games.vistula import turn
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.state import ALLIED, GERMAN, POOL, READY, RESERVE


def set_up(play: VistulaPlay) -> None:
    state, tables = play.state, play.tables
    for h in range(tables.n):
        if tables.land[h]:
            state.control[h] = 1 + (ALLIED if h in play.places.allied else GERMAN)
    sample = {row.text("id"): row.text("hex") for row in tables.table("sample_setup.csv")}
    for u, unit in enumerate(tables.units):
        state.steps[u] = unit.steps
        arrival = tables.arrivals[u]
        hex = sample.get(unit.id) or arrival.hex
        if hex:
            play.put(u, tables.board.grid.index(hex))
        else:
            state.hex[u] = {"air": READY, "lc": POOL, "naval": POOL}.get(unit.kind, RESERVE)
    play.rebuild_maps()
    turn.first_turn(play)
