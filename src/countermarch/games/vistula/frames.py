"""What must be true of the procedures of a document, chapter by chapter."""

from __future__ import annotations

from countermarch.flow import Procedure, SideProcedure
from countermarch.games.claims import alive, asked, next_door, own, present, together
from countermarch.games.frames import BOTTOM, ON, Claims, Shape, Shapes
from countermarch.games.kinds import (
    Kind,
    a_hex,
    a_side,
    a_unit,
    anything,
    each,
    flag,
    pair,
    rows,
    some_units,
    unit_pairs,
    up_to,
)
from countermarch.games.vistula.aviation import Announcement, Markers
from countermarch.games.vistula.battle import Battle
from countermarch.games.vistula.columns import EXTRA, Columns, spare
from countermarch.games.vistula.combat import Attack, CombatPhase, candidates
from countermarch.games.vistula.depth import FollowUp, SecondLine
from countermarch.games.vistula.engagement import END, FOUGHT
from countermarch.games.vistula.interdiction import Window
from countermarch.games.vistula.losses import Losses
from countermarch.games.vistula.movement import Destination, MovementPhase, NavalStation
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.pursuit import (
    Advance,
    Breakthrough,
    Exploitation,
    Onward,
    ThroughTheGap,
    can_enter,
    reserve_refusal,
)
from countermarch.games.vistula.reckoning import MOST_COLUMNS, defenders
from countermarch.games.vistula.reinforcements import Arrivals, is_due
from countermarch.games.vistula.replacements import Replacements
from countermarch.games.vistula.rrw import RRW, STEPS
from countermarch.games.vistula.setup import Deployment, Reduced, SetUp, can_finish, tray
from countermarch.games.vistula.stacking import Excess, FallBack
from countermarch.games.vistula.state import ALLIED, GERMAN, NATIONS, PHASES, SIDES
from countermarch.games.vistula.supply import Assignment, SupplyCheck, needs
from countermarch.games.vistula.support import Commitment
from countermarch.games.vistula.turn import GameTurn
from countermarch.games.vistula.verbs import SUPPORT
from countermarch.games.vistula.withdrawals import Withdrawals

KINDS: dict[str, Kind] = {
    "side": a_side,
    "unit": a_unit,
    **dict.fromkeys(("units", "waiting", "named", "inside", "train"), some_units),
    "refitted": each(a_unit),
    **dict.fromkeys(("hex", "target"), a_hex),
    **dict.fromkeys(("placed", "targets"), each(a_hex)),
    **dict.fromkeys(("step", "stage", "left", "points", "steps", "lost", "spent", "half"), up_to(99)),
    "nation": up_to(len(NATIONS) - 1),
    "mode": flag,
    **dict.fromkeys(
        ("window", "declined", "arrived", "mobile", "follow", "naval", "defending", "each", "ordered"), flag
    ),
    "columns": pair(up_to(MOST_COLUMNS)),
    "intents": pair(up_to(len(SUPPORT) - 1)),
    "air": pair(up_to(99)),
    "guns": lambda play, value: (
        len(value) == 2 and all(isinstance(row, tuple) and some_units(play, row) for row in value)
    ),
    "hqs": rows(a_unit, up_to(9)),
    "given": unit_pairs,
    **dict.fromkeys(("rule", "zone"), anything),  # see below
}


def two(play: VistulaPlay, value: tuple[tuple[int, ...], ...]) -> bool:
    return all(some_units(play, row) for row in value)


# 2, 13


def deployment(play: VistulaPlay, frame: Deployment, below: None) -> Claims:
    yield "step", frame.step <= len(SIDES) and (frame.step or asked(play, frame))
    yield ON, PHASES[play.state.phase] == "setup"
    done = range(frame.step if asked(play, frame) else frame.step - 1)
    yield "step", not any(tray(play, side) for side in done)
    yield "step", all(can_finish(play, side) for side in range(len(SIDES)))


def set_up(play: VistulaPlay, frame: SetUp, below: Deployment) -> Claims:
    yield "side", frame.side == below.step - 1


def reduced(play: VistulaPlay, frame: Reduced, below: SetUp | Reduced) -> Claims:
    yield "side", frame.side == below.side
    yield "zone", frame.zone in play.tables.zones
    zone = play.tables.zones[frame.zone]
    yield "zone", zone.side == SIDES[frame.side]
    yield "left", frame.left <= zone.reduced


def game_turn(play: VistulaPlay, frame: GameTurn, below: None) -> Claims:
    """One with nothing on it is about to begin its phase, so that none is left out; not before a side goes on."""
    yield "step", frame.step <= len(PHASE_OF) and (frame.step or asked(play, frame))
    now = PHASE_OF[frame.step - play.paused] if frame.step < len(PHASE_OF) else ""
    yield "step", not asked(play, frame) or PHASES[play.state.phase] == now


# the phase that is going on while the frame of the turn counts so many steps
PHASE_OF = (
    *("events", "events", "rrw", "allied_movement", "allied_combat", "german_movement", "german_combat", "end", "end"),
)
ACTS: dict[type[Procedure], dict[int, int]] = {  # who acts, by the steps the turn counts meanwhile
    MovementPhase: {4: ALLIED, 6: GERMAN},
    CombatPhase: {5: ALLIED, 7: GERMAN},
}
COMES: dict[type[Procedure], int] = {Columns: 0, Replacements: 1, Arrivals: 2, Withdrawals: 3}


def phase(play: VistulaPlay, frame: SideProcedure, below: GameTurn) -> Claims:
    acts = ACTS[type(frame)]
    yield ON, below.step in acts
    yield "side", frame.side == acts[below.step]


# 6 replacements, reinforcements, withdrawals


def rrw(play: VistulaPlay, frame: RRW, below: GameTurn) -> Claims:
    yield ON, below.step == 3
    yield "step", frame.step <= 2 * len(STEPS) and (frame.step or asked(play, frame))


def coming(play: VistulaPlay, frame: SideProcedure, below: RRW | Columns | Replacements) -> Claims:
    """6.1: each step for the Allies first."""
    if isinstance(below, RRW):
        yield ON, below.step - 1 in (2 * COMES[type(frame)], 2 * COMES[type(frame)] + 1)
        yield "side", frame.side == (ALLIED, GERMAN)[(below.step - 1) % 2]
    else:
        yield "side", frame.side == below.side


def columns(play: VistulaPlay, frame: Columns, below: RRW | Columns) -> Claims:
    yield from coming(play, frame, below)
    hqs = [hq for hq, _ in frame.hqs]
    yield "hqs", own(play, frame.side, hqs) and present(play, hqs) and all(play.tables.is_hq[hq] for hq in hqs)
    yield "hqs", len(set(hqs)) == len(hqs)
    later = below.left if isinstance(below, Columns) else 0
    yield "left", frame.left + later <= len(spare(play, frame.side))
    yield ON, not isinstance(below, Columns) or (below.ordered and not frame.ordered)
    due = play.state.order == play.state.turn and frame.side == GERMAN
    yield "ordered", not frame.ordered or (due and frame.left + sum(play.state.ordered) <= EXTRA)


def replacements(play: VistulaPlay, frame: Replacements, below: RRW | Replacements) -> Claims:
    yield from coming(play, frame, below)
    yield "nation", any(play.tables.nation[u] == frame.nation for u in play.tables.of_side[frame.side])
    yield "nation", not isinstance(below, Replacements) or frame.nation != below.nation
    yield "points", frame.points <= max(turn.replacements[frame.nation] for turn in play.tables.turns)
    yield "refitted", own(play, frame.side, frame.refitted) and present(play, frame.refitted)


def arrivals(play: VistulaPlay, frame: Arrivals, below: RRW) -> Claims:
    yield from coming(play, frame, below)
    yield "waiting", own(play, frame.side, frame.waiting) and all(is_due(play, u) for u in frame.waiting)


def withdrawals(play: VistulaPlay, frame: Withdrawals, below: RRW) -> Claims:
    yield from coming(play, frame, below)
    yield "named", own(play, frame.side, frame.named)
    yield "named", all(play.tables.arrivals[u].withdraws for u in frame.named)


# 5.7


def supply_check(play: VistulaPlay, frame: SupplyCheck, below: GameTurn) -> Claims:
    yield ON, below.step == 8
    yield "step", frame.step <= 2 and (frame.step or asked(play, frame))


def assignment(play: VistulaPlay, frame: Assignment, below: SupplyCheck) -> Claims:
    """10.2: whoever has been given a slot of an HQ has a line to it, and the HQ has the slots."""
    yield "side", frame.side == ALLIED and below.step == 1
    found, hqs = needs(play, frame.side), [hq for _, hq in frame.given]
    yield "given", all(hq in found.wishes.get(u, ()) for u, hq in frame.given)
    yield "given", len(dict(frame.given)) == len(frame.given)
    yield "given", all(hqs.count(hq) <= found.room[hq] for hq in set(hqs))


# 7 movement


def destination(play: VistulaPlay, frame: Destination, below: MovementPhase) -> Claims:
    """7.3: only Germans attack on the way."""
    moved, begun = play.state.moved, frame.arrived or frame.targets
    yield "side", frame.side == below.side
    yield "units", frame.units and own(play, frame.side, frame.units) and together(play, frame.units)
    yield "units", all(play.tables.on_ground[u] for u in frame.units) and play.tables.navy not in frame.units
    yield "units", begun or (present(play, frame.units) and not any(moved[u] for u in frame.units))
    yield "spent", begun or not frame.spent
    yield "targets", not frame.targets or frame.side == GERMAN


def naval_station(play: VistulaPlay, frame: NavalStation, below: MovementPhase) -> Claims:
    yield "side", frame.side == below.side == GERMAN
    yield ON, not play.state.moved[play.tables.navy]


def window(play: VistulaPlay, frame: Window, below: MovementPhase) -> Claims:
    yield "side", frame.side == GERMAN != below.side
    yield ON, play.options["interdiction"] == "on"


# 8 combat


def attack(play: VistulaPlay, frame: Attack, below: CombatPhase) -> Claims:
    yield "side", frame.side == below.side
    yield "target", play.here(1 - frame.side, frame.target) and not play.state.shut[frame.target]
    yield "units", set(frame.units) <= set(candidates(play, frame.side, frame.target))


def battle(play: VistulaPlay, frame: Battle, below: CombatPhase | Destination) -> Claims:
    tables = play.tables
    yield "side", frame.side == below.side
    yield "mobile", frame.mobile == isinstance(below, Destination)
    yield "target", not isinstance(below, Destination) or below.targets[-1:] == (frame.target,)
    yield "follow", not frame.follow or frame.side == ALLIED
    yield "stage", frame.stage <= END
    yield "units", frame.units and own(play, frame.side, frame.units)
    yield "units", all(tables.is_combat[u] and play.state.attacked[u] for u in frame.units)
    yield "train", set(frame.train) <= set(tables.columns[frame.side])
    yield "guns", all(set(row) <= set(tables.guns[side]) for row, side in zip(frame.guns, sides(frame), strict=True))
    yield "air", all(number <= len(tables.air[side]) for number, side in zip(frame.air, sides(frame), strict=True))
    yield "target", play.room(1 - frame.side, frame.target) >= 0 or punished(play)
    if frame.stage < FOUGHT and not follows(play):
        yield "target", defenders(play, frame.target)
        yield "units", present(play, frame.units)
    if frame.stage <= FOUGHT and not follows(play):
        yield "target", not play.here(frame.side, frame.target)
        yield "units", all(next_door(play, (play.state.hex[u], frame.target)) for u in alive(play, frame.units))

    if frame.stage >= FOUGHT:
        yield "lost", suffered(play, frame)


def punished(play: VistulaPlay) -> bool:
    """4.2: those above the limit are gone before anything else is decided."""
    return any(isinstance(frame, Excess) for frame in play.state.frames)


def suffered(play: VistulaPlay, frame: Battle) -> bool:
    """8.2: the defenders have lost what they had to, or are about to."""
    owed = [one for one in play.state.frames if isinstance(one, Losses) and one.side != frame.side]
    standing = alive(play, owed[0].units) if owed else defenders(play, frame.target)
    left, rest = sum(play.state.steps[u] for u in standing), frame.steps - frame.lost
    if owed:
        return left - owed[0].steps == rest
    return left == rest if rest > 0 else not play.combat_in(1 - frame.side, frame.target)


def sides(frame: Battle) -> tuple[int, int]:
    return frame.side, 1 - frame.side


def follows(play: VistulaPlay) -> bool:
    """12.3.2: the attack is void, and the attackers may enter the hex."""
    return isinstance(play.at_work, FollowUp)


STAGES: dict[type[Procedure], tuple[int, int]] = {Commitment: (1, 2), Announcement: (3, 4), Markers: (5, 6)}


def committing(play: VistulaPlay, frame: Commitment | Announcement | Markers, below: Battle) -> Claims:
    """9.2: the attacker first."""
    yield ON, below.stage == STAGES[type(frame)][frame.defending]
    yield "side", frame.side == sides(below)[frame.defending]


def losses(play: VistulaPlay, frame: Losses, below: Battle | Losses | Window) -> Claims:
    can_be_lost = [play.tables.is_combat[u] or play.tables.is_lc[u] for u in frame.units]
    yield "units", own(play, frame.side, frame.units) and all(can_be_lost)
    yield "rule", frame.rule == ("12.4#3" if isinstance(below, Window) else "8.2#2")
    yield "side", not isinstance(below, Losses) or frame.side != below.side
    if isinstance(below, Window):
        yield "side", frame.side == ALLIED
        yield "units", together(play, frame.units)
    elif isinstance(below, Battle):
        yield ON, below.stage == FOUGHT
    fight = next((one for one in reversed(play.state.frames) if isinstance(one, Battle)), None)
    if fight is not None and frame.side == fight.side:
        yield "units", set(frame.units) <= set(fight.units)
    elif fight is not None:
        yield "units", all(play.state.hex[u] == fight.target for u in alive(play, frame.units))


def second_line(play: VistulaPlay, frame: SecondLine, below: Battle) -> Claims:
    yield "side", frame.side == GERMAN != below.side
    yield ON, below.stage == FOUGHT - 1 and not below.mobile and not below.follow


def follow_up(play: VistulaPlay, frame: FollowUp, below: Battle) -> Claims:
    yield "side", frame.side == ALLIED == below.side
    yield ON, below.stage == FOUGHT - 1 and not below.mobile and not below.follow
    yield "hex", frame.hex == below.target and not play.here(GERMAN, frame.hex)
    yield "inside", set(frame.inside) <= set(below.units)
    yield "inside", all(play.state.hex[u] == frame.hex for u in frame.inside)
    rest = [u for u in below.units if u not in frame.inside]
    yield "inside", present(play, rest) and all(next_door(play, (play.state.hex[u], frame.hex)) for u in rest)


def excess(play: VistulaPlay, frame: Excess, below: Battle) -> Claims:
    yield "side", frame.side != below.side
    yield "hex", frame.hex == below.target


def falls_back(play: VistulaPlay, frame: FallBack, below: Excess) -> Claims:
    yield "side", frame.side == below.side
    yield "unit", own(play, frame.side, (frame.unit,)) and play.state.hex[frame.unit] == below.hex


# 8.4 to 8.6 pursuit


def pursuit(
    play: VistulaPlay, frame: Advance | Breakthrough | Exploitation, below: Battle | CombatPhase | Advance
) -> Claims:
    yield "side", frame.side == below.side
    yield "target", not play.here(1 - frame.side, frame.target) and can_enter(play, frame.target)
    if isinstance(below, Battle):
        yield ON, below.stage > FOUGHT and not below.mobile
        yield "target", frame.target == below.target
    if isinstance(below, Advance):
        yield "target", frame.target == below.target


def advance(play: VistulaPlay, frame: Advance, below: Battle | CombatPhase) -> Claims:
    yield from pursuit(play, frame, below)
    yield "units", own(play, frame.side, frame.units) and present(play, frame.units)
    yield "units", all(next_door(play, (play.state.hex[u], frame.target)) for u in frame.units)
    yield "units", not isinstance(below, Battle) or set(frame.units) <= set(below.units)


def breakthrough(play: VistulaPlay, frame: Breakthrough, below: Battle | CombatPhase | Advance) -> Claims:
    yield from pursuit(play, frame, below)
    yield "side", frame.side == ALLIED
    yield "units", own(play, frame.side, frame.units) and all(play.tables.is_mobile[u] for u in frame.units)
    yield "units", present(play, frame.units)
    yield "units", all(next_door(play, (play.state.hex[u], frame.target)) for u in frame.units)


def onward(play: VistulaPlay, frame: Onward, below: Breakthrough) -> Claims:
    yield "side", frame.side == below.side
    yield "unit", own(play, frame.side, (frame.unit,)) and frame.unit not in below.units
    yield "unit", play.state.hex[frame.unit] == below.target and play.tables.is_mobile[frame.unit]
    yield "half", frame.half <= below.points * 2


def exploitation(play: VistulaPlay, frame: Exploitation, below: Battle) -> Claims:
    yield from pursuit(play, frame, below)
    yield "side", frame.side == ALLIED


def through_the_gap(play: VistulaPlay, frame: ThroughTheGap, below: Exploitation) -> Claims:
    yield "side", frame.side == below.side
    yield "target", frame.target == below.target
    yield "unit", reserve_refusal(play, frame.unit) is None


SHAPES: Shapes = {
    Deployment: Shape(BOTTOM, deployment),
    SetUp: Shape((Deployment,), set_up),
    Reduced: Shape((SetUp, Reduced), reduced),
    GameTurn: Shape(BOTTOM, game_turn),
    **{kind: Shape((GameTurn,), phase) for kind in ACTS},
    RRW: Shape((GameTurn,), rrw),
    Columns: Shape((RRW, Columns), columns),
    Replacements: Shape((RRW, Replacements), replacements),
    Arrivals: Shape((RRW,), arrivals),
    Withdrawals: Shape((RRW,), withdrawals),
    SupplyCheck: Shape((GameTurn,), supply_check),
    Assignment: Shape((SupplyCheck,), assignment),
    Destination: Shape((MovementPhase,), destination),
    NavalStation: Shape((MovementPhase,), naval_station),
    Window: Shape((MovementPhase,), window),
    Attack: Shape((CombatPhase,), attack),
    Battle: Shape((CombatPhase, Destination), battle),
    **{kind: Shape((Battle,), committing) for kind in STAGES},
    Losses: Shape((Battle, Losses, Window), losses),
    SecondLine: Shape((Battle,), second_line),
    FollowUp: Shape((Battle,), follow_up),
    Excess: Shape((Battle,), excess),
    FallBack: Shape((Excess,), falls_back),
    Advance: Shape((Battle, CombatPhase), advance),
    Breakthrough: Shape((Battle, CombatPhase, Advance), breakthrough),
    Onward: Shape((Breakthrough,), onward),
    Exploitation: Shape((Battle,), exploitation),
    ThroughTheGap: Shape((Exploitation,), through_the_gap),
}
