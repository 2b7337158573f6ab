"""What a side is rewarded for: the result at the end, or the points as they change."""

from __future__ import annotations

from collections.abc import Mapping

from countermarch.match import Match

RESULT, POINTS = "result", "points"
REWARDS = (RESULT, POINTS)
Rewards = dict[str, float]


class Scorer:
    """Pays each side for what has happened since it was last asked, from what the side itself knows."""

    def __init__(self, match: Match, reward: str) -> None:
        self._by_points = reward == POINTS and _points(match, match.game.info.sides[0]) is not None
        sides = match.game.info.sides if self._by_points else ()
        self._margins = {side: _margin(match, side) for side in sides}

    def copy(self) -> Scorer:
        twin = object.__new__(Scorer)
        twin._by_points, twin._margins = self._by_points, dict(self._margins)
        return twin

    def pay(self, match: Match) -> Rewards | None:
        """None: nobody is owed anything."""
        if self._by_points:
            return self._pay_points(match)
        return None if match.to_act is not None else won(match)

    def _pay_points(self, match: Match) -> Rewards:
        now = {side: _margin(match, side) for side in self._margins}
        paid = {side: now[side] - before for side, before in self._margins.items()}
        self._margins = now
        return paid


def won(match: Match) -> Rewards:
    """One for who has won, minus one for the others, nothing for a draw."""
    winner = None if match.result is None else match.result.winner
    return {side: 0.0 if winner is None else 1.0 if side == winner else -1.0 for side in match.game.info.sides}


def _points(match: Match, side: str) -> Mapping[str, int] | None:
    """Points so far as a side knows them; None where none are counted."""
    if match.result is not None:
        return match.result.points
    standing = match.standing(side)
    return None if standing is None or standing.counts is None else standing.points


def _margin(match: Match, side: str) -> float:
    points = _points(match, side) or {}
    return float(sum(number if whose == side else -number for whose, number in points.items()))
