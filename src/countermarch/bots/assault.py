"""Attacks: what one is worth, and who should take part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from countermarch.bots.chits import FREE, SEALED, USUAL, ChitSituation, Closed
from countermarch.bots.weights import ChitDoctrine
from countermarch.charts import Outcome
from countermarch.games.base import Preview
from countermarch.games.chitpull.reckoning import Force
from countermarch.games.chitpull.survey import Odds
from countermarch.match import Match

MOST_SORTIES = 2
WINGS = 3  # so many air units are looked at


@dataclass(frozen=True, slots=True)
class Target:
    """What an attack is about: the steps in the way, the ground, and how much a step still matters."""

    prize: float = 0.0
    patience: float = 1.0
    mobile: int = 2  # steps that can fall back
    walls: tuple[int, ...] = ()  # steps of each unit that cannot
    closed: Closed = FREE  # whether our zones or units bar the way back
    shelled: bool = False  # by guns alone: nobody of ours is hurt
    doctrine: ChitDoctrine = USUAL

    @property
    def steps(self) -> int:
        return self.mobile + sum(self.walls)


def target_of(look: ChitSituation, h: int, closed: Closed = FREE) -> Target:
    mobile, walls = look.garrisons.get(h, (0, ()))
    return Target(prize_of(look, h), look.patience, mobile, walls, closed, doctrine=look.doctrine)


def prize_of(look: ChitSituation, h: int) -> float:
    """What standing in a hex afterwards is worth."""
    objective = look.doctrine.takes_objective * look.weight(h) if h in look.lost else 0.0
    if not look.attacking:
        return objective + (look.relief.prize(h) if look.relief is not None else 0.0)
    near = [look.goal[n] for n in look.ground.around[h] if look.friends_at.get(n)]
    return objective + (max(min(near) - look.goal[h], 0) * look.doctrine.opens_way if near else 0.0)


def least_gain(look: ChitSituation) -> float:
    """An attack that promises less is not made; towards the end less will do."""
    return look.doctrine.least_gain * look.patience


def value(result: Outcome, spared: tuple[int, int], target: Target) -> float:
    """What a printed result is worth against a place that spares the defender so many steps and hexes of it."""
    steps, hexes = max(result.defender_steps - spared[0], 0), max(result.defender_hexes - spared[1], 0)
    if result.defender_chooses:
        gain = min(_won(target, 0, hexes), _won(target, hexes, 0))
    else:
        gain = _won(target, steps, hexes)
    suffers = not target.shelled and (not result.starred or (result.defender_hexes > 0 and not hexes))
    return gain - (_lost(result, target) if suffers else 0.0)


def _won(target: Target, steps: int, hexes: int) -> float:
    """Steps taken, and the hex if nobody is left in it; who cannot move pays for every hex with a step."""
    left = [max(wall - hexes, 0) for wall in target.walls]
    paid = min(hexes if target.closed == SEALED else min(hexes, 1), target.mobile) if target.closed else 0
    stays = sum(left) + (target.mobile - paid if not hexes or target.closed == SEALED else 0)
    taken = min(steps + paid + sum(target.walls) - sum(left), target.steps)
    held = target.doctrine
    return held.enemy_step * target.patience * taken + (
        held.ground_won + target.prize if stays <= steps and taken + hexes else 0.0
    )


def _lost(result: Outcome, target: Target) -> float:
    held = target.doctrine
    step = held.own_step * target.patience
    if result.attacker_chooses:
        return min(step, held.fall_back) * result.attacker_hexes
    return step * result.attacker_steps + held.fall_back * result.attacker_hexes


def promise(preview: Preview, target: Target) -> float:
    if not preview.results:
        return float("-inf")
    return preview.expected(lambda result: value(result, preview.spared, target))


Sorties = tuple[tuple[str, str], ...]  # air unit, how it strikes


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack as it is best made: who takes part, who flies, and what it promises beyond its price."""

    hex: str
    units: tuple[str, ...] = ()
    sorties: Sorties = ()
    worth: float = float("-inf")


class Prospect:
    """What columns of the table promise against one hex; each is reckoned once for all targets that are alike."""

    def __init__(self, look: ChitSituation, target: int, seats: Iterable[int]) -> None:
        self.odds = look.survey.odds(target)
        self._look, self._target, self._closed = look, target, look.closed(target, seats)
        self._alike = prize_of(look, target), look.patience, look.garrisons.get(target), self._closed

    def promise(self, column: int, line: int) -> float:
        look, spared = self._look, self.odds.spared(line)
        key = column, spared, self._alike
        found = look.promises.get(key)
        if found is None:
            target, results = target_of(look, self._target, self._closed), look.survey.combat.spreads[column]
            found = look.promises[key] = sum(chance * value(result, spared, target) for result, chance in results)
        return found


def muster(look: ChitSituation, target: int, seats: Mapping[str, int], wings: Sequence[str]) -> Assault:
    """The best attack from these hexes: as many of the strongest as it takes, and the air units worth flying."""
    prospect = Prospect(look, target, seats.values())
    ids = sorted(seats, key=lambda id: (look.own[id].attack, id), reverse=True)
    joined = allowed(look, prospect.odds, ids, seats)
    flights = flights_of(look, prospect.odds, look.units[ids[0]].front, wings) if joined else []
    best = Assault(look.ground.number[target])
    for number in range(1, len(joined) + 1):
        attack, line = prospect.odds.reckon(joined[:number])
        for sorties, columns, cost in flights:
            column = prospect.odds.column(attack, line, columns)
            if column < 0:
                continue
            worth = prospect.promise(column, line) - cost - look.doctrine.joining * number
            if worth > best.worth:
                best = Assault(best.hex, tuple(ids[:number]), sorties, worth)
    return best


def allowed(look: ChitSituation, odds: Odds, ids: Sequence[str], seats: Mapping[str, int]) -> list[Force]:
    """Those of one front who may attack from where they would be, up to the first who may not."""
    found: list[Force] = []
    for id in ids:
        force = odds.force(look.units[id].index, seats[id])
        if force is None or look.units[id].front != look.units[ids[0]].front:
            break
        found.append(force)
    return found


Flight = tuple[Sorties, int, float]  # who flies, the columns that gives, and its price


def flights_of(look: ChitSituation, odds: Odds, front: str, wings: Sequence[str]) -> list[Flight]:
    """Who may fly for a front; the cheapest way to each number of columns."""
    units, patience = look.units, look.patience
    if not wings:
        return [((), 0, 0.0)]
    able = [sorties for sorties in plans(wings[:WINGS]) if all(units[u].front in ("", front) for u, _ in sorties)]
    found: dict[int, Flight] = {}
    for sorties in able:
        columns = odds.columns((units[u].index, strike == "full") for u, strike in sorties)
        cost = patience * price(look.doctrine, sorties)
        if columns not in found or cost < found[columns][2]:
            found[columns] = sorties, columns, cost
    return list(found.values())


def build(look: ChitSituation, hex: str) -> tuple[Assault, list[str]]:
    """The best attack on a hex by who stands around it, and what is to be said for it, as far as it is not clear."""
    target, pieces = look.ground.index[hex], look.match.game.rules.pieces
    able = [pieces[u].id for u in look.survey.able(look.side, target)]
    best = muster(look, target, {id: look.own[id].hex for id in able}, look.wings)
    joining = [f"with {unit}" for unit in best.units]
    flying = [f"air {unit} {strike}" for unit, strike in best.sorties]
    return best, [f"attack {hex}", *joining, "announce", *flying]  # announced only under fog of war


def reinforced(table: Match, look: ChitSituation) -> str:
    """What to say to an attack that nobody joins any more: another air unit, the die, or that it is let go.

    One that is too weak without aircraft, and may not be let go, gets the aircraft that serve it best.
    """
    under_way = look.survey.attack
    assert under_way is not None
    hex, units, flying = under_way["target"], under_way["attackers"], under_way["support"]
    target = target_of(look, look.ground.index[hex])

    def worth(sorties: Sorties) -> float:
        promised = promise(table.preview(hex, units, {**flying, **dict(sorties)}), target)
        return promised - target.patience * price(look.doctrine, sorties)

    ready = list(dict.fromkeys(_offered(table, "air")))
    closing = next((str(action) for action in table.legal() if action.verb in ("resolve", "done")), None)
    choices = plans(ready[:WINGS])[closing is None :]
    if not choices:
        return str(table.legal()[0])  # a ship: nobody else can make it strong enough
    best = max(choices, key=worth)
    if closing and (not best or (closing == "done" and worth(best) < least_gain(look))):
        return closing
    return f"air {best[0][0]} {best[0][1]}"


def plans(wings: Iterable[str]) -> list[Sorties]:
    """Nobody flies, one does, or two; the full strikes are named first."""
    units = list(wings)
    found: list[Sorties] = [()]
    for number in range(1, MOST_SORTIES + 1):
        for flying in combinations(units, number):
            found += [
                tuple(zip(flying, strikes, strict=True)) for strikes in product(("full", "normal"), repeat=number)
            ]
    return found


def price(held: ChitDoctrine, sorties: Sorties) -> float:
    return sum(held.full_sortie if strike == "full" else held.normal_sortie for _, strike in sorties)


def _offered(table: Match, verb: str) -> list[str]:
    return [action.units[0] for action in table.legal() if action.verb == verb]
