"""Attacks: what one is worth, and who should take part."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from countermarch.bots.chits import USUAL, ChitSituation
from countermarch.bots.weights import ChitDoctrine
from countermarch.charts import Outcome
from countermarch.flow import Event
from countermarch.games.base import Preview
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
    shelled: bool = False  # by guns alone: nobody of ours is hurt
    doctrine: ChitDoctrine = USUAL

    @property
    def steps(self) -> int:
        return self.mobile + sum(self.walls)


def target_of(look: ChitSituation, h: int) -> Target:
    there = [piece for piece in look.enemies_at.get(h, ()) if piece.fights]
    mobile = sum(piece.steps for piece in there if piece.moves)
    walls = tuple(piece.steps for piece in there if not piece.moves)
    return Target(prize_of(look, h), look.patience, mobile, walls, doctrine=look.doctrine)


def prize_of(look: ChitSituation, h: int) -> float:
    """What standing in a hex afterwards is worth."""
    objective = look.doctrine.takes_objective * look.weight(h) if h in look.lost else 0.0
    if not look.attacking:
        return objective
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
    stays = sum(left) + (0 if hexes else target.mobile)
    taken = min(steps + sum(target.walls) - sum(left), target.steps)
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


def muster(table: Match, look: ChitSituation, hex: str, units: Iterable[str], wings: Sequence[str]) -> Assault:
    """The best attack by units next to a hex: as many of the strongest as it takes, and the air units worth flying."""
    target = target_of(look, look.ground.index[hex])
    ranked = sorted(units, key=lambda id: (look.own[id].attack, id), reverse=True)
    flights = plans(wings[:WINGS])
    best = Assault(hex)
    for number in range(1, len(ranked) + 1):
        joined = tuple(ranked[:number])
        for sorties in flights:
            promised = promise(table.preview(hex, joined, dict(sorties)), target)
            worth = promised - target.patience * price(look.doctrine, sorties) - look.doctrine.joining * number
            if worth > best.worth:
                best = Assault(hex, joined, sorties, worth)
    return best


def build(table: Match, look: ChitSituation, hex: str) -> tuple[Assault, list[str]]:
    """The best attack on a hex, and what is to be said for it; it is announced on a copy of the table."""
    announced, said = table.copy(), [f"attack {hex}"]
    events = announced.play(said[0])
    under_way = announced.view(look.side)["attack"]
    if under_way is None:  # nothing was left to choose, so it has been made
        sure = [id for event in events for id in _named(event) if id in look.own]
        return muster(table, look, hex, sure, wings=()), said
    sure = [id for id in under_way["attackers"] if id in look.own]
    offered = [id for id in _offered(announced, "with") if id in look.own]
    best = muster(announced, look, hex, [*sure, *offered], wings=look.wings)
    said += [f"with {unit}" for unit in best.units if unit not in sure] + ["announce"]  # that only under fog of war
    return best, [*said, *(f"air {unit} {strike}" for unit, strike in best.sorties)]


def reinforced(table: Match, look: ChitSituation) -> str:
    """What to say to an attack that nobody joins any more: another air unit, the die, or that it is let go."""
    under_way = table.view(look.side)["attack"]
    hex, units, flying = under_way["target"], under_way["attackers"], under_way["support"]
    target = target_of(look, look.ground.index[hex])

    def worth(sorties: Sorties) -> float:
        promised = promise(table.preview(hex, units, {**flying, **dict(sorties)}), target)
        return promised - target.patience * price(look.doctrine, sorties)

    ready = list(dict.fromkeys(_offered(table, "air")))
    best = max(plans(ready[:WINGS]), key=worth)
    closing = next(str(action) for action in table.legal() if action.verb in ("resolve", "done"))
    if not best or (closing == "done" and worth(best) < least_gain(look)):
        return closing
    return f"air {best[0][0]} {best[0][1]}"


def _named(event: Event) -> Iterable[str]:
    """The attackers an event speaks of."""
    units = event.params.get("units") if event.key.endswith(".attack") else None
    return units if isinstance(units, tuple) else ()


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
