"""Ways back: routes that lead away from a hex, and the best of them by a ranking."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Route = tuple[int, ...]
T = TypeVar("T")


def routes(
    steps: Sequence[Sequence[int]],
    distance: Callable[[int, int], int],
    start: int,
    at: int,
    hexes: int,
    is_open: Callable[[int], bool],
) -> list[Route]:
    """The longest routes of at most so many hexes from `at`, each hex farther from `start` than the last."""
    found: list[Route] = [()]
    far = distance(start, at)
    for _ in range(hexes):
        far += 1
        longer = [
            (*route, h)
            for route in found
            for h in steps[route[-1] if route else at]
            if distance(start, h) == far and is_open(h)
        ]
        if not longer:
            break
        found = longer
    return found if found != [()] else []


def best(items: Sequence[T], rank: Callable[[T], tuple[int, ...]]) -> list[T]:
    """Those that share the lowest rank."""
    ranks = [rank(item) for item in items]
    lowest = min(ranks, default=())
    return [item for item, its in zip(items, ranks, strict=True) if its == lowest]
