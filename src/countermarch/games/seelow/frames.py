"""What must be true of the procedures of a document, chapter by chapter."""

from __future__ import annotations

from countermarch.flow import Procedure, SideProcedure
from countermarch.games.claims import alive, asked, next_door, own, present, together
from countermarch.games.counters import NONE
from countermarch.games.frames import BOTTOM, ON, Claims, Shape, Shapes
from countermarch.games.kinds import (
    Kind,
    a_hex,
    a_side,
    a_unit,
    anything,
    flag,
    or_none,
    rows,
    some_hexes,
    some_units,
    unit_pairs,
    up_to,
)
from countermarch.games.seelow.advance import Advance
from countermarch.games.seelow.antitank import Engagement, FirePhase, Volley, firers, tanks
from countermarch.games.seelow.artillery import Barrage, BarragePhase, Bombarded, ReadyGuns, batteries, targets
from countermarch.games.seelow.combat import Attack, Battle, CombatPhase, assailable, candidates
from countermarch.games.seelow.losses import CHOOSING, LOSING, Verdict
from countermarch.games.seelow.movement import Destination, MovementPhase
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.results import ATTACKER, DEFENDER
from countermarch.games.seelow.retreat import Onward, Rout
from countermarch.games.seelow.setup import Deployment, Setup
from countermarch.games.seelow.state import GERMAN, PHASES, SOVIET, UNDEPLOYED
from countermarch.games.seelow.turn import GameTurn

KINDS: dict[str, Kind] = {
    "side": a_side,
    "unit": a_unit,
    "hit": or_none(a_unit),
    **dict.fromkeys(("units", "must", "fellows", "shaken", "fired"), some_units),
    **dict.fromkeys(("hex", "target", "start"), a_hex),
    **dict.fromkeys(("hexes", "trail"), some_hexes),
    "shots": unit_pairs,
    "gone": rows(a_unit, a_hex),
    **dict.fromkeys(("stage", "spent", "number", "column"), up_to(20)),
    "step": flag,
    "sifted": flag,
    "settled": flag,
    "die": lambda play, value: -20 <= value <= 20,
    "rule": anything,
}


# 3.0

FIRST, SECOND = 0, 1  # who acts in a step: the first player, or the second
ACTS: dict[type[Procedure], dict[int, int]] = {  # by the steps the turn counts meanwhile
    BarragePhase: {1: FIRST, 6: SECOND},
    MovementPhase: {2: FIRST, 7: SECOND},
    FirePhase: {3: SECOND, 4: FIRST, 8: FIRST, 9: SECOND},
    CombatPhase: {5: FIRST, 10: SECOND},
}
RALLY = 11


def setup(play: SeelowPlay, frame: Setup, below: None) -> Claims:
    yield "stage", frame.stage <= 2 and (frame.stage or asked(play, frame))
    done = (SOVIET, GERMAN)[: frame.stage if asked(play, frame) else frame.stage - 1]
    yield "stage", not any(play.state.hex[u] == UNDEPLOYED for side in done for u in play.tables.of_side[side])
    yield "stage", all(Deployment(side).can_finish(play) for side in (SOVIET, GERMAN))


def deployment(play: SeelowPlay, frame: Deployment, below: Setup) -> Claims:
    yield "side", frame.side == (SOVIET, GERMAN)[below.stage - 1]


def game_turn(play: SeelowPlay, frame: GameTurn, below: None) -> Claims:
    steps = len(PHASES) - 1
    yield "step", frame.step < steps if asked(play, frame) else 1 <= frame.step <= steps


def phase(play: SeelowPlay, frame: SideProcedure, below: GameTurn) -> Claims:
    acts = ACTS[type(frame)]
    yield ON, below.step in acts
    yield "side", frame.side == (play.first, 1 - play.first)[acts[below.step]]


def ready_guns(play: SeelowPlay, frame: ReadyGuns, below: GameTurn | ReadyGuns) -> Claims:
    yield ON, play.night
    yield ON, below.step == RALLY if isinstance(below, GameTurn) else frame.side != below.side


def destination(play: SeelowPlay, frame: Destination, below: MovementPhase) -> Claims:
    yield "side", frame.side == below.side
    yield "unit", own(play, frame.side, (frame.unit,)) and present(play, (frame.unit,))
    yield "unit", frame.spent or not play.state.acted[frame.unit]


# 6.0, 8.0 fire


def engagement(play: SeelowPlay, frame: Engagement, below: FirePhase) -> Claims:
    yield "side", frame.side == below.side
    yield "hex", play.number_in(1 - frame.side, frame.hex) and tanks(play, frame.hex)
    able, aims = firers(play, frame.side, frame.hex), tanks(play, frame.hex)
    yield "shots", all(u in able and t in aims for u, t in frame.shots)
    yield "shots", len({u for u, _ in frame.shots}) == len(frame.shots)


def volley(play: SeelowPlay, frame: Volley, below: FirePhase) -> Claims:
    yield "side", frame.side == below.side
    fire = [u for u, _ in frame.shots]
    yield "shots", own(play, frame.side, fire) and own(play, 1 - frame.side, [t for _, t in frame.shots])
    yield "shots", len(set(fire)) == len(fire) and present(play, fire)
    yield "shots", all(play.state.acted[u] and next_door(play, (play.state.hex[u], frame.hex)) for u in fire)
    yield "fired", frame.fired and own(play, frame.side, frame.fired)


def barrage(play: SeelowPlay, frame: Barrage, below: BarragePhase) -> Claims:
    yield "side", frame.side == below.side
    yield "target", frame.target in targets(play, frame.side)
    yield "units", set(frame.units) <= set(batteries(play, frame.side, frame.target))


# 7.0 combat


def attack(play: SeelowPlay, frame: Attack, below: CombatPhase) -> Claims:
    yield "side", frame.side == below.side
    yield "target", not play.night and assailable(play, frame.side, frame.target)
    yield "units", set(frame.units) <= set(candidates(play, frame.side, frame.target))


def battle(play: SeelowPlay, frame: Battle, below: CombatPhase) -> Claims:
    yield "side", frame.side == below.side
    yield "column", frame.column < len(play.tables.combat.columns)
    yield "settled", frame.settled
    yield "units", frame.units and own(play, frame.side, frame.units)
    yield "target", not play.number_in(frame.side, frame.target)


def verdict(play: SeelowPlay, frame: Verdict, below: Battle | BarragePhase) -> Claims:
    left = alive(play, frame.units)
    yield "units", own(play, frame.side, frame.units)
    yield "stage", frame.stage <= CHOOSING and (frame.step or frame.stage != LOSING)
    yield "units", left or frame.stage != LOSING
    yield "shaken", set(frame.shaken) <= set(left)
    yield "shaken", bool(frame.shaken) == (frame.stage == CHOOSING)
    yield "hit", frame.hit in (NONE, *frame.units)
    yield "units", not any(play.tables.is_armoured[u] for u in frame.units) or frame.side == below.side
    if isinstance(below, BarragePhase):
        yield "side", frame.side != below.side
        yield "units", together(play, frame.units)
        return
    effect = play.tables.combat.result(below.column, below.die)
    yield "side", effect.whom == (ATTACKER if frame.side == below.side else DEFENDER)
    yield "number", frame.number == (effect.number or 0)
    if effect.whom == ATTACKER:
        yield "units", set(frame.units) <= set(below.units)
    else:
        yield "units", all(play.state.hex[u] == below.target for u in left)


def rout(play: SeelowPlay, frame: Rout, below: Battle | BarragePhase | Volley) -> Claims:
    yield "side", frame.side != below.side or isinstance(below, Battle)
    yield "must", own(play, frame.side, frame.must)
    yield "must", all(play.state.hex[u] in frame.hexes for u in alive(play, frame.must))
    gone = [u for u, _ in frame.gone]
    yield "gone", own(play, frame.side, gone) and not set(gone) & set(frame.must)
    yield "rule", frame.rule in FLEES


def onward(play: SeelowPlay, frame: Onward, below: Rout) -> Claims:
    yield "side", frame.side == below.side
    yield "unit", (frame.unit, frame.start) in below.gone and present(play, (frame.unit,))
    yield "fellows", set(frame.fellows) <= {u for u, start in below.gone if start == frame.start} - {frame.unit}
    yield "trail", frame.trail and frame.trail[-1] == play.state.hex[frame.unit]
    yield "rule", frame.rule == below.rule


def advance(play: SeelowPlay, frame: Advance, below: CombatPhase | FirePhase) -> Claims:
    yield "side", frame.side == below.side
    yield "target", not play.number_in(1 - frame.side, frame.target)
    yield "units", own(play, frame.side, frame.units)
    yield "rule", frame.rule == FOLLOWS[type(below)]


FLEES = ("6.63", "7.42")  # the rules by which units retreat
FOLLOWS: dict[type[Procedure], str] = {FirePhase: "7.71", CombatPhase: "7.72"}
SHAPES: Shapes = {
    Setup: Shape(BOTTOM, setup),
    Deployment: Shape((Setup,), deployment),
    GameTurn: Shape(BOTTOM, game_turn, {"step": up_to(len(PHASES))}),
    **{kind: Shape((GameTurn,), phase) for kind in ACTS},
    ReadyGuns: Shape((GameTurn, ReadyGuns), ready_guns),
    Destination: Shape((MovementPhase,), destination),
    Engagement: Shape((FirePhase,), engagement),
    Volley: Shape((FirePhase,), volley),
    Barrage: Shape((BarragePhase,), barrage),
    Attack: Shape((CombatPhase,), attack),
    Battle: Shape((CombatPhase,), battle),
    Verdict: Shape((Battle,), verdict),
    Bombarded: Shape((BarragePhase,), verdict),
    Rout: Shape((Battle, BarragePhase, Volley), rout),
    Onward: Shape((Rout,), onward, {"shaken": flag}),
    Advance: Shape((CombatPhase, FirePhase), advance),
}
