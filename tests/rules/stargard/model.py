"""A second reckoning of the rules of the map, from the board, the counter list and a position alone.

It uses nothing of the game's code, is slow and plain, and follows the text rule by rule.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from itertools import combinations, count
from typing import Any

from countermarch.board import Board, load_board

FOOT, MECH = "foot", "mech"
PRICES = {"clear": (1, 1), "forest": (2, 3), "marsh": (2, 2), "town": (1, 1), "city": (1, 1)}  # 5.1: foot, mechanised
SHIFTS = {"clear": 0, "forest": 1, "marsh": 1, "town": 1, "city": 2}  # 8.5
COLUMNS = ("1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1", "8-1")  # 8.4
SOURCES = {  # 11.2
    "german": {"07.16", "01.16", "01.12", "01.04"},
    "soviet": {"04.01", "08.01", "15.01", "21.01", "28.01", "33.01", "38.12"},
}
SPLIT = {"12.27", "22.27", "34.27", "38.19"}
OTHER = {"german": "soviet", "soviet": "german"}

Step = tuple[int, int]  # a hex and a direction


@cache
def counters() -> dict[str, dict[str, str]]:
    data = files("countermarch.games.stargard") / "data" / "units.csv"
    return {row["id"]: row for row in csv.DictReader(data.read_text(encoding="utf-8").splitlines())}


@cache
def board() -> Board:
    return load_board("stargard")


@cache
def ground_of_the_first_day() -> frozenset[str]:
    import countermarch as cm

    return frozenset(cm.load("stargard").start(seed=1).position()["soviet_ground"])


# 5.2, 4.2.2: the map


@cache
def beyond(h: int, d: int) -> int:
    return board().grid.neighbour(h, d)


def has(layer: str, h: int, d: int) -> bool:
    return board().side_layer(layer).name(6 * h + d) == "1"


@cache
def road(h: int, d: int) -> bool:
    return has("road", h, d) or has("autobahn", h, d)


@cache
def land(h: int) -> bool:
    return board().terrain(h) not in ("lake", "sea")


@cache
def ground(h: int) -> str:
    """The terrain that counts: a town or city, or what lies around a village."""
    place = board().settlement(h)
    return place if place in ("town", "city") else board().terrain(h)


@cache
def unbridged(h: int, d: int) -> str:
    """The river of a side that neither road nor railway crosses."""
    river = board().side_layer("river").name(6 * h + d)
    return "" if river == "none" or road(h, d) or has("rail", h, d) else river


@cache
def apart(h: int, d: int) -> bool:
    """4.4: water, or the edge of the map, keeps two hexes apart."""
    to = beyond(h, d)
    if to < 0 or not land(h) or not land(to):
        return True
    return has("water", h, d) and not road(h, d) and not has("rail", h, d)


@cache
def passable(h: int, d: int) -> bool:
    return not apart(h, d) and unbridged(h, d) != "major"


@cache
def is_open(mobility: str, h: int, d: int) -> bool:
    """5.2: mechanised units enter marsh only along a road or railway."""
    if not passable(h, d):
        return False
    return mobility == FOOT or ground(beyond(h, d)) != "marsh" or road(h, d) or has("rail", h, d)


@cache
def price(mobility: str, h: int, d: int, thaw: bool) -> float:
    """5.1, 5.2, 19.1.1: what crossing a side costs."""
    if road(h, d):
        return 0.5 if mobility == MECH and has("autobahn", h, d) else 1
    mud = thaw and mobility == MECH and not has("rail", h, d)
    return PRICES[ground(beyond(h, d))][mobility == MECH] + (unbridged(h, d) == "minor") + mud


class Counter:
    def __init__(self, entry: dict[str, Any]) -> None:
        row = counters()[entry["id"]]
        self.id, self.side, self.steps = entry["id"], row["side"], entry["steps"]
        self.hq, self.supply, self.active = row["kind"] == "hq", entry["supply"], entry["active"]
        self.moved, self.fought, self.pinned = entry["moved"], entry["fought"], entry["pinned"]
        self.mobility = MECH if row["mobility"] == "mech" else FOOT
        worn = "_reduced" if row["steps"] == "2" and self.steps == 1 else ""
        self.attack, self.defence, self.move = (int(row[f"{k}{worn}"] or 0) for k in ("attack", "defence", "move"))
        self.zone = row["zone"] == "1" and self.attack > 0
        self.formation, self.independent = row["formation"], row["independent"] == "1"
        self.range, self.static = int(row["command_range"] or 0), row["mobility"] == "static"
        self.hex = board().grid.index(entry["hex"])


class Model:
    """What the rules say of a position."""

    def __init__(self, doc: dict[str, Any]) -> None:
        self.doc = doc
        self.units = {entry["id"]: Counter(entry) for entry in doc["units"] if entry["hex"]}
        self.at: dict[int, list[Counter]] = {}
        for unit in self.units.values():
            self.at.setdefault(unit.hex, []).append(unit)
        self.zones = {side: self._zones(side) for side in OTHER}
        self.thaw = bool(doc["effects"]["thaw"])

    def _zones(self, side: str) -> set[int]:
        """4.2.1, 4.2.2."""
        exerting = [u for u in self.units.values() if u.side == side and u.zone]
        return {beyond(u.hex, d) for u in exerting for d in range(6) if is_open(u.mobility, u.hex, d)}

    def enemies(self, side: str, h: int) -> list[Counter]:
        return [u for u in self.at.get(h, ()) if u.side != side]

    def full(self, unit: Counter, h: int) -> bool:
        """6.0-limit: two combat units and one HQ."""
        alike = [u for u in self.at.get(h, ()) if u.side == unit.side and u.hq == unit.hq and u is not unit]
        return len(alike) >= (1 if unit.hq else 2)

    # 5: movement

    def allowance(self, unit: Counter) -> int:
        return unit.move // 2 if unit.supply == "isolated" else unit.move

    def reach(self, unit: Counter, mode: str) -> dict[str, float]:
        if unit.static:
            return {}
        ways = {"regular": self.regular, "strategic": self.strategic, "rail": self.rail}[mode]
        ends = {h: cost for h, cost in ways(unit).items() if not self.full(unit, h) and h != unit.hex}
        return {board().grid.number(h): cost for h, cost in ends.items()}

    def closed(self, unit: Counter, h: int) -> bool:
        """5.3, 6.1: enemy hexes but for a lone HQ, and full hexes."""
        foes = self.enemies(unit.side, h)
        overrun = not unit.hq and unit.attack > 0 and all(foe.hq for foe in foes)
        return (bool(foes) and not overrun) or self.full(unit, h)

    def regular(self, unit: Counter) -> dict[int, float]:
        """5.1, 5.2, 4.1: terrain, two points into an enemy zone, two out of one; a minor river ends the move."""
        zone = self.zones[OTHER[unit.side]]

        def step(h: int, d: int) -> tuple[float, bool] | None:
            to = beyond(h, d)
            if not is_open(unit.mobility, h, d) or self.closed(unit, to):
                return None
            cost = price(unit.mobility, h, d, self.thaw) + 2 * (h in zone) + 2 * (to in zone)
            return cost, unbridged(h, d) == "minor"

        return spread(unit.hex, self.allowance(unit), step)

    def strategic(self, unit: Counter) -> dict[int, float]:
        """5.4, 5.4.1: along roads, half a point, never in or into an enemy zone."""
        zone = self.zones[OTHER[unit.side]]
        if unit.hex in zone:
            return {}

        def step(h: int, d: int) -> tuple[float, bool] | None:
            to = beyond(h, d)
            bars = to in zone or self.closed(unit, to) if to >= 0 else True
            return None if bars or not passable(h, d) or not road(h, d) else (0.5, False)

        return spread(unit.hex, self.allowance(unit), step)

    def rail(self, unit: Counter) -> dict[int, float]:
        """5.5: any distance over own ground; an enemy zone stops it, and who leaves one ends beside no enemy."""
        zone = self.zones[OTHER[unit.side]]
        if not self.own_ground(unit.side, unit.hex):
            return {}

        def step(h: int, d: int) -> tuple[float, bool] | None:
            to = beyond(h, d)
            if not passable(h, d) or not has("rail", h, d) or self.enemies(unit.side, to) or self.full(unit, to):
                return None
            return (0, to in zone) if self.own_ground(unit.side, to) else None

        ends = spread(unit.hex, self.allowance(unit), step)
        if unit.hex not in zone:
            return ends
        return {h: cost for h, cost in ends.items() if not any(self.enemies(unit.side, n) for n in around(h))}

    def own_ground(self, side: str, h: int) -> bool:
        number = board().grid.number(h)
        soviet = number in self.doc["soviet_ground"]
        return soviet and number in ground_of_the_first_day() if side == "soviet" else not soviet

    # 3.3.3: command

    def command(self, hq: Counter) -> dict[str, int]:
        """Hexes in range: over passable sides, and one hex over an unbridged major river."""
        most = self.range(hq)
        near = flood([hq.hex], passable, most)
        banks = [(h, beyond(h, d)) for h in near for d in range(6) if not apart(h, d) and not passable(h, d)]
        over = {to: min(near[h] + 1 for h, bank in banks if bank == to) for _, to in banks}
        found = near | {to: min(steps, near.get(to, 99)) for to, steps in over.items() if steps <= most}
        return {board().grid.number(h): steps for h, steps in found.items()}

    def range(self, hq: Counter) -> int:
        """19.1.3(b): Munzel is weakened by Defend the Reich."""
        return 6 if hq.id == "Munzel-HQ" and self.doc["effects"]["reich"] else hq.range

    # 11: supply

    def sources(self, side: str) -> set[str]:
        control = self.doc["control"]
        mine = SOURCES[side] | {h for h in SPLIT if control[h] == side}
        return {number for number in mine if not self.enemies(side, board().grid.index(number))}

    def shut(self, side: str, h: int) -> bool:
        """11.1, 4.3: an enemy unit, or an enemy zone without a friend."""
        friends = any(u.side == side for u in self.at.get(h, ()))
        return bool(self.enemies(side, h)) or (h in self.zones[OTHER[side]] and not friends)

    def fed(self, side: str) -> dict[int, int]:
        starts = [board().grid.index(number) for number in self.sources(side)]
        live = [h for h in starts if not self.shut(side, h)]
        return flood(live, lambda h, d: passable(h, d) and not self.shut(side, beyond(h, d)), 999)

    def status(self, unit: Counter, fed: dict[int, int]) -> str:
        """11.3, 11.5."""
        if unit.static or unit.hex in fed:
            return "supplied"
        return "out_of_supply" if unit.supply == "supplied" else "isolated"

    # 8: combat

    def odds(self, target: int, attackers: list[Counter], air: int = 0) -> tuple[int, int, str | None]:
        """8.2 to 8.5, 1.5, 12.9, 11.3: attack, defence and column, with so many columns from the air."""
        defenders = [u for u in self.enemies(attackers[0].side, target) if not u.hq]
        by_hex: dict[int, float] = {}
        for unit in attackers:
            by_hex[unit.hex] = by_hex.get(unit.hex, 0) + self.strength(unit, target)
        attack = sum(int(total) for total in by_hex.values())
        defence = int(sum(u.defence / (2 if u.supply == "isolated" else 1) for u in defenders))
        return attack, defence, self.column(attack, defence, target, attackers, air)

    def strength(self, unit: Counter, target: int) -> float:
        h = unit.hex
        d = next(d for d in range(6) if beyond(h, d) == target)
        wanting = unit.supply != "supplied"
        wet = bool(unbridged(h, d)) or board().side_layer("river").name(6 * h + d) == "major"
        rough = unit.mobility == MECH and ground(target) == "marsh" and not road(h, d)
        return float(unit.attack / 2 ** (wanting + wet + rough))

    def column(self, attack: int, defence: int, target: int, attackers: list[Counter], air: int) -> str | None:
        if not attack:
            return None
        if not defence:
            return COLUMNS[-1]
        ratio = attack // defence if attack >= defence else 2 - -(-defence // attack)
        shift = -SHIFTS[ground(target)] - (attackers[0].side == "soviet" and self.doc["turn"] <= 7)
        if attackers[0].side == "soviet":
            forts = [self.fort(unit.hex, target) for unit in attackers]
            shift -= all(fort != "none" for fort in forts)
        at = ratio + shift + air
        return None if at < 0 else COLUMNS[min(at, len(COLUMNS) - 1)]

    def fort(self, h: int, target: int) -> str:
        d = next(d for d in range(6) if beyond(target, d) == h)
        return board().side_layer("fort").name(6 * target + d)

    def air(self, side: str) -> int:
        """13.1, 13.4: the most columns two ready air units give in full: three."""
        ready = [e for e in self.doc["units"] if e["where"] == "ready" and counters()[e["id"]]["side"] == side]
        return min(2 * min(len(ready), 2), 3)

    def attackers(self, side: str, target: int) -> list[Counter]:
        """8.3: activated, next to the hex, not pinned, not yet in an attack."""
        quota = self.doc["effects"]["quota"]
        near = [u for d in range(6) if not apart(target, d) for u in self.at.get(beyond(target, d), ())]
        mine = [u for u in near if u.side == side and not u.hq and not u.pinned and not u.fought]
        return [u for u in mine if u.active in (1, 3) or (u.active == 2 and quota)]

    def comes_to_something(self, target: int, named: list[Counter], air: int) -> bool:
        """8.4, 8.8, 3.3.1: whether these, with others that may still join, can make 1-2."""
        rest = [u for u in self.attackers(named[0].side if named else self.doc["to_act"], target) if u not in named]
        for size in range(len(rest) + 1):
            for more in combinations(rest, size):
                force = [*named, *more]
                places = sum(u.active == 2 for u in force) <= self.doc["effects"]["quota"]
                if places and any(self.strength(u, target) for u in force) and self.odds(target, force, air)[2]:
                    return True
        return False

    # 9: retreats

    def retreats(self, unit: Counter, hexes: int) -> set[tuple[str, ...]]:
        """9.1 to 9.2.2: ways of a unit that goes alone; empty if there is none."""
        away = self.home(unit)
        for length in range(hexes, 0, -1):
            ranks = {way: self.rank(unit, way, away) for way in self.paths(unit, length)}
            if ranks:
                best = min(ranks.values())
                return {tuple(map(board().grid.number, way)) for way, rank in ranks.items() if rank == best}
        return set()

    def paths(self, unit: Counter, length: int) -> Iterator[tuple[int, ...]]:
        def go(path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(path) == length:
                yield path
                return
            h = path[-1] if path else unit.hex
            for d in range(6):
                to = beyond(h, d)
                away = to >= 0 and board().grid.distance(unit.hex, to) == len(path) + 1
                if away and is_open(unit.mobility, h, d) and not self.enemies(unit.side, to):
                    yield from go((*path, to))

        return go(())

    def home(self, unit: Counter) -> Callable[[int], int]:
        starts = [board().grid.index(number) for number in self.sources(unit.side)]
        back = flood(starts, lambda h, d: is_open(unit.mobility, beyond(h, d), (d + 3) % 6), 999)
        return lambda h: back.get(h, 999)

    def rank(self, unit: Counter, way: tuple[int, ...], away: Callable[[int], int]) -> tuple[int, int, int]:
        before, after = away(unit.hex), away(way[-1])
        zone = self.zones[OTHER[unit.side]]
        return after > before, sum(h in zone or self.full(unit, h) for h in way), after >= before


def around(h: int) -> list[int]:
    return [beyond(h, d) for d in range(6) if beyond(h, d) >= 0] + [h]


def flood(starts: list[int], crosses: Callable[[int, int], bool], limit: int) -> dict[int, int]:
    """Steps from the nearest of these."""
    found, edge = dict.fromkeys(starts, 0), list(starts)
    for steps in count(1):
        if not edge or steps > limit:
            return found
        edge = [beyond(h, d) for h in edge for d in range(6) if beyond(h, d) >= 0 and crosses(h, d)]
        edge = [h for h in dict.fromkeys(edge) if h not in found]
        found |= dict.fromkeys(edge, steps)
    return found


def spread(start: int, points: float, step: Callable[[int, int], tuple[float, bool] | None]) -> dict[int, float]:
    """The least that reaching each hex costs; a step that ends the move leads no farther."""
    ends: dict[int, float] = {}
    free = {start: 0.0}
    queue = [start]
    while queue:
        h = queue.pop(0)
        for d in range(6):
            taken = step(h, d) if beyond(h, d) >= 0 else None
            if taken is None or free[h] + taken[0] > points:
                continue
            to, cost = beyond(h, d), free[h] + taken[0]
            ends[to] = min(cost, ends.get(to, cost))
            if not taken[1] and cost < free.get(to, 999):
                free[to] = cost
                queue.append(to)
    return ends
