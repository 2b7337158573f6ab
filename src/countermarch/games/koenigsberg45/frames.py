"""What must be true of the edition's own procedures in a document."""

from __future__ import annotations

from countermarch.games.chitpull.command import CommandPhase
from countermarch.games.chitpull.frames import SHAPES as FAMILY
from countermarch.games.chitpull.frames import during, flight, is_event
from countermarch.games.chitpull.movement import MovementSegment
from countermarch.games.chitpull.reinforcements import ArrivalMoves
from countermarch.games.chitpull.retreat import Flight
from countermarch.games.chitpull.state import SOVIET
from countermarch.games.chitpull.turn import GameTurn
from countermarch.games.chitpull.ways import path_cost, why_not
from countermarch.games.claims import own, present
from countermarch.games.frames import ON, Claims, Shape, Shapes
from countermarch.games.koenigsberg45.play import RefugeePlay
from countermarch.games.koenigsberg45.refugees import TO_PLACE, Appearing, AppearingByEvent, Exodus, March
from countermarch.games.koenigsberg45.retreats import FlightToSupply
from countermarch.games.koenigsberg45.stacking import Overstacked
from countermarch.rulebook import Refusal


def exodus(play: RefugeePlay, frame: Exodus, below: GameTurn) -> Claims:
    yield ON, during(play, below, "refugees")
    yield "side", frame.side == SOVIET
    yield "waiting", set(frame.waiting) <= set(play.refugees) and present(play, frame.waiting)


def appearing(play: RefugeePlay, frame: Appearing, below: Exodus | CommandPhase) -> Claims:
    yield "side", frame.side == SOVIET
    yield "left", frame.left <= TO_PLACE


def by_event(play: RefugeePlay, frame: AppearingByEvent, below: CommandPhase) -> Claims:
    yield from appearing(play, frame, below)
    yield "event", is_event(play, frame.event)


def march(play: RefugeePlay, frame: March, below: MovementSegment | ArrivalMoves) -> Claims:
    yield "side", frame.side == below.side
    yield "unit", own(play, frame.side, (frame.unit,)) and present(play, (frame.unit,))
    yield "unit", isinstance(below, MovementSegment) or frame.unit in below.units
    yield "arriving", frame.arriving == isinstance(below, ArrivalMoves)
    yield "path", frame.path and not isinstance(path_cost(play, frame.unit, frame.mode, frame.path), Refusal)
    yield "path", why_not(play, frame.unit, frame.path[-1], frame.mode) is None
    yield "passed", set(frame.passed) <= set(frame.path) and frame.spare(play) >= 0
    yield "passed", frame.path[-1] not in frame.passed or not play.tables.is_combat[frame.unit]
    yield "driven", set(frame.driven) <= set(frame.path) and not set(frame.driven) & set(frame.passed)


def overstacked(play: RefugeePlay, frame: Overstacked, below: object) -> Claims:
    yield "hex", play.owner(frame.hex) in (None, frame.side)


def to_supply(play: RefugeePlay, frame: FlightToSupply, below: object) -> Claims:
    yield from flight(play, frame, below)
    if isinstance(below, Overstacked):
        yield "side", frame.side == below.side
        yield "start", frame.start == below.hex


SHAPES: Shapes = {
    Exodus: Shape((GameTurn,), exodus),
    Appearing: Shape((Exodus,), appearing),
    AppearingByEvent: Shape((CommandPhase,), by_event),
    March: Shape((MovementSegment, ArrivalMoves), march),
    Overstacked: Shape((GameTurn, Overstacked), overstacked),
    FlightToSupply: Shape((*FAMILY[Flight].on, Overstacked), to_supply),
}
