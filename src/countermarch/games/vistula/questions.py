"""What a player may ask: where, what for, why not, with what chance."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from countermarch.charts import Outcome
from countermarch.games import outcomes
from countermarch.games.base import GameError, Note, Preview, Spot, Step
from countermarch.games.naming import hex_of, mode_of, no_way, unit_of
from countermarch.games.vistula import assault, combat, victory, ways
from countermarch.games.vistula import supply as logistics
from countermarch.games.vistula.aids import named
from countermarch.games.vistula.depth import FollowUp
from countermarch.games.vistula.engagement import Engagement
from countermarch.games.vistula.movement import SEGMENT, Destination, MovementPhase
from countermarch.games.vistula.play import VistulaPlay
from countermarch.games.vistula.pursuit import Pursuer
from countermarch.games.vistula.reckoning import Clash
from countermarch.games.vistula.state import ALLIED, GERMAN, PHASES, PLACES, SIDES, SUPPLY
from countermarch.games.vistula.tables import HALF, Tables
from countermarch.games.vistula.verbs import ASSAULT, ATTACK, MODES, MOVES, REGULAR, TO
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say
from countermarch.texts.names import dated


def group_of(play: VistulaPlay, units: Sequence[str]) -> ways.Group:
    """7.1: units of one side that stand in one hex."""
    found = tuple(sorted({unit_of(play, id) for id in units}))
    if not found:
        raise GameError(say("engine.error.units", units=units))
    away = [play.id(u) for u in found if not play.on_map(u)]
    if away:
        raise GameError(say("engine.error.off_map", unit=tuple(away)))
    if len({(play.state.hex[u], play.tables.side[u]) for u in found}) > 1:
        raise GameError(say("vistula.refusal.not_stacked", units=tuple(units)))
    return found


Mover = Destination | Pursuer


def _under_way(play: VistulaPlay, units: ways.Group, mode: int) -> Mover | None:
    """The move under way, if it is of these units."""
    top = play.top if play.state.frames else None
    if isinstance(top, Destination):
        return top if (top.alive(play), top.mode) == (units, mode) else None
    return top if isinstance(top, Pursuer) and (top.unit,) == units and mode == REGULAR else None


def may_begin(play: VistulaPlay, units: ways.Group, mode: int) -> bool:
    """Whether these units may begin such a move now."""
    top = play.top if play.state.frames else None
    verb = next(verb for verb, its in MOVES.items() if its == mode)
    return isinstance(top, MovementPhase) and top.refuse(play, (verb, *units)) is None


def reach(play: VistulaPlay, units: Sequence[str], mode: str, freely: bool) -> dict[str, float]:
    group, way = group_of(play, units), mode_of(mode, MODES)
    moving = _under_way(play, group, way)
    if moving is not None and not freely:
        return {play.hex_name(h): cost / HALF for h, cost in moving.ends(play).items()}
    if not freely and not may_begin(play, group, way):
        return {}
    found = ways.reach(play, group, way)
    return {play.hex_name(h): cost / HALF for h, cost in zip(found.hexes, found.costs, strict=True)}


def ends(play: VistulaPlay, group: ways.Group, way: int) -> Iterable[int]:
    """Where units may end such a move now."""
    moving = _under_way(play, group, way)
    if moving is not None:
        return moving.ends(play)
    return ways.reach(play, group, way).hexes if may_begin(play, group, way) else ()


def path(play: VistulaPlay, units: Sequence[str], hex: str, mode: str) -> tuple[Step, ...]:
    """As the move under way would take it, or else a move with all points."""
    group, way, h = group_of(play, units), mode_of(mode, MODES), hex_of(play, hex)
    moving = _under_way(play, group, way)
    refusal = _goal_refusal(play, moving, h) if moving is not None else ways.why_not(play, group, h, way)
    if refusal is not None:
        raise no_way(units, hex, refusal)
    if moving is not None:
        return moving.walked(play, moving.way(play, h)) or ()
    walked = ways.walk(play, group, way, ways.reach(play, group, way).path(h))
    assert not isinstance(walked, Refusal)
    return walked


def why_not(play: VistulaPlay, units: Sequence[str], hex: str, mode: str) -> Refusal | None:
    group, way, h = group_of(play, units), mode_of(mode, MODES), hex_of(play, hex)
    moving = _under_way(play, group, way)
    if moving is not None:
        return _goal_refusal(play, moving, h)
    top = play.top if play.state.frames else None
    if isinstance(top, MovementPhase):
        return top.group_refusal(play, group) or ways.why_not(play, group, h, way)
    late = play.no(SEGMENT[play.tables.side[group[0]]], "not_now", units=play.ids(group))
    return ways.why_not(play, group, h, way) or late


def _goal_refusal(play: VistulaPlay, moving: Mover, h: int) -> Refusal | None:
    return None if h in moving.ends(play) else moving.refuse(play, (TO, h))


PREVIEWS = ("attack", "mobile", "assault")  # a mobile attack goes by its verb too


def preview(
    play: VistulaPlay, target: Any, attackers: Sequence[str], support: Mapping[str, str], kind: str, side: str | None
) -> Preview:
    """`support` names columns, artillery, air markers and the Kriegsmarine of either side; of artillery it may say
    which column it fires off.

    Without attackers, an assault is weighed as one by the stack on the move.
    """
    if kind not in PREVIEWS:
        raise GameError(say("engine.error.preview", kind=kind, kinds=PREVIEWS))
    h = hex_of(play, target)
    units = tuple(sorted({unit_of(play, id) for id in attackers}))
    away = [play.id(u) for u in units if not play.on_map(u)]
    if away:
        raise GameError(say("engine.error.off_map", unit=tuple(away)))
    mobile = kind != "attack"
    if mobile and not units:
        units = on_the_move(play)
    mine = play.tables.side[units[0]] if units else SIDES.index(side or SIDES[play.actor])
    aids = named(play, support)
    weighed = combat.preview(play, followed(play, aids.lent(play, Clash(mine, h, units, mobile))))
    return replace(weighed, refusal=weighed.refusal or aids.refusal(play, mine, h, units, mobile=mobile))


def followed(play: VistulaPlay, c: Clash) -> Clash:
    """12.3.2: the second attack on a defence in depth has the artillery and aircraft of the first, halved."""
    fight = play.under_way(Engagement)
    if fight is None or not (fight.follow or isinstance(play.top, FollowUp)):
        return c
    return c._replace(follow=True, guns=(fight.guns[0], c.guns[1]), air=fight.air)


def on_the_move(play: VistulaPlay) -> ways.Group:
    """7.3: those of the stack under way that could make a mobile attack."""
    top = play.top if play.state.frames else None
    return tuple(assault.attackers(play, top.alive(play))) if isinstance(top, Destination) else ()


def targets(play: VistulaPlay, side: str | None) -> dict[str, Preview]:
    """The hexes that may be attacked in a combat phase, or by the stack on the move."""
    top = play.top if play.state.frames else None
    if isinstance(top, combat.CombatPhase):
        hexes = [choice[1] for choice in play.pending if choice[0] == ATTACK]
        return {play.hex_name(h): combat.best(play, top.side, h) for h in hexes}
    hexes = [choice[1] for choice in play.pending if choice[0] == ASSAULT]
    return {play.hex_name(h): combat.preview(play, Clash(GERMAN, h, on_the_move(play), True)) for h in hexes}


def spot(play: VistulaPlay, hex: str, side: str | None) -> Spot:
    """4, 11.1: room for the side that holds the hex, or for the one that asks, and the value of an objective."""
    h = hex_of(play, hex)
    holder = play.owner(h)
    room = play.stacking((SIDES.index(side) if side else max(play.actor, 0)) if holder is None else holder, h)
    value = play.places.points.get(h)
    return Spot((room,), play.part("worth", value, "11.1#1") if value else None, tuple(_ice(play, h)))


def _ice(play: VistulaPlay, h: int) -> Iterator[Note]:
    """8.11: on the first turns lakes and rivers are frozen."""
    if play.frozen() and play.tables.lake[h]:
        yield Note(say("vistula.ground.lake"), play.cite("8.11#3"))
    elif play.frozen() and any(play.tables.river[6 * h : 6 * h + 6]):
        yield Note(say("vistula.ground.river"), play.cite("8.11#1"))


def supply(play: VistulaPlay, side_or_unit: str) -> dict[str, Any]:
    """Of a unit: its state and a line it could trace now. Of a side: every unit's state, its sources and HQs."""
    if side_or_unit in SIDES:
        return _side_supply(play, SIDES.index(side_or_unit))
    if side_or_unit not in play.tables.index:
        raise GameError(say("engine.error.side_or_unit", named=side_or_unit, sides=SIDES))
    u = unit_of(play, side_or_unit)
    line = logistics.trace(play, u) if play.on_map(u) and play.tables.on_ground[u] else None
    return {
        "unit": side_or_unit,
        "status": SUPPLY[play.state.supply[u]],
        "line": None if line is None else [play.hex_name(h) for h in line],
        "citation": str(play.cite("5.1#2")),
    }


def _side_supply(play: VistulaPlay, side: int) -> dict[str, Any]:
    now, states = logistics.lines(play, side), logistics.status_now(play, side)
    units = {play.id(u): {"status": SUPPLY[play.state.supply[u]], "now": SUPPLY[state]} for u, state in states.items()}
    return {
        "side": SIDES[side],
        "units": units,
        "sources": list(sources(play, SIDES[side])),
        "hqs": {play.id(hq): _hq(play, hq, state) for hq, state in now.hqs.items()},
    }


def _hq(play: VistulaPlay, hq: int, state: int) -> dict[str, Any]:
    """10.2: how well an HQ is supplied, its slots and who fills them; German ones have no limit."""
    slots = logistics.SLOTS[state] if play.tables.side[hq] == ALLIED else None
    return {"state": logistics.HQ_STATES[state], "slots": slots, "used": play.state.hq.count(hq)}


def sources(play: VistulaPlay, side: str) -> tuple[str, ...]:
    """5.2, 5.3: where a side's lines may end."""
    mine = SIDES.index(side)
    return tuple(play.hex_name(h) for h in logistics.sources(play, mine, logistics.closed_to(play, mine)))


def zones(play: VistulaPlay, side: str) -> tuple[str, ...]:
    """3.1, 11.2: the hexes in a side's zones of control; none reach into a city of the Western Allies."""
    base, shut = SIDES.index(side) * play.tables.n, play.state.shut
    return tuple(play.hex_name(h) for h in range(play.tables.n) if play.state.zone[base + h] and not shut[h])


def command(play: VistulaPlay, headquarters: str) -> dict[str, Any]:
    """10.2: the units that draw on an HQ."""
    hq = unit_of(play, headquarters)
    if not play.tables.is_hq[hq] or not play.on_map(hq):
        raise GameError(say("engine.error.no_hq", unit=headquarters))
    state = logistics.lines(play, play.tables.side[hq]).hqs[hq]
    units = [play.id(u) for u in range(len(play.tables.units)) if play.state.hq[u] == hq]
    return {"hq": headquarters, "units": units, **_hq(play, hq, state), "citation": str(play.cite("10.2#3"))}


def summary(play: VistulaPlay) -> Iterator[tuple[Text, Text]]:
    """The turn at a glance: time, points, columns, air markers, strength on the map."""
    state, tables = play.state, play.tables
    dates = dated(tables.turns[max(state.turn, 1) - 1].dates)
    yield _line("turn", turn=state.turn, dates=dates, phase=say(f"vistula.phase.{PHASES[state.phase]}"))
    yield _line("points", points=victory.held(play), all=sum(play.places.points.values()))
    yield say("vistula.label.level"), victory.level_now(play)
    for key, rows in (("columns", tables.columns), ("steps", tables.of_side)):
        german, allied = (sum(state.steps[u] for u in row if play.on_map(u)) for row in rows)
        yield _line(key, german=german, allied=allied)
    german, allied = (sum(PLACES[-1 - state.hex[u]] == "ready" for u in row) for row in tables.air)
    yield _line("air", german=german, allied=allied)


def _line(key: str, **params: object) -> tuple[Text, Text]:
    return say(f"vistula.label.{key}"), say(f"vistula.summary.{key}", **params)


def zones_of(tables: Tables) -> dict[str, Text]:
    """13: what the groups of the set-up are called: the army or front, and where it goes."""
    return {key: _zone(tables, key) for key in tables.zones}


def _zone(tables: Tables, key: str) -> Text:
    army, line = key.partition("-")[0], tables.zones[key].line
    if not line:
        return say("vistula.zone.columns")
    name = tables.formations[army].name if army in tables.formations else say(f"vistula.front.{army}")
    return say(f"vistula.zone.{'front' if key == army else 'reserve'}", army=name, line=line)


def fate(outcome: Outcome) -> Iterator[Text]:
    yield from outcomes.steps("attacker", outcome.attacker_steps)
    yield from outcomes.steps("defender", outcome.defender_steps)
