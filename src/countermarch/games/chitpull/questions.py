"""What a player may ask: where, what for, why not, with what chance."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from countermarch.games.base import GameError, Note, Preview, Spot, Step
from countermarch.games.chitpull import barrage, combat, forecast, veil, victory, ways
from countermarch.games.chitpull import supply as lines
from countermarch.games.chitpull.activation import commanded
from countermarch.games.chitpull.movement import Destination
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import IN_RANGE, NOBODY, OWN, SIDES, SUPPLY
from countermarch.games.chitpull.tables import HALF, Tables
from countermarch.games.chitpull.turn import phase_of
from countermarch.games.chitpull.verbs import MODES, MOVE, STRIKES, VERBS
from countermarch.games.naming import hex_of, mode_of, no_way, unit_of
from countermarch.rulebook import Refusal
from countermarch.texts import Text, say
from countermarch.texts.names import dated

PREVIEWS = ("attack", "barrage")


def one(play: ChitPullPlay, units: Sequence[str]) -> int:
    """6.1: units move one at a time."""
    if len(units) != 1:
        raise GameError(say("chitpull.error.one_at_a_time"))
    u = unit_of(play, units[0])
    if not play.on_map(u):
        raise GameError(say("engine.error.off_map", unit=units[0]))
    return u


def may_move_now(play: ChitPullPlay, u: int, mode: int) -> bool:
    if play.state.frames and isinstance(play.top, Destination):
        return play.top.unit == u and play.top.mode == mode
    return any(choice[1:] == (u, mode) for choice in play.pending if is_move(play, choice[0]))


def is_move(play: ChitPullPlay, verb: int) -> bool:
    """Whether a verb begins a move: it names a unit and a mode."""
    return play.grammar.verbs[verb].slots == VERBS["move"]


def reach(play: ChitPullPlay, units: Sequence[str], mode: str, freely: bool) -> dict[str, float]:
    u, way = one(play, units), mode_of(mode, MODES)
    if not freely and not may_move_now(play, u, way):
        return {}
    with play.looking(u):
        found, allowed = ways.reach(play, u, way), ways.ends(play, u, way)
        patient = ways.unhurried(play, u, way)
    return {play.hex_name(h): (patient if h in patient else found).cost(h) / HALF for h in allowed}


def path(play: ChitPullPlay, units: Sequence[str], hex: str, mode: str) -> tuple[Step, ...]:
    u, way, h = one(play, units), mode_of(mode, MODES), hex_of(play, hex)
    with play.looking(u):
        refusal = ways.why_not(play, u, h, way)
        if refusal is not None:
            raise no_way(units, hex, refusal)
        pushing = h not in ways.unhurried(play, u, way)
        walked = ways.path_cost(play, u, way, ways.way_to(play, u, way, h), pushing)
    assert not isinstance(walked, Refusal)
    return walked


def why_not(play: ChitPullPlay, units: Sequence[str], hex: str, mode: str) -> Refusal | None:
    u, way, h = one(play, units), mode_of(mode, MODES), hex_of(play, hex)
    now = may_move_now(play, u, way)
    asked = play.top.refuse(play, (MOVE, u, way)) if play.state.frames and not now else None
    if asked is not None:
        return asked
    with play.looking(u):
        refusal = ways.why_not(play, u, h, way)
    return refusal if refusal is not None or now else not_now(play, u)


def not_now(play: ChitPullPlay, u: int) -> Refusal:
    """6.0, 6.1: units move in the segment of their HQ, one after the other."""
    top = play.top if play.state.frames else None
    if isinstance(top, Destination) and top.unit != u and play.on_map(top.unit):
        return play.no("6.1", "another_moves", unit=play.id(u), other=play.id(top.unit))
    return play.no("6.0", "not_now", unit=play.id(u))


def preview(
    play: ChitPullPlay, target: Any, attackers: Sequence[str], support: Mapping[str, str], kind: str, side: str | None
) -> Preview:
    if kind not in PREVIEWS:
        raise GameError(say("engine.error.preview", kind=kind, kinds=PREVIEWS))
    h, ground = hex_of(play, target), [unit_of(play, id) for id in attackers]
    if kind == "barrage":
        return barrage.preview(play, h)
    air: dict[int, bool] = {}
    for id, strike in support.items():
        u = unit_of(play, id)
        if play.tables.is_air[u] and strike not in STRIKES:
            raise GameError(say("chitpull.error.strike", unit=id, strike=strike, strikes=STRIKES))
        if play.tables.is_air[u]:
            air[u] = strike == "full"
        else:
            ground.append(u)
    return veil.ranged(play, h, lambda table: forecast.preview(table, h, ground, air))


def targets(play: ChitPullPlay, side: str | None) -> dict[str, Preview]:
    shelled = {play.hex_name(h): barrage.preview(play, h) for h in barrage.targets_now(play)}
    if shelled:
        return shelled
    best = {h: _best(play, h) for h in combat.targets_now(play)}
    return {play.hex_name(h): found for h, found in best.items() if not _by_nobody(found)}


def _by_nobody(preview: Preview) -> bool:
    """2.1.3: whoever could attack is not seen."""
    return preview.refusal is not None and preview.refusal.text.key == "chitpull.refusal.no_attackers"


def _best(play: ChitPullPlay, h: int) -> Preview:
    return veil.ranged(play, h, lambda table: combat.best(table, h))


def spot(play: ChitPullPlay, hex: str, side: str | None) -> Spot:
    """7.0: room for the side that holds the hex, or for the one that asks."""
    h = hex_of(play, hex)
    ground = tuple(_ice(play, h))
    if h in play.covered:
        return Spot((), ground=ground)
    holder = play.owner(h)
    mine = SIDES.index(side) if side else max(play.actor, 0)
    return Spot(tuple(play.rooms(mine if holder in (None, NOBODY) else holder, h)), ground=ground)


def _ice(play: ChitPullPlay, h: int) -> Iterator[Note]:
    """9.3.1: what a frozen lake carries."""
    ice, nbr = play.tables.ice, play.tables.nbr
    if play.tables.terrain_of(h) == "ice":
        yield Note(say("chitpull.ground.ice"), play.cite("9.3.1"))
        return
    beyond = tuple(play.hex_name(nbr[s]) for s in range(6 * h, 6 * h + 6) if ice[s])
    if beyond:
        yield Note(say("chitpull.ground.ice_to", hexes=beyond), play.cite("9.3.1"))


def supply(play: ChitPullPlay, side_or_unit: str) -> dict[str, Any]:
    """Of a unit: its state, a line it could trace now and where to. Of a side: every unit's state, and its sources.

    A line to a source that is limited (10.2.3) is shown where there is no other.
    """
    if side_or_unit in SIDES:
        return _side_supply(play, SIDES.index(side_or_unit))
    if side_or_unit not in play.tables.index:
        raise GameError(say("engine.error.side_or_unit", named=side_or_unit, sides=SIDES))
    u = unit_of(play, side_or_unit)
    side, stands = play.tables.side[u], play.on_map(u) and play.tables.side[u] != NOBODY
    full = lines.trace(play, u) if stands else None
    limited = lines.trace_limited(play, u) if stands and full is None else None
    line = limited or full
    return {
        "unit": side_or_unit,
        "status": SUPPLY[play.state.supply[u]],
        "now": SUPPLY[lines.status_now(play, side)[u]] if stands else None,
        "line": None if line is None else [play.hex_name(h) for h in line],
        "source": None if line is None else play.hex_name(line[-1]),
        "limited": limited is not None,
        "citation": str(play.cite("10.1" if limited is None else "10.2.3")),
    }


def _side_supply(play: ChitPullPlay, side: int) -> dict[str, Any]:
    units = [u for u in play.tables.of_side[side] if play.on_map(u)]
    now = lines.status_now(play, side)
    return {
        "side": SIDES[side],
        "units": {play.id(u): {"status": SUPPLY[play.state.supply[u]], "now": SUPPLY[now[u]]} for u in units},
        "sources": list(sources(play, SIDES[side])),
        "limited": [play.hex_name(h) for h in lines.limited_sources(play, side)],
    }


def sources(play: ChitPullPlay, side: str) -> tuple[str, ...]:
    """10.2: where a side's lines may end."""
    return tuple(play.hex_name(h) for h in sorted(lines.sources(play, SIDES.index(side))))


def zones(play: ChitPullPlay, side: str) -> tuple[str, ...]:
    """5.0: hexes in zones of control of the counters that are seen."""
    seen = [u for u in play.tables.of_side[SIDES.index(side)] if play.on_map(u)]
    hexes = {h for u in seen if play.projects(u) for h in play.tables.ways_of[u][play.state.hex[u]]}
    return tuple(play.hex_name(h) for h in sorted(hexes))


def command(play: ChitPullPlay, headquarters: str) -> dict[str, Any]:
    """4.2: the hexes an HQ reaches and the units it could activate now."""
    hq = unit_of(play, headquarters)
    if not play.tables.is_hq[hq] or not play.on_map(hq):
        raise GameError(say("engine.error.no_hq", unit=headquarters))
    distance = play.tables.command_distance(play.state.hex[hq])
    most = play.command_range(hq)
    units = commanded(play, hq)
    return {
        "hq": headquarters,
        "range": most,
        "hexes": {play.hex_name(h): d for h, d in enumerate(distance) if 0 <= d <= most},
        "own": [play.id(u) for u, standing in units if standing == OWN and u != hq],
        "independents": [play.id(u) for u, standing in units if standing == IN_RANGE],
        "citation": str(play.cite("4.2.4")),
    }


def summary(play: ChitPullPlay) -> Iterator[tuple[Text, Text]]:
    """The turn at a glance: time, activations, chits, objectives, strength on the map."""
    state = play.state
    turn = play.tables.turns[state.turn - 1]
    phase = say(f"chitpull.phase.{phase_of(play)}")
    yield _line("turn", turn=state.turn, dates=dated(turn.dates), phase=phase)
    for at, group in enumerate(play.edition.groups):
        yield say(f"chitpull.group.{group}"), _words("activations", used=state.used[at], limit=turn.limits[at])
    drawn = sorted((c for c in play.tables.chits if state.order[c.index]), key=lambda c: state.order[c.index])
    yield _line("chits", drawn=tuple(c.id for c in drawn) or "-", cup=len(play.in_cup()))
    counted = "points" if play.edition.verdict == "score" else "objectives"
    yield say(f"chitpull.label.{counted}"), _words("objectives", **play.edition.tally(play))
    yield say("chitpull.label.level"), victory.level_now(play)
    steps, where = state.steps, state.hex
    german, soviet = (sum([steps[u] for u in row if where[u] >= 0]) for row in play.tables.of_side)
    unseen = {"unseen": sum(play.covered.values())} if play.covered else {}
    words = _words("steps_seen" if unseen else "steps", german=german, soviet=soviet, **unseen)
    yield say("chitpull.label.steps"), words


def _line(key: str, **params: object) -> tuple[Text, Text]:
    return say(f"chitpull.label.{key}"), _words(key, **params)


def _words(key: str, **params: object) -> Text:
    return say(f"chitpull.summary.{key}", **params)


def chits(tables: Tables) -> Iterator[dict[str, str]]:
    for chit in tables.chits:
        front = chit.group if chit.group != chit.side else ""
        yield {"id": chit.id, "name": chit.name, "side": chit.side, "front": front}
