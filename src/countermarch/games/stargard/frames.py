"""What must be true of the edition's own procedures in a document."""

from __future__ import annotations

from dataclasses import replace

from countermarch.games.chitpull.activation import Activation, ChooseHeadquarters
from countermarch.games.chitpull.barrage import Firing
from countermarch.games.chitpull.battle import Battle
from countermarch.games.chitpull.frames import SHAPES as FAMILY
from countermarch.games.chitpull.frames import aggressor, during, is_stage, struck_hex
from countermarch.games.chitpull.losses import Staffs
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import Entry, in_surplus
from countermarch.games.chitpull.state import GERMAN, SOVIET
from countermarch.games.chitpull.turn import GameTurn
from countermarch.games.claims import beneath, own, present
from countermarch.games.frames import ON, Claims, Shape, Shapes
from countermarch.games.stargard.command import Drawing, PreparedBlow
from countermarch.games.stargard.events import Repair
from countermarch.games.stargard.play import StargardPlay
from countermarch.games.stargard.reich import MODES, StargardMovement, Withdrawal, withdrawal_refusal
from countermarch.games.stargard.reinforcements import OneByOne, Summons, may_decline
from countermarch.games.stargard.results import RetreatOrStep
from countermarch.games.stargard.victory import Evacuation


def prepared_blow(play: ChitPullPlay, frame: PreparedBlow, below: Drawing) -> Claims:
    yield "blows", frame.blows <= 2


def withdrawal(play: StargardPlay, frame: Withdrawal, below: StargardMovement) -> Claims:
    yield "side", frame.side == below.side == GERMAN
    yield "arriving", frame.arriving
    yield "mode", frame.mode in MODES
    yield "unit", own(play, frame.side, (frame.unit,)) and present(play, (frame.unit,))
    yield "unit", play.state.reich and withdrawal_refusal(play, frame.unit, frame.mode) is None


def retreat_or_step(play: ChitPullPlay, frame: RetreatOrStep, direct: Battle | Staffs) -> Claims:
    below = beneath(play, frame, Staffs)
    yield ON, isinstance(below, Battle | Firing)
    attacks = aggressor(play, below) == frame.side
    yield "side", isinstance(below, Battle) or not attacks
    yield "defending", frame.defending != attacks
    yield "hexes", frame.hexes
    yield "target", frame.target == struck_hex(below)
    yield "units", frame.units and own(play, frame.side, frame.units) and present(play, frame.units)
    if attacks:
        yield ON, is_stage(play, below, "suffer")
        yield "units", set(frame.units) <= set(below.units)
    else:
        yield ON, isinstance(below, Firing) or is_stage(play, below, "defend")
        yield "units", tuple(play.stack(frame.target)) == frame.units


def summons(play: StargardPlay, frame: Summons, below: GameTurn) -> Claims:
    yield ON, during(play, below, "reinforcement") and may_decline(play)
    yield "side", frame.side == GERMAN


def one_by_one(play: ChitPullPlay, frame: OneByOne, below: object) -> Claims:
    yield from FAMILY[Entry].holds(play, frame, below)
    yield "units", not any(in_surplus(play, u) for u in frame.units)


def repair(play: ChitPullPlay, frame: Repair, below: Drawing) -> Claims:
    yield "side", frame.side == SOVIET


def evacuation(play: ChitPullPlay, frame: Evacuation, below: GameTurn) -> Claims:
    yield ON, during(play, below, "end")
    yield "side", frame.side == GERMAN


SHAPES: Shapes = {
    **{kind: replace(FAMILY[kind], on=(Drawing, PreparedBlow)) for kind in (Activation, ChooseHeadquarters)},
    PreparedBlow: Shape((Drawing,), prepared_blow),
    Withdrawal: Shape((StargardMovement,), withdrawal, beside=True),
    RetreatOrStep: Shape((Battle, Staffs), retreat_or_step),
    OneByOne: Shape(FAMILY[Entry].on, one_by_one),
    Summons: Shape((GameTurn,), summons),
    Repair: Shape((Drawing,), repair),
    Evacuation: Shape((GameTurn,), evacuation),
}
