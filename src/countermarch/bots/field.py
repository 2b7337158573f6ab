"""The table as a tactician sees it: who is shaken, which guns are limbered up, what each side is after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from countermarch.bots.ground import FAR, Field, Ground
from countermarch.bots.situation import Piece, Situation
from countermarch.bots.weights import FieldDoctrine
from countermarch.games.base import Preview
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
        super().__init__(match, side, ground, doctrine)
        view = self.view
        self.state: Mapping[str, Mapping[str, Any]] = {entry["id"]: entry for entry in view["units"]}
        self.light: str = view["light"]
        self.turn: int = view["turn"]
        garrison = [entry["hex"] for entry in view["units"] if entry.get("garrison") and entry["hex"]]
        self.barrages: dict[int, Preview] = {}  # by strength, as far as asked
        self.besieged = frozenset(ground.index[number] for number in garrison)
        if view["scenario"] == "kuestrin":
            self.control = dict.fromkeys(self.besieged, "soviet")  # to be reached by one side, shut off by the other
        elif self.turn <= INTERIM:
            self.control.update({h: "german" for h in self._gates() if h not in self.control})

    def _gates(self) -> list[int]:
        """The hexes next to the town: until the first reckoning the game turns on them."""
        ground = self.ground
        towns = [h for h in ground.prized if ground.board.settlement(h) == "town"]
        return sorted({n for h in towns for n in ground.around[h]})

    @property
    def dark(self) -> bool:
        return self.light != "day"

    def morale(self, id: str) -> int:
        entry = self.state[id]
        face: Any = self.units[id].faces[max(entry["steps"], 1)]
        return int(face.morale) - SHAKEN * int(entry["disrupted"])

    def disrupted(self, id: str) -> bool:
        return bool(self.state[id]["disrupted"])

    def armoured(self, id: str) -> bool:
        return "armour" in self.units[id].extras

    def gun(self, id: str) -> bool:
        return self.state[id]["mode"] is not None

    def is_garrison(self, id: str) -> bool:
        return bool(self.state[id].get("garrison"))

    def fire_of(self, guns: Iterable[str]) -> int:
        """What guns come to together."""
        return sum(self.own[gun].attack for gun in guns)

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

    @cached_property
    def enemy_distance(self) -> Field:
        """Hexes to the nearest enemy that could fight."""
        rows = [self.ground.apart(h) for h, pieces in self.enemies_at.items() if any(p.fights for p in pieces)]
        return [away if away <= NEAR else FAR for away in map(min, *rows, rows[0])] if rows else [FAR] * self.ground.n
