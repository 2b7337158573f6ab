"""Attacks: what one is worth, and who should take part."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from countermarch.bots.situation import Situation
from countermarch.match import Match

RESULT = re.compile(r"(?P<who>[AD])(?P<steps>\d*)(?P<star>\*?)(?P<back>r?)(?P<hexes>\d*)")

ENEMY_STEP, OWN_STEP = 2.0, 1.8
GROUND_WON = 1.0
FALL_BACK = 0.7
TAKES_OBJECTIVE = 4.0
OPENS_WAY = 0.08  # for each third of a point by which the hex is nearer to an objective than the attackers
LEAST_GAIN = 0.75  # an attack that promises less is not made
ENOUGH = 3.2  # more attackers are not worth their attack elsewhere
SORTIE_GAIN = 0.55  # what an air unit must add
FULL_SORTIE_GAIN = 1.4


@dataclass(frozen=True, slots=True)
class Parts:
    """A printed result: steps and hexes of each side; a star waits for a defender who stands."""

    own_steps: int = 0
    own_hexes: int = 0
    starred: bool = False
    enemy_steps: int = 0
    enemy_hexes: int = 0


def read(code: str) -> Parts:
    values: dict[str, int] = {}
    starred = False
    for found in RESULT.finditer(code):
        who = "own" if found["who"] == "A" else "enemy"
        values[f"{who}_steps"] = int(found["steps"] or 0)
        values[f"{who}_hexes"] = int(found["hexes"] or 1) if found["back"] else 0
        starred = starred or bool(found["star"])
    return Parts(starred=starred, **values)


def value(code: str, shelter: int, prize: float) -> float:
    """What a result is worth against a hex whose settlement or works spare the defender so much of it."""
    parts = read(code)
    hexes = max(parts.enemy_hexes - shelter, 0)
    steps = max(parts.enemy_steps - (shelter > 0), 0)
    suffers = not parts.starred or (parts.enemy_hexes > 0 and not hexes)
    gain = ENEMY_STEP * steps + ((GROUND_WON + prize) if hexes else 0.0)
    return gain - ((OWN_STEP * parts.own_steps + FALL_BACK * parts.own_hexes) if suffers else 0.0)


def gain(results: Mapping[str, float], shelter: int, prize: float) -> float:
    return sum(chance * value(code, shelter, prize) for code, chance in results.items())


@dataclass(slots=True)
class Assault:
    """An attack being put together on an imagined table."""

    table: Match
    hex: str
    shelter: int
    prize: float
    units: list[str] = field(default_factory=list)
    air: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    worth: float = float("-inf")

    def with_more(self, unit: str | None = None, sortie: tuple[str, str] | None = None) -> float:
        units = [*self.units, unit] if unit else self.units
        air = {**self.air, sortie[0]: sortie[1]} if sortie else self.air
        preview = self.table.preview(self.hex, units, air)
        return gain(preview.results, self.shelter, self.prize) if preview.results else float("-inf")

    def add(self, text: str) -> None:
        self.actions.append(text)
        self.table.play(text)


def prize_of(look: Situation, h: int) -> float:
    """What standing in a hex afterwards is worth."""
    objective = TAKES_OBJECTIVE if h in look.lost else 0.0
    if not look.attacking:
        return objective
    near = [look.goal[n] for n in look.ground.around[h] if look.friends_at.get(n)]
    return objective + (max(min(near) - look.goal[h], 0) * OPENS_WAY if near else 0.0)


def shelter_of(look: Situation, h: int) -> int:
    ground = look.ground
    attackers = [n for n in ground.around[h] if look.friends_at.get(n)]
    if attackers and all(ground.fort(h, n) for n in attackers):
        return 2
    return int(ground.settled[h])


def build(table: Match, look: Situation, hex: str) -> Assault:
    """Announce an attack on a table of one's own and add what makes it better."""
    h = look.ground.index[hex]
    assault = Assault(table, hex, shelter_of(look, h), prize_of(look, h))
    assault.add(f"attack {hex}")
    _add_units(assault, look)
    if assault.units:
        _add_air(assault)
    return assault


def _add_units(assault: Assault, look: Situation) -> None:
    while assault.worth < ENOUGH:
        pool = [unit for unit in _offered(assault.table, "with") if unit in look.own]
        if not pool:
            return
        unit = max(pool, key=lambda id: (look.own[id].attack, id))
        worth = assault.with_more(unit)
        if assault.units and worth < assault.worth:
            return
        assault.units.append(unit)
        assault.worth = worth
        assault.add(f"with {unit}")


def _add_air(assault: Assault) -> None:
    """A sortie flies if it adds enough, all out only if it adds much."""
    for strike, least in (("normal", SORTIE_GAIN), ("full", FULL_SORTIE_GAIN)):
        for unit in dict.fromkeys(_offered(assault.table, "air")):
            worth = assault.with_more(sortie=(unit, strike))
            text = f"air {unit} {strike}"
            if worth - max(assault.worth, LEAST_GAIN - least) < least or not _legal(assault.table, text):
                break
            assault.air[unit] = strike
            assault.worth = worth
            assault.add(text)


def _offered(table: Match, verb: str) -> list[str]:
    return [action.units[0] for action in table.legal() if action.verb == verb]


def _legal(table: Match, text: str) -> bool:
    return table.game.parse(text) in table.legal()
