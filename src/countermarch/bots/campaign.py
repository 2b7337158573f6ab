"""The table as a marshal sees it: stacks of four, columns and artillery behind the troops, lines back to the HQs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from typing import Any

import numpy as np

from countermarch.bots.allotment import allot
from countermarch.bots.ground import FAR, Field, Ground
from countermarch.bots.situation import Piece, Situation
from countermarch.bots.weights import CampaignDoctrine
from countermarch.charts import CombatTable, Outcome, read_result_table
from countermarch.games.base import Preview, Rules
from countermarch.games.tables import NOT_COLUMNS
from countermarch.games.vistula.survey import Survey
from countermarch.games.vistula.tables import MOBILE, read_losses
from countermarch.match import Match

STACK = 4
LENGTH = {"german": 10, "allied": 8}  # hexes of a line to an HQ or a source
WESTERN = "western"
NOWHERE = 99
MOST_POINTS = 3  # that an objective counts
TYPICAL = 8.0  # factors of a corps
HELPERS = ("lc", "artillery")
USUAL = CampaignDoctrine()


class CampaignSituation(Situation):
    """A situation in which one side marches and the other stands."""

    doctrine: CampaignDoctrine

    def __init__(self, match: Match, side: str, ground: Ground, doctrine: CampaignDoctrine = USUAL) -> None:
        self.survey: Survey = match.survey()
        super().__init__(match, side, ground, doctrine)
        self._gains: dict[tuple[int, int, bool], float] = {}  # by hex, column and who attacks, as far as asked

    def take_in(self) -> None:
        """Nothing is looked at that nobody asks for: most decisions ask for little."""

    @cached_property
    def fight(self) -> Mapping[str, Any] | None:
        """The attack at hand."""
        return self.survey.attack

    @cached_property
    def turns_left(self) -> int:
        turns = next(s.turns for s in self.match.game.info.scenarios if s.key == self.survey.scenario)
        return turns - self.match.turn + 1

    @cached_property
    def control(self) -> dict[int, str]:
        prized = self.ground.prized
        return {h: holder for h, holder in self.survey.control.items() if h in prized or not prized}

    def _pieces(self, own: bool) -> dict[str, Piece]:
        where, steps, units = self.survey.where, self.survey.steps, self.match.game.rules.pieces
        lying = [u for u in units if where[u.index] >= 0 and (u.side == self.side) == own]
        return {unit.id: Piece(unit, where[unit.index], steps[unit.index]) for unit in lying}

    @cached_property
    def enemy_zone(self) -> frozenset[int]:
        return frozenset(np.flatnonzero(self.survey.zone(self.enemy)).tolist())

    @cached_property
    def sources(self) -> list[int]:
        return list(self.survey.sources(self.side))

    @cached_property
    def lost(self) -> list[int]:
        return [h for h, holder in self.control.items() if holder not in (self.side, WESTERN)]

    @cached_property
    def attacking(self) -> bool:
        return self.side == "allied"

    @cached_property
    def points(self) -> dict[int, int]:
        """What each objective counts."""
        return points_of(self.match.game.rules)

    @cached_property
    def coming(self) -> Field:
        """How far the enemy is from each hex, when our zones stop him and our troops must be beaten first."""
        toll = [0] * self.ground.n
        for h in np.flatnonzero(self.survey.zone(self.side)).tolist():
            toll[h] = round(self.doctrine.stopped)
        for h in self.friends_at:
            toll[h] += round(self.doctrine.stopped) * self.guarded_by_troops(h)
        comers = {p.hex: 0 for p in self.enemies.values() if p.fights and p.moves and p.attack}
        return [max(cost - own, 0) for cost, own in zip(self.ground.field(comers, toll), toll, strict=True)]

    @cached_property
    def wanting(self) -> Field:
        """Where new troops are wanted: towards the enemy, or, in defence, to what we hold and could not long hold."""
        if self.attacking:
            return self.approach
        need = {h: round(self.doctrine.manned * self._garrison(h) / self.points.get(h, 1)) for h in self.held}
        return self.ground.field({h: min(price + self.coming[h], FAR) for h, price in need.items()})

    def _garrison(self, h: int) -> int:
        return sum(piece.steps for piece in self.friends_at.get(h, ()) if piece.fights)

    @cached_property
    def citadels(self) -> list[int]:
        """Objectives we hold that are sources themselves: never cut off."""
        return [h for h in self.held if h in self.sources]

    def besieged(self, h: int) -> bool:
        """Whether the enemy could be at an objective of ours within a turn."""
        return h in self.held and self.approach[h] < self.doctrine.day

    @cached_property
    def goal(self) -> Field:
        """The way to the objectives still to be taken; a garrison makes one farther, and so do friends enough."""
        price = self.doctrine.garrison_price
        sources = {h: round(price * self.defence_of(h) + self._served(h)) for h in self.lost}
        return self.ground.field(sources, self.toll)

    @cached_property
    def ways(self) -> dict[int, Field]:
        """The way to each objective still to be taken, longer to what counts less."""
        starts = {h: round(self.doctrine.lure * (MOST_POINTS - self.points.get(h, 1))) for h in self.lost}
        return {h: self.ground.field({h: start}, self.toll) for h, start in starts.items()}

    @cached_property
    def aims(self) -> dict[str, int]:
        """What each unit marches on."""
        held = self.doctrine
        wanted = {h: held.enough * max(self.defence_of(h), TYPICAL) for h in self.lost}
        return allot([piece for piece in self.troops if piece.attack], self.ways, wanted, held.served)

    def way_of(self, piece: Piece) -> Field:
        """How far each hex is from what a unit marches on."""
        aim = self.aims.get(piece.unit.id)
        return self.goal if aim is None else self.ways[aim]

    def move(self, id: str, h: int) -> None:
        lost = self.lost
        super().move(id, h)
        if self.lost is not lost:
            for name in ("ways", "aims"):
                self.__dict__.pop(name, None)

    def _served(self, h: int) -> float:
        """What it is to those who come that others are there, more than it takes."""
        held, away = self.doctrine, self.ground.apart(h)
        there = sum(piece.attack for piece in self.troops if away[piece.hex] <= held.ring)
        surplus = there / (held.enough * max(self.defence_of(h), TYPICAL)) - 1
        return min(held.served * max(surplus, 0.0), held.most_served)

    def room(self, h: int) -> int:
        return STACK - sum(piece.unit.kind != "lc" for piece in self.friends_at.get(h, ()))

    def of_kind(self, side: str, kind: str) -> Sequence[str]:
        return counters_of(self.match.game.rules).get((side, kind), ())

    @cached_property
    def markers(self) -> int:
        """Our air markers not yet used."""
        return len(self.survey.ready(self.side))

    @cached_property
    def columns(self) -> list[Piece]:
        return [piece for piece in self.own.values() if piece.unit.kind == "lc"]

    @cached_property
    def hqs(self) -> list[Piece]:
        return [piece for piece in self.own.values() if piece.unit.kind == "hq"]

    @cached_property
    def line(self) -> Field:
        """Hexes to the nearest HQ or source."""
        bases = [*(piece.hex for piece in self.hqs), *self.sources]
        return self._nearest(bases) if bases else [0] * self.ground.n

    def out_of_reach(self, piece: Piece, h: int) -> int:
        return max(self.line[h] - LENGTH[self.side], 0)

    @cached_property
    def troops(self) -> list[Piece]:
        return [piece for piece in self.own.values() if piece.fights]

    @cached_property
    def by_source(self) -> Field:
        return self._nearest(self.sources) if self.sources else [NOWHERE] * self.ground.n

    def _nearest(self, bases: Sequence[int]) -> Field:
        """Hexes to the nearest of some."""
        return list(map(min, *map(self.ground.apart, bases), self.ground.apart(bases[0])))

    @cached_property
    def lines(self) -> frozenset[int]:
        """Hexes from which some line leads back to a source."""
        return self._linked(self.ground.around)

    @cached_property
    def rails(self) -> frozenset[int]:
        """Hexes from which a line along railways alone does."""
        return self._linked(self.ground.rail_next)

    def _linked(self, ways: Sequence[Sequence[int]]) -> frozenset[int]:
        closed = {h for h in (*self.enemy_zone, *self.enemies_at) if not self.friends_at.get(h)}
        found = {h for h in self.sources if h not in closed}
        fringe = list(found)
        while fringe:
            more = {n for h in fringe for n in ways[h]} - found - closed
            found |= more
            fringe = list(more)
        return frozenset(found)

    @cached_property
    def threat(self) -> Field:
        """How far each hex is from an enemy who could attack it without breaking our line."""
        zone = frozenset(np.flatnonzero(self.survey.zone(self.side)).tolist())
        comers = {p.hex: 0 for p in self.enemies.values() if p.fights and p.moves and p.attack}
        toll = [FAR if h in zone and h not in comers else 0 for h in range(self.ground.n)]
        there = self.ground.field(comers, toll)
        return [min((there[n] for n in self.ground.around[h]), default=FAR) for h in range(self.ground.n)]

    @cached_property
    def raid(self) -> Field:
        """How much attack strength the enemy could throw at each hex in a turn: armour from far, infantry from near."""
        held, force = self.doctrine, [0] * self.ground.n
        for piece in self.enemies.values():
            if piece.fights and piece.attack:
                for h in self.ground.within(
                    piece.hex, held.armour_comes if piece.is_mobile_arm else held.infantry_comes
                ):
                    force[h] += piece.attack
        return force

    def helps(self, h: int) -> float:
        """How much attack strength columns or artillery in a hex could help against an enemy near."""
        if not self.guarded_by_troops(h):
            return 0.0
        near = (h, *self.ground.around[h])
        return sum(p.attack for n in near for p in self.friends_at.get(n, ()) if self.approach[n] <= 2 * 3)

    def helpers_near(self, h: int, piece: Piece) -> int:
        """Others of its kind that already help there."""
        near = (h, *self.ground.around[h])
        alike = (p for n in near for p in self.friends_at.get(n, ()) if p.unit.kind == piece.unit.kind)
        return sum(p is not piece for p in alike)

    def guarded_by_troops(self, h: int) -> bool:
        return any(piece.fights and piece.unit.kind not in HELPERS for piece in self.friends_at.get(h, ()))

    def between(self, id: str, other: str) -> int:
        return self.ground.distance(self.own[id].hex, self.own[other].hex)

    # attacks

    def standing(self, h: int) -> int:
        """Steps an attack on a hex would have to take."""
        there = self.enemies_at.get(h) or self.friends_at.get(h) or []
        return sum(piece.steps for piece in there if piece.fights)

    @cached_property
    def at_stake(self) -> frozenset[int]:
        """Objectives that whoever attacks now would win: the enemy's, or ours while he does."""
        ours = self.fight is not None and self.fight["side"] != self.side
        return frozenset(self.held if ours else self.lost)

    def prize(self, h: int) -> float:
        held = self.doctrine
        objective = held.takes_objective if h in self.at_stake else 0.0
        if not self.attacking:
            return held.cleared + objective
        near = [self.goal[n] for n in self.ground.around[h] if self.friends_at.get(n)]
        return held.cleared + objective + (max(min(near) - self.goal[h], 0) * held.opens_way if near else 0.0)

    def gain(self, hex: str, preview: Preview, units: Sequence[str] = ()) -> float:
        """What an attack by some units promises, its results weighed by their chances."""
        return preview.expected(self._worth_of(self.ground.index[hex], self.enters(units)))

    def gain_in(self, hex: str, column: int, units: Sequence[str] = ()) -> float:
        """What an attack of ours promises in a column of the table, or beyond its ends."""
        table = self.table
        at = self.ground.index[hex], max(0, min(column, len(table.columns) - 1)), self.enters(units)
        if at not in self._gains:
            worth = self._worth_of(at[0], at[2])
            self._gains[at] = sum(p * worth(table.by_code[code]) for code, p in table.chances(at[1]).items())
        return self._gains[at]

    def enters(self, units: Sequence[str]) -> bool:
        """8.5: whether these could enter the hex they attack: of the Allies armour, mechanised troops and cavalry."""
        return not units or any(self.units[id].side != "allied" or self.units[id].kind in MOBILE for id in units)

    def column(self, preview: Preview) -> int:
        """Which column of the table an attack of ours is read in."""
        return self.table.columns.index(str(preview.column))

    @cached_property
    def table(self) -> CombatTable:
        """On which our attacks are read."""
        return combat_table(self.match.game.rules, self.side)

    def _worth_of(self, h: int, enters: bool = True) -> Callable[[Outcome], float]:
        steps, (step, prize) = self.standing(h), self.stakes(h)
        halved = self.ground.board.settlement(h) == "big_city"
        return lambda result: self._value(result, steps, step, prize, halved, enters)

    def stakes(self, h: int) -> tuple[float, float]:
        """What a step of the enemy there is worth, and the hex."""
        siege = self.doctrine.siege * self.points.get(h, 0) if h in self.at_stake else 0.0
        return self.doctrine.enemy_step + siege, self.prize(h)

    def _value(
        self, result: Outcome, steps: int, step: float, prize: float, halved: bool, enters: bool = True
    ) -> float:
        """Allies enter only by a breakthrough, with more losses than the enemy has steps; else it is but emptied."""
        held = self.doctrine
        enemy = -(-result.defender_steps // 2) if halved else result.defender_steps
        if enemy < steps:
            won = 0.0
        elif not self.allied_attack:
            won = prize
        else:
            through = enters and enemy > steps
            won = prize * (1.0 if through else held.emptied) + held.surplus * (enemy - steps)
        return step * min(enemy, steps) + won - held.own_step * result.attacker_steps

    @cached_property
    def allied_attack(self) -> bool:
        """Whether the attack at hand, or any we would make, is one of the Allies."""
        return (self.fight["side"] if self.fight else self.side) == "allied"

    def columns_near(self, units: Sequence[str]) -> list[Piece]:
        """Our columns with these units or next to them."""
        near = {n for id in units for h in (self.own[id].hex,) for n in (h, *self.ground.around[h])}
        return [piece for piece in self.columns if piece.hex in near]

    def columns_about(self, h: int) -> int:
        """Our columns on a front: new ones go where few are left."""
        away = self.ground.apart(h)
        return sum(away[piece.hex] <= self.doctrine.front_width for piece in self.columns)

    @property
    def columns_used(self) -> int:
        """Columns we have committed to the attack at hand."""
        return int(self.fight["columns"][self.fight["side"] != self.side]) if self.fight else 0

    @property
    def guns(self) -> list[str]:
        """The artillery that fires in the attack at hand."""
        return [id for id, what in self.fight["support"].items() if what == "guns"] if self.fight else []

    def support(self, mine: Mapping[str, int], theirs: Mapping[str, int], guns: Sequence[str] = ()) -> dict[str, str]:
        """So many columns and markers of the attacker and the defender, as a preview takes them."""
        attacker = str(self.fight["side"]) if self.fight else self.side
        sides = (attacker, *(side for side in self.match.game.info.sides if side != attacker))
        named = dict.fromkeys(guns, "guns")
        for side, numbers in zip(sides, (mine, theirs), strict=True):
            for kind, number in numbers.items():
                named.update(dict.fromkeys(self.of_kind(side, kind)[:number], kind))
        return named


@cache
def counters_of(rules: Rules) -> Mapping[tuple[str, str], Sequence[str]]:
    """The counters of a side and a kind, on the map or not."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for unit in rules.pieces:
        found[unit.side, unit.kind].append(unit.id)
    return dict(found)


@cache
def combat_table(rules: Rules, side: str) -> CombatTable:
    rows = rules.charts()[f"combat_{side}"]
    columns = [name for name in rows[0].values if name not in NOT_COLUMNS]
    return read_result_table(rows, columns, read_losses)


@cache
def points_of(rules: Rules) -> dict[int, int]:
    index = rules.board.grid.index
    return {index(row.text("hex")): row.whole("points", 0, 9) for row in rules.charts()["objectives"]}
