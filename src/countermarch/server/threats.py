"""What the enemy could attack next, and with how much at most: strength against strength, before ground and support."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import ceil

from countermarch.bots.ground import ground_of
from countermarch.games.base import GameError
from countermarch.match import Match


@dataclass(frozen=True, slots=True)
class Threat:
    attack: int
    defence: int
    by: tuple[str, ...]

    @property
    def odds(self) -> str:
        """Rounded in the defender's favour."""
        whole = self.attack // max(self.defence, 1)
        return f"{whole}:1" if whole else f"1:{ceil(self.defence / self.attack)}"


class Enemy:
    """Everybody who is not of a side, and where each could stand if the whole turn lay before him."""

    def __init__(self, table: Match, side: str) -> None:
        self.table, self.ground = table, ground_of(table.game.rules.board)
        self.strength: dict[str, int] = {}
        self.hexes: dict[str, set[str]] = {}
        self.held: Counter[str] = Counter()  # by the hexes of the side, how strong it is there
        units = {unit.id: unit for unit in table.game.rules.pieces}
        for id, (hex, steps) in table.muster().items():
            if hex is None or not steps:
                continue
            face = units[id].faces[steps]
            if units[id].side == side:
                self.held[hex] += face.defence
            elif units[id].side is not None and face.attack:
                self.strength[id], self.hexes[id] = face.attack, {hex, *self._reach(id)}

    def _reach(self, id: str) -> dict[str, float]:
        try:
            return self.table.reach(id, freely=True)
        except GameError:
            return {}

    def upon(self, hex: str) -> Threat | None:
        """The strongest who find room beside a hex."""
        number, index = self.ground.number, self.ground.index
        around = [number[h] for h in self.ground.around[index[hex]]]
        most = min((room.limit for room in self.table.spot(hex).rooms), default=1)
        room = dict.fromkeys(around, most)
        by = []
        for id in sorted(self.strength, key=lambda id: (-self.strength[id], id)):
            places = [place for place in around if place in self.hexes[id] and room[place]]
            if places:
                room[max(places, key=lambda place: room[place])] -= 1
                by.append(id)
        attack = sum(self.strength[id] for id in by)
        return Threat(attack, self.held[hex], tuple(by)) if by else None


def threats(table: Match, side: str) -> dict[str, Threat]:
    """By the hexes in which a side stands."""
    enemy = Enemy(table, side)
    found = {hex: enemy.upon(hex) for hex in sorted(enemy.held)}
    return {hex: threat for hex, threat in found.items() if threat is not None}
