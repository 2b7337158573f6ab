"""Who holds which place when a side stands: the strongest who come in time, the most pressing place first."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.bots.campaign import HELPERS, STACK, CampaignSituation
from countermarch.bots.situation import Piece

ON_FOOT = "move"  # the verb of all moves but those by train


class Garrisons:
    """A garrison for each objective we hold; a unit that is in one is not for the next."""

    def __init__(self, look: CampaignSituation, reaches: Mapping[str, Mapping[int, str]]) -> None:
        self.look = look
        self.held = look.doctrine
        self.reaches = reaches
        self.orders: dict[str, int] = {}  # unit -> hex it goes to or stays in, on its way to its garrison
        self.inside: dict[int, list[str]] = {}  # who will stand in an objective after this march
        self.sent_out: list[str] = []  # who makes room for better ones
        self.bound: dict[str, int] = {}  # HQ -> the source it is to go into
        self.citadels: dict[str, int] = {}  # and those that get there now

    def plan(self) -> dict[str, int]:
        """What counts most first, and of those where the enemy will be first."""
        look = self.look
        self._choose_citadels()
        for h in sorted(look.held, key=lambda h: (-look.points.get(h, 1), look.approach[h])):
            self._man(h)
        return self.orders

    def days(self, h: int) -> int:
        """Turns until the armour of the enemy can be there."""
        return int(self.look.coming[h] / self.held.day)

    def seats(self, h: int) -> int:
        """Troops wanted: as many as there is room for, beside an HQ, or a token while the enemy is far."""
        if self.days(h) >= self.look.turns_left:
            return 0
        if self.look.coming[h] >= self.held.in_time * self.look.points.get(h, 1):
            return self.held.token
        return STACK - list(self.citadels.values()).count(h)

    def _choose_citadels(self) -> None:
        """An HQ in a city that is a source goes on feeding, refitting and rebuilding when all around is lost."""
        look = self.look
        for h in sorted(look.citadels, key=lambda h: look.approach[h]):
            way = look.ground.field_to(h)
            free = [hq for hq in look.hqs if hq.unit.id not in self.bound and way[hq.hex] <= self.held.comes]
            if free:
                nearest = min(free, key=lambda hq: (way[hq.hex], hq.unit.index))
                self.bound[nearest.unit.id] = h
                if way[nearest.hex] <= self.held.hq_steps or h in self.reaches.get(nearest.unit.id, {}):
                    self.citadels[nearest.unit.id] = h

    def _man(self, h: int) -> None:
        """The best of those who can be there in time; who cannot be there now sets out."""
        able = [p for p in self.look.troops if self._is_free(p, h) and self._late(p, h) <= self.days(h)]
        best = sorted(able, key=lambda p: (self._late(p, h) * self.held.late - self.worth(p, h), p.unit.index))
        chosen = best[: self.seats(h)]
        self.inside[h] = [p.unit.id for p in chosen if not self._late(p, h)]
        self.orders.update({p.unit.id: self._walks(p, h) if self._late(p, h) else h for p in chosen})
        self._make_room(h)
        self._send_for(h, self.seats(h) - len(chosen))

    def _late(self, piece: Piece, h: int) -> int:
        """Turns beyond this one until a unit is there."""
        if piece.hex == h or self._arrives(piece, h):
            return 0
        return 1 + int(self.look.ground.field_to(h)[piece.hex] / max(march(piece), 1))

    def _arrives(self, piece: Piece, h: int) -> bool:
        """Whether it can be there now; if the place is full, once somebody has left."""
        look, reach = self.look, self.reaches.get(piece.unit.id, {})
        if h in reach or look.room(h) > 0:
            return reach.get(h) == ON_FOOT
        doors = [n for n in look.ground.around[h] if n not in look.enemy_zone and (n in reach or n == piece.hex)]
        return bool(doors) and look.ground.field_to(h)[piece.hex] <= march(piece) - 3

    def worth(self, piece: Piece, h: int) -> float:
        """What a unit is worth in a garrison: its factors and its steps, and that it is there already."""
        return piece.defence + self.held.steps_hold * piece.steps + self.held.stays * (piece.hex == h)

    def _is_free(self, piece: Piece, h: int) -> bool:
        """Not given away yet, nor in another objective that has not had its choice."""
        elsewhere = piece.hex != h and piece.hex in self.look.held and piece.hex not in self.inside
        return piece.unit.id not in self.orders and piece.unit.kind not in HELPERS and not elsewhere

    def _make_room(self, h: int) -> None:
        """Those left over go first, the weakest of all, as many as the newcomers need."""
        staying = [
            p for p in self.look.friends_at.get(h, ()) if p.unit.kind != "lc" and self.orders.get(p.unit.id) != h
        ]
        hq = any(at == h and self.look.own[id].hex != h for id, at in self.citadels.items())
        excess = len(self.inside[h]) + len(staying) + hq - STACK
        leavers = sorted((p for p in staying if p.fights), key=lambda p: (self.worth(p, h), p.unit.index))
        for piece in leavers[: max(excess, 0)]:
            self.sent_out.append(piece.unit.id)

    def _send_for(self, h: int, missing: int) -> None:
        """Who is too far for a turn sets out."""
        way = self.look.ground.field_to(h)
        free = [p for p in self.look.troops if self._is_free(p, h) and 0 < way[p.hex] <= self._calls(p)]
        for piece in sorted(free, key=lambda p: (way[p.hex], p.unit.index))[: max(missing, 0)]:
            self.orders[piece.unit.id] = self._walks(piece, h)

    def _calls(self, piece: Piece) -> float:
        return 0.0 if piece.is_mobile_arm else self.held.comes

    def _walks(self, piece: Piece, h: int) -> int:
        """Where a unit gets this turn on its way to a hex."""
        way = self.look.ground.field_to(h)
        ends = (at for at, verb in self.reaches.get(piece.unit.id, {}).items() if verb == ON_FOOT)
        return min((piece.hex, *ends), key=lambda at: (way[at], at))


def march(piece: Piece) -> int:
    """What a unit marches in a turn."""
    return 3 * piece.unit.faces[piece.steps].move
