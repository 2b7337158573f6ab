"""10.0 Supply and isolation."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from countermarch import kernels
from countermarch.games.chitpull.play import ChitPullPlay
from countermarch.games.chitpull.state import GERMAN, ISOLATED, OUT_OF_SUPPLY, SOVIET, SUPPLIED
from countermarch.kernels import Ints, Net
from countermarch.mechanics.lines import ANY_LENGTH, follow

FIRST_HEXES = 4  # 10.1: of a line, over any passable terrain

EVENTS = ("in_supply", "out_of_supply", "isolated")


@dataclass(frozen=True, slots=True)
class Lines:
    """How far each hex is from supply, -1 where there is none."""

    along: array[int]  # steps by road and rail to a source
    across: array[int]  # steps over any passable terrain to such a hex
    limited: array[int] | None  # steps to Königsberg while it is a limited source


def check_all(play: ChitPullPlay) -> None:
    """10.0: the Supply Phase; a status holds until the next one (10.1.2)."""
    for side in range(len(play.sides)):
        traced = traced_by(play, side)
        want = want_of_hqs(play, side, traced)
        for u, status in (traced | want).items():
            if play.state.supply[u] != status:
                play.state.supply[u] = status
                rule = "10.3" if status > traced[u] else "10.3.2" if status == ISOLATED else "10.0"
                play.tell_of(u, EVENTS[status], rule)


def status_now(play: ChitPullPlay, side: int) -> dict[int, int]:
    """What a Supply Phase held now would make of each unit of a side on the map."""
    traced = traced_by(play, side)
    return traced | want_of_hqs(play, side, traced)


def traced_by(play: ChitPullPlay, side: int) -> dict[int, int]:
    """What tracing alone makes of each unit; immobile ones never want (10.3.3)."""
    lines, where, is_static = supply_lines(play, side), play.state.hex, play.tables.is_static
    across = lines.across
    return {
        u: SUPPLIED if across[where[u]] >= 0 or is_static[u] else _want(play, lines, u)
        for u in play.tables.of_side[side]
        if where[u] >= 0
    }


def want_of_hqs(play: ChitPullPlay, side: int, traced: Mapping[int, int]) -> dict[int, int]:
    """10.3: in some editions an HQ without supply takes its formation with it, but for units that cannot move."""
    tables = play.tables
    return {
        u: max(traced[u], traced[hq])
        for hq in (tables.hqs[side] if play.edition.hqs_spread_want else ())
        if traced.get(hq)
        for u in tables.members[tables.units[hq].formation]
        if u in traced and not tables.is_static[u]
    }


def _want(play: ChitPullPlay, lines: Lines, u: int) -> int:
    """10.0: out of supply at the first failed trace, isolated from the second."""
    if lines.limited is not None and lines.limited[play.state.hex[u]] >= 0:
        return OUT_OF_SUPPLY
    return OUT_OF_SUPPLY if play.state.supply[u] == SUPPLIED else ISOLATED


def supply_lines(play: ChitPullPlay, side: int) -> Lines:
    """10.1: a line is four hexes and then road or rail; traced here from the sources outwards."""
    tables, closed = play.tables, closed_to(play, side)
    cities = [play.places.city] if side == GERMAN and play.edition.city else []
    full = cities if cities and autobahn_open(play, closed) else []
    bases = edge_sources(play, side) + full
    limited = None
    if full != cities:
        limited = kernels.flood(tables.supply_net, closed, closed_at=0, seeds=cities, limit=_reach_of_city(play))
    if play.edition.supply_line == "any":
        steps = kernels.flood(tables.supply_net, closed, closed_at=0, seeds=bases, limit=ANY_LENGTH)
        return Lines(steps, steps, limited)
    along = kernels.flood(_roads_and_rails(play), closed, closed_at=0, seeds=bases, limit=ANY_LENGTH)
    across = kernels.flood_on(tables.supply_net, closed, closed_at=0, earlier=along, limit=FIRST_HEXES)
    return Lines(along, across, limited)


def _reach_of_city(play: ChitPullPlay) -> int:
    """10.2.3: how long a line to a city that is cut off may be."""
    return play.edition.city.reach if play.edition.city else 0


def _roads_and_rails(play: ChitPullPlay) -> Net:
    """10.1, SU-2: hexes joined by the line; or, if so agreed, merely hexes that have one."""
    joined = play.agreed["supply_lines"] == "joined"
    return play.tables.line_net if joined else play.tables.line_hexes_net


def closed_to(play: ChitPullPlay, side: int) -> Ints:
    """5.5, 10.1.1: hexes with enemy units, and in enemy zones unless a friend, even an HQ, is there."""
    n, foe = play.tables.n, 1 - side
    enemies = play.combat_at + foe * n, play.hqs_at + foe * n
    friends = play.combat_at + side * n, play.hqs_at + side * n
    return kernels.closed(play.state, n, play.zone_at + foe * n, enemies, friends=friends)


def linked(play: ChitPullPlay, side: int) -> Sequence[int]:
    """Steps from every hex to a source or the city over open ground, however long; -1 where there is no way."""
    return kernels.flood(
        play.tables.supply_net, closed_to(play, side), closed_at=0, seeds=bases_of(play, side), limit=ANY_LENGTH
    )


def bases_of(play: ChitPullPlay, side: int) -> list[int]:
    """10.2: every hex that is a source of the side, open or not; the city even when it is cut off."""
    cities = [play.places.city] if side == GERMAN and play.edition.city else []
    return edge_sources(play, side) + cities


def live_sources(play: ChitPullPlay, side: int) -> list[int]:
    """10.2: the sources of a side without an enemy in them, cut off or not."""
    return [h for h in bases_of(play, side) if not play.number_in(1 - side, h)]


def sources(play: ChitPullPlay, side: int) -> list[int]:
    """10.2: the hexes that give a side full supply now."""
    return [h for h, steps in enumerate(supply_lines(play, side).along) if steps == 0]


def edge_sources(play: ChitPullPlay, side: int) -> list[int]:
    """10.2, 10.2.1: the side's own, and disputed ones, German until taken and then Soviet."""
    places, control = play.places, play.state.control
    own = places.soviet_sources if side == SOVIET else places.german_sources
    return sorted(own | {h for h in places.disputed if control[h] == side})


def autobahn_open(play: ChitPullPlay, closed: Ints) -> bool:
    """10.2.2: Königsberg is linked with Elbing by an Autobahn whose last hex is 2931 or 2831 (SU-5)."""
    places = play.places
    if closed.ints[places.city]:
        return False
    ends = places.autobahn_ends
    linked = kernels.flood(play.tables.autobahn_net, closed, closed_at=0, seeds=ends, limit=ANY_LENGTH)
    return linked[places.linked_city] >= 0


def trace(play: ChitPullPlay, u: int) -> list[int] | None:
    """10.1: the hexes of a supply line from a unit's own hex to the source; None if it has none."""
    lines = supply_lines(play, play.tables.side[u])
    if lines.across[play.state.hex[u]] < 0:
        return None
    path = follow(play.tables.supply_net.exits, lines.across, play.state.hex[u])
    if lines.along is lines.across:
        return path
    return path[:-1] + follow(_roads_and_rails(play).exits, lines.along, path[-1])


def trace_limited(play: ChitPullPlay, u: int) -> list[int] | None:
    """10.2.3: the hexes of a line to a city that is cut off; None if the unit has none, or the city feeds in full."""
    limited, h = supply_lines(play, play.tables.side[u]).limited, play.state.hex[u]
    return None if limited is None or limited[h] < 0 else follow(play.tables.supply_net.exits, limited, h)


def limited_sources(play: ChitPullPlay, side: int) -> list[int]:
    """10.2.3: the city, while it is held but cut off."""
    return [h for h, steps in enumerate(supply_lines(play, side).limited or ()) if steps == 0]
