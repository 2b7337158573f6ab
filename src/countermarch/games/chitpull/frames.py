"""What must be true of the procedures of a document, chapter by chapter."""

from __future__ import annotations

from countermarch.games.chitpull import air, hipper
from countermarch.games.chitpull.activation import Activation, ChooseHeadquarters
from countermarch.games.chitpull.advance import Advance
from countermarch.games.chitpull.attackers import candidates, fronts
from countermarch.games.chitpull.barrage import Barrage, Firing, HastyBarrage, OpeningBarrage
from countermarch.games.chitpull.battle import Battle, FallBack
from countermarch.games.chitpull.combat import Announced, Announcement, Attack, CombatSegment
from countermarch.games.chitpull.command import LENT_BY_ARMY_GROUP, CommandPhase
from countermarch.games.chitpull.fog import foggy
from countermarch.games.chitpull.losses import Losses, Staffs
from countermarch.games.chitpull.movement import Destination, MovementSegment
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.reinforcements import ArrivalMoves, Entry
from countermarch.games.chitpull.replacements import ArrivalRebuilt, Replacements
from countermarch.games.chitpull.retreat import CHOOSING, SETTLING, Flight, Parting, Retreat
from countermarch.games.chitpull.state import GD_BOX, LENT, NAMED, OWN, RESERVE, SIDES
from countermarch.games.chitpull.turn import GameTurn, phase_of
from countermarch.games.chitpull.verbs import MODES
from countermarch.games.chitpull.volkssturm import Deployment
from countermarch.games.chitpull.ways import mode_refusal
from countermarch.games.claims import alive, asked, beneath, next_door, own, present, together
from countermarch.games.frames import BOTTOM, ON, Claims, Shape, Shapes
from countermarch.games.kinds import (
    Kind,
    a_hex,
    a_side,
    a_unit,
    anything,
    each,
    flag,
    groups,
    rows,
    some_hexes,
    some_units,
    up_to,
)

FEW = up_to(9)  # steps and hexes of a result

KINDS: dict[str, Kind] = {
    "side": a_side,
    **dict.fromkeys(("unit", "hq"), a_unit),
    **dict.fromkeys(("units", "waiting", "rebuilt", "railed"), some_units),
    **dict.fromkeys(("hex", "target", "start"), a_hex),
    **dict.fromkeys(("hit", "barred", "path", "passed", "driven"), some_hexes),
    "origins": each(a_hex),
    **dict.fromkeys(("attacks", "lendable", "left", "blows", "points"), up_to(20)),
    **dict.fromkeys(("steps", "hexes", "beyond"), FEW),
    "stood": groups,
    **dict.fromkeys(("step", "stage", "at", "turn", "column"), up_to(99)),
    "die": lambda play, value: 1 <= value <= 6,
    "line": up_to(2),
    "mode": up_to(len(MODES) - 1),
    **dict.fromkeys(("bound", "defending", "paid", "extra", "guns", "arriving", "haff_in_range", "fled", "far"), flag),
    "air": rows(a_unit, flag),
    "gone": lambda play, value: all(
        isinstance(way, tuple) and len(way) in (2, 3) and each(a_hex)(play, way) and next_door(play, way)
        for way in value
    ),
    "stacks": lambda play, value: all(
        isinstance(stack, tuple) and len(stack) > 2 and some_stack(play, stack) for stack in value
    ),
    **dict.fromkeys(("chit", "front", "rule", "event", "areas"), anything),  # see below
}


def some_stack(play: ChitPullPlay, stack: tuple[int, ...]) -> bool:
    """Its hex, the hexes due, its units."""
    return each(a_hex)(play, stack[:1]) and each(FEW)(play, stack[1:2]) and some_units(play, stack[2:])


# 3.0


def game_turn(play: ChitPullPlay, frame: GameTurn, below: None) -> Claims:
    """The last step ends it; before the first there is nothing on it."""
    yield "step", (0 if asked(play, frame) else 1) <= frame.step < len(play.edition.sequence)


def during(play: ChitPullPlay, below: object, *phases: str) -> bool:
    """Whether what lies on the turn itself belongs to its phase."""
    return not isinstance(below, GameTurn) or phase_of(play) in phases


def command_phase(play: ChitPullPlay, frame: CommandPhase, below: GameTurn) -> Claims:
    yield ON, during(play, below, "command")


# 2.5.1 barrages


def opening(play: ChitPullPlay, frame: OpeningBarrage, below: GameTurn) -> Claims:
    yield ON, during(play, below, "barrage")
    yield "turn", frame.turn in play.edition.opening
    yield "step", frame.step <= len(frame.batteries(play)) and (frame.step or not frame.attacks)


def barrage(play: ChitPullPlay, frame: Barrage, below: CommandPhase) -> Claims:
    yield "front", frame.front in ("", *play.tables.ground[frame.side])
    if isinstance(frame, HastyBarrage):
        yield "rule", is_event(play, frame.rule)


def is_event(play: ChitPullPlay, rule: str) -> bool:
    """Whether a rule is that of an event of the edition."""
    return any(rule in (f"RET.{key}", f"{play.edition.key}-design {key}") for key in play.edition.events)


# 4.0 command


def choose_headquarters(play: ChitPullPlay, frame: ChooseHeadquarters, below: CommandPhase) -> Claims:
    yield "chit", frame.chit in play.tables.chit_index
    chit = play.tables.chits[play.tables.chit_index[frame.chit]]
    yield "side", chit.side in ("", SIDES[frame.side])
    yield "chit", chit.kind != "command" or chit.formation in play.tables.hq_of
    yield "lendable", frame.lendable <= LENT_BY_ARMY_GROUP


def activation(play: ChitPullPlay, frame: Activation, below: CommandPhase) -> Claims:
    yield "hq", play.tables.is_hq[frame.hq] and own(play, frame.side, (frame.hq,))
    yield "step", frame.step <= 2


def movement_segment(play: ChitPullPlay, frame: MovementSegment, below: Activation) -> Claims:
    yield ON, below.step == 1
    yield "side", frame.side == below.side


def destination(play: ChitPullPlay, frame: Destination, below: MovementSegment | ArrivalMoves) -> Claims:
    yield "side", frame.side == below.side
    yield "unit", own(play, frame.side, (frame.unit,)) and present(play, (frame.unit,))
    yield "unit", not play.state.moved[frame.unit] or isinstance(below, ArrivalMoves)
    yield "arriving", frame.arriving == isinstance(below, ArrivalMoves)
    if isinstance(below, ArrivalMoves):
        yield "unit", frame.unit in below.units and frame.unit not in below.waiting
    else:
        yield "unit", play.state.active[frame.unit] in (OWN, NAMED, LENT)
    yield "mode", mode_refusal(play, frame.unit, frame.mode) is None


# 8.0, 11.2, 11.3 coming onto the map


def entry(play: ChitPullPlay, frame: Entry, below: GameTurn | CommandPhase) -> Claims:
    tables, waiting = play.tables, frame.units[frame.at :]
    yield ON, during(play, below, "reinforcement")
    yield "at", frame.at <= len(frame.units)
    yield "units", own(play, frame.side, frame.units)
    yield "units", all(play.state.hex[u] in (RESERVE, GD_BOX) for u in waiting)
    yield "units", all(tables.is_combat[u] or tables.is_hq[u] for u in frame.units)
    yield "areas", len(frame.areas) == len(frame.units)
    yield "areas", all(area in play.places.entries and area in tables.detours for area in frame.areas)
    if hasattr(frame, "railed"):
        yield "railed", set(frame.railed) <= set(frame.units[: frame.at])


def arrival(play: ChitPullPlay, frame: ArrivalMoves, below: object) -> Claims:
    yield ON, during(play, below, "reinforcement")
    yield "units", own(play, frame.side, frame.units)
    yield "units", all(play.tables.is_combat[u] or play.tables.is_hq[u] for u in frame.units)
    yield "waiting", set(frame.waiting) <= set(frame.units)
    if isinstance(below, Entry | Replacements):
        yield "side", frame.side == below.side


def replacements(play: ChitPullPlay, frame: Replacements, below: GameTurn) -> Claims:
    yield ON, during(play, below, "replacement")
    yield "points", frame.points <= max(turn.replacements[frame.side] for turn in play.tables.turns)
    yield "rebuilt", own(play, frame.side, frame.rebuilt)


def volkssturm(play: ChitPullPlay, frame: Deployment, below: GameTurn) -> Claims:
    yield ON, during(play, below, "volkssturm")


# 9.0 combat


def combat_segment(play: ChitPullPlay, frame: CombatSegment, below: Activation) -> Claims:
    yield ON, below.step == 2 and below.attacks
    yield "side", frame.side == below.side


def announcement(play: ChitPullPlay, frame: Announcement | Attack, below: CombatSegment) -> Claims:
    yield "side", frame.side == below.side
    yield ON, foggy(play) == isinstance(frame, Announcement | Announced)
    yield "target", play.combat_in(1 - frame.side, frame.target)
    near = {force.unit: force for force in candidates(play, frame.side, frame.target)}
    yield "units", all(u in near for u in frame.units)
    yield "units", sum(near[u].borrowed for u in frame.units) <= play.state.quota


def attack(play: ChitPullPlay, frame: Attack, below: CombatSegment) -> Claims:
    yield from announcement(play, frame, below)
    yield "units", frame.units or not isinstance(frame, Announced)
    near = {force.unit: force for force in candidates(play, frame.side, frame.target)}
    ready = air.available(play, frame.side, fronts(play, [near[u] for u in frame.units]))
    yield "air", all(u in ready for u, _ in frame.air)
    yield "air", len({u for u, _ in frame.air}) == len(frame.air) <= air.MOST
    yield "guns", not frame.guns or hipper.refusal(play, frame.target, frame.side) is None


def staffs(play: ChitPullPlay, frame: Staffs, below: CombatSegment | Firing) -> Claims:
    """11.1.3(2): HQs, each with its company."""
    for hq, *units in frame.stood:
        yield "stood", play.tables.is_hq[hq] and own(play, play.tables.side[hq], units)
        yield "stood", all(play.tables.is_combat[u] for u in units)


def battle(play: ChitPullPlay, frame: Battle, below: Staffs) -> Claims:
    segment = beneath(play, frame, Staffs)
    yield ON, isinstance(segment, CombatSegment)
    yield "side", frame.side == segment.side
    yield "column", frame.column < len(play.tables.combat.columns)
    outcome = play.tables.combat.result(frame.column, frame.die)
    parts = frame.parts(play, outcome)
    yield "stage", 1 <= frame.stage <= len(parts)
    yield "units", frame.units and own(play, frame.side, frame.units)
    yield "units", all(play.tables.is_combat[u] for u in frame.units)
    ahead = parts[frame.stage :]
    if frame.defend in ahead:
        yield "target", play.combat_in(1 - frame.side, frame.target)
    if frame.follow in ahead:
        yield "target", not play.number_in(frame.side, frame.target)
    if frame.follow in ahead and (frame.suffer in ahead or not outcome.attacker_hexes):
        yield "units", all(next_door(play, (play.state.hex[u], frame.target)) for u in frame.alive(play))


def is_stage(play: ChitPullPlay, below: Battle, part: str) -> bool:
    """Whether this part of a battle is being carried out."""
    parts = below.parts(play, play.tables.combat.result(below.column, below.die))
    return bool(parts[below.stage - 1] == getattr(below, part))


def struck_hex(below: Battle | Firing) -> int:
    """The hex whose defenders bear the result."""
    if isinstance(below, Battle):
        return below.target
    return below.hit[-1] if below.hit else -1


def aggressor(play: ChitPullPlay, below: Battle | Firing) -> int:
    return below.side if isinstance(below, Battle) else below.actor(play)


def bears(play: ChitPullPlay, frame: Losses | Retreat | Flight, below: object, hex: str) -> Claims:
    """9.1: who loses steps or falls back is of the side that was hit, and where it was hit."""
    yield "units", own(play, frame.side, frame.units)
    yield ON, not isinstance(below, CombatSegment)
    if isinstance(below, Battle | Firing):
        attacks = aggressor(play, below) == frame.side
        yield "side", not attacks or isinstance(below, Battle)
        yield "defending", frame.defending != attacks
        yield ON, isinstance(below, Firing) or is_stage(play, below, "suffer" if attacks else "defend")
        if not attacks and hex:
            yield hex, getattr(frame, hex) == struck_hex(below)
    elif isinstance(below, Retreat | Flight | FallBack):
        yield "side", frame.side == below.side
        yield "defending", frame.defending == (not isinstance(below, FallBack) and below.defending)


def losses(play: ChitPullPlay, frame: Losses, below: object) -> Claims:
    below = beneath(play, frame, Staffs)
    yield "units", all(play.tables.is_combat[u] for u in frame.units)
    yield from bears(play, frame, below, "")
    if isinstance(below, Battle) and not frame.defending:
        yield "units", set(frame.units) <= set(below.units)
    elif isinstance(below, Battle | Firing):
        yield "units", all(play.state.hex[u] == struck_hex(below) for u in alive(play, frame.units))
    elif isinstance(below, Retreat | Flight):
        yield "units", set(frame.units) <= set(below.units)


def retreat(play: ChitPullPlay, frame: Retreat, below: object) -> Claims:
    below = beneath(play, frame, Staffs)
    yield from bears(play, frame, below, "start")
    yield "units", all(play.tables.is_combat[u] or play.tables.is_hq[u] for u in frame.units)


def flight(play: ChitPullPlay, frame: Flight, below: object) -> Claims:
    below = beneath(play, frame, Staffs)
    yield from bears(play, frame, below, "start")
    yield "units", all(play.tables.is_combat[u] or play.tables.is_hq[u] for u in frame.units)
    yield "units", together(play, frame.units)
    yield "stage", frame.stage <= SETTLING
    left = alive(play, frame.units)
    yield "stage", frame.stage != CHOOSING or (left and asked(play, frame))
    if isinstance(below, Retreat | Flight):
        yield "start", frame.start == below.start
        yield "units", not set(frame.units) & set(below.units) or isinstance(below, Retreat)
    if left and frame.path:
        yield "path", next_door(play, (frame.at(play), *frame.path))
        yield (
            "path",
            all(b in frame.steps(play)[a] for a, b in zip((frame.at(play), *frame.path), frame.path, strict=False)),
        )
        yield "path", not any(play.combat_in(1 - frame.side, h) for h in frame.path)


def parting(play: ChitPullPlay, frame: Parting, below: Flight) -> Claims:
    yield "side", frame.side == below.side
    yield ON, below.stage == SETTLING and below.leavers(play)


def fall_back(play: ChitPullPlay, frame: FallBack, below: Battle) -> Claims:
    yield "side", frame.side == below.side
    yield ON, is_stage(play, below, "suffer")
    yield "stacks", len({stack[0] for stack in frame.stacks}) == len(frame.stacks)
    fighters = [u for stack in frame.stacks for u in stack[2:] if not play.tables.is_hq[u]]
    yield (
        "stacks",
        set(fighters) <= set(below.units) and all(own(play, frame.side, stack[2:]) for stack in frame.stacks),
    )


def advance(play: ChitPullPlay, frame: Advance, below: Battle) -> Claims:
    yield "side", frame.side == below.side
    yield ON, is_stage(play, below, "follow")
    yield "target", frame.target == below.target and not play.number_in(1 - frame.side, frame.target)
    yield "units", set(frame.units) <= set(below.units)
    yield "origins", len(frame.origins) == len(frame.units)
    yield "origins", all(next_door(play, (h, frame.target)) for h in frame.origins)
    yield "far", frame.far == (below.fled or play.edition.far_after_elimination)
    yield "gone", all(way[0] in frame.origins and way[1] == frame.target for way in frame.gone)
    yield "gone", not any(play.number_in(1 - frame.side, h) for way in frame.gone for h in way)


STRUCK = (Battle, Staffs)
SHAPES: Shapes = {
    GameTurn: Shape(BOTTOM, game_turn),
    CommandPhase: Shape((GameTurn,), command_phase),
    OpeningBarrage: Shape((GameTurn,), opening),
    Barrage: Shape((CommandPhase,), barrage),
    ChooseHeadquarters: Shape((CommandPhase,), choose_headquarters, {"attacks": flag}),
    Activation: Shape((CommandPhase,), activation, {"attacks": flag}),
    MovementSegment: Shape((Activation,), movement_segment),
    Destination: Shape((MovementSegment, ArrivalMoves), destination),
    Entry: Shape((GameTurn, CommandPhase), entry),
    ArrivalMoves: Shape((GameTurn, CommandPhase, Entry), arrival),
    ArrivalRebuilt: Shape((Replacements,), arrival),
    Replacements: Shape((GameTurn,), replacements),
    Deployment: Shape((GameTurn,), volkssturm),
    CombatSegment: Shape((Activation,), combat_segment),
    Announcement: Shape((CombatSegment,), announcement),
    Attack: Shape((CombatSegment,), attack),
    Staffs: Shape((CombatSegment, Firing), staffs),
    Battle: Shape((Staffs,), battle),
    Losses: Shape((*STRUCK, Retreat, Flight, FallBack), losses),
    Retreat: Shape((*STRUCK, FallBack), retreat),
    Flight: Shape((*STRUCK, Retreat, FallBack, Flight), flight),
    Parting: Shape((Flight,), parting),
    FallBack: Shape((Battle,), fall_back),
    Advance: Shape((Battle,), advance),
}
