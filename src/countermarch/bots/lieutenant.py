"""A sensible player of either side of Bridgehead, who plans a phase at a time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from heapq import heappop, heappush

from countermarch.bots.doctrine import doctrine
from countermarch.bots.thinker import Handler, Thinker, offers
from countermarch.charts import Outcome
from countermarch.games.bridgehead.rules import BridgeheadRules
from countermarch.games.bridgehead.tables import BLOWN, BRIDGE, GERMAN, SAFE, SIDES, SOVIET, Tables
from countermarch.match import Match
from countermarch.mechanics import odds
from countermarch.notation import Action
from countermarch.pieces import Face

STRIKE = 3  # hexes over which an enemy is felt
FAR = 99.0
STAY = 1e-6


@dataclass(frozen=True, slots=True)
class Doctrine:
    """What things are worth, in steps."""

    step: float = 1.0
    own_step: float = 0.9
    driven_back: float = 0.5
    haste: float = 2.4  # each turn that a unit is farther from where it wants to be
    town: float = 2.5  # holding the western end
    bank: float = 0.5  # standing on the western bank, for who defends it
    fear: float = 0.6  # of what the enemy may do next
    calm: int = 3  # turns before the end from which on fear grows less
    least_gain: float = 0.1  # an attack that promises less is not made
    town_stake: float = 0.7  # how much more it matters who is thrown out of the town
    bank_stake: float = 0.4  # and off the western bank

    def gain(self, outcome: Outcome) -> float:
        """What a result is worth to the attacker."""
        won = self.step * outcome.defender_steps + self.driven_back * (outcome.defender_hexes > 0)
        return won - self.own_step * outcome.attacker_steps


class Look:
    """One look at the table: who stands where, how far it is to what matters, what a fight promises."""

    def __init__(self, table: Match, side: str, held: Doctrine) -> None:
        self.held = held
        rules = table.game.rules
        assert isinstance(rules, BridgeheadRules)
        self.tables: Tables = rules.tables
        self.side = SIDES.index(side)
        view = table.view(side)
        self.turn, self.bridge = int(view["turn"]), BRIDGE.index(view["bridge"])
        self.left = table.game.info.scenarios[0].turns - self.turn + 1
        grid = self.tables.board.grid
        self.at = {self.tables.index[e["id"]]: grid.index(e["hex"]) for e in view["units"] if e["hex"]}
        self.steps = {self.tables.index[e["id"]]: int(e["steps"]) for e in view["units"]}
        self.foes = self.units(1 - self.side)
        self._stands: dict[tuple[int, int], float] = {}  # what standing in a hex is worth to a unit, as far as asked

    def units(self, side: int) -> list[int]:
        return [u for u in self.at if self.tables.side[u] == side]

    def face(self, u: int) -> Face:
        return self.tables.units[u].faces[self.steps[u]]

    def hex(self, h: int) -> str:
        return self.tables.numbers[h]

    # fights

    @cached_property
    def promises(self) -> list[float]:
        """What an attack promises, column by column."""
        table = self.tables.combat
        return [
            sum(self.held.gain(row[at]) for row in table.rows) / len(table.rows) for at in range(len(table.columns))
        ]

    def promise(self, attack: int, defence: int, shift: int) -> float:
        if attack <= 0:
            return 0.0
        column = odds.column(attack, defence) - shift
        return self.promises[min(max(column, 0), len(self.promises) - 1)]

    def shift(self, h: int, origins: Iterable[int]) -> int:
        tables = self.tables
        wet = all(tables.river[tables.board.slot(a, h)] for a in origins)
        return tables.chart[tables.ground[h]].whole("shift") + wet

    def strikers(self, side: int, target: int, but: int = -1) -> list[int]:
        """Units of a side that stand next to a hex and could enter it."""
        near = self.tables.board.grid.around(target)
        return [u for u in self.units(side) if u != but and self.at[u] in near and self.opens(u, self.at[u], target)]

    def opens(self, u: int, a: int, b: int) -> bool:
        charges = self.tables.charges(self.tables.units[u].mobility, self.tables.board.slot(a, b), self.bridge)
        return bool(charges) and sum(cost for _, cost, _ in charges) <= self.face(u).move

    def joined(self, u: int, h: int, enemy: int) -> float:
        """What a unit in a hex adds to an attack on an enemy."""
        target = self.at[enemy]
        others = self.strikers(self.side, target, but=u)
        attack, defence = sum(self.face(o).attack for o in others), self.face(enemy).defence
        before = self.promise(attack, defence, self.shift(target, [self.at[o] for o in others])) if others else 0.0
        hexes = [h, *(self.at[o] for o in others)]
        after = self.promise(attack + self.face(u).attack, defence, self.shift(target, hexes))
        return self.stake(target) * (max(after, 0.0) - max(before, 0.0))

    def stake(self, target: int) -> float:
        """How much it matters who is thrown out of a hex."""
        held, tables = self.held, self.tables
        return 1.0 + held.town_stake * (target == tables.west_end) + held.bank_stake * tables.is_west[target]

    def danger(self, u: int, h: int) -> float:
        """What the three strongest enemies that are near may do to a unit in a hex."""
        bank, distance = self.tables.is_west, self.tables.board.grid.distance
        near = [e for e in self.foes if distance(self.at[e], h) <= STRIKE]
        foes = sorted((self.face(e).attack for e in near if self.comes(e, h)), reverse=True)
        wet = all(bank[self.at[e]] != bank[h] for e in near)
        shift = self.tables.chart[self.tables.ground[h]].whole("shift") + wet
        return max(self.promise(sum(foes[:3]), self.face(u).defence, shift), 0.0) if foes else 0.0

    def comes(self, e: int, h: int) -> bool:
        """Whether an enemy could come over the river for it, if need be."""
        bank, dry = self.tables.is_west, self.bridge != BLOWN
        return bank[self.at[e]] == bank[h] or dry or self.tables.units[e].mobility == "foot"

    # ways

    @cached_property
    def to_west(self) -> dict[str, list[float]]:
        west = tuple(h for h in range(self.tables.n) if self.tables.is_west[h])
        return self._fields(west)

    @cached_property
    def to_town(self) -> dict[str, list[float]]:
        return self._fields((self.tables.west_end,))

    def _fields(self, goals: tuple[int, ...]) -> dict[str, list[float]]:
        bridge = BLOWN if self.bridge == BLOWN else SAFE
        return {m: field(self.tables, m, self.side, bridge, goals) for m in ("foot", "tracked")}

    # where to stand

    def score(self, u: int, h: int) -> float:
        return max((self.joined(u, h, e) for e in self.near(u, h)), default=0.0) + self.stands(u, h)

    def stands(self, u: int, h: int) -> float:
        """Whatever friends do: what one wants, and what the enemy may do."""
        if (u, h) not in self._stands:
            fear = self.held.fear * min(self.left - 1, self.held.calm) / self.held.calm
            wish = (self.wish_soviet if self.side == SOVIET else self.wish_german)(u, h)
            self._stands[u, h] = wish - (fear and fear * self.danger(u, h))
        return self._stands[u, h]

    def near(self, u: int, h: int) -> list[int]:
        around = self.tables.board.grid.around(h)
        return [e for e in self.foes if self.at[e] in around and self.opens(u, h, self.at[e])]

    def wish_soviet(self, u: int, h: int) -> float:
        """Over the river, and into the town."""
        mobility, allowance = self.tables.units[u].mobility, self.face(u).move
        if self.tables.is_west[h]:
            town = self.held.town * (h == self.tables.west_end)
            return 1.0 + town - 0.3 * min(self.to_town[mobility][h] / allowance, 4)
        return -self.held.haste * min(self.to_west[mobility][h] / allowance, self.left + 2)

    def wish_german(self, u: int, h: int) -> float:
        """Back over the river in time; the town held, and the bank."""
        mobility, allowance = self.tables.units[u].mobility, self.face(u).move
        if h == self.tables.west_end:
            return self.held.town + 0.3 * self.face(u).defence
        if self.tables.is_west[h]:
            wet = any(self.tables.river[s] for s in range(6 * h, 6 * h + 6))
            return self.held.bank * wet - 0.35 * min(self.to_town[mobility][h] / allowance, 4)
        turns = self.to_west[mobility][h] / allowance
        return -0.4 * turns - self.held.haste * max(turns - (self.left - 1) / 2, 0)


@lru_cache(maxsize=64)
def field(tables: Tables, mobility: str, side: int, bridge: int, goals: tuple[int, ...]) -> list[float]:
    """What it costs to come from each hex to the nearest goal, other units apart."""
    exits = tables.terrains[mobility, side, bridge].exits
    cost = [FAR] * tables.n
    queue = [(0.0, h) for h in goals]
    for _, h in queue:
        cost[h] = 0.0
    while queue:
        spent, h = heappop(queue)
        if spent > cost[h]:
            continue
        for to, price, _ in exits[h]:
            if spent + price < cost[to]:
                cost[to] = spent + price
                heappush(queue, (cost[to], to))
    return cost


class Lieutenant(Thinker):
    holds = Doctrine

    def handlers(self) -> Iterable[tuple[str, Handler]]:
        yield from (
            ("blow", self._plunger),
            ("move", self._march),
            ("attack", self._attack),
            ("with", self._join),
            ("lose", self._lose),
            ("retreat", self._retreat),
            ("advance", self._advance),
        )

    def _look(self, table: Match, side: str) -> Look:
        return Look(table, side, doctrine(self.holds, table.game.key, side, self.style))

    def _march(self, table: Match, side: str, legal: list[Action]) -> str | None:
        """The move that gains most, again and again, until none gains; in a hurry each unit thinks once."""
        look = self._look(table, side)
        if self.quick:
            for id in _movers(table):
                self._send(table, look, *self._best(table, look, id))
        else:
            while offers(table, "move") and self._send(table, look, *max(self._bests(table, look))):
                pass
        return "done" if table.to_act == side and offers(table, "done") else self.noted_or(legal)

    def _send(self, table: Match, look: Look, gain: float, id: str, hex: str) -> bool:
        """Whether there was something to gain, and it was done."""
        if gain <= STAY or not offers(table, "move"):
            return False
        self.note(table, f"move {id}")
        self.note(table, f"to {hex}")
        look.at[look.tables.index[id]] = look.tables.board.grid.index(hex)
        return True

    def _bests(self, table: Match, look: Look) -> Iterable[tuple[float, str, str]]:
        return (self._best(table, look, id) for id in _movers(table))

    def _best(self, table: Match, look: Look, id: str) -> tuple[float, str, str]:
        u = look.tables.index[id]
        grid, here = look.tables.board.grid, look.at[u]
        now = look.score(u, here)
        ends = ((look.score(u, grid.index(hex)) - now, id, hex) for hex in table.reach(id, freely=True))
        return max(ends, default=(0.0, id, ""))

    def _attack(self, table: Match, side: str, legal: list[Action]) -> str | None:
        """The attack that promises most, if any promises enough."""
        look = self._look(table, side)
        plans = [self._best_force(table, look, action.hexes[0]) for action in legal if action.verb == "attack"]
        worth, hex, units = max(plans)
        if worth < look.held.least_gain:
            return "done"
        self.note(table, f"attack {hex}")
        for id in units:
            if f"with {id}" in map(str, table.legal()):
                self.note(table, f"with {id}")
        return "resolve" if offers(table, "resolve") else None

    def _best_force(self, table: Match, look: Look, hex: str) -> tuple[float, str, tuple[str, ...]]:
        target = look.tables.board.grid.index(hex)
        acted = {e["id"] for e in table.view(SIDES[look.side])["units"] if e["acted"]}
        pool = [u for u in look.strikers(look.side, target) if look.tables.ids[u] not in acted]
        units = tuple(look.tables.ids[u] for u in sorted(pool, key=lambda u: -look.face(u).attack))
        preview = table.preview(hex, units)
        assert preview.column is not None
        worth = look.promises[look.tables.combat.columns.index(preview.column)]
        return worth * look.stake(target), hex, units

    def _join(self, table: Match, side: str, legal: list[Action]) -> str:
        return str(legal[0])

    def _lose(self, table: Match, side: str, legal: list[Action]) -> str:
        """Who has a step to spare, the weakest first."""
        look = self._look(table, side)
        cost = {str(a): (look.steps[look.tables.index[a.units[0]]] == 1, a.units[0]) for a in legal}
        return min(cost, key=cost.__getitem__)

    def _retreat(self, table: Match, side: str, legal: list[Action]) -> str:
        look = self._look(table, side)
        grid, index = look.tables.board.grid, look.tables.index
        return str(max(legal, key=lambda a: look.score(index[a.units[0]], grid.index(a.hexes[-1]))))

    def _advance(self, table: Match, side: str, legal: list[Action]) -> str:
        """The one whom the hex suits best, if it suits anyone."""
        look = self._look(table, side)
        building = [a for a in legal if a.verb == "advance"]
        target = self._target(table)
        gains = {str(a): self._gain(look, look.tables.index[a.units[0]], target) for a in building}
        best = max(gains, key=gains.__getitem__)
        return best if gains[best] > 0 else "done"

    def _gain(self, look: Look, u: int, h: int) -> float:
        return look.score(u, h) - look.score(u, look.at[u])

    def _target(self, table: Match) -> int:
        assert table.decision is not None
        return table.game.rules.board.grid.index(table.decision.hexes[0])

    def _plunger(self, table: Match, side: str, legal: list[Action]) -> str:
        """Blown, unless most of the rearguard is still to come over it."""
        look = self._look(table, side)
        stranded = [u for u in look.units(GERMAN) if not look.tables.is_west[look.at[u]]]
        return "wait" if len(stranded) > 2 and look.turn <= 2 else "blow"


def _movers(table: Match) -> list[str]:
    return [action.units[0] for action in table.legal() if action.verb == "move"]
