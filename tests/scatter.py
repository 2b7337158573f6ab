"""Positions no game would come to in an hour: counters strewn over the map, worn, cut off, on any turn."""

from __future__ import annotations

from random import Random
from typing import Any

import countermarch as cm
from countermarch.games.chitpull.rules import ChitPullRules
from countermarch.games.chitpull.state import SUPPLY

PHASES = ("air", "reinforcement", "replacement", "volkssturm", "command")
OPTIONAL_BOXES = ("unused", "volkssturm_box")


def scattered(game: cm.Game, seed: int, options: dict[str, str]) -> cm.Match:
    """The armies of a new game mixed up around a hex, so that they meet at once."""
    rng = Random(f"scatter {seed}")
    document = game.start(seed=seed, options=options).position()
    del document["flow"]
    document["turn"] = rng.randint(1, 10)
    document["phase"] = rng.choice(PHASES)
    _Strewn(game.rules, document, rng).strew()
    return game.from_position(document)


class _Strewn:
    def __init__(self, rules: Any, document: dict[str, Any], rng: Random) -> None:
        assert isinstance(rules, ChitPullRules)
        self.tables = rules.tables
        self.document = document
        self.rng = rng
        self.hexes = self._middle(rng.randint(4, 14))
        self.lying: dict[str, list[str]] = {}  # by hex: the side, then hq or combat for every counter

    def _middle(self, radius: int) -> list[str]:
        tables = self.tables
        entries = sorted(tables.places.entries.values())
        land = [h for h in range(tables.n) if tables.land[h]]
        centre = self.rng.choice(entries if self.rng.random() < 0.3 else land)
        near = tables.board.grid.within(centre, radius)
        return [tables.numbers[h] for h in near if tables.land[h]]

    def strew(self) -> None:
        units = self.document["units"]
        self.rng.shuffle(units)
        for unit in units:
            if unit["kind"] not in ("air", "naval") and not self._waits(unit):
                self._lay(unit)
        self._fill_cup()
        self._hold()
        for effect in ("no_gas", "slow_next"):
            self.document["effects"][effect] = self.rng.randrange(2)

    def _waits(self, unit: dict[str, Any]) -> bool:
        """Half of the reinforcements are still to come."""
        return unit["where"] in OPTIONAL_BOXES or (unit["where"] == "reserve" and self.rng.random() < 0.5)

    def _lay(self, unit: dict[str, Any]) -> None:
        room = [h for h in self.rng.choices(self.hexes, k=4) if self._fits(unit, h)]
        if not room and unit["kind"] == "refugee":
            return
        if not room or self.rng.random() < 0.15:
            removed = unit["kind"] == "hq"
            unit.update(hex=None, where="removed" if removed else "eliminated", steps=unit["steps"] * removed)
            return
        lying = self.lying.setdefault(room[0], [unit["side"]])
        lying.append("hq" if unit["kind"] == "hq" else "combat")
        unit.update(hex=room[0], where=None, level=len(lying), supply=self.rng.choice(SUPPLY))
        unit["steps"] = unit["steps"] if unit["kind"] == "hq" else self.rng.randint(1, max(unit["steps"], 1))

    def _fits(self, unit: dict[str, Any], hex: str) -> bool:
        lying = self.lying.get(hex, [unit["side"]])
        kind, most = ("hq", 1) if unit["kind"] == "hq" else ("combat", 1 if unit["kind"] == "refugee" else 2)
        stands = self.tables.carries(self.tables.index[unit["id"]], self.tables.board.grid.index(hex))
        return stands and lying[0] == unit["side"] and lying.count(kind) < most

    def _hold(self) -> None:
        """What somebody stands on is his."""
        control = self.document["control"]
        for hex, (side, *_) in self.lying.items():
            if hex in control and side:
                control[hex] = side

    def _fill_cup(self) -> None:
        """A chit is where its HQ is: in the cup, gone, or still to come; those without an HQ are in the cup."""
        tables = self.tables
        where = {unit["id"]: "map" if unit["hex"] else unit["where"] for unit in self.document["units"]}
        at = {c.id: where[tables.ids[tables.hq_of[c.formation]]] if c.formation else "map" for c in tables.chits}
        cup = [id for id, place in at.items() if place == "map"]
        gone = [id for id, place in at.items() if place == "removed"]
        self.document.update(cup=cup, drawn=[], draw_order=[], draws=0, void=[], removed_chits=gone)
