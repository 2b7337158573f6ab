"""Two games with the same dice and the sides exchanged, scored together: by results, then by margins."""

from __future__ import annotations

from collections.abc import Sequence


def result_for(side: str, winner: str | None) -> float:
    """What a side made of a game: 1, 0, or a half if nobody won."""
    return 0.5 if winner is None else float(winner == side)


def pair_score(results: Sequence[float], margins: Sequence[float]) -> float:
    """Of whoever made these of both games: the pair won, lost, or even."""
    for total, even in ((sum(results), 1.0), (sum(margins), 0.0)):
        if total != even:
            return float(total > even)
    return 0.5
