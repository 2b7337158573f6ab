"""Who marches on which objective."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from countermarch.bots.ground import FAR
from countermarch.bots.situation import Piece
from countermarch.games.vistula.tables import MOBILE

Ways = Mapping[int, Sequence[int]]  # to each objective from every hex


def allot(troops: Sequence[Piece], ways: Ways, wanted: Mapping[int, float], served: float) -> dict[str, int]:
    """An objective for each: a near one, or one farther off that has less of the attack factors it takes.

    One that has all it takes is farther by so much as `served` says. Infantry chooses first: armour goes far.
    """
    aims: dict[str, int] = {}
    load = dict.fromkeys(ways, 0.0)
    for piece in sorted(troops, key=lambda p: (p.unit.kind in MOBILE, _nearest(p, ways), p.unit.index)):
        able = [h for h, way in ways.items() if way[piece.hex] < FAR]
        if able:
            aim = min(able, key=lambda h: (ways[h][piece.hex] + served * load[h] / wanted[h], h))
            aims[piece.unit.id] = aim
            load[aim] += piece.attack
    return aims


def _nearest(piece: Piece, ways: Ways) -> int:
    return min((way[piece.hex] for way in ways.values()), default=FAR)
