"""What a side sees when it looks at the table: who stands where, how strong, and how far it is to what matters."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from countermarch.bots.ground import FAR, Field, Ground
from countermarch.bots.kept import kept
from countermarch.bots.weights import MarchDoctrine
from countermarch.games.base import Rules
from countermarch.match import Match
from countermarch.pieces import Unit

NOT_FIGHTING = frozenset(("hq", "lc", "air", "naval", "leader"))
MOBILE_ARM = frozenset(("mech", "motorised"))
ALL = 99
SUPPORT = 2  # hexes over which strength is felt
USUAL = MarchDoctrine()


class Piece:
    """A counter on the map."""

    __slots__ = ("attack", "defence", "fights", "hex", "is_mobile_arm", "moves", "steps", "unit")

    def __init__(self, unit: Unit, hex: int, steps: int) -> None:
        face = unit.faces[steps]
        self.unit, self.hex, self.steps = unit, hex, steps
        self.attack, self.defence = face.attack, face.defence
        self.fights = unit.kind not in NOT_FIGHTING
        self.moves = unit.faces[-1].move > 0
        self.is_mobile_arm = unit.mobility in MOBILE_ARM


class Situation:
    """One look at the table. What it finds is worked out when first asked for, and kept while units move."""

    def __init__(self, match: Match, side: str, ground: Ground, doctrine: MarchDoctrine = USUAL) -> None:
        self.doctrine = doctrine
        self.ground = ground
        self.side = side
        self.match = match
        self.blocks: dict[int, float] = {}  # what standing in a hex bars, as far as it has been asked
        self.weights: Mapping[int, float] = {}  # of objectives, where it is not one
        self._led_by: dict[str, list[Piece]] = {}
        self.take_in()

    # what lies on the table

    def take_in(self) -> None:
        """See what will change as soon as somebody moves on the table."""
        for name in ("own", "enemies", "control", "turns_left"):
            getattr(self, name)

    @kept
    def view(self) -> dict[str, Any]:
        return self.match.view(self.side)

    @kept
    def units(self) -> Mapping[str, Unit]:
        return units_of(self.match.game.rules)

    @kept
    def enemy(self) -> str:
        return next(side for side in self.match.game.info.sides if side != self.side)

    @kept
    def turns_left(self) -> int:
        """This one included."""
        turns = next(s.turns for s in self.match.game.info.scenarios if s.key == self.view["scenario"])
        return turns - self.match.turn + 1

    @kept
    def control(self) -> dict[int, str]:
        """Who holds what is fought for."""
        ground = self.ground
        held_by = {ground.index[number]: holder for number, holder in self.view.get("control", {}).items()}
        return {h: holder for h, holder in held_by.items() if h in ground.prized or not ground.prized}

    @kept
    def own(self) -> dict[str, Piece]:
        return self._pieces(own=True)

    @kept
    def enemies(self) -> dict[str, Piece]:
        return self._pieces(own=False)

    def _pieces(self, own: bool) -> dict[str, Piece]:
        units, index = self.units, self.ground.index
        lying = [e for e in self.view["units"] if e["hex"] is not None and (e["side"] == self.side) == own]
        return {e["id"]: Piece(units[e["id"]], index[e["hex"]], e["steps"]) for e in lying}

    @kept
    def friends_at(self) -> defaultdict[int, list[Piece]]:
        return _by_hex(self.own)

    @kept
    def enemies_at(self) -> defaultdict[int, list[Piece]]:
        return _by_hex(self.enemies)

    @kept
    def places(self) -> int:
        """Independents the activation may still use."""
        return ALL

    # what is to be taken and held

    @kept
    def lost(self) -> list[int]:
        """Objectives in enemy hands."""
        return [h for h, holder in self.control.items() if holder != self.side]

    @kept
    def held(self) -> list[int]:
        return [h for h, holder in self.control.items() if holder == self.side]

    def weight(self, h: int) -> float:
        """What an objective counts beside the usual ones."""
        return self.weights.get(h, 1.0)

    def watch(self, h: int) -> int:
        """How many units should stay in an objective."""
        return 2 if self.weight(h) >= self.doctrine.heavy else 1

    @kept
    def attacking(self) -> bool:
        """Whoever does not hold more than half has to take."""
        return 2 * len(self.held) <= len(self.control)

    @property
    def patience(self) -> float:
        """How much strength matters that is kept for later; little in the last turn."""
        return min(self.doctrine.last_patience + self.doctrine.patience * (self.turns_left - 1), 1.0)

    # strength

    def defence_of(self, h: int) -> int:
        return sum(piece.defence for piece in self.enemies_at.get(h, ()) if piece.fights)

    def room(self, h: int) -> int:
        return 2 - sum(piece.fights for piece in self.friends_at.get(h, ()))

    def guarded(self, h: int) -> bool:
        return any(piece.fights for piece in self.friends_at.get(h, ()))

    @kept
    def enemy_force(self) -> Field:
        """How much attack strength the enemy could bring against each hex soon."""
        return self._force(self.enemies.values(), 2 * SUPPORT)

    def _force(self, pieces: Iterable[Piece], radius: int) -> Field:
        force = [0] * self.ground.n
        for piece in pieces:
            if piece.fights and piece.moves:
                for h in self.ground.within(piece.hex, radius):
                    force[h] += piece.attack
        return force

    @kept
    def enemy_zone(self) -> frozenset[int]:
        return frozenset(self.ground.index[number] for number in self.match.zones(self.enemy))

    def line_cover(self, h: int, without: str = "") -> int:
        """Own fighting units next to a hex or on it."""
        near = (h, *self.ground.around[h])
        at = self.friends_at
        return sum(p.fights and p.unit.id != without for n in near if n in at for p in at[n])

    def out_of_reach(self, piece: Piece, h: int) -> int:
        """By how many hexes a unit in this hex would be beyond the range of every HQ that could lead it."""
        leaders = self._leaders(piece.unit)
        return min((max(self.ground.distance(h, hq.hex) - hq.unit.command_range, 0) for hq in leaders), default=0)

    @kept
    def _had_hqs(self) -> frozenset[str]:
        """Formations with an HQ of their own, on the map or not."""
        return frozenset(unit.formation for unit in self.units.values() if unit.command_range)

    def _leaders(self, unit: Unit) -> list[Piece]:
        if unit.id not in self._led_by:
            hqs = [p for p in self.own.values() if p.unit.command_range]
            own = [p for p in hqs if p.unit.formation == unit.formation]
            free = unit.independent or unit.formation in self._had_hqs
            self._led_by[unit.id] = own or [p for p in hqs if free and p.unit.front == unit.front]
        return self._led_by[unit.id]

    # distances

    @kept
    def toll(self) -> Field:
        """What enemies add to a march."""
        toll = [0] * self.ground.n
        zone_toll, enemy_toll = round(self.doctrine.zone_toll), round(self.doctrine.enemy_toll)
        for h in self.enemy_zone:
            toll[h] = zone_toll
        for h, pieces in self.enemies_at.items():
            if any(piece.fights for piece in pieces):
                toll[h] = enemy_toll
        return toll

    @kept
    def goal(self) -> Field:
        """The way to the objectives still to be taken; a strong garrison makes one farther."""
        sources = {h: round(self.doctrine.garrison_price * self.defence_of(h)) for h in self.lost}
        return self.ground.field(sources, self.toll)

    @kept
    def home(self) -> Field:
        """The way back to supply past enemy units and zones; FAR where there is none."""
        toll = [0 if not cost or h in self.friends_at else FAR for h, cost in enumerate(self.toll)]
        return self.ground.field(dict.fromkeys(self.sources, 0), toll)

    @kept
    def sources(self) -> list[int]:
        return [self.ground.index[number] for number in self.match.sources(self.side)]

    @kept
    def approach(self) -> Field:
        """How far each hex is from the nearest enemy that could come."""
        comers = {p.hex: 0 for p in self.enemies.values() if p.fights and p.moves and p.attack}
        return self.ground.field(comers)

    # keeping up with moves made in thought

    def move(self, id: str, h: int) -> None:
        piece = self.own[id]
        self.friends_at[piece.hex].remove(piece)
        piece.hex = h
        self.friends_at[h].append(piece)
        if piece.fights and self.control.get(h, self.side) != self.side:
            self.control[h] = self.side
            for name in ("lost", "held", "attacking", "goal"):
                self.__dict__.pop(name, None)


@cache
def units_of(rules: Rules) -> dict[str, Unit]:
    return {unit.id: unit for unit in rules.pieces}


def _by_hex(pieces: dict[str, Piece]) -> defaultdict[int, list[Piece]]:
    found: defaultdict[int, list[Piece]] = defaultdict(list)
    for piece in pieces.values():
        found[piece.hex].append(piece)
    return found
