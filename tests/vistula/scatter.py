"""Positions no game would come to in an hour: counters strewn over the map, worn, cut off, on any turn."""

from __future__ import annotations

from random import Random
from typing import Any

import countermarch as cm
from countermarch.games.vistula.rules import VistulaRules
from countermarch.games.vistula.state import PHASES, SCENARIOS, SUPPLY
from countermarch.games.vistula.victory import LAST_TURN

STACK = 4


def scattered(game: cm.Game, seed: int, options: dict[str, str]) -> cm.Match:
    """Both armies mixed up around a hex, so that they meet at once."""
    rng = Random(f"scatter {seed}")
    scenario = SCENARIOS[rng.randrange(len(SCENARIOS))]
    document = game.start(scenario, seed=seed, options=options).position()
    del document["flow"]
    document["turn"] = rng.randint(1, LAST_TURN[scenario])
    document["phase"] = rng.choice(PHASES[1:])
    _Strewn(game.rules, document, rng).strew()
    return game.from_position(document)


class _Strewn:
    def __init__(self, rules: Any, document: dict[str, Any], rng: Random) -> None:
        assert isinstance(rules, VistulaRules)
        self.tables = rules.tables
        self.document, self.rng = document, rng
        self.hexes = self._middle(rng.randint(4, 9))
        self.lying: dict[str, tuple[str, int, int]] = {}  # by hex: side, units that count, counters

    def _middle(self, radius: int) -> list[str]:
        board = self.tables.board
        dry = [h for h in range(self.tables.n) if board.terrain(h) not in ("sea", "lake")]
        near = board.grid.within(self.rng.choice(dry), radius)
        return [self.tables.numbers[h] for h in near if h in dry]

    def strew(self) -> None:
        units = self.document["units"]
        self.rng.shuffle(units)
        for unit in units:
            if unit["kind"] in ("air", "naval"):
                continue
            if unit["hex"] or unit["where"] == "tray" or self.rng.random() < 0.5:
                self._lay(unit)
        self._divide()

    def _lay(self, unit: dict[str, Any]) -> None:
        u = self.tables.index[unit["id"]]
        weight = int(self.tables.stacks[u])
        room = [h for h in self.rng.choices(self.hexes, k=5) if self._fits(unit["side"], weight, h)]
        if not room or (weight and self.rng.random() < 0.15):
            self._away(unit)
            return
        _, load, height = self.lying.get(room[0], ("", 0, 0))
        self.lying[room[0]] = (unit["side"], load + weight, height + 1)
        supply = self.rng.choice(SUPPLY) if self.tables.is_combat[u] else "supplied"
        if unit["side"] == "german" and supply == "over_extended":
            supply = "supplied"
        unit.update(hex=room[0], where=None, level=height, supply=supply)
        unit["steps"] = self.rng.randint(1, self.tables.units[u].steps) if self.tables.units[u].steps else 0

    def _away(self, unit: dict[str, Any]) -> None:
        if unit["kind"] == "lc":
            unit.update(hex=None, where="pool")
            return
        due = self.rng.randint(1, 9) if unit["kind"] == "hq" else 0
        unit.update(hex=None, where="eliminated", steps=0, due=due)

    def _fits(self, side: str, weight: int, hex: str) -> bool:
        owner, load, _ = self.lying.get(hex, (side, 0, 0))
        return owner == side and load + weight <= STACK

    def _divide(self) -> None:
        """Ground goes by halves, and every hex to who stands in it."""
        territory = self.document["territory"]
        holder = {number: side for side in ("german", "allied") for number in territory[side]}
        for number in self.hexes:
            holder[number] = self.rng.choice(("german", "allied"))
        holder |= {number: side for number, (side, _, _) in self.lying.items()}
        for side in ("german", "allied"):
            territory[side] = sorted(number for number, who in holder.items() if who == side)
        self.document["control"] = {number: holder.get(number, who) for number, who in self.document["control"].items()}
