"""What must be true of the procedures of a document that these games share."""

from __future__ import annotations

from typing import Any

from countermarch.games.claims import asked, own, present
from countermarch.games.common.attack import Advance, Attack, Combat, Losses, Retreat, assailable, candidates
from countermarch.games.common.movement import Destination, Movement
from countermarch.games.common.turn import GameTurn
from countermarch.games.frames import BOTTOM, ON, Claims, Shape, Shapes
from countermarch.games.kinds import Kind, a_hex, a_side, a_unit, some_units, up_to

KINDS: dict[str, Kind] = {
    "side": a_side,
    "unit": a_unit,
    "units": some_units,
    "target": a_hex,
    **dict.fromkeys(("hexes", "steps"), up_to(2)),
    "step": up_to(20),
}


def game_turn(play: Any, frame: GameTurn, below: None) -> Claims:
    steps = len(play.sequence)
    yield "step", frame.step < steps if asked(play, frame) else 1 <= frame.step <= steps


def phase(play: Any, frame: Movement | Combat, below: GameTurn) -> Claims:
    _, side, procedure = play.sequence[below.step - 1]
    yield ON, type(frame) is procedure
    yield "side", frame.side == side


def destination(play: Any, frame: Destination, below: Movement) -> Claims:
    yield "side", frame.side == below.side
    yield "unit", own(play, frame.side, (frame.unit,)) and present(play, (frame.unit,))
    yield "unit", not play.state.acted[frame.unit] and play.ways.can_move(play, frame.unit)


def attack(play: Any, frame: Attack, below: Combat) -> Claims:
    yield "side", frame.side == below.side
    yield "target", assailable(play, frame.side, frame.target)
    able = candidates(play, frame.side, frame.target)
    yield "units", set(frame.units) <= set(able)
    yield "target", able


def advance(play: Any, frame: Advance, below: Combat) -> Claims:
    yield "side", frame.side == below.side
    yield "units", frame.units and own(play, frame.side, frame.units)
    near = play.tables.board.grid.around(frame.target)
    alive = [u for u in frame.units if play.on_map(u)]
    yield "units", all(play.state.hex[u] in near and play.could_enter(u, frame.target) for u in alive)


def losses(play: Any, frame: Losses, below: Advance) -> Claims:
    yield "side", frame.side == below.side
    yield "units", frame.units == below.units


def retreat(play: Any, frame: Retreat, below: Losses) -> Claims:
    yield "side", frame.side == 1 - below.side
    yield "unit", own(play, frame.side, (frame.unit,)) and present(play, (frame.unit,))
    yield "hexes", frame.hexes


SHAPES: Shapes = {
    GameTurn: Shape(BOTTOM, game_turn),
    Movement: Shape((GameTurn,), phase),
    Destination: Shape((Movement,), destination),
    Combat: Shape((GameTurn,), phase),
    Attack: Shape((Combat,), attack),
    Advance: Shape((Combat,), advance),
    Losses: Shape((Advance,), losses),
    Retreat: Shape((Losses,), retreat),
}
