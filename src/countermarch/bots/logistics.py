"""How a marshal feeds his armies: where HQs go, who goes with them, and who gets a share when there is not enough."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from countermarch.bots.campaign import HELPERS, LENGTH, STACK, TYPICAL, CampaignSituation
from countermarch.bots.garrisons import ON_FOOT, Garrisons
from countermarch.bots.ground import FAR, Field
from countermarch.bots.situation import Piece

FULLY, PARTLY = 18, 10  # units an Allied HQ supplies on a line that is all railway, and on another
EVERYBODY = 999


@dataclass(frozen=True, slots=True)
class Station:
    """Where an HQ goes, and the troops that stand there with it."""

    hq: str
    hex: int
    escort: tuple[str, ...]


class Quartermaster:
    """Stations for the HQs of a side, one after the other; a unit that one supplies is no reason for the next."""

    def __init__(self, look: CampaignSituation, reaches: dict[str, dict[int, str]]) -> None:
        self.look = look
        self.held = look.doctrine
        self.reaches = reaches
        self.fed: set[str] = set()
        self.engaged: set[str] = set()
        self.mouths = [(piece, need(look, piece)) for piece in look.troops if look.home[piece.hex] < FAR]
        self.garrison = Garrisons(look, reaches)

    def plan(self) -> list[Station]:
        return [self._station(hq) for hq in sorted(self.look.hqs, key=lambda hq: (self.look.goal[hq.hex], hq.hex))]

    def garrisons(self) -> dict[str, int]:
        """Who goes into or stays in an objective we hold that the enemy could come to."""
        look = self.look
        found: dict[str, int] = {}
        if not look.attacking:
            found = self.garrison.plan()
            self.engaged.update(found)
            return found
        for h in sorted(look.held, key=lambda h: (-look.points.get(h, 1), look.approach[h])):
            orders = dict.fromkeys(self._escort(h), h)
            self.engaged.update(orders)
            found.update(orders)
        return found

    def _station(self, hq: Piece) -> Station:
        citadel = self.garrison.citadels.get(hq.unit.id)
        if citadel is not None:
            return Station(hq.unit.id, citadel, ())
        hexes = [hq.hex, *self.reaches.get(hq.unit.id, {})]
        bound = self.garrison.bound.get(hq.unit.id)
        value = self._value if bound is None else partial(self._homing, self.look.ground.field_to(bound))
        best = max(hexes, key=lambda h: (value(hq, h), h == hq.hex, -h))
        escort = self._escort(best)
        self.engaged.update(escort)
        self.fed.update(self._served(hq, best))
        return Station(hq.unit.id, best, escort)

    def _value(self, hq: Piece, h: int) -> float:
        shares = sorted(self._shares(hq, h).values(), reverse=True)[: self._slots(h)]
        return sum(shares) + self.held.railed * (h in self.look.rails) - self._danger(h) + self._outlook(hq, h)

    def _homing(self, way: Field, hq: Piece, h: int) -> float:
        """For an HQ on its way to a city."""
        return -self.held.homing * way[h] - self._danger(h)

    def _outlook(self, hq: Piece, h: int) -> float:
        """Close behind the spearheads of an advance; away from the enemy in defence."""
        look = self.look
        if not look.attacking:
            return self.held.away * min(look.approach[h], self.held.raided)
        spearheads = self._spearheads(hq)
        distance = look.ground.distance
        behind = sum(distance(h, piece.hex) for piece in spearheads) / max(len(spearheads), 1)
        return -self.held.close * behind

    def _spearheads(self, hq: Piece) -> list[Piece]:
        """Its own troops that are nearest to the enemy."""
        own = [piece for piece in self.look.troops if akin(hq, piece)] or self.look.troops
        return [piece for piece in own if self.look.approach[piece.hex] <= self.held.at_the_front] or own

    def _slots(self, h: int) -> int:
        look = self.look
        if not look.attacking:
            return EVERYBODY if h in look.lines else 0
        return FULLY if h in look.rails else PARTLY if h in look.lines else 0

    def _served(self, hq: Piece, h: int) -> list[str]:
        shares = self._shares(hq, h)
        return sorted(shares, key=lambda id: (-shares[id], id))[: self._slots(h)]

    def _shares(self, hq: Piece, h: int) -> dict[str, float]:
        """What supplying each unit from a hex is worth."""
        look = self.look
        apart, most = look.ground.apart(h), LENGTH[look.side]
        found = {}
        for piece, wanted in self.mouths:
            if piece.unit.id not in self.fed:
                away = apart[piece.hex]
                near = 1.0 if away <= most else self.held.stretched * most / away
                found[piece.unit.id] = near * wanted * (1.0 if akin(hq, piece) else self.held.stranger)
        return found

    # the escort

    def _danger(self, h: int) -> float:
        """What an HQ risks there, with the best escort that could be had."""
        look = self.look
        if look.approach[h] >= self.held.raided:
            return 0.0
        escort = (*self.garrison.inside.get(h, ()), *self._escort(h))
        if not escort or len(escort) >= STACK:
            return self.held.lost_hq
        if look.threat[h] >= self.held.raided:
            return 0.0
        return self.held.lost_hq * max(1 - self._holds(escort) / self._blow(h), 0.0)

    def _escort(self, h: int) -> tuple[str, ...]:
        """Troops there or within reach, those already there first, as many as it takes."""
        look = self.look
        if look.approach[h] >= self.held.raided:
            return ()
        inside = self.garrison.inside.get(h, [])
        chosen: list[str] = list(inside)
        room = (STACK - len(inside) if inside else look.room(h)) - 1
        for piece in sorted(self._escorts(h), key=lambda p: (p.hex != h, p.is_mobile_arm, p.attack, p.unit.index)):
            if len(chosen) == self.held.most_escorts or self._enough(h, chosen):
                break
            if piece.hex == h or room > 0:
                chosen.append(piece.unit.id)
                room -= piece.hex != h
        return tuple(chosen[len(inside) :])

    def _enough(self, h: int, chosen: Sequence[str]) -> bool:
        safe = self.look.threat[h] >= self.held.raided
        return bool(chosen) and (safe or self._holds(chosen) >= self._blow(h))

    def _holds(self, escort: Sequence[str]) -> float:
        return self.held.holds * sum(self.look.own[id].defence for id in escort)

    def _blow(self, h: int) -> float:
        """What the enemy could strike with there."""
        return min(max(self.look.raid[h], 1), self.held.heavy_blow)

    def _escorts(self, h: int) -> Iterable[Piece]:
        for piece in self.look.troops:
            there = self.reaches.get(piece.unit.id, {}).get(h) == ON_FOOT
            if self._is_free(piece) and (piece.hex == h or there):
                yield piece

    def _is_free(self, piece: Piece) -> bool:
        return piece.unit.id not in self.engaged and piece.unit.kind not in HELPERS


def akin(hq: Piece, piece: Piece) -> bool:
    """Of the HQ's own front or army."""
    return (piece.unit.front or piece.unit.formation) == (hq.unit.front or hq.unit.formation)


def need(look: CampaignSituation, piece: Piece) -> float:
    """What it is worth that a unit is in supply: its strength, more at the front, little where a source is near."""
    if look.by_source[piece.hex] <= LENGTH[look.side]:
        return look.doctrine.by_source
    strength = max(piece.attack, piece.defence) / TYPICAL
    return strength * (1.0 if look.approach[piece.hex] <= look.doctrine.at_the_front else look.doctrine.behind)


def most_needy(look: CampaignSituation) -> list[str]:
    """Strong units at the front, in the order in which they ought to be supplied."""
    needs = {piece.unit.id: need(look, piece) for piece in look.troops}
    return [id for id in sorted(needs, key=lambda id: (-needs[id], id)) if needs[id] >= look.doctrine.needy]
