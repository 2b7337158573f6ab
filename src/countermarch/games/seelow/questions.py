"""What a player may ask: where, what for, why not, with what chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from countermarch.games.base import GameError, Preview, Spot, Step
from countermarch.games.naming import hex_of, mode_of, no_way, unit_of
from countermarch.games.seelow import antitank, artillery, combat, control, lines, reinforcements, sight, victory, ways
from countermarch.games.seelow.movement import Destination
from countermarch.games.seelow.play import SeelowPlay
from countermarch.games.seelow.sequence import out_of_phase
from countermarch.games.seelow.state import GERMAN, KUESTRIN, PHASES, RESERVE, SIDES, SOVIET
from countermarch.games.seelow.verbs import ENTER, MOVE
from countermarch.notation import Choice
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say

PREVIEWS = ("attack", "barrage", "fire")
MODES = ("regular",)


def mover(play: SeelowPlay, units: Sequence[str], mode: str) -> int:
    """5.26: units move one at a time, and in one way."""
    mode_of(mode, MODES)
    if len(units) != 1:
        raise GameError(say("seelow.error.one_at_a_time"))
    return unit_of(play, units[0])


def traveller(play: SeelowPlay, units: Sequence[str], mode: str) -> int:
    """A unit that is on the map or waits beside it."""
    u = mover(play, units, mode)
    if not play.on_map(u) and play.state.hex[u] != RESERVE:
        raise GameError(say("engine.error.off_map", unit=units[0]))
    return u


def spent_by(play: SeelowPlay, u: int) -> int | None:
    """What a unit has spent that may move now; None if it may not."""
    if play.state.frames and isinstance(play.top, Destination):
        return play.top.spent if play.top.unit == u else None
    return 0 if (MOVE, u) in play.pending else None


def may_enter(play: SeelowPlay, u: int, h: int) -> bool:
    return (ENTER, u, h) in play.pending


def reach(play: SeelowPlay, units: Sequence[str], mode: str, freely: bool) -> dict[str, float]:
    u = mover(play, units, mode)
    if not play.on_map(u):
        doors = reinforcements.doors(play, u) if play.state.hex[u] == RESERVE else []
        return {play.hex_name(h): reinforcements.price(play, u, h) for h in doors if freely or may_enter(play, u, h)}
    spent = spent_by(play, u)
    if spent is None and not freely:
        return {}
    found = ways.reach(play, u, spent or 0)
    return {play.hex_name(h): float(cost) for h, cost in zip(found.hexes, found.costs, strict=True)}


def ends(play: SeelowPlay, u: int) -> Iterable[int]:
    """Where a unit on the map may end its move now."""
    spent = spent_by(play, u)
    return () if spent is None else ways.reach(play, u, spent).hexes


def path(play: SeelowPlay, units: Sequence[str], hex: str, mode: str) -> tuple[Step, ...]:
    u, h = traveller(play, units, mode), hex_of(play, hex)
    spent = spent_by(play, u) or 0
    waits = not play.on_map(u)
    refusal = reinforcements.refusal(play, play.tables.side[u], u, h) if waits else ways.why_not(play, u, h, spent)
    if refusal is not None:
        raise no_way(units, hex, refusal)
    if waits:
        charge = play.ground.edge_charge(ways.mobility(play, u), h)
        return (Step(hex, charge.cost, (ways.part(play, charge),)),)
    walked = ways.path_cost(play, u, ways.reach(play, u, spent).path(h), spent)
    assert not isinstance(walked, Refusal)
    return walked


def why_not(play: SeelowPlay, units: Sequence[str], hex: str, mode: str) -> Refusal | None:
    u, h = traveller(play, units, mode), hex_of(play, hex)
    if not play.on_map(u):
        return None if may_enter(play, u, h) else _not_now(play, (ENTER, u, h))
    spent = spent_by(play, u)
    return _not_now(play, (MOVE, u)) if spent is None else ways.why_not(play, u, h, spent)


def _not_now(play: SeelowPlay, choice: Choice) -> Refusal | None:
    """Why a unit may not begin to move, by the rule that says so in the present phase."""
    asked = play.top.refuse(play, choice) if play.state.frames else None
    return asked or out_of_phase(play, choice)


def preview(
    play: SeelowPlay, target: Any, attackers: Sequence[str], support: Mapping[str, str], kind: str, side: str | None
) -> Preview:
    units = list(dict.fromkeys(unit_of(play, id) for id in attackers))
    if kind == "attack":
        return combat.preview(play, hex_of(play, target), units)
    if kind == "barrage":
        return artillery.preview(play, hex_of(play, target), units)
    if kind == "fire":
        return antitank.preview(play, _aim(play, target), units)
    raise GameError(say("engine.error.preview", kind=kind, kinds=PREVIEWS))


def _aim(play: SeelowPlay, target: Any) -> int:
    """6.14: fire is at one unit, named alone, as the only one of a list, or by a hex where no other armour is."""
    named = list(target) if isinstance(target, (list, tuple)) else [target]
    if len(named) == 1 and named[0] in play.tables.numbers:
        named = list(play.ids(play.units_in(hex_of(play, named[0]), armoured=True)))
    if len(named) != 1:
        raise GameError(say("seelow.error.one_target", units=tuple(named)))
    return unit_of(play, named[0])


def targets(play: SeelowPlay, side: str | None) -> dict[str, Preview]:
    return combat.best(play) or antitank.best(play) or artillery.best(play)


def seen_from(play: SeelowPlay, hex: str) -> dict[str, Any]:
    return sight.view_from(play, hex_of(play, hex))


def spot(play: SeelowPlay, hex: str, side: str | None) -> Spot:
    """4.12, 4.13: room for the side that holds the hex, or for the one that asks."""
    h = hex_of(play, hex)
    holder = play.owner(h)
    return Spot((play.stacking((SIDES.index(side) if side else max(play.actor, 0)) if holder is None else holder, h),))


def supply(play: SeelowPlay, side_or_unit: str) -> dict[str, Any]:
    """11.43: the lines of communication to the western map edge that Germans trace at Küstrin, and nobody elsewhere."""
    if side_or_unit in SIDES:
        return _side_supply(play, SIDES.index(side_or_unit))
    if side_or_unit not in play.tables.index:
        raise GameError(say("engine.error.side_or_unit", named=side_or_unit, sides=SIDES))
    return _unit_supply(play, unit_of(play, side_or_unit))


def _side_supply(play: SeelowPlay, side: int) -> dict[str, Any]:
    joined = lines.line_hexes(play)
    units = [u for u in play.tables.of_side[side] if play.on_map(u) and _traces(play, u)]
    return {
        "side": SIDES[side],
        "units": {play.id(u): {"status": _joined(play.state.hex[u] in joined)} for u in units},
        "sources": list(sources(play, SIDES[side])),
    }


def _unit_supply(play: SeelowPlay, u: int) -> dict[str, Any]:
    if play.state.scenario != KUESTRIN:
        return {"unit": play.id(u), "status": None, "line": None, "citation": None}
    line = lines.line_from(play, play.state.hex[u]) if play.on_map(u) else None
    return {
        "unit": play.id(u),
        "status": _joined(_traces(play, u) and victory.communicates(play, u)),
        "line": None if line is None else [play.hex_name(h) for h in line],
        "citation": str(play.cite("11.43")),
    }


def _traces(play: SeelowPlay, u: int) -> bool:
    """11.42: whose lines count for anything."""
    return play.state.scenario == KUESTRIN and play.tables.side[u] == GERMAN


def _joined(yes: bool) -> str:
    return "supplied" if yes else "isolated"


def sources(play: SeelowPlay, side: str) -> tuple[str, ...]:
    """11.43: the western map edge, at Küstrin."""
    if play.state.scenario != KUESTRIN:
        return ()
    return tuple(play.hex_name(h) for h in range(play.tables.n) if play.ground.west[h] and play.ground.in_play[h])


def zones(play: SeelowPlay, side: str) -> tuple[str, ...]:
    """4.2: hexes in a side's zones of control."""
    base = SIDES.index(side) * play.tables.n
    return tuple(play.hex_name(h) for h in range(play.tables.n) if play.state.zone[base + h] > 0)


def command(play: SeelowPlay, headquarters: str) -> dict[str, Any]:
    unit_of(play, headquarters)
    raise GameError(say("engine.error.no_hq", unit=headquarters))


def summary(play: SeelowPlay) -> Iterator[tuple[Text, Text]]:
    """The turn at a glance: time, phase, what counts for victory, strength on the map."""
    state = play.state
    light = say(f"seelow.light.{play.light}")
    yield _line("turn", turn=state.turn, light=light, phase=_phase_now(play))
    points = victory.points_of(play) if state.scenario == KUESTRIN else None
    if points is not None:
        yield _line("points", points=points, lost=play.soviets_lost())
    else:
        held = list(control.holders(play, tuple(play.tables.objectives)).values())
        yield _line("objectives", german=held.count(GERMAN), soviet=held.count(SOVIET))
    yield say("seelow.label.level"), victory.level_now(play, points)
    steps = [sum(state.steps[u] for u in row if play.on_map(u)) for row in play.tables.of_side]
    yield _line("steps", german=steps[GERMAN], soviet=steps[SOVIET])
    shaken = [sum(state.disrupted[u] for u in row) for row in play.tables.of_side]
    yield _line("disrupted", german=shaken[GERMAN], soviet=shaken[SOVIET])


def _phase_now(play: SeelowPlay) -> Text:
    """The phase, and whose it is; the enemy's guns answer in a player turn that is not theirs (3.1#3)."""
    what, _, whose = PHASES[play.state.phase].partition("_")
    if not whose:
        return say(f"seelow.phase.{what}")
    first = (whose == "1") != (what == "reaction")
    side = play.sides[play.first if first else 1 - play.first]
    return say(f"seelow.phase_of.{'fire' if what == 'reaction' else what}", side=say(f"server.side.{side}"))


def _line(key: str, **params: object) -> tuple[Text, Text]:
    return say(f"seelow.label.{key}"), say(f"seelow.summary.{key}", **params)
