"""The table as a tactician sees it: who is shaken, which guns are limbered up, what each side is after."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from countermarch.bots.ground import FAR, Field, Ground
from countermarch.bots.situation import Piece, Situation
from countermarch.bots.weights import FieldDoctrine
from countermarch.games.seelow.survey import Survey
from countermarch.match import Match

SHAKEN = 2  # what disruption takes off morale
STACK = {"german": 3, "soviet": 1}
COMPANY = "company"
NEAR = 12  # hexes beyond which an enemy does not matter
INTERIM = 7  # the turn after which Seelow may decide the game
USUAL = FieldDoctrine()


class FieldSituation(Situation):
    """A situation with morale, disruption and guns; where no hexes are fought for, a garrison is."""

    doctrine: FieldDoctrine

    def __init__(self, match: Match, side: str, ground: Ground, doctrine: FieldDoctrine = USUAL) -> None:
        self.survey: Survey = match.survey()
        self.light: str = self.survey.light
        self.turn = match.turn
        super().__init__(match, side, ground, doctrine)

    def take_in(self) -> None:
        """Nothing is looked at that nobody asks for: most decisions ask for little."""

    @cached_property
    def besieged(self) -> frozenset[int]:
        """Where the garrison stands."""
        where = self.survey.where
        return frozenset(where[u] for u in self.survey.garrison if where[u] >= 0)

    @cached_property
    def control(self) -> dict[int, str]:
        if self.survey.scenario == "kuestrin":
            return dict.fromkeys(self.besieged, "soviet")  # to be reached by one side, shut off by the other
        prized = self.ground.prized
        found = {h: holder for h, holder in self.survey.control.items() if h in prized or not prized}
        return {**dict.fromkeys(self._gates(), "german"), **found} if self.turn <= INTERIM else found

    @cached_property
    def town(self) -> tuple[int, ...]:
        """What the last turn is judged by, where hexes are fought for."""
        ground = self.ground
        return tuple(h for h in sorted(ground.prized) if ground.board.settlement(h) == "town")

    def beyond(self, id: str, h: int) -> int:
        """By how many hexes a gun there could not reach the town."""
        if self.survey.scenario == "kuestrin":
            return 0
        reach = int(str(self.units[id].extras.get("fire_range", 0)))
        return max(max(self.ground.distance(h, t) for t in self.town) - reach, 0)

    @property
    def recklessness(self) -> float:
        """What losses count: less for who has to take."""
        return self.doctrine.storm if self.attacking else 1.0

    @property
    def bounty(self) -> float:
        """What it is worth beside its steps that a unit is lost: where the relief is fought for, Soviet ones count."""
        return self.doctrine.bounty if self.survey.scenario == "kuestrin" else 0.0

    @cached_property
    def own_zone(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.survey.zone(self.side)).tolist())

    def cornered(self, h: int) -> bool:
        """Whether no way of two hexes is open to enemies there."""
        around = self.ground.around
        return not any(self._lets_by(n) and any(m != h and self._lets_by(m) for m in around[n]) for n in around[h])

    def _lets_by(self, h: int) -> bool:
        return not self.friends_at.get(h) and (h not in self.own_zone or bool(self.enemies_at.get(h)))

    @cached_property
    def turns_left(self) -> int:
        turns = next(s.turns for s in self.match.game.info.scenarios if s.key == self.survey.scenario)
        return turns - self.turn + 1

    def _pieces(self, own: bool) -> dict[str, Piece]:
        where, steps, units = self.survey.where, self.survey.steps, self.match.game.rules.pieces
        lying = [units[u] for u in self.survey.counters if where[u] >= 0]
        mine = [unit for unit in lying if (unit.side == self.side) == own]
        return {unit.id: Piece(unit, where[unit.index], steps[unit.index]) for unit in mine}

    @cached_property
    def enemy_zone(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.survey.zone(self.enemy)).tolist())

    def _gates(self) -> list[int]:
        """The hexes next to the town: until the first reckoning the game turns on them."""
        return sorted({n for h in self.town for n in self.ground.around[h]})

    @property
    def dark(self) -> bool:
        return self.light != "day"

    def morale(self, id: str) -> int:
        unit = self.units[id]
        face: Any = unit.faces[max(self.survey.steps[unit.index], 1)]
        return int(face.morale) - SHAKEN * self.disrupted(id)

    def disrupted(self, id: str) -> bool:
        return bool(self.survey.disrupted[self.units[id].index])

    def armoured(self, id: str) -> bool:
        return "armour" in self.units[id].extras

    def tanks(self, h: int) -> int:
        """How many enemies in a hex can only be fired at."""
        return sum(self.armoured(p.unit.id) for p in self.enemies_at.get(h, ()))

    def antitank(self, id: str, at: int | None = None, target: int = 0) -> int:
        """What a unit fires at armour with; half of it over water and for each level up, fractions up."""
        unit = self.units[id]
        face: Any = unit.faces[self.survey.steps[unit.index]]
        value, ground = int(face.antitank), self.ground
        if at is None:
            return value
        halved = ground.river_between(at, target) + max(ground.level[target] - ground.level[at], 0)
        return -(-value // (1 << halved))

    def gun(self, id: str) -> bool:
        return bool(self.survey.is_gun[self.units[id].index])

    def is_garrison(self, id: str) -> bool:
        return self.units[id].index in self.survey.garrison

    def named(self, units: Iterable[int]) -> list[str]:
        pieces = self.match.game.rules.pieces
        return [pieces[u].id for u in units]

    def points(self, piece: Piece) -> int:
        """What a piece counts for stacking."""
        if not piece.fights:
            return 0
        return 1 if self.side == "soviet" or piece.unit.size == COMPANY else 2

    def room(self, h: int) -> int:
        """Whether another unit fits, as far as the smallest goes."""
        return STACK[self.side] - sum(self.points(piece) for piece in self.friends_at.get(h, ()))

    def softness(self, h: int) -> int:
        """The defence of unarmoured enemies in a hex."""
        return sum(p.defence for p in self.enemies_at.get(h, ()) if not self.armoured(p.unit.id))

    def defence_of(self, h: int) -> int:
        return self.softness(h)

    def shelter(self, h: int, attacker: int) -> int:
        """Columns that ground, water and height are worth to a defender against this neighbour."""
        ground = self.ground
        settled = 2 if ground.board.settlement(h) == "town" else int(ground.settled[h])
        stream = 2 if ground.river_between(h, attacker) else 0
        return max(settled, 2 * ground.rough[h]) + stream + max(ground.level[h] - ground.level[attacker], 0)

    @property
    def ahead(self) -> Field:
        """How far it is to where one should be: the objectives, or the enemy."""
        return self.goal if self.attacking else self.approach

    @cached_property
    def enemy_distance(self) -> Field:
        """Hexes to the nearest enemy that could fight."""
        near = [h for h, pieces in self.enemies_at.items() if any(p.fights for p in pieces)]
        if not near:
            return [FAR] * self.ground.n
        apart = np.minimum.reduce([self.ground.spread(h) for h in near])
        found: Field = np.where(apart <= NEAR, apart, FAR).tolist()
        return found
