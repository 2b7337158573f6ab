"""Lines of supply and communication: the way back along a count of steps."""

from __future__ import annotations

from collections.abc import Sequence

ANY_LENGTH = -1


def follow(exits: Sequence[Sequence[int]], steps: Sequence[int], hex: int) -> list[int]:
    """From a hex to where the count of steps is zero, both ends included."""
    path = [hex]
    while steps[path[-1]]:
        path.append(next(to for to in exits[path[-1]] if steps[to] == steps[path[-1]] - 1))
    return path
