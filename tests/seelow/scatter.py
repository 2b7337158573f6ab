"""Positions no game would come to in an hour: counters strewn over the map, worn, disrupted, on any turn."""

from __future__ import annotations

from random import Random
from typing import Any

import countermarch as cm
from countermarch.games.seelow.rules import SeelowRules
from countermarch.games.seelow.state import PHASES, SCENARIOS

LIMITS = {"german": 3, "soviet": 1}


def scattered(game: cm.Game, seed: int, options: dict[str, str]) -> cm.Match:
    """The armies of a new game mixed up around a hex, so that they meet at once."""
    rng = Random(f"scatter {seed}")
    scenario = SCENARIOS[rng.randrange(len(SCENARIOS))]
    document = game.start(scenario, seed=seed, options=options).position()
    del document["flow"]
    document["turn"] = rng.randint(1, 12)
    document["phase"] = rng.choice(PHASES[1:-1])
    _Strewn(game.rules, document, rng).strew()
    return game.from_position(document)


class _Strewn:
    def __init__(self, rules: Any, document: dict[str, Any], rng: Random) -> None:
        assert isinstance(rules, SeelowRules)
        self.tables = rules.tables
        self.document, self.rng = document, rng
        self.hexes = self._middle(rng.randint(3, 9))
        self.lying: dict[str, tuple[str, int, int]] = {}  # by hex: side, points, counters

    def _middle(self, radius: int) -> list[str]:
        ground = self.tables.grounds[SCENARIOS.index(self.document["scenario"])]
        open_hexes = [h for h in range(self.tables.n) if ground.in_play[h]]
        near = self.tables.board.grid.within(self.rng.choice(open_hexes), radius)
        return [self.tables.numbers[h] for h in near if ground.in_play[h]]

    def strew(self) -> None:
        units = self.document["units"]
        self.rng.shuffle(units)
        for unit in units:
            if unit["where"] != "reserve" or self.rng.random() < 0.5:
                self._lay(unit)
        for number in self.document["control"]:
            self.document["control"][number] = self.rng.choice(("german", "soviet"))

    def _lay(self, unit: dict[str, Any]) -> None:
        u = self.tables.index[unit["id"]]
        points = self.tables.points[u]
        room = [h for h in self.rng.choices(self.hexes, k=5) if self._fits(unit["side"], points, h)]
        if not room or self.rng.random() < 0.1:
            left = self.rng.random() < 0.3
            unit.update(hex=None, where="exited" if left else "eliminated", steps=unit["steps"] * left)
            return
        _, load, height = self.lying.get(room[0], ("", 0, 0))
        self.lying[room[0]] = (unit["side"], load + points, height + 1)
        unit.update(hex=room[0], where=None, level=height, disrupted=int(self.rng.random() < 0.25))
        unit["steps"] = self.rng.randint(1, unit["steps"])
        if unit["mode"] is not None:
            unit["mode"] = self.rng.choice(("fire", "move"))

    def _fits(self, side: str, points: int, hex: str) -> bool:
        owner, load, _ = self.lying.get(hex, (side, 0, 0))
        return owner == side and load + points <= LIMITS[side]
