"""Room: whether units of some size can all be put into hexes of some capacity."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Wish = tuple[int, Sequence[int]]  # points, and the hexes that would do


def fits(wishes: Sequence[Wish], free: Mapping[int, int]) -> bool:
    """Whether every unit finds a hex; the largest and those with the least choice are tried first."""
    waiting = sorted((w for w in wishes if w[0]), key=lambda w: (-w[0], len(w[1])))
    return _placed(waiting, dict(free), set())


def _placed(waiting: Sequence[Wish], free: dict[int, int], failed: set[tuple[int, ...]]) -> bool:
    """Depth first, remembering which remainders have failed."""
    if not waiting:
        return True
    key = (len(waiting), *free.values())
    if key in failed:
        return False
    points, hexes = waiting[0]
    for h in sorted(hexes, key=lambda h: -free.get(h, 0)):
        if free.get(h, 0) >= points:
            free[h] -= points
            if _placed(waiting[1:], free, failed):
                return True
            free[h] += points
    failed.add(key)
    return False
